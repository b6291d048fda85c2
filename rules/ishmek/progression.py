"""What the campaign hooks of Ishmêk say of squads: who is barred and until when, and what becomes of spell slots.

Gold, equipment, XP and halls are not in the book: nothing has a price, and no level brings a choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.checks import FIGURES, check_player
from rules.ishmek.documents import MOST_TURNS, PlayerSetup
from rules.ishmek.questions import get
from rules.ishmek.state import Player, Spell, State
from rules.ishmek.tables import INJURY
from rules.kernel.dice import Dice
from rules.kernel.errors import Malformed, Refused
from rules.kernel.messages import Event
from rules.kernel.progression import (
    Absence,
    ChoiceKind,
    Consequence,
    Entry,
    Figure,
    FinishedMatch,
    Growth,
    Injury,
    Progression,
    RecruitOrder,
    Removal,
    Roster,
    Score,
    SheetList,
    Term,
    Trade,
)
from rules.kernel.reading import Json, plain, read
from rules.kernel.switches import Switches, switch

STATS: Mapping[str, str] = MappingProxyType(
    {
        "prof": "Proficiency",
        "str_mod": "Strength modifier",
        "dex_mod": "Dexterity modifier",
        "cast_mod": "Casting modifier",
        "speed": "Speed in feet",
        "slots_l1": "Spell slots of level 1",
    }
)
"""The figures of a sheet, and their words."""
SHEET = ("spells_l1", "bonus_sources", "sr_mods")
NOT_IN_THE_BOOK = "ISH-Q-80"
MEND_SHEET = "Give what a player of a roster may have, or leave it out."
ENDED = "ISH-END-01"
MOST_XP = 1_000_000
"""So much a GM may write beside a player's name; it means nothing."""
LEAVES = (ev.PlayerRemoved, ev.PlayerEjected, ev.PlayerDismissed)
BARRED: dict[type[Any], tuple[str, str]] = {
    ev.PlayerRemoved: ("injured", "ISH-INJ-07"),
    ev.PlayerEjected: ("ejected", "ISH-FOUL-08"),
    ev.PlayerDismissed: ("dismissed", "ISH-SPELL-04"),
}
"""Why somebody leaves the field for longer than a penalty, and by which rule."""
BARRED_RULE = dict(BARRED.values())
SENT_OFF: dict[str, tuple[Term, str]] = {
    "point": ("point", "ISH-FOUL-05"),
    "rounds": ("turns", "ISH-FOUL-06"),
    "match": ("match", "ISH-FOUL-07"),
}
"""For how long a penalty is, and by which rule, if it was for foul play."""
ALWAYS_SEEN = ("illegal_handling", "same_action")
"""The fouls that no umpire need look for. [ISH-UMP-01]"""
HURT: dict[str, Term] = {"out_match": "match", "out_tournament": "tournament", "dead": "good"}


class CampaignRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """House rules of a campaign or league. `slots`: full before each match, or what is left of them."""

    switches: ClassVar[Switches] = {
        "The campaign": {
            "slots": switch(
                "ISH-Q-80", "Spell slots before a match", "all of them", "those that are left of the match before"
            )
        }
    }

    slots: Literal["full", "kept"] = "full"


class NoTrade(Trade[CampaignRules]):
    """Ishmêk has no goods and no money."""

    def no_goods(self) -> Refused:
        message, hint = "Ishmêk has no goods and no money.", "The GM can make a note of it."
        return Refused("item_not_for_sale", message, NOT_IN_THE_BOOK, field="item", hint=hint)


class NoGrowth(Growth[CampaignRules]):
    """Ishmêk has no levels."""

    def no_choice(self, kind: ChoiceKind) -> Refused:
        message = "Ishmêk has no levels, so there is nothing to choose."
        return Refused("no_such_choice", message, NOT_IN_THE_BOOK, field=kind, hint="Leave it out.")


