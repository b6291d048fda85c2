"""Components: what they say to whoever cannot see them, and what they do with odd values."""

import re

import pytest
from django.template import Context, Template

from web.crests import CHARGES, SHAPES, SIDES, crest

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
    """53 of 120 is 44.2 %."""
    assert "44 % to take the orb" in drawn('odds chance "to take the orb"', chance=(53, 120))
    assert drawn('odds chance "to win"', chance=None).strip() == ""


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
    for component in ("toast", "popover", "card bottom-sheet", "token-sample"):
        assert f'class="{component}"' in html, component
