"""House rule: the GM is asked what is seen before somebody is shot at or a spell is cast. [IST-Q-04]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.istra.commands import COMMANDS, GmSight, PassWindow
from rules.istra.decide import gm
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.targets import look, word_on
from rules.istra.points.shared import Below, IstPoint, activated, here, named
from rules.istra.questions import get, seats
from rules.istra.state import Series, SightAsked, State
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.reading import Json, read_tagged


class Sight(IstPoint[SightAsked, GmSight]):
    """The GM says what one model sees of another; the command that waited for it then goes on. [IST-Q-04, IST-D-15]

    `give` gives that command once more.
    """

    frame, kind, rule, answers = SightAsked, "sight", "IST-Q-04", (GmSight, PassWindow)
    wanted = "what is seen"
    heading, passing = "Can {attacker:who} see {target:who}?", "As computed from the table"

    def __init__(self, give: Callable[[IstRun, Command], None]) -> None:
        self._give = give

    def who(self, state: State, frame: SightAsked) -> tuple[str, str]:
        return GM if state.gm else seats(state)[0], ""

    def why(self, state: State, frame: SightAsked) -> str:
        return f"Decide what {named(state, frame.attacker)} sees of {named(state, frame.target)}."

    def options(self, state: State, frame: SightAsked) -> Json:
        return {"attacker": frame.attacker, "target": frame.target}

    def default(self, state: State, frame: SightAsked) -> PassWindow:
        return PassWindow()

    def passes(self, run: IstRun, frame: SightAsked, player: str | None) -> None:
        """What is seen is as computed."""
        gm.leave_sight(run, frame)

    def offers(self, state: State, frame: SightAsked) -> Iterator[GmSight | PassWindow]:
        """As computed, or nothing, all, or all in cover. [IST-Q-06]"""
        yield PassWindow()
        for los, cover in ((False, None), (True, False), (True, True)):
            yield GmSight(attacker=frame.attacker, target=frame.target, los=los, cover=cover)

    def carry_out(self, run: IstRun, frame: SightAsked, command: GmSight) -> None:
        gm.give_sight(run, command)

    def go_on(self, run: IstRun, frame: SightAsked) -> bool:
        """Once it is said, the command that waited is given again; without one the series below goes on by itself."""
        if word_on(run.state, frame.attacker, frame.target) is None:
            return False
        run.pop()
        if frame.command:
            self._give_again(run, frame)
        return True

    def _give_again(self, run: IstRun, frame: SightAsked) -> None:
        """What is now not allowed is not done, and the word is used up."""
        before = len(run.events)
        try:
            self._give(run, read_tagged(frame.command, COMMANDS))
        except Refused:
            if len(run.events) > before:
                raise
            run.emit(look(run.state, get(run.state, frame.attacker), get(run.state, frame.target)))

    def stands(self, state: State, frame: SightAsked, below: Below, field: str) -> bool:
        if frame.command:
            read_tagged(frame.command, COMMANDS, "position.agenda.command")
        waits = bool(frame.command) or isinstance(below[-1], Series)
        return waits and activated(below) and here(state, frame.attacker, frame.target)
