"""From a command to events: whose decision it is, what it does, and what then happens by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.istra import commands as co
from rules.istra import state as st
from rules.istra.decide import (
    activations,
    adjusting,
    attacks,
    deploying,
    flights,
    gm,
    moves,
    reactions,
    spells,
    talents,
    travelling,
    turns,
)
from rules.istra.decide.asked import asked_seat
from rules.istra.decide.ending import ends_now
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.targets import look, word_on
from rules.istra.events import BattleOpened, Decided, PositionSet
from rules.istra.evolve import evolve
from rules.istra.questions import get, side_of
from rules.kernel.agenda import Run, Window, work_off
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.reading import plain, read_tagged
from rules.kernel.ruleset import GM

SETUP_STAGES = ("building", "clear", "walls", "monsters", "initiative", "deployment")


def decide(state: st.State, command: Any, dice: Dice, by: str = GM) -> list[Any]:
    """What comes of a command: facts, closed by `decided`."""
    if state.result is not None:
        raise Refused("battle_over", "The battle is over.", "IST-END-01", hint="Open another one.")
    run: IstRun = Run(state, dice, evolve)
    answer(run, command, by)
    work_off(run, continue_play)
    return run.close(Decided, by, plain(command))


def open_battle(opened: BattleOpened, dice: Dice) -> list[Any]:
    """The first events of a battle: it exists, and goes on until somebody has to decide. [IST-SETUP-01]"""
    run: IstRun = Run.opening(opened, dice, evolve)
    work_off(run, continue_play)
    return run.close(Decided, GM, None)


def open_position(opened: BattleOpened, state: st.State, dice: Dice) -> list[Any]:
    """The first events of a battle that starts in the midst of one."""
    run: IstRun = Run.opening(opened, dice, evolve)
    run.start_from(PositionSet(state=state))
    work_off(run, continue_play)
    return run.close(Decided, GM, None)


# Automatic frames


def continue_play(run: IstRun) -> bool:
    """One step of whatever is on top of the agenda; False when somebody has to decide, or the battle is over."""
    if not run.agenda:
        return False
    frame = run.agenda[-1]
    step = _CONTINUE.get(type(frame))
    return False if step is None else step(run, frame)


def _battle(run: IstRun, frame: st.BattleFrame) -> bool:
    if frame.stage in SETUP_STAGES:
        return deploying.continue_setup(run, frame)
    return turns.continue_turn(run, frame)


def _activation(run: IstRun, frame: st.Activation) -> bool:
    """The goals are looked at before anything else, whatever the activation would come to. [IST-END-01]"""
    return not ends_now(run) and activations.continue_activation(run, frame)


def _window(run: IstRun, frame: Window) -> bool:
    """A window asks only who is still on the board."""
    if all(get(run.state, name).pos is not None for name in frame.waiting):
        return False
    run.pop()
    return True


_CONTINUE: dict[type[Any], Callable[[IstRun, Any], bool]] = {
    st.BattleFrame: _battle,
    st.Activation: _activation,
    st.Movement: travelling.continue_movement,
    st.Flight: flights.continue_flight,
    st.Attack: attacks.continue_attack,
    st.Series: attacks.continue_series,
    Window: _window,
}


# Whose decision


def own_activation(run: IstRun, name: str) -> None:
    """It must be that model's activation, with nothing open on it. [IST-TURN-06]"""
    top = run.agenda[-1]
    if not isinstance(top, st.Activation | st.BattleFrame):
        raise window_open(run)
    model = get(run.state, name)
    if not isinstance(top, st.Activation) or top.model != model.id:
        who = f"{top.model} is acting." if isinstance(top, st.Activation) else "Nobody is acting."
        raise Refused("not_active_model", who, "IST-TURN-06", field="model", hint="See pending.")


def window_open(run: IstRun) -> Refused:
    """Something else has to be answered first."""
    top = run.agenda[-1]
    if isinstance(top, Window):
        asked, rule = f"{', '.join(top.waiting)} ({top.trigger})", top.rule
    else:
        asked, rule = _ASKED.get(type(top), ("what was begun", "IST-D-03"))
    return Refused("window_open", f"Something has to be answered first: {asked}.", rule, hint="See pending.")


def no_window() -> Refused:
    """Nobody has asked."""
    return Refused("no_such_window", "Nothing like that is asked now.", "IST-TURN-10", hint="See pending.")


