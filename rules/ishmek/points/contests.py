"""Contests, and what follows a push: the defence, the winner's choice, the shaken holder. [ISH-PUSH, ISH-SEIZE]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rules.ishmek import commands as co, state as st
from rules.ishmek.arena import on_board
from rules.ishmek.commands import BOUND, Square
from rules.ishmek.decide import contests, pushes
from rules.ishmek.decide.action_checks import BURNS
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.questions import (
    ABILITIES,
    ability_mod,
    all_known,
    all_on_field,
    asked_for,
    effort_options,
    find,
    get,
    named,
    opponents,
    orb_of,
)
from rules.ishmek.state import State
from rules.kernel.agenda import Frame
from rules.kernel.grid import SQUARES
from rules.kernel.points import Point, Step
from rules.kernel.reading import Json

Path: TypeAlias = tuple[Square, ...]


class Defence(Point[State, st.Contest, co.Defend]):
    """The target of a seize, push or pull says what it rolls with. [ISH-Q-37]"""

    frame, kind, rule, answers = st.Contest, "defend", "ISH-Q-37", (co.Defend,)
    heading, passing = "{who} defends against {against:who}", "Defend with the best skill, no Burn"
    settle = staticmethod(contests.settle_contest)

    def who(self, state: State, frame: st.Contest) -> tuple[str, str]:
        return asked_for(state, frame.target)

    def why(self, state: State, frame: st.Contest) -> str:
        actor, target = named(get(state, frame.actor)), named(get(state, frame.target))
        what = "seize the orb" if frame.kind == "seize" else "push or pull"
        return f"{actor} tries to {what}: choose the defence of {target}."

    def options(self, state: State, frame: st.Contest) -> Json:
        effort = effort_options(get(state, frame.target), contests.defence_abilities(frame))
        return {**effort, "against": frame.actor, "contest": frame.kind}

    def default(self, state: State, frame: st.Contest) -> co.Defend:
        return co.Defend(player=frame.target)

    def lapses(self, state: State, frame: st.Contest) -> bool:
        """The GM took somebody or the orb out of it."""
        held = frame.orb is None or orb_of(state, frame.orb).holder == frame.target
        return not (all_on_field(state, frame.actor, frame.target) and held)

    def stands(self, state: State, frame: st.Contest, below: tuple[Frame, ...], field: str) -> bool:
        if not opponents(state, frame.actor, frame.target) or frame.burn not in BURNS:
            return False
        actor = find(state, frame.actor)
        able = actor is not None and ability_mod(actor, frame.ability) is not None
        acting = bool(below) and isinstance(below[-1], st.Acting)
        if frame.kind == "push_pull":
            return able and acting and frame.ability != "cast" and frame.orb is None
        return able and acting and frame.orb is not None and orb_of(state, frame.orb).holder == frame.target


class PushChoice(Point[State, st.PushChoice, co.Choose]):
    """Who won a push chooses what becomes of the other. [ISH-PUSH-02, ISH-PUSH-04, ISH-PUSH-09, ISH-Q-40]"""

    frame, kind, rule, answers = st.PushChoice, "choose", "ISH-PUSH-02", (co.Choose,)
    heading = "What happens to {moved:who}? (decided by {margin:signed})"
    settle = staticmethod(pushes.settle_choice)

    def who(self, state: State, frame: st.PushChoice) -> tuple[str, str]:
        return asked_for(state, pushes.chooser(frame)[0])

    def cited(self, state: State, frame: st.PushChoice) -> str:
        if frame.margin < 0:
            return "ISH-PUSH-09"
        return "ISH-PUSH-04" if pushes.big_band(state, frame.margin) else self.rule

    def why(self, state: State, frame: st.PushChoice) -> str:
        moved = named(get(state, pushes.chooser(frame)[1]))
        return f"The push is decided by {frame.margin:+d}: what happens to {moved}?"

    def options(self, state: State, frame: st.PushChoice) -> Json:
        mover, moved = pushes.chooser(frame)
        at, names = get(state, moved).at or (1, 1), list(pushes.options(state, frame))
        options: Json = {
            "options": names,
            "moved": moved,
            "margin": frame.margin,
            "squares": pushes.earned_squares(state, frame.margin),
            "push_squares": [list(s) for s in pushes.push_squares(state, mover, moved, at)],
            "pull_squares": [list(s) for s in pushes.pull_squares(state, mover, moved, at)],
        }
        if "floor" in names:
            options["floor_squares"] = [list(at), *(list(s) for s in pushes.floor_squares(state, moved))]
        return options

    def offers(self, state: State, frame: st.PushChoice) -> Iterator[co.Choose]:
        mover, moved = pushes.chooser(frame)
        names, most = list(pushes.options(state, frame)), pushes.earned_squares(state, frame.margin)
        for squares in range(1, most + 1):
            yield co.Choose(player=mover, option="push", squares=squares)
        if state.rules.push_fan == "on":
            for path in paths(state, pushes.push_squares, frame, most):
                yield co.Choose(player=mover, option="push", path=path)
        if "pull" in names:
            for path in paths(state, pushes.pull_squares, frame, most):
                yield co.Choose(player=mover, option="pull", path=path)
        if "floor" in names:
            yield co.Choose(player=mover, option="floor")
            for square in pushes.floor_squares(state, moved):
                yield co.Choose(player=mover, option="floor", path=(square,))
        if "leave" in names:
            yield co.Choose(player=mover, option="leave")

    def default(self, state: State, frame: st.PushChoice) -> co.Choose:
        """A straight push as far as earned; who lost nothing by it leaves it."""
        return co.Choose(player=pushes.chooser(frame)[0], option="push" if frame.margin >= 0 else "leave")

    def lapses(self, state: State, frame: st.PushChoice) -> bool:
        return not all_on_field(state, frame.actor, frame.target)

    def stands(self, state: State, frame: st.PushChoice, below: tuple[Frame, ...], field: str) -> bool:
        acting = bool(below) and isinstance(below[-1], st.Acting)
        return acting and opponents(state, frame.actor, frame.target) and abs(frame.margin) <= BOUND


Ahead: TypeAlias = Callable[[State, str, str, Square], list[Square]]
"""The squares that somebody may be moved into next: state, mover, moved, from where."""


def paths(state: State, ahead: Ahead, frame: st.PushChoice, most: int) -> Iterator[Path]:
    """Every path of 1 to `most` squares that `ahead` allows the moved."""
    mover, moved = pushes.chooser(frame)

    def onward(at: Square, left: int) -> Iterator[Path]:
        for square in ahead(state, mover, moved, at):
            yield (square,)
            if left > 1:
                yield from ((square, *rest) for rest in onward(square, left - 1))

    return onward(get(state, moved).at or (1, 1), most)


class Shove(Step[State, st.Shove]):
    """A player is moved square by square. [ISH-PUSH-12, ISH-Q-40]"""

    frame = st.Shove
    work = staticmethod(pushes.continue_shove)

    def stands(self, state: State, frame: st.Shove, below: tuple[Frame, ...], field: str) -> bool:
        straight = frame.direction in SQUARES.directions and not frame.path
        on_way = all(on_board(square) for square in frame.path)
        along = frame.direction is None and len(frame.path) == frame.left and on_way
        players = all_known(state, frame.mover, frame.moved) and follows(state, frame.aftermath)
        return (straight or along) and 0 <= frame.left <= BOUND and 0 <= frame.feet <= 5 * BOUND and players


class Aftermath(Step[State, st.Aftermath]):
    """What follows a push: stumble, injury, forced Control, the last window. [ISH-PUSH-03..11]"""

    frame = st.Aftermath
    work = staticmethod(pushes.continue_aftermath)

    def stands(self, state: State, frame: st.Aftermath, below: tuple[Frame, ...], field: str) -> bool:
        return follows(state, frame)


def follows(state: State, frame: st.Aftermath) -> bool:
    """Whether such an aftermath can come of a push."""
    moved = (frame.moved,) if frame.moved else ()
    return _scatters(frame.dc, frame.scatter) and all_known(state, frame.actor, frame.target, *moved)


def _scatters(dc: int, scatter: int) -> bool:
    return abs(dc) <= 10 * BOUND and 0 <= scatter <= BOUND


class ForcedControl(Point[State, st.Forced, co.ForcedControl]):
    """The shaken holder of an orb rolls to keep it. [ISH-PUSH-03..11, ISH-Q-41]"""

    frame, kind, rule, answers = st.Forced, "forced_control", "ISH-Q-41", (co.ForcedControl,)
    heading, passing = "{who} must keep the {orb} orb", "Roll with the best skill, no Burn"
    settle = staticmethod(pushes.settle_forced)

    def who(self, state: State, frame: st.Forced) -> tuple[str, str]:
        return asked_for(state, frame.holder)

    def cited(self, state: State, frame: st.Forced) -> str:
        return frame.rule

    def why(self, state: State, frame: st.Forced) -> str:
        cost = "It costs nothing" if frame.free else "It uses the Reaction"
        return f"Roll Control at DC {frame.dc} to keep the {frame.orb} orb. {cost}."

    def options(self, state: State, frame: st.Forced) -> Json:
        holder = get(state, frame.holder)
        castable = not frame.free and holder.slots_l1 > 0
        spells = [s.name for s in holder.spells_l1 if s.casting_time == "reaction"] if castable else []
        roll = {"dc": frame.dc, "orb": frame.orb, "free": frame.free, "spells": spells}
        return {**effort_options(holder, ABILITIES), **roll}

    def default(self, state: State, frame: st.Forced) -> co.ForcedControl:
        return co.ForcedControl(player=frame.holder)

    def lapses(self, state: State, frame: st.Forced) -> bool:
        return orb_of(state, frame.orb).holder != frame.holder

    def go_on(self, run: IshRun, frame: st.Forced) -> bool:
        """Who has nothing to roll with loses the orb at once."""
        if super().go_on(run, frame):
            return True
        able = pushes.can_roll_forced(run.state, frame)
        if not able:
            pushes.forfeit_forced(run, frame)
        return not able

    def stands(self, state: State, frame: st.Forced, below: tuple[Frame, ...], field: str) -> bool:
        holds = orb_of(state, frame.orb).holder == frame.holder and all_on_field(state, frame.holder)
        return _scatters(frame.dc, frame.scatter) and holds and all_known(state, frame.cause)
