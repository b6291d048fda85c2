"""A tournament at one moment: its officials and entrants, its stages with their rounds, its fixtures and results."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tournaments.domain.discipline.facts import Appeal, Ban, Lift, Offence
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.discipline.leaving import Leaving
from tournaments.domain.formats.brackets import Source
from tournaments.domain.schedule.calendar import Blackout, Slot, Venue
from tournaments.domain.schedule.plan import Draft, Drawing, OverdueRules, PairingAsk, Plan, ToldConflict
from tournaments.domain.stage_rules import Format, StageRules
from tournaments.domain.standings.results import Adjustment
from tournaments.domain.standings.table import Table

Status = Literal["draft", "sign_up", "running", "ended"]
Visibility = Literal["public", "unlisted", "members"]
Role = Literal["organizer", "co_organizer", "officer", "reporter"]
EntrantStatus = Literal["waiting", "entered", "checked_in", "declined", "withdrawn", "expelled"]
StageStatus = Literal["planned", "running", "finished"]
RoundStatus = Literal["draft", "published"]
ResultKind = Literal[
    "played", "draw_agreed", "forfeit", "double_forfeit", "bye", "half_bye", "zero_bye", "void", "abandoned"
]
ByeKind = Literal["bye", "half_bye", "zero_bye"]
Decided = Literal["match", "agreed", "recorded", "ruled", "policy", "pairing"]
GameStatus = Literal["open", "settled", "abandoned", "void"]

TAKING_PART: tuple[EntrantStatus, ...] = ("entered", "checked_in")
"""Entrants who take part, or will."""
LEFT: tuple[EntrantStatus, ...] = ("withdrawn", "expelled")
"""Entrants who have left a tournament that ran."""


class Official(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody with duties in the tournament. `account` is the key of an account, `name` what people read."""

    account: str
    name: str = ""
    roles: tuple[Role, ...] = ()


class Entrant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A company that has signed up. `name` is that of the company then, `club` what keeps it from early meetings.

    `reason`: why it left, if it did, `left`: on which day, `since`: by stage the first round without it.
    `replaced_by`: who plays instead. `joined`: by stage the first round with it, where it came
    later than others; `before`: how it stood when it came instead of somebody.
    """

    id: str
    company: str
    name: str
    status: EntrantStatus = "entered"
    seed: int = 0
    club: str = ""
    reason: str = ""
    left: str = ""
    since: dict[str, int] = {}
    replaced_by: str = ""
    joined: dict[str, int] = {}
    before: EntrantStatus | None = None


class Game(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One battle of a fixture: its match, and once that is settled by entrant its place and its score."""

    match: str
    status: GameStatus = "open"
    places: dict[str, int] = {}
    scores: dict[str, int] = {}
    counts: dict[str, dict[str, int]] = {}


