"""The page of a match without a script: what it shows, and every form it has."""

import json
import re
from uuid import uuid4

import pytest
from django.template.loader import render_to_string

from matches import service
from matches.loading import load_match
from matches.pages.match_context import die_fields
from tests.matches.pages.conftest import opened
from tests.matches.pages.play_page import address, commands, events, give, gm, page
from tests.rules.ishmek.arena import man, position
from tests.rules.play import rule
from web.people import THE_HOUSE

__all__ = ["gm"]

pytestmark = pytest.mark.django_db


class TestGo:
    def test_it_works(self, gm, a_go):
        html = page(gm, a_go)
        assert "Ylva’s go" in html
        assert "ISH-ECON-01" in html
        assert "Per turn each player has: movement" in html  # the words of the rule
        answer = give(gm, a_go, form="walk:h1", to="7,3")
        assert answer.redirect_chain == [(address(a_go), 302)]
        assert any(event["type"] == "stepped" for event in events(a_go, 4))

    def test_a_far_square_is_walked_to_step_by_step(self, gm, alice, users):
        tired = {"reaction_used": True}
        home, away = [man("h1", (8, 4), name="Ylva", **tired)], [man("a1", (1, 1), **tired)]
        match_id = opened(alice, users, position=position(home=home, away=away, go="h1"))
        trial = gm.post(address(match_id, "try"), {"form": "walk:h1", "to": "11,4"}).json()
        assert (trial["words"], trial["submit"]) == ("3 squares of 6. Nobody may react on the way.", "Walk 3 squares")
        before = load_match(match_id).version
        give(gm, match_id, form="walk:h1", to="11,4", pending=before, key="one-walk")
        assert [e["to"] for e in events(match_id, before) if e["type"] == "stepped"] == [[9, 4], [10, 4], [11, 4]]
        give(gm, match_id, form="walk:h1", to="11,4", pending=before, key="one-walk")
        assert len([e for e in events(match_id, before) if e["type"] == "stepped"]) == 3

    def test_a_square_that_is_not_walked_to_says_why_before_it_is_sent(self, gm, a_go):
        tried = {
            to: gm.post(address(a_go, "try"), {"form": "walk:h1", "to": to}).json()["refusal"]
            for to in ("16,4", "9,5", "2,4")
        }
        assert tried["16,4"]["message"] == "The way there costs 8 of the movement; Ylva has 6 left."
        assert {to: why["rule"] for to, why in tried.items()} == {
            "16,4": "ISH-MOVE-04",
            "9,5": "ISH-Q-08",
            "2,4": "ISH-ARENA-05",
        }

    @pytest.mark.parametrize(
        ("player", "main"),
        [
            ({}, False),  # she may walk and throw
            ({"move_used": 6}, False),  # she may throw
            ({"move_used": 6, "action_used": True, "reaction_used": True, "bonus_used": True}, True),
        ],
    )
    def test_to_end_the_go_is_the_main_button_only_where_nothing_else_can_be_done(self, gm, alice, users, player, main):
        ylva = man("h1", (8, 4), name="Ylva", **player)
        held = {"home": {"holder": "h1"}}
        match_id = opened(alice, users, position=position(home=[ylva], away=[man("a1", (1, 1))], orbs=held, go="h1"))
        end = page(gm, match_id).partition(">End the go<")[0].rpartition("<button")[2]
        assert ('class="primary"' in end) == main

    def test_a_walk_stops_where_somebody_may_react(self, gm, alice, users):
        home = [man("h1", (8, 4), name="Ylva", reaction_used=True)]
        held = {"home": {"holder": "h1"}, "away": {"at": [1, 1]}}
        document = position(home=home, away=[man("a1", (11, 4), name="Saskia")], orbs=held, go="h1")
        match_id = opened(alice, users, position=document)
        trial = gm.post(address(match_id, "try"), {"form": "walk:h1", "to": "10,2"}).json()
        assert trial["words"] == "2 squares of 6. Nobody may react on the way."
        trial = gm.post(address(match_id, "try"), {"form": "walk:h1", "to": "11,3"}).json()
        assert trial["words"].startswith("3 squares of 6. May react: Saskia at ")
        fields = {"form": "walk:h1", "to": "11,3", "pending": str(load_match(match_id).version)}
        html = gm.post(address(match_id, "commands"), fields, headers={"HX-Request": "true"}).content.decode()
        assert "Stopped after 2 of 3 steps: others may react first." in html
        assert load_match(match_id).state.players[0].at[0] == 10

    def test_it_refuses_a_square_out_of_reach(self, gm, a_go):
        answer = give(gm, a_go, form="walk:h1", to="16,4")
        assert answer.status_code == 422
        assert "A step goes to a neighbouring square." in answer.content.decode()
        assert load_match(a_go).state.players[0].at == (8, 4)

    def test_a_propel_shows_dc_bonus_and_the_chance_that_is_rolled(self, gm, table_go):
        html = page(gm, table_go)
        shot = {"type": "act", "player": "h1", "name": "propel", "orb": "home", "direction": [-1, 0], "distance": 3}
        assert shot in commands(html)
        shown = re.search(
            r'The home orb to \(5, 4\)</span> <span class="detail">DC (\d+), \+(\d+)</span> '
            r'<span class="odds" title="[\d/]+">(\d+) % <small>to throw as meant',
            html,
        )
        assert shown is not None
        give(gm, table_go, command=json.dumps(shot))
        need = service.load(THE_HOUSE, table_go).match.table.need()
        assert (need.target, need.bonus) == (int(shown[1]), int(shown[2]))
        assert (100 * need.chance[0]) // need.chance[1] == int(shown[3])

    def test_how_it_is_done_goes_into_the_buttons(self, gm, a_go):
        html = page(gm, a_go, ability="dex", burn="4", slot="reaction")
        propels = [c for c in commands(html) if c.get("name") == "propel"]
        assert propels
        assert all((c["ability"], c["burn"], c["slot"]) == ("dex", 4, "reaction") for c in propels)
        assert "injury roll +4 afterwards" in html
        lobs = [c for c in commands(page(gm, a_go, lob="on")) if c.get("name") == "propel"]
        assert lobs
        assert all(c["lob"] for c in lobs)

    def test_what_is_no_choice_is_left_out(self, gm, a_go):
        html = page(gm, a_go, ability="luck", burn="99", slot="nine", lob="maybe")
        propels = [c for c in commands(html) if c.get("name") == "propel"]
        assert propels
        assert not any("ability" in c or "burn" in c or c.get("lob") for c in propels)

    def test_a_contest_shows_the_chance_against_the_best_defence(self, gm, a_go):
        html = page(gm, a_go)
        assert re.search(
            r'Saskia</span> <span class="detail">contest, \+\d</span> '
            r'<span class="odds" title="\d+/\d+">\d+ % <small>to move them</small>',
            html,
        )

    def test_an_injury_that_is_meant_is_warned_of(self, gm, a_go):
        html = page(gm, a_go, intent="on")
        assert [c["intent"] for c in commands(html) if c.get("name") == "push_pull"] == [True]
        assert "the umpires may notice" in html

    def test_the_same_action_twice_is_offered_as_the_foul_it_is(self, gm, alice, users):
        used = man("h1", (8, 4), used_names=["control"], action_used=True)
        match_id = opened(alice, users, position=position(home=[used, man("h2", (1, 1))], go="h1"))
        html = page(gm, match_id)
        fouls = [c for c in commands(html) if c.get("as_foul")]
        assert [(c["name"], c["slot"]) for c in fouls] == [("control", "reaction")]
        assert "Always noticed" in html
        give(gm, match_id, command=json.dumps(fouls[0]))
        assert any(event["type"] == "foul_called" for event in events(match_id, 4))

    def test_the_log_takes_rolls_apart(self, gm, table_go):
        shot = {"type": "act", "player": "h1", "name": "propel", "orb": "home", "direction": [-1, 0], "distance": 3}
        give(gm, table_go, command=json.dumps(shot))
        fields = {"form": "dice", "die-0": "14", "pending": str(load_match(table_go).version)}
        answer = gm.post(address(table_go, "commands"), fields, headers={"HX-Request": "true"})
        html = answer.content.decode()
        assert '<span class="die" title="d20">14</span>' in html
        assert "spellcasting" in html
        assert "SR = d20 + prof" in html
        rolled = next(e for e in events(table_go, 4) if e["type"] == "sr_rolled")
        assert f"= <b>{rolled['total']}</b> vs {rolled['target']} " in html.split('id="toast"')[1].split("</p>")[0]
        assert f"= <b>{rolled['total']}</b> vs {rolled['target']} " in html.split('id="log-lines"')[1]

    def test_a_roll_of_another_than_the_line_is_about_is_named(self, gm, table_go):
        """Ylva's push of Saskia, who defends: the line is about Ylva."""
        give(gm, table_go, command=json.dumps({"type": "act", "player": "h1", "name": "push_pull", "target": "a1"}))
        give(gm, table_go, command=json.dumps({"type": "pass", "player": "a1"}))
        for face in ("14", "3"):
            give(gm, table_go, form="dice", **{"die-0": face})
        told = re.sub(r"<[^>]+>", "", page(gm, table_go).split('id="log-lines"')[1])
        assert re.search(r"Ylva against Saskia: the push .*\. Saskia: 3 \+ ", told)


