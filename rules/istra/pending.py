"""Who must decide what: the top frame of the agenda as asks. One function a decision point of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.istra.decide.asked import asked_seat
from rules.istra.decide.asking import options
from rules.istra.decide.deploying import clearable, waiting_models
from rules.istra.decide.travelling import allowance, sprint_allowance
from rules.istra.decide.turns import names_first, nominator_of, unnominated
from rules.istra.questions import engaged_with, get, side_of
from rules.istra.state import (
    Activation,
    AllyChoice,
    BattleFrame,
    Flight,
    Model,
    Movement,
    SightAsked,
    State,
)
from rules.kernel.agenda import Window
from rules.kernel.reading import plain
from rules.kernel.ruleset import GM, Ask, Pending

PASS = {"type": "pass_window"}
WHY: dict[str, str] = {
    "charged_shot": "{about} has come into contact.",
    "first_strike": "{about} attacks in melee.",
    "shot_at": "{about} shoots.",
    "evasive": "{about} has hit.",
    "spare": "{about} is beaten.",
    "all_you_got": "{about} has hit, and it still stands.",
    "cruel": "It has hurt {about}.",
    "challenge": "It has hurt {about}.",
    "vengeance": "{about} has hurt a friend.",
    "cleave": "It has taken {about} out.",
    "chain": "The spell may leap on.",
}


def pending(state: State) -> Pending:
    """Who must decide what; nothing once the battle is over."""
    seat = asked_seat(state)
    if not seat:
        return Pending()
    ask = _ASKS.get(type(state.agenda[-1]))
    return Pending() if ask is None else Pending((ask(state, state.agenda[-1], seat),))


def asked(state: State) -> str:
    """The seat of the ask of `pending`, "" when there is none; without listing what may be answered."""
    return asked_seat(state)


def _named(state: State, name: str) -> str:
    return get(state, name).name or name


# Before the first turn, and between activations


def _battle(state: State, frame: BattleFrame, seat: str) -> Ask:
    return _STAGES[frame.stage](state, seat)


def _building(state: State, seat: str) -> Ask:
    why = "Set the table up; then let the battle begin." if state.gm else "Let the battle begin."
    return Ask(seat=seat, kind="building", rule="IST-SETUP-04", why=why, default=PASS)


def _clear(state: State, seat: str) -> Ask:
    options = {"ids": list(clearable(state)), "most": state.rules.clear_pieces}
    why = "Clear the Area: take terrain away before anybody deploys."
    return Ask(seat=seat, kind="clear", rule="IST-D-17", why=why, options=options, default=PASS)


def _walls(state: State, seat: str) -> Ask:
    assert state.invasion is not None
    rules = state.rules
    options = {
        "most": rules.wall_sections,
        "length": rules.wall_length,
        "thickness": rules.wall_thickness,
        "zone": plain(side_of(state, state.invasion.defender).zone),
    }
    why = "Walls: put up wall sections to defend from."
    return Ask(seat=seat, kind="walls", rule="IST-D-17", why=why, options=options, default=PASS)


def _placing(state: State, seat: str) -> Ask:
    models = waiting_models(state, seat)
    zones = {name: plain(side_of(state, get(state, name).side).zone) for name in models}
    kind = "monsters" if seat == GM else "deploy"
    options = {"models": list(models), "zones": zones}
    return Ask(seat=seat, kind=kind, rule="IST-D-01", why="Put a model on the table.", options=options)


def _nominating(state: State, seat: str) -> Ask:
    models = unnominated(state)
    if names_first(state):
        models = tuple(name for name in models if get(state, name).owner == nominator_of(state))
    why = "Name the model that acts next."
    return Ask(seat=seat, kind="nominate", rule="IST-D-02", why=why, options={"models": list(models)})


_STAGES: dict[str, Callable[[State, str], Ask]] = {
    "building": _building,
    "clear": _clear,
    "walls": _walls,
    "monsters": _placing,
    "deployment": _placing,
    "nomination": _nominating,
}


# In an activation


def _activation(state: State, frame: Activation, seat: str) -> Ask:
    model = get(state, frame.model)
    return Ask(
        seat=seat,
        player=model.id,
        kind="activation",
        rule="IST-D-03",
        why=f"Say what {_named(state, model.id)} does, or end the activation.",
        options=activation_options(state, model),
        default={"type": "end_activation", "model": model.id},
    )


def activation_options(state: State, model: Model) -> dict[str, Any]:
    """What a model still has in its activation: actions, inches (in hundredths), and with whom it is Engaged."""
    return {
        "move_action": model.move_action,
        "standard_action": model.standard_action,
        "allowance": allowance(state, model),
        "sprint_allowance": sprint_allowance(state, model) if model.moved else 0,
        "engaged": list(engaged_with(state, model.id)),
    }


def _contact(state: State, frame: Movement, seat: str) -> Ask:
    default = {"type": "react", "model": frame.model, "option": "contact", "target": min(frame.ties)}
    why = "Equally near enemies: say whom it comes into contact with."
    options = {"targets": list(frame.ties)}
    return Ask(
        seat=seat, player=frame.model, kind="contact", rule="IST-D-14", why=why, options=options, default=default
    )


def _flight(state: State, frame: Flight, seat: str) -> Ask:
    why = f"The straight way to the edge is barred: say how {_named(state, frame.model)} flees, or that it stays."
    default = {"type": "flee_path", "model": frame.model}
    options = {"distance": frame.distance, "edge": frame.edge}
    return Ask(
        seat=seat, player=frame.model, kind="flee_path", rule="IST-D-13", why=why, options=options, default=default
    )


# Windows


def _window(state: State, frame: Window, seat: str) -> Ask:
    model = frame.waiting[0]
    about = _named(state, frame.about) if frame.about else ""
    return Ask(
        seat=seat,
        player=model,
        kind=frame.trigger,
        rule=frame.rule,
        why=WHY[frame.trigger].format(about=about),
        options=window_options(state, frame),
        default=PASS | {"model": model},
        window=True,
    )


def window_options(state: State, frame: Window) -> dict[str, Any]:
    """What may be answered in a window: the options, and for a Charged shot the farthest range."""
    below = state.agenda[-2]
    model = frame.waiting[0]
    if isinstance(below, Movement):
        return {"options": ["charged_shot"], "farthest": below.gaps.get(model, 0), "about": frame.about}
    return {"options": list(options(state, state.agenda, frame)), "about": frame.about}


def _sight(state: State, frame: SightAsked, seat: str) -> Ask:
    why = f"Say what {_named(state, frame.attacker)} sees of {_named(state, frame.target)}."
    options = {"attacker": frame.attacker, "target": frame.target}
    return Ask(seat=seat, kind="sight", rule="IST-Q-04", why=why, options=options, default=PASS)


def _ally(state: State, frame: AllyChoice, seat: str) -> Ask:
    why = f"{_named(state, frame.attacker)} has fumbled: say which ally is shot."
    options = {"targets": list(frame.allies), "attacker": frame.attacker}
    return Ask(seat=seat, kind="fumble_ally", rule="IST-Q-46", why=why, options=options, default=PASS)


_ASKS: dict[type[Any], Callable[[State, Any, str], Ask]] = {
    BattleFrame: _battle,
    Activation: _activation,
    Movement: _contact,
    Flight: _flight,
    Window: _window,
    SightAsked: _sight,
    AllyChoice: _ally,
}
