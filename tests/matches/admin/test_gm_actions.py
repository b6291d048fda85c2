"""GM actions in the admin site: every deed is a command with a reason, and a refusal is a message."""

from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.messages import get_messages
from django.urls import reverse

from eventstore import api as store
from matches import service
from matches.loading import load_match
from matches.models import stream_of
from tests.matches.admin.conftest import client_of, staff
from web.people import THE_HOUSE

pytestmark = pytest.mark.django_db

DEEDS = ("gm_effect", "umpire_call", "dismiss", "pause", "resume", "rewind", "forfeit", "abandon")


def address(match_id, deed):
    return reverse(f"admin:matches_match_{deed}", args=[match_id])


def filled(client, match_id, deed, **fields):
    """What the browser sends of a form that was opened and filled in, and looked at where it shows a preview."""
    fields = {"reason": "The table agreed.", **fields}
    sent = {**hidden(client.get(address(match_id, deed))), **fields}
    shown = client.post(address(match_id, deed), sent)
    return {**sent, "seen": hidden(shown)["seen"]} if shown.status_code == 200 else sent


def hidden(response):
    """What travels with a form unseen."""
    form = response.context["form"]
    return {name: form[name].value() or "" for name in ("pending", "key", "seen")}


def look(client, match_id, deed, **fields):
    """A form as it shows what it will change; nothing has happened then."""
    sent = {**hidden(client.get(address(match_id, deed))), "reason": "The table agreed.", **fields}
    return client.post(address(match_id, deed), sent)


def do(client, match_id, deed, **fields):
    return client.post(address(match_id, deed), filled(client, match_id, deed, **fields))


def text(response):
    """What a page says, its blanks put together."""
    return " ".join(unescape(response.content.decode()).split())


def told(response):
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def last(match_id, kind):
    """The last event of a kind in a match's log."""
    return [event for event in store.read(stream_of(match_id)) if event.type.endswith(kind)][-1]


def player(match_id, name):
    return next(p for p in load_match(match_id).state.players if p.id == name)


def version(match_id):
    return load_match(match_id).version


def test_it_works(gm, arena):
    response = do(gm, arena, "gm_effect", player="h1", prone="true", reason="Tripped over a sandal.")

    assert response.status_code == 302
    assert player(arena, "h1").prone
    applied = last(arena, "gm_effect_applied")
    assert applied.actor == "user:alice"
    assert "Tripped over a sandal." in applied.body.decode()
    assert '"by":"gm"' in last(arena, "decided").body.decode()
    assert LogEntry.objects.get().change_message == "Change a player: Tripped over a sandal."


def test_it_moves_a_player_and_puts_a_modifier_and_an_injury_on_it(gm, arena):
    changes = {"move_to": "6, 2", "sr_mod-kind": "propel", "sr_mod-amount": "-2", "sr_mod-until": "3"}
    do(gm, arena, "gm_effect", player="h1", add_injury="shook", **changes)

    h1 = player(arena, "h1")
    assert h1.at == (6, 2)
    assert [(mod.kind, mod.amount, mod.until) for mod in h1.sr_mods] == [("propel", -2, 3)]
    assert [injury.name for injury in h1.injuries] == ["shook"]


def test_it_lets_a_player_stand_up(gm, arena):
    do(gm, arena, "gm_effect", player="h1", prone="true")
    do(gm, arena, "gm_effect", player="h1", prone="false")

    assert not player(arena, "h1").prone


def test_it_calls_a_foul(gm, arena):
    do(gm, arena, "umpire_call", player="h1", foul="illegal_handling")

    assert player(arena, "h1").status == "sitting_out"


def test_a_foul_that_umpires_must_see_waits_for_their_dice(gm, arena):
    response = do(gm, arena, "umpire_call", player="h1", foul="foul_play", victim="a1")

    assert response.status_code == 302
    assert "dice" in told(response)
    assert load_match(arena).table.opened.command["victim"] == "a1"


def test_it_dismisses_a_player(gm, arena):
    do(gm, arena, "dismiss", player="h2")

    assert player(arena, "h2").status == "out_tournament"