_ASKED: dict[type[Any], tuple[str, str]] = {
    st.Movement: ("whom the mover comes into contact with", "IST-D-14"),
    st.Flight: ("how the model flees", "IST-D-13"),
    st.SightAsked: ("what is seen", "IST-Q-04"),
    st.AllyChoice: ("which ally is shot at", "IST-Q-46"),
}


# Commands


def answer(run: IstRun, command: Any, by: str) -> None:
    """Do what a command asks for."""
    kind = type(command)
    if kind in _ACTIONS:
        own_activation(run, command.model)
        _ACTIONS[kind](run, command)
    else:
        _ORDERS[kind](run, command, by)


_ACTIONS: dict[type[Any], Callable[[IstRun, Any], None]] = {
    co.Move: moves.move,
    co.Sprint: moves.sprint,
    co.Disengage: moves.disengage,
    co.Teleport: moves.teleport,
    co.PickUp: moves.pick_up,
    co.SwitchWeapon: moves.switch_weapon,
    co.Load: moves.load,
    co.Melee: attacks.melee,
    co.Shoot: attacks.shoot,
    co.Cast: spells.cast,
    co.Whirlwind: attacks.whirlwind,
    co.UseTalent: talents.use_talent,
    co.EndActivation: activations.finish,
}
"""What the active model does. [IST-D-03]"""


def _nominate(run: IstRun, order: co.Nominate, by: str) -> None:
    if not isinstance(run.agenda[-1], st.Activation | st.BattleFrame):
        raise window_open(run)
    turns.nominate(run, order, by)


def _deploy(run: IstRun, order: co.Deploy, by: str) -> None:
    if not isinstance(run.agenda[-1], st.Activation | st.BattleFrame):
        raise window_open(run)
    deploying.deploy(run, order, by)


def _skill(run: IstRun, order: co.SkillCheck, by: str) -> None:
    own_activation(run, order.model)
    activations.check_skill(run, order, by)


def _react(run: IstRun, order: co.React, by: str) -> None:
    """An answer to what is asked: where to come into contact, a Charged shot, or in the windows of an attack."""
    top = run.agenda[-1]
    if isinstance(top, st.Movement) and order.option == "contact" and order.model == top.model:
        travelling.choose_contact(run, order.target)
    elif isinstance(top, st.Movement | st.Flight | st.SightAsked):
        raise window_open(run)
    elif order.option == "charged_shot":
        _charged_shot(run, order)
    else:
        reactions.react(run, order)


def _charged_shot(run: IstRun, order: co.React) -> None:
    """A shot at who has just come into contact, from any range up to where it started. [IST-D-04, IST-REACT-04]"""
    window = run.agenda[-1]
    if not (isinstance(window, Window) and window.trigger == "charged_shot" and order.model in window.waiting):
        attacks.check_charge(run.state, order.model)
        raise no_window()
    movement: st.Movement = run.agenda[-2]
    reactions.close_window(run, order.model, "charged_shot")
    attacks.charged_shot(run, order, window.about, movement.gaps[order.model])


def _pass(run: IstRun, order: co.PassWindow, by: str) -> None:
    """The default of what is asked. [IST-D-04..14, IST-D-17]"""
    top = run.agenda[-1]
    if isinstance(top, st.Movement | st.Flight) and order.model not in (None, top.model):
        raise no_window()
    if isinstance(top, Window | st.AllyChoice):
        reactions.pass_window(run, order)
    elif isinstance(top, st.Movement):
        travelling.choose_contact(run, None)
    elif isinstance(top, st.Flight):
        flights.stay(run)
    elif isinstance(top, st.SightAsked):
        gm.leave_sight(run, top)
        resume(run, top)
    elif isinstance(top, st.BattleFrame) and top.stage in ("building", "clear", "walls"):
        deploying.leave_stage(run, top)
    else:
        raise no_window()


def _give_sight(run: IstRun, order: co.GmSight, by: str) -> None:
    """What the GM says is seen; where that was asked for, the command goes on. [IST-SIGHT-06, IST-Q-04]"""
    gm.give_sight(run, order, by)
    top = run.agenda[-1]
    if isinstance(top, st.SightAsked) and word_on(run.state, top.attacker, top.target) is not None:
        resume(run, top)


