"""Counterprayers: Active Defenses of enemies against a prayer, on which the GM rules. [HAC-ACT-03, HAC-Q-42]

1. The prayer is paid for and waits for the GM (`adjudication`); enemies who can pay are asked first: `ask`.
2. Each who prays against it pays, and the GM says what comes of that, with a roll or without: `pray`.
3. The first success ends it: nothing comes of the prayer: `come_out`. Else the GM adjudicates the prayer.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Counterprayer, Magic
from rules.hachigoku.decide.paying import can_pay, check_able, pay, price_of
from rules.hachigoku.decide.reactions import can_react, paid
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import get
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Adjudicating, Character, Praying, State
from rules.kernel.errors import Refused


def why_not_pray(state: State, order: Magic, one: Character) -> Refused | None:
    """Why somebody cannot answer a prayer; None: they can. [HAC-ADEF-07]"""
    message = ""
    if one.side == get(state, order.character).side:
        message = f"{one.called} is on the side of who prays."
    elif not can_react(one, order.character):
        message = f"{one.called} cannot answer a prayer."
    return refused("defense_not_allowed", message, "HAC-Q-42", field="character") if message else None


def ask(run: HacRun, order: Magic) -> None:
    """The window of the enemies who can pay; without any it is not opened. [HAC-ADEF-01]"""
    state = run.state
    found = (one for one in state.characters if can_pay(state, one, "defense", reaction=True))
    waiting = tuple(one.id for one in found if why_not_pray(state, order, one) is None)
    if waiting:
        run.emit(ev.CounterprayerWindow(against=order.character, characters=waiting))
        run.push(Praying(order, waiting))


def offers(state: State, frame: Praying) -> Iterator[Counterprayer]:
    for name in frame.waiting:
        yield paid(state, get(state, name), Counterprayer(character=name), "defense")


def pray(run: HacRun, frame: Praying, order: Counterprayer) -> None:
    """Pay; what comes of it is the GM's word. [HAC-ADEF-01, HAC-Q-42]"""
    one = check_able(run.state, order.character)
    pay(run, one.id, price_of(run.state, one, order, "defense"))
    run.emit(ev.CounterprayerMade(character=one.id, against=frame.order.character, text=order.text))
    step_back(run, frame, one.id)
    run.push(Adjudicating(order))


def step_back(run: HacRun, frame: Praying, name: str) -> None:
    """Somebody answers no more; after the last one the prayer is the GM's."""
    run.advance(replace(frame, waiting=tuple(one for one in frame.waiting if one != name)))


def come_out(run: HacRun, order: Counterprayer, *, success: bool) -> None:
    """A success ends the prayer, and with it the window. [HAC-ADEF-03]"""
    if not success:
        return
    frame = run.agenda[-1]
    assert isinstance(frame, Praying)
    run.pop()
    run.pop()
    run.emit(ev.PrayerCountered(character=frame.order.character, by=order.character))
