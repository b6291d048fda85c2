"""Before the first turn and between activations: setup, deployment, nomination. [IST-D-01, IST-D-02, IST-D-17]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from rules.istra import commands as co
from rules.istra.decide import deploying, turns
from rules.istra.decide.rolling import IstRun
from rules.istra.legal import places
from rules.istra.points.shared import Below, IstPoint
from rules.istra.questions import ALL_SEATS, get, side_of
from rules.istra.state import Activation, BattleFrame, State
from rules.kernel.asks import GM, Ask
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.points import AnyPoint, StagedStep
from rules.kernel.reading import Json, plain

SetupCommand = TypeVar("SetupCommand", bound=Command)
PlacingCommand: TypeAlias = co.Deploy | co.Concede
KINDS = {"deployment": "deploy", "nomination": "nominate"}
"""The kinds of decision that are called otherwise than their stage."""


class Battle(StagedStep[State, BattleFrame]):
    """The battle itself, always at the bottom: its setup, then turn after turn. [IST-SETUP-01, IST-TURN-01]"""

    frame = BattleFrame

    def stage(self, state: State, frame: BattleFrame) -> str:
        return KINDS.get(frame.stage, frame.stage)

    def work(self, run: IstRun, frame: BattleFrame) -> None:
        if frame.stage == "initiative":
            deploying.roll_initiative(run)
            run.advance(BattleFrame(stage="deployment"))
        else:
            turns.continue_turn(run, frame)

    def stands(self, state: State, frame: BattleFrame, below: Below, field: str) -> bool:
        point = self.asking(state, frame)
        return not frame.seat if point is None else point.stands(state, frame, below, field)


# Before the first turn


class SetupPoint(IstPoint[BattleFrame, SetupCommand], Generic[SetupCommand]):
    """A stage of the setup that may be left as it is. It is over where it `lapses`. [IST-Q-108]"""

    frame = BattleFrame

    def default(self, state: State, frame: BattleFrame) -> co.PassWindow:
        return co.PassWindow()

    def passes(self, run: IstRun, frame: BattleFrame, player: str | None) -> None:
        deploying.leave_stage(run, frame)

    def go_on(self, run: IstRun, frame: BattleFrame) -> bool:
        over = self.lapses(run.state, frame)
        if over:
            deploying.leave_stage(run, frame)
        return over


class Building(SetupPoint[co.PassWindow]):
    """The table is ready, says the GM, or without one the first seat. No die falls before. [IST-SETUP-04, IST-Q-108]"""

    kind, rule, answers = "building", "IST-SETUP-04", (co.PassWindow,)
    heading, passing = "Is the table ready?", "Start the battle"

    def who(self, state: State, frame: BattleFrame) -> tuple[str, str]:
        return deploying.builder_seat(state), ""

    def why(self, state: State, frame: BattleFrame) -> str:
        begin = "Set up the table, then begin the battle" if state.gm else "Begin the battle"
        return f"{begin}: all sides roll for initiative."

    def stands(self, state: State, frame: BattleFrame, below: Below, field: str) -> bool:
        return not frame.seat


class HallPoint(SetupPoint[SetupCommand], Generic[SetupCommand]):
    """A stage in which the defender of an invaded hall changes the table. [IST-D-17]"""

    rule = "IST-D-17"

    def who(self, state: State, frame: BattleFrame) -> tuple[str, str]:
        return deploying.defender_seat(state), ""

    def stands(self, state: State, frame: BattleFrame, below: Below, field: str) -> bool:
        return state.invasion is not None


class Clear(HallPoint[co.RemoveTerrain]):
    """Clear the Area: the defender takes terrain away. [IST-D-17, IST-HALL-03, IST-Q-106]"""

    kind, answers = "clear", (co.RemoveTerrain, co.PassWindow)
    heading, passing = "What is removed?", "Remove nothing"
    text = "Clear the Area: take terrain away before anybody deploys."
    carry_out = staticmethod(deploying.clear_area)

    def options(self, state: State, frame: BattleFrame) -> Json:
        return {"ids": list(deploying.clearable(state)), "most": state.rules.clear_pieces}

    def offers(self, state: State, frame: BattleFrame) -> Iterator[co.PassWindow | co.RemoveTerrain]:
        yield co.PassWindow()
        yield from places.clearings(state)

    def lapses(self, state: State, frame: BattleFrame) -> bool:
        return not (deploying.defends_with(state, "clear_the_area") and deploying.clearable(state))


class Walls(HallPoint[co.PlaceWalls]):
    """Walls: the defender puts up wall sections, all at once. [IST-D-17, IST-HALL-04, IST-Q-107]"""

    kind, answers = "walls", (co.PlaceWalls, co.PassWindow)
    heading, passing = "Where do the walls go?", "Place no walls"
    text = "Walls: put up wall sections to defend from."
    carry_out = staticmethod(deploying.place_walls)

    def options(self, state: State, frame: BattleFrame) -> Json:
        assert state.invasion is not None
        rules, zone = state.rules, side_of(state, state.invasion.defender).zone
        return {
            "most": rules.wall_sections,
            "length": rules.wall_length,
            "thickness": rules.wall_thickness,
            "zone": plain(zone),
        }

    def offers(self, state: State, frame: BattleFrame) -> Iterator[co.PassWindow | co.PlaceWalls]:
        yield co.PassWindow()
        yield from places.walls(state)

    def unasked(self, run: IstRun, command: co.PlaceWalls | co.PassWindow, asked: AnyPoint[State]) -> Refused:
        return deploying.no_walls()

    def lapses(self, state: State, frame: BattleFrame) -> bool:
        return not deploying.defends_with(state, "walls")


# Deployment


class PlacingPoint(IstPoint[BattleFrame, PlacingCommand]):
    """A seat puts one of its models on the table. [IST-SETUP-05, IST-SETUP-06]"""

    frame, rule, answers = BattleFrame, "IST-D-01", (co.Deploy,)
    heading = "Who deploys, and where? ({models:count} to place)"
    text = "Put a model on the table."

    def options(self, state: State, frame: BattleFrame) -> Json:
        models = deploying.waiting_models(state, self.who(state, frame)[0])
        zones = {name: plain(side_of(state, get(state, name).side).zone) for name in models}
        return {"models": list(models), "zones": zones}

    def offers(self, state: State, frame: BattleFrame) -> Iterator[PlacingCommand]:
        return places.deployments(state, self.who(state, frame)[0])

    def sample(self, state: State, frame: BattleFrame, rng: Random) -> PlacingCommand:
        return places.draw_deployment(state, self.who(state, frame)[0], rng)

    def takes(self, state: State, frame: BattleFrame, command: PlacingCommand | co.PassWindow) -> bool:
        """Any seat may try: the rules say whose turn it is."""
        return False

    def carry_out(self, run: IstRun, frame: BattleFrame, command: PlacingCommand) -> None:
        assert isinstance(command, co.Deploy), "giving up is no deployment"
        deploying.deploy(run, self.who(run.state, frame)[0], command)

    def out_of_turn(self, run: IstRun, command: PlacingCommand) -> Refused:
        return Refused("not_your_deployment", "Nobody can deploy now.", "IST-D-01", hint="See pending.")


class Monsters(PlacingPoint):
    """The GM places the monsters. [IST-D-01, IST-Q-10]"""

    kind = "monsters"

    def go_on(self, run: IstRun, frame: BattleFrame) -> bool:
        over = not (run.state.gm and deploying.waiting_models(run.state, GM))
        if over:
            deploying.leave_stage(run, frame)
        return over

    def stands(self, state: State, frame: BattleFrame, below: Below, field: str) -> bool:
        return not frame.seat


class Deployment(PlacingPoint):
    """The seats place their models in turn. [IST-D-01]"""

    kind = "deploy"
    go_on = staticmethod(deploying.continue_deployment)

    def who(self, state: State, frame: BattleFrame) -> tuple[str, str]:
        return frame.seat, ""

    def carry_out(self, run: IstRun, frame: BattleFrame, command: PlacingCommand) -> None:
        super().carry_out(run, frame, command)
        run.advance(replace(frame, seat=deploying.next_to_deploy(run.state, frame.seat)))

    def stands(self, state: State, frame: BattleFrame, below: Below, field: str) -> bool:
        waiting = any(model.status == "reserve" and model.owner == frame.seat for model in state.models)
        return not frame.seat or (frame.seat in ALL_SEATS and waiting)


# Between activations


class Nomination(IstPoint[BattleFrame, co.Nominate]):
    """A seat names the model that acts next. [IST-D-02, IST-TURN-02, IST-TURN-03]"""

    frame, kind, rule, answers, begins_act = BattleFrame, "nominate", "IST-D-02", (co.Nominate,), True
    heading = "Who acts next?"
    text = "Name the model that acts next."
    go_on = staticmethod(turns.continue_turn)

    def who(self, state: State, frame: BattleFrame) -> tuple[str, str]:
        return turns.nominator_of(state), ""

    def asks(self, state: State, frame: BattleFrame) -> Iterable[Ask]:
        """Nobody, in a described battle whose nominator is no seat: the GM names the model."""
        return super().asks(state, frame) if turns.nominator_of(state) else ()

    def options(self, state: State, frame: BattleFrame) -> Json:
        return {"models": [order.model for order in self.offers(state, frame)]}

    def offers(self, state: State, frame: BattleFrame) -> Iterator[co.Nominate]:
        seat, own = turns.nominator_of(state), turns.names_first(state)
        for name in turns.unnominated(state):
            if not own or get(state, name).owner == seat:
                yield co.Nominate(model=name)

    def takes(self, state: State, frame: BattleFrame, command: co.Nominate | co.PassWindow) -> bool:
        """Any seat may try: the rules say whose nomination it is."""
        return False

    def carry_out(self, run: IstRun, frame: BattleFrame, command: co.Nominate) -> None:
        turns.nominate(run, command)

    def out_of_turn(self, run: IstRun, command: co.Nominate) -> Refused:
        acting = next((one.model for one in run.agenda if isinstance(one, Activation)), "")
        message, rule = f"{acting} is acting.", "IST-TURN-06"
        if not acting:
            message, rule = "The first turn has not started.", "IST-TURN-02"
        return Refused("not_your_nomination", message, rule, field="model", hint="See pending.")

    def stands(self, state: State, frame: BattleFrame, below: Below, field: str) -> bool:
        return not frame.seat
