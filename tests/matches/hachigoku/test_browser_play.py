"""A Skirmish played in a browser: created on the page, Actions with their odds, dice typed and kept by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from matches import service
from matches.loading import load_match
from tests.browser import Complaints, wait_until_drawn
from tests.rules.hachigoku.dojo import act, fighter
from web.people import THE_HOUSE, person

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDTHS = [(1280, 800), (390, 844)]
TABLE = dict.fromkeys(("s1", "s2", "gm"), "table")


@pytest.fixture
def ada(transactional_db: None, django_user_model: Any, live_server: Any, page: Page) -> Any:
    """Ada, who is logged in."""
    user = django_user_model.objects.create_user("ada")
    client = Client()
    client.force_login(user)
    cookies = [{"name": name, "value": one.value, "url": live_server.url} for name, one in client.cookies.items()]
    page.context.add_cookies(cookies)
    page.route("**/live?*", lambda route: route.fulfill(status=204))
    return user


def acting(ada: Any, *crowd: Any, **scene: Any) -> Any:
    """A match in which the first of these names an Action, with dice that are typed."""
    position = {"characters": list(crowd), "scene": scene, "round": 1, "moment": 8}
    order = service.NewMatch(ruleset="hachigoku", position=position, dice=TABLE, visibility="public")
    match = service.create_match(person(ada), order)
    service.give_command(THE_HOUSE, match, act(crowd[0]["id"]))
    return match


def shown(page: Page, live_server: Any, match: Any) -> None:
    page.goto(f"{live_server.url}/matches/{match}")
    wait_until_drawn(page)


def sound(page: Page, width: int) -> None:
    """It fits, and axe finds nothing."""
    wait_until_drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("size", WIDTHS)
def test_a_duel_is_set_up_and_begun_on_the_page(
    page: Page, complaints: Complaints, ada: Any, live_server: Any, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{live_server.url}/matches/new?ruleset=hachigoku")
    sound(page, size[0])
    page.get_by_label("Side 1", exact=True).select_option("duelist_hana")
    page.get_by_label("Side 2", exact=True).select_option("duelist_jiro")
    page.get_by_label("Who is close to whom").fill("Hana, Jiro, at the well")
    page.get_by_label("It is a duel").check()
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url(re.compile("/matches/[0-9a-f-]{36}"))
    wait_until_drawn(page)
    assert page.locator(".knot h2").inner_text() == "A\nClose to each other, at the well"
    assert page.locator(".open-cards").get_by_text("Hana and Jiro.").count() == 1
    page.get_by_role("button", name="Start the Skirmish").click()
    page.locator("#decide h3", has_text=" may ").first.wait_for()
    assert page.locator(".scores .turn").inner_text() == "Round 1"
    sound(page, size[0])
    assert complaints.heard == []


@pytest.mark.parametrize("size", WIDTHS)
def test_a_short_skirmish_is_played_to_its_end(
    page: Page, complaints: Complaints, ada: Any, live_server: Any, size: tuple[int, int]
) -> None:
    """Aoi charges Ban, who has four Wounds of Earth 2: the fifth brings him Down, and only the Crane can act."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    crowd = [{key: value for key, value in one.items() if key != "dice"} for one in
             (fighter("aoi", "crane"), fighter("ban", "boar", wounds=4))]  # fmt: skip
    order = service.NewMatch(ruleset="hachigoku", setup={"characters": crowd}, dice=TABLE, visibility="public")
    match = service.create_match(person(ada), order)
    shown(page, live_server, match)
    page.get_by_role("button", name="Start the Skirmish").click()
    typed(page, "Aoi: 2d10", 10, 9)
    typed(page, "Ban: 2d10", 2, 1)
    page.get_by_role("button", name="Do not interrupt").click()
    page.get_by_role("button", name="Act", exact=False).first.click()
    page.get_by_role("button", name=re.compile("^Ban, katana, charge")).click()
    typed(page, "Aoi: 4k4 for attack", 6, 5, 4, 2)
    page.get_by_role("button", name="Let it hit").click()
    over = page.locator("#decide h3", has_text="The match is over")
    over.wait_for()
    assert "crane win" in page.locator("#decide").inner_text().lower()
    assert page.locator(".knots").get_by_text("down").count() == 1
    sound(page, size[0])
    assert complaints.heard == []


def typed(page: Page, asked: str, *dice: int) -> None:
    """Type the dice that are asked for."""
    page.get_by_text(asked).first.wait_for()
    for number, face in enumerate(dice, 1):
        page.get_by_label(f"d10, die {number}", exact=True).fill(str(face))
    page.get_by_role("button", name="Enter the dice").click()


