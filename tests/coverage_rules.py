"""`make coverage-rules`: the rules, rulings and illegal inputs of each rulebook that no test is marked with.

Run as `python -m tests.coverage_rules`. Reads the tests without importing them: a test counts when it is a `test_…`
function in a `test_….py` file that is marked `@rule("ISH-…")` and neither skipped nor expected to fail. Ends with 1
when a row of a game that can be played has no test, or a mark names no row. A game that is not in
`rules/registry.py` is being built: it is counted, and its rows may wait.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from rules.kernel.rulebook import Rulebook, parse_rulebook
from rules.registry import RULESETS

ROOT = Path(__file__).resolve().parent.parent
NO_PROOF = {"skip", "skipif", "xfail"}
WHOLE = frozenset({"kernel", *RULESETS})
"""The rulebooks of which no row may be without a test."""


def marked_ids(source: str, file: str = "<test>") -> dict[str, str]:
    """Rule ID → where (``file:line``) of every mark on a test that proves something.

    >>> marked_ids('@rule("ISH-SR-01", "ISH-Q-02")\\ndef test_it(): ...')
    {'ISH-SR-01': '<test>:2', 'ISH-Q-02': '<test>:2'}
    >>> marked_ids('@pytest.mark.skip\\n@rule("ISH-SR-01")\\ndef test_it(): ...')
    {}
    """
    found: dict[str, str] = {}
    tree = ast.parse(source, file)
    for test, decorators in _tests(tree, _module_marks(tree)):
        if not NO_PROOF & {name for decorator in decorators for name in _mark_names(decorator)}:
            for decorator in decorators:
                for rule_id in _rule_ids(decorator):
                    found.setdefault(rule_id, f"{file}:{test.lineno}")
    return found


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


def _rule_ids(decorator: ast.expr) -> Iterator[str]:
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call) and _is_rule(node.func):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def _is_rule(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == "rule") or (
        isinstance(node, ast.Attribute) and node.attr == "rule"
    )


def collect(folder: Path) -> dict[str, str]:
    """The marks of all test files below `folder`; the first place of each ID."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        for rule_id, place in marked_ids(path.read_text(encoding="utf-8"), name).items():
            found.setdefault(rule_id, place)
    return found


def report(games: dict[str, Rulebook], marks: dict[str, str], whole: Collection[str] = WHOLE) -> tuple[list[str], bool]:
    """The lines to print, and whether every row of the `whole` books has a test and every mark a row."""
    lines: list[str] = []
    lacking: list[str] = []
    for game, book in games.items():
        kinds: dict[str, Collection[str]] = {"rules": book.rules, "rulings": book.rulings, "illegal": book.illegal}
        counts = [f"{kind} {_covered(rows, marks)}/{len(rows)}" for kind, rows in kinds.items()]
        lines.append(f"{game} {' '.join(counts)}{'' if game in whole else ' (being built)'}")
        if game not in whole:
            continue
        lacking += [
            f"no test: {rule_id} {book.text(rule_id)}"
            for rows in kinds.values()
            for rule_id in rows
            if rule_id not in marks
        ]
    unknown = [
        f"no such rule: {rule_id} ({place})"
        for rule_id, place in marks.items()
        if not any(rule_id in book for book in games.values())
    ]
    return [*lines, *lacking, *unknown], not lacking and not unknown


def _covered(rows: Iterable[str], marks: dict[str, str]) -> int:
    return sum(rule_id in marks for rule_id in rows)


def rulebooks(folder: Path) -> dict[str, Rulebook]:
    """Every rulebook below `rules/`, by the name of its folder; the games first."""
    paths = sorted(folder.glob("*/RULES.md"), key=lambda path: (path.parent.name == "kernel", path.parent.name))
    return {path.parent.name: parse_rulebook(path.read_text(encoding="utf-8")) for path in paths}


def main() -> int:
    """Print the report; 1 when something is lacking."""
    lines, whole = report(rulebooks(ROOT / "rules"), collect(ROOT / "tests"))
    print("\n".join(lines))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
