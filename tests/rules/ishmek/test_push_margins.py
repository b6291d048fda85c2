"""What each margin of a push gives, from lost by 6 to won by 15: squares, the DC of a holder, how far its orb rolls.

`h1` has +5 on the push, `a1` +3 on its defence and on the roll to keep the orb; −4 more while `h1` is beside it. With
Dexterity `a1` has +12 for that roll.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import Json
from tests.rules.ishmek.scrum import HELD, at, choose, duel, forced, push
from tests.rules.play import Play, all_of, only, rule

LOST_BIG = [(-6, 4), (-5, 5)]
"""Margin and DC. 10 − points lost by. [ISH-PUSH-11]"""
LOST = [(-4, 6), (-3, 7), (-2, 8), (-1, 9)]
"""10 − points lost by. [ISH-PUSH-07]"""
WON = [(0, 10), (1, 11), (2, 12), (3, 13), (4, 14)]
"""10 + margin. [ISH-PUSH-03]"""
WON_BIG = [
    *((margin, 1, 15, 1) for margin in (5, 6, 7, 8, 9)),
    *((margin, 2, 20, 1) for margin in (10, 11, 12, 13, 14)),
    (15, 3, 25, 2),
]
"""Margin, squares, DC 10 + 5 ft a square, orb rolls ceil(feet / 10). [ISH-PUSH-05, ISH-PUSH-06]"""
BESIDE, AWAY, AWAY_BY_DEXTERITY = 3 - 4, 3, 12
RIGHT = 4
SPENT: Json = {"reaction_used": True}


def holding(**a1: Any) -> Play:
    return duel(a1={"dex_mod": 10, **a1}, orbs=HELD)


def at_margin(game: Play, margin: int) -> None:
    """h1's die + 5 less a1's die + 3 is the margin."""
    theirs = 10 if margin < 5 else 2
    push(game, margin - 2 + theirs, theirs)


def keeps(game: Play, die: int, rolls: int, **fields: Any) -> ev.ForcedControlled:
    """The roll to keep the orb, which then rolls so many squares, to the pusher's right each; what came of it."""
    game.do(forced(**fields), dice=[die, *[RIGHT] * rolls])
    game.pass_all()
    assert len(all_of(game.events, ev.OrbScattered)) == rolls
    return only(game.events, ev.ForcedControlled)


def orb(game: Play) -> tuple[str, tuple[int, int] | None]:
    return game.orb("away").state, game.orb("away").at


# A holder


@rule("ISH-PUSH-11")
@pytest.mark.parametrize(("margin", "dc"), LOST_BIG)
def test_dc_after_a_push_lost_big_is_10_less_the_loss(margin: int, dc: int) -> None:
    for die, made in ((dc - BESIDE, True), (dc - BESIDE - 1, False)):
        game = holding()
        at_margin(game, margin)
        game.do(choose("leave"), dice=[1])
        shaken = keeps(game, die, 0 if made else 1, ability="str")
        assert (shaken.dc, shaken.made) == (dc, made)
        assert game.player("a1").reaction_used


@rule("ISH-PUSH-07", "ISH-Q-42")
@pytest.mark.parametrize(("margin", "dc"), LOST)
@pytest.mark.parametrize(
    ("missed_by", "rolls"), [(0, 0), (1, 0), (4, 0), (5, 1), (6, 1)], ids=["made", "by 1", "by 4", "by 5", "by 6"]
)
def test_dc_after_a_push_lost_by_1_to_4_is_10_less_the_loss(margin: int, dc: int, missed_by: int, rolls: int) -> None:
    game = holding()

    at_margin(game, margin)
    shaken = keeps(game, dc - BESIDE - missed_by, rolls, ability="str")

    assert (shaken.dc, shaken.made, shaken.missed_by) == (dc, not missed_by, missed_by)
    assert orb(game) == ("loose" if missed_by else "controlled", (9, 4 + rolls))
    assert not game.player("a1").reaction_used


@rule("ISH-PUSH-02", "ISH-PUSH-03")
@pytest.mark.parametrize(("margin", "dc"), WON)
@pytest.mark.parametrize("missed_by", [0, 1, 4, 5])
def test_dc_after_a_push_won_by_0_to_4_is_10_and_the_margin(margin: int, dc: int, missed_by: int) -> None:
    game = holding()

    at_margin(game, margin)
    game.do(choose("push"))
    shaken = keeps(game, dc - AWAY - missed_by, 1 if missed_by else 0, ability="str")

    assert (shaken.dc, shaken.made) == (dc, not missed_by)
    assert at(game, "a1") == (10, 4)


