"""Where a replay begins, and which of its rolls went against the odds."""

from datetime import UTC, datetime

from matches.pages.lines import Line
from matches.pages.replay_marks import MOST_SURPRISES, beginning, surprises, timeline

AT = datetime(2026, 11, 23, tzinfo=UTC)


def line(n, *, moment="", void=False, text=""):
    return Line(n, "rolled", text or f"Line {n}.", "plain", moment, AT, (), None, void)


def rolled(n, chance, success):
    return {"n": n, "chance": chance, "success": success}


def document(rows=(), turns=(), opening=3):
    return {"rows": rows, "marks": {"turn": turns}, "opening": opening}


class TestBeginning:
    def test_it_is_the_first_go(self):
        rows = [{"kind": "act", "n": 2}, {"kind": "turn", "n": 4}, {"kind": "go", "n": 23}, {"kind": "go", "n": 90}]
        assert beginning(document(rows, turns=[2, 4])) == 23

    def test_without_goes_it_is_the_first_turn(self):
        assert beginning(document([{"kind": "turn", "n": 4}], turns=[2, 4])) == 2

    def test_without_turns_it_is_the_first_event_of_play(self):
        assert beginning(document()) == 3


class TestSurprises:
    def of(self, *events, void=()):
        lines = {event["n"]: line(event["n"], void=event["n"] in void) for event in events}
        return [one.n for one in surprises({"events": events}, lines)]

    def test_what_came_off_with_one_in_five_and_what_failed_with_four_in_five(self):
        assert self.of(rolled(7, [1, 5], True), rolled(9, [4, 5], False)) == [7, 9]

    def test_nothing_likelier_than_that(self):
        assert self.of(rolled(7, [5, 20], True), rolled(9, [15, 20], False), rolled(11, [1, 5], False)) == []

    def test_no_roll_without_a_chance_or_a_verdict(self):
        assert self.of({"n": 1}, rolled(2, None, True), rolled(3, [1, 100], None)) == []

    def test_none_that_was_taken_back(self):
        assert self.of(rolled(7, [1, 5], True), void={7}) == []

    def test_the_least_likely_of_many_in_the_order_of_the_match(self):
        many = [rolled(n, [n, 100], True) for n in range(MOST_SURPRISES + 3, 0, -1)]
        assert self.of(*many) == list(range(1, MOST_SURPRISES + 1))


def test_marks_stand_in_order_as_far_along_as_their_events():
    told = [line(4, text="Turn 1"), line(10, moment="seize", text="Kol seizes the orb!"), line(30, text="Turn 2")]
    rows = [{"kind": "turn", "n": 4}, {"kind": "go", "n": 5}, {"kind": "turn", "n": 30}]
    marks = timeline({"kinds": {}, "version": 40, "rows": rows}, told)
    assert [(mark.n, mark.kind, mark.at, mark.label) for mark in marks] == [
        (4, "turn", "10.00%", "T1"),
        (10, "seize", "25.00%", ""),
        (30, "turn", "75.00%", "T2"),
    ]
    assert [mark.title for mark in marks][:2] == ["Turn 1 (event 4)", "Seize: Kol seizes the orb! (event 10)"]


def test_turns_that_were_taken_back_have_no_number_and_close_ones_share_one_label():
    """Of 200 events a label takes 10: turn 2 is played twice, turn 3 begins 10 events after it, turn 4 after 9 more."""
    told = [line(10, text="Turn 1"), line(30, text="Turn 2", void=True), line(90, text="Turn 2")]
    told += [line(100, text="Turn 3"), line(109, text="Turn 4")]
    rows = [{"kind": "turn", "n": one.n} for one in told]
    marks = timeline({"kinds": {}, "version": 200, "rows": rows}, told)
    assert [(mark.n, mark.label) for mark in marks] == [(10, "T1"), (30, ""), (90, "T2"), (100, "T3"), (109, "")]
