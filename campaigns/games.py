"""What games have, as campaigns ask for it."""

from __future__ import annotations

from campaigns.domain.campaign.house_rules import progression_of
from rules.registry import RULESETS


def deals(game: str) -> bool:
    """Whether there is gold in a game; of a game that is not here nobody knows.

    >>> deals("istra"), deals("ishmek"), deals("chess")
    (True, False, True)
    """
    if game not in RULESETS:
        return True
    progression = progression_of(game)
    return bool(progression.goods(progression.rules_type()))


def first_game() -> str:
    """The game that is meant where nobody names one: the first whose companies deal, else the first with campaigns.

    >>> first_game()
    'istra'
    """
    games = [key for key, game in RULESETS.items() if game.progression is not None]
    return next((key for key in games if deals(key)), games[0])
