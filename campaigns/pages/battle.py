"""The pages of a battle: what it changed, open choices, and voiding, settling again or recording it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns import service
from campaigns.battle_report import Side, forks_of, outcome
from campaigns.command_targets import CommandTarget
from campaigns.domain.campaign.commands import RecordAgain, RecordBattle, VoidBattle
from campaigns.domain.campaign.events import BattleVoided
from campaigns.domain.campaign.state import Battle
from campaigns.foreseeing import Preview, foresee
from campaigns.hooks import links_of
from campaigns.models import Battle as BattleRow
from campaigns.narration import BATTLE_KINDS, against, victors
from campaigns.pages.hero import open_choices
from campaigns.pages.request_context import (
    PageContext,
    admin_page,
    at_campaign,
    campaign_form,
    campaign_summary,
    for_people,
    key_of,
)
from campaigns.pages.rowforms import filled
from campaigns.replay_links import replay_of
from campaigns.service import history_of
from campaigns.side_numbers import numbers_in
from matches.handler import done_before
from rules.kernel.labels import FormText
from rules.kernel.messages import Command
from rules.kernel.progression import Figure
from web.errors import Forbidden, NotThere, Refusal
from web.pages.command_forms import FormContext
from web.pages.fields import Form
from web.pages.forms import ShownForm, shown, values_of
from web.people import person

STAGES = dict(BattleRow.Stage.choices)


@dataclass(frozen=True, slots=True)
class OpenChoiceLine:
    """An open choice of a hero who was fielded, and where it is made."""

    name: str
    what: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A company in the battle: whom it fielded, by id with their names, what changed, and its open choices."""

    side: Side
    won: bool
    mine: bool
    fielded: Sequence[tuple[str, str]]
    open_choices: Sequence[OpenChoiceLine]
    ending: str = ""


@for_people
def battle_page(request: HttpRequest, campaign_id: uuid.UUID, match: uuid.UUID) -> HttpResponse:
    """The battle as it stands, for the members of its campaign."""
    ctx = at_campaign(person(request.user), campaign_id)
    battle = ctx.campaign.battles.get(str(match))
    if battle is None:
        raise NotThere("battle")
    return render(request, "campaigns/pages/battle.html", _context(request, ctx, battle))


def _context(request: HttpRequest, ctx: PageContext, battle: Battle) -> dict[str, Any]:
    sides, number = outcome(CommandTarget(ctx.who, ctx.loaded, match=battle.match)), ctx.names.battles[battle.match]
    row = BattleRow.objects.filter(campaign=ctx.loaded.id, number=number).only("pk").first()
    return {
        "ctx": ctx,
        "campaign": ctx.campaign,
        "campaign_id": ctx.loaded.id,
        "battle": battle,
        "number": number,
        "kind": BATTLE_KINDS[battle.kind],
        "stage": "in progress" if battle.stage == "open" else STAGES[battle.stage],
        "why": _why_void(ctx, battle) if battle.stage == "voided" else "",
        "fought": against(ctx.names.company(one) for one in battle.companies),
        "winners": victors(map(ctx.names.company, battle.winners), battle.winning_seats),
        "numbers": numbers_in([ctx.loaded.id]),
        "sides": [_shown(ctx, battle, side) for side in sides],
        "replay": replay_of(battle.fought),
        "actions": undo_actions_for(ctx, battle),
        "links": links_of(ctx.loaded.id, battle),
        "admin": admin_page(request, ctx, "battle", row.pk if row else None),
    }


def _why_void(ctx: PageContext, battle: Battle) -> str:
    events = (one.event for one in history_of(ctx.loaded))
    return [one.reason for one in events if isinstance(one, BattleVoided) and one.match == battle.match][-1]


def _shown(ctx: PageContext, battle: Battle, side: Side) -> ShownSide:
    company = side.company
    fielded = [(hero.id, hero.name) for hero in _fielded(battle, side)]
    mine = company.owner == ctx.who.key
    score, choices = battle.scores.get(company.id), list(_open_choices(ctx, battle, side))
    ending = score.ending if score is not None else ""
    return ShownSide(side, company.id in battle.winners, mine, fielded, choices, ending)


def _fielded(battle: Battle, side: Side) -> list[Figure]:
    models = next(one.models for one in battle.sides if one.company == side.company.id)
    return [side.company.heroes[key] for key in models]


def _open_choices(ctx: PageContext, battle: Battle, side: Side) -> Iterator[OpenChoiceLine]:
    """The open fates and choices of the heroes who were fielded."""
    company = side.company
    for hero in _fielded(battle, side):
        address = reverse("campaigns:hero", args=[company.id, hero.id])
        if battle.match in company.open_fates.get(hero.id, ()):
            yield OpenChoiceLine(hero.name, "the GM has to decide the fate", address)
        if choices := open_choices(ctx, hero):
            yield OpenChoiceLine(hero.name, f"has to choose {' and '.join(choices)}", address)


class UndoAction(NamedTuple):
    """A GM action on a battle: its command, and the stages in which it makes sense."""

    kind: type[Command]
    stages: tuple[str, ...]

    @property
    def text(self) -> FormText:
        return self.kind.form


