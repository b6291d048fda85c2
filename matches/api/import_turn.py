"""One import at a time in a web process.

A file of `IMPORT_EVENTS` events is decided again for longer than any other request takes, in one of the few threads
that write. Several at once would hold them all, and nobody could play until the last is through.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from web.errors import Refusal

AGAIN_SECONDS = 30

_turn = Lock()


class ImportRunning(Refusal):
    """Another file is being imported by this process."""

    status = 503
    retry_after = AGAIN_SECONDS

    def __init__(self) -> None:
        hint = "Send it again in half a minute."
        super().__init__("busy", "Another file is being imported. Nothing was stored.", hint=hint)


@contextmanager
def import_turn() -> Iterator[None]:
    """Be the only import of this process in the block. Raises ImportRunning instead of waiting."""
    if not _turn.acquire(blocking=False):
        raise ImportRunning
    try:
        yield
    finally:
        _turn.release()
