"""What all Ishmêk rule tests share: positions and rosters with sensible defaults, and short words for commands.

A player that is not told otherwise has proficiency 2, Strength +1, Dexterity +3, no magic and speed 30: six squares,
+5 on a skill roll with Dexterity, +3 with Strength. Its default ability is Dexterity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ishmek.commands import MoveStep
from rules.ishmek.system import ISHMEK
from tests.rules.play import Play

Json = dict[str, Any]
Square = Sequence[int]

SHIELD = {"name": "shield", "casting_time": "reaction"}
GREASE = {"name": "grease", "casting_time": "action"}
JUMP = {"name": "jump", "casting_time": "bonus"}


def body(player: Mapping[str, Any]) -> Json:
    """A player with the defaults filled in."""
    return {"prof": 2, "str_mod": 1, "dex_mod": 3, **player}


def mage(player: str, at: Square | None = None, **fields: Any) -> Json:
    """A player with spellcasting +4, two slots, and a level-1 spell for each casting time."""
    place = {} if at is None else {"at": list(at)}
    return {"id": player, **place, "cast_mod": 4, "slots_l1": 2, "spells_l1": [SHIELD, GREASE, JUMP], **fields}


def man(player: str, at: Square | None = None, **fields: Any) -> Json:
    """A player without magic."""
    place = {} if at is None else {"at": list(at)}
    return {"id": player, **place, **fields}


def teams(home: Sequence[Mapping[str, Any]] | None, away: Sequence[Mapping[str, Any]] | None) -> Json:
    """Both teams; one far-off player where nobody is named."""
    ours = home if home is not None else [man("h1", (5, 1))]
    theirs = away if away is not None else [man("a1", (12, 7))]
    return {
        "home": {"name": "Ravens", "colour": "#b23", "players": [body(player) for player in ours]},
        "away": {"name": "Herons", "colour": "#23b", "players": [body(player) for player in theirs]},
    }


def position(
    home: Sequence[Mapping[str, Any]] | None = None,
    away: Sequence[Mapping[str, Any]] | None = None,
    *,
    orbs: Mapping[str, Any] | None = None,
    go: str | None = None,
    turn: int = 1,
    turns_total: int = 10,
    **more: Any,
) -> Json:
    """A position document. `go` names whose go it is; else give `pick="home"`, or neither for the start of a turn.

    Orbs not named lie loose on their start squares, (3,4) and (14,4). `more` goes into the document as it is.
    """
    document: Json = {
        "turns_total": turns_total,
        "turn": turn,
        "umpires": [6, 7],
        "score": [0, 0],
        "teams": teams(home, away),
        "orbs": {"home": {"at": [3, 4]}, "away": {"at": [14, 4]}, **(orbs or {})},
        **more,
    }
    if go is not None:
        document["go"] = go
    return document


def setup(
    home: Sequence[Mapping[str, Any]] | None = None,
    away: Sequence[Mapping[str, Any]] | None = None,
    **more: Any,
) -> Json:
    """Rosters for a new match: one player each unless named."""
    ours = home if home is not None else [man("h1")]
    theirs = away if away is not None else [man("a1")]
    return {"turns_total": 10, "umpires": [6, 7], "teams": teams(ours, theirs), **more}


def play(
    home: Sequence[Mapping[str, Any]] | None = None,
    away: Sequence[Mapping[str, Any]] | None = None,
    *,
    house_rules: Mapping[str, Any] | None = None,
    **more: Any,
) -> Play:
    """A game that starts from `position(home, away, …)`."""
    return Play.position(ISHMEK, position(home, away, **more), house_rules=dict(house_rules or {}))


def match(
    home: Sequence[Mapping[str, Any]] | None = None,
    away: Sequence[Mapping[str, Any]] | None = None,
    *,
    house_rules: Mapping[str, Any] | None = None,
    **more: Any,
) -> Play:
    """A new match from `setup(home, away, …)`; both teams still have to place."""
    return Play.setup(ISHMEK, setup(home, away, **more), house_rules=dict(house_rules or {}))


def steps_open_to(game: Play, player: str) -> set[tuple[int, int]]:
    """The squares that `player` may step to now."""
    return {move.to for move in ISHMEK.legal(game.state) if isinstance(move, MoveStep) and move.player == player}


# Commands


def place(team: str, **squares: Square) -> Json:
    return {"type": "place", "team": team, "squares": {player: list(at) for player, at in squares.items()}}


def pick(player: str) -> Json:
    return {"type": "pick", "player": player}


def step(player: str, x: int, y: int) -> Json:
    return {"type": "step", "player": player, "to": [x, y]}


def act(player: str, name: str, slot: str = "action", **fields: Any) -> Json:
    return {"type": "act", "player": player, "slot": slot, "name": name, **fields}


def react(player: str, name: str, **fields: Any) -> Json:
    return {"type": "react", "player": player, "name": name, **fields}


def end_go(player: str) -> Json:
    return {"type": "end_go", "player": player}


def let_pass(player: str | None = None) -> Json:
    """`pass`: the default of what is asked, of one player or of everybody asked."""
    return {"type": "pass"} if player is None else {"type": "pass", "player": player}


def gm_effect(**fields: Any) -> Json:
    return {"type": "gm_effect", "note": "by hand", **fields}


def parts(roll: Any) -> list[int]:
    """The modifiers of a roll, the zeros left out, in the order in which they are listed."""
    return [value for value, _, _ in roll.mods if value]


def cites(roll: Any) -> dict[str, int]:
    """The modifiers of a roll by the rule that each one cites, added up."""
    found: dict[str, int] = {}
    for value, _, cited in roll.mods:
        found[cited] = found.get(cited, 0) + value
    return found
