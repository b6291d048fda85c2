"""People as logs name them, and the tokens of their programs. They are kept here alone."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone


class Account(models.Model):
    """How the log names a user: a random key, which outlives a change of name and means nothing elsewhere."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="account")
    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)

    class Meta:
        db_table = "matches_account"  # of before there was this app
        default_permissions = ()  # rights and addresses in the admin site are those of `matches.Account`

    def __str__(self) -> str:
        return f"account of {self.user}"


class ApiToken(models.Model):
    """A token of a user for programs: only its SHA-256 is here, so that who reads the database has none."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60, blank=True, default="")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "matches_apitoken"  # the same
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name or "unnamed token"

    @property
    def expired(self) -> bool:
        """Whether it is good for nothing any more."""
        return self.expires_at <= timezone.now()
