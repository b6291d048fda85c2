"""What happens in a battle, as facts that carry their outcomes. The rolls of the catalogue are the `Rolled` ones."""

from __future__ import annotations

from rules.istra.events import attacks, battle, moves
from rules.istra.events.attacks import *
from rules.istra.events.battle import *
from rules.istra.events.moves import *
from rules.kernel.messages import Event, by_tag, defined_in

EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, battle, moves, attacks))
"""Wire name → struct, by topic."""

MOMENTS = {
    "critical": "critical hit",
    "fumble": "fumble",
    "friend_hit": "stray shot",
    "charged_shot": "Charged shot",
    "first_strike": "First strike",
    "out": "out of battle",
    "morale": "failed morale",
    "left": "left the table",
    "chain": "chained lightning",
    "relentless": "Relentless",
    "gm": "GM action",
    "end": "end",
}
"""The kinds of key moments, as a timeline calls them."""
