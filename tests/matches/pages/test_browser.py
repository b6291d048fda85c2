"""The pages of matches in a real browser, served by a real uvicorn: played by clicking, followed, scrubbed through."""

import pytest

from tests.browser import Complaints, new_context, wait_until_drawn
from tests.matches.pages.served import WIDTHS, house, is_too_wide, settled, spot, square, version

__all__ = ["house"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_and_none_complains(browser, house, width, scheme):
    with new_context(browser, viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        complaints = Complaints()
        complaints.listen(page)
        house.log_in(page, "alice")
        addresses = [f"{house.url}/", f"{house.url}/matches/new"]
        addresses += [house.match(name) for name in ("alone", "placing", "over")]
        addresses += [house.match("over", part) for part in ("replay", "replay?n=60", "dice", "verify", "fork?n=60")]
        for address in addresses:
            page.goto(address)
            wait_until_drawn(page)
            assert not is_too_wide(page), address
            page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
            assert not is_too_wide(page), f"{address}, everything open"
        assert complaints.heard == []


def test_a_go_is_played_by_clicking(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("go"))
    before = version(page)
    # A step: the squares in reach are lit, columns 2 to 14 less the vessel and the four who stand there.
    assert page.locator("#arena rect[data-lit]").count() == 13 * 7 - 1 - 4
    square(page, "8,5").click()
    settled(page, before)
    assert spot(page, "h1") == "800 500"
    # The window: everybody lets it go by.
    page.get_by_text("may react").first.wait_for()
    before = version(page)
    page.get_by_role("button", name="Pass for everyone").click()
    settled(page, before)
    # A propel: its group lights its squares, with DC and chance beside each.
    page.locator("details[data-group=propel] > summary").click()
    assert page.locator("details[data-group=propel] .choice").first.locator(".odds").inner_text().strip()
    before = version(page)
    square(page, "6,5").click()
    settled(page, before)
    assert page.locator("#orb-home").get_attribute("data-state") == "in_flight"
    assert page.locator("#arena .course").get_attribute("d")
    for _ in range(12):
        if page.get_by_role("button", name="End the go").is_visible():
            break
        before = version(page)
        page.locator("#decide .primary").first.click()
        settled(page, before)
    before = version(page)
    page.get_by_role("button", name="End the go").click()
    settled(page, before)
    assert page.get_by_role("heading", name="Who goes next?").is_visible()
    assert page.locator("#log-title").is_visible()
    assert complaints.heard == []


def test_what_is_chosen_changes_the_chances_without_a_reload(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("typed"))
    page.evaluate("window.same = true")
    page.locator("details[data-group=propel] > summary").click()
    odds = page.locator("details[data-group=propel] .choice", has_text="(4, 4)").locator(".odds").first
    first = odds.inner_text()
    page.locator("#options > summary").click()
    page.get_by_label("Burn").select_option("4")
    page.get_by_text("injury roll +4 afterwards").first.wait_for()
    assert page.evaluate("window.same")
    assert odds.inner_text() != first
    assert page.locator("details[data-group=propel]").get_attribute("open") is not None
    assert complaints.heard == []


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize(("name", "passing"), [("typed", "End the go"), ("field", "End the activation")])
def test_what_passes_is_in_view_and_one_action_is_open_at_most(page, house, size, name, passing):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    house.log_in(page, "alice")
    page.goto(house.match(name))
    panel, foot = page.locator("#decide").bounding_box(), page.get_by_role("button", name=passing).bounding_box()
    assert foot["y"] + foot["height"] <= min(panel["y"] + panel["height"], size[1])
    folded = page.locator("#decide details[data-group][name]")
    for one in folded.all()[:2]:
        one.locator("summary").first.click()
        assert page.locator("#decide details[data-group][name][open]").count() == 1


@pytest.mark.parametrize("name", ["typed", "field"])
def test_the_legend_covers_no_label_and_is_closed_by_a_button(page, house, name):
    page.set_viewport_size({"width": 1280, "height": 800})
    house.log_in(page, "alice")
    page.goto(house.match(name))
    button = page.get_by_role("button", name="Legend")
    box = button.bounding_box()
    for label in page.locator("#arena .labels text").all():
        at = label.bounding_box()
        beside = at["x"] + at["width"] <= box["x"] or box["x"] + box["width"] <= at["x"]
        assert beside or at["y"] + at["height"] <= box["y"] or box["y"] + box["height"] <= at["y"], label.inner_html()
    button.click()
    legend = page.locator("#legend")
    for words in ("an orb", "scoring square", "slots") if name == "typed" else ("Health", "deploys", "Sprint"):
        assert legend.locator("dd, dt", has_text=words).count() >= 1
    legend.get_by_role("button", name="Close").click()
    assert not legend.is_visible()


def test_a_page_that_is_drawn_anew_stays_where_it_was(page, house):
    page.set_viewport_size({"width": 390, "height": 700})
    house.log_in(page, "alice")
    page.goto(house.match("typed"))
    page.locator("#options > summary").click()
    page.evaluate("scrollTo(0, 150)")
    page.evaluate("document.getElementById('decide').scrollTop = 40")
    where = "[scrollY, document.getElementById('decide').scrollTop]"
    before = page.evaluate(where)
    assert before == [150, 40]
    page.get_by_label("Burn").select_option("4")
    page.get_by_text("injury roll +4 afterwards").first.wait_for(state="attached")
    assert page.evaluate(where) == before


def test_dice_are_typed_and_a_slip_is_told_by_the_form(page, house):
    house.log_in(page, "bob")
    page.goto(house.match("typed"))
    page.locator("details[data-group=propel] > summary").click()
    before = version(page)
    square(page, "6,4").click()
    settled(page, before)
    page.get_by_label("d20").fill("77")
    page.get_by_role("button", name="Enter the die").click()
    page.get_by_role("alert").get_by_text("a d20 cannot show 77").wait_for()
    assert page.get_by_label("d20").input_value() == "77"
    before = version(page)
    page.get_by_label("d20").fill("15")
    page.get_by_role("button", name="Enter the die").click()
    settled(page, before)
    assert page.locator(".log .die", has_text="15").count() == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_a_team_is_placed_by_clicking_and_dragging(page, complaints, house, width):
    page.set_viewport_size({"width": width, "height": 900})
    house.log_in(page, "bob" if width == WIDTHS[0] else "charlie")
    page.goto(house.match("placing"))
    side, column = ("h", 1) if width == WIDTHS[0] else ("a", 16)
    page.locator(f"#token-{side}1").click()
    square(page, f"{column},7").click()
    assert page.locator(f"select[name=at-{side}1]").input_value() == f"{column},7"
    assert spot(page, f"{side}1") == f"{column}00 700"
    page.locator(f"#token-{side}2").drag_to(square(page, f"{column},6"))
    assert page.locator(f"select[name=at-{side}2]").input_value() == f"{column},6"
    before = version(page)
    page.get_by_role("button", name="Confirm this placement").click()
    settled(page, before)
    assert complaints.heard == []


def test_what_others_do_comes_in_by_itself_and_disturbs_no_typing(browser, house):
    with new_context(browser) as hers, new_context(browser) as his:
        gm, player = hers.new_page(), his.new_page()
        house.log_in(gm, "alice")
        house.log_in(player, "bob")
        gm.goto(house.match("alone"))
        player.goto(house.match("alone"))
        before = version(player)
        gm.locator("#gm-actions-resume > summary").click()
        gm.get_by_role("button", name="Resume play").click()
        settled(player, before)
        assert player.get_by_role("heading", name="Ylva’s go").is_visible()
        gm.locator("#gm-actions-dismiss > summary").click()
        gm.locator("#gm-actions-dismiss").get_by_label("Reason").fill("half a sent")
        square(player, "8,5").click()
        gm.get_by_text("The match has moved on while you were typing").wait_for()
        assert gm.locator("#gm-actions-dismiss").get_by_label("Reason").input_value() == "half a sent"


def test_a_feed_that_was_refused_is_asked_for_again(page, house):
    """As it is when a browser comes again while the database is away."""
    refused = []

    def refuse_once(route):
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503)

    page.clock.install()
    page.route("**/live?*", refuse_once)
    house.log_in(page, "alice")
    with page.expect_response(lambda answer: "/live?" in answer.url and answer.status == 503):
        page.goto(house.match("alone"))
    with page.expect_response(lambda answer: "/live?" in answer.url and answer.status == 200):
        page.clock.fast_forward(5_000)
    assert len(refused) == 1


def test_who_is_logged_out_elsewhere_is_told_that_the_page_follows_no_more(page, house):
    house.log_in(page, "alice")
    with page.expect_response(lambda answer: "/live?" in answer.url and answer.status == 200):
        page.goto(house.match("alone"))
    elsewhere = page.context.new_page()
    elsewhere.goto(house.match("alone"))
    elsewhere.get_by_role("button", name="Log out").click()
    page.get_by_text("This page no longer updates").wait_for()
    elsewhere.close()


def test_a_session_that_ended_is_called_so_and_leads_to_the_login(page, house):
    house.log_in(page, "alice")
    page.goto(house.match("placing"))
    page.locator("#gm-actions-pause > summary").click()
    page.locator("#gm-actions-pause").get_by_label("Reason").fill("Tea")
    page.context.clear_cookies()
    page.locator("#gm-actions-pause").get_by_role("button", name="Pause play").click()
    page.get_by_text("You are logged out. Nothing was changed.").wait_for()
    page.locator("#went-on").get_by_role("link", name="Log in").click()
    assert "/login/?next=" in page.url


def test_focus_goes_to_the_next_decision_and_the_outcome_is_told(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("shot"))
    before = version(page)
    page.get_by_role("button", name="End the activation").press("Enter")
    settled(page, before)
    heading = page.locator("#decide h3").first
    page.wait_for_function("() => document.activeElement.matches('#decide h3')")
    assert page.locator("#toast").inner_text().strip()
    heard = page.locator("#heard").inner_text()
    assert page.locator("#toast > p").inner_text().split("\n")[0].strip() in heard
    assert heading.inner_text() in heard
    assert complaints.heard == []


def test_a_choice_of_how_keeps_the_focus(page, house):
    house.log_in(page, "alice")
    page.goto(house.match("typed"))
    page.locator("#options > summary").click()
    page.get_by_label("Burn").focus()
    page.get_by_label("Burn").select_option("4")
    page.get_by_text("injury roll +4 afterwards").first.wait_for(state="attached")
    assert page.evaluate("document.activeElement.id") == "how-burn"


@pytest.mark.parametrize("name", ["go", "storm", "field"])
def test_board_decision_and_score_fit_a_window(page, house, name):
    house.log_in(page, "alice")
    page.goto(house.match(name))
    wait_until_drawn(page)
    for part in (".scores", "#arena", "#decide"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 800, part
    widths = page.evaluate(
        "() => [...document.querySelectorAll('#arena .token:not([display=none]) .disc')]"
        ".map(one => one.getBoundingClientRect().width)"
    )
    assert min(widths, default=24) >= 24


def test_a_walk_that_was_stopped_goes_on_to_its_goal_after_the_window(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("stopped"))
    # Out of reach: the reason at the form, and the button is closed.
    square(page, "16,4").click()
    page.locator("form[data-walk] .trial[data-refused]", has_text="costs 8 of the movement; Ylva has 6 left").wait_for()
    assert page.locator("form[data-walk] [type=submit]").is_disabled()
    before = version(page)
    square(page, "11,3").click()
    settled(page, before)
    assert spot(page, "h1") != "1100 300"
    page.reload()  # the goal is kept over a page that is loaded anew
    before = version(page)
    page.get_by_role("button", name="Let it pass").or_(page.locator("#decide .primary")).first.click()
    settled(page, before)
    send = page.get_by_role("button", name="Go on to (11, 3)")
    send.wait_for()
    assert page.locator("#decide article button[type=submit]:visible").first.inner_text() == "Go on to (11, 3)"
    page.locator("form[data-walk] .trial", has_text="1 square of").wait_for()
    before = version(page)
    send.click()
    settled(page, before)
    assert spot(page, "h1") == "1100 300"
    assert complaints.heard == []


def test_a_way_is_shown_before_it_is_walked_and_by_the_keyboard(page, complaints, house):
    house.log_in(page, "alice")
    page.goto(house.match("typed"))
    if page.get_by_label("d20").is_visible():
        page.get_by_label("d20").fill("15")
        page.get_by_role("button", name="Enter the die").click()
    while not page.locator("form[data-walk]").is_visible():
        before = version(page)
        page.locator("#decide .primary").first.click()
        settled(page, before)
    square(page, "8,1").hover()
    page.locator("form[data-walk] .trial", has_text="3 squares of").wait_for()
    assert page.locator("#draft [data-kind=path]").get_attribute("d").startswith("M800 400L")
    page.locator(".board-box").focus()
    page.keyboard.press("ArrowLeft")
    page.locator("form[data-walk] .trial", has_text="1 square of").wait_for()
    assert page.get_by_label("Walk to").input_value() == "7,4"
    before = version(page)
    page.keyboard.press("Enter")
    settled(page, before)
    assert spot(page, "h1") == "700 400"
    assert complaints.heard == []


def test_on_a_phone_what_scrolls_sideways_fades_where_there_is_more(page, house):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(house.match("over"))
    fades = "one => ['start', 'end'].map(edge => getComputedStyle(one).getPropertyValue(`--fade-${edge}`))"
    nav = page.locator(".match-head nav")
    assert nav.evaluate("one => one.scrollWidth > one.clientWidth")
    wait_until_drawn(page)
    assert nav.evaluate(fades) == ["0px", "48px"]
    nav.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
    wait_until_drawn(page)
    assert nav.evaluate(fades) == ["48px", "0px"]


def test_on_a_phone_a_menu_begins_where_one_is(page, house):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(house.match("over", "verify"))
    here = page.locator(".match-head [aria-current=page]")
    page.wait_for_function("() => document.querySelector('.match-head nav').scrollLeft > 0")
    box = here.bounding_box()
    assert 0 <= box["x"] <= 390 - box["width"]


def test_rolls_of_the_log_stay_in_its_column(page, house):
    page.goto(house.match("over"))
    assert page.locator("#log-lines .chip").count() > 0
    assert page.locator("#log-lines").evaluate("one => one.scrollWidth <= one.clientWidth")
