"""Forced engagement: where a mover is stopped, and whom it is shifted to."""

import pytest

from rules.istra.geometry.engaging import Contact, come_into_contact, nearest_of, touching
from rules.istra.geometry.gaps import Base
from rules.istra.geometry.paths import refusal
from rules.istra.terrain import Place
from tests.rules.istra.geometry.builders import block, box, floor, go, laid, man, piece, wall
from tests.rules.play import rule

FOE = man(2000, 1000, name="z")


@rule("IST-MOVE-05", "IST-Q-21")
def test_a_mover_stops_an_inch_from_an_enemy_and_is_shifted_into_contact() -> None:
    walked = go(laid(), *floor((1000, 1000), (3000, 1000)), foes=(FOE,))
    assert (walked.stop, walked.near, walked.at, walked.cost) == ("engaged", ("z",), (1800, 1000, 0), 800)
    assert refusal(walked, 800) is None
    assert come_into_contact(laid(), man(*walked.at), FOE, (FOE,)) == Contact((1900, 1000, 0), ("z",))


@rule("IST-MOVE-05", "IST-Q-21")
@pytest.mark.parametrize(
    ("y", "stop"),
    [
        (1160, 1380),  # 120 before the foe's x: 120² + 160² = 200²
        (1000, 1300),
        (1200, 1500),
        (1201, 1500),  # never nearer than 1.01": it counts, and the stop is where it is nearest
    ],
)
def test_the_stop_is_computed_for_one_inch_exactly_and_the_tolerance_only_decides_whether_it_counts(
    y: int, stop: int
) -> None:
    walked = go(laid(), *floor((1000, 1000), (2000, 1000)), foes=(man(1500, y, name="z"),))
    assert (walked.stop, walked.at) == ("engaged", (stop, 1000, 0))


@rule("IST-Q-21")
def test_a_mover_passes_an_enemy_at_more_than_an_inch() -> None:
    assert go(laid(), *floor((1000, 1000), (2000, 1000)), foes=(man(1500, 1202, name="z"),)).stop == "end"


@rule("IST-Q-21")
def test_the_shift_goes_straight_towards_the_centre_and_keeps_the_height() -> None:
    foe = man(1500, 1160, name="z")
    assert come_into_contact(laid(), man(1380, 1000), foe, (foe,)) == Contact((1440, 1080, 0), ("z",))
    ledge = block(box(1900, 800, 2200, 1200), 60)
    above = man(2000, 1000, 60, name="z")
    walked = go(laid(ledge), *floor((1000, 1000), (1850, 1000)), foes=(above,))
    assert walked.at == (1820, 1000, 0)  # 80 across and 60 up: 100
    assert come_into_contact(laid(ledge), man(*walked.at), above, (above,)) == Contact((1900, 1000, 0), ("z",))


@rule("IST-Q-22")
def test_every_other_enemy_within_an_inch_after_the_shift_is_engaged_too() -> None:
    other, far = man(2000, 1150, name="y"), man(2000, 1260, name="x")
    walked = go(laid(), *floor((1000, 1000), (3000, 1000)), foes=(FOE, other, far))
    assert walked.near == ("z",)  # 100 against 150
    met = come_into_contact(laid(), man(*walked.at), FOE, (FOE, other, far))
    assert met == Contact((1900, 1000, 0), ("y", "z"))  # 80 from y, 179 from x


@rule("IST-Q-22", "IST-D-14")
def test_two_enemies_equally_near_are_both_named() -> None:
    twins = man(2000, 900, name="b"), man(2000, 1100, name="a")
    walked = go(laid(), *floor((1000, 1000), (3000, 1000)), foes=twins)
    assert (walked.near, walked.at) == (("a", "b"), (1827, 1000, 0))  # √(200² − 100²) = 173.2 before them
    assert nearest_of(man(1827, 1000), twins) == ("a", "b")


@rule("IST-Q-22", "IST-D-14", "IST-Q-01")
@pytest.mark.parametrize(
    ("farther", "near"), [(0, ("a", "b")), (1, ("a", "b")), (2, ("b",)), (-1, ("a", "b")), (-2, ("a",))]
)
@pytest.mark.parametrize("by_centre", [False, True])
def test_a_hundredth_of_an_inch_is_a_tie_and_two_are_not(farther: int, near: tuple[str, ...], by_centre: bool) -> None:
    """b is 0.80" away to the right (bases of half an inch), a so much farther to the left."""
    foes = Base("b", (2180, 1000, 0), by_centre=by_centre), Base("a", (1820 - farther, 1000, 0), by_centre=by_centre)
    assert nearest_of(man(2000, 1000), foes) == near


@rule("IST-Q-23")
@pytest.mark.parametrize(
    ("places", "stop", "at"),
    [
        (((1000, 1000), (500, 1000)), "end", (500, 1000, 0)),
        (((1000, 1000), (920, 1000)), "engaged", (920, 1000, 0)),  # still within 0.8"
        (((1000, 1000), (899, 1000)), "engaged", (899, 1000, 0)),  # 1.01" counts
        (((1000, 1000), (898, 1000)), "end", (898, 1000, 0)),
        (((1000, 1000), (500, 1000), (1000, 1000)), "engaged", (900, 1000, 0)),  # back again
        (((1000, 1000), (920, 1000), (980, 1000), (500, 1000)), "end", (500, 1000, 0)),
    ],
)
def test_who_was_left_is_ignored_until_the_gap_was_more_than_an_inch(
    places: tuple[tuple[int, int], ...], stop: str, at: Place
) -> None:
    foe = man(1100, 1000, name="z")
    walked = go(laid(), *floor(*places), foes=(foe,), left_behind=frozenset({"z"}))
    assert (walked.stop, walked.at) == (stop, at)


