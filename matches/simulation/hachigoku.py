"""What is worth counting in Skirmishes of Hachigoku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from matches.simulation.counted_events import CountedEvents
from rules.hachigoku.questions import UNABLE
from rules.kernel.messages import tag_of

COUNTED: Mapping[str, str] = {
    "attack_hit": "attack: hit",
    "attack_missed": "attack: missed",
    "attack_failed": "attack: failed",
    "interrupt_declared": "interruption: for {0.purpose}",
    "simultaneous_batch": "batch of equal totals",
    "honor_spent": "Honor Point",
    "weapon_lost": "weapon lost",
    "hold_started": "hold: {0.hold}",
    "thrown": "throw",
    "character_left": "left: {0.cause}",
}
"""What an event of a Skirmish is counted as."""
ROLLED: Mapping[str, str] = {
    "defense_rolled": "{0.defense}",
    "knockdown_resisted": "resist Knockdown",
    "guard_rolled": "guard",
    "escape_rolled": "escape",
    "landing_rolled": "landing",
}
"""Rolls that are counted by what came of them."""


def skirmish_details(events: Iterable[Any]) -> Iterator[str]:
    """The counted events of a Skirmish, and what was the end of whom."""
    hurt = dict[str, str]()
    for event in events:
        name = tag_of(event)
        if name in COUNTED:
            yield COUNTED[name].format(event)
        elif name in ROLLED:
            yield f"{ROLLED[name].format(event)}: {'success' if event.success else 'failure'}"
        elif name == "condition_set":
            yield f"condition: {event.condition}"
        elif name == "wounds_taken":
            hurt[event.character] = event.cause
        elif name == "wound_level_changed" and event.after in UNABLE:
            yield f"{event.after} by {hurt.get(event.character, 'the GM')}"


COUNTED_EVENTS = CountedEvents(("", ""), skirmish_details)
