"""Every event of a battle in words, and what is drawn for it."""

from __future__ import annotations

from matches.pages.boards.base import Narration, View
from matches.pages.boards.common import Telling
from matches.pages.boards.istra import narration_attacks, narration_battle, narration_harm, narration_moves
from matches.pages.boards.istra.names import Event, Names, upper
from rules.istra.events import EVENTS
from rules.istra.moments import MOMENTS

TELLERS = {**narration_battle.TELLERS, **narration_moves.TELLERS, **narration_attacks.TELLERS, **narration_harm.TELLERS}
_TELLING = Telling(TELLERS, EVENTS, MOMENTS, style=upper)


def tell(event: Event, view: View) -> Narration:
    """An event in words. What is drawn stands where the models are in `view`: as it was before the event."""
    return _TELLING.tell(event, Names(view))
