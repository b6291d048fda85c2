"""What the page of a company offers to who plays it: to recruit, buy, equip, build, invade, and be called otherwise."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.urls import reverse

from campaigns import service
from campaigns.glossary import meanings
from campaigns.loading import load_company
from campaigns.models import Company
from campaigns.pages.request_context import Offer, Offers, PageContext, Values, only, pick, told_of
from campaigns.pages.rowforms import Rows, field_at, row_fields, rows_read
from matches.errors import Refusal
from matches.pages.boards.base import Field, Form
from rules.kernel.errors import Refused

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
        accept = Form("accept_company", "", "Play the company", (), made(desk, "accept_company"))
        decline = Form("withdraw_offer", "", "Decline", (), made(desk, "withdraw_offer"))
        no = Offer(decline, do=partial(_decline, decline))
        return {"offered": [Offer(accept, refused=desk.why_not(order(desk, "accept_company"))), no]}
    if not desk.plays:
        return {}
    name = desk.names.person(asked)
    return {
        "offered": [
            Offer(Form("withdraw_offer", "", f"Withdraw the request to {name}", (), made(desk, "withdraw_offer")))
        ]
    }


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


def button(desk: PageContext, form: Form, owner: str, **fields: Any) -> Offer:
    """An offer that asks for nothing; shut where the command would be refused. `form` bears the command's name."""
    command = order(desk, form.name, **fields)
    return Offer(form, owner, desk.why_not(command))


def made(desk: PageContext, kind: str, **fields: Any) -> Any:
    """What a form makes of what was filled in; what was left empty is left out."""
    return lambda values: order(
        desk, kind, **fields, **{name: given for name, given in values.items() if given is not None}
    )


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
    fields = (Field("name", "Name", required=True), *said, *numbers, *_listed(desk))
    note = "Empty fields use the rulebook’s values." if numbers else ""
    folded = bool(desk.company.ready)
    command = partial(_recruiting, desk)
    form = Form("recruit_hero", "Recruit a hero", "Recruit", fields, command, note=note, folded=folded)
    picks = {name: _cheapest(desk, name, words) for name, words in known.items()}
    refused = desk.why_not(order(desk, "recruit_hero", name="Somebody", **picks))
    words = {key: word for some in known.values() for key, word in some.items()}
    told = meanings(desk.standards, words)
    return Offer(form, refused=refused, do=partial(_recruit_one, form), meanings=told)


def _lists(desk: PageContext) -> dict[str, Rows]:
    """By name what may be listed on the sheet of a recruit."""
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


def _cheapest(desk: PageContext, field: str, words: Mapping[str, str]) -> str:
    return min(words, key=partial(_price, desk)) if field == "race" else next(iter(words))


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
    count = Field("count", "How many", "number", value="1", low=1, high=99, required=True)
    price = price_of(desk, item)
    title = desk.names.word(item)
    form = Form("buy_item", title, "Buy", (count,), made(desk, "buy_item", item=item), note=price)
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
    form = Form("sell_item", "", f"Sell one for {brings} gold", (), made(desk, "sell_item", item=item))
    return Offer(form, item, refused)


def _assign(desk: PageContext, item: str) -> Offer:
    """To whom of the heroes the item may be given."""
    asked = {
        hero.id: (hero.name, desk.why_not(order(desk, "assign_item", hero=hero.id, item=item)))
        for hero in desk.company.ready
    }
    takers = tuple((key, name) for key, (name, refused) in asked.items() if refused is None)
    field = Field("hero", "Give it to", "select", pick(*takers), required=True)
    form = Form("assign_item", "", "Give", (field,), made(desk, "assign_item", item=item))
    return Offer(form, item, None if takers else _nobody(asked))


def _nobody(asked: Mapping[str, tuple[str, Refusal | None]]) -> Refusal:
    first = next((refused for _, refused in asked.values() if refused is not None), None)
    return first or Refusal("no_heroes", "There is no hero to carry it.", hint="Recruit a hero first.")


# The hall


def _build(desk: PageContext, key: str) -> Offer:
    upgrade = desk.standards.progression.upgrades(desk.standards.rules)[key]
    form = Form(
        "upgrade_hall",
        upgrade.title,
        "Build",
        (),
        made(desk, "upgrade_hall", upgrade=key),
        note=f"{upgrade.price} gold",
        rule=upgrade.rule,
    )
    return button(desk, form, key, upgrade=key)


def _ordered(desk: PageContext, key: str) -> bool:
    """Whether an upgrade stands, or is being built."""
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
    field = Field("defender", "Hall to invade", "select", pick(*others), required=True)
    note = "The GM starts its battle."
    command = made(desk, "declare_invasion")
    form = Form("declare_invasion", "Declare an invasion", "Declare", (field,), command, note=note, folded=True)
    first = order(desk, "declare_invasion", defender=others[0][0], invasion="asked")
    refused = desk.why_not(first, load_company(uuid.UUID(others[0][0])))
    own = refused is not None and refused.field != "defender"
    return Offer(form, refused=refused if own else None)


# The company itself


def _rename(desk: PageContext) -> Offer:
    company = desk.company
    fields = (
        Field("name", "Name", value=company.name, required=True),
        Field("motto", "Motto", value=company.motto, required=True),
        *([Field("hall", "Name of its hall", value=company.hall.name, required=True)] if desk.builds else []),
    )
    title = "Name, motto, hall" if desk.builds else "Name, motto"
    kept = {} if desk.builds else {"hall": company.hall.name}
    form = Form("rename_company", title, "Rename", fields, made(desk, "rename_company", **kept), folded=True)
    return Offer(form)


def _hand_over(desk: PageContext) -> Offer | None:
    members = tuple(
        (one.account, one.name or "somebody")
        for one in desk.campaign.people.values()
        if one.account not in (desk.company.owner, desk.campaign.companies[desk.company.id].offered)
    )
    if not members:
        return None
    field = Field("account", "New player", "select", pick(*members), required=True)
    command = made(desk, "hand_over")
    note = "That person accepts or declines; until then nothing changes."
    form = Form("hand_over", "Hand over the company", "Ask them", (field,), command, note=note, folded=True)
    return Offer(form, refused=desk.why_not(order(desk, "hand_over", account=members[0][0])))


def _disband(desk: PageContext) -> Offer:
    form = Form(
        "disband",
        "Disband the company",
        "Disband for good",
        (),
        made(desk, "disband"),
        note="It can do nothing after that. Its history is kept.",
        danger=True,
        folded=True,
    )
    return Offer(
        form, refused=desk.why_not(order(desk, "disband")), leaves=reverse("campaigns:campaign", args=[desk.seen.id])
    )
