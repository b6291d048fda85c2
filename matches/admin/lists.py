"""The lists of matches, seats and accounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.admin import TabularInline
from unfold.contrib.filters.admin import (
    BooleanRadioFilter,
    ChoicesDropdownFilter,
)
from unfold.decorators import display

from eventstore.admin import ChoiceFilter, DayFilter, OwnSelectFilter, ReadOnly, button, buttons, once, stream_address
from eventstore.api import describe_imports, imports_of
from matches.admin.audit_links import links_of_match
from matches.admin.belonging import rows_of
from matches.admin.gm_actions import GmActions
from matches.dice_secrets import REPLACED
from matches.models import Account, Match, Seat
from matches.pages.related_links import RelatedLink, related_links
from matches.service import load
from rules.kernel.errors import KernelError
from rules.registry import RULESETS
from web.errors import Refusal
from web.people import person
from web.provenance import row_words

STATUS_COLOURS = {"waiting": "info", "running": "success", "finished": "primary", "abandoned": "warning"}
NOBODY = "–"


class RulesetFilter(ChoiceFilter):
    """The games."""

    title = "game"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [(key, game.title) for key, game in sorted(RULESETS.items())]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(ruleset=chosen)


class CreatedFilter(DayFilter):
    """By the day on which they were opened."""

    title = "day created (UTC)"
    field = "created_at"


class ForkFilter(ChoiceFilter):
    """Forks, matches that are none, and imports."""

    title = "origin"
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [
            ("fork", "forked from another"),
            ("new", "not forked"),
            ("here", "played here"),
            ("imported", "imported, not sealed by this server"),
            ("fork_of_import", "forked from an import"),
        ]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        if chosen in {"here", "imported"}:
            return queryset.filter(from_outside=chosen == "imported")
        if chosen == "fork_of_import":
            return queryset.filter(forked_from_import=True)
        return queryset.filter(forked_from__isnull=chosen == "new")


class SeatInline(TabularInline):
    """The seats of a match, on its page."""

    model = Seat
    fields = ("team", "name", "holder", "account")
    readonly_fields = fields
    can_delete = False
    extra = 0
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("account__user", "match")

    @display(description="team")
    def team(self, seat: Seat) -> str:
        return _side(seat.match, seat.name)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Seats follow from the log."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Seats follow from the log."""
        return False


