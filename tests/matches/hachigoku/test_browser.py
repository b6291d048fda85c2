"""A Skirmish in a browser: it fits at both widths, and axe finds nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from matches import service
from tests.browser import Complaints, wait_until_drawn
from tests.rules.hachigoku.dojo import BOW, KATANA, act, attack, fighter, rest
from web.people import THE_HOUSE, person

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HELD = [{"name": "partially_captured", "source": "goro", "note": "net"}]
CROWD = [
    fighter("aoi", "crane", 9, 8, 5, 3, honor_points=2, weapons=[KATANA, {**BOW, "ready": False}], wounds=3),
    fighter("chie", "crane", 8, 4, height=1, cover="partial", weapons=[BOW]),
    fighter("emi", "crane", 7, 2, mounted=True, mount_gait="gallop"),
    fighter("ban", "boar", 8, 6, 6, armor={"type": "ashigaru"}),
    fighter("goro", "boar", 5, 1, weapons=[{"name": "net", "skill": "Kusarijutsu", "entangle": True}]),
    fighter("iwa", "boar", 3, wounds=5),
    fighter("kin", "boar", 2, conditions=HELD, nearby_cover="slight"),
]
NAMES = {
    "aoi": "Aoi of the Crane",
    "ban": "Ban",
    "chie": "Chie",
    "emi": "Emi",
    "goro": "Goro",
    "iwa": "Iwa",
    "kin": "Kin",
}
MELEE, BACK = ("aoi", "ban"), ("goro", "iwa", "kin")


def apart(one: str, other: str) -> int:
    """Aoi and Ban fight; the rest of the Boar stands near, Chie and Emi behind."""
    place = {"chie": 0, "emi": 0, **dict.fromkeys(MELEE, 1), **dict.fromkeys(BACK, 2)}
    return abs(place[one] - place[other])


@pytest.fixture
def at(transactional_db: None, django_user_model: Any, live_server: Any, page: Page) -> str:
    """The address of a Skirmish that Ada has open: Aoi has hit Ban, who may defend himself."""
    ada = django_user_model.objects.create_user("ada")
    crowd = [{**one, "name": NAMES[one["id"]]} for one in CROWD]
    ids = [one["id"] for one in crowd]
    ranges = [[one, other, apart(one, other)] for one in ids for other in ids if one < other]
    scene = {"ranges": ranges, "max_height": 1, "duel": {"principals": ["aoi", "ban"]}}
    sides = [{"id": "crane", "name": "The Crane"}, {"id": "boar", "name": "The Boar"}]
    position = {"characters": crowd, "sides": sides, "scene": scene, "round": 2, "moment": 8}
    dice = dict.fromkeys(("s1", "s2", "gm"), "table")
    order = service.NewMatch(ruleset="hachigoku", position=position, dice=dice, visibility="public")
    match = service.create_match(person(ada), order)
    client = Client()
    client.force_login(ada)
    page.context.add_cookies(
        [{"name": name, "value": one.value, "url": live_server.url} for name, one in client.cookies.items()]
    )
    page.route("**/live?*", lambda route: route.fulfill(status=204))
    return f"{live_server.url}/matches/{match}"


def play(at: str, *steps: Any) -> None:
    match = at.rpartition("/")[2]
    for step in steps:
        command, dice = step if isinstance(step, tuple) else (step, ())
        service.give_command(THE_HOUSE, match, command, dice=dice)


TO_ACT = (
    *({"type": "pass", "character": name} for name in ("aoi", "emi", "ban", "goro")),
    act("aoi"), act("ban"), rest("chie"),
)  # fmt: skip
"""Who might interrupt does not; Aoi (25) and Ban (20) want to act, Chie waits."""
HIT = (attack("aoi", "ban"), (9, 8, 4))


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_axe_finds_nothing(
    page: Page, complaints: Complaints, at: str, size: tuple[int, int], scheme: Any
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)
    for steps in ((), TO_ACT[:4], TO_ACT[4:], (HIT,)):
        play(at, *steps)
        page.goto(at)
        wait_until_drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    assert page.get_by_text("Aoi of the Crane attacks Ban with katana.").count() > 0
    tops = [page.locator(part).first.bounding_box() for part in (".knots", ".open-cards", ".panels")]
    assert [box["y"] for box in tops if box] == sorted(box["y"] for box in tops if box)
    assert complaints.heard == []
