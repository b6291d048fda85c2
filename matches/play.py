"""Commands to a match: who speaks, what comes of it, and what they are told."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from matches import event_codec
from matches.access import Role, access
from matches.dice_secrets import REPLACED
from matches.documents import check_speaker, documents_of, need_document, outcome_document, pending_document
from matches.errors import DiceWanted, Stale
from matches.handler import CommandRequest, CommandResult, Decision, carry_out, command_request
from matches.loading import LoadedMatch
from matches.rulebooks import refusal_of
from rules.kernel.asks import GM
from rules.kernel.dice import BadFace, NoKey
from rules.kernel.errors import KernelError, Malformed, Refused
from rules.kernel.messages import tag_of
from rules.kernel.reading import joined, says_something
from rules.kernel.table import Step
from rules.kernel.table_events import TABLE_COMMANDS, CommandOpened, DiceCorrected, DiceEntered, Rewind
from web.errors import Forbidden, Refusal, Unreadable
from web.people import THE_HOUSE, Person
from web.untrusted_input import LARGEST, check_plain

AT_THE_DICE = (CommandOpened, DiceEntered, DiceCorrected)
REWIND = tag_of(Rewind)
LONGEST_ECHO = 100
MOST_DICE = 1_000
# Where commands say why.
REASONS = ("reason", "note")
BATTLE_ELSEWHERE = (
    "As the GM, void the battle (void_battle), fork its match, and play the fork to its end: it rolls dice of its "
    "own. Then record the battle again (record_again) with the fork as `played`."
)
"""What to do about a battle whose house dice cannot be rolled here."""
# What a refusal may name besides a field of the command.
BESIDE_THE_COMMAND = frozenset({"command", "by", "dice", "position"})


class Answer(msgspec.Struct, frozen=True):
    """What came of a command, for the eyes of who gave it.

    It wrote the events `first` to `version`. `pending`: who must decide what now. `repeated`: it had happened before,
    under the same Idempotency-Key, and nothing happened now. `dice_left`: faces that no roll asked for, where the
    command stands all the same since house dice fell (else it is refused).
    """

    match: uuid.UUID
    first: int
    version: int
    events: list[dict[str, Any]]
    pending: dict[str, Any]
    outcome: dict[str, Any] | None
    repeated: bool = False
    dice_left: tuple[int, ...] = ()


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
        raise Unreadable('must be an object with a "type"', "command.type")
    faces = _check_dice(dice)
    request = command_request(who, f"command {match_id}", [command, faces, by, pending], key)
    step, readable = Step(()), without_blank_reasons(command)

    def decide(match: LoadedMatch, role: Role) -> Decision:
        if pending is not None and not match.last_play <= pending <= match.version:
            raise Stale(pending, match.version)
        _check_known(match, command)
        nonlocal step
        try:
            step = decided(match, readable, speaks_as(who, role, match, command, by), faces)
            check_reason(command)
        except KernelError as error:
            raise _refusal(error, match, who, command, faces) from None
        if step.fault is not None:
            step.fault.field = _field_at_fault(step.fault, command, faces)
        return Decision(step.events)

    done = carry_out(match_id, request, decide)
    return _answer(done, request, Step(()) if done.repeated else step)


def decided(match: LoadedMatch, command: Mapping[str, Any], by: str, faces: tuple[int, ...]) -> Step:
    """What comes of a command, the secret of the dice among its events when it ends the match.

    Refused where no roll asks for some of the `faces`, unless the command stands nevertheless; where it rolls house
    dice whose secret is kept elsewhere; and whatever it is where another secret is kept than was committed to.
    """
    if match.table.rolls_house_dice() and match.secret_replaced():
        raise _no_secret(match)
    try:
        step = match.table.submit(command, by, faces, match.house_key(), match.past)
    except NoKey:
        raise _no_secret(match) from None
    if step.left and not step.stands:
        raise _too_many(step, command, faces)
    return step.closed(match.secret(), match.past)


def _no_secret(match: LoadedMatch) -> Refusal:
    """Why no house die can fall: the secret was made elsewhere, or what is kept here is another one."""
    fork = BATTLE_ELSEWHERE if match.roster.campaign else "Fork the match: the fork rolls dice of its own."
    if match.secret_replaced():
        hint = f"The server administrator can restore the secret from a backup. Otherwise: {fork}"
        return Refusal("secret_replaced", REPLACED, rule="KERNEL-DICE-06", hint=hint, status=409)
    message = "The house dice of this match come from another server, and their secret stayed there."
    return Refusal("secret_missing", message, rule="KERNEL-DICE-01", hint=fork, status=409)


def without_blank_reasons(command: Mapping[str, Any]) -> dict[str, Any]:
    """The command, with reasons left empty that say nothing: whoever requires one refuses it then.

    Only here, where commands come in, as `check_reason`.
    """
    blank = {name for name in REASONS if isinstance(text := command.get(name), str) and not says_something(text)}
    return {name: "" if name in blank else value for name, value in command.items()}


def check_reason(command: Mapping[str, Any]) -> None:
    """Refuse a rewind of the GM that does not say why.

    Only here, where commands come in: those of old matches and of transcripts may lack a reason, and are decided again
    as they were.
    """
    if command["type"] == REWIND and not says_something(command.get("reason", "")):
        message = "A rewind needs a reason: everyone who may see the match can read it."
        raise Refused("reason_wanted", message, "KERNEL-TABLE-05", field="reason", hint="Give a reason.")


def _too_many(step: Step, command: Mapping[str, Any], faces: tuple[int, ...]) -> Refused:
    left = ", ".join(map(str, step.left))
    return Refused(
        "bad_die",
        f"No roll asks for {left}. Nothing was stored.",
        "KERNEL-DICE-02",
        field=_field_of_face(command, faces, len(step.left)),
        hint="Send only the dice that are needed.",
    )


def speaks_as(who: Person, role: Role, match: LoadedMatch, command: Mapping[str, Any], by: str) -> str:
    """The seat, or "gm", a command is given for.

    * People speak for the seats they hold; the GM speaks for any, as the GM.
    * The server (bots, jobs, the command line) may speak for a seat itself, and for whoever a command belongs to.
    * Without `by`: for the own seat the command belongs to, else as the GM, else for the first seat held that is asked.
    """
    check_speaker(match, by, "by")
    if who is THE_HOUSE:
        return by
    if not (who.key or who.unbound):
        raise Forbidden("not_authenticated", "Log in to play.", rule="KERNEL-MATCH-01", status=401)
    if by in role.seats:
        return by
    if by and role.gm:
        return GM
    if by:
        raise Forbidden("not_your_seat", f"You do not have the seat {by!r}.", field="by", rule="KERNEL-TABLE-02")
    owner = owner_of(match, command) if role.seats else ""
    if owner in role.seats:
        return owner
    if role.gm:
        return GM
    if not role.seats:
        raise no_seat()
    command_request = {ask.seat for ask in match.pending().asks}
    return next((seat for seat in role.seats if seat in command_request), role.seats[0])


def no_seat() -> Forbidden:
    """Why who only looks on decides nothing."""
    return Forbidden(
        "no_seat",
        "You are watching this match and have no seat in it.",
        rule="KERNEL-TABLE-02",
        hint="Take a free seat first.",
    )


def owner_of(match: LoadedMatch, command: Mapping[str, Any]) -> str:
    """The seat a command belongs to, as far as that can be told; dice belong to whose roll waits.

    A command to the table that names a seat, as a standing answer does, belongs to that.
    """
    if command.get("type") in TABLE_COMMANDS:
        seat = command.get("seat")
        if isinstance(seat, str) and seat:
            return seat
        asks = match.pending().asks if match.table.opened is not None else ()
        return asks[0].seat if asks else ""
    if match.table.outcome() is not None:
        return ""
    owner: str = match.ruleset.owner(match.state, match.ruleset.parse(command))
    return owner


def _refusal(
    error: KernelError, match: LoadedMatch, who: Person, command: Mapping[str, Any], faces: tuple[int, ...]
) -> Refusal:
    """The kernel's no as ours; where other dice are wanted first, with the roll that waits."""
    refusal = refusal_of(error, match.ruleset.key)
    if isinstance(error, Refused) and error.code == "dice_wanted":
        refusal.need = need_document(match, who)
        refusal.more["pending"] = match.version
    if isinstance(error, Malformed | Refused):
        refusal.field = _field_at_fault(error, command, faces)
    return refusal


