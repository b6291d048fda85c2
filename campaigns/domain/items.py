"""What has become of heroes' items: told by battles, mended by the GM. [KERNEL-CAMP-18]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import ItemStateChanged
from campaigns.domain.event_base import Cause, Change
from campaigns.domain.history import counting
from campaigns.domain.tally import battles_of
from rules.kernel.progression import Figure, ItemState

ITEMS = "KERNEL-CAMP-18"


def change_items(draft: Draft, hero: str, items: Mapping[str, ItemState], because: Cause) -> None:
    """What a battle has made of items; nothing of those that are so already."""
    for item, state in items.items():
        old = draft.company.heroes[hero].item_states.get(item)
        if state != old:
            draft.emit(ItemStateChanged(hero=hero, item=item, old=old, new=state, why="battle", because=because))


def still_changed(log: Sequence[Any], battle: str, hero: str, items: Mapping[str, ItemState]) -> dict[str, ItemState]:
    """What of it a battle makes of items now: not of those that something else has changed since."""
    return {item: state for item, state in items.items() if not _changed_since(log, battle, hero, item)}


def _changed_since(log: Sequence[Any], battle: str, hero: str, item: str) -> bool:
    battles, known, counted = battles_of(log), False, dict(counting(log))
    for version, event in enumerate(log, 1):
        if not isinstance(event, ItemStateChanged) or (event.hero, event.item) != (hero, item):
            continue
        because = event.because
        if because is not None and battles.get(because.match, because.match) == battle:
            known = True
        elif known and version in counted:
            return True
    return False


def put_item_back(figure: Figure, event: ItemStateChanged) -> Iterator[Change]:
    """An item as it was before what is undone, unless something else has changed it since."""
    now = figure.item_states.get(event.item)
    if now == event.new:
        field = f"item_states.{event.item}"
        yield Change(field=field, old=now, new=event.old, hero=figure.id)
