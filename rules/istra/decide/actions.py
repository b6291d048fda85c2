"""The actions of a model: whether it has one, spending it, and an activation that ends at once. [IST-TURN-06..10]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra.commands import ActionKind
from rules.istra.decide.rolling import IstRun
from rules.istra.events import ActionSpent
from rules.istra.questions import get
from rules.istra.state import Activation, Model
from rules.kernel.errors import Refused

_NOTHING_LEFT = "Do something that costs nothing or another action, or end the activation."


def check_action(model: Model, action: ActionKind) -> None:
    """Refuse what costs an action that is spent. [IST-TURN-07..09]"""
    if action == "move" and not model.move_action:
        message = f"{model.id} has no Movement action left."
        raise Refused("no_move_action", message, "IST-TURN-08", field="model", hint=_NOTHING_LEFT)
    if action == "standard" and not model.standard_action:
        message = f"{model.id} has no Standard action left."
        raise Refused("no_standard_action", message, "IST-TURN-09", field="model", hint=_NOTHING_LEFT)


def spend(run: IstRun, name: str, action: ActionKind, purpose: str) -> None:
    """A model spends an action that it has. [IST-TURN-07, IST-TURN-10]"""
    model = get(run.state, name)
    left = (model.move_action if action == "move" else model.standard_action) - 1
    run.emit(ActionSpent(model=name, action=action, purpose=purpose, left=left))


def cut_short(run: IstRun) -> None:
    """The activation on top of the agenda ends without further actions."""
    frame: Activation = run.agenda[-1]
    run.advance(replace(frame, stage="end"))
