"""Who and what stands on a table, by the names that people give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.istra.questions import ALL_SEATS, side_of
from rules.istra.state import Model, State
from rules.istra.tables import ABILITIES, ARMOURS, TALENTS, WEAPONS
from rules.istra.view import names_of
from rules.kernel.asks import GM

Choices = tuple[tuple[str, str], ...]


def name_of(state: State, model: str) -> str:
    """A model as board and log call it; the id of one that nobody bears."""
    return names_of(state).get(model, model)


def listed(state: State, models: Sequence[str], last: str = "and") -> str:
    """Several models by their names."""
    names = [name_of(state, model) for model in models]
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def models(state: State, some: Iterable[Model]) -> Choices:
    """Models to choose from, each with its side."""
    return tuple((one.id, f"{name_of(state, one.id)} ({side_of(state, one.side).name})") for one in some)


def seat_name(state: State, seat: str) -> str:
    """Who plays a seat, by its sides."""
    if seat == GM:
        return "the GM"
    return " and ".join(side.name for side in state.sides if side.seat == seat) or seat


def seats_of(state: State) -> Choices:
    """All seats to choose from, those that are played by their sides."""
    return tuple((seat, seat_name(state, seat)) for seat in ALL_SEATS)


def title(name: str) -> str:
    """A weapon, a piece of armour, a talent, an ability or any other word of the tables, as people read it."""
    for table in (WEAPONS, ARMOURS, TALENTS, ABILITIES):
        if name in table:
            return str(table[name].title)
    return name.replace("_", " ").capitalize()
