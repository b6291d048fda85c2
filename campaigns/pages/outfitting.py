"""What the page of a company offers: to who plays it, and to the GM, whose forms the admin site shows, too."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.urls import reverse

from campaigns import service
from campaigns.command_targets import Subject
from campaigns.correctable import of_company, of_hero, value_typed
from campaigns.domain.campaign.commands import (
    AcceptCompany,
    AwardGold,
    AwardXp,
    Correct,
    DeclareFate,
    DeclareInvasion,
    Fine,
    HandOver,
    Transfer,
    WithdrawOffer,
)
from campaigns.domain.company import commands as co
from campaigns.domain.company.state import MOST_ITEMS
from campaigns.games import meanings
from campaigns.loading import load_company
from campaigns.models import Company
from campaigns.pages.request_context import (
    Offer,
    Offers,
    PageContext,
    Values,
    company_form,
    company_offer,
    only,
    pick,
    told_of,
)
from campaigns.pages.rowforms import Rows, field_at, row_fields, rows_read
from rules.kernel.errors import Refused
from rules.kernel.progression import Figure
from web.errors import Refusal, Unreadable
from web.pages.command_forms import Asking, field_for
from web.pages.fields import Field, Form

STAT = "stat-"
MOST_LISTED = 6
"""So many rows of a list on its sheet a recruit is asked for."""
SHUT = frozenset({"company_in_battle", "campaign_over", "company_disbanded"})
"""The refusals that meet whatever is done with a company."""


def offers(desk: PageContext) -> Offers:
    """By place on the page; nothing for who does not play it, nor for a company that is gone."""
    if not desk.plays or desk.company.disbanded:
        return {}
    game, rules = desk.standards.progression, desk.standards.rules
    listed: dict[str, list[Offer]] = {
        "market": [_buy(desk, item) for item in game.goods(rules) if price_of(desk, item)],
        "hall": [_build(desk, key) for key in game.upgrades(rules) if not _ordered(desk, key)],
    }
    if shut(desk):
        return listed
    return {
        **listed,
        "recruit": [_recruit(desk)],
        **{f"stash {item}": only(_assign(desk, item), _sell(desk, item)) for item in desk.company.stash},
        "invade": only(_invade(desk)),
        "more": only(_rename(desk), _hand_over(desk), _disband(desk)),
    }


def offered(desk: PageContext) -> Offers:
    """What who is asked to play the company answers, and who asks may take back."""
    asked = desk.campaign.companies[desk.company.id].offered
    if not asked:
        return {}
    if asked == desk.who.key:
        decline = company_form(desk, WithdrawOffer, submit="Decline")
        no = Offer(decline, do=partial(_decline, decline))
        return {"offered": [company_offer(desk, AcceptCompany, title=""), no]}
    if not desk.plays:
        return {}
    name = desk.names.person(asked)
    return {"offered": [Offer(company_form(desk, WithdrawOffer, submit=f"Withdraw the request to {name}"))]}


def _decline(form: Form, desk: PageContext, values: Values, key: str | None) -> str:
    service.give_command(desk.who, desk.seen.id, form.command(dict(values)), key=key)
    return f"You have declined to play {desk.company.name}."


def shut(desk: PageContext) -> Refusal | None:
    """Why nothing at all changes the company now; None where something may."""
    refused = desk.why_not(order(desk, "return_item", hero="", item=""))
    return refused if refused is not None and refused.code in SHUT else None


def order(desk: PageContext, kind: str, **fields: Any) -> dict[str, Any]:
    """A command of the company."""
    return {"type": kind, "company": desk.company.id, **fields}


# Heroes


def _recruit(desk: PageContext) -> Offer:
    game, rules = desk.standards.progression, desk.standards.rules
    known = game.recruits(rules)
    said = [
        Field(name, game.recruit_fields[name].capitalize(), "select", _priced(desk, name, words), required=True)
        for name, words in known.items()
    ]
    numbers = [
        Field(f"{STAT}{stat}", one.title, "number", low=one.low, high=one.high, help=f"{one.low} to {one.high}")
        for stat, one in game.entries(rules).items()
    ]
    fields = (field_for(co.RecruitHero, "name"), *said, *numbers, *_listed(desk))
    note = "Empty fields use the rulebook’s values." if numbers else ""
    folded = bool(desk.company.ready)
    command = partial(_recruiting, desk)
    text = co.RecruitHero.form
    form = Form("recruit_hero", text.title, text.submit, fields, command, note=note, folded=folded)
    picks = {name: next(iter(words)) for name, words in known.items()}
    if "race" in known:
        picks["race"] = min(known["race"], key=partial(_price, desk))
    refused = desk.why_not(order(desk, "recruit_hero", name="Somebody", **picks))
    words = {key: word for some in known.values() for key, word in some.items()}
    told = meanings(desk.standards, words)
    return Offer(form, refused=refused, do=partial(_recruit_one, form), meanings=told)


def _lists(desk: PageContext) -> dict[str, Rows]:
    return {name: Rows(f"sheet-{name}", one.kind) for name, one in desk.standards.progression.recruit_lists.items()}


def _listed(desk: PageContext) -> Iterator[Field]:
    """Empty rows for the lists on a sheet, each to be left empty."""
    for name, rows in _lists(desk).items():
        title = desk.standards.progression.recruit_lists[name].title
        for place in range(MOST_LISTED):
            for one in row_fields(rows, place):
                label = f"{title}, {place + 1}: {one.label.lower()}"
                yield replace(one, label=label, required=False)


def _recruit_one(form: Form, desk: PageContext, values: Values, key: str | None) -> str:
    """Recruit; a fault in a list of the sheet is told at its field."""
    command = form.command(dict(values))
    try:
        return told_of(service.give_command(desk.who, desk.seen.id, command, key=key))
    except Refusal as refusal:
        for name, rows in _lists(desk).items():
            part, listed, path = refusal.field.partition(f"sheet.{name}")
            if listed and not part:
                refusal.field = field_at(rows, rows_read(rows, desk.posted, MOST_LISTED), path)
        raise


def _priced(desk: PageContext, field: str, words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The choices, races with what a hero of them costs."""
    if field != "race":
        return pick(*words.items())
    return pick(*((race, f"{word}, {_price(desk, race)} gold") for race, word in words.items()))


