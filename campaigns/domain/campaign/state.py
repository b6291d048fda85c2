"""A campaign at one moment: its people, its companies, the rules of its house, its battles."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.kernel.progression import Score

Stage = Literal["draft", "running", "ended", "archived"]
Role = Literal["gm", "co_gm", "player"]
BattleKind = Literal["counting", "friendly", "invasion"]
BattleStage = Literal["open", "recorded", "abandoned", "voided"]
InvasionStage = Literal["declared", "fought", "withdrawn"]


class Person(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A member. `account` is the key of an account, `name` what people read."""

    account: str
    name: str = ""
    role: Role = "player"


class Candidate(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody who was invited, or asks to join: no member yet."""

    account: str
    name: str = ""
    message: str = ""


class CampaignCompany(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A company of the campaign, and whose it is. `offered` is the member who is asked to play it from now on."""

    company: str
    owner: str
    disbanded: bool = False
    offered: str = ""


class FieldedSide(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One side of a battle: the seat it plays from, its company, and by hero the id of its model in the match.

    `resting` are the heroes of the company who stayed behind.
    """

    seat: str
    company: str
    models: dict[str, str] = {}
    resting: tuple[str, ...] = ()


class Battle(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A battle of the campaign. `rules` are the switches of the campaign that it began with, and it keeps them.

    `winners` are companies, `winning_seats` theirs and the GM's, `scores` by company what standings count. `batch` is
    the act that recorded it, `played` the fork of its match that it was settled by, if it was. `hour`: when it began.
    """

    match: str
    kind: BattleKind
    sides: tuple[FieldedSide, ...]
    stage: BattleStage = "open"
    downtime: int = 0
    rules: dict[str, Any] = {}
    winners: tuple[str, ...] = ()
    winning_seats: tuple[str, ...] = ()
    scores: dict[str, Score] = {}
    invasion: str = ""
    defender: str = ""
    batch: str = ""
    played: str = ""
    hour: int = 0

    @property
    def fought(self) -> str:
        """The match that it was settled by: its own, or a fork of it."""
        return self.played or self.match

    @property
    def companies(self) -> tuple[str, ...]:
        """The companies that were fielded, in the order of the sides."""
        return tuple(side.company for side in self.sides)

    @property
    def drawn(self) -> bool:
        """Whether it is on record that nobody won, not even the GM's side."""
        return self.stage == "recorded" and not (self.winners or self.winning_seats)


def number_of(campaign: Campaign, match: str) -> int:
    """Which battle of the campaign it is, from 1 on."""
    return list(campaign.battles).index(match) + 1


def fights(battle: Battle) -> bool:
    """Whether a battle is being fought, or was and counts."""
    return battle.stage in ("open", "recorded")


class Invasion(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A company has declared that it attacks the hall of another."""

    id: str
    attacker: str
    defender: str
    stage: InvasionStage = "declared"


class Campaign(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A campaign. `rules` are its own switches as far as they were set, `battle_rules` those of its battles.

    `downtime` counts those between battles so far, `hour` the hours of game time. `commitment` is the SHA-256 of the
    secret that its own dice come from (those for the fates of heroes), `dice_index` the next block of them.
    """

    id: str
    title: str
    game: str
    stage: Stage = "draft"
    people: dict[str, Person] = {}
    invites: dict[str, Candidate] = {}
    requests: dict[str, Candidate] = {}
    rules: dict[str, Any] = {}
    battle_rules: dict[str, Any] = {}
    companies: dict[str, CampaignCompany] = {}
    downtime: int = 0
    battles: dict[str, Battle] = {}
    invasions: dict[str, Invasion] = {}
    commitment: str = ""
    dice_index: int = 0
    hour: int = 0

    @property
    def gm(self) -> Person | None:
        """Its GM; None before it is open, and where a file from elsewhere names nobody."""
        return next((person for person in self.people.values() if person.role == "gm"), None)
