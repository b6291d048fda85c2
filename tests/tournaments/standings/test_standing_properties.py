"""What holds for every table: random stages with byes, forfeits, voids and withdrawals."""

from random import Random

import msgspec
import pytest

from tests.examples import given, st
from tests.tournaments.standings.crosstables import values
from tournaments.domain.standings.points import ONE_POINT, THREE_POINTS, Outcome, sides_of
from tournaments.domain.standings.results import Adjustment, FixtureResult, StageResults, StandingEntrant
from tournaments.domain.standings.rules import LEAGUE, MINI_TABLE, ROUND_ROBIN, SWISS, StandingRules
from tournaments.domain.standings.table import rank

ORDERS = (SWISS, LEAGUE, MINI_TABLE, ROUND_ROBIN, ("points", "mini:score_difference", "average_buchholz", "seed"))
KINDS = ("played", "played", "played", "played", "draw_agreed", "forfeit", "double_forfeit", "void", "bye", "zero_bye")


@st.composite
def stages(draw, kinds=KINDS):
    """A stage of 2 to 9 entrants and 1 to 6 rounds, each paired at random."""
    chance = Random(draw(st.integers(0, 2**32)))
    names = [f"e{number}" for number in range(1, draw(st.integers(2, 9)) + 1)]
    rounds = draw(st.integers(1, 6))
    scheme = draw(st.sampled_from((ONE_POINT, THREE_POINTS)))
    results = []
    for number in range(1, rounds + 1):
        waiting = chance.sample(names, len(names))
        while len(waiting) > 1:
            results += fixture(chance, kinds, number, (waiting.pop(), waiting.pop()), scheme)
    results = tuple(msgspec.structs.replace(one, fixture=f"f{index}") for index, one in enumerate(results))
    entrants = tuple(StandingEntrant(entrant=name, seed=seed) for seed, name in enumerate(names, 1))
    adjustments = (Adjustment(entrant=names[0], points=-100),) if draw(st.booleans()) else ()
    return StageResults(entrants=entrants, rounds=rounds, results=results, adjustments=adjustments), scheme


def fixture(chance, kinds, number, pair, scheme):
    """A result of two, or a bye for each."""
    kind = chance.choice(kinds)
    if "bye" in kind:
        outcomes = [Outcome(kind=kind, entrants=(one,)) for one in pair]
    elif kind == "forfeit":
        outcomes = [Outcome(kind=kind, entrants=pair, winner=pair[0])]
    else:
        outcomes = [Outcome(kind=kind, entrants=pair, scores=(chance.randrange(4), chance.randrange(4)))]
        if kind == "draw_agreed":
            outcomes = [Outcome(kind=kind, entrants=pair)]
    return [
        FixtureResult(fixture="", round=number, kind=one.kind, sides=sides_of(scheme, one), number=index)
        for index, one in enumerate(outcomes)
    ]


@st.composite
def rules(draw):
    """Rules of a stage, whatever it is."""
    return StandingRules(
        order=draw(st.sampled_from(ORDERS)),
        edition=draw(st.sampled_from(("fide-2026", "fide-2024", "simple"))),
        pairing=draw(st.sampled_from(("swiss", "fixed"))),
        restart=draw(st.sampled_from(("at_once", "after", "never", "list"))),
        left=draw(st.sampled_from(("in_place", "last"))),
    )


@given(stages(), rules(), st.integers(0, 2**32))
@pytest.mark.rule("KERNEL-TOUR-43")
def test_the_order_in_which_results_and_entrants_came_does_not_matter(stage, rules, seed):
    results, scheme = stage
    rules = msgspec.structs.replace(rules, points=scheme)
    chance = Random(seed)
    shuffled = msgspec.structs.replace(
        results,
        entrants=tuple(chance.sample(results.entrants, len(results.entrants))),
        results=tuple(chance.sample(results.results, len(results.results))),
    )
    assert rank(shuffled, rules) == rank(results, rules)