def _price(desk: PageContext, race: str) -> int:
    return int(desk.standards.progression.price_of_figure(desk.standards.rules, race))


def _recruiting(desk: PageContext, values: Values) -> dict[str, Any]:
    stats = {
        name.removeprefix(STAT): given for name, given in values.items() if name.startswith(STAT) and given is not None
    }
    said = {name: given for name, given in values.items() if "-" not in name}
    read = {name: rows_read(rows, desk.posted, MOST_LISTED) for name, rows in _lists(desk).items()}
    sheet = {name: [row for _, row in some] for name, some in read.items() if some}
    parts = {"stats": stats, "sheet": sheet}
    return order(desk, "recruit_hero", **said, **{part: given for part, given in parts.items() if given})


# Goods


def _buy(desk: PageContext, item: str) -> Offer:
    title = desk.names.word(item)
    form = company_form(
        desk, co.BuyItem, given={"item": item}, title=title, submit=co.BuyItem.form.title, note=price_of(desk, item)
    )
    told = meanings(desk.standards, {item: title})
    return Offer(form, item, desk.why_not(order(desk, "buy_item", item=item)), meanings=told)


def price_of(desk: PageContext, item: str) -> str:
    """What an item costs, in words; empty where it is not for sale."""
    try:
        return f"{desk.standards.progression.price_of_item(desk.standards.rules, item)} gold"
    except Refused:
        return ""


def _sell(desk: PageContext, item: str) -> Offer | None:
    """Where the house buys things back."""
    refused = desk.why_not(order(desk, "sell_item", item=item))
    if refused is not None and refused.code == "no_resale":
        return None
    brings = desk.standards.progression.resale(desk.standards.rules, item)
    given = {"item": item}
    form = company_form(desk, co.SellItem, given=given, title="", submit=f"Sell one for {brings} gold")
    return Offer(form, item, refused)


