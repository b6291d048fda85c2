"""The pages on which a GM makes a battle void, settles it again, or records it: first what will change, and why."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns import service
from campaigns.command_targets import Subject
from campaigns.domain.campaign.state import Battle
from campaigns.pages.governing import WHY
from campaigns.pages.guard import for_people
from campaigns.pages.request_context import PageContext, at_campaign, done_before, key_of, told_of_campaign
from campaigns.pages.rowforms import filled
from campaigns.previews import Preview, foresee, forks_of
from matches.access import person
from matches.errors import Forbidden, NotThere, Refusal
from matches.pages.boards.base import Field, Form
from matches.pages.forms import ShownForm, shown, values_of

OWN = "Its own match"


class UndoAction(NamedTuple):
    """What the GM does to a battle: a command, the title of its page and its button, what it comes to, and when."""

    kind: str
    title: str
    submit: str
    note: str
    stages: tuple[str, ...]


VOID = UndoAction(
    "void_battle",
    "Void the battle",
    "Void the battle",
    "The battle no longer counts: everything it changed for companies and heroes is undone by new events.",
    ("open", "recorded"),
)
AGAIN = UndoAction(
    "record_again",
    "Settle again",
    "Settle the battle again",
    "The battle’s changes are undone and settled again. A finished match cannot be changed: where it went wrong, fork "
    "it, play the fork to its end, and settle the battle by the fork.",
    ("recorded", "voided"),
)
RECORD = UndoAction(
    "record_battle",
    "Record it by hand",
    "Record the battle",
    "Applies the results of the finished match now. Skald does this automatically shortly after the end.",
    ("open",),
)
DEEDS: Mapping[str, UndoAction] = {"void": VOID, "again": AGAIN, "record": RECORD}
"""By the last part of the address."""


def deeds_for(desk: PageContext, battle: Battle) -> list[tuple[str, str]]:
    """What who looks may do to a battle as it stands: where, and its title."""
    fit = [(name, deed.title) for name, deed in DEEDS.items() if desk.runs and battle.stage in deed.stages]
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
        return _page(request, asked, None)
    try:
        return _do(request, asked)
    except NotThere:
        raise
    except Refusal as refusal:
        return _page(request, asked, desk.said(refusal))


def _over(desk: PageContext, battle: Battle, deed: UndoAction, posted: Mapping[str, str]) -> str:
    """Why there is nothing to do there now: it was done by this very form, or the battle is past it."""
    if done_before(desk.who, key_of(posted)):
        return "This form was already sent and applied."
    return "" if battle.stage in deed.stages else f"{desk.names.battle(battle.match).capitalize()} is {battle.stage}."


class UndoRequest:
    """A deed on a battle, as it was asked for so far: what it would change now."""

    def __init__(self, desk: PageContext, battle: Battle, deed: UndoAction, posted: Mapping[str, str]) -> None:
        self.desk, self.battle, self.deed, self.posted = desk, battle, deed, posted
        forks = forks_of(battle) if deed is AGAIN else []
        choices = (("", OWN), *forks)
        help_text = "Finished forks of its match, and forks of those."
        played = (Field("played", "Settle by", "select", choices, battle.played, help_text),) if forks else ()
        self.form = Form(deed.kind, deed.title, deed.submit, (*played, WHY), self._command, danger=True)
        chosen = posted.get("played", battle.played) if forks else ""
        self.foreseen: Preview = foresee(
            Subject(desk.who, desk.seen, match=battle.match), self._command({"played": chosen, "reason": "asked"})
        )

    def _command(self, values: Mapping[str, Any]) -> dict[str, Any]:
        order = {"type": self.deed.kind, "match": self.battle.match, "reason": values["reason"]}
        return order | ({"played": values.get("played") or ""} if self.deed is AGAIN else {})

    def order(self) -> dict[str, Any]:
        """The command. Refused where what it changes was not shown."""
        values = values_of(self.form, self.posted)
        if self.posted.get("seen") != self.foreseen.mark:
            message = "Something has changed since this page was shown."
            hint = "Check again what will change."
            raise Refusal("changed_meanwhile", message, rule="KERNEL-CAMP-07", hint=hint, status=409)
        return self._command(values)


def _do(request: HttpRequest, asked: UndoRequest) -> HttpResponse:
    """Do it; the page of the battle tells the rest."""
    desk, battle = asked.desk, asked.battle
    done = service.give_command(desk.who, desk.seen.id, asked.order(), key=key_of(asked.posted))
    messages.success(request, told_of_campaign(done))
    return redirect("campaigns:battle", desk.seen.id, battle.match)


def _page(request: HttpRequest, asked: UndoRequest, refusal: Refusal | None) -> HttpResponse:
    desk, unseen = asked.desk, asked.foreseen.refused
    context = {
        "desk": desk,
        "campaign": desk.campaign,
        "campaign_id": desk.seen.id,
        "battle": asked.battle,
        "number": desk.names.battles[asked.battle.match],
        "deed": asked.deed,
        "forks": len(asked.form.fields) > 1,
        "shown": _shown(asked, refusal),
        "rows": asked.foreseen.rows,
        "unseen": desk.said(unseen) if unseen is not None else None,
        "seen": asked.foreseen.mark,
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/undoing.html", context, status=refusal.status if refusal else 200)


def _shown(asked: UndoRequest, refusal: Refusal | None) -> ShownForm:
    """The form, with what was typed."""
    form = asked.form
    if asked.posted:
        form = replace(form, fields=tuple(filled(form.fields, asked.posted)))
    return shown(form, "", {**asked.posted, "form": form.name}, refusal)
