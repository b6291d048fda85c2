"""A tournament in memory, led by its decider as the handler leads it: for tests of its rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campaigns.domain.world import THE_HOUSE, Member
from rules.kernel.errors import Refused
from tournaments.domain import commands as co
from tournaments.domain.decide import decide, parse
from tournaments.domain.decide.rounds import paired_round
from tournaments.domain.evolve import evolve
from tournaments.domain.state import Fixture, Tournament
from tournaments.domain.tables import tables_of
from tournaments.domain.world import CampaignFacts, CompanyFacts, World

GM = Member("gm", "Gytha")
NAMES = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kapok", "Larch")


def company(number: int) -> str:
    """The id of the company with this number, from 1; its player is `p<number>`."""
    return f"c{number}"


class Organized:
    """A tournament of so many companies, which are called Ash, Birch … and are entered as e1, e2 …"""

    def __init__(self, companies: int, *, scored: bool = True, most_sides: int = 2, **opening: Any) -> None:
        self.campaign = CampaignFacts(
            id="camp",
            title="Banak",
            game="ishmek",
            gm="gm",
            companies={
                company(number): CompanyFacts(
                    NAMES[(number - 1) % len(NAMES)] + ("" if number <= len(NAMES) else f" {number}"),
                    f"p{number}",
                    heroes={"h1": "Ala", "h2": "Bor"},
                    everybody={"h1": "Ala", "h2": "Bor", "h3": "Cyd"},
                )
                for number in range(1, companies + 1)
            },
            scored=scored,
            most_sides=most_sides,
        )
        self.log: list[Any] = []
        self.workers = True  # who pair what they are asked for
        self.clock = 0  # in Unix seconds
        self.today = "2026-11-23"
        self.tournament: Tournament | None = None
        self.do("open_tournament", tournament="t", campaign="camp", title="Banak Open", **opening)

    def do(self, command: str, by: Member | str = GM, **fields: Any) -> list[Any]:
        """Give a command; its events."""
        world = World(self.tournament, self.campaign, len(self.log), self.today)
        who = Member(by, by.upper()) if isinstance(by, str) else by
        events = decide(world, parse({"type": command, **fields}), who, "b")
        for event in events:
            self.tournament = evolve(self.tournament, event)
        self.log += events
        return events + self.paired(fields["stage"]) if command == "pair" and self.workers else events

    def paired(self, stage: str) -> list[Any]:
        """What the workers do who have been asked for the next round of a stage; their events."""
        ask = self.now.stages[stage].pairing
        assert ask is not None
        fixtures = paired_round(self.now, self.now.stages[stage], self.today, len(self.log), self.clock)
        told = msgspec.to_builtins(fixtures)
        return self.do("draft_round", THE_HOUSE, stage=stage, ask=ask.number, basis=len(self.log), fixtures=told)

    def refused(self, command: str, code: str, by: Member | str = GM, **fields: Any) -> Refused:
        """A command that is refused with this code, and changes nothing."""
        before = self.tournament
        with pytest.raises(Refused) as no:
            self.do(command, by, **fields)
        assert (no.value.code, bool(no.value.hint), no.value.rule[:12]) == (code, True, "KERNEL-TOUR-")
        assert self.tournament is before
        return no.value

    @property
    def now(self) -> Tournament:
        """The tournament as it stands."""
        assert self.tournament is not None
        return self.tournament

    def enter_all(self) -> Organized:
        """Every company of the campaign takes part, in the order of their numbers."""
        for name in self.campaign.companies:
            self.do("enter", company=name, reason="All of them.")
        return self

    def stage(self, format_: str, **rules: Any) -> str:
        """A stage with everybody, started and published; its id."""
        self.do("add_stage", name="Main", format=format_, rules=rules)
        stage = list(self.now.stages)[-1]
        self.do("start_stage", stage=stage)
        if self.now.stages[stage].rounds:
            self.do("publish_round", stage=stage)
        return stage

    def round(self, number: int) -> list[Fixture]:
        """The fixtures of a round of the last stage."""
        return self.now.fixtures_of(list(self.now.stages)[-1], number)

    def won(self, fixture: str, winner: str, **more: Any) -> None:
        """Record that somebody has won a fixture; `draw` for nobody."""
        sides = self.now.fixtures[fixture].sides
        places = {side: 1 if winner in (side, "draw") else 2 for side in sides}
        self.do("record_result", fixture=fixture, kind="played", places=places, reason="As played.", **more)

    def between(self, one: str, other: str) -> Fixture:
        """The first fixture in which two meet."""
        return next(each for each in self.now.fixtures.values() if {*each.sides} == {one, other})

    def standing(self, fixture: str) -> tuple[str, ...]:
        """Who plays a fixture, as far as that is known."""
        return self.now.fixtures[fixture].sides

    def table(self, group: str = "") -> list[tuple[int, str, int]]:
        """Place, entrant and points in whole points of each row of the last stage."""
        stage = list(self.now.stages.values())[-1]
        return [(row.place, row.entrant, row.points // 100) for row in tables_of(self.now, stage)[group].rows]


__all__ = ["GM", "THE_HOUSE", "Member", "Organized", "co", "company"]
