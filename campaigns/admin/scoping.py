"""Whose campaigns the admin site shows: those that one runs, as GM or co-GM; superusers run all."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model, QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from campaigns.models import Campaign, Member
from eventstore.admin import ReadOnly

M = TypeVar("M", bound=Model)
STAFF = (Member.Role.GM, Member.Role.CO_GM)
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
        """Those of the campaigns that this user runs."""
        return run_by(request.user, super().get_queryset(request), self.campaign_path)

    def page_of(self, row: Any) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])

    def show_form(self, request: HttpRequest, template: str, row: Any, form: Form, **context: Any) -> HttpResponse:
        """A page with a form about a row."""
        whole = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": row,
            "form": form,
            "media": form.media,
            "back": self.page_of(row),
            **context,
        }
        return TemplateResponse(request, template, whole)
