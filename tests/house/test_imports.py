"""`rules/` imports the standard library and msgspec, nothing else."""

import ast
import sys
from pathlib import Path

import pytest

RULES = Path(__file__).resolve().parents[2] / "rules"
ALLOWED = sys.stdlib_module_names | {"msgspec", "rules"}


def imported(source):
    """Yield the top name of each module that a source imports, at any depth."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


def test_rules_import_nothing_from_elsewhere():
    files = sorted(RULES.rglob("*.py"))
    assert files
    foreign = {
        f"{path.relative_to(RULES)}: {name}"
        for path in files
        for name in imported(path.read_text())
        if name not in ALLOWED
    }
    assert foreign == set()


@pytest.mark.parametrize(
    "line", ["import numpy", "from django.db import models", "def f():\n    import eventstore.api"]
)
def test_the_check_sees_foreign_imports(line):
    assert not set(imported(line)) <= ALLOWED
