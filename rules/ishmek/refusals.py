"""Refusals of Ishmêk, and what to do after each: a code that always leaves the same way out has its hint here."""

from __future__ import annotations

from rules.kernel.errors import Refused

HINTS: dict[str, str] = {
    "action_spent": "Use another slot, or end the go.",
    "reaction_spent": "It comes back with the next turn.",
    "bonus_spent": "Use another slot, or end the go.",
    "dash_not_as_reaction": "Dash on your own go, with the Action.",
    "intercept_reaction_only": "React when a window opens in the flight.",
    "no_bonus_source": "Use slot action or reaction.",
    "ability_not_allowed": "Name one of these, or none.",
    "bad_burn": "Name one of these numbers.",
    "no_spellcasting": "Leave the spell out.",
    "no_slot": "Leave the spell out.",
    "unknown_spell": "Name one of the player's spells.",
    "spell_not_allowed": "Leave the spell out.",
    "spell_required": "Name a spell, or move next to the target.",
    "orb_lost": "Wait for a point, or until the other orb is lost too.",
    "no_orb_in_flight": "Control takes a loose orb, seize a held one.",
    "out_of_reach": "Choose what is within reach.",
    "orb_not_in_square": "Move to its square, or control it first.",
    "own_propel": "Let somebody else intercept.",
    "lob_overhead": "Wait until it arrives.",
    "bad_target": "Name an opponent on the field.",
    "not_adjacent": "Name an adjacent opponent.",
    "intent_push_only": "Leave intent out.",
    "not_a_straight_line": "Give direction and distance, or target_square alone.",
    "movement_lost": "Act, or end the go.",
    "no_movement": "Dash, burn_move, or end the go.",
    "cannot_stand": "Act, or end the go.",
    "not_holding": "Name an orb that the player holds.",
    "ambiguous_orb": "Name the orb: home or away.",
    "intent_too_late": "Leave intent out.",
    "not_your_pick": "Wait for the other team.",
    "decision_pending": "See pending.",
    "already_holding": "Drop it first.",
    "out_of_arena": "Choose another square.",
    "vessel_square": "Choose another square.",
    "occupied": "Choose another square.",
    "three_in_scoring_squares": "Leave one of the three free.",
    "reason_wanted": "Give the reason in note.",
    "bad_effect": "Correct that field, or leave it out.",
    "player_not_available": "Name a player on the field who may.",
}


def refused(code: str, message: str, rule: str, *, field: str, hint: str = "") -> Refused:
    """A refusal with its hint: that of its code, where none fits the case better."""
    return Refused(code, message, rule, field=field, hint=hint or HINTS.get(code, ""))
