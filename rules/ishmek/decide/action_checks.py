"""May I? Every named action checked, in the order in which refusals are reported.

`prepare` turns an `act` or `react` into a `Plan` with everything resolved, or refuses it: slot, same action twice,
ability, Burn and spell, then target and geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from rules.ishmek.arena import VESSEL_OWNER, flight_path, through_opening
from rules.ishmek.commands import SLOTS, Ability, ActionName, NamedAction, React, Side, Slot, Square
from rules.ishmek.decide.skill import Effort
from rules.ishmek.questions import ABILITIES, BODY, ability_mod, best_ability, find, get, hands_full, held_by, orb_of
from rules.ishmek.refusals import refused
from rules.ishmek.state import Flight, Orb, Player, State
from rules.kernel.agenda import Frame
from rules.kernel.errors import Refused
from rules.kernel.grid import SQUARES, shifted
from rules.kernel.reading import picked

Agenda: TypeAlias = Sequence[Frame]

BURNS = (0, 2, 4, 6, 8)
PROPEL_BURNS = (0, 1, 2)
CONTROL_DC_OWN, CONTROL_DC_BESIDE = 5, 10
CASTING_TIME: dict[Slot, str] = {"action": "1 action", "reaction": "1 reaction", "bonus": "1 bonus action"}
LEAVE_OUT = "Leave it out."
NAME_HOLDER = "Name the opponent who holds it."
ONE_LINE = "An orb flies along one of 8 directions, at least 1 square."
SEIZE_HELD = "Move next to a loose orb; to take a held one, seize it."
NO_LOOSE_ORB = "out_of_reach", "There is no loose orb in the player's square or beside it.", "ISH-CTRL-02", SEIZE_HELD
NO_HELD_ORB = "bad_target", "The target holds no orb.", "ISH-SEIZE-01", NAME_HOLDER
NO_FLIGHT = "no_orb_in_flight", "No orb is in flight.", "ISH-INT-01", ""
NO_OWN_ORB = (
    "orb_not_in_square",
    "There is no orb in the player's square that is free or held by the player.",
    "ISH-PROPEL-01",
    "",
)


class Course(msgspec.Struct, frozen=True):
    """Where a propel goes. `dc_distance` is the distance that DCs, intercepts and scatters go by."""

    path: tuple[Square, ...]
    bounces: tuple[int, ...]
    direction: Square
    distance: int
    dc_distance: int
    score_shot: bool


class Plan(msgspec.Struct, frozen=True):
    """An action that may be done, with everything that was left open resolved."""

    player: str
    name: ActionName
    slot: Slot
    effort: Effort
    spell: str | None = None
    orb: Side | None = None
    target: str | None = None
    course: Course | None = None
    lob: bool = False
    propel_burn: int = 0
    intent: bool = False
    ranged: bool = False
    victim_held: bool = False
    source: str = ""
    level: int = 1
    lethal: bool = False


def prepare(state: State, agenda: Agenda, action: NamedAction, slot: Slot) -> Plan:
    """The action as a plan; `Refused` when it may not be done."""
    player = get(state, action.player)
    check_slot(player, action, slot)
    check_name(state, player, action)
    source = check_source(player, action, slot)
    check_intent(action)
    effort = check_effort(state, player, action, slot)
    said = picked(action, "name", "spell", "lob", "propel_burn", "intent", "level", "lethal")
    plan = Plan(player=player.id, slot=slot, effort=effort, source=source, **said)
    aim = _AIM.get(action.name)
    return plan if aim is None else aim(state, agenda, player, action, plan)


def is_foul(state: State, action: NamedAction) -> bool:
    """Whether an action is a declared offence: a second use of the same action. [ISH-UMP-01, ISH-Q-47]"""
    player = find(state, action.player)
    return action.as_foul and player is not None and used_before(state, player, action.name)


def used_before(state: State, player: Player, name: ActionName) -> bool:
    """Whether a second use of that action this turn would be barred. [ISH-ECON-02, ISH-Q-82]"""
    return name in player.used_names and (name != "cast_spell" or state.rules.cast_once == "on")


def check_slot(player: Player, action: NamedAction, slot: Slot) -> None:
    """The slot is there, and takes this action. [ISH-ECON-01, ISH-ECON-03, ISH-ECON-05]"""
    if getattr(player, f"{slot}_used"):
        rule = "ISH-ECON-05" if slot == "bonus" else "ISH-ECON-01"
        raise refused(f"{slot}_spent", f"{player.id} has used the {SLOTS[slot]} this turn.", rule, field="slot")
    if action.name == "dash" and slot == "reaction":
        raise refused("dash_not_as_reaction", "Dash cannot be a Reaction.", "ISH-ECON-03", field="name")
    if action.name == "intercept" and slot != "reaction":
        raise refused("intercept_reaction_only", "Intercept can only be a Reaction.", "ISH-ECON-03", field="slot")


def check_name(state: State, player: Player, action: NamedAction) -> None:
    """No action twice. [ISH-ECON-02]"""
    if used_before(state, player, action.name):
        message = f"{player.id} has used {action.name} this turn."
        hint = "Choose another action, or set as_foul to commit the offence."
        raise refused("same_action_twice", message, "ISH-ECON-02", field="name", hint=hint)


def check_source(player: Player, action: NamedAction, slot: Slot) -> str:
    """A Bonus Action has a source that names it; which. [ISH-ECON-05]"""
    if slot != "bonus":
        return ""
    for source in player.bonus_sources:
        if action.name in source.actions and source.uses != 0:
            return source.name
    if action.name == "cast_spell" and (action.level > 1 or casts_as_bonus(player, action.spell)):
        return action.spell or ""
    message = f"{player.id} has nothing that grants {action.name} as a Bonus Action."
    raise refused("no_bonus_source", message, "ISH-ECON-05", field="name")


def casts_as_bonus(player: Player, name: str | None = None) -> bool:
    """Whether a spell (that one, or any) has a casting time of 1 bonus action: it is its own source. [ISH-SPELL-03]"""
    granted = [spell.name for spell in player.spells_l1 if spell.casting_time == "bonus"]
    return bool(granted) if name is None else name in granted


def check_intent(action: NamedAction) -> None:
    """Only a push can be meant to injure. [ISH-FOUL-01]"""
    if action.intent and action.name != "push_pull":
        raise refused("intent_push_only", "Only a push or pull can be meant to injure.", "ISH-FOUL-01", field="intent")


def check_effort(state: State, player: Player, action: NamedAction, slot: Slot) -> Effort:
    """Ability, Burn and spell of an action's skill roll; an action without a roll takes none of them."""
    if action.name == "cast_spell":
        check_cast(player, action, slot)
        return Effort("cast")
    if action.name == "dash":
        if action.ability is not None:
            message = "Dash has no skill roll."
            raise refused("ability_not_allowed", message, "ISH-DASH-01", field="ability", hint=LEAVE_OUT)
        if action.burn:
            message = "Dash has no skill roll to burn for."
            raise refused("bad_burn", message, "ISH-BURN-01", field="burn", hint=LEAVE_OUT)
        if action.spell is not None:
            raise refused("spell_not_allowed", "Dash has no skill roll to boost.", "ISH-SPELL-01", field="spell")
        return Effort("dex")
    allowed = BODY if action.name == "push_pull" else ABILITIES
    ability = check_ability(player, action.ability, allowed)
    check_burn(action.burn)
    if type(action) is React:
        check_burn(action.order_burn, "order_burn")
    if action.propel_burn not in PROPEL_BURNS or (action.propel_burn and action.name != "propel"):
        raise refused("bad_burn", "A propel burn is 0, 1 or 2, on a propel.", "ISH-BURN-04", field="propel_burn")
    if action.spell is not None:
        check_spell(player, action.spell, slot)
    return Effort(ability, action.burn, action.spell is not None)


