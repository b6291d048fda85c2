"""The table a game is played on: one match as its events make it, and the one way a command becomes events.

`Table.submit` is where all commands arrive, from a transcript, the API, the admin or a bot. It changes nothing: the
caller stores the events of the `Step` it gets, and goes on from the table that the step carries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from rules.kernel import table_events as te
from rules.kernel.agenda import NewEvents
from rules.kernel.asks import GM, Ask, Pending
from rules.kernel.dice import BadFace, HouseDice, NoKey, SeatDice, TableDice, check_face
from rules.kernel.errors import NeedDice, Refused, RunawayLoop
from rules.kernel.folding import OpenCommand, Past, StandingAnswer, TableState
from rules.kernel.game import AnyGame
from rules.kernel.messages import Command as CommandStruct, Event
from rules.kernel.reading import Document, Json, plain, read_tagged
from rules.kernel.rolls import Need

Command: TypeAlias = Document | CommandStruct
"""A command as plain JSON; or as the struct that it is read into, from those who make such themselves: bots."""

STANDING = "standing"
AUTO_LIMIT = 10_000
MOST_SIDES = 1_000_000
"""No die has more; what the die in question has is checked when it is taken."""


class Step(msgspec.Struct, frozen=True):
    """What came of a submitted command.

    `after` is the table as `events` leave it, for the caller to go on with; it is nobody's to change (None: of a step
    that no table has made). `need` is set when a roll waits for typed dice: then the last events are `command_opened`
    and, if some were typed, `dice_entered`; `preview` holds what would have happened before that roll. `left` are typed
    faces no roll asked for, or those from the first on that its die cannot show: `fault` says so. `stands`: house dice
    have fallen that nobody had seen, so that the command must be stored whatever is left; else who sees `left` may
    refuse it.
    """

    events: tuple[Event, ...]
    after: Table | None = None
    need: Need | None = None
    preview: tuple[Event, ...] = ()
    left: tuple[int, ...] = ()
    fault: BadFace | None = None
    stands: bool = False

    def closed(self, secret: bytes, past: Past) -> Step:
        """The step with its last word: the `secret` of the house dice, if it ends a match that has one (else empty)."""
        if self.after is None or not secret or self.after.outcome() is None:
            return self
        ending = self.after.closing(secret.hex())
        return replace(self, events=(*self.events, *ending), after=self.after.folded(ending, past))


class _DiceSeen(Exception):
    """House dice have fallen before a typed face that cannot be: the command stands, without that face."""

    def __init__(self, fault: BadFace) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Call(msgspec.Struct, frozen=True):
    """What comes with a command: who gives it, the faces typed with it, the key of the house dice, the match so far."""

    by: str
    typed: tuple[int, ...]
    key: bytes
    past: Past


class Table(TableState):
    """A match at one moment, and what may be asked of it."""

    # Questions

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of this match: whose dice were spoken of when it was opened, all where none were. Not the GM's."""
        taken = self.dice_kinds or self.ruleset.seats
        return tuple(seat for seat in self.ruleset.seats if seat in taken)

    def pending(self, house_key: bytes = b"") -> Pending:
        """Who must decide what; with a command open, the dice it waits for; nothing once the match is over.

        Without `house_key` the roll that waits is not named where house dice come before it.
        """
        if self.outcome() is not None:
            return Pending(id=self.version)
        if self.opened is not None:
            return Pending((self._dice_ask(self.opened, house_key),), self.version)
        return Pending(self.ruleset.pending(self.state).asks, self.version)

    def need(self, house_key: bytes = b"") -> Need | None:
        """The roll that the open command waits for. `NoKey` without the key of house dice that come before it."""
        if self.opened is None:
            return None
        try:
            self.decide(self.opened.command, self.opened.by, TableDice(self.opened.tape), self.house_dice(house_key))
        except NeedDice as wanted:
            return wanted.need
        return None

    def rolls_house_dice(self) -> bool:
        """Whether any seat of this match rolls house dice."""
        return "house" in self.dice_kinds.values()

    def closing(self, secret: str) -> tuple[te.SecretRevealed, ...]:
        """What is still to be told once the match is over: the secret of the house dice (in hex), once."""
        if not self.commitment or self.secret or self.outcome() is None:
            return ()
        return (te.SecretRevealed(secret=secret),)

    def _dice_ask(self, opened: OpenCommand, house_key: bytes) -> Ask:
        options: Json = {"typed": list(opened.tape)}
        seat, need = opened.by if opened.by != STANDING else GM, None
        with suppress(NoKey):
            need = self.need(house_key)
        if need is not None:
            seat = need.seat
        if opened.secret is None:
            options["command"] = opened.command
            options["need"] = msgspec.to_builtins(need)
        return Ask(seat=seat, kind="dice", rule="KERNEL-DICE-03", why="A roll is waiting for dice.", options=options)

    # Commands

    def submit(self, command: Command, by: str, typed: Sequence[int], house_key: bytes, past: Past) -> Step:
        """What comes of a command given by a seat, by the GM, or (`by` empty) by whoever owns it.

        `typed` are faces from the table, `house_key` the key of the house dice (unused where all dice are typed).
        Raises `Malformed`, `Refused`, or `NoKey` for a house die without a key; nothing has happened then.

        A typed face that cannot be is refused, but not once house dice have fallen before it that nobody had seen
        (KERNEL-DICE-02): what the refusal tells about them could be looked at, and the command be withdrawn.
        """
        if by and by != GM and by not in self.seats:
            raise _unknown_seat(by, "by")
        if self.outcome() is not None:
            raise self.ruleset.over_refusal(self.state)
        call = Call(by, tuple(typed), house_key, past)
        order = self._table_order(command)
        if type(order) is te.EnterDice:
            call = replace(call, typed=(*order.faces, *call.typed))
        try:
            return self._carried_out(command, order, call)
        except _DiceSeen as seen:
            fault = seen.fault
            kept = replace(call, typed=call.typed[: -len(fault.left)])
            step = self._carried_out(command, order, kept)
            return replace(step, left=fault.left, fault=fault, stands=True)

    def _carried_out(self, command: Command, order: CommandStruct | None, call: Call) -> Step:
        """What comes of a command, which is the table's own where it was read as an `order`."""
        if order is not None:
            return self._orders[type(order)](self, order, call)
        if self.opened is not None:
            message = "A command is waiting for its dice; nothing else can happen before that."
            raise Refused("dice_wanted", message, "KERNEL-DICE-03", hint="Enter the dice, or ask the GM to rewind.")
        self._check_running(call.by)
        return self._play(command, call.by, TableDice(call.typed), call)

    def _check_running(self, by: str) -> None:
        if self.paused and by != GM:
            reason = f"The GM has paused the match: {self.paused}"
            raise Refused("paused", reason, "KERNEL-TABLE-03", hint="Wait for the GM.")

    def house_dice(self, key: bytes) -> HouseDice:
        """House dice from the first unused block on. Without `key` none falls: what rolls one raises `NoKey`."""
        return HouseDice(key, self.dice_index)

    def decide(self, command: Command, by: str, tape: TableDice, house: HouseDice) -> NewEvents:
        """Let the game decide. The seat is checked here, so that no game has to."""
        order = self._game_order(command)
        owner = self.ruleset.owner(self.state, order)
        if not by:
            by = owner or GM
        elif by not in (GM, STANDING) and owner == GM:
            raise _gm_only()
        elif by not in (GM, STANDING, owner) and owner:
            message, hint = f"That is for {owner} to decide, not {by}.", f"Wait for {owner}."
            raise Refused("not_your_seat", message, "KERNEL-TABLE-02", field="by", hint=hint)
        dice = SeatDice(self.dice_kinds, self.dice_kinds.get(GM, "table"), house, tape)
        return self.ruleset.decide(self.state, order, dice, by)

    def _play(self, command: Command, by: str, tape: TableDice, call: Call, first: Sequence[Event] = ()) -> Step:
        """Play a command and every standing answer that comes due after it. `first` are events that go before it."""
        table = self.folded(first, call.past)
        events = list(first)
        for _ in range(AUTO_LIMIT):
            typed, house = tape.unused, table.house_dice(call.key)
            try:
                new_events = table.decide(command, by, tape, house)
            except BadFace as fault:
                if self._unseen(house.index, call.key):
                    raise _DiceSeen(fault) from None
                raise
            except NeedDice as wanted:
                opened = table.opened_by(command, by, typed) if table.opened is None else []
                after = table.folded(opened, call.past)
                return Step((*events, *opened), after, wanted.need, tuple(wanted.events))
            table.take(new_events)
            events.extend(new_events)
            answer = table.answer_due()
            if answer is None:
                left = tape.unused
                stands = bool(left) and self._unseen(table.dice_index, call.key)
                return Step(tuple(events), table, left=left, stands=stands)
            command, by = answer, STANDING
        raise RunawayLoop(f"standing answers did not end within {AUTO_LIMIT} commands")

    def _unseen(self, index: int, key: bytes) -> bool:
        """Whether house dice up to block `index` have fallen that nobody had seen, in a match that mixes its dice."""
        mixed = "table" in self.dice_kinds.values() and self.rolls_house_dice()
        return mixed and index > (self._shown_index(key) or self.dice_index)

    def folded(self, events: Iterable[Event], past: Past) -> Table:
        """Another table: this one after `events`."""
        table = self.copy()
        for event in events:
            table.apply(event, past)
        return table

    def opened_by(self, command: Command, by: str, typed: tuple[int, ...]) -> list[Event]:
        """A command that waits for dice, and the dice that were typed with it."""
        order = self._game_order(command)
        by = by or self.ruleset.owner(self.state, order) or GM
        secret = self.ruleset.hidden_command(self.state, order)
        document = plain(command) if isinstance(command, CommandStruct) else dict(command)
        opened = te.CommandOpened(by=by, command=document, secret=secret)
        return [opened, te.DiceEntered(by=by, faces=typed)] if typed else [opened]

    def answer_due(self) -> Json | None:
        """The default of an ask that a standing answer covers. None while the GM has paused the match."""
        if not self.standing or self.paused or self.opened is not None or self.outcome() is not None:
            return None
        clock = self.ruleset.clock(self.state)
        for ask in self.ruleset.pending(self.state).asks:
            if ask.default is not None and any(_covers(answer, ask, clock) for answer in self.standing):
                return ask.default
        return None

    def _step_of(self, events: tuple[Event, ...], call: Call) -> Step:
        """The step that writes nothing but `events`, which are the table's own."""
        return Step(events, self.folded(events, call.past), left=call.typed)

    def _answered(self, first: tuple[Event, ...], call: Call) -> Step:
        """`first`, and the standing answers that come due after it."""
        answer = self.folded(first, call.past).answer_due()
        if answer is None:
            return self._step_of(first, call)
        return self._play(answer, STANDING, TableDice(call.typed), call, first)

    def _table_order(self, command: Command) -> CommandStruct | None:
        """A command to the table as its struct; None for one to the game."""
        if isinstance(command, CommandStruct):
            return command if type(command) in self._orders else None
        return read_tagged(command, te.TABLE_COMMANDS, "command") if te.is_table_command(command) else None

    def _game_order(self, command: Command) -> CommandStruct:
        """A command to the game as the game's own struct; `Malformed` when it cannot be read."""
        return command if isinstance(command, CommandStruct) else self.ruleset.parse(command)

    # The table's own commands

    def _enter_dice(self, _order: te.EnterDice, call: Call) -> Step:
        opened = self._opened_for(call)
        if not call.typed:
            message, hint = "No dice have been entered.", "Enter the faces of the dice."
            raise Refused("bad_die", message, "KERNEL-DICE-02", field="faces", hint=hint)
        entered = te.DiceEntered(by=call.by or opened.by, faces=call.typed)
        return self._play(opened.command, opened.by, TableDice((*opened.tape, *call.typed)), call, (entered,))

    def _correct_dice(self, order: te.CorrectDice, call: Call) -> Step:
        opened = self._opened_for(call)
        if not 0 <= order.index < len(opened.tape):
            message = f"There is no entered die number {order.index}."
            hint = f"{len(opened.tape)} dice have been entered for this roll; the first is number 0."
            raise Refused("bad_die", message, "KERNEL-DICE-04", field="index", hint=hint)
        corrected = te.DiceCorrected(by=call.by or opened.by, index=order.index, face=order.face, reason=order.reason)
        tape = (*opened.tape[: order.index], order.face)
        if call.typed:
            message, hint = "Enter dice after the correction, not with it.", "Leave the dice out."
            raise Refused("bad_die", message, "KERNEL-DICE-04", field="dice", hint=hint)
        check_face(
            order.face, MOST_SIDES, "face", zero=True
        )  # which die it was, and whether it has a 0, the roll knows
        if call.by not in ("", GM) and self._index_at(tape[:-1], call.key) < self._index_at(opened.tape, call.key):
            message = "House dice have been rolled after that die; only the GM may correct it now."
            raise Refused("dice_seen", message, "KERNEL-DICE-04", field="index", hint="Ask your GM.")
        return self._play(opened.command, opened.by, TableDice(tape), call, (corrected,))

    def _opened_for(self, call: Call) -> OpenCommand:
        opened = self.opened
        if opened is None:
            message = "No roll is waiting for dice."
            raise Refused("no_dice_wanted", message, "KERNEL-DICE-03", hint="Give a command first.")
        self._check_running(call.by)
        need = self.need(call.key)
        if call.by not in ("", GM, opened.by) and need is not None and call.by != need.seat:
            message, hint = f"{need.seat} has to enter these dice.", f"Wait for {need.seat}."
            raise Refused("not_your_seat", message, "KERNEL-TABLE-02", field="by", hint=hint)
        return opened

    def _add_salt(self, order: te.AddSalt, call: Call) -> Step:
        seat = self._own_seat(order.seat, call.by)
        if self.rolled or self.opened is not None:
            message, hint = "Dice have been rolled; salts come before the first roll.", "Play on without it."
            raise Refused("salt_too_late", message, "KERNEL-DICE-05", hint=hint)
        if not 1 <= len(order.salt) <= 64 or not order.salt.isprintable() or not order.salt.strip():
            message = "A salt must have 1 to 64 visible characters."
            raise Refused("bad_salt", message, "KERNEL-DICE-05", field="salt", hint="Choose another text.")
        return self._step_of((te.SaltAdded(seat=seat, salt=order.salt),), call)

    def _set_standing(self, order: te.SetStanding, call: Call) -> Step:
        by, mark = call.by or GM, str(self.ruleset.clock(self.state).get(order.until, ""))
        answers = tuple(
            te.StandingSet(by=by, seat=seat, player=order.player, answer=order.answer, until=order.until, mark=mark)
            for seat in self._seats(order.seat, call.by)
        )
        return self._answered(answers, call)

    def _clear_standing(self, order: te.ClearStanding, call: Call) -> Step:
        by, seats = call.by or GM, self._seats(order.seat, call.by)
        cleared = tuple(te.StandingCleared(by=by, seat=seat, player=order.player) for seat in seats)
        return self._step_of(cleared, call)

    def _seats(self, seat: str, by: str) -> tuple[str, ...]:
        """The seats a standing answer is for: the one named, one's own, or for the GM all."""
        if not seat and by in ("", GM):
            return self.seats
        return (self._own_seat(seat, by),)

    def _own_seat(self, seat: str, by: str) -> str:
        seat = seat or by
        if seat not in self.seats:
            raise _unknown_seat(seat, "seat")
        if by not in ("", GM, seat):
            message, hint = f"{by} cannot answer for {seat}.", "Leave seat out, or name your own."
            raise Refused("not_your_seat", message, "KERNEL-TABLE-02", field="seat", hint=hint)
        return seat

    def _rewind(self, order: te.Rewind, call: Call) -> Step:
        _check_gm(call.by)
        point = call.past.decision_point(order.to) if 1 <= order.to <= self.version else None
        if point is None:
            message = f"There is no decision point at or before event {order.to} of this match."
            hint = f"Name an event from {self.opening} to {self.version}."
            raise Refused("bad_rewind", message, "KERNEL-TABLE-05", field="to", hint=hint)
        rewound = te.Rewound(by=call.by or GM, to=point, reason=order.reason, dice_index=self._shown_index(call.key))
        return self._step_of((rewound,), call)

    def _shown_index(self, key: bytes) -> int:
        """The house dice that the open command has shown are used up; 0 when it has shown none."""
        if self.opened is None or not self.rolls_house_dice():
            return 0
        index = self._index_at(self.opened.tape, key)
        return index if index > self.dice_index else 0

    def _index_at(self, tape: Sequence[int], key: bytes) -> int:
        """The next unused block of the house dice where the open command waits with only these faces typed."""
        if self.opened is None or not self.rolls_house_dice():
            return self.dice_index
        house = self.house_dice(key)
        try:
            self.decide(self.opened.command, self.opened.by, TableDice(tape), house)
        except NeedDice:
            return house.index
        return self.dice_index

    def _pause(self, order: te.Pause, call: Call) -> Step:
        _check_gm(call.by)
        if self.paused:
            message = f"The match is paused already: {self.paused}"
            raise Refused("already_paused", message, "KERNEL-TABLE-03", hint="Resume it to play on.")
        return self._step_of((te.PlayPaused(by=call.by or GM, reason=_reason(order.reason)),), call)

    def _resume(self, order: te.Resume, call: Call) -> Step:
        _check_gm(call.by)
        if not self.paused:
            raise Refused("not_paused", "The match is not paused.", "KERNEL-TABLE-03", hint="Play on.")
        return self._answered((te.PlayResumed(by=call.by or GM, reason=order.reason),), call)

    def _abandon(self, order: te.Abandon, call: Call) -> Step:
        _check_gm(call.by)
        return self._step_of((te.MatchAbandoned(by=call.by or GM, reason=_reason(order.reason)),), call)

    _orders: ClassVar[dict[type, Callable[[Table, Any, Call], Step]]] = {
        te.EnterDice: _enter_dice,
        te.CorrectDice: _correct_dice,
        te.AddSalt: _add_salt,
        te.SetStanding: _set_standing,
        te.ClearStanding: _clear_standing,
        te.Rewind: _rewind,
        te.Pause: _pause,
        te.Resume: _resume,
        te.Abandon: _abandon,
    }


