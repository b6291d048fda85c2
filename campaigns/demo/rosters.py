"""The eight teams of the Banak Open, invented for the demo. Figures are those of a stat block of the first levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Level-1 spells and the slot each is cast with.
SPELLS: Mapping[str, str] = {
    "Copperpull": "action",
    "Gustwall": "reaction",
    "Sure Grip": "reaction",
    "Long Arm": "action",
    "Featherfoot": "bonus",
    "Glimmer": "action",
    "Kilnbreath": "action",
    "Second Wind": "bonus",
}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Knack:
    """What grants a character a Bonus Action: the actions it may be used for, and how often (None: any number)."""

    name: str
    actions: tuple[str, ...]
    uses: int | None = None


@dataclass(frozen=True, slots=True)
class Character:
    """A player of a team. Modifiers as on the sheet, `cast_mod` None without magic, `speed` in feet."""

    id: str
    name: str
    prof: int
    str_mod: int
    dex_mod: int
    cast_mod: int | None = None
    slots: int = 0
    spells: tuple[str, ...] = ()
    knack: Knack | None = None
    speed: int = 30

    def as_setup(self) -> Json:
        entry: Json = {
            "id": self.id,
            "name": self.name,
            "prof": self.prof,
            "str_mod": self.str_mod,
            "dex_mod": self.dex_mod,
            "cast_mod": self.cast_mod,
            "speed": self.speed,
            "slots_l1": self.slots,
            "spells_l1": [{"name": spell, "casting_time": SPELLS[spell]} for spell in self.spells],
        }
        if self.knack is not None:
            source: Json = {"name": self.knack.name, "actions": list(self.knack.actions)}
            entry["bonus_sources"] = [source | ({} if self.knack.uses is None else {"uses": self.knack.uses})]
        return entry


@dataclass(frozen=True, slots=True)
class Team:
    """A team of the Open; `colour` is what its tokens wear: that of a side, another for each team."""

    key: str
    name: str
    colour: str
    players: tuple[Character, ...]

    def as_setup(self) -> Json:
        return {"name": self.name, "colour": self.colour, "players": [player.as_setup() for player in self.players]}


def match_setup(home: Team, away: Team, turns: int, umpires: tuple[int, int]) -> Json:
    """A match of two teams over `turns` turns; `umpires` are their Perception modifiers."""
    teams = {"home": home.as_setup(), "away": away.as_setup()}
    return {"turns_total": turns, "umpires": list(umpires), "teams": teams}


_TEAMS = (
    Team(
        "coppers",
        "Banak Coppers",
        "#de6802",
        (
            Character("ilka", "Ilka Vond", 3, 1, 3, 4, 3, ("Copperpull", "Sure Grip")),
            Character("torben", "Torben Ash", 3, 3, 1),
            Character("mirre", "Mirre of the Bell", 2, 0, 4, 2, 2, ("Featherfoot",), Knack("Bell Step", ("dash",))),
            Character("ozek", "Ozek Two-Hats", 2, 2, 2, 3, 2, ("Gustwall",)),
            Character("pell", "Pell Anders", 2, 1, 3),
        ),
    ),
    Team(
        "herons",
        "Tessel Herons",
        "#407bf8",
        (
            Character("saskia", "Saskia Reedwalker", 3, 0, 4, 3, 3, ("Long Arm", "Gustwall")),
            Character("ib", "Ib the Patient", 3, 2, 2, 4, 2, ("Sure Grip",)),
            Character("venn", "Venn Marrow", 2, 1, 3),
            Character("lotte", "Lotte Quill", 2, 0, 3, 3, 2, ("Glimmer", "Featherfoot")),
        ),
    ),
    Team(
        "millstones",
        "Ushkar Millstones",
        "#6c3100",
        (
            Character("grud", "Grud Ushkar", 3, 5, 0, speed=25),
            Character("hanne", "Hanne Grist", 3, 4, 1, 2, 1, ("Kilnbreath",)),
            Character("old_bo", "Old Bo", 4, 3, 0, 3, 2, ("Sure Grip",), Knack("Dead Weight", ("push_pull",), 3), 25),
            Character("tilde", "Tilde Sieve", 2, 1, 3),
            Character("ruk", "Ruk Halfsack", 2, 4, 1),
        ),
    ),
    Team(
        "lanterns",
        "Lantern Row",
        "#94976a",
        (
            Character("fenja", "Fenja Wick", 3, 0, 5, 2, 1, ("Glimmer",), Knack("Alley Cat", ("dash", "control"))),
            Character("moss", "Moss", 2, 1, 4),
            Character("dario", "Dario Latch", 2, 1, 3, 3, 2, ("Copperpull",)),
            Character("nib", "Nib Candle", 2, -1, 4, 4, 3, ("Gustwall", "Sure Grip")),
        ),
    ),
    Team(
        "reeds",
        "Saltmarsh Reeds",
        "#0c3f32",
        (
            Character("oona", "Oona Saltmarsh", 4, 1, 4, 4, 3, ("Long Arm", "Sure Grip")),
            Character("wim", "Wim Eel", 3, 0, 4, speed=35),
            Character("jorun", "Jorun Peat", 2, 3, 2),
            Character("ansel", "Ansel Drift", 2, 1, 2, 3, 2, ("Featherfoot",)),
            Character("kitt", "Kitt Plover", 2, 0, 3),
            Character("brannoc", "Brannoc Sluice", 2, 3, 1, 1, 1, ("Gustwall",)),
        ),
    ),
    Team(
        "kiln",
        "Old Kiln Brotherhood",
        "#d569b0",
        (
            Character("emmerich", "Brother Emmerich", 3, 2, 1, 4, 3, ("Kilnbreath", "Gustwall")),
            Character("tam", "Tam Clay", 3, 3, 2),
            Character("sister_una", "Sister Una", 3, 1, 2, 5, 4, ("Copperpull", "Sure Grip")),
            Character("glaze", "Glaze", 2, 1, 4, knack=Knack("Quick Hands", ("seize",), 2)),
        ),
    ),
    Team(
        "nightschool",
        "Veyra Night School",
        "#452b60",
        (
            Character("prof_ide", "Professor Ide", 4, -1, 2, 5, 4, ("Copperpull", "Long Arm", "Sure Grip")),
            Character("cass", "Cass Marginalia", 2, 0, 3, 4, 3, ("Glimmer", "Gustwall")),
            Character("bruno", "Bruno Held-Back", 3, 4, 1),
            Character("yara", "Yara Inkwell", 2, 1, 3, 3, 2, ("Second Wind",)),
            Character("little_po", "Little Po", 2, 0, 5),
        ),
    ),
    Team(
        "goats",
        "Quarry Goats",
        "#7e00a3",
        (
            Character("hedda", "Hedda Scree", 3, 3, 3),
            Character("kol", "Kol Ledger", 3, 4, 1, knack=Knack("Head Down", ("push_pull", "dash"))),
            Character("mio", "Mio Chalk", 2, 0, 4, 3, 2, ("Featherfoot", "Sure Grip")),
            Character("runa", "Runa Adit", 2, 2, 2, 2, 2, ("Kilnbreath",)),
            Character("stig", "Stig", 2, 3, 2),
        ),
    ),
)
TEAMS: Mapping[str, Team] = {team.key: team for team in _TEAMS}
