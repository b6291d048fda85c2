"""What makes an event worth jumping to in a replay: the key moments of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

GRAVE_INJURY = 16
CLEAN_SEIZE = 5

Fields = Mapping[str, Any]

_KINDS: dict[str, Callable[[Fields], str]] = {
    "point_scored": lambda e: "gift" if e.get("gift") else "point",
    "orb_lost": lambda _e: "lost",
    "turn_ended": lambda e: "double_loss" if e["reason"] == "double_loss" else "",
    "orb_intercepted": lambda _e: "intercept",
    "contest_settled": lambda e: "seize" if e["kind"] == "seize" and e["margin"] >= CLEAN_SEIZE else "",
    "injury_rolled": lambda e: "injury" if e["table"] == "injury" and e["total"] >= GRAVE_INJURY else "",
    "player_removed": lambda e: "death" if e["status"] == "dead" else "injury",
    "foul_called": lambda _e: "foul",
    "player_ejected": lambda _e: "ejection",
    "player_dismissed": lambda _e: "ejection",
    "play_rewound": lambda _e: "rewind",
    "match_ended": lambda _e: "end",
}


def moment_of(name: str, fields: Fields) -> str:
    """The kind of key moment that an event is, by its wire name and its fields as JSON; empty when it is none.

    point, gift, lost, double_loss, intercept, seize, injury, death, foul, ejection, rewind, end.

    >>> moment_of("point_scored", {"team": "home", "player": "h1", "score": [1, 0]})
    'point'
    """
    kind = _KINDS.get(name)
    return kind(fields) if kind is not None else ""


def moment(event: Any) -> str | None:
    """The same of an event as a struct; None when it is no key moment."""
    name = str(event.__struct_config__.tag)
    return moment_of(name, msgspec.structs.asdict(event)) or None if name in _KINDS else None
