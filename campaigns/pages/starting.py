"""The page on which a GM starts a battle: what for, who fights from which seat and with whom, on which ground."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html

from campaigns import service
from campaigns.domain.campaign.commands import StartBattle
from campaigns.domain.campaign.house_rules import game_of
from campaigns.domain.campaign.state import Invasion
from campaigns.domain.company.state import Company as CompanyState
from campaigns.loading import load_company
from campaigns.models import Company
from campaigns.narration import BATTLE_KINDS
from campaigns.pages.governing import REASON
from campaigns.pages.hero import marks
from campaigns.pages.hero_state import conditions_in_words
from campaigns.pages.request_context import (
    FormHandler,
    Offer,
    Offers,
    PageContext,
    Values,
    answer,
    at_campaign,
    campaign_summary,
    for_people,
    key_of,
)
from campaigns.unprepared import Warned, told_of, warning_of, warnings_of
from matches.handler import done_before
from matches.pages.boards import board_of
from matches.pages.boards.common import DICE_CHOICES
from rules.kernel.asks import GM
from rules.kernel.progression import Figure
from rules.kernel.reading import plain
from web.errors import Forbidden, Refusal
from web.pages.fields import Field, Form
from web.pages.forms import ShownField, shown
from web.people import person

SEAT, HERO, DICE, INVASION = "seat-", "hero-", "dice-", "invasion-"


@dataclass(frozen=True, slots=True)
class Fighter:
    """A hero who may be sent, with what one is chosen by; `marks`: what is left where a battle left marks."""

    field: ShownField
    hero: Figure
    leads: bool
    marks: str
    injuries: str
    kit: str
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A company in the form: its seat, its dice, its heroes. `invades`: an invasion may bring it, seat or none."""

    company: CompanyState
    seat: ShownField
    dice: ShownField
    fighters: Sequence[Fighter]
    invades: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """The fields of the form by where they stand: before the companies, in theirs, after them, the GM's dice."""

    first: ShownField
    sides: Sequence[Side]
    ground: Sequence[ShownField]
    dice: ShownField
    reason: ShownField


