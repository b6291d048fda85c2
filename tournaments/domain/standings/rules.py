"""What a stage says of its table: points, the ordered list of tie-breaks, unplayed rounds, zones."""

from __future__ import annotations

import msgspec

from rules.kernel.errors import Refused
from tournaments.domain.standings.points import Points
from tournaments.domain.standings.unplayed import edition_of

ORDER = "KERNEL-TOUR-43"
"""Entrants are ranked by an ordered list of rules; whom it does not separate share a place."""
RESTART = "KERNEL-TOUR-44"
"""Whether a mini-table starts again for those it leaves tied stands in the rules of the stage."""

SWISS = ("points", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "wins", "lot")
LEAGUE = ("points", "score_difference", "score_for", "head_to_head", "lot")
MINI_TABLE = (
    "points",
    "mini:points",
    "mini:score_difference",
    "mini:score_for",
    "score_difference",
    "score_for",
    "fair_play",
    "lot",
)
PLACINGS = ("points", "best_places", "score_for", "lot")
ROUND_ROBIN = ("points", "head_to_head", "sonneborn_berger", "wins", "lot")
PRESETS = {
    "swiss": SWISS,
    "league": LEAGUE,
    "mini_table": MINI_TABLE,
    "placings": PLACINGS,
    "round_robin": ROUND_ROBIN,
}
"""Lists to begin with."""


class Zone(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Places that mean something, such as 1 to 4 that go on to the knockout."""

    first: int
    last: int
    label: str


class StandingRules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The rules of one table. They stand in the stage, so that an old table stays what it was.

    * `order`: codes of measures; ``mini:CODE`` is CODE in the table of those still tied.
    * `pairing`: "swiss" (rounds are paired one after another) or "fixed" (all pairings stand beforehand).
    * `restart`: a mini-table starts again for those it leaves tied "at_once" when they become fewer, "after" its whole
      block of rules, or "never"; or the whole "list" does, whichever rule made them fewer.
    * `forfeits_meet`: forfeits count in head-to-head and mini-tables; None: as the edition says.
    * `two_only`: head-to-head decides between two alone.
    * `left`: who has left is ranked "in_place" or "last".
    """

    points: Points = Points()
    order: tuple[str, ...] = SWISS
    edition: str = "fide-2026"
    pairing: str = "swiss"
    restart: str = "at_once"
    forfeits_meet: bool | None = None
    two_only: bool = False
    left: str = "in_place"
    zones: tuple[Zone, ...] = ()
    lot_seed: str = ""

    @property
    def fixed(self) -> bool:
        """All pairings stand beforehand."""
        return self.pairing == "fixed"

    @property
    def meets_by_forfeit(self) -> bool:
        """Who won or lost by forfeit has met: always, but in a Swiss by FIDE (6.1.1)."""
        if self.forfeits_meet is not None:
            return self.forfeits_meet
        return self.fixed or not edition_of(self.edition).dummies


MOST_ZONES, LONGEST_LABEL = 20, 80
CHOICES = {
    "pairing": ("swiss", "fixed"),
    "restart": ("at_once", "after", "never", "list"),
    "left": ("in_place", "last"),
}


def check_choices(rules: StandingRules) -> None:
    """Refuse rules with a word that means nothing."""
    rules.points.check()
    edition_of(rules.edition)
    for field, words in CHOICES.items():
        if getattr(rules, field) not in words:
            message = f"{field} must be {' or '.join(words)}"
            raise Refused("unknown_choice", message, ORDER, field=field, hint=f"choose {', '.join(words)}")
    if len(rules.zones) > MOST_ZONES:
        message = f"a table has at most {MOST_ZONES} zones, not {len(rules.zones)}"
        raise Refused("out_of_bounds", message, ORDER, field="zones", hint="Name fewer.")
    for zone in rules.zones:
        if not zone.label.strip() or len(zone.label) > LONGEST_LABEL or not zone.label.isprintable():
            message = f"the label of a zone has 1 to {LONGEST_LABEL} visible characters"
            raise Refused("bad_name", message, ORDER, field="zones", hint="Give another one.")
        if not 1 <= zone.first <= zone.last:
            message = f"a zone from place {zone.first} to {zone.last} has no places"
            raise Refused("empty_zone", message, ORDER, field="zones", hint="give the first place, then the last")
