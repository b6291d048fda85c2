"""What the values of a match of Ishmêk are called in previews."""

from __future__ import annotations

from collections.abc import Mapping

from matches.pages.boards.values import ValueWords
from rules.ishmek.commands import USED, GmEffect, OrbChange
from rules.kernel.labels import Label, labelled

GM_EFFECT = {one.name: one.label for one in labelled(GmEffect)}
ORB = {one.name: one.label for one in labelled(OrbChange)}
LEFT = {"true": USED["false"], "false": USED["true"]}
"""The view says what is left of a turn, the GM's command what was used."""


def _left(used: str) -> Label:
    return Label(GM_EFFECT[used].text, choices=LEFT)


CALLED: Mapping[str, Label] = {
    "at": Label("Square"),
    "action": _left("action_used"),
    "reaction": _left("reaction_used"),
    "bonus": _left("bonus_used"),
    "movement_left": Label("Movement left, squares"),
    "allowance": Label("Movement of a go, squares"),
    "used_names": Label("Actions used"),
    "go_taken": Label("Has had its go"),
    "sit_out": Label("Sits out"),
    "holds": Label("Holds the orb of"),
    "active": Label("Whose go it is"),
    "to_pick": Label("Picks next"),
    "picks": Label("Picked"),
    "waiting": Label("Yet to go"),
    "orbs.state": Label("The orb is"),
    "orbs.at": ORB["at"],
    "orbs.holder": ORB["holder"],
    "score": GM_EFFECT["score"],
}
VALUES = ValueWords((GmEffect,), CALLED)
