"""Seats, invitations, settings and forks, from the page."""

import re

import pytest

from matches import service
from matches.loading import load_match
from matches.models import Match
from web.people import THE_HOUSE, person

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
    assert "is by invitation only" in seat(client, a_go, "join")
    service.open_seats(alice, a_go, to_all=True)
    client.force_login(users["dora"])
    assert "You now have the seat of Ravens" in seat(client, a_go, "join")
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


def test_invite_by_name_and_clear(client, users, a_go):
    client.force_login(users["alice"])
    assert "ob has the seat home. As the GM, clear the seat first." in seat(client, a_go, "offer", user="dora")
    seat(client, a_go, "leave")
    assert holders(a_go) == {"away": "charlie"}
    for name in ("dora ", "ghost"):
        html = seat(client, a_go, "offer", user=name)
        assert f"{name.strip()} is invited to play Ravens. If that username exists here" in html
        assert f"<em>{name.strip()} is invited</em>" in html
    assert holders(a_go) == {"away": "charlie"}
    html = seat(client, a_go, "withdraw")
    assert "The invitation has been withdrawn" in html
    assert "is invited" not in html
    assert "You now have the seat of Ravens" in seat(client, a_go, "offer", user="alice")
    assert holders(a_go) == {"home": "alice", "away": "charlie"}


