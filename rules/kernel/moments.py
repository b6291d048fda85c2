"""Which events of a game are worth jumping to in a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.kernel.messages import tag_of

Fields = Mapping[str, Any]


class KeyMoments:
    """The key moments of a game: wire name → what kind of moment an event of that name is, by its fields; "": none."""

    def __init__(self, kinds: Mapping[str, Callable[[Fields], str]]) -> None:
        self._kinds = kinds

    def kind_of(self, name: str, fields: Fields) -> str:
        """The kind of key moment that an event is, by its wire name and its fields as JSON; empty when it is none."""
        kind = self._kinds.get(name)
        return kind(fields) if kind is not None else ""

    def moment(self, event: Any) -> str | None:
        """The same of an event as a struct; None when it is no key moment."""
        name = tag_of(event)
        return self.kind_of(name, msgspec.structs.asdict(event)) or None if name in self._kinds else None
