"""House rules that are tables: rows are changed, added, taken out by a plain form, with faults beside fields."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from tests.campaigns.pages.filling import text, told
from tests.rules.play import rule

pytestmark = pytest.mark.django_db

GOBLIN = {"power": 3, "finesse": 6, "will": 3, "health": 12, "armour": 0, "cost": 5}
STILLBORN = {**GOBLIN, "health": 0}
FROSTBITE = {"name": "frostbite", "school": "ice", "range": "12", "defence": "power"}


def at(evening, name="races"):
    return reverse("campaigns:table", args=[evening.id, name])


def fields(page):
    shown = [field for row in page.context["rows"] for field in (*row.fields, *([row.removed] if row.removed else []))]
    return {one.field.name: one for one in shown}


def faults(page):
    return [name for name, one in fields(page).items() if one.error]


def send(client, address, button="set", key="k", **changed):
    """Open the page and send its form, as it is filled in there but for what was changed."""
    page = client.get(address)
    filled = {name: one.value for name, one in fields(page).items()} | {"count": page.context["count"]}
    return client.post(address, {**filled, button: "on", "key": key, **changed})


def row(table, place, /, **parts):
    return {f"{table}-{place}-{part}": str(value) for part, value in parts.items()}


@pytest.fixture
def with_goblins(evening):
    evening.do("set_house_rule", name="races", value={"goblin": GOBLIN})
    return evening


@rule("IST-Q-81", "KERNEL-CAMP-04")
@pytest.mark.parametrize("who", ["gail", "cora"])
def test_a_race_is_added_with_its_reason(evening, browsers, who):
    answer = send(browsers[who], at(evening), **row("races", 0, id="goblin", **GOBLIN), reason="They are everywhere.")
    assert (answer.status_code, told(answer)) == (302, "Set: Races of the house.")
    assert evening.campaign.rules == {"races": {"goblin": GOBLIN}}
    assert "They are everywhere." in text(browsers[who].get(reverse("campaigns:campaign", args=[evening.id])))


@rule("IST-Q-81")
def test_a_race_is_named_as_people_write_it(evening, gail):
    send(gail, at(evening), **row("races", 0, id="Hill Folk", **GOBLIN))
    assert set(evening.campaign.rules["races"]) == {"hill_folk"}
    assert fields(gail.get(at(evening)))["races-0-id"].value == "hill folk"


@rule("IST-Q-81")
def test_what_is_left_empty_is_as_the_book_has_it(evening, gail):
    """The table's own health is 20, its armour 0."""
    parts = {"id": "goblin", "power": 3, "finesse": 6, "will": 3, "health": "", "cost": 5}
    send(gail, at(evening), **row("races", 0, **parts))
    address = at(evening)
    shown = fields(gail.get(address))
    assert (shown["races-0-health"].value, shown["races-0-armour"].value) == ("20", "0")


@rule("IST-Q-81")
def test_a_race_is_changed_and_another_added_at_once(with_goblins, gail):
    orc = {**GOBLIN, "power": 6, "cost": 9}
    send(gail, at(with_goblins), **row("races", 0, cost=7), **row("races", 1, id="orc", **orc))
    assert with_goblins.campaign.rules["races"] == {"goblin": {**GOBLIN, "cost": 7}, "orc": orc}


def test_a_row_in_which_nothing_stands_is_none(with_goblins, gail):
    offered = fields(gail.get(at(with_goblins)))
    answer = send(gail, at(with_goblins), **{name: "" for name in offered if name.startswith("races-1-")})
    assert told(answer) == "Nothing was changed."
    assert with_goblins.campaign.rules["races"] == {"goblin": GOBLIN}


@pytest.mark.parametrize("count", ["", "many", "201"])
def test_a_form_that_does_not_say_how_many_rows_it_has_loses_none(with_goblins, gail, count):
    assert send(gail, at(with_goblins), count=count).status_code == 400
    assert with_goblins.campaign.rules["races"] == {"goblin": GOBLIN}


def test_a_race_is_taken_out(with_goblins, gail):
    send(gail, at(with_goblins), **row("races", 0, removed="on"))
    assert with_goblins.campaign.rules["races"] == {}


