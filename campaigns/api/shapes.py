"""What goes over the wire about campaigns: requests are read into these structs, answers are made of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from campaigns.domain.campaign.state import BattleKind, BattleStage, InvasionStage, Role, Stage
from campaigns.domain.rights import Right
from web.api.shapes import ImportedBy, ImportTold

Count = Annotated[int, Meta(ge=0)]
JobState = Literal["waiting", "running", "done", "parked", "cancelled"]


class NewCampaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign to be founded. `rules` are its own house rules, `battle_rules` those of its battles."""

    title: str
    game: str
    rules: dict[str, Any] = {}
    battle_rules: dict[str, Any] = {}


class CampaignCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command in a campaign.

    `command` is an object with a `type`, one of those in `/campaign-commands/`. Ids of what it makes (a company, a
    match, an invasion) are chosen by the server: leave them out. `user`: as the GM, the name of the user whom the
    command is about, in place of the key in its `account` (of `found_company`: its `owner`).
    """

    command: dict[str, Any]
    user: str = ""


class CampaignMade(msgspec.Struct, frozen=True):
    """The id of what was founded."""

    id: UUID


class CampaignListed(msgspec.Struct, frozen=True):
    """A campaign in a list. `role` is what you are in it; `summary` counts its members, companies and battles."""

    id: UUID
    title: str
    game: str
    stage: Stage
    gm: str
    role: Role | None
    downtime: Count
    version: Count
    summary: dict[str, Any]
    imported: ImportedBy | None
    created_at: datetime
    updated_at: datetime


class MemberSeen(msgspec.Struct, frozen=True):
    """Somebody in a campaign; `account` is the key that commands name them by."""

    account: str
    name: str
    role: Role


class CandidateSeen(msgspec.Struct, frozen=True):
    """Somebody who was invited, or asks to join: no member."""

    account: str
    name: str
    message: str


class InvitationSeen(msgspec.Struct, frozen=True):
    """A campaign that you are invited into. The command `accept_invite` joins it, `withdraw_invite` declines."""

    campaign: UUID
    title: str
    gm: str
    message: str


class JoiningLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token with which one person may join a campaign, whoever has it."""

    token: str


class LinkSeen(msgspec.Struct, frozen=True):
    """A link that lets one person in: its token, and who made it when, by the name of then."""

    token: str
    made_by: str
    made_at: datetime


class HouseRulesSeen(msgspec.Struct, frozen=True):
    """Every switch with its present value: those of the campaign, and those that its next battles begin with."""

    campaign: dict[str, Any]
    battle: dict[str, Any]


class OwnerSeen(msgspec.Struct, frozen=True):
    """Who plays a company: the key of the account, and the name while it is a member's."""

    account: str
    name: str


class CompanyListed(msgspec.Struct, frozen=True):
    """A company in a list. `worth` is its gold with the prices of heroes and kit, `owed` counts choices not made.

    `offered`: who is asked to play it.
    """

    id: UUID
    campaign: UUID
    name: str
    motto: str
    hall: str
    game: str
    owner: OwnerSeen
    gold: int
    worth: int
    ready: Count
    owed: Count
    orders: Count
    in_battle: UUID | None
    disbanded: bool
    version: Count
    summary: dict[str, Any]
    updated_at: datetime
    offered: OwnerSeen | None = None


class ChoicesOwed(msgspec.Struct, frozen=True):
    """What a hero has still to choose, by kind (core, talent, spell) how often."""

    company: UUID
    hero: str
    name: str
    owed: dict[str, int]


class FateOwed(msgspec.Struct, frozen=True):
    """A hero of whom the GM has still to declare what became of it in a match."""

    company: UUID
    hero: str
    match: str


class SideListed(msgspec.Struct, frozen=True):
    """A side of a battle: a company on a seat of the match, with so many heroes.

    `counts` is what standings count of it, in the game's words: kills, lost, survivors; or points_for and
    points_against. `scorers`: by hero how many kills or points. `ending`: how it left the match, where its game tells:
    defeated, surrendered, fled.
    """

    seat: str
    company: UUID
    heroes: Count
    won: bool
    counts: dict[str, int]
    scorers: dict[str, int]
    ending: str


class BattleListed(msgspec.Struct, frozen=True):
    """A battle of a campaign. `match` is the id of its match, by which the battle is named everywhere.

    `fought` is the match that counts: the same, or the fork of it that the battle was settled by. `replay` is where
    that one can be watched.

    `winners` are companies, `winning_seats` theirs and the GM's ("gm"); no seat of a recorded battle: a draw.
    `downtime` is the one that it followed. `imported`: its match came from a file that no trusted house has signed, as
    that of a campaign may that was imported.
    """

    number: Count
    match: UUID
    kind: BattleKind
    stage: BattleStage
    downtime: Count
    sides: list[SideListed]
    winners: list[str]
    winning_seats: list[str]
    invasion: str
    defender: str
    fought: UUID
    replay: str
    imported: ImportedBy | None = None


