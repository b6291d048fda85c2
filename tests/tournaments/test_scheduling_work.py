"""Rounds are paired and schedules drawn by jobs: once each, whatever becomes of the workers."""

import os
import subprocess
import sys

import pytest

from eventstore import api as store
from jobs import queue
from jobs.models import Job
from tests.campaigns.fighting import job
from tests.tournaments.opening import Open
from tournaments import scheduling_work
from tournaments.domain.schedule.of_stage import calendar_of, judged
from tournaments.projections import TournamentProjection
from tournaments.scheduling.drafting import explained
from web.errors import Refusal

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
rule = pytest.mark.rule
PLAYERS = ("ann", "bob", "cora", "eve")
SATURDAY = "2026-12-05"


def killed(*_args, **_more):
    raise SystemExit


def again(kind):
    """The lease of a job runs out, and another worker takes it."""
    Job.objects.filter(kind=kind).update(state="waiting", lease_until=None, lease_owner="")
    queue.run(job(kind).pk)


def names(tournament):
    """What happened, by its wire name."""
    return [one.type.partition(".")[2] for one in store.read(f"tournament-{tournament.id}")]


@pytest.fixture
def swiss():
    """A Swiss whose first round was asked for; no worker has done anything yet."""
    tournament = Open(*PLAYERS)
    tournament.stage("swiss", rounds=2)
    tournament.workers = False
    tournament.do("pair", stage="s1")
    return tournament


@pytest.fixture
def league():
    """Four in a round robin of three weekends; nothing is published."""
    tournament = Open(*PLAYERS)
    tournament.do("add_stage", name="Main", format="round_robin")
    tournament.do("start_stage", stage="s1")
    tournament.do("set_round_dates", stage="s1", first=SATURDAY, days=2)
    return tournament


def stage(tournament):
    return tournament.now.stages["s1"]


@rule("KERNEL-TOUR-12")
class TestPairing:
    def test_it_is_drafted_once_however_often_the_job_runs(self, swiss):
        assert not swiss.now.fixtures
        queue.run(job("pair_round").pk)
        assert job("pair_round").result == {"drafted": True, "round": 1, "fixtures": 2}
        assert {*swiss.now.fixtures} == {"s1-1-1", "s1-1-2"}
        again("pair_round")
        assert names(swiss).count("round_drafted") == 1
        assert list(TournamentProjection().check()) == []

    def test_a_worker_that_is_killed_at_the_end_drafts_it_later(self, swiss, monkeypatch):
        with monkeypatch.context() as patch:
            patch.setattr(scheduling_work, "carry_out", killed)
            with pytest.raises(SystemExit):
                queue.run(job("pair_round").pk)
        again("pair_round")
        assert names(swiss).count("round_drafted") == 1

    def test_it_is_paired_anew_where_the_tournament_has_gone_on(self, swiss, monkeypatch):
        """Bob withdraws once the first pairing is made, before it is given."""
        given, once = scheduling_work.carry_out, []

        def meanwhile(*args, **more):
            if not once:
                once.append(swiss.do("withdraw", entrant="e2", reason="Ill."))
            return given(*args, **more)

        monkeypatch.setattr(scheduling_work, "carry_out", meanwhile)
        queue.run(job("pair_round").pk)
        assert {side for one in swiss.now.fixtures.values() for side in one.sides} == {"e1", "e3", "e4"}

    def test_two_officers_who_ask_at_once_get_one_round(self, swiss):
        swiss.do("pair", stage="s1")
        for waiting in Job.objects.filter(kind="pair_round"):
            queue.run(waiting.pk)
        results = [one.result["drafted"] for one in Job.objects.filter(kind="pair_round").order_by("cause_version")]
        assert (results, names(swiss).count("round_drafted")) == ([False, True], 1)

    def test_what_cannot_be_paired_is_told(self, swiss):
        for entrant in ("e2", "e3", "e4"):
            swiss.do("withdraw", entrant=entrant, reason="Ill.")
        queue.run(job("pair_round").pk)
        told = job("pair_round")
        assert (told.state, told.result["code"]) == ("done", "too_few_entrants")


