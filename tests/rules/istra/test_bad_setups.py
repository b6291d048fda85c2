"""Setups that cannot be: refused by the field at fault, with the rule it breaks."""

import pytest

from tests.rules.istra.battles import (
    Json,
    circle,
    man,
    of,
    opened,
    piece,
    rect,
    refused,
    setup,
    sides,
    unreadable,
    wall,
    with_man,
)
from tests.rules.play import rule


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({}, "setup.sides"),
        (setup(colour="red"), "setup.colour"),
        (setup(board={"width": 48.5, "depth": 4800}), "setup.board.width"),
        (setup(board={"width": "big"}), "setup.board.width"),
        (with_man(klass="expert"), "setup.sides.s1.models[0].klass"),
        (with_man(**{"class": "wizard"}), "setup.sides.s1.models[0].class"),
        (with_man(pos=[1]), "setup.sides.s1.models[0].pos"),
        (setup(terrain=[{"id": "t"}]), "setup.terrain[0].footprint"),
        (setup(terrain=[piece("t", {"shape": "star"})]), "setup.terrain[0].footprint.shape"),
    ],
)
def test_it_names_the_field_that_cannot_be_read(document: Json, field: str) -> None:
    assert unreadable(opened, document) == field


def test_it_refuses_an_unknown_house_rule() -> None:
    assert unreadable(opened, setup(), gravity="off") == "house_rules.gravity"
    assert unreadable(opened, setup(), cover="three_lines") == "house_rules.cover"


@pytest.mark.parametrize(
    ("name", "value", "row"),
    [
        ("zone_depth", 0, "IST-Q-08"),
        ("base_radius", 0, "IST-Q-02"),
        ("bow_range", -1, "IST-Q-52"),
        ("wall_sections", 1_000_000, "IST-Q-107"),
    ],
)
def test_it_refuses_a_house_rule_out_of_bounds(name: str, value: int, row: str) -> None:
    caught = refused(opened, setup(), **{name: value})
    assert (caught.code, caught.field, caught.rule) == ("bad_house_rule", f"house_rules.{name}", row)


# What is refused: sides


@rule("IST-SETUP-01", "IST-ILL-40")
def test_it_requires_two_players_or_one_and_a_gm() -> None:
    assert refused(opened, {"sides": sides([man("a1")])}).code == "too_few_players"
    monsters: Json = {"sides": sides(gm=[man("m", kind="monster", race="beast")])}
    assert refused(opened, monsters).code == "too_few_players"
    alone: Json = {"sides": sides([man("a1")], gm=[man("m", kind="monster", race="beast")])}
    assert opened(alone).gm
    assert refused(opened, {**alone, "gm": False}).code == "too_few_players"


@rule("IST-SETUP-01")
def test_two_sides_of_one_seat_are_one_player() -> None:
    document: Json = {"sides": {"a": {"seat": "s1", "models": [man("a1")]}, "b": {"seat": "s1", "models": [man("b1")]}}}
    assert refused(opened, document).code == "too_few_players"


def test_it_refuses_a_battle_of_friends_alone() -> None:
    document = setup()
    for side in document["sides"].values():
        side["alliance"] = "peace"
    caught = refused(opened, document)
    assert (caught.code, caught.rule) == ("too_few_players", "IST-Q-115")


def test_it_refuses_a_side_without_a_model_or_a_seat() -> None:
    assert refused(opened, setup([man("a1")], [])).field == "sides.s2.models"
    nowhere: Json = {"sides": {**sides([man("a1")]), "wolves": {"models": [man("b1")]}}}
    assert refused(opened, nowhere).field == "sides.wolves.seat"


def test_it_refuses_a_bad_colour_and_an_endless_name() -> None:
    document = setup()
    document["sides"]["s1"]["colour"] = "red"
    assert refused(opened, document).field == "sides.s1.colour"
    document["sides"]["s1"] = {"models": [man("a1")], "name": "x" * 201}
    assert refused(opened, document).field == "sides.s1.name"


# What is refused: the table


@pytest.mark.parametrize("board", [{"width": 0, "depth": 0}, {"width": 4800, "depth": -1}, {"width": 24_001}])
def test_it_refuses_a_board_of_no_size_or_too_much(board: Json) -> None:
    caught = refused(opened, setup(board=board))
    assert caught.code == "bad_setup"
    assert caught.field.startswith("board.")
    assert 'it must be 6" to 240"' in caught.message
    assert "600 to 24000" in caught.hint


