"""A battle by the API alone: opened, deployed, played with typed dice, looked at by seat, refused."""

import pytest

from matches import service
from matches.loading import load_match
from tests.matches.calling import refused
from tests.matches.pages.battles import CAMP, FIELD, TABLE_DICE, battle
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def give(api, match_id, status=200, **command):
    return api.post(f"matches/{match_id}/commands", {"command": command}, status)


def roll(api, match_id, *faces):
    return give(api, match_id, type="dice", faces=list(faces))


def wants(api, match_id, **command):
    """Give a command that waits for dice; the roll that waits."""
    answer = api("POST", f"matches/{match_id}/commands", {"command": command})
    return refused(answer, 409, "dice_wanted")["need"]


def types(answer):
    return [event["type"] for event in answer["events"]]


def test_a_battle_from_its_rosters_on(api, users):
    order = {"ruleset": "istra", "setup": CAMP, "title": "Camp", "dice": TABLE_DICE, "visibility": "public"}
    battle_id = api["alice"].post("matches/", order, 201)["id"]
    for seat, name in (("s1", "bob"), ("s2", "charlie")):
        api["alice"]("PUT", f"matches/{battle_id}/seats/{seat}/", {"user": name})
        api[name].post(f"matches/{battle_id}/seats/{seat}/", {})
    refused(api["alice"]("PUT", f"matches/{battle_id}/seats/s3/", {"user": "dora"}), 404, "unknown_seat")

    # Initiative, by two dice that each seat types.
    need = wants(api["bob"], battle_id, type="pass_window")
    assert (need["purpose"], need["seat"], need["roll"]) == ("initiative", "s1", "1d20")
    refused(
        api["bob"]("POST", f"matches/{battle_id}/commands", {"command": {"type": "dice", "faces": [21]}}),
        422,
        "bad_die",
    )
    assert wants(api["bob"], battle_id, type="dice", faces=[7])["seat"] == "s2"
    answer = roll(api["charlie"], battle_id, 15)
    assert "initiative_won" in types(answer)

    # Deployment, by turns.
    asked = api["charlie"].get(f"matches/{battle_id}/pending")["asks"][0]
    assert (asked["seat"], asked["kind"], asked["options"]["models"]) == ("s2", "deploy", ["orm"])
    legal = api["charlie"].get(f"matches/{battle_id}/legal")["commands"]
    assert {one["command"]["type"] for one in legal} == {"deploy"}
    outside = {"command": {"type": "deploy", "model": "orm", "pos": [1500, 1500]}}
    problem = refused(api["charlie"]("POST", f"matches/{battle_id}/commands", outside), 422, "bad_deployment")
    assert (problem["rule"], problem["field"]) == ("IST-SETUP-06", "command.pos")
    give(api["charlie"], battle_id, type="deploy", model="orm", pos=[1500, 2800])
    give(api["bob"], battle_id, type="deploy", model="ylva", pos=[800, 300], active_weapon="bow")
    give(api["bob"], battle_id, type="deploy", model="tosti", pos=[2500, 300])

    # The winner of the initiative names one of its own, which walks.
    give(api["charlie"], battle_id, type="nominate", model="orm")
    answer = give(api["charlie"], battle_id, type="move", model="orm", path=[[1500, 2100]])
    assert types(answer) == ["action_spent", "model_moved", "decided"]
    give(api["charlie"], battle_id, type="end_activation", model="orm")
    give(api["charlie"], battle_id, type="nominate", model="ylva")

    # A shot: the attacker's die, then the defender's.
    need = wants(api["bob"], battle_id, type="shoot", model="ylva", target="orm")
    assert (need["purpose"], need["seat"], need["by"]) == ("attack", "s1", "ylva")
    assert need["mods"][0]["rule_text"]
    problem = refused(
        api["bob"]("POST", f"matches/{battle_id}/commands", {"command": {"type": "dice", "faces": [18]}}),
        409,
        "dice_wanted",
    )
    assert (problem["need"]["purpose"], problem["need"]["seat"]) == ("defence", "s2")
    answer = roll(api["charlie"], battle_id, 3)
    # 18 + Finesse 5 against 3 + Power 5: Orm takes 23 without armour, and is out.
    assert "damage_dealt" in types(answer)
    assert answer["outcome"]["winner"] == "s1"
    over = {"command": {"type": "end_activation", "model": "ylva"}}
    refused(api["bob"]("POST", f"matches/{battle_id}/commands", over), 409, "battle_over")


