"""Opposed rolls: who is ahead, what a tie means, which naturals decide, and the exact chance at each stage."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import prod
from typing import Literal, TypeAlias

import msgspec

from rules.kernel.rolls import Chance, Pool, falls

Tie = Literal["actor", "other", "both", "neither"]
"""Who wins a tie."""

RollResult: TypeAlias = tuple[int, int]
"""A natural roll and its total."""


class OpposedRoll(msgspec.Struct, frozen=True, gc=False):
    """How a game compares two rolls.

    `best` and `worst` are the naturals with which the actor is ahead or behind whatever the totals say (None: there are
    none); with `mutual` those of the other side decide, too, and equal ones cancel. `tie`: who wins when neither is
    ahead.
    """

    tie: Tie = "actor"
    best: int | None = None
    worst: int | None = None
    mutual: bool = False

    def fate(self, natural: int) -> int:
        """1: a natural that is ahead of everything. −1: one that is behind. 0: the totals decide."""
        return (natural == self.best) - (natural == self.worst)

    def lead(self, actor: RollResult, other: RollResult) -> int:
        """Above 0 the actor is ahead, below 0 the other; 0 is a tie. By the totals it is their difference."""
        decided = self.fate(actor[0]) - (self.fate(other[0]) if self.mutual else 0)
        return decided or actor[1] - other[1]

    def winners(self, actor: RollResult, other: RollResult) -> Tie:
        """Who wins: "actor" or "other"; "both" or "neither" where a tie means that."""
        ahead = self.lead(actor, other)
        return self.tie if ahead == 0 else "actor" if ahead > 0 else "other"

    def to_withstand(self, actor: RollResult) -> int | None:
        """The least total with which the other side wins; None where the actor's natural has decided it."""
        if self.fate(actor[0]) and not self.mutual:
            return None
        return actor[1] + (self.tie in ("actor", "neither"))

    def chance(self, lead: int, actor: Pool, other: Pool) -> Chance:
        """The chance that the actor wins, before any die falls. `lead`: the actor's bonus − the other's.

        >>> d20 = (20,), "all"
        >>> OpposedRoll().chance(0, d20, d20), OpposedRoll(tie="other").chance(0, d20, d20)
        ((210, 400), (190, 400))
        """
        return _chance(self, lead, actor, other)

    def chance_of_actor(self, bonus: int, actor: Pool, other: RollResult) -> Chance:
        """The chance that the actor wins against a roll that lies."""
        return self._ways(actor, lambda face: self._wins((face, face + bonus), other, "actor"))

    def chance_of_other(self, bonus: int, other: Pool, actor: RollResult) -> Chance:
        """The chance that the other side wins against the actor's roll that lies."""
        return self._ways(other, lambda face: self._wins(actor, (face, face + bonus), "other"))

    def _ways(self, pool: Pool, wins: Callable[[int], bool]) -> Chance:
        return sum(ways for face, ways in falls(*pool) if wins(face)), prod(pool[0])

    def _wins(self, actor: RollResult, other: RollResult, who: Tie) -> bool:
        return self.winners(actor, other) in (who, "both")


@lru_cache(maxsize=4096)
def _chance(contest: OpposedRoll, lead: int, actor: Pool, other: Pool) -> Chance:
    least = 0 if contest.tie in ("actor", "both") else 1
    won = 0
    for face, ways in falls(*actor):
        for against, count in falls(*other):
            if contest.lead((face, face + lead), (against, against)) >= least:
                won += ways * count
    return won, prod(actor[0]) * prod(other[0])
