"""A whole match of Ishmêk through the handler: played by bots, folded, replayed, verified, exported, taken in again."""

import pytest

from matches import service
from matches.models import Match
from tests.rules.every_game import whole
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def roster(prefix, name):
    return {"name": name, "players": [{"id": f"{prefix}{n}", "dex_mod": 3, "str_mod": n, "speed": 35} for n in (1, 2)]}


SETUP = {"turns_total": 1, "teams": {"home": roster("h", "Kites"), "away": roster("a", "Salt Road")}}


@pytest.fixture
def over(alice):
    return whole.played(alice, "ishmek", SETUP, seed=7)


def test_it_holds_together(over, alice, eve):
    row = Match.objects.get(pk=over)
    assert (row.status, row.summary["headline"]["teams"]["home"]["name"]) == ("finished", "Kites")
    assert row.summary["outcome"]["termination"]
    assert service.replay_document(eve, over)["rules"]["ISH-INIT-01"]
    whole.check_holds_together(over, eve)


def test_every_decision_point_can_be_forked(over, alice):
    whole.check_forks(over, alice, 6)


def test_legal_commands_are_legal(alice):
    match_id = service.create_match(alice, service.NewMatch(ruleset="ishmek", setup=SETUP))
    for seat in ("home", "away"):
        legal = service.legal_commands(THE_HOUSE, match_id, seat, limit=3)["commands"]
        service.give_command(THE_HOUSE, match_id, legal[0]["command"], by=seat)
    assert service.pending_now(alice, match_id)["asks"][0]["kind"] == "pick"