def resume(run: IstRun, frame: st.SightAsked) -> None:
    """The command that waited for the GM's word; without one the series below goes on by itself.

    What is now not allowed is not done, and the word is used up. [IST-Q-04]
    """
    run.pop()
    if not frame.command:
        return
    before = len(run.events)
    try:
        answer(run, read_tagged(frame.command, co.COMMANDS), GM)
    except Refused:
        if len(run.events) > before:
            raise
        run.emit(look(run.state, get(run.state, frame.attacker), get(run.state, frame.target)))


def _place_terrain(run: IstRun, order: co.PlaceTerrain, by: str) -> None:
    gm.check_gm(run.state, by, "IST-SETUP-04")
    deploying.place_terrain(run, order)


def _remove_terrain(run: IstRun, order: co.RemoveTerrain, by: str) -> None:
    clearing = _in_stage("clear")(run.agenda[-1], order)
    if not (by in (GM, asked_seat(run.state)) if clearing else by == GM and run.state.gm):
        message = "Only a hall's defender clears the area, and before anybody deploys."
        raise Refused("upgrade_not_available", message, "IST-HALL-03", field="ids", hint="See pending.")
    deploying.remove_terrain(run, order)


def _place_walls(run: IstRun, order: co.PlaceWalls, by: str) -> None:
    deploying.place_walls(run, order)


def _adjust(run: IstRun, order: co.GmAdjust, by: str) -> None:
    gm.check_gm(run.state, by, "IST-Q-95")
    adjusting.adjust(run, order)


def _concede(run: IstRun, order: co.Concede, by: str) -> None:
    gm.concede(run, order)


def _end_battle(run: IstRun, order: co.EndBattle, by: str) -> None:
    gm.check_gm(run.state, by, "IST-END-01")
    gm.decree(run, order)


def _flee(run: IstRun, order: co.FleePath, by: str) -> None:
    if not isinstance(run.agenda[-1], st.Activation | st.BattleFrame | st.Flight):
        raise window_open(run)
    flights.answer_flight(run, order)


_ORDERS: dict[type[Any], Callable[[IstRun, Any, str], None]] = {
    co.PlaceTerrain: _place_terrain,
    co.RemoveTerrain: _remove_terrain,
    co.PlaceWalls: _place_walls,
    co.Deploy: _deploy,
    co.Nominate: _nominate,
    co.SkillCheck: _skill,
    co.React: _react,
    co.PassWindow: _pass,
    co.FleePath: _flee,
    co.GmSight: _give_sight,
    co.GmAdjust: _adjust,
    co.Concede: _concede,
    co.EndBattle: _end_battle,
}


GM_COMMANDS = frozenset((co.PlaceTerrain, co.GmAdjust, co.EndBattle))


def owner(state: st.State, command: Any) -> str:
    """The seat a command belongs to; "" where nobody is asked for it, so that the rules say why it cannot be."""
    kind = type(command)
    if kind in GM_COMMANDS or (kind is co.GmSight and state.gm):
        return GM
    if kind is co.Concede:
        known = {side.id for side in state.sides}
        return side_of(state, command.side).seat if command.side in known else ""
    answers = _ANSWERS.get(kind, _acts if kind in _ACTIONS else None)
    wanted = bool(state.agenda) and answers is not None and answers(state.agenda[-1], command)
    return asked_seat(state) if wanted else ""


def _acts(top: Any, command: Any) -> bool:
    return isinstance(top, st.Activation) and top.model == command.model


def _reacts(top: Any, command: co.React) -> bool:
    if isinstance(top, Window):
        return command.model in top.waiting
    return isinstance(top, st.AllyChoice) or (isinstance(top, st.Movement) and top.model == command.model)


def _passes(top: Any, command: co.PassWindow) -> bool:
    if isinstance(top, st.BattleFrame):
        return top.stage in ("building", "clear", "walls")
    if isinstance(top, Window):
        return command.model is None or command.model in top.waiting
    return isinstance(top, st.AllyChoice | st.Movement | st.Flight | st.SightAsked)


def _in_stage(stage: st.BattleStage) -> Callable[[Any, Any], bool]:
    return lambda top, _: isinstance(top, st.BattleFrame) and top.stage == stage


_ANSWERS: dict[type[Any], Callable[[Any, Any], bool]] = {
    co.SkillCheck: _acts,
    co.React: _reacts,
    co.PassWindow: _passes,
    co.FleePath: lambda top, _: isinstance(top, st.Flight),
    co.RemoveTerrain: _in_stage("clear"),
    co.PlaceWalls: _in_stage("walls"),
}
"""Commands that answer what is asked, and whether they answer the frame on top."""
