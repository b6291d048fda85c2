"""What came from outside: people of a file who are names without a person here, and what a list says of such a row."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from eventstore import api as store

DOMAIN = b"skald/nobody/1"
NOBODY = 5
"""The version of the UUIDs that stand for nobody here; keys of accounts are random, and those are of version 4."""
NAMES_ALONE = "No trusted house has signed for it: whom it names are names without a person here."
"""What is said to who takes such a file in."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
IMPORTS_LAST = 10**17
"""More microseconds than there are from 1970 to any year of ours; what a clock says that runs beyond counts as this."""


def nobody(key: str) -> str:
    """The key that a person of a file has here: always the same for the same, and never that of an account.

    >>> nobody("06b852b093f14c2f8d1d5a1f2f0c9e11")
    'b6028c07806651ac929a97bc9085ec71'
    >>> nobody(nobody("eve")) == nobody("eve")
    True
    """
    try:
        found = UUID(hex=key)
    except ValueError:
        found = None
    if found is not None and found.version == NOBODY:
        return found.hex
    return UUID(bytes=sha256(DOMAIN + key.encode()).digest()[:16], version=NOBODY).hex


def row_words(row: Any) -> str:
    """What a list says of a row with `row_fields`; empty where it was played here, or a trusted house has signed."""
    if not row.from_outside:
        return ""
    return f"imported by {row.imported_by} on {row.imported_at:%Y-%m-%d %H:%M} UTC, not sealed by this server"


def row_fields(imports: Iterable[store.Provenance], opened: datetime) -> dict[str, Any]:
    """What a row in a list says: whether any of it came without a trusted seal, and who took that in last, and when.

    What a trusted house has signed for has the row that it had there. `opened`: when its first event was recorded.
    """
    strange = [one for one in imports if not one.trusted][-1:]
    imported = strange[0].imported if strange else None
    return {
        "imported_at": imported,
        "imported_by": store.importer(strange[0].actor) if strange else "",
        "from_outside": bool(strange),
        "sort_key": sort_key(opened, imported),
    }


def sort_key(opened: datetime, imported: datetime | None) -> int:
    """What newest-first lists go by, the largest first: when it was opened.

    What was `imported` without a trusted seal has no instants to be believed: it goes by when it came here, and stands
    after everything that was played here.

    >>> now, old = datetime(2026, 11, 23, tzinfo=UTC), datetime(1971, 1, 1, tzinfo=UTC)
    >>> sort_key(now, None) > sort_key(old, None) > sort_key(now, now) > sort_key(now, old)
    True
    >>> sort_key(old, None) > sort_key(now, datetime(9999, 12, 31, tzinfo=UTC))  # whatever a clock elsewhere said
    True
    """
    microseconds = ((imported or opened) - EPOCH) // timedelta(microseconds=1)
    return min(microseconds - IMPORTS_LAST, -1) if imported else microseconds