@given(stages(), rules())
@pytest.mark.rule("KERNEL-TOUR-40")
def test_a_void_result_changes_nothing(stage, rules):
    results, scheme = stage
    rules = msgspec.structs.replace(rules, points=scheme)
    first, second = results.entrants[0].entrant, results.entrants[1].entrant
    sides = sides_of(scheme, Outcome(kind="void", entrants=(first, second), scores=(7, 0)))
    void = FixtureResult(fixture="void", round=1, kind="void", sides=sides)
    with_void = msgspec.structs.replace(results, results=(*results.results, void))
    assert rank(with_void, rules) == rank(results, rules)


@given(stages(), rules())
@pytest.mark.rule("KERNEL-TOUR-43")
def test_other_ids_make_the_same_table(stage, rules):
    """But for the lot, which follows from the id."""
    results, scheme = stage
    order = tuple(code for code in rules.order if code != "lot")
    rules = msgspec.structs.replace(rules, points=scheme, order=order)
    called = {one.entrant: f"x{99 - one.seed}" for one in results.entrants}
    renamed = msgspec.structs.replace(
        results,
        entrants=tuple(msgspec.structs.replace(one, entrant=called[one.entrant]) for one in results.entrants),
        adjustments=tuple(msgspec.structs.replace(one, entrant=called[one.entrant]) for one in results.adjustments),
        results=tuple(
            msgspec.structs.replace(
                result,
                sides=tuple(msgspec.structs.replace(side, entrant=called[side.entrant]) for side in result.sides),
            )
            for result in results.results
        ),
    )
    before, after = rank(results, rules), rank(renamed, rules)
    assert [(row.place, called[row.entrant], row.values, row.decided_by) for row in before.rows] == [
        (row.place, row.entrant, row.values, row.decided_by) for row in after.rows
    ]


@given(stages(), rules())
@pytest.mark.rule("KERNEL-TOUR-43")
def test_rows_add_up(stage, rules):
    """Points are those of the results and adjustments, scores are even, and places follow from who shares one."""
    results, scheme = stage
    table = rank(results, msgspec.structs.replace(rules, points=scheme))
    given_out = sum(side.points for result in results.counted for side in result.sides)
    assert sum(row.points for row in table.rows) == given_out + sum(one.points for one in results.adjustments)
    assert sum(row.score_difference for row in table.rows) == 0
    for index, row in enumerate(table.rows):
        assert row.played == row.won + row.drawn + row.lost
        assert row.place == 1 + sum(other.place < row.place for other in table.rows)
        assert row.shared == (sum(other.place == row.place for other in table.rows) > 1)
        last_of_place = index + 1 == len(table.rows) or table.rows[index + 1].place > row.place
        assert bool(row.decided_by) == (last_of_place and index + 1 < len(table.rows))
        assert row.reason or len(table.rows) == 1


@given(stages())
@pytest.mark.rule("KERNEL-TOUR-42")
def test_the_caps_of_2026_take_and_never_give(stage):
    results, scheme = stage
    for code in ("buchholz", "sonneborn_berger", "average_buchholz"):
        older = values(results, code, points=scheme, edition="fide-2024")
        newer = values(results, code, points=scheme, edition="fide-2026")
        assert all(newer[entrant] <= older[entrant] for entrant in older)


@given(stages(kinds=("played", "draw_agreed")))
@pytest.mark.rule("KERNEL-TOUR-42")
def test_editions_agree_where_everybody_played(stage):
    """Of an even number all play every round."""
    results, scheme = stage
    if len(results.entrants) % 2 == 0:
        for code in ("buchholz", "buchholz_cut_1", "buchholz_median", "sonneborn_berger", "wins", "rounds_elected"):
            of = [
                values(results, code, points=scheme, edition=edition)
                for edition in ("fide-2024", "fide-2026", "simple")
            ]
            assert of[0] == of[1] == of[2]


@given(stages())
@pytest.mark.rule("KERNEL-TOUR-45")
def test_a_cut_leaves_no_more_than_there_was(stage):
    results, scheme = stage
    whole = values(results, "buchholz", points=scheme)
    for code in ("buchholz_cut_1", "buchholz_cut_2", "buchholz_median"):
        assert all(value <= whole[entrant] for entrant, value in values(results, code, points=scheme).items())
