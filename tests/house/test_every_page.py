"""Every page of the demo in a real browser, as a stranger, a player and the GM come to it: fit for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string

from rules.registry import RULESETS
from tests.browser import Complaints, new_context, wait_until_drawn
from tests.demo_house import HREFS, OTHER_GAMES, PEOPLE, STARTS, described, kind_of, served, walk

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_CHARACTERS = 500_000
LOOKS = [(1280, "light"), (390, "dark")]
UNLINKED = {
    "": ("/nothing", "/?page=%00", "/?q=nothing", "/account/choose/MQ/x/", "/campaigns/join/x/", "/admin/login/"),
    "player": (
        *(f"/matches/new?ruleset={game}" for game in RULESETS),
        "/?status=waiting",
        *(f"/?status=finished&game={game}" for game in RULESETS),
        "/campaigns/?archived=on",
        "/design/",
    ),
}
"""Pages that no link of the demo leads to in time: errors, empty lists, forms of other games, matches that are over."""
BROKEN = ("403_csrf", "413", "429", "500", "503")
"""Templates of errors that no address provokes."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("demo")) as house:
        yield house


def faults_of(page, axe):
    """What axe finds on a page, and whether it is wider than its window or heavy."""
    found = described(axe.run(page).response["violations"])
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("wider than the window")
    if len(page.content()) > MOST_CHARACTERS:
        found.append(f"{len(page.content())} characters")
    return [f"{page.url}: {fault}" for fault in found]


@pytest.mark.parametrize("who", PEOPLE, ids=lambda who: who or "stranger")
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_pages_are_for_everybody(browser, house, who, width, scheme):
    """axe finds no fault, nothing is wider than the window, the browser has no complaint, no page is heavy."""
    faults, kinds = [], set()
    with new_context(browser, viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page, axe, complaints = context.new_page(), Axe(), Complaints()
        complaints.listen(page)
        if who:
            house.log_in(page, who)
        for kind in walk(page, house, STARTS[who]):
            kinds.add(kind)
            faults += faults_of(page, axe)
    assert "\n".join(faults) == ""
    assert complaints.heard == []
    assert {"pages:matches", "pages:match", "pages:replay"} <= kinds
    assert ("campaigns:hero" in kinds) == bool(who)
    assert ("admin:campaigns_hero_change" in kinds) == (who == "gm")


@pytest.mark.parametrize(
    ("game", "width", "scheme"), [(game, *look) for game, look in zip(OTHER_GAMES, LOOKS, strict=True)]
)
def test_campaigns_of_other_games_are_for_everybody(browser, house, game, width, scheme):
    faults, kinds = [], set()
    with new_context(browser, viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page, axe = context.new_page(), Axe()
        house.log_in(page, "gm")
        page.goto(f"{house.url}/campaigns/")
        path = page.get_by_role("link", name=game, exact=True).get_attribute("href")
        for kind in walk(page, house, [path], "campaigns:"):
            kinds.add(kind.removeprefix("campaigns:"))
            faults += faults_of(page, axe)
    assert "\n".join(faults) == ""
    assert {"campaign", "company", "hero", "battle", "start", "rules", "void"} <= kinds


@pytest.mark.parametrize("who", UNLINKED, ids=lambda who: who or "stranger")
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_pages_that_no_link_leads_to_are_for_everybody(browser, house, who, width, scheme):
    """With the first match and the first replay of each list among them."""
    faults = []
    with new_context(browser, viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page, axe = context.new_page(), Axe()
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
                faults += faults_of(page, axe)
    assert "\n".join(faults) == ""


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_what_says_that_something_broke_is_for_everybody(browser, house, name, width, scheme):
    told = render_to_string(f"{name}.html", {"message": "Try again in 5 seconds.", "address": "/", "offer_login": True})
    with new_context(browser, viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        page.route("**/broken", lambda route: route.fulfill(body=told, content_type="text/html"))
        page.goto(f"{house.url}/broken")
        assert page.get_by_role("heading", level=1).is_visible()
        assert faults_of(page, Axe()) == []


def test_axe_would_find_faults(browser):
    """The proof that it looks: text that cannot be read, and a picture without words."""
    with new_context(browser) as context:
        page = context.new_page()
        page.set_content('<html lang="en"><title>x</title><main><h1 style="color: #eee">Faint</h1><img src="x"></main>')
        rules = {fault.partition(":")[0] for fault in described(Axe().run(page).response["violations"])}
    assert {"color-contrast", "image-alt"} <= rules
