"""What an act is decided on: a campaign, the companies it touches, the match it is about; and the act in the making."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaigns.domain.campaign.evolve import evolve
from campaigns.domain.campaign.house_rules import customs_of, progression_of, switches_of
from campaigns.domain.campaign.state import Campaign, CampaignCompany
from campaigns.domain.company.draft import Draft, Terms
from campaigns.domain.company.state import Company
from campaigns.domain.fielding import Barred, Fielding
from rules.kernel.asks import Outcome
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused

Written = dict[str, list[Any]]
"""By stream the events of one act, to be appended in one transaction."""


class Member(msgspec.Struct, frozen=True, gc=False):
    """Who acts: the key of an account and its name; `unbound` are the house and its superusers, who may do all."""

    account: str = ""
    name: str = ""
    unbound: bool = False


THE_HOUSE = Member(name="house", unbound=True)


class Finished(NamedTuple):
    """A match as its log tells it: the game's last state, all its events from number 1 on, and how it ended, if it did.

    `outcome` is that of the whole table, which knows of abandoned matches too. Of a fork `sources` are the matches that
    it comes from, the nearest first, and `before` the events that led to its situation.
    """

    state: Any
    events: Sequence[Any]
    outcome: Outcome | None
    sources: Sequence[str] = ()
    before: Sequence[Any] = ()


class World(NamedTuple):
    """All that an act may look at. `logs` has the events of companies from version 1 on, where something is undone.

    `barred` are the heroes whom others than the game keep from battles, where one is to be fought; `versions` the
    numbers of the last events of the companies.
    """

    campaign: Campaign | None = None
    companies: Mapping[str, Company] = {}
    matches: Mapping[str, Finished] = {}
    logs: Mapping[str, Sequence[Any]] = {}
    barred: Barred = {}
    versions: Mapping[str, int] = {}


class Act:
    """One act in the making: each event told is folded at once, in the campaign and in every company it touches."""

    def __init__(self, world: World, by: Member, dice: Dice, batch: str) -> None:
        self.world = world
        self.by = by
        self.dice = dice
        self.batch = batch
        self._campaign = world.campaign
        self._events: list[Any] = []
        self._drafts: dict[str, Draft] = {}

    @property
    def campaign(self) -> Campaign:
        """The campaign as the act leaves it so far."""
        if self._campaign is None:
            hint = "Found it first, or use the id of another."
            raise Refused("unknown_campaign", "There is no such campaign.", "KERNEL-CAMP-02", hint=hint)
        return self._campaign

    @property
    def progression(self) -> Any:
        """What the campaign's game says of rosters."""
        return progression_of(self.campaign.game)

    def emit(self, *events: Any) -> None:
        """Add `events` to the campaign."""
        for event in events:
            stamped = replace(event, batch=self.batch)
            self._events.append(stamped)
            self._campaign = evolve(self._campaign, stamped)

    def terms(self, rules: Mapping[str, Any] | None = None) -> Terms:
        """What companies live by: the game's switches of now, or those that a battle keeps; the customs of now."""
        own = self.campaign.rules if rules is None else rules
        customs = customs_of(self.campaign.rules)
        return Terms(
            progression=self.progression,
            rules=switches_of(self.campaign.game, own),
            debt=customs.debt == "on",
            hall_downtimes=customs.hall_downtimes,
            downtime=self.campaign.downtime,
            hour=self.campaign.hour,
            batch=self.batch,
        )

    def fielding(self, draft: Draft) -> Fielding:
        """What decides who of a company may be fielded."""
        return Fielding(draft.terms.progression, draft.terms.rules, self.world.barred)

    def carries(self, match: str) -> bool:
        """Whether what is lost in a match stays lost after it, by the switches that its battle keeps."""
        battle = self.campaign.battles.get(match)
        return battle is not None and bool(self.progression.carries(switches_of(self.campaign.game, battle.rules)))

    def entered(self, company: str, field: str = "company") -> CampaignCompany:
        """A company of the campaign; refused where there is none of that id."""
        entered = self.campaign.companies.get(company)
        if entered is None:
            message = f"There is no company {company!r} in {self.campaign.title}."
            hint = "Name a company of this campaign by its id."
            raise Refused("unknown_company", message, "KERNEL-CAMP-11", field=field, hint=hint)
        return entered

    def draft(self, company: str, field: str = "company") -> Draft:
        """The company as the act leaves it so far, to be told more."""
        self.entered(company, field)
        if company not in self._drafts:
            self._drafts[company] = Draft(
                self.world.companies[company], self.terms(), self.world.versions.get(company, 0)
            )
        return self._drafts[company]

    def bring(self, company: str, draft: Draft) -> None:
        """A company that comes to be in this act."""
        self._drafts[company] = draft

    def companies(self) -> dict[str, Company]:
        """The companies as the act leaves them so far."""
        return {
            name: self._drafts[name].company if name in self._drafts else was
            for name, was in self.world.companies.items()
        }

    def founded(self) -> dict[str, Company]:
        """The companies that come to be in this act."""
        return {name: draft.company for name, draft in self._drafts.items() if name not in self.world.companies}

    def written(self, reason: str = "") -> Written:
        """The events by stream; where an event has no reason of its own, the act's."""
        streams = {f"company-{company}": draft.events for company, draft in self._drafts.items()}
        written = {f"campaign-{self.campaign.id}": self._events, **streams}
        return {stream: [_reasoned(event, reason) for event in events] for stream, events in written.items() if events}


def _reasoned(event: Any, reason: str) -> Any:
    return replace(event, reason=reason) if reason and getattr(event, "reason", None) == "" else event