def open_table(  # noqa: PLR0913 – by name, all but the first two
    ruleset: AnyGame,
    match: str,
    *,
    setup: Document | None = None,
    position: Document | None = None,
    house_rules: Document | None = None,
    dice: Mapping[str, te.DiceKind] | None = None,
    commitment: str = "",
    origin: te.Origin | None = None,
) -> list[Event]:
    """The first events of a match, from rosters (`setup`) or from a `position`.

    `dice` says per seat of the game (and for "gm") who rolls which; seats left out type theirs in, and those that the
    match has not are passed over. `Malformed` or `Refused` when the rosters or the position are bad, `ValueError` for
    house dice without a `commitment`.
    """
    wanted = dice or {}
    for seat in wanted:
        if seat not in (*ruleset.seats, GM):
            raise _unknown_seat(seat, f"dice.{seat}")
    if "house" in wanted.values() and not commitment:
        raise ValueError("house dice need the commitment to their secret")
    first = _first_events(ruleset, setup, position, house_rules or {})
    seats = ruleset.seats_of(reduce(ruleset.evolve, first, None))
    kinds: dict[str, te.DiceKind] = {seat: wanted.get(seat, "table") for seat in (*seats, GM)}
    opened = te.MatchOpened(
        match=match,
        ruleset=ruleset.key,
        ruleset_version=ruleset.version,
        dice=kinds,
        opening=len(first) + 1,
        commitment=commitment,
        origin=origin,
    )
    return [opened, *first]


