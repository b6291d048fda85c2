"""Setups: what is left out has a default, what cannot be is refused by its field."""

import pytest

from rules.istra.position import first_weapon, opened_from_setup
from rules.istra.state import BattleFrame
from rules.istra.system import ISTRA
from rules.istra.terrain import Circle, Rect
from tests.rules.istra.battles import (
    RACE_ROWS,
    Json,
    circle,
    man,
    of,
    opened,
    setup,
    sides,
    wall,
    with_man,
)
from tests.rules.play import rule

# What is left out


def test_it_works() -> None:
    state = opened(setup())
    assert [side.id for side in state.sides] == ["s1", "s2"]
    assert [(model.id, model.side, model.owner, model.status, model.pos) for model in state.models] == [
        ("a1", "s1", "s1", "reserve", None),
        ("b1", "s2", "s2", "reserve", None),
    ]
    assert state.agenda == (BattleFrame(stage="building"),)
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


@pytest.mark.parametrize(("race", "power", "finesse", "will"), RACE_ROWS)
@rule(
    "IST-RACE-01", "IST-RACE-02", "IST-RACE-03", "IST-RACE-04", "IST-RACE-05", "IST-RACE-06", "IST-RACE-07", "IST-Q-83"
)
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


@rule("IST-SETUP-04")
def test_nothing_is_rolled_before_the_table_is_ready() -> None:
    assert opened(setup(gm=True)).agenda == (BattleFrame(stage="building"),)
    assert ISTRA.asked(opened(setup(gm=True))) == "gm"
    assert ISTRA.asked(opened(setup())) == "s1"