class IshmekProgression(Progression[CampaignRules]):
    """Squads without gold: what lasts are absences and deaths."""

    rules_type = CampaignRules
    trade = NoTrade()
    growth = NoGrowth()
    recruit_lists = MappingProxyType({"spells_l1": SheetList("Spell of level 1", Spell)})
    recovery_note = "Spell slots stay spent until the GM corrects them."
    counted = MappingProxyType({"points_for": "points for", "points_against": "points against"})
    most_points = MOST_TURNS
    """A point ends its turn. [ISH-TURN-02]"""
    sides_part = "teams"
    default_ground = MappingProxyType({"turns_total": 10})

    def recruit(self, rules: CampaignRules, order: RecruitOrder) -> Figure:
        """A player with the sheet that was handed in; what it leaves out is as on a roster. [ISH-SR-01]"""
        player = sheet_of(order)
        fields = plain(player)
        return Figure(
            id=order.id,
            name=order.name,
            race=order.race,
            calling=order.calling,
            stats={name: value for name in STATS if (value := getattr(player, name)) is not None},
            sheet={name: fields[name] for name in SHEET if name in fields},
        )

    def entries(self, rules: CampaignRules) -> dict[str, Entry]:
        """The figures of the sheet. [ISH-SR-01]"""
        return {stat: Entry(title, *FIGURES[stat]) for stat, title in STATS.items()}

    def bounds(self, rules: CampaignRules) -> dict[str, tuple[int, int]]:
        """Those of the stat block. [ISH-SR-01]"""
        return {stat: FIGURES[stat] for stat in STATS} | {"xp": (0, MOST_XP)}

    def unfit(self, rules: CampaignRules, figure: Figure) -> Refused | None:
        """Why a player is barred. [ISH-INJ-07, ISH-FOUL-08, ISH-SPELL-04]"""
        if figure.standing != "ready":
            return barred(f"{figure.name} is {figure.standing}.", "ISH-INJ-07")
        if figure.absence is None:
            return None
        why, until = figure.absence.why, figure.absence.until
        message = f"{figure.name} is {why}, until the end of the {until}." if until else f"{figure.name} is {why}."
        return barred(message, BARRED_RULE.get(why, "ISH-INJ-07"))

    def setup(self, rules: CampaignRules, rosters: Mapping[str, Roster], defender: str = "") -> Json:
        """The teams of a match, with the slots that the players have left. There are no leaders and no halls."""
        if defender:
            message, hint = "Ishmêk has no halls to invade.", "Start a battle of another kind."
            raise Refused("no_halls", message, NOT_IN_THE_BOOK, field="defender", hint=hint)
        return {
            "teams": {
                seat: {"name": roster.name, "players": [player_of(rules, figure) for figure in roster.figures]}
                for seat, roster in rosters.items()
            }
        }

    def settle(self, rules: CampaignRules, played: FinishedMatch, dice: Dice) -> tuple[Consequence, ...]:
        """Who is barred or dead, by ascending id. No die falls: all that counts was rolled on the field."""
        state: State = played.state
        if state.result is None:
            return ()
        return tuple(
            consequence(get(state, played.models[figure]), figure, played, self.spent(rules, played, figure))
            for figure in sorted(played.models)
        )

    def spent(self, rules: CampaignRules, played: FinishedMatch, figure: str) -> dict[str, int]:
        """The spell slots that a player lacks after a match, where they are kept."""
        if not self.carries(rules):
            return {}
        full = played.figures[figure].stats["slots_l1"]
        lacking = full - get(played.state, played.models[figure]).slots_l1
        return {"slots_l1": lacking} if lacking > 0 else {}

    def removals(self, played: FinishedMatch) -> tuple[Removal, ...]:
        """Who was sent off, ejected, dismissed or hurt, and for how long. [ISH-UMP-01, ISH-FOUL-05..08, ISH-INJ-07]"""
        own = {player: figure for figure, player in played.models.items()}
        return tuple(one for one in removals_among((*played.before, *played.events), own, len(played.before)))

    def score(self, played: FinishedMatch) -> Score:
        """Points for and against, and who brought them; those that the other team brought itself are nobody's."""
        state: State = played.state
        home = any(get(state, player).team == "home" for player in played.models.values())
        own = {player: figure for figure, player in played.models.items()}
        scored = (event for event in (*played.before, *played.events) if isinstance(event, ev.PointScored))
        points = {sum(event.score): event for event in scored}  # the last word on each; others were rewound
        count = [event for total, event in points.items() if total <= sum(state.score)]
        scorers = Counter(own[event.player] for event in count if not event.gift and event.player in own)
        counts = dict(zip(("points_for", "points_against"), state.score if home else state.score[::-1], strict=True))
        return Score(counts, dict(sorted(scorers.items())))

    def carries(self, rules: CampaignRules) -> bool:
        """Whether the slots that were spent stay spent."""
        return rules.slots == "kept"


def barred(message: str, rule: str) -> Refused:
    return Refused("player_barred", message, rule, field="heroes", hint="Field another hero.")


# Sheets


def sheet_of(order: RecruitOrder) -> PlayerSetup:
    """What was handed in, as a player of a roster; refused where it is none. [ISH-SR-01, ISH-Q-03]"""
    if not order.name.strip():
        raise bad_sheet("A player needs a name.", "name", "ISH-Q-03", "Give the player a name.")
    if order.talents or order.spells:
        message = "Spells are on the sheet, under spells_l1; there are no talents."
        field = "talents" if order.talents else "spells"
        raise bad_sheet(message, field, NOT_IN_THE_BOOK, "Put spells on the sheet, and leave this out.")
    for part, given, known in (("stats", order.stats, STATS), ("sheet", order.sheet, SHEET)):
        for name in given:
            if name not in known:
                message = f"There is no {name!r}; known are {', '.join(known)}."
                raise bad_sheet(message, f"{part}.{name}", "ISH-SR-01", "Use one of these, or leave it out.")
    try:
        player = read({"id": order.id, "name": order.name, **order.stats, **order.sheet}, PlayerSetup)
        check_player(player, "")
    except Malformed as error:
        raise bad_sheet(error.message, place_of(error.field), "ISH-SR-01") from None
    except Refused as error:
        raise bad_sheet(error.message, place_of(error.field), error.rule) from None
    return player