def test_where_nothing_was_changed_nothing_is_set(with_goblins, gail):
    before = with_goblins.types()
    assert told(send(gail, at(with_goblins))) == "Nothing was changed."
    assert with_goblins.types() == before


def test_another_empty_row_keeps_what_was_typed_and_sets_nothing(with_goblins, gail):
    typed = row("races", 0, power=9) | row("races", 1, id="orc", power=6)
    page = send(gail, at(with_goblins), "more", **typed, reason="War.")
    shown = fields(page)
    assert (page.status_code, page.context["count"]) == (200, 3)
    assert {name: shown[name].value for name in typed} == typed
    assert (shown["races-2-id"].value, shown["races-2-health"].value) == ("", "20")
    assert page.context["reason"][0].value == "War."
    assert with_goblins.campaign.rules["races"] == {"goblin": GOBLIN}


@rule("IST-CAST-01")
def test_a_spell_is_added_with_its_range_in_inches(evening, gail):
    address = at(evening, "spells")
    assert fields(gail.get(address))["spells-0-range"].value == "12"
    spell = row("spells", 0, **FROSTBITE) | {"spells-0-range": "12.5", "spells-0-chained": "on"}
    assert send(gail, address, **spell).status_code == 302
    (stored,) = evening.campaign.rules["spells"]
    command_summary = {part: stored[part] for part in ("name", "school", "range", "defence", "chained", "shape")}
    assert command_summary == {
        "name": "frostbite",
        "school": "ice",
        "range": 1250,
        "defence": "power",
        "chained": True,
        "shape": "target",
    }
    assert fields(gail.get(address))["spells-0-range"].value == "12.5"


@pytest.mark.parametrize(
    ("name", "typed", "fault"),
    [
        ("races", row("races", 1, power=3), "races-1-id"),
        ("races", row("races", 1, id="orc", power="many"), "races-1-power"),
        ("races", row("races", 1, id="orc", **STILLBORN), "races-1-health"),
        ("races", row("races", 1, id="orc", **{**GOBLIN, "cost": -1}), "races-1-cost"),
        ("races", row("races", 1, id="human", **GOBLIN), "races-1-id"),
        ("races", row("races", 1, id="goblin", **GOBLIN), "races-1-id"),
        (
            "races",
            row("races", 0, removed="on") | row("races", 1, id="orc", **{**GOBLIN, "health": 0}),
            "races-1-health",
        ),
        ("spells", row("spells", 0, **{**FROSTBITE, "range": "far"}), "spells-0-range"),
        ("spells", row("spells", 0, **{**FROSTBITE, "defence": ""}), "spells-0-defence"),
        ("spells", row("spells", 0, **{**FROSTBITE, "shape": "star"}), "spells-0-shape"),
        ("spells", row("spells", 0, **{**FROSTBITE, "name": "fireball"}), "spells-0-name"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
@rule("IST-Q-81", "IST-CAST-01", "KERNEL-CAMP-04")
def test_a_fault_is_told_beside_its_field_and_nothing_is_lost(with_goblins, gail, name, typed, fault):
    before = with_goblins.types()
    page = send(gail, at(with_goblins, name), **typed)
    assert page.status_code in (400, 422)
    assert faults(page) == [fault]
    assert {one: fields(page)[one].value for one in typed} == typed
    assert with_goblins.types() == before


@rule("KERNEL-CAMP-01")
def test_a_player_reads_them_and_sets_none(with_goblins, ann):
    page = ann.get(at(with_goblins))
    assert "Only the GM and co-GMs can change them." in text(page)
    assert "Add a row" not in text(page)
    assert "New row" not in text(page)
    assert send(ann, at(with_goblins), **row("races", 0, cost=1)).status_code == 403
    assert with_goblins.campaign.rules["races"] == {"goblin": GOBLIN}


def test_others_find_nothing_and_no_rule_without_rows_has_a_page(evening, gail, browsers):
    assert browsers["eve"].get(at(evening)).status_code == 404
    assert Client().get(at(evening)).status_code == 302
    for name in ("fate", "cover", "nonsense"):
        assert gail.get(at(evening, name)).status_code == 404
    assert Campaign.objects.count() == 1
