"""What jobs of each kind do, and what their failures mean: registered by the apps above, as they become ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from jobs.claimed import ClaimedJob

Work: TypeAlias = Callable[[ClaimedJob], dict[str, Any]]
"""Does what a job of one kind is for; its result is shown. It may have finished the job by itself.

Whatever it changes is written in a transaction in which it has called `finish` or `hold` of the job.
"""

E = TypeVar("E", bound=Exception)

_works: dict[str, Work] = {}
_at_once: set[str] = set()
_failures: dict[type[Exception], Callable[[ClaimedJob, Any], None]] = {}


def kinds() -> list[str]:
    """Every kind of job there is."""
    return sorted(_works)


def work(kind: str) -> Callable[[Work], Work]:
    """Register what jobs of a kind do."""

    def register(does: Work) -> Work:
        _works[kind] = does
        return does

    return register


def work_at_once(kind: str) -> Callable[[Work], Work]:
    """The same for a kind that is not left to the workers: it is run right after the commit, where that is possible."""
    _at_once.add(kind)
    return work(kind)


def runs_at_once(kind: str) -> bool:
    """Whether jobs of a kind are not left to the workers."""
    return kind in _at_once


def work_of(kind: str) -> Work:
    """What jobs of a kind do. KeyError where nobody has registered it."""
    return _works[kind]


def on_failure(error: type[E], follow: Callable[[ClaimedJob, E], None]) -> None:
    """Register what becomes of a job whose work raises `error`, or a class of it that has no entry of its own.

    Any other error counts as a failed attempt.
    """
    _failures[error] = follow


def follow_failure(running: ClaimedJob, error: Exception) -> bool:
    """Let happen what was registered for `error`; False where nothing was."""
    for one in type(error).__mro__:
        if one in _failures:
            _failures[one](running, error)
            return True
    return False
