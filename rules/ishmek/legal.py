"""What may be done: every legal command of the seats, and one of them drawn at random, fast.

A command counts once, whatever goes into its skill roll: ability, Burn and boosting spell are left at their defaults,
and a propel burn
is used only where the distance needs it. GM commands and declared offences are not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import combinations, permutations
from operator import itemgetter
from random import Random
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from rules.ishmek import commands as co
from rules.ishmek.arena import COMPASS, SCORING_SQUARES, VESSEL_OWNER, Direction, flight_path
from rules.ishmek.commands import Side, Square
from rules.ishmek.decide import goes, pushes
from rules.ishmek.decide.deeds import maximum
from rules.ishmek.decide.openings import MOST_PROPEL_BURN, Opening, open_slots, openings, placed_for
from rules.ishmek.decide.turns import back_wall, least_to_place, next_to_place
from rules.ishmek.decide.windows import reactions
from rules.ishmek.questions import (
    ABILITIES,
    allowance_squares,
    best_ability,
    get,
    held_by,
    movement_left,
    occupant,
    ready,
    stand_cost,
)
from rules.ishmek.state import (
    Adjudication,
    BounceChoice,
    Contest,
    Forced,
    Go,
    Placing,
    Player,
    PushChoice,
    State,
    TurnFrame,
)
from rules.kernel.agenda import Window

LONGEST = 18

D = TypeVar("D", co.Act, co.React)
Course: TypeAlias = tuple[Direction, int, bool, int]
"""A propel's course: direction, distance, whether it is a lob, the propel burn it takes."""


def legal(state: State) -> Iterator[Any]:
    """Every legal command of the seats (see the module's head for what counts as one)."""
    if state.result is not None or not state.agenda:
        return iter(())
    top = state.agenda[-1]
    return iter(_LEGAL[type(top)](state, top))


def sample(state: State, rng: Random) -> Any:
    """One legal command."""
    top = state.agenda[-1]
    quick = _SAMPLE.get(type(top))
    if quick is not None:
        return quick(state, top, rng)
    return rng.choice(list(_LEGAL[type(top)](state, top)))


# Deeds of one player


def acts(state: State, player: Player) -> list[co.Act]:
    """Every act of the active player, slot by slot. [ISH-ECON-01..05]"""
    found: list[co.Act] = []
    slots = open_slots(player)
    placed = placed_for(state, state.agenda, player) if slots else []
    for slot in slots:
        chances = openings(state, player, slot, placed)
        if chances:
            found += deeds(state, player, chances, co.Act(player=player.id, name="dash", slot=slot))
    return found


def deeds(state: State, player: Player, chances: list[Opening], pattern: D) -> list[D]:
    """Openings as commands like `pattern`, by name; a propel once for every course."""
    found: list[D] = []
    for name, orb, target, spell, _ in sorted(chances, key=itemgetter(0)):
        deed = replace(pattern, name=name, orb=orb, target=target, spell=spell)
        if name == "propel":
            found += [
                replace(deed, direction=direction, distance=units, lob=lob, propel_burn=burn)
                for direction, units, lob, burn in courses_of(state, player)
            ]
        else:
            found.append(deed)
    return found


def courses_of(state: State, player: Player) -> tuple[Course, ...]:
    """Every course of a propel from where a player stands."""
    assert player.at is not None, "who propels is on the field"
    reach = maximum(player, best_ability(player, ABILITIES), 0)
    return courses(player.at, reach, state.rules.bounce == "mirror", state.rules.vessel_blocks == "on")


@lru_cache(maxsize=4096)
def courses(start: Square, reach: int, mirror: bool, vessels_block: bool) -> tuple[Course, ...]:
    """Every course that spends at most `reach`, or 2 more by burning for it. [ISH-PROPEL-06, ISH-LOB-01, ISH-Q-31]"""
    found: list[Course] = []
    for direction in COMPASS:
        for lob in (False, True):
            for units in lengths(start, direction, mirror, vessels_block and not lob):
                burn = max(0, (2 * units if lob else units) - reach)
                if burn <= MOST_PROPEL_BURN:
                    found.append((direction, units, lob, burn))
    return tuple(found)


def lengths(start: Square, direction: Direction, mirror: bool, vessels_block: bool) -> list[int]:
    """Distances a propel may have from a square in a direction: those that do not end in a bounce."""
    path, bounces = flight_path(start, direction, LONGEST, mirror)
    units = []
    for unit in range(1, LONGEST + 1):
        if vessels_block and any(square in VESSEL_OWNER for square in path[1:unit]):
            break
        if unit not in bounces:
            units.append(unit)
    return units


# One function a frame


def _go(state: State, frame: Go) -> list[Any]:
    player = get(state, frame.player)
    name = player.id
    found: list[Any] = [co.MoveStep(player=name, to=square) for square in goes.reachable_steps(state, player)]
    if can_stand(state, player):
        found.append(co.Stand(player=name))
    if player.move_roll != "lost":
        found += [co.BurnMove(player=name, squares=squares) for squares in range(1, 3 - player.burn_move)]
    found += [co.Drop(player=name, orb=orb.team) for orb in held_by(state, name)]
    found += acts(state, player)
    found.append(co.EndGo(player=name))
    return found


def can_stand(state: State, player: Player) -> bool:
    """Whether a prone player can get up now."""
    if not player.prone or player.move_roll == "lost":
        return False
    return allowance_squares(state, player) > 0 and movement_left(state, player) >= stand_cost(state, player)


