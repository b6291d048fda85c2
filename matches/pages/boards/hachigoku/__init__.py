"""Hachigoku on the page: drawn and told as any game, asked for with forms that know its characters and weapons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from matches.pages.boards.board import WHO, Board
from matches.pages.boards.hachigoku import setup
from matches.pages.boards.hachigoku.questions import HachigokuQuestions
from matches.pages.boards.hachigoku.values import VALUES
from matches.pages.boards.names import Names
from matches.pages.boards.narrators import Event
from rules.hachigoku.system import HACHIGOKU
from rules.kernel.sentences import AS_IT_IS, Word, without_names

ONE = (*WHO, "character", "attacker", "target", "holder", "captive", "thrower", "against", "figure")
"""Fields of events that hold a character or a seat."""
SEVERAL = ("targets", "characters", "ambushers")
FACES = ("faces", "given")
LEVELS = {"light": "lightly wounded", "heavy": "heavily wounded", "down": "Down", "out": "Out"}
"""How the log says a level of Wounds."""


def faces(found: Sequence[int]) -> str:
    """Faces of dice, as the log says them."""
    return ", ".join(map(str, found))


WORDS: Mapping[str, Word[Any]] = defaultdict(
    lambda: AS_IT_IS,
    {
        **dict.fromkeys(ONE, Names.anybody),
        **dict.fromkeys(SEVERAL, Names.many),
        **dict.fromkeys(FACES, without_names(faces)),
        "wounds": without_names(lambda number: "1 Wound" if number == 1 else f"{number} Wounds"),
        "after": without_names(lambda value: LEVELS.get(value, value)),
        "condition": without_names(lambda name: name.replace("_", " ")),
    },
)
"""How the log says the fields of its events."""


class HacNames(Names):
    """The names of a Skirmish; a seat that nobody has yet is a side by its number."""

    def team(self, seat: object) -> str:
        found = super().team(seat)
        return setup.SIDES.get(found, found).lower() if found == seat else found


class HachigokuBoard(Board):
    """Tells and asks for Hachigoku."""

    told = ("scene", "ranges", "round", "moment", "surprise", "batch")
    turn, scored = "round", "characters who can act"
    names, words = HacNames, WORDS
    questioner = HachigokuQuestions
    values = VALUES

    legends = {"setup": "Sides", "table": "Scene", "roster": "Paste a roster instead of choosing a side"}
    setup_fields, setup_of = staticmethod(setup.setup_fields), staticmethod(setup.setup_of)
    ground_fields, ground_of = staticmethod(setup.ground_fields), staticmethod(setup.ground_of)

    def dice_of(self, roll: Event) -> str:
        """As XkY; Action Dice are not kept."""
        if not roll.get("pool"):
            return super().dice_of(roll)
        rolled, kept, _, _ = roll["pool"][-1]
        return f"{rolled}k{kept}"


BOARD = HachigokuBoard(HACHIGOKU)
