"""What can have happened in a tournament. Events carry outcomes: what was, what is."""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Literal

from campaigns.domain.event_base import Cause
from rules.kernel.messages import Event, by_tag, defined_in
from tournaments.domain.discipline.facts import Appeal, Ban, Lift, Offence
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.discipline.leaving import Leaving
from tournaments.domain.discipline.ledger import GivenBack
from tournaments.domain.schedule.calendar import Blackout, RoundWindow, Slot, Venue, Wish
from tournaments.domain.schedule.plan import How, OverdueRules, Sides, Slots, ToldConflict
from tournaments.domain.stage_rules import Format, StageRules
from tournaments.domain.standings.table import Table
from tournaments.domain.state import Evidence, Fixture, Friendly, GameStatus, Report, Result, Role, Visibility


class TournamentEvent(Event, frozen=True, kw_only=True):
    """Base of the events. All events of one act have the same `batch`; `because`: the event of a match behind it."""

    batch: str = ""
    because: Cause | None = None
    reason: str = ""


# The tournament


class TournamentOpened(TournamentEvent, frozen=True, kw_only=True, tag="tournament_opened"):
    """The first event of every tournament: `account` is its organizer."""

    says = "The tournament {title} is founded."
    weight = "head"

    tournament: str
    campaign: str
    game: str
    title: str
    account: str
    name: str = ""
    visibility: Visibility = "members"
    capacity: int = 0
    check_in: bool = False


class TournamentChanged(TournamentEvent, frozen=True, kw_only=True, tag="tournament_changed"):
    """It has another title, visibility or number of places, or checks in otherwise."""

    title: str
    visibility: Visibility
    capacity: int
    check_in: bool


class RolesSet(TournamentEvent, frozen=True, kw_only=True, tag="roles_set"):
    """Somebody has these duties, and no others."""

    account: str
    name: str
    roles: tuple[Role, ...]


class SignUpOpened(TournamentEvent, frozen=True, kw_only=True, tag="sign_up_opened"):
    """Companies may sign up."""

    says = "The sign-up is open."


class SignUpClosed(TournamentEvent, frozen=True, kw_only=True, tag="sign_up_closed"):
    """Companies may not sign up any more."""

    says = "The sign-up is closed."


class TournamentEnded(TournamentEvent, frozen=True, kw_only=True, tag="tournament_ended"):
    """It is over, and with it its bans."""

    says = "The tournament is over."
    weight = "head"


class TournamentReopened(TournamentEvent, frozen=True, kw_only=True, tag="tournament_reopened"):
    """It goes on."""

    says = "The tournament is reopened."


# Entrants


class EntrantEntered(TournamentEvent, frozen=True, kw_only=True, tag="entrant_entered"):
    """A company has signed up. `waiting`: all places were taken."""

    entrant: str
    company: str
    name: str
    seed: int
    club: str = ""
    waiting: bool = False


class EntrantCheckedIn(TournamentEvent, frozen=True, kw_only=True, tag="entrant_checked_in"):
    """An entrant is there."""

    says = "{entrant} checks in."

    entrant: str


class EntrantAdmitted(TournamentEvent, frozen=True, kw_only=True, tag="entrant_admitted"):
    """An entrant takes part after all."""

    says = "{entrant} is admitted."

    entrant: str


class EntrantDeclined(TournamentEvent, frozen=True, kw_only=True, tag="entrant_declined"):
    """An entrant does not take part, from before the tournament began."""

    says = "{entrant} does not take part."

    entrant: str


class EntrantLeft(TournamentEvent, frozen=True, kw_only=True, tag="entrant_left"):
    """An entrant has withdrawn, or was expelled: what becomes of its fixtures, by stage that was running.

    `since`: by stage the first round without it. `replacement`: the entrant that plays instead.
    """

    schema: ClassVar[int] = 2

    entrant: str
    how: Literal["withdrawn", "expelled"]
    leavings: tuple[Leaving, ...] = ()
    day: str = ""
    since: dict[str, int] = {}
    replacement: str = ""


class EntrantReinstated(TournamentEvent, frozen=True, kw_only=True, tag="entrant_reinstated"):
    """An entrant that had left takes part again: its fixtures are what they were.

    `replacement`: who has played instead, and is what it was before.
    """

    schema: ClassVar[int] = 2

    entrant: str
    leavings: tuple[Leaving, ...] = ()
    replacement: str = ""


