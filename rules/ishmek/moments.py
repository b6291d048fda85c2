"""What makes an event worth jumping to in a replay: the key moments of the catalogue."""

from __future__ import annotations

from typing import Any

from rules.ishmek import events as ev

GRAVE_INJURY = 16
CLEAN_SEIZE = 5

KINDS: dict[type[Any], str] = {
    ev.OrbLost: "lost",
    ev.OrbIntercepted: "intercept",
    ev.FoulCalled: "foul",
    ev.PlayerEjected: "ejection",
    ev.PlayerDismissed: "ejection",
    ev.PlayRewound: "rewind",
    ev.MatchEnded: "end",
}
"""Events that are a key moment whatever they say."""


def moment(event: Any) -> str | None:
    """The kind of key moment an event is: point, gift, lost, double_loss, intercept, seize, injury, death, foul,
    ejection, rewind, end; None for all others.

    >>> moment(ev.PointScored(team="home", player="h1", score=(1, 0)))
    'point'
    """
    kind = KINDS.get(type(event))
    if kind is not None:
        return kind
    if isinstance(event, ev.PointScored):
        return "gift" if event.gift else "point"
    if isinstance(event, ev.TurnEnded):
        return "double_loss" if event.reason == "double_loss" else None
    if isinstance(event, ev.ContestSettled):
        return "seize" if event.kind == "seize" and event.margin >= CLEAN_SEIZE else None
    if isinstance(event, ev.PlayerRemoved):
        return "death" if event.status == "dead" else "injury"
    if isinstance(event, ev.InjuryRolled) and event.table == "injury":
        return "injury" if event.total >= GRAVE_INJURY else None
    return None