def check_ability(player: Player, ability: Ability | None, allowed: tuple[Ability, ...]) -> Ability:
    """The ability to roll with, the best one where none is named. [ISH-SR-02, ISH-SR-03]"""
    if ability is None:
        return best_ability(player, allowed)
    if ability not in allowed:
        message = f"Only {' or '.join(allowed)} may be used here."
        raise refused("ability_not_allowed", message, "ISH-SR-03", field="ability")
    if ability_mod(player, ability) is None:
        message = f"{player.id} is not a spellcaster."
        raise refused("no_spellcasting", message, "ISH-SR-02", field="ability", hint="Use dex or str.")
    return ability


def check_burn(burn: int, field: str = "burn") -> None:
    """A Burn on a skill roll is one of five numbers. [ISH-BURN-01]"""
    if burn not in BURNS:
        raise refused("bad_burn", "A Burn is 0, 2, 4, 6 or 8.", "ISH-BURN-01", field=field)


def check_spell(player: Player, name: str, slot: Slot) -> None:
    """A level-1 spell of the right casting time, and a slot for it. [ISH-SPELL-01, ISH-Q-63, ISH-Q-83]"""
    if player.cast_mod is None:
        raise refused("no_spellcasting", f"{player.id} is not a spellcaster.", "ISH-Q-83", field="spell")
    if player.slots_l1 < 1:
        raise refused("no_slot", f"{player.id} has no level-1 slot left.", "ISH-SPELL-01", field="spell")
    known = next((spell for spell in player.spells_l1 if spell.name == name), None)
    if known is None:
        raise refused("unknown_spell", f"{player.id} does not know {name!r}.", "ISH-SPELL-01", field="spell")
    if known.casting_time != slot:
        message = f"{name} takes {CASTING_TIME[known.casting_time]}, not {CASTING_TIME[slot]}."
        hint = "Use another slot, or another spell."
        raise refused("wrong_casting_time", message, "ISH-SPELL-01", field="spell", hint=hint)