class EntrantsSeeded(TournamentEvent, frozen=True, kw_only=True, tag="entrants_seeded"):
    """The entrants are ordered by strength, the strongest first."""

    entrants: tuple[str, ...]


# Stages


class StageAdded(TournamentEvent, frozen=True, kw_only=True, tag="stage_added"):
    """A stage is planned."""

    schema: ClassVar[int] = 2

    stage: str
    name: str
    format: Format
    rules: StageRules
    source: str = ""


class StageChanged(TournamentEvent, frozen=True, kw_only=True, tag="stage_changed"):
    """A planned stage has another name, or other rules."""

    schema: ClassVar[int] = 2

    stage: str
    name: str
    rules: StageRules


class StageRemoved(TournamentEvent, frozen=True, kw_only=True, tag="stage_removed"):
    """A planned stage will not be played."""

    stage: str


class StageStarted(TournamentEvent, frozen=True, kw_only=True, tag="stage_started"):
    """A stage has its entrants, the strongest first, by group where it has groups. Its `rules` are those it keeps."""

    schema: ClassVar[int] = 2

    stage: str
    entrants: tuple[str, ...]
    rules: StageRules
    groups: dict[str, tuple[str, ...]] = {}
    lot: str = ""


class StageFilled(TournamentEvent, frozen=True, kw_only=True, tag="stage_filled"):
    """It has come out who plays a stage that was laid out before its groups were finished."""

    stage: str
    entrants: tuple[str, ...]


class StageJoined(TournamentEvent, frozen=True, kw_only=True, tag="stage_joined"):
    """An entrant joins a stage that is being played, as the last seed, with `round` as its first.

    `fixtures` are byes of the rounds that it missed.
    """

    stage: str
    entrant: str
    round: int
    fixtures: tuple[Fixture, ...] = ()


class StageJoinUndone(TournamentEvent, frozen=True, kw_only=True, tag="stage_join_undone"):
    """An entrant has never joined a stage; `fixtures`: those that are gone."""

    stage: str
    entrant: str
    fixtures: tuple[str, ...] = ()


class StageFinished(TournamentEvent, frozen=True, kw_only=True, tag="stage_finished"):
    """The tables of a stage stand, by group; nothing later changes them. `at`: the order key of that moment."""

    stage: str
    tables: dict[str, Table]
    at: int = 0


class TableCorrected(TournamentEvent, frozen=True, kw_only=True, tag="table_corrected"):
    """A finished stage has a new version of its tables."""

    stage: str
    tables: dict[str, Table]


# Rounds


class RoundDrafted(TournamentEvent, frozen=True, kw_only=True, tag="round_drafted"):
    """The fixtures of a round, not yet published. `byes` have their result with them."""

    stage: str
    round: int
    fixtures: tuple[Fixture, ...]


class PairingEdited(TournamentEvent, frozen=True, kw_only=True, tag="pairing_edited"):
    """Others meet in a fixture of a draft."""

    fixture: str
    sides: tuple[str, ...]
    old: tuple[str, ...]


class RoundDiscarded(TournamentEvent, frozen=True, kw_only=True, tag="round_discarded"):
    """The draft of a round is thrown away."""

    stage: str
    round: int


class RoundPublished(TournamentEvent, frozen=True, kw_only=True, tag="round_published"):
    """The fixtures of a round stand."""

    stage: str
    round: int


class DateSet(TournamentEvent, frozen=True, kw_only=True, tag="date_set"):
    """When and where a fixture is played, and by when at the latest."""

    fixture: str
    slot: Slot | None = None
    deadline: str = ""


class GroundSet(TournamentEvent, frozen=True, kw_only=True, tag="ground_set"):
    """What battles of a stage are set up with besides their sides: those of a `round`, or of all others (0)."""

    stage: str
    round: int = 0
    ground: dict[str, Any] = {}


class PairingAsked(TournamentEvent, frozen=True, kw_only=True, tag="pairing_asked"):
    """Workers are to pair a round; `number` is that of this event, `byes` by who has asked for one."""

    stage: str
    round: int
    number: int
    byes: dict[str, Literal["half_bye", "zero_bye"]] = {}


