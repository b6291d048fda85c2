"""A tournament that plays itself: every fixture has a result, each battle is one fixture's, and it ends."""

import io
import json
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from campaigns.loading import load_campaign
from campaigns.simulation import battles
from jobs import queue
from jobs.models import Job
from matches.loading import load_match
from rules.registry import RULESETS
from tests.campaigns.acting import make_person
from tests.campaigns.fighting import job
from tests.tournaments.opening import Open
from tournaments.loading import load_tournament
from tournaments.models import Tournament
from tournaments.projections import TournamentProjection
from tournaments.simulation import season as seasons
from tournaments.simulation.season import Season, SeasonPlan

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """Matches of Ishmêk of a turn."""
    monkeypatch.setattr(RULESETS["ishmek"].progression, "default_ground", {"turns_total": 1})


def played(companies, format_="round_robin", **more):
    season = Season(SeasonPlan(companies, format_, **more))
    list(season.play())
    return season


def check_whole(season):
    """It has ended, all has a result, each battle of the campaign is one of a fixture, and the rows match the log."""
    now = season.now
    assert now.status == "ended"
    assert all(one.result is not None for one in now.fixtures.values() if one.known)
    games = Counter(game.match for one in now.fixtures.values() for game in one.games)
    assert games == Counter([*load_campaign(season.campaign).state.battles])
    assert {job.state for job in Job.objects.all()} <= {Job.State.DONE}
    assert list(TournamentProjection().check()) == []


def test_it_ends_with_battles_fought_and_results_reported():
    """4 meet each other once: 6 fixtures, of which the first two are fought."""
    season = played(4, battles=2, game="ishmek")
    check_whole(season)
    assert [one.commands > 0 for one in season.played] == [True] * 2 + [False] * 4
    decided = Counter(one.result.decided for one in season.now.fixtures.values())
    assert decided == {"match": 2, "agreed": 4}


@pytest.mark.parametrize(
    ("companies", "format_", "rules", "fixtures"),
    [
        (4, "round_robin", {"legs": 2}, 12),
        (5, "swiss", {"rounds": 3}, 6),  # and a bye each round
        (6, "elimination", {}, 5),  # each fixture throws one out
        (4, "double_elimination", {"reset": False}, 6),  # everybody but the winner loses twice, the finalist once
        (6, "groups", {"groups": 2, "qualify": 2}, 3 + 3 + 3),
    ],
)
def test_each_format_is_played_to_its_end(companies, format_, rules, fixtures):
    season = played(companies, format_, battles=0, rules=rules)
    check_whole(season)
    assert len(season.played) == fixtures
    assert {one.kind for one in season.played} == {"played"}


def test_a_best_of_three_is_fought_until_one_has_won_two():
    season = played(2, game="ishmek", rules={"best_of": 3})
    check_whole(season)
    (fixture,) = season.now.fixtures.values()
    assert len(fixture.games) in (2, 3)


def test_the_same_seed_reports_the_same_results():
    def results(seed):
        return [one.result.places for one in played(4, battles=0, seed=seed).now.fixtures.values()]

    assert results(3) == results(3) != results(4)


def test_who_has_nobody_to_field_forfeits(monkeypatch):
    season = Season(SeasonPlan(2))
    monkeypatch.setattr(seasons.Steward, "fieldable", lambda steward: [])
    (only,) = season.play()
    assert (only.kind, only.commands) == ("forfeit", 0)
    (fixture,) = season.now.fixtures.values()
    assert fixture.result.places == {fixture.sides[0]: 2, fixture.sides[1]: 1}


def test_a_fixture_whose_battles_come_to_nothing_is_void(monkeypatch):
    """The campaign refuses to start them, time after time."""
    monkeypatch.setattr(RULESETS["ishmek"].progression, "default_ground", {})
    (only,) = played(2, game="ishmek").played
    assert (only.kind, only.commands) == ("void", 0)


def told(*words, complaints=None):
    out = io.StringIO()
    call_command("tournament", "simulate", *map(str, words), stdout=out, stderr=complaints)
    return out.getvalue()


