"""What is named on a command line: matches, users, files."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.management.base import CommandError

from matches.errors import Refusal
from matches.models import Match

SHORTEST_PREFIX = 4


def match_named(name: str) -> uuid.UUID:
    """The match with this id, or with the only id that begins so (4 characters at the least)."""
    try:
        return uuid.UUID(name)
    except ValueError:
        pass
    wanted = name.lower().replace("-", "")
    if len(wanted) < SHORTEST_PREFIX or not all(letter in "0123456789abcdef" for letter in wanted):
        raise CommandError(f"{name!r} is no id of a match; `manage.py match list` shows them.")
    low, high = wanted.ljust(32, "0"), wanted.ljust(32, "f")
    found = list(Match.objects.filter(pk__gte=uuid.UUID(low), pk__lte=uuid.UUID(high)).values_list("pk", flat=True)[:2])
    if len(found) != 1:
        raise CommandError(f"{'No match' if not found else 'More than one match'} has an id that begins with {name}.")
    return found[0]


def user_named(name: str) -> AbstractBaseUser:
    """The user with this name."""
    users = get_user_model()
    found: AbstractBaseUser | None = users.objects.filter(**{users.USERNAME_FIELD: name}).first()
    if found is None:
        raise CommandError(f"There is no user {name!r}.")
    return found


def json_file(path: Path | None) -> dict[str, Any] | None:
    """The JSON object in a file; None without a file."""
    if path is None:
        return None
    try:
        document = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CommandError(f"{path}: {error}") from None
    if not isinstance(document, dict):
        raise CommandError(f"{path}: an object is wanted.")
    return document


def complaint(refusal: Refusal) -> CommandError:
    """A Refusal as a command says it: message, rule, what to do next."""
    place = f" [{refusal.field}]" if refusal.field else ""
    rule = (
        f" ({refusal.rule}: {refusal.rule_text})" if refusal.rule_text else f" ({refusal.rule})" if refusal.rule else ""
    )
    hint = f" {refusal.hint}" if refusal.hint else ""
    return CommandError(f"{refusal.code}{place}: {refusal.message}{rule}{hint}")
