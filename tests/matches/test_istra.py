"""Storm of Istra from the command line: transcripts, matches, simulations."""

import json
from collections import Counter
from pathlib import Path
from uuid import UUID

import pytest

from matches import service
from matches.loading import load_match
from matches.models import Match
from matches.simulation import playing
from matches.simulation.counted_events import counted_events_of, who_began
from matches.simulation.istra import battle_details
from rules.istra.system import ISTRA
from rules.kernel.record import Record
from tests.matches.test_commands import told
from tests.rules.istra.battles import man, position, setup, wall
from web.people import THE_HOUSE

GOLDEN = Path(__file__).parents[1] / "golden" / "istra"
MELEE = {"type": "melee", "model": "anna", "target": "bert"}
PASS = {"type": "pass_window"}


NAMESAKES = [wall("one", 1000, 1000, 1300, 1300), wall("one", 1200, 1200, 1500, 1500)]


def duel(terrain=(), **fields):
    """anna and bert in contact, and it is anna's activation."""
    armed = {"equipment": ["one_handed"], **fields}
    return position(
        [man("anna", (1000, 1000), **armed)],
        [man("bert", (1100, 1000), **armed)],
        engaged=[["anna", "bert"]],
        active="anna",
        terrain=list(terrain),
    )


def transcript(tmp_path, *steps, **fields):
    path = tmp_path / "battle.json"
    document = {"ruleset": "istra", "position": duel(), "steps": list(steps), **fields}
    path.write_text(json.dumps(document))
    return path


def last(out):
    return json.loads(out.splitlines()[-1])


class TestTranscript:
    def test_run(self, tmp_path):
        out, code = told("transcript", "run", transcript(tmp_path, {"command": MELEE, "dice": [12, 6]}))
        assert code == 0
        assert last(out)["outcome"] is None
        assert last(out)["state"]["sides"]["s2"]["models"][0]["health"] == 3

    @pytest.mark.parametrize(
        ("step", "code", "key", "told_of"),
        [
            ({"command": {**MELEE, "target": "anna"}}, 2, "refused", "not_in_contact"),
            ({"command": {**MELEE, "model": "bert"}}, 2, "refused", "not_active_model"),
            ({"command": MELEE, "dice": [12]}, 3, "need", "defence"),
            ({"command": MELEE, "dice": [12, 6, 4]}, 4, "left", "[4]"),
            ({"command": MELEE, "dice": [21, 6]}, 2, "refused", "bad_die"),
            ({"command": {**MELEE, "with": "both hands"}}, 1, "error", "steps[0].command.with"),
            ({"command": {"type": "move", "model": "anna", "path": [[1]]}}, 1, "error", "steps[0].command.path[0]"),
        ],
    )
    def test_the_exit_code_tells_how_it_ended(self, tmp_path, step, code, key, told_of):
        out, ended = told("transcript", "run", transcript(tmp_path, step))
        assert ended == code
        assert told_of in json.dumps(last(out)[key])

    @pytest.mark.parametrize(
        ("fields", "code", "field"),
        [
            ({"position": None, "setup": setup(board={"width": 0, "depth": 0})}, 2, "board.width"),
            ({"position": None, "setup": setup([man("a")])}, 2, "sides"),
            ({"position": None, "setup": setup([man(f"m{n}") for n in range(1000)], [man("b")])}, 2, "sides"),
            ({"position": None, "setup": setup(terrain=[wall("far", 4700, 0, 4900, 100)])}, 2, "terrain[0].footprint"),
            ({"position": None, "setup": setup(terrain=NAMESAKES)}, 2, "terrain[1].id"),
            (
                {"position": duel(terrain=[wall("keep", 900, 900, 1300, 1300, standable=False)])},
                2,
                "position.sides.s1.models.anna.pos",
            ),
            ({"position": None, "setup": setup([man("a"), man("a")], [man("b")])}, 2, "sides.s1.models[1].id"),
            ({"position": duel(health=0)}, 2, "position.sides.s1.models.anna.status"),
            ({"position": {"sides": {"s1": {}}}}, 1, "position.sides.s1.models"),
        ],
    )
    def test_a_battle_that_cannot_be_is_refused_where_it_is_wrong(self, tmp_path, fields, code, field):
        fields = {name: value for name, value in fields.items() if value is not None}
        path = transcript(tmp_path, **fields)
        if "setup" in fields:
            document = json.loads(path.read_text())
            del document["position"]
            path.write_text(json.dumps(document))
        out, ended = told("transcript", "run", path)
        assert ended == code
        assert last(out)["error" if code == 1 else "refused"]["field"] == field

    def test_a_command_after_the_end_is_refused(self, tmp_path):
        steps = [{"command": MELEE, "dice": [20, 1]}, {"command": {"type": "end_activation", "model": "anna"}}]
        out, code = told("transcript", "run", transcript(tmp_path, *steps))
        assert (code, last(out)["refused"]["code"]) == (2, "battle_over")

    @pytest.mark.django_db
    @pytest.mark.parametrize("name", ["four_sides", "last_stand", "spells", "rewind"])
    def test_record(self, name, users):
        out, code = told("transcript", "record", GOLDEN / f"{name}.json", gm="alice")
        match = UUID(json.loads(out)["match"])
        assert code == 0
        row = Match.objects.get(pk=match)
        assert row.title == json.loads((GOLDEN / f"{name}.json").read_text())["title"]
        assert service.verify_match(THE_HOUSE, match)["ok"]


