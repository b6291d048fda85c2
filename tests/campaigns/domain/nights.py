"""Campaigns under test: commands in order by whom, then facts.

    night = Night.running(ann=("The Wolves", 2), bob=("The Crows", 2))
    night.fight("m1", {"s1": ("wolves", "h1"), "s2": ("crows", "h1")}, out=["s2-h1"], won=["s1"])
    night.refuses("record_battle", "battle_already_recorded", match="m1")

Battles are played on the table of the game itself. After every act all streams survive their JSON, folding them anew
gives the same, gold adds up, no thing has come from nowhere or gone nowhere, and no dice are left.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from campaigns.domain.acts import decide, needs, needs_logs, parse, preview
from campaigns.domain.battles import battle_setup
from campaigns.domain.campaign.events import CAMPAIGN_EVENTS, BattleStarted
from campaigns.domain.campaign.evolve import evolve as evolve_campaign
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company import events as cev
from campaigns.domain.company.events import COMPANY_EVENTS
from campaigns.domain.company.evolve import evolve as evolve_company
from campaigns.domain.company.state import Company
from campaigns.domain.differences import Difference
from campaigns.domain.world import THE_HOUSE, Finished, Member, World
from rules.istra.system import ISTRA
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of
from rules.kernel.reading import plain
from tests.rules.play import Play

PEOPLE = {name: Member(name, name.title()) for name in ("gm", "cora", "ann", "bob", "cid", "eve")} | {
    "house": THE_HOUSE,
    "root": Member("root", "Root", unbound=True),
}
OPENING = {"type": "open_campaign", "campaign": "k1", "title": "The Long Winter", "game": "istra"}


def came(event: Any) -> dict[str, int]:
    """The things that an event brings into a company, or takes out of it; none when they only change hands there."""
    if isinstance(event, cev.ItemBought | cev.ItemReceived):
        return {event.item: event.count}
    if isinstance(event, cev.HeroRecruited):
        return Counter(event.figure.equipment)
    if isinstance(event, cev.ItemSold | cev.ItemGiven | cev.ItemLost):
        return {event.item: -event.count}
    return {}


def has(company: Company) -> Counter[str]:
    """What a company has, in its stash or in the hands of whoever was ever one of it."""
    worn = Counter(item for hero in company.heroes.values() for item in hero.equipment)
    return worn + Counter(company.stash)


campaigns_of, companies_of = msgspec.json.Decoder(Campaign), msgspec.json.Decoder(Company)


class Night:
    """A campaign under test. `logs` are all events of its streams, `told` those of the last act by stream.

    `things` are those that came to each company, less those that went.
    """

    def __init__(self, **opening: Any) -> None:
        self.campaign: Any = None
        self.companies: dict[str, Any] = {}
        self.logs: dict[str, list[Any]] = {}
        self.things: dict[str, Counter[str]] = {}
        self.matches: dict[str, Finished] = {}
        self.told: dict[str, list[Any]] = {}
        self.acts = 0
        self.do("open_campaign", **{**OPENING, **opening})

    @classmethod
    def running(cls, rules: dict[str, Any] | None = None, **companies: int) -> Night:
        """A campaign that runs, each company of so many human fighters without talents, played by the member named.

        The companies of ann, bob and cid are called by them; heroes are h1, h2 …
        """
        night = cls(rules=rules or {})
        night.do("start_campaign")
        for owner, heroes in companies.items():
            night.join(owner)
            night.found(owner, heroes)
        return night

    def join(self, name: str) -> None:
        """Somebody asks and is let in."""
        self.do("request_join", by=name)
        self.do("accept_request", account=name)

    def found(self, owner: str, heroes: int = 0) -> None:
        """A company of that member, by the member's name."""
        self.do("found_company", by=owner, company=owner, name=f"{owner.title()}'s", motto="On", hall="The Hall")
        for number in range(1, heroes + 1):
            self.recruit(owner, f"{owner.title()} {number}")

    def recruit(self, company: str, name: str) -> None:
        """Another human fighter."""
        self.do("recruit_hero", by=company, company=company, name=name, race="human", calling="fighter")

    # Commands

    def do(self, kind: str, /, by: str = "gm", dice: tuple[int, ...] = (), **fields: Any) -> list[str]:
        """Give a command; the names of the events that came of it, those of the campaign first."""
        self.acts += 1
        tape, command = TableDice(dice), parse({**fields, "type": kind})
        written = decide(self.world(command), command, PEOPLE[by], tape, batch=f"b{self.acts}")
        assert not tape.unused, f"dice left over: {tape.unused}"
        return self.happen(written)

    def refuses(self, kind: str, code: str, /, by: str = "gm", rule: str = "", at: str = "", **fields: Any) -> Refused:
        """Assert that a command is refused so, with words, a rule and what to do."""
        command = parse({**fields, "type": kind})
        with pytest.raises(Refused) as caught:
            decide(self.world(command), command, PEOPLE[by], TableDice(), batch="refused")
        refused = caught.value
        assert refused.code == code, refused
        assert refused.rule
        assert not rule or refused.rule == rule, refused
        assert not at or refused.field == at, refused.field
        assert refused.message
        assert refused.hint, refused
        return refused

    def preview(self, kind: str, /, by: str = "gm", **fields: Any) -> set[tuple[str, str, str, Any, Any]]:
        """What an act would change, without why."""
        return {tuple(line)[:5] for line in self.lines(kind, by, **fields)}

    def lines(self, kind: str, /, by: str = "gm", **fields: Any) -> tuple[Difference, ...]:
        """What an act would change, line by line, and why."""
        command = parse({**fields, "type": kind})
        return preview(self.world(command), command, PEOPLE[by])

    def world(self, command: Any) -> World:
        """As little as the command says that it needs."""
        wanted = needs(command, self.campaign)
        companies = [stream.removeprefix("company-") for stream in wanted if stream.startswith("company-")]
        matches = [stream.removeprefix("match-") for stream in wanted if stream.startswith("match-")]
        return World(
            self.campaign,
            {name: self.companies[name] for name in companies},
            {name: self.matches[name] for name in matches if name in self.matches},
            {name: self.logs[f"company-{name}"] for name in companies} if needs_logs(command) else {},
            versions={name: len(self.logs[f"company-{name}"]) for name in companies},
        )

    def happen(self, written: dict[str, list[Any]]) -> list[str]:
        """Let events happen, each by way of its JSON."""
        self.told = written
        for stream, events in written.items():
            kinds = CAMPAIGN_EVENTS if stream.startswith("campaign-") else COMPANY_EVENTS
            for event in events:
                assert event.batch == f"b{self.acts}"
                stored = msgspec.json.decode(msgspec.json.encode(event), type=kinds[tag_of(event)])
                assert stored == event
                self._fold(stream, stored)
        self._check()
        return [tag_of(event) for events in written.values() for event in events]

    def _fold(self, stream: str, event: Any) -> None:
        self.logs.setdefault(stream, []).append(event)
        kind, _, name = stream.partition("-")
        if kind == "campaign":
            self.campaign = evolve_campaign(self.campaign, event)
        else:
            self.companies[name] = evolve_company(self.companies.get(name), event)
            self.things.setdefault(name, Counter()).update(came(event))

    def _check(self) -> None:
        assert campaigns_of.decode(msgspec.json.encode(self.campaign)) == self.campaign
        for name, company in self.companies.items():
            assert companies_of.decode(msgspec.json.encode(company)) == company
            assert self.things[name] == has(company), "bought and received = stash + worn + sold + given + lost"
            assert company.gold == sum(company.ledger.values())
            assert company.gold >= 0 or "debt" in self.campaign.rules
            self._check_heroes(company)

    def _check_heroes(self, company: Any) -> None:
        for hero in company.heroes.values():
            assert hero.level == 1 + hero.xp // 4
            assert len(hero.talents) <= hero.level
            assert hero.raised <= hero.level - 1

    # Battles

    def start(self, match: str, sides: dict[str, tuple[str, ...]], kind: str = "counting", **more: Any) -> Play:
        """Open a battle of companies with heroes, by seat; the match on its table."""
        fielded = {seat: {"company": side[0], "heroes": list(side[1:])} for seat, side in sides.items()}
        self.do("start_battle", match=match, kind=kind, sides=fielded, **more)
        return self.table(match)

    def table(self, match: str) -> Play:
        """The match that the battle's setup opens, with everybody on the board."""
        battle = self.campaign.battles[match]
        world = World(self.campaign, {name: self.companies[name] for name in battle.companies})
        document = plain(battle_setup(world, match, self.ground(match)))
        for row, side in enumerate(document["sides"].values()):
            for place, model in enumerate(side["models"]):
                model["pos"] = [600 + 300 * place, 600 + 1200 * row]
        return Play.position(ISTRA, {**document, "gm": True})

    def ground(self, match: str) -> Any:
        """What the GM brought to a battle."""
        begun = [one for one in self.logs["campaign-k1"] if isinstance(one, BattleStarted)]
        return next(one.ground for one in begun if one.match == match)

    def finish(
        self, match: str, game: Play, *, out: tuple[str, ...] = (), won: tuple[str, ...] = (), **end: Any
    ) -> None:
        """The GM strikes models down and ends the match."""
        for model in out:
            game.do({"type": "gm_adjust", "model": model, "field": "health", "value": 0, "reason": "struck"}, by="gm")
        if game.outcome is None:
            ending = {"type": "end_battle", "result": "win" if won else "draw", "winners": list(won), **end}
            game.do(ending, by="gm")
        self.keep(match, game)

    def keep(self, match: str, game: Play) -> None:
        """The match as it now stands."""
        self.matches[match] = Finished(game.state, game.events, game.outcome)

    def fight(self, match: str, sides: dict[str, tuple[str, ...]], dice: tuple[int, ...] = (), **how: Any) -> list[str]:
        """A battle from its beginning to its record."""
        opening = {name: how.pop(name) for name in ("kind", "invasion") if name in how}
        self.finish(match, self.start(match, sides, **opening), **how)
        return self.do("record_battle", by="house", match=match, dice=dice)

    # Facts

    def hero(self, company: str, hero: str = "h1") -> Any:
        """A hero as it stands."""
        return self.companies[company].heroes[hero]

    def gold(self, company: str) -> int:
        """What a company has."""
        gold: int = self.companies[company].gold
        return gold

    def of(self, company: str, kind: str) -> list[Any]:
        """The events of a kind that the last act told a company."""
        return [event for event in self.told.get(f"company-{company}", []) if tag_of(event) == kind]
