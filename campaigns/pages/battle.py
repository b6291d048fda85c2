"""The pages of a battle: what it did and what is still owed; what the GM makes void, settles again or records."""

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
from campaigns.battle_report import Preview, Side, foresee, forks_of, outcome
from campaigns.command_targets import Subject
from campaigns.domain.campaign.commands import RecordAgain, RecordBattle, VoidBattle
from campaigns.domain.campaign.events import BattleVoided
from campaigns.domain.campaign.state import Battle
from campaigns.models import Battle as BattleRow
from campaigns.narration import against, victors
from campaigns.pages.hero import owed
from campaigns.pages.request_context import (
    PageContext,
    admin_page,
    at_campaign,
    campaign_form,
    done_before,
    for_people,
    key_of,
    told_of_campaign,
)
from campaigns.pages.rowforms import filled
from campaigns.replay_links import replay_of
from campaigns.service import history_of
from rules.kernel.labels import FormText
from rules.kernel.messages import Command
from rules.kernel.progression import Figure
from web.errors import Forbidden, NotThere, Refusal
from web.pages.command_forms import Asking
from web.pages.fields import Form
from web.pages.forms import ShownForm, shown, values_of
from web.people import person

KINDS, STAGES = dict(BattleRow.Kind.choices), dict(BattleRow.Stage.choices)
MEANT = {"counting": "a battle that counts", "friendly": "a friendly battle", "invasion": "an invasion"}
"""What a battle is for, in a line about it."""


