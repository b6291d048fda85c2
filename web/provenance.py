"""Imports: the keys of people who are only names here, and the fields of rows that came from a file."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from eventstore import api as store

DOMAIN = b"skald/nobody/1"
NOBODY = 5
"""The UUID version of keys that belong to nobody here; keys of accounts are random, so of version 4."""
NAMES_ALONE = "No trusted server has sealed this file, so the people it names are only names here, not accounts."
"""The notice to the importer of such a file."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
IMPORTS_LAST = 10**17
"""More microseconds than there are from 1970 to any year of ours; what a clock says that runs beyond counts as this."""


def outsider_key(key: str) -> str:
    """The key that stands here for a person of a file: the same each time, and never the key of an account.

    >>> outsider_key("06b852b093f14c2f8d1d5a1f2f0c9e11")
    'b6028c07806651ac929a97bc9085ec71'
    >>> outsider_key(outsider_key("eve")) == outsider_key("eve")
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
    """How a list marks a row with `row_fields`; empty if it was played here or a trusted server has sealed it."""
    if not row.from_outside:
        return ""
    return f"imported by {row.imported_by} on {row.imported_at:%Y-%m-%d %H:%M} UTC, not sealed by this server"


def row_fields(imports: Iterable[store.Provenance], opened: datetime) -> dict[str, Any]:
    """The import fields of a row: whether any of it came without a trusted seal, who last imported such, and when.

    Imports with a trusted seal leave the fields as they were there. `opened`: when its first event was recorded.
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
    """The sort key of newest-first lists, largest first: when it was opened.

    The instants of something `imported` without a trusted seal cannot be believed: it sorts by when it came here, after
    everything that was played here.

    >>> now, old = datetime(2026, 11, 23, tzinfo=UTC), datetime(1971, 1, 1, tzinfo=UTC)
    >>> sort_key(now, None) > sort_key(old, None) > sort_key(now, now) > sort_key(now, old)
    True
    >>> sort_key(old, None) > sort_key(now, datetime(9999, 12, 31, tzinfo=UTC))  # whatever a clock elsewhere said
    True
    """
    microseconds = ((imported or opened) - EPOCH) // timedelta(microseconds=1)
    return min(microseconds - IMPORTS_LAST, -1) if imported else microseconds
