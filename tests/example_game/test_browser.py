"""Ring in a browser, on the generic board: nothing is drawn but what its view says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from tests.browser import Complaints, wait_until_drawn
from tests.example_game.mat import SETUP
from tests.example_game.test_served import TABLE, steps_of
from tests.matches.calling import Api

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOWN = """() => {
  const follows = ({ name }) => !['data-bind', 'style', 'class'].includes(name);
  const shape = one => {
    if (one.nodeType !== 1) return one.textContent.trim();
    if (one.matches('.figure')) return '<figure>';
    const attributes = [...one.attributes].filter(follows).map(({ name, value }) => ` ${name}="${value}"`).sort();
    return `<${one.localName}${attributes.join('')}>${[...one.childNodes].map(shape).join('')}`;
  };
  return [...document.querySelectorAll('#stage [data-bind]')].map(shape);
}"""
"""All that follows the view, as it stands on the page; but for the size of figures, which follows the window."""


@pytest.fixture
def api(transactional_db: None, django_user_model: Any) -> Api:
    return Api(django_user_model.objects.create_user("ada"))


@pytest.fixture
def at(api: Api, live_server: Any, page: Page, django_user_model: Any) -> str:
    """The address of a match whose page ada has open in her browser."""
    client = Client()
    client.force_login(django_user_model.objects.get(username="ada"))
    page.context.add_cookies(
        [{"name": name, "value": one.value, "url": live_server.url} for name, one in client.cookies.items()]
    )
    order = {"ruleset": "ring", "setup": SETUP, "dice": TABLE, "visibility": "public"}
    return f"{live_server.url}/matches/{api.post('matches/', order, 201)['id']}"


def play(api: Api, at: str, steps: slice) -> None:
    for step in steps_of("off_the_mat")[steps]:
        command = {"command": step["command"], "dice": step.get("dice", [])}
        api.post(f"matches/{at.rpartition('/')[2]}/commands", command)


def card(page: Page, name: str) -> Any:
    return page.locator(".of-figure", has_text=name)


def without_feed(page: Page) -> None:
    """The test server answers no streams."""
    page.route("**/live?*", lambda route: route.fulfill(status=204))


def test_a_figure_has_its_gauge_its_badge_and_its_square(page: Page, complaints: Complaints, api: Api, at: str) -> None:
    # Ada stepped to 4, was winded by Bo's grip, drove him back to 6 and stepped to 5: turn 4, Bo's.
    play(api, at, slice(0, 5))
    without_feed(page)
    page.goto(at)
    wait_until_drawn(page)
    assert page.locator("#token-red").get_attribute("transform") == "translate(500 100)"
    assert page.locator("#token-blue").get_attribute("transform") == "translate(600 100)"
    assert [card(page, name).locator("meter").get_attribute("value") for name in ("Ada", "Bo")] == ["2", "1"]
    assert page.locator(".of-figure[data-active] h2").inner_text().split() == ["Bo", "Bo", "(6,", "1)"]
    assert page.locator(".track li[data-now]").inner_text() == "4"
    assert page.locator(".queue li").all_inner_texts() == ["Bo\nturn 4", "Ada\nturn 5", "Bo\nturn 6"]
    card(page, "Ada").get_by_text("Winded").click()
    assert card(page, "Ada").get_by_text("RING-WIND-01").is_visible()
    page.get_by_role("button", name="Rest").click()
    page.locator(".track li[data-now]", has_text="5").wait_for()
    assert page.locator(".of-figure[data-active] h2").inner_text().split() == ["Ad", "Ada", "(5,", "1)"]
    assert complaints.heard == []


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_axe_finds_nothing(page: Page, api: Api, at: str, size: tuple[int, int], scheme: Any) -> None:
    play(api, at, slice(0, 5))
    without_feed(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)
    for address in (at, f"{at}/replay"):
        page.goto(address)
        wait_until_drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_the_replay_draws_each_moment_as_the_server_would(page: Page, api: Api, at: str) -> None:
    play(api, at, slice(None))
    page.goto(f"{at}/replay")
    page.locator("#slider:enabled").wait_for()
    last = int(page.locator("#slider").get_attribute("max") or 0)
    drawn = {}
    for n in (*range(last, 2, -2), *range(3, last, 2)):
        page.locator("#slider").fill(str(n))
        drawn[n] = page.evaluate(SHOWN)
    assert any("Winded" in part for part in drawn[last])
    assert any("off the mat" in part for part in drawn[last])
    page.route("**/replay.js", lambda route: route.abort())
    for n, shown in drawn.items():
        page.goto(f"{at}/replay?n={n}")
        assert page.evaluate(SHOWN) == shown, f"event {n}"