def _check_known(match: LoadedMatch, command: Mapping[str, Any]) -> None:
    """Refuse a command that neither the game nor the table knows."""
    known = {*match.ruleset.command_types, *TABLE_COMMANDS}
    if command["type"] not in known:
        raise Unreadable(
            f"unknown type {command['type'][:LONGEST_ECHO]!r}; known are {', '.join(sorted(known))}", "command.type"
        )


def _field_at_fault(error: Malformed | Refused, command: Mapping[str, Any], faces: tuple[int, ...]) -> str:
    """Where in the request the fault lies that the kernel found: in its `command`, its `by` or its `dice`."""
    if isinstance(error, BadFace) and error.left:
        return _field_of_face(command, faces, len(error.left))
    if error.field.partition(".")[0].partition("[")[0] in BESIDE_THE_COMMAND:
        return error.field
    return joined("command", error.field) if error.field or isinstance(error, Malformed) else ""


def _field_of_face(command: Mapping[str, Any], faces: tuple[int, ...], left: int) -> str:
    """The field of the typed face from which `left` faces are left; those of a `dice` command come before `faces`."""
    if command["type"] == "correct_dice":
        return "command.face"
    own = command.get("faces", ()) if command["type"] == "dice" else ()
    place = len(own) + len(faces) - left
    return f"command.faces[{place}]" if place < len(own) else f"dice[{place - len(own)}]"


