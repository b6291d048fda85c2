"""What may not be done with orbs, and what is said about it. Rows 29 to 40 of the catalogue's illegal inputs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import OrderRolled, SrRolled
from tests.rules.every_game.rows import Played, do, illegal, played, refused
from tests.rules.ishmek.arena import Json, act, let_pass, mage, man, play, react, step
from tests.rules.ishmek.flights import EAST, HELD_BY_H1, asks_at, calm, calm_mage, intercept, lies, propel, redirect
from tests.rules.play import Play, all_of, rule

FAR = (12, 7)
UNDERFOOT = {"home": {"at": [5, 4]}}
HELD_BY_A1 = {"home": {"holder": "a1"}}
CONTROL = act("h1", "control", orb="home")
SEIZE = act("h1", "seize", target="a1")
FORCED = {"type": "forced_control"}
THREE, TWO = propel("h1", EAST, 3), propel("h1", EAST, 2)


def lone(h1: Json, **orbs: Json) -> Play:
    return play([h1], [calm("a1", FAR)], orbs=orbs, go="h1")


def mage_at_orb(**fields: Any) -> Play:
    return lone(mage("h1", (5, 4), **fields), **UNDERFOOT)


def pushed(*dice: int) -> Play:
    """a1 has pushed the mage h1, who holds its orb."""
    game = play([mage("h1", (5, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_H1, go="a1")
    game.do(act("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=dice)
    return game


def contest(name: str) -> Play:
    """h1 has declared a contest with the mage a1, who holds its orb."""
    game = play([calm("h1", (5, 4))], [mage("a1", (6, 4))], orbs=HELD_BY_A1, go="h1")
    game.do(act("h1", name, target="a1"))
    return game


def among(holder: str) -> Play:
    """A mate and an opponent beside h1; one of them holds the home orb."""
    mates, theirs = [calm("h1", (5, 4)), calm("h2", (4, 4))], [calm("a1", FAR), calm("a2", (6, 4))]
    return play(mates, theirs, orbs={"home": {"holder": holder}}, go="h1")


def flying(home: list[Json], theirs: list[Json] | None = None, **orbs: Json) -> Play:
    """h1's orb is on its way three squares east."""
    game = play(home, theirs or [calm("a1", FAR)], orbs={"home": {"holder": "h1"}, **orbs}, go="h1")
    game.do(THREE, dice=[20])
    assert game.orb("home").state == "in_flight"
    return game


def over_h2() -> Play:
    return flying([calm("h1", (5, 4)), man("h2", (6, 5))])


def lost_orb_beside() -> Play:
    """The home orb is lost, and the away orb flies past h2, who is asked at the launch square."""
    orbs = {"home": {"at": [15, 4], "state": "lost"}, "away": {"holder": "h1"}}
    game = play([calm("h1", (16, 3)), man("h2", (16, 4))], [calm("a1", FAR)], orbs=orbs, go="h1")
    game.do(propel("h1", (0, -1), 1, orb="away"), dice=[20])
    return game


def seizing(at: tuple[int, int]) -> Play:
    """A mage and, at (6,4), the holder of the home orb."""
    return play([calm_mage("h1", at)], [calm("a1", (6, 4))], orbs=HELD_BY_A1, go="h1")


def both_held(a1: Json) -> Play:
    return play([calm("h1", (5, 4))], [a1], orbs={"home": {"holder": "h1"}, "away": {"holder": "a1"}}, go="h1")


# Row 29: spell boosts


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-29", "no slot", lambda: mage_at_orb(slots_l1=0), {**CONTROL, "spell": "grease"}, "no_slot"),
    illegal("ISH-ILL-29", "unknown", mage_at_orb, {**CONTROL, "spell": "wish"}, "unknown_spell"),
    illegal("ISH-ILL-29", "of another casting time", mage_at_orb,
        [{**CONTROL, "spell": "shield"}, {**CONTROL, "spell": "jump"},
         {**CONTROL, "slot": "reaction", "spell": "grease"}], "wrong_casting_time"),
    *(illegal("ISH-ILL-29 ISH-Q-37", f"in defence against {name}", lambda name=name: contest(name),
        {"type": "defend", "player": "a1", "spell": "shield"}, "spell_not_allowed")
        for name in ("seize", "push_pull")),
    # 15 against 18: lost by 3, a free Control SR
    illegal("ISH-ILL-29 ISH-Q-41", "for a Control that costs nothing", lambda: pushed(10, 13),
        {**FORCED, "spell": "shield"}, "spell_not_allowed"),
    # 15 against 15: margin 0
    played("ISH-ILL-29 ISH-Q-41", "a forced Control wants a reaction spell", lambda: pushed(10, 10),
        {"type": "choose", "option": "leave"}, refused({**FORCED, "spell": "grease"}, "wrong_casting_time"),
        refused({**FORCED, "spell": "wish"}, "unknown_spell")),
])  # fmt: skip
def test_it_refuses_a_boost(case: Played) -> None:
    case.check()


