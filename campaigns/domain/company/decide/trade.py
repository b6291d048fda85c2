"""Gold, and what it buys: items and the hall. The ledger always balances.

What is bought is paid from what is there; where debts are allowed, GM actions and the undoing of battles may take
more.
"""

from __future__ import annotations

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import AssignItem, BuyItem, ReturnItem, SellItem, UpgradeHall
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.state import Purpose
from campaigns.domain.event_base import Cause
from rules.kernel.errors import Refused
from rules.kernel.progression import Upgrade

BALANCE = "KERNEL-CAMP-08"


def require_gold(draft: Draft, price: int, field: str = "") -> None:
    """Refuse to buy what costs more than there is; nobody buys on credit. [IST-CAMP-07]"""
    company = draft.company
    if price > max(company.gold, 0):
        raise draft.terms.refusal(
            "not_enough_gold",
            f"{company.name} has {company.gold} gold; this costs {price}.",
            field=field,
            hint="Choose something cheaper; only the GM can award gold.",
        )


def _require_balance(draft: Draft, delta: int, field: str) -> None:
    """Refuse an act that takes more than there is, unless the house allows debts. [KERNEL-CAMP-08]

    Who is in debt already must not be deeper in it after the act.
    """
    had, left = draft.was.gold, draft.company.gold + delta
    if left < min(had, 0) and not draft.terms.debt:
        message = f"{draft.company.name} has {had} gold; this takes {had - left}."
        hint = "Take less, award gold first, or allow debts with the house rule debt."
        raise Refused("not_enough_gold", message, BALANCE, field=field, hint=hint)


def change_gold(
    draft: Draft,
    delta: int,
    purpose: Purpose,
    about: str = "",
    because: Cause | None = None,
    reason: str = "",
    field: str = "",
) -> None:
    """Gold comes in or goes out; nothing is told of 0.

    Refused where the company would have less than it may; `field` is what asks for so much.
    """
    if delta < 0:
        _require_balance(draft, delta, field)
    if delta:
        draft.emit(
            ev.GoldChanged(
                delta=delta,
                balance=draft.company.gold + delta,
                purpose=purpose,
                about=about,
                because=because,
                reason=reason,
            )
        )


def buy_item(draft: Draft, command: BuyItem) -> None:
    """So many of an item, paid and in the stash."""
    terms = draft.terms
    price = terms.progression.trade.price_of_item(terms.rules, command.item)
    require_gold(draft, price * command.count, "item")
    draft.emit(ev.ItemBought(item=command.item, count=command.count, price=price))
    change_gold(draft, -price * command.count, "item", command.item)


def sell_item(draft: Draft, command: SellItem) -> None:
    """So many of an item from the stash, for what the house rules give."""
    terms = draft.terms
    _require_stash(draft, command.item, command.count)
    price = terms.progression.trade.resale(terms.rules, command.item)
    draft.emit(ev.ItemSold(item=command.item, count=command.count, price=price))
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
    terms.progression.trade.check_kit(terms.rules, hero, command.item)
    draft.emit(ev.ItemAssigned(hero=hero.id, item=command.item))


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
    if command.item in hero.item_states and hero.equipment.count(command.item) == 1:
        message = f"{command.item!r} of {hero.name} is {hero.item_states[command.item]}."
        hint = "The GM mends it, or takes it away, by a correction."
        raise Refused("item_not_whole", message, "KERNEL-CAMP-18", field="item", hint=hint)
    draft.emit(ev.ItemReturned(hero=hero.id, item=command.item))


def upgrade_hall(draft: Draft, command: UpgradeHall) -> None:
    """An upgrade, paid at once."""
    terms = draft.terms
    upgrade = known_upgrade(draft, command.upgrade)
    _require_not_owned(draft, upgrade)
    _require_own_gold(draft, upgrade)
    require_gold(draft, upgrade.price, "upgrade")
    if terms.hall_downtimes:
        ready = terms.downtime + terms.hall_downtimes
        draft.emit(ev.UpgradeOrdered(upgrade=upgrade.key, price=upgrade.price, ready=ready))
    else:
        draft.emit(ev.HallUpgraded(upgrade=upgrade.key, price=upgrade.price))
    change_gold(draft, -upgrade.price, "hall", upgrade.key)


def known_upgrade(draft: Draft, key: str, field: str = "upgrade") -> Upgrade:
    """An upgrade of the game's list; refused where there is none of that name."""
    upgrades = draft.terms.progression.halls.upgrades(draft.terms.rules)
    if key not in upgrades:
        raise draft.terms.refusal(
            "unknown_upgrade",
            f"There is no hall upgrade {key!r}.",
            field=field,
            hint=f"Choose one of {', '.join(upgrades) or 'none: this game has none'}.",
        )
    return upgrades[key]


def _require_not_owned(draft: Draft, upgrade: Upgrade) -> None:
    hall = draft.company.hall
    order = next((order for order in hall.orders if order.upgrade == upgrade.key), None)
    if upgrade.key in hall.upgrades or order is not None:
        done = "is already built" if order is None else f"is under construction until downtime {order.ready}"
        raise draft.terms.refusal(
            "upgrade_owned",
            f"{upgrade.title} of {hall.name} {done}.",
            field="upgrade",
            hint="Each upgrade can be bought once; choose another.",
        )


def _require_own_gold(draft: Draft, upgrade: Upgrade) -> None:
    """Where halls are built from later gold alone, refuse to build them from what is left of the first."""
    company, terms = draft.company, draft.terms
    if not terms.progression.halls.from_founding_gold(terms.rules) and upgrade.price > company.earned:
        raise terms.refusal(
            "hall_wants_earned_gold",
            f"{upgrade.title} costs {upgrade.price} gold; {company.name} has earned"
            f" {max(company.earned, 0)} gold since its founding.",
            field="upgrade",
            hint="By the house rules, the founding gold cannot pay for the hall: wait for an award.",
        )


def finish_upgrades(draft: Draft) -> None:
    """What was ordered and is ready by now stands."""
    for order in draft.company.hall.orders:
        if order.ready <= draft.terms.downtime:
            draft.emit(ev.HallUpgraded(upgrade=order.upgrade, price=order.price))
