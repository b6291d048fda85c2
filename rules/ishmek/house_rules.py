"""The switches of the Rulings section. The first value of each is what is built by default."""

from __future__ import annotations

from typing import Literal

import msgspec


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of a match, pinned in its first events."""

    subs: Literal["off", "after_point"] = "off"  # ISH-Q-03
    scatter_frame: Literal["cause_team", "orb_team", "flight_direction"] = "cause_team"  # ISH-Q-04
    pass_allies: Literal["off", "on"] = "off"  # ISH-Q-08
    placement: Literal["hidden", "home_first"] = "hidden"  # ISH-Q-10
    initiative: Literal["each_turn", "once_per_match"] = "each_turn"  # ISH-Q-11
    tie: Literal["draw", "extra_turns"] = "draw"  # ISH-Q-14
    vessel_entry: Literal["opening", "any_side"] = "opening"  # ISH-Q-15
    double_loss: Literal["ends_turn", "reset_only"] = "ends_turn"  # ISH-Q-17
    score_needs: Literal["dc", "dc_plus_5"] = "dc"  # ISH-Q-19
    exact_five: Literal["big", "small"] = "big"  # ISH-Q-22, ISH-Q-23
    bounce: Literal["in_place", "mirror"] = "in_place"  # ISH-Q-26
    bounce_in_dc: Literal["on", "off"] = "on"  # ISH-Q-27
    lob_dc: Literal["target", "spent"] = "target"  # ISH-Q-29
    vessel_blocks: Literal["off", "on"] = "off"  # ISH-Q-31
    diag_bounce: Literal["slide", "gm_choice"] = "slide"  # ISH-Q-33
    seize_spell_bonus: Literal["off", "on"] = "off"  # ISH-Q-36
    push_fan: Literal["off", "on"] = "off"  # ISH-Q-38
    pull: Literal["swing", "swap"] = "swing"  # ISH-Q-39
    forced_counts_as_control: Literal["off", "on"] = "off"  # ISH-Q-41
    small_loss_fail: Literal["control_rules", "scatter_1"] = "control_rules"  # ISH-Q-42
    prone_sr: Literal["none", "disadvantage"] = "none"  # ISH-Q-44
    foul_dc: int = 15  # ISH-Q-46
    foul_dc_holder: int = 10  # ISH-Q-46
    five_rounds: Literal["exclusive", "inclusive"] = "exclusive"  # ISH-Q-49
    injury_stack: Literal["sum", "worst"] = "sum"  # ISH-Q-50
    penalty_scope: Literal["sr", "every_d20_of_player"] = "sr"  # ISH-Q-51
    reaction_scope: Literal["any", "related"] = "any"  # ISH-Q-55
    intercept_order: Literal["current_square", "launch_square"] = "current_square"  # ISH-Q-56
    two_orbs: Literal["off", "on"] = "off"  # ISH-Q-60
    cast_once: Literal["off", "on"] = "off"  # ISH-Q-82
