"""The forms on the page of a company, for its player and for the GM; the admin site shows those of the GM, too."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.urls import reverse

from campaigns import service
from campaigns.command_targets import CommandTarget
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
    command_summary,
    company_form,
    company_offer,
    only,
    pick,
)
from campaigns.pages.rowforms import Rows, field_at, row_fields, rows_read
from rules.kernel.errors import Refused
from rules.kernel.progression import Figure
from web.errors import Refusal, Unreadable
from web.pages.command_forms import FormContext, field_for
from web.pages.fields import Field, Form

STAT = "stat-"
MOST_LISTED = 6
"""So many rows of a list on its sheet a recruit is asked for."""
SHUT = frozenset({"company_in_battle", "campaign_over", "company_disbanded"})
"""The refusals that meet whatever is done with a company."""


def offers(ctx: PageContext) -> Offers:
    """By place on the page; none for people who do not play it, nor for a disbanded company."""
    if not ctx.plays or ctx.company.disbanded:
        return {}
    game, rules = ctx.standards.progression, ctx.standards.rules
    listed: dict[str, list[Offer]] = {
        "market": [_buy(ctx, item) for item in game.trade.goods(rules) if price_of(ctx, item)],
        "hall": [_build(ctx, key) for key in game.halls.upgrades(rules) if not _ordered(ctx, key)],
    }
    if shut(ctx):
        return listed
    return {
        **listed,
        "recruit": [_recruit(ctx)],
        **{f"stash {item}": only(_assign(ctx, item), _sell(ctx, item)) for item in ctx.company.stash},
        "invade": only(_invade(ctx)),
        "more": only(_rename(ctx), _hand_over(ctx), _disband(ctx)),
    }


def offered(ctx: PageContext) -> Offers:
    """The answers to the offer of the company, and its withdrawal."""
    asked = ctx.campaign.companies[ctx.company.id].offered
    if not asked:
        return {}
    if asked == ctx.who.key:
        decline = company_form(ctx, WithdrawOffer, submit="Decline")
        no = Offer(decline, do=partial(_decline, decline))
        return {"offered": [company_offer(ctx, AcceptCompany, title=""), no]}
    if not ctx.plays:
        return {}
    name = ctx.names.person(asked)
    return {"offered": [Offer(company_form(ctx, WithdrawOffer, submit=f"Withdraw the request to {name}"))]}


def _decline(form: Form, ctx: PageContext, values: Values, key: str | None) -> str:
    service.give_command(ctx.who, ctx.loaded.id, form.command(dict(values)), key=key)
    return f"You have declined to play {ctx.company.name}."


def shut(ctx: PageContext) -> Refusal | None:
    """Why nothing at all changes the company now; None where something may."""
    refused = ctx.why_not(order(ctx, "return_item", hero="", item=""))
    return refused if refused is not None and refused.code in SHUT else None


def order(ctx: PageContext, kind: str, **fields: Any) -> dict[str, Any]:
    """A command of the company."""
    return {"type": kind, "company": ctx.company.id, **fields}


# Heroes


def _recruit(ctx: PageContext) -> Offer:
    game, rules = ctx.standards.progression, ctx.standards.rules
    known = game.recruits(rules)
    said = [
        Field(name, game.recruit_fields[name].capitalize(), "select", _priced(ctx, name, words), required=True)
        for name, words in known.items()
    ]
    numbers = [
        Field(f"{STAT}{stat}", one.title, "number", low=one.low, high=one.high, help=f"{one.low} to {one.high}")
        for stat, one in game.entries(rules).items()
    ]
    fields = (field_for(co.RecruitHero, "name"), *said, *numbers, *_listed(ctx))
    note = "Empty fields use the rulebook’s values." if numbers else ""
    folded = bool(ctx.company.ready)
    command = partial(_recruiting, ctx)
    text = co.RecruitHero.form
    form = Form("recruit_hero", text.title, text.submit, fields, command, "recruit_hero", note=note, folded=folded)
    picks = {name: next(iter(words)) for name, words in known.items()}
    if "race" in known:
        picks["race"] = min(known["race"], key=partial(_price, ctx))
    refused = ctx.why_not(order(ctx, "recruit_hero", name="Somebody", **picks))
    words = {key: word for some in known.values() for key, word in some.items()}
    explained = meanings(ctx.standards, words)
    return Offer(form, refused=refused, do=partial(_recruit_one, form), meanings=explained)


def _lists(ctx: PageContext) -> dict[str, Rows]:
    return {name: Rows(f"sheet-{name}", one.kind) for name, one in ctx.standards.progression.recruit_lists.items()}


def _listed(ctx: PageContext) -> Iterator[Field]:
    """Empty rows for the lists on a sheet, each under its title, to be left empty."""
    for name, rows in _lists(ctx).items():
        title = ctx.standards.progression.recruit_lists[name].title
        for place in range(MOST_LISTED):
            for one in row_fields(rows, place):
                label = f"{title}, {place + 1}: {one.label.lower()}"
                yield replace(one, label=label, required=False, fold=f"{title} {place + 1}")


def _recruit_one(form: Form, ctx: PageContext, values: Values, key: str | None) -> str:
    """Recruit; a fault in a list of the sheet is told at its field."""
    command = form.command(dict(values))
    try:
        return command_summary(service.give_command(ctx.who, ctx.loaded.id, command, key=key))
    except Refusal as refusal:
        for name, rows in _lists(ctx).items():
            part, listed, path = refusal.field.partition(f"sheet.{name}")
            if listed and not part:
                refusal.field = field_at(rows, rows_read(rows, ctx.posted, MOST_LISTED), path)
        raise


def _priced(ctx: PageContext, field: str, words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The choices, races with what a hero of them costs."""
    if field != "race":
        return pick(*words.items())
    return pick(*((race, f"{word}, {_price(ctx, race)} gold") for race, word in words.items()))