def _speaker(done: CommandResult, request: CommandRequest) -> str:
    """With whose eyes the answer is told to who holds several seats: those of the seat that spoke. Else empty."""
    role = access(request.who, done.match.roster)
    if role.gm or len(role.seats) < 2:
        return ""
    spoke = [getattr(event_codec.decoded(done.match.ruleset, one), "by", "") for one in done.recorded]
    return next((seat for seat in reversed(spoke) if seat in role.seats), "")


def _answer(done: CommandResult, request: CommandRequest, step: Step) -> Answer:
    """The answer to who gave the command; DiceWanted when its roll waits for dice."""
    match = done.match
    eyes = _speaker(done, request)
    events, last = documents_of(match, request.who, done.recorded, eyes)
    if match.table.opened is not None and isinstance(last, AT_THE_DICE):
        raise _wanted(done, request, step)
    return Answer(
        match=match.id,
        first=done.first,
        version=done.last,
        events=events,
        pending=pending_document(match, request.who, eyes),
        outcome=outcome_document(match),
        repeated=done.repeated,
        dice_left=step.left,
    )


def _wanted(done: CommandResult, request: CommandRequest, step: Step) -> DiceWanted:
    """That a roll waits for dice, and where a face was typed that its die cannot show, why it still waits."""
    more: dict[str, Any] = {"match": str(done.match.id), "first": done.first, "version": done.last}
    if step.fault is not None:
        more["dice_left"] = list(step.left)
    need = need_document(done.match, request.who)
    wanted = DiceWanted(need, done.match.version, repeated=done.repeated, **more)
    if step.fault is not None:
        wanted.message += f" One face was not taken, nor any after it: {step.fault.message}."
        wanted.field = step.fault.field
    return wanted


def _check_dice(dice: Sequence[object]) -> tuple[int, ...]:
    """Typed faces: whole numbers, not too many. Which die may show which face is for the roll to say."""
    if len(dice) > MOST_DICE:
        raise Unreadable(f"more than {MOST_DICE} dice", "dice")
    for place, face in enumerate(dice):
        if type(face) is not int or not -LARGEST <= face <= LARGEST:
            raise Unreadable("a face is a whole number", f"dice[{place}]")
    return tuple(face for face in dice if isinstance(face, int))
