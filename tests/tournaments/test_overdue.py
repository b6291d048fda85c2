"""The beat finds overdue fixtures: a result each, once, in tournaments that say so. [KERNEL-TOUR-56]"""

import pytest

from eventstore.models import Event
from tests.tournaments.opening import Open
from tournaments.overdue import forfeit_overdue
from tournaments.projections import TournamentProjection
from tournaments.tasks import find_overdue

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True), pytest.mark.rule("KERNEL-TOUR-56")]


@pytest.fixture
def overdue():
    """Three in a round robin; one fixture was due on 1 November 2020, the others have time."""
    tournament = Open("ann", "bob", "cora")
    tournament.stage()
    first = next(one for one in tournament.now.fixtures.values() if one.bye is None)
    tournament.do("set_date", fixture=first.id, deadline="2020-11-01")
    return tournament, first.id


def test_what_is_only_shown_stays_as_it_is(overdue):
    assert forfeit_overdue() == 0
    assert overdue[0].now.fixtures[overdue[1]].result is None


def test_what_is_to_be_forfeited_is_once(overdue):
    tournament, first = overdue
    tournament.do("set_overdue", policy="forfeit")
    find_overdue()
    results = {name: one.result for name, one in tournament.now.fixtures.items() if one.bye is None and one.result}
    assert {name: result.kind for name, result in results.items()} == {first: "double_forfeit"}
    count = Event.objects.count()
    assert (forfeit_overdue(), Event.objects.count()) == (0, count)
    assert list(TournamentProjection().check()) == []
