"""The ladder for those who do not turn up."""

import pytest

from tests.rules.play import rule
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.discipline.no_shows import Mark, ladder, why_not_pair

BOOK = DisciplineRules()
DAY = 86_400


def marks(text):
    """A day a letter: n a no-show, p a match played."""
    return [Mark(day * DAY, {"n": "no_show", "p": "played"}[one]) for day, one in enumerate(text) if one != " "]


@rule("KERNEL-TOUR-96")
@pytest.mark.parametrize(
    ("text", "times", "hours"),
    [("n", 1, 24), ("nn", 2, 48), ("nnn", 3, 96), ("pn", 1, 24), ("npn", 1, 24), ("nnpnn", 2, 48)],
)
def test_hours_double_until_a_match_is_played(text, times, hours):
    found = ladder(BOOK, marks(text))
    assert (found.times, found.hours) == (times, hours)
    assert found.since == (len(text) - 1) * DAY
    assert found.until == found.since + hours * 3600


@rule("KERNEL-TOUR-96")
@pytest.mark.parametrize("text", ["", "p", "np", "nnnp"])
def test_playing_clears_it(text):
    assert ladder(BOOK, marks(text)) is None


@rule("KERNEL-TOUR-96")
def test_there_is_a_most():
    """24, 48, 96, 192, 384, then 768, which is more than 720."""
    assert [ladder(BOOK, marks("n" * times)).hours for times in (5, 6, 9)] == [384, 720, 720]
    assert ladder(DisciplineRules(no_show_most=100), marks("nnnn")).hours == 100


@rule("KERNEL-TOUR-96")
def test_how_many_hours_is_the_tournaments_rule():
    assert ladder(DisciplineRules(no_show_hours=6), marks("nnn")).hours == 24
    assert ladder(DisciplineRules(no_show_hours=0), marks("nnn")) is None


@rule("KERNEL-TOUR-96")
def test_the_order_on_record_does_not_matter():
    assert ladder(BOOK, marks("nnpnn")[::-1]) == ladder(BOOK, marks("nnpnn"))


@rule("KERNEL-TOUR-96")
def test_it_pairs_nobody_until_the_hours_are_over():
    """A no-show at the very beginning of Unix time: until 2 January, midnight."""
    refused = why_not_pair(BOOK, marks("n"), DAY - 1)
    assert (refused.code, refused.rule, refused.field) == ("no_show", "KERNEL-TOUR-96", "entrant")
    expected = "one no-show since the last match played: no fixtures for 24 hours, until 2 January 1970, 00:00 UTC."
    assert refused.message == expected
    assert why_not_pair(BOOK, marks("n"), DAY) is None
    assert why_not_pair(BOOK, marks("p"), 0) is None
