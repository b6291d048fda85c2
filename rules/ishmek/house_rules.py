"""The switches of the Rulings section. The first value of each is what is built by default."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from rules.ishmek.commands import BOUND
from rules.kernel.switches import OffOn, OnOff, Switches, switch

SWITCHES: Switches = {
    "Match and turns": {
        "subs": switch("ISH-Q-03", "Substitutions", "none", "after each point"),
        "placement": switch(
            "ISH-Q-10", "Starting positions are chosen", "in secret by both teams", "openly, the home team first"
        ),
        "initiative": switch("ISH-Q-11", "Initiative is rolled", "every turn", "once per match"),
        "tie": switch("ISH-Q-14", "A tied match", "is a draw", "goes on with extra turns"),
    },
    "Flying and loose orbs": {
        "scatter_frame": switch(
            "ISH-Q-04",
            "Directions of a scatter are as seen by",
            "the team that caused it",
            "the team of the orb",
            "the orb in its flight",
        ),
        "bounce": switch(
            "ISH-Q-26", "A diagonal bounce", "turns back from the wall square", "slides one square along the wall"
        ),
        "bounce_in_dc": switch("ISH-Q-27", "Bounces count as distance in DCs"),
        "lob_dc": switch(
            "ISH-Q-29", "The DC of a lob goes by", "the distance to its target", "the doubled distance it costs"
        ),
        "vessel_blocks": switch("ISH-Q-31", "Vessels stop flying orbs"),
        "diag_bounce": switch(
            "ISH-Q-33", "A diagonal scatter into a wall", "slides along the wall", "ends where the GM chooses"
        ),
    },
    "Movement and prone players": {
        "pass_allies": switch("ISH-Q-08", "Players may move through teammates"),
        "prone_sr": switch("ISH-Q-44", "Skill rolls of prone players are", "as usual", "at disadvantage"),
    },
    "Vessels and points": {
        "vessel_entry": switch("ISH-Q-15", "An orb enters a vessel", "only through its opening", "from any side"),
        "double_loss": switch(
            "ISH-Q-17", "When both orbs are lost", "the turn ends", "everything is reset and the turn goes on"
        ),
        "score_needs": switch(
            "ISH-Q-19", "A Score Shot scores if its roll", "reaches the DC", "beats the DC by 5 or more"
        ),
        "two_orbs": switch("ISH-Q-60", "A player may hold both orbs"),
    },
    "Seizes and pushes": {
        "exact_five": switch(
            "ISH-Q-22",
            "A difference of exactly 5 counts as",
            "5 or more",
            "less than 5",
            help="For propels that miss, and for pushes.",
        ),
        "seize_spell_bonus": switch("ISH-Q-36", "A spell that extends the reach of a seize also gives +4"),
        "push_fan": switch("ISH-Q-38", "A push may veer off by 45 degrees"),
        "pull": switch(
            "ISH-Q-39", "A pulled opponent ends up", "in a free square beside both", "on the puller’s other side"
        ),
        "small_loss_fail": switch(
            "ISH-Q-42",
            "A holder who narrowly loses a push and fails the roll",
            "has failed a Control like any other",
            "has the orb scatter by one square",
        ),
    },
    "Actions and Reactions": {
        "forced_counts_as_control": switch("ISH-Q-41", "A forced Control counts as the action Control"),
        "reaction_scope": switch(
            "ISH-Q-55", "Reactions may concern", "anything on the field", "only what has just happened"
        ),
        "intercept_order": switch(
            "ISH-Q-56",
            "Who is closest to a flying orb is measured from",
            "its present square",
            "the square of its launch",
        ),
        "cast_once": switch("ISH-Q-82", "Only one spell per turn"),
    },
    "Injuries, fouls and penalties": {
        "foul_dc": switch("ISH-Q-46", "DC for umpires to see a foul", within=(-BOUND, BOUND)),
        "foul_dc_holder": switch(
            "ISH-Q-46", "DC for umpires to see a foul on a player with an orb", within=(-BOUND, BOUND)
        ),
        "five_rounds": switch("ISH-Q-49", "Five rounds of sitting out begin with", "the next turn", "the present turn"),
        "injury_stack": switch("ISH-Q-50", "Of several injuries", "all count and add up", "only the worst counts"),
        "penalty_scope": switch("ISH-Q-51", "Penalties of injuries apply to", "skill rolls", "every d20 of the player"),
    },
}
"""What each is called, by topic: its ruling, its label, its values in their order."""


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of a match, pinned in its first events."""

    switches: ClassVar[Switches] = SWITCHES

    subs: Literal["off", "after_point"] = "off"
    scatter_frame: Literal["cause_team", "orb_team", "flight_direction"] = "cause_team"
    pass_allies: OffOn = "off"
    placement: Literal["hidden", "home_first"] = "hidden"
    initiative: Literal["each_turn", "once_per_match"] = "each_turn"
    tie: Literal["draw", "extra_turns"] = "draw"
    vessel_entry: Literal["opening", "any_side"] = "opening"
    double_loss: Literal["ends_turn", "reset_only"] = "ends_turn"
    score_needs: Literal["dc", "dc_plus_5"] = "dc"
    exact_five: Literal["big", "small"] = "big"
    bounce: Literal["in_place", "mirror"] = "in_place"
    bounce_in_dc: OnOff = "on"
    lob_dc: Literal["target", "spent"] = "target"
    vessel_blocks: OffOn = "off"
    diag_bounce: Literal["slide", "gm_choice"] = "slide"
    seize_spell_bonus: OffOn = "off"
    push_fan: OffOn = "off"
    pull: Literal["swing", "swap"] = "swing"
    forced_counts_as_control: OffOn = "off"
    small_loss_fail: Literal["control_rules", "scatter_1"] = "control_rules"
    prone_sr: Literal["none", "disadvantage"] = "none"
    foul_dc: int = 15
    foul_dc_holder: int = 10
    five_rounds: Literal["exclusive", "inclusive"] = "exclusive"
    injury_stack: Literal["sum", "worst"] = "sum"
    penalty_scope: Literal["sr", "every_d20_of_player"] = "sr"
    reaction_scope: Literal["any", "related"] = "any"
    intercept_order: Literal["current_square", "launch_square"] = "current_square"
    two_orbs: OffOn = "off"
    cast_once: OffOn = "off"