class TestTableDice:
    SHOT = json.dumps(
        {"type": "act", "player": "h1", "name": "propel", "orb": "home", "direction": [-1, 0], "distance": 3}
    )

    def test_they_are_asked_for(self, gm, table_go):
        html = give(gm, table_go, command=self.SHOT).content.decode()
        assert "Ylva: 1d20 for propel" in html
        assert 'name="die-0" min="1" max="20"' in html
        assert "Chance" in html

    @pytest.mark.parametrize(("zero", "bounds"), [(False, 'min="1" max="10"'), (True, 'min="0" max="9"')])
    def test_a_die_is_typed_as_it_is_printed(self, zero, bounds):
        need = {"roll": "1d10", "sides": [10], "zero": zero}
        asked = {"need": need, "who": "Una", "purpose": "stress", "mine": True, "fields": die_fields(need, {})}
        assert bounds in render_to_string("matches/table/dice.html", {"dice": asked, "match_id": uuid4()})

    def test_they_are_typed_by_whose_roll_it_is(self, client, users, table_go):
        client.force_login(users["bob"])
        give(client, table_go, command=self.SHOT)
        assert give(client, table_go, form="dice", **{"die-0": "3"}).status_code == 200
        roll = next(e for e in events(table_go, 4) if e["type"] == "sr_rolled")
        assert roll["dice"] == [[20, 3, True]]

    @pytest.mark.parametrize("typed", ["21", "0", "six", ""])
    def test_it_refuses_what_no_die_shows_and_keeps_it(self, gm, table_go, typed):
        give(gm, table_go, command=self.SHOT)
        before = load_match(table_go).version
        answer = give(gm, table_go, form="dice", **{"die-0": typed})
        html = answer.content.decode()
        assert answer.status_code in (400, 422)
        assert 'class="refusal"' in html
        assert f'value="{typed}" autocomplete="off"' in html
        assert load_match(table_go).version == before

    def test_the_other_side_does_not_type_them(self, client, users, gm, table_go):
        give(gm, table_go, command=self.SHOT)
        client.force_login(users["charlie"])
        html = page(client, table_go)
        assert "The other side enters these dice" in html
        answer = give(client, table_go, form="dice", **{"die-0": "20"})
        assert answer.status_code == 403