def test_it_pauses_and_resumes(gm, arena):
    do(gm, arena, "pause", reason="A healer is wanted.")
    assert load_match(arena).table.paused == "A healer is wanted."

    do(gm, arena, "resume")
    assert not load_match(arena).table.paused


def test_it_turns_play_back(gm, arena):
    before = version(arena)
    do(gm, arena, "gm_effect", player="h1", prone="true")

    do(gm, arena, "rewind", to=str(before))

    assert not player(arena, "h1").prone
    assert last(arena, "rewound").actor == "user:alice"


def test_it_forfeits_for_a_team(gm, arena):
    do(gm, arena, "forfeit", team="away")

    outcome = load_match(arena).table.outcome()
    assert (outcome.termination, outcome.winner) == ("forfeit", "home")


def test_it_abandons_the_match(gm, arena):
    do(gm, arena, "abandon")

    assert load_match(arena).status() == "abandoned"


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("reason", ["", "   ", "x" * 2_001])
def test_it_requires_a_reason(gm, arena, deed, reason):
    before = version(arena)

    response = do(
        gm, arena, deed, player="h1", prone="true", foul="illegal_handling", team="home", to="3", reason=reason
    )

    assert response.status_code == 200
    assert "reason" in response.context["form"].errors
    assert version(arena) == before


@pytest.mark.parametrize("deed", DEEDS)
def test_it_says_what_it_does(gm, arena, deed):
    page = gm.get(address(arena, deed))

    assert page.status_code == 200
    assert page.context["form"].title in page.content.decode()
    assert page.context["form"].explained in page.content.decode().replace("&#x27;", "'")


def test_what_only_looks_changes_nothing(gm, arena):
    before = version(arena)
    for deed in DEEDS:
        gm.get(address(arena, deed))

    assert version(arena) == before


@pytest.mark.parametrize(
    ("deed", "fields", "message"),
    [
        ("gm_effect", {"player": "h1", "move_to": "5, 3"}, "That square is occupied."),
        ("gm_effect", {"player": "h1", "move_to": "2, 4"}, "vessel"),
        ("resume", {}, "not paused"),
    ],
)
def test_it_shows_a_refusal_and_keeps_the_form(gm, arena, deed, fields, message):
    before = version(arena)

    response = do(gm, arena, deed, **fields)

    assert response.status_code == 200
    assert message in text(response)
    assert response.context["form"]["reason"].value() == "The table agreed."
    assert version(arena) == before
    assert not LogEntry.objects.exists()


def test_a_refusal_cites_the_rule(gm, arena):
    response = do(gm, arena, "gm_effect", player="h1", move_to="2,4")

    shown = text(response)
    assert "Refused by the rule ISH-ARENA-05" in shown
    assert response.context["form"].refusal.code in shown


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"player": ""}, "player"),
        ({"player": "nobody"}, "player"),
        ({"prone": "sideways"}, "prone"),
        ({"add_injury": "death"}, "add_injury"),
        ({"sr_mod-kind": "propel"}, "sr_mod-amount"),
        ({"sr_mod-amount": "3"}, "sr_mod-amount"),
        ({"sr_mod-amount": "1e999", "sr_mod-kind": "any"}, "sr_mod-amount"),
        ({"sr_mod-until": "3"}, "sr_mod-amount"),
        ({"sr_mod-amount": "1001", "sr_mod-kind": "any"}, "sr_mod-amount"),
        ({"slots_l1": "1001"}, "slots_l1"),
        ({"move_to": "4"}, "move_to"),
        ({"pending": "x"}, "pending"),
        ({"key": "x"}, "key"),
        ({}, "__all__"),
    ],
)
def test_it_refuses_an_effect_that_cannot_be_read(gm, arena, fields, field):
    before = version(arena)

    response = do(gm, arena, "gm_effect", **{"player": "h1", **fields})

    assert response.status_code == 200
    assert field in response.context["form"].errors
    assert version(arena) == before