def _price(ctx: PageContext, race: str) -> int:
    return int(ctx.standards.progression.trade.price_of_figure(ctx.standards.rules, race))


def _recruiting(ctx: PageContext, values: Values) -> dict[str, Any]:
    stats = {
        name.removeprefix(STAT): given for name, given in values.items() if name.startswith(STAT) and given is not None
    }
    said = {name: given for name, given in values.items() if "-" not in name}
    read = {name: rows_read(rows, ctx.posted, MOST_LISTED) for name, rows in _lists(ctx).items()}
    sheet = {name: [row for _, row in some] for name, some in read.items() if some}
    parts = {"stats": stats, "sheet": sheet}
    return order(ctx, "recruit_hero", **said, **{part: given for part, given in parts.items() if given})


# Goods


def _buy(ctx: PageContext, item: str) -> Offer:
    title = ctx.names.word(item)
    form = company_form(
        ctx, co.BuyItem, given={"item": item}, title=title, submit=co.BuyItem.form.title, note=price_of(ctx, item)
    )
    explained = meanings(ctx.standards, {item: title})
    return Offer(form, item, ctx.why_not(order(ctx, "buy_item", item=item)), meanings=explained)


def price_of(ctx: PageContext, item: str) -> str:
    """What an item costs, in words; empty where it is not for sale."""
    try:
        return f"{ctx.standards.progression.trade.price_of_item(ctx.standards.rules, item)} gold"
    except Refused:
        return ""


def _sell(ctx: PageContext, item: str) -> Offer | None:
    """Where the house buys things back."""
    refused = ctx.why_not(order(ctx, "sell_item", item=item))
    if refused is not None and refused.code == "no_resale":
        return None
    brings = ctx.standards.progression.trade.resale(ctx.standards.rules, item)
    given = {"item": item}
    form = company_form(ctx, co.SellItem, given=given, title="", submit=f"Sell one for {brings} gold")
    return Offer(form, item, refused)


