"""The GM's hand between battles, on the pages of companies and heroes: each deed with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns import service
from campaigns.command_targets import Subject
from campaigns.correctable import of_company, of_hero, value_typed
from campaigns.domain.bounds import MOST_GOLD, MOST_ITEMS, MOST_XP
from campaigns.open_choices import FATES
from campaigns.pages.governing import WHY
from campaigns.pages.outfitting import made, order, shut
from campaigns.pages.request_context import Do, Offer, PageContext, Values, pick, told_of
from matches.errors import Refusal, Unreadable
from matches.pages.boards.base import Field, Form
from rules.kernel.progression import Figure

ITEM = "item-"


def with_company(desk: PageContext) -> list[Offer]:
    """What the GM may do to a company by hand; nothing while it fights, or for who does not run the campaign."""
    if not desk.runs or shut(desk):
        return []
    gold = [_gold(desk, *one) for one in _GOLD] if desk.deals else []
    transfers = [_transfer(desk)] if desk.deals and _others(desk) else []
    return [*gold, *transfers, _correct(desk, "Correct the company", of_company(_about(desk)))]


def with_hero(desk: PageContext, hero: Figure) -> list[Offer]:
    """What the GM may do to a hero by hand: to the living, to the dead, and to who has gone."""
    if not desk.runs or shut(desk):
        return []
    living = [_xp(desk, hero)] if hero.standing == "ready" and desk.levels else []
    fate = [_fate(desk, hero)] if hero.standing in ("ready", "dead") and hero.id not in desk.company.fates_owed else []
    return [*living, _correct(desk, f"Correct {hero.name}", of_hero(_about(desk, hero.id)), hero.id), *fate]


def _about(desk: PageContext, hero: str = "") -> Subject:
    return Subject(desk.who, desk.seen, desk.company_seen, hero)


# Gold and goods


_GOLD = (
    ("award_gold", "Award gold", "Added at once; the reason is shown in the ledger."),
    ("fine", "Fine the company", "Paid at once; never more than the company has, unless the house rules allow debts."),
)


def _gold(desk: PageContext, kind: str, title: str, note: str) -> Offer:
    amount = Field("amount", "Gold pieces", "number", low=1, high=MOST_GOLD, required=True, help=_purse(desk))
    return Offer(Form(kind, title, title, (amount, WHY), made(desk, kind), note=note, folded=True))


def _purse(desk: PageContext) -> str:
    return f"The company has {desk.company.gold}."


def _others(desk: PageContext) -> list[tuple[str, str]]:
    """The companies that something may go to."""
    entered = desk.campaign.companies.values()
    others = (one.company for one in entered if not one.disbanded and one.company != desk.company.id)
    return [(company, desk.names.company(company)) for company in others]


def _transfer(desk: PageContext) -> Offer:
    fields = (
        Field("to", "To", "select", pick(*_others(desk)), required=True),
        Field("gold", "Gold pieces", "number", low=0, high=MOST_GOLD, help=_purse(desk)),
        *(
            Field(
                f"{ITEM}{item}",
                desk.names.word(item).capitalize(),
                "number",
                low=0,
                high=min(count, MOST_ITEMS),
                help=f"{count} in the stash.",
            )
            for item, count in desk.company.stash.items()
        ),
        WHY,
    )

    def command(values: Values) -> dict[str, Any]:
        items = {name.removeprefix(ITEM): given for name, given in values.items() if name.startswith(ITEM) and given}
        given = {"to": values["to"], "gold": values["gold"] or 0, "items": items, "reason": values["reason"]}
        return order(desk, "transfer", **given)

    note = "All or nothing: everything moves to the other company, or nothing does."
    form = Form(
        "transfer", "Transfer gold or items to another company", "Transfer", fields, command, note=note, folded=True
    )
    return Offer(form, do=_placed(form, lambda field: field.replace("items.", ITEM)))


# Heroes


def _xp(desk: PageContext, hero: Figure) -> Offer:
    amount = Field("amount", "XP", "number", low=1, high=MOST_XP, required=True, help=f"{hero.name} has {hero.xp}.")
    note = "Levels gained this way apply at once and open their choices."
    command = made(desk, "award_xp", hero=hero.id)
    return Offer(Form("award_xp", "Award XP", "Award XP", (amount, WHY), command, note=note, folded=True))


def _fate(desk: PageContext, hero: Figure) -> Offer:
    """What became of a hero, in a battle that it was in or elsewhere."""
    fought = [battle.match for battle in desk.campaign.battles.values() if _in(battle.sides, desk.company.id, hero.id)]
    battles = (("", "no battle"), *((match, desk.names.battle(match)) for match in reversed(fought)))
    fields = (
        Field("fate", "Fate", "select", pick(*FATES.items()), required=True),
        Field("match", "Battle", "select", battles),
        WHY,
    )
    note = "Dead, or alive after all. A dead hero’s equipment goes to the stash."
    command = made(desk, "declare_fate", hero=hero.id)
    form = Form("declare_fate", "Declare a fate", "Declare", fields, command, note=note, danger=True, folded=True)
    return Offer(form)


def _in(sides: Iterable[Any], company: str, hero: str) -> bool:
    return any(side.company == company and hero in side.models for side in sides)


# Slips


def _correct(desk: PageContext, title: str, mended: Iterable[tuple[str, str]], hero: str = "") -> Offer:
    fields = (
        Field("field", "What to correct", "select", pick(*mended), required=True, wide=True),
        Field("value", "New value", help="Leave empty to take something back."),
        WHY,
    )

    def command(values: Values) -> dict[str, Any]:
        try:
            value = value_typed(values["field"], values["value"] or "")
        except ValueError:
            raise Unreadable("Must be a whole number.", "value", hint="Enter digits.") from None
        return order(desk, "correct", hero=hero, field=values["field"], value=value, reason=values["reason"])

    note = "To correct mistakes. The log keeps the old value, the new value and the reason."
    return Offer(Form("correct", title, "Correct", fields, command, note=note, folded=True))


def _placed(form: Form, place: Any) -> Do:
    """Give the command of a form; a refusal names the field of the form."""

    def do(desk: PageContext, values: Mapping[str, Any], key: str | None) -> str:
        try:
            return told_of(service.give_command(desk.who, desk.seen.id, form.command(dict(values)), key=key))
        except Refusal as refusal:
            refusal.field = place(refusal.field)
            raise

    return do
