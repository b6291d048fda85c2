"""Ids that are promised to matches which are not opened yet: for those who promise them and open them later.

They register a question here, and matches never learn who they are. No import may take such an id: whoever reads it
before its match is opened could otherwise put a match of their own making in its place.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TypeAlias

Promise: TypeAlias = Callable[[uuid.UUID], bool]
"""Whether an id is promised to a match that is still to be opened here."""

_promises: list[Promise] = []


def register_promises(ask: Promise) -> Promise:
    """Have `ask` asked of the id of each match that comes in a file."""
    if ask not in _promises:
        _promises.append(ask)
    return ask


def is_promised(match_id: uuid.UUID) -> bool:
    """Whether anybody has promised this id."""
    return any(ask(match_id) for ask in _promises)
