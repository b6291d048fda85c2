"""What verification finds."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was recorded; `position`, `version` and `stream` are 0 and empty if unknown.

    `kind`: altered (an event), gap (events are missing before this one), order, cut (the end is missing),
    stream, type, command (a row beside the events), unreadable, seal, guard (a trigger
    is missing), secret (that of dice is not the one that was committed to).
    """

    kind: str
    message: str
    position: int = 0
    stream: str = ""
    version: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as plain JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.kind}: {self.place}: {self.message}" if self.place else f"{self.kind}: {self.message}"

    @property
    def place(self) -> str:
        """Where: the stream and version, and the position, as far as they are known."""
        event = f"{self.stream} version {self.version}" if self.stream and self.version else self.stream
        position = f"position {self.position}" if self.position else ""
        return ", ".join(part for part in (event, position) if part)
