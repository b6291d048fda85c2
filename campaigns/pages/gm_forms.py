"""The GM's actions on companies and heroes between battles: the forms that their pages and the admin show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from campaigns.command_targets import Subject
from campaigns.correctable import of_company, of_hero, value_typed
from campaigns.domain.campaign.commands import AwardGold, AwardXp, Correct, DeclareFate, Fine, Transfer
from campaigns.domain.company.state import MOST_ITEMS
from campaigns.pages.command_forms import company_form
from campaigns.pages.outfitting import shut
from campaigns.pages.request_context import Offer, PageContext, Values
from rules.kernel.progression import Figure
from web.errors import Unreadable
from web.pages.command_forms import Asking
from web.pages.fields import Form


def with_company(desk: PageContext) -> list[Offer]:
    """What the GM may do to a company by hand; nothing while it fights, or for who does not run the campaign."""
    if not desk.runs or shut(desk):
        return []
    gold = [award_gold(desk), fine(desk)] if desk.deals else []
    transfers = [transfer(desk)] if desk.deals and _others(desk) else []
    return [Offer(form) for form in (*gold, *transfers, correct_company(desk))]


def with_hero(desk: PageContext, hero: Figure) -> list[Offer]:
    """What the GM may do to a hero by hand: to the living, to the dead, and to who has gone."""
    if not desk.runs or shut(desk):
        return []
    living = [award_xp(desk, hero)] if hero.standing == "ready" and desk.levels else []
    mortal = hero.standing in ("ready", "dead") and hero.id not in desk.company.fates_owed
    fate = [declare_fate(desk, hero)] if mortal else []
    return [Offer(form) for form in (*living, correct_hero(desk, hero), *fate)]


# Gold and items


def award_gold(desk: PageContext) -> Form:
    """Gold that the GM gives."""
    return company_form(desk, AwardGold, Asking(helps={"amount": _purse(desk)}), folded=True)


def fine(desk: PageContext) -> Form:
    """Gold that the GM takes."""
    return company_form(desk, Fine, Asking(helps={"amount": _purse(desk)}), folded=True)


def _purse(desk: PageContext) -> str:
    return f"The company has {desk.company.gold}."


def _others(desk: PageContext) -> list[tuple[str, str]]:
    """The companies that something may go to."""
    entered = desk.campaign.companies.values()
    others = (one.company for one in entered if not one.disbanded and one.company != desk.company.id)
    return [(company, desk.names.company(company)) for company in others]


def transfer(desk: PageContext) -> Form:
    """Gold and items of the stash for another company."""
    stash = desk.company.stash
    asking = Asking(
        choices={"company": _others(desk), "stash": [(item, desk.names.word(item).capitalize()) for item in stash]},
        helps={"gold": _purse(desk), **{f"items-{item}": f"{count} in the stash." for item, count in stash.items()}},
        limits={f"items-{item}": (0, min(count, MOST_ITEMS)) for item, count in stash.items()},
    )
    return company_form(desk, Transfer, asking, folded=True)


# Heroes


def award_xp(desk: PageContext, hero: Figure) -> Form:
    """Experience that the GM gives."""
    asking = Asking(helps={"amount": f"{hero.name} has {hero.xp}."})
    return company_form(desk, AwardXp, asking, given={"hero": hero.id}, folded=True)


def declare_fate(desk: PageContext, hero: Figure) -> Form:
    """What became of a hero, in a battle that it was in or elsewhere; at first in one that its fate is owed for."""
    fought = [battle.match for battle in desk.campaign.battles.values() if _in(battle.sides, desk.company.id, hero.id)]
    asking = Asking(
        choices={"battle": [(match, desk.names.battle(match)) for match in reversed(fought)]},
        now={"match": next(iter(desk.company.fates_owed.get(hero.id, ())), "")},
    )
    return company_form(desk, DeclareFate, asking, given={"hero": hero.id}, folded=True)


def _in(sides: Iterable[Any], company: str, hero: str) -> bool:
    return any(side.company == company and hero in side.models for side in sides)


# Corrections


def correct_company(desk: PageContext) -> Form:
    """A value of a company."""
    return _correct(desk, "Correct the company", of_company(_about(desk)))


def correct_hero(desk: PageContext, hero: Figure) -> Form:
    """A value of a hero."""
    return _correct(desk, f"Correct {hero.name}", of_hero(_about(desk, hero.id)), hero=hero.id)


def _about(desk: PageContext, hero: str = "") -> Subject:
    return Subject(desk.who, desk.seen, desk.company_seen, hero)


def _correct(desk: PageContext, title: str, fields: Iterable[tuple[str, str]], **given: str) -> Form:
    asking = Asking(choices={"field": list(fields)})
    form = company_form(desk, Correct, asking, given=given, title=title, folded=True)

    def command(values: Values) -> dict[str, Any]:
        try:
            value = value_typed(values["field"], values["value"] or "")
        except ValueError:
            raise Unreadable("Must be a whole number.", "value", hint="Enter digits.") from None
        return {**form.command(dict(values)), "value": value}

    what, *rest = form.fields
    return replace(form, command=command, fields=(replace(what, wide=True), *rest))
