"""A battle of Storm of Istra in a real browser: its replay drawn by the module as the server draws it, and moving."""

from itertools import combinations
from math import hypot

import pytest

from tests.matches.pages.served import WIDTHS, house, is_too_wide

__all__ = ["house"]
pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHAPE = """() => [...document.querySelectorAll('#stage [data-bind]')].map(one => [
    [...one.attributes].filter(({ name }) => name !== 'style').map(({ name, value }) => `${name}=${value}`).sort(),
    one.matches('.terrain, .goals, .things, .links') ? one.innerHTML : one.children.length ? '' : one.textContent])"""

LONGEST_GLIDE = 1000


def shape(page):
    """What follows the view, in any order: the module moves chips of the turn strip by style alone."""
    return sorted(page.evaluate(SHAPE), key=str)


def begin(page, house, address="replay"):
    page.goto(house.match("storm", address))
    page.wait_for_selector("#replay[data-ready]")


def told(page):
    return page.evaluate("fetch(document.getElementById('replay').dataset.document).then(a => a.json())")


def test_scrubbing_shows_what_the_server_would_draw(page, complaints, house):
    begin(page, house)
    last = told(page)["version"]
    moved = {}
    for n in [*range(last, 2, -max(1, last // 9)), *range(3, last, max(1, last // 7))]:
        page.locator("#slider").fill(str(n))
        moved[n] = shape(page)
    page.route("**/replay.js", lambda route: route.abort())
    for n, drawn in moved.items():
        page.goto(house.match("storm", f"replay?n={n}"))
        assert shape(page) == drawn, f"event {n}"


def move_of(document):
    """The first event by which somebody walks."""
    return next(line["n"] for line in document["lines"] if line["type"] == "model_moved")


def gliding(page):
    return page.evaluate("[...document.querySelectorAll('.token')].filter(one => one.getAnimations().length).length")


def test_a_model_glides_along_its_way(page, complaints, house):
    begin(page, house, "replay#n=1")
    n = move_of(told(page))
    page.locator("#slider").fill(str(n - 1))
    assert gliding(page) == 0
    page.keyboard.press(".")
    assert gliding(page) == 1
    assert page.locator("#strokes [data-kind=walk]").count() == 1
    page.wait_for_timeout(LONGEST_GLIDE)
    assert gliding(page) == 0
    assert complaints.heard == []


def test_a_step_by_action_glides_too(page, complaints, house):
    begin(page, house, "replay#n=1")
    document = told(page)
    n = move_of(document)
    before = max(mark for mark in document["marks"]["action"] if mark < n)
    page.locator("#slider").fill(str(before))
    page.keyboard.press("ArrowRight")
    assert gliding(page) == 1
    assert complaints.heard == []


def test_nothing_glides_for_who_wants_it_still(page, house):
    page.emulate_media(reduced_motion="reduce")
    begin(page, house, "replay#n=1")
    page.locator("#slider").fill(str(move_of(told(page)) - 1))
    page.keyboard.press(".")
    assert gliding(page) == 0


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("part", ["", "replay"])
def test_the_pages_fit_and_complain_of_nothing(page, complaints, house, width, part):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(house.match("storm", *([part] if part else [])))
    page.locator("#arena .token").first.wait_for(state="attached")
    assert not is_too_wide(page)
    assert complaints.heard == []


def test_a_panel_that_was_folded_shows_no_models(page, house):
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, house)
    panel = page.locator(".panel").first
    assert panel.locator(".model-card").first.is_visible()
    panel.locator("> summary").click()
    assert not panel.locator(".model-card").first.is_visible()


def test_on_a_phone_the_whole_table_can_be_seen(page, house):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(house.match("storm"))
    wider = "document.querySelector('.board-box').scrollWidth > document.querySelector('.board-box').clientWidth"
    assert page.evaluate(wider)
    page.get_by_label("whole").check()
    assert not page.evaluate(wider)


WINDOWS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
STANDS = """(name) => { const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
    return { left, top, right, bottom } }"""


def in_window(page, name):
    """Whether the whole of an element is seen, to half a pixel."""
    box, window = page.evaluate(STANDS, name), page.viewport_size
    down = box["top"] >= -0.5 and box["bottom"] <= window["height"] + 0.5
    return down and box["left"] >= -0.5 and box["right"] <= window["width"] + 0.5


def play_to(page, n):
    page.get_by_label("Speed").select_option("120")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("n => Number(document.getElementById('slider').value) >= n", arg=n)


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: window["width"])
@pytest.mark.parametrize("match", ["storm", "over"])
class TestOneWindow:
    """The table, the controls and what happened are seen together while a replay plays."""

    def begin(self, page, house, match, window):
        page.set_viewport_size(window)
        page.goto(house.match(match, "replay#n=0"))
        page.wait_for_selector("#replay[data-ready]")
        return told(page)["version"] // 2

    def seen(self, page):
        board, controls = (page.evaluate(STANDS, name) for name in (".board-box", "#controls"))
        apart = board["bottom"] <= controls["top"] + 0.5
        return apart and all(in_window(page, name) for name in (".board-box", "#controls", "#said", "#play"))

    def test_in_the_middle_of_a_replay(self, page, complaints, house, match, window):
        middle = self.begin(page, house, match, window)
        page.locator("#slider").fill(str(middle - 20))
        play_to(page, middle)
        assert self.seen(page)
        assert complaints.heard == []

    def test_after_a_step(self, page, house, match, window):
        middle = self.begin(page, house, match, window)
        page.locator("#slider").fill(str(middle))
        page.locator("[data-step=event][data-by='1']").click()
        assert self.seen(page)

    def test_the_board_stands_still_while_it_plays(self, page, house, match, window):
        middle = self.begin(page, house, match, window)
        play_to(page, middle // 2)
        tops = []
        for _ in range(10):
            tops.append(page.evaluate(STANDS, ".board-box")["top"])
            page.wait_for_timeout(130)
        assert max(tops) - min(tops) <= 2

    def test_whoever_scrolls_on_is_not_led_back(self, page, house, match, window):
        middle = self.begin(page, house, match, window)
        page.locator("#slider").fill(str(middle))
        page.keyboard.press(".")
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.keyboard.press(".")
        assert not in_window(page, ".board-box")


def test_the_table_stands_still_however_many_were_nominated(page, house):
    begin(page, house)
    tops, chains = set(), set()
    for n in range(0, told(page)["version"], 9):
        page.locator("#slider").fill(str(n))
        tops.add(page.evaluate(STANDS, ".board-box")["top"])
        chains.add(page.locator(".chain li:visible").count())
    assert len(chains) > 1
    assert len(tops) == 1


def test_a_large_leader_is_called_so_while_acting(page, house):
    page.goto(house.match("shot"))
    acting = page.locator(".model-card[data-active]")
    for word in ("leader", "large"):
        assert acting.locator(".tag", has_text=word).is_visible(), word


def test_a_model_that_is_deployed_takes_in_hand_what_it_carries(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("armoury"))
    form = page.locator("#decide form[data-form=deploy]")
    in_hand = form.locator("[name=active_weapon]")
    offered = "one => [...one.options].filter(each => !each.parentElement.disabled).map(each => each.value)"
    form.locator("[name=model]").select_option("ylva")
    assert in_hand.evaluate(offered) == ["", "one_handed", "bow", "unarmed"]
    in_hand.select_option("bow")
    form.locator("[name=model]").select_option("tosti")
    assert in_hand.evaluate(offered) == [""]
    assert in_hand.input_value() == ""


def test_a_field_that_was_made_larger_breaks_no_policy_when_the_table_is_drawn_anew(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("field"))
    # A browser keeps the size to which somebody drags a field in its style, which htmx would copy.
    page.evaluate("document.querySelector('#table textarea[id]').style.height = '200px'")
    page.evaluate("document.getElementById('table').dataset.old = ''")
    page.evaluate("window.htmx.ajax('GET', location.pathname, { target: '#table', swap: 'outerHTML' })")
    page.locator("#table:not([data-old])").wait_for()
    page.wait_for_timeout(100)  # what htmx settles, it settles after the swap
    assert complaints.heard == []


CROWD = """() => {
  const tokens = [...document.querySelectorAll('#arena .token')];
  for (const token of tokens) {
    token.removeAttribute('display');
    token.setAttribute('transform', 'translate(1500 1500)');
  }
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(
    tokens.map(one => one.querySelector('.disc').getBoundingClientRect()).map(box =>
      [box.x + box.width / 2, box.y + box.height / 2, Math.max(box.width, box.height)])))));
}"""
"""All models in one place, and where and how large each is drawn then."""


def test_models_in_one_place_do_not_cover_each_other(page, house):
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, house)
    drawn = page.evaluate(CROWD)
    assert len(drawn) >= 4
    for (x, y, size), (x2, y2, size2) in combinations(drawn, 2):
        assert hypot(x - x2, y - y2) >= 0.9 * (size + size2) / 2


def test_on_a_wide_screen_nothing_of_the_score_is_cut_off(page, house):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(house.match("storm"))
    assert page.locator(".scores").evaluate("one => one.scrollHeight <= one.clientHeight")
    board, panels = page.locator(".board-box").bounding_box(), page.locator(".panels").bounding_box()
    assert panels["y"] + panels["height"] <= board["y"] + board["height"] + 1
