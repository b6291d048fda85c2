"""The page of a match without a script: what it offers to whom, and the GM actions."""

import json

import pytest

from matches import service
from matches.loading import load_match
from tests.matches.pages.conftest import opened
from tests.matches.pages.play_page import address, commands, events, give, gm, page
from tests.rules.ishmek.arena import man, position
from web.people import THE_HOUSE

__all__ = ["gm"]

pytestmark = pytest.mark.django_db


class TestWhoMay:
    def test_strangers_see_a_public_match_and_no_button(self, client, a_go):
        html = page(client, a_go)
        assert commands(html) == []
        assert "GM actions" not in html

    def test_strangers_are_asked_to_log_in(self, client, a_go):
        answer = give(client, a_go, follow=False, command=json.dumps({"type": "pass"}))
        assert answer.status_code == 302
        assert answer["Location"] == f"/login/?next=/matches/{a_go}"

    def test_a_private_match_is_not_there(self, client, users, alice, a_go):
        service.set_visibility(alice, a_go, "private")
        for part in ((), ("replay",), ("replay.json",), ("dice",), ("verify",), ("export",)):
            assert client.get(address(a_go, *part)).status_code == 404
        client.force_login(users["eve"])
        assert client.get(address(a_go)).status_code == 404
        assert give(client, a_go, command="{}").status_code == 404
        client.force_login(users["bob"])
        assert client.get(address(a_go)).status_code == 200

    def test_a_spectator_is_refused(self, client, users, a_go):
        client.force_login(users["eve"])
        assert commands(page(client, a_go)) == []
        answer = give(client, a_go, command=json.dumps({"type": "end_go", "player": "h1"}))
        assert answer.status_code == 403
        assert "have no seat" in answer.content.decode()

    def test_a_seat_gets_its_own_buttons(self, client, users, a_go):
        client.force_login(users["charlie"])
        html = page(client, a_go)
        assert commands(html) == []
        assert "Ylva must decide" in html
        assert "(home, bob)" in html or ", bob)" in html

    def test_it_says_that_nobody_holds_the_seat_and_what_to_do(self, client, users, alice, a_go):
        service.leave_seat(alice, a_go, "home")
        client.force_login(users["charlie"])
        html = page(client, a_go)
        assert "nobody has this seat" in html
        assert "the GM, alice, invites somebody to the seat" in html
        service.open_seats(alice, a_go, to_all=True)
        assert "takes the seat</a>" in page(client, a_go)

    def test_it_tells_the_gm_whose_decision_it_is(self, gm, alice, a_go):
        words = "Ravens decide: bob plays them. As the GM, you may answer for them."
        html = page(gm, a_go)
        assert f'<p class="decided-for">{words}</p>' in html
        assert f"You are asked: {words} Ylva’s go" in " ".join(html.split())
        service.leave_seat(alice, a_go, "home")
        assert "Ravens decide: nobody has their seat. As the GM, you may answer for them." in page(gm, a_go)
        service.take_seat(alice, a_go, "home")
        assert '<p class="decided-for">You decide for Ravens.</p>' in page(gm, a_go)

    def test_who_plays_one_side_is_told_nothing_and_who_plays_both_for_which(self, client, users, alice, a_go):
        client.force_login(users["bob"])
        assert 'class="decided-for"' not in page(client, a_go)
        service.leave_seat(alice, a_go, "away")
        service.assign_seat(THE_HOUSE, a_go, "away", users["bob"])
        assert '<p class="decided-for">You decide for Ravens.</p>' in page(client, a_go)

    def test_who_plays_both_sides_takes_back_the_standing_answer_of_either(self, client, users, alice, a_go):
        """It answered 403 while the other side was asked."""
        service.leave_seat(alice, a_go, "away")
        service.assign_seat(THE_HOUSE, a_go, "away", users["bob"])
        client.force_login(users["bob"])
        standing = {"type": "standing", "answer": "pass", "until": "match"}
        for seat in ("home", "away"):
            answer = give(client, a_go, command=json.dumps({**standing, "seat": seat}))
            assert answer.redirect_chain == [(address(a_go), 302)]
        assert {one.seat for one in load_match(a_go).table.standing} == {"home", "away"}
        asks_again = [c for c in commands(page(client, a_go)) if c["type"] == "clear_standing"]
        assert [c["seat"] for c in asks_again] == ["away", "home"]
        for command in asks_again:
            answer = give(client, a_go, command=json.dumps(command))
            assert answer.redirect_chain == [(address(a_go), 302)]
        assert load_match(a_go).table.standing == ()

    def test_nobody_takes_back_the_standing_answer_of_another(self, client, users, a_go):
        client.force_login(users["bob"])
        answer = give(client, a_go, command='{"type": "clear_standing", "seat": "away"}')
        assert answer.status_code == 403

    @pytest.mark.parametrize("where", ["commands", "seats", "settings"])
    def test_the_address_of_a_form_leads_back_to_the_match(self, client, a_go, where):
        assert client.get(f"/matches/{a_go}/{where}")["Location"] == f"/matches/{a_go}"
        assert client.put(f"/matches/{a_go}/{where}").status_code == 405

    def test_the_hand_is_the_gms(self, client, users, a_go):
        client.force_login(users["bob"])
        assert "GM actions" not in page(client, a_go)
        assert give(client, a_go, form="pause", reason="tea").status_code == 403

    def test_an_address_without_sense_leads_nowhere(self, gm, a_go):
        for query in ({"before": "x"}, {"back": "-1"}, {"before": "9" * 40}):
            assert gm.get(address(a_go), query).status_code == 404


