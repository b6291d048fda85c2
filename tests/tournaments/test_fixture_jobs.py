"""A fixture becomes a battle, and its end the result: each once, however often the jobs run. [KERNEL-TOUR-11]"""

import pytest

from campaigns.loading import load_campaign
from eventstore.models import Event
from jobs import kinds, queue
from jobs.models import Job
from tests.campaigns.fighting import concede, job, start
from tests.tournaments.opening import Open
from tournaments import work
from tournaments.projections import TournamentProjection
from web.errors import Refusal

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True), pytest.mark.rule("KERNEL-TOUR-11")]
F = "s1-1-1"


@pytest.fixture
def fixture():
    """Ann against Bob, both of whom have named who plays; no worker has done anything yet."""
    tournament = Open("ann", "bob")
    tournament.stage()
    tournament.lineups(F)
    return tournament


def test_the_battle_starts_once_both_sides_have_named_who_plays(fixture):
    assert not fixture.evening.campaign.battles
    queue.run(job("open_fixture").pk)
    assert job("open_fixture").state == "done", job("open_fixture").error
    (battle,) = fixture.evening.campaign.battles.values()
    assert str(fixture.match(F)) == battle.match
    assert [side.company for side in battle.sides] == [fixture.evening.companies[name] for name in ("ann", "bob")]


def test_a_worker_that_is_killed_after_the_battle_has_started_starts_no_second(fixture, monkeypatch):
    def killed(*_args, **_more):
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(work, "carry_out", killed)
        with pytest.raises(SystemExit):
            queue.run(job("open_fixture").pk)
    assert len(fixture.evening.campaign.battles) == 1
    assert not fixture.now.fixtures[F].games
    Job.objects.filter(kind="open_fixture").update(state="waiting", lease_until=None, lease_owner="")
    queue.run(job("open_fixture").pk)
    assert len(fixture.evening.campaign.battles) == 1
    assert [game.match for game in fixture.now.fixtures[F].games] == list(fixture.evening.campaign.battles)


def test_a_battle_that_was_over_before_the_tournament_knew_of_it_counts(fixture, monkeypatch):
    """Killed between the start of the battle and its record; it is fought and settled before the job runs again."""
    with monkeypatch.context() as patch:
        patch.setattr(work, "carry_out", lambda *_args, **_more: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            queue.run(job("open_fixture").pk)
    concede(next(iter(fixture.evening.campaign.battles)), "s2")
    queue.run(job("settle_match").pk)
    Job.objects.filter(kind="open_fixture").update(state="waiting", lease_until=None, lease_owner="")
    queue.sweep(60)
    assert len(fixture.evening.campaign.battles) == 1
    assert fixture.now.fixtures[F].result.places == {"e1": 1, "e2": 2}


@pytest.mark.parametrize("kind", ["open_fixture", "record_game"])
def test_nothing_comes_of_a_job_that_is_cancelled(fixture, monkeypatch, kind):
    """The worker has begun, and has come to no step yet, when the GM cancels."""
    if kind == "record_game":
        queue.run(job("open_fixture").pk)
        Job.objects.filter(kind="record_game").delete()
        concede(fixture.match(F), "s2")
        queue.run(job("settle_match").pk)
    before = Event.objects.count()
    doing = kinds.work_of(kind)

    def cancelled_before(running):
        assert queue.cancel(running.job.pk, "user:gail", "It must not happen.")
        return doing(running)

    monkeypatch.setitem(kinds._works, kind, cancelled_before)
    queue.run(job(kind).pk)
    assert (job(kind).state, Event.objects.count()) == (Job.State.CANCELLED, before)


def settle(tournament, side="s2"):
    queue.run(job("open_fixture").pk)
    concede(tournament.match(F), side)
    queue.run(job("settle_match").pk)


def test_the_end_of_the_battle_is_the_result_of_the_fixture(fixture):
    settle(fixture)
    for waiting in Job.objects.filter(kind="record_game", state="waiting").order_by("created_at"):
        recording = waiting
        queue.run(recording.pk)
    result = fixture.now.fixtures[F].result
    assert (result.kind, result.decided, result.places) == ("played", "match", {"e1": 1, "e2": 2})
    version = fixture.now
    Job.objects.filter(pk=recording.pk).update(state="waiting", lease_until=None, lease_owner="")
    queue.run(recording.pk)
    assert fixture.now == version
    assert list(TournamentProjection().check()) == []


def test_a_voided_battle_takes_its_result_back(fixture):
    settle(fixture)
    for waiting in Job.objects.filter(kind="record_game", state="waiting"):
        queue.run(waiting.pk)
    fixture.evening.do("void_battle", match=str(fixture.match(F)), reason="The wrong table.")
    for waiting in Job.objects.filter(kind="record_game", state="waiting"):
        queue.run(waiting.pk)
    now = fixture.now.fixtures[F]
    assert (now.result, now.games[0].status) == (None, "void")


def test_a_battle_opened_elsewhere_never_counts(fixture):
    other = start(fixture.evening, "ann", "bob")
    concede(other)
    queue.run(job("settle_match").pk)
    assert not Job.objects.filter(kind="record_game").exists()
    assert fixture.now.fixtures[F].result is None
    assert load_campaign(fixture.evening.id).state.battles[str(other)].stage == "recorded"


def test_a_fixture_waits_while_a_company_is_in_another_battle(fixture):
    """Its job says why, and the end of the other battle starts it."""
    other = start(fixture.evening, "ann", "bob")
    queue.run(job("open_fixture").pk)
    waiting = job("open_fixture")
    assert (waiting.state, waiting.result["code"]) == ("done", "company_in_battle")
    assert not fixture.now.fixtures[F].games
    concede(other)
    queue.run(job("settle_match").pk)
    queue.run(Job.objects.get(kind="open_fixture", state="waiting").pk)
    assert len(fixture.now.fixtures[F].games) == 1


@pytest.mark.rule("KERNEL-TOUR-97")
def test_a_banned_hero_is_fielded_by_nobody(fixture):
    """Neither by its captain in a fixture, nor by the GM in a battle of their own, until the ban is served."""
    order = {"entrant": "e1", "hero": "h1", "rule": "4.2", "reason": "A blow after time.", "matches": 1}
    fixture.do("record_offence", **order)
    with pytest.raises(Refusal) as no:
        start(fixture.evening, "ann", "bob")
    assert (no.value.code, no.value.rule) == ("suspended", "KERNEL-TOUR-97")
    assert "A blow after time." in no.value.message
    assert no.value.more["caused_by"]["stream"] == f"tournament-{fixture.id}"
    queue.run(job("open_fixture").pk)
    assert job("open_fixture").result["code"] == "suspended"
    fixture.do("name_lineup", by="ann", fixture=F, entrant="e1", heroes=["h2"])  # a match with the hero serves nothing
    fixture.do("record_result", fixture=F, kind="played", places={"e1": 1, "e2": 2}, reason="Played on paper.")
    assert start(fixture.evening, "ann", "bob")