def check_cast(player: Player, action: NamedAction, slot: Slot) -> None:
    """A spell cast for another effect takes no roll of its own. [ISH-SPELL-03, ISH-SPELL-04]"""
    if player.cast_mod is None:
        message = f"{player.id} is not a spellcaster."
        raise refused("no_spellcasting", message, "ISH-SR-02", field="name", hint="Use another action.")
    if action.ability is not None or action.burn or action.propel_burn:
        field = "ability" if action.ability is not None else "burn" if action.burn else "propel_burn"
        raise refused("bad_burn", "Casting a spell has no skill roll.", "ISH-SPELL-03", field=field, hint=LEAVE_OUT)
    if action.spell is None or not action.spell.strip() or not 1 <= action.level <= 9:
        field = "level" if action.spell and action.spell.strip() else "spell"
        message = "Casting needs a spell, and a level from 1 to 9."
        raise refused("unknown_spell", message, "ISH-SPELL-03", field=field, hint="Name both.")
    if action.level == 1:
        check_spell(player, action.spell, slot)


# Aiming: the target and the geometry of each action


def _aim_control(state: State, agenda: Agenda, player: Player, action: NamedAction, plan: Plan) -> Plan:
    """A loose orb within reach. [ISH-CTRL-01, ISH-CTRL-02]"""
    loose = [orb for orb in state.orbs if orb.state == "loose" and _reaches(player, orb)]
    orb = _meant(state, action, loose, NO_LOOSE_ORB)
    _check_not_lost(orb)
    if orb.state == "controlled":
        raise _held(state, player, orb)
    if orb.state == "in_flight":
        raise refused("orb_in_flight", "That orb is in flight.", "ISH-ORB-04", field="orb", hint="Intercept it.")
    if not _reaches(player, orb):
        message = "That orb is neither in the player's square nor beside it."
        raise refused("out_of_reach", message, "ISH-CTRL-02", field="orb")
    _check_hands(state, player)
    return msgspec.structs.replace(plan, orb=orb.team)


def _aim_seize(state: State, agenda: Agenda, player: Player, action: NamedAction, plan: Plan) -> Plan:
    """An opponent who holds an orb, adjacent, or two squares away with a spell. [ISH-SEIZE-01, ISH-SEIZE-03]"""
    target = _opponent(state, player, action, "ISH-SEIZE-01")
    held = held_by(state, target.id)
    orb = _meant(state, action, list(held), NO_HELD_ORB) if held else None
    if orb is None or orb.holder != target.id:
        message = f"{target.id} does not hold that orb."
        raise refused("bad_target", message, "ISH-SEIZE-01", field="target", hint=NAME_HOLDER)
    _check_not_lost(orb)
    gap = SQUARES.distance(player.at or (0, 0), target.at or (0, 0))
    if gap > 2:
        raise refused("out_of_reach", f"{target.id} is {gap} squares away.", "ISH-SEIZE-03", field="target")
    if gap == 2 and action.spell is None:
        raise refused("spell_required", "Seizing from two squares away needs a spell.", "ISH-SEIZE-03", field="spell")
    _check_hands(state, player)
    boosted = plan.effort.boosted and (gap == 1 or state.rules.seize_spell_bonus == "on")
    effort = msgspec.structs.replace(plan.effort, boosted=boosted)
    return msgspec.structs.replace(plan, target=target.id, orb=orb.team, ranged=gap == 2, effort=effort)


