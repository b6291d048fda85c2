"""What goes over the wire, as structs: requests are read into them, answers are described by them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from matches.facts import Visibility
from matches.invitations import SeatOfferShown
from matches.models import Match
from rules.kernel.table_events import DiceKind
from web.api.shapes import Count, ImportedBy, ImportTold, imported_by

Status = Literal["waiting", "running", "finished", "abandoned"]


class CommandGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a match.

    `command` is an object with a `type`, one of the game's (see `/rulesets/{key}/`) or of the table's: dice,
    correct_dice, add_salt, standing, clear_standing, rewind, pause, resume, abandon. `dice` are faces typed along
    with it. `by` is the seat it is given for, or "gm"; left out, it is your own. `pending` is the id of the question
    it answers: a stale one is refused.
    """

    command: dict[str, Any]
    dice: list[int] = []
    by: str = ""
    pending: int | None = None


class MatchChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the GM may change about a match; what is left out stays.

    `gm` is the name of the user who is invited to run it.
    """

    title: str | None = None
    visibility: Visibility | None = None
    open_seats: bool | None = None
    gm: str | None = None


class SeatTaking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat: `invite` is the token of its invitation, where one is wanted."""

    invite: str = ""


class SeatAssignment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is invited to a seat: the name of a user, null to clear it."""

    user: str | None


class SeatHeld(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat and who holds it; null: it is free. `invited`: the name that is invited to it, as the GM sees."""

    seat: str
    holder: str | None
    invited: str = ""


class SeatOffered(msgspec.Struct, frozen=True):
    """A seat that you are invited to, `by` somebody who runs the match; "gm" is to run it."""

    match: UUID
    title: str
    ruleset: str
    seat: str
    by: str
    made_at: datetime


def seat_offered(offer: SeatOfferShown) -> SeatOffered:
    """An invitation as a document."""
    return SeatOffered(offer.match.pk, offer.match.title, offer.match.ruleset, offer.seat, offer.by, offer.made_at)


class MatchListed(msgspec.Struct, frozen=True):
    """A match in a list. `summary` holds the game's clock, how it ended, and who is waited for.

    `forked_from_import`: what led to it came from a file that no trusted server has signed, in the match that it was
    forked from or in one before that.
    """

    id: UUID
    title: str
    ruleset: str
    ruleset_version: Count
    status: Status
    visibility: Visibility
    open_seats: bool
    version: Count
    gm: str
    seats: list[SeatHeld]
    summary: dict[str, Any]
    forked_from: UUID | None
    forked_at: int | None
    imported: ImportedBy | None
    created_at: datetime
    updated_at: datetime
    forked_from_import: bool = False


class Score(msgspec.Struct, frozen=True):
    """Why a match ended, who won (null: nobody, or several together), all who won, and the score by seat."""

    termination: str
    winner: str | None
    winners: list[str]
    score: dict[str, int]


class ForkSource(msgspec.Struct, frozen=True):
    """Where a fork comes from, and the hash of the event it goes on after.

    `imported`: what led to the fork, in that match or in one that it was forked from in turn, came from a file that no
    trusted server has signed.
    """

    match: str
    version: int
    hash: str
    imported: bool


class RoleSeen(msgspec.Struct, frozen=True):
    """What the asker is in a match. "none": they gave a private match away, and see it no more."""

    name: Literal["gm", "seat", "spectator", "none"]
    seats: list[str]


class MatchSeen(msgspec.Struct, frozen=True):
    """The head of a match. `commitment` is the SHA-256 of the secret of its house dice.

    `gm_invited`: the name that is invited to run it, as the GM sees.
    """

    id: UUID
    title: str
    ruleset: str
    ruleset_title: str
    ruleset_version: int
    status: Status
    visibility: Visibility
    open_seats: bool
    version: Count
    gm: str | None
    seats: list[SeatHeld]
    dice: dict[str, DiceKind]
    commitment: str
    forked_from: ForkSource | None
    outcome: Score | None
    clock: dict[str, int | str]
    imported: list[ImportTold]
    role: RoleSeen
    gm_invited: str = ""


class MatchMade(msgspec.Struct, frozen=True):
    """The id of a match that was opened, forked or imported."""

    id: UUID


class AskSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One decision that somebody has to make. `options` and `default` are for who decides; `yours`: that is you."""

    seat: str
    kind: str
    rule: str
    why: str
    rule_text: str
    yours: bool
    player: str = ""
    options: dict[str, Any] = {}
    default: dict[str, Any] | None = None
    window: bool = False


class PendingSeen(msgspec.Struct, frozen=True):
    """Every decision that play waits for.

    Answer it with its `id`. `paused` is the GM's reason, empty while play goes on.
    """

    id: Count
    asks: list[AskSeen]
    paused: str


class StateSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The situation as `eyes` see it: "gm", a seat, or "" for everybody.

    For the GM also as a `position` to open a match from.
    """

    version: Count
    eyes: str
    status: Status
    clock: dict[str, int | str]
    view: dict[str, Any]
    pending: PendingSeen
    outcome: Score | None
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class EventSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event: beside these its own fields; while it is hidden from the asker, `redacted` and its `hash`."""

    n: Count
    recorded_at: str
    type: str
    redacted: bool = False
    hash: str = ""


class EventPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some events; `next` is what to ask for as `after`, null when these were the last.

    `rules`: ID → words, if wanted.
    """

    events: list[EventSeen]
    next: int | None
    version: Count
    rules: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class LegalCommand(msgspec.Struct, frozen=True):
    """A command that would be accepted now, and the seat it belongs to."""

    seat: str
    command: dict[str, Any]


class LegalCommands(msgspec.Struct, frozen=True):
    """The commands that would be accepted of the asker now; `more`: there are others."""

    id: Count
    commands: list[LegalCommand]
    more: bool


class Answered(msgspec.Struct, frozen=True):
    """What came of a command.

    That is the events `first` to `version`, who must decide now, and how the match ended if it did. `dice_left` are
    typed faces that no roll asked for, after house dice had fallen.
    """

    match: UUID
    first: Count
    version: Count
    events: list[EventSeen]
    pending: PendingSeen
    outcome: Score | None
    repeated: bool
    dice_left: list[int]


class Invitation(msgspec.Struct, frozen=True):
    """A token with which the seat may be taken once."""

    seat: str
    invite: str


class Replay(msgspec.Struct, frozen=True):
    """The replay document.

    The view after event n is that of the last checkpoint at or before n, with the patches after it. `outline` is the
    log in turns, goes and acts: each names the event that tells it, its first and last, and the roll it came down to.
    """

    format: str
    match: UUID
    title: str
    ruleset: str
    ruleset_version: int
    seat: str
    version: Count
    opening: int
    outcome: Score | None
    events: list[dict[str, Any]]
    checkpoints: list[dict[str, Any]]
    marks: dict[str, list[int]]
    moments: list[dict[str, Any]]
    outline: list[dict[str, Any]]
    voided: list[list[int]]
    rules: dict[str, str]
    imported: list[ImportTold]


class Verified(msgspec.Struct, frozen=True):
    """Whether a match is what it says: its chain of hashes, its rules decided again, its house dice recomputed."""

    ok: bool
    version: Count
    chain: dict[str, Any]
    rules: dict[str, Any] | None
    dice: dict[str, Any] | None
    imported: list[ImportTold]


class RulesetListed(msgspec.Struct, frozen=True):
    """A game: `version` rises when its rules would decide otherwise."""

    key: str
    title: str
    version: int
    seats: list[str]


class RulesetSeen(msgspec.Struct, frozen=True):
    """A game with the JSON schemas of what it reads. `setup` and `position` are null where it tells no shape."""

    key: str
    title: str
    version: int
    seats: list[str]
    bots: list[str]
    house_rules: dict[str, Any]
    commands: dict[str, Any]
    table_commands: dict[str, Any]
    setup: dict[str, Any] | None
    position: dict[str, Any] | None


class RuleSeen(msgspec.Struct, frozen=True):
    """The words of a rule."""

    id: str
    text: str


class TokenSeen(msgspec.Struct, frozen=True):
    """A token to send as `Authorization: Token …`, and until when."""

    token: str
    expires_at: datetime


def listed(row: Match) -> MatchListed:
    """A row as a list shows it; its people must have been fetched."""
    return MatchListed(
        id=row.pk,
        title=row.title,
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        status=row.status,  # type: ignore[arg-type]  # the column holds one of these
        visibility=row.visibility,  # type: ignore[arg-type]  # the same
        open_seats=row.open_seats,
        version=row.version,
        gm=row.gm_name,
        seats=[SeatHeld(seat.name, seat.holder or None) for seat in row.seats.all()],
        summary=row.summary,
        forked_from=row.forked_from,
        forked_at=row.forked_at,
        imported=imported_by(row),
        created_at=row.created_at,
        updated_at=row.updated_at,
        forked_from_import=row.forked_from_import,
    )
