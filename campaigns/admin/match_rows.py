"""From the admin page of a match to the battle that it is, its campaign and its companies."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, PermissionsMixin
from django.urls import reverse

from campaigns.admin.scoping import run_by
from campaigns.models import Battle
from matches.admin.belonging import register_rows

LOOKS = [f"campaigns.view_{model}" for model in ("battle", "campaign", "company")]


@register_rows
def battle_rows(user: AbstractBaseUser | AnonymousUser, match: UUID) -> Iterator[tuple[str, str]]:
    """For who runs the campaign and may look at its lists; nothing for others."""
    if not (isinstance(user, PermissionsMixin) and user.has_perms(LOOKS)):
        return
    battles = run_by(user, Battle.objects.filter(match=match), "campaign")
    battle = battles.select_related("campaign").prefetch_related("sides__company").first()
    if battle is None:
        return
    yield f"Battle {battle.number}", reverse("admin:campaigns_battle_change", args=[battle.pk])
    yield battle.campaign.title, reverse("admin:campaigns_campaign_change", args=[battle.campaign_id])
    for side in battle.sides.all():
        yield side.company.name, reverse("admin:campaigns_company_change", args=[side.company_id])
