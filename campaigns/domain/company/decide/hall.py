"""The hall: upgrades, each once, built at once or after some downtimes."""

from __future__ import annotations

from campaigns.domain.company import events as ev
from campaigns.domain.company.commands import UpgradeHall
from campaigns.domain.company.decide.gold import change_gold, require_gold
from campaigns.domain.company.draft import Draft
from rules.kernel.progression import Upgrade


def upgrade_hall(draft: Draft, command: UpgradeHall) -> None:
    """An upgrade, paid at once."""
    terms = draft.terms
    upgrade = known_upgrade(draft, command.upgrade)
    _require_not_owned(draft, upgrade)
    _require_own_gold(draft, upgrade)
    require_gold(draft, upgrade.price, "upgrade")
    if terms.hall_downtimes:
        ready = terms.downtime + terms.hall_downtimes
        draft.tell(ev.UpgradeOrdered(upgrade=upgrade.key, price=upgrade.price, ready=ready))
    else:
        draft.tell(ev.HallUpgraded(upgrade=upgrade.key, price=upgrade.price))
    change_gold(draft, -upgrade.price, "hall", upgrade.key)


def known_upgrade(draft: Draft, key: str, field: str = "upgrade") -> Upgrade:
    """An upgrade of the game's list; refused where there is none of that name."""
    upgrades = draft.terms.progression.upgrades(draft.terms.rules)
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
    if not terms.progression.hall_from_founding_gold(terms.rules) and upgrade.price > company.earned:
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
            draft.tell(ev.HallUpgraded(upgrade=order.upgrade, price=order.price))
