"""Forms that are sent again under the key of the first time, as after an answer that was lost."""

import json

import pytest

from matches.loading import load_match
from tests.matches.pages.conftest import IN_A_GO, opened
from tests.matches.pages.play_page import address, events, give, gm
from tests.rules.ishmek.arena import man, position

__all__ = ["gm"]

pytestmark = pytest.mark.django_db


def test_a_form_sent_again_is_answered_as_the_first_time(gm, a_go):
    """Once the match is abandoned the form is gone."""
    for _ in range(2):
        answer = give(gm, a_go, follow=False, form="abandon", reason="Rain.", key="once")
        assert (answer.status_code, answer["Location"]) == (302, address(a_go))
    assert [event["type"] for event in events(a_go, 4)].count("match_abandoned") == 1


def test_a_walk_sent_again_is_answered_as_the_first_time(gm, alice, users):
    """Saskia may react to the first step, and while she may, nobody is asked to walk on."""
    match_id = opened(alice, users, position=IN_A_GO)
    before = load_match(match_id).version
    for _ in range(2):
        fields = {"form": "walk:h1", "to": "8,5", "pending": before, "key": "a-walk"}
        assert give(gm, match_id, follow=False, **fields).status_code == 302
    assert [e["to"] for e in events(match_id, before) if e["type"] == "stepped"] == [[8, 5]]


def test_a_walk_of_several_steps_sent_again_is_answered_as_the_first_time(gm, alice, users):
    """From where it ended the way there would be another one, or none."""
    tired = {"reaction_used": True}
    home, away = [man("h1", (8, 4), name="Ylva", **tired)], [man("a1", (1, 1), **tired)]
    match_id = opened(alice, users, position=position(home=home, away=away, go="h1"))
    before = load_match(match_id).version
    fields = {"form": "walk:h1", "to": "11,4", "pending": before, "key": "a-walk"}
    assert give(gm, match_id, follow=False, **fields).status_code == 302
    give(gm, match_id, command=json.dumps({"type": "end_go", "player": "h1"}))
    version = load_match(match_id).version
    assert give(gm, match_id, follow=False, **fields).status_code == 302
    assert load_match(match_id).version == version


@pytest.mark.parametrize("other", [{"to": "8,3"}, {"form": "abandon", "reason": "Rain."}, {"form": "defend:a1"}])
def test_it_refuses_another_form_under_a_key_that_was_used(gm, a_go, other):
    walk = {"form": "walk:h1", "to": "8,5", "pending": load_match(a_go).version, "key": "a-walk"}
    give(gm, a_go, **walk)
    version = load_match(a_go).version
    assert give(gm, a_go, **{**walk, **other}).status_code == 409
    assert load_match(a_go).version == version


def test_it_refuses_a_form_that_is_gone_under_the_key_of_somebody_else_or_of_another_match(client, users, alice, a_go):
    client.force_login(users["alice"])
    walk = {"form": "walk:h1", "to": "8,5", "pending": load_match(a_go).version}
    elsewhere = opened(alice, users, position=IN_A_GO)
    give(client, elsewhere, **walk, key="elsewhere")
    give(client, a_go, **walk, key="hers")
    version = load_match(a_go).version
    assert give(client, a_go, **walk, key="elsewhere").status_code == 409
    client.force_login(users["bob"])
    assert give(client, a_go, **walk, key="hers").status_code == 409
    assert load_match(a_go).version == version
