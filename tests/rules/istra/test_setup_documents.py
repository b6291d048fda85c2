"""Setups: what is left out has a default, what cannot be is refused by its field."""

from typing import Any

import pytest

from rules.istra.position import first_weapon, opened_from_setup
from rules.istra.state import BattleFrame
from rules.istra.terrain import Circle, Rect
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
)
from tests.rules.play import rule


def with_man(**fields: Any) -> Json:
    """A setup whose first man is as given."""
    return setup([man("a1", **fields)], [man("b1")])


# What is left out


def test_it_works() -> None:
    state = opened(setup())
    assert [side.id for side in state.sides] == ["s1", "s2"]
    assert [(model.id, model.side, model.owner, model.status, model.pos) for model in state.models] == [
        ("a1", "s1", "s1", "reserve", None),
        ("b1", "s2", "s2", "reserve", None),
    ]
    assert state.agenda == (BattleFrame(stage="clear"),)
    assert (state.turn, state.gm, state.scenario.name) == (0, False, "annihilation")


@rule("IST-Q-07", "IST-SETUP-04")
def test_the_table_is_48_inches_square_and_empty() -> None:
    state = opened(setup())
    assert (state.board.width, state.board.depth) == (4800, 4800)
    assert state.terrain == ()


@rule("IST-Q-02")
def test_a_model_is_an_inch_across_and_an_inch_high() -> None:
    model = of(opened(setup()), "a1")
    assert (model.radius, model.height) == (50, 100)
    model = of(opened(with_man(height=150), base_radius=75), "a1")
    assert (model.radius, model.height) == (75, 150)


@rule("IST-Q-08")
def test_seats_deploy_along_their_own_edges() -> None:
    state = opened(setup(*([man(f"{number}")] for number in range(1, 7))))
    assert [(side.edge, side.zone) for side in state.sides] == [
        ("bottom", Rect((0, 0), (4800, 600))),
        ("top", Rect((0, 4200), (4800, 4800))),
        ("left", Rect((0, 0), (600, 4800))),
        ("right", Rect((4200, 0), (4800, 4800))),
        ("bottom", Rect((0, 0), (1200, 1200))),
        ("top", Rect((3600, 3600), (4800, 4800))),
    ]


@rule("IST-Q-08")
def test_a_scenario_or_a_house_rule_has_other_zones() -> None:
    document = setup()
    document["sides"]["s1"]["zone"] = circle(2400, 2400, 500)
    document["sides"]["s2"]["zone"] = "anywhere"
    assert [side.zone for side in opened(document).sides] == [Circle((2400, 2400), 500), None]
    assert opened(setup(), zone_depth=900).sides[0].zone == Rect((0, 0), (4800, 900))
    assert opened(setup(board={"width": 2000, "depth": 1000}), zone_depth=3000).sides[0].zone == Rect(
        (0, 0), (2000, 1000)
    )


@rule("IST-Q-108")
def test_the_defender_of_a_hall_has_the_lower_edge() -> None:
    state = opened(setup(invasion={"defender": "s2", "upgrades": ["walls"]}))
    assert [side.edge for side in state.sides] == ["top", "bottom"]
    assert state.invasion is not None
    assert state.invasion.upgrades == ("walls",)


def test_a_side_may_have_another_name_than_its_seat() -> None:
    document: Json = {
        "sides": {
            "wolves": {"seat": "s2", "company": "The Wolves", "motto": "Howl", "hall": "Den", "models": [man("b1")]},
            "hounds": {"seat": "s1", "name": "Hounds", "models": [man("a1")]},
        }
    }
    state = opened(document)
    assert [(side.id, side.seat, side.name) for side in state.sides] == [
        ("hounds", "s1", "Hounds"),
        ("wolves", "s2", "The Wolves"),
    ]
    assert of(state, "b1").owner == "s2"


@pytest.mark.parametrize(
    ("race", "power", "finesse", "will"),
    [("human", 5, 5, 5), ("dark_elf", 4, 7, 5), ("dwarf", 7, 5, 5), ("undead", 5, 3, 4), ("beast", 8, 5, 4)],
)
@rule("IST-Q-83")
def test_a_hero_starts_from_the_row_of_its_race(race: str, power: int, finesse: int, will: int) -> None:
    model = of(opened(with_man(race=race)), "a1")
    assert (model.power, model.finesse, model.will, model.health, model.armour_base) == (power, finesse, will, 20, 0)
    assert (model.power_max, model.finesse_max, model.will_max, model.health_max) == (power, finesse, will, 20)


