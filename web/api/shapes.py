"""What every app's API answers: why a request was not carried out, and where a stream comes from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta

from eventstore.api import Provenance, describe_imports

Count = Annotated[int, Meta(ge=0)]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out (RFC 9457).

    `code` is stable; `need` is the roll that waits for dice; `dice_left` are typed faces that were not taken;
    `caused_by` is the event that the refusal goes back to, by its stream and its number `n` there.
    """

    type: str
    title: str
    status: int
    code: str
    message: str
    field: str = ""
    rule: str = ""
    rule_text: str = ""
    hint: str = ""
    need: dict[str, Any] | None = None
    pending: int = 0
    dice_left: list[int] = []
    caused_by: dict[str, Any] | None = None
    errors: list[dict[str, Any]] = []


class ImportedBy(msgspec.Struct, frozen=True):
    """Who took a match in from a file that no server that is trusted here has signed for, and when."""

    by: str
    at: datetime


class ImportTold(msgspec.Struct, frozen=True):
    """Events `first` to `last` came from a file: who took it in, when, and whether a trusted server has signed for it.

    Where `trusted` is false, the people whom these events name are names without a person here.
    """

    by: str
    at: datetime
    first: Count
    last: Count
    trusted: bool
    words: str


class Origin(Protocol):
    """A row of a list that says where it comes from."""

    from_outside: Any
    imported_by: Any
    imported_at: Any


def imported_by(row: Origin) -> ImportedBy | None:
    """Who took in what a row tells of; None where it was played here, or a trusted server has signed for it."""
    return ImportedBy(row.imported_by, row.imported_at) if row.from_outside else None


def import_documents(imports: Iterable[Provenance]) -> list[ImportTold]:
    """Where a stream comes from."""
    return [
        ImportTold(one.by, one.at, one.first, one.last, one.trusted, one.words) for one in describe_imports(imports)
    ]
