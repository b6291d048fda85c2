"""Creating a match in the admin site: the form of the pages, with a preview."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from matches.models import Match
from rules.registry import RULESETS
from tests.matches.admin.conftest import client_of, staff

pytestmark = pytest.mark.django_db


def address(game="ishmek"):
    return f"{reverse('admin:matches_match_create')}?ruleset={game}"


def filled(client, game="ishmek", **fields):
    """The form as it is opened, with some fields filled in."""
    form = client.get(address(game)).context["form"]
    opened = {field.name: field.value() for field in form if field.value() not in (None, False)}
    return {**opened, **fields}


def look(client, game="ishmek", **fields):
    return client.post(address(game), filled(client, game, **fields))


def create(client, game="ishmek", **fields):
    """Look at it and send it again as it came back; what was answered, and what was sent."""
    sent = filled(client, game, **fields)
    form = client.post(address(game), sent).context["form"]
    sent |= {"key": form["key"].value(), "seen": form["seen"].value()}
    return client.post(address(game), sent), sent


def rows(shown):
    return [(row.who, row.field, row.new) for row in shown.context["form"].preview.rows]


def test_it_works(gm):
    shown = look(gm, **{"who-title": "Ravens at noon", "who-plays-home": "bob", "rules-foul_dc": "14"})
    assert rows(shown)[:3] == [
        ("The match", "Title", "Ravens at noon"),
        ("The match", "Game", "Ishmêk"),
        ("The match", "Visibility", "public"),
    ]
    assert [row[0::2] for row in rows(shown)[3:]] == [("Seats", "bob is invited"), ("House rules", "14")]
    assert not Match.objects.exists()
    answer, _ = create(gm, **{"who-title": "Ravens at noon", "who-plays-home": "bob"})
    match = Match.objects.get()
    assert answer.url == reverse("admin:matches_match_change", args=[match.pk])
    assert (match.title, match.ruleset, match.gm.user.username) == ("Ravens at noon", "ishmek", "alice")
    assert LogEntry.objects.get().object_id == str(match.pk)


@pytest.mark.parametrize("game", list(RULESETS))
def test_every_game_can_be_created_as_its_form_comes(gm, game):
    create(gm, game)
    assert Match.objects.get().ruleset == game


def test_sent_twice_it_is_created_once(gm):
    _, sent = create(gm)
    again = gm.post(address(), sent)
    assert again.url == reverse("admin:matches_match_change", args=[Match.objects.get().pk])


def test_it_refuses_a_bad_value_at_its_field(gm):
    """A DC is at most 1000."""
    shown = look(gm, **{"rules-foul_dc": "1001"})
    assert "rules-foul_dc" in shown.context["form"].errors
    (group,) = [one for one in shown.context["form"].sections if one.title == "House rules"]
    assert group.open
    assert not Match.objects.exists()


def test_a_game_that_nobody_knows_leads_to_the_first(gm):
    assert gm.get(address("chess")).status_code == 302


def test_it_refuses_who_may_only_look(users):
    looker = client_of(staff(users["dora"], "view_match"))
    assert looker.get(address()).status_code == 403
    assert looker.post(address(), {}).status_code == 403
    assert address().partition("?")[0] not in looker.get(reverse("admin:matches_match_changelist")).content.decode()
