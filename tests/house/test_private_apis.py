"""`docs/private-apis.md` lists what we use of others that they do not document: all of it, and nothing that is gone."""

import ast
import importlib
import inspect
import pkgutil
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("config", "eventstore", "jobs", "web", "matches", "campaigns", "tournaments")
PAGE = ROOT / "docs/private-apis.md"

MODULES = (
    "django.contrib.admin.exceptions",
    "django.contrib.admin.utils",
    "django.contrib.admin.views",
    "django.core.cache.backends",
    "django.core.handlers",
    "django.core.management.color",
    "django.core.management.commands",
    "django.core.servers",
    "django.db.backends",
    "django.db.migrations.executor",
    "django.db.migrations.loader",
    "django.db.models.sql",
    "django.forms.boundfield",
    "django.http.multipartparser",
    "drf_spectacular.generators",
    "uvicorn.",
)
"""Modules that their documentation does not name."""
NAMES = frozenset(
    {
        "close_if_health_check_failed",
        "disk_migrations",
        "in_atomic_block",
        "integer_field_ranges",
        "is_in_memory_db",
        "transaction_mode",
        "wrap_database_errors",
        "F_OFD_GETLK",
        "F_OFD_SETLK",
    }
)
"""Attributes without an underscore that nobody documents."""
LOOKED_AT = ("_meta", "_replace", "_asdict", "_fields")
"""Documented, for all their underscore."""


class Row(NamedTuple):
    names: tuple[str, ...]
    places: tuple[str, ...]
    why: str
    tests: tuple[str, ...]
    check: str


@cache
def rows():
    """The rows of all tables of the page."""
    cells = [line.strip("|").split("|") for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    spans = [[tuple(re.findall(r"`([^`]+)`", cell)) for cell in row] for row in cells]
    return [
        Row(span[0], span[1], row[2].strip(), span[3], row[4].strip()) for row, span in zip(cells, spans, strict=True)
    ]


def listed():
    return {(name, place) for row in rows() for name in row.names for place in row.places}


@cache
def found():
    """Each use that can be seen from outside: (name, file)."""
    return {(name, place) for place, module in _modules() for name in _used(module)}


def _modules():
    for room in ROOMS:
        package = importlib.import_module(room)
        for one in pkgutil.walk_packages(package.__path__, f"{room}."):
            if ".migrations." in one.name or one.name == "config.asgi":
                continue
            module = importlib.import_module(one.name)
            yield str(Path(module.__file__).resolve().relative_to(ROOT)), module


def _used(module):
    tree = ast.parse(Path(module.__file__).read_text())
    for node in ast.walk(tree):
        yield from _of_modules(node)
        if isinstance(node, ast.Attribute) and node.attr in NAMES:
            yield node.attr
        if isinstance(node, ast.ClassDef) and inspect.isclass(kind := getattr(module, node.name, None)):
            yield from _of_bases(node, kind)
        if isinstance(node, ast.Assign):
            # A connection of psycopg is Django's to put into autocommit.
            yield from (one.attr for one in node.targets if isinstance(one, ast.Attribute) and one.attr == "autocommit")


def _of_modules(node):
    if isinstance(node, ast.ImportFrom) and node.module:
        names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    elif isinstance(node, ast.Import):
        names = [one.name for one in node.names]
    else:
        names = []
    private = [name for name in names if name.startswith(MODULES)]
    yield from private[:1]


def _of_bases(node, kind):
    """Names with an underscore that a class shares with bases of others: overridden, called or set."""
    bases = [one for one in kind.__mro__ if one.__module__.partition(".")[0] in ("django", "rest_framework", *FOREIGN)]
    theirs = {name for one in bases for name in (*vars(one), *_set_in(one))}
    said = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    said |= {one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
    said |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    yield from (
        one for one in said & theirs if re.match(r"_[a-z]", one) and one not in LOOKED_AT and not one.startswith("_abc")
    )


FOREIGN = ("drf_spectacular", "unfold", "uvicorn", "psycopg", "celery", "kombu", "django_filters", "redis")


@cache
def _set_in(kind):
    try:
        return frozenset(re.findall(r"\bself\.(_\w+)", inspect.getsource(kind)))
    except (OSError, TypeError):
        return frozenset()


def test_what_is_used_is_listed():
    assert sorted(found() - listed()) == []


def test_what_is_listed_is_used():
    """As it is called there; what cannot be seen as an access or an import is at least written in the file."""
    gone = [(name, place) for name, place in listed() - found() if name not in (ROOT / place).read_text()]
    assert gone == []


def test_each_says_why_by_which_test_and_what_to_look_at():
    assert [row.names for row in rows() if not (row.places and row.why and row.tests and row.check)] == []
    assert {test for row in rows() for test in row.tests if not (ROOT / test).is_file()} == set()


@pytest.mark.parametrize(("package", "name"), [("Django", "Django"), ("psycopg", "psycopg"), ("uvicorn", "uvicorn")])
def test_it_tells_the_release_that_it_was_checked_against(package, name):
    """Whoever pins another one reads the list first."""
    (pinned,) = re.findall(rf"^{package}==(\d+\.\d+)\.", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert f"{name} {pinned}" in PAGE.read_text()


SOURCE = """
from django.db.backends.sqlite3 import base
class Wrapper(base.DatabaseWrapper):
    def _commit(self):
        self.connection.autocommit = True
        return self.is_in_memory_db()
"""


def test_the_search_sees_what_it_looks_for(tmp_path):
    (tmp_path / "wrapped.py").write_text(SOURCE)
    described = importlib.util.spec_from_file_location("wrapped", tmp_path / "wrapped.py")
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    assert set(_used(module)) == {"django.db.backends.sqlite3", "_commit", "autocommit", "is_in_memory_db"}
