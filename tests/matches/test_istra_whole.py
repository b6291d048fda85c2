"""A whole battle of Storm of Istra through the handler: fought by bots, replayed, verified, forked, exported."""

import pytest

from matches import service
from matches.models import Match
from tests.rules.every_game import whole
from tests.rules.istra.battles import man
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

FORKS = 12
SETUP = {
    "board": {"width": 2400, "depth": 2400},
    "turn_limit": 6,
    "gm": True,
    "sides": {
        "s1": {
            "name": "Kites",
            "models": [
                man("anna", equipment=["spear", "shield"], talents=["cleave"], leader=True),
                {"id": "mage", "class": "magic_user", "talents": ["abjuration"], "spells": ["lightning_fork"]},
            ],
        },
        "s2": {
            "name": "Salt Road",
            "models": [
                man("bert", race="halfling", equipment=["bow", "shield", "dagger"]),
                man("bor", race="dwarf", equipment=["two_handed", "light_armour"]),
            ],
        },
    },
}


@pytest.fixture
def over(alice):
    """A battle that bots have fought to its end, each command given by the house for whoever must decide."""
    return whole.played(alice, "istra", SETUP, seed=7)


def test_it_holds_together(over, eve):
    row = Match.objects.get(pk=over)
    assert (row.status, row.summary["headline"]["teams"]["s1"]["name"]) == ("finished", "Kites")
    assert row.summary["outcome"]["termination"] in {"goal", "turns"}
    assert service.replay_document(eve, over)["rules"]["IST-SETUP-02"]
    whole.check_holds_together(over, eve)


def test_every_decision_point_can_be_forked(over, alice):
    whole.check_forks(over, alice, FORKS)


def test_a_seat_is_told_what_it_may_do(alice):
    match_id = service.create_match(alice, service.NewMatch(ruleset="istra", setup=SETUP))
    service.give_command(THE_HOUSE, match_id, {"type": "pass_window"})
    (ask,) = service.pending_now(alice, match_id)["asks"]
    legal = service.legal_commands(THE_HOUSE, match_id, ask["seat"], limit=3)["commands"]
    answer = service.give_command(THE_HOUSE, match_id, legal[0]["command"], by=ask["seat"])
    assert [event["type"] for event in answer.events] == ["model_deployed", "decided"]


STANDING = {
    "gm": True,
    "sides": {"s1": {"models": [man("anna", (600, 600))]}, "s2": {"models": [man("bert", (1800, 1800))]}},
    "nominator": "s2",
}


def test_only_who_names_the_next_model_is_told_whom_to_name(alice, bob, charlie, users):
    match_id = service.create_match(alice, service.NewMatch(ruleset="istra", position=STANDING))
    service.assign_seat(THE_HOUSE, match_id, "s1", users["bob"])
    service.assign_seat(THE_HOUSE, match_id, "s2", users["charlie"])
    assert service.legal_commands(bob, match_id)["commands"] == []
    assert len(service.legal_commands(charlie, match_id)["commands"]) == 1


def test_who_plays_both_companies_names_a_model_for_the_one_that_is_asked(alice, bob, users):
    match_id = service.create_match(alice, service.NewMatch(ruleset="istra", position=STANDING))
    for seat in ("s1", "s2"):
        service.assign_seat(THE_HOUSE, match_id, seat, users["bob"])
    (ask,) = service.pending_now(bob, match_id)["asks"]
    answer = service.give_command(bob, match_id, {"type": "nominate", "model": "bert"})
    assert (ask["seat"], answer.events[0]["by"]) == ("s2", "s2")
