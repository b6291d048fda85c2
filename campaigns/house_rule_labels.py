"""House rules in words, the same wherever they are shown: what each is called, and what its value means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from campaigns.domain.campaign.house_rules import CampaignRules, game_of, progression_of, setting
from campaigns.domain.campaign.state import Campaign
from campaigns.narration import plainly, setting_in_words
from rules.kernel.switches import Switch, switches_of


@cache
def switches_in_words(game: str) -> Mapping[str, Switch]:
    """By name the switches of every campaign, of the game's campaigns, and of its battles."""
    kinds = (game_of(game).house_rules, CampaignRules, progression_of(game).rules_type)
    return {name: one for kind in kinds for name, one in switches_of(kind).items()}


def ruled(campaign: Campaign, word: Callable[[object], str] = plainly) -> dict[str, str]:
    """By rule what the house has set instead of it; a table of rows has a page of its own."""
    known, told = switches_in_words(campaign.game), dict[str, list[str]]()
    for name in (*campaign.rules, *campaign.battle_rules):
        words = known.get(name)
        if words is not None and not words.columns:
            label, now = setting_in_words(known, name, setting(campaign, name), word)
            told.setdefault(words.rule, []).append(f"“{label}”: {now}")
    return {rule: f"In this campaign {'; '.join(some)}." for rule, some in told.items() if rule}


def rules_set(campaign: Campaign, word: Callable[[object], str] = plainly) -> list[tuple[str, str]]:
    """The house rules that were set: what each is called, and what holds."""
    known = switches_in_words(campaign.game)
    return [
        setting_in_words(known, name, setting(campaign, name), word)
        for name in (*campaign.rules, *campaign.battle_rules)
    ]