@rule("KERNEL-TOUR-53")
class TestDrawing:
    def test_every_fixture_gets_a_slot_that_keeps_the_rules(self, league):
        league.do("set_venues", venues=[{"id": "hall", "name": "Old Hall", "tables": 1}], homes={"e1": "hall"})
        league.do("add_blackout", kind="entrant", of="e2", first=SATURDAY)
        league.do("draw_schedule", stage="s1", seconds=1)
        queue.run(job("draw_schedule").pk)
        assert job("draw_schedule").error == ""
        now = stage(league)
        found = judged(calendar_of(league.now, now, now.draft))
        assert (found.breaches, found.quality.unplaced, len(now.draft.slots)) == ((), (), 6)
        again("draw_schedule")
        assert names(league).count("schedule_drafted") == 1
        league.do("publish_schedule", stage="s1")
        assert all(one.slot for one in league.now.fixtures.values())
        assert list(TournamentProjection().check()) == []

    def test_wishes_by_round_are_met_by_drawing_who_meets_whom(self, league):
        """The Berger tables have entrants 1 and 2 at home in round 1; entrants 3 and 4 wish to be."""
        for entrant in ("e3", "e4"):
            league.do("add_wish", stage="s1", kind="home_on", entrant=entrant, round=1, hard=True)
        league.do("draw_schedule", stage="s1", seconds=1)
        queue.run(job("draw_schedule").pk)
        assert {one.sides[0] for one in league.now.fixtures_of("s1", 1)} == {"e3", "e4"}
        pairs = sorted(tuple(sorted(one.sides)) for one in league.now.fixtures.values())
        assert len({*pairs}) == len(pairs) == 6  # each of 4 meets each of 3: 4 × 3 / 2

    def test_a_worker_that_is_killed_has_kept_its_best(self, league, monkeypatch):
        league.do("draw_schedule", stage="s1", seconds=1)
        with monkeypatch.context() as patch:
            patch.setattr(scheduling_work, "carry_out", killed)
            with pytest.raises(SystemExit):
                queue.run(job("draw_schedule").pk)
        kept = job("draw_schedule").result
        assert (len(kept["best"]["slots"]), kept["unplaced"]) == (6, 0)
        begun = []
        drafted = scheduling_work.drafted
        monkeypatch.setattr(
            scheduling_work, "drafted", lambda *args, **more: begun.append(more["begun"]) or drafted(*args, **more)
        )
        again("draw_schedule")
        assert {*begun[0].slots} == {*kept["best"]["slots"]}
        assert len(stage(league).draft.slots) == 6

    def test_the_best_so_far_can_be_taken_and_the_worker_ends(self, league, monkeypatch):
        league.do("draw_schedule", stage="s1", seconds=600)
        progress = scheduling_work.ClaimedJob.progress

        def then_taken(running, *args):
            progress(running, *args)
            league.do("take_schedule", stage="s1")

        monkeypatch.setattr(scheduling_work.ClaimedJob, "progress", then_taken)
        queue.run(job("draw_schedule").pk)
        assert (len(stage(league).draft.slots), stage(league).drawing) == (6, None)
        assert job("draw_schedule").result["drafted"] is False
        assert names(league).count("schedule_drafted") == 1

    def test_nothing_comes_of_a_drawing_that_is_cancelled(self, league, monkeypatch):
        league.do("draw_schedule", stage="s1", seconds=600)
        progress = scheduling_work.ClaimedJob.progress

        def then_cancelled(running, *args):
            progress(running, *args)
            queue.cancel(running.job.pk, "user:gail", "Not now.")

        monkeypatch.setattr(scheduling_work.ClaimedJob, "progress", then_cancelled)
        queue.run(job("draw_schedule").pk)
        assert (job("draw_schedule").state, stage(league).draft) == ("cancelled", None)

    def test_two_officers_who_draw_at_once_get_one_draft(self, league):
        for _ in range(2):
            league.do("draw_schedule", stage="s1", seconds=1)
        for waiting in Job.objects.filter(kind="draw_schedule").order_by("-cause_version"):
            queue.run(waiting.pk)
        assert names(league).count("schedule_drafted") == 1
        assert sorted(one.result["drafted"] for one in Job.objects.filter(kind="draw_schedule")) == [False, True]


@rule("KERNEL-TOUR-72")
def test_any_one_demand_of_a_conflict_dropped_makes_the_dates_possible(league):
    """Ann meets somebody in round 1, which is played on one weekend, on which she cannot play."""
    league.do("add_blackout", kind="entrant", of="e1", first=SATURDAY, last="2026-12-06", title="Wedding")
    league.do("draw_schedule", stage="s1", how="explain", seconds=5)
    queue.run(job("draw_schedule").pk)
    (conflict,) = stage(league).conflicts
    assert stage(league).draft is None
    assert conflict.proved
    assert sorted(conflict.drop) == [
        "Ann's cannot play from Sat 2026-12-05 to Sun 2026-12-06 (Wedding)",
        "round 1 is played from Sat 2026-12-05 to Sun 2026-12-06",
    ]
    (blackout,) = league.now.blackouts
    league.do("remove_blackout", blackout=blackout.id)
    assert explained(league.now, stage(league)) == ()
    league.do("add_blackout", kind="entrant", of="e1", first=SATURDAY, last="2026-12-06")
    assert explained(league.now, stage(league)) != ()
    windows = [{"round": one.round, "opens": one.opens, "deadline": one.deadline} for one in stage(league).plan.windows]
    league.do("set_round_dates", stage="s1", windows=[windows[0] | {"deadline": "2026-12-07"}, *windows[1:]])
    assert explained(league.now, stage(league)) == ()


@rule("KERNEL-TOUR-70")
def test_a_repair_moves_only_what_must_move(league):
    league.do("draw_schedule", stage="s1", seconds=1)
    queue.run(job("draw_schedule").pk)
    league.do("publish_schedule", stage="s1")
    before = {name: one.slot for name, one in league.now.fixtures.items()}
    first = league.now.fixtures["s1-1-1"]
    league.do("add_blackout", kind="entrant", of=first.sides[0], first=first.slot.date)
    league.do("draw_schedule", stage="s1", how="repair", seconds=1, released=list(before))
    queue.run(Job.objects.filter(kind="draw_schedule").order_by("-cause_version")[0].pk)
    assert {*stage(league).draft.slots} == {"s1-1-1"}
    moved = stage(league).draft.slots["s1-1-1"]
    assert moved.date in {"2026-12-05", "2026-12-06"} - {first.slot.date}


def test_it_refuses_a_drawing_nobody_has_asked_for(league):
    with pytest.raises(Refusal) as no:
        league.do("take_schedule", stage="s1")
    assert no.value.code == "not_drawing"


@pytest.mark.sqlite
def test_only_workers_load_the_solvers():
    """Not the pages, the API and the admin, nor the process of a worker before a job wants them."""
    program = (
        "import django, sys; django.setup(); import config.urls, config.asgi, tournaments.scheduling_work; "
        "print(sorted({'ortools', 'networkx'} & {*sys.modules}))"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment)
    assert (done.stdout.strip().splitlines()[-1:], done.returncode) == (["[]"], 0), done.stderr[-2000:]