class TestPlacing:
    def place(self, client, match_id, **squares):
        return give(client, match_id, form="place:home", **squares)

    def test_it_works(self, client, users, placing):
        client.force_login(users["bob"])
        html = page(client, placing)
        assert "Where do Ravens start?" in html
        assert "Place Herons" not in html
        self.place(client, placing, **{"at-h1": "1,1", "at-h2": "1,2", "at-h3": "1,6"})
        assert events(placing, 4)[-2]["squares"] == {"h1": [1, 1], "h2": [1, 2], "h3": [1, 6]}

    def test_others_do_not_see_it(self, client, users, placing):
        client.force_login(users["bob"])
        self.place(client, placing, **{"at-h1": "1,1", "at-h2": "1,2", "at-h3": "1,6"})
        client.force_login(users["charlie"])
        html = page(client, placing)
        assert "have submitted" not in html
        assert "written down" not in html

    def test_it_refuses_all_three_scoring_squares_and_keeps_what_was_chosen(self, client, users, placing):
        client.force_login(users["bob"])
        answer = self.place(client, placing, **{"at-h1": "1,3", "at-h2": "1,4", "at-h3": "1,5"})
        html = answer.content.decode()
        assert answer.status_code == 422
        assert "ISH-ARENA-08" in html
        assert "A team may never have players on all three scoring squares" in html
        assert html.count('<option value="1,5" selected>') == 1

    @pytest.mark.parametrize("square", ["9,9", "left", "", "1,1,1"])
    def test_it_refuses_what_is_no_square(self, client, users, placing, square):
        client.force_login(users["bob"])
        answer = self.place(client, placing, **{"at-h1": square, "at-h2": "1,2", "at-h3": "1,6"})
        assert answer.status_code in (400, 422)
        assert load_match(placing).state.players[1].at is None

    def test_the_form_does_not_propose_what_would_be_refused(self, gm, placing):
        html = page(gm, placing)
        chosen = re.findall(r'<option value="(1,\d)" selected>', html)
        assert chosen == ["1,1", "1,2", "1,3"]


