"""Every page of the demo in a real browser, as a stranger, a player and the GM come to it: fit for everybody.

Each is loaded once, and looked at 390, 1280 and 1920 pixels wide, light and dark.
"""

from contextlib import contextmanager

import pytest
from django.template.loader import render_to_string

from rules.registry import RULESETS
from tests import accessibility
from tests.accessibility import begin
from tests.browser import Complaints, new_context, wait_until_drawn
from tests.demo_house import HREFS, OTHER_GAMES, PEOPLE, STARTS, kind_of, served, walk

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_CHARACTERS = 500_000
UNLINKED = {
    "": ("/nothing", "/?page=%00", "/?q=nothing", "/account/choose/MQ/x/", "/campaigns/join/x/", "/admin/login/"),
    "player": (
        *(f"/matches/new?ruleset={game}" for game in RULESETS),
        "/?status=waiting",
        *(f"/?status=finished&game={game}" for game in RULESETS),
        "/campaigns/?archived=on",
        "/design/",
        "/api/docs/",
    ),
}
"""Pages that no link of the demo leads to in time: errors, empty lists, forms of other games, matches that are over."""
BROKEN = ("403_csrf", "413", "429", "500", "503")
"""Templates of errors that no address provokes."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("demo")) as house:
        yield house


def faults_of(page):
    """What axe finds on a page at each width, light and dark; where it is too wide; whether it is heavy."""
    found = accessibility.faults_of(page)
    if len(page.content()) > MOST_CHARACTERS:
        found.append(f"{page.url}: {len(page.content())} characters")
    return found


@contextmanager
def page_of(browser):
    """A page that begins as narrow as it is looked at first."""
    with new_context(browser) as context:
        page = context.new_page()
        begin(page)
        yield page


@pytest.mark.parametrize("who", PEOPLE, ids=lambda who: who or "stranger")
def test_pages_are_for_everybody(browser, house, who):
    """axe finds no fault, nothing is wider than the window, the browser has no complaint, no page is heavy."""
    faults, kinds = [], set()
    with page_of(browser) as page:
        complaints = Complaints()
        complaints.listen(page)
        if who:
            house.log_in(page, who)
        for kind in walk(page, house, STARTS[who]):
            kinds.add(kind)
            faults += faults_of(page)
    assert "\n".join(faults) == ""
    assert complaints.heard == []
    assert {"pages:matches", "pages:match", "pages:replay"} <= kinds
    assert ("campaigns:hero" in kinds) == bool(who)
    assert ("admin:campaigns_hero_change" in kinds) == (who == "gm")


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_campaigns_of_other_games_are_for_everybody(browser, house, game):
    faults, kinds = [], set()
    with page_of(browser) as page:
        house.log_in(page, "gm")
        page.goto(f"{house.url}/campaigns/")
        path = page.get_by_role("link", name=game, exact=True).get_attribute("href")
        for kind in walk(page, house, [path], "campaigns:"):
            kinds.add(kind.removeprefix("campaigns:"))
            faults += faults_of(page)
    assert "\n".join(faults) == ""
    assert {"campaign", "company", "hero", "battle", "start", "rules", "void"} <= kinds


@pytest.mark.parametrize("who", UNLINKED, ids=lambda who: who or "stranger")
def test_pages_that_no_link_leads_to_are_for_everybody(browser, house, who):
    """With the first match and the first replay of each list among them."""
    faults = []
    with page_of(browser) as page:
        if who:
            house.log_in(page, who)
        for path in UNLINKED[who]:
            page.goto(f"{house.url}{path}")
            found = [page.url]
            if "status=" in path:
                kinds = {kind_of(link): link for link in reversed(page.eval_on_selector_all("main a[href]", HREFS))}
                found += [kinds["pages:match"], kinds["pages:replay"]]
            for address in found:
                page.goto(address)
                wait_until_drawn(page)
                faults += faults_of(page)
    assert "\n".join(faults) == ""


@pytest.mark.parametrize("name", BROKEN)
def test_what_says_that_something_broke_is_for_everybody(browser, house, name):
    told = render_to_string(f"{name}.html", {"message": "Try again in 5 seconds.", "address": "/", "offer_login": True})
    with page_of(browser) as page:
        page.route("**/broken", lambda route: route.fulfill(body=told, content_type="text/html"))
        page.goto(f"{house.url}/broken")
        assert page.get_by_role("heading", level=1).is_visible()
        assert faults_of(page) == []


def test_axe_would_find_faults(browser):
    """The proof that it looks: a picture without words; text that is faint in the dark, or on narrow screens alone."""
    page_with_faults = """<html lang="en"><title>x</title><style>
        @media (prefers-color-scheme: dark) { .dark { color: #eee } }
        @media (max-width: 600px) { .narrow { color: #eee } }
        </style><main><h1 class="dark">Faint</h1><p class="narrow">Faint</p><img src="x"></main>"""
    with page_of(browser) as page:
        page.set_content(page_with_faults)
        faults = [fault.rpartition("about:blank at ")[2] for fault in faults_of(page)]
    expected = {
        *(f"{width}, light: image-alt: img" for width in (390, 1280, 1920)),
        *(f"{width}, dark: color-contrast: h1" for width in (390, 1280, 1920)),
        *(f"390, {scheme}: color-contrast: p" for scheme in ("light", "dark")),
    }
    assert {": ".join(fault.split(": ")[:3]) for fault in faults} == expected