class TestHand:
    def test_pause_and_resume(self, gm, client, users, a_go):
        html = give(gm, a_go, form="pause", reason="A hurt thumb").content.decode()
        assert "A hurt thumb" in html
        assert "Resume play" in html
        give(gm, a_go, form="resume", reason="")
        assert not load_match(a_go).table.paused

    def test_a_reason_is_wanted_and_nothing_typed_is_lost(self, gm, a_go):
        answer = give(
            gm,
            a_go,
            form="gm_effect",
            player="a1",
            reason="",
            move_to="4, 4",
            **{"sr_mod-kind": "control", "sr_mod-amount": "-2"},
        )
        html = answer.content.decode()
        assert answer.status_code == 400
        assert "Reason is missing" in html
        assert '<option value="control" selected>' in html
        assert 'value="-2"' in html
        assert 'value="4, 4"' in html

    def test_an_effect(self, gm, a_go):
        fields = {
            "player": "a1",
            "reason": "mage armor",
            "sr_mod-kind": "push_defence",
            "sr_mod-amount": "3",
            "move_to": "(4, 4)",
            "prone": "true",
        }
        give(gm, a_go, form="gm_effect", **fields, add_injury="shook", slots_l1="2", reaction_used="true")
        saskia = next(p for p in load_match(a_go).state.players if p.id == "a1")
        assert (saskia.at, saskia.prone, saskia.slots_l1, saskia.reaction_used) == ((4, 4), True, 2, True)
        assert (saskia.sr_mods[0].kind, saskia.sr_mods[0].amount) == ("push_defence", 3)
        assert saskia.injuries[0].name == "shook"

    def test_an_orb_the_score_a_call_a_dismissal(self, gm, a_go):
        give(gm, a_go, form="gm_orb", reason="rolled off", **{"orb-orb": "away", "orb-at": "5,5"})
        assert load_match(a_go).state.orbs[1].at == (5, 5)
        numbers = {"score-0": "2", "score-1": "1", "umpires-0": "5", "umpires-1": "6"}
        give(gm, a_go, form="gm_match", reason="miscounted", **numbers)
        state = load_match(a_go).state
        assert (state.score, state.umpires) == ((2, 1), (5, 6))
        give(gm, a_go, form="umpire_call", player="a1", foul="illegal_handling", reason="kicked it")
        assert any(e["type"] == "foul_called" for e in events(a_go, 4))
        give(gm, a_go, form="dismiss", player="a2", reason="a fireball")
        assert any(e["type"] == "player_dismissed" for e in events(a_go, 4))

    def test_going_back_by_the_log(self, gm, a_go):
        give(gm, a_go, command=json.dumps({"type": "step", "player": "h1", "to": [8, 5]}))
        stepped = next(e["n"] for e in events(a_go, 4) if e["type"] == "stepped")
        html = page(gm, a_go)
        assert f'href="?back={stepped - 1}#gm-actions"' in html
        assert f'name="to" value="{stepped - 1}"' in page(gm, a_go, back=stepped - 1)
        html = give(gm, a_go, form="rewind", to=stepped - 1, reason="Touched the orb").content.decode()
        assert load_match(a_go).state.players[0].at == (8, 4)
        assert "Rewound to event" in html
        assert html.count('void"') >= 1

    def test_forfeit_and_abandon(self, gm, a_go, table_go):
        html = give(gm, a_go, form="forfeit", team="home", reason="tired").content.decode()
        assert "<b>Herons</b> win" in html
        html = give(gm, table_go, form="abandon", reason="rain").content.decode()
        assert "abandoned without a result" in html

    def test_a_typed_die_is_mended(self, gm, alice, users):
        at = position(home=[man("h1", (8, 4)), man("h2", (1, 1))], away=[man("a1", (9, 5))], go="h1")
        match_id = opened(alice, users, position=at, dice={"home": "table", "away": "table", "gm": "table"})
        give(gm, match_id, command=json.dumps({"type": "act", "player": "h1", "name": "push_pull", "target": "a1"}))
        give(gm, match_id, command=json.dumps({"type": "pass"}))
        give(gm, match_id, form="dice", **{"die-0": "11"})
        html = page(gm, match_id)
        assert "Correct an entered die" in html
        give(gm, match_id, form="correct_dice", index="0", face="12", reason="misread")
        assert load_match(match_id).table.opened.tape == (12,)
