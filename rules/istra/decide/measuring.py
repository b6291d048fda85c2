"""Who stands where to whom, as geometry wants to be asked: bodies of friends and foes, and what counts as near."""

from __future__ import annotations

from rules.istra.geometry.gaps import Base, centres_within, gap, within
from rules.istra.geometry.lengths import length
from rules.istra.questions import are_enemies, base_of, body_of, on_board
from rules.istra.state import Model, State


def foes_of(state: State, model: Model) -> tuple[Base, ...]:
    """The enemies of a model on the board. [IST-Q-115]"""
    return tuple(body_of(state, other) for other in on_board(state) if are_enemies(state, model, other))


def friends_of(state: State, model: Model) -> tuple[Base, ...]:
    """The friends of a model on the board, itself left out. [IST-Q-115]"""
    others = (other for other in on_board(state) if other.id != model.id)
    return tuple(base_of(other) for other in others if not are_enemies(state, model, other))


def is_near(state: State, one: Base, other: Base, inches: int) -> bool:
    """Whether two are so near each other: edge to edge, or as the house rules measure. [IST-SIGHT-01, IST-Q-03]"""
    if state.rules.measure == "centres":
        return centres_within(one, other, inches)
    return within(one, other, inches)


def spacing(state: State, one: Base, other: Base) -> int:
    """How far two are apart, in hundredths: edge to edge, or as the house rules measure. [IST-SIGHT-01, IST-Q-03]"""
    if state.rules.measure == "edges":
        return gap(one, other)
    return length(*(p - q for p, q in zip(one.at, other.at, strict=True)))
