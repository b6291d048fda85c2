"""`make coverage-rules`: the rules, rulings and illegal inputs of each rulebook that no test is marked with.

Run as `python -m tests.coverage_rules`. Reads the tests without importing them: a test counts when it is a `test_…`
function in a `test_….py` file that is marked `@rule("ISH-…")` and neither skipped nor expected to fail; a row of its
table, when it has such a mark or begins with the IDs (`case("ISH-…", …)`, `tests/rules/every_game/rows.py`). Ends with
1 when a row of a game that can be played has no test, or a mark names no row. A game that is not in
`rules/registry.py` is being built: it is counted, and its rows may wait. Rows of a game that can be played wait only
where `WAITING` lists them; one that has a test, or that no rulebook has, must leave that list.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from rules.kernel.rulebook import Rulebook, parse_rulebook
from rules.registry import RULESETS

ROOT = Path(__file__).resolve().parent.parent
NO_PROOF = {"skip", "skipif", "xfail"}
ROWS = {"case", "illegal", "played"}
"""What builds a row of a table, the IDs first, with spaces between."""
FOLDERS = (ROOT / "rules", ROOT / "tests" / "example_game")
"""Where the rulebooks lie, in folders of their own."""
WHOLE = frozenset({"kernel", "ring", *RULESETS})
"""The rulebooks of which no row may be without a test."""

Waiting = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Game → the issue that will test them → rows: an ID, or the beginning of some with its hyphen."""

WAITING: Waiting = {}
"""What a later issue brings to a game that can be played already."""


def marked_ids(source: str, file: str = "<test>") -> dict[str, str]:
    """Rule ID → where (``file:line``) of every mark on a test that proves something.

    >>> marked_ids('@rule("ISH-SR-01", "ISH-Q-02")\\ndef test_it(): ...')
    {'ISH-SR-01': '<test>:2', 'ISH-Q-02': '<test>:2'}
    >>> marked_ids('@pytest.mark.skip\\n@rule("ISH-SR-01")\\ndef test_it(): ...')
    {}
    >>> marked_ids('@table(case("ISH-SR-01 ISH-SR-02", "a tie"))\\ndef test_it(case): ...')
    {'ISH-SR-01': '<test>:2', 'ISH-SR-02': '<test>:2'}
    """
    found: dict[str, str] = {}
    tree = ast.parse(source, file)
    tables = _tables(tree)
    for test, decorators in _tests(tree, _module_marks(tree)):
        if not NO_PROOF & {name for decorator in decorators for name in _mark_names(decorator)}:
            for decorator in decorators:
                for rule_id in _rule_ids(decorator, tables):
                    found.setdefault(rule_id, f"{file}:{test.lineno}")
    return found


def _tables(tree: ast.Module) -> dict[str, ast.expr]:
    """What stands in the module under a name of its own."""
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _module_marks(tree: ast.Module) -> list[ast.expr]:
    return [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
    ]


def _tests(tree: ast.Module | ast.ClassDef, marks: list[ast.expr]) -> Iterator[tuple[ast.stmt, list[ast.expr]]]:
    """Every test function with the marks that hold for it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node, [*marks, *node.decorator_list]
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests(node, [*marks, *node.decorator_list])


def _mark_names(decorator: ast.expr) -> Iterator[str]:
    """Names of the marks on the whole test; those inside a `parametrize` hold for one case only."""
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.List | ast.Tuple):
        for part in node.elts:
            yield from _mark_names(part)


def _rule_ids(decorator: ast.expr, tables: Mapping[str, ast.expr]) -> Iterator[str]:
    """The IDs of a mark, of its rows, and of the rows of the tables that it names."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Name) and node.id in tables:
            yield from _rule_ids(tables[node.id], {})
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if name == "rule":
                yield from words
            elif name in ROWS and isinstance(node.args[0], ast.Constant):
                yield from words[0].split()


