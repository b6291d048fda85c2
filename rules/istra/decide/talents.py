"""Talents that are actions of their own: drafts all of them, by house rule. [IST-TAL-13, IST-TAL-15, IST-TAL-18]"""

from __future__ import annotations

from rules.istra.commands import UseTalent
from rules.istra.decide.actions import check_action, spend
from rules.istra.decide.attacks import check_in_play
from rules.istra.decide.declaring import check_talent, rule_of, use_talent_once
from rules.istra.decide.deploying import place_at
from rules.istra.decide.moves import appear
from rules.istra.decide.rolling import IstRun, d20_need, roll_die
from rules.istra.decide.targets import is_within, knows
from rules.istra.events import ConditionAdded, Healed, SkillChecked
from rules.istra.geometry.gaps import Base
from rules.istra.geometry.places import teleport_refusal
from rules.istra.geometry.sight import sight
from rules.istra.geometry.table import Table
from rules.istra.questions import are_enemies, base_of, condition, foes_of, friends_of, get, table_of
from rules.istra.state import Condition, Model
from rules.istra.tables import TALENTS
from rules.kernel.errors import Refused

TOUCH = 100
SHADOW = 600
HEALING_DIE = 6
HEALING_TN = 11


def use_talent(run: IstRun, order: UseTalent) -> None:
    """Use a talent that is an action by itself. [IST-Q-95, IST-Q-96]"""
    model, use = get(run.state, order.model), _USES.get(order.talent)
    if use is not None and knows(run.state, model, order.talent):
        check_action(model, "move" if TALENTS[order.talent].use == "move" else "standard")
    check_talent(run.state, model, order.talent)
    if use is None:
        message = f"{TALENTS[order.talent].title} is not an action of its own."
        hint = "It works by itself, is declared with an attack, or has a command of its own."
        raise Refused("talent_does_not_fit", message, rule_of(run.state, order.talent), field="talent", hint=hint)
    use(run, model, order)


def _gather_power(run: IstRun, model: Model, order: UseTalent) -> None:
    """Advantage on the next attack roll of a spell. [IST-TAL-13]"""
    if condition(model, "gathered_power") is not None:
        message, hint = f"{model.id} has already gathered power.", "Cast an attack spell first."
        raise Refused("ability_used", message, "IST-TAL-13", field="talent", hint=hint)
    spend(run, model.id, "standard", "gather_power")
    use_talent_once(run, model.id, "gather_power")
    run.emit(ConditionAdded(model=model.id, condition=Condition("gathered_power", lasts="used")))


# Healing


def _heal(run: IstRun, model: Model, order: UseTalent) -> None:
    """A skill check with Will; a friend within 1" regains 1d6. [IST-TAL-15]"""
    friend = _healed_friend(run, model, order.target)
    spend(run, model.id, "standard", "domain_healing")
    use_talent_once(run, model.id, "domain_healing")
    if not _prays(run, model):
        return
    regained = roll_die(run, model.id, HEALING_DIE, "healing", "IST-TAL-15")
    new = min(friend.health_max, friend.health + regained)
    run.emit(Healed(model=friend.id, old=friend.health, new=new, source=model.id))


def _healed_friend(run: IstRun, model: Model, target: str | None) -> Model:
    """Whom a prayer is for; refused for an enemy, or too far away. [IST-TAL-15]"""
    if target is None:
        hint = "Name a friend within 1 inch."
        raise Refused("no_target", "Name whom to heal.", "IST-TAL-15", field="target", hint=hint)
    friend = get(run.state, target, "target")
    check_in_play(friend, "target")
    if friend.id == model.id or are_enemies(run.state, model, friend):
        hint = "Name a friend other than itself."
        raise Refused("no_target", "Only a friend can be healed.", "IST-TAL-15", field="target", hint=hint)
    if not is_within(run.state, model, friend, TOUCH):
        message, hint = f'{target} is more than 1" away.', "Move next to it first."
        raise Refused("out_of_range", message, "IST-TAL-15", field="target", hint=hint)
    return friend


def _prays(run: IstRun, model: Model) -> bool:
    """The skill check of a prayer. [IST-TAL-15]"""
    will = ((model.will, "Will", "IST-TAL-15"),)
    need = d20_need(run.state, model, "skill", "IST-TAL-15", HEALING_TN, will)
    return bool(run.roll(SkillChecked, need, model=model.id, skill="healing", difficulty="normal").success)


# Shadow walk


def _shadow_walk(run: IstRun, model: Model, order: UseTalent) -> None:
    """Appear up to 6" away where no enemy has a sight line to. [IST-TAL-18, IST-MOVE-09]"""
    if order.pos is None:
        message = "Name the point to go to."
        raise Refused("illegal_teleport", message, "IST-TAL-18", field="pos", hint="Give [x, y] or [x, y, z].")
    table, here = table_of(run.state), base_of(model)
    to, foes = place_at(table, order.pos), foes_of(run.state, model)
    others = (*foes, *friends_of(run.state, model))
    fault = teleport_refusal(table, here, to, others, SHADOW)
    if fault not in ("", "out of sight"):
        message, hint = f"A model cannot appear there: {fault}.", "Name free ground within 6 inches."
        raise Refused("illegal_teleport", message, "IST-TAL-18", field="pos", hint=hint)
    if watcher := watched(table, here.moved(to), foes):
        message, hint = f"{watcher} would see it there.", "Name a point that no enemy sees."
        raise Refused("illegal_teleport", message, "IST-TAL-18", field="pos", hint=hint)
    spend(run, model.id, "move", "shadow_walk")
    use_talent_once(run, model.id, "shadow_walk")
    appear(run, model, to)


def watched(table: Table, there: Base, foes: tuple[Base, ...]) -> str:
    """An enemy with a sight line to a place; "" where there is none."""
    return next((foe.id for foe in foes if sight(table, foe, there).los), "")


_USES = {"gather_power": _gather_power, "domain_healing": _heal, "shadow_walk": _shadow_walk}