@pytest.mark.parametrize(
    ("footprint", "field"),
    [
        (rect(4700, 100, 4801, 200), "terrain[0].footprint"),
        (circle(100, 2000, 101), "terrain[0].footprint"),
        ({"shape": "polygon", "corners": [[0, 0], [100, 0], [50, -1]]}, "terrain[0].footprint"),
        (rect(100, 100, 100, 200), "terrain[0].footprint"),
        (circle(100, 100, 0), "terrain[0].footprint"),
        ({"shape": "polygon", "corners": [[0, 0], [100, 0]]}, "terrain[0].footprint"),
        ({"shape": "polygon", "corners": [[n, n * n] for n in range(25)]}, "terrain[0].footprint"),
        ({"shape": "polygon", "corners": [[0, 0], [200, 0], [100, 50], [100, 200]]}, "terrain[0].footprint"),
    ],
)
def test_it_refuses_terrain_off_the_table_or_without_a_body(footprint: Json, field: str) -> None:
    caught = refused(opened, setup(terrain=[piece("t", footprint)]))
    assert (caught.code, caught.field) == ("bad_setup", field)


def test_terrain_may_touch_the_edge_and_other_terrain() -> None:
    pieces = [wall("w1", 0, 0, 300, 50), wall("w2", 300, 0, 600, 50), wall("roof", 0, 0, 300, 50, z0=300, height=10)]
    assert len(opened(setup(terrain=pieces)).terrain) == 3


@rule("IST-Q-128")
def test_pieces_may_stand_in_one_another() -> None:
    """A house with two wings, and a hedge through it."""
    hedge = piece("hedge", rect(0, 0, 500, 50), height=100, los="partial")
    house = [wall("w1", 0, 0, 300, 50), wall("w2", 250, 0, 300, 500), hedge]
    assert len(opened(setup(terrain=house)).terrain) == 3


def test_it_refuses_two_pieces_of_a_name_and_heights_below_ground() -> None:
    pond = piece("t", circle(500, 500, 100))
    assert refused(opened, setup(terrain=[pond, pond])).field == "terrain[1].id"
    assert refused(opened, setup(terrain=[piece("t", circle(500, 500, 100), z0=-1)])).field == "terrain[0].z0"


def test_it_refuses_too_many_of_anything() -> None:
    crowd = [man(f"a{number}") for number in range(60)]
    assert "61 models" in refused(opened, setup(crowd, [man("b1")])).message
    thousand = [man(f"a{number}") for number in range(1000)]
    assert refused(opened, setup(thousand, [man("b1")])).code == "bad_setup"
    pieces = [piece(f"t{number}", circle(100, 100, 10)) for number in range(101)]
    assert "101 pieces" in refused(opened, setup(terrain=pieces)).message
    items = [{"id": f"i{number}", "pos": [0, 0, 0]} for number in range(51)]
    assert "51 items" in refused(opened, setup(items=items)).message
    spells = [{"name": f"s{number}", "defence": "will"} for number in range(51)]
    assert "51 spells" in refused(opened, setup(spells=spells)).message
    races = {f"r{number}": {"power": 1, "finesse": 1, "will": 1} for number in range(51)}
    assert "51 races" in refused(opened, setup(races=races)).message
    goals = [{"kind": "last_standing"}] * 21
    assert "21 goals" in refused(opened, setup(scenario={"goals": goals})).message
    many: Json = {"sides": {f"x{number}": {"seat": "s1", "models": [man(f"{number}")]} for number in range(9)}}
    assert "9 sides" in refused(opened, many).message


def test_it_refuses_zones_and_items_off_the_table() -> None:
    document = setup()
    document["sides"]["s1"]["zone"] = rect(0, 0, 5000, 100)
    assert refused(opened, document).field == "sides.s1.zone"
    assert refused(opened, setup(zones=[{"id": "z", "area": circle(0, 0, 10)}])).field == "zones[0].area"
    assert refused(opened, setup(items=[{"id": "i", "pos": [0, 4801, 0]}])).field == "items[0].pos"
    assert refused(opened, setup(items=[{"id": "i", "carrier": "nobody"}])).field == "items[0].carrier"


# What is refused: models


@rule("IST-Q-81", "IST-RACE-17")
@pytest.mark.parametrize("race", ["ratfolk", "goblin", "goblins", "orc", "orcs"])
def test_it_refuses_a_race_without_stats(race: str) -> None:
    caught = refused(opened, with_man(race=race))
    assert (caught.code, caught.field, caught.rule) == ("race_has_no_stats", "sides.s1.models.a1.race", "IST-Q-81")
    assert "Known are human" in caught.message


