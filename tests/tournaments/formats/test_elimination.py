"""Brackets: positions and byes of every size up to 64 beside `brackets-manager`, and what comes of results.

`brackets_manager.txt` is what npm's `brackets-manager` 1.11.1 (repository Drarig29/brackets-manager.js, on
`brackets-memory-db` 1.0.6) makes of 2 to 64 names in seed order, filled up with null to the next power of two:
`create.stage` with its default orders, written down once for the winners' bracket of a single elimination and the
losers' bracket of a double. Rounds are separated by "|". A side is a seed, "-" for nobody, "L2" for the loser of
fixture 2 of the round of the winners' bracket, "?" for the winner of an earlier fixture of the same bracket.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest

from rules.kernel.errors import Refused
from tests.examples import given, st
from tournaments.domain.formats.advancement import (
    NOBODY,
    TBD,
    FinalPlace,
    Side,
    Standings,
    final_places,
    finished,
    playable,
    standings,
)
from tournaments.domain.formats.brackets import (
    Bracket,
    BracketFixture,
    LoserOf,
    NoOne,
    PlacedIn,
    Seed,
    Source,
    WinnerOf,
)
from tournaments.domain.formats.elimination import bracket_size, double, placed, seed_order, seeded, single

rule = pytest.mark.rule
PEER = dict(
    line.split(" = ") for line in Path(__file__).with_name("brackets_manager.txt").read_text("utf-8").splitlines()
)


def known(entrants: int) -> dict[Source, str | None]:
    """Each entrant is called by its seed."""
    return {Seed(seed): str(seed) for seed in range(1, entrants + 1)}


def noted(bracket: Bracket, part: str, entrants: int) -> str:
    """A part of a bracket before the first result, in the peer's notation."""
    names = {fixture.id: fixture.number for fixture in bracket}
    rows = standings(bracket, known(entrants), {})

    def note(side: Side, source: Source) -> str:
        if side == TBD:
            return f"L{names[source.fixture]}" if isinstance(source, LoserOf) else "?"
        return side.entrant or "-"

    rounds = groupby((fixture for fixture in bracket if fixture.bracket == part), key=lambda fixture: fixture.round)
    return " | ".join(
        " ".join(
            f"{note(rows[each.id].one, each.inputs[0])}:{note(rows[each.id].other, each.inputs[1])}"
            for each in fixtures
        )
        for _, fixtures in rounds
    )


def play(bracket: Bracket, entrants: int, wins: Callable[[BracketFixture, str, str], str | None]) -> Standings:
    """Play the fixtures as soon as they can be played, as `wins` says."""
    results: dict[str, str | None] = {}
    fixtures = {fixture.id: fixture for fixture in bracket}
    while ready := playable(rows := standings(bracket, known(entrants), results)):
        for name in ready:
            results[name] = wins(fixtures[name], rows[name].one.entrant or "", rows[name].other.entrant or "")
    return rows


def better(fixture: BracketFixture, one: str, other: str) -> str:
    """The better seed."""
    return min(one, other, key=int)


def places(bracket: Bracket, rows: Standings) -> dict[str, tuple[int, int]]:
    return {each.entrant: (each.first, each.last) for each in final_places(bracket, rows)}


@rule("KERNEL-TOUR-22")
@pytest.mark.parametrize("entrants", range(2, 65))
def test_winners_brackets_are_those_of_brackets_manager(entrants: int) -> None:
    assert noted(single(placed(seeded(entrants))), "winners", entrants) == PEER[f"{entrants} winners"]


@rule("KERNEL-TOUR-22", "KERNEL-TOUR-24")
@pytest.mark.parametrize("entrants", range(3, 65))
def test_double_eliminations_are_those_of_brackets_manager(entrants: int) -> None:
    bracket = double(placed(seeded(entrants)))
    assert noted(bracket, "winners", entrants) == PEER[f"{entrants} winners"]
    assert noted(bracket, "losers", entrants) == PEER[f"{entrants} losers"]


@rule("KERNEL-TOUR-22")
@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_the_best_seeds_meet_as_late_as_they_can(size: int) -> None:
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    # Seeds 1 to 2k stand in as many parts of the bracket: 1 and 2 in different halves, 1 to 4 in different quarters.
    for parts in (2**k for k in range(1, size.bit_length())):
        length = size // parts
        best = [min(order[start : start + length]) for start in range(0, size, length)]
        assert sorted(best) == list(range(1, parts + 1))


@rule("KERNEL-TOUR-22")
@pytest.mark.parametrize("entrants", range(2, 65))
def test_byes_go_to_the_best_seeds(entrants: int) -> None:
    rows = standings(single(placed(seeded(entrants))), known(entrants), {})
    byes = sorted(int(row.winner.entrant or 0) for row in rows.values() if row.status == "bye")
    assert byes == list(range(1, bracket_size(entrants) - entrants + 1))


