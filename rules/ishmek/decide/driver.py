"""From a command to events: whose decision it is, what it does, and what then happens by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ishmek import arena
from rules.ishmek import commands as co
from rules.ishmek import state as st
from rules.ishmek.decide import contests, flight, gm, goes, orbs, performing, pushes, turns, umpires, windows
from rules.ishmek.decide.deeds import is_foul, prepare
from rules.ishmek.decide.secrets import hidden_pushes
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.events import Decided, MatchCreated, PositionSet
from rules.ishmek.evolve import evolve
from rules.ishmek.questions import find, get, orb_of
from rules.ishmek.refusals import refused
from rules.kernel.agenda import Run, Window, work_off
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of
from rules.kernel.reading import plain
from rules.kernel.ruleset import GM


def decide(state: st.State, command: Any, dice: Dice, by: str = GM) -> list[Any]:
    """What comes of a command: facts, closed by `decided`."""
    if state.result is not None:
        raise Refused("match_over", "The match is over.", "ISH-END-01")
    run: IshRun = Run(state, dice, evolve)
    if type(command) is co.Pass:
        _pass(run, command, by)
    else:
        _ANSWER[type(command)](run, command)
    work_off(run, continue_play)
    run.secret = run.secret or hidden_pushes(run)
    return run.close(Decided, by, plain(command))


def open_match(created: MatchCreated, dice: Dice) -> list[Any]:
    """The first events of a match: it exists, and the teams are asked to place."""
    run: IshRun = Run.opening(created, dice, evolve)
    work_off(run, continue_play)
    return run.close(Decided, GM, None)


def open_position(created: MatchCreated, state: st.State, dice: Dice) -> list[Any]:
    """The first events of a match that starts in the midst of one."""
    run: IshRun = Run.opening(created, dice, evolve)
    run.start_from(PositionSet(state=state))
    work_off(run, continue_play)
    return run.close(Decided, GM, None)


# Automatic frames


def continue_play(run: IshRun) -> bool:
    """One step of whatever is on top of the agenda; False when somebody has to decide, or the match is over."""
    if not run.agenda:
        return False
    frame = run.agenda[-1]
    step = _CONTINUE.get(type(frame))
    return False if step is None else step(run, frame)


def _always(step: Callable[[IshRun, Any], None]) -> Callable[[IshRun, Any], bool]:
    def continued(run: IshRun, frame: Any) -> bool:
        step(run, frame)
        return True

    return continued


def _settle(run: IshRun, frame: st.Settling) -> None:
    """The next declared reaction, if one is still legal. [ISH-Q-64]"""
    upcoming = windows.next_reaction(run, frame)
    if upcoming is not None:
        performing.perform(run, *upcoming)


def _window(run: IshRun, frame: Window) -> bool:
    """A window asks only who is still on the field."""
    gone = tuple(player for player in frame.waiting if get(run.state, player).at is None)
    if not gone:
        return False
    windows.leave_window(run, gone)
    return True


def _contest(run: IshRun, frame: st.Contest) -> bool:
    """A contest waits for its target; it lapses if the GM took somebody or the orb out of it."""
    there = get(run.state, frame.actor).at is not None and get(run.state, frame.target).at is not None
    if there and (frame.orb is None or orb_of(run.state, frame.orb).holder == frame.target):
        return False
    run.pop()
    return True


def _push_choice(run: IshRun, frame: st.PushChoice) -> bool:
    """A won push waits for the winner's choice, while both are on the field."""
    if get(run.state, frame.actor).at is not None and get(run.state, frame.target).at is not None:
        return False
    run.pop()
    return True


def _force(run: IshRun, frame: st.Forced) -> bool:
    """A forced Control waits for its roller, unless there is nothing to roll with."""
    if orb_of(run.state, frame.orb).holder != frame.holder:
        run.pop()
        return True
    if pushes.can_roll_forced(run.state, frame):
        return False
    pushes.forfeit_forced(run, frame)
    return True


