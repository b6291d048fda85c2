"""GM actions in the admin site for battles: the page's own forms, each with a reason."""

import pytest
from django.urls import reverse

from matches.admin.gm_actions import TABLE
from matches.admin.istra import FORMS
from matches.loading import load_match
from matches.pages.gm_forms import gm_forms
from tests.matches.admin.test_gm_actions import address, do, filled, text, told
from tests.matches.pages.battles import FIELD, ORM, YLVA, battle, hero
from tests.rules.istra.battles import position

pytestmark = pytest.mark.django_db

DEEDS = [form.name for form in FORMS]


@pytest.fixture
def field(alice, users):
    """Ylva acts; a GM is at the table, and a relic lies on it."""
    relic = [{"id": "relic", "pos": [500, 500, 0]}]
    return battle(alice, users, position=FIELD | {"gm": True, "items": relic})


def model(match_id, name):
    return next(one for one in load_match(match_id).state.models if one.id == name)


def errors(response):
    return response.context["form"].errors


def test_it_works(gm, field):
    response = do(gm, field, "gm_number", model="orm", field="health", value="3", reason="The table agreed.")
    assert response.status_code == 302
    assert model(field, "orm").health == 3
    assert "Change a model’s values: done" in told(response)


def test_it_offers_every_form_of_the_page(gm, field):
    assert set(gm_forms(load_match(field))) == {*DEEDS, *(form.name for form in TABLE)}
    html = gm.get(reverse("admin:matches_match_change", args=[field])).content.decode()
    for name in DEEDS:
        assert address(field, name) in html
    assert address(field, "gm_effect") not in html


@pytest.mark.parametrize("name", DEEDS)
def test_every_form_opens(gm, field, name):
    form = gm.get(address(field, name)).context["form"]
    fields = {one.name for one in gm_forms(load_match(field))[name].fields}
    assert set(form.fields) == fields | {"reason", "pending", "key", "seen"}


def test_places_are_typed_in_inches(gm, field):
    do(gm, field, "gm_pos", model="orm", pos="20, 20.25")
    assert model(field, "orm").pos == (2000, 2025, 0)


def test_terrain_is_put_down_and_taken_away(gm, field):
    rock = {"name": "Rock", "shape": "circle", "a": "5, 9", "radius": "1.5", "height": "2"}
    do(gm, field, "place_terrain", los="opaque", ground="normal", **rock)
    piece = load_match(field).state.terrain[-1]
    assert (piece.name, piece.los) == ("Rock", "opaque")
    do(gm, field, "remove_terrain", **{f"ids-{piece.id}": "on"})
    assert [one.id for one in load_match(field).state.terrain] == ["tower"]


def test_it_ends_the_battle(gm, field):
    do(gm, field, "end_battle", result="win", **{"winners-s2": "on"})
    assert load_match(field).table.outcome().winner == "s2"


@pytest.mark.parametrize("name", DEEDS)
def test_it_refuses_to_do_anything_without_a_reason(gm, field, name):
    before = load_match(field).version
    response = gm.post(address(field, name), filled(gm, field, name, reason=""))
    assert "reason" in errors(response)
    assert load_match(field).version == before


def test_what_cannot_be_read_is_told_at_its_field(gm, field):
    response = do(gm, field, "gm_pos", model="orm", pos="north")
    assert "not a position" in str(errors(response)["pos"])
    response = do(gm, field, "place_terrain", name="Rock", shape="circle", a="5, 9", height="2")
    assert "radius" in errors(response)


def test_what_the_rules_refuse_is_told_with_the_rule(gm, field):
    response = do(gm, field, "gm_pos", model="orm", pos="10, 10")
    assert response.status_code == 200
    assert "Refused by the rule IST-" in text(response)
    assert model(field, "orm").pos == (1600, 1000, 0)


def test_what_makes_no_sense_now_is_refused(gm, alice, users):
    bare = battle(alice, users, position={**FIELD, "items": []})
    response = gm.post(address(bare, "gm_item"), filled(gm, bare, "gm_item", other="relic"))
    assert "Nothing to apply this to" in str(errors(response))


def test_deeds_of_battles_are_none_of_ishmek(gm, arena):
    response = gm.get(address(arena, "gm_number"))
    assert response.status_code == 302
    assert "not a GM action of" in told(response)


def test_who_does_not_run_the_battle_is_refused(other_staff, field):
    response = do(other_staff, field, "gm_number", model="orm", field="health", value="3")
    assert response.status_code == 200
    assert model(field, "orm").health == 20


def test_the_score_counts_the_side_of_the_gm_too(gm, alice, users):
    """Two companies and a bear: the bear stands in the list as they do."""
    sides = position([YLVA], [ORM])["sides"] | {"gm": {"models": [hero("bear", "Bear", (2500, 2500))]}}
    battle(alice, users, position={"sides": sides, "active": "ylva"})
    assert "S1 1 – S2 1 – GM 1" in gm.get(reverse("admin:matches_match_changelist")).content.decode()
