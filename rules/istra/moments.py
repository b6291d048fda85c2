"""What makes an event worth jumping to in a replay: the key moments of the catalogue."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.moments import Fields, KeyMoments


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

MOMENTS = KeyMoments(_KINDS)
"""critical, fumble, friend_hit, charged_shot, first_strike, out, morale, left, chain, relentless, gm, end.

>>> MOMENTS.kind_of("model_out", {"model": "s1-a", "cause": "health"})
'out'
"""