@pytest.mark.django_db
def test_a_match_from_new_to_the_end():
    out, _ = told("match", "new", "istra", "--title", "At the inn")
    match = UUID(out.strip())
    assert load_match(match).table.seats == ("s1", "s2")
    played, _ = told("match", "play", match, "--bots", "sensible", "--seed", "3")
    assert "battle_ended" in played
    assert "finished" in played.splitlines()[-1]
    assert "verified under istra v2" in told("match", "verify", match)[0]


class TestSimulate:
    def test_it_sums_up(self):
        out, _ = told("simulate", "istra", matches=3, jobs=1, json=True)
        summary = json.loads(out)
        assert summary["matches"] == sum(summary["winners"].values()) == sum(summary["who began"].values()) == 3
        assert summary["lengths"]["turns"]["least"] >= 1
        out_by = sum(count for name, count in summary["details"].items() if name.startswith("out by "))
        assert out_by == summary["events"]["model_out"]

    def test_for_readers(self):
        out, _ = told("simulate", "istra", matches=2, jobs=1, bot="sample")
        assert "who began: " in out
        assert "d20" in out

    def test_battles_of_four_companies_and_of_a_gm(self):
        four = {f"s{number}": {"models": [man(f"m{number}")]} for number in range(1, 5)}
        for sides in (four, {"s1": four["s1"], "gm": {"models": [man("ogre")]}}):
            order = playing.Order("istra", {"board": {"width": 2400, "depth": 2400}, "sides": sides}, {}, "sensible", 1)
            tally = playing.play_one(order, 0)
            assert set(tally.score) == set(sides)
            assert tally.began in sides


class TestTelling:
    def events(self, *steps):
        record = Record.open(ISTRA, "test", position=duel())
        for command, dice in steps:
            record.submit(command, "", dice)
        return record.events

    def test_what_a_model_is_taken_out_by(self):
        events = self.events((MELEE, (20, 3)))
        assert Counter(battle_details(events)) == {"critical hit": 1, "melee: hit": 1, "out by melee": 1}

    def test_an_attack_that_is_lost_has_missed(self):
        assert list(battle_details(self.events((MELEE, (3, 12))))) == ["melee: missed"]

    def test_who_began(self):
        record = Record.open(ISTRA, "test", setup=setup())
        assert who_began(counted_events_of("istra"), record.events) == ""
        record.submit(PASS, "", (4, 17))
        assert who_began(counted_events_of("istra"), record.events) == "s2"
