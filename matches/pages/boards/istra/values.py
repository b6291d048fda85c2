"""What the values of a battle of Storm of Istra are called in previews."""

from __future__ import annotations

from collections.abc import Mapping

from matches.pages.boards.values import ValueWords
from rules.istra.adjustments import FLAGS, NUMBERS, OFF, ChangeOwner, MoveItem, MoveModel
from rules.kernel.labels import Label, labelled

ITEM = {one.name: one.label for one in labelled(MoveItem)}
(WHERE,) = (one.label for one in labelled(MoveModel) if one.name == "pos")
(OWNER,) = (one.label for one in labelled(ChangeOwner) if one.name == "value")
DERIVED = ("reach", "weapon", "carrier_name", "goal", "engaged", "place", "sight", "up", "out_by")
"""What the view has a second time, or only to be drawn."""


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


CALLED: Mapping[str, Label] = {
    **{name: Label(_capital(words)) for name, words in (*NUMBERS.items(), *FLAGS.items())},
    "armour": Label("Armour"),
    "armour_parts": Label("Armour is made of"),
    "where": WHERE,
    "pos": WHERE,
    "seat": OWNER,
    "status": Label("Status", choices={"on_board": "on the table", **OFF}),
    "out_cause": Label("Taken out by"),
    "carrier": ITEM["model"],
    "carries": Label("Carries"),
    "weapons": Label("Weapons"),
    "active": Label("Active model"),
    "turns_total": Label("Turn limit"),
    "score": Label("Models still in battle"),
    "sides.on_board": Label("Models on the table"),
    "sides.left": Label("Models that left the table"),
    "sides.out": Label("Models out of battle"),
    "sides.reserve": Label("Models in reserve"),
    "zone": Label("Deployment zone"),
}
VALUES = ValueWords((), CALLED, DERIVED, ("pos", "range", "a", "b", "centre", "radius", "zone"))
