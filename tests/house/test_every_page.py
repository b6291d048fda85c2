"""Every page of the demo in a real browser, as a stranger, a player and the GM come to it: fit for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import Complaints, new_context
from tests.demo_house import PEOPLE, described, served, walk

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_CHARACTERS = 500_000
LOOKS = [(1280, "light"), (390, "dark")]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("demo")) as house:
        yield house


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
        for kind in walk(page, house, who):
            kinds.add(kind)
            found = described(axe.run(page).response["violations"])
            if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                found.append("wider than the window")
            if len(page.content()) > MOST_CHARACTERS:
                found.append(f"{len(page.content())} characters")
            faults += [f"{kind} {page.url.removeprefix(house.url)}: {fault}" for fault in found]
    assert "\n".join(faults) == ""
    assert complaints.heard == []
    assert {"pages:matches", "pages:match", "pages:replay"} <= kinds
    assert ("campaigns:hero" in kinds) == bool(who)
    assert ("admin:campaigns_hero_change" in kinds) == (who == "gm")


def test_axe_would_find_faults(browser):
    """The proof that it looks: text that cannot be read, and a picture without words."""
    with new_context(browser) as context:
        page = context.new_page()
        page.set_content('<html lang="en"><title>x</title><main><h1 style="color: #eee">Faint</h1><img src="x"></main>')
        rules = {fault.partition(":")[0] for fault in described(Axe().run(page).response["violations"])}
    assert {"color-contrast", "image-alt"} <= rules
