"""Campaigns: battles that workers settle, and a long campaign whose rows are made from the log again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings

from bench.celery_app import ARRIVE, app, redis
from bench.roles.timing import clock
from campaigns import service
from campaigns.loading import load_campaign
from campaigns.process_manager import SETTLE_MATCH
from campaigns.simulation.rosters import GAME, foundings
from campaigns.simulation.stewards import Steward
from campaigns.simulation.year import somebody
from eventstore import api as store
from jobs import dispatch, queue
from jobs.models import Job
from matches import service as matches
from matches.documents import plain
from matches.loading import load_match
from web.people import THE_HOUSE

BOT = "sensible"
SEATS = ("s1", "s2")
LOOK_SECONDS = 0.001
LONGEST_WAIT = 120


class Season:
    """A campaign with as many pairs of companies as ever fight at once."""

    def __init__(self) -> None:
        self.gm = somebody("gm")
        self.id = service.open_campaign(self.gm, {"title": "A season", "game": GAME}).campaign.id
        self._players = [somebody(name) for name in ("ann", "bob")]
        for player in self._players:
            service.give_command(player, self.id, {"type": "request_join"})
            self._do("accept_request", account=player.key)
        self._do("start_campaign")
        self._pairs: list[list[Steward]] = []

    def battle(self, pair: int, blows: int, rng: Random) -> UUID:
        """Let a pair of companies fight, for so many commands at the most; the id of the match."""
        self.ready(pair)
        sides = {
            seat: {"company": str(one.company), "heroes": [hero.id for hero in one.fieldable()]}
            for seat, one in zip(SEATS, self._pairs[pair], strict=True)
        }
        self._do("start_battle", sides=sides)
        match_id = UUID(list(load_campaign(self.id).state.battles)[-1])
        for _ in range(blows):
            match = load_match(match_id)
            if match.table.outcome() is not None:
                break
            matches.give_command(THE_HOUSE, match_id, plain(match.ruleset.bots()[BOT](match.state, rng)))
        return match_id

    def ready(self, pair: int) -> None:
        """See to it that there is such a pair, both fit to fight."""
        while len(self._pairs) <= pair:
            self._pairs.append([self._found(place) for place in range(len(SEATS))])
        for place, steward in enumerate(self._pairs[pair]):
            steward.prepare()
            if steward.lacks():
                self._pairs[pair][place] = self._found(place)

    def _found(self, place: int) -> Steward:
        founding, player = foundings(len(SEATS))[place], self._players[place]
        order = {"type": "found_company", "name": founding.name, "motto": founding.motto, "hall": founding.hall}
        (company,) = service.give_command(player, self.id, order).companies
        steward = Steward(player, self.id, UUID(company), founding)
        steward.prepare()
        return steward

    def _do(self, kind: str, /, **fields: Any) -> None:
        service.give_command(self.gm, self.id, {"type": kind, **fields})


class Settling:
    """Battles that are over, and the jobs that settle them: by the workers of this home, or here."""

    def __init__(self, campaigns: int, blows: int) -> None:
        self._blows = blows
        self._rng = Random(1)
        with _nobody_told():
            self._seasons = [Season() for _ in range(campaigns)]

    def workers(self, count: int) -> float:
        """So many battles end unseen; then the workers are told of all. Seconds until all are settled."""
        due = self._ended(count)
        return clock(lambda: self._tell(due))

    def here(self, count: int) -> float:
        """The same jobs, run by this process one after the other."""
        due = self._ended(count)
        seconds = clock(lambda: self._run(due))
        _await_done(due)
        return seconds

    def bare(self, count: int) -> float:
        """Seconds until so many tasks that do nothing have come to the workers of this home."""
        return clock(lambda: self._arrive(count))

    def settled(self, count: int) -> list[float]:
        """Milliseconds each from a command that ends a battle to that battle settled, one at a time."""
        found: list[float] = []
        while len(found) < count:
            with _nobody_told():
                match_id = self._seasons[0].battle(0, self._blows, self._rng)
            if load_match(match_id).table.outcome() is None:
                found.append(clock(partial(self._given_up, match_id)) * 1000)
            else:
                queue.run(settling_job(match_id))
        return found

    def trips(self, count: int) -> list[float]:
        """Milliseconds each of a task that does nothing, from here to a worker and its answer back."""
        return [self.bare(1) * 1000 for _ in range(count)]

    def events(self, _count: int) -> int:
        """How many events a settlement writes, all streams together."""
        (job,) = self._ended(1)
        before = store.last_position()
        queue.run(job)
        return store.last_position() - before

    def _ended(self, count: int) -> list[UUID]:
        """The jobs of so many battles that are over, in turn of all the campaigns; no worker knows of them."""
        due = []
        with _nobody_told():
            for number in range(count):
                pair, season = divmod(number, len(self._seasons))
                due.append(over(self._seasons[season].battle(pair, self._blows, self._rng)))
        return due

    @staticmethod
    def _run(due: Sequence[UUID]) -> None:
        for job in due:
            queue.run(job)

    @staticmethod
    def _tell(due: Sequence[UUID]) -> None:
        dispatch.send(due)
        _await_done(due)

    @staticmethod
    def _given_up(match_id: UUID) -> None:
        _give_up(match_id)
        _await_done([settling_job(match_id)])

    @staticmethod
    def _arrive(count: int) -> None:
        place = f"arrived-{uuid4()}"
        for _ in range(count):
            app.send_task(ARRIVE, args=[place], ignore_result=True)
        for _ in range(count):
            if redis().blpop(place, LONGEST_WAIT) is None:
                raise RuntimeError("a task never came to a worker")


def settling(campaigns: int, blows: int) -> Callable[[dict[str, Any]], Any]:
    """An order names what `Settling` is to do, and its `count`. Battles last `blows` commands at the most."""
    gm = Settling(campaigns, blows)
    acts: dict[str, Callable[[int], Any]] = {
        "workers": gm.workers,
        "here": gm.here,
        "bare": gm.bare,
        "settled": gm.settled,
        "trips": gm.trips,
        "events": gm.events,
    }
    return lambda order: acts[order["what"]](order["count"])


def over(match_id: UUID) -> UUID:
    """See to it that a match is over; the job that settles it."""
    if load_match(match_id).table.outcome() is None:
        _give_up(match_id)
    return settling_job(match_id)


def settle_here(match_id: UUID) -> None:
    """End a match, and settle its battle in this process."""
    job = over(match_id)
    queue.run(job)
    _await_done([job])


def settling_job(match_id: UUID) -> UUID:
    return Job.objects.get(kind=SETTLE_MATCH, subject=str(match_id)).pk


def _give_up(match_id: UUID) -> None:
    matches.give_command(THE_HOUSE, match_id, {"type": "concede", "side": SEATS[1]})


def _await_done(due: Sequence[UUID]) -> None:
    """Wait until jobs are done. RuntimeError when one is parked, or nobody does it."""
    end = time.monotonic() + LONGEST_WAIT
    while Job.objects.filter(pk__in=due, state=Job.State.DONE).count() < len(due):
        stuck = Job.objects.filter(pk__in=due, state=Job.State.PARKED).first()
        if stuck is not None or time.monotonic() > end:
            raise RuntimeError(f"not settled: {stuck or due} {stuck.error if stuck else ''}")
        # Who looks without pause takes the processor from who settles.
        time.sleep(LOOK_SECONDS * len(due))
    if Job.objects.filter(pk__in=due, result__settled=True).count() < len(due):
        raise RuntimeError("a job is done and has settled nothing")


@contextmanager
def _nobody_told() -> Iterator[None]:
    """Workers hear nothing of what happens inside."""
    known, settings.REDIS_URL = settings.REDIS_URL, ""
    try:
        yield
    finally:
        settings.REDIS_URL = known
