"""What commands and events are made of, in every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

Kind = TypeVar("Kind", bound=type[Any])


class Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    kw_only=True,
):
    """Base of all commands; `type` names the command."""


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", kw_only=True):
    """Base of the events that are no rolls; `type` is the wire name."""


def tag_of(message: Any) -> str:
    """The wire name of a command, an event or a frame, or of a class of them."""
    return str(message.__struct_config__.tag)


def by_tag(kinds: Iterable[Kind]) -> dict[str, Kind]:
    """The kinds by their wire names, in that order."""
    return {tag_of(kind): kind for kind in kinds}