@rule("IST-Q-79")
def test_it_requires_an_elf_to_say_of_which_people() -> None:
    assert refused(opened, with_man(race="elf")).code == "subrace_required"


def test_it_refuses_an_unknown_race_and_a_monster_without_numbers() -> None:
    assert "known are human" in refused(opened, with_man(race="troll")).message
    lone: Json = {"sides": sides([man("a1")], gm=[man("m", kind="monster")])}
    assert refused(opened, lone).field == "sides.gm.models.m.power_max"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"level": 0}, "level"),
        ({"power_max": -1}, "power_max"),
        ({"will_max": 100}, "will_max"),
        ({"health_max": 0}, "health_max"),
        ({"radius": 0}, "radius"),
        ({"height": 2001}, "height"),
        ({"owner": "s7"}, "owner"),
        ({"equipment": ["halberd"]}, "equipment[0]"),
        ({"equipment": ["dagger"] * 41}, "equipment"),
        ({"talents": ["flight"]}, "talents[0]"),
        ({"spells": ["polymorph"]}, "spells[0]"),
    ],
)
def test_it_refuses_numbers_and_names_that_are_none(fields: Json, field: str) -> None:
    caught = refused(opened, with_man(**fields))
    assert (caught.code, caught.field) == ("bad_setup", f"sides.s1.models.a1.{field}")


def test_it_refuses_a_weapon_in_hand_that_is_not_carried() -> None:
    for weapon in ("bow", "shield", "banana"):
        caught = refused(opened, with_man(equipment=["dagger", "shield"], active_weapon=weapon))
        assert caught.code == "weapon_not_carried"
    assert of(opened(with_man(equipment=["dagger"], active_weapon="unarmed")), "a1").active_weapon == "unarmed"


@rule("IST-Q-103", "IST-CLASS-01", "IST-CLASS-03")
def test_it_refuses_talents_beyond_class_and_level() -> None:
    of_another_class, beyond_the_level = with_man(talents=["tumble"]), with_man(talents=["rage", "cleave"])
    twice = with_man(level=2, talents=["rage", "rage"])
    for wrong in (of_another_class, beyond_the_level, twice):
        caught = refused(opened, wrong)
        assert (caught.code, caught.rule) == ("talent_not_allowed", "IST-Q-103")
    fighter = with_man(level=3, talents=["rage", "smite", "cleave"])
    assert of(opened(fighter), "a1").talents == ("rage", "smite", "cleave")
    expert = with_man(level=2, talents=["tumble", "lethal_hunter"], **{"class": "expert"})
    assert of(opened(expert), "a1").talents == ("tumble", "lethal_hunter")
    boss = man("m", kind="monster", race="demon", talents=["rage", "tumble", "abjuration"])
    assert len(of(opened({"sides": sides([man("a1")], gm=[boss])}), "m").talents) == 3


@rule("IST-CAST-11", "IST-Q-71", "IST-CLASS-02")
def test_it_refuses_spells_beyond_class_and_level() -> None:
    assert refused(opened, with_man(spells=["fireball"])).code == "spell_not_allowed"
    mage = {"class": "magic_user"}
    assert refused(opened, with_man(**mage, spells=["fireball", "ray_of_frost"])).code == "spell_not_allowed"
    assert refused(opened, with_man(**mage, level=2, spells=["fireball", "fireball"])).code == "spell_not_allowed"
    assert of(opened(with_man(**mage, spells=["fireball"])), "a1").spells == ("fireball",)


def test_it_refuses_two_leaders() -> None:
    two = [man("a1", leader=True), man("a2", leader=True)]
    assert refused(opened, setup(two, [man("b1")])).field == "sides.s1.models.a2.leader"
    assert of(opened(setup([man("a1", leader=True)], [man("b1", leader=True)])), "b1").leader


def test_it_refuses_two_models_of_a_name() -> None:
    assert refused(opened, setup([man("x")], [man("x")])).field == "sides.s2.models[0].id"
    assert refused(opened, setup([man("")], [man("x")])).code == "bad_setup"


