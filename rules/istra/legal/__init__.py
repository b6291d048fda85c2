"""What may be done: a finite, representative set of what the seats may ask for, and one of it drawn at random, fast.

A table in inches has no end of places, so what is listed stands for the rest; any other command is judged by the same
refusals. Every command of the list is accepted. What stands for what:

* a way (`move`, `sprint`, `disengage`, `flee_path`) is one of those to the points of interest of `geometry.reach`;
* a place (`deploy`, `teleport`, Shadow walk, a point of a spell, a wall section) is one of a grid, of rings, beside
  corners, on tops, where somebody stands;
* a direction is that toward an enemy; the range of a Charged shot is none, 6 inches or all there is;
* talents are declared in the order of the book, in every combination that fits; `whirlwind` is in one order, by id;
* a weapon deployed with is named only where it is another than the roster's; a load always names its action;
* pieces cleared away follow one another on the table's list; wall sections stand alone or in one row;
* letting a question pass is listed once: not where one of the answers is what passing means.

Not listed: what is the GM's free word (`place_terrain`, `gm_adjust`, `end_battle`, `gm_sight` where nobody has asked),
`concede` but where nobody who has to deploy has room, and `skill_check`, which costs nothing, changes nothing and can
be asked for without end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from rules.istra.legal import answers, deeds, places, walks
from rules.istra.questions import get
from rules.istra.state import Activation, AllyChoice, BattleFrame, Flight, Movement, SightAsked, State
from rules.kernel.agenda import Window


def legal(state: State) -> Iterator[Any]:
    """Representatives of every legal command of the seats (see the module's head for what counts as one)."""
    if state.result is not None or not state.agenda:
        return iter(())
    top = state.agenda[-1]
    return iter(_LEGAL[type(top)](state, top))


def sample(state: State, rng: Random) -> Any:
    """One of `legal`."""
    top = state.agenda[-1]
    if isinstance(top, Activation):
        return _draw_deed(state, top, rng)
    if isinstance(top, BattleFrame) and top.stage in places.PLACING:
        return places.draw_deployment(state, rng)
    return rng.choice(list(legal(state)))


def _battle(state: State, frame: BattleFrame) -> Iterable[Any]:
    return places.STAGES[frame.stage](state)


def _activation(state: State, frame: Activation) -> Iterator[Any]:
    model = get(state, frame.model)
    yield from walks.walks(state, model)
    yield from deeds.deeds(state, model)
    yield deeds.end(model)


_LEGAL: dict[type[Any], Callable[[State, Any], Iterable[Any]]] = {
    BattleFrame: _battle,
    Activation: _activation,
    Movement: answers.contacts,
    Flight: walks.flights,
    Window: answers.reactions,
    SightAsked: answers.words,
    AllyChoice: answers.allies,
}


# Drawing one

_OFTEN = {"attack": 12, "walk": 8, "handle": 2, "end": 1}
"""How often a sort of deed comes first; what is not possible gives way to the next."""


def _draw_deed(state: State, frame: Activation, rng: Random) -> Any:
    """A sort of deed first, then one of that sort: so that a battle gets on, and only what is wanted is worked out."""
    model, left = get(state, frame.model), dict(_OFTEN)
    while left:
        sort = rng.choices(list(left), list(left.values()))[0]
        del left[sort]
        deed = _DRAW[sort](state, model, rng)
        if deed is not None:
            return deed
    return deeds.end(model)


_DRAW: dict[str, Callable[[State, Any, Random], Any]] = {
    "walk": walks.draw_walk,
    "attack": deeds.draw_attack,
    "handle": deeds.draw_handling,
    "end": lambda _state, model, _rng: deeds.end(model),
}
