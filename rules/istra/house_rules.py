"""The switches of the Rulings section that a battle goes by. The first value of each is what is built by default.

Numbers that are lengths are hundredths of an inch. What a switch of the catalogue leaves to data (table size, terrain,
spells, races, monsters) is said in the setup; the switches of campaigns belong to the campaign.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Switch = Literal["off", "on"]


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of a battle, pinned in its first events."""

    base_radius: int = 50  # IST-Q-02: of models that give none
    base_height: int = 100  # IST-Q-02
    measure: Literal["edges", "centres"] = "edges"  # IST-Q-03
    sight: Literal["computed", "declared"] = "computed"  # IST-Q-04
    cover: Literal["one_line", "two_lines"] = "one_line"  # IST-Q-05
    zone_depth: int = 600  # IST-Q-08
    order_3plus: Literal["clockwise", "roll_off"] = "clockwise"  # IST-Q-09
    keep_unspent_for_reactions: Switch = "off"  # IST-Q-12
    movement_finesse: Literal["current", "full"] = "current"  # IST-Q-15
    half_move: Literal["exact", "round_down"] = "exact"  # IST-Q-16
    climb_limit: Literal["per_movement", "per_turn"] = "per_movement"  # IST-Q-19
    failed_disengage: Literal["action", "activation"] = "action"  # IST-Q-24
    fall_damage: Literal["whole", "excess"] = "whole"  # IST-Q-27
    pick_up: Literal["one_inch", "contact"] = "one_inch"  # IST-Q-28
    ranged_in_melee: Literal["unarmed", "one_handed"] = "unarmed"  # IST-Q-29
    weapon_mod_both_ways: Switch = "off"  # IST-Q-30
    crit_doubles_extra: Switch = "off"  # IST-Q-32
    armour_below_zero: Switch = "off"  # IST-Q-33
    winner_may_spare: Switch = "off"  # IST-Q-34
    core_loss_all_damage: Switch = "off"  # IST-Q-37
    spell_failure_per_target: Switch = "off"  # IST-Q-41
    criticals: Literal["attacker", "both"] = "attacker"  # IST-Q-43
    fumble_counter: Literal["any", "melee_only"] = "any"  # IST-Q-45
    fumble_into_melee_replaces: Switch = "off"  # IST-Q-46
    fumble_ally: Literal["random", "opponent_chooses"] = "random"  # IST-Q-46
    flanked: Literal["both_rolls", "attack_only"] = "both_rolls"  # IST-Q-48
    into_melee: Literal["any_engaged", "with_friend"] = "any_engaged"  # IST-Q-49
    no_shooting_engaged: Switch = "off"  # IST-Q-50
    spells_like_shots: Switch = "off"  # IST-Q-51
    bow_range: int = 2400  # IST-Q-52
    crossbow_range: int = 3000  # IST-Q-52
    rifle_range: int = 2400  # IST-Q-52
    pistol_range: int = 1200  # IST-Q-52
    black_powder: Literal["actions", "passive"] = "actions"  # IST-Q-56
    shield_with_ranged: Literal["on", "off"] = "on"  # IST-Q-58
    buckler: Literal["none", "armour"] = "none"  # IST-Q-59
    helmet: Literal["none", "armour"] = "none"  # IST-Q-60
    shield_action: Literal["standard", "any"] = "standard"  # IST-Q-61
    arrow_block: Literal["turn", "attack"] = "turn"  # IST-Q-62
    shield_friend: Literal["shielder_suffers", "target_suffers"] = "shielder_suffers"  # IST-Q-63
    chain_from: Literal["caster", "last_target"] = "caster"  # IST-Q-68
    area_roll: Literal["one", "per_target"] = "one"  # IST-Q-69
    morale_tn: Literal["full_loss", "below_threshold"] = "full_loss"  # IST-Q-73
    flight_path: Literal["owner", "gm"] = "owner"  # IST-Q-75
    flee_engaged: Literal["roll", "escape"] = "roll"  # IST-Q-76
    flee_edge: Literal["leaves", "stops"] = "leaves"  # IST-Q-77
    human_ability: str = ""  # IST-Q-78: what the house has written there; the GM sees to it
    elven_grace: Literal["turn_start", "activation_start"] = "turn_start"  # IST-Q-84
    heal_before_removal: Switch = "off"  # IST-Q-86
    evasive: Literal["attacker", "both"] = "attacker"  # IST-Q-87
    declared_talents: Literal["any_attack", "melee_only"] = "any_attack"  # IST-Q-88
    cleave_limit: Literal["none", "once_per_turn"] = "none"  # IST-Q-89
    whirlwind_roll: Literal["each", "one"] = "each"  # IST-Q-90
    relentless: Literal["natural", "total"] = "natural"  # IST-Q-91
    challenge_lasts: Literal["battle", "turn"] = "battle"  # IST-Q-93
    abjuration_lasts: Literal["own_activation", "turn"] = "own_activation"  # IST-Q-94
    draft_talents: Switch = "off"  # IST-Q-96
    skills_add_stat: Switch = "off"  # IST-Q-98
    clear_pieces: int = 3  # IST-Q-106; 0: any number
    wall_sections: int = 4  # IST-Q-107
    wall_length: int = 300  # IST-Q-107
    wall_thickness: int = 50  # IST-Q-107
    wall_height: int = 300  # IST-Q-107
    fumble_into_melee_spells: Switch = "off"  # IST-Q-129