def _aim_push(state: State, agenda: Agenda, player: Player, action: NamedAction, plan: Plan) -> Plan:
    """An adjacent opponent. [ISH-PUSH-01]"""
    target = _opponent(state, player, action, "ISH-PUSH-01")
    if not SQUARES.adjacent(player.at or (0, 0), target.at or (0, 0)):
        raise refused("not_adjacent", f"{target.id} is not adjacent.", "ISH-PUSH-01", field="target")
    return msgspec.structs.replace(plan, target=target.id, victim_held=bool(held_by(state, target.id)))


def _aim_intercept(state: State, agenda: Agenda, player: Player, action: NamedAction, plan: Plan) -> Plan:
    """An orb in flight whose present square is within reach, not one's own propel. [ISH-INT-01, ISH-LOB-03]"""
    flying = [orb for orb in state.orbs if orb.state == "in_flight"]
    if not flying:
        raise refused("no_orb_in_flight", "No orb is in flight.", "ISH-INT-01", field="name")
    orb = _meant(state, action, flying, NO_FLIGHT)
    _check_not_lost(orb)
    flight = flight_of(agenda, orb)
    if flight is None:
        raise refused("no_orb_in_flight", "That orb is not in flight.", "ISH-INT-01", field="orb")
    if flight.propeller == player.id:
        raise refused("own_propel", "A player cannot intercept its own propel.", "ISH-Q-57", field="player")
    if not _reaches(player, orb):
        raise refused("out_of_reach", "The orb's square is out of reach.", "ISH-INT-01", field="orb")
    if overhead(flight, at_launch=True):
        message = "A lob can be reached only where it starts and where it arrives."
        raise refused("lob_overhead", message, "ISH-LOB-03", field="orb")
    _check_hands(state, player)
    return msgspec.structs.replace(plan, orb=orb.team)


def _aim_propel(state: State, agenda: Agenda, player: Player, action: NamedAction, plan: Plan) -> Plan:
    """An orb in the own square, held by nobody else, and a course within the maximum. [ISH-PROPEL-01, ISH-PROPEL-06]"""
    mine = [o for o in state.orbs if o.at == player.at and o.state != "lost" and o.holder in (None, player.id)]
    held = [o for o in mine if o.holder == player.id]
    orb = _meant(state, action, held or mine, NO_OWN_ORB)
    _check_not_lost(orb)
    if orb not in mine:
        message = "The orb must be in the player's square, and not held by anybody else."
        raise refused("orb_not_in_square", message, "ISH-PROPEL-01", field="orb")
    if orb.state == "in_flight":
        flight = flight_of(agenda, orb)
        if flight is None or overhead(flight, at_launch=False):
            raise refused("lob_overhead", "A lob can be redirected only where it arrives.", "ISH-LOB-03", field="orb")
    course = plot(state, player, action)
    return msgspec.structs.replace(plan, orb=orb.team, course=course)


def maximum(player: Player, ability: Ability, propel_burn: int) -> int:
    """How much distance a propel may spend. [ISH-PROPEL-06, ISH-Q-69]"""
    return player.prof + (ability_mod(player, ability) or 0) + propel_burn


def plot(state: State, player: Player, action: NamedAction) -> Course:
    """The course of a propel from where the player stands. [ISH-PROPEL-01, ISH-BOUNCE-01..03, ISH-LOB-01]"""
    at = player.at or (0, 0)
    direction, units = _heading(at, action)
    most = maximum(player, check_ability(player, action.ability, ABILITIES), action.propel_burn)
    spent = 2 * units if action.lob else units
    if spent > most:
        message = f"That spends {spent} of a maximum of {max(0, most)}."
        raise refused("too_far", message, "ISH-PROPEL-06", field="distance", hint="Choose a shorter course or burn.")
    path, bounces = flight_path(at, direction, units, state.rules.bounce == "mirror")
    if units in bounces:
        message = "The last unit would be spent on the bounce."
        raise refused("wasted_bounce", message, "ISH-Q-28", field="distance", hint="Propel it one unit less far.")
    if state.rules.vessel_blocks == "on" and not action.lob and any(square in VESSEL_OWNER for square in path[1:-1]):
        message = "A vessel is in the way."
        raise refused("vessel_square", message, "ISH-Q-31", field="direction", hint="Lob it, or aim elsewhere.")
    counted = units - len(bounces) if state.rules.bounce_in_dc == "off" else units
    if action.lob and state.rules.lob_dc == "spent":
        counted *= 2
    shot = through_opening(path[-2], path[-1], state.rules.vessel_entry == "any_side")
    return Course(path, bounces, direction, units, counted, shot)