@rule("KERNEL-TOUR-25")
def test_a_single_elimination_of_six_with_third_place() -> None:
    # 1 and 2 have byes; 4 beats 5, 3 beats 6; 1 beats 4, 2 beats 3; 3 beats 4 for the third place; 1 beats 2.
    bracket = single(placed(seeded(6)), third_place=True)
    rows = play(bracket, 6, better)
    assert final_places(bracket, rows) == (
        FinalPlace("1", 1, 1),
        FinalPlace("2", 2, 2),
        FinalPlace("3", 3, 3),
        FinalPlace("4", 4, 4),
        FinalPlace("5", 5, 6),
        FinalPlace("6", 5, 6),
    )
    shared = single(placed(seeded(6)))
    assert places(shared, play(shared, 6, better)) == {
        "1": (1, 1),
        "2": (2, 2),
        "3": (3, 4),
        "4": (3, 4),
        "5": (5, 6),
        "6": (5, 6),
    }


@rule("KERNEL-TOUR-24", "KERNEL-TOUR-25")
def test_a_double_elimination_of_four_with_and_without_reset() -> None:
    # 1 beats 4, 2 beats 3, 1 beats 2; below 3 beats 4 and then 2 beats 3. In the final 2 beats 1.
    upset = {"F1-1": "2", "F2-1": "2"}
    bracket = double(placed(seeded(4)))
    rows = play(bracket, 4, lambda fixture, one, other: upset.get(fixture.id) or better(fixture, one, other))
    assert (rows["F2-1"].one, rows["F2-1"].other) == (Side("1"), Side("2"))
    assert places(bracket, rows) == {"2": (1, 1), "1": (2, 2), "3": (3, 3), "4": (4, 4)}
    # Without a reset the one final decides.
    plain = double(placed(seeded(4)), reset=False)
    rows = play(plain, 4, lambda fixture, one, other: upset.get(fixture.id) or better(fixture, one, other))
    assert places(plain, rows) == {"2": (1, 1), "1": (2, 2), "3": (3, 3), "4": (4, 4)}
    # If 1 wins the first final, there is no second.
    rows = play(bracket, 4, better)
    assert rows["F2-1"].status == "not_needed"
    assert places(bracket, rows)["1"] == (1, 1)


@rule("KERNEL-TOUR-25")
def test_a_place_is_told_as_soon_as_it_is_certain() -> None:
    bracket = single(placed(seeded(8)))
    rows = standings(bracket, known(8), {"W1-1": "1", "W1-2": "5", "W2-1": "5"})
    # 8 and 4 are out in the quarterfinals (5 to 8), 1 in a semifinal (3 or 4); 5 is in the final.
    assert places(bracket, rows) == {"1": (3, 4), "8": (5, 8), "4": (5, 8)}


@rule("KERNEL-TOUR-24")
@pytest.mark.parametrize(("size", "apart"), [(8, [2]), (16, [2, 4]), (32, [2, 4]), (64, [2, 4]), (128, [2, 4, 6, 8])])
def test_who_drops_out_meets_nobody_it_has_met_in_the_next_rounds_below(size: int, apart: list[int]) -> None:
    # `apart`: rounds below in which nobody meets somebody of the part of the winners' bracket it comes from.
    bracket = {fixture.id: fixture for fixture in double(placed(seeded(size)))}

    def seeds(source: Source) -> set[int]:
        """Who may come from there."""
        if isinstance(source, Seed):
            return {source.seed}
        return set().union(*map(seeds, bracket[source.fixture].inputs))

    for fixture in bracket.values():
        if fixture.bracket == "losers" and fixture.round in apart:
            dropped, winner = map(seeds, fixture.inputs)
            assert not dropped & winner


@rule("KERNEL-TOUR-22", "KERNEL-TOUR-24", "KERNEL-TOUR-25")
@given(entrants=st.integers(3, 128), random=st.randoms(use_true_random=False), reset=st.booleans())
def test_everybody_but_one_loses_as_often_as_it_takes(entrants: int, random, reset: bool) -> None:
    for bracket, lives in (
        (single(placed(seeded(entrants)), third_place=True), 1),
        (double(placed(seeded(entrants)), reset=reset), 2),
    ):
        rows = play(bracket, entrants, lambda fixture, one, other: random.choice((one, other)))
        assert finished(rows)
        lost = Counter(
            rows[fixture.id].loser.entrant
            for fixture in bracket
            if rows[fixture.id].status == "decided" and fixture.bracket != "third_place"
        )
        first, second, *rest = final_places(bracket, rows)
        assert first.first == first.last == 1
        assert all(lost[each.entrant] == lives for each in rest)
        if lives == 1 or reset:
            assert lost[first.entrant] <= lives - 1
            assert lost[second.entrant] == lives
        assert sorted(each.entrant for each in (first, second, *rest)) == sorted(map(str, range(1, entrants + 1)))
        for (low, high), shared in groupby((first, second, *rest), key=lambda each: (each.first, each.last)):
            assert len(list(shared)) == high - low + 1


