"""Attacks under way, and which ally a fumbled shot goes to. [IST-Q-46, IST-Q-90, IST-Q-125]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

from rules.istra import state as st
from rules.istra.commands import COMMANDS, GmSight, PassWindow, React
from rules.istra.decide import attacks, gm
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.targets import look, word_on
from rules.istra.limits import FARTHEST
from rules.istra.points.shared import AttackWindow, Below, IstPoint, activated, all_known, charge_refusal, here, named
from rules.istra.questions import ALL_SEATS, get, seats, spell_of
from rules.istra.state import AttackStage, SightAsked, State, Trigger
from rules.istra.tables import RANGED, WEAPONS
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.points import Step
from rules.kernel.reading import Json, read_tagged

TRIGGERS = get_args(Trigger)


class Attack(Step[State, st.Attack]):
    """One attack, from its declaration to its end; its windows open in the order in which they are given."""

    frame = st.Attack

    def __init__(self, *windows: AttackWindow) -> None:
        self.windows: dict[AttackStage, tuple[AttackWindow, ...]] = {
            stage: tuple(window for window in windows if stage in window.stages) for stage in get_args(AttackStage)
        }

    def work(self, run: IstRun, frame: st.Attack) -> None:
        if attacks.has_lapsed(run.state, frame):
            run.pop()
        elif not any(window.open_next(run, frame) for window in self.windows[frame.stage]):
            attacks.carry_on(run, frame)

    def stands(self, state: State, frame: st.Attack, below: Below, field: str) -> bool:
        tool = spell_of(state, frame.spell) is not None if frame.kind == "spell" else not frame.spell
        involved = [model for one in frame.exchanges for model in (one.target, one.defender, *one.winners)]
        triggers = all(one.count(":") and one.partition(":")[0] in TRIGGERS for one in frame.asked)
        models = all_known(state, frame.attacker, *involved, *frame.chained, *frame.out)
        fits = tool and is_armed(frame) and triggers and 0 <= frame.distance <= FARTHEST
        return activated(below) and fits and models and is_rolled(state, frame)


def is_armed(frame: st.Attack) -> bool:
    """Whether an attack is made with what such an attack is made with, and by a weapon on one target."""
    if frame.kind == "spell":
        return True
    arms = RANGED if frame.kind == "shoot" else (*WEAPONS, "unarmed")
    return frame.weapon in arms and len(frame.exchanges) == 1


def is_rolled(state: State, frame: st.Attack) -> bool:
    """Whether the dice lie that must lie at its stage: the attacker's, and each defender's."""
    if frame.stage == "declared":
        return True
    thrown = frame.throw is not None or all(one.attack for one in frame.exchanges)
    spell = spell_of(state, frame.spell)
    opposed = spell is None or spell.defence is not None
    return thrown and (not opposed or all(one.defence for one in frame.exchanges))


class Series(Step[State, st.Series]):
    """Attacks that follow one another: a Whirlwind, a double attack, the shot at an ally. [IST-TAL-05, IST-Q-90]"""

    frame = st.Series
    work = staticmethod(attacks.continue_series)

    def stands(self, state: State, frame: st.Series, below: Below, field: str) -> bool:
        return activated(below) and all_known(state, frame.model, *frame.targets)


class FumbleAlly(IstPoint[st.AllyChoice, React]):
    """House rule: the opponent says which ally a fumbled shot into melee goes to. [IST-Q-46]"""

    frame, kind, rule, answers = st.AllyChoice, "fumble_ally", "IST-Q-46", (React, PassWindow)
    wanted = "which ally is shot at"
    heading, passing = "{attacker:who} has fumbled: which ally is hit?", ""

    def who(self, state: State, frame: st.AllyChoice) -> tuple[str, str]:
        return frame.seat, ""

    def why(self, state: State, frame: st.AllyChoice) -> str:
        return f"{named(state, frame.attacker)} has fumbled: choose which ally is shot."

    def options(self, state: State, frame: st.AllyChoice) -> Json:
        return {"targets": list(frame.allies), "attacker": frame.attacker}

    def default(self, state: State, frame: st.AllyChoice) -> PassWindow:
        return PassWindow()

    def passes(self, run: IstRun, frame: st.AllyChoice, player: str | None) -> None:
        """Of several allies the first one is shot."""
        self._hit(run, frame, frame.allies[0])

    def offers(self, state: State, frame: st.AllyChoice) -> Iterator[React]:
        """In the name of the target, whose owner chooses."""
        for ally in frame.allies:
            yield React(model=frame.target, option="fumble_ally", target=ally)

    def carry_out(self, run: IstRun, frame: st.AllyChoice, command: React) -> None:
        if command.option == "charged_shot":
            raise charge_refusal(run.state, command)
        if command.option != "fumble_ally":
            message = "First choose which ally is shot."
            raise Refused("no_such_window", message, "IST-Q-46", field="option", hint="See pending.")
        if command.target not in frame.allies:
            hint = f"Name one of {', '.join(frame.allies)}."
            raise Refused("no_target", "No such ally is in that melee.", "IST-Q-46", field="target", hint=hint)
        self._hit(run, frame, command.target)

    def _hit(self, run: IstRun, frame: st.AllyChoice, ally: str) -> None:
        run.pop()
        attacks.hit_ally(run, frame.attacker, ally, frame.spell)

    def stands(self, state: State, frame: st.AllyChoice, below: Below, field: str) -> bool:
        choice = len(frame.allies) > 1 and frame.seat in ALL_SEATS
        there = here(state, frame.attacker, *frame.allies) and all_known(state, frame.target)
        return activated(below) and choice and there


# Sight


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
        waits = bool(frame.command) or isinstance(below[-1], st.Series)
        return waits and activated(below) and here(state, frame.attacker, frame.target)
