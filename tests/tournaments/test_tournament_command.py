"""`manage.py tournament`: founded, listed, shown, paired, published, results recorded, tables printed."""

import csv
import io
import json
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from campaigns.loading import load_campaign
from tests.campaigns.acting import Evening, make_person
from tests.tournaments.opening import Open
from tournaments.loading import load_tournament
from tournaments.models import Tournament

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def told(*words):
    """What `manage.py tournament` prints."""
    out = io.StringIO()
    call_command("tournament", *map(str, words), stdout=out)
    return out.getvalue()


@pytest.fixture
def league():
    """By the Berger table of 4 without its last: e2–e3 and a bye of e1, e1–e2 and one of e3, e3–e1 and one of e2."""
    tournament = Open("ann", "bob", "cora")
    tournament.stage()
    return tournament


def meeting(tournament, *sides):
    return next(one for one in tournament.now.fixtures.values() if {*one.sides} == {*sides})


class TestNew:
    def test_in_a_campaign_by_the_beginning_of_its_id(self):
        evening = Evening()
        out = told("new", "--campaign", str(evening.id)[:8], "--title", "Banak Open", "--organizer", "gail")
        tournament = load_tournament(UUID(out.strip())).state
        assert (tournament.title, tournament.campaign, tournament.game) == ("Banak Open", str(evening.id), "istra")
        assert [(one.name, one.roles) for one in tournament.officials.values()] == [("gail", ("organizer",))]

    def test_with_a_campaign_of_its_own(self):
        make_person("gail")
        out = told("new", "--ruleset", "ishmek", "--title", "Cup", "--organizer", "gail", "--visibility", "public")
        tournament = load_tournament(UUID(out.strip())).state
        assert (tournament.game, tournament.visibility) == ("ishmek", "public")
        assert load_campaign(UUID(tournament.campaign)).state.stage == "running"

    def test_it_refuses_an_organizer_who_is_not_the_gm(self):
        evening = Evening("ann")
        with pytest.raises(CommandError, match=r"^gm_only \[campaign\]: Only the GM .* \(KERNEL-TOUR-01: .*\) Ask"):
            told("new", "--campaign", evening.id, "--title", "Mine", "--organizer", "ann")
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            (("--ruleset", "istra", "--organizer", "nobody"), "There is no user 'nobody'"),
            (("--ruleset", "chess", "--organizer", "gail"), "invalid choice: 'chess'"),
            (("--campaign", "xyz", "--organizer", "gail"), "is no id of a campaign"),
            (("--organizer", "gail"), "one of the arguments --campaign --ruleset is required"),
        ],
    )
    def test_it_refuses_what_is_not_there(self, words, complaint):
        make_person("gail")
        with pytest.raises(CommandError, match=complaint):
            told("new", "--title", "Cup", *words)


def test_list():
    tournament = Open("ann", "bob")
    head, line = told("list").splitlines()
    assert head.split() == ["id", "status", "game", "entrants", "title"]
    assert line.split(maxsplit=4) == [str(tournament.id), "draft", "istra", "2", "Banak Open"]
    assert json.loads(told("list", "--json", "--status", "draft"))["summary"]["entrants"] == {"entered": 2}
    assert told("list", "--json", "--status", "ended") == ""


class TestShow:
    def test_it_works(self, league):
        fixture = meeting(league, "e1", "e2")
        league.do("record_result", fixture=fixture.id, kind="played", places={"e1": 1, "e2": 2}, reason="By hand.")
        lines = told("show", str(league.id)[:8]).splitlines()
        assert lines[0].startswith("Banak Open (istra), running, event ")
        assert "people    gail (organizer)" in lines
        assert "  e3   Cora's, seed 3, entered" in lines
        assert "s1  Main: round robin, running" in lines
        assert "  round 1, published" in lines
        assert sum(line.endswith(": won by Ann's") for line in lines) == 1
        assert sum(line.endswith(": bye") for line in lines) == 3
        assert sum(line.endswith(": to be played") for line in lines) == 2

    def test_as_json(self, league):
        shown = json.loads(told("show", league.id, "--json"))
        assert [one["name"] for one in shown["entrants"]] == ["Ann's", "Bob's", "Cora's"]
        assert shown["stages"][0]["rounds"] == {"1": "published", "2": "published", "3": "published"}

    @pytest.mark.parametrize("name", ["xyz", "abc", ""])
    def test_it_refuses_what_is_no_id(self, name):
        with pytest.raises(CommandError, match="is no id of a tournament"):
            told("show", name)

    @pytest.mark.parametrize("name", ["12345678", "12345678-0000-4000-8000-000000000000"])
    def test_it_refuses_what_is_not_here(self, name):
        with pytest.raises(CommandError, match=r"[Nn]o (such )?tournament"):
            told("show", name)


