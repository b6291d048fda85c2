"""Battles on their pages without a script: forms with places and ways, what they would come to, GM actions."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from matches import service
from matches.loading import load_match
from matches.rulebooks import rule_text
from rules.istra.scenarios import FURNISHED
from tests.matches.pages.battles import CAMP, FIELD, ORM, TABLE_DICE, YLVA, battle
from tests.rules.istra.battles import position
from web.errors import Refusal
from web.people import THE_HOUSE, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(client, users):
    client.force_login(users["alice"])
    return client


@pytest.fixture
def field(alice, users):
    """Ylva acts. House dice."""
    return battle(alice, users, position=FIELD)


@pytest.fixture
def camp(alice, users):
    """The table stands, and nobody is deployed."""
    return battle(alice, users, setup=CAMP)


def address(match_id, *parts):
    return "/".join(["", "matches", str(match_id), *parts])


def page(client, match_id, **query):
    answer = client.get(address(match_id), query)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def send(client, match_id, **fields):
    return client.post(address(match_id, "commands"), fields)


def told(answer):
    return unescape(answer.content.decode())


def model(match_id, name):
    return next(one for one in load_match(match_id).state.models if one.id == name)


class TestWays:
    def test_it_works(self, gm, field):
        html = page(gm, field)
        assert "Ylva acts" in html
        assert 'data-pick="path"' in html
        assert f'data-try="{address(field, "try")}"' in html
        assert send(gm, field, form="move:ylva", path="10, 12; 12, 12").status_code == 302
        assert model(field, "ylva").pos == (1200, 1200, 0)

    def test_a_far_place_is_gone_to_by_move_and_sprint_and_sent_twice_gone_to_once(self, gm, field):
        before = str(load_match(field).version)
        for _ in range(2):
            answer = send(gm, field, form="move:ylva", path="0, 10", pending=before, key="far")
            assert answer.status_code == 302
        ylva = model(field, "ylva")
        assert (ylva.pos, ylva.move_action, ylva.standard_action) == ((0, 1000, 0), 0, 0)

    def test_a_refused_way_stands_in_the_form_again_with_its_reason(self, gm, field):
        answer = send(gm, field, form="move:ylva", path="2, 10; 2, 25")
        assert answer.status_code == 422
        html = told(answer)
        assert ">2, 10; 2, 25</textarea>" in html
        assert "The way is longer than the movement left" in html
        assert "IST-MOVE-02" in html
        assert model(field, "ylva").pos == (1000, 1000, 0)

    def test_it_refuses_what_is_no_way(self, gm, field):
        answer = send(gm, field, form="move:ylva", path="north")
        assert answer.status_code == 400
        assert "'north' is not a position" in told(answer)
        assert ">north</textarea>" in told(answer)

    def test_it_can_be_tried_out_and_nothing_happens(self, gm, field):
        before = load_match(field).version
        answer = gm.post(address(field, "try"), {"form": "move:ylva", "path": "16, 10"}).json()
        assert answer["words"] == '4" of 9", stops in contact with Orm. Nobody may react on the way.'
        assert answer["submit"] == 'Move 4"'
        assert answer["refusal"] is None
        assert {stroke["kind"] for stroke in answer["strokes"]} == {"path", "turn", "ghost"}
        assert load_match(field).version == before

    def test_a_trial_says_why_not_by_the_same_rule(self, gm, field):
        refusal = gm.post(address(field, "try"), {"form": "move:ylva", "path": "2, 10; 2, 25"}).json()["refusal"]
        assert (refusal["code"], refusal["rule"]) == ("move_too_far", "IST-MOVE-02")
        assert refusal["rule_text"].startswith("Path cost")
        refusal = gm.post(address(field, "try"), {"form": "move:ylva", "path": "x"}).json()["refusal"]
        assert refusal["code"] == "malformed"
        refusal = gm.post(address(field, "try"), {"form": "sprint:ylva", "path": "11, 10"}).json()["refusal"]
        assert refusal["code"] == "no_longer_asked"

    def test_only_who_plays_the_model_may_try(self, client, users, field):
        for name, code in (("bob", None), ("charlie", "no_longer_asked"), ("eve", "no_seat")):
            client.force_login(users[name])
            refusal = client.post(address(field, "try"), {"form": "move:ylva", "path": "11, 10"}).json()["refusal"]
            assert (refusal or {}).get("code") == code

    def test_strangers_of_a_private_battle_find_nothing_to_try(self, client, users, alice):
        hidden = battle(alice, users, position=FIELD, visibility="private")
        client.force_login(users["eve"])
        assert client.post(address(hidden, "try"), {"form": "move:ylva", "path": "11, 10"}).status_code == 404


class TestDeployment:
    def test_it_works(self, gm, camp):
        html = page(gm, camp)
        assert "Start the battle" in html
        send(gm, camp, command='{"type": "pass_window"}')
        seat = load_match(camp).pending().asks[0].seat
        name, place = ("ylva", "5, 3") if seat == "s1" else ("orm", "5, 28")
        assert send(gm, camp, form=f"deploy:{seat}", model=name, pos=place).status_code == 302
        assert model(camp, name).pos[:2] == (500, 300 if seat == "s1" else 2800)

    def test_what_goes_in_hand_is_grouped_by_model(self, client, alice, users):
        match_id = battle(alice, users, setup=CAMP, dice=TABLE_DICE)
        client.force_login(users["alice"])
        send(client, match_id, command='{"type": "pass_window"}')
        for face in (15, 7):
            send(client, match_id, **{"form": "dice", "die-0": str(face)})
        html = page(client, match_id)
        assert 'data-follows="model"' in html
        assert '<optgroup label="Ylva" data-of="ylva">' in html
        wrong = send(client, match_id, form="deploy:s1", model="tosti", pos="20, 3", active_weapon="bow")
        assert wrong.status_code == 422
        assert (
            send(client, match_id, form="deploy:s1", model="ylva", pos="5, 3", active_weapon="bow").status_code == 302
        )
        assert model(match_id, "ylva").active_weapon == "bow"

    def test_a_place_outside_the_zone_is_kept_in_the_form(self, gm, camp):
        send(gm, camp, command='{"type": "pass_window"}')
        seat = load_match(camp).pending().asks[0].seat
        name = "ylva" if seat == "s1" else "orm"
        answer = send(gm, camp, form=f"deploy:{seat}", model=name, pos="15, 15")
        assert answer.status_code == 422
        assert 'value="15, 15"' in told(answer)
        assert "cannot stand there: outside its zone" in told(answer)
        assert "IST-SETUP-06" in told(answer)

    def test_who_holds_both_seats_deploys_and_nominates_for_either(self, client, alice, users):
        match_id = battle(alice, users, setup=CAMP, dice=TABLE_DICE)
        service.assign_seat(THE_HOUSE, match_id, "s2", users["bob"])
        client.force_login(users["bob"])
        send(client, match_id, command='{"type": "pass_window"}')
        for face in (7, 15):
            send(client, match_id, **{"form": "dice", "die-0": str(face)})
        for form, name, place in (("s2", "orm", "5, 28"), ("s1", "ylva", "5, 3"), ("s1", "tosti", "20, 3")):
            assert f'value="deploy:{form}"' in page(client, match_id)
            assert send(client, match_id, form=f"deploy:{form}", model=name, pos=place).status_code == 302
        assert '{"type":"nominate","model":"orm"}' in page(client, match_id)
        assert send(client, match_id, command='{"type": "nominate", "model": "orm"}').status_code == 302
        assert [(one.model, one.by) for one in load_match(match_id).state.nominations] == [("orm", "s2")]

    def test_it_says_whose_turn_it_is(self, client, users, camp):
        client.force_login(users["bob"])
        html = page(client, camp)
        assert "Start the battle" in html or "must decide" in html


def test_a_refusal_names_people_by_their_names(gm, alice, users):
    match_id = battle(alice, users, position=position([YLVA], [ORM], active="ylva"))
    answer = send(gm, match_id, command='{"type": "melee", "model": "ylva", "target": "orm"}')
    assert "Ylva is not in contact with Orm" in told(answer)


class TestHand:
    @pytest.mark.parametrize(
        ("form", "fields", "fact"),
        [
            ("gm_number", {"model": "orm", "field": "health", "value": "3"}, lambda one: one.health == 3),
            ("gm_number", {"model": "orm", "field": "move_action", "value": "0"}, lambda one: one.move_action == 0),
            ("gm_flag", {"model": "orm", "field": "large", "value": "true"}, lambda one: one.large),
            ("gm_pos", {"model": "orm", "pos": "20, 20.25"}, lambda one: one.pos == (2000, 2025, 0)),
            ("gm_status", {"model": "orm", "value": "left_board"}, lambda one: one.status == "left_board"),
            (
                "gm_condition",
                {"model": "orm", "other": "ongoing", "value": "true", "amount": "2", "source": "ylva"},
                lambda one: [(c.name, c.source, c.amount) for c in one.conditions] == [("ongoing", "ylva", 2)],
            ),
            ("gm_active_weapon", {"model": "orm", "value": "unarmed"}, lambda one: one.active_weapon == "unarmed"),
            (
                "gm_used",
                {"model": "orm", "other": "power_attack", "value": "1", "field": "used"},
                lambda one: one.used == {"power_attack": 1},
            ),
            ("gm_owner", {"model": "orm", "value": "s1"}, lambda one: one.owner == "s1"),
        ],
    )
    def test_it_puts_right_what_a_model_is(self, gm, field, form, fields, fact):
        assert send(gm, field, form=form, reason="The table agreed", **fields).status_code == 302
        assert fact(model(field, "orm"))

    def test_it_engages_and_parts(self, gm, field):
        send(gm, field, form="gm_pos", model="orm", pos="11, 10", reason="He was nearer")
        send(gm, field, form="gm_engaged", model="ylva", other="orm", value="true", reason="He was nearer")
        assert load_match(field).state.engaged == (("orm", "ylva"),)
        send(gm, field, form="gm_engaged", model="ylva", other="orm", value="false", reason="He was not")
        assert load_match(field).state.engaged == ()

    def test_it_says_what_is_seen(self, gm, field):
        send(gm, field, form="gm_sight", attacker="ylva", target="orm", los="false", reason="Mist")
        (word,) = load_match(field).state.sight
        assert (word.los, word.cover) == (False, None)

    def test_it_places_and_removes_terrain(self, gm, alice, users):
        field = battle(alice, users, position=FIELD | {"gm": True})
        rock = {"name": "Rock", "shape": "circle", "a": "5, 5", "radius": "1.5", "height": "2", "los": "opaque"}
        send(gm, field, form="place_terrain", ground="normal", standable="on", reason="Forgotten", **rock)
        piece = load_match(field).state.terrain[-1]
        assert (piece.name, piece.footprint.radius, piece.height, piece.standable) == ("Rock", 150, 200, True)
        send(gm, field, form="remove_terrain", reason="Too much", **{f"ids-{piece.id}": "on"})
        assert [one.id for one in load_match(field).state.terrain] == ["tower"]

    def test_terrain_that_is_wanting_is_told_at_its_field(self, gm, field):
        rock = {"name": "Rock", "a": "5, 5", "height": "2", "los": "clear", "ground": "normal", "reason": "Forgotten"}
        assert "needs a radius" in told(send(gm, field, form="place_terrain", shape="circle", **rock))
        assert "corner opposite" in told(send(gm, field, form="place_terrain", shape="rect", **rock))
        answer = send(gm, field, form="paste_terrain", pieces="[{", reason="Forgotten")
        assert "not valid JSON" in told(answer)

    def test_it_changes_turn_limit_nominator_and_zones(self, gm, field):
        send(gm, field, form="gm_turn_limit", value="7", reason="It is late")
        send(gm, field, form="gm_nominator", value="s2", reason="A slip")
        send(gm, field, form="gm_zone", other="s1", reason="No room")
        state = load_match(field).state
        assert (state.scenario.turn_limit, state.nominator, state.sides[0].zone) == (7, "s2", None)

    def test_it_rolls_a_skill_check_with_a_modifier(self, gm, field):
        send(gm, field, form="gm_skill_check", skill="", other_skill="Tracking", difficulty="hard", modifier="3")
        events = service.events_page(THE_HOUSE, field, 0)["events"]
        rolled = next(event for event in events if event["type"] == "skill_checked")
        assert (rolled["skill"], rolled["target"], rolled["mods"][0][0]) == ("Tracking", 16, 3)

    def test_it_ends_the_battle(self, gm, field):
        for _ in range(2):  # sent again, it is answered as the first time, though the form is gone by then
            fields = {"result": "win", "reason": "Time", "winners-s1": "on", "key": "the-end"}
            assert send(gm, field, form="end_battle", **fields).status_code == 302
        assert load_match(field).table.outcome().winner == "s1"

    def test_a_win_of_nobody_is_refused_with_the_sides_by_name(self, gm, field):
        answer = send(gm, field, form="end_battle", result="win", reason="Time")
        names = [side.name for side in load_match(field).state.sides]
        assert f"Sides are {names[0]}, {names[1]}." in told(answer)
        assert "Sides are s1" not in told(answer)

    def test_it_gives_up_for_a_side(self, gm, field):
        send(gm, field, form="concede", side="s2", reason="They had to go")
        assert load_match(field).table.outcome().winner == "s1"

    @pytest.mark.parametrize("form", ["gm_number", "gm_pos", "gm_status", "place_terrain", "end_battle", "concede"])
    def test_nothing_goes_without_a_reason(self, gm, field, form):
        before = load_match(field).version
        filled = {"model": "orm", "field": "health", "value": "3", "pos": "20, 20", "side": "s2", "result": "draw"}
        answer = send(gm, field, form=form, **filled)
        assert answer.status_code == 400
        assert load_match(field).version == before

    def test_what_cannot_be_is_refused_with_its_rule(self, gm, field):
        answer = send(gm, field, form="gm_pos", model="orm", pos="10, 10", reason="A try")
        assert answer.status_code == 422
        assert "IST-" in told(answer)
        assert model(field, "orm").pos == (1600, 1000, 0)

    def test_it_can_be_tried_out_before_there_is_a_reason(self, gm, field):
        place = {"form": "gm_pos", "model": "orm"}
        assert gm.post(address(field, "try"), place | {"pos": "20, 20"}).json()["words"] == "Orm will stand here."
        assert gm.post(address(field, "try"), place | {"pos": "10, 10"}).json()["refusal"]["rule"].startswith("IST-")

    def test_it_is_for_the_gm_alone(self, client, users, field):
        client.force_login(users["bob"])
        assert "GM actions" not in page(client, field)
        answer = send(client, field, form="gm_number", model="orm", field="health", value="3", reason="Mine")
        assert answer.status_code == 403


class TestRules:
    def test_a_decision_point_reads_as_words(self, client, field):
        html = page(client, field)
        assert "Asked: owner of the active model. When: in activation." in html
        assert "options:" not in html
        replay = told(client.get(address(field, "replay")))
        assert "Asked: owner of the active model." in replay
        words = client.get(address(field, "replay.json")).json()["words"]
        assert words["IST-D-03"].startswith("Asked: owner of the active model. When: in activation.")
        assert not any("`" in text for text in words.values())

    def test_a_refusal_cites_its_rule_without_marks_of_code(self):
        refusal = Refusal("not_now", "No.", rule="IST-Q-55", rule_text=rule_text("istra", "IST-Q-55"))
        shown = render_to_string("matches/_refusal.html", {"refusal": refusal})
        assert "command load with move or standard action" in shown


class TestAnytime:
    def test_a_player_gives_up_for_its_own_side(self, client, users, field):
        client.force_login(users["charlie"])
        assert "Concede for this side" in page(client, field)
        assert send(client, field, form="concede:s2", side="s1", reason="They are stronger").status_code == 400
        assert send(client, field, form="concede:s2", side="s2", reason="They are stronger").status_code == 302
        assert load_match(field).table.outcome().winner == "s1"

    def test_who_holds_both_seats_gives_up_for_either(self, client, alice, users, field):
        service.assign_seat(THE_HOUSE, field, "s2", users["bob"])
        client.force_login(users["bob"])
        assert send(client, field, form="concede:s1", side="s2", reason="They are weaker").status_code == 302
        assert load_match(field).table.outcome().winner == "s1"

    def test_without_a_gm_both_seats_say_what_is_seen(self, client, users, field):
        seen = {"attacker": "ylva", "target": "orm", "cover": "true", "reason": "The tree"}
        for name, seat, stands in (("bob", "s1", False), ("charlie", "s2", True)):
            client.force_login(users[name])
            assert send(client, field, form=f"gm_sight:{seat}", **seen).status_code == 302
            assert load_match(field).state.sight[-1].stands is stands

    def test_who_looks_on_may_do_nothing(self, client, users, field):
        client.force_login(users["eve"])
        assert "At any time" not in page(client, field)


NEW = {
    "ruleset": "istra",
    "company-s1": "gilded-boars",
    "company-s2": "ashen-veil",
    "table-scenario": "annihilation",
    "table-terrain": "crossroads",
    "who-visibility": "private",
    **{f"dice-{seat}": "house" for seat in ("s1", "s2", "s3", "s4", "s5", "s6", "gm")},
}


def create(client, **fields):
    return client.post("/matches/new", NEW | fields)


def created(answer):
    assert answer.status_code == 302, told(answer)[:2000]
    return load_match(answer["Location"].rpartition("/")[2])


class TestNew:
    def test_it_works(self, gm):
        html = unescape(gm.get("/matches/new?ruleset=istra").content.decode())
        assert "Gravemarch Company" in html
        assert "Attacks and damage" in html
        assert "IST-Q-27" in html
        match = created(create(gm))
        assert [side.name for side in match.state.sides] == ["Gilded Boars", "Ashen Veil"]
        assert match.state.sides[0].motto == "First through the gap"
        assert match.table.seats == ("s1", "s2")
        assert "Start the battle" in page(gm, match.id)

    def test_it_calls_the_seats_sides(self, gm):
        html = unescape(gm.get("/matches/new?ruleset=istra").content.decode())
        labels = re.findall(r"<(?:label|option)[^>]*>([^<]*)", html)
        assert {"Side 1", "Who plays side 2", "Dice of side 6", "Alliance of side 3", "Roster of side 4"} <= set(labels)
        assert {"side 5", "the first side"} <= set(labels)
        assert not [label for label in labels if re.search(r"\bs[1-6]\b", label)]
        assert '<option value="s5">side 5</option>' in html

    def test_six_companies_in_alliances(self, gm):
        others = ("deepdelve-wardens", "windward-riders", "thornwood-watch", "gravemarch-company")
        more = {f"company-s{number}": key for number, key in enumerate(others, 3)}
        red = {f"roster-alliance-s{number}": "red" for number in (1, 3, 5)}
        match = created(create(gm, **more, **red))
        assert [side.alliance for side in match.state.sides] == ["red", "", "red", "", "red", ""]
        assert len(match.table.seats) == 6

    def test_a_company_against_the_gms_monsters(self, gm):
        match = created(create(gm, **{"company-s2": "", "company-gm": "wolf-pack", "table-scenario": "last_stand"}))
        assert match.table.seats == ("s1",)
        assert match.state.gm
        assert match.state.scenario.turn_limit == 8

    def test_scenario_table_and_house_rules(self, gm):
        fields = {"table-scenario": "break_through", "table-attacker": "s2", "table-turns": "5"}
        match = created(create(gm, **fields, **{"table-terrain": "old-quarry", "rules-fall_damage": "excess"}))
        state = match.state
        assert (state.scenario.turn_limit, state.scenario.goals[0].sides) == (5, ("s2",))
        assert (state.board.width, state.rules.fall_damage) == (3600, "excess")

    def test_who_breaks_through_is_asked_of_that_scenario_alone(self, gm):
        match = created(create(gm, **{"table-attacker": "s5"}))
        assert match.state.scenario.name == "annihilation"
        assert create(gm, **{"table-scenario": "break_through", "table-attacker": "s5"}).status_code == 422

    def test_what_few_battles_want_is_folded_and_opens_where_it_was_filled_in(self, gm):
        folds = {title: fields for title, fields, _ in gm.get("/matches/new?ruleset=istra").context["folds"]}
        names = [field.field.name for field in folds["Sides 3 to 6"]]
        assert {"company-s3", "who-plays-s3", "dice-s3", "company-s6", "who-plays-s6", "dice-s6"} <= set(names)
        assert "company-s2" not in names
        assert folds["The hall that is invaded"][0].field.name == "table-hall"
        answer = create(gm, **{"table-hall": "s5"})
        assert [title for title, _, opened in answer.context["folds"] if opened] == ["The hall that is invaded"]

    def test_the_page_has_words_for_each_scenario_and_shows_those_of_the_chosen_one(self, gm):
        html = gm.get("/matches/new?ruleset=istra").content.decode()
        style = Path(finders.find("web/skald.css")).read_text()
        for name in FURNISHED:
            assert f'data-for="{name}"' in html
            assert f".field:has(option[value={name}]:checked) .help[data-for={name}]" in style

    def test_a_hall_is_invaded(self, gm):
        match = created(create(gm, **{"table-hall": "s2", "table-walls": "on"}))
        assert (match.state.invasion.defender, match.state.invasion.upgrades) == ("s2", ("walls",))

    def test_a_table_of_ones_own(self, gm):
        rock = [{"id": "rock", "footprint": {"shape": "circle", "centre": [1000, 1000], "radius": 100}}]
        match = created(create(gm, **{"table-width": "30", "table-depth": "24.5", "roster-terrain": json.dumps(rock)}))
        assert (match.state.board.width, match.state.board.depth) == (3000, 2450)
        assert [piece.id for piece in match.state.terrain] == ["rock"]

    def test_a_pasted_roster_counts_before_the_company(self, gm):
        roster = {"name": "Reed Cutters", "models": [{"id": "reed", "name": "Reed"}]}
        match = created(create(gm, **{"roster-s2": json.dumps(roster)}))
        assert match.state.sides[1].name == "Reed Cutters"

    def test_players_are_invited_and_the_gm_sits_down(self, gm, users):
        match = created(create(gm, **{"who-plays-s1": "alice", "who-plays-s2": "bob"}))
        assert {seat: holder.name for seat, holder in match.roster.seats.items()} == {"s1": "alice"}
        assert [(str(one.match.pk), one.seat) for one in service.offers_to(person(users["bob"]))] == [
            (str(match.id), "s2")
        ]

    def test_a_seat_that_cannot_be_given_is_told_of(self, gm, users):
        answer = create(gm, **{"who-plays-s1": "nobody", "who-plays-s4": "bob"})
        html = page(gm, created(answer).id)
        assert "nobody is invited to play" in html
        assert "If that username exists here" in html
        assert "There is no seat 's4'" in html

    @pytest.mark.parametrize(
        ("fields", "status", "words"),
        [
            ({"company-s2": ""}, 422, "two players"),
            ({"company-s2": "gilded-boars"}, 400, "already fights on another side"),
            ({"roster-s2": "{"}, 400, "not valid JSON"),
            ({"roster-s2": "[]"}, 400, "The roster must be an object"),
            ({"roster-terrain": "{}"}, 400, "The list of pieces must be a list"),
            ({"table-width": "0"}, 422, 'The width of the table is 0"; it must be 6" to 240".'),
            ({"table-scenario": "last_stand"}, 422, "Last stand is played against a side of the GM's."),
            ({"table-hall": "s5"}, 422, "no such side"),
            ({"rules-fall_damage": "none"}, 400, "not one of the choices"),
        ],
    )
    def test_it_refuses_with_a_reason_and_keeps_what_was_chosen(self, gm, fields, status, words):
        answer = create(gm, **{"who-title": "Our battle"} | fields)
        assert answer.status_code == status
        html = told(answer)
        assert words in html
        assert 'value="Our battle"' in html
        assert re.search(r'<option value="ashen-veil" selected|<option value="gilded-boars" selected', html)
