"""Ring on hexes and on a plane, in a browser: the generic board draws both from their views, and plays on them."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from tests.browser import Complaints, wait_until_drawn
from tests.example_game.mat import SETUP
from tests.example_game.test_browser import SHOWN, without_feed
from tests.example_game.test_served import TABLE
from tests.matches.calling import Api

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLACES = {
    "ring_hexes": {"red": "translate(-100 0)", "at": "0,0", "step": "translate(0 0)", "title": "(0, 0)"},
    "ring_plane": {"red": "translate(300 250)", "at": "400,250", "step": "translate(400 250)", "title": "(4, 2.5)"},
}
"""Where Ada stands at first, square 3 of the mat, and where she comes to by a step to the middle."""
DRAWN = """() => [...document.querySelectorAll('#arena .token .disc')].map(one => one.getBoundingClientRect())
  .map(box => [box.x + box.width / 2, box.y + box.height / 2, Math.max(box.width, box.height)])"""


@pytest.fixture
def at(transactional_db: None, on_ground: Any, live_server: Any, page: Page, django_user_model: Any) -> str:
    """The address of a match whose page ada has open in her browser."""
    ada = django_user_model.objects.create_user("ada")
    client = Client()
    client.force_login(ada)
    page.context.add_cookies(
        [{"name": name, "value": one.value, "url": live_server.url} for name, one in client.cookies.items()]
    )
    order = {"ruleset": on_ground.key, "setup": SETUP, "dice": TABLE, "visibility": "public"}
    without_feed(page)
    return f"{live_server.url}/matches/{Api(ada).post('matches/', order, 201)['id']}"


@pytest.fixture
def place(on_ground: Any) -> dict[str, str]:
    return PLACES[on_ground.key]


def stands(page: Page, seat: str) -> str | None:
    return page.locator(f"#token-{seat}").get_attribute("transform")


def test_a_lit_place_is_clicked(page: Page, complaints: Complaints, at: str, place: dict[str, str]) -> None:
    page.goto(at)
    wait_until_drawn(page)
    assert stands(page, "red") == place["red"]
    page.locator(f'#arena [data-square="{place["at"]}"][data-lit]').click()
    page.wait_for_function("() => document.querySelector('.of-figure[data-active] h2').textContent.includes('Bo')")
    assert stands(page, "red") == place["step"]
    assert page.locator(".of-figure", has_text="Ada").locator(".where").inner_text() == place["title"]
    assert complaints.heard == []


def test_a_lit_place_is_reached_and_chosen_by_keys(page: Page, at: str, place: dict[str, str]) -> None:
    page.goto(at)
    wait_until_drawn(page)
    page.locator(".board-box").focus()
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == place["title"] != first
    assert page.locator("#arena [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.of-figure[data-active] h2').textContent.includes('Bo')")
    assert stands(page, "red") == place["step"]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_axe_finds_nothing(page: Page, at: str, size: tuple[int, int], scheme: Any) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)
    for address in (at, f"{at}/replay"):
        page.goto(address)
        wait_until_drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        for (x, y, one), (x2, y2, other) in combinations(page.evaluate(DRAWN), 2):
            assert one >= 24
            assert hypot(x - x2, y - y2) >= 0.9 * (one + other) / 2


def test_the_replay_draws_each_moment_as_the_server_would(page: Page, at: str, place: dict[str, str]) -> None:
    page.goto(at)
    wait_until_drawn(page)
    page.locator(f'#arena [data-square="{place["at"]}"][data-lit]').click()
    page.wait_for_function("() => document.querySelector('.of-figure[data-active] h2').textContent.includes('Bo')")
    page.goto(f"{at}/replay")
    page.locator("#slider:enabled").wait_for()
    last = int(page.locator("#slider").get_attribute("max") or 0)
    drawn = {}
    for n in range(last, 2, -1):
        page.locator("#slider").fill(str(n))
        drawn[n] = page.evaluate(SHOWN)
    page.route("**/replay.js", lambda route: route.abort())
    for n, shown in drawn.items():
        page.goto(f"{at}/replay?n={n}")
        assert page.evaluate(SHOWN) == shown, f"event {n}"


@pytest.mark.parametrize("on_ground", ["ring_plane"], indirect=True)
def test_a_point_is_clicked_for_the_form_that_is_open(page: Page, at: str) -> None:
    page.goto(at)
    wait_until_drawn(page)
    page.locator("details.by-hand > summary", has_text="Step").click()
    floor = page.locator("#arena rect.floor").bounding_box()
    assert floor is not None
    page.mouse.click(floor["x"] + floor["width"] / 2, floor["y"] + floor["height"] / 2)
    assert page.locator("[data-pick=place]").input_value() == "4, 2.5"
    page.locator("details.by-hand[open]").get_by_role("button", name="Step").click()
    page.wait_for_function("() => document.querySelector('.of-figure[data-active] h2').textContent.includes('Bo')")
    assert stands(page, "red") == "translate(400 250)"
