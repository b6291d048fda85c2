"""The colour and shape of companies: one each in all battles of a campaign, in the order in which they were founded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from campaigns.models import BattleSide, Company
from matches.side_numbers import register_side_numbers
from web.crests import SIDES


def numbers_in(campaigns: Iterable[UUID]) -> dict[UUID, int]:
    """The number of each company of these campaigns; the ninth begins with the first colour again."""
    rows = Company.objects.filter(campaign__in=campaigns).order_by("campaign_id", "created_at", "pk")
    founded: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for campaign, company in rows.values_list("campaign_id", "pk"):
        founded[campaign].append(company)
    return {one: place % SIDES + 1 for companies in founded.values() for place, one in enumerate(companies)}


@register_side_numbers
def of_battles(matches: Iterable[UUID]) -> Mapping[UUID, Mapping[str, int]]:
    """Those of the companies that fight in these matches, by seat. What is no battle of a campaign has none."""
    sides = BattleSide.objects.filter(battle__match__in=matches).values_list(
        "battle__match", "battle__campaign", "company", "seat"
    )
    fought = list(sides)
    numbers = numbers_in({campaign for _, campaign, _, _ in fought}) if fought else {}
    by_match: defaultdict[UUID, dict[str, int]] = defaultdict(dict)
    for match, _, company, seat in fought:
        if company in numbers:
            by_match[match][seat] = numbers[company]
    return by_match