class SideFilled(TournamentEvent, frozen=True, kw_only=True, tag="side_filled"):
    """Who plays a side of a fixture has come out; empty: it is open again."""

    fixture: str
    side: int
    entrant: str
    old: str = ""


# The schedule


class VenuesSet(TournamentEvent, frozen=True, kw_only=True, tag="venues_set"):
    """The tournament is played at these venues; `homes`: by entrant where it is at home."""

    venues: tuple[Venue, ...]
    homes: dict[str, str] = {}


class BlackoutAdded(TournamentEvent, frozen=True, kw_only=True, tag="blackout_added"):
    """Dates are kept free."""

    blackout: Blackout


class BlackoutRemoved(TournamentEvent, frozen=True, kw_only=True, tag="blackout_removed"):
    """Dates are not kept free any more."""

    blackout: str


class RoundDatesSet(TournamentEvent, frozen=True, kw_only=True, tag="round_dates_set"):
    """The rounds of a stage have these dates, and those left out none."""

    stage: str
    windows: tuple[RoundWindow, ...]


class SlotsOffered(TournamentEvent, frozen=True, kw_only=True, tag="slots_offered"):
    """Fixtures of a stage may be played then and there; none: on any day of their round."""

    stage: str
    slots: tuple[Slot, ...]


class WishAdded(TournamentEvent, frozen=True, kw_only=True, tag="wish_added"):
    """Something is wished of the schedule of a stage."""

    stage: str
    wish: Wish


class WishRemoved(TournamentEvent, frozen=True, kw_only=True, tag="wish_removed"):
    """A wish is taken back."""

    stage: str
    wish: str


class ScheduleAsked(TournamentEvent, frozen=True, kw_only=True, tag="schedule_asked"):
    """Workers are to draw a schedule, to repair it, or to tell which rules clash; `number` is that of this event."""

    stage: str
    how: How
    seconds: int
    number: int
    released: tuple[str, ...] = ()


class ScheduleDrafted(TournamentEvent, frozen=True, kw_only=True, tag="schedule_drafted"):
    """A draft: slots of the fixtures that are to be elsewhere than they stand, and who meets in which of them.

    `ask`: the event that it answers. `conflicts`: rules and wishes that it could not all keep.
    """

    stage: str
    ask: int
    slots: Slots = {}
    sides: Sides = {}
    conflicts: tuple[ToldConflict, ...] = ()


class ConflictsTold(TournamentEvent, frozen=True, kw_only=True, tag="conflicts_told"):
    """Which rules and wishes clash, if any; `ask`: the event that this answers."""

    stage: str
    ask: int
    conflicts: tuple[ToldConflict, ...] = ()


class FixtureMoved(TournamentEvent, frozen=True, kw_only=True, tag="fixture_moved"):
    """A fixture has another slot in the draft of the schedule, or none."""

    fixture: str
    slot: Slot | None = None


class ScheduleUndone(TournamentEvent, frozen=True, kw_only=True, tag="schedule_undone"):
    """The last change of a draft is taken back: these slots and sides again; `gone` stay where they stood."""

    stage: str
    slots: Slots = {}
    sides: Sides = {}
    gone: tuple[str, ...] = ()


class ScheduleDiscarded(TournamentEvent, frozen=True, kw_only=True, tag="schedule_discarded"):
    """The draft of a schedule is thrown away."""

    stage: str


class SchedulePublished(TournamentEvent, frozen=True, kw_only=True, tag="schedule_published"):
    """Dates and deadlines of a stage stand, by fixture; those left out stay what they were."""

    stage: str
    slots: Slots = {}
    deadlines: dict[str, str] = {}


class OverdueSet(TournamentEvent, frozen=True, kw_only=True, tag="overdue_set"):
    """What becomes of fixtures whose deadline is past."""

    rules: OverdueRules


class NoShowRecorded(TournamentEvent, frozen=True, kw_only=True, tag="no_show_recorded"):
    """Whoever forfeits a fixture has not turned up for it; `at` in Unix seconds."""

    fixture: str
    entrants: tuple[str, ...]
    at: int


# Playing


class LineupNamed(TournamentEvent, frozen=True, kw_only=True, tag="lineup_named"):
    """A side has named who plays."""

    fixture: str
    entrant: str
    heroes: tuple[str, ...]


