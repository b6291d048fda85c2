"""Modifier tables: a row a line, each with the situation in which it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Literal, NamedTuple, TypeVar

from rules.kernel.rolls import Mod

Situation = TypeVar("Situation")


class Row(NamedTuple, Generic[Situation]):
    """A modifier of a table: its value and label (or how they follow from the situation), its rule, when it counts.

    `named`: it is recorded at 0 as well, since what it stands for is part of every such roll.
    """

    value: int | Callable[[Situation], int]
    label: str | Callable[[Situation], str]
    rule: str
    when: Callable[[Situation], bool] | None = None
    named: bool = False


def mods(rows: Iterable[Row[Situation]], situation: Situation) -> tuple[Mod, ...]:
    """The modifiers that count, in the order of the table; those of 0 are left out unless they are `named`."""
    found: list[Mod] = []
    for value, label, rule, when, named in rows:
        if when is not None and not when(situation):
            continue
        amount = value if isinstance(value, int) else value(situation)
        if amount or named:
            found.append((amount, label if isinstance(label, str) else label(situation), rule))
    return tuple(found)


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