@dataclass(frozen=True, slots=True)
class OpenChoiceLine:
    """What somebody who was fielded owes, or is owed, and where it is chosen."""

    name: str
    what: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A company in the battle: whom it fielded, by id with their names, what it did to it, and what is owed."""

    side: Side
    won: bool
    mine: bool
    fielded: Sequence[tuple[str, str]]
    owed: Sequence[OpenChoiceLine]


@for_people
def battle_page(request: HttpRequest, campaign_id: uuid.UUID, match: uuid.UUID) -> HttpResponse:
    """The battle as it stands, for the members of its campaign."""
    desk = at_campaign(person(request.user), campaign_id)
    battle = desk.campaign.battles.get(str(match))
    if battle is None:
        raise NotThere("battle")
    return render(request, "campaigns/pages/battle.html", _context(request, desk, battle))


def _context(request: HttpRequest, desk: PageContext, battle: Battle) -> dict[str, Any]:
    sides, number = outcome(Subject(desk.who, desk.seen, match=battle.match)), desk.names.battles[battle.match]
    row = BattleRow.objects.filter(campaign=desk.seen.id, number=number).only("pk").first()
    return {
        "desk": desk,
        "campaign": desk.campaign,
        "campaign_id": desk.seen.id,
        "battle": battle,
        "number": number,
        "kind": MEANT.get(battle.kind, KINDS[battle.kind]),
        "stage": "in progress" if battle.stage == "open" else STAGES[battle.stage],
        "why": _why_void(desk, battle) if battle.stage == "voided" else "",
        "fought": against(desk.names.company(one) for one in battle.companies),
        "winners": victors(map(desk.names.company, battle.winners), battle.winning_seats),
        "sides": [_shown(desk, battle, side) for side in sides],
        "replay": replay_of(battle.fought),
        "deeds": deeds_for(desk, battle),
        "admin": admin_page(request, desk, "battle", row.pk if row else None),
    }


def _why_void(desk: PageContext, battle: Battle) -> str:
    told = (one.event for one in history_of(desk.seen))
    return [one.reason for one in told if isinstance(one, BattleVoided) and one.match == battle.match][-1]


def _shown(desk: PageContext, battle: Battle, side: Side) -> ShownSide:
    company = side.company
    fielded = [(hero.id, hero.name) for hero in _fielded(battle, side)]
    mine = company.owner == desk.who.key
    return ShownSide(side, company.id in battle.winners, mine, fielded, list(_owed(desk, battle, side)))


def _fielded(battle: Battle, side: Side) -> list[Figure]:
    models = next(one.models for one in battle.sides if one.company == side.company.id)
    return [side.company.heroes[key] for key in models]


def _owed(desk: PageContext, battle: Battle, side: Side) -> Iterator[OpenChoiceLine]:
    """Of those who were fielded: the fate that the GM owes, the choices that they owe."""
    company = side.company
    for hero in _fielded(battle, side):
        address = reverse("campaigns:hero", args=[company.id, hero.id])
        if battle.match in company.fates_owed.get(hero.id, ()):
            yield OpenChoiceLine(hero.name, "the GM has to decide the fate", address)
        if choices := owed(desk, hero):
            yield OpenChoiceLine(hero.name, f"has to choose {' and '.join(choices)}", address)


class UndoAction(NamedTuple):
    """What the GM does to a battle: a command, and when it makes sense."""

    kind: type[Command]
    stages: tuple[str, ...]

    @property
    def text(self) -> FormText:
        return self.kind.form


VOID = UndoAction(VoidBattle, ("open", "recorded"))
AGAIN = UndoAction(RecordAgain, ("recorded", "voided"))
RECORD = UndoAction(RecordBattle, ("open",))
DEEDS: Mapping[str, UndoAction] = {"void": VOID, "again": AGAIN, "record": RECORD}
"""By the last part of the address."""


def deeds_for(desk: PageContext, battle: Battle) -> list[tuple[str, str]]:
    """What who looks may do to a battle as it stands: where, and its title."""
    fit = [(name, deed.text.title) for name, deed in DEEDS.items() if desk.runs and battle.stage in deed.stages]
    return [(reverse(f"campaigns:{name}", args=[desk.seen.id, battle.match]), title) for name, title in fit]


@for_people
def undoing_page(request: HttpRequest, campaign_id: uuid.UUID, match: uuid.UUID, deed: str) -> HttpResponse:
    """What would change, and the form; for who runs the campaign."""
    desk = at_campaign(person(request.user), campaign_id)
    battle = desk.campaign.battles.get(str(match))
    if battle is None:
        raise NotThere("battle")
    if not desk.runs:
        raise Forbidden("gm_only", "Only the GM and co-GMs can do that.", rule="KERNEL-CAMP-01")
    posted = request.POST.dict() if request.method == "POST" else {}
    over = _over(desk, battle, DEEDS[deed], posted)
    if over:
        messages.info(request, over)
        return redirect("campaigns:battle", campaign_id, match)
    asked = UndoRequest(desk, battle, DEEDS[deed], posted)
    if not posted or "look" in posted:
        return _preview_page(request, asked, None)
    try:
        return _act(request, asked)
    except NotThere:
        raise
    except Refusal as refusal:
        return _preview_page(request, asked, desk.said(refusal))


def _over(desk: PageContext, battle: Battle, deed: UndoAction, posted: Mapping[str, str]) -> str:
    """Why there is nothing to do there now: it was done by this very form, or the battle is past it."""
    if done_before(desk.who, key_of(posted)):
        return "This form was already sent and applied."
    return "" if battle.stage in deed.stages else f"{desk.names.battle(battle.match).capitalize()} is {battle.stage}."


def undo_form(kind: type[Command], battle: Battle) -> Form:
    """The form of a command that takes back what a battle did, or settles it; with the forks to settle it by."""
    forks = forks_of(battle) if kind is RecordAgain else []
    given = {"match": battle.match} if forks or kind is not RecordAgain else {"match": battle.match, "played": ""}
    asking = Asking(choices={"fork": forks}, now={"played": battle.played})
    return campaign_form(kind, asking, given=given, text=kind.form._replace(fields=("reason",)) if not forks else None)


class UndoRequest:
    """A deed on a battle, as it was asked for so far: what it would change now."""

    def __init__(self, desk: PageContext, battle: Battle, deed: UndoAction, posted: Mapping[str, str]) -> None:
        self.desk, self.battle, self.deed, self.posted = desk, battle, deed, posted
        self.form = undo_form(deed.kind, battle)
        asked = {"played": posted.get("played", battle.played), "reason": "asked"}
        self.foreseen: Preview = foresee(Subject(desk.who, desk.seen, match=battle.match), self.form.command(asked))

    def order(self) -> dict[str, Any]:
        """The command. Refused where what it changes was not shown."""
        values = values_of(self.form, self.posted)
        if self.posted.get("seen") != self.foreseen.mark:
            message = "Something has changed since this page was shown."
            hint = "Check again what will change."
            raise Refusal("changed_meanwhile", message, rule="KERNEL-CAMP-07", hint=hint, status=409)
        return self.form.command(values)


def _act(request: HttpRequest, asked: UndoRequest) -> HttpResponse:
    desk, battle = asked.desk, asked.battle
    done = service.give_command(desk.who, desk.seen.id, asked.order(), key=key_of(asked.posted))
    messages.success(request, told_of_campaign(done))
    return redirect("campaigns:battle", desk.seen.id, battle.match)


def _preview_page(request: HttpRequest, asked: UndoRequest, refusal: Refusal | None) -> HttpResponse:
    desk, unseen = asked.desk, asked.foreseen.refused
    context = {
        "desk": desk,
        "campaign": desk.campaign,
        "campaign_id": desk.seen.id,
        "battle": asked.battle,
        "number": desk.names.battles[asked.battle.match],
        "deed": asked.deed.text,
        "forks": len(asked.form.fields) > 1,
        "shown": _form_shown(asked, refusal),
        "rows": asked.foreseen.rows,
        "unseen": desk.said(unseen) if unseen is not None else None,
        "seen": asked.foreseen.mark,
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/undoing.html", context, status=refusal.status if refusal else 200)


def _form_shown(asked: UndoRequest, refusal: Refusal | None) -> ShownForm:
    form = asked.form
    if asked.posted:
        form = replace(form, fields=tuple(filled(form.fields, asked.posted)))
    return shown(form, "", {**asked.posted, "form": form.name}, refusal)
