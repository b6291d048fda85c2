"""Whom a tournament keeps from its fixtures, those of others, friendlies, and a GM's own battles. [KERNEL-TOUR-97]"""

import pytest

from jobs import queue
from jobs.models import Job
from tests.campaigns.fighting import concede, job, start
from tests.tournaments.opening import Open
from tournaments import service
from tournaments.domain.suspensions import ledger_of
from tournaments.loading import load_tournament
from tournaments.projections import TournamentProjection
from web.errors import Refusal

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True), pytest.mark.rule("KERNEL-TOUR-97")]
F = "s1-1-1"
BLOW = {"entrant": "e1", "hero": "h1", "rule": "4.2", "reason": "A blow after time.", "matches": 1}


@pytest.fixture
def cup():
    """Ann against Bob, twice; nobody is named yet."""
    tournament = Open("ann", "bob")
    tournament.stage(legs=2)
    return tournament


def second_cup(cup):
    """Another tournament of the same companies; its id, and how to act in it."""
    gail = cup.people["gail"]
    order = {"title": "Autumn Cup", "campaign": str(cup.evening.id)}
    other = Open.__new__(Open)
    other.evening, other.people = cup.evening, cup.people
    other.id = service.open_tournament(gail, order).tournament.id
    for name in ("ann", "bob"):
        other.do("enter", company=cup.evening.companies[name], reason="All of them.")
    other.stage()
    return other


def run(kind):
    for waiting in Job.objects.filter(kind=kind, state="waiting").order_by("created_at"):
        queue.run(waiting.pk)


def left(cup):
    return [one.left for one in ledger_of(cup.now).readings.values()]


def test_a_ban_of_one_tournament_is_none_of_another_but_bars_from_battles_of_none(cup):
    other = second_cup(cup)
    cup.do("record_offence", **BLOW)
    with pytest.raises(Refusal) as no:
        start(cup.evening, "ann", "bob")
    assert (no.value.code, no.value.more["caused_by"]["stream"]) == ("suspended", f"tournament-{cup.id}")
    other.lineups(F)
    run("open_fixture")
    (battle,) = cup.evening.campaign.battles.values()
    assert ("h1" in battle.sides[0].models, len(other.now.fixtures[F].games)) == (True, 1)
    with pytest.raises(Refusal) as no:
        cup.lineups(F)
    assert no.value.code == "suspended"


def test_the_battle_of_a_match_that_is_none_of_a_bans_concern_starts(cup):
    """Due before the ban, and played after it: by its rules the banned hero plays."""
    cup.do("set_discipline", rules={"serves_postponed": "off"}, reason="Voted.")
    cup.do("set_date", fixture=F, slot={"date": "2020-01-05"})
    cause = "s1-2-1"
    cup.do("record_result", fixture=cause, kind="played", places={"e1": 1, "e2": 2}, reason="Played on paper.")
    cup.do("record_offence", **BLOW, fixture=cause)
    with pytest.raises(Refusal) as no:
        start(cup.evening, "ann", "bob")
    assert no.value.code == "suspended"
    cup.lineups(F)
    run("open_fixture")
    assert job("open_fixture").result["opened"], job("open_fixture").result
    assert "h1" in next(iter(cup.evening.campaign.battles.values())).sides[0].models
    assert cup.now.fielded[str(cup.match(F))]["e1"] == tuple(
        hero.id for hero in cup.evening.company("ann").heroes.values()
    )


def test_a_friendly_is_open_to_the_banned_and_is_on_record(cup):
    """And serves the ban of whoever rests in it, once the rules say so; void, it does not any more."""
    cup.do("record_offence", **BLOW)
    friendly = start(cup.evening, "ann", "bob", kind="friendly")
    concede(friendly)
    run("settle_match")
    run("record_friendly")
    assert cup.now.friendlies[str(friendly)].fielded["e1"][0] == "h1"
    resting = cup.evening.do(
        "start_battle",
        kind="friendly",
        sides={
            "s1": {"company": cup.evening.companies["ann"], "heroes": ["h2"]},
            "s2": {"company": cup.evening.companies["bob"], "heroes": ["h1"]},
        },
    )
    match = list(resting.campaign.state.battles)[-1]
    concede(match)
    run("settle_match")
    run("record_friendly")
    assert left(cup) == [1]
    cup.do("set_discipline", rules={"serves_friendly": "on"}, reason="Voted.")
    assert left(cup) == [0]
    cup.evening.do("void_battle", match=match, reason="The wrong table.")
    run("record_friendly")
    assert (left(cup), match in cup.now.friendlies) == ([1], False)
    with pytest.raises(Refusal) as no:
        start(cup.evening, "ann", "bob", kind="friendly")
    assert no.value.code == "suspended"
    assert list(TournamentProjection().check()) == []


def test_a_friendly_is_recorded_once_however_often_the_job_runs(cup):
    friendly = start(cup.evening, "ann", "bob", kind="friendly")
    concede(friendly)
    run("settle_match")
    run("record_friendly")
    version = load_tournament(cup.id).version
    Job.objects.filter(kind="record_friendly").update(state="waiting", lease_until=None, lease_owner="")
    run("record_friendly")
    assert (load_tournament(cup.id).version, job("record_friendly").result) == (version, {"recorded": False})


def test_the_dead_are_refused_with_how_they_died(cup):
    match = start(cup.evening, "ann", "bob")
    concede(match)
    run("settle_match")
    cup.evening.do(
        "declare_fate", company=cup.evening.companies["ann"], hero="h1", fate="dead", reason="A fall from the wall."
    )
    for given in (
        lambda: cup.evening.do(
            "start_battle",
            sides={
                "s1": {"company": cup.evening.companies["ann"], "heroes": ["h1"]},
                "s2": {"company": cup.evening.companies["bob"], "heroes": ["h1"]},
            },
        ),
        lambda: cup.do("name_lineup", by="ann", fixture=F, entrant="e1", heroes=["h1"]),
    ):
        with pytest.raises(Refusal) as no:
            given()
        assert "dead" in no.value.message
        assert no.value.more["caused_by"]
