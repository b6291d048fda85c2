"""Answers that cross on the page of a match: to what was clicked, and to what the live feed tells."""

import pytest

from tests.browser import new_context, wait_until_drawn
from tests.matches.pages.served import house, settled, square, version

__all__ = ["house"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HEAR = """
window.heard = 0;
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    this.addEventListener('play', event => { window.heard = Math.max(window.heard, JSON.parse(event.data).version); });
  }
};
"""


class Holding:
    """Answers of the server to a page, held back until they are released."""

    def __init__(self, page, method):
        self._page, self._method, self._answers = page, method, []
        page.route("**/matches/**", self._take)

    def _take(self, route):
        request = route.request
        if request.method == self._method and request.headers.get("hx-request") and not self._answers:
            self._answers.append((route, route.fetch()))
        else:
            route.fallback()

    def wait(self):
        while not self._answers:
            self._page.wait_for_timeout(20)

    def release(self):
        route, answer = self._answers[0]
        route.fulfill(response=answer)

    def lose(self):
        self._answers[0][0].abort()


@pytest.fixture
def drawn(page):
    """The times that the page asked for itself anew."""
    found = []
    page.on(
        "request", lambda one: found.append(one.url) if one.method == "GET" and "hx-request" in one.headers else None
    )
    return found


def watch(page, house, match):
    """As the GM; returns the version that is shown."""
    page.add_init_script(HEAR)
    house.log_in(page, "alice")
    page.goto(house.match(match))
    return version(page)


def hear(page, after):
    """Wait until the live feed told the page of a later version."""
    page.wait_for_function("after => window.heard > after", arg=after)


def test_an_own_answer_that_comes_after_the_feed_is_shown_and_drawn_once(page, complaints, house, drawn):
    before = watch(page, house, "told")
    answer = Holding(page, "POST")
    square(page, "8,5").click()
    answer.wait()
    hear(page, before)
    answer.release()
    settled(page, before)
    wait_until_drawn(page)
    assert page.locator("#toast").is_visible()
    assert drawn == []
    assert complaints.heard == []


def test_a_refusal_is_shown_though_the_page_is_being_drawn_anew(browser, page, complaints, house):
    """Charlie reacts no more; before the GM's page shows it, the GM answers what was asked before."""
    before = watch(page, house, "overtaken")
    square(page, "8,5").click()
    settled(page, before)
    before = version(page)
    drawn_anew, answer = Holding(page, "GET"), Holding(page, "POST")
    with new_context(browser) as his:
        charlie = his.new_page()
        house.log_in(charlie, "charlie")
        charlie.goto(house.match("overtaken"))
        charlie.locator("#decide .standing summary").first.click()
        charlie.locator("#decide .standing button", has_text="Pass").first.click()
        settled(charlie, before)
    drawn_anew.wait()
    page.get_by_role("button", name="Pass for everyone").click()
    answer.wait()
    with page.expect_response(lambda one: one.request.method == "GET"):
        drawn_anew.release()
    page.wait_for_function("() => !document.body.matches('.htmx-request')")
    answer.release()
    wait_until_drawn(page)
    assert page.locator("#decide .refusal").get_by_text("Your answer is for the decision at event").is_visible()
    assert [line for line in complaints.heard if "409 (Conflict)" not in line] == []


def test_a_page_whose_own_answer_was_lost_shows_what_the_feed_told(page, house, drawn):
    before = watch(page, house, "lost")
    answer = Holding(page, "POST")
    square(page, "8,5").click()
    answer.wait()
    hear(page, before)
    assert (version(page), drawn) == (before, [])
    answer.lose()
    settled(page, before)
    assert len(drawn) == 1
