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
from campaigns.domain.campaign.state import Battle
from campaigns.foreseen import Foreseen, foresee, forks_of
from campaigns.pages.desk import Desk, at_campaign, done_before, key_of, told_of_campaign
from campaigns.pages.governing import WHY
from campaigns.pages.guard import for_people
from campaigns.pages.rowforms import filled
from campaigns.subjects import Subject
from matches.access import person
from matches.errors import Forbidden, NotThere, Refusal
from matches.pages.boards.base import Field, Form
from matches.pages.forms import ShownForm, shown, values_of

OWN = "Its own match"


class Deed(NamedTuple):
    """What the GM does to a battle: a command, the title of its page and its button, what it comes to, and when."""

    kind: str
    title: str
    submit: str
    note: str
    stages: tuple[str, ...]


VOID = Deed(
    "void_battle",
    "Make it void",
    "Make the battle void",
    "The battle does not count: whatever it did to companies and heroes is undone by new events.",
    ("open", "recorded"),
)
AGAIN = Deed(
    "record_again",
    "Settle it again",
    "Settle the battle again",
    "What the battle did is undone, and settled anew. A match that is over is not changed any more: where it went"
    " wrong, fork it, play the fork to its end, and settle the battle by that.",
    ("recorded", "voided"),
)
RECORD = Deed(
    "record_battle",
    "Record it by hand",
    "Record the battle",
    "What its finished match means for everybody, at once. Skald does the same by itself a moment after the end.",
    ("open",),
)
DEEDS: Mapping[str, Deed] = {"void": VOID, "again": AGAIN, "record": RECORD}
"""By the last part of the address."""


def deeds_for(desk: Desk, battle: Battle) -> list[tuple[str, str]]:
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
        raise Forbidden("gm_only", "Only the GM and co-GMs do that.", rule="KERNEL-CAMP-01")
    posted = request.POST.dict() if request.method == "POST" else {}
    over = _over(desk, battle, DEEDS[deed], posted)
    if over:
        messages.info(request, over)
        return redirect("campaigns:battle", campaign_id, match)
    asked = Asked(desk, battle, DEEDS[deed], posted)
    if not posted or "look" in posted:
        return _page(request, asked, None)
    try:
        return _do(request, asked)
    except NotThere:
        raise
    except Refusal as refusal:
        return _page(request, asked, desk.said(refusal))


def _over(desk: Desk, battle: Battle, deed: Deed, posted: Mapping[str, str]) -> str:
    """Why there is nothing to do there now: it was done by this very form, or the battle is past it."""
    if done_before(desk.who, key_of(posted)):
        return "This form was sent before, and that was done."
    return "" if battle.stage in deed.stages else f"{desk.names.battle(battle.match).capitalize()} is {battle.stage}."


class Asked:
    """A deed on a battle, as it was asked for so far: what it would change now."""

    def __init__(self, desk: Desk, battle: Battle, deed: Deed, posted: Mapping[str, str]) -> None:
        self.desk, self.battle, self.deed, self.posted = desk, battle, deed, posted
        forks = forks_of(battle) if deed is AGAIN else []
        choices = (("", OWN), *forks)
        help_text = "Forks of its match, and forks of these, that are over."
        played = (Field("played", "Settle it by", "select", choices, battle.played, help_text),) if forks else ()
        self.form = Form(deed.kind, deed.title, deed.submit, (*played, WHY), self._command, danger=True)
        chosen = posted.get("played", battle.played) if forks else ""
        self.foreseen: Foreseen = foresee(
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
            hint = "Look again at what will change."
            raise Refusal("changed_meanwhile", message, rule="KERNEL-CAMP-07", hint=hint, status=409)
        return self._command(values)


def _do(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Do it; the page of the battle tells the rest."""
    desk, battle = asked.desk, asked.battle
    done = service.give_command(desk.who, desk.seen.id, asked.order(), key=key_of(asked.posted))
    messages.success(request, told_of_campaign(done))
    return redirect("campaigns:battle", desk.seen.id, battle.match)


def _page(request: HttpRequest, asked: Asked, refusal: Refusal | None) -> HttpResponse:
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


def _shown(asked: Asked, refusal: Refusal | None) -> ShownForm:
    """The form, with what was typed."""
    form = asked.form
    if asked.posted:
        form = replace(form, fields=tuple(filled(form.fields, asked.posted)))
    return shown(form, "", {**asked.posted, "form": form.name}, refusal)