class TestSimulate:
    def test_as_a_document(self):
        summary = json.loads(told("--companies", 3, "--battles", 0, "--json"))
        assert (summary["status"], summary["fixtures"], summary["fought"]) == ("ended", {"played": 3}, 0)
        assert str(Tournament.objects.get().pk) == summary["tournament"]

    def test_for_a_reader(self):
        lines = told("--companies", 3, "--battles", 0, "--title", "Cup").splitlines()
        assert lines[0].startswith(f"Cup: {Tournament.objects.get().pk}, in ")
        assert lines[1] == "fixtures: 3 played"
        assert [line.split()[0] for line in lines if line[:5].strip(" ") in ("1.", "2.", "3.")] == ["1.", "2.", "3."]

    def test_the_organizer_is_a_user(self):
        gail = make_person("gail")
        told("--companies", 2, "--battles", 0, "--organizer", "gail", "--json")
        state = load_tournament(Tournament.objects.get().pk).state
        assert [one.account for one in state.officials.values()] == [gail.key]

    def test_without_a_worker_it_says_so(self, monkeypatch):
        monkeypatch.setattr(battles, "PATIENCE_SECONDS", 0.1)
        with pytest.raises(CommandError, match="Is a worker running"):
            told("--companies", 2, "--battles", 1, "--workers", "celery", "--json")

    def test_it_can_be_stopped(self, monkeypatch):
        def stopped(*_args):
            raise KeyboardInterrupt

        monkeypatch.setattr(seasons, "fight", stopped)
        complaints = io.StringIO()
        with pytest.raises(SystemExit) as caught:
            told("--companies", 2, "--json", complaints=complaints)
        assert caught.value.code == 130
        (row,) = Tournament.objects.all()
        assert complaints.getvalue().strip() == f"Stopped after 0 fixtures; the tournament is {row.pk}."

    @pytest.mark.parametrize("words", [("--companies", "1"), ("--rounds", "0"), ("--best-of", "many")])
    def test_it_refuses_numbers_that_make_no_season(self, words):
        with pytest.raises(CommandError, match="invalid number from"):
            told(*words)

    def test_it_refuses_rules_that_the_format_cannot_have(self):
        with pytest.raises(CommandError, match=r"2 entrants are too few for 32 groups"):
            told("--companies", 2, "--format", "groups", "--groups", 32, "--json")


@pytest.mark.rule("KERNEL-TOUR-19")
def test_the_setup_of_a_stage_is_that_of_its_battles():
    tournament = Open("ann", "bob")
    stage = tournament.stage()
    wood = {"id": "wood", "footprint": {"shape": "rect", "a": [1000, 1000], "b": [1500, 1500]}, "ground": "rough"}
    tournament.do("set_ground", stage=stage, ground={"terrain": [wood]})
    tournament.lineups("s1-1-1")
    queue.run(job("open_fixture").pk)
    queue.run(job("open_battle").pk)
    assert [one.id for one in load_match(tournament.match("s1-1-1")).state.terrain] == ["wood"]


@pytest.mark.slow
@pytest.mark.redis
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("words", "fixtures", "fought"),
    [
        (("--companies", 16, "--battles", 8), 16 * 15 // 2, 8),
        (("--companies", 64, "--format", "swiss", "--battles", 0), 6 * 32, 0),
    ],
    ids=["a season of 16", "a Swiss of 64"],
)
def test_by_celery(house, words, fixtures, fought):
    house.work("here")
    told_ = json.loads(house("here", "tournament", "simulate", *words, "--workers", "celery", "--json"))
    assert (told_["status"], told_["fixtures"], told_["fought"]) == ("ended", {"played": fixtures}, fought)
    assert {name.rpartition(" ")[2] for name in told_["jobs"]} <= {"done"}
    table = json.loads(house("here", "tournament", "table", told_["tournament"], "s1", "--json"))
    (rows,) = (one["rows"] for one in table.values())
    assert sum(row.get("won", 0) + row.get("drawn", 0) / 2 for row in rows) == fixtures
    assert "as recorded" in house("here", "verify")
    assert "matches the log" in house("here", "rebuild", "--check")