@rule("ISH-ILL-29", "ISH-Q-54")
def test_an_order_roll_takes_no_boost() -> None:
    mates = [calm("h1", (5, 4), dex_mod=0, str_mod=0), mage("h2", (8, 4))]
    game = play(mates, [man("a1", (8, 6))], orbs={"home": {"at": [6, 5]}}, go="h1")
    game.do(CONTROL, dice=[3, 2])  # 3 + 2 = 5 vs DC 10: scatters to (7,5), in reach of both
    declared = react("h2", "control", orb="home", spell="shield")
    game.cannot_read({**declared, "order_spell": "shield"})
    game.do(react("a1", "control", orb="home"))
    # Order, Dexterity only: a1 10 + 5 = 15, h2 11 + 5 = 16. Then h2: 1 + 2 + cast 4 + spell 4 = 11 vs DC 10.
    events = game.do(declared, dice=[10, 11, 1])
    assert [(roll.player, roll.total) for roll in all_of(events, OrderRolled)] == [("a1", 15), ("h2", 16)]
    assert [(roll.player, roll.total) for roll in all_of(events, SrRolled)] == [("h2", 11)]
    assert game.orb("home").holder == "h2"


# Rows 30 to 40

LOST = {"home": {"at": [15, 4], "state": "lost"}, "away": {"at": [8, 1]}}
OFF_LINE = [
    {"target_square": [7, 5]},
    {"target_square": [6, 2]},
    {"target_square": [5, 4]},  # its own square
    {"direction": [2, 1], "distance": 2},
    {"direction": [0, 0], "distance": 2},
    {"direction": [1, 0], "distance": 0},
    {"direction": [1, 0], "distance": -1},
]


@pytest.mark.parametrize("case", [
    *(illegal("ISH-ILL-30", f"out of reach at {at}", lambda at=at: lone(man("h1", (5, 4)), home={"at": list(at)}),
        CONTROL, "out_of_reach")
        for at in [(7, 4), (5, 6), (3, 2)]),
    *(row
        for holder in ("h2", "a2")
        for row in [
        illegal("ISH-ILL-31 ISH-Q-61", f"in the hands of {holder}", lambda holder=holder: among(holder), CONTROL,
            "orb_controlled"),
        illegal("ISH-ILL-36 ISH-PROPEL-01", f"propel out of the hands of {holder}",
            lambda holder=holder: among(holder), TWO, "orb_not_in_square"),
        ]),
    illegal("ISH-ILL-32", "in flight", over_h2, react("h2", "control", orb="home"), "orb_in_flight"),
    illegal("ISH-ILL-33 ISH-SCORE-05", "lost", lambda: lone(man("h1", (16, 4)), **LOST),
        [CONTROL, propel("h1", (-1, 0), 1)], "orb_lost"),
    illegal("ISH-ILL-33", "lost while the other flies", lost_orb_beside, intercept("h2"), "orb_lost"),
    illegal("ISH-ILL-34 ISH-Q-60", "seize with full hands", lambda: both_held(calm("a1", (6, 4))), SEIZE,
        "already_holding"),
    illegal("ISH-ILL-34 ISH-Q-60", "control with full hands",
        lambda: lone(man("h1", (5, 4)), home={"holder": "h1"}, away={"at": [6, 4]}), act("h1", "control", orb="away"),
        "already_holding"),
    # a1 is asked because it might propel the orb that it holds
    illegal("ISH-ILL-34 ISH-Q-60", "intercept with full hands",
        lambda: flying([calm("h1", (5, 4))], [man("a1", (6, 5))], away={"holder": "a1"}), intercept("a1"),
        "already_holding"),
    # a1 holds nothing
    illegal("ISH-ILL-35 ISH-Q-77", "seize from a mate or from nobody",
        lambda: play([calm_mage("h1", (5, 4)), calm("h2", (4, 4))], [calm("a1", (6, 4))],
            orbs={"home": {"holder": "h2"}}, go="h1"),
        [act("h1", "seize", target="h2"), SEIZE, act("h1", "seize")], "bad_target"),
    illegal("ISH-ILL-35", "seize from three squares", lambda: seizing((3, 4)), [SEIZE, {**SEIZE, "spell": "grease"}],
        "out_of_reach"),
    *(illegal("ISH-ILL-35 ISH-SEIZE-03", f"seize from two without a spell, {at}", lambda at=at: seizing(at), SEIZE,
        "spell_required")
        for at in [(4, 4), (4, 2), (6, 6)]),
    illegal("ISH-ILL-36 ISH-PROPEL-01", "propel what lies elsewhere",
        lambda: lone(man("h1", (5, 4)), home={"at": [6, 4]}), TWO, "orb_not_in_square"),
    illegal("ISH-ILL-36 ISH-PROPEL-04", "redirect from beside", over_h2, redirect("h2", EAST, 1), "orb_not_in_square"),
    illegal("ISH-ILL-37 ISH-PROPEL-01", "off the eight lines, or nowhere",
        lambda: lone(man("h1", (5, 4)), home={"holder": "h1"}),
        [act("h1", "propel", orb="home", **aim) for aim in OFF_LINE], "not_a_straight_line"),
    # maximum 5; three squares of a lob spend 6
    illegal("ISH-ILL-38 ISH-PROPEL-06 ISH-LOB-01", "farther than the maximum",
        lambda: lone(man("h1", (5, 4)), home={"holder": "h1"}),
        [propel("h1", EAST, 6), propel("h1", EAST, 100), propel("h1", EAST, 3, lob=True)], "too_far"),
    illegal("ISH-ILL-39 ISH-Q-28", "ends with its bounce",
        lambda: lone(man("h1", (14, 2)), home={"holder": "h1"}, away={"at": [8, 1]}), THREE, "wasted_bounce"),
    # h1 may take up the other orb
    illegal("ISH-ILL-40 ISH-Q-57", "the own propel", lambda: flying([man("h1", (5, 4))], away={"at": [6, 5]}),
        intercept("h1"), "own_propel"),
    # a1 may take up the other orb at any time, and never reaches row 4
    played("ISH-ILL-40 ISH-INT-01", "out of reach of the path square",
        lambda: flying([calm("h1", (5, 4))], [man("a1", (7, 6))], away={"at": [7, 7]}),
        *(part for x in (5, 6, 7, 8)
            for part in [asks_at((x, 4), "a1"), refused(intercept("a1"), "out_of_reach"), let_pass("a1")])),
    # at the launch square it is let by
    played("ISH-ILL-40 ISH-LOB-03", "in the middle of a lob",
        lambda: play([calm("h1", (5, 4), dex_mod=4)], [man("a1", (7, 5))],
            orbs={"home": {"holder": "h1"}, "away": {"at": [7, 6]}}, go="h1"),
        do({**THREE, "lob": True}, 20), let_pass("a1"), lies("home", (6, 4)),
        refused(intercept("a1"), "lob_overhead")),
])  # fmt: skip
def test_it_refuses(case: Played) -> None:
    case.check()


