"""Deployment and Teleport: where a model may be put."""

import pytest

from rules.istra.geometry.places import deployment_refusal, in_zone, teleport_refusal
from rules.istra.terrain import Place
from tests.rules.istra.geometry.builders import block, box, disc, laid, lake, man, wall
from tests.rules.play import rule

STRIP = box(0, 0, 4800, 600)


@rule("IST-SETUP-06", "IST-Q-08", "IST-ILL-38")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        ((1000, 300, 0), ""),
        ((1000, 600, 0), ""),
        ((1000, 602, 0), "outside its zone"),
        ((0, 0, 0), ""),
        ((-1, 0, 0), "off the board"),
        ((2000, 300, 0), "on the base of f"),
        ((3000, 300, 0), "inside a solid piece or on impassable ground"),
        ((4201, 500, 0), "within 1 inch of e"),
        ((4202, 500, 0), ""),
    ],
)
def test_a_model_is_deployed_in_its_zone_clear_of_bases_terrain_and_enemies(at: Place, why: str) -> None:
    table = laid(lake(box(2900, 200, 3100, 400)))
    enemy, friend = man(4000, 500, name="e"), man(2030, 300, name="f")
    assert deployment_refusal(table, man(*at), (STRIP,), (enemy,), (friend,)) == why


@rule("IST-Q-08")
def test_any_of_a_sides_zones_will_do_and_the_gm_may_lift_them() -> None:
    assert deployment_refusal(laid(), man(2400, 2400), (STRIP, disc(2400, 2400, 300))) == ""
    assert deployment_refusal(laid(), man(2400, 2400), (STRIP,)) == "outside its zone"
    assert deployment_refusal(laid(), man(2400, 2400), None) == ""


@rule("IST-Q-107")
def test_a_defender_may_be_deployed_on_a_wall_section() -> None:
    section = block(box(1000, 300, 1300, 350), 300, building=True)
    assert deployment_refusal(laid(section), man(1100, 325, 300), (STRIP,)) == ""
    assert deployment_refusal(laid(section), man(1100, 325, 0), (STRIP,))


@rule("IST-SETUP-06")
def test_the_centre_decides_about_a_zone() -> None:
    assert in_zone(STRIP, (4800, 600))
    assert in_zone(STRIP, (2400, 601))
    assert not in_zone(STRIP, (2400, 602))


@rule("IST-RACE-19", "IST-Q-130", "IST-ILL-30")
@pytest.mark.parametrize(
    ("to", "why"),
    [
        ((2200, 1000, 0), ""),
        ((2201, 1000, 0), ""),
        ((2202, 1000, 0), "too far"),
        ((1000, 2000, 660), "nothing to stand on at that height"),
        ((1000, 2000, 666), "too far"),  # √(1000² + 666²) = 1201.5
        ((1060, 1500, 0), "on the base of f"),
        ((1000, -100, 0), "off the board"),
        ((400, 1000, 0), "out of sight"),
        ((500, 600, 0), "inside a solid piece or on impassable ground"),
    ],
)
def test_a_teleport_goes_twelve_inches_to_a_seen_free_place(to: Place, why: str) -> None:
    table = laid(wall(box(600, 900, 650, 1100)), wall(box(400, 500, 600, 700), name="u"))
    assert teleport_refusal(table, man(1000, 1000), to, (man(1000, 1500, name="f"),)) == why


@rule("IST-Q-130")
def test_a_teleport_up_to_a_roof_needs_to_see_its_floor() -> None:
    roof = block(box(1300, 500, 2000, 1500), 300)
    assert teleport_refusal(laid(roof), man(1000, 1000), (1300, 1000, 300)) == ""
    assert teleport_refusal(laid(roof), man(1000, 1000), (1600, 1000, 300)) == "out of sight"
    assert teleport_refusal(laid(roof), man(1400, 1000, 300), (1250, 1000, 0)) == "out of sight"
    assert teleport_refusal(laid(roof), man(1300, 1000, 300), (1250, 1000, 0)) == ""
