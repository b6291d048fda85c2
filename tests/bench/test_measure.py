"""The arithmetic of the harness. Nothing here looks at a clock."""

import doctest
import json

import pytest

from bench import measure, report
from bench.appends import speed
from bench.measure import Metric, Target, interleaved, medians, percentile


def answering(values, calls=None, name=""):
    left = list(values)

    def answer():
        if calls is not None:
            calls.append(name)
        return left.pop(0)

    return answer


def test_the_examples_in_the_docstrings_hold():
    for module in (measure, report):
        found = doctest.testmod(module)
        assert found.attempted
        assert not found.failed


def test_a_line_has_exactly_the_agreed_keys():
    metric = Metric("append", 1234.56, "events/s", "raw", 500.0, Target("ratio", "≥", 2))
    assert json.loads(metric.json()) == {
        "metric": "append",
        "ours": 1235.0,
        "peer": 500.0,
        "peer_name": "raw",
        "ratio": 2.469,
        "target": "ratio ≥ 2",
        "unit": "events/s",
    }


def test_a_metric_without_a_peer_has_no_ratio():
    told = json.loads(Metric("seek", 1.5, "ms").json())
    assert (told["peer"], told["ratio"], told["target"], told["peer_name"]) == (None, None, None, "")


@pytest.mark.parametrize(
    ("target", "met"),
    [
        (Target("ratio", "≥", 2), True),
        (Target("ratio", "≥", 2.01), False),
        (Target("ratio", "≤", 2), True),
        (Target("ratio", "≤", 1.99), False),
        (Target("ours", "≥", 10), True),
        (Target("ours", "≥", 10.1), False),
        (Target("ours", "≤", 10), True),
        (Target("ours", "≤", 9.9), False),
        (None, None),
    ],
)
def test_a_target_is_met_or_not(target, met):
    assert Metric("m", 10, "ms", "peer", 5, target).met is met


def test_a_ratio_without_a_peer_is_not_met():
    assert Metric("m", 10, "ms", target=Target("ratio", "≥", 2)).met is False


def test_contenders_take_turns_each_second_time_in_reverse():
    calls = []
    contenders = {name: answering([1, 2, 3], calls, name) for name in ("ours", "peer")}
    assert interleaved(contenders, 3) == {"ours": [1, 2, 3], "peer": [1, 2, 3]}
    assert calls == ["ours", "peer", "peer", "ours", "ours", "peer"]


def test_the_median_of_the_rounds_counts():
    assert medians({"ours": answering([9, 1, 2]), "peer": answering([4, 8, 5])}, 3) == {"ours": 2, "peer": 5}


@pytest.mark.parametrize(("share", "value"), [(1, 1), (50, 50), (99, 99), (100, 100)])
def test_a_percentile_is_the_nearest_rank(share, value):
    assert percentile(list(range(100, 0, -1)), share) == value


def test_it_refuses_a_percentile_of_nothing():
    with pytest.raises(ValueError, match="no values"):
        percentile([], 99)


def test_the_speed_of_a_crew_is_that_of_all_its_writers():
    one = {"seconds": [0.5, 0.5], "start": 10.0, "end": 11.0}
    late = {"seconds": [0.7, 0.9], "start": 10.5, "end": 12.0}
    # Four appends of ten events in two seconds, in the one second that one writer took, in the four of a slow one.
    slow = {"seconds": [4.0], "start": 0.0, "end": 4.0}
    found = speed([[one, late], [one], [slow]], per=10)
    assert found.events == 20.0
    assert found.p99 == 4_000.0


def test_the_page_keeps_what_stands_around_the_table():
    page = f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n"
    assert report.replaced(page, "new") == f"before\n{report.BEGIN}\nnew\n{report.END}\nafter\n"


def test_it_refuses_a_page_without_marks():
    with pytest.raises(ValueError, match="marks"):
        report.replaced("nothing here", "new")


def test_the_page_of_this_repository_has_its_marks():
    assert "new table" in report.replaced(report.PAGE.read_text(), "new table")


def test_the_table_names_what_falls_short():
    good = Metric("fast", 30.0, "games/s", "peer", 10.0, Target("ratio", "≥", 2))
    bad = Metric("slow", 12_345.6, "events/s", "peer", 10_000.0, Target("ratio", "≥", 2))
    late = Metric("late", 60.0, "ms", target=Target("ours", "≤", 50))
    told = Metric("told", 1.0, "ms")
    text = report.section([good, bad, late, told], ["a machine"], "then", "now")
    assert "1 of 3 targets reached." in text
    assert "| fast | 30 | games/s | peer | 10 | 3 | ratio ≥ 2 | reached |" in text
    assert "| slow | 12,350 | events/s | peer | 10,000 | 1.235 | ratio ≥ 2 | **falls short** |" in text
    assert report.short([good, bad, late, told]) == [
        "- slow, against peer: 1.235x, wanted ratio ≥ 2",
        "- late: 60 ms, wanted ours ≤ 50",
    ]
