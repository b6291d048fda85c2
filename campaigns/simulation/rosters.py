"""The games whose campaigns can play themselves, and the companies that such a campaign begins with."""

from __future__ import annotations

from itertools import count, islice

from campaigns.games import first_game
from campaigns.simulation.casts import Cast, Founding
from matches.game_parts import parts

CASTS: dict[str, Cast] = dict(parts("campaigns.simulation", "CAST"))
"""What each game brings, by its key: `CAST` in the module of its name."""
GAME = first_game()
"""The one that is played where none is named."""


def foundings(companies: int, game: str = GAME) -> list[Founding]:
    """So many companies, those of the example first; beyond them their namesakes."""
    namesakes = (founding.namesake(again) for again in count() for founding in CASTS[game].companies())
    return list(islice(namesakes, companies))
