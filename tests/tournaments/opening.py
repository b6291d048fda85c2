"""A tournament under test, through the handler and the log, in a campaign: Gail organizes it."""

import uuid

from jobs import queue
from tests.campaigns.acting import Evening
from tournaments import service
from tournaments.loading import load_tournament


class Open:
    """A tournament of the companies of `players`, which are entered as e1, e2 …; `workers` pair its rounds at once."""

    workers = True

    def __init__(self, *players, game="istra", **order):
        self.evening = Evening(*players, game=game)
        self.people = self.evening.people
        order = {"title": "Banak Open", "campaign": str(self.evening.id), **order}
        self.id = service.open_tournament(self.people["gail"], order).tournament.id
        for name in players:
            self.do("enter", company=self.evening.companies[name], reason="All of them.")

    def do(self, kind, /, by="gail", key=None, **fields):
        done = service.give_command(self.people[by], self.id, {"type": kind, **fields}, key=key)
        for job in done.jobs if kind == "pair" and self.workers else ():
            queue.run(job.pk)
        return done

    @property
    def now(self):
        return load_tournament(self.id).state

    def stage(self, format_="round_robin", **rules):
        """A stage with everybody, started and published; its id."""
        self.do("add_stage", name="Main", format=format_, rules=rules)
        stage = list(self.now.stages)[-1]
        self.do("start_stage", stage=stage)
        if self.now.stages[stage].rounds:
            self.do("publish_round", stage=stage)
        return stage

    def lineups(self, fixture):
        """Both sides name all their heroes, each by its captain."""
        for side in self.now.fixtures[fixture].sides:
            company = self.now.entrants[side].company
            player = next(name for name, one in self.evening.companies.items() if one == company)
            heroes = [hero.id for hero in self.evening.company(player).ready]
            self.do("name_lineup", by=player, fixture=fixture, entrant=side, heroes=heroes)

    def match(self, fixture):
        """The match of the last battle of a fixture."""
        return uuid.UUID(self.now.fixtures[fixture].games[-1].match)
