"""The GM's hand on companies: gold and experience given and taken, things handed over.

Each leaves a reason. Nothing of it is done to a company in an open battle. [KERNEL-CAMP-09, IST-CAMP-11]
"""

from __future__ import annotations

from campaigns.domain.bounds import MOST_GOLD
from campaigns.domain.campaign import commands as co
from campaigns.domain.campaign.decide.stages import going_on
from campaigns.domain.company.decide.gold import change_gold
from campaigns.domain.company.decide.growth import gain_xp
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import ItemGiven, ItemReceived
from campaigns.domain.world import Act, free
from rules.kernel.errors import Refused
from rules.kernel.progression import Figure

HAND, BALANCE, NAMES = "KERNEL-CAMP-09", "KERNEL-CAMP-08", "KERNEL-CAMP-11"


def award_gold(act: Act, command: co.AwardGold) -> None:
    """The only income by the book. [IST-Q-109]"""
    draft = open_draft(act, command.company)
    require_room(draft, command.amount)
    change_gold(draft, command.amount, "award")


def fine(act: Act, command: co.Fine) -> None:
    """Not more than there is, unless debts are allowed."""
    draft = open_draft(act, command.company)
    require_room(draft, -command.amount)
    change_gold(draft, -command.amount, "fine", field="amount")


def award_xp(act: Act, command: co.AwardXp) -> None:
    """Experience for a hero, with the levels that come of it."""
    draft = open_draft(act, command.company)
    figure = draft.hero(command.hero)
    _low, most = draft.terms.progression.bounds(draft.terms.rules)["xp"]
    if figure.xp + command.amount > most:
        message = f"{figure.name} has {figure.xp} XP; the most is {most}."
        raise Refused("bad_value", message, HAND, field="amount", hint=f"Give at most {max(most - figure.xp, 0)}.")
    gain_xp(draft, figure.id, command.amount)


def transfer(act: Act, command: co.Transfer) -> None:
    """Out of one company and into another, in one act; nothing is lost on the way."""
    giver, taker = open_draft(act, command.company), act.draft(command.to, "to")
    free(taker, "to")
    if command.company == command.to:
        raise Refused(
            "same_company", "A company cannot transfer to itself.", BALANCE, field="to", hint="Name another company."
        )
    if not command.gold and not command.items:
        raise Refused("nothing_to_change", "There is nothing to transfer.", BALANCE, hint="Name gold or items.")
    for item, count in command.items.items():
        held = giver.company.stash.get(item, 0)
        if held < count:
            message = f"The stash of {giver.company.name} has {held} of {item!r}, not {count}."
            hint = "Take it from the hero who carries it first."
            raise Refused("not_in_stash", message, BALANCE, field=f"items.{item}", hint=hint)
        giver.tell(ItemGiven(item=item, count=count, to=command.to))
        taker.tell(ItemReceived(item=item, count=count, source=command.company))
    require_room(giver, -command.gold, "gold")
    require_room(taker, command.gold, "gold")
    change_gold(giver, -command.gold, "transfer", command.to, field="gold")
    change_gold(taker, command.gold, "transfer", command.company)


def require_room(draft: Draft, delta: int, field: str = "amount") -> None:
    """Refuse more gold, or more debt, than a company can have."""
    after = draft.company.gold + delta
    too_much = after > MOST_GOLD if delta > 0 else after < -MOST_GOLD
    if too_much:
        message = f"{draft.company.name} has {draft.company.gold} gold; nobody can have or owe more than {MOST_GOLD}."
        raise Refused("bad_value", message, BALANCE, field=field, hint="Give a smaller number.")


def open_draft(act: Act, company: str) -> Draft:
    """A company of a campaign that goes on, in no battle."""
    going_on(act.campaign)
    draft = act.draft(company)
    free(draft)
    return draft


def any_hero(draft: Draft, hero: str) -> Figure:
    """Any hero that the company ever had."""
    figure = draft.company.heroes.get(hero)
    if figure is None:
        hint = "Name a hero of this company by its id."
        raise draft.terms.refusal(
            "unknown_hero", f"{draft.company.name} has no hero {hero!r}.", field="hero", hint=hint
        )
    return figure
