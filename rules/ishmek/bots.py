"""Players that are functions: `sample` draws anything legal, `sensible` goes for the orb and the vessel."""

from __future__ import annotations

from random import Random

from rules.ishmek import commands as co
from rules.ishmek.arena import OTHER, SCORING_SQUARES, VESSEL
from rules.ishmek.commands import Slot, Square
from rules.ishmek.decide import goes
from rules.ishmek.decide.action_checks import maximum
from rules.ishmek.decide.windows import reacts
from rules.ishmek.points import POINTS
from rules.ishmek.questions import ABILITIES, best_ability, get, hands_full, held_by, movement_left, orb_of, ready
from rules.ishmek.state import Go, Player, PushChoice, State, TurnFrame
from rules.kernel.agenda import Window
from rules.kernel.grid import SQUARES
from rules.kernel.messages import Command

SHOT_BURN = 4


def sensible(state: State, rng: Random) -> Command:
    """What a player with a plan would do: take the own orb, shoot it; hinder the other holder."""
    match state.agenda[-1]:
        case TurnFrame() as turn:
            return _pick(state, turn)
        case Go() as go:
            return _go(state, go)
        case Window() as window:
            return _window(state, window)
        case PushChoice():
            return co.Pass()  # as far as it was won, straight on
    return POINTS.sample(state, rng)


def _pick(state: State, frame: TurnFrame) -> Command:
    """The holder of the own orb goes first, then whoever is nearest to it."""
    if frame.next_team is None:
        return co.Pass()
    orb = orb_of(state, frame.next_team)
    mark = orb.at or (8, 4)
    there = ready(state, frame.next_team)
    best = min(there, key=lambda p: (p.id != orb.holder, SQUARES.distance(p.at or mark, mark), p.id))
    return co.Pick(player=best.id)


def _go(state: State, frame: Go) -> Command:
    """An action worth doing, else a step nearer to the goal, else the end."""
    player = get(state, frame.player)
    action = _action(state, player)
    if action is not None:
        return action
    if goes.can_stand(state, player):
        return co.Stand(player=player.id)
    goal = _goal(state, player)
    if goal is not None and player.at is not None and (far := SQUARES.distance(player.at, goal)) > 0:
        nearer = [s for s in goes.reachable_steps(state, player) if SQUARES.distance(s, goal) < far]
        if nearer:
            return co.MoveStep(player=player.id, to=min(nearer, key=lambda s: (_crow(s, goal), s)))
        if movement_left(state, player) == 0 and not player.action_used and "dash" not in player.used_names:
            return co.Act(player=player.id, slot="action", name="dash")
    return co.EndGo(player=player.id)


def _crow(a: Square, b: Square) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _slots(player: Player, name: str) -> list[Slot]:
    if name in player.used_names:
        return []
    return [slot for slot in ("action", "reaction") if not getattr(player, f"{slot}_used")]


def _action(state: State, player: Player) -> co.Act | None:
    """Shoot, take, seize or shake, whichever comes first."""
    return _shot(state, player) or _take(state, player) or _hindrance(state, player)


def _shot(state: State, player: Player) -> co.Act | None:
    """From a scoring square into the other vessel."""
    target = OTHER[player.team]
    holds = orb_of(state, player.team).holder == player.id
    if holds and player.at in SCORING_SQUARES[target] and (slots := _slots(player, "propel")):
        if maximum(player, best_ability(player, ABILITIES), 0) < 1:
            return None
        vessel, orb = VESSEL[target], player.team
        return co.Act(player=player.id, slot=slots[0], name="propel", orb=orb, target_square=vessel, burn=SHOT_BURN)
    return None


def _take(state: State, player: Player) -> co.Act | None:
    """The own orb, when it lies within reach."""
    own = orb_of(state, player.team)
    if own.state != "loose" or own.at is None or player.at is None or hands_full(state, player.id):
        return None
    if SQUARES.distance(player.at, own.at) <= 1 and (slots := _slots(player, "control")):
        return co.Act(player=player.id, slot=slots[0], name="control", orb=player.team)
    return None


def _hindrance(state: State, player: Player) -> co.Act | None:
    """Seize from an opponent who holds an orb beside the player, or push."""
    if held_by(state, player.id):
        return None
    for orb in state.orbs:
        if orb.holder is None or orb.at is None or player.at is None or get(state, orb.holder).team == player.team:
            continue
        if not SQUARES.adjacent(player.at, orb.at):
            continue
        if slots := _slots(player, "seize"):
            return co.Act(player=player.id, slot=slots[0], name="seize", target=orb.holder, orb=orb.team)
        if slots := _slots(player, "push_pull"):
            return co.Act(player=player.id, slot=slots[0], name="push_pull", target=orb.holder)
    return None


def _goal(state: State, player: Player) -> Square | None:
    """Where to go: behind the other vessel with the orb, to the own orb without it, else to the other team's holder."""
    own, other = orb_of(state, player.team), orb_of(state, OTHER[player.team])
    if own.holder == player.id:
        return min(SCORING_SQUARES[OTHER[player.team]], key=lambda s: (_crow(player.at or s, s), s))
    if own.state == "loose" and own.at is not None:
        return own.at
    for orb in (other, own):
        if orb.holder is not None and get(state, orb.holder).team != player.team:
            return orb.at
    return own.at


def _window(state: State, frame: Window) -> Command:
    """Take a loose or flying orb in reach; let everything else go by."""
    player = get(state, frame.waiting[0])
    taking = [react for react in reacts(state, player, frame) if react.name in ("intercept", "control")]
    return taking[0] if taking else co.Pass(player=player.id)
