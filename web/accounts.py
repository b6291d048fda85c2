"""Every user has an account from the beginning: to name somebody for the first time takes no step more than later."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db.models.signals import post_save
from django.dispatch import receiver

from web.models import Account


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def make_account(instance: AbstractBaseUser, created: bool, raw: bool, **_: Any) -> None:
    """Give a new user an account. What is loaded from a fixture brings its own."""
    if created and not raw:
        Account.objects.get_or_create(user_id=instance.pk)
