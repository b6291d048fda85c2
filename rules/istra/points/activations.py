"""An activation, and what its model may do in it. [IST-D-03, IST-TURN-06..10]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeAlias

from rules.istra import commands as co, state as st
from rules.istra.decide import attacks, moves, spells, talents, turns
from rules.istra.decide.actions import cut_short
from rules.istra.decide.ending import ends_now
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.travelling import allowance, sprint_allowance
from rules.istra.legal import actions, walks
from rules.istra.points.shared import Below, IstPoint, all_known, named
from rules.istra.questions import ALL_SEATS, engaged_with, get
from rules.istra.state import Model, State
from rules.kernel.errors import Refused
from rules.kernel.points import Handler, StagedStep
from rules.kernel.reading import Json

OFTEN = {"attack": 12, "walk": 8, "handle": 2, "end": 1}
"""How often a sort of command is drawn first; what is not possible gives way to the next."""
ActiveCommand: TypeAlias = (
    co.Walk
    | co.Teleport
    | co.PickUp
    | co.SwitchWeapon
    | co.Load
    | co.Melee
    | co.Shoot
    | co.Cast
    | co.Whirlwind
    | co.UseTalent
    | co.SkillCheck
    | co.EndActivation
)


_DO: dict[type[ActiveCommand], Handler[State]] = {
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
    co.SkillCheck: turns.check_skill,
    co.EndActivation: turns.finish,
}


class Activation(StagedStep[State, st.Activation]):
    """A model's activation. The goals are looked at before anything else of it. [IST-END-01, IST-TURN-06]"""

    frame = st.Activation

    def stage(self, state: State, frame: st.Activation) -> str:
        return Acting.kind if frame.stage == "act" else frame.stage

    def go_on(self, run: IstRun, frame: st.Activation) -> bool:
        return not ends_now(run) and super().go_on(run, frame)

    def work(self, run: IstRun, frame: st.Activation) -> None:
        if frame.stage == "start":
            turns.start_activation(run, frame)
        else:
            turns.end_activation(run, frame)

    def stands(self, state: State, frame: st.Activation, below: Below, field: str) -> bool:
        battle, *others = below
        first = not any(isinstance(other, st.Activation) for other in others)
        begun = isinstance(battle, st.BattleFrame) and battle.stage == "nomination"
        return first and begun and all_known(state, frame.model) and frame.seat in ALL_SEATS


class Acting(IstPoint[st.Activation, ActiveCommand]):
    """The active model moves, attacks, casts, handles things, until its activation is ended. [IST-D-03]"""

    frame, kind, rule, answers, begins_act = st.Activation, "activation", "IST-D-03", tuple(_DO), True
    heading, passing = "{who} acts", "End the activation"

    def who(self, state: State, frame: st.Activation) -> tuple[str, str]:
        return frame.seat, frame.model

    def why(self, state: State, frame: st.Activation) -> str:
        return f"Choose what {named(state, frame.model)} does, or end the activation."

    def options(self, state: State, frame: st.Activation) -> Json:
        """The actions that are left, inches in hundredths, and with whom the model is Engaged."""
        model = get(state, frame.model)
        return {
            "move_action": model.move_action,
            "standard_action": model.standard_action,
            "allowance": allowance(state, model),
            "sprint_allowance": sprint_allowance(state, model) if model.moved else 0,
            "engaged": list(engaged_with(state, model.id)),
        }

    def default(self, state: State, frame: st.Activation) -> co.EndActivation:
        return co.EndActivation(model=frame.model)

    def passes(self, run: IstRun, frame: st.Activation, player: str | None) -> None:
        """An activation is ended, not passed."""
        raise self.unpassable()

    def offers(self, state: State, frame: st.Activation) -> Iterator[ActiveCommand]:
        model = get(state, frame.model)
        yield from walks.walks(state, model)
        yield from actions.actions_of(state, model)
        yield actions.end(model)

    def sample(self, state: State, frame: st.Activation, rng: Random) -> ActiveCommand:
        """A sort of command first, then one of that sort: a battle gets on, and only what is wanted is worked out."""
        model, left = get(state, frame.model), dict(OFTEN)
        while left:
            sort = rng.choices(list(left), list(left.values()))[0]
            del left[sort]
            drawn = _DRAW[sort](state, model, rng)
            if drawn is not None:
                return drawn
        return actions.end(model)

    def takes(self, state: State, frame: st.Activation, command: ActiveCommand | co.PassWindow) -> bool:
        return command.model == frame.model

    def carry_out(self, run: IstRun, frame: st.Activation, command: ActiveCommand) -> None:
        model = get(run.state, command.model)
        if model.id != frame.model:
            raise _not_active(f"{frame.model} is acting.")
        _DO[type(command)](run, command)

    def out_of_turn(self, run: IstRun, command: ActiveCommand) -> Refused:
        get(run.state, command.model)
        return _not_active("Nobody is acting.")

    def lapses(self, state: State, frame: st.Activation) -> bool:
        return get(state, frame.model).pos is None

    def go_on(self, run: IstRun, frame: st.Activation) -> bool:
        """Who is gone has no more to do."""
        over = self.lapses(run.state, frame)
        if over:
            cut_short(run)
        return over


def _not_active(message: str) -> Refused:
    return Refused("not_active_model", message, "IST-TURN-06", field="model", hint="See pending.")


_DRAW: dict[str, Callable[[State, Model, Random], ActiveCommand | None]] = {
    "walk": walks.draw_walk,
    "attack": actions.draw_attack,
    "handle": actions.draw_handling,
    "end": lambda _state, model, _rng: actions.end(model),
}
