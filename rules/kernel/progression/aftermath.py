"""What goes into a match from rosters, and what comes out of it for each figure and each company."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from rules.kernel.messages import Event
from rules.kernel.progression.conditions import Captive, Condition, ItemState
from rules.kernel.progression.figures import Absence, Figure, Injury

Fate = Literal["survived", "taken_out", "dead", "rested"]
"""What became of a figure in a match; one that was not fielded has rested."""


Ending = Literal["", "defeated", "surrendered", "fled"]
"""How a side left a match."""


class Consequence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What a match means for one figure that was fielded, or has rested.

    `event` is the number of the event of the match that made it so, 0 where nothing in particular did. `how`: fled,
    left_board … where the game tells survivors apart. `faces` and `target` are those of the roll for its fate, if there
    was one; `undecided`: the GM is to declare it, and until then it is this one. `carried`, `injuries` and `absence`
    are those that it leaves the match with, `spent` what it used up in it for the campaign, `conditions` those that the
    match brings, `captive` who holds it now, `items` what became of items, by item or by id on the sheet.
    """

    figure: str
    fate: Fate
    rule: str
    how: str = ""
    event: int = 0
    xp: int = 0
    faces: tuple[int, ...] = ()
    target: int | None = None
    undecided: bool = False
    carried: dict[str, int] = {}
    injuries: tuple[Injury, ...] = ()
    absence: Absence | None = None
    spent: dict[str, int] = {}
    conditions: tuple[Condition, ...] = ()
    captive: Captive | None = None
    items: dict[str, ItemState] = {}


Term = Literal["point", "turns", "match", "tournament", "good"]
"""For how long a figure leaves the field: until a point is scored, some turns, the match, the tournament, for good."""


class Removal(NamedTuple):
    """A figure had to leave the field in a match, by event `event` of it (0: of a match that it was forked from).

    `foul`: for what it did, not for an injury.
    """

    figure: str
    term: Term
    event: int
    rule: str
    why: str = ""
    foul: bool = True


class Roster(NamedTuple):
    """Who of a company is fielded: `figures` have the ids of their models, `leader` is that of its leader or empty.

    `upgrades` are those of its hall.
    """

    company: str
    name: str
    figures: Sequence[Figure]
    motto: str = ""
    hall: str = ""
    upgrades: Sequence[str] = ()
    leader: str = ""


class Score(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What standings count of a match for one company, beside its result, in the game's words.

    `counts`: by word how many. `figures`: by figure how many of those that count for the one who did it, if any.
    `ending`: how it left the match, where the game tells such endings apart.
    """

    counts: dict[str, int] = {}
    figures: dict[str, int] = {}
    ending: Ending = ""


class FinishedMatch(NamedTuple):
    """A finished match: its game's last state, its events from number 1 on, and by figure its id in the match.

    `figures`: those that were fielded, as they were then. `resting`: those of the same companies that live and were
    not fielded. `before`: of a fork, the events of the matches that it comes from, up to its situation. `hour` and
    `downtime`: when the battle began, by the clock of the campaign.
    """

    state: Any
    events: Sequence[Event]
    models: Mapping[str, str]
    figures: Mapping[str, Figure] = MappingProxyType({})
    resting: Sequence[str] = ()
    before: Sequence[Event] = ()
    hour: int = 0
    downtime: int = 0