# Which of several is reported

TOO_FAR = propel("h1", EAST, 20)
WISH = {**TOO_FAR, "spell": "wish"}
AWAY_BY_WISH = act("h1", "control", orb="away", spell="wish")


def thrower(**state: Any) -> Play:
    return lone(mage("h1", (5, 4), **state), home={"holder": "h1"})


def spent() -> Play:
    """h1, whose slots are spent, has taken a step, and a1, beside, is asked."""
    mates = [mage("h1", (5, 4), action_used=True, reaction_used=True), calm("h2", (8, 4))]
    game = play(mates, [man("a1", (6, 5))], orbs={"home": {"holder": "h1"}}, go="h1")
    game.do(step("h1", 5, 5))
    return game


ORDER = "ISH-ILL-20 ISH-ILL-21 ISH-ILL-29 ISH-ILL-38"


@rule("ISH-ILL-20", "ISH-ILL-21", "ISH-ILL-29", "ISH-ILL-38")
@pytest.mark.parametrize("case", [
    illegal(ORDER, "slot", lambda: thrower(action_used=True, used_names=["propel"]), WISH, "action_spent"),
    illegal(ORDER, "repetition", lambda: thrower(used_names=["propel"]), WISH, "same_action_twice"),
    illegal(ORDER, "roll", thrower, WISH, "unknown_spell"),
    illegal(ORDER, "geometry", thrower, TOO_FAR, "too_far"),
    played("ISH-ILL-01 ISH-ILL-20 ISH-ILL-30", "whose decision", spent, refused(AWAY_BY_WISH, "decision_pending"),
        let_pass("a1"), refused(AWAY_BY_WISH, "action_spent")),
    played("ISH-ILL-29 ISH-ILL-30", "spell before target", lambda: lone(mage("h1", (5, 4)), home={"at": [9, 4]}),
        refused({**CONTROL, "spell": "wish"}, "unknown_spell"), refused(CONTROL, "out_of_reach")),
])  # fmt: skip
def test_which_of_several_is_reported(case: Played) -> None:
    case.check()