@rule("ISH-PUSH-05", "ISH-PUSH-06")
@pytest.mark.parametrize(("margin", "squares", "dc", "rolls"), WON_BIG)
@pytest.mark.parametrize("missed_by", [0, 1])
def test_shove_goes_a_square_for_5_points_and_its_dc_is_10_and_the_feet(
    margin: int, squares: int, dc: int, rolls: int, missed_by: int
) -> None:
    game = holding()

    at_margin(game, margin)
    game.do(choose("push"))
    game.pass_all()
    shaken = keeps(game, dc - AWAY_BY_DEXTERITY - missed_by, rolls if missed_by else 0, ability="dex")

    assert (shaken.dc, shaken.made) == (dc, not missed_by)
    assert at(game, "a1") == (9 + squares, 4)


@rule("ISH-PUSH-05", "ISH-PUSH-06")
def test_shove_shorter_than_earned_has_the_dc_of_the_feet_it_went() -> None:
    game = holding()

    at_margin(game, 15)  # three squares
    game.do(choose("push", squares=2))
    game.pass_all()

    assert keeps(game, 20 - AWAY_BY_DEXTERITY - 1, 1, ability="dex").dc == 20


@rule("ISH-PUSH-04")
@pytest.mark.parametrize("margin", [5, 15])
@pytest.mark.parametrize("missed_by", [0, 1])
def test_floor_has_a_dc_of_20_whatever_the_margin(margin: int, missed_by: int) -> None:
    game = holding()

    at_margin(game, margin)
    game.do(choose("floor"), dice=[1])
    shaken = keeps(game, 20 - (12 - 4) - missed_by, missed_by, ability="dex")

    assert (shaken.dc, shaken.made) == (20, not missed_by)


# Without a Reaction


@rule("ISH-PUSH-03", "ISH-PUSH-06", "ISH-PUSH-07", "ISH-PUSH-11", "ISH-Q-41")
@pytest.mark.parametrize(
    ("margin", "dc", "rolls"),
    [
        *((margin, dc, 1) for margin, dc in (*LOST_BIG, *WON)),
        *((margin, dc, rolls) for margin, _, dc, rolls in WON_BIG),
    ],
)
def test_holder_without_a_reaction_loses_the_orb_without_a_roll(margin: int, dc: int, rolls: int) -> None:
    game = holding(**SPENT)

    at_margin(game, margin)
    if margin < 0:
        game.do(choose("leave"), dice=[1, RIGHT])
    else:
        game.do(choose("push"), dice=[RIGHT] * rolls)

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.dc, shaken.made, shaken.rolled) == (dc, False, False)
    assert len(all_of(game.events, ev.OrbScattered)) == rolls


@rule("ISH-PUSH-07", "ISH-Q-41")
@pytest.mark.parametrize(("margin", "dc"), LOST)
def test_holder_without_a_reaction_rolls_freely_after_a_small_loss(margin: int, dc: int) -> None:
    game = holding(**SPENT)

    at_margin(game, margin)
    shaken = keeps(game, dc - BESIDE, 0, ability="str")

    assert (shaken.dc, shaken.made, shaken.rolled) == (dc, True, True)


# At the wall


def at_the_wall(gap: int, **a1: Any) -> Play:
    """a1 has so many squares to the wall behind it."""
    place = {"dex_mod": 10, "at": [16 - gap, 1], **a1}
    return duel({"at": [15 - gap, 1]}, place, orbs=HELD)


@rule("ISH-Q-40", "ISH-PUSH-03")
@pytest.mark.parametrize(("margin", "dc"), WON)
@pytest.mark.parametrize("missed_by", [0, 1])
def test_push_against_the_wall_moves_nobody_and_shakes_the_holder_all_the_same(
    margin: int, dc: int, missed_by: int
) -> None:
    game = at_the_wall(0)

    at_margin(game, margin)
    game.do(choose("push"))
    shaken = keeps(game, dc - (12 - 4) - missed_by, missed_by, ability="dex")

    assert (shaken.dc, shaken.made) == (dc, not missed_by)
    assert at(game, "a1") == (16, 1)


@rule("ISH-Q-40", "ISH-PUSH-06")
@pytest.mark.parametrize(
    ("margin", "gap", "dc", "rolls"),
    [(5, 0, 10, 0), (15, 0, 10, 0), (10, 1, 15, 1), (15, 1, 15, 1), (15, 2, 20, 1)],
)
def test_shove_into_the_wall_counts_the_feet_really_moved(margin: int, gap: int, dc: int, rolls: int) -> None:
    beside = 4 if gap == 0 else 0
    for missed_by in (0, 1):
        game = at_the_wall(gap)
        at_margin(game, margin)
        game.do(choose("push"))
        game.pass_all()
        shaken = keeps(game, dc - (12 - beside) - missed_by, rolls * missed_by, ability="dex")
        assert (shaken.dc, shaken.made) == (dc, not missed_by)
        assert at(game, "a1") == (16, 1)
    assert orb(game) == ("loose", (16, 1 + rolls))


