"""Companies under test: commands in order, then facts.

    company = Dealings.founded()
    company.do("recruit_hero", name="Brand", race="human", calling="fighter")
    company.refuses("recruit_hero", "not_enough_gold", name="Osk", race="wood_elf", calling="expert")

After every command the gold adds up and the company and its events survive their JSON.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.domain.company.decide import decide, found
from campaigns.domain.company.draft import Draft, Terms
from campaigns.domain.company.events import COMPANY_EVENTS, BattleJoined
from campaigns.domain.company.evolve import evolve, fold
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import CampaignEvent
from rules.istra.progression import PROGRESSION
from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of

ISTRA = Terms(PROGRESSION, PROGRESSION.rules_type())
WOLVES = {"company": "c1", "name": "The Wolves", "motto": "Never full", "hall": "The Den"}

anything = msgspec.json.Decoder(Company)


def istra(*, debt: bool = False, hall_downtimes: int = 0, downtime: int = 0, **switches: Any) -> Terms:
    """The terms of an Istra campaign with these switches."""
    rules = msgspec.convert(switches, PROGRESSION.rules_type)
    return Terms(PROGRESSION, rules, debt, hall_downtimes, downtime)


def command_of(kind: str, **fields: Any) -> Any:
    """A command as it comes over the wire."""
    return msgspec.convert({"type": kind, **fields}, COMPANY_COMMANDS[kind])


class Dealings:
    """A company under test. `events` is all that ever happened to it."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.events: list[CampaignEvent] = []
        self.company: Company | None = None

    @classmethod
    def founded(cls, terms: Terms = ISTRA, **fields: Any) -> Dealings:
        """The Wolves, or others, with all of their first gold."""
        dealings = cls(terms)
        command = command_of("found_company", **{**WOLVES, **fields})
        dealings.happen(*found(command, "k1", "istra", "ann", terms).events)
        return dealings

    @classmethod
    def with_hero(cls, terms: Terms = ISTRA, **fields: Any) -> Dealings:
        """The Wolves with one hero, h1: Brand, a human fighter, or as told."""
        dealings = cls.founded(terms)
        dealings.do("recruit_hero", **{"name": "Brand", "race": "human", "calling": "fighter", **fields})
        return dealings

    def do(self, kind: str, **fields: Any) -> list[str]:
        """Give a command; the names of the events that came of it."""
        told = decide(self.company, command_of(kind, company=self.company.id, **fields), self.terms)
        return self.happen(*told)

    def refuses(self, kind: str, code: str, rule: str = "", field: str = "", **fields: Any) -> Refused:
        """Assert that a command is refused so, with words and a rule."""
        with pytest.raises(Refused) as caught:
            decide(self.company, command_of(kind, company=self.company.id, **fields), self.terms)
        return check_refusal(caught.value, code, rule, field)

    def deed(self, helper: Any, *words: Any, **more: Any) -> list[str]:
        """Let a helper of the deciders tell its part."""
        draft = Draft(self.company, self.terms)
        helper(draft, *words, **more)
        return self.happen(*draft.events)

    def join_battle(self, match: str) -> None:
        """Let the company be in a battle with all its heroes."""
        self.happen(BattleJoined(match=match, heroes=tuple(self.company.heroes)))

    def happen(self, *events: CampaignEvent) -> list[str]:
        """Let events happen, each by way of its JSON."""
        for event in events:
            stored = msgspec.json.decode(msgspec.json.encode(event), type=COMPANY_EVENTS[tag_of(event)])
            assert stored == event
            self.events.append(event)
            self.company = evolve(self.company, stored)
        self._check()
        return [tag_of(event) for event in events]

    def _check(self) -> None:
        company = self.company
        assert company.gold == sum(company.ledger.values())
        assert company.gold >= 0 or self.terms.debt
        assert all(count > 0 for count in company.stash.values())
        assert anything.decode(msgspec.json.encode(company)) == company
        assert fold(self.events) == company

    def hero(self, hero: str = "h1") -> Any:
        """A hero as it stands."""
        return self.company.heroes[hero]

    @property
    def last(self) -> CampaignEvent:
        """The last event."""
        return self.events[-1]


def check_refusal(refused: Refused, code: str, rule: str = "", field: str = "") -> Refused:
    """A refusal has its code and field, cites a rule and says what is wrong and what to do."""
    assert refused.code == code, refused
    assert refused.rule
    assert not rule or refused.rule == rule, refused
    assert not field or refused.field == field, refused
    assert refused.message
    assert refused.hint, refused
    return refused
