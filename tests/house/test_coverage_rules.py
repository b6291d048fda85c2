"""Rows of a game that can be played already, but wait for a later issue. The rest of `make coverage-rules` is proved
in `tests/rules/kernel/test_books.py`.
"""

from __future__ import annotations

from rules.kernel.rulebook import parse_rulebook
from tests import coverage_rules

BOOK = parse_rulebook("""# Lamps

## Rules

### Sparks

| ID | rule | emits |
|---|---|---|
| TOY-SPARK-01 | A spark is d20. | spark |
| TOY-SPARK-02 | Nothing else burns. | – |
| TOY-SHOP-01 | A lamp costs 5. | bought |
| TOY-SHOP-02 | Oil costs 1. | bought |

## Rulings

| ID | open | ruling | switch |
|---|---|---|---|
| TOY-Q-01 | who pays | the player does | – |

## Illegal inputs

| attempted command | why | error |
|---|---|---|
| sparking twice | one each | `spark_spent` |

Rules: 4 · Rulings: 1 · Illegal inputs: 1
""")
TESTED = {"TOY-SPARK-01": "x.py:1", "TOY-SPARK-02": "x.py:2", "TOY-ILL-01": "x.py:4"}


def report(marks: dict[str, str], *entries: str) -> tuple[list[str], bool]:
    return coverage_rules.report({"lamps": BOOK}, marks, ["lamps"], {"lamps": {"shops": entries}})


def test_rows_that_wait_for_an_issue_are_counted_and_are_no_fault() -> None:
    assert report(TESTED, "TOY-SHOP-", "TOY-Q-01") == (
        ["lamps rules 2/4 rulings 0/1 illegal 1/1 (3 wait for shops)"],
        True,
    )


def test_a_row_without_a_test_that_does_not_wait_is_a_fault() -> None:
    lines, whole = report(TESTED, "TOY-SHOP-")
    assert not whole
    assert lines[1:] == ["no test: TOY-Q-01 who pays. the player does."]


def test_a_row_with_a_test_must_leave_the_list() -> None:
    lines, whole = report(TESTED | {"TOY-SHOP-02": "x.py:3"}, "TOY-SHOP-", "TOY-Q-01")
    assert not whole
    assert lines[1:] == ["waits for shops, but has a test: TOY-SHOP-02 (x.py:3)"]


def test_an_entry_names_rows_that_there_are() -> None:
    lines, whole = report(TESTED, "TOY-SHOP-", "TOY-Q-01", "TOY-Q-02", "TOY-BANK-")
    assert not whole
    assert lines[1:] == [
        "waits for shops, but there is no such rule: TOY-Q-02",
        "waits for shops, but there is no such rule: TOY-BANK-",
    ]


def test_an_id_is_not_the_beginning_of_others() -> None:
    lines, _ = report(TESTED, "TOY-SHOP", "TOY-Q-01")
    assert "waits for shops, but there is no such rule: TOY-SHOP" in lines
    assert "no test: TOY-SHOP-01 A lamp costs 5." in lines


def test_the_list_of_those_that_wait_is_true() -> None:
    books = coverage_rules.rulebooks()
    lines, _ = coverage_rules.report(books, coverage_rules.collect(coverage_rules.ROOT / "tests"))
    assert [line for line in lines if line.startswith("waits")] == []
