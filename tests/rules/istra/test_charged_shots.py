"""Charged shots: which movements they answer, from how far, and several archers at one mover. Human bases, radius 0.5".

A human goes 9 inches by a Move, 4.5 by a Sprint.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.system import ISTRA
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import all_of, names, only, rule


def archer(name: str, x: int, y: int, **fields: Any) -> Json:
    return man(name, (x, y), equipment=["bow"], active_weapon="bow", **fields)


def acting(hero: Json, *foes: Json, engaged: tuple[str, ...] = (), **fields: Any) -> Skirmish:
    """`a1` acts at (1000, 1000), Engaged with those foes; another of its side is far away."""
    mine = [{**man("a1", (1000, 1000)), **hero}, man("a2", (4000, 4000))]
    return Skirmish(position(mine, list(foes), active="a1", engaged=[["a1", one] for one in engaged], **fields))


def farthest(fight: Skirmish) -> int | None:
    """From how far the archer who is asked may shoot; None where nobody is."""
    asks = [ask for ask in ISTRA.pending(fight.state).asks if ask.kind == "charged_shot"]
    return int(asks[0].options["farthest"]) if asks else None


def shoot(fight: Skirmish, name: str, dice: list[int]) -> list[Any]:
    """At a range of 0: advantage at 6" and less, so two dice of the archer, then one of the mover."""
    return fight.do({"type": "react", "model": name, "option": "charged_shot", "range": 0}, dice)


BESIDE: Json = man("b1", (1100, 1000))


@rule("IST-REACT-01", "IST-Q-65", "IST-REACT-04")
@pytest.mark.parametrize(
    ("kind", "hero", "dice"),
    [
        ("move", {}, []),
        ("sprint", {"moved": True}, []),
        ("disengage", {}, [11]),
        ("disengage", {"moved": True, "move_action": 0}, [11]),  # paid with the Standard action, as a Sprint
    ],
)
def test_every_movement_on_foot_into_contact_is_answered(kind: str, hero: Json, dice: list[int]) -> None:
    """From (1000, 1000) to contact with an archer at (600, 1000): the gap was 400 − 2 × 50."""
    engaged = ("b1",) if kind == "disengage" else ()
    other = BESIDE if engaged else man("b1", (4000, 1000))
    fight = acting(hero, other, archer("b2", 600, 1000), engaged=engaged, turn=2)
    events = fight.do(walk(kind, "a1", (750, 1000)), dice)
    assert names(events)[-2:] == ["engaged", "window_opened"]
    assert farthest(fight) == 300


@rule("IST-REACT-01", "IST-Q-65", "IST-Q-23", "IST-REACT-04")
def test_an_archer_that_was_left_and_is_met_again_answers_from_no_distance() -> None:
    """The gap at the start of the movement was 0: they were in contact."""
    fight = acting({}, archer("b1", 1100, 1000), engaged=("b1",))
    fight.do(walk("disengage", "a1", (960, 1000)), dice=[15])
    assert farthest(fight) == 0


@rule("IST-REACT-01", "IST-MOVE-08")
def test_a_failed_disengage_is_no_movement_to_answer() -> None:
    fight = acting({}, archer("b1", 1100, 1000), engaged=("b1",))
    assert "window_opened" not in names(fight.do(walk("disengage", "a1", (960, 1000)), dice=[10]))


@rule("IST-Q-65", "IST-MOVE-09")
def test_a_teleport_into_contact_is_not_answered() -> None:
    fight = acting({"race": "steppe_elf"}, archer("b1", 2000, 1000))
    events = fight.do({"type": "teleport", "model": "a1", "pos": [1850, 1000]})
    assert "engaged" in names(events)
    assert farthest(fight) is None


# Two archers


def between(**hero: Any) -> Skirmish:
    """`a1` has come between two archers: in contact with b1 at (600, 1000), within an inch of b2."""
    fight = acting(hero, archer("b1", 600, 1000), archer("b2", 700, 870))
    fight.move("a1", (720, 1000))
    return fight


@rule("IST-REACT-01", "IST-Q-22", "IST-Q-125")
def test_two_archers_are_asked_one_after_the_other() -> None:
    fight = between(health_max=90, health=90)
    assert sorted(pair[1] for pair in fight.state.engaged) == ["b1", "b2"]
    asked = []
    for _ in range(2):
        (ask,) = ISTRA.pending(fight.state).asks
        asked.append(ask.player)
        shoot(fight, ask.player, [3, 9, 4])  # 9 + 5 against 4 + 5
    assert asked == ["b1", "b2"]
    assert fight.model("a1").health == 90 - 14 - 14


@rule("IST-REACT-06", "IST-REACT-01", "IST-Q-125")
def test_who_is_shot_dead_by_the_first_archer_is_not_shot_at_by_the_second() -> None:
    fight = between(health=1)
    events = shoot(fight, "b1", [3, 15, 2])
    assert only(events, ev.ModelOut).model == "a1"
    assert all_of(events, ev.WindowOpened) == []
    assert names(events)[-1] == "activation_ended"
    other = fight.model("b2")
    assert (other.move_action, other.standard_action, fight.state.engaged) == (1, 1, ())
    assert fight.top.stage == "nomination"


@rule("IST-REACT-06", "IST-D-04")
def test_a_second_archer_answers_whether_or_not_the_first_did() -> None:
    fight = between(health=1)
    fight.let_pass()
    assert ISTRA.pending(fight.state).asks[0].player == "b2"
    assert only(shoot(fight, "b2", [3, 15, 2]), ev.ModelOut).by == "b2"
