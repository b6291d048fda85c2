"""Seats, invitations, settings and forks, from the page."""

import re

import pytest

from matches import service
from matches.loading import load_match
from matches.models import Match

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def seat(client, match_id, do, name="home", **more):
    answer = client.post(f"/matches/{match_id}/seats", {"seat": name, "do": do, **more}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def holders(match_id):
    return {name: holder.name for name, holder in load_match(match_id).roster.seats.items()}


def test_take_and_leave(client, users, alice, a_go):
    client.force_login(users["bob"])
    assert "The seat of Ravens is free" in seat(client, a_go, "leave")
    assert "wants an invitation" in seat(client, a_go, "join")
    service.open_seats(alice, a_go, to_all=True)
    client.force_login(users["dora"])
    assert "You hold the seat of Ravens now" in seat(client, a_go, "join")
    assert holders(a_go) == {"home": "dora", "away": "charlie"}


def test_an_invitation(client, users, a_go):
    client.force_login(users["alice"])
    seat(client, a_go, "leave")
    html = seat(client, a_go, "invite")
    link = re.search(r'href="http://testserver(/matches/[^"]*/join\?seat=home&amp;invite=[^"]*)"', html)[1].replace(
        "&amp;", "&"
    )
    client.logout()
    assert client.get(link)["Location"].startswith("/login/?next=")
    client.force_login(users["eve"])
    assert "You are invited" in client.get(link).content.decode()
    fields = dict(part.split("=") for part in link.partition("?")[2].split("&"))
    wrong = client.post(link.partition("?")[0], {**fields, "invite": "guessed"})
    assert wrong.status_code == 403
    assert client.post(link.partition("?")[0], fields)["Location"] == f"/matches/{a_go}"
    assert holders(a_go)["home"] == "eve"


def test_assign_and_clear(client, users, a_go):
    client.force_login(users["alice"])
    assert "dora holds the seat of Ravens now" in seat(client, a_go, "assign", user="dora ")
    assert "There is no user &#x27;ghost&#x27;" in seat(client, a_go, "assign", user="ghost")
    seat(client, a_go, "leave")
    assert holders(a_go) == {"away": "charlie"}


def test_what_came_of_it_stands_in_the_card_that_the_answer_leads_to(client, users, a_go):
    client.force_login(users["alice"])
    html = seat(client, a_go, "assign", user="ghost")
    card = html[html.index('id="people"') :]
    assert "There is no user" in card
    assert html.count("There is no user") == 1


@pytest.mark.parametrize(("name", "do"), [("middle", "join"), ("home", "juggle"), ("", "leave")])
def test_it_refuses_what_makes_no_sense(client, users, a_go, name, do):
    client.force_login(users["alice"])
    assert 'class="note error"' in seat(client, a_go, do, name)


def test_only_the_gm_invites_and_assigns(client, users, a_go):
    client.force_login(users["bob"])
    assert "Only the GM may do this" in seat(client, a_go, "invite", "away")
    for name in ("dora", "ghost"):
        assert "Only the GM may do this" in seat(client, a_go, "assign", "away", user=name)
    assert holders(a_go)["away"] == "charlie"


def test_settings(client, users, a_go):
    client.force_login(users["alice"])
    fields = {"title": "Herons at dawn", "visibility": "unlisted", "open_seats": "on"}
    assert "Saved." in client.post(f"/matches/{a_go}/settings", fields, follow=True).content.decode()
    row = Match.objects.get(pk=a_go)
    assert (row.title, row.visibility, row.open_seats) == ("Herons at dawn", "unlisted", True)
    assert (
        "A match needs a title."
        in client.post(f"/matches/{a_go}/settings", {"visibility": "public"}, follow=True).content.decode()
    )
    client.force_login(users["bob"])
    assert "Only the GM" in client.post(f"/matches/{a_go}/settings", fields, follow=True).content.decode()


def test_settings_are_all_saved_or_none(client, users, a_go):
    client.force_login(users["alice"])
    before = load_match(a_go).roster
    for fields in ({"title": "Gulls", "visibility": "?", "open_seats": "on"}, {"title": "", "visibility": "private"}):
        assert "Saved." not in client.post(f"/matches/{a_go}/settings", fields, follow=True).content.decode()
        assert load_match(a_go).roster == before


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("seats", {"do": "assign", "seat": "home", "user": "a\x00b"}),
        ("seats", {"do": "join", "seat": "\x00"}),
        ("join", {"seat": "\x00", "invite": "x"}),
        ("settings", {"title": "a\x00b", "visibility": "public"}),
    ],
)
def test_it_refuses_a_nul(client, users, a_go, page, fields):
    client.force_login(users["bob"])
    answer = client.post(f"/matches/{a_go}/{page}", fields)
    assert answer.status_code == 400
    assert "could not be read" in answer.content.decode()


def test_a_salt_until_the_first_roll(client, users, placing):
    client.force_login(users["bob"])
    assert "Add a salt for Ravens" in client.get(f"/matches/{placing}").content.decode()
    answer = client.post(f"/matches/{placing}/commands", {"form": "salt:home", "salt": "s" * 65})
    assert answer.status_code == 422
    assert "s" * 65 in answer.content.decode()
    client.post(f"/matches/{placing}/commands", {"form": "salt:home", "salt": "seven gulls"})
    assert load_match(placing).table.salts == {"home": "seven gulls"}
    assert "seven gulls" in client.get(f"/matches/{placing}/dice").content.decode()
    service.give_command(
        service.THE_HOUSE,
        placing,
        {"type": "place", "team": "home", "squares": {"h1": [1, 1], "h2": [1, 2], "h3": [1, 6]}},
    )
    service.give_command(service.THE_HOUSE, placing, {"type": "place", "team": "away", "squares": {"a1": [16, 1]}})
    assert "Add a salt" not in client.get(f"/matches/{placing}").content.decode()


def test_fork(client, users, over):
    client.force_login(users["eve"])
    html = client.get(f"/matches/{over}/fork", {"n": 40}).content.decode()
    nearest = int(re.search(r'name="n" value="(\d+)"', html)[1])
    assert nearest <= 40
    answer = client.post(f"/matches/{over}/fork", {"n": nearest, "title": "What if", "visibility": "public"})
    fork = Match.objects.get(title="What if")
    assert answer["Location"] == f"/matches/{fork.pk}"
    assert (fork.forked_from, fork.forked_at, fork.gm_name) == (over, nearest, "eve")
    assert f"forked at event {nearest}" in client.get(f"/matches/{fork.pk}").content.decode()


def test_a_fork_in_the_midst_of_a_command_names_the_decision_before_it(client, users, over):
    client.force_login(users["eve"])
    midst = next(n for n in range(7, load_match(over).version) if not load_match(over, n).settled)
    answer = client.post(f"/matches/{over}/fork", {"n": midst, "title": "Kept"})
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.content.decode()
    assert 'value="Kept"' in answer.content.decode()