class TestSwiss:
    """Of three companies one has a bye in each round."""

    def test_a_round_is_paired_published_and_played(self):
        tournament = Open("ann", "bob", "cora")
        stage = tournament.stage("swiss", rounds=2)
        assert told("pair", tournament.id, stage).splitlines()[0] == "  round 1, draft"
        assert tournament.now.stages[stage].rounds == {1: "draft"}
        lines = told("publish", tournament.id, stage, "--by", "gail").splitlines()
        assert lines[0] == "  round 1, published"
        assert [line.rpartition(": ")[2] for line in lines[1:]] == ["to be played", "bye with full points"]
        (game,) = [one for one in tournament.now.fixtures.values() if one.bye is None]
        one, other = game.sides
        out = told("result", tournament.id, game.id, f"{one}=1", f"{other}=1", "--reason", "As reported.")
        assert out == f"{game.id}: drawn\n"
        assert tournament.now.fixtures[game.id].result.places == {one: 1, other: 1}

    def test_it_refuses_a_round_before_the_results_are_in(self):
        tournament = Open("ann", "bob", "cora")
        stage = tournament.stage("swiss", rounds=2)
        told("pair", tournament.id, stage)
        told("publish", tournament.id, stage)
        with pytest.raises(
            CommandError, match=r"^results_missing \[stage\]: 1 result is .*KERNEL-TOUR-12.* Record them"
        ):
            told("pair", tournament.id, stage)

    def test_a_correction_says_that_a_round_was_paired_by_what_was(self):
        tournament = Open("ann", "bob", "cora")
        stage = tournament.stage("swiss", rounds=2)
        told("pair", tournament.id, stage)
        told("publish", tournament.id, stage)
        one, other = tournament.now.fixtures["s1-1-1"].sides
        told("result", tournament.id, "s1-1-1", f"{one}=1", f"{other}=2", "--reason", "As played.")
        told("pair", tournament.id, stage)
        again = told("result", tournament.id, "s1-1-1", f"{one}=2", f"{other}=1", "--reason", "Mixed up.")
        assert again.endswith("\nRound 2 was paired by the result before; its pairings stay.\n")

    def test_it_refuses_who_may_not(self):
        tournament = Open("ann", "bob")
        stage = tournament.stage("swiss", rounds=1)
        with pytest.raises(CommandError, match=r"^officials_only: Only organizers"):
            told("pair", tournament.id, stage, "--by", "ann")
        with pytest.raises(CommandError, match=r"^no_draft \[stage\]: Main has no draft"):
            told("publish", tournament.id, stage)
        with pytest.raises(CommandError, match=r"^unknown_stage \[stage\]"):
            told("publish", tournament.id, "s9")


class TestTable:
    """Ann beats Bob in round 2, Cora beats Ann in round 3: a win is three points, a bye none: everybody has one."""

    @pytest.fixture
    def played(self, league):
        for winner, loser in (("e1", "e2"), ("e3", "e1")):
            fixture = meeting(league, winner, loser)
            told("result", league.id, fixture.id, f"{winner}=1", f"{loser}=2", "--reason", "By hand.")
        return league

    def test_as_csv(self, played):
        rows = list(csv.DictReader(io.StringIO(told("table", played.id, "s1", "--csv"))))
        assert {row["name"]: (row["won"], row["lost"], row["byes"]) for row in rows} == {
            "Ann's": ("1", "1", "1"),
            "Bob's": ("0", "1", "1"),
            "Cora's": ("1", "0", "1"),
        }
        assert [row["name"] for row in rows if row["place"] == "3"] == ["Bob's"]
        assert all(row["group"] == "" for row in rows)

    def test_as_text(self, played):
        lines = told("table", played.id, "s1").splitlines()
        assert [line.split()[:4] for line in lines[2:]] == [
            ["1.", "Cora's", "3", "1"],
            ["2.", "Ann's", "3", "1"],
            ["3.", "Bob's", "0", "0"],
        ]
        assert "head-to-head" in lines[2]

    @pytest.mark.parametrize(
        ("number", "points"),
        [(1, {"e1": 0, "e2": 0, "e3": 0}), (2, {"e1": 300, "e2": 0, "e3": 0})],
    )
    def test_as_after_a_round(self, played, number, points):
        table = json.loads(told("table", played.id, "s1", "--json", "--round", number))[""]
        assert {row["entrant"]: row["points"] for row in table["rows"]} == points

    @pytest.mark.parametrize(("number", "code"), [(0, "unknown_round"), (4, "unknown_round")])
    def test_it_refuses_a_round_that_is_not_there(self, league, number, code):
        with pytest.raises(CommandError, match=rf"^{code} \[round\]: Main has 3 published rounds"):
            told("table", league.id, "s1", "--round", number)

    def test_it_refuses_a_round_of_a_bracket_and_a_stage_that_has_not_started(self):
        tournament = Open("ann", "bob")
        tournament.do("add_stage", name="Final", format="elimination")
        with pytest.raises(CommandError, match=r"^stage_not_running \[stage\]: Final has not started"):
            told("table", tournament.id, "s1")
        tournament.do("start_stage", stage="s1")
        with pytest.raises(CommandError, match=r"^no_table_of_round \[round\]"):
            told("table", tournament.id, "s1", "--round", 1)
        assert "still in the bracket" in told("table", tournament.id, "s1")


