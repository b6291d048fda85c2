"""What several games share: opposed rolls, modifiers, effects, statuses, tracks, orders, hidden choices, grids."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Annotated, NamedTuple

import msgspec
import pytest

from rules.kernel.adjust import Adjust, adjusted, with_adjusted
from rules.kernel.agenda import Frame, Secret
from rules.kernel.commitments import CommitmentFrame, secret
from rules.kernel.effects import FOR_GOOD, Effect, Matrix, added, ended_by, lasting, outlasting, run_out, without
from rules.kernel.errors import Refused
from rules.kernel.grid import HEX, HEXES, SQUARES, Grid, is_way, shifted
from rules.kernel.labels import Bounds, label
from rules.kernel.modifiers import Row, balance, mods
from rules.kernel.opposed import OpposedRoll, RollResult, Tie
from rules.kernel.order import Entry, batch, due, queue
from rules.kernel.rolls import D20_POOL, Keep, Pool, chance_of_contest
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


def test_two_twelve_sided_dice_where_the_higher_wins() -> None:
    """66 of 144 pairs are above each other; a tie is not enough."""
    assert OpposedRoll(tie="other").chance(0, D12, D12) == (66, 144)
    assert OpposedRoll().chance(-1, D20_POOL, D20_POOL) == chance_of_contest(-1)
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
