"""`manage.py match`, `transcript` and `simulate`."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from msgspec import structs

from matches import service
from matches.loading import load_match
from matches.models import Match
from matches.simulation import playing
from matches.terminal import player as players
from rules.registry import RULESETS
from tests.matches.conftest import ROSTERS
from tests.matches.pages.battles import FIELD, battle
from web.people import THE_HOUSE

SPARK = {"type": "spark", "seat": "home"}
PASS = {"type": "pass", "player": "away"}


def told(*words, **options):
    """What a command prints, and its exit code."""
    out = io.StringIO()
    try:
        with redirect_stdout(out):
            call_command(*map(str, words), stdout=out, **options)
    except SystemExit as end:
        return out.getvalue(), end.code
    return out.getvalue(), 0


def transcript(tmp_path, **fields):
    path = tmp_path / "transcript.json"
    steps = [{"command": SPARK}, {"command": PASS, "dice": [15]}]
    path.write_text(json.dumps({"ruleset": "toy", "setup": ROSTERS, "steps": steps, "title": "A spark"} | fields))
    return path


class TestTranscript:
    def test_run_needs_no_database(self, tmp_path):
        out, code = told("transcript", "run", transcript(tmp_path))
        lines = [json.loads(line) for line in out.splitlines()]
        assert code == 0
        assert [line.get("type") for line in lines][-3:-1] == ["turn_passed", "decided"]
        assert set(lines[-1]) == {"state", "pending", "outcome"}

    @pytest.mark.parametrize(
        ("fields", "code", "key"),
        [
            ({"steps": [{"command": PASS}]}, 2, "refused"),
            ({"steps": [{"command": SPARK}, {"command": PASS}]}, 3, "need"),
            ({"steps": [{"command": SPARK, "dice": [4]}]}, 4, "left"),
            ({"steps": [{"command": {"type": "fly"}}]}, 1, "error"),
            ({"steps": 4}, 1, "error"),
        ],
    )
    def test_the_exit_code_tells_how_it_ended(self, tmp_path, fields, code, key):
        out, ended = told("transcript", "run", transcript(tmp_path, **fields))
        assert ended == code
        assert key in json.loads(out.splitlines()[-1])

    def test_what_is_not_as_expected_ends_it_with_5(self, tmp_path):
        steps = [{"command": SPARK, "expect": {"asks": [{"seat": "away", "kind": "window"}], "outcome": None}}]
        assert told("transcript", "run", transcript(tmp_path, steps=steps))[1] == 0
        steps[0]["expect"]["state"] = {"turns": 3}
        out, code = told("transcript", "run", transcript(tmp_path, steps=steps))
        assert code == 5
        assert json.loads(out.splitlines()[-1])["failed"] == {
            "step": 0,
            "field": "steps[0].expect.state.turns",
            "message": "turns is 1, expected 3",
            "expected": 3,
            "found": 1,
        }

    @pytest.mark.django_db
    def test_record(self, tmp_path, users):
        out, code = told("transcript", "record", transcript(tmp_path), gm="alice")
        match = UUID(json.loads(out)["match"])
        assert code == 0
        row = Match.objects.get(pk=match)
        assert (row.title, row.gm_name, row.status) == ("A spark", "alice", "running")
        assert service.verify_match(THE_HOUSE, match)["ok"]

    @pytest.mark.django_db
    def test_nothing_is_recorded_of_what_cannot_be_played(self, tmp_path):
        assert told("transcript", "record", transcript(tmp_path, steps=[{"command": PASS}]))[1] == 2
        with pytest.raises(CommandError, match="house dice would fall differently"):
            told("transcript", "record", transcript(tmp_path, dice={"gm": "house"}, secret="ab" * 32))
        assert not Match.objects.exists()

    @pytest.mark.django_db
    def test_what_is_refused_as_expected_is_not_recorded(self, tmp_path):
        late = {"command": PASS, "expect": {"refused": "no_window"}}
        steps = [late, {"command": SPARK}, {"command": PASS, "dice": [15]}, late]
        out, code = told("transcript", "record", transcript(tmp_path, steps=steps))
        assert code == 0
        stored = load_match(UUID(json.loads(out)["match"])).state
        assert stored.turns == 2
        bad = transcript(tmp_path, setup={"lamps": [{"id": "home", "dimness": -1}, {"id": "away"}]}, steps=[])
        bad.write_text(json.dumps(json.loads(bad.read_text()) | {"expect": {"refused": "bad_position"}}))
        assert told("transcript", "run", bad)[1] == 0
        with pytest.raises(CommandError, match="no match"):
            told("transcript", "record", bad)

    def test_files_that_are_not_there(self, tmp_path):
        with pytest.raises(CommandError, match="No such file"):
            told("transcript", "run", tmp_path / "nothing.json")


class TestManyTranscripts:
    @pytest.fixture
    def suite(self, tmp_path):
        """A folder with a transcript of each way to end."""
        folder = tmp_path / "suite"
        for name, fields in {
            "allowed": {"steps": [{"command": SPARK, "expect": {"refused": "no_window"}}]},
            "deeper/left": {"steps": [{"command": SPARK, "dice": [4]}]},
            "fine": {"expect": {"outcome": None, "state": {"turns": 2}}},
            "need": {"steps": [{"command": SPARK}, {"command": PASS}]},
            "other": {"steps": [{"command": PASS}]},
            "state": {"expect": {"state": {"turns": 7, "home.id": "home"}}},
            "unreadable": {"steps": [{"command": SPARK, "expect": {"stat": {}}}]},
        }.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            transcript(tmp_path, **fields).rename(folder / f"{name}.json")
        return folder

    def test_it_tells_what_failed_and_counts(self, suite):
        out, code = told("transcript", "run", suite, suite / "fine.json")
        assert code == 5
        assert out.splitlines() == [
            f"{suite}/allowed.json: steps[0].expect.refused: this is allowed, expected a refusal with no_window",
            f"{suite}/deeper/left.json: step 0: Step 0 was given dice that no roll asked for: 4.",
            f"{suite}/need.json: step 1 wants more dice: 1d20 for spark by home",
            f"{suite}/other.json: step 0 is refused with no_window (TOY-WINDOW-01): Nothing is asked.",
            f"{suite}/state.json: expect.state.turns: turns is 2, expected 7",
            f"{suite}/unreadable.json: cannot be read: steps[0].expect.stat: unknown field",
            "8 transcripts (11 steps, 7 expectations): 2 passed, 6 failed",
        ]

    def test_all_as_expected(self, suite):
        out, code = told("transcript", "run", suite / "fine.json", suite / "fine.json")
        assert (out, code) == ("2 transcripts (4 steps, 4 expectations): 2 passed, 0 failed\n", 0)

    def test_one_folder_is_many(self, suite):
        out, code = told("transcript", "run", suite / "deeper")
        assert (out.splitlines()[-1], code) == ("1 transcripts (1 steps, 0 expectations): 0 passed, 1 failed", 5)

    def test_for_programs(self, suite):
        out, code = told("transcript", "run", "--json", suite, suite / "gone.json")
        *played, counts = map(json.loads, out.splitlines())
        assert code == 5
        assert {one["file"].removeprefix(f"{suite}/"): one["code"] for one in played} == {
            "allowed.json": 5,
            "deeper/left.json": 4,
            "fine.json": 0,
            "need.json": 3,
            "other.json": 2,
            "state.json": 5,
            "unreadable.json": 1,
            "gone.json": 1,
        }
        assert counts == {"files": 8, "passed": 1, "failed": 7, "steps": 9, "expectations": 5}
        state = next(one for one in played if one["file"].endswith("state.json"))
        assert state["complaints"][0]["failed"]["found"] == 2

    def test_it_refuses_an_empty_folder(self, tmp_path):
        (tmp_path / "empty").mkdir()
        with pytest.raises(CommandError, match="there is no"):
            told("transcript", "run", tmp_path / "empty")


@pytest.mark.django_db
class TestMatch:
    @pytest.fixture
    def setup_file(self, tmp_path):
        path = tmp_path / "setup.json"
        path.write_text(json.dumps(ROSTERS))
        return path

    @pytest.mark.parametrize("game", ["ishmek", "istra"])
    def test_every_house_rule_is_listed_as_a_file_has_it(self, game):
        lines = told("match", "rules", game)[0].splitlines()
        said = [json.loads(f"{{{line.split('  ')[2]}}}") for line in lines if line.startswith("    ")]
        kind = RULESETS[game].house_rules
        assert {name for one in said for name in one} == set(kind.__struct_fields__)
        for one in said:
            RULESETS[game].check_house_rules(one)
        standing = [json.loads(f"{{{line.split('  ')[2]}}}") for line in lines if line.endswith("by default")]
        assert {name: value for one in standing for name, value in one.items()} == structs.asdict(kind())

    def test_a_house_rule_is_listed_with_its_ruling_and_its_words(self):
        out = told("match", "rules", "istra")[0]
        assert "Table and sight\n  Radius of a base (IST-Q-02). Of models whose roster gives none\n" in out
        assert (
            '    "measure":"edges"  from edge to edge, by default\n    "measure":"centres"  from centre to centre\n'
            in out
        )

    def test_from_new_to_the_end(self, setup_file, users, tmp_path):
        out, _ = told("match", "new", "toy", "--setup", setup_file, "--gm", "alice", "--title", "Lamps")
        match = UUID(out.strip())
        assert load_match(match).roster.gm.name == "alice"
        played, _ = told("match", "play", match, "--bots", "random", "--seed", "3")
        assert "secret_revealed" in played
        assert "finished" in played.splitlines()[-1]
        found, code = told("match", "verify", str(match)[:8])
        assert code == 0
        assert "verified under toy v1" in found
        listed, _ = told("match", "list", "--status", "finished", "--json")
        assert json.loads(listed)["id"] == str(match)
        shown, _ = told("match", "show", match)
        assert shown.splitlines()[0] == "Lamps (Lamps, private)"
        assert f"status  finished, event {load_match(match).version} of" in shown
        events, _ = told("match", "show", match, "--events")
        assert len(events.splitlines()) == load_match(match).version
        file = tmp_path / "x.skald"
        assert "events" in told("match", "export", match, "--output", file)[0]
        second = file.with_name("second.skald")
        assert told("match", "export", match, second)[0].startswith(f"{second}: ")
        assert second.read_bytes().splitlines()[1:-1] == file.read_bytes().splitlines()[1:-1]
        complaints = io.StringIO()
        assert told("match", "import", file, stderr=complaints)[0].strip() == str(match)
        assert f"{match} is here already; nothing was added." in complaints.getvalue()
        headed, _ = told("match", "list")
        assert headed.splitlines()[0].split() == ["id", "status", "game", "events", "title"]

    def test_a_battle_is_shown_in_a_few_lines(self, alice, users):
        match = battle(alice, users, position=FIELD)
        service.give_command(alice, match, {"type": "move", "model": "ylva", "path": [[1100, 1000]]})
        shown = told("match", "show", match)[0].splitlines()
        assert shown[0] == "At the tower (Storm of Istra, public)"
        assert "      GM  alice" in shown
        assert "      s2  S2, played by charlie" in shown
        assert "   score  S1 1, S2 2 (models still in battle)" in shown
        assert "    turn  1" in shown
        assert "   waits  S1 must decide: Choose what Ylva does, or end the activation. (IST-D-03)" in shown
        assert [line for line in shown if "Ylva moves" in line]
        assert len(shown) < 15

    def test_all_of_a_battle_is_shown_as_json(self, alice, users):
        match = battle(alice, users, position=FIELD)
        everything = json.loads(told("match", "show", match, "--json")[0])
        assert everything["state"]["view"]["models"]["ylva"]["name"] == "Ylva"
        assert everything["seats"][0] == {"seat": "s1", "holder": "bob"}

    def test_a_match_is_shown_as_it_was_and_how_it_ended(self, alice, users):
        match = battle(alice, users, position=FIELD)
        before = load_match(match).version
        service.give_command(alice, match, {"type": "concede", "side": "s2"})
        ended = told("match", "show", match)[0]
        assert "    over  conceded, won by S1" in ended.splitlines()
        assert "must decide" not in ended
        earlier = told("match", "show", match, "--version", before)[0]
        assert f"waiting, event {before} of {load_match(match).version}" in earlier
        assert "S1 must decide: Choose what Ylva does, or end the activation." in earlier
        assert "over" not in earlier

    def test_a_paused_match_says_why(self, house_match, alice):
        service.give_command(alice, house_match, {"type": "pause", "reason": "Tea"})
        assert "  paused  Tea" in told("match", "show", house_match)[0].splitlines()
        service.give_command(alice, house_match, {"type": "abandon", "reason": "Rain"})
        assert "    over  abandoned" in told("match", "show", house_match)[0].splitlines()

    def test_an_import_tells_what_the_seal_is_worth(self, match, tmp_path, monkeypatch):
        file = tmp_path / "theirs.skald"
        monkeypatch.setenv("SKALD_SEAL_KEY", "aa" * 32)
        told("match", "export", match, "--output", file)
        monkeypatch.setenv("SKALD_SEAL_KEY", "bb" * 32)
        complaints = io.StringIO()
        assert told("match", "import", file, stderr=complaints)[0].strip() == str(match)
        assert f"{file}: sealed by another Skald" in complaints.getvalue()

    def play(self, match, typed, monkeypatch, **options):
        answers = iter(typed)

        def ask(prompt):
            try:
                return next(answers)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", ask)
        return told("match", "play", match, **options)[0]

    def test_who_sits_at_the_keys_decides(self, match, monkeypatch):
        out = self.play(match, ["1", "hello", "99", json.dumps(PASS), "30", "15", "q"], monkeypatch)
        assert 'type="spark" seat="home"' in out
        assert "neither a number of the list nor a GM action nor a command" in out
        assert "Refused: a d20 cannot show 30" in out
        assert "dimmed" in out
        assert out.splitlines()[-1].startswith("running")
        assert load_match(match).state.turns == 2

    def test_a_gm_action_is_asked_for_field_by_field(self, match, monkeypatch):
        before = load_match(match).version
        typed = ["?", "rewind", "", "many", str(before + 1), str(before), "Miscounted.", "q"]
        out = self.play(match, typed, monkeypatch)
        assert "      rewind               Rewind" in out.splitlines()
        assert "Rewind. Nothing is deleted" in out
        assert "After event is missing" in out
        assert "'many' is not a whole number" in out
        assert f"After event must be {load_match(match).table.opening} to {before}, not {before + 1}." in out
        rewound = service.events_page(THE_HOUSE, match, before, 10)["events"][0]
        assert (rewound["type"], rewound["reason"]) == ("rewound", "Miscounted.")

    def test_a_gm_action_of_the_game_is_asked_for_with_its_choices(self, alice, users, monkeypatch):
        match = battle(alice, users, position=FIELD | {"gm": True})
        out = self.play(match, ["concede", "s9", "s2", "Rain.", "q"], monkeypatch)
        assert "'s9' is not one of the choices." in out
        assert load_match(match).table.outcome().winner == "s1"

    def test_a_gm_action_that_makes_no_command_is_refused(self, alice, users, monkeypatch):
        match = battle(alice, users, position=FIELD | {"gm": True})
        before = load_match(match).version
        typed = ["place_terrain", "Rock", "circle", "5,5", *[""] * 8, "Forgotten.", "q"]
        assert "Refused: A disc needs a radius." in self.play(match, typed, monkeypatch)
        assert load_match(match).version == before

    def test_dice_may_be_rolled_here(self, match, monkeypatch):
        monkeypatch.setattr(players.secrets, "randbelow", lambda sides: sides - 1)
        out = self.play(match, ["1", "1"], monkeypatch, roll=True)
        assert "dimmed" in out

    @pytest.mark.parametrize(
        "words",
        [
            ("match", "show", "nonsense"),
            ("match", "show", "abc"),
            ("match", "show", "abcdef01"),
            ("match", "show", "00000000-0000-4000-8000-000000000000"),
            ("match", "new", "toy", "--setup", "/nowhere.json"),
            ("match", "new", "toy", "--dice", "attic=house"),
            ("match", "new", "toy", "--dice", "home"),
            ("match", "new", "toy", "--gm", "nobody"),
            ("match", "import", "/nowhere.skald"),
        ],
    )
    def test_it_says_what_is_wrong(self, words, monkeypatch):
        monkeypatch.setattr("matches.management.commands.match.default_setup", lambda ruleset: ROSTERS)
        with pytest.raises(CommandError):
            told(*words)

    def test_a_refusal_cites_its_rule(self, setup_file, tmp_path):
        bad = tmp_path / "bad.json"
        bad.write_text(json.dumps({"lamps": [{"id": "home", "dimness": -1}, {"id": "away"}]}))
        with pytest.raises(CommandError, match="bad_position"):
            told("match", "new", "toy", "--setup", bad)

    def test_verify_fails_loudly(self, match, bob, toy, monkeypatch):
        service.give_command(bob, match, SPARK)
        monkeypatch.setattr(type(toy), "decide", lambda self, state, command, dice, by="gm": [])
        out, code = told("match", "verify", match)
        assert code == 1
        assert "differs from event" in out


class TestSimulate:
    def test_it_sums_up(self):
        out, _ = told("simulate", "ishmek", matches=3, jobs=1, json=True)
        summary = json.loads(out)
        assert summary["matches"] == 3
        assert sum(summary["winners"].values()) == 3
        assert summary["lengths"]["turns"]["mean"] == 10
        assert sum(summary["dice"]["d20"]["faces"]) == summary["dice"]["d20"]["rolled"] > 50

    def test_for_readers(self):
        out, _ = told("simulate", "ishmek", matches=2, jobs=1, bot="sample")
        assert "2 matches" in out
        assert "d20" in out

    @pytest.mark.parametrize("key", ["ishmek", "istra", "hachigoku"])
    def test_each_is_folded_verified_and_read_back(self, key):
        out, _ = told("simulate", key, matches=1, jobs=1, bot="sample", verify=True)
        assert "matches folded, verified and read back: 1 (seed 1)" in out

    def test_one_that_does_not_read_back_is_named_with_its_seed(self, monkeypatch):
        monkeypatch.setattr(playing.RULESETS["ishmek"], "from_position", lambda position, rules: None)
        with pytest.raises(CommandError, match=r"The match 0 of seed 7: the situation after event .* as another."):
            told("simulate", "ishmek", matches=1, jobs=1, bot="sample", seed=7, verify=True)

    def test_the_same_seed_is_the_same_whatever_the_processes(self):
        order = playing.Order("ishmek", playing.default_setup("ishmek"), {}, "sample", 5)
        alone = {tally.number: tally for tally in playing.play_many(order, 4, jobs=1)}
        together = {tally.number: tally for tally in playing.play_many(order, 4, jobs=2)}
        assert alone == together
        assert playing.play_one(order, 1) == alone[1]
        other = playing.Order("ishmek", order.setup, {}, "sample", 6)
        assert playing.play_one(other, 1) != alone[1]

    def test_every_game_brings_rosters(self):
        for key in RULESETS.keys() - {"toy"}:
            playing.check_order({"ruleset": key, "setup": playing.default_setup(key), "house_rules": {}})

    @pytest.mark.parametrize(
        "options",
        [
            {"bot": "nobody"},
            {"matches": 0},
            {"jobs": 0},
            {"house_rules": "{"},
            {"house_rules": '{"tie": "coin"}'},
            {"setup": "/nowhere.json"},
        ],
    )
    def test_it_says_what_is_wrong(self, options):
        if "setup" in options:
            options = {"setup": Path(options["setup"])}
        with pytest.raises(CommandError):
            told("simulate", "ishmek", **options)
