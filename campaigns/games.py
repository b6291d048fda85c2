"""What games have, as campaigns ask for it: house rules in words, and what items, talents and the like are and do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from campaigns.domain.campaign.house_rules import CampaignRules, game_of, progression_of, setting
from campaigns.domain.campaign.state import Campaign
from campaigns.narration import plainly, setting_in_words
from campaigns.projection_fields import Standards
from matches.rulebooks import texts_of
from rules.kernel.switches import Switch, switches_of
from rules.registry import RULESETS
from web.templatetags.sentences import rule_words


def deals(game: str) -> bool:
    """Whether there is gold in a game; of a game that is not here nobody knows.

    >>> deals("istra"), deals("ishmek"), deals("chess")
    (True, False, True)
    """
    if game not in RULESETS:
        return True
    progression = progression_of(game)
    return bool(progression.trade.goods(progression.rules_type()))


def first_game() -> str:
    """The game that is meant where nobody names one: the first whose companies deal, else the first with campaigns.

    >>> first_game()
    'istra'
    """
    games = [key for key, game in RULESETS.items() if game.progression is not None]
    return next((key for key in games if deals(key)), games[0])


@cache
def switches_in_words(game: str) -> Mapping[str, Switch]:
    """By name the switches of every campaign, of the game's campaigns, and of its battles."""
    kinds = (game_of(game).house_rules, CampaignRules, progression_of(game).rules_type)
    return {name: one for kind in kinds for name, one in switches_of(kind).items()}


def ruled(campaign: Campaign, word: Callable[[object], str] = plainly) -> dict[str, str]:
    """By rule what the house has set instead of it; a table of rows has a page of its own."""
    known, settings = switches_in_words(campaign.game), dict[str, list[str]]()
    for name in (*campaign.rules, *campaign.battle_rules):
        words = known.get(name)
        if words is not None and not words.columns:
            label, now = setting_in_words(known, name, setting(campaign, name), word)
            settings.setdefault(words.rule, []).append(f"“{label}”: {now}")
    return {rule: f"In this campaign {'; '.join(some)}." for rule, some in settings.items() if rule}


def rules_set(campaign: Campaign, word: Callable[[object], str] = plainly) -> list[tuple[str, str]]:
    """The house rules that were set: what each is called, and what holds."""
    known = switches_in_words(campaign.game)
    return [
        setting_in_words(known, name, setting(campaign, name), word)
        for name in (*campaign.rules, *campaign.battle_rules)
    ]


class Meaning(NamedTuple):
    """What something is called, what is said of it, and by rule the words of the rows about it."""

    title: str
    said: str
    rows: Mapping[str, str]


def meanings(standards: Standards, titles: Mapping[str, str]) -> list[Meaning]:
    """Of things given by key with what they are called; what the game has no words for is left out."""
    described = ((title, standards.progression.about(standards.rules, key)) for key, title in titles.items())
    return [
        Meaning(
            title[:1].upper() + title[1:],
            about.said,
            {rule: rule_words(text) for rule, text in texts_of(standards.game, about.rules).items()},
        )
        for title, about in described
        if about.said or about.rules
    ]