def _assign(desk: PageContext, item: str) -> Offer:
    """To whom of the heroes the item may be given."""
    asked = {
        hero.id: (hero.name, desk.why_not(order(desk, "assign_item", hero=hero.id, item=item)))
        for hero in desk.company.ready
    }
    takers = [(key, name) for key, (name, refused) in asked.items() if refused is None]
    words = {"title": "", "submit": "Give"}
    form = company_form(desk, co.AssignItem, Asking(choices={"hero": takers}), given={"item": item}, **words)
    return Offer(form, item, None if takers else _nobody(asked))


def _nobody(asked: Mapping[str, tuple[str, Refusal | None]]) -> Refusal:
    first = next((refused for _, refused in asked.values() if refused is not None), None)
    return first or Refusal("no_heroes", "There is no hero to carry it.", hint="Recruit a hero first.")


# The hall


def _build(desk: PageContext, key: str) -> Offer:
    upgrade = desk.standards.progression.upgrades(desk.standards.rules)[key]
    words = {"title": upgrade.title, "submit": co.UpgradeHall.form.title, "note": f"{upgrade.price} gold"}
    return company_offer(desk, co.UpgradeHall, key, given={"upgrade": key}, rule=upgrade.rule, **words)


def _ordered(desk: PageContext, key: str) -> bool:
    hall = desk.company.hall
    return key in hall.upgrades or any(one.upgrade == key for one in hall.orders)


def _invade(desk: PageContext) -> Offer | None:
    """On whom an invasion can be declared: asked of the rules for one of them, so that the page asks for one alone."""
    if not desk.standards.progression.upgrades(desk.standards.rules):
        return None
    rows = Company.objects.filter(campaign=desk.seen.id, disbanded=False).exclude(pk=desk.company.id)
    others = [(str(pk), name) for pk, name in rows.order_by("name", "pk").values_list("pk", "name")]
    if not others:
        return None
    form = company_form(desk, DeclareInvasion, Asking(choices={"company": others}), folded=True)
    first = order(desk, "declare_invasion", defender=others[0][0], invasion="asked")
    refused = desk.why_not(first, load_company(uuid.UUID(others[0][0])))
    own = refused is not None and refused.field != "defender"
    return Offer(form, refused=refused if own else None)


# The company itself


def _rename(desk: PageContext) -> Offer:
    company = desk.company
    now = {"name": company.name, "motto": company.motto, "hall": company.hall.name}
    if desk.standards.builds:
        return Offer(company_form(desk, co.RenameCompany, Asking(now=now), folded=True))
    kept = {"hall": company.hall.name}
    return Offer(company_form(desk, co.RenameCompany, Asking(now=now), given=kept, title="Name, motto", folded=True))


def _hand_over(desk: PageContext) -> Offer | None:
    members = [
        (one.account, one.name or "somebody")
        for one in desk.campaign.people.values()
        if one.account not in (desk.company.owner, desk.campaign.companies[desk.company.id].offered)
    ]
    if not members:
        return None
    form = company_form(desk, HandOver, Asking(choices={"member": members}), folded=True)
    return Offer(form, refused=desk.why_not(order(desk, "hand_over", account=members[0][0])))


def _disband(desk: PageContext) -> Offer:
    offer = company_offer(desk, co.Disband, folded=True)
    return replace(offer, leaves=reverse("campaigns:campaign", args=[desk.seen.id]))


def with_company(desk: PageContext) -> list[Offer]:
    """What the GM may do to a company by hand; nothing while it fights, or for who does not run the campaign."""
    if not desk.runs or shut(desk):
        return []
    gold = [award_gold(desk), fine(desk)] if desk.standards.deals else []
    transfers = [transfer(desk)] if desk.standards.deals and _others(desk) else []
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
    fought = [
        battle.match
        for battle in desk.campaign.battles.values()
        if any(side.company == desk.company.id and hero.id in side.models for side in battle.sides)
    ]
    asking = Asking(
        choices={"battle": [(match, desk.names.battle(match)) for match in reversed(fought)]},
        now={"match": next(iter(desk.company.fates_owed.get(hero.id, ())), "")},
    )
    return company_form(desk, DeclareFate, asking, given={"hero": hero.id}, folded=True)


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
