"""Entrants and wishes on the positions of a round robin: few breaks, and no better order by brute force."""

from itertools import permutations
from random import Random

import msgspec
import pytest

from tests.chance import random_seeds
from tests.tournaments.scheduling.leagues import entrants, fixtures, league, round_wishes
from tournaments.domain.formats.round_robin import legs
from tournaments.domain.schedule.calendar import Blackout, Calendar, Slot, Venue, Wish, round_windows
from tournaments.domain.schedule.quality import quality
from tournaments.scheduling.drawing import draw, draw_conflicts


def drawn(rounds, calendar, order):
    """The calendar with the fixtures of an order."""
    return msgspec.structs.replace(calendar, fixtures=fixtures(rounds, order))


def unmet(calendar):
    weights = {wish.id: wish.weight for wish in calendar.wishes}
    return sum(weights[breach.cause] for breach in quality(calendar).unmet)


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_a_mirrored_double_round_robin_has_3n_less_6_breaks(size):
    rounds, calendar = legs(size, 2), league(size, 2)
    found = draw(rounds, calendar)
    assert found.order == tuple(f"e{number}" for number in range(1, size + 1)), "no wishes, so the order given"
    assert quality(drawn(rounds, calendar, found.order)).breaks == 3 * size - 6


def test_wishes_do_not_add_breaks():
    rounds = legs(16, 2)
    calendar = Calendar(competitors=entrants(16), wishes=round_wishes(Random(16), 16, 30, 48))
    found = draw(rounds, calendar)
    assert found.proved
    assert quality(drawn(rounds, calendar, found.order)).breaks == 3 * 16 - 6


@random_seeds(8)
def test_no_order_meets_more_wishes(seed):
    random = Random(seed)
    size, times = random.choice(((4, 1), (4, 2), (5, 1), (5, 2)))
    rounds = legs(size, times)
    calendar = Calendar(competitors=entrants(size), wishes=round_wishes(random, size, len(rounds), 6))
    found = draw(rounds, calendar)
    best = min(unmet(drawn(rounds, calendar, order)) for order in permutations(f"e{n}" for n in range(1, size + 1)))
    assert found.proved
    assert unmet(drawn(rounds, calendar, found.order)) == best


def test_the_order_in_which_wishes_are_given_does_not_matter_to_what_is_met():
    rounds, wishes = legs(8, 2), round_wishes(Random(8), 8, 14, 24)
    orders = (Calendar(competitors=entrants(8), wishes=way) for way in (wishes, wishes[::-1]))
    assert len({unmet(drawn(rounds, calendar, draw(rounds, calendar).order)) for calendar in orders}) == 1


def test_the_same_question_has_the_same_answer():
    rounds, calendar = legs(12, 2), Calendar(competitors=entrants(12), wishes=round_wishes(Random(12), 12, 22, 36))
    assert draw(rounds, calendar) == draw(rounds, calendar)


def hard(kind, entrant="", other="", **more):
    return Wish(**{"id": f"{kind} {entrant}", "kind": kind, "entrant": entrant, "other": other, "hard": True} | more)


@pytest.mark.parametrize(
    "wish",
    [
        hard("home_on", "e4", round=1),
        hard("away_on", "e1", round=1),
        hard("no_home_on", "e1", round=1),
        hard("not_against_before", "e1", "e2", round=3),
        hard("never_both_home", "e1", "e2"),
        hard("meet_on", "e1", "e2", round=1),
    ],
    ids=lambda wish: wish.kind,
)
def test_hard_wishes_hold(wish):
    """In the order given none holds: round 1 is e1-e6, e2-e5, e3-e4, and e1-e2 are in round 2."""
    rounds = legs(6, 2)
    calendar = Calendar(competitors=entrants(6), wishes=(wish,))
    assert quality(drawn(rounds, calendar, [f"e{n}" for n in range(1, 7)])).hard
    assert quality(drawn(rounds, calendar, draw(rounds, calendar).order)).hard == ()


def test_a_bye_is_given_to_who_wants_no_game():
    rounds = legs(5)
    calendar = Calendar(competitors=entrants(5), wishes=(hard("not_on", "e4", round=1),))
    order = draw(rounds, calendar).order
    assert rounds[0][-1].home == order.index("e4") + 1


DATES = round_windows("2026-05-02", 6)
SLOTS = tuple(Slot(window.opens) for window in DATES)


def test_a_closed_venue_and_a_shared_one_decide_who_is_at_home():
    """e1 and e2 share a hall with one table, which is closed on the day of round 1; e3 wants home on that day."""
    rounds = legs(4, 2)
    calendar = Calendar(
        competitors=entrants(4, e1="hall", e2="hall"),
        venues=(Venue("hall", "Old Hall"),),
        slots=SLOTS,
        windows=DATES,
        blackouts=(Blackout(id="x", kind="venue", of="hall", first="2026-05-02", last="2026-05-02"),),
        wishes=(hard("home_on", "e3", date="2026-05-02"),),
    )
    assert draw(rounds, calendar) is None, "both away in round 1, both at home in its return"
    (conflict,) = draw_conflicts(rounds, calendar)
    assert {clash.key for clash in conflict.drop} == {"blackout:x", "venue:hall"}
    open_again = msgspec.structs.replace(calendar, blackouts=())
    order = draw(rounds, open_again).order
    games = drawn(rounds, open_again, order).fixtures
    at_home = [[game.home for game in games if game.round == number] for number in range(1, 7)]
    assert "e3" in at_home[0]
    assert all(not {"e1", "e2"} <= {*home} for home in at_home)


# What clashes


@pytest.mark.parametrize(
    ("wishes", "drop", "beside"),
    [
        ([hard("home_on", "e1", round=1), hard("away_on", "e1", round=1)], 2, 0),
        ([hard("home_on", f"e{n}", round=1) for n in (1, 2, 3)], 3, 0),
        ([hard("meet_on", "e1", "e2", round=1), hard("meet_on", "e3", "e1", round=1)], 2, 0),
        ([hard("meet_on", "e1", "e2", round=1), hard("not_against_before", "e2", "e1", round=2)], 2, 0),
        ([hard("never_both_home", "e1", "e2"), hard("never_both_home", "e2", "e3")], 2, 0),
        (
            [
                hard("home_on", "e1", round=1),
                hard("away_on", "e1", round=1),
                hard("no_home_on", "e1", round=1),
            ],
            1,
            1,
        ),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-72")
def test_a_smallest_set_of_wishes_that_clash(wishes, drop, beside):
    """Two of four are at home in a round. Where home clashes with away and with not at home, only it may be dropped."""
    rounds = legs(4, 2)
    innocent = hard("away_on", "e4", round=2)
    calendar = Calendar(competitors=entrants(4), wishes=(*wishes, innocent))
    assert draw(rounds, calendar) is None
    (conflict,) = draw_conflicts(rounds, calendar)
    assert (len(conflict.drop), len(conflict.beside)) == (drop, beside)
    assert conflict.proved
    for clash in conflict.drop:
        rest = tuple(wish for wish in calendar.wishes if f"wish:{wish.id}" != clash.key)
        assert draw(rounds, msgspec.structs.replace(calendar, wishes=rest)) is not None
    if drop > 1:
        assert all(clash.words in conflict.words for clash in conflict.drop)
        assert conflict.words.startswith("Drop any one of these: Team ")


def test_no_conflict_where_all_can_be_met():
    calendar = Calendar(competitors=entrants(4), wishes=(hard("home_on", "e1", round=1),))
    assert draw_conflicts(legs(4, 2), calendar) == ()