@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        ({"type": "move", "model": "ylva", "path": [[200, 1000], [200, 2500]]}, "move_too_far", "IST-MOVE-02"),
        ({"type": "move", "model": "orm", "path": [[200, 1000]]}, "not_active_model", "IST-TURN-06"),
        ({"type": "sprint", "model": "ylva", "path": [[200, 1000]]}, "sprint_needs_move", "IST-MOVE-15"),
        ({"type": "melee", "model": "ylva", "target": "orm"}, "not_in_contact", "IST-MELEE-01"),
        ({"type": "shoot", "model": "ylva", "target": "orm"}, "no_ranged_weapon", "IST-SHOOT-01"),
        ({"type": "cast", "model": "ylva", "spell": "fireball", "point": [1, 1]}, "spell_not_known", "IST-CAST-01"),
        (
            {"type": "gm_adjust", "field": "health", "model": "orm", "value": 3, "reason": ""},
            "reason_wanted",
            "IST-Q-95",
        ),
    ],
)
def test_refusals_are_problem_documents(api, alice, users, command, code, rule):
    match_id = battle(alice, users, position=FIELD)
    before = load_match(match_id).version
    problem = refused(api["alice"]("POST", f"matches/{match_id}/commands", {"command": command}), 422, code)
    assert problem["rule"] == rule
    assert problem["rule_text"]
    assert load_match(match_id).version == before


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({"type": "move", "model": "ylva", "path": [[200]]}, "command.path[0]"),
        ({"type": "move", "model": "ylva", "path": "north"}, "command.path"),
        ({"type": "move", "model": "ylva"}, "command.path"),
        ({"type": "fly", "model": "ylva"}, "command.type"),
        ({"type": "shoot", "model": "ylva", "target": "orm", "declare": ["luck"]}, "command.declare[0]"),
    ],
)
def test_what_cannot_be_read_names_its_field(api, alice, users, command, field):
    match_id = battle(alice, users, position=FIELD)
    problem = refused(api["alice"]("POST", f"matches/{match_id}/commands", {"command": command}), 400, "malformed")
    assert problem["field"] == field


def test_who_does_not_play_the_model_is_refused(api, alice, users):
    match_id = battle(alice, users, position=FIELD)
    step = {"command": {"type": "move", "model": "ylva", "path": [[200, 1000]]}}
    refused(api["charlie"]("POST", f"matches/{match_id}/commands", step), 403, "not_your_seat")
    refused(api["eve"]("POST", f"matches/{match_id}/commands", step), 403, "no_seat")
    adjust = {"type": "gm_adjust", "field": "health", "model": "orm", "value": 3, "reason": "Mine"}
    refused(api["bob"]("POST", f"matches/{match_id}/commands", {"command": adjust}), 403, "gm_only")


def test_who_holds_both_seats_deploys_and_nominates_for_either(api, alice, users):
    match_id = battle(alice, users, setup=CAMP, dice=TABLE_DICE)
    service.assign_seat(THE_HOUSE, match_id, "s2", users["bob"])
    wants(api["bob"], match_id, type="pass_window")
    wants(api["bob"], match_id, type="dice", faces=[7])
    roll(api["bob"], match_id, 15)
    # The second seat has the initiative: it deploys first, and names the first model.
    give(api["bob"], match_id, type="deploy", model="orm", pos=[1500, 2800])
    give(api["bob"], match_id, type="deploy", model="ylva", pos=[800, 300])
    give(api["bob"], match_id, type="deploy", model="tosti", pos=[2500, 300])
    answer = give(api["bob"], match_id, type="nominate", model="orm")
    named = next(event for event in answer["events"] if event["type"] == "model_nominated")
    assert named["by"] == "s2"
    give(api["bob"], match_id, type="end_activation", model="orm")
    give(api["bob"], match_id, type="nominate", model="ylva")


def test_each_seat_has_a_view(api, alice, users):
    match_id = battle(alice, users, position=FIELD)
    for name in ("alice", "bob", "charlie", "anonymous"):
        state = api[name].get(f"matches/{match_id}/state")
        assert set(state["view"]["models"]) == {"ylva", "orm", "saskia"}


def test_a_bad_setup_is_a_problem_document(api):
    order = {"ruleset": "istra", "setup": CAMP | {"board": {"width": 0, "depth": 0}}}
    problem = refused(api["alice"]("POST", "matches/", order), 422, "bad_setup")
    assert problem["field"].startswith("setup.board")
