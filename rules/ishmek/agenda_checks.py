"""Whether the frames of a position can be played on: every frame names what is there, and one on top decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ishmek import state as st
from rules.ishmek.arena import COMPASS, on_board
from rules.ishmek.checks import BOUND, bad_position
from rules.ishmek.commands import React
from rules.ishmek.decide.deeds import BURNS
from rules.ishmek.decide.windows import TRIGGER_RULE
from rules.ishmek.questions import ability_mod, find, orb_of
from rules.kernel.agenda import Declared, Window
from rules.kernel.reading import read

LONGEST = 64
DECISIONS = (Window, st.Placing, st.Contest, st.PushChoice, st.Forced, st.Adjudication, st.BounceChoice)
"""Frames that wait for somebody: only the top one can."""


def check_agenda(agenda: tuple[Any, ...], state: st.State) -> None:
    """Refuse an agenda that no match can have come to."""
    if not agenda or not isinstance(agenda[0], st.TurnFrame):
        raise bad_position("The agenda starts with the turn frame.", "agenda", "ISH-TURN-01")
    for place, frame in enumerate(agenda):
        field = f"agenda[{place}]"
        top = place == len(agenda) - 1
        if (isinstance(frame, st.TurnFrame) and place > 0) or (isinstance(frame, DECISIONS) and not top):
            raise bad_position("That frame cannot stand there.", field, "ISH-TURN-01")
        check = _CHECKS.get(type(frame))
        if check is not None and not check(state, frame, agenda[:place], field):
            raise bad_position("That frame cannot come about in this situation.", field, "ISH-TURN-01")


def _there(state: st.State, *players: str) -> bool:
    """Whether all of them are on the field."""
    return all((found := find(state, player)) is not None and found.at is not None for player in players)


def _known(state: st.State, *players: str) -> bool:
    return all(find(state, player) is not None for player in players)


def _opponents(state: st.State, one: str, other: str) -> bool:
    first, second = find(state, one), find(state, other)
    return first is not None and second is not None and first.team != second.team and _there(state, one, other)


def _turn(state: st.State, frame: st.TurnFrame, below: Any, field: str) -> bool:
    return frame.stage != "pick" or frame.next_team is not None


def _placing(state: st.State, frame: st.Placing, below: Any, field: str) -> bool:
    named = [player for players in (*frame.players.values(), *frame.bench.values()) for player in players]
    free = all((found := find(state, player)) is not None and found.at is None for player in named)
    sides = set(frame.waiting) <= set(frame.players) <= set(frame.limit)
    most = {side: len(due) + len(frame.bench.get(side, ())) for side, due in frame.players.items()}
    room = sides and all(0 < frame.limit[side] <= count for side, count in most.items())
    return bool(frame.waiting) and free and room and set(frame.made) <= set(named)


def _go(state: st.State, frame: st.Go, below: Any, field: str) -> bool:
    first = not any(isinstance(other, st.Go) for other in below)
    return first and _known(state, frame.player) and all(squares in (1, 2) for squares in frame.burns)


def _window(state: st.State, frame: Window, below: Any, field: str) -> bool:
    alone = len(set(frame.waiting)) == len(frame.waiting) > 0
    return (
        alone and frame.trigger in TRIGGER_RULE and _there(state, *frame.waiting) and _declared(frame.declared, field)
    )


def _declared(reactions: tuple[Declared, ...], field: str) -> bool:
    for number, one in enumerate(reactions):
        react = read(one.command, React, f"position.{field}.declared[{number}].command")
        if react.player != one.player:
            return False
    return True


def _settling(state: st.State, frame: st.Settling, below: Any, field: str) -> bool:
    players = [one.player for one in frame.queue]
    return _known(state, *players, *frame.burned) and _declared(frame.queue, field)


def _acting(state: st.State, frame: st.Acting, below: Any, field: str) -> bool:
    fouled = (frame.foul.player, frame.foul.victim) if frame.foul is not None else ()
    return _known(state, frame.player, *fouled) and _owed(state, frame.owed)


def _owed(state: st.State, owed: tuple[st.Owed, ...]) -> bool:
    return all(_known(state, one.player) and 0 < one.amount <= BOUND for one in owed)


def _owing(state: st.State, frame: st.Owing, below: Any, field: str) -> bool:
    return _owed(state, frame.owed)


def _contest(state: st.State, frame: st.Contest, below: Any, field: str) -> bool:
    if not _opponents(state, frame.actor, frame.target) or frame.burn not in BURNS:
        return False
    actor = find(state, frame.actor)
    able = actor is not None and ability_mod(actor, frame.ability) is not None
    acting = bool(below) and isinstance(below[-1], st.Acting)
    if frame.kind == "push_pull":
        return able and acting and frame.ability != "cast" and frame.orb is None
    return able and acting and frame.orb is not None and orb_of(state, frame.orb).holder == frame.target


def _push_choice(state: st.State, frame: st.PushChoice, below: Any, field: str) -> bool:
    acting = bool(below) and isinstance(below[-1], st.Acting)
    return acting and _opponents(state, frame.actor, frame.target) and abs(frame.margin) <= BOUND


def _shove(state: st.State, frame: st.Shove, below: Any, field: str) -> bool:
    straight = frame.direction in COMPASS and not frame.path
    along = frame.direction is None and len(frame.path) == frame.left and all(on_board(square) for square in frame.path)
    players = _known(state, frame.mover, frame.moved) and _aftermath(state, frame.aftermath, below, field)
    return (straight or along) and 0 <= frame.left <= BOUND and 0 <= frame.feet <= 5 * BOUND and players


def _aftermath(state: st.State, frame: st.Aftermath, below: Any, field: str) -> bool:
    moved = (frame.moved,) if frame.moved else ()
    numbers = abs(frame.dc) <= 10 * BOUND and 0 <= frame.scatter <= BOUND
    return numbers and _known(state, frame.actor, frame.target, *moved)


def _forced(state: st.State, frame: st.Forced, below: Any, field: str) -> bool:
    numbers = abs(frame.dc) <= 10 * BOUND and 0 <= frame.scatter <= BOUND
    holds = orb_of(state, frame.orb).holder == frame.holder
    return numbers and holds and _there(state, frame.holder) and _known(state, frame.cause)


def _flight(state: st.State, frame: st.Flight, below: Any, field: str) -> bool:
    units = 1 <= frame.distance <= LONGEST and len(frame.path) == frame.distance + 1
    inside = 0 <= frame.index <= frame.distance and 1 <= frame.covered <= frame.distance
    course = all(on_board(square) for square in frame.path) and frame.direction in COMPASS
    numbers = 0 <= frame.dc_distance <= 2 * LONGEST and abs(frame.margin) <= BOUND
    if not (units and inside and course and numbers and _known(state, frame.propeller)):
        return False
    orb = orb_of(state, frame.orb)
    return orb.motion != frame.motion or orb.state != "in_flight" or orb.at == frame.path[frame.index]


def _ways(state: st.State, frame: st.Landing | st.Scatter, below: Any, field: str) -> bool:
    left = frame.left if isinstance(frame, st.Scatter) else frame.scatter
    way = frame.direction is None or frame.direction in COMPASS
    return way and 0 <= left <= LONGEST and _known(state, frame.cause)


def _bounce(state: st.State, frame: st.BounceChoice, below: Any, field: str) -> bool:
    moving = bool(below) and isinstance(below[-1], st.Scatter | st.Landing)
    return moving and bool(frame.squares) and all(on_board(square) for square in (frame.start, *frame.squares))


def _adjudication(state: st.State, frame: st.Adjudication, below: Any, field: str) -> bool:
    return _known(state, frame.player)


_CHECKS: dict[type[Any], Callable[[st.State, Any, Any, str], bool]] = {
    st.TurnFrame: _turn,
    st.Placing: _placing,
    st.Go: _go,
    Window: _window,
    st.Settling: _settling,
    st.Acting: _acting,
    st.Owing: _owing,
    st.Contest: _contest,
    st.PushChoice: _push_choice,
    st.Shove: _shove,
    st.Aftermath: _aftermath,
    st.Forced: _forced,
    st.Flight: _flight,
    st.Landing: _ways,
    st.Scatter: _ways,
    st.BounceChoice: _bounce,
    st.Adjudication: _adjudication,
}
