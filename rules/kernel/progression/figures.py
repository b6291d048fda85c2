"""A figure of a roster as the campaign keeps it, and what is said of one that is recruited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.progression.conditions import NOT_AT_HAND, Captive, Condition, ItemState
from rules.kernel.reading import JsonField

FigureStatus = Literal["ready", "dead", "dismissed", "retired"]
ChoiceKind = Literal["core", "talent", "spell"]


class Injury(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """An injury by the game's word for it.

    `until`: what ends it; "" is for good, "match" one that was over with its match and is told for the history alone.
    """

    name: str
    title: str = ""
    until: str = ""


class Absence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Why a figure cannot be fielded for now, and what ends that: "tournament", "season", or a number of `matches`."""

    why: str
    until: str = ""
    matches: int = 0


class Figure(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A hero or player of a company.

    `stats` are the full values by the game's names, `carried` what of them is lost and stays lost between matches.
    `calling` is the class, where the game has such. `sheet` is what only its game knows. `spent`: how often it has
    used, by name, what may be used so often in a campaign. `item_states`: by item, or by its id on the sheet, what has
    become of it. `conditioned`: how many conditions it has ever had. `recovered`: by act of recovery the last day of
    it.
    """

    id: str
    name: str
    race: str = ""
    calling: str = ""
    level: int = 1
    xp: int = 0
    stats: dict[str, int] = {}
    carried: dict[str, int] = {}
    equipment: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    raised: int = 0
    standing: FigureStatus = "ready"
    injuries: tuple[Injury, ...] = ()
    absence: Absence | None = None
    sheet: JsonField = {}
    spent: dict[str, int] = {}
    conditions: tuple[Condition, ...] = ()
    conditioned: int = 0
    captive: Captive | None = None
    item_states: dict[str, ItemState] = {}
    recovered: dict[str, int] = {}

    @property
    def at_hand(self) -> tuple[str, ...]:
        """Its equipment without what is dropped, lost or destroyed: one of each item that is."""
        kept = list(self.equipment)
        for item, state in self.item_states.items():
            if state in NOT_AT_HAND and item in kept:
                kept.remove(item)
        return tuple(kept)

    def condition(self, name: str) -> Condition | None:
        """The first condition of that name; None where it has none."""
        return next((one for one in self.conditions if one.name == name), None)


def barred_by(figure: Figure, condition: Condition, rule: str, hint: str = "Field another hero.") -> Refused:
    """The refusal to field a figure for a condition that it is under, with the event by which it came about."""
    source = f" ({condition.source})" if condition.source else ""
    message = f"{figure.name}: {condition.title or condition.name}{source}."
    event = (f"match-{condition.match}" if condition.match else "", condition.event)
    return Refused("barred_by_condition", message, rule, field="heroes", hint=hint, event=event)


class RecruitOrder(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Who is to be recruited, as asked for: `stats` only where the house rules let them be chosen."""

    id: str
    name: str
    race: str = ""
    calling: str = ""
    stats: dict[str, int] = {}
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    sheet: JsonField = {}


class Entry(NamedTuple):
    """A stat that may be entered for a recruit: its word, and the bounds of the number. Left out, the game fills it."""

    title: str
    low: int
    high: int


class SheetList(NamedTuple):
    """A list that stands on the sheet of a recruit: its word, and the struct of a row of it."""

    title: str
    kind: type[Any]


class Lacking(NamedTuple):
    """What a figure goes into a match without: in a few words ("a weapon"), what that means, under which rule."""

    what: str
    means: str
    rule: str


class About(NamedTuple):
    """What something of a game is and does: the rows of its catalogue that tell, and what the house says of its own."""

    rules: Sequence[str] = ()
    said: str = ""