def place_of(field: str) -> str:
    """Where a field of a roster stands in what was handed in.

    >>> place_of(".prof"), place_of("spells_l1[0].name"), place_of(".name")
    ('stats.prof', 'sheet.spells_l1[0].name', 'name')
    """
    field = field.removeprefix(".")
    part = next((part for part, known in (("stats.", STATS), ("sheet.", SHEET)) if field.startswith(tuple(known))), "")
    return part + field


def bad_sheet(message: str, field: str, rule: str, hint: str = MEND_SHEET) -> Refused:
    return Refused("bad_setup", message, rule, field=field, hint=hint)


def player_of(rules: CampaignRules, figure: Figure) -> Json:
    """A player as a roster has it, with all slots or those that it has kept."""
    lacking = figure.carried.get("slots_l1", 0) if rules.slots == "kept" else 0
    slots = {"slots_l1": max(0, figure.stats["slots_l1"] - lacking)}
    return {"id": figure.id, "name": figure.name, **figure.stats, **slots, **figure.sheet}


# After a match


def consequence(player: Player, figure: str, played: FinishedMatch, carried: dict[str, int]) -> Consequence:
    """What the match meant for one player of a roster; of a fork, also what had happened before it."""
    events = played.events
    lasting = Consequence(
        figure=figure,
        fate="survived",
        rule=ENDED,
        how=player.status,
        event=number_of(events, lambda one: isinstance(one, ev.MatchEnded)),
        carried=carried,
        injuries=tuple(Injury(name=one.name, title=title_of(one.name), until="match") for one in player.injuries),
    )
    history = (*played.before, *events)
    left = number_of(history, lambda one: isinstance(one, LEAVES) and one.player == player.id)
    if not left or player.status not in ("out_match", "out_tournament", "dead"):
        return lasting
    why, rule = BARRED[type(history[left - 1])]
    event = max(left - len(played.before), 0)
    lasting = replace(lasting, how=why, rule=rule, event=event, faces=faces_of(history, player.id, left))
    if player.status == "dead":
        return replace(lasting, fate="dead")
    return lasting if player.status == "out_match" else replace(lasting, absence=Absence(why=why, until="tournament"))


def title_of(injury: str) -> str:
    """An injury in the words of the table."""
    row = INJURY.get(injury)
    return injury if row is None else row.title


def removals_among(history: Sequence[Event], own: Mapping[str, str], before: int) -> Iterator[Removal]:
    """What took the players among `own` off the field, by their figures; the first `before` events were elsewhere."""
    fouls: dict[str, str] = {}
    for number, event in enumerate(history, 1):
        if isinstance(event, ev.FoulCalled):
            fouls[event.player] = event.foul
        elif isinstance(event, (ev.PlayerSatOut, *LEAVES)) and event.player in own:
            yield removal_by(event, own[event.player], max(number - before, 0), fouls.get(event.player, ""))


def removal_by(event: Any, figure: str, number: int, foul: str) -> Removal:
    """What event `number` says of a figure that leaves the field; `foul` is the last one that was called against it."""
    said = foul.replace("_", " ")
    if isinstance(event, ev.PlayerRemoved):
        return Removal(figure, HURT[event.status], number, "ISH-INJ-07", "injured", foul=False)
    if isinstance(event, ev.PlayerSatOut):
        term, rule = SENT_OFF[event.until]
        return Removal(figure, term, number, "ISH-UMP-01" if foul in ALWAYS_SEEN else rule, said)
    why, rule = BARRED[type(event)]
    return Removal(figure, "tournament", number, rule, said if why == "ejected" else event.reason or why)


def number_of(events: Sequence[Event], wanted: Callable[[Event], bool]) -> int:
    """The number of the last event of a kind; 0: there is none."""
    return next((place + 1 for place in reversed(range(len(events))) if wanted(events[place])), 0)


def faces_of(events: Sequence[Event], player: str, left: int) -> tuple[int, ...]:
    """The second d20 of a 21+ that took a player off the field by event `left`; none for who was sent off."""
    rolled = [
        one
        for one in events[: left - 1]
        if isinstance(one, ev.InjuryRolled) and (one.player, one.table) == (player, "removal")
    ]
    if not rolled or not isinstance(events[left - 1], ev.PlayerRemoved):
        return ()
    return tuple(face for _, face, _ in rolled[-1].dice)


PROGRESSION: Progression[CampaignRules] = IshmekProgression()
