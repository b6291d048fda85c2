"""What several games share: opposed rolls, modifiers, effects, statuses, tracks, orders, hidden choices, grids."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Annotated, NamedTuple

import icepool
import msgspec
import pytest

from rules.kernel.adjust import Adjust, adjusted, with_adjusted
from rules.kernel.agenda import Frame, Secret
from rules.kernel.commitments import CommitmentFrame, secret
from rules.kernel.effects import FOR_GOOD, Effect, Matrix, added, ended_by, lasting, outlasting, run_out, without
from rules.kernel.errors import Refused
from rules.kernel.grid import HEX, HEXES, SQUARES, Cell, Direction, Grid, Walk, is_way, opposite, shifted
from rules.kernel.labels import Bounds, label
from rules.kernel.modifiers import Row, balance, mods
from rules.kernel.opposed import OpposedRoll, RollResult, Tie
from rules.kernel.order import Entry, batch, due, queue, rolled_off
from rules.kernel.rolls import D20_POOL, Keep, Pool
from rules.kernel.tracks import Loss, Step, Track
from tests.chance import random_seeds

TWO_BEST: Pool = ((20, 20), "highest")
D12: Pool = ((12,), "all")
CRITICAL = OpposedRoll(best=20, worst=1)
MUTUAL = OpposedRoll(best=20, worst=1, mutual=True)

# Opposed rolls


@pytest.mark.parametrize(
    ("contest", "actor", "other", "wins"),
    [
        (OpposedRoll(), (9, 12), (3, 12), "actor"),
        (OpposedRoll(tie="other"), (9, 12), (3, 12), "other"),
        (OpposedRoll(tie="both"), (9, 12), (3, 12), "both"),
        (OpposedRoll(tie="neither"), (9, 12), (3, 12), "neither"),
        (OpposedRoll(tie="other"), (9, 13), (3, 12), "actor"),
        (OpposedRoll(), (9, 11), (3, 12), "other"),
        (CRITICAL, (20, 21), (3, 40), "actor"),
        (CRITICAL, (1, 30), (3, 4), "other"),
        (CRITICAL, (10, 15), (20, 14), "actor"),
        (MUTUAL, (10, 15), (20, 14), "other"),
        (MUTUAL, (20, 25), (20, 26), "other"),
        (MUTUAL, (1, 9), (1, 8), "actor"),
    ],
)
def test_who_wins_an_opposed_roll(contest: OpposedRoll, actor: RollResult, other: RollResult, wins: Tie) -> None:
    """The higher total; a tie by its rule; a 20 and a 1 of the actor, or of both, before all totals."""
    assert contest.winners(actor, other) == wins


@pytest.mark.parametrize(
    "contest", [OpposedRoll(), OpposedRoll(tie="other"), OpposedRoll(tie="both"), CRITICAL, MUTUAL]
)
@pytest.mark.parametrize("lead", [-4, 0, 3])
def test_chances_of_opposed_rolls_are_counted_over_all_faces(contest: OpposedRoll, lead: int) -> None:
    keep: Keep = "highest"
    fallen = list(product(range(1, 21), repeat=3))
    wins = [contest.winners((max(a, b), max(a, b) + lead), (c, c)) in ("actor", "both") for a, b, c in fallen]
    assert contest.chance(lead, ((20, 20), keep), D20_POOL) == (sum(wins), 8000)


def test_the_chance_once_one_side_lies() -> None:
    """Against a natural 7 that totals 12, d20 + 2: 11 of 20 faces reach it, one less where ties are lost."""
    assert OpposedRoll().chance_of_actor(2, D20_POOL, (7, 12)) == (11, 20)
    assert OpposedRoll(tie="other").chance_of_actor(2, D20_POOL, (7, 12)) == (10, 20)
    assert OpposedRoll().chance_of_other(2, D20_POOL, (7, 12)) == (10, 20)
    assert OpposedRoll(tie="both").chance_of_other(2, D20_POOL, (7, 12)) == (11, 20)
    assert CRITICAL.chance_of_other(2, D20_POOL, (20, 22)) == (0, 20)


@pytest.mark.parametrize("lead", [-45, -20, -19, -1, 0, 1, 7, 19, 20, 45])
def test_without_naturals_the_chance_is_that_of_all_pairs_of_totals(lead: int) -> None:
    pairs = list(product(range(1, 21), repeat=2))
    reached = sum(actor + lead >= other for actor, other in pairs)
    above = sum(actor + lead > other for actor, other in pairs)
    assert OpposedRoll().chance(lead, D20_POOL, D20_POOL) == (reached, 400)
    assert OpposedRoll(tie="both").chance(lead, D20_POOL, D20_POOL) == (reached, 400)
    assert OpposedRoll(tie="other").chance(lead, D20_POOL, D20_POOL) == (above, 400)
    assert OpposedRoll(tie="neither").chance(lead, D20_POOL, D20_POOL) == (above, 400)


@pytest.mark.parametrize("lead", [-7, 0, 2])
@pytest.mark.parametrize(
    ("contest", "wins"),
    [
        (OpposedRoll(), lambda one, other, lead: one + lead >= other),
        (OpposedRoll(tie="other"), lambda one, other, lead: one + lead > other),
        (CRITICAL, lambda one, other, lead: one == 20 or (one != 1 and one + lead >= other)),
        (
            MUTUAL,
            lambda one, other, lead: (
                one + lead >= other
                if (one in (1, 20) and one == other) or not {one, other} & {1, 20}
                else one == 20 or (one != 1 and other == 1)
            ),
        ),
    ],
)
def test_chances_of_opposed_rolls_as_another_program_counts_them(
    contest: OpposedRoll, wins: Callable[[int, int, int], bool], lead: int
) -> None:
    """The best of two d20s against one."""
    best = icepool.d(20).highest(2)
    won = icepool.map(lambda one, other: wins(one, other, lead), best, icepool.d(20))
    assert Fraction(*contest.chance(lead, TWO_BEST, D20_POOL)) == won.probability(True)


@pytest.mark.parametrize(
    ("contest", "actor", "least"),
    [
        (OpposedRoll(), (9, 12), 13),
        (OpposedRoll(tie="neither"), (9, 12), 13),
        (OpposedRoll(tie="other"), (9, 12), 12),
        (OpposedRoll(tie="both"), (9, 12), 12),
        (CRITICAL, (19, 22), 23),
        (CRITICAL, (20, 22), None),
        (CRITICAL, (1, 3), None),
        (MUTUAL, (20, 22), 23),
    ],
)
def test_the_total_that_withstands_a_roll(contest: OpposedRoll, actor: RollResult, least: int | None) -> None:
    """A tie by its rule; none after a 20 or 1, unless those of the other side decide, too."""
    assert contest.to_withstand(actor) == least


def test_two_twelve_sided_dice_where_the_higher_wins() -> None:
    """66 of 144 pairs are above each other; a tie is not enough."""
    assert OpposedRoll(tie="other").chance(0, D12, D12) == (66, 144)
    assert Fraction(*OpposedRoll().chance(0, TWO_BEST, D20_POOL)) > Fraction(
        *OpposedRoll().chance(0, D20_POOL, D20_POOL)
    )


# Modifier tables


class Shot(NamedTuple):
    yards: int
    dark: bool = False


RANGES = (
    Row[Shot](3, "close", "TOY-R-01", lambda shot: shot.yards <= 15),
    Row[Shot](-6, "long", "TOY-R-02", lambda shot: shot.yards > 50),
    Row[Shot](lambda shot: -shot.yards // 100, "each hundred yards", "TOY-R-03", lambda shot: shot.yards > 50),
    Row[Shot](-3, "darkness", "TOY-R-04", lambda shot: shot.dark),
    Row[Shot](0, "nothing", "TOY-R-05", lambda _: True),
)


def test_rows_of_a_table_count_in_their_situation_and_in_order() -> None:
    assert mods(RANGES, Shot(15)) == ((3, "close", "TOY-R-01"),)
    assert mods(RANGES, Shot(16)) == ()
    assert mods(RANGES, Shot(200, dark=True)) == (
        (-6, "long", "TOY-R-02"),
        (-2, "each hundred yards", "TOY-R-03"),
        (-3, "darkness", "TOY-R-04"),
    )


def test_a_row_may_always_count_follow_the_situation_in_its_label_and_be_recorded_at_0() -> None:
    rows = (
        Row[Shot](0, "skill", "TOY-R-06", named=True),
        Row[Shot](lambda shot: -shot.yards, lambda shot: f"{shot.yards} yards", "TOY-R-07"),
    )
    assert mods(rows, Shot(0)) == ((0, "skill", "TOY-R-06"),)
    assert mods(rows, Shot(4)) == ((0, "skill", "TOY-R-06"), (-4, "4 yards", "TOY-R-07"))


@pytest.mark.parametrize(
    ("ups", "downs", "all_of", "each"), [(0, 0, 0, 0), (2, 0, 1, 1), (0, 2, -1, -1), (3, 1, 0, 1), (1, 2, 0, -1)]
)
def test_advantages_and_disadvantages_cancel(ups: int, downs: int, all_of: int, each: int) -> None:
    assert (balance(ups, downs, "all"), balance(ups, downs, "each")) == (all_of, each)


# Effects and statuses


def test_an_effect_takes_the_place_of_its_like() -> None:
    old, other = Effect("held", "a1", amount=1), Effect("held", "b2")
    assert added((old, other), Effect("held", "a1", amount=3)) == (other, Effect("held", "a1", amount=3))
    assert without((old, other), "held", "a1") == (other,)
    assert without((old, other), "held") == ()


class Stored(NamedTuple):
    """What a game stores in a form of its own."""

    name: str
    source: str = ""


def test_what_a_game_stores_itself_is_added_and_taken_away_alike() -> None:
    bound, blind = Stored("bound", "a1"), Stored("blind")
    assert added((bound, blind), Stored("bound", "a1")) == (blind, bound)
    assert without((bound, blind), "bound") == (blind,)
    assert without((bound, blind), "bound", "b2") == (bound, blind)


def test_effects_end_by_their_clock_or_their_occasion() -> None:
    rounds = lasting(Effect("stunned"), "round", now=2, length=3)
    assert (rounds.until, rounds.at) == ("round", 5)
    effects = (rounds, Effect("aiming", until="used"), Effect("dazed", "b1", until="next_action"), Effect("maimed"))
    assert run_out(effects, {"round": 4, "turn": 9}) == ()
    assert run_out(effects, {"round": 5}) == (rounds,)
    assert ended_by(effects, "used") == (effects[1],)
    assert ended_by(effects, "next_action", "b2") == ()
    assert ended_by(effects, "next_action", "b1") == (effects[2],)


def test_what_outlasts_the_match() -> None:
    scar, sleep, cover = Effect("scar", until=FOR_GOOD), Effect("asleep", until="hour", at=3), Effect("cover")
    assert outlasting((scar, sleep, cover), ("hour", "day")) == (scar, sleep)
    assert outlasting((scar, sleep, cover), ()) == (scar,)


def test_a_table_of_statuses_answers_by_column_in_the_order_of_the_book() -> None:
    table = Matrix[int]({"blind": {"attack": -1}, "bound": {"attack": -5, "move": 2}, "deaf": {}})
    assert list(table.cells("attack", {"bound", "deaf", "blind"})) == [("blind", -1), ("bound", -5)]
    assert table.first("move", ["blind", "bound"]) == "bound"
    assert table.first("move", ["blind"]) == ""


# Tracks


def test_a_track_with_room_for_several_points_a_step() -> None:
    """Two light wounds, two heavy ones with −1 for each, then down, out and dead: dead at 6."""
    track = Track(
        Step("light", holds=3),
        Step("heavy", holds=2, penalty=1, each=1),
        Step("down", able=False),
        Step("dead", able=False),
    )
    found = [(track.at(points).step.name, track.at(points).penalty) for points in range(8)]
    assert found == [
        ("light", 0),
        ("light", 0),
        ("light", 0),
        ("heavy", 1),
        ("heavy", 2),
        ("down", 0),
        ("dead", 0),
        ("dead", 0),
    ]
    assert track.lose(4, 1) == Loss(5, 0)
    assert track.lose(4, 5) == Loss(6, 3)
    assert (track.points_to("down"), track.points_to("dead"), track.at(5).step.able) == (5, 6, False)


# Orders


def test_the_highest_count_comes_next_and_equal_ones_together() -> None:
    entries = (Entry("a", 12), Entry("b", 15), Entry("c", 15))
    assert [one.who for one in batch(entries)] == ["b", "c"]
    assert batch(()) == ()
    assert [one.who for one in queue(entries)] == ["b", "c", "a"]
    assert [one.who for one in queue(entries, ties=lambda one: (one.who == "c",))] == ["c", "b", "a"]


def test_entries_that_come_later_are_due_when_the_count_has_come_down_to_them() -> None:
    later = (Entry("a", 7, "stand_up"), Entry("b", 12, "stand_up"), Entry("c", 3))
    ready, waiting = due(later, 7)
    assert [one.who for one in ready] == ["b", "a"]
    assert [one.who for one in waiting] == ["c"]


@pytest.mark.parametrize(
    ("faces", "order", "rolls"),
    [
        ((3, 9, 5), "bca", "a0 b0 c0"),
        ((9, 4, 9, 2, 6), "cab", "a0 b0 c0 a1 c1"),
        ((7, 7, 7, 5, 5, 8, 1, 2), "cba", "a0 b0 c0 a1 b1 c1 a2 b2"),
    ],
)
def test_in_a_roll_off_equal_ones_roll_again_among_each_other(faces: tuple[int, ...], order: str, rolls: str) -> None:
    dice, rolled = iter(faces), []

    def roll(who: str, again: int) -> int:
        rolled.append(f"{who}{again}")
        return next(dice)

    assert "".join(rolled_off("abc", roll)) == order
    assert " ".join(rolled) == rolls


def test_the_highest_of_several_ties_is_rolled_off_first_and_who_is_alone_does_not_roll() -> None:
    """a and c have 4, b and d 8; b and d roll 2 and 5, then a and c 6 and 1."""
    dice = iter((4, 8, 4, 8, 2, 5, 6, 1))
    assert rolled_off("abcd", lambda who, again: next(dice)) == ("d", "b", "a", "c")
    assert rolled_off("a", lambda who, again: next(dice)) == ("a",)
    assert rolled_off("", lambda who, again: next(dice)) == ()


# Hidden choices


class Choosing(CommitmentFrame, frozen=True, tag="choosing"):
    """Two who choose at once."""


def test_choices_are_kept_in_the_order_asked_and_hidden_until_all_are_in() -> None:
    frame = Choosing(asked=("h1", "a1"))
    assert (frame.waiting, secret((frame,), "revealed")) == (("h1", "a1"), None)
    frame = frame.committed("a1", {"type": "strike"}, "TOY-SIM-01")
    assert (frame.waiting, secret((Frame(), frame), "revealed")) == (("h1",), Secret((), "revealed"))
    frame = frame.committed("h1", {"type": "dodge"}, "TOY-SIM-01")
    assert frame.waiting == ()
    assert [(one.who, one.command["type"]) for one in frame.made] == [("h1", "dodge"), ("a1", "strike")]
    assert frame.without("h1").asked == ("a1",)


@pytest.mark.parametrize(("who", "code"), [("x9", "not_asked"), ("a1", "already_committed")])
def test_a_choice_that_nobody_asks_for_is_refused(who: str, code: str) -> None:
    frame = Choosing(asked=("h1", "a1")).committed("a1", {"type": "strike"}, "TOY-SIM-01")
    with pytest.raises(Refused) as refused:
        frame.committed(who, {"type": "dodge"}, "TOY-SIM-01")
    assert (refused.value.code, refused.value.rule) == (code, "TOY-SIM-01")


# Fields that the GM sets


class Figure(msgspec.Struct, frozen=True):
    name: str
    wounds: Annotated[int, label("Wounds", stored=True, bounds=Bounds(0, 9, "TOY-WOUND-01"))] = 0
    prone: Annotated[bool, label("Prone", stored=True)] = False


def test_the_gm_sets_a_field_that_has_a_label() -> None:
    event = adjusted(Figure("Ada"), Adjust(figure="h1", field="wounds", value=9, reason="a miscount"), "TOY-GM-01")
    assert (event.before, event.after, event.reason) == (0, 9, "a miscount")
    assert with_adjusted(Figure("Ada"), event) == Figure("Ada", wounds=9)


@pytest.mark.parametrize(
    ("field", "value", "code", "rule"),
    [
        ("name", "Bea", "not_adjustable", "TOY-GM-01"),
        ("wounds", 10, "bad_value", "TOY-WOUND-01"),
        ("wounds", -1, "bad_value", "TOY-WOUND-01"),
        ("wounds", "two", "bad_value", "TOY-GM-01"),
        ("prone", 1, "bad_value", "TOY-GM-01"),
        ("prone", False, "nothing_to_do", "TOY-GM-01"),
    ],
)
def test_what_the_gm_cannot_set(field: str, value: object, code: str, rule: str) -> None:
    with pytest.raises(Refused) as refused:
        adjusted(Figure("Ada"), Adjust(figure="h1", field=field, value=value), "TOY-GM-01")
    assert (refused.value.code, refused.value.rule) == (code, rule)


# Grids


@random_seeds(20)
def test_lines_are_ways_as_long_as_the_distance_and_rings_are_what_is_so_far(seed: int) -> None:
    rng = Random(seed)
    grid: Grid = rng.choice((SQUARES, HEXES))
    a, b = (rng.randint(-9, 9), rng.randint(-9, 9)), (rng.randint(-9, 9), rng.randint(-9, 9))
    line = grid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert is_way(grid, line)
    assert b in grid.ring(a, grid.distance(a, b))
    assert all(grid.adjacent(a, one) for one in grid.beside(a))


def test_hexes_by_hand() -> None:
    assert list(HEXES.beside((0, 0))) == list(HEX)
    assert HEXES.distance((0, 0), (3, -3)) == 3
    assert HEXES.distance((-1, 2), (2, 2)) == 3
    assert not HEXES.adjacent((0, 0), (1, 1))
    assert SQUARES.adjacent((0, 0), (1, 1))
    assert shifted((2, 1), (-1, 1), 3) == (-1, 4)
    assert len(HEXES.within((0, 0), 2)) == 19


@random_seeds(20)
def test_directions_lead_on_a_shortest_way_and_turn_full_circle(seed: int) -> None:
    rng = Random(seed)
    grid: Grid = rng.choice((SQUARES, HEXES))
    a, b = (rng.randint(-9, 9), rng.randint(-9, 9)), (rng.randint(-9, 9), rng.randint(-9, 9))
    if a == b:
        assert grid.toward(a, b) == (0, 0)
        return
    way = grid.toward(a, b)
    assert grid.distance(shifted(a, way), b) == grid.distance(a, b) - 1
    assert grid.distance(a, opposite(b, a)) == grid.distance(a, b)
    assert grid.turned(way, len(grid.directions)) == way
    assert shifted((0, 0), grid.turned(way, len(grid.directions) // 2)) == opposite(way, (0, 0))
    ahead = shifted(a, way)
    assert next(grid.beside(a, way)) == ahead
    assert sorted(grid.beside(a, way)) == sorted(grid.beside(a))


@pytest.mark.parametrize(
    ("grid", "a", "b", "way"),
    [
        (SQUARES, (3, 4), (4, 5), (1, 1)),
        (SQUARES, (3, 4), (3, 1), (0, -1)),
        (SQUARES, (3, 4), (9, 3), (1, -1)),
        (HEXES, (0, 0), (0, -3), (0, -1)),
        (HEXES, (2, 2), (0, 4), (-1, 1)),
        (HEXES, (0, 0), (3, 1), (1, 0)),
        (HEXES, (0, 0), (-1, 4), (0, 1)),
    ],
)
def test_directions_by_hand(grid: Grid, a: Cell, b: Cell, way: Direction) -> None:
    """Squares go diagonally first; hexes as the line does: to (3, 1) it begins at (0.75, 0.25), next to (1, 0)."""
    assert grid.toward(a, b) == way


def test_the_hexes_around_a_target_from_the_one_nearest_the_shooter_clockwise() -> None:
    """A shooter at (3, −1) of somebody at (0, 0): the line runs over (1, 0) and (2, −1), and on to (−2, 1)."""
    shooter, target = (3, -1), (0, 0)
    line = HEXES.line(target, shooter)
    assert line == ((0, 0), (1, 0), (2, -1), (3, -1))
    around = list(HEXES.beside(target, HEXES.toward(target, shooter)))
    assert around == [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert opposite(line[2], target) == (-2, 1)


def test_six_directions_from_straight_away_clockwise() -> None:
    """Somebody at (1, 1) is disarmed from (1, 2): away is (0, −1); two hexes on is (1, −1), then (3, −1) and so on."""
    away = HEXES.toward((1, 2), (1, 1))
    ends = [shifted((1, 1), HEXES.turned(away, die - 1), 2) for die in range(1, 7)]
    assert ends == [(1, -1), (3, -1), (3, 1), (1, 3), (-1, 3), (-1, 1)]


@pytest.mark.parametrize(
    ("grid", "a", "b", "beyond"),
    [
        (HEXES, (0, 0), (0, 1), {(1, 1), (0, 2), (-1, 2)}),
        (HEXES, (0, 0), (2, -1), {(3, -1), (3, -2)}),
        (SQUARES, (0, 0), (1, 0), {(2, -1), (2, 0), (2, 1)}),
        (SQUARES, (0, 0), (1, 1), {(2, 0), (2, 1), (2, 2), (1, 2), (0, 2)}),
    ],
)
def test_where_somebody_is_pushed_away(grid: Grid, a: Cell, b: Cell, beyond: set[Cell]) -> None:
    assert set(grid.beyond(a, b)) == beyond


# Walks


def through(grid: Grid, rough: set[Cell], wall: set[Cell]) -> Callable[[Cell], Iterator[tuple[Cell, int]]]:
    """Steps of 1, into rough cells of 2, into none of the wall."""
    return lambda here: ((cell, 2 if cell in rough else 1) for cell in grid.beside(here) if cell not in wall)


def test_walks_over_open_hexes_cost_their_distance() -> None:
    found = HEXES.walks((0, 0), 3, through(HEXES, set(), set()))
    assert len(found) == 6 + 12 + 18
    assert {cell: walk.cost for cell, walk in found.items()} == {cell: HEXES.distance((0, 0), cell) for cell in found}


def test_a_walk_goes_around_rough_ground_where_that_is_cheaper() -> None:
    """Straight over (1, 0) and (2, 0) is 2 + 2 + 1; around by (1, -1), (2, -1), (3, -1) it is 4. A wall bars (0, 1)."""
    found = HEXES.walks((0, 0), 4, through(HEXES, {(1, 0), (2, 0)}, {(0, 1)}))
    assert found[(3, 0)] == Walk(((1, -1), (2, -1), (3, -1), (3, 0)), 4)
    assert found[(1, 0)].cost == 2
    assert (0, 1) not in found
    assert (0, 0) not in found
    assert all(walk.cost <= 4 and is_way(HEXES, ((0, 0), *walk.cells)) for walk in found.values())


def test_of_walks_over_squares_that_cost_the_same_the_straightest_is_taken() -> None:
    found = SQUARES.walks((0, 0), 4, through(SQUARES, set(), {(1, 0)}))
    assert found[(4, 2)] == Walk(((1, 1), (2, 1), (3, 1), (4, 2)), 4)
    assert found[(0, 3)].cells == ((0, 1), (0, 2), (0, 3))


def test_a_walk_that_was_found_dear_is_found_cheap_later() -> None:
    """From a one may come to d at once for 5, or over b and c for 3; e lies behind d."""
    ways: dict[Cell, tuple[tuple[Cell, int], ...]] = {
        (0, 0): (((3, 0), 5), ((1, 0), 1)),
        (1, 0): (((2, 0), 1),),
        (2, 0): (((3, 0), 1),),
        (3, 0): (((4, 0), 1),),
        (4, 0): (),
    }
    found = HEXES.walks((0, 0), 6, lambda here: ways[here])
    assert found[(3, 0)] == Walk(((1, 0), (2, 0), (3, 0)), 3)
    assert found[(4, 0)] == Walk(((1, 0), (2, 0), (3, 0), (4, 0)), 4)