def _first_events(
    ruleset: AnyGame,
    setup: Document | None,
    position: Document | None,
    house_rules: Document,
) -> list[Event]:
    """What the game writes at the opening. No dice fall there: nobody could have added a salt or looked on."""
    try:
        if position is not None:
            return list(ruleset.open_position(position, house_rules))
        return list(ruleset.open(setup or {}, house_rules, TableDice()))
    except NeedDice as wanted:
        need = wanted.need
        raise Refused(
            "dice_wanted",
            f"The match would begin with a roll: {need.roll} for {need.purpose} by {need.by}.",
            "KERNEL-DICE-09",
            field="setup" if position is None else "position",
            hint="Describe the situation after that roll, or before the command that leads to it.",
        ) from None


def _covers(answer: StandingAnswer, ask: Ask, clock: Mapping[str, int | str]) -> bool:
    """Whether a standing answer still holds and is meant for this ask."""
    return (
        answer.seat == ask.seat
        and answer.player in ("", ask.player)
        and (ask.window or answer.answer == "auto")
        and answer.mark == str(clock.get(answer.until, ""))
    )


def _reason(text: str) -> str:
    if not text.strip():
        message, hint = "A GM action needs a reason.", "Give a reason that everybody can read."
        raise Refused("reason_wanted", message, "KERNEL-TABLE-04", field="reason", hint=hint)
    return text


def _check_gm(by: str) -> None:
    if by not in ("", GM):
        raise _gm_only()


def _gm_only() -> Refused:
    return Refused("gm_only", "Only the GM may do this.", "KERNEL-TABLE-02", field="type", hint="Ask your GM.")


def _unknown_seat(seat: str, field: str) -> Refused:
    message, hint = f"There is no seat {seat!r}.", "Name a seat of this match."
    return Refused("unknown_seat", message, "KERNEL-TABLE-02", field=field, hint=hint)
