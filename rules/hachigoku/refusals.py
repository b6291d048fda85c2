"""Refusals of a Skirmish, and what to do after each: a code that always leaves the same way out has its hint here."""

from __future__ import annotations

from rules.kernel.errors import Refused

HINTS: dict[str, str] = {
    "die_not_ready": "Pay with a die whose Moment has come, or interrupt.",
    "die_not_available": "Pay with a die that is unspent.",
    "no_action_available": "Pass.",
    "not_your_turn": "Wait for the higher Initiative Totals.",
    "interrupt_not_allowed": "Pay with the usable die.",
    "interrupt_too_few_dice": "Name two dice whose Moment has not come.",
    "interrupt_too_late": "Interrupt when the next Moment opens.",
    "interrupt_no_attack": "Pay with a die that was rolled for this Moment, or is held.",
    "honor_no_attack": "Pay with an Action Die.",
    "no_honor_points": "Pay with an Action Die.",
    "honor_limit": "Pay with an Action Die, or wait for the next Moment.",
    "cannot_act": "Name somebody who can act.",
    "already_moved": "Do something else with this Action.",
    "held_fast": "Escape first.",
    "out_of_reach": "Close in first, or use a ranged weapon.",
    "too_close": "Attack with a melee weapon, or move away first.",
    "out_of_range": "Come closer first.",
    "weapon_not_ready": "Draw it, or reload it, first.",
    "illegal_targets": "Name one target, or several Kaonashi of one group.",
    "raises_not_allowed": "Leave these Raises out.",
    "maneuver_conflict": "Choose one of them.",
    "maneuver_wrong_weapon": "Choose another weapon or maneuver.",
    "nothing_to_do": "Do something else.",
    "not_supported": "Let the GM rule on it.",
    "defense_not_applicable": "Choose another defense.",
    "defense_not_allowed": "Let it pass.",
    "defense_already_used": "Let it pass.",
    "counterstrike_not_possible": "Choose another defense.",
    "guard_not_possible": "Let it pass.",
    "disarm_not_possible": "Let it pass.",
    "bad_keep": "Name exactly as many dice as are kept.",
    "bad_wound_division": "Divide exactly the Wounds that were dealt.",
    "decision_pending": "See pending.",
}


def refused(code: str, message: str, rule: str, *, field: str = "", hint: str = "") -> Refused:
    """A refusal with its hint: that of its code, where none fits the case better."""
    return Refused(code, message, rule, field=field, hint=hint or HINTS.get(code, ""))
