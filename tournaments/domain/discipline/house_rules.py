"""The switches of a tournament's discipline, with their defaults and what they are called."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.switches import OffOn, OnOff, Switches, check_switches, switch
from tournaments.domain.discipline.facts import TO_THE_END, AppearanceKind, Kind

SENTENCES = "KERNEL-TOUR-81"
SERVING = "KERNEL-TOUR-83"
THRESHOLDS = "KERNEL-TOUR-87"
APPEALS = "KERNEL-TOUR-90"
STAYS = "KERNEL-TOUR-91"
LEAVING = "KERNEL-TOUR-93"
NO_SHOWS = "KERNEL-TOUR-96"
MOST_MATCHES = 99
MOST_THRESHOLDS, LONGEST_ID = 20, 40
LENGTHS = ("no ban", "one match", "two matches", "three matches", "to the end of the tournament")

Length: TypeAlias = Literal["none", "one", "two", "three", "tournament"]
BookLength: TypeAlias = Literal["tournament", "none", "one", "two", "three"]
"""The same, of what lasts to the end by default."""
MATCHES: dict[Length, int | None] = {"none": None, "one": 1, "two": 2, "three": 3, "tournament": TO_THE_END}
Until: TypeAlias = Literal["days", "next_match", "first_of_both"]
Policy: TypeAlias = Literal["by_half", "void_all", "keep_and_forfeit", "results_stand"]


class Threshold(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """So many offences of a hero, or points for them, open a ban of so many `matches` (0: to the end) together.

    `kinds`: those that count (empty: all with points). `again`: counting begins anew after each ban. `reset`: when else
    it does.
    """

    id: str
    at: int
    measure: Literal["offences", "points"] = "offences"
    kinds: tuple[Kind, ...] = ()
    matches: int = 1
    again: bool = True
    reset: Literal["never", "stage", "date"] = "never"


BOOK_LENGTHS = (LENGTHS[-1], *LENGTHS[:-1])
SWITCHES: Switches = {
    "Bans": {
        "for_sat_out_point": switch(SENTENCES, "Sent off until a point is scored", *LENGTHS),
        "for_sat_out_turns": switch(SENTENCES, "Sent off for some turns", *LENGTHS),
        "for_sat_out_match": switch(SENTENCES, "Sent off for the rest of the match", *LENGTHS),
        "for_ejected": switch(SENTENCES, "Ejected from the tournament", *BOOK_LENGTHS),
        "for_injured_match": switch(SENTENCES, "Injured for the rest of the match", *LENGTHS),
        "for_injured_tournament": switch(SENTENCES, "Injured for the rest of the tournament", *BOOK_LENGTHS),
        "for_death": switch(SENTENCES, "Dead", *BOOK_LENGTHS),
        "for_capture": switch(
            SENTENCES, "Captured", *LENGTHS, help="Whoever is held captive cannot be fielded anyway, until set free."
        ),
        "thresholds": switch(
            THRESHOLDS, "Bans for several offences", columns={"at": "So many", "again": "Begins anew after each ban"}
        ),
    },
    "What serves a ban": {
        "serves_draw_agreed": switch(SERVING, "A draw agreed without a match"),
        "serves_forfeit_for": switch(SERVING, "A match that the opponent forfeits"),
        "serves_forfeit_against": switch(SERVING, "A match that the hero’s own side forfeits"),
        "serves_double_forfeit": switch(SERVING, "A match that both sides forfeit"),
        "serves_bye": switch(SERVING, "A bye, full, half or zero"),
        "serves_void": switch(SERVING, "A match that is void"),
        "serves_annulled": switch(
            SERVING,
            "A match played against an entrant that has left, and void for it",
            "it serves bans, and the bans it caused stand",
            "as any void match: it serves nothing, and the bans it caused end",
        ),
        "serves_friendly": switch(
            SERVING, "A friendly", "no: and banned heroes may play in it", "yes: and banned heroes may not play in it"
        ),
        "serves_postponed": switch(
            SERVING,
            "A match due before the ban, and played after it",
            "yes: order goes by when a match is played",
            "no: and the hero may play in it",
        ),
        "serves_abandoned": switch(SERVING, "A match broken off"),
    },
    "Appeals": {
        "appeals": switch(APPEALS, "Bans can be appealed"),
        "appeal_until": switch(
            APPEALS,
            "Until when",
            "for some days",
            "until the next match that counts",
            "for some days, but not after the next match that counts",
        ),
        "appeal_days": switch(APPEALS, "Days for an appeal", within=(0, 365)),
        "appeal_stays": switch(
            STAYS,
            "A ban under appeal",
            "holds until the ruling",
            "is stayed: the hero may play, and matches do not serve it",
        ),
    },
    "Leaving": {
        "leaving": switch(
            LEAVING,
            "When an entrant leaves",
            "void if it has played under half its matches; else its results stand, and it forfeits the rest",
            "all its results are void",
            "its results stand, and it forfeits the rest",
            "its results stand, it forfeits what is published, and it is not paired again",
        ),
        "replacement": switch(
            LEAVING,
            "Who replaces an entrant takes over",
            "the matches not yet played",
            "all its matches, with their results",
        ),
        "no_show_hours": switch(
            NO_SHOWS, "Hours without fixtures after a no-show", help="Doubled each time; 0: none.", within=(0, 720)
        ),
        "no_show_most": switch(NO_SHOWS, "Most hours for a no-show", within=(0, 8760)),
    },
}


class DisciplineRules(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True
):
    """The switches. By default a side that is itself to blame for a match not played serves nothing by it."""

    switches: ClassVar[Switches] = SWITCHES

    for_sat_out_point: Length = "none"
    for_sat_out_turns: Length = "none"
    for_sat_out_match: Length = "none"
    for_ejected: BookLength = "tournament"
    for_injured_match: Length = "none"
    for_injured_tournament: BookLength = "tournament"
    for_death: BookLength = "tournament"
    for_capture: Length = "none"
    thresholds: tuple[Threshold, ...] = ()
    serves_draw_agreed: OffOn = "off"
    serves_forfeit_for: OnOff = "on"
    serves_forfeit_against: OffOn = "off"
    serves_double_forfeit: OffOn = "off"
    serves_bye: OffOn = "off"
    serves_void: OffOn = "off"
    serves_annulled: OnOff = "on"
    serves_friendly: OffOn = "off"
    serves_postponed: OnOff = "on"
    serves_abandoned: OnOff = "on"
    appeals: OnOff = "on"
    appeal_until: Until = "days"
    appeal_days: int = 3
    appeal_stays: OffOn = "off"
    leaving: Policy = "by_half"
    replacement: Literal["fixtures", "all"] = "fixtures"
    no_show_hours: int = 24
    no_show_most: int = 720

    def sentence(self, kind: Kind) -> int | None:
        """The matches that an offence of a kind costs (0: to the end); None: it opens no ban by itself."""
        return MATCHES[getattr(self, f"for_{kind}", "none")]

    def counts(self, kind: AppearanceKind) -> bool:
        """Whether a fixture of that kind serves bans. One that was played always does."""
        name = "bye" if kind.endswith("bye") else kind
        return kind == "played" or getattr(self, f"serves_{name}") == "on"


def check_discipline(rules: DisciplineRules) -> None:
    """Refuse numbers out of bounds, and thresholds that could not be told apart or never be reached."""
    check_switches(rules)
    if len(rules.thresholds) > MOST_THRESHOLDS:
        message = f"There are at most {MOST_THRESHOLDS} thresholds, not {len(rules.thresholds)}."
        raise Refused("bad_threshold", message, THRESHOLDS, field="house_rules.thresholds", hint="Name fewer.")
    ids = [one.id for one in rules.thresholds]
    for place, one in enumerate(rules.thresholds):
        field = f"house_rules.thresholds[{place}]"
        if not one.id.strip() or ids.count(one.id) > 1 or len(one.id) > LONGEST_ID:
            message = f"A threshold needs a name of its own, of at most {LONGEST_ID} characters, not {one.id[:80]!r}."
            raise Refused("bad_threshold", message, THRESHOLDS, field=f"{field}.id", hint="Give it another name.")
        for name, low in (("at", 1), ("matches", 0)):
            if not low <= getattr(one, name) <= MOST_MATCHES:
                message = f"The threshold {one.id} has {getattr(one, name)} for {name!r}."
                hint = f"Give a number from {low} to {MOST_MATCHES}."
                raise Refused("bad_threshold", message, THRESHOLDS, field=f"{field}.{name}", hint=hint)
