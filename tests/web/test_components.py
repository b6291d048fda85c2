"""Components: what they say to whoever cannot see them, and what they do with odd values."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, RequestContext, Template

from web.crests import CHARGES, SHAPES, SIDES, crest

USERS = ("matches/templates", "campaigns/templates", "templates")
TAGS = {
    "crest": "{% (company_)?crest ",
    "crest_shapes": "{% crest",
    "rule": "{% rule_note ",
    "empty": "{% empty_state ",
    "side_mark": "{% side_mark ",
}
"""How templates draw the components that are not called like their tag."""

pytestmark = pytest.mark.django_db


def drawn(tag: str, **values: object) -> str:
    return Template("{% load components %}{% " + tag + " %}").render(Context(values))


def test_a_name_bears_the_same_charge_everywhere_and_each_side_a_shape_of_its_own() -> None:
    assert crest("Quarry Goats", 1).charge == crest("Quarry Goats", 5).charge
    assert len({crest("Quarry Goats", side).shape for side in range(1, SIDES + 1)}) == SIDES == len(SHAPES)
    assert len({crest(f"company {number}", 1).charge for number in range(200)}) == len(CHARGES)


def test_a_crest_says_whose_it_is_and_escapes_the_name() -> None:
    html = drawn("crest name 3", name='<b>"Goats"')
    assert 'class="crest side-3"' in html
    assert "&lt;b&gt;" in html
    assert "<b>" not in html


@pytest.mark.parametrize(
    ("bonus", "total", "success", "text"),
    [
        ("+3", 12, True, "9 + 3 = 12 vs 7 ✓made · 44 %"),
        ("−2", 7, False, "9 − 2 = 7 vs 7 ✕missed · 44 %"),
        ("+0", 9, None, "9 vs 7 · 44 %"),
    ],
)
def test_a_roll_in_one_line(bonus: str, total: int, success: bool | None, text: str) -> None:
    roll = {
        "roll": "2d20kh1",
        "dice": [{"face": 9, "kept": True, "sides": 20}, {"face": 2, "kept": False, "sides": 20}],
        "bonus": bonus,
        "total": total,
        "target": 7,
        "success": success,
        "percent": "44 %",
    }
    html = drawn("roll_chip roll", roll=roll)
    assert " ".join(re.sub(r"<[^>]+>", "", html).split()) == text


@pytest.mark.parametrize(("target", "text"), [(15, "1+6+10+6 = 23 vs 15 ✓made"), (None, "1+6+10+6")])
def test_several_dice_are_summed_where_their_sum_is_compared(target: int | None, text: str) -> None:
    """Action Dice are no sum."""
    dice = [{"face": face, "kept": True, "sides": 10} for face in (1, 6, 10, 6)]
    roll = {"dice": dice, "bonus": "+0", "total": 23, "target": target, "success": target and True}
    assert " ".join(re.sub(r"<[^>]+>", "", drawn("roll_chip roll", roll=roll)).split()) == text


@pytest.mark.parametrize(
    ("beside", "text"),
    [("Hanne seizes the orb from Ib", "Ib: 5 vs 19"), ("Ib rolls", "5 vs 19"), ("", "Ib: 5 vs 19")],
)
def test_a_roll_names_whose_it_is_where_its_line_is_about_another(beside: str, text: str) -> None:
    roll = {"dice": [{"face": 5, "kept": True, "sides": 20}], "total": 5, "target": 19, "by": "Ib"}
    html = drawn("roll_chip roll beside", roll=roll, beside=beside)
    assert " ".join(re.sub(r"<[^>]+>", "", html).split()) == text


def test_odds_say_of_what() -> None:
    html = drawn('odds "44 %" "to take the orb" "53/120"')
    assert '<span class="odds" title="53/120">44 % <small>to take the orb</small>' in html
    assert '<rect width="44" height="6" class="share"/>' in html
    assert drawn('odds "" "to win"').strip() == ""


@pytest.mark.parametrize(("percent", "share"), [("< 1 %", 1), ("> 99 %", 99), ("100 %", 100), ("0 %", 0)])
def test_the_bar_is_as_long_as_the_chance(percent: str, share: int) -> None:
    assert f'<rect width="{share}" height="6" class="share"/>' in drawn("odds percent 'to win'", percent=percent)


def test_the_words_of_a_rule_open_from_its_number() -> None:
    html = drawn(
        "rule_note rule text", rule="ISH-SR-01", text="who: the owner; when: two are near; passing means: lowest id"
    )
    button, note = re.findall(r'popovertarget="([\w-]+)"|popover id="([\w-]+)"', html)
    assert button[0] == note[1] != ""
    assert "Asked: the owner. When: two are near. Passing means: lowest id." in html
    assert drawn("rule_note rule text", rule="", text="").strip() == ""


@pytest.mark.parametrize(("target", "key"), [("", "rule-1"), ("table", "rule-table-1")])
def test_notes_of_a_page_and_of_a_part_that_is_swapped_in_are_told_apart(rf, target: str, key: str) -> None:
    request = rf.get("/", headers={"HX-Target": target} if target else {})
    both = "{% load components %}{% rule_note 'A' 'one' %}{% rule_note 'A' 'one' %}"
    html = Template(both).render(RequestContext(request))
    assert re.findall(r'popover id="([\w-]+)"', html) == [key, key[:-1] + "2"]


def test_form_dots_are_told_in_words() -> None:
    assert 'aria-label="Last results: won, lost, not played"' in drawn('form_dots "WL-"')
    assert 'aria-label="Last results: none"' in drawn('form_dots ""')


@pytest.mark.parametrize("values", [(), (5,), (5, 5, 5), (-3, 0, 9)])
def test_a_line_of_any_values_stays_in_its_box(values: tuple[int, ...]) -> None:
    html = drawn('sparkline values "Gold"', values=values)
    points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", html)
    assert len(points) == len(values)
    assert all(0 <= float(x) <= 96 and 0 <= float(y) <= 24 for x, y in points)


def test_a_gauge_below_a_third_is_low() -> None:
    assert 'class="low"' in drawn('gauge "Health" 3 12')
    assert 'class="low"' not in drawn('gauge "Health" 4 12')


def test_the_page_of_components_is_for_staff(client, django_user_model) -> None:
    assert client.get("/design/").status_code == 302
    client.force_login(django_user_model.objects.create_user("player"))
    assert client.get("/design/").status_code == 403
    client.force_login(django_user_model.objects.create_user("staff", is_staff=True))
    answer = client.get("/design/")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert html.count('class="crest side-') == SIDES
    for component in (
        "toast",
        "popover",
        "card bottom-sheet example",
        "token-sample",
        "needs",
        "tabs",
        "empty",
        "badge side-5",
    ):
        assert f'class="{component}"' in html, component


def test_every_component_is_on_its_page_and_in_use() -> None:
    """A template of the folder is drawn by the page of components, and by a template of another room."""
    folder = Path(str(settings.BASE_DIR)) / "web" / "templates"
    shown = "".join(one.read_text(encoding="utf-8") for one in (folder / "web").glob("design*.html"))
    rooms = [one.read_text(encoding="utf-8") for name in USERS for one in Path(settings.BASE_DIR, name).rglob("*.*")]
    for component in (folder / "components").glob("*.html"):
        ways = TAGS.get(component.stem, rf"{{% {component.stem} |components/{component.name}")
        assert re.search(ways, shown), component.name
        assert any(re.search(ways, one) for one in rooms), component.name


def test_a_row_of_needs_has_its_action_and_says_what_it_is_for() -> None:
    told = "Choose a talent for <Vethis>"
    html = drawn('need told "/hero/" "Choose" "after battle 5"', told=told)
    assert "Choose a talent for &lt;Vethis&gt;<small>after battle 5</small>" in html
    assert '<a class="button" href="/hero/">Choose<span class="sr">: Choose a talent' in html
    assert "<a" not in drawn('need "Ready in the next downtime"')


def test_the_first_tab_is_chosen_and_numbers_are_told() -> None:
    html = drawn("tabs 'Beside' named", named=[("log", "Log", None), ("moments", "Key moments", 0)])
    assert re.findall(r'data-tab="(\w+)" aria-pressed="(\w+)">([^<]+)', html) == [
        ("log", "true", "Log"),
        ("moments", "false", "Key moments "),
    ]
    assert html.count("<span>0</span>") == 1
    assert "hidden" not in html
    assert 'class="tabs script-only" id="tabs" hidden' in drawn("tabs 'Beside' named scripted=True", named=[])


def test_a_list_without_anything_leads_to_what_fills_it() -> None:
    assert '<a class="button primary" href="/new/">New match</a>' in drawn('empty_state "None" "" "/new/" "New match"')
    assert "<a" not in drawn('empty_state "No heroes yet"')


def test_a_token_has_the_shape_of_its_side() -> None:
    html = drawn("token 3 short", short="<A")
    assert f'd="{SHAPES[2]}"' in html
    assert "&lt;A" in html
    assert 'class="badge side-3"' in drawn('badge 3 "AB"')
    assert "side-3" not in drawn('badge 3 "AB" own=False')
