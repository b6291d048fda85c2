"""Links from the log's own pages to campaigns and companies, and who may read their streams."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse

from campaigns.admin.scoping import run_by
from campaigns.models import CAMPAIGN, COMPANY, Campaign, Company, id_of
from eventstore.admin import stream_info_for, stream_names


class StreamAuditLinks:
    """Streams of one kind; `model` has their rows."""

    kind: str
    model: type[Campaign | Company]
    path: str

    def links(self, stream: str) -> list[tuple[str, str]]:
        row = id_of(stream)
        if row is None or not self.model.objects.filter(pk=row).exists():
            return []
        return [("Sheet", self._sheet(row))]

    def moment(self, stream: str, version: int) -> tuple[str, str] | None:
        row = id_of(stream)
        return ("Sheet", self._sheet(row)) if row else None

    def titles(self, user: AbstractBaseUser | AnonymousUser, streams: Collection[str]) -> dict[str, str]:
        return {row.stream: str(row) for row in self._rows(user, streams)}

    def listed(self, user: AbstractBaseUser | AnonymousUser) -> QuerySet[Any]:
        return stream_names(self.kind, run_by(user, self.model.objects.all(), self.path))

    def read_in_full(self, user: AbstractBaseUser | AnonymousUser, streams: Collection[str]) -> set[str]:
        return {row.stream for row in self._rows(user, streams)}

    def _rows(self, user: AbstractBaseUser | AnonymousUser, streams: Collection[str]) -> QuerySet[Any]:
        ids = [identity for stream in streams if (identity := id_of(stream))]
        return run_by(user, self.model.objects.filter(pk__in=ids), self.path)

    def readable(self, user: AbstractBaseUser | AnonymousUser, stream: str, versions: Collection[int]) -> set[int]:
        """Everything, for who runs the campaign; nothing for others. Superusers read what is in no row, too."""
        if getattr(user, "is_superuser", False):
            return set(versions)
        row = id_of(stream)
        runs = row is not None and run_by(user, self.model.objects.filter(pk=row), self.path).exists()
        return set(versions) if runs else set()

    def may_hide(self, event_type: str) -> bool:
        return False

    def _sheet(self, row: UUID) -> str:
        return reverse(f"admin:campaigns_{self.model.__name__.lower()}_change", args=[row])


@stream_info_for(CAMPAIGN)
class CampaignAuditLinks(StreamAuditLinks):
    """Streams of campaigns."""

    kind = CAMPAIGN
    model = Campaign
    path = "pk"


@stream_info_for(COMPANY)
class CompanyAuditLinks(StreamAuditLinks):
    """Streams of companies."""

    kind = COMPANY
    model = Company
    path = "campaign"
