"""legal ⇔ not refused: every command that could be meant is tried, and `legal` lists exactly those that are accepted.

The universe of commands is built here and in `named_actions` from the board and the rosters alone, without asking the
engine what is possible. One command stands for all that differ only in ability, Burn or boosting spell (see the head
of `rules/ishmek/points/`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import msgspec
import pytest

from rules.ishmek import commands as co
from rules.ishmek.arena import FIELD, NEIGHBOURS, SIDES
from rules.ishmek.decide.action_checks import may
from rules.ishmek.decide.windows import is_related, who_can_react
from rules.ishmek.points import POINTS
from rules.ishmek.questions import can_enter, free_neighbours
from rules.ishmek.state import (
    Adjudication,
    BounceChoice,
    Contest,
    Forced,
    Go,
    Placing,
    PushChoice,
    State,
    TurnFrame,
)
from rules.ishmek.system import ISHMEK
from rules.kernel.agenda import Window
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.grid import SQUARES
from tests.chance import random_seeds
from tests.rules.ishmek import rosters
from tests.rules.ishmek.arena import Json, mage, man, play, step
from tests.rules.ishmek.invariants import AnyDice, check_refusal
from tests.rules.ishmek.named_actions import around, named_actions
from tests.rules.ishmek.random_matches import random_match, random_scrum
from tests.rules.play import rule

SLOTS = ("action", "reaction", "bonus")
PATHS = 2
"""Squares of the longest path that is tried for a push or pull; longer ones are paths of paths."""


def accepted(state: State, command: Any) -> bool:
    """Whether `decide` takes a command; a refusal must cite its rule."""
    try:
        ISHMEK.decide(state, command, AnyDice(), ISHMEK.owner(state, command) or GM)
    except Refused as refused:
        check_refusal(refused)
        return False
    return True


# One universe a decision point


def of_go(state: State, frame: Go) -> Iterator[Any]:
    """What the active player could mean, and the same of everybody else."""
    for player in state.players:
        yield from (co.MoveStep(player=player.id, to=to) for to in around(player.at, 2))
        yield co.Stand(player=player.id)
        yield from (co.BurnMove(player=player.id, squares=squares) for squares in range(4))
        yield from (co.Drop(player=player.id, orb=orb) for orb in SIDES)
        yield co.EndGo(player=player.id)
        if player.id == frame.player:
            for slot, action in product(SLOTS, named_actions(state, player)):
                yield co.Act(slot=slot, **action)


def of_window(state: State, frame: Window) -> Iterator[Any]:
    for player in state.players:
        yield co.Pass(player=player.id)
        yield from (co.React(**action) for action in named_actions(state, player))


def of_pick(state: State, frame: TurnFrame) -> Iterator[Any]:
    yield from (co.Pick(player=player.id) for player in state.players)


def of_placing(state: State, frame: Placing) -> Iterator[Any]:
    """Every choice of one to three players of each team on every choice of squares of both back-wall columns."""
    for side in SIDES:
        column = 1 if side == "home" else 16
        squares = [*((column, y) for y in range(8)), (17 - column, 4), (column + 1, 2)]
        mine = [player.id for player in state.players if player.team == side]
        for count in range(min(3, len(mine)) + 1):
            for who, where in product(combinations(mine, count), permutations(squares, count)):
                yield co.Place(team=side, squares=dict(zip(who, where, strict=True)))


def of_contest(state: State, frame: Contest) -> Iterator[Any]:
    yield from (co.Defend(player=player.id) for player in state.players)


def of_choice(state: State, frame: PushChoice) -> Iterator[Any]:
    """Every option: straight on, along every path of up to two squares, the floor, nothing."""
    fan = state.rules.push_fan == "on"
    for player in state.players:
        moved = next(other for other in state.players if other.id == _moved(frame, player.id))
        most = abs(frame.margin) // 5 + 2
        yield co.Choose(player=player.id, option="leave")
        yield co.Choose(player=player.id, option="floor")
        yield from (co.Choose(player=player.id, option="push", squares=squares) for squares in range(most + 1))
        for path in paths(moved.at):
            yield co.Choose(player=player.id, option="pull", path=path)
            if path != (moved.at,):  # the same as no path
                yield co.Choose(player=player.id, option="floor", path=path)
            if fan:
                yield co.Choose(player=player.id, option="push", path=path)


def _moved(frame: PushChoice, chooser: str) -> str:
    return frame.target if chooser == frame.actor else frame.actor


def paths(at: tuple[int, int] | None) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every path of one or two squares, each within two of the one before."""
    for first in around(at, 2):
        yield (first,)
        yield from ((first, second) for second in around(first, 2))