_CONTINUE: dict[type[Any], Callable[[IshRun, Any], bool]] = {
    st.TurnFrame: turns.continue_turn,
    st.Placing: turns.prune_placing,
    st.Go: goes.continue_go,
    st.Acting: _always(performing.finish_acting),
    st.Owing: _always(performing.finish_owing),
    st.Settling: _always(_settle),
    st.Flight: _always(flight.continue_flight),
    st.Landing: _always(orbs.continue_landing),
    st.Scatter: _always(orbs.continue_scatter),
    st.Shove: _always(pushes.continue_shove),
    st.Aftermath: _always(pushes.continue_aftermath),
    st.Forced: _force,
    st.Contest: _contest,
    st.PushChoice: _push_choice,
    Window: _window,
}


# Whose decision


PENDING_RULE: dict[type[Any], str] = {
    st.TurnFrame: "ISH-INIT-02",
    st.Placing: "ISH-START-01",
    st.Go: "ISH-INIT-02",
    Window: "ISH-REACT-01",
    st.Contest: "ISH-Q-37",
    st.PushChoice: "ISH-PUSH-02",
    st.Forced: "ISH-Q-41",
    st.Adjudication: "ISH-SPELL-03",
    st.BounceChoice: "ISH-Q-33",
}


NO_REACTION = (st.Go, st.TurnFrame)
"""Decisions that a team makes of its own accord, with nothing to react to."""


def pending_refusal(run: IshRun) -> Refused:
    """Something else has to be decided first."""
    top = run.agenda[-1]
    name = tag_of(top)
    return Refused(
        "decision_pending", f"Another decision is pending: {name}.", PENDING_RULE[type(top)], hint="See pending."
    )


def answered_refusal(player: st.Player) -> Refused:
    """Nobody answers a window twice."""
    message = f"{player.id} has answered in this window already."
    return Refused(
        "decision_pending", message, "ISH-REACT-01", field="player", hint="The others are asked: see pending."
    )


def on_top(run: IshRun, kind: type[Any]) -> Any:
    """The top frame, if it is of that kind; refused otherwise."""
    top = run.agenda[-1]
    if type(top) is not kind:
        raise pending_refusal(run)
    return top


def own_go(run: IshRun, player: str) -> None:
    """It must be that player's go, with nothing open on it."""
    top = run.agenda[-1]
    if type(top) is st.Go and top.player == player:
        return
    if type(top) in NO_REACTION:
        get(run.state, player)
        raise Refused(
            "not_your_go", f"It is not the go of {player}.", "ISH-INIT-02", field="player", hint="Wait for the pick."
        )
    raise pending_refusal(run)


# Commands


def _place(run: IshRun, order: co.Place) -> None:
    turns.place(run, on_top(run, st.Placing), order)


def _pick(run: IshRun, order: co.Pick) -> None:
    turns.pick(run, on_top(run, st.TurnFrame), order)


def _on_go(do: Callable[[IshRun, Any], None]) -> Callable[[IshRun, Any], None]:
    def answered(run: IshRun, order: Any) -> None:
        own_go(run, order.player)
        do(run, order)

    return answered


def _act(run: IshRun, order: co.Act) -> None:
    own_go(run, order.player)
    if is_foul(run.state, order):
        umpires.commit_offence(run, order, order.slot)
        return
    performing.perform(run, prepare(run.state, run.agenda, order, order.slot))


def _react(run: IshRun, order: co.React) -> None:
    """A reaction in the open window; refused like the act it would be."""
    top = run.agenda[-1]
    if type(top) in NO_REACTION:
        raise Refused(
            "no_window", "No reaction window is open.", "ISH-REACT-01", hint="On the own go, act with slot reaction."
        )
    window: Window = on_top(run, Window)
    player = get(run.state, order.player)
    if player.at is None:
        raise refused("player_not_available", f"{player.id} is not on the field.", "ISH-REACT-01", field="player")
    if has_answered(run, window, player):
        raise answered_refusal(player)
    if is_foul(run.state, order):
        umpires.commit_offence(run, order, "reaction")
        return
    plan = prepare(run.state, run.agenda, order, "reaction")
    windows.check_related(run.state, window, plan)
    if order.player not in window.waiting:
        raise pending_refusal(run)
    windows.declare(run, order, plain(order))


