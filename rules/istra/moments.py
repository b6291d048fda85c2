"""What makes an event worth jumping to in a replay: the key moments of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

Fields = Mapping[str, Any]


def _declared(e: Fields) -> str:
    if e.get("origin") == "into_melee":
        return "friend_hit"
    return "charged_shot" if e.get("origin") == "charged_shot" else ""


_KINDS: dict[str, Callable[[Fields], str]] = {
    "critical_hit": lambda _e: "critical",
    "critical_fumble": lambda _e: "fumble",
    "attack_declared": _declared,
    "reaction_used": lambda e: "first_strike" if e["reaction"] == "first_strike" else "",
    "model_out": lambda _e: "out",
    "morale_rolled": lambda e: "" if e.get("success") else "morale",
    "left_board": lambda _e: "left",
    "spell_cast": lambda e: "chain" if e.get("chained") else "",
    "damage_dealt": lambda e: "relentless" if e.get("halved") else "",
    "gm_override": lambda _e: "gm",
    "battle_ended": lambda _e: "end",
}


def moment_of(name: str, fields: Fields) -> str:
    """The kind of key moment that an event is, by its wire name and its fields as JSON; empty when it is none.

    critical, fumble, friend_hit, charged_shot, first_strike, out, morale, left, chain, relentless, gm, end.

    >>> moment_of("model_out", {"model": "s1-a", "cause": "health"})
    'out'
    """
    kind = _KINDS.get(name)
    return kind(fields) if kind is not None else ""


def moment(event: Any) -> str | None:
    """The same of an event as a struct; None when it is no key moment."""
    name = str(event.__struct_config__.tag)
    return moment_of(name, msgspec.structs.asdict(event)) or None if name in _KINDS else None