class InvasionSeen(msgspec.Struct, frozen=True):
    """A company has declared that it attacks the hall of another."""

    id: str
    attacker: str
    defender: str
    stage: InvasionStage


class JobSeen(msgspec.Struct, frozen=True):
    """Work that event number `cause_version` of a stream caused. `done` of `of` steps are done.

    `subject` is what it is about, as its kind has it: a match, a company, the campaign. A parked job waits for the GM
    to let it be tried again; `error` is for the GM and co-GMs, as are its `result`, and who cancelled it and why.
    """

    id: UUID
    kind: str
    campaign: UUID | None
    subject: str
    cause_stream: str
    cause_version: Count
    state: JobState
    attempts: Count
    done: Count
    of: Count
    due_at: datetime
    error_type: str
    error: str
    result: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    cancelled_by: str = ""
    cancel_reason: str = ""


class CancelJob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a job shall not run any more: 1 to 500 characters."""

    reason: str


class CampaignSeen(msgspec.Struct, frozen=True):
    """A campaign as it stands. `role` is what you are in it.

    `battles` are those that are open and `jobs` those that are not done; there are lists of all. `battle_counts` and
    `job_counts` count them by stage and by state. `hour`: that of its clock, counted since it began.
    """

    id: UUID
    title: str
    game: str
    stage: Stage
    version: Count
    role: Role
    downtime: Count
    hour: Count
    members: list[MemberSeen]
    invites: list[CandidateSeen]
    requests: list[CandidateSeen]
    house_rules: HouseRulesSeen
    companies: list[CompanyListed]
    battles: list[BattleListed]
    battle_counts: dict[str, int]
    invasions: list[InvasionSeen]
    owed: list[ChoicesOwed]
    fates_owed: list[FateOwed]
    jobs: list[JobSeen]
    job_counts: dict[str, int]
    commitment: str
    imported: list[ImportTold]


class CampaignEvent(msgspec.Struct, frozen=True):
    """An event of a campaign or of a company: its number in the stream, when and by whom, its name; and its own fields.

    Where a match caused it, `replay` leads to the moment of that match.
    """

    n: Count
    recorded_at: datetime
    actor: str
    type: str


class CampaignEventPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some events; `next` is what to ask for as `after`, null when these were the last.

    `rules`: ID → words, if wanted.
    """

    events: list[CampaignEvent]
    next: int | None
    version: Count
    rules: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class StreamWritten(msgspec.Struct, frozen=True):
    """What a command wrote to one stream, `campaign-<id>` or `company-<id>`, and how far that has come by it."""

    stream: str
    version: Count
    events: list[CampaignEvent]


class Warned(msgspec.Struct, frozen=True):
    """What a command was carried out in spite of: about which hero, and what to do about it."""

    company: UUID
    hero: str
    code: str
    message: str
    rule: str
    rule_text: str
    hint: str


class CampaignAnswered(msgspec.Struct, frozen=True):
    """What came of a command, stream by stream; `jobs` follow from it. `repeated`: it had happened before.

    `warnings`: what it was carried out in spite of, such as heroes who march out without a weapon.
    """

    campaign: UUID
    version: Count
    written: list[StreamWritten]
    jobs: list[UUID]
    repeated: bool
    warnings: list[Warned]


class ChangeReason(msgspec.Struct, frozen=True):
    """Why a value would change: an event of the company, by its name, under a rule.

    `undone`: the number of that event in the company's stream, where it no longer counts; 0: the command itself brings
    it. `match` and `match_event`: what in a match is behind it; empty and 0 where nothing is.
    """

    event: str
    rule: str
    rule_text: str
    undone: int
    match: str
    match_event: int


class ValueChanged(msgspec.Struct, frozen=True):
    """A value that a command would change: of a company, or of one of its heroes; and all that makes it so."""

    company: str
    hero: str
    field: str
    old: Any
    new: Any
    why: list[ChangeReason]


class EventNamed(msgspec.Struct, frozen=True):
    """An event by the stream that it is in, `match-<id>`, `company-<id>` and the like, and its number there."""

    stream: str
    n: int


class Hindrance(msgspec.Struct, frozen=True):
    """Why a hero cannot be fielded, by which rule, and what to do about it; the event that it goes back to, if any."""

    code: str
    message: str
    rule: str
    rule_text: str
    hint: str
    event: EventNamed | None


class CommandKind(msgspec.Struct, frozen=True):
    """A command of campaigns: who may give it, where it is sent, and the JSON schema of what is sent.

    What the server chooses (ids, commitments, secrets, names) is not in the schema.
    """

    type: str
    right: Right
    address: str
    title: str
    json_schema: dict[str, Any]
