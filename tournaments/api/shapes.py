"""What goes over the wire about tournaments: requests are read into these structs, answers are made of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from campaigns.api.shapes import CampaignEvent
from tournaments.domain.discipline.facts import Appeal
from tournaments.domain.discipline.ledger import State
from tournaments.domain.rights import Right
from tournaments.domain.schedule.calendar import Blackout, RoundWindow, Slot, Venue, Wish
from tournaments.domain.schedule.plan import How, ToldConflict
from tournaments.domain.stage_rules import Format, StageRules
from tournaments.domain.standings.table import Table
from tournaments.domain.state import (
    Entrant,
    Fixture,
    Role,
    RoundStatus,
    StageStatus,
    Status,
    Visibility,
)

Count = Annotated[int, Meta(ge=0)]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A tournament to be founded, in a `campaign` of yours; without one, in a new campaign of the `game`."""

    title: str
    campaign: str = ""
    game: str = ""
    visibility: Visibility = "members"
    capacity: int = 0
    check_in: bool = False


class TournamentMade(msgspec.Struct, frozen=True):
    """The id of what was founded, and that of its campaign."""

    id: UUID
    campaign: UUID


class TournamentCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command in a tournament: an object with a `type`, one of those in `/tournament-commands/`."""

    command: dict[str, Any]


class RosterWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A company of yours in another campaign, whose roster is to be copied."""

    company: UUID


class HeroLeftOut(msgspec.Struct, frozen=True):
    """A hero of a copied roster whom the campaign refused, and why."""

    name: str
    why: str


class RosterCopied(msgspec.Struct, frozen=True):
    """The new company, which can be entered now, with the names of its heroes; `left_out` could not be recruited."""

    company: UUID
    name: str
    heroes: tuple[str, ...]
    left_out: tuple[HeroLeftOut, ...]


class TournamentListed(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a list. `summary` counts its entrants by status and names its stages."""

    id: UUID
    campaign: UUID
    title: str
    game: str
    status: Status
    visibility: Visibility
    version: Count
    summary: dict[str, Any]
    created_at: datetime
    updated_at: datetime


class OfficialSeen(msgspec.Struct, frozen=True):
    """Somebody with duties; `account` is the key that commands name them by."""

    account: str
    name: str
    roles: tuple[Role, ...]


class StageSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A stage with its rounds and tables, by group. `versions`: the notes of the versions of a finished table."""

    id: str
    name: str
    format: Format
    status: StageStatus
    source: str
    rules: StageRules
    entrants: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]
    rounds: dict[int, RoundStatus]
    tables: dict[str, Table]
    versions: list[str]
    schedule: ScheduleSeen


class BreachSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a schedule breaks, in words, and by which fixtures. `hard`: it is not published so.

    `cause`: the wish or the dates kept free that it goes back to, where there is one.
    """

    rule: str
    words: str
    fixtures: tuple[str, ...]
    hard: bool
    cause: str


class QualitySeen(msgspec.Struct, frozen=True, kw_only=True):
    """What schedules are compared by.

    `breaks`: how often somebody plays two games in a row at home, or away. `balance`: by entrant its home games less
    its away games, `gap` the largest lead of either at any time. `return_rounds`, `return_days`: the least distance
    between the two games of a pair. `unplaced` fixtures have no slot; so many wishes are `unmet`, so many rules
    `broken`.
    """

    breaks: Count
    balance: dict[str, int]
    gap: Count
    return_rounds: int | None
    return_days: int | None
    unplaced: tuple[str, ...]
    broken: Count
    unmet: Count


class DrawingSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What workers have been asked for and not answered: by which job, and how far that is.

    `found`: of the best up to now the fixtures without a slot, rules broken, wishes not met by weight.
    """

    job: UUID
    how: How
    state: str
    done: Count
    of: Count
    found: dict[str, int]


class PairingSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A round that workers have been asked to pair: by which job, how that stands, why it came to nothing."""

    job: UUID
    round: Count
    state: str
    why: str


class ScheduleSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The schedule of a stage, with its draft for organizers: what is asked of it, what it breaks, how good it is.

    `draft`: by fixture its slot in the draft, where that is another; null where there is no draft. `undo`: so many
    changes of it can be taken back. `conflicts`: rules and wishes that workers could not keep together. `overdue`:
    fixtures whose deadline is past. Wishes are shown to organizers and to who plays their entrant.
    """

    windows: tuple[RoundWindow, ...]
    slots: tuple[Slot, ...]
    wishes: tuple[Wish, ...]
    draft: dict[str, Slot | None] | None
    undo: Count
    breaches: list[BreachSeen]
    quality: QualitySeen
    conflicts: tuple[ToldConflict, ...]
    drawing: DrawingSeen | None
    pairing: PairingSeen | None
    overdue: tuple[str, ...]


class ScheduleCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Slots of fixtures to be tried in the draft of a schedule, null for none. Nothing is stored."""

    slots: Annotated[dict[str, Slot | None], Meta(max_length=2_000)]


class ScheduleChecked(msgspec.Struct, frozen=True, kw_only=True):
    """What a schedule would break, hard rules first, and how good it would be."""

    breaches: list[BreachSeen]
    quality: QualitySeen


class StageTable(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a stage by group, of a tournament at its event `version`; `round`: as after that one."""

    stage: str
    name: str
    status: StageStatus
    version: Count
    round: Count | None
    tables: dict[str, Table]


class BanSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A ban: how it stands and why, for how many `matches` (0: to the end), how many are `left`, what served it."""

    id: str
    entrant: str
    hero: str
    hero_name: str
    state: State
    why: str
    matches: Count
    left: int | None
    served: tuple[str, ...]
    appeal: Appeal | None


class TournamentSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is, or was after its event `version`. Drafts of fixtures are for organizers.

    `homes`: by entrant the venue where it is at home. `blackouts`: dates kept free; those of an entrant are shown to
    organizers and to who plays it.
    """

    id: UUID
    campaign: UUID
    title: str
    game: str
    status: Status
    visibility: Visibility
    capacity: Count
    check_in: bool
    version: Count
    officials: list[OfficialSeen]
    entrants: list[Entrant]
    stages: list[StageSeen]
    fixtures: list[Fixture]
    venues: tuple[Venue, ...]
    homes: dict[str, str]
    blackouts: tuple[Blackout, ...]
    bans: list[BanSeen]


class TournamentAnswered(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a command; `jobs` follow from it. `repeated`: it had happened before."""

    tournament: UUID
    version: Count
    events: list[CampaignEvent]
    jobs: list[UUID]
    repeated: bool


class TournamentCommandKind(msgspec.Struct, frozen=True):
    """A command: its type, who may give it, where it is sent, what it does, and the JSON schema of what is sent."""

    type: str
    right: Right
    address: str
    title: str
    json_schema: dict[str, Any]
