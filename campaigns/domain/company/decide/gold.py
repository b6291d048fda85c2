"""Gold: a ledger that always balances. What is bought is paid from what is there; where debts are allowed, the GM's
deeds and the undoing of battles may take more.
"""

from __future__ import annotations

from campaigns.domain.company import events as ev
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.state import Purpose
from campaigns.domain.event_base import Cause
from rules.kernel.errors import Refused

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
        draft.tell(
            ev.GoldChanged(
                delta=delta,
                balance=draft.company.gold + delta,
                purpose=purpose,
                about=about,
                because=because,
                reason=reason,
            )
        )
