"""What a figure is under between its matches: conditions, captivity, items that are not whole or not at hand."""

from __future__ import annotations

from typing import Literal

import msgspec

HOUR, DOWNTIME = "hour:", "downtime:"
AFTER_A_BATTLE, BY_THE_GM = "battle", "gm"
"""How a condition ends: with the next battle of its company that counts; when the GM ends it."""


class Condition(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Something that a figure is under between matches, by the game's key for it: stunned, maimed, limping.

    `ends`: "" for good, `at_hour(n)`, `in_downtime(n)`, `AFTER_A_BATTLE`, or `BY_THE_GM`. `amount`: how much, in the
    game's measure. `source`: who or what it came from, in words. The campaign says the rest: an `id` that no other
    condition of the figure ever has, the hour `since` when, and the `event` of the match it came from; without a match,
    that of the company's own log.
    """

    name: str
    title: str = ""
    source: str = ""
    ends: str = ""
    amount: int = 0
    id: str = ""
    since: int = 0
    match: str = ""
    event: int = 0

    @property
    def last_hour(self) -> int | None:
        """The hour at which it ends; None where it ends otherwise."""
        return _number(self.ends, HOUR)

    @property
    def last_downtime(self) -> int | None:
        """The downtime with which it ends; None where it ends otherwise."""
        return _number(self.ends, DOWNTIME)


def at_hour(hour: int) -> str:
    """How a condition ends that ends by the clock of the campaign.

    >>> at_hour(29), Condition(name="weary", ends=at_hour(29)).last_hour, Condition(name="weary").last_hour
    ('hour:29', 29, None)
    """
    return f"{HOUR}{hour}"


def in_downtime(downtime: int) -> str:
    """How a condition ends that ends with a downtime.

    >>> in_downtime(3), Condition(name="maimed", ends=in_downtime(3)).last_downtime
    ('downtime:3', 3)
    """
    return f"{DOWNTIME}{downtime}"


def _number(ends: str, kind: str) -> int | None:
    number = ends.removeprefix(kind)
    return int(number) if ends.startswith(kind) and number.isdecimal() else None


class Captive(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Who holds a figure, with what, and how: "bound", "gagged", "blindfolded".

    `captor` is a hero of the company `company`, or, without one, somebody of the GM's by name. A game that settles a
    match names the captor by its id in the match; the campaign says whose that is, and when and where it was.
    """

    captor: str = ""
    company: str = ""
    device: str = ""
    conditions: tuple[str, ...] = ()
    since: int = 0
    match: str = ""
    event: int = 0


ItemState = Literal["broken", "damaged", "dropped", "lost", "destroyed"]
"""What has become of an item of a figure that is not whole and at hand."""
NOT_AT_HAND: tuple[ItemState, ...] = ("dropped", "lost", "destroyed")
"""The states of items that cannot be taken into a match."""
