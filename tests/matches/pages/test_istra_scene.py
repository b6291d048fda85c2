"""The drawing of a battle, its panels and scoreboard, as templates draw them first."""

import re

import pytest
from django.template.loader import render_to_string

from matches.pages.boards import board_of
from rules.istra.view import headline, view
from tests.rules.istra.battles import circle, man, piece, placed, position, rect
from tests.rules.istra.skirmish import Skirmish

BOARD = board_of("istra")
TABLE = {
    "board": {"width": 3600, "depth": 2400},
    "terrain": [
        piece("tower", rect(1500, 1500, 2000, 2000), los="opaque", height=300, standable=True, climbable=True),
        piece("wood", circle(600, 1200, 300), los="partial", ground="rough", height=400),
    ],
    "items": [{"id": "relic", "name": "The relic", "pos": [1800, 1200, 0]}],
}


def battle(**fields):
    return Skirmish(
        position(
            [
                man("a1", (1000, 1000), equipment=["bow", "dagger"], active_weapon="bow", leader=True),
                man("a2", health=4),
            ],
            [man("b1", (1000, 1900), equipment=["light_armour", "shield", "rifle"], active_weapon="rifle")],
            active="a1",
            **TABLE | fields,
        )
    )


def drawn(state, part="template"):
    """A part of the page as the template draws it."""
    return render_to_string(getattr(BOARD, part), {"scene": BOARD.scene(view(state, "")), "strokes": ()})


def test_the_table_is_drawn_to_scale_with_its_corner_at_nothing():
    svg = drawn(battle().state)
    assert 'data-width="3600" data-depth="2400"' in svg
    assert 'viewBox="-130 -130 3860 2660"' in svg
    assert '<rect class="floor" width="3600" height="2400"/>' in svg


def test_a_model_stands_where_it_is_with_y_upward():
    svg = drawn(battle().state)
    token = re.search(r'<g class="token model side-2" id="token-a1".*?>', svg, re.DOTALL)[0]
    assert 'transform="translate(1000 1400)"' in token
    assert "data-active" in token


def test_a_model_in_reserve_is_not_on_the_table():
    token = re.search(r'<g class="token model side-2" id="token-a2".*?>', drawn(battle().state), re.DOTALL)[0]
    assert 'display="none"' in token
    assert "data-shaken" in token


def test_terrain_has_its_shape_its_look_and_its_height():
    svg = drawn(battle().state)
    assert 'd="M1500 900L2000 900L2000 400L1500 400z" data-los="opaque" data-ground="normal"' in svg
    assert 'data-los="partial" data-ground="rough"' in svg
    assert 'transform="translate(1750 650)"&gt;' not in svg
    assert 'transform="translate(1750 650)">3&quot;</text>' in svg


def test_zones_items_and_the_reach_are_drawn():
    svg = drawn(battle().state)
    assert "where S1 deploy" in svg
    assert 'transform="translate(1800 1200)"' in svg
    assert 'r="900"' in svg
    assert 'r="2450"' in svg


def test_who_is_engaged_is_linked():
    document = position([man("a1", (1000, 1000))], [man("b1", (1100, 1000))], engaged=[["a1", "b1"]], active="a1")
    assert 'class="link" d="M1000 3800L1100 3800"' in drawn(placed(document))


def test_the_panel_says_what_a_model_has():
    panels = drawn(battle().state, "panels")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", panels))
    assert "Armour 6 Light armour 5, Shield 1" in text
    assert "Rifle loaded" in text
    assert "4 / 20" in text
    assert "in reserve" in text


def test_the_scoreboard_names_sides_goal_and_chain():
    fight = battle()
    fight.end("a1")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", drawn(fight.state, "scores")))
    assert "Turn 1 · Nomination" in text
    assert "S1 1 of 2 on the table" in text
    assert "Nominates next S1" in text
    assert "Annihilation: victory condition" in text


def test_what_people_typed_cannot_break_out():
    evil = '"><script>alert(1)</script>'
    document = position([man("a1", (1000, 1000)) | {"name": evil}], [man("b1", (3000, 3000))], active="a1")
    document["terrain"] = [piece("t", rect(2000, 2000, 2300, 2300)) | {"name": evil}]
    document["sides"]["s1"] |= {"name": evil, "motto": evil, "colour": "#b23"}
    state = placed(document)
    for part in ("template", "panels", "scores"):
        assert "<script>" not in drawn(state, part)


def test_the_parties_of_a_headline_are_seats_with_colours():
    (one, other) = board_of("istra").parties(headline(battle().state))
    assert (one.seat, one.name, one.side, one.score) == ("s1", "S1", 2, 2)
    assert other.side == 1


@pytest.mark.parametrize("part", ["template", "panels", "scores"])
def test_six_companies_fit(part):
    models = [[man(f"m{n}", (500 + 600 * n, 500))] for n in range(1, 7)]
    assert drawn(placed(position(*models)), part).count("m6") >= 1
