"""What an act would change in the campaign itself: its stage, people, rules, time and battles, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.domain.campaign.evolve import evolve
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.differences import Difference, Reason
from rules.kernel.messages import tag_of

RULES: Mapping[str, str] = {
    "title": "KERNEL-CAMP-02",
    "stage": "KERNEL-CAMP-02",
    "people": "KERNEL-CAMP-03",
    "invites": "KERNEL-CAMP-03",
    "requests": "KERNEL-CAMP-03",
    "companies": "KERNEL-CAMP-03",
    "rules": "KERNEL-CAMP-04",
    "battle_rules": "KERNEL-CAMP-04",
    "battles": "KERNEL-CAMP-05",
    "invasions": "KERNEL-CAMP-05",
    "commitment": "KERNEL-CAMP-12",
    "downtime": "KERNEL-CAMP-15",
    "hour": "KERNEL-CAMP-15",
}
"""The fields of a campaign that people are told of, with the rule that each of them follows."""
BY_EVENT: Mapping[str, str] = {
    "battle_settled": "KERNEL-CAMP-06",
    "battle_abandoned": "KERNEL-CAMP-06",
    "battle_voided": "KERNEL-CAMP-07",
}
"""The rules of events that are others than those of the fields that they change."""
PARTS: Mapping[str, tuple[str, ...]] = {
    "people": ("role",),
    "invites": ("name",),
    "requests": ("name",),
    "companies": ("owner", "offered", "disbanded"),
    "battles": ("stage",),
    "invasions": ("stage",),
}
"""What is told of the things in those that hold several; of the others the whole value is."""


def campaign_differences(was: Campaign | None, events: Sequence[Any]) -> tuple[Difference, ...]:
    """What becomes of a campaign, value by value, by paths such as ``people.KEY.role``; company and hero are empty."""
    if was is None:
        return ()
    now, why = was, dict[str, list[Reason]]()
    for event in events:
        before, now = now, evolve(now, event)
        for path, _old, _new in _changes(before, now):
            why.setdefault(path, []).append(Reason(event, _rule(path, event)))
    return tuple(Difference("", "", path, old, new, tuple(why.get(path, ()))) for path, old, new in _changes(was, now))


def _rule(path: str, event: Any) -> str:
    return BY_EVENT.get(tag_of(event)) or RULES[path.partition(".")[0]]


def _changes(was: Campaign, now: Campaign) -> Iterator[tuple[str, Any, Any]]:
    before, after = dict(_values(was)), dict(_values(now))
    for path in dict.fromkeys((*before, *after)):
        if before.get(path) != after.get(path):
            yield path, before.get(path), after.get(path)


def _values(campaign: Campaign) -> Iterator[tuple[str, Any]]:
    for field in RULES:
        value = getattr(campaign, field)
        if not isinstance(value, dict):
            yield field, value
            continue
        for key, one in value.items():
            if field in PARTS:
                yield from ((f"{field}.{key}.{part}", getattr(one, part)) for part in PARTS[field])
            else:
                yield f"{field}.{key}", one
