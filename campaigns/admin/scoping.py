"""Whose campaigns the admin site shows: those that one runs, as GM or co-GM; superusers run all."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from campaigns.models import Campaign, Member
from eventstore.admin import ReadOnly

M = TypeVar("M", bound=Model)
STAFF = (Member.Role.GM, Member.Role.CO_GM)
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
