"""What is worth counting in battles of Storm of Istra."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from matches.simulation.counted_events import CountedEvents
from rules.kernel.messages import tag_of

COUNTED: Mapping[str, str] = {
    "critical_hit": "critical hit",
    "critical_fumble": "critical fumble",
    "left_board": "left the board: {0.cause}",
    "reaction_used": "reaction: {0.reaction}",
    "talent_used": "talent: {0.talent}",
    "race_ability_used": "race ability: {0.ability}",
    "spell_cast": "spell: {0.spell}",
    "model_fell": "jump or fall",
}
"""What an event of a battle is counted as."""


def battle_details(events: Iterable[Any]) -> Iterator[str]:
    """The counted events of a battle, and what hurt each model last before it was taken out."""
    attack, hurt = "", dict[str, str]()
    for event in events:
        name = tag_of(event)
        if name in COUNTED:
            yield COUNTED[name].format(event)
        if name == "combat_resolved":
            yield f"{event.kind}: {'hit' if event.attacker in event.winners else 'missed'}"
        elif name == "morale_rolled":
            yield f"morale: {'kept' if event.success else 'lost'}"
        elif name in ("attack_declared", "spell_cast"):
            attack = "spell" if name == "spell_cast" else event.kind
        elif name == "health_changed":
            hurt[event.model] = attack if event.cause == "attack" else event.cause
        elif name == "model_out":
            yield f"out by {hurt.get(event.model, 'the GM') if event.cause == 'health' else 'lost Core Stats'}"


COUNTED_EVENTS = CountedEvents(("initiative_won", "seat"), battle_details)
