"""The page of a match: the board, who must decide what, what may be done, the log, GM actions."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches import service
from matches.errors import DiceWanted
from matches.pages.courses import give_in_turn
from matches.pages.form_only import form_only
from matches.pages.gm_forms import gm_forms
from matches.pages.match_context import TablePage, load_context, offered_forms, page_of
from matches.pages.recent_log import toast
from matches.play import no_seat
from matches.rulebooks import refusal_of
from web.errors import Forbidden, NotThere, Refusal, Unreadable
from web.pages.fields import Form, Trial
from web.pages.forms import commands_of, find_form, values_of
from web.pages.guard import guarded, send_to_login, whole_number
from web.people import person
from web.untrusted_input import read_json

MOST_DICE = 100


@never_cache
@require_safe
@guarded
def match_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The match as it stands; for htmx only the table, and its head beside it."""
    page = page_of(
        request,
        match_id,
        how=request.GET,
        before=whole_number(request.GET, "before"),
        back=whole_number(request.GET, "back"),
    )
    return _shown(request, page)


@form_only
@guarded
def command(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Give a command: from a button (`command`), a form (`form` and its fields), or typed dice (`die-0`, `die-1` …)."""
    try:
        orders = _orders(request, match_id)
        pending, stopped = whole_number(request.POST, "pending"), ""
        key = request.POST.get("key") or None
        stopped = give_in_turn(person(request.user), match_id, orders, pending, key)
    except DiceWanted:
        pass
    except NotThere:
        raise
    except Refusal as refusal:
        if not request.user.is_authenticated:
            return send_to_login(request)
        page = page_of(request, match_id, how=request.GET, posted=request.POST.dict(), refusal=refusal)
        return _shown(request, page, status=refusal.status)
    if request.htmx:  # type: ignore[attr-defined]  # the middleware of django-htmx sets it
        page = page_of(request, match_id)
        if pending is not None:
            page.context["toast"] = toast(page.context["log"].lines, pending)
            page.context["stopped"] = page.look.board.with_names(stopped, page.look.view)
        return _shown(request, page)
    return redirect(reverse("pages:match", args=[match_id]))


@form_only
@guarded
def try_out(request: HttpRequest, match_id: uuid.UUID) -> JsonResponse:
    """What a form would come to if it were sent as it is filled in; nothing happens.

    ``{"words", "submit", "strokes", "refusal"}``: `refusal` is why the command would not be taken, null where it would.
    """
    try:
        trial, refusal = _trial(request, match_id), None
        if trial.refused is not None:
            look = load_context(request, match_id)
            refusal = refusal_of(trial.refused, look.match.ruleset.key)
            refusal.message = look.board.with_names(refusal.message, look.view)
            refusal.hint = look.board.with_names(refusal.hint, look.view)
    except NotThere:
        raise
    except Refusal as error:
        trial, refusal = Trial(), error
    return JsonResponse(
        {
            "words": trial.words,
            "submit": trial.submit,
            "strokes": [asdict(stroke) for stroke in trial.strokes],
            "refusal": refusal.document() if refusal is not None else None,
        }
    )


def _trial(request: HttpRequest, match_id: uuid.UUID) -> Trial:
    """What a form would come to. A reason comes last, and what it is for can be looked at before."""
    form, posted = _form(request, match_id), request.POST.dict()
    values = values_of(form, {**posted, "reason": posted.get("reason") or "a trial"})
    return form.trial(values) if form.trial is not None else Trial()


def _orders(request: HttpRequest, match_id: uuid.UUID) -> Sequence[dict[str, Any]]:
    """The commands that were posted, as plain JSON: one, or those of a form that is sent as several."""
    posted: Mapping[str, str] = request.POST
    if posted.get("command"):
        return [_parsed(posted["command"])]
    if posted.get("form") == "dice":
        return [{"type": "dice", "faces": _faces(posted)}]
    return commands_of(_sent_before(request, match_id) or _form(request, match_id), posted)


def _sent_before(request: HttpRequest, match_id: uuid.UUID) -> Form | None:
    """The form as it was asked when a command was carried out under the same key; None where none was, or not by it.

    What it is sent as may follow from the position, so only that of then makes the same request again.
    """
    version = service.version_before(person(request.user), match_id, request.POST.get("key", ""))
    if version is None:
        return None
    found = find_form(offered_forms(request, match_id, version), request.POST.get("form", ""))
    return found.form if found is not None else None


def _form(request: HttpRequest, match_id: uuid.UUID) -> Form:
    """The form that was filled in, if it is still asked of who sends it."""
    uid = request.POST.get("form", "")
    found = find_form(offered_forms(request, match_id), uid)
    if found is None:
        raise _not_asked(service.load(person(request.user), match_id), uid)
    return found.form


def _not_asked(seen: service.VisibleMatch, uid: str) -> Refusal:
    """Why a form is none of theirs: they only look on, it is the GM's, or it is asked no more or of somebody else."""
    if not seen.role.gm and not seen.role.seats:
        return no_seat()
    if not seen.role.gm and uid in gm_forms(seen.match):
        return Forbidden("gm_only", "Only the GM may do this.", rule="KERNEL-TABLE-02", hint="Ask your GM.")
    moved_on = "The match has moved on; this decision is no longer open."
    return Refusal(
        "no_longer_asked",
        moved_on if seen.role.gm else "This decision is no longer open, or it is not yours to make.",
        rule="KERNEL-MATCH-03",
        hint="Check the current decision.",
        status=409,
    )


def _parsed(text: str) -> dict[str, Any]:
    order = read_json(text.encode(), "command")
    if not isinstance(order, dict):
        raise Unreadable("A command must be an object.", "command")
    return order


def _faces(posted: Mapping[str, str]) -> list[int]:
    """The typed faces in order, up to the first that was left empty."""
    faces = []
    for place in range(MOST_DICE):
        typed = posted.get(f"die-{place}", "").strip()
        if not typed:
            break
        if not (typed.isascii() and typed.isdigit() and len(typed) <= 9):
            raise Unreadable(
                f"{typed!r} is not a face of this die.", f"die-{place}", hint="Enter the number the die shows."
            )
        faces.append(int(typed))
    return faces


def _shown(request: HttpRequest, page: TablePage, status: int = 200) -> HttpResponse:
    template = "matches/table/answer.html" if request.htmx else "matches/match.html"  # type: ignore[attr-defined]
    return render(request, template, page.context, status=status)
