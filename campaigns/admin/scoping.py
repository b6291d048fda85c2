"""Whose campaigns the admin site shows, how its lists are narrowed, and what its pages have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, ClassVar, TypeVar

from django.contrib import admin
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model, QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from campaigns.domain.campaign.house_rules import progression_of
from campaigns.models import STAFF, Campaign, Member
from eventstore.admin import ChoiceFilter, ReadOnly
from rules.registry import RULESETS

M = TypeVar("M", bound=Model)
ACT = "campaigns/admin/act.html"
CHANGE = "campaigns.change_campaign"
"""The right in the admin site that lets a GM act there."""


def run_by(user: AbstractBaseUser | AnonymousUser, rows: QuerySet[M], path: str) -> QuerySet[M]:
    """Those of `rows` that belong to campaigns which `user` runs; `path` leads from a row to the campaign's id."""
    if not user.is_active:
        return rows.none()
    if getattr(user, "is_superuser", False):
        return rows
    own = Member.objects.filter(account__user=user.pk, role__in=STAFF).values("campaign")
    return rows.filter(**{f"{path}__in": own})


def campaigns_of(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Campaign]:
    """The campaigns that `user` runs."""
    return run_by(user, Campaign.objects.all(), "pk")


class OfCampaigns(ReadOnly):
    """Rows of campaigns, for who runs them. `campaign_path` leads from a row to its campaign."""

    campaign_path = "campaign"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return run_by(request.user, super().get_queryset(request), self.campaign_path)

    def page_of(self, row: Any) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])

    def show_form(self, request: HttpRequest, template: str, row: Any, form: Form, **context: Any) -> HttpResponse:
        whole = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": row,
            "form": form,
            "media": form.media,
            **({"back": self.page_of(row)} if row is not None else {}),
            **context,
        }
        return TemplateResponse(request, template, whole)


class GameFilter(ChoiceFilter):
    """The games."""

    title = "game"
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [(key, game.title) for key, game in sorted(RULESETS.items())]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(game=chosen)


class SomeFilter(ChoiceFilter):
    """Rows whose count in a column is above 0, or is 0."""

    column: ClassVar[str]

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [("some", "some"), ("none", "none")]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(**{f"{self.column}__gt": 0} if chosen == "some" else {self.column: 0})


def some(words: str, of: str) -> type[SomeFilter]:
    """The filter of a column by what it counts."""
    return type(f"Some{of.capitalize()}", (SomeFilter,), {"title": words, "parameter_name": of, "column": of})


def levels(game: str) -> bool:
    """Whether XP bring anything in a game.

    >>> levels("istra"), levels("ishmek"), levels("chess")
    (True, False, True)
    """
    return game not in RULESETS or bool(progression_of(game).growth.choices)


def without(fieldsets: Iterable[tuple[Any, Any]], names: Collection[str]) -> list[tuple[Any, Any]]:
    """The groups of fields of a page without some of the fields.

    >>> without([(None, {"fields": ("name", "gold")})], {"gold"})
    [(None, {'fields': ('name',)})]
    """
    return [
        (title, {**group, "fields": tuple(name for name in group["fields"] if name not in names)})
        for title, group in fieldsets
    ]
