"""What all events of a battle that are no rolls share."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", kw_only=True):
    """Base of the events that are no rolls."""