def test_a_snapshot_brings_raised_stats() -> None:
    model = of(opened(with_man(race="dwarf", level=3, power_max=9, health_max=18)), "a1")
    assert (model.power, model.power_max, model.finesse_max, model.health) == (9, 9, 5, 18)


@rule("IST-TAL-01", "IST-Q-118")
def test_toughness_adds_four_to_the_full_health_of_the_row() -> None:
    model = of(opened(with_man(talents=["toughness"])), "a1")
    assert (model.health, model.health_max) == (24, 24)
    assert of(opened(with_man(talents=["toughness"], health_max=24)), "a1").health_max == 24


def test_a_monster_brings_its_numbers() -> None:
    ogre = man("ogre", kind="monster", power_max=9, finesse_max=2, will_max=3, health_max=40, large=True)
    document: Json = {"sides": sides([man("a1")], gm=[ogre])}
    model = of(opened(document), "ogre")
    assert (model.race, model.power, model.finesse, model.will, model.health, model.owner) == ("", 9, 2, 3, 40, "gm")
    assert opened(document).gm
    assert opened(document).sides[1].zone is None


def test_a_monster_may_be_of_a_race() -> None:
    document: Json = {"sides": sides([man("a1")], gm=[man("wolf", kind="monster", race="beast")])}
    assert of(opened(document), "wolf").power == 8


@rule("IST-Q-81")
def test_a_house_may_give_a_race_its_row() -> None:
    row = {"power": 3, "finesse": 6, "will": 2, "health": 12}
    model = of(opened(setup([man("a1", race="goblin")], [man("b1")], races={"goblin": row})), "a1")
    assert (model.power, model.finesse, model.will, model.health) == (3, 6, 2, 12)


def test_the_weapon_in_hand_is_the_first_for_melee() -> None:
    assert of(opened(with_man(equipment=["bow", "light_armour", "dagger"])), "a1").active_weapon == "dagger"
    assert of(opened(with_man(equipment=["bow", "dagger"], active_weapon="bow")), "a1").active_weapon == "bow"
    assert first_weapon(("pistol", "bow")) == "pistol"
    assert first_weapon(("heavy_armour",)) == "unarmed"


@rule("IST-Q-54")
def test_everything_is_loaded() -> None:
    assert of(opened(with_man(equipment=["crossbow", "rifle"])), "a1").unloaded == ()


@rule("IST-Q-124")
def test_a_model_without_a_height_stands_on_what_is_there() -> None:
    document = setup([man("a1", (1000, 1000)), man("a2", (2000, 1000))], [man("b1")])
    document["terrain"] = [wall("w", 1900, 900, 2100, 1100)]
    state = opened(document)
    assert [of(state, name).pos for name in ("a1", "a2", "b1")] == [(1000, 1000, 0), (2000, 1000, 300), None]


def test_models_come_in_the_order_of_their_ids() -> None:
    state = opened(setup([man("c"), man("a")], [man("b")]))
    assert [model.id for model in state.models] == ["a", "b", "c"]


@rule("IST-Q-115")
def test_alliances_are_of_sides() -> None:
    document = setup([man("a1")], [man("b1")], [man("c1")])
    document["sides"]["s1"]["alliance"] = document["sides"]["s3"]["alliance"] = "north"
    assert [side.alliance for side in opened(document).sides] == ["north", "", "north"]


def test_house_rules_are_pinned_in_the_first_event() -> None:
    event = opened_from_setup(setup(), {"cover": "two_lines"})
    assert event.house_rules.cover == "two_lines"


def test_a_gm_who_builds_is_asked_first() -> None:
    assert opened(setup(gm=True, building=True)).agenda == (BattleFrame(stage="building"),)
    assert opened(setup(building=True)).agenda == (BattleFrame(stage="clear"),)


# What cannot be read


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
    ("name", "value"), [("zone_depth", 0), ("base_radius", 0), ("bow_range", -1), ("wall_sections", 1_000_000)]
)
def test_it_refuses_a_house_rule_out_of_bounds(name: str, value: int) -> None:
    caught = refused(opened, setup(), **{name: value})
    assert (caught.code, caught.field) == ("bad_house_rule", f"house_rules.{name}")


# What is refused: sides


@rule("IST-SETUP-01")
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


