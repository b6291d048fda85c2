"""The page of a match: the board, who must decide what, what may be done, the log, the GM's hand."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches import service
from matches.errors import DiceWanted, NotThere, Refusal, Unreadable
from matches.outside import read_json
from matches.pages.forms import command_of, find_form
from matches.pages.guard import ask_to_log_in, form_only, guarded, whole_number
from matches.pages.table import TablePage, page_of

MOST_DICE = 100


@never_cache
@require_safe
@guarded
def match_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The match as it stands; for htmx only the table."""
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
        order = _order(request, match_id)
        pending = whole_number(request.POST, "pending")
        key = request.POST.get("key") or None
        service.give_command(service.person(request.user), match_id, order, pending=pending, key=key)
    except DiceWanted:
        pass
    except NotThere:
        raise
    except Refusal as refusal:
        if not request.user.is_authenticated:
            return ask_to_log_in(request)
        page = page_of(request, match_id, how=request.GET, posted=request.POST.dict(), refusal=refusal)
        return _shown(request, page, status=refusal.status)
    if request.htmx:  # type: ignore[attr-defined]  # the middleware of django-htmx sets it
        return _shown(request, page_of(request, match_id))
    return redirect(reverse("pages:match", args=[match_id]))


def _order(request: HttpRequest, match_id: uuid.UUID) -> dict[str, Any]:
    """The command that was posted, as plain JSON."""
    posted: Mapping[str, str] = request.POST
    if posted.get("command"):
        return _parsed(posted["command"])
    if posted.get("form") == "dice":
        return {"type": "dice", "faces": _faces(posted)}
    form = find_form(page_of(request, match_id).forms, posted.get("form", ""))
    if form is None:
        raise Refusal(
            "no_longer_asked",
            "That is no longer asked: the match went on in the meantime.",
            rule="KERNEL-MATCH-03",
            hint="Look at what is asked now.",
            status=409,
        )
    return command_of(form.form, posted)


def _parsed(text: str) -> dict[str, Any]:
    order = read_json(text.encode(), "command")
    if not isinstance(order, dict):
        raise Unreadable("A command is an object.", "command")
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
                f"{typed!r} is no face of a die.", f"die-{place}", hint="Type the number that lies on top."
            )
        faces.append(int(typed))
    return faces


def _shown(request: HttpRequest, page: TablePage, status: int = 200) -> HttpResponse:
    template = "matches/table/table.html" if request.htmx else "matches/match.html"  # type: ignore[attr-defined]
    return render(request, template, page.context, status=status)