def _heading(at: Square, action: NamedAction) -> tuple[Square, int]:
    """Direction and units of a propel, from either way of naming them."""
    if action.target_square is None:
        if action.direction is None or action.distance is None:
            field = "distance" if action.direction is not None else "direction"
            raise _crooked("A propel needs direction and distance, or a target_square.", field)
        if action.direction not in SQUARES.directions or action.distance < 1:
            raise _crooked(ONE_LINE, "distance" if action.direction in SQUARES.directions else "direction")
        return action.direction, action.distance
    if action.direction is not None or action.distance is not None:
        raise _crooked("target_square replaces direction and distance: give one or the other.", "target_square")
    direction, units = SQUARES.toward(at, action.target_square), SQUARES.distance(at, action.target_square)
    if units == 0 or shifted(at, direction, units) != action.target_square:
        raise _crooked(ONE_LINE, "target_square")
    return direction, units


def _crooked(message: str, field: str) -> Refused:
    return refused("not_a_straight_line", message, "ISH-PROPEL-01", field=field)


def flight_of(agenda: Agenda, orb: Orb) -> Flight | None:
    for frame in reversed(agenda):
        if type(frame) is Flight and frame.orb == orb.team and frame.motion == orb.motion:
            return frame
    return None


def overhead(flight: Flight, at_launch: bool) -> bool:
    """Whether a lob is out of everybody's hands where it is: anywhere but the target and, if `at_launch`, the start."""
    if not flight.lob or (at_launch and flight.index == 0):
        return False
    return flight.margin < 0 or flight.index < flight.distance


def _reaches(player: Player, orb: Orb) -> bool:
    return player.at is not None and orb.at is not None and SQUARES.distance(player.at, orb.at) <= 1


def _held(state: State, player: Player, orb: Orb) -> Refused:
    """Why a held orb cannot be controlled: it is the player's own, a mate's, or to be seized. [ISH-Q-61, ISH-Q-77]"""
    holder = get(state, orb.holder or "")
    hint = "Seize it."
    if holder.team == player.team:
        hint = "Propel or drop it." if holder.id == player.id else f"Let {holder.id} drop it first."
    return refused("orb_controlled", f"{holder.id} holds that orb.", "ISH-Q-61", field="orb", hint=hint)


def _meant(state: State, action: NamedAction, candidates: list[Orb], none: tuple[str, str, str, str]) -> Orb:
    """The orb an action names, or the only one it can mean. `none`: the refusal where there is none."""
    if action.orb is not None:
        return orb_of(state, action.orb)
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        code, message, rule, hint = none
        raise refused(code, message, rule, field="orb", hint=hint)
    raise refused("ambiguous_orb", "This could mean either orb.", "ISH-ORB-01", field="orb")


def _opponent(state: State, player: Player, action: NamedAction, rule: str) -> Player:
    target = find(state, action.target) if action.target is not None else None
    if target is None or target.team == player.team or target.at is None:
        raise refused("bad_target", "The target must be an opponent on the field.", rule, field="target")
    return target


def _check_not_lost(orb: Orb) -> None:
    if orb.state == "lost":
        raise refused("orb_lost", "That orb is lost in a vessel until the orbs are reset.", "ISH-SCORE-05", field="orb")


def _check_hands(state: State, player: Player) -> None:
    if hands_full(state, player.id):
        message = f"{player.id} holds an orb already."
        raise refused("already_holding", message, "ISH-Q-60", field="player", hint="Drop it first.")


_AIM: dict[str, Callable[[State, Agenda, Player, NamedAction, Plan], Plan]] = {
    "control": _aim_control,
    "seize": _aim_seize,
    "propel": _aim_propel,
    "intercept": _aim_intercept,
    "push_pull": _aim_push,
}


def may(state: State, agenda: Agenda, action: NamedAction, slot: Slot) -> bool:
    try:
        prepare(state, agenda, action, slot)
    except Refused:
        return False
    return True
