"""Tokens with which programs log in: shown once, kept as digests, gone after a while and with the password."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

import structlog
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError
from django.utils import timezone

from web.models import ApiToken

PREFIX = "skald_"
SECRET_BYTES = 32
# Who logs in for every call must not fill the table: of more, those go that were not used for longest.
MOST_TOKENS = 50
# To note each use would make every reader wait for the writers.
USE_NOTED_EVERY = timedelta(minutes=10)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just made. `secret` is nowhere else, and nobody can find it again."""

    secret: str
    expires_at: datetime


def give_token(user: AbstractBaseUser, name: str = "") -> NewToken:
    """A new token of a user."""
    _make_room(user)
    given = NewToken(PREFIX + secrets.token_urlsafe(SECRET_BYTES), timezone.now() + _lifetime())
    ApiToken.objects.create(user_id=user.pk, name=name, digest=digest(given.secret), expires_at=given.expires_at)
    return given


def find_token(secret: str) -> ApiToken | None:
    """The token with its user and account, in one question; None where there is none, or none any more."""
    token = ApiToken.objects.select_related("user__account").filter(digest=digest(secret)).first()
    return None if token is None or token.expired else token


def note_use(token: ApiToken) -> None:
    """Note that a token is used, now and then; to read must be possible where nothing can be written."""
    now = timezone.now()
    if token.used_at is not None and now - token.used_at < USE_NOTED_EVERY:
        return
    try:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    except DatabaseError as error:
        log.warning("token.use_not_noted", token=token.pk, error=str(error))


def revoke_all(user: AbstractBaseUser) -> int:
    """Make all tokens of a user void; return how many there were."""
    gone, _ = ApiToken.objects.filter(user_id=user.pk).delete()
    return gone


def digest(secret: str) -> str:
    """What is kept of a token. It is as random as the digest is long, so nothing slower than SHA-256 is needed."""
    return sha256(secret.encode("utf-8", errors="replace")).hexdigest()


def _lifetime() -> timedelta:
    return timedelta(days=settings.TOKEN_DAYS)


def _make_room(user: AbstractBaseUser) -> None:
    own = ApiToken.objects.filter(user_id=user.pk)
    own.filter(expires_at__lte=timezone.now()).delete()
    by_use = sorted(own, key=lambda token: (token.used_at or token.created_at, token.pk), reverse=True)
    own.filter(pk__in=[token.pk for token in by_use[MOST_TOKENS - 1 :]]).delete()


class RevokesTokens:
    """A password validator that forbids no password: Django tells validators when one was changed, whoever did it."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Allow every password."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Make the tokens void that were made under the password before."""
        if user is not None:
            revoke_all(user)

    def get_help_text(self) -> str:
        return "Programs that log in with a token of yours will need a new one."
