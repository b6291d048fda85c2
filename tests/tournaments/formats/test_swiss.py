"""Swiss rounds: worked examples of each rule, and random tournaments of which every round is proved."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rules.kernel.errors import Refused
from tests.examples import given, settings, st
from tests.tournaments.formats.swiss_play import check, entered, play, season
from tournaments.domain.formats.swiss import SwissBye, SwissEntrant, SwissRound, SwissRules, pair_round
from tournaments.domain.formats.swiss_costs import costs, repeated
from tournaments.domain.formats.swiss_field import Field as Ranked
from tournaments.domain.formats.swiss_matching import matched

rule = pytest.mark.rule


def row(seed: int, points: int = 0, met: str = "", **rest) -> SwissEntrant:
    """An entrant "e" + seed that has met those seeds."""
    opponents = tuple(f"e{each}" for each in met.split())
    return SwissEntrant(entrant=f"e{seed}", seed=seed, points=points, opponents=opponents, **rest)


def seeds_of(drawn: SwissRound) -> list[set[int]]:
    """Who meets whom by seed, from the first table on."""
    return [{int(each.home[1:]), int(each.away[1:])} for each in drawn.pairings]


def first_round(count: int, **rules) -> SwissRound:
    return pair_round(list(entered(count).values()), 1, SwissRules(**rules))


@rule("KERNEL-TOUR-34")
@pytest.mark.parametrize(
    ("method", "pairs"),
    [
        ("slide", [{1, 5}, {2, 6}, {3, 7}, {4, 8}]),
        ("fold", [{1, 8}, {2, 7}, {3, 6}, {4, 5}]),
        ("adjacent", [{1, 2}, {3, 4}, {5, 6}, {7, 8}]),
    ],
)
def test_it_pairs_the_first_round_by_seeds(method: str, pairs: list[set[int]]) -> None:
    assert seeds_of(first_round(8, first_round=method)) == pairs


@rule("KERNEL-TOUR-34")
def test_a_random_first_round_follows_from_its_text() -> None:
    one, same, other = (first_round(16, first_round="random", seed_text=text) for text in ("a", "a", "b"))
    assert one == same
    assert seeds_of(one) != seeds_of(other)
    assert seeds_of(one) != seeds_of(first_round(16, first_round="adjacent"))


@rule("KERNEL-TOUR-32", "KERNEL-TOUR-35")
def test_a_second_round_worked_by_hand() -> None:
    # 1, 2, 3 won at home to 5, 6, 7; 4 and 8 drew. An odd number, 3, has a point: the last of them floats to the first
    # with half a point. 4 and 8 have met, so 8 floats as well, to the first with none; 5 meets 6, as 2 of 3 do.
    field = [
        row(1, 100, "5", home_balance=1, last_side="home"),
        row(2, 100, "6", home_balance=-1, last_side="away"),
        row(3, 100, "7", home_balance=1, last_side="home"),
        row(4, 50, "8", home_balance=-1, last_side="away"),
        row(5, 0, "1", home_balance=-1, last_side="away"),
        row(6, 0, "2", home_balance=1, last_side="home"),
        row(7, 0, "3", home_balance=-1, last_side="away"),
        row(8, 50, "4", home_balance=1, last_side="home"),
    ]
    drawn = pair_round(field, 2)
    assert seeds_of(drawn) == [{1, 2}, {3, 4}, {8, 5}, {6, 7}]
    assert [(each.home, each.away, each.down) for each in drawn.pairings] == [
        ("e2", "e1", ""),
        ("e4", "e3", "e3"),
        ("e5", "e8", "e8"),
        ("e7", "e6", ""),
    ]
    assert [each.reasons for each in drawn.pairings[:3]] == [
        ("Both have 1 point.", "e2 is at home: its balance of home games is −1, that of e1 +1."),
        (
            "e3 floats down, from 1 point to ½ point: 3 have 1 point, an odd number.",
            "e4 is at home: its balance of home games is −1, that of e3 +1.",
        ),
        (
            "e8 floats down, from ½ point to 0 points: nobody with ½ point is left whom it has not met.",
            "e5 is at home: its balance of home games is −1, that of e8 +1.",
        ),
    ]


@rule("KERNEL-TOUR-30")
def test_nobody_meets_again_while_there_is_another_way() -> None:
    # 1 and 2 lead, and have met: both play a pair of points down.
    field = [row(1, 200, "2 3"), row(2, 200, "1 4"), row(3, 100, "1 4"), row(4, 100, "2 3")]
    assert seeds_of(pair_round(field, 3)) == [{1, 4}, {2, 3}]


@rule("KERNEL-TOUR-30")
def test_a_rematch_that_cannot_be_avoided_is_flagged_with_its_reason() -> None:
    # Four in round 4: everybody has met everybody; 2 and 3 have met twice.
    field = [row(1, 300, "4 3 2"), row(2, 200, "3 4 1 3"), row(3, 100, "2 1 4 2"), row(4, 0, "1 2 3")]
    drawn = pair_round(field, 4)
    assert [each.rematch for each in drawn.pairings] == [True, True]
    assert seeds_of(drawn) == [{1, 2}, {3, 4}]
    assert drawn.pairings[0].reasons[1] == (
        "They have met before (1×): without a rematch, at most 0 of 4 could have been given an opponent or the bye."
    )


@rule("KERNEL-TOUR-30")
def test_rather_those_meet_again_who_have_met_once_than_twice() -> None:
    # By points 1 would meet 2, but they have met twice, and 3 and 4 once; 1–3, 2–4 and 1–4, 2–3 are twice once. Points
    # are 2² + 2² apart in the first and 3² + 1 in the second.
    field = [row(1, 300, "2 2 3 4"), row(2, 200, "1 1 3 4"), row(3, 100, "1 2 4"), row(4, 0, "1 2 3")]
    assert seeds_of(pair_round(field, 5)) == [{1, 3}, {2, 4}]


@rule("KERNEL-TOUR-30")
def test_there_are_as_few_rematches_as_can_be() -> None:
    # 1 has met all; one of its rematches, the other pair new. 5 points apart count less than a second rematch.
    field = [row(1, 300, "2 3 4"), row(2, 300, "1 4"), row(3, 0, "1 4"), row(4, 0, "1 2 3")]
    drawn = pair_round(field, 4)
    assert sorted(map(sorted, seeds_of(drawn))) == [[1, 4], [2, 3]]
    assert [each.rematch for each in drawn.pairings] == [True, False]


@rule("KERNEL-TOUR-31")
def test_the_bye_goes_to_the_last_without_one() -> None:
    drawn = pair_round([row(1, 100), row(2, 100), row(3), row(4), row(5, byes=1)], 2)
    assert drawn.byes == (
        SwissBye(
            entrant="e4",
            kind="bye",
            reasons=(
                "5 entrants play this round, an odd number.",
                "e4 has the fewest points, 0 points, of those who can have it.",
            ),
        ),
    )


@rule("KERNEL-TOUR-31")
def test_the_bye_goes_up_where_the_last_have_to_play() -> None:
    # Only 5, with no points, is new to 1; if 5 had the bye, 1 would have no opponent, and if 4 had, 2 and 3 would meet.
    field = [row(1, 200, "2 3 4"), row(2, 100, "1 3"), row(3, 100, "1 2"), row(4, 50, "1"), row(5, 0)]
    drawn = pair_round(field, 4)
    assert drawn.byes[0].entrant == "e3"
    assert drawn.byes[0].reasons[1] == (
        "e3 has 1 point: if one of the 2 with fewer points had the bye, the others could not all be paired without "
        "rematches."
    )


@rule("KERNEL-TOUR-31")
def test_a_second_bye_is_given_where_rematches_leave_no_other_way() -> None:
    # 1 has met 2 and 3: of the three only 1 can sit out.
    field = [row(1, 200, "2 3", byes=1), row(2, 100, "1"), row(3, 0, "1")]
    drawn = pair_round(field, 3)
    assert seeds_of(drawn) == [{2, 3}]
    assert drawn.byes[0].entrant == "e1"
    assert drawn.byes[0].reasons[1] == (
        "e1 has a bye again: if somebody with fewer had it, the others could not all be paired without rematches."
    )
    everybody = pair_round([row(1, byes=1), row(2, byes=1), row(3, byes=1)], 2)
    assert "Everybody has had a bye or a forfeit win." in everybody.byes[0].reasons


@rule("KERNEL-TOUR-31")
def test_byes_asked_for_are_no_part_of_the_pairing() -> None:
    drawn = pair_round([row(each) for each in range(1, 7)], 1, absent={"e2": "half_bye", "e5": "zero_bye"})
    assert seeds_of(drawn) == [{1, 4}, {3, 6}]
    assert drawn.byes == (
        SwissBye(entrant="e2", kind="half_bye", reasons=("e2 does not play this round: a half bye.",)),
        SwissBye(entrant="e5", kind="zero_bye", reasons=("e5 does not play this round: a bye without points.",)),
    )


@rule("KERNEL-TOUR-32")
def test_points_apart_count_by_their_squares() -> None:
    # 3, 2, 1 and 0 points: 1 + 1 is less than 2² + 2² and than 3² + 1.
    field = [row(1, 300), row(2, 200), row(3, 100), row(4, 0)]
    assert seeds_of(pair_round(field, 2)) == [{1, 2}, {3, 4}]


@rule("KERNEL-TOUR-32")
def test_nobody_floats_again_while_another_can() -> None:
    # Of 1, 2, 3 with a point one floats to 4; by seeds it would be 3, but that floated in the last round.
    field = [row(1, 100), row(2, 100), row(3, 100, floats=("down",)), row(4, 0)]
    assert seeds_of(pair_round(field, 3)) == [{1, 3}, {2, 4}]
    # The round before the last counts less: 2 floated two rounds ago, so 2 goes rather than 3; 1 is never moved.
    field = [
        row(1, 100, floats=("", "down")),
        row(2, 100, floats=("down", "")),
        row(3, 100, floats=("", "down")),
        row(4),
    ]
    assert seeds_of(pair_round(field, 3)) == [{1, 3}, {2, 4}]
    # Nor up: 4 was raised last, so the floater meets 5.
    field = [row(1, 100), row(2, 100), row(3, 100), row(4, floats=("up",)), row(5), row(6)]
    assert seeds_of(pair_round(field, 3)) == [{1, 2}, {3, 5}, {4, 6}]


@rule("KERNEL-TOUR-32")
def test_in_a_large_group_somebody_far_up_floats_rather_than_one_of_many_who_have() -> None:
    # 21 have a point and 21 none; of those with a point only the first seven have not floated down last.
    field = [row(each, 100, floats=("down",) if each > 7 else ("",)) for each in range(1, 22)]
    drawn = pair_round([*field, *(row(each) for each in range(22, 43))], 3)
    floaters = [each.down for each in drawn.pairings if each.down]
    assert len(floaters) == 1
    assert floaters[0] in {f"e{each}" for each in range(1, 8)}


@rule("KERNEL-TOUR-32")
def test_a_float_that_is_repeated_says_so() -> None:
    field = [row(1, 100, "2", floats=("down",)), row(2, 100, "1", floats=("down",)), row(3, floats=("up",)), row(4)]
    drawn = pair_round(field, 2)
    assert drawn.pairings[0].reasons[1] == (
        "e1 floats down again: otherwise points would be further apart, or others float again."
    )
    assert [repeated(floats, "up") for floats in ((), ("up",), ("up", ""), ("up", "", ""), ("down",))] == [
        0,
        2,
        1,
        0,
        0,
    ]


@rule("KERNEL-TOUR-33")
def test_club_members_do_not_meet_where_that_is_asked_for() -> None:
    field = [row(1, club="A"), row(2, club="B"), row(3, club="A"), row(4, club="B")]
    assert seeds_of(pair_round(field, 1)) == [{1, 3}, {2, 4}]
    assert seeds_of(pair_round(field, 1, SwissRules(avoid_same_club=True))) == [{1, 4}, {2, 3}]
    # Points come first: two of a club with a point each meet.
    field = [row(1, 100, club="A"), row(2, 100, club="A"), row(3), row(4)]
    drawn = pair_round(field, 2, SwissRules(avoid_same_club=True))
    assert seeds_of(drawn) == [{1, 2}, {3, 4}]
    assert (
        "Both are of A: otherwise points would be further apart, or somebody float again." in drawn.pairings[0].reasons
    )


@rule("KERNEL-TOUR-35")
def test_sides_alternate_among_equals_and_go_by_balance_then_by_the_last_round() -> None:
    assert [each.home for each in first_round(8).pairings] == ["e1", "e6", "e3", "e8"]
    one, other = row(1, last_side="home"), row(2, last_side="away")
    assert pair_round([one, other], 2).pairings[0].home == "e2"
    assert pair_round([replace(one, home_balance=-2), replace(other, home_balance=-1)], 2).pairings[0].home == "e1"


@rule("KERNEL-TOUR-34", "KERNEL-TOUR-35")
def test_seeds_come_before_sides_and_sides_decide_where_seeds_do_not() -> None:
    # 1 and 3 have both been at home more often, and meet all the same.
    field = [row(1, home_balance=1), row(2, home_balance=-1), row(3, home_balance=1), row(4, home_balance=-1)]
    assert seeds_of(pair_round(field, 2)) == [{1, 3}, {2, 4}]
    # First against last of six, where 2 and 5 have met: 1–5, 2–6, 3–4 and 1–6, 2–4, 3–5 are each off by one twice.
    met = {2: "5", 5: "2"}

    def drawn(*balances: int) -> list[set[int]]:
        field = [row(seed, 0, met.get(seed, ""), home_balance=each) for seed, each in enumerate(balances, 1)]
        return seeds_of(pair_round(field, 2, SwissRules(later_rounds="fold")))

    assert drawn(1, -1, 1, 1, -1, -1) == [{1, 6}, {2, 4}, {3, 5}]
    assert drawn(1, 1, -1, 1, -1, -1) == [{1, 5}, {2, 6}, {3, 4}]


@rule("KERNEL-TOUR-36")
def test_forbidden_pairs_do_not_meet() -> None:
    drawn = pair_round([row(each) for each in range(1, 5)], 1, forbidden=[("e3", "e1")])
    assert seeds_of(drawn) == [{1, 4}, {2, 3}]
    with pytest.raises(Refused) as refusal:
        pair_round([row(1), row(2)], 1, forbidden=[("e1", "e2")])
    assert (refusal.value.code, refusal.value.rule) == ("cannot_pair", "KERNEL-TOUR-36")
    # Rather a rematch than a forbidden pair.
    again = pair_round([row(1, 0, "2"), row(2, 0, "1"), row(3), row(4)], 2, forbidden=[("e1", "e3"), ("e1", "e4")])
    assert {1, 2} in seeds_of(again)


@rule("KERNEL-TOUR-30", "KERNEL-TOUR-31", "KERNEL-TOUR-36")
@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({"entrants": [row(1), row(1)]}, "entrant_twice", "entrants"),
        ({"entrants": [row(1)]}, "too_few_entrants", "absent"),
        ({"entrants": [row(1), row(2)], "absent": {"e2": "half_bye"}}, "too_few_entrants", "absent"),
        ({"entrants": [row(1), row(2)], "absent": {"e9": "half_bye"}}, "unknown_entrant", "absent"),
        ({"entrants": [row(1), row(2)], "forbidden": [("e1", "e9")]}, "unknown_entrant", "forbidden"),
    ],
)
def test_it_refuses_rounds_that_cannot_be(asked: dict, code: str, field: str) -> None:
    with pytest.raises(Refused) as refusal:
        pair_round(number=1, **asked)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert refusal.value.hint


@rule("KERNEL-TOUR-30", "KERNEL-TOUR-31")
@pytest.mark.parametrize(("count", "seed"), [(16, 1), (33, 2), (64, 3), (101, 4), (127, 5), (128, 6)])
def test_every_round_of_a_large_tournament_is_proved(count: int, seed: int) -> None:
    season(count, 6 if count > 64 else 8, seed, trouble=0.05)


@rule("KERNEL-TOUR-30", "KERNEL-TOUR-31")
@settings(max_examples=15)
@given(count=st.integers(16, 40), seed=st.integers(0, 2**32), trouble=st.sampled_from((0.0, 0.1, 0.3)))
def test_every_round_of_a_tournament_is_proved(count: int, seed: int, trouble: float) -> None:
    season(count, 7, seed, SwissRules(avoid_same_club=seed % 2 == 0, first_round="fold"), trouble)


@rule("KERNEL-TOUR-30", "KERNEL-TOUR-31")
@settings(max_examples=25)
@given(count=st.integers(3, 9), seed=st.integers(0, 2**32))
def test_rounds_are_proved_where_rematches_and_second_byes_come(count: int, seed: int) -> None:
    season(count, count + 2, seed, trouble=0.05)


@rule("KERNEL-TOUR-30", "KERNEL-TOUR-32")
@settings(max_examples=25)
@given(count=st.integers(4, 9), seed=st.integers(0, 2**32), rounds=st.integers(0, 3))
def test_no_round_is_better_than_the_one_drawn(count: int, seed: int, rounds: int) -> None:
    random, field = Random(seed), entered(count, clubs=3)
    rules = SwissRules(avoid_same_club=True)
    for number in range(1, rounds + 1):
        drawn = pair_round(list(field.values()), number, rules)
        check(field, drawn, {})
        play(field, drawn, random)
    ranked = Ranked.of(field.values(), rounds + 1, rules, ())
    prices = costs(ranked, rules, rematches=True)

    def price(edges) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(prices[edge] for edge in edges), strict=True)))

    best = min(price(edges) for edges in all_rounds(frozenset(range(count + count % 2))))
    assert price(matched(ranked, rules).edges) == best


def all_rounds(numbers: frozenset[int]):
    """Every way to put these into pairs."""
    if not numbers:
        yield []
        return
    first = min(numbers)
    for other in numbers - {first}:
        for rest in all_rounds(numbers - {first, other}):
            yield [(first, other), *rest]


def test_a_large_field_is_drawn_as_well_as_if_all_pairings_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    random, field = Random(11), entered(40)
    rules = SwissRules()
    for number in range(1, 7):
        ranked = Ranked.of(field.values(), number, rules, ())
        narrow = matched(ranked, rules).edges
        with monkeypatch.context() as patch:
            patch.setattr("tournaments.domain.formats.swiss_matching.narrowings", lambda *given: ())
            whole = matched(ranked, rules).edges
        prices = costs(ranked, rules, rematches=False)
        sums = [tuple(map(sum, zip(*(prices[edge] for edge in edges), strict=True))) for edges in (narrow, whole)]
        assert sums[0] == sums[1]
        play(field, pair_round(list(field.values()), number, rules), random)