@pytest.mark.parametrize("beyond", ["9999", "-1", "99999999999999999999999"])
def test_it_asks_for_an_event_of_the_match_to_rewind_to(gm, arena, beyond):
    before = version(arena)

    response = do(gm, arena, "rewind", to=beyond)

    assert "to" in response.context["form"].errors
    assert version(arena) == before


def test_a_form_that_is_sent_twice_acts_once(gm, arena):
    sent = filled(gm, arena, "gm_effect", player="h1", add_injury="shook")
    gm.post(address(arena, "gm_effect"), sent)
    after = version(arena)

    response = gm.post(address(arena, "gm_effect"), sent)

    assert response.status_code == 302
    assert version(arena) == after


def test_it_refuses_a_form_that_grew_old_and_can_be_sent_again(gm, arena):
    sent = filled(gm, arena, "dismiss", player="h2")
    service.give_command(THE_HOUSE, arena, {"type": "end_go", "player": "h1"}, dice=[])

    response = gm.post(address(arena, "dismiss"), sent)

    assert "Your answer is for the decision" in text(response)
    assert player(arena, "h2").status == "on_field"
    again = response.context["form"]
    gm.post(address(arena, "dismiss"), {name: again[name].value() for name in again.fields})
    assert player(arena, "h2").status == "out_tournament"


@pytest.mark.parametrize("deed", DEEDS)
def test_staff_who_do_not_run_the_match_are_refused(gm, other_staff, arena, deed):
    before = version(arena)

    sent = filled(gm, arena, deed, player="h1", prone="true", foul="illegal_handling", team="home", to=str(before))
    response = other_staff.post(address(arena, deed), sent)

    assert response.status_code == 200
    assert "You do not have the seat" in text(response)
    assert version(arena) == before


@pytest.mark.parametrize("deed", DEEDS)
def test_it_requires_the_right_to_change_matches(users, arena, deed):
    looker = client_of(staff(users["eve"], "view_match"))

    assert looker.get(address(arena, deed)).status_code == 403
    assert looker.post(address(arena, deed), {"reason": "Because."}).status_code == 403


@pytest.mark.parametrize("deed", DEEDS)
def test_whoever_is_no_staff_is_sent_to_the_login(users, arena, deed):
    response = client_of(users["bob"]).post(address(arena, deed), {"reason": "Because."})

    assert response.status_code == 302
    assert response.url.startswith(reverse("admin:login"))


@pytest.mark.parametrize("deed", DEEDS)
def test_a_private_match_of_others_is_not_there(other_staff, match, deed):
    assert other_staff.get(address(match, deed)).status_code == 404


def test_superusers_have_a_hand_in_every_match(root, match):
    do(root, match, "pause", reason="Fire in the hall.")

    assert last(match, "play_paused").actor == "user:root"


def test_a_deed_of_another_game_is_refused(gm, match):
    response = gm.get(address(match, "gm_effect"))

    assert response.status_code == 302
    assert "not a GM action of" in told(response)


def offered(client, match_id):
    page = client.get(reverse("admin:matches_match_change", args=[match_id]))
    return [item["title"] for group in page.context["actions_detail"] for item in group.get("items") or ()]


def test_the_page_of_a_match_offers_what_its_game_knows(gm, arena, match):
    assert set(offered(gm, match)) < set(offered(gm, arena))
    assert "Call a foul" in offered(gm, arena)


def test_it_offers_to_resume_only_what_is_paused(gm, arena):
    assert "Pause play" in offered(gm, arena)
    assert "Resume play" not in offered(gm, arena)
    do(gm, arena, "pause")
    assert "Resume play" in offered(gm, arena)
    assert "Pause play" not in offered(gm, arena)


def test_a_match_that_is_over_offers_what_lasts_and_refuses_what_is_sent_anyway(gm, arena):
    sent = filled(gm, arena, "pause")
    do(gm, arena, "abandon")
    sent["pending"] = version(arena)

    assert offered(gm, arena) == ["Title and visibility", "Fork the match", "Export as a file"]
    assert "over" in text(gm.post(address(arena, "pause"), sent))
