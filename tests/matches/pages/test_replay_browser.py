"""Replays and dice of matches in a real browser: scrubbed through, taken apart, computed again."""

import json
import re

import pytest

from tests.matches.pages.served import ABOUT_BLANK, ROOT, WIDTHS, house

__all__ = ["house"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class TestReplay:
    def begin(self, page, house, address="replay"):
        page.goto(house.match("over", address))
        page.wait_for_selector("#replay[data-ready]")

    def at(self, page):
        return int(re.search(r"\d+", page.locator("#position").inner_text())[0])

    def test_keys(self, page, complaints, house):
        self.begin(page, house, "replay#n=0")
        document = page.evaluate("fetch(document.getElementById('replay').dataset.document).then(a => a.json())")
        marks, last = document["marks"], document["version"]
        assert self.at(page) == 0
        page.keyboard.press("ArrowRight")
        assert self.at(page) == marks["action"][0]
        page.keyboard.press(".")
        assert self.at(page) == marks["action"][0] + 1
        page.keyboard.press(",")
        page.keyboard.press("End")
        assert self.at(page) == last
        page.keyboard.press("Shift+ArrowLeft")
        assert self.at(page) == max(n for n in marks["turn"] if n < last)
        page.keyboard.press("ArrowLeft")
        assert self.at(page) in marks["action"]
        page.keyboard.press("Home")
        page.keyboard.press("m")
        assert self.at(page) == next(line["n"] for line in document["lines"] if line.get("moment"))
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        page.keyboard.press("Escape")
        assert page.url.endswith(f"#n={self.at(page)}")
        assert complaints.heard == []

    def test_play_and_pause(self, page, house):
        self.begin(page, house, "replay#n=20")
        page.get_by_label("Speed").select_option("120")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_function("() => Number(document.getElementById('slider').value) > 25")
        page.get_by_role("button", name="Pause", exact=True).click()
        stopped = self.at(page)
        page.wait_for_timeout(400)
        assert self.at(page) == stopped

    def test_the_space_bar_plays_and_pauses_after_a_click_too(self, page, house):
        self.begin(page, house, "replay#n=20")
        page.locator("[data-step=event][data-by='1']").click()
        page.keyboard.press("Space")
        assert page.locator("#play").inner_text() == "Pause"
        page.keyboard.press("Space")
        assert page.locator("#play").inner_text() == "Play"

    def test_on_a_phone_the_board_scrolls_to_what_happens(self, page, house):
        page.set_viewport_size({"width": 390, "height": 844})
        self.begin(page, house, "replay#n=0")
        box = page.locator(".board-box")
        assert box.evaluate("one => one.scrollWidth > one.clientWidth")
        seen = set()
        for _ in range(40):
            page.keyboard.press("ArrowRight")
            seen.add(box.evaluate("one => one.scrollLeft"))
        assert len(seen) > 1

    def test_scrubbing_shows_what_the_server_would_draw(self, page, house):
        """Every tenth moment: the board and the panels that the module made are those of a fresh page."""
        shape = """() => [...document.querySelectorAll('#stage [data-bind]')].map(one => [one.getAttribute('transform'),
            one.getAttribute('display'), one.getAttribute('d'), one.hidden, one.dataset.state,
            'on' in one.dataset, 'some' in one.dataset,
            'active' in one.dataset, 'gone' in one.dataset, 'prone' in one.dataset,
            'picks' in one.dataset, 'lob' in one.dataset,
            one.children.length ? '' : one.textContent])"""
        self.begin(page, house)
        last = self.at(page)
        moved = {}
        for n in [*range(last, 5, -max(1, last // 12)), *range(6, last, max(1, last // 9))]:
            page.locator("#slider").fill(str(n))
            moved[n] = page.evaluate(shape)
        page.route("**/replay.js", lambda route: route.abort())
        for n, drawn in moved.items():
            page.goto(house.match("over", f"replay?n={n}"))
            assert page.evaluate(shape) == drawn, f"event {n}"

    def test_a_click_in_the_log_goes_there_and_rolls_are_taken_apart(self, page, house):
        self.begin(page, house)
        page.get_by_label("every event").check()
        row = page.locator("#lines .line:has(details)", has_text="rolls").first
        row.locator("summary").click()
        row.locator(".roll .die").first.wait_for()
        n = int(row.locator("a.n").inner_text())
        row.locator("a.n").click()
        assert self.at(page) == n
        assert page.locator("#caption-roll .die").count() >= 1
        assert page.locator("#caption-asks .asked").count() >= 1

    def test_the_log_tells_acts_and_all_events_of_one_are_a_click_away(self, page, house):
        self.begin(page, house)
        rows = page.locator("#lines > .line")
        acts = rows.count()
        act = page.locator("#lines > .line:has(.chip):has(.depth)").first
        act.locator(".depth > summary").click()
        within = act.locator(".depth .line")
        within.first.wait_for()
        assert within.count() >= 2
        page.get_by_label("only rolls").check()
        assert 0 < page.locator("#lines > .line:has(.chip)").count() < acts
        page.get_by_label("only rolls").uncheck()
        page.get_by_label("Figure").select_option(index=1)
        assert rows.count() < acts
        page.get_by_label("Figure").select_option("")
        page.get_by_label("every event").check()
        assert rows.count() > 2 * acts

    def test_the_address_of_an_event_within_an_act_opens_its_depth(self, page, house):
        """The next event within the act opens with it; another act closes it again."""
        self.begin(page, house)
        document = page.evaluate("fetch(document.getElementById('replay').dataset.document).then(a => a.json())")
        told = {line["n"] for line in document["lines"]}
        acts = [row for row in document["rows"] if row["kind"] == "act" and row["n"] in told]
        act, n = next((act, n) for act in acts for n in range(act["first"], act["last"]) if n in told - {act["n"]})
        page.goto(house.match("over", f"replay#n={n}"))
        now = page.locator("#lines .depth[open] .line.now > a.n")
        assert now.inner_text() == str(n)
        box, row = page.locator("#lines").bounding_box(), now.bounding_box()
        assert box["y"] <= row["y"] <= box["y"] + box["height"]
        page.goto(house.match("over", f"replay#n={act['n']}"))
        page.locator("#lines > .line.now").wait_for()
        assert page.locator("#lines .depth[open]").count() == 0

    def test_windows_that_were_passed_are_counted_in_the_log(self, page, house):
        self.begin(page, house)
        document = page.evaluate("fetch(document.getElementById('replay').dataset.document).then(a => a.json())")
        counts = [row["passed"] for row in document["rows"] if row.get("passed")]
        shown = page.locator("#lines > .line > .passed").all_inner_texts()
        assert counts
        assert [int(text.split()[0]) for text in shown] == counts

    def test_the_words_of_a_rule_open_by_keyboard(self, page, complaints, house):
        self.begin(page, house)
        page.locator("#lines .line:has(.chip) summary").first.click()
        rule = page.locator("#lines .rule-note button").first
        rule.focus()
        page.keyboard.press("Enter")
        note = page.locator("#lines .popover:popover-open")
        assert note.inner_text().startswith(rule.inner_text())
        page.keyboard.press("Escape")
        assert not note.is_visible()
        assert complaints.heard == []

    def test_the_marks_of_the_timeline_jump_and_say_what_they_are(self, page, complaints, house):
        self.begin(page, house)
        marks = page.locator("#marks .mark")
        numbers = [int(n) for n in marks.evaluate_all("all => all.map(one => one.dataset.n)")]
        mark, last = marks.nth(1), marks.last
        mark.hover()
        assert page.locator("#mark-said").inner_text() == mark.get_attribute("aria-label")
        mark.click()
        assert self.at(page) == numbers[1]
        last.focus()
        page.keyboard.press("Enter")
        assert self.at(page) == numbers[-1]
        page.keyboard.press("ArrowLeft")
        assert self.at(page) == numbers[-2]
        assert page.locator("#mark-said").is_visible()
        assert marks.evaluate_all("all => all.filter(one => one.tabIndex === 0).length") == 1
        assert complaints.heard == []

    @pytest.mark.parametrize("width", WIDTHS)
    def test_the_log_is_filtered_by_kind(self, page, house, width):
        page.set_viewport_size({"width": width, "height": 844})
        self.begin(page, house)
        acts = page.locator("#lines > .line").count()
        page.get_by_label("Kind").select_option("stepped")
        assert 0 < page.locator("#lines > .line:not(.head)").count() < acts
        assert page.locator("#lines > .line:not(.head)", has_text="moves to").count() > 0

    def test_key_moments_take_the_place_of_the_log(self, page, house):
        self.begin(page, house)
        assert not page.locator("#moments-title").is_visible()
        page.get_by_role("button", name="Key moments").click()
        assert not page.locator("#lines").is_visible()
        moment = page.locator(".moments a").first
        moment.click()
        assert self.at(page) == int(moment.get_attribute("data-n"))

    @pytest.mark.parametrize("height", [800, 844])
    def test_it_opens_with_board_and_controls_in_one_window(self, page, house, height):
        page.set_viewport_size({"width": 1280 if height == 800 else 390, "height": height})
        self.begin(page, house)
        boxes = [page.locator(name).bounding_box() for name in (".board-box", "#controls")]
        assert all(box["y"] >= 0 and box["y"] + box["height"] <= height + 1 for box in boxes)
        assert page.evaluate("scrollY") == 0

    def test_the_link_to_a_moment(self, page, house):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.begin(page, house, "replay#n=40")
        page.get_by_role("button", name="Copy link to this event").click()
        page.get_by_role("button", name="Copied").wait_for()
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == house.match("over", "replay#n=40")


def test_dice_derived_in_the_browser_are_the_vectors(page, house):
    page.goto(house.url + ABOUT_BLANK)
    vectors = json.loads((ROOT / "tests/vectors/dice.json").read_text())["vectors"]
    for vector in vectors:
        made = page.evaluate(
            """async vector => {
                const dice = await import('/static/matches/dice.js');
                const key = await dice.diceKey(vector.secret, vector.match, vector.salts);
                const face = await dice.diceOf(key);
                const faces = [], starts = [];
                let index = 0;
                for (const sides of vector.sides) {
                    const drawn = await face(index, sides);
                    starts.push(index);
                    faces.push(drawn.face);
                    index = drawn.next;
                }
                return {commitment: await dice.commitment(vector.secret), key, faces, starts, next: index};
            }""",
            vector,
        )
        assert made == {name: vector[name] for name in ("commitment", "key", "faces", "starts", "next")}


def test_every_die_of_a_match_is_computed_again(page, complaints, house):
    page.goto(house.match("over", "dice"))
    page.locator("#verdict.made").wait_for()
    words = page.locator("#verdict").inner_text()
    found = re.search(r"The secret fits the commitment. (\d+) of (\d+) rolls", words)
    assert found is not None
    assert int(found[1]) == int(found[2]) == page.locator("#rolls tbody tr").count() > 0
    assert complaints.heard == []


def test_a_die_that_was_tampered_with_is_found(page, house):
    def tampered(route):
        answer = route.fetch()
        document = answer.json()
        roll = next(event for event in document["events"] if event.get("blocks"))
        roll["dice"][0][1] = roll["dice"][0][1] % roll["dice"][0][0] + 1
        route.fulfill(response=answer, json=document)

    page.route("**/replay.json*", tampered)
    page.goto(house.match("over", "dice"))
    page.locator("#verdict.missed").wait_for()
    assert page.locator("#rolls td.missed").count() == 1
