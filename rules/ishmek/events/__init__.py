"""What happens in an Ishmêk match, as facts that carry their outcomes. `orb` and `vessel` are named by their team."""

from __future__ import annotations

from rules.ishmek.events import goes, harm, match, orbs, skill
from rules.ishmek.events.goes import *
from rules.ishmek.events.harm import *
from rules.ishmek.events.match import *
from rules.ishmek.events.orbs import *
from rules.ishmek.events.skill import *
from rules.kernel.messages import Event, by_tag, defined_in

EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, match, goes, skill, orbs, harm))
"""Wire name → struct, by topic."""

MOMENTS = {
    "point": "point",
    "gift": "gift of a point",
    "lost": "orb lost",
    "double_loss": "both orbs lost",
    "intercept": "intercept",
    "seize": "seize",
    "injury": "injury",
    "foul": "foul",
    "ejection": "ejection",
    "death": "death",
    "rewind": "rewind",
    "end": "end",
}
"""The kinds of key moments, as a timeline calls them."""
