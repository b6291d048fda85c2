"""What makes an event worth jumping to in a replay: the key moments of the catalogue."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.moments import Fields, KeyMoments

GRAVE_INJURY = 16
CLEAN_SEIZE = 5

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

MOMENTS = KeyMoments(_KINDS)
"""point, gift, lost, double_loss, intercept, seize, injury, death, foul, ejection, rewind, end.

>>> MOMENTS.kind_of("point_scored", {"team": "home", "player": "h1", "score": [1, 0]})
'point'
"""