@rule("KERNEL-TOUR-23")
@given(entrants=st.integers(3, 40), random=st.randoms(use_true_random=False))
def test_brackets_end_with_double_forfeits_too(entrants: int, random) -> None:
    for bracket in (single(placed(seeded(entrants)), third_place=True), double(placed(seeded(entrants)))):
        rows = play(bracket, entrants, lambda fixture, one, other: random.choice((one, other, None)))
        assert finished(rows)
        ranks = final_places(bracket, rows)
        assert sorted(each.entrant for each in ranks) == sorted(map(str, range(1, entrants + 1)))
        assert [each.first for each in ranks] == sorted(each.first for each in ranks)
        assert ranks[-1].last == entrants


@rule("KERNEL-TOUR-23")
def test_nobody_is_placed_before_it_is_known() -> None:
    bracket = single((PlacedIn("A", 1), PlacedIn("B", 2), PlacedIn("B", 1), PlacedIn("A", 2)))
    assert standings(bracket, {}, {})["W1-1"].status == "waiting"
    rows = standings(bracket, {PlacedIn("A", 1): "e1", PlacedIn("A", 2): "e2"}, {})
    assert (rows["W1-1"].one, rows["W1-1"].other) == (Side("e1"), TBD)
    assert playable(rows) == ()
    rows = standings(bracket, {PlacedIn("A", 1): "e1", PlacedIn("B", 2): "e4"}, {})
    assert playable(rows) == ("W1-1",)
    assert rows["W2-1"].one == TBD


@rule("KERNEL-TOUR-23")
def test_who_is_known_not_to_come_leaves_a_bye() -> None:
    bracket = single(placed(seeded(4)))
    rows = standings(bracket, known(4) | {Seed(4): None}, {})
    assert rows["W1-1"].status == "bye"
    assert rows["W2-1"].one == Side("1")


@rule("KERNEL-TOUR-23")
def test_after_a_double_forfeit_nobody_goes_on() -> None:
    bracket = double(placed(seeded(4)))
    rows = standings(bracket, known(4), {"W1-1": None})
    # The winner of 2 and 3 has won the winners' bracket, its loser has a bye below and waits for whom it beat.
    assert rows["W2-1"].status == "bye"
    assert rows["W2-1"].winner == TBD
    assert (rows["L1-1"].one, rows["L1-1"].status) == (NOBODY, "bye")
    assert (rows["L2-1"].one, rows["L2-1"].status) == (NOBODY, "bye")
    rows = standings(bracket, known(4), {"W1-1": None, "W1-2": "2", "F1-1": "2"})
    assert places(bracket, rows) == {"2": (1, 1), "3": (2, 2), "1": (3, 4), "4": (3, 4)}


@rule("KERNEL-TOUR-23")
@pytest.mark.parametrize(
    ("results", "code"),
    [
        ({"W1-2": "3"}, "not_in_fixture"),  # 3 plays 6
        ({"W1-1": "1"}, "no_result_possible"),  # 1 has a bye
        ({"W2-1": "1"}, "no_result_possible"),  # against whoever wins 4 against 5
        ({"W9-1": "1"}, "unknown_fixture"),
    ],
)
def test_it_refuses_results_that_cannot_be(results: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refusal:
        standings(single(placed(seeded(6))), known(6), results)
    assert refusal.value.code == code
    assert refusal.value.rule == "KERNEL-TOUR-23"
    assert refusal.value.hint


@rule("KERNEL-TOUR-23")
def test_it_refuses_a_result_of_a_final_that_is_not_needed() -> None:
    results = {"W1-2": "2", "W2-1": "1", "L2-1": "3", "F1-1": "1", "F2-1": "1"}
    with pytest.raises(Refused, match="no_result_possible"):
        standings(double(placed(seeded(3))), known(3), results)


@rule("KERNEL-TOUR-22", "KERNEL-TOUR-24")
def test_it_refuses_brackets_that_cannot_be() -> None:
    with pytest.raises(Refused, match="too_few_entrants"):
        single(placed(seeded(1)))
    with pytest.raises(Refused, match="too_few_entrants"):
        double(placed(seeded(2)))
    with pytest.raises(Refused, match="bad_bracket_size"):
        seed_order(6)
    with pytest.raises(Refused, match="bad_bracket_size"):
        single((Seed(1), Seed(2), Seed(3)))
    with pytest.raises(Refused, match="entrant_twice"):
        single((Seed(1), Seed(1), Seed(2), NoOne()))


@rule("KERNEL-TOUR-22")
def test_three_entrants_play_no_third_place() -> None:
    bracket = single(placed(seeded(3)), third_place=True)
    assert [fixture.bracket for fixture in bracket] == ["winners"] * 3
    assert bracket[-1].inputs == (WinnerOf("W1-1"), WinnerOf("W1-2"))