def answer(client, match_id, do, name="home"):
    response = client.post("/matches/invitations", {"match": match_id, "seat": name, "do": do}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_who_is_invited_sees_it_first_and_takes_the_seat(client, users, alice, a_go):
    service.set_visibility(alice, a_go, "private")
    service.leave_seat(alice, a_go, "home")
    service.offer_seat(alice, a_go, "home", "dora")
    title = load_match(a_go).roster.title
    client.force_login(users["eve"])
    assert "invites you" not in client.get("/").content.decode()
    assert "is no longer open" in answer(client, a_go, "accept")
    assert "is no longer open" in answer(client, a_go, "decline")
    client.force_login(users["dora"])
    html = client.get("/").content.decode()
    assert f"alice invites you to play <b>Ravens</b> in <b>{title}</b>" in html
    assert client.get(f"/matches/{a_go}").status_code == 404
    assert "You now have the seat of Ravens" in answer(client, a_go, "accept")
    assert holders(a_go) == {"home": "dora", "away": "charlie"}
    assert "invites you" not in client.get("/").content.decode()


def test_who_is_invited_declines(client, users, alice, a_go):
    service.leave_seat(alice, a_go, "home")
    service.offer_seat(alice, a_go, "home", "dora")
    client.force_login(users["dora"])
    page = client.get(f"/matches/{a_go}").content.decode()
    assert "you are invited" in page
    assert "Decline the seat" in page
    assert "You have declined" in seat(client, a_go, "decline")
    assert "is by invitation only" in answer(client, a_go, "accept")
    assert holders(a_go) == {"away": "charlie"}
    client.force_login(users["alice"])
    page = client.get(f"/matches/{a_go}").content.decode()
    assert "is invited" not in page
    assert "<em>free: dora declined</em>" in page
    assert "dora declined" not in seat(client, a_go, "offer", user="eve")
    client.force_login(users["dora"])
    assert "declined" not in client.get(f"/matches/{a_go}").content.decode()


def test_who_is_invited_reads_it_at_the_head_of_the_match(client, users, alice, a_go):
    service.open_seats(alice, a_go, to_all=True)
    service.leave_seat(alice, a_go, "home")
    service.offer_seat(alice, a_go, "home", "dora")
    client.force_login(users["dora"])
    page = client.get(f"/matches/{a_go}").content.decode()
    assert page.index("alice invites you to play <b>Ravens</b>") < page.index('id="table"')
    assert "Take a free seat" not in page
    client.force_login(users["eve"])
    page = client.get(f"/matches/{a_go}").content.decode()
    assert "invites you" not in page
    assert "Take a free seat" in page


def test_the_gm_reads_who_declined_to_run_it(client, users, alice, a_go):
    service.offer_seat(alice, a_go, "gm", "dora")
    client.force_login(users["dora"])
    assert "You have declined" in answer(client, a_go, "decline", "gm")
    client.force_login(users["alice"])
    assert "dora declined to run this match" in client.get(f"/matches/{a_go}").content.decode()


def test_it_refuses_seats_of_a_match_that_is_over(client, users, alice, over):
    service.leave_seat(alice, over, "home")
    client.force_login(users["alice"])
    page = client.get(f"/matches/{over}").content.decode()
    for offered in ("<em>free", "Take this seat", "Create an invitation link", ">Invite<", "Clear this seat"):
        assert offered not in page
    before = holders(over)
    for do in ("join", "offer", "invite"):
        assert "The match is over" in seat(client, over, do, user="dora")
    assert holders(over) == before
    assert service.offers_to(person(users["dora"])) == []


def test_an_invitation_waits_no_more_when_the_match_is_over(alice, users, a_go):
    service.leave_seat(alice, a_go, "home")
    service.offer_seat(alice, a_go, "home", "dora")
    dora = person(users["dora"])
    assert len(service.offers_to(dora)) == 1
    service.give_command(alice, a_go, {"type": "abandon", "reason": "Rain."})
    assert service.offers_to(dora) == []


def test_who_is_invited_declines_at_the_head_of_the_list(client, users, alice, a_go):
    service.leave_seat(alice, a_go, "home")
    service.offer_seat(alice, a_go, "home", "dora")
    client.force_login(users["dora"])
    assert "You have declined" in answer(client, a_go, "decline")
    assert "invites you" not in client.get("/").content.decode()


def test_who_is_invited_to_run_the_match(client, users, alice, a_go):
    service.offer_seat(alice, a_go, "gm", "dora")
    client.force_login(users["alice"])
    assert "dora is invited to run this match" in client.get(f"/matches/{a_go}").content.decode()
    client.force_login(users["dora"])
    assert "You are invited to run this match" in client.get(f"/matches/{a_go}").content.decode()
    assert "alice invites you to run <b>" in client.get("/").content.decode()
    assert "You are now the GM of this match" in answer(client, a_go, "accept", "gm")
    assert load_match(a_go).roster.gm.name == "dora"


@pytest.mark.parametrize("sent", [{}, {"match": "x", "seat": "home"}, {"match": "", "seat": "gm", "do": "accept"}])
def test_it_refuses_an_answer_to_nothing(client, users, sent):
    client.force_login(users["dora"])
    assert client.post("/matches/invitations", sent).status_code == 404
    assert client.get("/matches/invitations")["Location"] == "/"


def test_what_came_of_it_stands_in_the_card_that_the_answer_leads_to(client, users, a_go):
    client.force_login(users["alice"])
    html = seat(client, a_go, "offer", user=" ")
    card = html[html.index('id="people"') :]
    assert "A username has 1 to 150 characters" in card
    assert html.count("A username has") == 1


@pytest.mark.parametrize(("name", "do"), [("middle", "join"), ("home", "juggle"), ("", "leave")])
def test_it_refuses_what_makes_no_sense(client, users, a_go, name, do):
    client.force_login(users["alice"])
    assert 'class="note error"' in seat(client, a_go, do, name)


def test_only_the_gm_invites_and_assigns(client, users, a_go):
    client.force_login(users["bob"])
    assert "Only the GM may do this" in seat(client, a_go, "invite", "away")
    for name in ("dora", "ghost"):
        assert "Only the GM may do this" in seat(client, a_go, "offer", "away", user=name)
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
        ("seats", {"do": "offer", "seat": "home", "user": "a\x00b"}),
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
        THE_HOUSE,
        placing,
        {"type": "place", "team": "home", "squares": {"h1": [1, 1], "h2": [1, 2], "h3": [1, 6]}},
    )
    service.give_command(THE_HOUSE, placing, {"type": "place", "team": "away", "squares": {"a1": [16, 1]}})
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
