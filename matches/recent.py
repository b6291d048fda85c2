"""The matches that this process folded last, so that the next command need not fold them again.

A fold is kept with the hash of its last event. Whoever takes it reads that event along with those after it and
compares: a log that is no longer the same (a restored database) is folded anew.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, Protocol, TypeVar
from uuid import UUID


class Copyable(Protocol):
    """What can be kept: it can be copied, for who takes it moves it on."""

    @property
    def id(self) -> UUID:
        """What it is known by."""
        ...

    @property
    def version(self) -> int:
        """How far it was folded."""
        ...


T = TypeVar("T", bound=Copyable)


class RecentFolds(Generic[T]):
    """The last `size` folds, one a match. Safe to use from several threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._folds: OrderedDict[UUID, T] = OrderedDict()
        self._lock = Lock()

    def find(self, match_id: UUID, upto: int | None) -> T | None:
        """The fold of a match, unless it goes beyond event `upto`. Not to be changed: copy it."""
        with self._lock:
            fold = self._folds.get(match_id)
            if fold is None or (upto is not None and fold.version > upto):
                return None
            self._folds.move_to_end(match_id)
            return fold

    def keep(self, fold: T) -> None:
        """Keep a fold that nobody changes any more, unless a later one is kept already."""
        with self._lock:
            known = self._folds.get(fold.id)
            if known is None or known.version < fold.version:
                self._folds[fold.id] = fold
            self._folds.move_to_end(fold.id)
            while len(self._folds) > self._size:
                self._folds.popitem(last=False)

    def forget(self, match_id: UUID) -> None:
        """Forget the fold of a match."""
        with self._lock:
            self._folds.pop(match_id, None)

    def clear(self) -> None:
        """Forget all folds."""
        with self._lock:
            self._folds.clear()
