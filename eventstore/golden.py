"""Golden samples: one stored body of every schema that was ever written, and what it is read as today.

A sample is a JSON file `{"type": …, "schema": …, "body": "the exact text", "reads_as": {…}}`. Files are added, never
changed: a log written years ago must still decode.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from eventstore.upcast import Upcasts


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    schema: int
    body: str
    reads_as: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sample:
    """A body as it was stored, and what it must be read as."""

    path: Path
    type: str
    schema: int
    body: bytes
    reads_as: dict[str, Any]

    def fault(self, upcasts: Upcasts) -> str:
        """Return how today's reading differs from what is written in the sample; empty when it does not."""
        _schema, body = upcasts.decode(self.type, self.schema, self.body)
        return "" if body == self.reads_as else f"{self.path.name} reads as {body}, not as {self.reads_as}"


def load_samples(folder: Path) -> list[Sample]:
    """Return the samples in `folder`, by name; raises msgspec.DecodeError for a file that is none."""
    return [_load(path) for path in sorted(folder.glob("*.json"))]


def _load(path: Path) -> Sample:
    file = msgspec.json.decode(path.read_bytes(), type=_File)
    return Sample(path, file.type, file.schema, file.body.encode(), file.reads_as)


def unsampled(written: Iterable[tuple[str, int]], samples: Iterable[Sample]) -> list[tuple[str, int]]:
    """Return each (type, schema) of `written` that has no sample.

    `written`: the current schema of each type beside `Upcasts.schemas()`.
    """
    sampled = {(sample.type, sample.schema) for sample in samples}
    return sorted(set(written) - sampled)
