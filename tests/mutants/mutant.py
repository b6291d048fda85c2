"""What a mutant is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """A small change to the code that must turn a test red.

    `name` says what would be wrong; `old` stands exactly once in `file` and becomes `new`; `tests` are the test files,
    or tests as pytest names them, of which one must fail then. `postgresql`: it shows on PostgreSQL alone.
    """

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    postgresql: bool = False
