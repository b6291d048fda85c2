"""Points for outcomes, results as of a round, and the results that are refused."""

import msgspec
import pytest

from rules.kernel.errors import Refused
from tests.tournaments.standings.crosstables import crosstable, values
from tournaments.domain.standings.points import ONE_POINT, THREE_POINTS, Outcome, Points, sides_of
from tournaments.domain.standings.results import (
    Adjustment,
    FixtureResult,
    SideResult,
    StageResults,
    StandingEntrant,
    as_of,
    check,
)


def awarded(points, **outcome):
    return [side.points for side in sides_of(points, Outcome(**outcome))]


PAIR = ("a", "b")


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        ({"kind": "played", "entrants": PAIR, "scores": (2, 1)}, [300, 0]),
        ({"kind": "played", "entrants": PAIR, "scores": (1, 1)}, [100, 100]),
        ({"kind": "played", "entrants": PAIR, "places": (2, 1), "scores": (3, 3)}, [0, 300]),
        ({"kind": "draw_agreed", "entrants": PAIR}, [100, 100]),
        ({"kind": "forfeit", "entrants": PAIR, "winner": "b"}, [0, 300]),
        ({"kind": "double_forfeit", "entrants": PAIR}, [0, 0]),
        ({"kind": "bye", "entrants": ("a",)}, [300]),
        ({"kind": "half_bye", "entrants": ("a",)}, [100]),
        ({"kind": "zero_bye", "entrants": ("a",)}, [0]),
        ({"kind": "void", "entrants": PAIR, "scores": (2, 1)}, [0, 0]),
        ({"kind": "abandoned", "entrants": PAIR, "scores": (1, 0), "awarded": (150, 150)}, [150, 150]),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-41")
def test_points_of_an_outcome(outcome, expected):
    assert awarded(THREE_POINTS, **outcome) == expected


@pytest.mark.rule("KERNEL-TOUR-41")
def test_points_by_place():
    """The two that share the second place have the points of it, the next one is fourth; the fifth has none."""
    scheme = Points(by_place=(500, 300, 200, 100))
    entrants = tuple("abcde")
    assert awarded(scheme, kind="played", entrants=entrants, places=(1, 2, 2, 4, 5)) == [500, 300, 300, 100, 0]
    assert awarded(scheme, kind="played", entrants=entrants, scores=(9, 7, 7, 3, 1)) == [500, 300, 300, 100, 0]


@pytest.mark.rule("KERNEL-TOUR-41")
def test_a_forfeit_has_the_nominal_score_of_the_scheme():
    outcome = Outcome(kind="forfeit", entrants=PAIR, winner="b")
    assert [side.score for side in sides_of(Points(nominal=(3, 0)), outcome)] == [0, 3]
    assert [side.score for side in sides_of(Points(), outcome)] == [0, 0]


@pytest.mark.parametrize(
    ("outcome", "code", "field"),
    [
        ({"kind": "won", "entrants": PAIR}, "unknown_kind", "kind"),
        ({"kind": "played", "entrants": PAIR}, "no_outcome", "places"),
        ({"kind": "played", "entrants": PAIR, "scores": (1,)}, "sides_missing", "scores"),
        ({"kind": "forfeit", "entrants": PAIR, "winner": "c"}, "no_winner", "winner"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-41")
def test_it_refuses_an_outcome_that_says_too_little(outcome, code, field):
    with pytest.raises(Refused) as refusal:
        sides_of(THREE_POINTS, Outcome(**outcome))
    assert (refusal.value.code, refusal.value.field) == (code, field)


@pytest.mark.parametrize(
    ("scheme", "code"),
    [
        (Points(win=275), "odd_points"),
        (Points(by_place=(300, 120)), "odd_points"),
        (Points(win=100, draw=150), "points_out_of_order"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-41")
def test_it_refuses_a_scheme_that_is_none(scheme, code):
    with pytest.raises(Refused) as refusal:
        scheme.check()
    assert refusal.value.code == code


STAGE = StageResults(
    entrants=(
        StandingEntrant(entrant="a", seed=1),
        StandingEntrant(entrant="b", seed=2, left="withdrawn", since_round=2, note="3 May 2026, moved away"),
        StandingEntrant(entrant="c", seed=3),
    ),
    rounds=2,
    results=(
        FixtureResult(fixture="f2", round=2, kind="played", sides=(SideResult("a", 300), SideResult("c", place=2))),
        FixtureResult(fixture="f1", round=1, kind="played", sides=(SideResult("a", 300), SideResult("b", place=2))),
    ),
    adjustments=(Adjustment(entrant="a", points=-100, round=2), Adjustment(entrant="c", points=50)),
)


def test_as_of_a_round_later_events_have_not_happened():
    earlier = as_of(STAGE, 1)
    assert [result.fixture for result in earlier.results] == ["f1"]
    assert [one.entrant for one in earlier.adjustments] == ["c"]
    assert [one.left for one in earlier.entrants] == ["", "", ""]
    assert (earlier.closed, earlier.rounds) == (1, 2)
    assert as_of(STAGE, 2) == msgspec.structs.replace(STAGE, complete=2)


def test_results_are_plain_json():
    """They are stored as events, and come back as they went."""
    assert msgspec.json.decode(msgspec.json.encode(STAGE), type=StageResults) == STAGE


def game(*sides, **fields):
    return FixtureResult(**{"fixture": "f", "round": 1, "kind": "played", "sides": sides, **fields})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"entrants": (*STAGE.entrants, STAGE.entrants[0])}, "listed_twice"),
        ({"results": (*STAGE.results, STAGE.results[0])}, "listed_twice"),
        ({"results": (game(SideResult("a"), SideResult("a")),)}, "listed_twice"),
        ({"results": (game(SideResult("a"), SideResult("x")),)}, "unknown_entrant"),
        ({"results": (game(SideResult("a", 130), SideResult("b")),)}, "odd_points"),
        ({"results": (game(SideResult("a"), SideResult("b"), kind="won"),)}, "unknown_kind"),
        ({"results": (game(SideResult("a"), SideResult("b"), round=3),)}, "unknown_round"),
        ({"results": (game(SideResult("a"), SideResult("b"), round=0),)}, "unknown_round"),
        ({"results": (game(SideResult("a")),)}, "wrong_sides"),
        ({"results": (game(SideResult("a"), kind="forfeit"),)}, "wrong_sides"),
        ({"results": (game(SideResult("a"), SideResult("b"), kind="bye"),)}, "wrong_sides"),
        ({"results": (game(SideResult("a"), SideResult("b"), kind="forfeit"),)}, "no_winner"),
        ({"adjustments": (Adjustment(entrant="x", points=100),)}, "unknown_entrant"),
        ({"adjustments": (Adjustment(entrant="a", points=25),)}, "odd_points"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-40")
def test_it_refuses_results_that_do_not_fit_the_stage(change, code):
    with pytest.raises(Refused) as refusal:
        check(msgspec.structs.replace(STAGE, **change))
    assert refusal.value.code == code
    assert refusal.value.hint


@pytest.mark.rule("KERNEL-TOUR-40")
def test_a_void_result_counts_for_nobody():
    results = crosstable("1 +2 =3\n2 -1 B\n3 B =1", ONE_POINT)
    void = game(SideResult("2", 300, 9), SideResult("3"), fixture="v", round=1, kind="void")
    with_void = msgspec.structs.replace(results, results=(void, *results.results))
    check(with_void)
    for code in ("points", "buchholz", "progressive", "score_for", "games_played"):
        assert values(with_void, code) == values(results, code)