class TestWindow:
    def test_who_is_asked_may_react_pass_or_be_asked_no_more(self, client, users, a_go):
        client.force_login(users["bob"])
        give(client, a_go, command=json.dumps({"type": "step", "player": "h1", "to": [8, 5]}))
        assert "Also asked: Saskia." in page(client, a_go)  # Ylva herself may react with her spell
        client.force_login(users["charlie"])
        html = page(client, a_go)
        assert "Saskia may react" in html
        found = commands(html)
        assert {"type": "pass", "player": "a1"} in found
        standing = [c for c in found if c["type"] == "standing"]
        assert [c["until"] for c in standing] == ["go", "turn", "match"]
        pushes = [c for c in found if c.get("name") == "push_pull"]
        assert [(c["type"], c["target"]) for c in pushes] == [("react", "h1")]
        give(client, a_go, command=json.dumps(standing[1]))
        html = page(client, a_go)
        assert "Answered automatically: " in html
        assert {"type": "clear_standing", "seat": "away"} in commands(html)

    def test_defending_offers_ability_and_burn_and_says_the_chance(self, client, users, a_go):
        client.force_login(users["bob"])
        push = {"type": "act", "player": "h1", "name": "push_pull", "target": "a1"}
        give(client, a_go, command=json.dumps(push))
        client.force_login(users["charlie"])
        html = page(client, a_go)
        assert "Saskia defends against Ylva" in html
        assert re.search(r"Then Ylva rolls at \+\d+: \d+ %", html)
        assert 'value="cast"' not in html.split("Roll with what is chosen here")[0].split("defends against")[1]
        assert '<details class="group by-hand" id="form-defenda1"><summary><span>Another skill, Burn or spell' in html
        main = html.split('class="default"')[1].split("</button>")[0]
        assert main.endswith('class="primary">Defend with the best skill, no Burn')
        give(client, a_go, form="defend:a1", ability="str", burn="2")
        roll = [e for e in events(a_go, 4) if e["type"] == "sr_rolled" and e["player"] == "a1"]
        assert roll[0]["ability"] == "str"