@rule("IST-Q-23", "IST-Q-22")
def test_others_than_those_left_still_stop_a_mover() -> None:
    left, guard = man(1100, 1000, name="z"), man(600, 1000, name="g")
    walked = go(laid(), *floor((1000, 1000), (300, 1000)), foes=(left, guard), left_behind=frozenset({"z"}))
    assert (walked.stop, walked.near, walked.at) == ("engaged", ("g",), (800, 1000, 0))


@rule("IST-Q-22", "IST-Q-23")
@pytest.mark.parametrize(("left_x", "engaged"), [(1100, ("g",)), (1040, ("g", "z"))])
def test_who_stops_a_mover_is_met_and_who_was_left_only_if_still_near(left_x: int, engaged: tuple[str, ...]) -> None:
    left, guard = man(left_x, 1000, name="z"), man(750, 1000, name="g")
    mover = left_x - 100, 1000
    walked = go(laid(), *floor(mover, (300, 1000)), foes=(left, guard), left_behind=frozenset({"z"}))
    if left_x == 1100:
        assert (walked.near, walked.at) == (("g",), (950, 1000, 0))  # z is nearer, at 0.5"
    met = come_into_contact(laid(), man(*walked.at), guard, (left, guard))
    assert met == Contact((850, 1000, 0), engaged)  # 190 − 100 = 0.9" from z in the second case


@rule("IST-MOVE-05")
def test_the_first_enemy_on_the_way_stops_it_even_before_a_wall_or_the_edge() -> None:
    barrier = wall(box(1850, 500, 1900, 1500))
    assert go(laid(barrier), *floor((1000, 1000), (3000, 1000)), foes=(FOE,)).stop == "engaged"
    guard = man(120, 1000, name="z")
    assert go(laid(), *floor((1000, 1000), (-500, 1000)), foes=(guard,)).at == (320, 1000, 0)


@rule("IST-MOVE-05", "IST-Q-21")
def test_who_climbs_is_stopped_halfway_and_who_jumps_only_where_it_lands() -> None:
    roof = block(box(1500, 500, 2000, 1500), 300)
    above = man(1550, 1000, 300, name="z")
    walked = go(laid(roof), (1500, 1000, 0), (1500, 1000, 300), foes=(above,))
    assert (walked.stop, walked.at, walked.climbed, walked.cost) == ("engaged", (1500, 1000, 200), 200, 200)
    assert come_into_contact(laid(roof), man(*walked.at), above, (above,)) == Contact((1500, 1000, 200), ("z",))
    below = man(1350, 1000, name="z")
    landed = go(laid(roof), (1500, 1000, 300), (1500, 1000, 0), (1000, 1000, 0), jumps=(1,), foes=(below,))
    assert (landed.stop, landed.at, landed.falls) == ("engaged", (1500, 1000, 0), (300,))


@rule("IST-MOVE-05", "IST-Q-14")
def test_on_a_ramp_the_gap_in_space_decides() -> None:
    ramp = piece(box(1000, 900, 1400, 1100), standable=True, height=300)
    top = block(box(1400, 500, 2000, 1500), 300, name="b")
    foe = man(1500, 1000, 300, name="z")
    walked = go(laid(ramp, top), (1000, 1000, 0), (1400, 1000, 300), foes=(foe,))
    # At x the gap is √((1400 − x)² + (¾(1400 − x))²) = 1¼(1400 − x).
    assert (walked.stop, walked.at, walked.cost) == ("engaged", (1320, 1000, 240), 400)


@rule("IST-Q-21")
def test_a_shift_ends_before_a_base_that_stands_there() -> None:
    friend = man(1900, 1040, name="f")  # it leaves room up to x = 1900 − √(99² − 40²) = 1809.4
    met = come_into_contact(laid(), man(1800, 1000), FOE, (FOE,), (friend,))
    assert met == Contact((1809, 1000, 0), ("z",))


@rule("IST-Q-117", "IST-ILL-13")
def test_there_may_be_no_room_at_all() -> None:
    assert come_into_contact(laid(), man(1800, 1000), FOE, (FOE,), (man(1810, 1010, name="f"),)) is None


@rule("IST-Q-21", "IST-Q-128")
def test_a_shift_ends_before_a_solid_piece() -> None:
    fence = wall(box(1840, 500, 1890, 1500))
    met = come_into_contact(laid(fence), man(1800, 1000), FOE, (FOE,))
    assert met == Contact((1841, 1000, 0), ("z",))


@rule("IST-Q-22")
def test_touching_names_all_within_an_inch_by_id() -> None:
    around: tuple[Base, ...] = (man(1000, 1200, name="c"), man(1201, 1000, name="b"), man(798, 1000, name="a"))
    assert touching(man(1000, 1000), around) == ("b", "c")