@pytest.mark.parametrize(
    ("footprint", "field"),
    [
        (rect(4700, 100, 4801, 200), "terrain[0].footprint"),
        (circle(100, 2000, 101), "terrain[0].footprint"),
        ({"shape": "polygon", "corners": [[0, 0], [100, 0], [50, -1]]}, "terrain[0].footprint"),
        (rect(100, 100, 100, 200), "terrain[0].footprint"),
        (circle(100, 100, 0), "terrain[0].footprint"),
        ({"shape": "polygon", "corners": [[0, 0], [100, 0]]}, "terrain[0].footprint"),
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
def test_it_refuses_solid_terrain_inside_solid_terrain() -> None:
    caught = refused(opened, setup(terrain=[wall("w1", 0, 0, 300, 50), wall("w2", 250, 0, 500, 50)]))
    assert caught.field == "terrain[1]"
    hedge = piece("hedge", rect(0, 0, 500, 50), height=100, los="partial")
    assert len(opened(setup(terrain=[wall("w1", 0, 0, 300, 50), hedge])).terrain) == 2


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
@pytest.mark.parametrize("race", ["ratfolk", "goblin", "orc"])
def test_it_refuses_a_race_without_stats(race: str) -> None:
    caught = refused(opened, with_man(race=race))
    assert (caught.code, caught.field, caught.rule) == ("race_has_no_stats", "sides.s1.models.a1.race", "IST-Q-81")


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
        ({"equipment": ["light_armour", "heavy_armour"]}, "equipment"),
        ({"equipment": ["shield", "shield"]}, "equipment"),
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


@rule("IST-Q-103", "IST-XP-04")
def test_it_refuses_talents_beyond_class_and_level() -> None:
    assert refused(opened, with_man(talents=["tumble"])).code == "talent_not_allowed"
    assert refused(opened, with_man(talents=["rage", "cleave"])).code == "talent_not_allowed"
    assert refused(opened, with_man(level=2, talents=["rage", "rage"])).code == "talent_not_allowed"
    assert of(opened(with_man(level=2, talents=["rage", "smite"])), "a1").talents == ("rage", "smite")
    boss = man("m", kind="monster", race="demon", talents=["rage", "tumble", "abjuration"])
    assert len(of(opened({"sides": sides([man("a1")], gm=[boss])}), "m").talents) == 3


@rule("IST-CAST-11", "IST-Q-71", "IST-XP-05")
def test_it_refuses_spells_beyond_class_and_level() -> None:
    assert refused(opened, with_man(spells=["fireball"])).code == "spell_not_allowed"
    mage = {"class": "magic_user"}
    assert refused(opened, with_man(**mage, spells=["fireball", "ray_of_frost"])).code == "spell_not_allowed"
    assert refused(opened, with_man(**mage, level=2, spells=["fireball", "fireball"])).code == "spell_not_allowed"
    assert of(opened(with_man(**mage, spells=["fireball"])), "a1").spells == ("fireball",)


@rule("IST-Q-111")
def test_it_refuses_two_leaders() -> None:
    two = [man("a1", leader=True), man("a2", leader=True)]
    assert refused(opened, setup(two, [man("b1")])).field == "sides.s1.models.a2.leader"
    assert of(opened(setup([man("a1", leader=True)], [man("b1", leader=True)])), "b1").leader


def test_it_refuses_two_models_of_a_name() -> None:
    assert refused(opened, setup([man("x")], [man("x")])).field == "sides.s2.models.x"
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
        ({"turn_limit": 0}, "scenario.turn_limit"),
        ({"scenario": {"goals": [{"kind": "hold", "zone": "moon"}]}}, "scenario.goals[0].zone"),
        ({"scenario": {"goals": [{"kind": "carry_off", "item": "moon"}]}}, "scenario.goals[0].item"),
        ({"scenario": {"goals": [{"kind": "slay"}]}}, "scenario.goals[0].models"),
        ({"scenario": {"goals": [{"kind": "slay", "models": ["x"]}]}}, "scenario.goals[0].models"),
        ({"scenario": {"goals": [{"kind": "survive", "sides": ["s3"]}]}}, "scenario.goals[0].sides"),
        ({"scenario": {"goals": [{"kind": "break_through", "count": 0}]}}, "scenario.goals[0].count"),
        ({"scenario": {"otherwise": ["s3"]}}, "scenario.otherwise"),
        ({"invasion": {"defender": "s3"}}, "invasion.defender"),
        ({"invasion": {"defender": "s1", "upgrades": ["walls", "walls"]}}, "invasion.upgrades"),
    ],
)
def test_it_refuses_scenarios_that_speak_of_what_is_not_there(fields: Json, field: str) -> None:
    assert refused(opened, setup(**fields)).field == field