def _assign(ctx: PageContext, item: str) -> Offer:
    """To whom of the heroes the item may be given."""
    asked = {
        hero.id: (hero.name, ctx.why_not(order(ctx, "assign_item", hero=hero.id, item=item)))
        for hero in ctx.company.ready
    }
    takers = [(key, name) for key, (name, refused) in asked.items() if refused is None]
    words = {"title": "", "submit": "Give"}
    form = company_form(ctx, co.AssignItem, FormContext(choices={"hero": takers}), given={"item": item}, **words)
    return Offer(form, item, None if takers else _nobody(asked))


def _nobody(asked: Mapping[str, tuple[str, Refusal | None]]) -> Refusal:
    first = next((refused for _, refused in asked.values() if refused is not None), None)
    return first or Refusal("no_heroes", "There is no hero to carry it.", hint="Recruit a hero first.")


# The hall


def _build(ctx: PageContext, key: str) -> Offer:
    upgrade = ctx.standards.progression.halls.upgrades(ctx.standards.rules)[key]
    words = {"title": upgrade.title, "submit": co.UpgradeHall.form.title, "note": f"{upgrade.price} gold"}
    return company_offer(ctx, co.UpgradeHall, key, given={"upgrade": key}, rule=upgrade.rule, **words)


def _ordered(ctx: PageContext, key: str) -> bool:
    hall = ctx.company.hall
    return key in hall.upgrades or any(one.upgrade == key for one in hall.orders)


def _invade(ctx: PageContext) -> Offer | None:
    """On whom an invasion can be declared: asked of the rules for one of them, so that the page asks for one alone."""
    if not ctx.standards.progression.halls.upgrades(ctx.standards.rules):
        return None
    rows = Company.objects.filter(campaign=ctx.loaded.id, disbanded=False).exclude(pk=ctx.company.id)
    others = [(str(pk), name) for pk, name in rows.order_by("name", "pk").values_list("pk", "name")]
    if not others:
        return None
    form = company_form(ctx, DeclareInvasion, FormContext(choices={"company": others}), folded=True)
    first = order(ctx, "declare_invasion", defender=others[0][0], invasion="asked")
    refused = ctx.why_not(first, load_company(uuid.UUID(others[0][0])))
    own = refused is not None and refused.field != "defender"
    return Offer(form, refused=refused if own else None)


# The company itself


def _rename(ctx: PageContext) -> Offer:
    company = ctx.company
    now = {"name": company.name, "motto": company.motto, "hall": company.hall.name}
    if ctx.standards.builds:
        return Offer(company_form(ctx, co.RenameCompany, FormContext(now=now), folded=True))
    kept = {"hall": company.hall.name}
    return Offer(
        company_form(ctx, co.RenameCompany, FormContext(now=now), given=kept, title="Name, motto", folded=True)
    )


def _hand_over(ctx: PageContext) -> Offer | None:
    members = [
        (one.account, one.name or "somebody")
        for one in ctx.campaign.people.values()
        if one.account not in (ctx.company.owner, ctx.campaign.companies[ctx.company.id].offered)
    ]
    if not members:
        return None
    form = company_form(ctx, HandOver, FormContext(choices={"member": members}), folded=True)
    return Offer(form, refused=ctx.why_not(order(ctx, "hand_over", account=members[0][0])))


def _disband(ctx: PageContext) -> Offer:
    offer = company_offer(ctx, co.Disband, folded=True)
    return replace(offer, leaves=reverse("campaigns:campaign", args=[ctx.loaded.id]))


def with_company(ctx: PageContext) -> list[Offer]:
    """The GM actions on a company; none while it is in a battle, or for people who do not run the campaign."""
    if not ctx.runs or shut(ctx):
        return []
    gold = [award_gold(ctx), fine(ctx)] if ctx.standards.deals else []
    transfers = [transfer(ctx)] if ctx.standards.deals and _others(ctx) else []
    return [Offer(form) for form in (*gold, *transfers, correct_company(ctx))]


