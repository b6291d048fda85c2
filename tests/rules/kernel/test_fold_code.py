"""What snapshots are keyed by: whatever folds is in it, wherever it stands."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, cached_property, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from rules.kernel.codec import fold_modules, fold_version
from rules.kernel.fold_code import code_of, module_code, reached_modules
from rules.kernel.folding import ByClass
from rules.registry import RULESETS

GAMES = sorted(RULESETS)


def imports(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a module's source imports from."""
    assert module.__file__ is not None
    for node in ast.parse(Path(module.__file__).read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                taken = public(sys.modules[node.module]) if alias.name == "*" else [alias.name]
                yield from ((node.module, name) for name in taken)


def public(module: ModuleType) -> list[str]:
    """The names that ``import *`` takes from a module."""
    return [name for name in vars(module) if not name.startswith("_")]


def unseen(names: list[str], packages: tuple[str, ...]) -> list[str]:
    """What the modules `names` import from others of our packages that are not among them, and that has code."""
    left_out = []
    for name in names:
        for home, what in imports(sys.modules[name]):
            taken = getattr(sys.modules[home], what)
            module = taken.__name__ if isinstance(taken, ModuleType) else getattr(taken, "__module__", home)
            has_code = isinstance(taken, ModuleType | FunctionType | type)
            if has_code and module.partition(".")[0] in packages and module not in names:
                left_out.append(f"{name} takes {what} from {module}")
    return left_out


@pytest.mark.parametrize("game", GAMES)
def test_every_module_that_evolve_reaches_is_in_the_key(game: str) -> None:
    names = fold_modules(RULESETS[game])
    assert {f"rules.{game}.evolve", f"rules.{game}.state", f"rules.{game}.events"} <= set(names)
    assert {"rules.kernel.folding", "rules.kernel.agenda", "rules.kernel.codec", "rules.kernel.rolls"} <= set(names)
    assert unseen(names, ("rules",)) == []


@pytest.mark.parametrize("game", GAMES)
def test_any_function_of_these_modules_changes_the_key(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fold_version(RULESETS[game])
    for name in fold_modules(RULESETS[game]):
        functions = [key for key, one in vars(sys.modules[name]).items() if getattr(one, "__module__", "") == name]
        for key in [one for one in functions if isinstance(getattr(sys.modules[name], one), FunctionType)][:1]:
            with monkeypatch.context() as patch:
                patch.setattr(sys.modules[name], key, partial(print, "another"))
                assert fold_version(RULESETS[game]) != before, f"{name}.{key}"


@pytest.mark.parametrize("game", GAMES)
def test_a_method_of_a_state_changes_the_key(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fold_version(RULESETS[game])
    state = RULESETS[game].state_type
    monkeypatch.setattr(state, "is_late", lambda self: self.turn > 3, raising=False)
    early = fold_version(RULESETS[game])
    monkeypatch.setattr(state, "is_late", lambda self: self.turn > 4, raising=False)
    assert len({before, early, fold_version(RULESETS[game])}) == 3


def test_the_key_is_the_same_in_each_process() -> None:
    said = "from rules.registry import RULESETS; from rules.kernel.codec import fold_version; "
    said += "print(*(fold_version(RULESETS[key]) for key in sorted(RULESETS)))"
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", said], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        assert run.stdout.decode().split() == [fold_version(RULESETS[game]) for game in GAMES]


class Point(msgspec.Struct, frozen=True):
    """A struct with a default, as events have them."""

    x: int = 1


class Holder:
    """Everything that may stand in a class."""

    LIMIT = 3

    @property
    def one(self) -> int:
        return 1

    @cached_property
    def two(self) -> int:
        return 2

    @classmethod
    def three(cls) -> int:
        return 3

    @staticmethod
    def four() -> int:
        return 4


def made(step: int) -> Any:
    return lambda number: number + step


@cache
def cached() -> int:
    return 5


def module_of(**members: Any) -> list[bytes]:
    """What a module with these members says."""
    module = ModuleType("rules.made_for_a_test")
    for key, value in members.items():
        if isinstance(value, type):
            value.__module__ = module.__name__
        setattr(module, key, value)
    sys.modules[module.__name__] = module
    try:
        return list(module_code(module.__name__))
    finally:
        del sys.modules[module.__name__]


@pytest.mark.parametrize(
    "change",
    [
        {"LIMIT": 4},
        {"one": property(lambda self: 2)},
        {"two": cached_property(lambda self: 3)},
        {"three": classmethod(lambda cls: 4)},
        {"four": staticmethod(lambda: 5)},
        {"five": lambda self: 5},
        {"__init__": lambda self: None},
    ],
)
def test_whatever_stands_in_a_class_counts(change: dict[str, Any]) -> None:
    plain = type("Kind", (), dict(vars(Holder)))
    assert module_of(Kind=plain) == module_of(Kind=type("Kind", (), dict(vars(Holder))))
    assert module_of(Kind=type("Kind", (), {**vars(Holder), **change})) != module_of(Kind=plain)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (made(1), made(2)),
        ({"a": made(1)}, {"a": made(2)}),
        ((1, "2"), (1, 2)),
        (frozenset("ab"), frozenset("ac")),
        (partial(made, 1), partial(made, 2)),
        (Point(), Point(2)),
        (lambda number=1: number, lambda number=2: number),
        (lambda: "one", lambda: "two"),
        (cached, cache(lambda: 6)),
    ],
)
def test_values_count(one: object, other: object) -> None:
    assert list(code_of(one)) == list(code_of(one)) != list(code_of(other))


def test_the_default_of_a_field_counts() -> None:
    one, same, other = (msgspec.defstruct("Kind", [("x", int, default)]) for default in (1, 1, 2))
    assert module_of(Kind=one) == module_of(Kind=same) != module_of(Kind=other)


def test_a_table_that_fills_itself_counts_by_what_fills_it() -> None:
    table, other = ByClass(lambda kind: kind is int), ByClass(lambda kind: kind is str)
    before = list(code_of(table))
    assert table[int]
    assert list(code_of(table)) == before != list(code_of(other))


def test_what_holds_itself_comes_to_an_end() -> None:
    table: dict[str, Any] = {}
    table["itself"] = table
    assert list(code_of(table))


def test_other_packages_are_left_out() -> None:
    assert reached_modules([__name__]) == [__name__]