VOID = UndoAction(VoidBattle, ("open", "recorded"))
AGAIN = UndoAction(RecordAgain, ("recorded", "voided"))
RECORD = UndoAction(RecordBattle, ("open",))
UNDO_ACTIONS: Mapping[str, UndoAction] = {"void": VOID, "again": AGAIN, "record": RECORD}
"""By the last part of the address."""


def undo_actions_for(ctx: PageContext, battle: Battle) -> list[tuple[str, str]]:
    """The GM actions on a battle that are possible now: address and title."""
    fit = [
        (name, action.text.title) for name, action in UNDO_ACTIONS.items() if ctx.runs and battle.stage in action.stages
    ]
    return [(reverse(f"campaigns:{name}", args=[ctx.loaded.id, battle.match]), title) for name, title in fit]


@for_people
def undoing_page(request: HttpRequest, campaign_id: uuid.UUID, match: uuid.UUID, action: str) -> HttpResponse:
    """What would change, and the form; for who runs the campaign."""
    ctx = at_campaign(person(request.user), campaign_id)
    battle = ctx.campaign.battles.get(str(match))
    if battle is None:
        raise NotThere("battle")
    if not ctx.runs:
        raise Forbidden("gm_only", "Only the GM and co-GMs can do that.", rule="KERNEL-CAMP-01")
    posted = request.POST.dict() if request.method == "POST" else {}
    over = _over(ctx, battle, UNDO_ACTIONS[action], posted)
    if over:
        messages.info(request, over)
        return redirect("campaigns:battle", campaign_id, match)
    undo = UndoRequest(ctx, battle, UNDO_ACTIONS[action], posted)
    if not posted or "look" in posted:
        return _preview_page(request, undo, None)
    try:
        return _act(request, undo)
    except NotThere:
        raise
    except Refusal as refusal:
        return _preview_page(request, undo, ctx.with_names(refusal))


def _over(ctx: PageContext, battle: Battle, action: UndoAction, posted: Mapping[str, str]) -> str:
    """Why the action is not possible any more: this form was applied before, or the stage has changed."""
    if done_before(ctx.who, key_of(posted)):
        return "This form was already sent and applied."
    return "" if battle.stage in action.stages else f"{ctx.names.battle(battle.match).capitalize()} is {battle.stage}."


def undo_form(kind: type[Command], battle: Battle) -> Form:
    """The form of a command that takes back what a battle did, or settles it; with the forks to settle it by."""
    forks = forks_of(battle) if kind is RecordAgain else []
    given = {"match": battle.match} if forks or kind is not RecordAgain else {"match": battle.match, "played": ""}
    asking = FormContext(choices={"fork": forks}, now={"played": battle.played})
    return campaign_form(kind, asking, given=given, text=kind.form._replace(fields=("reason",)) if not forks else None)


class UndoRequest:
    """A GM action on a battle as far as its form is filled in, and what it would change now."""

    def __init__(self, ctx: PageContext, battle: Battle, action: UndoAction, posted: Mapping[str, str]) -> None:
        self.ctx, self.battle, self.action, self.posted = ctx, battle, action, posted
        self.form = undo_form(action.kind, battle)
        sample = {"played": posted.get("played", battle.played), "reason": "asked"}
        self.foreseen: Preview = foresee(
            CommandTarget(ctx.who, ctx.loaded, match=battle.match), self.form.command(sample)
        )

    def order(self) -> dict[str, Any]:
        """The command. Refused where what it changes was not shown."""
        values = values_of(self.form, self.posted)
        if self.posted.get("seen") != self.foreseen.mark:
            message = "Something has changed since this page was shown."
            hint = "Check again what will change."
            raise Refusal("changed_meanwhile", message, rule="KERNEL-CAMP-07", hint=hint, status=409)
        return self.form.command(values)


def _act(request: HttpRequest, undo: UndoRequest) -> HttpResponse:
    ctx, battle = undo.ctx, undo.battle
    done = service.give_command(ctx.who, ctx.loaded.id, undo.order(), key=key_of(undo.posted))
    messages.success(request, campaign_summary(done))
    return redirect("campaigns:battle", ctx.loaded.id, battle.match)


def _preview_page(request: HttpRequest, undo: UndoRequest, refusal: Refusal | None) -> HttpResponse:
    ctx, unseen = undo.ctx, undo.foreseen.refused
    context = {
        "ctx": ctx,
        "campaign": ctx.campaign,
        "campaign_id": ctx.loaded.id,
        "battle": undo.battle,
        "number": ctx.names.battles[undo.battle.match],
        "action": undo.action.text,
        "forks": len(undo.form.fields) > 1,
        "shown": _form_shown(undo, refusal),
        "rows": undo.foreseen.rows,
        "unseen": ctx.with_names(unseen) if unseen is not None else None,
        "seen": undo.foreseen.mark,
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/undoing.html", context, status=refusal.status if refusal else 200)


def _form_shown(undo: UndoRequest, refusal: Refusal | None) -> ShownForm:
    form = undo.form
    if undo.posted:
        form = replace(form, fields=tuple(filled(form.fields, undo.posted)))
    return shown(form, "", {**undo.posted, "form": form.name}, refusal)
