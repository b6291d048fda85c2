"""Kinds of events as people call them, for who looks for some."""

from __future__ import annotations

import re

from eventstore.admin.stream_info import User, may_hide
from eventstore.models import EventType

_WORD = re.compile(r"[^\W_]+")


def words_of(kind: str) -> list[str]:
    """The words of a kind of events, without the app or game it is of, or of what somebody typed.

    >>> words_of("company.gold_changed"), words_of("Gold changed")
    (['gold', 'changed'], ['gold', 'changed'])
    """
    return _WORD.findall(kind.rpartition(".")[2].casefold())


def types_called(user: User, term: str) -> list[int]:
    """The types of events in whose names each word of `term` begins a word; superusers alone find what may be a secret.

    None where there is no word in it.
    """
    typed = words_of(term)
    if not typed:
        return []
    everything = getattr(user, "is_superuser", False)
    return [
        pk
        for pk, name in EventType.objects.values_list("pk", "name")
        if all(any(word.startswith(one) for word in words_of(name)) for one in typed)
        and (everything or not may_hide(name))
    ]
