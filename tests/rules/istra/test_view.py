"""What a seat may see of a battle: the same shape at every moment, plain JSON, cheap."""

import json
from random import Random

import pytest

from rules.istra import view as view_module
from rules.istra.evolve import evolve
from rules.istra.geometry.lengths import inches
from rules.istra.ground_view import terrain_view
from rules.istra.system import ISTRA
from rules.istra.view import headline, names_of, survivors, view
from rules.kernel.playout import play_out
from rules.kernel.reading import plain
from rules.kernel.replay import replay, seek
from tests.rules.istra.battles import circle, man, opened, piece, placed, position, rect, setup, sides, wall
from tests.rules.istra.rosters import battle
from tests.rules.istra.skirmish import Skirmish


def fight(**fields):
    return Skirmish(
        position(
            [man("a1", (1000, 1000), equipment=["bow", "dagger"], active_weapon="bow", talents=["power_attack"])],
            [man("b1", (1000, 1900), equipment=["light_armour", "shield", "one_handed"])],
            active="a1",
            **fields,
        )
    )


def test_it_is_plain_json_as_it_stands():
    seen = view(fight(terrain=[wall("w", 2000, 2000, 2300, 2500)]).state, "s1")
    assert plain(seen) == seen
    assert json.loads(json.dumps(seen)) == seen


def test_its_shape_is_the_same_before_and_in_a_battle():
    before = view(opened(setup([man("a1", equipment=["bow"])], [man("b1")])), "")
    amid = view(fight().state, "")
    assert before.keys() == amid.keys()
    assert before["models"]["a1"].keys() == amid["models"]["a1"].keys()
    assert before["sides"]["s1"].keys() == amid["sides"]["s1"].keys()


def test_nothing_is_hidden_from_anybody():
    state = fight().state
    assert view(state, "s1") == view(state, "s2") == view(state, "gm") == view(state, "")


def test_a_model_with_everything_that_its_panel_says():
    seen = view(fight().state, "")["models"]
    shooter, shield = seen["a1"], seen["b1"]
    assert (shooter["pos"], shooter["where"], shooter["up"]) == ([1000, 1000, 0], '10", 10"', "")
    assert (shooter["weapon"]["title"], shooter["weapon"]["loaded"], shooter["weapon"]["range"]) == (
        "Bow or longbow",
        "",
        2400,
    )
    assert shooter["talents"] == [{"name": "power_attack", "title": "Power attack", "left": 2}]
    assert (shooter["move_action"], shooter["standard_action"], shooter["extra"]) == (1, 1, 0)
    assert shield["armour"] == 6
    assert shield["armour_parts"] == [{"name": "Light armour", "value": 5}, {"name": "Shield", "value": 1}]


def test_a_weapon_that_wants_loading_says_how_far_it_is():
    halfway = [{"weapon": "rifle", "progress": 1}]
    rifleman = man("a1", (1000, 1000), equipment=["rifle"], unloaded=halfway)
    weapon = view(placed(position([rifleman], [man("b1", (3000, 3000))])), "")["models"]["a1"]["weapon"]
    assert (weapon["loaded"], weapon["load"]) == ("unloaded", "1/2")


def test_who_is_shaken_is_marked_at_four_health():
    def shaken(health):
        state = placed(position([man("a1", (1000, 1000), health=health)], [man("b1", (3000, 3000))]))
        return view(state, "")["models"]["a1"]["shaken"]

    assert (shaken(5), shaken(4)) == (False, True)


def test_the_reach_of_the_active_model_follows_its_actions():
    battle = fight()
    reach = view(battle.state, "")["reach"]
    assert (reach["move"], reach["sprint"], reach["onward"]) == (900, 0, 1350)
    assert (reach["shot_ring"], reach["near_ring"], reach["far_ring"]) == (2450, 650, 0)
    battle.move("a1", (1300, 1000))
    reach = view(battle.state, "")["reach"]
    assert (reach["at"], reach["move"], reach["sprint"], reach["onward"]) == ([1300, 1000, 0], 0, 450, 0)


def test_nobody_reaches_anything_while_nobody_acts():
    state = placed(position())
    assert view(state, "")["reach"] is None
    assert view(state, "")["active"] == ""


def test_an_engaged_pair_is_a_line_and_both_names():
    battle = Skirmish(
        position([man("a1", (1000, 1000))], [man("b1", (1100, 1000))], engaged=[["a1", "b1"]], active="a1")
    )
    seen = view(battle.state, "")
    assert seen["engaged"] == [{"models": ["a1", "b1"], "line": [[1000, 1000, 0], [1100, 1000, 0]]}]
    assert seen["models"]["b1"]["engaged"] == ["a1"]
    assert seen["reach"]["engaged"]


