"""The examples in docstrings, and in the strings beneath constants: each runs, whatever room its module is in."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("config", "campaigns", "matches", "web", "jobs", "eventstore", "rules")
PROMPT = ">>> "
SOURCES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
WITH_EXAMPLES = [
    str(path.relative_to(ROOT))
    for path in (*SOURCES, ROOT / "tests/coverage_rules.py")
    if PROMPT in path.read_text(encoding="utf-8")
]


def examples_in(path):
    """The strings of a file that hold examples, as doctests in the midst of its module."""
    parts = Path(path).with_suffix("").parts
    module = import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and PROMPT in node.value:
            name = f"{module.__name__}, line {node.lineno}"
            yield doctest.DocTestParser().get_doctest(node.value, vars(module).copy(), name, path, node.lineno - 1)


@pytest.mark.parametrize("path", WITH_EXAMPLES)
def test_its_examples_are_true(path):
    runner = doctest.DocTestRunner()
    for example in examples_in(path):
        told = []
        assert runner.run(example, out=told.append).failed == 0, "".join(told)
    assert runner.summarize(verbose=False).attempted > 0


def test_every_room_has_some():
    assert {path.partition("/")[0] for path in WITH_EXAMPLES} == {*ROOMS, "tests"}
