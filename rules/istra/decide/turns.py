"""Turns and activations: what they begin and end with, who names the next model, skill checks. [IST-TURN-01..09]

A turn:

1. It starts: actions for everybody on the board, Elven grace, black powder that loads by itself: `start_turn`.
2. A seat names the next model; the first of the battle is one of its own: `points.battle.Nomination`, `nominate`.
3. That model's activation begins: Abjuration ends, then morale, and with it a flight: `start_activation`, `flights`.
   Here and after each command the goals of the battle are looked at: `ending.ends_now`.
4. Its owner gives commands in any order; where each of them lives says `points.activations.Acting`.
5. It ends: ongoing damage and its save, what is unspent is lost, its owner names the next: `end_activation`.
6. Steps 2 to 5 again, until every model on the board was named: `unnominated`.
7. The turn ends, and what lasted for it; after the last turn so does the battle: `end_turn`,
   `ending.ends_with_the_turn`.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra import events as ev
from rules.istra.commands import MOST_MODIFIER, EndActivation, Nominate, SkillCheck
from rules.istra.decide.actions import cut_short
from rules.istra.decide.ending import ends_now, ends_with_the_turn
from rules.istra.decide.flights import flight_of, is_shaken, passes_morale
from rules.istra.decide.harm import check_out, hurt
from rules.istra.decide.rolling import IstRun, d20_need
from rules.istra.questions import ALL_SEATS, get, is_nominated, on_board, race_has
from rules.istra.state import Activation, BattleFrame, Condition, Lasts, Model, State
from rules.istra.tables import DIFFICULTIES, SAVE, SKILLS, WEAPONS
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.labels import beyond_bounds
from rules.kernel.rolls import Mod

GRACE = 18
"""What a Wood elf rolls for another Standard action. [IST-RACE-18]"""
BLACK_POWDER_TURNS = 3
"""House rule: black powder is loaded so many turns after its shot, by itself. [IST-Q-56]"""


def continue_turn(run: IstRun, frame: BattleFrame) -> bool:
    """The turn's next stage; False when a seat has to nominate, or when the battle is over."""
    if ends_now(run):
        return False
    if frame.stage == "turn_start":
        start_turn(run)
        return True
    if frame.stage == "turn_end":
        end_turn(run)
        return bool(run.agenda)
    if unnominated(run.state):
        return False
    run.advance(BattleFrame(stage="turn_end"))
    return True


def unnominated(state: State) -> tuple[str, ...]:
    """The models on the board that were not nominated this turn. [IST-TURN-01, IST-TURN-04]"""
    return tuple(model.id for model in on_board(state) if not is_nominated(state, model.id))


# Start and end


def start_turn(run: IstRun) -> None:
    """Actions for everybody on the board; what else comes with a turn. [IST-TURN-07, IST-RACE-18]"""
    ready = tuple(model.id for model in on_board(run.state))
    run.emit(ev.TurnStarted(turn=run.state.turn + 1, models=ready))
    for model in ready:
        if run.state.rules.elven_grace == "turn_start":
            roll_elven_grace(run, model)
        if run.state.rules.black_powder == "passive":
            load_by_itself(run, model)
    run.advance(BattleFrame(stage="nomination"))


def roll_elven_grace(run: IstRun, model: str) -> None:
    """A Wood elf's die for another Standard action. [IST-RACE-18, IST-Q-84]"""
    elf = get(run.state, model)
    if not race_has(elf, "elven_grace"):
        return
    need = d20_need(run.state, elf, "elven_grace", "IST-RACE-18", GRACE)
    rolled = run.take(ev.ElvenGraceRolled, need, model=model, gained=0, standard_action=elf.standard_action)
    if rolled.success:
        rolled = replace(rolled, gained=1, standard_action=elf.standard_action + 1)
    run.emit(rolled)


def load_by_itself(run: IstRun, model: str) -> None:
    """House rule: black powder loads without actions. [IST-Q-56]"""
    for load in get(run.state, model).unloaded:
        slow = WEAPONS[load.weapon].loading == "two_turns"
        if slow and run.state.turn >= load.turn + BLACK_POWDER_TURNS:
            run.emit(ev.WeaponLoaded(model=model, weapon=load.weapon))


def end_turn(run: IstRun) -> None:
    """What lasted for the turn is over; after the last turn so is the battle. [IST-TURN-04, IST-Q-99]"""
    for model in run.state.models:
        end_conditions(run, model, "turn")
    run.emit(ev.TurnEnded(turn=run.state.turn))
    if not ends_with_the_turn(run):
        run.advance(BattleFrame(stage="turn_start"))


def end_conditions(run: IstRun, model: Model, lasts: Lasts) -> None:
    for one in model.conditions:
        if one.lasts == lasts:
            run.emit(ev.ConditionRemoved(model=model.id, name=one.name, source=one.source))


# Nominations


def nominator_of(state: State) -> str:
    """Who names the next model: if that seat has nobody left on the board, the next one clockwise. [IST-Q-119]"""
    here = {model.owner for model in on_board(state) if model.owner != GM or state.gm}
    if not here or state.nominator in here or state.nominator not in ALL_SEATS:
        return state.nominator
    place = ALL_SEATS.index(state.nominator)
    return next(seat for seat in (*ALL_SEATS[place:], *ALL_SEATS[:place]) if seat in here)


def names_first(state: State) -> bool:
    """Whether this is the first nomination of the battle, for one of one's own models. [IST-TURN-02]"""
    seat = nominator_of(state)
    own = any(model.owner == seat for model in on_board(state))
    return state.turn == 1 and not state.nominations and own


def nominate(run: IstRun, order: Nominate) -> None:
    """Name the model that acts now; its owner plays it. [IST-D-02, IST-TURN-03, IST-Q-10]"""
    seat = nominator_of(run.state)
    if run.by not in (GM, seat):
        message = f"It is {seat}'s turn to nominate."
        raise Refused("not_your_nomination", message, "IST-TURN-03", field="model", hint=f"Wait for {seat}.")
    model = get(run.state, order.model)
    if model.pos is None:
        message = f"{model.id} is not on the board."
        raise Refused("model_not_in_play", message, "IST-TURN-04", field="model", hint="See pending.")
    if is_nominated(run.state, model.id):
        message = f"{model.id} has already been nominated this turn."
        raise Refused("already_nominated", message, "IST-TURN-01", field="model", hint="See pending.")
    if names_first(run.state) and model.owner != seat:
        message = f"{seat} must start with one of its own models."
        raise Refused("first_must_be_own", message, "IST-TURN-02", field="model", hint="See pending.")
    run.emit(ev.ModelNominated(model=model.id, by=seat))
    played_by = model.owner if model.owner != GM or run.state.gm else seat
    run.push(Activation(model=model.id, seat=played_by))


# Activations


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
