"""Where a model may be put: deployed in its zone, or teleported to. [IST-SETUP-06, IST-MOVE-09, IST-RACE-19]"""

from __future__ import annotations

from rules.istra.geometry.gaps import Base, centres_within, engages
from rules.istra.geometry.lengths import INCH
from rules.istra.geometry.shapes import covers, outline
from rules.istra.geometry.sight import eye_of, sees
from rules.istra.geometry.table import Table, may_stand
from rules.istra.terrain import Footprint, Place, Point

TELEPORT = 12 * INCH
"""How far a Steppe elf appears. [IST-RACE-19]"""


def in_zone(zone: Footprint, point: Point) -> bool:
    """Whether a centre is in a zone, border included: as on the table, the centre decides. [IST-SETUP-06]"""
    return covers(outline(zone), point)


def deployment_refusal(
    table: Table,
    model: Base,
    zones: tuple[Footprint, ...] | None,
    enemies: tuple[Base, ...] = (),
    friends: tuple[Base, ...] = (),
) -> str:
    """Why a model cannot be deployed where it is put, in a few words; empty: it can.

    `zones`: where its side may, `None` where the GM has lifted that. [IST-SETUP-06, IST-Q-08, IST-ILL-38]
    """
    if zones is not None and not any(in_zone(zone, model.at[:2]) for zone in zones):
        return "outside its zone"
    if fault := may_stand(table, model, (*enemies, *friends)):
        return fault
    near = next((enemy.id for enemy in enemies if engages(model, enemy)), None)
    return f"within 1 inch of {near}" if near else ""


def teleport_refusal(
    table: Table, model: Base, to: Place, others: tuple[Base, ...] = (), distance: int = TELEPORT
) -> str:
    """Why a model cannot appear at a place, in a few words; empty: it can. [IST-RACE-19, IST-Q-130, IST-ILL-30]"""
    there = model.moved(to)
    if not centres_within(model, there, distance):
        return "too far"
    if fault := may_stand(table, there, others):
        return fault
    return "" if sees(table, eye_of(model), to) else "out of sight"