def test_the_nominations_of_a_turn_are_a_chain():
    battle = Skirmish(position([man("a1", (1000, 1000))], [man("b1", (3000, 3000))], turn=2, nominator="s1"))
    battle.nominate("b1", by="s1")
    battle.end("b1")
    battle.nominate("a1", by="s2")
    seen = view(battle.state, "")
    assert [(one["place"], one["model"], one["by"]) for one in seen["nominations"]] == [
        (1, "b1", "s1"),
        (2, "a1", "s2"),
    ]
    assert seen["models"]["a1"]["nominated"] == {"place": 2, "by": "s2", "by_name": "S2"}


def test_what_the_gm_said_of_a_sight_is_there_in_words():
    words = [{"attacker": "a1", "target": "b1", "los": True, "cover": False, "by": ["gm"]}]
    (seen,) = view(placed(position(sight=words)), "")["sight"]
    assert seen["words"] == "a1 sees b1 in the open"


def test_who_deploys_is_said_and_nobody_nominates_yet():
    battle = Skirmish.setup(setup([man("a1")], [man("b1")]))
    battle.let_pass(dice=[15, 7])
    seen = view(battle.state, "")
    assert (seen["stage"], seen["deploys"], seen["nominator"]) == ("deployment", "s1", "")


def test_namesakes_are_told_apart_by_number():
    wolves = [man(f"m{n}", (1000 * n, 3000)) | {"name": "Wolf"} for n in (1, 2)]
    state = placed(position([man("a1", (1000, 1000)) | {"name": "Ylva"}, man("a2", (2000, 1000))], wolves))
    assert names_of(state) == {"a1": "Ylva", "a2": "a2", "m1": "Wolf 1", "m2": "Wolf 2"}
    assert view(state, "")["models"]["m2"]["name"] == "Wolf 2"


def test_terrain_is_ready_to_be_drawn_and_told():
    pieces = [piece("t", rect(2000, 2000, 2300, 2600), los="opaque", height=250, z0=100, climbable=True)]
    (seen,) = view(placed(position(terrain=pieces)), "")["terrain"]
    assert (seen["label_at"], seen["label"], seen["top"]) == ([2150, 2300], '1"–3.5"', 350)
    assert seen["title"] == 't, 1"–3.5" high, opaque, normal ground, climbable'


@pytest.mark.parametrize(
    ("places", "written"),
    [
        ([(1500, 1500)], [1500, 1680]),
        ([(1500, 1500), (1500, 1650)], [1500, 1320]),
        ([(1600, 1500)], [1500, 1680]),
        ([(1700, 1500)], [1500, 1500]),
        ([(1500, 1500), (1500, 1680), (1500, 1320), (1680, 1500), (1320, 1500)], [1500, 1500]),
    ],
)
def test_the_height_of_a_piece_is_written_where_no_base_stands(places, written):
    """A well 2.4" wide; a base reaches half an inch, and the words a little further."""
    well = piece("well", circle(1500, 1500, 120), los="opaque", height=100, standable=True)
    models = [man(f"a{n}", place) for n, place in enumerate(places)]
    (seen,) = terrain_view(placed(position(models, [man("b", (3000, 3000))], terrain=[well])))
    assert (seen["label"], seen["label_at"]) == ('1"', written)


def test_flat_terrain_has_no_height_to_write_on_it():
    (seen,) = view(placed(position(terrain=[piece("bog", rect(0, 0, 600, 600), ground="rough")])), "")["terrain"]
    assert (seen["label"], seen["title"]) == ("", "bog, flat, clear, rough ground")


def test_the_headline_is_by_seat_and_counts_who_was_not_taken_out():
    document = {
        "sides": sides([man("a1", (1000, 1000)), man("a2", status="out")], [man("b1", (3000, 3000))]),
    }
    state = placed(document)
    assert survivors(state) == {"s1": 1, "s2": 1}
    line = headline(state)
    assert line["score"] == {"s1": 1, "s2": 1}
    assert list(line["teams"]) == ["s1", "s2"]
    assert (line["turn"], line["turns_total"]) == (1, None)


@pytest.mark.parametrize(("length", "words"), [(450, '4.5"'), (400, '4"'), (1, '0.01"'), (0, '0"'), (-50, '-0.5"')])
def test_lengths_are_said_in_inches(length, words):
    assert inches(length) == words


def test_an_attack_under_way_is_shown_with_its_line_and_its_dice():
    battle = fight()
    battle.do({"type": "shoot", "model": "a1", "target": "b1"})
    seen = view(battle.state, "")
    assert (seen["attack"]["kind"], seen["attack"]["line"]) == ("shoot", [[1000, 1000, 0], [1000, 1900, 0]])
    assert seen["window"]["trigger"] == "shot_at"
    assert seen["attack"]["exchanges"][0]["attack_total"] is None


def test_what_is_kept_of_the_models_is_what_would_be_made_anew(monkeypatch):
    record = play_out(ISTRA, Random(3), setup=battle(3, models=2))
    document, state = replay(record, ""), None
    for number, event in enumerate(record.events, 1):
        if type(event) in ISTRA.event_types.values():
            state = evolve(state, event)
        if state is not None:
            monkeypatch.setattr(view_module, "_CACHED_VIEWS", {})
            assert seek(document, number) == plain(view(state, ""))