@pytest.mark.parametrize("size", WIDTHS)
def test_raises_change_the_chance_and_dice_are_typed_and_kept(
    page: Page, complaints: Complaints, ada: Any, live_server: Any, size: tuple[int, int]
) -> None:
    """5k4 against 10, with a Raise against 15; a 10 is rolled on, and the 2 is kept instead of the 4."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    match = acting(ada, fighter("aoi", "crane", 8, 3), fighter("ban", "boar"), ranges=[["aoi", "ban", 0]])
    shown(page, live_server, match)
    blow = page.locator("button.choice", has_text="Ban, katana").first
    assert "5k4 against 10" in blow.inner_text()
    page.locator("#options > summary").click()
    with page.expect_response(re.compile(r"raises=1")):
        page.locator("#how-raises").select_option("1")
    page.locator("button.choice", has_text="5k4 against 15").first.wait_for()
    with page.expect_response(re.compile("manual_keep=on")):
        page.locator("#how-manual_keep").check()
    wait_until_drawn(page)
    page.locator("button.choice", has_text="Ban, katana").first.click()
    page.get_by_label("d10, die 5").wait_for()
    sound(page, size[0])
    for place, face in enumerate((10, 5, 4, 3, 2)):
        page.locator(f"#die-{place}").fill(str(face))
    page.get_by_role("button", name="Enter the dice").click()
    page.get_by_text("Now the chain of die 1: roll that die alone. Entered so far: 10, 5, 4, 3, 2.").wait_for()
    page.get_by_label("d10, the chain of die 1").fill("6")
    page.get_by_role("button", name="Enter the die").click()
    page.get_by_label("Die 1: 16, a banzai die").check()
    for words in ("Die 2: 5", "Die 4: 3", "Die 5: 2"):
        page.get_by_label(words).check()
    page.get_by_text("26 against 15: it succeeds, banzai dice 1.").wait_for()  # 16 + 5 + 3 + 2
    sound(page, size[0])
    page.get_by_role("button", name="Keep dice", exact=True).click()
    page.get_by_text("Ban takes 3 Wounds.").first.wait_for()  # one, one for the Raise, one for the banzai die
    assert load_match(match).state.characters[1].wounds == 3
    assert complaints.heard == []


@pytest.mark.parametrize("size", WIDTHS)
def test_a_combination_says_what_it_would_come_to(
    page: Page, complaints: Complaints, ada: Any, live_server: Any, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    match = acting(ada, fighter("aoi", "crane", 9, 8), fighter("ban", "boar"), ranges=[["aoi", "ban", 1]])
    shown(page, live_server, match)
    page.get_by_text("Combine movement with other Actions").click()
    form = page.locator("form[data-form=combine]")
    form.locator(".trial", has_text="5k4 against 10").wait_for()
    form.get_by_label("Maneuver").select_option("knockdown")
    form.locator(".trial", has_text="against 10").wait_for()
    sound(page, size[0])
    form.get_by_label("Maneuver").select_option("")
    form.get_by_role("button", name="Do all of it").click()
    page.get_by_label("d10, die 5").wait_for()
    assert page.get_by_text("Aoi: 5k4 for attack").count() <= 1
    assert complaints.heard == []


def test_a_click_on_a_figure_gives_the_first_order_that_lights_it(page: Page, ada: Any, live_server: Any) -> None:
    match = acting(ada, fighter("aoi", "crane", 8), fighter("ban", "boar"), ranges=[["aoi", "ban", 0]])
    shown(page, live_server, match)
    page.locator(".knots [data-token=ban][data-lit]").click()
    page.get_by_label("d10, die 5").wait_for()


@pytest.mark.parametrize("size", WIDTHS)
def test_the_gm_moves_and_changes_somebody(
    page: Page, complaints: Complaints, ada: Any, live_server: Any, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    crowd = (fighter("aoi", "crane", 8), fighter("ban", "boar"), fighter("goro", "boar"))
    match = acting(ada, *crowd)
    shown(page, live_server, match)
    ranges = page.locator("#gm-actions-set_range")
    ranges.locator("summary").first.click()
    ranges.get_by_label("Ranges of").select_option("aoi")
    ranges.get_by_label("to ban").select_option("long")
    ranges.get_by_label("Reason").fill("A wall falls")
    ranges.get_by_role("button", name="Set Ranges").click()
    ranges.get_by_text("aoi and ban are farther apart than by way of goro.").first.wait_for()
    ranges.get_by_label("to goro").select_option("long")
    sound(page, size[0])
    ranges.get_by_role("button", name="Set Ranges").click()
    page.locator(".to-next", has_text="long").wait_for()
    change = page.locator("#gm-actions-adjust")
    change.locator("summary").first.click()
    change.get_by_label("Height level").fill("1")
    change.get_by_label("Reason").fill("On the roof")
    change.get_by_role("button", name="Change", exact=True).click()
    page.locator(".knot", has_text="height 1").first.wait_for()
    assert [one for one in complaints.heard if "422" not in one] == []  # what was refused