def of_forced(state: State, frame: Forced) -> Iterator[Any]:
    yield from (co.ForcedControl(player=player.id) for player in state.players)


def of_adjudication(state: State, frame: Adjudication) -> Iterator[Any]:
    yield co.Pass()


def of_bounce(state: State, frame: BounceChoice) -> Iterator[Any]:
    yield from (co.ChooseBounce(square=(x, y)) for x in range(18) for y in range(9))


UNIVERSE: dict[type, Any] = {
    Go: of_go,
    Window: of_window,
    TurnFrame: of_pick,
    Placing: of_placing,
    Contest: of_contest,
    PushChoice: of_choice,
    Forced: of_forced,
    Adjudication: of_adjudication,
    BounceChoice: of_bounce,
}


def check_legal(state: State) -> None:
    """Exactly the accepted commands are legal, each listed once."""
    top = state.agenda[-1]
    listed = [msgspec.json.encode(command) for command in ISHMEK.legal(state) if not beyond(command)]
    assert len(listed) == len(set(listed)), "a command is listed twice"
    taken = {msgspec.json.encode(command) for command in UNIVERSE[type(top)](state, top) if accepted(state, command)}
    assert set(listed) - taken == set(), "legal, and not accepted"
    assert taken - set(listed) == set(), "accepted, and not legal"


def beyond(command: Any) -> bool:
    """Whether a legal command lies outside the universe: a path longer than is tried, or many placed at once."""
    if isinstance(command, co.Choose):
        return len(command.path) > PATHS
    return isinstance(command, co.Place) and len(command.squares) > 3


@random_seeds(4)
def test_legal_lists_what_is_accepted_in_a_scrum(seed: int) -> None:
    with random_scrum(seed, ("sample", "sample"), most=3) as match:
        look_at(match, Random(seed))


@random_seeds(3)
def test_legal_lists_what_is_accepted_from_the_start(seed: int) -> None:
    with random_match(seed, ("sample", "sensible"), most=2) as match:
        look_at(match, Random(seed))


def look_at(match: Any, rng: Random, commands: int = 40, often: float = 0.12) -> None:
    """Play on, and look at some decisions; at every kind of them that is rare."""
    for _ in range(commands):
        if not match.record.pending().asks:
            return
        state = match.record.state
        if rng.random() < often or not isinstance(state.agenda[-1], Go | Window | TurnFrame):
            check_legal(state)
        match.go_on()


@pytest.mark.parametrize("seed", range(4))
def test_legal_lists_what_is_accepted_after_a_shove_of_any_margin(seed: int) -> None:
    """Margins from −25 to +25, amid players, walls and a vessel. [ISH-PUSH-02, ISH-PUSH-04, ISH-PUSH-09]"""
    rng = Random(seed)
    rules = rosters.house_rules(rng)
    squares = [(x, y) for x in (14, 15, 16) for y in range(2, 6) if (x, y) != (15, 4)]
    rng.shuffle(squares)
    squares.sort(key=lambda at: at in ((16, 3), (16, 4), (16, 5)))
    home: list[Json] = [man("h1", squares[0])]
    away: list[Json] = []
    for place, at in enumerate(squares[1:6]):
        (home if place % 2 else away).append(man(f"{'h' if place % 2 else 'a'}{place + 2}", at))
    for margin in (-25, -5, 0, 5, 10):
        for target in away:
            game = play(home, away, go="h1", house_rules=rules, umpires=[0, 0])
            frame = PushChoice(actor="h1", target=target["id"], margin=margin)
            state = msgspec.structs.replace(game.state, agenda=(*game.state.agenda, frame))
            near = max(abs(target["at"][0] - squares[0][0]), abs(target["at"][1] - squares[0][1])) == 1
            if near and -5 < margin < 0:
                continue
            if near:
                check_legal(state)


