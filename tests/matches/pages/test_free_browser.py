"""Battles in a real browser: ways by clicks, deployment by a click, a shot and its reaction, GM actions."""

from contextlib import contextmanager

import pytest

from tests.browser import Complaints, new_context, wait_until_drawn
from tests.matches.pages.served import WIDTHS, house, is_too_wide, settled, version

__all__ = ["house"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

POINT = """([x, y]) => {
  const board = document.getElementById('arena');
  const at = () => new DOMPoint(x, Number(board.dataset.depth) - y).matrixTransform(board.getScreenCTM());
  const box = board.closest('.board-box');
  box.scrollIntoView({block: 'start'});
  const frame = box.getBoundingClientRect();
  if (at().x < frame.left + 8 || at().x > frame.right - 8) box.scrollLeft += at().x - (frame.left + frame.right) / 2;
  if (at().y < 60 || at().y > innerHeight - 90) scrollBy(0, at().y - innerHeight / 2);
  return [at().x, at().y];
}"""


def click(page, x, y):
    """Click the table at a place in hundredths of an inch."""
    page.mouse.click(*page.evaluate(POINT, [x, y]))


def spot(page, model):
    return page.locator(f"#arena [data-token={model}]").get_attribute("transform")


def trial(page, form):
    """What the page says a form would come to, once it says so."""
    said = page.locator(f"form[data-form={form}] .trial:not([hidden])")
    said.wait_for()
    return said


def way(page):
    return page.locator("form[data-form=move] [name=path]").input_value()


@contextmanager
def drawn_anew(page):
    """What is done within leads to another table on the page; go on when it stands there."""
    page.evaluate("document.getElementById('table').dataset.old = ''")
    yield
    page.locator("#table:not([data-old])").wait_for()


def test_a_way_is_clicked_tried_mended_and_gone(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("field"))
    assert page.locator("#draft-ground [data-kind=reach]").count() == 1
    # Two waypoints; what it costs stands in the form and on its button.
    click(page, 1000, 1200)
    trial(page, "move").get_by_text('2" of 9".').wait_for()
    click(page, 1200, 1200)
    page.get_by_role("button", name='Move 4"', exact=True).wait_for()
    assert way(page) == "10, 12; 12, 12"
    assert page.locator("#draft [data-kind=path]").get_attribute("d") == "M1000 2000L1000 1800L1200 1800"
    # Too far: the reason and its rule, before anything is sent.
    click(page, 300, 200)
    refused = trial(page, "move").get_by_text("The way is longer than the movement left.")
    refused.wait_for()
    assert page.locator(".trial[data-refused]").get_by_role("button", name="IST-MOVE-02").is_visible()
    assert page.locator("#draft [data-kind='path refused']").count() == 1
    # The button is closed and says why; the last waypoint is taken back by a click on it.
    closed = page.locator("form[data-form=move] [type=submit][disabled]")
    assert closed.get_attribute("title").startswith("The way is longer than the movement left.")
    assert way(page) == "10, 12; 12, 12; 3, 2"
    click(page, 300, 200)
    page.get_by_role("button", name='Move 4"', exact=True).wait_for()
    assert way(page) == "10, 12; 12, 12"
    page.get_by_role("button", name="Clear the path").click()
    assert way(page) == ""
    # A click on an enemy goes into contact with it.
    page.locator("#arena [data-token=orm]").click()
    trial(page, "move").get_by_text("stops in contact with Orm").wait_for()
    page.locator("form[data-form=move] [type=submit]:enabled").wait_for()
    before = version(page)
    # A second click on it goes there.
    page.locator("#arena [data-token=orm]").click()
    settled(page, before)
    assert spot(page, "ylva") == "translate(1500 2000)"
    assert [one for one in complaints.heard if "422" not in one] == []


def test_a_click_on_a_far_place_goes_there_by_move_and_sprint(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("far"))
    # Round the tower, which stands between, and farther than a Move: all of it is told before anything is sent.
    click(page, 2000, 800)
    told = trial(page, "move").get_by_text("then Sprint")
    told.wait_for()
    assert "with the Standard action. Goes round what is in the way. Nobody may react on the way." in told.inner_text()
    assert page.locator("#draft [data-kind=ghost]").count() == 2
    # Inside the tower nobody can stand, and the button says so.
    page.get_by_role("button", name="remove").click()
    click(page, 1600, 1000)
    trial(page, "move").get_by_text("No more than 3 inches may be climbed").wait_for()
    page.locator("form[data-form=move] [type=submit][disabled]").wait_for()
    page.get_by_role("button", name="remove").click()
    click(page, 2000, 800)
    page.locator("form[data-form=move] [type=submit]:enabled", has_text="Sprint").wait_for()
    before = version(page)
    click(page, 2000, 800)
    settled(page, before)
    assert spot(page, "ylva") == "translate(2000 2200)"
    assert complaints.heard == []


def test_who_has_got_away_goes_on_to_the_goal(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("breakout"))
    page.locator("#decide details.by-hand > summary", has_text="Disengage").click()
    click(page, 0, 1000)
    page.get_by_role("button", name='Disengage 9", Sprint 1"').wait_for()
    before = version(page)
    click(page, 0, 1000)
    settled(page, before)
    before = version(page)
    page.get_by_label("d20").fill("15")
    page.get_by_role("button", name="Enter the die").click()
    settled(page, before)
    assert spot(page, "ylva") == "translate(100 2000)"
    before = version(page)
    page.get_by_role("button", name="Go on to (0, 10)").click()
    settled(page, before)
    assert spot(page, "ylva") == "translate(0 2000)"
    assert complaints.heard == []


def test_a_place_on_offer_fills_the_way(page, complaints, house):
    house.log_in(page, "bob")
    page.goto(house.match("narrow"))
    page.locator("#draft-ground .draft-spot").first.focus()
    page.keyboard.press("Enter")
    trial(page, "move")
    assert way(page)
    assert page.locator(".trial[data-refused]").count() == 0
    # What else is chosen to do takes the board: the form closes, and clicks are no waypoints any more.
    page.locator("details[data-group=things] > summary").click()
    page.locator("#arena:not([data-free])").wait_for()
    typed = way(page)
    click(page, 500, 500)
    assert way(page) == typed
    assert complaints.heard == []


def bottom(part):
    box = part.bounding_box()
    return box["y"] + box["height"]


def test_on_a_telephone_the_way_is_told_under_the_thumb(browser, house):
    with new_context(browser, viewport={"width": 390, "height": 800}, has_touch=True) as context:
        page = context.new_page()
        complaints = Complaints()
        complaints.listen(page)
        house.log_in(page, "bob")
        page.goto(house.match("narrow"))
        send, foot = page.locator(".by-hand[open] [type=submit]"), page.locator("#decide .default")
        assert bottom(send) <= foot.bounding_box()["y"]
        page.touchscreen.tap(*page.evaluate(POINT, [800, 1000]))
        send = page.locator(".under-thumb").get_by_role("button")
        send.wait_for()
        assert send.inner_text() == 'Move 2"'
        assert page.locator(".by-hand[open] [type=submit]").is_hidden()
        before = version(page)
        send.click()
        settled(page, before)
        assert spot(page, "ylva") == "translate(800 2000)"
        assert complaints.heard == []


def test_models_are_deployed_by_clicks(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("camp"))
    before = version(page)
    page.get_by_role("button", name="Start the battle").click()
    settled(page, before)
    for _ in range(3):
        form = page.locator("form[data-form=deploy]")
        name = form.get_by_label("Model").locator("option:checked").get_attribute("value")
        click(page, 1500, 1500)
        trial(page, "deploy").get_by_text("outside its zone").wait_for()
        closed = form.locator("[type=submit][disabled]")
        closed.wait_for()
        assert "zone" in closed.get_attribute("title")
        x, y = {"ylva": (500, 300), "tosti": (2500, 300), "orm": (1500, 2700)}[name]
        click(page, x, y)
        trial(page, "deploy").get_by_text("will stand here").wait_for()
        before = version(page)
        form.locator("[type=submit]").click()
        settled(page, before)
        assert spot(page, name) == f"translate({x} {3000 - y})"
    # The first to act is named by a click on it.
    before = version(page)
    page.locator("#arena .token[data-lit]").first.click()
    settled(page, before)
    page.get_by_role("button", name="End the activation").wait_for()
    assert [one for one in complaints.heard if "422" not in one] == []


def test_a_shot_is_answered_with_a_shield(browser, house):
    """Ylva's player shoots by a click on Orm; Orm's player, on a page of its own, is asked and raises the shield."""
    with new_context(browser) as one, new_context(browser) as other:
        bob, charlie = one.new_page(), other.new_page()
        house.log_in(bob, "bob")
        house.log_in(charlie, "charlie")
        for page in (bob, charlie):
            page.goto(house.match("shot"))
        charlie.get_by_text("must decide").wait_for()
        # What is declared changes the buttons; the way that is half planned stays.
        click(bob, 800, 1000)
        bob.get_by_role("button", name='Move 2"', exact=True).wait_for()
        bob.locator("#options > summary").click()
        bob.get_by_label("Power attack (2 left)").check()
        bob.get_by_text("Power attack, ").first.wait_for(state="attached")
        assert way(bob) == "8, 10"
        bob.locator("details[data-group=shoot] > summary").click()
        shot = bob.locator("details[data-group=shoot] .choice", has_text="Orm")
        assert "raise" in shot.inner_text() or "shield" in shot.inner_text()
        before = version(bob)
        bob.locator("#arena [data-token=orm]").click()
        settled(bob, before)
        block = charlie.get_by_role("button", name="Block with the shield")
        block.wait_for()
        before = version(charlie)
        block.click()
        settled(charlie, before)
        assert charlie.get_by_text("Orm").first.is_visible()
        bob.get_by_role("button", name="End the activation").wait_for()


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_of_a_battle_fits(browser, house, width):
    with new_context(browser, viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        complaints = Complaints()
        complaints.listen(page)
        house.log_in(page, "alice")
        for address in (f"{house.url}/matches/new?ruleset=istra", house.match("narrow"), house.match("camp")):
            page.goto(address)
            page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
            wait_until_drawn(page)
            assert not is_too_wide(page), address
        assert complaints.heard == []


def test_the_gm_puts_a_model_somewhere_by_a_click(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("camp"))
    hand = page.locator("#gm-actions-gm_pos")
    hand.locator("> summary").click()
    hand.get_by_label("Model").select_option("tosti")
    click(page, 2000, 2000)
    assert hand.locator("[name=pos]").input_value() == "20, 20"
    trial(page, "gm_pos").get_by_text("Tosti will stand here.").wait_for()
    hand.get_by_label("Reason").fill("He had been there")
    before = version(page)
    hand.locator("[type=submit]").click()
    settled(page, before)
    assert spot(page, "tosti") == "translate(2000 1000)"
    assert complaints.heard == []