@for_people
def starting_page(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """The form, and the battle that comes of it; for who runs the campaign. ``?for=`` says what is chosen at first."""
    ctx = at_campaign(person(request.user), campaign_id)
    if not ctx.runs:
        raise Forbidden("gm_only", "Only the GM and co-GMs start battles.", rule="KERNEL-CAMP-01")
    if request.method == "POST" and done_before(ctx.who, key_of(request.POST.dict())):
        messages.info(request, "This form was already sent, and its battle has been started.")
        return redirect(_battles(ctx))
    closed = _closed(ctx)
    companies = [] if closed else list(at_home(ctx))

    def offers_of(ctx: PageContext) -> Offers:
        return {} if closed else {"start": [offer(ctx, companies, request.GET.get("for", ""))]}

    def context(ctx: PageContext) -> dict[str, Any]:
        parts = {} if closed else {"parts": _parts(ctx, companies, request.GET.get("for", ""))}
        told = {} if closed else {"notes": notes(ctx, companies), "warnings": warnings(ctx, companies)}
        return {**told, "closed": closed, **parts}

    return answer(request, ctx, "campaigns/pages/start.html", offers_of, context)


def _battles(ctx: PageContext) -> str:
    return reverse("campaigns:campaign", args=[ctx.loaded.id]) + "#battles"


def _closed(ctx: PageContext) -> Refusal | None:
    """Why no battle at all can be started now; None where one may: then nothing but sides is missing."""
    refused = ctx.why_not({"type": "start_battle", "match": "asked", "sides": {}})
    return None if refused is None or refused.code == "too_few_sides" else refused


def notes(ctx: PageContext, companies: Sequence[CompanyState]) -> list[str]:
    """Who is left out: the companies that fight, and of `companies`, those at home, who cannot be fielded, and why."""
    return [*_away(ctx), *(note for one in companies if (note := _unfit(ctx, one)))]


def warnings(ctx: PageContext, companies: Sequence[CompanyState]) -> list[Warned]:
    """The heroes of companies at home who may be sent, but lack something."""
    fit = [(company, hero) for company in companies for hero in ctx.standards.fit(company)]
    return [warned for company, hero in fit if (warned := warning_of(ctx.standards, company, hero)) is not None]


def at_home(ctx: PageContext) -> Iterator[CompanyState]:
    """The companies that may be sent, by name."""
    rows = Company.objects.filter(campaign=ctx.loaded.id, disbanded=False, in_battle=None).order_by("name", "pk")
    for pk in rows.values_list("pk", flat=True):
        yield load_company(pk).state


def _unfit(ctx: PageContext, company: CompanyState) -> str:
    refused = [ctx.standards.hindrance(company, hero) for hero in company.ready]
    why = " ".join(one.message for one in refused if one is not None)
    return f"{company.name}: {why or 'it has no heroes.'}" if why or not company.ready else ""


def _away(ctx: PageContext) -> Iterator[str]:
    """Which companies are left out since they fight, battle by battle."""
    rows = Company.objects.filter(campaign=ctx.loaded.id, disbanded=False).exclude(in_battle=None)
    away: dict[str, list[str]] = {}
    for name, match in rows.order_by("name", "pk").values_list("name", "in_battle"):
        away.setdefault(str(match), []).append(name)
    for battle, fighting in away.items():
        yield f"In {ctx.names.battle(battle)}: {', '.join(fighting)}."


# The form


def offer(ctx: PageContext, companies: Sequence[CompanyState], chosen: str) -> Offer:
    """The form; of `companies` those fight who have somebody to send. `chosen` is what for at first."""
    fit = {company.id: heroes for company in companies if (heroes := ctx.standards.fit(company))}
    fighting = [company for company in companies if company.id in fit]
    purposes = _purposes(ctx)
    purpose = chosen if chosen in dict(purposes) else "counting"
    bound = "In an invasion, its two companies fight, whatever is chosen below." if declared(ctx) else ""
    seats = game_of(ctx.campaign.game).seats[: max(2, len(fighting))]
    at_first = _at_first(ctx, fighting, seats, purpose)
    fields = (
        Field("what", "Kind of battle", "select", purposes, purpose, required=True, help=bound, wide=True),
        *(
            field
            for company in fighting
            for field in _company_fields(ctx, company, fit[company.id], seats, at_first.get(company.id, ""))
        ),
        Field(f"{DICE}{GM}", "Dice of the GM", "select", DICE_CHOICES, "house"),
        *board_of(ctx.campaign.game).ground_fields(),
        REASON,
    )
    text, command = StartBattle.form, _command(ctx, fighting, seats)
    form = Form("start_battle", text.title, text.submit, fields, command, note=text.note)
    return Offer(form, do=_start(form), leaves=_battles(ctx))


_KINDS = (
    ("counting", BATTLE_KINDS["counting"]),
    ("friendly", f"{BATTLE_KINDS['friendly']}, which changes nothing"),
)


def _purposes(ctx: PageContext) -> tuple[tuple[str, str], ...]:
    """What a battle may be fought for: each invasion that was declared is one of them."""
    name = ctx.names.company
    return (
        *_KINDS,
        *(
            (f"{INVASION}{one.id}", f"Invasion: {name(one.attacker)} against {name(one.defender)}")
            for one in declared(ctx)
        ),
    )


def declared(ctx: PageContext) -> list[Invasion]:
    """The invasions that wait for their battles."""
    return [one for one in ctx.campaign.invasions.values() if one.stage == "declared"]


def _sides_of(ctx: PageContext, purpose: str) -> tuple[str, ...]:
    """The companies that a purpose brings by itself."""
    found = next((one for one in declared(ctx) if f"{INVASION}{one.id}" == purpose), None)
    return () if found is None else (found.attacker, found.defender)


def _at_first(
    ctx: PageContext, fighting: Sequence[CompanyState], seats: Sequence[str], purpose: str
) -> Mapping[str, str]:
    """By company the seat that stands there at first: where two could fight, or two are to."""
    two = _sides_of(ctx, purpose) or tuple(company.id for company in fighting)
    return dict(zip(two, seats, strict=False)) if len(two) == 2 else {}


def _company_fields(
    ctx: PageContext, company: CompanyState, heroes: Sequence[Figure], seats: Sequence[str], seat: str
) -> Iterator[Field]:
    board = board_of(ctx.campaign.game)
    choices = (("", "does not fight"), *((one, board.name(one, {})) for one in seats))
    yield Field(f"{SEAT}{company.id}", "Seat", "select", choices, seat)
    yield Field(f"{DICE}{company.id}", "Its dice", "select", DICE_CHOICES, "house")
    for hero in heroes:
        yield Field(f"{HERO}{company.id}-{hero.id}", hero.name, "check", value="on")


# The form in parts


def _parts(ctx: PageContext, companies: Sequence[CompanyState], chosen: str) -> Parts:
    form = offer(ctx, companies, chosen).form
    fields = {one.field.name: one for one in shown(form, "", ctx.posted, ctx.refusal).fields}
    bound = {company for one in declared(ctx) for company in (one.attacker, one.defender)}
    sides = [_side(ctx, one, fields, one.id in bound) for one in companies if f"{SEAT}{one.id}" in fields]
    ground = [fields[one.name] for one in board_of(ctx.campaign.game).ground_fields()]
    return Parts(fields["what"], sides, ground, fields[f"{DICE}{GM}"], fields[REASON.name])


def _side(ctx: PageContext, company: CompanyState, fields: Mapping[str, ShownField], invades: bool) -> Side:
    ticks = {hero: fields.get(f"{HERO}{company.id}-{hero}") for hero in company.heroes}
    fighters = [_fighter(ctx, company, company.heroes[hero], tick) for hero, tick in ticks.items() if tick]
    return Side(company, fields[f"{SEAT}{company.id}"], fields[f"{DICE}{company.id}"], fighters, invades)


def _fighter(ctx: PageContext, company: CompanyState, hero: Figure, tick: ShownField) -> Fighter:
    injuries = ctx.names.value(plain(hero.injuries)) if hero.injuries else ""
    injuries = ", ".join(filter(None, [injuries, conditions_in_words(hero, ctx.names)]))
    kit = ", ".join(map(ctx.names.word, hero.equipment))
    warned = warning_of(ctx.standards, company, hero)
    return Fighter(
        tick, hero, company.leader == hero.id, marks(ctx, hero), injuries, kit, warned.lacks.what if warned else ""
    )


# What is sent


def _start(form: Form) -> FormHandler:
    def start(ctx: PageContext, values: Values, key: str | None) -> str:
        try:
            done = service.give_command(ctx.who, ctx.loaded.id, form.command(dict(values)), key=key)
        except Refusal as refusal:
            raise placed(refusal, values) from None
        match = list(done.campaign.state.battles)[-1]
        address, warned = reverse("pages:match", args=[match]), " ".join(told_of(list(warnings_of(done))))
        to_match = format_html('{} <a href="{}">To its match</a>', campaign_summary(done), address)
        return format_html("{}{}{}", to_match, " " if warned else "", warned)

    return start


def placed(refusal: Refusal, values: Values) -> Refusal:
    """The refusal in the words of the page, at its field."""
    if refusal.code == "too_few_sides":
        refusal.hint = "Choose sides for two companies, or for one company and the GM's monsters."
    seat = refusal.field.removeprefix("sides.").partition(".")[0]
    at_fault = (name for name, chosen in values.items() if name.startswith(SEAT) and chosen == seat)
    refusal.field = next(at_fault, refusal.field)
    return refusal


def _command(ctx: PageContext, companies: Sequence[CompanyState], seats: Sequence[str]) -> Any:
    board = board_of(ctx.campaign.game)

    def command(values: Values) -> dict[str, Any]:
        kind, _, invasion = values["what"].partition("-")
        sides = _sides(companies, values, _seated(values, _sides_of(ctx, values["what"]), seats))
        rollers = {GM: GM, **{seat: side["company"] for seat, side in sides.items()}}
        return {
            "type": "start_battle",
            "kind": kind,
            "invasion": invasion,
            "sides": sides,
            "dice": {seat: "table" for seat, who in rollers.items() if values.get(f"{DICE}{who}") == "table"},
            "ground": board.ground_of(dict(values)),
            "reason": values["reason"] or "",
        }

    return command


def _seated(values: Values, bound: Sequence[str], seats: Sequence[str]) -> Mapping[str, str]:
    """By company the seat that was chosen; who is bound to fight and has none gets the first that is free."""
    chosen = {name.removeprefix(SEAT): seat for name, seat in values.items() if name.startswith(SEAT) and seat}
    free = [seat for seat in seats if seat not in chosen.values()]
    missing = [company for company in bound if company not in chosen]
    return {**chosen, **dict(zip(missing, free, strict=False))}


def _sides(companies: Sequence[CompanyState], values: Values, seated: Mapping[str, str]) -> dict[str, Any]:
    """By seat who fights. The second to want a seat is refused: it would take the place of the first."""
    sides: dict[str, Any] = {}
    for company in companies:
        seat = seated.get(company.id)
        if not seat:
            continue
        if seat in sides:
            message = f"The seat of {company.name} is already taken by another company."
            raise Refusal(
                "seat_taken", message, field=f"{SEAT}{company.id}", rule="KERNEL-CAMP-05", hint="Choose another."
            )
        heroes = [hero.id for hero in company.ready if values.get(f"{HERO}{company.id}-{hero.id}")]
        sides[seat] = {"company": company.id, "heroes": heroes}
    return sides
