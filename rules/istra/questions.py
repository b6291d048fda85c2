"""The small questions the game asks of a situation. Every rule is built on these."""

from __future__ import annotations

from collections.abc import Iterator

from rules.istra.geometry.gaps import Base, centres_within, gap, within
from rules.istra.geometry.lengths import length
from rules.istra.geometry.table import Table, lay_table
from rules.istra.house_rules import HouseRules
from rules.istra.state import LASTS, Condition, ConditionName, Lasts, Model, Side, State
from rules.istra.tables import ARMOURS, RACES, SPELLS, WEAPONS, Spell, in_melee
from rules.kernel.asks import GM
from rules.kernel.errors import Refused

SEATS = ("s1", "s2", "s3", "s4", "s5", "s6")
ALL_SEATS = (*SEATS, GM)
"""The seats clockwise, the GM's last. [IST-SETUP-03]"""


def find(state: State, model: str) -> Model | None:
    for candidate in state.models:
        if candidate.id == model:
            return candidate
    return None


def get(state: State, model: str, field: str = "model") -> Model:
    found = find(state, model)
    if found is None:
        hint = "Name a model of this battle by its id."
        raise Refused("unknown_model", f"There is no model {model!r}.", "IST-TURN-01", field=field, hint=hint)
    return found


def side_of(state: State, side: str) -> Side:
    return next(one for one in state.sides if one.id == side)


def allied(state: State, one: str, other: str) -> bool:
    """Whether two sides are friends: the same, or of one alliance. [IST-Q-115]"""
    if one == other:
        return True
    alliance = side_of(state, one).alliance
    return bool(alliance) and alliance == side_of(state, other).alliance


def are_enemies(state: State, one: Model, other: Model) -> bool:
    """Whether two models are enemies. [IST-Q-115]"""
    return not allied(state, one.side, other.side)


def on_board(state: State) -> Iterator[Model]:
    return (model for model in state.models if model.pos is not None)


def engaged_with(state: State, model: str) -> tuple[str, ...]:
    return tuple(b if a == model else a for a, b in state.engaged if model in (a, b))


def is_nominated(state: State, model: str) -> bool:
    """Whether a model was nominated this turn. [IST-TURN-01]"""
    return any(nomination.model == model for nomination in state.nominations)


def may_react(state: State, model: str) -> bool:
    """Whether a model's actions still pay for reactions: not once it was nominated, but by house rule. [IST-Q-12]"""
    return state.rules.keep_unspent_for_reactions == "on" or not is_nominated(state, model)


def condition(model: Model, name: ConditionName, source: str | None = None) -> Condition | None:
    """A model's condition of that name, from that source if one is named."""
    for one in model.conditions:
        if one.name == name and source in (None, one.source):
            return one
    return None


def lasting(rules: HouseRules, name: ConditionName) -> Lasts:
    """How long a condition lasts, by the book or the house rules. [IST-Q-62, IST-Q-93, IST-Q-94]"""
    if name == "arrow_block" and rules.arrow_block == "attack":
        return "used"
    if name in ("challenged", "challenging") and rules.challenge_lasts == "turn":
        return "turn"
    if name == "abjured" and rules.abjuration_lasts == "turn":
        return "turn"
    return LASTS[name]


def race_has(model: Model, ability: str) -> bool:
    """Whether a model's race has that ability, used up or not. [IST-RACE-18..24]"""
    race = RACES.get(model.race)
    return race is not None and race.ability == ability


def spell_of(state: State, name: str) -> Spell | None:
    return next((spell for spell in state.spells if spell.name == name), SPELLS.get(name))


def seats(state: State) -> tuple[str, ...]:
    """The seats with models, in the order round the table; that of the GM last. [IST-SETUP-02, IST-Q-10]"""
    own = {model.owner for model in state.models}
    return tuple(seat for seat in ALL_SEATS if seat in own and (seat != GM or state.gm))


def table_of(state: State) -> Table:
    return lay_table(state.board.width, state.board.depth, state.terrain)


def base_of(model: Model) -> Base:
    assert model.pos is not None
    return Base(model.id, model.pos, model.radius, model.height)


def body_of(state: State, model: Model) -> Base:
    """A model on the board as a body that is measured as the house rules say. [IST-Q-03]"""
    assert model.pos is not None
    return Base(model.id, model.pos, model.radius, model.height, state.rules.measure == "centres")


def bases(state: State) -> tuple[Base, ...]:
    return tuple(base_of(model) for model in on_board(state))


def shield_in_use(state: State, model: Model) -> bool:
    """Whether a model has the use of a shield: not with a two-handed weapon in hand. [IST-Q-58]"""
    if "shield" not in model.equipment:
        return False
    weapon = WEAPONS.get(model.active_weapon)
    if weapon is not None and weapon.range:
        return state.rules.shield_with_ranged == "on"
    return not in_melee(model.active_weapon, shield=True).two_handed


def armour_parts(state: State, model: Model) -> tuple[tuple[str, int], ...]:
    """What a model's armour is made of, by name; those that add nothing are left out. [IST-ARM-04]"""
    rules = state.rules
    parts = [("base", model.armour_base)]
    parts += [(name, ARMOURS[name].armour) for name in model.equipment if name in ARMOURS and ARMOURS[name].body]
    parts.append(("shield", ARMOURS["shield"].armour if shield_in_use(state, model) else 0))
    parts.append(("buckler", int(rules.buckler == "armour" and "buckler" in model.equipment)))
    parts.append(("helmet", int(rules.helmet == "armour" and "helmet" in model.equipment)))
    parts.append(("bastion", int("bastion" in model.talents)))
    parts.append(("abjuration", 4 if condition(model, "abjured") is not None else 0))
    return tuple((name, value) for name, value in parts if value)


def armour(state: State, model: Model) -> int:
    """A model's armour now. [IST-ARM-04]"""
    return sum(value for _, value in armour_parts(state, model))


# Who stands where to whom


def foes_of(state: State, model: Model) -> tuple[Base, ...]:
    """The enemies of a model on the board. [IST-Q-115]"""
    return tuple(body_of(state, other) for other in on_board(state) if are_enemies(state, model, other))


def friends_of(state: State, model: Model) -> tuple[Base, ...]:
    """The friends of a model on the board, itself left out. [IST-Q-115]"""
    others = (other for other in on_board(state) if other.id != model.id)
    return tuple(base_of(other) for other in others if not are_enemies(state, model, other))


def is_near(state: State, one: Base, other: Base, inches: int) -> bool:
    """Whether two are so near each other: edge to edge, or as the house rules measure. [IST-SIGHT-01, IST-Q-03]"""
    if state.rules.measure == "centres":
        return centres_within(one, other, inches)
    return within(one, other, inches)


def spacing(state: State, one: Base, other: Base) -> int:
    """How far two are apart, in hundredths: edge to edge, or as the house rules measure. [IST-SIGHT-01, IST-Q-03]"""
    if state.rules.measure == "edges":
        return gap(one, other)
    return length(*(p - q for p, q in zip(one.at, other.at, strict=True)))
