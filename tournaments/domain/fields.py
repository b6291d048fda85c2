"""What the fields of commands are made of: keys, words, reasons."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from rules.kernel.labels import REASON, label

Key = Annotated[str, msgspec.Meta(max_length=80)]
Words = Annotated[str, msgspec.Meta(max_length=2_000)]
RECORDED = "Recorded in the log, where everyone who sees the tournament can read it."
Reason: TypeAlias = Annotated[Words, label("Reason", RECORDED, of=REASON, required=True)]
OptionalReason: TypeAlias = Annotated[Words, label("Reason", RECORDED, of=REASON)]
