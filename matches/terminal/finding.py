"""What is named on a command line: matches, users, files."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.management.base import CommandError
from django.db.models import QuerySet

from matches.models import Match
from rules.kernel.errors import Malformed
from rules.kernel.reading import whole_object
from web.errors import Refusal

SHORTEST_PREFIX = 4
WHOLE_ID = 32


def match_named(name: str) -> uuid.UUID:
    """The match with this id, or with the only id that begins so (4 characters at the least)."""
    return id_named(Match.objects.all(), name, "match")


def id_named(rows: QuerySet[Any], name: str, what: str) -> uuid.UUID:
    """The only id among `rows` that is this, or begins so; `what` a row is called. CommandError for none, or many."""
    try:
        return uuid.UUID(name)
    except ValueError:
        pass
    wanted = name.lower().replace("-", "")
    if not SHORTEST_PREFIX <= len(wanted) <= WHOLE_ID or not all(letter in "0123456789abcdef" for letter in wanted):
        raise CommandError(f"{name!r} is no id of a {what}; `manage.py {what} list` shows them.")
    low, high = uuid.UUID(wanted.ljust(WHOLE_ID, "0")), uuid.UUID(wanted.ljust(WHOLE_ID, "f"))
    found = list(rows.filter(pk__gte=low, pk__lte=high).values_list("pk", flat=True)[:2])
    if len(found) != 1:
        raise CommandError(f"{'More than one' if found else 'No'} {what} has an id that begins with {name}.")
    known: uuid.UUID = found[0]
    return known


def user_named(name: str) -> AbstractBaseUser:
    """The user with this name."""
    users = get_user_model()
    # What a terminal passed on that is no text, no database can look for.
    known = users.objects.filter(**{users.USERNAME_FIELD: name}) if name.isprintable() else users.objects.none()
    found: AbstractBaseUser | None = known.first()
    if found is None:
        raise CommandError(f"There is no user {name!r}.")
    return found


def json_file(path: Path | None) -> dict[str, Any] | None:
    """The JSON object in a file; None without a file."""
    if path is None:
        return None
    try:
        document = msgspec.json.decode(path.read_bytes())
        json.loads(path.read_bytes(), object_pairs_hook=whole_object)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Malformed) as error:
        raise CommandError(f"{path}: {error}") from None
    if not isinstance(document, dict):
        raise CommandError(f"{path}: it must be a JSON object.")
    return document


def complaint(refusal: Refusal) -> CommandError:
    """A Refusal as a command says it: message, rule, what to do next."""
    place = f" [{refusal.field}]" if refusal.field else ""
    rule = (
        f" ({refusal.rule}: {refusal.rule_text})" if refusal.rule_text else f" ({refusal.rule})" if refusal.rule else ""
    )
    hint = f" {refusal.hint}" if refusal.hint else ""
    return CommandError(f"{refusal.code}{place}: {refusal.message}{rule}{hint}")
