"""The switches of the Rulings section that a battle goes by. The first value of each is what is built by default.

Numbers that are lengths are hundredths of an inch. What a switch of the catalogue leaves to data (table size, terrain,
spells, races, monsters) is said in the setup; the switches of campaigns belong to the campaign.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from rules.istra.limits import HIGHEST, MOST_BOARD, MOST_PIECES
from rules.kernel.switches import OffOn, OnOff, Switch, Switches, switch


def length(rule: str, label: str, low: int, high: int, **more: str) -> tuple[Switch, tuple[str, ...]]:
    """A switch for a length."""
    return switch(rule, label, inches=True, within=(low, high), **more)


SWITCHES: Switches = {
    "Table and sight": {
        "base_radius": length("IST-Q-02", "Radius of a base", 1, 1_000, help="Of models whose roster gives none."),
        "base_height": length("IST-Q-02", "Height of a model", 1, 2_000, help="Of models whose roster gives none."),
        "measure": switch("IST-Q-03", "Distances are measured", "from edge to edge", "from centre to centre"),
        "sight": switch("IST-Q-04", "Line of sight is", "computed from the terrain", "declared by the GM"),
        "cover": switch(
            "IST-Q-05",
            "A target is in cover behind terrain in",
            "one of its three sight lines",
            "two of its three sight lines",
        ),
        "zone_depth": length("IST-Q-08", "Depth of deployment zones", 1, MOST_BOARD),
        "order_3plus": switch(
            "IST-Q-09",
            "With three or more players, they deploy",
            "clockwise from the winner of initiative",
            "in the order of their initiative rolls",
        ),
    },
    "Turns and movement": {
        "keep_unspent_for_reactions": switch("IST-Q-12", "Unspent actions are kept for reactions"),
        "movement_finesse": switch("IST-Q-15", "Movement depends on", "current Finesse", "full Finesse"),
        "half_move": switch("IST-Q-16", "Half a Move is", "exact, such as 4.5 inches", "rounded down to whole inches"),
        "climb_limit": switch(
            "IST-Q-19", "Three inches of climbing are the limit", "of each movement", "of a whole turn"
        ),
        "failed_disengage": switch("IST-Q-24", "A failed Disengage costs", "the action", "the rest of the activation"),
        "fall_damage": switch(
            "IST-Q-27", "Damage of a fall counts", "its whole height", "only what is beyond 3 inches"
        ),
        "pick_up": switch("IST-Q-28", "Items are picked up", "within 1 inch", "only in contact"),
    },
    "Attacks and damage": {
        "ranged_in_melee": switch("IST-Q-29", "A ranged weapon counts in melee as", "unarmed", "a one-handed weapon"),
        "weapon_mod_both_ways": switch("IST-Q-30", "Weapon modifiers apply to defence rolls, too"),
        "crit_doubles_extra": switch("IST-Q-32", "A critical hit doubles extra damage dice, too"),
        "armour_below_zero": switch("IST-Q-33", "Armour may be pierced to below 0"),
        "winner_may_spare": switch("IST-Q-34", "The winner of an attack may spare the loser"),
        "core_loss_all_damage": switch("IST-Q-37", "Falls, ongoing and all other damage cost Core Stats, too"),
        "criticals": switch("IST-Q-43", "Critical hits and fumbles are possible for", "the attacker", "both sides"),
        "fumble_counter": switch("IST-Q-45", "The target of a fumble strikes back in", "any attack", "melee only"),
        "flanked": switch("IST-Q-48", "Flanked helps with", "attack and defence", "attack only"),
    },
    "Spells": {
        "spell_failure_per_target": switch("IST-Q-41", "Spell failure is checked for each target"),
        "spells_like_shots": switch("IST-Q-51", "Cover, size and height count for spells"),
        "chain_from": switch("IST-Q-68", "A chained spell jumps from", "the caster", "the last target"),
        "area_roll": switch("IST-Q-69", "An area spell is rolled", "once for all targets", "for each target"),
        "fumble_into_melee_spells": switch("IST-Q-129", "Fumbled attack spells into melee hit friends, too"),
    },
    "Shooting": {
        "fumble_into_melee_replaces": switch("IST-Q-46", "A stray shot into melee replaces the fumble"),
        "fumble_ally": switch("IST-Q-46", "Whom a stray shot into melee hits is", "rolled", "chosen by the opponent"),
        "into_melee": switch(
            "IST-Q-49", "A shot goes into melee if the target is Engaged with", "anyone", "a friend of the shooter"
        ),
        "no_shooting_engaged": switch("IST-Q-50", "Nobody shoots or casts while Engaged"),
        "bow_range": length("IST-Q-52", "Range of a bow", 0, MOST_BOARD),
        "crossbow_range": length("IST-Q-52", "Range of a crossbow", 0, MOST_BOARD),
        "rifle_range": length("IST-Q-52", "Range of a rifle", 0, MOST_BOARD),
        "pistol_range": length("IST-Q-52", "Range of a pistol", 0, MOST_BOARD),
        "black_powder": switch(
            "IST-Q-56", "Black powder is loaded", "by Standard actions in two turns", "by itself after two turns"
        ),
    },
    "Shields and armour": {
        "shield_with_ranged": switch("IST-Q-58", "A shield is in use with ranged weapons"),
        "buckler": switch("IST-Q-59", "A buckler gives", "nothing", "1 armour"),
        "helmet": switch("IST-Q-60", "A helmet gives", "nothing", "1 armour"),
        "shield_action": switch("IST-Q-61", "Shield reactions cost", "a Standard action", "any action that is left"),
        "arrow_block": switch("IST-Q-62", "Arrow block lasts", "until the turn ends", "for one attack"),
        "shield_friend": switch(
            "IST-Q-63", "With Shield friend, damage goes to", "the shield bearer", "the first target"
        ),
    },
    "Morale": {
        "morale_tn": switch(
            "IST-Q-73", "A morale roll needs", "10 + all health that is lost", "10 + what is lost below 4 health"
        ),
        "flight_path": switch("IST-Q-75", "If its way is barred, a fleeing model is moved by", "its player", "the GM"),
        "flee_engaged": switch("IST-Q-76", "Fleeing while Engaged", "takes a Disengage roll", "always works"),
        "flee_edge": switch("IST-Q-77", "At the edge, a fleeing model", "leaves the table", "stops"),
    },
    "Races, talents, skills": {
        "human_ability": switch("IST-Q-78", "Human ability, as worded by your group", help="The GM sees to it."),
        "elven_grace": switch("IST-Q-84", "Elven grace is rolled when", "a turn begins", "the elf’s activation begins"),
        "heal_before_removal": switch("IST-Q-86", "“Is that all y'all got?” heals before a model is taken out"),
        "evasive": switch("IST-Q-87", "With Evasive, the next roll is for", "the attacker alone", "both sides"),
        "declared_talents": switch("IST-Q-88", "Power attack and Smite go with", "any attack", "melee only"),
        "cleave_limit": switch("IST-Q-89", "Cleave follows", "every kill", "one kill a turn"),
        "whirlwind_roll": switch("IST-Q-90", "Whirlwind is rolled", "against each opponent", "once against all"),
        "relentless": switch(
            "IST-Q-91", "Relentless halves damage if the attacker has less than 12", "on the die", "in total"
        ),
        "challenge_lasts": switch("IST-Q-93", "A challenge lasts", "for the battle", "for a turn"),
        "abjuration_lasts": switch(
            "IST-Q-94", "Abjuration lasts until", "the caster’s next activation", "the turn ends"
        ),
        "draft_talents": switch("IST-Q-96", "Talents without rules have the draft effects"),
        "skills_add_stat": switch("IST-Q-98", "Skill checks add the stat"),
    },
    "Invasions": {
        "clear_pieces": switch(
            "IST-Q-106", "Pieces that Clear the Area removes", help="0: any number.", within=(0, MOST_PIECES)
        ),
        "wall_sections": switch("IST-Q-107", "Wall sections of a hall", within=(0, MOST_PIECES)),
        "wall_length": length("IST-Q-107", "Length of a wall section", 1, MOST_BOARD),
        "wall_thickness": length("IST-Q-107", "Thickness of a wall section", 1, MOST_BOARD),
        "wall_height": length("IST-Q-107", "Height of a wall section", 1, HIGHEST),
    },
}
"""What each is called, by topic: its ruling, its label, its values in their order."""


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of a battle, pinned in its first events."""

    switches: ClassVar[Switches] = SWITCHES

    base_radius: int = 50
    base_height: int = 100
    measure: Literal["edges", "centres"] = "edges"
    sight: Literal["computed", "declared"] = "computed"
    cover: Literal["one_line", "two_lines"] = "one_line"
    zone_depth: int = 600
    order_3plus: Literal["clockwise", "roll_off"] = "clockwise"
    keep_unspent_for_reactions: OffOn = "off"
    movement_finesse: Literal["current", "full"] = "current"
    half_move: Literal["exact", "round_down"] = "exact"
    climb_limit: Literal["per_movement", "per_turn"] = "per_movement"
    failed_disengage: Literal["action", "activation"] = "action"
    fall_damage: Literal["whole", "excess"] = "whole"
    pick_up: Literal["one_inch", "contact"] = "one_inch"
    ranged_in_melee: Literal["unarmed", "one_handed"] = "unarmed"
    weapon_mod_both_ways: OffOn = "off"
    crit_doubles_extra: OffOn = "off"
    armour_below_zero: OffOn = "off"
    winner_may_spare: OffOn = "off"
    core_loss_all_damage: OffOn = "off"
    spell_failure_per_target: OffOn = "off"
    criticals: Literal["attacker", "both"] = "attacker"
    fumble_counter: Literal["any", "melee_only"] = "any"
    fumble_into_melee_replaces: OffOn = "off"
    fumble_ally: Literal["random", "opponent_chooses"] = "random"
    flanked: Literal["both_rolls", "attack_only"] = "both_rolls"
    into_melee: Literal["any_engaged", "with_friend"] = "any_engaged"
    no_shooting_engaged: OffOn = "off"
    spells_like_shots: OffOn = "off"
    bow_range: int = 2400
    crossbow_range: int = 3000
    rifle_range: int = 2400
    pistol_range: int = 1200
    black_powder: Literal["actions", "passive"] = "actions"
    shield_with_ranged: OnOff = "on"
    buckler: Literal["none", "armour"] = "none"
    helmet: Literal["none", "armour"] = "none"
    shield_action: Literal["standard", "any"] = "standard"
    arrow_block: Literal["turn", "attack"] = "turn"
    shield_friend: Literal["shielder_suffers", "target_suffers"] = "shielder_suffers"
    chain_from: Literal["caster", "last_target"] = "caster"
    area_roll: Literal["one", "per_target"] = "one"
    morale_tn: Literal["full_loss", "below_threshold"] = "full_loss"
    flight_path: Literal["owner", "gm"] = "owner"
    flee_engaged: Literal["roll", "escape"] = "roll"
    flee_edge: Literal["leaves", "stops"] = "leaves"
    human_ability: str = ""
    elven_grace: Literal["turn_start", "activation_start"] = "turn_start"
    heal_before_removal: OffOn = "off"
    evasive: Literal["attacker", "both"] = "attacker"
    declared_talents: Literal["any_attack", "melee_only"] = "any_attack"
    cleave_limit: Literal["none", "once_per_turn"] = "none"
    whirlwind_roll: Literal["each", "one"] = "each"
    relentless: Literal["natural", "total"] = "natural"
    challenge_lasts: Literal["battle", "turn"] = "battle"
    abjuration_lasts: Literal["own_activation", "turn"] = "own_activation"
    draft_talents: OffOn = "off"
    skills_add_stat: OffOn = "off"
    clear_pieces: int = 3
    wall_sections: int = 4
    wall_length: int = 300
    wall_thickness: int = 50
    wall_height: int = 300
    fumble_into_melee_spells: OffOn = "off"
