"""Every decision point and automatic frame, in the order of the catalogue."""

from __future__ import annotations

from rules.hachigoku.points import adjudication, attacks, battle, falls, moments
from rules.kernel.points import Points

POINTS = Points(
    battle.Skirmish(),
    battle.Setup(),
    moments.Moment(),
    moments.Batch(),
    moments.Resolving(),
    attacks.Keeping(),
    attacks.Attacking(),
    falls.Landing(),
    falls.Falling(),
    adjudication.Adjudicating(),
    adjudication.Praying(),
)
