"""Pools: dice that are kept, go on or are judged one by one, and their chances before they fall."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import icepool
import msgspec
import pytest

from rules.kernel.chances import CHAIN, ERROR, any_hit, beaten, botch, chance, doubling, expected_points
from rules.kernel.dice import HouseDice, TableDice, derive_face
from rules.kernel.errors import NeedDice, Refused
from rules.kernel.pools import Again, Award, Double, Explode, HitRule, kept_values, next_die
from rules.kernel.rolls import Keep, Mod, Need, PoolRolled, rolled
from tests.examples import given, st

SHOUT = Explode(face=10)
STRESS, QUALITY = Double(botch=2), Double()
CRITICAL = Award(faces=(20,), prize=3)


class ToyRolled(PoolRolled, frozen=True, kw_only=True, tag="toy_rolled"):
    """A roll on record, for these tests."""


def need(
    *sides: int,
    keep: Keep = "all",
    keep_count: int = 1,
    target: int | None = None,
    bonus: int = 0,
    again: Again | None = None,
    judged: HitRule | None = None,
    zero: bool = False,
) -> Need:
    mods: tuple[Mod, ...] = ((bonus, "bonus", "TOY-01"),) if bonus else ()
    return Need(
        purpose="test",
        by="h1",
        seat="home",
        sides=sides,
        rule="TOY-01",
        keep=keep,
        keep_count=keep_count,
        target=target,
        compare=">=" if target is not None else "",
        mods=mods,
        again=again,
        judged=judged,
        zero=zero,
    )


def cast(wanted: Need, *faces: int) -> ToyRolled:
    """What is on record once exactly these faces have been typed."""
    dice = TableDice(faces)
    taken = dice.take(wanted)
    assert dice.unused == ()
    return rolled(ToyRolled, wanted, taken)


def pool(
    rolls: int, keeps: int, target: int | None = None, *, again: Again | None = SHOUT, keep: Keep = "highest"
) -> Need:
    return need(*[10] * rolls, keep=keep, keep_count=keeps, target=target, again=again)


def attack(dice: int, target: int, bonus: int = 0, *, again: Again | None = CRITICAL) -> Need:
    return need(*[20] * dice, target=target, bonus=bonus, again=again, judged=HitRule(hit=20, miss=1))


def stress(target: int, bonus: int = 0, botch: int = 2) -> Need:
    return need(10, target=target, bonus=bonus, again=Double(botch=botch), zero=True)


# Kept dice


def test_the_highest_dice_are_kept_and_of_equal_ones_the_leftmost() -> None:
    found = cast(pool(4, 2, 11, again=None), 3, 7, 7, 4)
    assert [kept for _, _, kept in found.dice] == [False, True, True, False]
    assert (found.total, found.margin, found.success, found.roll) == (14, 3, True, "4d10kh2")
    assert kept_values((5, 9, 5, 5), "highest", 2) == (True, True, False, False)
    assert kept_values((5, 9, 5, 5), "lowest", 2) == (True, False, True, False)


def test_all_dice_are_kept_where_fewer_fell_than_may_be_kept() -> None:
    assert cast(pool(2, 3, 5, again=None), 2, 4).total == 6


# Dice that go on by adding


def test_exploding_dice_fall_all_first_then_each_chain_from_the_left() -> None:
    """3k2 with 10, 4, 10: die 1 goes on 10, 3 (23), die 3 goes on 6 (16); 23 + 16 = 39."""
    found = cast(pool(3, 2, 40), 10, 4, 10, 10, 3, 6)
    assert [(face, kept) for _, face, kept in found.dice] == [
        (10, True),
        (4, False),
        (10, True),
        (10, True),
        (3, True),
        (6, True),
    ]
    assert found.chains == (0, 0, 2)
    assert (found.total, found.success, found.margin, found.roll) == (39, False, -1, "3d10!kh2")


def test_a_die_that_went_on_is_kept_by_its_sum() -> None:
    """2k1 with 10 + 1 = 11 and 9."""
    assert cast(pool(2, 1), 9, 10, 1).total == 11


def test_typed_dice_name_the_die_that_is_wanted() -> None:
    dice = TableDice((10, 4, 10))
    with pytest.raises(NeedDice) as wanted:
        dice.take(pool(3, 2, 40))
    assert (wanted.value.need.sides, wanted.value.need.wants) == ((10,), "the chain of die 1")
    assert wanted.value.need.roll == "3d10!kh2"
    with pytest.raises(NeedDice) as wanted:
        TableDice((10, 4, 10, 6)).take(pool(3, 2, 40))
    assert wanted.value.need.wants == "the chain of die 3"
    with pytest.raises(NeedDice) as wanted:
        TableDice((10, 4)).take(pool(3, 2, 40))
    assert (wanted.value.need.sides, wanted.value.need.wants) == ((10, 10, 10), "")


def test_a_face_that_a_chain_cannot_show_is_refused_at_its_place() -> None:
    with pytest.raises(Refused) as refused:
        TableDice((10, 11)).take(pool(1, 1))
    assert (refused.value.code, refused.value.field) == ("bad_die", "dice[1]")


def test_typed_dice_that_no_chain_wants_are_left() -> None:
    dice = TableDice((9, 4))
    dice.take(pool(1, 1))
    assert dice.unused == (4,)


# Dice that double


@pytest.mark.parametrize(
    ("faces", "total"),
    [((7,), 7), ((1, 7), 14), ((1, 1, 0), 40), ((1, 1, 1, 2), 16), ((1, 0), 20)],
)
def test_each_one_of_a_stress_die_doubles_what_follows(faces: Sequence[int], total: int) -> None:
    """k ones and then a face f count 2^k · f, a 0 in the chain as ten."""
    found = cast(stress(6, bonus=3), *faces)
    assert found.total == total + 3
    assert [face for _, face, _ in found.dice] == list(faces)


def test_a_first_zero_counts_nothing_and_the_botch_dice_fall() -> None:
    found = cast(stress(6, bonus=3), 0, 0, 5)
    assert (found.total, found.success) == (3, False)
    assert found.dice == ((10, 0, True), (10, 0, False), (10, 5, False))
    assert found.chains == (0, 0)


def test_a_die_without_botch_dice_counts_a_first_zero_as_ten() -> None:
    assert cast(need(10, again=QUALITY, zero=True), 0).total == 10
    assert cast(need(10, again=Double(botch=0), zero=True), 0).total == 0


def test_a_ten_that_is_typed_is_stored_as_zero() -> None:
    found = cast(need(10, zero=True), 10)
    assert (found.dice, found.total) == (((10, 0, True),), 10)


@pytest.mark.parametrize(
    ("zero", "face", "hint"),
    [
        (True, 11, "enter a whole number from 0 to 9 (10 is read as 0)"),
        (True, -1, "enter a whole number from 0 to 9 (10 is read as 0)"),
        (False, 0, "enter a whole number from 1 to 10"),
    ],
)
def test_a_refused_face_says_what_the_die_shows(zero: bool, face: int, hint: str) -> None:
    with pytest.raises(Refused) as refused:
        TableDice((face,)).take(need(10, zero=zero))
    assert (refused.value.code, refused.value.hint) == ("bad_die", hint)


def test_typed_botch_dice_are_asked_for_one_by_one() -> None:
    with pytest.raises(NeedDice) as wanted:
        TableDice((0, 4)).take(stress(6))
    assert wanted.value.need.wants == "botch die 2"
    with pytest.raises(NeedDice) as wanted:
        TableDice((1,)).take(stress(6))
    assert wanted.value.need.wants == "the next die, for double"


# Dice judged alone


def test_each_die_is_judged_alone_and_hits_are_counted() -> None:
    """AC 15 with +3: a 12 hits, an 11 misses, a 1 misses whatever the numbers say."""
    found = cast(attack(4, 15, 3), 12, 11, 1, 19)
    assert (found.hits, found.total, found.success, found.margin) == ((0, 3), 2, True, None)
    assert cast(attack(2, 1, 3), 1, 1).success is False
    assert cast(attack(1, 40, 0, again=None), 20).hits == (0,)


def test_a_natural_twenty_awards_one_die_however_many_there_are() -> None:
    """20, 20, 3 against AC 15: two hits. The critical die shows 16 and hits: a d3 of 2. 1 + 1 + 2 = 4 points."""
    found = cast(attack(3, 15), 20, 20, 3, 16, 2)
    assert (found.total, found.hits) == (4, (0, 1, 3))
    assert found.chains == (0, 3)
    assert [sides for sides, _, _ in found.dice] == [20, 20, 20, 20, 3]


def test_a_critical_die_that_shows_twenty_awards_another_after_its_damage() -> None:
    """1 point, then a d3 of 3, then a d3 of 1, then a critical die that misses."""
    found = cast(attack(1, 15), 20, 20, 3, 20, 1, 2)
    assert (found.total, found.hits, found.chains) == (5, (0, 1, 3), (0, 1, 1, 3, 3))
    assert cast(attack(1, 15), 20, 14).total == 1


def test_an_award_that_wants_no_twenty() -> None:
    award = Award(faces=(20,), prize=3, always=True)
    assert cast(attack(2, 15, again=award), 16, 3, 15, 2).total == 3
    assert cast(attack(2, 15, again=award), 14, 3).total == 0


# The dice of the house, and the audit


def test_house_dice_go_on_from_block_to_block() -> None:
    key, wanted = b"k" * 32, pool(6, 3)
    for index in range(0, 400, 10):
        dice = HouseDice(key, index)
        taken = dice.take(wanted)
        assert next_die(wanted, taken.faces) is None
        assert taken.blocks == (index, dice.index - index)
        place, faces = index, []
        while place < dice.index:
            face, place = derive_face(key, place, 10)
            faces.append(face)
        assert tuple(faces) == taken.faces


@given(st.integers(0, 10_000))
def test_any_house_dice_typed_in_make_the_same_roll(index: int) -> None:
    for wanted in (pool(5, 3, 20), stress(9, 2), attack(4, 12, 2)):
        taken = HouseDice(b"s" * 32, index).take(wanted)
        again = TableDice(taken.faces).take(wanted)
        house, table = rolled(ToyRolled, wanted, taken), rolled(ToyRolled, wanted, again)
        assert (house.dice, house.total, house.hits, house.chains) == (
            table.dice,
            table.total,
            table.hits,
            table.chains,
        )


# Chances


def test_one_die_that_explodes_by_hand() -> None:
    """At least 10: one face in ten. At least 12: a 10 (1/10) and then 2 or more (9/10)."""
    assert chance(pool(1, 1, 10)) == (1, 10)
    assert chance(pool(1, 1, 12)) == (9, 100)
    assert chance(pool(1, 1, 0)) == (1, 1)


@pytest.mark.parametrize(("rolls", "keeps", "target"), [(5, 3, 20), (4, 2, 15), (6, 2, 33), (2, 2, 5), (3, 1, 21)])
def test_exploding_pools_as_another_program_counts_them(rolls: int, keeps: int, target: int) -> None:
    """Icepool adds at most eight dice to a chain: it errs by less than a hundred-millionth a die."""
    theirs = icepool.d10.explode(depth=8).highest(rolls, keeps).probability(">=", target)
    assert float(Fraction(*chance(pool(rolls, keeps, target)))) == pytest.approx(float(theirs), abs=1e-7)


@pytest.mark.parametrize(("rolls", "keeps", "target"), [(3, 2, 20), (3, 2, 12), (5, 3, 25), (4, 4, 30), (2, 3, 11)])
def test_kept_dice_that_end_with_their_face_as_another_program_counts_them(rolls: int, keeps: int, target: int) -> None:
    """Three dice of which two are kept come to 20 where two or more show 10: 28 in 1000."""
    theirs = icepool.d10.highest(rolls, min(keeps, rolls)).probability(">=", target)
    found = chance(pool(rolls, keeps, target, again=None))
    assert Fraction(*found) == theirs
    assert (rolls, keeps, target) != (3, 2, 20) or Fraction(*found) == Fraction(28, 1000)


LOWEST = [(3, 2, 20), (3, 2, 7), (5, 3, 12), (4, 4, 22), (2, 3, 11), (4, 1, 3)]


@pytest.mark.parametrize(("rolls", "keeps", "target"), LOWEST)
def test_lowest_dice_as_another_program_counts_them(rolls: int, keeps: int, target: int) -> None:
    """The two lowest of three dice come to 20 where all three show 10: 1 in 1000."""
    theirs = icepool.d10.lowest(rolls, min(keeps, rolls)).probability(">=", target)
    found = chance(pool(rolls, keeps, target, again=None, keep="lowest"))
    assert Fraction(*found) == theirs
    assert (rolls, keeps, target) != (3, 2, 20) or Fraction(*found) == Fraction(1, 1000)


@pytest.mark.parametrize(("rolls", "keeps", "target"), [*LOWEST, (2, 1, 12), (3, 2, 31)])
def test_lowest_exploding_dice_as_another_program_counts_them(rolls: int, keeps: int, target: int) -> None:
    """The lower of two comes to 12 where both do: (9/100) squared."""
    theirs = icepool.d10.explode(depth=8).lowest(rolls, min(keeps, rolls)).probability(">=", target)
    found = chance(pool(rolls, keeps, target, keep="lowest"))
    assert float(Fraction(*found)) == pytest.approx(float(theirs), abs=1e-7)
    assert (rolls, keeps, target) != (2, 1, 12) or Fraction(*found) == Fraction(81, 10_000)


def test_a_bonus_alone_reaches_the_target_whatever_the_lowest_dice_show() -> None:
    assert chance(need(6, 6, 6, keep="lowest", keep_count=2, target=5, bonus=5)) == (1, 1)


def test_the_chance_of_a_stress_die_by_hand() -> None:
    """At least 11: a 1, then 6 to 10, or a 1, then 3 to 10, or a 1, then anything: 0.1 · (0.5 + 0.1 · (0.8 + 0.1)).

    At least 10 where a first 0 counts ten: 0.1 + 0.1 · (0.6 + 0.1 · (0.8 + 0.1)).
    """
    assert chance(stress(11)) == (59, 1000)
    assert chance(stress(14, bonus=3)) == (59, 1000)
    assert chance(stress(1)) == (9, 10)
    assert chance(need(10, target=10, again=QUALITY, zero=True)) == (169, 1000)


def test_the_chance_of_a_botch_by_hand() -> None:
    """A first 0 (1/10), and of two dice at least one 0: 1 − 0.81."""
    assert Fraction(*botch(2)) == Fraction(19, 1000)
    assert botch(0) == (0, 1)


def test_two_stress_dice_meet_within_the_stated_error() -> None:
    """Against all pairs of the two dice with chains of four, which err by 10^-5 a side at the most."""
    mine, theirs = doubling(1, botches=True), doubling(1, botches=True)
    assert sum(mine.values()) == 10 ** (CHAIN + 1)
    assert Fraction(2, 10**CHAIN) < ERROR
    short = doubling(1, botches=True, depth=4)
    for lead in (-7, 0, 3):
        wins = Fraction(*beaten(lead, mine, theirs))
        brute = sum(
            Fraction(a * b, 10**10)
            for (number, a), (against, b) in product(short.items(), short.items())
            if number + lead > against
        )
        assert abs(wins - brute) < Fraction(4, 10**5)


def test_a_tie_and_its_other_side_make_a_whole() -> None:
    mine, theirs = doubling(1, botches=True), doubling(1, botches=False)
    for lead in (-3, 0, 4):
        assert Fraction(*beaten(lead, mine, theirs)) + Fraction(*beaten(1 - lead, theirs, mine)) == 1


@pytest.mark.parametrize(("dice", "target", "bonus"), [(1, 15, 3), (4, 15, 3), (3, 30, 0), (2, 1, 5)])
def test_the_chance_of_any_hit_is_counted_over_all_faces(dice: int, target: int, bonus: int) -> None:
    striking = {face for face in range(1, 21) if face == 20 or (face != 1 and face + bonus >= target)}
    fallen = list(product(range(1, 21), repeat=min(dice, 3)))
    made = Fraction(sum(not striking.isdisjoint(faces) for faces in fallen), len(fallen))
    if dice > 3:
        made = 1 - (1 - Fraction(len(striking), 20)) ** dice
    assert Fraction(*chance(attack(dice, target, bonus))) == made


def test_expected_points_by_hand() -> None:
    """One die against AC 15: 6/20 of a point. A 20 (1/20) awards a die worth c = 6/20 · 2 + 1/20 · c, so c = 12/19."""
    assert Fraction(*expected_points(attack(1, 15))) == Fraction(6, 20) + Fraction(1, 20) * Fraction(12, 19)
    assert Fraction(*expected_points(attack(3, 15, again=None))) == Fraction(18, 20)


def test_expected_points_as_another_program_counts_them() -> None:
    """Two dice with +2 against AC 14: the critical chain of icepool ends after six dice."""

    def award(depth: int) -> icepool.Die[int]:
        if depth == 0:
            return icepool.Die([0])
        further = icepool.d3 + award(depth - 1)
        return icepool.Die([further if face == 20 else icepool.d3 if face >= 12 else 0 for face in range(1, 21)])

    pool = icepool.tupleize(icepool.d20, icepool.d20)
    crit = award(6).mean()
    points = sum(
        Fraction(ways, 400) * (sum(face >= 12 for face in faces) + (crit if 20 in faces else 0))
        for faces, ways in pool.items()
    )
    assert float(Fraction(*expected_points(attack(2, 14, 2)))) == pytest.approx(float(points), abs=1e-7)


def test_one_die_at_disadvantage_keeps_the_lower_and_strikes_by_it_alone() -> None:
    wanted = need(20, 20, keep="lowest", target=15, judged=HitRule(hit=20, miss=1))
    assert any_hit(wanted) == (9, 100)
    assert cast(wanted, 19, 14).success is False
    assert cast(wanted, 19, 16).hits == (1,)


KEPT_HITS: list[tuple[Keep, int, HitRule]] = [
    (keep, keeps, rule)
    for keep in ("highest", "lowest", "all")
    for keeps in (1, 2, 3, 4)
    for rule in (HitRule(hit=6, miss=1), HitRule(hit=1), HitRule(miss=5))
]


@pytest.mark.parametrize(("keep", "keeps", "rule"), KEPT_HITS)
def test_only_dice_that_are_kept_hit_whatever_their_faces_say(keep: Keep, keeps: int, rule: HitRule) -> None:
    """Against all 216 ways of three d6 with a target of 4, a low face that hits and a high one that misses, too."""
    wanted = need(6, 6, 6, keep=keep, keep_count=keeps, target=4, judged=rule)
    struck = []
    for faces in product(range(1, 7), repeat=3):
        order = sorted(faces, reverse=keep == "highest")[: keeps if keep != "all" else 3]
        struck.append(sum(face == rule.hit or (face >= 4 and face != rule.miss) for face in order))
    assert Fraction(*any_hit(wanted)) == Fraction(sum(number > 0 for number in struck), 216)
    assert Fraction(*expected_points(wanted)) == Fraction(sum(struck), 216)


def test_only_a_kept_die_is_awarded_another() -> None:
    """The lower of 20 and 14 hits 12 and is no 20. Of two 20s one is kept: 1 point, and a critical die that misses."""
    wanted = need(20, 20, keep="lowest", target=12, again=CRITICAL, judged=HitRule(hit=20, miss=1))
    assert cast(wanted, 20, 14).total == 1
    assert cast(wanted, 20, 20, 5).total == 1


def test_expected_points_of_kept_dice_by_hand() -> None:
    """The lower of two hits 15 where both do: (6/20)². Both 20s: 1/400 of a critical die worth 12/19.

    The higher hits where one does: 1 − (14/20)². A 20 among them: 1 − (19/20)² of a critical die.
    """
    lower = need(20, 20, keep="lowest", target=15, again=CRITICAL, judged=HitRule(hit=20, miss=1))
    assert Fraction(*expected_points(lower)) == Fraction(36, 400) + Fraction(1, 400) * Fraction(12, 19)
    higher = need(20, 20, keep="highest", target=15, again=CRITICAL, judged=HitRule(hit=20, miss=1))
    assert Fraction(*expected_points(higher)) == Fraction(204, 400) + Fraction(39, 400) * Fraction(12, 19)


def test_a_roll_without_dice_that_go_on_is_on_record_as_before() -> None:
    """Stored rolls know neither chains nor hits: their bytes must not change."""

    found: Mapping[str, object] = msgspec.to_builtins(cast(need(20, target=11, bonus=2), 9))
    assert not {"chains", "hits", "expected"} & found.keys()
