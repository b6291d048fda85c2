"""Two officials at once: both acts happen, one after the other, and none is lost."""

from functools import partial

import pytest

from tests.campaigns.acting import make_person
from tests.campaigns.test_together import patiently, together
from tests.matches.test_concurrent import on_disk  # noqa: F401 – a fixture
from tests.tournaments.opening import Open
from tournaments.domain.events import ResultRecorded
from tournaments.loading import load_tournament
from tournaments.projections import TournamentProjection
from tournaments.service import history_of

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("on_disk")]
F = "s1-1-1"


@pytest.fixture
def tournament():
    """Ann against Bob; Gail organizes it, and so does Carl."""
    made = Open("ann", "bob")
    made.people["carl"] = make_person("carl")
    made.do("set_roles", account=made.people["carl"].key, roles=["co_organizer"])
    made.stage()
    return made


@pytest.mark.rule("KERNEL-TOUR-10")
def test_two_rulings_on_one_fixture_are_both_on_record(tournament):
    """The later one corrects the earlier, and keeps what was there."""
    rulings = {"gail": {"e1": 1, "e2": 2}, "carl": {"e1": 2, "e2": 1}}
    together(
        *(
            partial(patiently, tournament.do, "record_result", by, fixture=F, kind="played", places=places, reason=by)
            for by, places in rulings.items()
        )
    )
    events = [entry.event for entry in history_of(load_tournament(tournament.id))]
    first, last = (one for one in events if isinstance(one, ResultRecorded))
    assert (first.old, last.old) == (None, first.result)
    assert {first.reason, last.reason} == {"gail", "carl"}
    assert tournament.now.fixtures[F].result == last.result
    assert list(TournamentProjection().check()) == []


@pytest.mark.rule("KERNEL-TOUR-80")
def test_two_offences_have_ids_of_their_own(tournament):
    order = {"entrant": "e1", "hero": "h1", "rule": "4.2", "matches": 1}
    together(
        *(
            partial(patiently, tournament.do, "record_offence", by, **order, reason=f"Seen by {by}.")
            for by in ("gail", "carl")
        )
    )
    offences = tournament.now.offences
    assert {one.reason for one in offences} == {"Seen by gail.", "Seen by carl."}
    assert len({one.id for one in offences}) == len({one.id for one in tournament.now.bans}) == 2
