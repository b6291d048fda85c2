"""The acceptance suite in `tests/transcripts`: what `docs/transcripts.md` says of commands, dice and asks, played.

`manage.py transcript run tests/transcripts` plays the same files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.istra.points import WINDOWS
from rules.kernel.asks import Ask
from rules.kernel.errors import Refused
from rules.kernel.transcript import PLAYED, open_record, read_transcript, run
from rules.registry import RULESETS

TESTS = Path(__file__).parents[1]
SUITE = TESTS / "transcripts"
FILES = sorted(str(path.relative_to(SUITE)) for path in SUITE.rglob("*.json"))
PAGE = (TESTS.parent / "docs" / "transcripts.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_what_the_documents_say_is_so(name: str) -> None:
    raw = (SUITE / name).read_bytes()
    lines, playing = [], run(raw, RULESETS)
    while True:
        try:
            lines.append(next(playing))
        except StopIteration as end:
            code = end.value
            break
    assert code == PLAYED, [line for line in lines if "failed" in line] or lines[-1]
    document = read_transcript(raw, RULESETS)
    assert document.title
    assert sum(expect.count() for _, _, expect in document.expectations()) > 0


# The options of each ask


def options_in(page: str, heading: str) -> dict[str, set[str]]:
    """The fields of `options` by kind of ask, as the table under a game's heading has them."""
    chapter = page.partition(f"# {heading}: how a transcript runs\n")[2].partition("\n# ")[0]
    table = chapter.partition("| `kind` | `options` |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ", 1) for row in table.splitlines()]
    return {
        kind: {
            field
            for told in re.findall(r"((?:`\w+`(?:, | and )?)+):", fields)
            for field in re.findall(r"`(\w+)`", told)
        }
        for kinds, fields in rows
        for kind in re.findall(r"`(\w+)`", kinds)
    }


def asks() -> Iterator[tuple[str, Ask]]:
    """Every ask on the way of every golden match and every transcript of the suite, by game."""
    goldens = (path for key in RULESETS for path in (TESTS / "golden" / key).glob("*.json"))
    for path in (*goldens, *SUITE.rglob("*.json")):
        document = read_transcript(path.read_bytes(), RULESETS)
        try:
            record = open_record(document, RULESETS[document.ruleset])
        except Refused:
            continue
        yield from ((document.ruleset, ask) for ask in record.pending().asks)
        for step in document.steps:
            if step.expect is None or step.expect.refusal is None:
                record.submit(step.command, step.by, step.dice)
                yield from ((document.ruleset, ask) for ask in record.pending().asks)


@pytest.mark.parametrize("key", RULESETS)
def test_the_options_of_every_ask_are_in_the_documents(key: str) -> None:
    told = options_in(PAGE, RULESETS[key].title)
    seen: dict[str, set[str]] = {}
    for game, ask in asks():
        if game == key:
            assert set(ask.options) <= told[ask.kind], ask.kind
            seen.setdefault(ask.kind, set()).update(ask.options)
    assert seen == told  # and every one of them has come


def test_a_table_of_options_is_read() -> None:
    table = "| `kind` | `options` |\n|---|---|\n| `a`, `b` | `x` and `y`: so; `z`: `w` |\n\n"
    assert options_in(f"# Lamps: how a transcript runs\n{table}", "Lamps") == {
        "a": {"x", "y", "z"},
        "b": {"x", "y", "z"},
    }


@pytest.mark.parametrize(
    ("key", "without", "windows"),
    [
        ("ishmek", {"go", "pick", "place"}, {"window"}),
        ("istra", {"deploy", "monsters", "nominate"}, {window.kind for window in WINDOWS}),
        (
            "hachigoku",
            {"setup", "divide_wounds", "gm_adjudicate"},
            {"interrupt", "guard_window", "defense_window", "disarm_window", "counterprayer_window"},
        ),
    ],
)
def test_answers_that_pass_are_the_defaults_in_the_documents(key: str, without: set[str], windows: set[str]) -> None:
    """`"window": true` is what a standing "pass" answers, and whatever has no default nobody can leave one for."""
    found = [ask for game, ask in asks() if game == key]
    assert {ask.kind for ask in found if ask.default is None} == without
    assert {ask.kind for ask in found if ask.window} == windows