@rule("ISH-Q-40", "ISH-PUSH-06")
@pytest.mark.parametrize(("gap", "rolls"), [(0, 0), (1, 1), (2, 1)])
def test_holder_without_a_reaction_at_the_wall_loses_the_orb_by_the_feet_really_moved(gap: int, rolls: int) -> None:
    game = at_the_wall(gap, **SPENT)

    at_margin(game, 15)
    game.do(choose("push"), dice=[RIGHT] * rolls)

    assert orb(game) == ("loose", (16, 1 + rolls))


@rule("ISH-Q-40", "ISH-PUSH-07", "ISH-Q-42")
@pytest.mark.parametrize(("margin", "dc"), LOST)
@pytest.mark.parametrize(("missed_by", "rolls"), [(0, 0), (1, 0), (4, 0), (5, 1)])
def test_dc_of_a_holder_at_the_wall_after_a_small_loss_is_10_less_the_loss(
    margin: int, dc: int, missed_by: int, rolls: int
) -> None:
    game = at_the_wall(0)

    at_margin(game, margin)
    shaken = keeps(game, dc - BESIDE - missed_by, rolls, ability="str")

    assert (shaken.dc, shaken.made, shaken.missed_by) == (dc, not missed_by, missed_by)
    assert orb(game) == ("loose" if missed_by else "controlled", (16, 1 + rolls))
    assert (at(game, "h1"), at(game, "a1")) == ((15, 1), (16, 1))


@rule("ISH-Q-40", "ISH-PUSH-11")
@pytest.mark.parametrize(("margin", "dc"), LOST_BIG)
@pytest.mark.parametrize("missed_by", [0, 1])
def test_dc_of_a_holder_at_the_wall_after_a_big_loss_is_10_less_the_loss(margin: int, dc: int, missed_by: int) -> None:
    game = at_the_wall(0)

    at_margin(game, margin)
    game.do(choose("leave"), dice=[1])
    shaken = keeps(game, dc - BESIDE - missed_by, missed_by, ability="str")

    assert (shaken.dc, shaken.made) == (dc, not missed_by)
    assert orb(game) == ("loose" if missed_by else "controlled", (16, 1 + missed_by))
    assert (at(game, "h1"), at(game, "a1")) == ((15, 1), (16, 1))


@rule("ISH-Q-40", "ISH-PUSH-09", "ISH-PUSH-11")
@pytest.mark.parametrize(("margin", "dc"), LOST_BIG)
@pytest.mark.parametrize("missed_by", [0, 1])
def test_pusher_at_the_wall_is_pushed_nowhere_and_still_hinders_the_holder(
    margin: int, dc: int, missed_by: int
) -> None:
    game = duel({"at": [1, 1]}, {"dex_mod": 10, "at": [2, 1]}, orbs=HELD)

    at_margin(game, margin)
    game.do(choose("push"), dice=[1])
    shaken = keeps(game, dc - BESIDE - missed_by, missed_by, ability="str")

    assert (shaken.dc, shaken.made) == (dc, not missed_by)
    assert (at(game, "h1"), at(game, "a1")) == ((1, 1), (2, 1))


# Nothing in hand


@rule("ISH-PUSH-02", "ISH-PUSH-05", "ISH-PUSH-08", "ISH-PUSH-09")
@pytest.mark.parametrize(
    ("margin", "ways", "to"),
    [
        (-6, {"push", "pull", "leave"}, (9, 4)),
        (-5, {"push", "pull", "leave"}, (9, 4)),
        *((margin, None, (9, 4)) for margin in (-4, -3, -2, -1)),
        (0, {"push", "pull", "leave"}, (10, 4)),
        (4, {"push", "pull", "leave"}, (10, 4)),
        (5, {"push", "pull", "floor"}, (10, 4)),
        *((margin, {"push", "pull", "floor"}, (10, 4)) for margin in (6, 7, 8, 9)),
        *((margin, {"push", "pull", "floor"}, (11, 4)) for margin in (10, 11, 12, 13, 14)),
        (15, {"push", "pull", "floor"}, (12, 4)),
    ],
)
def test_margin_gives_these_choices_and_squares(margin: int, ways: set[str] | None, to: tuple[int, int]) -> None:
    game = duel()

    at_margin(game, margin)
    if ways is None:
        assert only(game.events, ev.PushFailed).margin == margin
        return
    (ask,) = game.asks("choose")
    assert set(ask.options["options"]) == ways
    game.do(choose("push"), dice=[1] if margin < 0 else [])
    game.pass_all()

    assert at(game, "a1") == to
    assert at(game, "h1") == ((7, 4) if margin < 0 else (8, 4))
    assert all_of(game.events, ev.ForcedControlled) == []