@rule("IST-Q-117")
def test_it_refuses_models_on_each_other_in_walls_and_off_the_table() -> None:
    near = setup([man("a1", (1000, 1000)), man("a2", (1090, 1000))], [man("b1")])
    assert refused(opened, near).field == "sides.s1.models.a2.pos"
    touching = setup([man("a1", (1000, 1000)), man("a2", (1100, 1000))], [man("b1")])
    assert len(opened(touching).models) == 3
    inside = setup([man("a1", (1000, 1000, 0))], [man("b1")], terrain=[wall("w", 900, 900, 1100, 1100)])
    assert "solid" in refused(opened, inside).message
    assert "off the table" in refused(opened, with_man(pos=[4801, 0])).message
    assert "in the air" in refused(opened, with_man(pos=[1000, 1000, 200])).message
    swamp = piece("lake", rect(0, 0, 500, 500), ground="impassable")
    assert refused(opened, setup([man("a1", (200, 200))], [man("b1")], terrain=[swamp])).code == "bad_setup"


@rule("IST-Q-10")
def test_it_requires_a_place_for_monsters_that_no_gm_can_place() -> None:
    wolf = man("wolf", kind="monster", race="beast")
    document: Json = {"sides": sides([man("a1")], [man("b1")], gm=[wolf]), "gm": False}
    assert refused(opened, document).field == "sides.gm.models.wolf.pos"
    document["sides"]["gm"]["models"] = [{**wolf, "pos": [2400, 2400]}]
    assert of(opened(document), "wolf").status == "on_board"


# What is refused: spells, races, scenarios


@pytest.mark.parametrize(
    ("spell", "field"),
    [
        ({"name": "fireball", "defence": "will"}, "name"),
        ({"name": "smite", "defence": "will"}, "name"),
        ({"name": "blast", "shape": "point", "defence": "will"}, "radius"),
        ({"name": "dart", "radius": 100, "defence": "will"}, "radius"),
        ({"name": "dart"}, "defence"),
        ({"name": "storm", "shape": "line", "defence": "will", "chained": True}, "chained"),
        ({"name": "dart", "defence": "will", "range": -1}, "range"),
    ],
)
def test_it_refuses_spells_that_cannot_be_cast(spell: Json, field: str) -> None:
    assert refused(opened, setup(spells=[spell])).field == f"spells[0].{field}"


@rule("IST-Q-40")
def test_a_spell_without_an_attack_has_a_target_number() -> None:
    state = opened(setup(spells=[{"name": "bless", "effect": "gm", "text": "Somebody is blessed."}]))
    assert (state.spells[0].tn, state.spells[0].defence) == (11, None)


def test_it_refuses_a_house_row_for_a_race_of_the_book() -> None:
    row = {"power": 1, "finesse": 1, "will": 1}
    assert refused(opened, setup(races={"human": row})).field == "races.human"
    assert refused(opened, setup(races={"goblin": {**row, "power": -1}})).field == "races.goblin.power"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"scenario": "tea_party"}, "scenario"),
        ({"scenario": "last_stand"}, "scenario"),
        ({"scenario": "break_through", "attacker": "s9"}, "attacker"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"scenario": {"turn_limit": 0}}, "scenario.turn_limit"),
        ({"scenario": {"goals": [{"kind": "hold", "zone": "moon"}]}}, "scenario.goals[0].zone"),
        ({"scenario": {"goals": [{"kind": "carry_off", "item": "moon"}]}}, "scenario.goals[0].item"),
        ({"scenario": {"goals": [{"kind": "slay"}]}}, "scenario.goals[0].models"),
        ({"scenario": {"goals": [{"kind": "slay", "models": ["x"]}]}}, "scenario.goals[0].models"),
        ({"scenario": {"goals": [{"kind": "survive", "sides": ["s3"]}]}}, "scenario.goals[0].sides"),
        ({"scenario": {"goals": [{"kind": "break_through", "count": 0}]}}, "scenario.goals[0].count"),
        ({"scenario": {"goals": [{"kind": "slay", "models": ["b1", "b1"]}]}}, "scenario.goals[0].models"),
        ({"scenario": {"goals": [{"kind": "survive", "sides": ["s1", "s1"]}]}}, "scenario.goals[0].sides"),
        ({"scenario": {"otherwise": ["s3"]}}, "scenario.otherwise"),
        ({"scenario": {"otherwise": ["s1", "s1"]}}, "scenario.otherwise"),
        ({"invasion": {"defender": "s3"}}, "invasion.defender"),
        ({"invasion": {"defender": "s1", "upgrades": ["walls", "walls"]}}, "invasion.upgrades"),
    ],
)
def test_it_refuses_scenarios_that_speak_of_what_is_not_there(fields: Json, field: str) -> None:
    assert refused(opened, setup(**fields)).field == field
