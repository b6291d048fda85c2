"""What a match belongs to, as rows of the admin site: who knows more of it than matches do registers a function.

Matches never learn who they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

RowSource: TypeAlias = Callable[[AbstractBaseUser | AnonymousUser, UUID], Iterable[tuple[str, str]]]
"""The rows that a match belongs to, label and address, as far as a user may look at them in the admin site."""

_sources: list[RowSource] = []


def register_rows(find: RowSource) -> RowSource:
    """Have `find` asked for what the admin page of a match leads to."""
    if find not in _sources:
        _sources.append(find)
    return find


def rows_of(user: AbstractBaseUser | AnonymousUser, match: UUID) -> list[tuple[str, str]]:
    """The rows that a match belongs to, for who looks at it."""
    return [row for find in _sources for row in find(user, match)]
