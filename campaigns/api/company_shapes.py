"""What goes over the wire about a company: itself, its heroes, its ledger, and why a value is what it is."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from campaigns.api.shapes import CampaignEvent, Count, Hindrance, OwnerSeen
from rules.kernel.progression import FigureStatus
from web.api.shapes import ImportTold


class HeroSeen(msgspec.Struct, frozen=True):
    """A hero. `next_level`: the XP that it lacks to its next level; null where there is none to come.

    `stats` are full values, `carried` what of them is lost between battles; `owed`: its open choices.

    `undecided` are the matches whose fates of this hero the GM has still to declare. `spent`: how often it has used
    what may be used so often in the campaign. `conditions` are those that it is under, each with its source and how it
    ends, `captive` says who holds it, `item_states` which items are not whole or not at hand, `recovered` the last day
    of each act of recovery.
    """

    id: str
    name: str
    race: str
    calling: str
    level: Count
    xp: Count
    next_level: Count | None
    stats: dict[str, int]
    carried: dict[str, int]
    equipment: list[str]
    talents: list[str]
    spells: list[str]
    raised: int
    standing: FigureStatus
    injuries: list[dict[str, Any]]
    absence: dict[str, Any] | None
    sheet: dict[str, Any]
    leads: bool
    worth: int
    owed: dict[str, int]
    undecided: list[str]
    spent: dict[str, int]
    conditions: list[dict[str, Any]]
    captive: dict[str, Any] | None
    item_states: dict[str, str]
    recovered: dict[str, int]
    unfit: Hindrance | None


class HallSeen(msgspec.Struct, frozen=True):
    """A hall: what stands in it, and what is ordered and will stand in the downtime `ready`."""

    name: str
    upgrades: list[str]
    orders: list[dict[str, Any]]


class CompanySeen(msgspec.Struct, frozen=True):
    """A company as it was after its event `version`, which happened at `as_of`. `yours`: you may act for it.

    `ledger` has by purpose what came in less what went out; it adds up to `gold`. `offered`: who is asked to play it.
    `imported`: what of it came from files.
    """

    id: UUID
    campaign: UUID
    game: str
    name: str
    motto: str
    owner: OwnerSeen
    version: Count
    as_of: datetime
    gold: int
    worth: int
    ledger: dict[str, int]
    hall: HallSeen
    leader: str
    stash: dict[str, int]
    heroes: list[HeroSeen]
    in_battle: str
    disbanded: bool
    yours: bool
    imported: list[ImportTold]
    offered: OwnerSeen | None = None


class LedgerLine(msgspec.Struct, frozen=True):
    """Gold that came in or went out, by event `n` of the company, and what there was then."""

    n: Count
    recorded_at: datetime
    actor: str
    delta: int
    balance: int
    purpose: str
    about: str
    reason: str
    batch: str
    replay: str


class LedgerPage(msgspec.Struct, frozen=True):
    """Some lines of a ledger, and its present sums by purpose. `next` is what to ask for as `after`."""

    lines: list[LedgerLine]
    next: int | None
    version: Count
    gold: int
    sums: dict[str, int]


class HeroStory(msgspec.Struct, frozen=True):
    """A hero with the events of its company that name it. `next` is what to ask for as `after`.

    `imported`: what of its company came from files.
    """

    company: UUID
    hero: HeroSeen
    history: list[CampaignEvent]
    next: int | None
    version: Count
    imported: list[ImportTold]


class ValueStep(msgspec.Struct, frozen=True):
    """An event that changed a value: what it was (null: there was none), what it became, where to watch it."""

    old: Any
    new: Any
    event: CampaignEvent
    replay: str


class WhySeen(msgspec.Struct, frozen=True):
    """Why a value is what it is: the events that made it so, the first of them first."""

    field: str
    value: Any
    steps: list[ValueStep]