class GameStarted(TournamentEvent, frozen=True, kw_only=True, tag="game_started"):
    """A battle of a fixture is fought as `match`. `lineups`: by entrant who plays it; empty in old logs."""

    schema: ClassVar[int] = 2

    fixture: str
    match: str
    lineups: dict[str, tuple[str, ...]] = {}


class GameRecorded(TournamentEvent, frozen=True, kw_only=True, tag="game_recorded"):
    """What came of a battle of a fixture."""

    fixture: str
    match: str
    status: GameStatus
    places: dict[str, int] = {}
    scores: dict[str, int] = {}
    counts: dict[str, dict[str, int]] = {}


class FriendlyRecorded(TournamentEvent, frozen=True, kw_only=True, tag="friendly_recorded"):
    """Entrants have fought a friendly as `match`: it may serve bans. `counts` is False where it turned out void."""

    match: str
    friendly: Friendly
    counts: bool = True


class ResultReported(TournamentEvent, frozen=True, kw_only=True, tag="result_reported"):
    """One side says what came of a fixture."""

    fixture: str
    entrant: str
    report: Report


class ResultDisputed(TournamentEvent, frozen=True, kw_only=True, tag="result_disputed"):
    """The sides do not say the same."""

    fixture: str


class EvidenceAdded(TournamentEvent, frozen=True, kw_only=True, tag="evidence_added"):
    """Somebody has put something on record in a dispute."""

    fixture: str
    evidence: Evidence


class ResultRecorded(TournamentEvent, frozen=True, kw_only=True, tag="result_recorded"):
    """What came of a fixture; `old` is what was on record before, where it is corrected.

    `paired_since`: the last round that was paired by what was on record before; 0 where none was.
    """

    schema: ClassVar[int] = 2

    fixture: str
    result: Result
    old: Result | None = None
    paired_since: int = 0


class ResultWithdrawn(TournamentEvent, frozen=True, kw_only=True, tag="result_withdrawn"):
    """A fixture has no result any more. `paired_since`: the last round that was paired by it; 0 where none was."""

    schema: ClassVar[int] = 2

    fixture: str
    old: Result
    paired_since: int = 0


class DisciplineSet(TournamentEvent, frozen=True, kw_only=True, tag="discipline_set"):
    """The tournament has these rules of discipline from now on."""

    rules: DisciplineRules


class OffenceRecorded(TournamentEvent, frozen=True, kw_only=True, tag="offence_recorded"):
    """Something is on record against a hero, or an entrant as a whole; `number` is that of this event."""

    offence: Offence
    number: int = 0


class OffenceWithdrawn(TournamentEvent, frozen=True, kw_only=True, tag="offence_withdrawn"):
    """An offence is not on record any more, and neither is the ban that it opened.

    `given_back`: the matches that serve another ban, or none, from now on.
    """

    schema: ClassVar[int] = 2

    offence: str
    given_back: tuple[GivenBack, ...] = ()


class BanOpened(TournamentEvent, frozen=True, kw_only=True, tag="ban_opened"):
    """A hero is out for some matches; `number` is that of this event."""

    moment = "ban"

    ban: Ban
    number: int


class BanLifted(TournamentEvent, frozen=True, kw_only=True, tag="ban_lifted"):
    """Officials have ended a ban early."""

    lift: Lift


class AppealFiled(TournamentEvent, frozen=True, kw_only=True, tag="appeal_filed"):
    """Somebody asks for a ban to be looked at again."""

    appeal: Appeal


class AppealRuled(TournamentEvent, frozen=True, kw_only=True, tag="appeal_ruled"):
    """An appeal has its ruling. `given_back`: the matches that serve another ban, or none, from now on."""

    schema: ClassVar[int] = 2

    appeal: Appeal
    given_back: tuple[GivenBack, ...] = ()


class PointsAdjusted(TournamentEvent, frozen=True, kw_only=True, tag="points_adjusted"):
    """An entrant has been given points in a stage, or has lost some; in hundredths of a point.

    They count in the tables from `round` on; `number` is that of this event.
    """

    schema: ClassVar[int] = 2

    stage: str
    entrant: str
    points: int
    round: int = 0
    number: int = 0


TOURNAMENT_EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, sys.modules[__name__]))
"""Every event by its wire name."""
