"""The users of the demo. Their passwords lie in `var/demo_users.json`, for the eyes of its owner only."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission, User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

GM, ORGANIZER, PLAYER = "gm", "organizer", "player"
PASSWORD_BYTES = 12


class BadPassword(Exception):
    """The password in DEMO_PASSWORD is none to give to anybody."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A user of the demo. `group` names the rights in the admin site; without one they have no business there."""

    name: str
    may: str
    group: str = ""


GUESTS = (
    Guest(GM, "GM of every match and of the campaign; GM actions are also in /admin/", "Game masters"),
    Guest(ORGANIZER, "sees all public matches, can read everything in /admin/, has companies", "Organizers"),
    Guest(PLAYER, "plays both sides of every unfinished match but the one with free seats; has companies"),
)

RIGHTS: Mapping[str, tuple[str, ...]] = {
    "Game masters": (
        "matches.view_match",
        "matches.change_match",
        "matches.view_seat",
        "matches.view_account",
        "campaigns.view_campaign",
        "campaigns.change_campaign",
        "campaigns.view_company",
        "campaigns.view_hero",
        "campaigns.view_battle",
        "campaigns.view_job",
        "eventstore.view_stream",
        "eventstore.view_event",
        "eventstore.view_command",
        "eventstore.view_seal",
        "eventstore.view_subscription",
        "eventstore.change_subscription",
    ),
    "Organizers": (
        "matches.view_match",
        "matches.view_seat",
        "matches.view_account",
        "campaigns.view_campaign",
        "campaigns.view_company",
        "campaigns.view_hero",
        "campaigns.view_battle",
        "eventstore.view_stream",
    ),
}


@dataclass(frozen=True, slots=True)
class Login:
    """What to tell about a guest; `password` is None where it is not the one we made."""

    guest: Guest
    password: str | None


def passwords_file() -> Path:
    """Where the passwords of the demo's users lie."""
    return Path(settings.VAR_DIR) / "demo_users.json"


def invite_guests(wanted: str = "") -> list[Login]:
    """Make the users that are missing, with the password `wanted` or one made up; return all logins.

    A user of such a name whom the demo did not make, or who has chosen another password since, keeps it; `wanted` is
    given to those whom the demo made. Raises BadPassword when `wanted` is too weak.
    """
    if wanted:
        _check(wanted)
    known = _read()
    missing = [guest for guest in GUESTS if not get_user_model().objects.filter(username=guest.name).exists()]
    # Written before the users are made: whoever is stopped in between finds the passwords again.
    known |= {
        guest.name: wanted or secrets.token_urlsafe(PASSWORD_BYTES) for guest in missing if guest.name not in known
    }
    if wanted:
        known = dict.fromkeys(known, wanted)
    _write(known)
    return [_login(guest, known, set_anew=bool(wanted)) for guest in GUESTS]


def user_of(name: str) -> User:
    """The user of that name."""
    return User.objects.get(username=name)


def _login(guest: Guest, known: Mapping[str, str], *, set_anew: bool) -> Login:
    password = known.get(guest.name)
    user, _ = User.objects.get_or_create(username=guest.name)
    if password is None:
        return Login(guest, None)
    if not user.password:
        # New, or left half made.
        user.is_staff = bool(guest.group)
        if guest.group:
            user.groups.add(_group(guest.group))
        set_anew = True
    if set_anew and not user.check_password(password):
        user.set_password(password)
        user.save()
    return Login(guest, password if user.check_password(password) else None)


@transaction.atomic
def _group(name: str) -> Group:
    """The group of that name; one that is new gets its rights."""
    group, new = Group.objects.get_or_create(name=name)
    for right in RIGHTS[name] if new else ():
        app, _, codename = right.partition(".")
        group.permissions.add(Permission.objects.get(content_type__app_label=app, codename=codename))
    return group


def _check(password: str) -> None:
    try:
        validate_password(password)
    except ValidationError as error:
        raise BadPassword(" ".join(error.messages)) from None


def _read() -> dict[str, str]:
    """Name → password; what cannot be read is as good as none."""
    try:
        found = json.loads(passwords_file().read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return {str(name): str(password) for name, password in found.items()} if isinstance(found, dict) else {}


def _write(passwords: Mapping[str, str]) -> None:
    """Put the file in place in one piece, readable by its owner only."""
    draft = passwords_file().with_suffix(f".{os.getpid()}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as stream:
        json.dump(dict(passwords), stream, indent=2)
        stream.write("\n")
    draft.replace(passwords_file())
