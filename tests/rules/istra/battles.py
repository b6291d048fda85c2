"""Battles to test with, written as briefly as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra.evolve import evolve
from rules.istra.position import opened_from_setup, state_from_position
from rules.istra.state import Model, State
from rules.kernel.errors import Malformed, Refused

Json = dict[str, Any]

RACE_ROWS = [
    ("human", 5, 5, 5),
    ("wood_elf", 4, 7, 5),
    ("steppe_elf", 4, 7, 5),
    ("dark_elf", 4, 7, 5),
    ("dwarf", 7, 5, 5),
    ("halfling", 5, 6, 5),
    ("undead", 5, 3, 4),
    ("beast", 8, 5, 4),
    ("demon", 6, 6, 6),
]
"""The race table: race, Power, Finesse, Will."""


def man(name: str, at: tuple[int, ...] | None = None, **fields: Any) -> Json:
    """A model on a roster, or at a place."""
    return {"id": name, **({"pos": list(at)} if at else {}), **fields}


def rect(left: int, bottom: int, right: int, top: int) -> Json:
    return {"shape": "rect", "a": [left, bottom], "b": [right, top]}


def circle(x: int, y: int, radius: int) -> Json:
    return {"shape": "circle", "centre": [x, y], "radius": radius}


def piece(name: str, footprint: Json, **fields: Any) -> Json:
    return {"id": name, "footprint": footprint, **fields}


def wall(name: str, left: int, bottom: int, right: int, top: int, **fields: Any) -> Json:
    """A solid piece, 3 inches high, to stand on."""
    solid: Json = {"height": 300, "los": "opaque", "standable": True, "climbable": True}
    return piece(name, rect(left, bottom, right, top), **{**solid, **fields})


def sides(*models: list[Json], **named: list[Json]) -> Json:
    """Sides s1, s2, … of these models, and those named."""
    numbered = {f"s{number}": {"models": each} for number, each in enumerate(models, 1)}
    return {**numbered, **{name: {"models": each} for name, each in named.items()}}


def setup(*models: list[Json], **fields: Any) -> Json:
    """A setup of sides s1, s2, …; without models one man each for two sides."""
    return {"sides": sides(*(models or ([man("a1")], [man("b1")]))), **fields}


def with_man(**fields: Any) -> Json:
    """A setup whose first man is as given."""
    return setup([man("a1", **fields)], [man("b1")])


def position(*models: list[Json], **fields: Any) -> Json:
    """A position; without models one man each for two sides, far from one another."""
    return {"sides": sides(*(models or ([man("a1", (1000, 1000))], [man("b1", (3000, 3000))]))), **fields}


def opened(document: Json, **house_rules: Any) -> State:
    """The state that a setup opens with."""
    return evolve(None, opened_from_setup(document, house_rules))


def placed(document: Json, **house_rules: Any) -> State:
    """The state of a position."""
    return state_from_position(document, house_rules)


def of(state: State, name: str) -> Model:
    return next(model for model in state.models if model.id == name)


def refused(call: Any, document: Json, **house_rules: Any) -> Refused:
    """The refusal of a document, which says what, where, by which rule, and what to do next."""
    with pytest.raises(Refused) as caught:
        call(document, **house_rules)
    assert caught.value.rule
    assert caught.value.message
    assert caught.value.field
    assert caught.value.hint
    return caught.value


def unreadable(call: Any, document: Json, **house_rules: Any) -> str:
    """The field at fault of a document that cannot be read."""
    with pytest.raises(Malformed) as caught:
        call(document, **house_rules)
    return caught.value.field