def collect(folder: Path, beginning: str = "") -> dict[str, str]:
    """The marks of all test files below `folder`, of IDs that begin so; the first place of each ID."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("test_*.py")):
        name, source = path.relative_to(folder.parent).as_posix(), path.read_text(encoding="utf-8")
        for rule_id, place in marked_ids(source, name).items() if beginning in source else ():
            if rule_id.startswith(beginning):
                found.setdefault(rule_id, place)
    return found


def report(
    games: Mapping[str, Rulebook],
    marks: Mapping[str, str],
    whole: Collection[str] = WHOLE,
    waiting: Waiting = WAITING,
) -> tuple[list[str], bool]:
    """The lines to print, and whether every row of the `whole` books has a test or waits, and every mark a row."""
    lines: list[str] = []
    faults: list[str] = []
    for game, book in games.items():
        issues = waiting.get(game, {})
        lines.append(_counted(game, book, marks, issues) + ("" if game in whole else " (being built)"))
        if game in whole:
            later = {rule_id for entries in issues.values() for rule_id in _rows_of(book, entries)}
            bare = [rule_id for rule_id in _all_rows(book) if rule_id not in marks and rule_id not in later]
            faults += [f"no test: {rule_id} {book.text(rule_id)}" for rule_id in bare]
        faults += _stale(book, issues, marks)
    faults += [
        f"no such rule: {rule_id} ({place})"
        for rule_id, place in marks.items()
        if not any(rule_id in book for book in games.values())
    ]
    return [*lines, *faults], not faults


def _counted(game: str, book: Rulebook, marks: Mapping[str, str], issues: Mapping[str, Iterable[str]]) -> str:
    """How many rows of each kind have a test, and how many wait."""
    kinds: dict[str, Collection[str]] = {"rules": book.rules, "rulings": book.rulings, "illegal": book.illegal}
    counts = [f"{kind} {_covered(rows, marks)}/{len(rows)}" for kind, rows in kinds.items()]
    waits = [f"({len(_rows_of(book, entries))} wait for {issue})" for issue, entries in issues.items()]
    return " ".join([game, *counts, *waits])


def _all_rows(book: Rulebook) -> tuple[str, ...]:
    return (*book.rules, *book.rulings, *book.illegal)


def _rows_of(book: Rulebook, entries: Iterable[str]) -> list[str]:
    """The rows of a book that a list of IDs and beginnings of IDs names, each once."""
    exact = set(entries)
    begun = tuple(entry for entry in exact if entry.endswith("-"))
    return [rule_id for rule_id in _all_rows(book) if rule_id in exact or rule_id.startswith(begun)]


def _stale(book: Rulebook, issues: Mapping[str, Iterable[str]], marks: Mapping[str, str]) -> list[str]:
    """What must leave the list of those that wait: rows with a test, and entries that name none."""
    faults: list[str] = []
    for issue, entries in issues.items():
        for entry in entries:
            rows = _rows_of(book, (entry,))
            faults += [] if rows else [f"waits for {issue}, but there is no such rule: {entry}"]
            faults += [f"waits for {issue}, but has a test: {row} ({marks[row]})" for row in rows if row in marks]
    return faults


def _covered(rows: Iterable[str], marks: Mapping[str, str]) -> int:
    return sum(rule_id in marks for rule_id in rows)


def rulebooks(*folders: Path) -> dict[str, Rulebook]:
    """Every rulebook below some folders, by the name of its own; the games first."""
    found = [path for folder in folders or FOLDERS for path in folder.glob("*/RULES.md")]
    paths = sorted(found, key=lambda path: (path.parent.name == "kernel", path.parent.name))
    return {path.parent.name: parse_rulebook(path.read_text(encoding="utf-8")) for path in paths}


def main() -> int:
    """Print the report; 1 when something is lacking."""
    lines, whole = report(rulebooks(), collect(ROOT / "tests"))
    print("\n".join(lines))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
