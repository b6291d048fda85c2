"""Modifier tables: a row a line, each with the situation in which it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Literal, NamedTuple, TypeVar

from rules.kernel.rolls import Mod

Situation = TypeVar("Situation")


class Row(NamedTuple, Generic[Situation]):
    """A modifier of a table: its value (or how it follows from the situation), label and rule, and when it counts."""

    value: int | Callable[[Situation], int]
    label: str
    rule: str
    when: Callable[[Situation], bool]


def mods(rows: Iterable[Row[Situation]], situation: Situation) -> tuple[Mod, ...]:
    """The modifiers that count, in the order of the table; those of 0 are left out."""
    found = (
        (row.value if isinstance(row.value, int) else row.value(situation), row.label, row.rule)
        for row in rows
        if row.when(situation)
    )
    return tuple(mod for mod in found if mod[0])


Cancel = Literal["all", "each"]
"""How advantages and disadvantages meet: any of one cancels all of the other, or each cancels one."""


def balance(advantages: int, disadvantages: int, cancel: Cancel) -> int:
    """1: at advantage. −1: at disadvantage. 0: neither; they are never had twice.

    >>> balance(2, 1, "all"), balance(2, 1, "each"), balance(0, 3, "all")
    (0, 1, -1)
    """
    if cancel == "all" and advantages and disadvantages:
        return 0
    return (advantages > disadvantages) - (advantages < disadvantages)
