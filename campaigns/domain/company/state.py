"""A company as its events make it. What is held in it is never changed, only replaced."""

from __future__ import annotations

from typing import Literal

import msgspec

from campaigns.domain.event_base import Cause
from rules.kernel.progression import Figure

MOST_GOLD = 1_000_000_000
"""Nothing brings a company more, nor into deeper debt."""
MOST_XP = 1_000
MOST_ITEMS = 10_000
"""Of one kind, handed over at once."""


Purpose = Literal[
    "founding",
    "recruit",
    "item",
    "sale",
    "hall",
    "award",
    "fine",
    "income",
    "loot",
    "transfer",
    "correction",
    "undoing",
]
"""What gold came in or went out for."""

FIXED: frozenset[Purpose] = frozenset({"founding", "recruit", "item", "sale"})
"""What moves the gold a company was founded with; the rest came later, or went into the hall."""


class Order(msgspec.Struct, frozen=True, gc=False):
    """An upgrade that is paid for and under construction until the downtime `ready`."""

    upgrade: str
    price: int
    ready: int


class Hall(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A company's hall: the upgrades that stand, in the order built, and those on order."""

    name: str
    upgrades: tuple[str, ...] = ()
    orders: tuple[Order, ...] = ()


class Company(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A company of one game in one campaign.

    `heroes` keeps all who ever joined, by id, in that order. `ledger` has by purpose what came in less what went out,
    and adds up to `gold`. `in_battle` is the match it is in. `undecided` are by hero the matches that a
    fate was left open in, the first of them first. `deaths` are by hero the event of the match it last died by. `owner`
    is the key of the account that holds it.
    """

    id: str
    game: str
    name: str
    motto: str
    hall: Hall
    campaign: str = ""
    owner: str = ""
    gold: int = 0
    ledger: dict[str, int] = {}
    heroes: dict[str, Figure] = {}
    leader: str = ""
    stash: dict[str, int] = {}
    in_battle: str = ""
    undecided: dict[str, tuple[str, ...]] = {}
    disbanded: bool = False
    deaths: dict[str, Cause] = {}

    @property
    def ready(self) -> tuple[Figure, ...]:
        """The heroes who live and belong to the company, in the order they joined."""
        return tuple(hero for hero in self.heroes.values() if hero.standing == "ready")

    @property
    def open_fates(self) -> dict[str, tuple[str, ...]]:
        """By hero the matches whose fate the GM has not declared; only of heroes who are ready."""
        return {hero.id: self.undecided[hero.id] for hero in self.ready if hero.id in self.undecided}

    @property
    def earned(self) -> int:
        """Gold from later than its founding that has not gone into the hall, fines or transfers."""
        return sum(gold for purpose, gold in self.ledger.items() if purpose not in FIXED)