class TestResult:
    def test_a_forfeit_and_a_void(self, league):
        fixture = meeting(league, "e1", "e2").id
        out = told("result", league.id, fixture, "e2=1", "e1=2", "--kind", "forfeit", "--reason", "Nobody came.")
        assert out == f"{fixture}: won by Bob's by forfeit\n"
        out = told("result", league.id, fixture, "--kind", "void", "--reason", "It does not count.", "--by", "gail")
        assert out == f"{fixture}: void\n"

    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            (("e1=1",), r"^place_missing \[places\]: The place of Bob's is missing"),
            (("e1=1", "e2=3"), r"^bad_places \[places\]"),
            (("e1=1", "e3=2"), r"^not_a_side \[places.e3\]"),
            (("e1=1", "e2=2", "--scores", "e1=3", "e2=0"), r"^no_scores \[scores\]: This game has no score"),
            (("e1", "e2=2"), "invalid ENTRANT=PLACE value: 'e1'"),
            (("e1=0", "e2=2"), "places"),
        ],
    )
    def test_it_refuses_what_cannot_be(self, league, words, complaint):
        fixture = meeting(league, "e1", "e2").id
        with pytest.raises(CommandError, match=complaint):
            told("result", league.id, fixture, *words, "--reason", "By hand.")
        assert league.now.fixtures[fixture].result is None

    def test_it_refuses_a_fixture_that_is_not_there(self, league):
        with pytest.raises(CommandError, match=r"^unknown_fixture \[fixture\]: The tournament has no fixture 'f9'"):
            told("result", league.id, "f9", "e1=1", "e2=2", "--reason", "By hand.")


class TestSchedule:
    """Ann, Bob and Cora in a round robin: a bye each, three meetings, a weekend for each round."""

    @pytest.fixture
    def drafts(self):
        tournament = Open("ann", "bob", "cora")
        tournament.do("add_stage", name="Main", format="round_robin")
        tournament.do("start_stage", stage="s1")
        tournament.do("set_round_dates", stage="s1", first="2026-12-05", days=2)
        return tournament

    def test_it_is_drawn_and_published(self, drafts):
        lines = told("schedule", drafts.id, "s1", "--seconds", "1").splitlines()
        assert lines[0] == "Main, draft"
        assert sum(line.startswith(("  Sat 2026-12-", "  Sun 2026-12-")) for line in lines) == 3
        assert lines[-1].endswith("0 without a date, 0 wishes not met")
        assert drafts.now.stages["s1"].draft is not None
        lines = told("schedule", drafts.id, "s1", "--seconds", "1", "--publish", "--by", "gail").splitlines()
        assert lines[0] == "Main, as it stands"
        assert {*drafts.now.stages["s1"].rounds.values()} == {"published"}

    def test_what_clashes_is_explained(self, drafts):
        drafts.do("add_blackout", first="2026-12-05", last="2026-12-06", title="Christmas fair")
        out = told("schedule", drafts.id, "s1", "--explain", "--seconds", "5")
        assert "  Drop any one of these: " in out
        assert "nobody plays from Sat 2026-12-05 to Sun 2026-12-06 (Christmas fair)" in out
        assert drafts.now.stages["s1"].draft is None

    def test_it_refuses_what_cannot_be_drawn(self):
        tournament = Open("ann", "bob")
        tournament.do("add_stage", name="Main", format="round_robin")
        with pytest.raises(CommandError, match=r"^no_fixtures \[stage\]: Main has no fixtures yet"):
            told("schedule", tournament.id, "s1")
