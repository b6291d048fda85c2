"""A player's go, the actions under way on it, and spells whose effect no rule covers. [ISH-MOVE, ISH-ECON, ISH-BURN]"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from rules.ishmek import commands as co, state as st
from rules.ishmek.decide import gm, goes, performing, umpires
from rules.ishmek.decide.action_checks import casts_as_bonus, is_foul, prepare
from rules.ishmek.decide.openings import acts
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.questions import (
    all_known,
    allowance_squares,
    asked_for,
    get,
    held_by,
    injuries_of_players,
    movement_left,
    named,
)
from rules.ishmek.state import Player, State
from rules.kernel.agenda import Frame
from rules.kernel.errors import Refused
from rules.kernel.points import AnyPoint, Handler, Point, Step
from rules.kernel.reading import Json

GoCommand: TypeAlias = co.MoveStep | co.Stand | co.BurnMove | co.Drop | co.EndGo | co.Act


class Go(Point[State, st.Go, GoCommand]):
    """The active player moves and acts, in any order, until the go is ended. [ISH-ECON-01..07, ISH-MOVE-01..05]"""

    frame, kind, rule, begins_act = st.Go, "go", "ISH-INIT-02", True
    heading, passing = "{who}’s go", "End the go"
    answers = (co.MoveStep, co.Stand, co.BurnMove, co.Drop, co.EndGo, co.Act)
    go_on = staticmethod(goes.continue_go)

    def who(self, state: State, frame: st.Go) -> tuple[str, str]:
        return asked_for(state, frame.player)

    def cited(self, state: State, frame: st.Go) -> str:
        return "ISH-ECON-01"

    def why(self, state: State, frame: st.Go) -> str:
        return f"It is {named(get(state, frame.player))}'s go."

    def options(self, state: State, frame: st.Go) -> Json:
        player = get(state, frame.player)
        return {
            "movement_left": 0 if player.move_roll == "lost" else movement_left(state, player),
            "allowance": allowance_squares(state, player),
            "slots": [slot for slot in ("action", "reaction", "bonus") if has_slot(player, slot)],
            "used_names": list(player.used_names),
        }

    def offers(self, state: State, frame: st.Go) -> list[GoCommand]:
        player = get(state, frame.player)
        name = player.id
        found: list[GoCommand] = [co.MoveStep(player=name, to=square) for square in goes.reachable_steps(state, player)]
        if goes.can_stand(state, player):
            found.append(co.Stand(player=name))
        if player.move_roll != "lost":
            found += [co.BurnMove(player=name, squares=squares) for squares in range(1, 3 - player.burn_move)]
        found += [co.Drop(player=name, orb=orb.team) for orb in held_by(state, name)]
        found += acts(state, player)
        found.append(co.EndGo(player=name))
        return found

    def sample(self, state: State, frame: st.Go, rng: Random) -> GoCommand:
        """Mostly movement, sometimes an act: a go of random length that handles orbs when it can."""
        player = get(state, frame.player)
        if rng.random() < 0.5:
            found = acts(state, player)
            if found:
                return rng.choice(found)
        steps = goes.reachable_steps(state, player)
        if steps and rng.random() < 0.85:
            return co.MoveStep(player=player.id, to=rng.choice(steps))
        return rng.choice(self.offers(state, frame))

    def settle(self, run: IshRun, frame: st.Go, command: GoCommand) -> None:
        if command.player != frame.player:
            raise self._not_your_go(run, command.player)
        _DO[type(command)](run, command)

    def passes(self, run: IshRun, frame: st.Go, player: str | None) -> None:
        self.settle(run, frame, co.EndGo(player=player or frame.player))

    def unasked(self, run: IshRun, command: GoCommand, asked: AnyPoint[State]) -> Refused:
        """A team may pick whom it likes; there is nothing to wait for but the pick."""
        if isinstance(run.agenda[-1], st.TurnFrame):
            return self._not_your_go(run, command.player)
        return super().unasked(run, command, asked)

    def _not_your_go(self, run: IshRun, player: str) -> Refused:
        who = get(run.state, player).id
        message = f"It is not {who}'s go."
        return Refused("not_your_go", message, "ISH-INIT-02", field="player", hint="Wait until the player is picked.")

    def carries(self, frame: st.Go, above: Frame) -> bool:
        return True

    def stands(self, state: State, frame: st.Go, below: tuple[Frame, ...], field: str) -> bool:
        first = not any(isinstance(other, st.Go) for other in below)
        return first and all_known(state, frame.player) and all(squares in (1, 2) for squares in frame.burns)


def has_slot(player: Player, slot: str) -> bool:
    """Whether a slot is left; a Bonus Action needs a source that grants it."""
    if slot == "bonus" and not any(source.uses != 0 for source in player.bonus_sources) and not casts_as_bonus(player):
        return False
    return not getattr(player, f"{slot}_used")


def _act(run: IshRun, order: co.Act) -> None:
    if is_foul(run.state, order):
        umpires.commit_offence(run, order, order.slot)
    else:
        performing.perform(run, prepare(run.state, run.agenda, order, order.slot))


_DO: dict[type[GoCommand], Handler[State]] = {
    co.MoveStep: goes.step,
    co.Stand: goes.stand,
    co.BurnMove: goes.burn_move,
    co.Drop: goes.drop,
    co.EndGo: goes.end_go,
    co.Act: _act,
}


class Acting(Step[State, st.Acting]):
    """An action under way. [ISH-BURN-02, ISH-UMP-03]"""

    frame = st.Acting
    work = staticmethod(performing.finish_acting)

    def stands(self, state: State, frame: st.Acting, below: tuple[Frame, ...], field: str) -> bool:
        fouled = (frame.foul.player, frame.foul.victim) if frame.foul is not None else ()
        return all_known(state, frame.player, *fouled) and injuries_of_players(state, frame.owed)


class BurnInjuries(Step[State, st.BurnInjuries]):
    """The injury rolls for Burns of what a point cut short. [ISH-TURN-03]"""

    frame = st.BurnInjuries
    work = staticmethod(performing.roll_burn_injuries)

    def stands(self, state: State, frame: st.BurnInjuries, below: tuple[Frame, ...], field: str) -> bool:
        return injuries_of_players(state, frame.owed)


class Adjudication(Point[State, st.Adjudication, co.Pass]):
    """The GM says what comes of a spell, by `gm_effect` or `dismiss`; passing says that nothing further does."""

    frame, kind, rule, answers = st.Adjudication, "adjudicate", "ISH-SPELL-03", (co.Pass,)
    heading, passing = "{player:who} has cast {spell}: what happens?", "No (further) effect"

    def cited(self, state: State, frame: st.Adjudication) -> str:
        return "ISH-SPELL-04" if frame.dismissal else self.rule

    def why(self, state: State, frame: st.Adjudication) -> str:
        dismissal = " The dismissal follows in any case." if frame.dismissal else ""
        return f"{named(get(state, frame.player))} has cast {frame.spell}: what is the effect?{dismissal}"

    def options(self, state: State, frame: st.Adjudication) -> Json:
        return {"player": frame.player, "spell": frame.spell, "dismissal": frame.dismissal}

    def default(self, state: State, frame: st.Adjudication) -> co.Pass:
        return co.Pass()

    def settle(self, run: IshRun, frame: st.Adjudication, command: co.Pass) -> None:
        gm.answer_adjudication(run, frame)

    def stands(self, state: State, frame: st.Adjudication, below: tuple[Frame, ...], field: str) -> bool:
        return all_known(state, frame.player)