class Friendly(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A battle of entrants that is no fixture, and was fought as a friendly. `fielded`: by entrant its heroes.

    `order`: when it was fought, as an order key.
    """

    fielded: dict[str, tuple[str, ...]]
    order: int


class Report(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What one side says came of a fixture, by entrant. `places`: 1 for whoever won, shared where it was drawn."""

    account: str
    name: str = ""
    places: dict[str, int]
    scores: dict[str, int] = {}
    note: str = ""


class Evidence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What somebody has put on record in a dispute."""

    account: str
    name: str = ""
    text: str


class Result(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What came of a fixture, and who said so. `places` and `scores` by entrant; `match`: the one that decided it.

    `order`: when it was played, as a number that grows with time (`suspensions.order_key`). `was`: the kind of what was
    on record before it was void because an entrant has left.
    """

    kind: ResultKind
    decided: Decided
    places: dict[str, int] = {}
    scores: dict[str, int] = {}
    counts: dict[str, dict[str, int]] = {}
    match: str = ""
    note: str = ""
    order: int = 0
    was: str = ""


class Fixture(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Who meets whom in a round. `sides` are entrants, the home side first; empty where nobody is known yet.

    `inputs` say where its sides come from, in a bracket. `bye`: its one side has no opponent, and what that counts.
    `reasons`: why they meet. `lineups`: by entrant the heroes who play. `conditional`: it is played only if need be.
    `due`: the date that it was first set for.
    """

    id: str
    stage: str
    round: int
    number: int
    sides: tuple[str, ...]
    group: str = ""
    bracket: str = ""
    inputs: tuple[Source, ...] = ()
    bye: ByeKind | None = None
    conditional: bool = False
    reasons: tuple[str, ...] = ()
    slot: Slot | None = None
    deadline: str = ""
    due: str = ""
    lineups: dict[str, tuple[str, ...]] = {}
    games: tuple[Game, ...] = ()
    reports: dict[str, Report] = {}
    disputed: bool = False
    evidence: tuple[Evidence, ...] = ()
    result: Result | None = None

    @property
    def known(self) -> bool:
        """Whether everybody who plays it is known."""
        return all(self.sides)


class Freeze(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The tables of a finished stage as they were published, by group; `note`: why there is a new version.

    `at`: when the stage was finished, as an order key.
    """

    tables: dict[str, Table]
    note: str = ""
    at: int = 0


class Stage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A stage. `entrants` take part, by seed; `groups` has them by group; `rounds` are those laid out so far.

    `source`: the stage whose best go on to this one. `lot`: what its lots are drawn from. `plan`: what is asked of its
    schedule, `draft` a schedule not yet published, `conflicts` what it could not keep. `drawing`, `pairing`: what
    workers have been asked for and not answered. `grounds`: by round what its battles are set up with besides their
    sides; 0: in rounds without their own.
    """

    id: str
    name: str
    format: Format
    rules: StageRules = StageRules()
    source: str = ""
    status: StageStatus = "planned"
    entrants: tuple[str, ...] = ()
    groups: dict[str, tuple[str, ...]] = {}
    rounds: dict[int, RoundStatus] = {}
    lot: str = ""
    freezes: tuple[Freeze, ...] = ()
    grounds: dict[int, dict[str, Any]] = {}
    plan: Plan = Plan()
    draft: Draft | None = None
    conflicts: tuple[ToldConflict, ...] = ()
    drawing: Drawing | None = None
    pairing: PairingAsk | None = None


class Tournament(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A tournament of companies of one campaign. `capacity`: so many take part, others wait (0: all may).

    `check_in`: who has not checked in when the first stage starts does not take part. `numbers`: by ban and by
    offence the number of the event that opened it. `departures`: by entrant who has left what became
    of its fixtures, by stage. `fielded`: by match of a battle of a fixture who played it, by entrant.
    `friendlies`: by match those that count.
    `homes`: by entrant the venue where it is at home. `no_shows`: by fixture when it was forfeited because its deadline
    was past, in Unix seconds.
    """

    id: str
    campaign: str
    game: str
    title: str
    status: Status = "draft"
    visibility: Visibility = "members"
    capacity: int = 0
    check_in: bool = False
    officials: dict[str, Official] = {}
    entrants: dict[str, Entrant] = {}
    stages: dict[str, Stage] = {}
    fixtures: dict[str, Fixture] = {}
    adjustments: dict[str, tuple[Adjustment, ...]] = {}
    discipline: DisciplineRules = DisciplineRules()
    offences: tuple[Offence, ...] = ()
    bans: tuple[Ban, ...] = ()
    lifts: tuple[Lift, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    numbers: dict[str, int] = {}
    departures: dict[str, tuple[Leaving, ...]] = {}
    fielded: dict[str, dict[str, tuple[str, ...]]] = {}
    friendlies: dict[str, Friendly] = {}
    venues: tuple[Venue, ...] = ()
    homes: dict[str, str] = {}
    blackouts: tuple[Blackout, ...] = ()
    overdue: OverdueRules = OverdueRules()
    no_shows: dict[str, int] = {}

    def fixtures_of(self, stage: str, round_number: int = 0) -> list[Fixture]:
        """The fixtures of a stage, or of one round of it, in the order in which they were laid out."""
        return [one for one in self.fixtures.values() if one.stage == stage and round_number in (0, one.round)]
