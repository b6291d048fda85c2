"""Commands to a match: who speaks, what comes of it, and what they are told."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from eventstore import api as store
from matches import log
from matches.access import THE_HOUSE, Person, Role, access
from matches.documents import event_documents, need_document, outcome_document, pending_document
from matches.errors import DiceWanted, Forbidden, Refusal, Stale, Unreadable
from matches.handler import Asked, Decision, Done, asked, carry_out
from matches.loading import LoadedMatch
from matches.outside import check_dice, check_plain
from matches.rulebooks import refusal_of
from rules.kernel.errors import KernelError, Malformed, Refused
from rules.kernel.ruleset import GM
from rules.kernel.table import Step
from rules.kernel.table_events import TABLE_COMMANDS, CommandOpened, DiceCorrected, DiceEntered

AT_THE_DICE = (CommandOpened, DiceEntered, DiceCorrected)


class Answer(msgspec.Struct, frozen=True):
    """What came of a command, for the eyes of who gave it.

    It wrote the events `first` to `version`. `pending`: who must decide what now. `repeated`: it had happened before,
    under the same Idempotency-Key, and nothing happened now.
    """

    match: uuid.UUID
    first: int
    version: int
    events: list[dict[str, Any]]
    pending: dict[str, Any]
    outcome: dict[str, Any] | None
    repeated: bool = False


def give_command(
    who: Person,
    match_id: uuid.UUID,
    command: Mapping[str, Any],
    *,
    dice: Sequence[int] = (),
    by: str = "",
    pending: int | None = None,
    key: str | None = None,
) -> Answer:
    """Give a command to a match.

    `dice` are faces typed with it, `by` the seat (or "gm") it is given for, by default whichever of one's own it
    belongs to, `pending` the id of the question it answers. Raises Refusal, and nothing has happened then; but
    DiceWanted after the command was stored, which the next dice go on with.
    """
    check_plain(command, "command")
    if not isinstance(command, dict) or not isinstance(command.get("type"), str):
        raise Unreadable('an object with a "type" is wanted', "command.type")
    faces = check_dice(dice)
    request = asked(who, f"command {match_id}", [command, faces, by, pending], key)

    def decide(match: LoadedMatch, role: Role) -> Decision:
        if pending is not None and not match.last_play <= pending <= match.version:
            raise Stale(pending, match.version)
        try:
            speaker = speaks_as(who, role, match, command, by)
            return Decision(happening(match, command, speaker, faces))
        except KernelError as error:
            raise _refusal(error, match, who) from None

    return _told(carry_out(match_id, request, decide), request)


def happening(match: LoadedMatch, command: Mapping[str, Any], by: str, faces: tuple[int, ...]) -> list[Any]:
    """The events that come of a command, the secret of the dice among them when it ends the match."""
    key = match.house_key()
    if match.table.rolls_house_dice() and not key:
        raise Refusal(
            "secret_missing",
            "The house dice of this match were made elsewhere, and their secret stayed there.",
            rule="KERNEL-DICE-01",
            hint="Fork the match: the fork rolls dice of its own.",
            status=409,
        )
    step = match.table.submit(command, by, faces, key, match.past)
    if step.left:
        raise _too_many(step, faces)
    return [*step.events, *_last_words(match, step)]


def _last_words(match: LoadedMatch, step: Step) -> Sequence[Any]:
    """What is told once the match is over."""
    if step.need is not None or not match.table.commitment:
        return ()
    secret = match.secret()
    if not secret:
        return ()
    table = match.table.copy()
    for event in step.events:
        table.apply(event, match.past)
    return table.closing(secret.hex())


def _too_many(step: Step, faces: tuple[int, ...]) -> Refused:
    first = len(faces) - len(step.left)
    left = ", ".join(map(str, step.left))
    return Refused(
        "bad_die",
        f"No roll asks for {left}. Nothing was stored.",
        "KERNEL-DICE-02",
        field=f"dice[{first}]",
        hint="Send only the dice that are wanted.",
    )


def speaks_as(who: Person, role: Role, match: LoadedMatch, command: Mapping[str, Any], by: str) -> str:
    """The seat, or "gm", a command is given for.

    * People speak for the seats they hold; the GM speaks for any, as the GM.
    * The house (bots, jobs, the command line) may speak for a seat itself, and for whoever a command belongs to.
    * Without `by`: for the own seat the command belongs to, else as the GM, else for the first seat held.
    """
    known = (GM, *match.ruleset.seats)
    if by and by not in known:
        raise Refusal(
            "unknown_seat", f"There is no seat {by!r}; there are: {', '.join(known)}.", field="by", status=400
        )
    if who is THE_HOUSE:
        return by
    if by in role.seats:
        return by
    if by and role.gm:
        return GM
    if by:
        raise Forbidden("not_your_seat", f"You do not hold the seat {by!r}.", field="by")
    owner = owner_of(match, command) if role.seats else ""
    if owner in role.seats:
        return owner
    if role.gm:
        return GM
    if not role.seats:
        raise Forbidden("no_seat", "You watch this match and hold no seat in it.", hint="Take a free seat first.")
    return role.seats[0]


def owner_of(match: LoadedMatch, command: Mapping[str, Any]) -> str:
    """The seat a command belongs to, as far as that can be told; dice belong to whose roll waits."""
    if command.get("type") in TABLE_COMMANDS:
        asks = match.pending().asks if match.table.opened is not None else ()
        return asks[0].seat if asks else ""
    if match.table.outcome() is not None:
        return ""
    owner: str = match.ruleset.owner(match.state, match.ruleset.parse(command))
    return owner


def _refusal(error: KernelError, match: LoadedMatch, who: Person) -> Refusal:
    """The kernel's no as ours; where other dice are wanted first, with the roll that waits."""
    refusal = refusal_of(error, match.ruleset.key)
    if isinstance(error, Refused) and error.code == "dice_wanted":
        refusal.need = need_document(match, who)
        refusal.more["pending"] = match.version
    if isinstance(error, Malformed) and not refusal.field.startswith(("command", "dice")):
        refusal.field = f"command.{refusal.field}" if refusal.field else "command"
    return refusal


def _speaker(done: Done, request: Asked) -> str:
    """With whose eyes the answer is told to who holds several seats: those of the seat that spoke. Else empty."""
    role = access(request.who, done.match.roster)
    if role.gm or len(role.seats) < 2:
        return ""
    recorded = store.read(done.match.stream, done.first - 1, done.last)
    spoke = [getattr(log.decoded(done.match.ruleset, one), "by", "") for one in recorded]
    return next((seat for seat in reversed(spoke) if seat in role.seats), "")


def _told(done: Done, request: Asked) -> Answer:
    """The answer to who gave the command; DiceWanted when its roll waits for dice."""
    match = done.match
    eyes = _speaker(done, request)
    events, last = event_documents(match, request.who, done.first - 1, done.last, eyes)
    if match.table.opened is not None and isinstance(last, AT_THE_DICE):
        raise DiceWanted(
            need_document(match, request.who),
            match.version,
            match=str(match.id),
            first=done.first,
            version=done.last,
            repeated=done.repeated,
        )
    return Answer(
        match=match.id,
        first=done.first,
        version=done.last,
        events=events,
        pending=pending_document(match, request.who, eyes),
        outcome=outcome_document(match),
        repeated=done.repeated,
    )
