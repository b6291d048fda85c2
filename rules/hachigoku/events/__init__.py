"""What happens in a Skirmish, as facts that carry their outcomes."""

from __future__ import annotations

from rules.hachigoku.events import attacks, harm, match, moments, moves, rolls
from rules.hachigoku.events.attacks import *
from rules.hachigoku.events.harm import *
from rules.hachigoku.events.match import *
from rules.hachigoku.events.moments import *
from rules.hachigoku.events.moves import *
from rules.hachigoku.events.rolls import *
from rules.kernel.messages import Event, by_tag, defined_in

EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, match, moments, rolls, moves, attacks, harm))
"""Wire name → struct, by topic."""

MOMENTS = {
    "ambush": "ambush",
    "interrupt": "interruption",
    "simultaneous": "simultaneous Actions",
    "counterstrike": "Counterstrike",
    "guard": "guard",
    "three_wounds": "three Wounds or more",
    "level": "Wound level",
    "death": "death",
    "throw": "throw",
    "fall": "fall",
    "disarm": "disarm",
    "honor": "Honor spent",
    "last_call": "last call",
    "end": "end",
}
"""The kinds of key moments, as a timeline calls them."""