def with_hero(ctx: PageContext, hero: Figure) -> list[Offer]:
    """The GM actions on a hero: living, dead or gone."""
    if not ctx.runs or shut(ctx):
        return []
    living = [award_xp(ctx, hero)] if hero.standing == "ready" and ctx.levels else []
    mortal = hero.standing in ("ready", "dead") and hero.id not in ctx.company.open_fates
    fate = [declare_fate(ctx, hero)] if mortal else []
    return [Offer(form) for form in (*living, correct_hero(ctx, hero), *fate)]


# Gold and items


def award_gold(ctx: PageContext) -> Form:
    """Gold that the GM gives."""
    return company_form(ctx, AwardGold, FormContext(helps={"amount": _purse(ctx)}), folded=True)


def fine(ctx: PageContext) -> Form:
    """Gold that the GM takes."""
    return company_form(ctx, Fine, FormContext(helps={"amount": _purse(ctx)}), folded=True)


def _purse(ctx: PageContext) -> str:
    return f"The company has {ctx.company.gold}."


def _others(ctx: PageContext) -> list[tuple[str, str]]:
    entered = ctx.campaign.companies.values()
    others = (one.company for one in entered if not one.disbanded and one.company != ctx.company.id)
    return [(company, ctx.names.company(company)) for company in others]


def transfer(ctx: PageContext) -> Form:
    """Gold and items of the stash for another company."""
    stash = ctx.company.stash
    asking = FormContext(
        choices={"company": _others(ctx), "stash": [(item, ctx.names.word(item).capitalize()) for item in stash]},
        helps={"gold": _purse(ctx), **{f"items-{item}": f"{count} in the stash." for item, count in stash.items()}},
        limits={f"items-{item}": (0, min(count, MOST_ITEMS)) for item, count in stash.items()},
    )
    return company_form(ctx, Transfer, asking, folded=True)


# Heroes


def award_xp(ctx: PageContext, hero: Figure) -> Form:
    """Experience that the GM gives."""
    asking = FormContext(helps={"amount": f"{hero.name} has {hero.xp}."})
    return company_form(ctx, AwardXp, asking, given={"hero": hero.id}, folded=True)


def declare_fate(ctx: PageContext, hero: Figure) -> Form:
    """What became of a hero, in a battle that it was in or elsewhere; at first in one that its fate is owed for."""
    fought = [
        battle.match
        for battle in ctx.campaign.battles.values()
        if any(side.company == ctx.company.id and hero.id in side.models for side in battle.sides)
    ]
    asking = FormContext(
        choices={"battle": [(match, ctx.names.battle(match)) for match in reversed(fought)]},
        now={"match": next(iter(ctx.company.open_fates.get(hero.id, ())), "")},
    )
    return company_form(ctx, DeclareFate, asking, given={"hero": hero.id}, folded=True)


# Corrections


def correct_company(ctx: PageContext) -> Form:
    """A value of a company."""
    return _correct(ctx, "Correct the company", of_company(_about(ctx)))


def correct_hero(ctx: PageContext, hero: Figure) -> Form:
    """A value of a hero."""
    return _correct(ctx, f"Correct {hero.name}", of_hero(_about(ctx, hero.id)), hero=hero.id)


def _about(ctx: PageContext, hero: str = "") -> CommandTarget:
    return CommandTarget(ctx.who, ctx.loaded, ctx.loaded_company, hero)


def _correct(ctx: PageContext, title: str, fields: Iterable[tuple[str, str]], **given: str) -> Form:
    asking = FormContext(choices={"field": list(fields)})
    form = company_form(ctx, Correct, asking, given=given, title=title, folded=True)

    def command(values: Values) -> dict[str, Any]:
        try:
            value = value_typed(values["field"], values["value"] or "")
        except ValueError:
            raise Unreadable("Must be a whole number.", "value", hint="Enter digits.") from None
        return {**form.command(dict(values)), "value": value}

    what, *rest = form.fields
    return replace(form, command=command, fields=(replace(what, wide=True), *rest))
