"""The numbered heads of long procedures name what is there: a renamed function would leave them telling of nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("campaigns", "matches", "eventstore", "jobs")
NUMBERED = re.compile(r"^1\. ", re.MULTILINE)


def heads() -> Iterator[str]:
    """The modules whose docstring lists the steps of a procedure."""
    paths = [path for room in ROOMS for path in ROOT.glob(f"{room}/**/*.py")]
    for path in sorted({*ROOT.glob("rules/*/decide/*.py"), *paths}):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if NUMBERED.search(ast.get_docstring(ast.parse(path.read_text())) or ""):
            yield name


def missing(module: ModuleType) -> list[str]:
    """What the head of a module names that is neither in it nor in another module of its game or room."""
    steps = (module.__doc__ or "").partition("\n1. ")[2]
    return [name for name in re.findall(r"`([^`]+)`", steps) if not is_there(module, name)]


def is_there(module: ModuleType, name: str) -> bool:
    folder = module.__name__.rpartition(".")[0]
    places = filter(None, (module.__name__, folder, folder.rpartition(".")[0]))
    return hasattr(module, name) or any(is_found(f"{place}.{name}") for place in places)


def is_found(dotted: str) -> bool:
    """Whether a module, or what a module holds, is called that."""
    try:
        resolve_name(dotted)
    except (ImportError, AttributeError):
        return False
    return True


LONG = {
    "ishmek": {"contests", "orbs", "goes", "performing", "skill", "turns", "windows"},
    "istra": {"attacks", "moves", "spells", "turns"},
}
"""The modules of each game at whose head a long procedure stands."""
APPS = {
    "campaigns.domain.recovery",
    "campaigns.domain.settling",
    "campaigns.domain.undoing",
    "campaigns.handler",
    "campaigns.transfer",
    "eventstore.intake",
    "matches.handler",
    "matches.opening",
    "matches.transfer",
}
"""The modules of the apps at whose head a long procedure stands."""


def steps_of(module: ModuleType) -> list[list[str]]:
    """The steps of each procedure in a module's head, in order; a step has its number and all its lines."""
    paragraphs = (module.__doc__ or "").split("\n\n")
    return [re.split(r"\n(?=\d+\. )", text.strip()) for text in paragraphs if NUMBERED.match(text)]


@pytest.mark.parametrize("game", list(LONG))
def test_long_procedures_have_heads(game: str) -> None:
    assert LONG[game] == {name.rpartition(".")[2] for name in heads() if name.startswith(f"rules.{game}.")}


def test_procedures_of_the_apps_have_heads() -> None:
    assert {name for name in heads() if not name.startswith("rules.")} == APPS


@pytest.mark.parametrize("name", list(heads()))
def test_each_step_has_its_number_and_a_home(name: str) -> None:
    for steps in steps_of(import_module(name)):
        assert [int(step.partition(".")[0]) for step in steps] == list(range(1, len(steps) + 1))
        assert [step for step in steps if "`" not in step] == []


def test_steps_are_counted() -> None:
    module = ModuleType("rules.istra.decide.moves", "A walk:\n\n1. `go`\n   on.\n2. Stay.\n\nA run:\n\n1. `run`.\n")
    assert steps_of(module) == [["1. `go`\n   on.", "2. Stay."], ["1. `run`."]]


@pytest.mark.parametrize("name", list(heads()))
def test_a_head_names_what_is_there(name: str) -> None:
    assert missing(import_module(name)) == []


def test_what_is_not_there_is_found() -> None:
    module = ModuleType(
        "rules.istra.decide.moves", "A walk:\n\n1. `hop`, then `flights.stay` and `flights.fly`, `nowhere.at_all`."
    )
    assert missing(module) == ["hop", "flights.fly", "nowhere.at_all"]