def test_every_kind_of_decision_has_a_universe() -> None:
    assert set(UNIVERSE) == {point.frame for point in POINTS.all()}


@rule("ISH-Q-55")
def test_by_house_rule_a_reaction_that_does_not_concern_what_moved_is_refused() -> None:
    """h2 may push a1, who moved, but not propel the orb at its own feet, nor push a2, who stood still."""
    home, away = [man("h2", (8, 4))], [man("a1", (10, 4)), man("a2", (8, 5), reaction_used=True)]
    game = play(home, away, orbs={"home": {"at": [8, 4]}}, go="a1", house_rules={"reaction_scope": "related"})
    game.do(step("a1", 9, 4))
    assert accepted(game.state, co.React(player="h2", name="push_pull", target="a1"))
    assert not accepted(game.state, co.React(player="h2", name="propel", orb="home", direction=(1, 0), distance=1))
    assert not accepted(game.state, co.React(player="h2", name="push_pull", target="a2"))
    check_legal(game.state)


def test_the_comparison_can_fail() -> None:
    """A universe that lacks a command, or an engine that takes one more, is found."""
    game = play([mage("h1", (8, 4))], [man("a1", (9, 4))], go="h1")
    check_legal(game.state)
    one = msgspec.structs.replace(game.state.players[0], reaction_used=True)
    listed = set(map(msgspec.json.encode, ISHMEK.legal(game.state)))
    fewer_now = set(
        map(
            msgspec.json.encode, ISHMEK.legal(msgspec.structs.replace(game.state, players=(one, game.state.players[1])))
        )
    )
    assert fewer_now < listed


# Short cuts against the long way


def test_two_squares_are_adjacent_when_their_distance_is_one() -> None:
    for a in FIELD:
        for b in (*FIELD, (0, 0), (17, 4), (8, 8)):
            assert (
                SQUARES.adjacent(a, b)
                == (max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1)
                == (SQUARES.distance(a, b) == 1)
            )


@rule("ISH-MOVE-02", "ISH-ARENA-05", "ISH-ARENA-08")
@random_seeds(8)
def test_free_neighbours_are_those_that_can_be_entered(seed: int) -> None:
    """Around every square of the arena, for everybody: beside walls, vessels, scoring squares, other players."""
    with random_scrum(seed, ("sample", "sample")) as match:
        for _ in range(3):
            state = match.record.state
            for player in state.players:
                for at in FIELD:
                    entered = [square for square in NEIGHBOURS[at] if can_enter(state, player, square)]
                    assert free_neighbours(state, player, at) == entered, (player.id, at)
            if not match.record.pending().asks:
                break
            match.go_on()


@rule("ISH-REACT-01", "ISH-Q-55")
@random_seeds(3)
def test_who_is_asked_is_who_would_not_be_refused(seed: int) -> None:
    """Every named action of everybody is tried as a Reaction; a window asks exactly those of whom one is accepted."""
    with random_scrum(seed, ("sample", "sample")) as match:
        for _ in range(40):
            if not match.record.pending().asks:
                break
            state = match.record.state
            about = Random(seed).choice(["home", "away", *(player.id for player in state.players)])
            assert who_can_react(state, state.agenda, about) == would_react(state, about)
            match.go_on()


def would_react(state: State, about: str) -> tuple[str, ...]:
    """Everybody of whom `prepare` accepts a reaction that by the house rules concerns what has moved."""
    return tuple(
        player.id
        for player in state.players
        if player.at is not None
        and any(
            may(state, state.agenda, react, "reaction")
            and is_related(state, about, player.id, react.name, react.orb, react.target)
            for react in (co.React(**action) for action in named_actions(state, player))
        )
    )