@admin.register(Match)
class MatchAdmin(GmActions, ReadOnly):
    """Matches this user may see, newest first, then imports; what the GM does to one is a command."""

    list_display = (
        "title",
        "status_label",
        "score",
        "turn",
        "must_act",
        "gm_shown",
        "who_may_watch",
        "imported",
        "updated",
    )
    list_filter = (
        ("status", ChoicesDropdownFilter),
        ("visibility", ChoicesDropdownFilter),
        RulesetFilter,
        ForkFilter,
        ("open_seats", BooleanRadioFilter),
        ("gm", OwnSelectFilter),
        CreatedFilter,
    )
    list_filter_submit = True
    search_fields = ("title", "gm_name", "seats__holder")
    search_help_text = "A title, a GM, a player, or the id of a match."
    ordering = ("-sort_key", "-id")
    inlines = (SeatInline,)
    fieldsets = (
        (None, {"fields": ("title", "imports", "look", "belongs", "status_label", "score", "turn", "must_act")}),
        ("People", {"fields": ("gm_shown", "visibility", "open_seats")}),
        (
            "Log",
            {
                "fields": (
                    "id",
                    "game",
                    "version",
                    "stream_link",
                    "house_dice",
                    "forked",
                    "forks",
                    "created",
                    "updated",
                )
            },
        ),
    )
    readonly_fields = (
        "title",
        "imports",
        "look",
        "belongs",
        "status_label",
        "score",
        "turn",
        "must_act",
        "gm_shown",
        "visibility",
        "open_seats",
        "id",
        "game",
        "version",
        "stream_link",
        "house_dice",
        "forked",
        "forks",
        "created",
        "updated",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Those that `visible_to` lists, with their people."""
        return Match.objects.visible_to(request.user).with_people().order_by(*self.ordering)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Match | None:
        """With who looks: what it belongs to is shown as far as they may see it."""
        match: Match | None = super().get_object(request, object_id, from_field)
        if match is not None:
            match.seen_by = request.user  # type: ignore[attr-defined]  # for the page alone
        return match

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """By id where that was typed."""
        try:
            return queryset.filter(pk=UUID(search_term.strip())), False
        except ValueError:
            return super().get_search_results(request, queryset, search_term)

    @display(description="status", ordering="status", label=STATUS_COLOURS)
    def status_label(self, match: Match) -> str:
        return match.status

    @display(description="visibility", ordering="visibility")
    def who_may_watch(self, match: Match) -> str:
        """In one word: the column is narrow."""
        return match.visibility

    @display(description="score")
    def score(self, match: Match) -> str:
        headline, outcome = _headline(match), match.summary.get("outcome") or {}
        score = headline.get("score") or outcome.get("score") or {}
        teams = headline.get("teams") or {}
        # By the game's own order of seats: PostgreSQL keeps none in JSON.
        sides = [side for side in (*_seats(match), "gm") if side in score]
        parts = [f"{(teams.get(side) or {}).get('name', side)} {score[side]}" for side in sides]
        return " – ".join(parts) or NOBODY

    @display(description="turn")
    def turn(self, match: Match) -> str:
        headline = _headline(match)
        numbers = [str(headline[name]) for name in ("turn", "turns_total") if headline.get(name) is not None]
        # Joined by blanks that do not break: the column is narrow.
        return "\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}".join(numbers) or NOBODY

    @display(description="must act")
    def must_act(self, match: Match) -> str:
        """The seats that are waited for, each with who holds it."""
        holders = {seat.name: seat.holder for seat in match.seats.all()} | {"gm": match.gm_name}
        seats = match.summary.get("waits_for") or ()
        return ", ".join(f"{_side(match, seat)} ({holders.get(seat) or 'nobody yet'})" for seat in seats) or NOBODY

    @display(description="GM", ordering="gm_name")
    def gm_shown(self, match: Match) -> str:
        """Who runs it; by the name in the log where the account is not here."""
        return match.gm.user.get_username() if match.gm else match.gm_name or NOBODY

    @display(description="created", ordering="created_at")
    def created(self, match: Match) -> str:
        """When its first event was recorded."""
        return f"{match.created_at:%Y-%m-%d %H:%M} UTC"

    @display(description="last event", ordering="updated_at")
    def updated(self, match: Match) -> str:
        """When its last event was recorded."""
        return f"{match.updated_at:%Y-%m-%d %H:%M} UTC"

    @display(description="imported")
    def imported(self, match: Match) -> str:
        """Who took it in and when, where nobody trusted has signed for it, or for what it was forked from."""
        fork = "forked from an imported match" if match.forked_from_import else NOBODY
        return row_words(match) or fork

    @display(description="imported")
    @once
    def imports(self, match: Match) -> str:
        return "; ".join(one.words for one in describe_imports(imports_of(match.stream))) or "no, played here"

    @display(description="show")
    def look(self, match: Match) -> SafeString | str:
        return buttons(links_of_match(match.pk))

    @display(description="belongs to")
    @once
    def belongs(self, match: Match) -> SafeString | str:
        """Links to the battle that it is, its campaign and companies; their pages for who does not run them."""
        here = rows_of(match.seen_by, match.pk)  # type: ignore[attr-defined]  # who looks
        return buttons(here or [(place.label, place.address) for place in _places(match)])

    @display(description="game")
    def game(self, match: Match) -> str:
        title = RULESETS[match.ruleset].title if match.ruleset in RULESETS else match.ruleset
        return f"{title}, version {match.ruleset_version}"

    @display(description="stream")
    def stream_link(self, match: Match) -> SafeString:
        return button(stream_address(match.stream), match.stream)

    @display(description="house dice")
    @once
    def house_dice(self, match: Match) -> str:
        """Whether they can be rolled here."""
        try:
            loaded = load(person(match.seen_by), match.pk).match  # type: ignore[attr-defined]  # who looks
        except (Refusal, KernelError):
            return NOBODY
        if not loaded.table.commitment:
            return "none, all dice are table dice"
        if loaded.secret_replaced():
            return f"cannot be rolled: {REPLACED}"
        return "rolled here" if loaded.secret() else "cannot be rolled: their secret was made on another server"

    @display(description="forked from")
    def forked(self, match: Match) -> SafeString | str:
        if match.forked_from is None:
            return NOBODY
        address = f"{reverse('pages:replay', args=[match.forked_from])}?n={match.forked_at}"
        return button(address, f"event {match.forked_at} of {match.forked_from}")

    @display(description="forks of it")
    @once
    def forks(self, match: Match) -> SafeString | str:
        """Links to the forks that are among the rows of who looks."""
        seen = Match.objects.visible_to(match.seen_by)  # type: ignore[attr-defined]  # who looks
        rows = seen.filter(forked_from=match.pk).values_list("pk", "title")
        links = ((button(reverse("admin:matches_match_change", args=[pk]), title),) for pk, title in rows)
        return format_html_join(", ", "{}", links) or NOBODY


def _places(match: Match) -> list[RelatedLink]:
    """What a match belongs to; nothing where its log is not to be read."""
    who = person(match.seen_by)  # type: ignore[attr-defined]  # who looks
    try:
        return related_links(who, load(who, match.pk).match)
    except (Refusal, KernelError):
        return []


def _headline(match: Match) -> Mapping[str, Any]:
    headline: Mapping[str, Any] = match.summary.get("headline") or {}
    return headline


def _side(match: Match, seat: str) -> str:
    """A seat by the name of its team, where it has one."""
    teams = _headline(match).get("teams") or {}
    return str((teams.get(seat) or {}).get("name") or {"gm": "the GM"}.get(seat, seat))


def _seats(match: Match) -> Sequence[str]:
    """The seats of a match in the order of its game."""
    seats: Sequence[str] = RULESETS[match.ruleset].seats if match.ruleset in RULESETS else ()
    return seats


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Who holds which seat, in the matches this user may see."""

    list_display = ("team", "match_link", "status", "holder_shown", "imported")
    list_filter = (("match", OwnSelectFilter), ("account", OwnSelectFilter), "match__status")
    list_filter_submit = True
    search_fields = ("holder", "match__title")
    search_help_text = "The player, or the title of the match."
    ordering = ("-match__sort_key", "id")
    fields = ("team", "name", "match_link", "status", "holder_shown", "imported")
    readonly_fields = fields

    @display(description="team", ordering="name")
    def team(self, seat: Seat) -> str:
        return _side(seat.match, seat.name)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        seen = Match.objects.visible_to(request.user)
        rows = Seat.objects.filter(match__in=seen.order_by().values("pk")).order_by(*self.ordering)
        return rows.select_related("match", "account__user")

    @display(description="match", ordering="match__title")
    def match_link(self, seat: Seat) -> SafeString:
        return button(reverse("admin:matches_match_change", args=[seat.match_id]), seat.match.title)

    @display(description="status of the match", ordering="match__status", label=STATUS_COLOURS)
    def status(self, seat: Seat) -> str:
        """How far the match has come."""
        return seat.match.status

    @display(description="player", ordering="holder")
    def holder_shown(self, seat: Seat) -> str:
        """Who holds it; by the name in the log where the account is not here. No seat is free once it is over."""
        over = seat.match.status in (Match.Status.FINISHED, Match.Status.ABANDONED)
        return seat.account.user.get_username() if seat.account else seat.holder or ("nobody" if over else "free")

    @display(description="match imported")
    def imported(self, seat: Seat) -> str:
        """Who took its match in and when, where nobody trusted has signed for it."""
        return row_words(seat.match) or NOBODY


@admin.register(Account)
class AccountAdmin(ReadOnly):
    """How the log names users."""

    list_display = ("user", "key")
    search_fields = ("user__username",)
    search_help_text = "The name of a user."
    ordering = ("user__username",)
    list_select_related = ("user",)
    # Not the user itself: Django would link to its page, which few may open.
    fields = ("username", "key", "runs", "holds")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        """With the user, who is its name in every list."""
        return super().get_queryset(request).select_related("user")

    @display(description="user")
    def username(self, account: Account) -> str:
        return str(account.user)

    @display(description="runs")
    def runs(self, account: Account) -> SafeString:
        address = f"{reverse('admin:matches_match_changelist')}?gm__id__exact={account.pk}"
        return button(address, "matches as GM")

    @display(description="holds")
    def holds(self, account: Account) -> SafeString:
        address = f"{reverse('admin:matches_seat_changelist')}?account__id__exact={account.pk}"
        return button(address, "seats")
