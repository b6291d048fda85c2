"""Every event of a battle in words, and what is drawn for it."""

from __future__ import annotations

from matches.pages.boards.base import Told, View
from matches.pages.boards.common import Telling
from matches.pages.boards.istra import words_attacks, words_battle, words_harm, words_moves
from matches.pages.boards.istra.names import Event, Names, upper
from rules.istra.events import EVENTS
from rules.istra.moments import MOMENTS

TELLERS = {**words_battle.TELLERS, **words_moves.TELLERS, **words_attacks.TELLERS, **words_harm.TELLERS}
_TELLING = Telling(TELLERS, EVENTS, MOMENTS, style=upper)


def tell(event: Event, view: View) -> Told:
    """An event in words. What is drawn stands where the models are in `view`: as it was before the event."""
    return _TELLING.tell(event, Names(view))
