"""Seats, invitations and who may look on: the people of a match, from its page."""

from __future__ import annotations

import uuid
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches import service
from matches.facts import Visibility
from matches.pages.form_only import form_only
from matches.pages.match_context import load_context
from matches.pages.waiting import invited_words
from rules.kernel.asks import GM
from web.errors import NotThere, Refusal
from web.pages.guard import guarded, send_to_login
from web.people import person
from web.templatetags.sentences import sentence


@form_only
@guarded
def seats(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Take, leave, assign or clear a seat, or make an invitation to it."""
    if not request.user.is_authenticated:
        return send_to_login(request)
    seat = request.POST.get("seat", "")
    try:
        _change_seat(request, match_id, seat, request.POST.get("do", ""))
    except NotThere:
        raise
    except Refusal as refusal:
        messages.error(request, _in_words(refusal))
    return redirect(reverse("pages:match", args=[match_id]) + "#people")


def _change_seat(request: HttpRequest, match_id: uuid.UUID, seat: str, action: str) -> None:
    look = load_context(request, match_id)
    who, name = look.who, look.board.name(seat, look.view)
    match action:
        case "join":
            service.take_seat(who, match_id, seat)
            messages.success(request, f"You now have the seat of {name}.")
        case "leave":
            service.leave_seat(who, match_id, seat)
            messages.success(request, f"The seat of {name} is free.")
        case "offer":
            user = request.POST.get("user", "").strip()
            service.offer_seat(who, match_id, seat, user)
            own = user == who.name
            messages.success(request, f"You now have the seat of {name}." if own else invited_words(user, name))
        case "decline":
            service.end_invitation(who, match_id, seat)
            messages.success(request, "You have declined the invitation.")
        case "withdraw":
            service.end_invitation(who, match_id, seat)
            messages.success(request, "The invitation has been withdrawn.")
        case "invite":
            token = service.invite(who, match_id, seat)
            link = request.build_absolute_uri(f"{reverse('pages:join', args=[match_id])}?seat={seat}&invite={token}")
            messages.info(request, f"Send this link to whoever should play {name}. It works once: {link}")
        case _:
            raise Refusal("unknown", f"A seat has no action {action!r}.", status=400)


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def answer(request: HttpRequest) -> HttpResponse:
    """Accept an invitation by name or decline it, from the list of matches or the page of the match."""
    if request.method != "POST":
        return redirect("pages:matches")
    if not request.user.is_authenticated:
        return send_to_login(request)
    who, seat = person(request.user), request.POST.get("seat", "")
    try:
        match_id = uuid.UUID(request.POST.get("match", ""))
    except ValueError:
        raise NotThere("invitation") from None
    try:
        if request.POST.get("do") == "decline":
            service.end_invitation(who, match_id, seat)
            messages.success(request, "You have declined the invitation.", extra_tags="top")
            return redirect("pages:matches")
        service.take_seat(who, match_id, seat)
    except NotThere:
        messages.warning(request, "That invitation is no longer open.", extra_tags="top")
        return redirect("pages:matches")
    except Refusal as refusal:
        messages.error(request, _in_words(refusal), extra_tags="top")
        return redirect("pages:matches")
    look = load_context(request, match_id)
    taken = (
        "You are now the GM of this match."
        if seat == GM
        else f"You now have the seat of {look.board.name(seat, look.view)}."
    )
    messages.success(request, taken, extra_tags="top")
    return redirect("pages:match", match_id)


@never_cache
@require_http_methods(["GET", "POST"])
@guarded
def join(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The far end of an invitation: says what is offered, and takes the seat when told to."""
    if not request.user.is_authenticated:
        return send_to_login(request)
    wanted = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {"match_id": match_id, "seat": wanted.get("seat", ""), "invite": wanted.get("invite", "")}
    if request.method == "GET":
        return render(request, "matches/join.html", context)
    try:
        service.take_seat(person(request.user), match_id, context["seat"], context["invite"])
    except NotThere:
        raise
    except Refusal as refusal:
        return render(request, "matches/join.html", {**context, "refusal": refusal}, status=refusal.status)
    look = load_context(request, match_id)
    messages.success(
        request, f"You now have the seat of {look.board.name(context['seat'], look.view)}.", extra_tags="top"
    )
    return redirect("pages:match", match_id)


@form_only
@guarded
def settings(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """As the GM: title, visibility, whether free seats are open."""
    if not request.user.is_authenticated:
        return send_to_login(request)
    change = service.Settings(
        title=request.POST.get("title", ""),
        visibility=cast("Visibility", request.POST.get("visibility", "")),
        open_seats=request.POST.get("open_seats") == "on",
    )
    try:
        service.change_settings(person(request.user), match_id, change)
        messages.success(request, "Saved.")
    except NotThere:
        raise
    except Refusal as refusal:
        messages.error(request, _in_words(refusal))
    return redirect(reverse("pages:match", args=[match_id]) + "#people")


def _in_words(refusal: Refusal) -> str:
    return f"{sentence(refusal.message)} {sentence(refusal.hint)}".strip()