def _picks(state: State, frame: TurnFrame) -> list[Any]:
    return [] if frame.next_team is None else [co.Pick(player=player.id) for player in ready(state, frame.next_team)]


def _places(state: State, frame: Placing) -> Iterator[Any]:
    for side in next_to_place(state, frame):
        candidates = (*frame.players[side], *frame.bench.get(side, ()))
        free, unheld = tuple(back_wall(state, side)), unheld_scoring(state, side)
        for count in range(least_to_place(frame, side), frame.limit[side] + 1):
            rows = placings(free, count, unheld)
            for players in combinations(candidates, count):
                named = partial(zip, players)  # each row is as long as the players
                yield from [co.Place(team=side, squares=dict(named(row))) for row in rows]


@lru_cache(maxsize=32)
def placings(free: tuple[Square, ...], count: int, unheld: frozenset[Square]) -> tuple[tuple[Square, ...], ...]:
    """Every row of `count` free squares that is not crowded."""
    return tuple(squares for squares in permutations(free, count) if not crowded(unheld, squares))


def unheld_scoring(state: State, side: Side) -> frozenset[Square]:
    """The scoring squares of a side's own vessel in which none of its players stands."""
    own = SCORING_SQUARES[side]
    return frozenset(s for s in own if (who := occupant(state, s)) is None or who.team != side)


def crowded(unheld: frozenset[Square], squares: tuple[Square, ...]) -> bool:
    """Whether a placement gives a side all three scoring squares of its own vessel. [ISH-ARENA-08]"""
    return unheld.issubset(squares)


def _window(state: State, frame: Window) -> Iterator[Any]:
    for waiting in frame.waiting:
        yield co.Pass(player=waiting)
        yield from reacts(state, get(state, waiting), frame)


def reacts(state: State, player: Player, frame: Window) -> list[co.React]:
    """Every reaction of one asked player."""
    chances = reactions(state, state.agenda, player, frame.about)
    return deeds(state, player, chances, co.React(player=player.id, name="control"))


def _contests(state: State, frame: Contest) -> list[Any]:
    return [co.Defend(player=frame.target)]


def _push_choices(state: State, frame: PushChoice) -> Iterator[Any]:
    mover, moved = pushes.chooser(frame)
    at = get(state, moved).at or (1, 1)
    most = pushes.earned_squares(state, frame.margin)
    names = list(pushes.options(state, frame))
    for squares in range(1, most + 1):
        yield co.Choose(player=mover, option="push", squares=squares)
    if state.rules.push_fan == "on":
        for path in _paths(state, pushes.push_squares, mover, moved, at, most):
            yield co.Choose(player=mover, option="push", path=path)
    if "pull" in names:
        for path in _paths(state, pushes.pull_squares, mover, moved, at, most):
            yield co.Choose(player=mover, option="pull", path=path)
    if "floor" in names:
        yield co.Choose(player=mover, option="floor")
        for square in pushes.floor_squares(state, moved):
            yield co.Choose(player=mover, option="floor", path=(square,))
    if "leave" in names:
        yield co.Choose(player=mover, option="leave")


def _paths(state: State, ahead: Any, mover: str, moved: str, at: Square, most: int) -> Iterator[tuple[Square, ...]]:
    """Every path of 1 to `most` squares that `ahead` allows."""
    for square in ahead(state, mover, moved, at):
        yield (square,)
        if most > 1:
            for rest in _paths(state, ahead, mover, moved, square, most - 1):
                yield (square, *rest)


def _forced(state: State, frame: Forced) -> list[Any]:
    return [co.ForcedControl(player=frame.holder)]


def _adjudications(state: State, frame: Adjudication) -> list[Any]:
    return [co.Pass()]


def _bounces(state: State, frame: BounceChoice) -> list[Any]:
    return [co.ChooseBounce(square=square) for square in frame.squares]


_LEGAL: dict[type[Any], Callable[[State, Any], Iterable[Any]]] = {
    TurnFrame: _picks,
    Placing: _places,
    Go: _go,
    Window: _window,
    Contest: _contests,
    PushChoice: _push_choices,
    Forced: _forced,
    Adjudication: _adjudications,
    BounceChoice: _bounces,
}


# Drawing one


def _sample_place(state: State, frame: Placing, rng: Random) -> Any:
    side = next_to_place(state, frame)[0]
    players = rng.sample((*frame.players[side], *frame.bench.get(side, ())), frame.limit[side])
    free, unheld = back_wall(state, side), unheld_scoring(state, side)
    while True:
        squares = tuple(rng.sample(free, len(players)))
        if not crowded(unheld, squares):
            return co.Place(team=side, squares=dict(zip(players, squares, strict=True)))


def _sample_go(state: State, frame: Go, rng: Random) -> Any:
    """Mostly movement, sometimes a deed: a go of random length that handles orbs when it can."""
    player = get(state, frame.player)
    if rng.random() < 0.5:
        found = acts(state, player)
        if found:
            return rng.choice(found)
    steps = goes.reachable_steps(state, player)
    if steps and rng.random() < 0.85:
        return co.MoveStep(player=player.id, to=rng.choice(steps))
    return rng.choice(_go(state, frame))


def _sample_window(state: State, frame: Window, rng: Random) -> Any:
    waiting = rng.choice(frame.waiting)
    if rng.random() < 0.5:
        return co.Pass(player=waiting)
    found = reacts(state, get(state, waiting), frame)
    return rng.choice(found) if found else co.Pass(player=waiting)


_SAMPLE: dict[type[Any], Callable[[State, Any, Random], Any]] = {
    Placing: _sample_place,
    Go: _sample_go,
    Window: _sample_window,
}
