"""The home of the admin site: what waits in campaigns, how the matches stand, what is parked, what happened last.

And the way around it.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse

from campaigns.admin.home import home
from config.finding import find, may_search, searched_for
from config.log_lines import EventLine, event_lines
from eventstore.admin import at, listed_for, played_here
from eventstore.models import Event, Subscription
from matches.models import Match

LAST_EVENTS = 10

# Heading, then title, icon and model of each link.
SECTIONS: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        "Campaigns",
        (
            ("Campaigns", "map", "campaigns.campaign"),
            ("Companies", "groups", "campaigns.company"),
            ("Heroes", "shield_person", "campaigns.hero"),
            ("Battles", "swords", "campaigns.battle"),
            ("Jobs", "manufacturing", "campaigns.job"),
        ),
    ),
    (
        "Play",
        (
            ("Matches", "sports_score", "matches.match"),
            ("Seats", "event_seat", "matches.seat"),
        ),
    ),
    (
        "Log",
        (
            ("Streams", "waves", "eventstore.stream"),
            ("Events", "history_edu", "eventstore.event"),
            ("Commands", "terminal", "eventstore.command"),
            ("Subscriptions", "rss_feed", "eventstore.subscription"),
            ("Seals", "verified_user", "eventstore.seal"),
        ),
    ),
    (
        "People",
        (
            ("Users", "person", "auth.user"),
            ("Groups", "group", "auth.group"),
            ("Accounts", "badge", "matches.account"),
        ),
    ),
)


def stylesheet(request: HttpRequest) -> str:
    """The address of our own style sheet."""
    return static("config/admin.css")


def script(request: HttpRequest) -> str:
    """The address of our own script."""
    return static("config/admin.js")


def scheme_script(request: HttpRequest) -> str:
    """The address of the script with the choice of colours, which the pages use, too."""
    return static("web/scheme.js")


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The side bar: what this user may look at."""
    groups: list[dict[str, Any]] = [
        {"title": "", "items": [{"title": "Home", "icon": "home", "link": reverse("admin:index")}]}
    ]
    for heading, links in SECTIONS:
        items = [_link(title, icon, model) for title, icon, model in links if _may_view(request, model)]
        if items:
            groups.append({"title": heading, "separator": True, "items": items})
    return groups


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add what the home shows to its context, or what was searched for; each part only for who may view it."""
    context["may_search"] = may_search(request)
    if context["may_search"] and (words := searched_for(request)):
        context["search"] = find(request, words)
        return context
    if all(_may_view(request, model) for _, _, model in SECTIONS[0][1]):
        context["home"] = home(request)
    if _may_view(request, "matches.match"):
        context["statuses"] = _statuses(request)
    if _may_view(request, "eventstore.subscription"):
        context["subscriptions"] = True
        context["parked"] = _parked()
    if _may_view(request, "eventstore.event"):
        context["last_events"] = _last_events(request)
    return context


def _may_view(request: HttpRequest, model: str) -> bool:
    app, _, name = model.partition(".")
    return request.user.has_perm(f"{app}.view_{name}") or request.user.has_perm(f"{app}.change_{name}")


def _link(title: str, icon: str, model: str) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": reverse(f"admin:{model.replace('.', '_')}_changelist")}


def _statuses(request: HttpRequest) -> list[dict[str, Any]]:
    """How many matches that this user may see stand how; what was imported is counted apart."""
    rows = Match.objects.visible_to(request.user).order_by()
    here = rows.filter(from_outside=False).values_list("status")
    counts = dict(here.annotate(number=Count("pk", distinct=True)))
    address = reverse("admin:matches_match_changelist")
    found = [
        {
            "label": status.value.capitalize(),
            "number": counts.get(status.value, 0),
            "address": f"{address}?status__exact={status.value}&origin=here",
        }
        for status in (Match.Status.RUNNING, Match.Status.WAITING, Match.Status.FINISHED, Match.Status.ABANDONED)
    ]
    imported = rows.filter(from_outside=True).aggregate(number=Count("pk", distinct=True))
    if imported["number"]:
        found.append({"label": "Imported", "address": f"{address}?origin=imported", **imported})
    return found


def _parked() -> list[dict[str, Any]]:
    """The subscriptions that an event stopped."""
    rows = Subscription.objects.filter(failed_position__isnull=False).order_by("name")
    return [
        {
            "name": row.name,
            "position": row.failed_position,
            "error": row.error_type,
            "since": at(row.failed_at) if row.failed_at is not None else "",
            "address": reverse("admin:eventstore_subscription_change", args=[row.pk]),
        }
        for row in rows
    ]


def _last_events(request: HttpRequest) -> list[EventLine]:
    """The newest events that happened here of what this user may read.

    Not their bodies, nor the types of those that are hidden.
    """
    events = listed_for(request.user, played_here(Event.objects.select_related("stream", "type")), "stream")
    rows = list(events.order_by("-position")[:LAST_EVENTS])
    return event_lines(request.user, rows)
