"""What may be done: every legal command of the seats, and one of them drawn at random, fast.

A command counts once, whatever goes into its skill roll: ability, Burn and boosting spell are left at their defaults,
and a propel burn
is used only where the distance needs it. GM commands and declared offences are not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, permutations
from random import Random
from typing import Any

from rules.ishmek import commands as co
from rules.ishmek.arena import COMPASS, SCORING_SQUARES, VESSEL_OWNER, Direction, adjacent, distance, flight_path
from rules.ishmek.commands import Slot, Square
from rules.ishmek.decide import goes, pushes
from rules.ishmek.decide.deeds import casts_as_bonus, flight_of, maximum, overhead, used_before
from rules.ishmek.decide.turns import back_wall, least_to_place, next_to_place
from rules.ishmek.decide.windows import is_related, reactions
from rules.ishmek.questions import (
    ABILITIES,
    allowance_squares,
    best_ability,
    get,
    hands_full,
    held_by,
    movement_left,
    occupant,
    on_field,
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
    Spell,
    State,
    TurnFrame,
)
from rules.kernel.agenda import Window

LONGEST = 18


def legal(state: State) -> Iterator[Any]:
    """Every legal command of the seats (see the module's head for what counts as one)."""
    if state.result is None and state.agenda:
        top = state.agenda[-1]
        yield from _LEGAL[type(top)](state, top)


def sample(state: State, rng: Random) -> Any:
    """One legal command."""
    top = state.agenda[-1]
    quick = _SAMPLE.get(type(top))
    if quick is not None:
        return quick(state, top, rng)
    return rng.choice(list(_LEGAL[type(top)](state, top)))


# Deeds of one player


def deeds(state: State, player: Player, slot: Slot, names: frozenset[str]) -> Iterator[dict[str, Any]]:
    """The fields of every deed a player may do in a slot, by its name; `names` are those to look at."""
    for name in sorted(names):
        if not used_before(state, player, name):  # type: ignore[arg-type]  # names come from the slot tables below
            for fields in _DEEDS[name](state, player, slot):
                yield {"player": player.id, "name": name, **fields}


def _dashes(state: State, player: Player, slot: Slot) -> Iterator[dict[str, Any]]:
    yield {}


def _controls(state: State, player: Player, slot: Slot) -> Iterator[dict[str, Any]]:
    if hands_full(state, player.id):
        return
    for orb in state.orbs:
        if orb.state == "loose" and orb.at is not None and player.at is not None and distance(player.at, orb.at) <= 1:
            yield {"orb": orb.team}


def _seizes(state: State, player: Player, slot: Slot) -> Iterator[dict[str, Any]]:
    if hands_full(state, player.id):
        return
    for orb in state.orbs:
        holder = get(state, orb.holder) if orb.holder is not None else None
        if holder is None or holder.team == player.team or holder.at is None or player.at is None:
            continue
        gap = distance(player.at, holder.at)
        if gap == 1:
            yield {"target": holder.id, "orb": orb.team}
        elif gap == 2:
            for spell in _castable(player, slot):
                yield {"target": holder.id, "orb": orb.team, "spell": spell.name}


def _castable(player: Player, slot: Slot) -> Iterator[Spell]:
    if player.cast_mod is not None and player.slots_l1 > 0:
        yield from (spell for spell in player.spells_l1 if spell.casting_time == slot)


def _pushes(state: State, player: Player, slot: Slot) -> Iterator[dict[str, Any]]:
    for other in on_field(state):
        if (
            other.team != player.team
            and other.at is not None
            and player.at is not None
            and adjacent(player.at, other.at)
        ):
            yield {"target": other.id}


def _intercepts(state: State, player: Player, slot: Slot) -> Iterator[dict[str, Any]]:
    if slot != "reaction" or hands_full(state, player.id):
        return
    for orb in state.orbs:
        if orb.state != "in_flight" or orb.at is None or player.at is None or distance(player.at, orb.at) > 1:
            continue
        flight = flight_of(state.agenda, orb)
        if flight is not None and flight.propeller != player.id and not overhead(flight, at_launch=True):
            yield {"orb": orb.team}


def _propels(state: State, player: Player, slot: Slot) -> Iterator[dict[str, Any]]:
    reach = maximum(player, best_ability(player, ABILITIES), 0)
    for orb in state.orbs:
        if orb.at != player.at or orb.state == "lost" or orb.holder not in (None, player.id) or player.at is None:
            continue
        if orb.state == "in_flight":
            flight = flight_of(state.agenda, orb)
            if flight is None or overhead(flight, at_launch=False):
                continue
        for direction in COMPASS:
            for lob in (False, True):
                blocked = state.rules.vessel_blocks == "on" and not lob
                for units in courses(player.at, direction, state.rules.bounce == "mirror", blocked):
                    burn = max(0, (2 * units if lob else units) - reach)
                    if burn <= 2:
                        yield {
                            "orb": orb.team,
                            "direction": direction,
                            "distance": units,
                            "lob": lob,
                            "propel_burn": burn,
                        }


@lru_cache(maxsize=4096)
def courses(start: Square, direction: Direction, mirror: bool, vessels_block: bool) -> tuple[int, ...]:
    """Distances a propel may have from a square in a direction: those that do not end in a bounce."""
    path, bounces = flight_path(start, direction, LONGEST, mirror)
    units = []
    for unit in range(1, LONGEST + 1):
        if vessels_block and any(square in VESSEL_OWNER for square in path[1:unit]):
            break
        if unit not in bounces:
            units.append(unit)
    return tuple(units)


def _casts(state: State, player: Player, slot: Slot) -> Iterator[dict[str, Any]]:
    for spell in _castable(player, slot):
        yield {"spell": spell.name}


_DEEDS: dict[str, Callable[[State, Player, Slot], Iterator[dict[str, Any]]]] = {
    "dash": _dashes,
    "control": _controls,
    "seize": _seizes,
    "propel": _propels,
    "intercept": _intercepts,
    "push_pull": _pushes,
    "cast_spell": _casts,
}
ACTION_NAMES = frozenset(("dash", "control", "seize", "propel", "push_pull", "cast_spell"))
REACTION_NAMES = frozenset(("control", "seize", "propel", "intercept", "push_pull", "cast_spell"))


def acts(state: State, player: Player) -> Iterator[co.Act]:
    """Every act of the active player, slot by slot. [ISH-ECON-01..05]"""
    if not player.action_used:
        for fields in deeds(state, player, "action", ACTION_NAMES):
            yield co.Act(slot="action", **fields)
    if not player.reaction_used:
        for fields in deeds(state, player, "reaction", REACTION_NAMES):
            yield co.Act(slot="reaction", **fields)
    if not player.bonus_used:
        named = frozenset(name for source in player.bonus_sources if source.uses != 0 for name in source.actions)
        if casts_as_bonus(player):
            named |= {"cast_spell"}
        for fields in deeds(state, player, "bonus", named & ACTION_NAMES):
            yield co.Act(slot="bonus", **fields)


# One function a frame


def _go(state: State, frame: Go) -> Iterator[Any]:
    player = get(state, frame.player)
    for square in goes.reachable_steps(state, player):
        yield co.MoveStep(player=player.id, to=square)
    if can_stand(state, player):
        yield co.Stand(player=player.id)
    if player.move_roll != "lost":
        for squares in range(1, 3 - player.burn_move):
            yield co.BurnMove(player=player.id, squares=squares)
    held = held_by(state, player.id)
    for orb in held:
        yield co.Drop(player=player.id, orb=orb.team)
    yield from acts(state, player)
    yield co.EndGo(player=player.id)


def can_stand(state: State, player: Player) -> bool:
    """Whether a prone player can get up now."""
    allowance = allowance_squares(state, player)
    return (
        player.prone
        and player.move_roll != "lost"
        and allowance > 0
        and movement_left(state, player) >= stand_cost(state, player)
    )


def _picks(state: State, frame: TurnFrame) -> Iterator[Any]:
    if frame.next_team is not None:
        for player in ready(state, frame.next_team):
            yield co.Pick(player=player.id)


def _places(state: State, frame: Placing) -> Iterator[Any]:
    for side in next_to_place(state, frame):
        candidates = (*frame.players[side], *frame.bench.get(side, ()))
        counts = range(least_to_place(frame, side), frame.limit[side] + 1)
        for players in (chosen for count in counts for chosen in combinations(candidates, count)):
            for squares in permutations(back_wall(state, side), len(players)):
                if not crowded(state, side, squares):
                    yield co.Place(team=side, squares=dict(zip(players, squares, strict=True)))


def crowded(state: State, side: Any, squares: tuple[Square, ...]) -> bool:
    """Whether a placement gives a side all three scoring squares of its own vessel. [ISH-ARENA-08]"""
    own = SCORING_SQUARES[side]
    return all(s in squares or ((who := occupant(state, s)) is not None and who.team == side) for s in own)


def _window(state: State, frame: Window) -> Iterator[Any]:
    for waiting in frame.waiting:
        yield co.Pass(player=waiting)
        yield from reacts(state, get(state, waiting), frame)


def reacts(state: State, player: Player, frame: Window) -> Iterator[co.React]:
    """Every reaction of one asked player."""
    names = frozenset(reactions(state, state.agenda, player, frame.trigger, frame.about))
    for fields in deeds(state, player, "reaction", names & REACTION_NAMES):
        if is_related(state, frame.about, player.id, fields["name"], fields.get("orb"), fields.get("target")):
            yield co.React(**fields)


def _contests(state: State, frame: Contest) -> Iterator[Any]:
    yield co.Defend(player=frame.target)


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


def _forced(state: State, frame: Forced) -> Iterator[Any]:
    yield co.ForcedControl(player=frame.holder)


def _adjudications(state: State, frame: Adjudication) -> Iterator[Any]:
    yield co.Pass()


def _bounces(state: State, frame: BounceChoice) -> Iterator[Any]:
    for square in frame.squares:
        yield co.ChooseBounce(square=square)


_LEGAL: dict[type[Any], Callable[[State, Any], Iterator[Any]]] = {
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
    free = back_wall(state, side)
    while True:
        squares = tuple(rng.sample(free, len(players)))
        if not crowded(state, side, squares):
            return co.Place(team=side, squares=dict(zip(players, squares, strict=True)))


def _sample_go(state: State, frame: Go, rng: Random) -> Any:
    """Mostly movement, sometimes a deed: a go of random length that handles orbs when it can."""
    player = get(state, frame.player)
    if rng.random() < 0.5:
        found = list(acts(state, player))
        if found:
            return rng.choice(found)
    steps = goes.reachable_steps(state, player)
    if steps and rng.random() < 0.85:
        return co.MoveStep(player=player.id, to=rng.choice(steps))
    return rng.choice(list(_go(state, frame)))


def _sample_window(state: State, frame: Window, rng: Random) -> Any:
    waiting = rng.choice(frame.waiting)
    if rng.random() < 0.5:
        return co.Pass(player=waiting)
    found = list(reacts(state, get(state, waiting), frame))
    return rng.choice(found) if found else co.Pass(player=waiting)


_SAMPLE: dict[type[Any], Callable[[State, Any, Random], Any]] = {
    Placing: _sample_place,
    Go: _sample_go,
    Window: _sample_window,
}
