"""Items: bought into the stash, given to heroes, put back, sold."""

from __future__ import annotations

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import AssignItem, BuyItem, ReturnItem, SellItem
from campaigns.domain.company.decide.gold import change_gold, require_gold
from campaigns.domain.company.draft import Draft


def buy_item(draft: Draft, command: BuyItem) -> None:
    """So many of an item, paid and in the stash."""
    terms = draft.terms
    price = terms.progression.price_of_item(terms.rules, command.item)
    require_gold(draft, price * command.count, "item")
    draft.tell(ev.ItemBought(item=command.item, count=command.count, price=price))
    change_gold(draft, -price * command.count, "item", command.item)


def sell_item(draft: Draft, command: SellItem) -> None:
    """So many of an item from the stash, for what the house rules give."""
    terms = draft.terms
    _require_stash(draft, command.item, command.count)
    price = terms.progression.resale(terms.rules, command.item)
    draft.tell(ev.ItemSold(item=command.item, count=command.count, price=price))
    change_gold(draft, price * command.count, "sale", command.item)


def _require_stash(draft: Draft, item: str, count: int) -> None:
    held = draft.company.stash.get(item, 0)
    if held < count:
        raise draft.terms.refusal(
            "not_in_stash",
            f"The stash has {held} of {item!r}, not {count}.",
            field="item" if held == 0 else "count",
            hint="Take it from the hero who carries it first, or buy it.",
        )


def assign_item(draft: Draft, command: AssignItem) -> None:
    """An item from the stash into a hero's hands."""
    terms = draft.terms
    hero = draft.hero(command.hero)
    if not draft.company.stash.get(command.item):
        raise terms.refusal(
            "cannot_assign",
            f"There is no {command.item!r} in the stash.",
            field="item",
            hint="Buy it first, or take it from the hero who carries it.",
        )
    terms.progression.check_kit(terms.rules, hero, command.item)
    draft.tell(ev.ItemAssigned(hero=hero.id, item=command.item))


def return_item(draft: Draft, command: ReturnItem) -> None:
    """An item of a hero's back into the stash."""
    hero = draft.hero(command.hero)
    if command.item not in hero.equipment:
        raise draft.terms.refusal(
            "not_carried",
            f"{hero.name} does not carry {command.item!r}.",
            field="item",
            hint=f"{hero.name} carries {', '.join(hero.equipment) or 'nothing'}.",
        )
    draft.tell(ev.ItemReturned(hero=hero.id, item=command.item))