class TestRefusals:
    def test_it_refuses_a_stale_answer_and_shows_what_is_asked_now(self, gm, a_go):
        old = load_match(a_go).version
        step = {"type": "step", "player": "h1", "to": [8, 5]}
        give(gm, a_go, command=json.dumps(step), pending=old)
        answer = give(gm, a_go, command=json.dumps({"type": "pass"}), pending=old)
        assert answer.status_code == 409
        assert "Your answer is for the decision at event" in answer.content.decode()

    def test_the_same_key_happens_once(self, gm, a_go):
        step = json.dumps({"type": "step", "player": "h1", "to": [8, 5]})
        give(gm, a_go, command=step, key="once")
        version = load_match(a_go).version
        assert give(gm, a_go, command=step, key="once").status_code == 200
        assert load_match(a_go).version == version

    def test_it_cites_the_rule(self, gm, a_go):
        answer = give(gm, a_go, command=json.dumps({"type": "step", "player": "h1", "to": [9, 5]}))
        assert answer.status_code == 422
        assert "ISH-Q-08" in answer.content.decode()

    @pytest.mark.parametrize(
        "text", ["{", "[]", "null", '"step"', '{"type": "fly"}', '{"type": 1}', "{}", "[" * 2000, '{"type":"\\u0000"}']
    )
    def test_it_refuses_what_is_no_command(self, gm, a_go, text):
        before = load_match(a_go).version
        answer = give(gm, a_go, command=text)
        assert answer.status_code in (400, 422)
        assert 'class="refusal"' in answer.content.decode()
        assert load_match(a_go).version == before

    @rule("KERNEL-MATCH-03", "KERNEL-ILL-13")
    def test_it_refuses_a_form_that_is_no_longer_asked(self, gm, a_go):
        answer = give(gm, a_go, form="defend:a1", ability="dex")
        assert answer.status_code == 409
        assert "no longer open" in answer.content.decode()

    @rule("KERNEL-TABLE-02")
    def test_it_says_whose_a_form_is_that_somebody_else_sends(self, client, users, a_go):
        for name, words in (("bob", "Only the GM may do this."), ("eve", "You are watching this match")):
            client.force_login(users[name])
            answer = give(client, a_go, form="abandon", reason="Rain.")
            assert (answer.status_code, words in answer.content.decode()) == (403, True)
        client.force_login(users["bob"])
        answer = give(client, a_go, form="defend:a1", ability="dex")
        assert (answer.status_code, "or it is not yours to make" in answer.content.decode()) == (409, True)
        assert load_match(a_go).table.outcome() is None

    def test_nothing_else_can_be_done_when_it_is_over(self, gm, over):
        answer = give(gm, over, command=json.dumps({"type": "pass"}))
        assert answer.status_code == 409
        assert "The match is over" in answer.content.decode()

    def test_htmx_gets_the_table_alone(self, gm, a_go):
        answer = gm.post(address(a_go, "commands"), {"command": "{"}, headers={"hx-request": "true"})
        html = answer.content.decode()
        assert answer.status_code == 400
        assert html.lstrip().startswith('<div id="table"')
        assert "<html" not in html
        good = gm.post(
            address(a_go, "commands"),
            {"command": json.dumps({"type": "step", "player": "h1", "to": [8, 5]})},
            headers={"hx-request": "true"},
        )
        assert good.status_code == 200
        assert good.content.decode().lstrip().startswith('<div id="table"')

    def test_the_head_goes_with_the_table(self, gm, a_go):
        reason = {"form": "abandon", "reason": "It rains"}
        html = gm.post(address(a_go, "commands"), reason, headers={"hx-request": "true"}).content.decode()
        head = html[html.index('id="match-head"') :]
        assert 'hx-swap-oob="true"' in head.partition(">")[0]
        assert '<span class="chip abandoned">abandoned</span>' in head
        assert 'id="match-head" hx-swap-oob' not in gm.get(address(a_go)).content.decode()

    def test_nobody_leaves_a_match_that_is_over(self, client, users, a_go, over):
        client.force_login(users["bob"])
        assert "Leave this seat" in client.get(address(a_go)).content.decode()
        assert "Leave this seat" not in client.get(address(over)).content.decode()
