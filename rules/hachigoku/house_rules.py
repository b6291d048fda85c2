"""The switches of the Rulings section. The first value of each is what is built by default."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from rules.kernel.switches import OffOn, OnOff, Switches, switch

MOST_PARTS = 10
"""Parts of a combination that the switch can allow at most."""

SWITCHES: Switches = {
    "Dice": {
        "pool_formula": switch(
            "HAC-Q-01", "Dice of a Skill roll", "Skill rolled, Element kept", "Skill + Element rolled, Element kept"
        ),
        "unskilled_choice": switch("HAC-Q-03", "Skill ranks 1 and 2 may roll as unskilled"),
        "banzai_per_ten": switch("HAC-Q-06", "Banzai dice count", "once each", "once for each 10 that they show"),
        "min_pool": switch("HAC-Q-09", "A pool without dice", "fails", "rolls one die that does not shout"),
        "ten_dice_rule": switch(
            "HAC-Q-10",
            "More than ten rolled dice become kept dice",
            help="Two dice beyond ten are one kept die more: 12k4 is 10k5.",
        ),
        "must_beat": switch("HAC-Q-11", "A roll must", "reach its target number", "beat its target number"),
    },
    "Difficulty and Raises": {
        "worst_only": switch("HAC-Q-14", "Of several difficulties", "all add up", "only the worst counts"),
        "raise_mode": switch("HAC-Q-15", "A Raise costs", "5 on the target number", "one rolled die"),
        "raise_cap": switch("HAC-Q-16", "Most Raises on a roll", "any number", "the rank in Void"),
    },
    "Rounds and Moments": {
        "interrupt_must_use": switch("HAC-Q-19", "An interrupt die may be held", "yes", "no, it is forfeited"),
        "interrupt_top_up": switch("HAC-Q-20", "An interruption may pay for the movement of a combination"),
        "tie_break": switch("HAC-Q-24", "Equal Initiative Totals", "act at the same time", "go by Void, highest first"),
        "auto_end": switch("HAC-Q-27", "The Skirmish ends when one side is left"),
        "wounds_slow": switch("HAC-Q-29", "Each Heavy Wound takes an Action Die"),
        "honor_per_moment": switch("HAC-Q-43", "Honor Points a Moment", "one", "any number"),
        "combination_parts": switch(
            "HAC-Q-98", "Most parts of a combination", help="0: any number.", within=(0, MOST_PARTS)
        ),
    },
    "Ranges and movement": {
        "far_needs_conveyance": switch("HAC-Q-32", "Leaving far or extreme Range takes magic or a galloping mount"),
        "no_earth_roll_when_thrown": switch("HAC-Q-38", "Who is thrown over an edge rolls Earth", "yes", "no"),
        "longbow_max": switch("HAC-Q-45", "Longbows reach", "extreme Range", "far Range"),
        "gallop_steps": switch("HAC-Q-48", "Increments of a galloping mount", help="Of one move.", within=(1, 2)),
    },
    "Attacks and defenses": {
        "counterstrike_interrupt": switch("HAC-Q-21", "An interruption may pay for a Counterstrike"),
        "counterstrike_answerable": switch("HAC-Q-79", "A Counterstrike may be answered by an Active Defense"),
        "free_combination": switch("HAC-Q-57", "Any maneuvers may be combined"),
        "squeeze_cap": switch("HAC-Q-64", "A squeeze is limited by Earth", "each time", "over the whole hold"),
        "disarm_tn": switch("HAC-Q-81", "Disarm rolls against", "the attack that missed", "a roll of the foe’s"),
        "ranged_maneuvers": switch("HAC-Q-99", "Thrown weapons may Entangle, Knock down and Knock out"),
        "helpless_loses_ground": switch("HAC-Q-100", "Helpless targets lose their higher ground"),
    },
    "Wounds": {
        "down_honor": switch("HAC-Q-49", "Who is Down may act by an Honor Point"),
    },
}
"""What each is called, by topic: its ruling, its label, its values in their order."""


class HouseRules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of a match, pinned in its first events."""

    switches: ClassVar[Switches] = SWITCHES

    pool_formula: Literal["skill", "sum"] = "skill"
    unskilled_choice: OffOn = "off"
    banzai_per_ten: OffOn = "off"
    min_pool: Literal["none", "1k1"] = "none"
    ten_dice_rule: OffOn = "off"
    must_beat: OffOn = "off"
    worst_only: OffOn = "off"
    raise_mode: Literal["tn", "focus"] = "tn"
    raise_cap: Literal["none", "void"] = "none"
    interrupt_must_use: OffOn = "off"
    interrupt_top_up: OnOff = "on"
    counterstrike_interrupt: OnOff = "on"
    tie_break: Literal["simultaneous", "void"] = "simultaneous"
    auto_end: OnOff = "on"
    wounds_slow: OffOn = "off"
    far_needs_conveyance: OffOn = "off"
    no_earth_roll_when_thrown: OffOn = "off"
    honor_per_moment: Literal["one", "unlimited"] = "one"
    longbow_max: Literal["extreme", "far"] = "extreme"
    gallop_steps: int = 1
    down_honor: OffOn = "off"
    free_combination: OffOn = "off"
    squeeze_cap: Literal["per_action", "per_hold"] = "per_action"
    counterstrike_answerable: OffOn = "off"
    disarm_tn: Literal["attack", "opposed"] = "attack"
    combination_parts: int = 0
    ranged_maneuvers: OffOn = "off"
    helpless_loses_ground: OffOn = "off"
