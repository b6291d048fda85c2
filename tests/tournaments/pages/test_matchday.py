"""A tournament played wholly by the forms of its pages, from its founding to its end."""

import pytest
from django.urls import reverse

from jobs import queue
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede
from tests.campaigns.pages.filling import offers, send, text, told
from tests.tournaments.pages.conftest import at, between, client_of
from tournaments.loading import load_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LIST = reverse("tournaments:list")


class Founded:
    """A tournament that was founded by its form."""

    def __init__(self, identity):
        self.id = identity

    @property
    def now(self):
        return load_tournament(self.id).state


def found(gail, campaign, **more):
    """Found a tournament by the form on the list."""
    page = gail.get(LIST)
    filled = {field.field.name: field.value for field in page.context["found"].fields}
    given = {"title": "Banak Open", "campaign": campaign, "visibility": "public", **more}
    return gail.post(LIST, {**filled, "form": "open_tournament", "key": page.context["key"], **given})


def do(client, address, form, **fields):
    """Send a form, which leads back to the page."""
    answer = send(client, address, form, **fields)
    assert answer.status_code == 302, text(answer)
    return answer


PLAYERS = {"e1": "ann", "e2": "bob", "e3": "cora"}


def plan_and_sign_up(cup, evening, gail):
    desk, entrants = at(cup, "desk"), at(cup, "entrants")
    do(gail, desk, "add_swiss", name="Swiss", **{"rules-rounds": "2"})
    do(gail, desk, "open_sign_up")
    for name in PLAYERS.values():
        do(client_of(name), entrants, "enter", company=evening.companies[name])
    do(gail, desk, "close_sign_up")
    do(gail, entrants, "seed", **{"seed-e3": "1", "seed-e1": "2", "seed-e2": "3"})
    assert [cup.now.entrants[one].seed for one in PLAYERS] == [2, 3, 1]
    do(gail, desk, "start_stage:s1")


def pair_and_publish(cup, gail, number):
    """The one fixture of the round that is no bye."""
    do(gail, at(cup, "desk"), "pair:s1")
    queue.sweep(60)
    do(gail, at(cup, "desk"), f"publish_round:s1-{number}")
    return next(one for one in cup.now.fixtures.values() if one.round == number and one.bye is None)


def play(cup, fixture):
    """The first side wins its battle on Skald."""
    for side in fixture.sides:
        address = at(cup, "fixture", fixture.id)
        do(client_of(PLAYERS[side]), address, f"name_lineup:{side}", **{"heroes-h1": "on"})
    queue.sweep(60)
    (game,) = cup.now.fixtures[fixture.id].games
    concede(game.match, "s2")
    queue.sweep(60)
    queue.sweep(60)
    assert cup.now.fixtures[fixture.id].result.places == {fixture.sides[0]: 1, fixture.sides[1]: 2}


def ban_and_appeal(cup, gail, entrant):
    offence = {"rule": "House 1", "reason": "Shouting.", "hero": "h1", "matches": "1"}
    do(gail, at(cup, "entrant", entrant), f"record_offence:{entrant}", **offence)
    (ban,) = cup.now.bans
    discipline = at(cup, "discipline")
    assert "Shouting." in text(client_of("").get(discipline))
    do(client_of(PLAYERS[entrant]), discipline, f"file_appeal:{ban.id}", reason="It was the crowd.")
    do(gail, discipline, f"rule_on_appeal:{cup.now.appeals[0].id}", ruling="quashed", reason="So it was.")
    assert cup.now.appeals[0].ruling == "quashed"


def dispute(cup, gail, fixture):
    """Both sides say that they have won; the organizer rules for the second."""
    page = at(cup, "fixture", fixture.id)
    one, other = fixture.sides
    do(client_of(PLAYERS[one]), page, f"report_result:{one}", won=one)
    do(client_of(PLAYERS[other]), page, f"report_result:{other}", won=other, note="No.")
    assert cup.now.fixtures[fixture.id].disputed
    do(client_of(PLAYERS[other]), page, "add_evidence", text="A picture.")
    assert "A picture." in text(gail.get(page))
    assert "A picture." not in text(client_of("").get(page))
    assert "won" in told(do(gail, page, "record_result", kind="played", won=other, reason="By the picture."))
    assert cup.now.fixtures[fixture.id].result.decided == "ruled"


def test_it_works():
    """Three companies in two rounds of a Swiss: one is fought, one reported and disputed, with a ban between them."""
    evening = Evening("ann", "bob", "cora")
    gail = client_of("gail")
    answer = found(gail, str(evening.id))
    cup = Founded(Tournament.objects.get().pk)
    assert (answer.status_code, answer.url) == (302, at(cup, "desk"))
    plan_and_sign_up(cup, evening, gail)
    first = pair_and_publish(cup, gail, 1)
    play(cup, first)
    ban_and_appeal(cup, gail, first.sides[1])
    dispute(cup, gail, pair_and_publish(cup, gail, 2))
    do(gail, at(cup, "desk"), "finish_stage:s1")
    do(gail, at(cup, "desk"), "end_tournament")
    assert cup.now.status == "ended"
    assert gail.get(at(cup)).context["champions"]


def test_a_new_campaign_is_founded_with_it():
    Evening()
    gail = client_of("gail")
    assert found(gail, "new-istra").status_code == 302
    assert Tournament.objects.get().campaign.title == "Banak Open"


def test_it_refuses_a_tournament_without_a_title():
    evening = Evening()
    answer = found(client_of("gail"), str(evening.id), title="")
    assert (answer.status_code, Tournament.objects.count()) == (400, 0)
    assert "Title is missing." in text(answer)


def test_a_preview_stores_nothing(league, browsers):
    """Ann's forfeit would bring Bob 3 points."""
    gail, before = browsers["gail"], league.now
    fixture = between(league, "e1", "e2")
    given = {"kind": "forfeit", "won": "e2", "reason": "Nobody came.", "preview": "on"}
    answer = send(gail, at(league, "fixture", fixture.id), "record_result", **given)
    preview = offers(answer)["record_result"].preview
    assert answer.status_code == 200
    assert any("Bob's won by forfeit" in line for line in preview.lines)
    assert any(line.startswith("Bob's: place 1, 3 points; before: ") for line in preview.table)
    assert league.now == before
    assert {one.field.name: one.value for one in offers(answer)["record_result"].shown.fields}["won"] == "e2"


def test_a_refused_form_comes_again_with_what_was_typed(league, browsers):
    fixture = between(league, "e1", "e2")
    answer = send(browsers["gail"], at(league, "fixture", fixture.id), "record_result", kind="played", reason="x")
    assert (answer.status_code, league.now.fixtures[fixture.id].result) == (422, None)
    assert offers(answer)["record_result"].shown.error.code == "place_missing"


def test_what_others_may_not_do_is_not_offered(league, browsers):
    fixture = between(league, "e1", "e2")
    offered = {who: set(offers(one.get(at(league, "fixture", fixture.id)))) for who, one in browsers.items()}
    assert offered["ann"] == {"name_lineup:e1", "report_result:e1"}
    assert offered["cora"] == offered["eve"] == offered[""] == set()
    assert {"record_result", "set_date", "name_lineup:e1", "name_lineup:e2"} <= offered["gail"]
