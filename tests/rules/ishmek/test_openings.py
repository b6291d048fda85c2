"""Short cuts against the long way: what is asked of many squares or players at once is what each one's rule answers."""

from __future__ import annotations

from random import Random

from rules.ishmek import commands as co
from rules.ishmek.arena import FIELD, NEIGHBOURS
from rules.ishmek.decide.action_checks import may
from rules.ishmek.decide.windows import is_related, who_can_react
from rules.ishmek.questions import can_enter, free_neighbours
from rules.ishmek.state import State
from rules.kernel.grid import SQUARES
from tests.chance import random_seeds
from tests.rules.ishmek.named_actions import named_actions
from tests.rules.ishmek.random_matches import random_scrum
from tests.rules.play import rule


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
