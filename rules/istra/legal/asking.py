"""How legal commands are found: with the questions that the deciders ask."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import ParamSpec

from rules.istra.commands import Declarable
from rules.istra.decide.declaring import FITS, check_declared
from rules.istra.state import AttackKind, Model, State
from rules.kernel.errors import Refused

P = ParamSpec("P")


def allows(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a question of the deciders finds nothing to refuse."""
    try:
        check(*args, **kwargs)
    except Refused:
        return False
    return True


def declarations(state: State, model: Model, kind: AttackKind) -> tuple[tuple[Declarable, ...], ...]:
    """What may be declared with an attack, nothing first. [IST-Q-88]"""
    own = [name for name in FITS if name in model.talents and allows(check_declared, state, model, (name,), kind)]
    return tuple(chosen for count in range(len(own) + 1) for chosen in combinations(own, count))
