"""Who asks: a user by the account that logs name them by, the server itself, or anybody."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from web.models import Account


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks. `key` is the key of the account, empty for nobody in particular; `actor` is what the log calls them.

    `unbound`: superusers and the server itself, who may do what any GM may.
    """

    actor: str
    name: str = ""
    key: str = ""
    unbound: bool = False


THE_HOUSE = Person("house", name="house", unbound=True)
ANYBODY = Person("anybody")


def person(user: AbstractBaseUser | AnonymousUser | None) -> Person:
    """The person behind a Django user; whoever is not logged in is anybody."""
    if user is None or isinstance(user, AnonymousUser) or not user.is_active:
        return ANYBODY
    name = user.get_username()
    return Person(f"user:{name}", name, account_key(user).hex, unbound=bool(getattr(user, "is_superuser", False)))


def account_key(user: AbstractBaseUser) -> UUID:
    """The key of a user's account, made when it is first asked for."""
    account = getattr(user, "account", None)
    if account is None:
        account, _ = Account.objects.get_or_create(user_id=user.pk)
    return account.key


def account_known(key: str) -> bool:
    """Whether an account with this key is one of ours."""
    try:
        return Account.objects.filter(key=UUID(hex=key)).exists()
    except ValueError:
        return False
