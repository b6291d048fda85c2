"""The board of a match in the admin site: beside what its GM decides, and on the page of the match."""

import pytest
from django.conf import settings
from django.urls import reverse

from tests.matches.admin.conftest import RIGHTS, client_of, staff

TREE = '<template shadowrootmode="open">'
PLACES = ("change", "acts", "pause", "gm_effect", "settings")


def address(match, what):
    return reverse(f"admin:matches_match_{what}", args=[match])


def picture(client, match, what):
    """The shadow tree of a page, empty where it has none."""
    return client.get(address(match, what)).content.decode().partition(TREE)[2].partition("</template>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("what", PLACES)
def test_it_shows_the_board_with_who_stands_where(gm, arena, what):
    shown = picture(gm, arena, what)
    assert 'aria-label="Board"' in shown
    assert [shown.count(f'data-token="{name}"') for name in ("h1", "h2", "a1")] == [1, 1, 1]


@pytest.mark.django_db
def test_it_has_nothing_that_acts(gm, arena):
    """Whatever is decided is decided by the forms beside it, with a preview."""
    shown = picture(gm, arena, "acts")
    assert "<form" not in shown
    assert "<script" not in shown


@pytest.mark.django_db
def test_who_runs_another_match_sees_the_page_with_the_eyes_of_a_spectator(other_staff, arena):
    assert 'data-token="h1"' in picture(other_staff, arena, "change")
    assert other_staff.get(address(arena, "acts")).status_code == 302


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [1280, 390])
def test_it_stands_beside_the_choices_or_above_them(page, complaints, live_server, users, arena, width):
    """Whole within the window, wide or narrow; the styles of the pages stay within it."""
    gm = client_of(staff(users["alice"], *RIGHTS))
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": gm.cookies[settings.SESSION_COOKIE_NAME].value}
    page.context.add_cookies([cookie | {"url": live_server.url}])
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(live_server.url + address(arena, "acts"))
    board, choices = page.locator(".arena").bounding_box(), page.locator("section.skald-sheet").bounding_box()
    if width == 1280:
        assert board["x"] + board["width"] <= choices["x"]
        assert board["y"] + board["height"] <= 900
    else:
        assert board["y"] + board["height"] <= choices["y"]
        assert (board["x"] >= 0, board["x"] + board["width"] <= width) == (True, True)
    floor = page.locator(".arena .floor").first
    assert floor.evaluate("one => getComputedStyle(one).fill") == "rgb(238, 240, 238)"
    assert page.locator("h1.skald-title").evaluate("one => getComputedStyle(one).textWrap") == "wrap"
    assert complaints.heard == []