def has_answered(run: IshRun, window: Window, player: st.Player) -> bool:
    """Whether a player has declared or passed in a window: who is asked no more, though there is something to do."""
    if player.id in window.waiting:
        return False
    declared = any(one.player == player.id for one in window.declared)
    return declared or bool(windows.reaction_names(run.state, run.agenda[:-1], player, window))


def _pass(run: IshRun, order: co.Pass, by: str) -> None:
    """The default of what is asked; in a window, for one player or for all of the seat who are asked."""
    top = run.agenda[-1]
    if type(top) is Window:
        meant = (order.player,) if order.player is not None else tuple(top.waiting)
        players = tuple(p for p in meant if by not in arena.SIDES or get(run.state, p).team == by)
        if not players or not set(players) <= set(top.waiting):
            raise pending_refusal(run)
        windows.let_pass(run, players)
    elif type(top) is st.Go:
        own_go(run, order.player or top.player)
        goes.end_go(run, co.EndGo(player=top.player))
    elif type(top) in _DEFAULT:
        _DEFAULT[type(top)](run, top, order)
    else:
        raise Refused("cannot_pass", "This decision cannot be passed.", PENDING_RULE[type(top)], hint="See pending.")


_DEFAULT: dict[type[Any], Callable[[IshRun, Any, Any], None]] = {
    st.Contest: contests.settle_contest,
    st.PushChoice: pushes.settle_choice,
    st.Forced: pushes.settle_forced,
    st.Adjudication: gm.answer_adjudication,
}


def _defend(run: IshRun, order: co.Defend) -> None:
    contests.settle_contest(run, on_top(run, st.Contest), order)


def _choose(run: IshRun, order: co.Choose) -> None:
    pushes.settle_choice(run, on_top(run, st.PushChoice), order)


def _forced(run: IshRun, order: co.ForcedControl) -> None:
    pushes.settle_forced(run, on_top(run, st.Forced), order)


def _bounce(run: IshRun, order: co.ChooseBounce) -> None:
    gm.choose_bounce(run, on_top(run, st.BounceChoice), order)


_ANSWER: dict[type[Any], Callable[[IshRun, Any], None]] = {
    co.Place: _place,
    co.Pick: _pick,
    co.MoveStep: _on_go(goes.step),
    co.Stand: _on_go(goes.stand),
    co.BurnMove: _on_go(goes.burn_move),
    co.Drop: _on_go(goes.drop),
    co.EndGo: _on_go(goes.end_go),
    co.Act: _act,
    co.React: _react,
    co.Defend: _defend,
    co.Choose: _choose,
    co.ForcedControl: _forced,
    co.GmEffect: gm.apply_effect,
    co.UmpireCall: umpires.umpire_call,
    co.Dismiss: gm.dismiss,
    co.Forfeit: gm.forfeit,
    co.ChooseBounce: _bounce,
}


def owner(state: st.State, command: Any) -> str:
    """The seat a command belongs to; "" where it follows from nothing."""
    kind = type(command)
    if kind in GM_COMMANDS:
        return GM
    if kind is co.Place:
        return str(command.team)
    name = command.player or decider(state)
    player = find(state, name) if name else None
    return player.team if player is not None else GM if name == GM else ""


def decider(state: st.State) -> str:
    """The one player (or the GM) that the top frame waits for; "" when it is not one."""
    top = state.agenda[-1] if state.agenda else None
    one = _DECIDER.get(type(top))
    return "" if one is None else one(top)


GM_COMMANDS = frozenset((co.GmEffect, co.UmpireCall, co.Dismiss, co.Forfeit, co.ChooseBounce))
_DECIDER: dict[type[Any], Callable[[Any], str]] = {
    st.Contest: lambda contest: contest.target,
    st.PushChoice: lambda choice: pushes.chooser(choice)[0],
    st.Forced: lambda forced: forced.holder,
    st.Go: lambda go: go.player,
    st.Adjudication: lambda _: GM,
    st.BounceChoice: lambda _: GM,
}
