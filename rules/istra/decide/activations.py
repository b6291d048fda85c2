"""An activation: what starts it, what may be asked for in it, what ends it. [IST-TURN-06..09, IST-RACE-21]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra import events as ev
from rules.istra.commands import MOST_MODIFIER, EndActivation, SkillCheck
from rules.istra.decide.actions import cut_short
from rules.istra.decide.harm import check_out, hurt
from rules.istra.decide.morale import flight_of, is_shaken, passes_morale
from rules.istra.decide.rolling import IstRun, d20_need
from rules.istra.decide.turns import end_conditions, nominator_of, roll_elven_grace
from rules.istra.questions import get
from rules.istra.state import Activation, Condition, Model, State
from rules.istra.tables import DIFFICULTIES, SAVE, SKILLS
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.labels import beyond_bounds
from rules.kernel.rolls import Mod


def start_activation(run: IstRun, frame: Activation) -> None:
    """Abjuration ends; who is badly hurt checks its morale and may flee. [IST-Q-94, IST-MOR-01..05]"""
    run.emit(ev.ActivationStarted(model=frame.model, seat=frame.seat))
    end_conditions(run, get(run.state, frame.model), "next_activation")
    if run.state.rules.elven_grace == "activation_start":
        roll_elven_grace(run, frame.model)
    model = get(run.state, frame.model)
    if not is_shaken(model) or passes_morale(run, model):
        run.advance(replace(frame, stage="act"))
        return
    run.advance(replace(frame, stage="end"))
    run.push(flight_of(run.state, frame.model))


# The end


def end_activation(run: IstRun, frame: Activation) -> None:
    """Ongoing damage and its save, actions lost, the next nominator. [IST-TURN-03, IST-TURN-06, IST-Q-119]"""
    for one in get(run.state, frame.model).conditions:
        if one.name == "ongoing":
            tick(run, frame.model, one)
    for model in run.state.models:
        for one in model.conditions:
            if one.lasts == "activation_of_source" and one.source == frame.model:
                run.emit(ev.ConditionRemoved(model=model.id, name=one.name, source=one.source))
    model = get(run.state, frame.model)
    kept = run.state.rules.keep_unspent_for_reactions == "on"
    run.emit(
        ev.ActivationEnded(
            model=frame.model,
            forfeited_move=0 if kept else model.move_action,
            forfeited_standard=0 if kept else model.standard_action,
            nominator=nominator_of(replace(run.state, nominator=frame.seat)),
            move_action=model.move_action if kept else 0,
            standard_action=model.standard_action if kept else 0,
        )
    )
    run.pop()


def tick(run: IstRun, name: str, ongoing: Condition) -> None:
    """Ongoing damage, and the save that ends it; not for who is gone. [IST-RACE-21, IST-Q-85]"""
    if get(run.state, name).pos is None:
        return
    run.emit(ev.OngoingTicked(model=name, source=ongoing.source, amount=ongoing.amount))
    hurt(run, name, ongoing.amount, "ongoing", ongoing.source)
    if name in check_out(run, ongoing.source):
        return
    need = d20_need(run.state, get(run.state, name), "save", "IST-RACE-21", SAVE, against=ongoing.source)
    if run.roll(ev.SaveRolled, need, model=name).success:
        run.emit(ev.ConditionRemoved(model=name, name="ongoing", source=ongoing.source))


def finish(run: IstRun, order: EndActivation) -> None:
    """The active model is done, and may be so at once. [IST-TURN-06, IST-Q-13]"""
    cut_short(run)


# Skill checks


def check_skill(run: IstRun, order: SkillCheck) -> None:
    """Roll a skill check; it costs no action. [IST-SKILL-01, IST-SKILL-02, IST-Q-98]"""
    if order.modifier and run.by != GM:
        raise Refused("gm_only", "Only the GM can give a modifier.", "IST-Q-98", field="modifier", hint="Leave it out.")
    named = order.skill.strip() and order.skill.isprintable() and len(order.skill) <= 100
    if not named or any(beyond_bounds(order)):
        message = (
            f"A skill must have a name of 1 to 100 printable characters and a modifier of at most {MOST_MODIFIER}."
        )
        raise Refused(
            "bad_skill", message, "IST-SKILL-02", field="skill", hint="Shorten the name, or change the modifier."
        )
    model = get(run.state, order.model)
    mods = skill_mods(run.state, model, order)
    need = d20_need(run.state, model, "skill", "IST-SKILL-01", DIFFICULTIES[order.difficulty], mods)
    run.roll(ev.SkillChecked, need, model=model.id, skill=order.skill, difficulty=order.difficulty)


def skill_mods(state: State, model: Model, order: SkillCheck) -> tuple[Mod, ...]:
    """The GM's modifier, and by house rule the stat that a named skill stands under. [IST-SKILL-02, IST-Q-98]"""
    mods: list[Mod] = []
    stat = SKILLS.get(order.skill.strip().lower().replace(" ", "_"))
    if state.rules.skills_add_stat == "on" and stat is not None:
        mods.append((getattr(model, stat), stat.capitalize(), "IST-Q-98"))
    if order.modifier:
        mods.append((order.modifier, "GM", "IST-Q-98"))
    return tuple(mods)
