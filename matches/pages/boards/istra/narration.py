"""Every event of a battle in words, and what is drawn for it.

Most have their sentence on their class (`rules.istra.events`): here are the words for its fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from matches.pages.boards.common import listed
from matches.pages.boards.istra import narration_attacks, narration_battle, narration_harm, narration_moves
from matches.pages.boards.istra.names import Names, noun_of, stopped, title_of
from matches.pages.boards.istra.narration_battle import point
from matches.pages.boards.istra.narration_moves import EDGES, PURPOSES
from rules.istra.geometry.lengths import inches
from rules.kernel.sentences import Word, alone

PARTS = (narration_battle, narration_moves, narration_attacks, narration_harm)


def _in_hand(weapon: str) -> str:
    return f", a {noun_of(weapon)} in hand" if weapon != "unarmed" else ", empty-handed"


def _flight(distance: int) -> str:
    return f"up to {inches(distance)}" if distance else "but has no action left to run with"


def _choice(choice: str | None) -> str:
    return stopped(f"answers with {title_of(choice)}" if choice else "passes")


WORDS: Mapping[str, Word[Names]] = {
    "model": Names.figure,
    "seat": Names.team,
    "seats": lambda names, seats: listed([names.team(seat) for seat in seats]),
    "item": Names.item,
    "from": lambda names, source: f" ({names.figure(source)})" if source else "",
    "place": alone(point),
    "inches": alone(inches),
    "weapon": alone(noun_of),
    "load": alone(lambda load: noun_of(load["weapon"])),
    "in_hand": alone(_in_hand),
    "edge": alone(EDGES.__getitem__),
    "flight": alone(_flight),
    "action": alone({"move": "Movement", "standard": "Standard"}.__getitem__),
    "purpose": alone(lambda purpose: PURPOSES.get(purpose) or title_of(purpose)),
    "left": alone(lambda left: f", {left} left" if left else ""),
    "condition": alone(lambda name: title_of(name).lower()),
    "choice": alone(_choice),
    "again": alone(lambda again: " again, to break the tie" if again else ""),
    "gained": alone(lambda gained: "another Standard action" if gained else "nothing more"),
}

TELLERS = {name: teller for part in PARTS for name, teller in part.TELLERS.items()}
DRAWN = {name: drawing for part in PARTS for name, drawing in part.DRAWN.items()}
