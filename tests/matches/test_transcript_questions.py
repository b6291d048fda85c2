"""`manage.py transcript legal` and `measure`: what may be done where a transcript ends, and how far it is."""

import json
from itertools import product
from pathlib import Path

import pytest

from rules.kernel.transcript import played, read_transcript
from rules.registry import RULESETS
from tests.matches.test_commands import told

GOLDEN = Path(__file__).parents[1] / "golden"


def lines(action, name, *words):
    out, code = told("transcript", action, GOLDEN / f"{name}.json", "--json", *words)
    assert code == 0
    return [json.loads(line) for line in out.splitlines()]


def record_of(name, steps):
    document = json.loads((GOLDEN / f"{name}.json").read_text())
    document |= {"steps": document["steps"][:steps]}
    document.pop("expect", None)
    found = read_transcript(json.dumps(document).encode(), RULESETS)
    return played(found, RULESETS[found.ruleset])


# What may be done


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("ishmek/whole_match", 0),
        ("ishmek/whole_match", 2),
        ("ishmek/nested_reactions", 1),
        ("ishmek/foul_and_ejection", 2),
        ("ishmek/rewind", 1),
        ("istra/shots", 0),
        ("istra/shots", 5),
        ("istra/invasion", 2),
        ("istra/flight", 3),
        ("istra/declared_sight", 1),
        ("hachigoku/duel", 0),
        ("hachigoku/duel", 3),
        ("hachigoku/brawl", 3),
        ("hachigoku/brawl", 6),
    ],
)
def test_every_legal_command_is_a_step_that_its_seat_may_give(name, steps):
    record = record_of(name, steps)
    found = lines("legal", name, "--steps", str(steps))
    assert len(found) == len(list(record.ruleset.legal(record.state))) > 0
    asked = {ask.seat for ask in record.pending().asks}
    assert {line["by"] for line in found} <= asked
    for line in found[:: max(1, len(found) // 50)]:
        record.consider(line["command"], line["by"])  # Refused or Malformed where it may not


def test_legal_for_people():
    out, code = told("transcript", "legal", GOLDEN / "ishmek/rewind.json", "--steps", "0")
    assert code == 0
    assert 'home {"type":"step","player":"h1","to":[9,4]}' in out.splitlines()
    assert 'home {"type":"end_go","player":"h1"}' in out.splitlines()


def test_nothing_is_legal_once_the_match_is_over():
    assert lines("legal", "ishmek/gift") == []
    assert told("transcript", "legal", GOLDEN / "ishmek/gift.json") == ("no open decisions\n", 0)
    assert lines("legal", "ishmek/standing_and_pause") == []


def test_while_the_match_is_paused_only_the_gm_may_act():
    assert {line["by"] for line in lines("legal", "ishmek/standing_and_pause", "--steps", "3")} == {"gm"}


@pytest.mark.parametrize("action", ["legal", "measure"])
def test_what_cannot_be_played_ends_as_when_it_is_run(tmp_path, action):
    file = tmp_path / "slip.json"
    document = json.loads((GOLDEN / "ishmek/rewind.json").read_text())
    document["steps"][0]["command"]["to"] = [12, 7]
    file.write_text(json.dumps(document))
    out, code = told("transcript", action, file)
    assert (json.loads(out)["refused"]["code"], code) == ("not_adjacent", 2)
    assert told("transcript", action, file, "--steps", "0")[1] == 0
    file.write_text("{")
    assert told("transcript", action, file, "--steps", "0")[1] == 1


# How far it is


def test_squares_of_ishmek():
    found = lines("measure", "ishmek/rewind", "--steps", "0")
    assert {"measure": "distance", "from": "h1", "to": "a1", "squares": 4} in found  # (8,4) to (12,7)
    assert {"measure": "distance", "from": "h1", "orb": "home", "squares": 5} in found  # (3,4)
    assert {"measure": "distance", "from": "a1", "vessel": "away", "squares": 3} in found  # (15,4)
    (reach,) = [line for line in found if line["measure"] == "reach"]
    assert (reach["player"], reach["movement_left"], reach["allowance"]) == ("h1", 6, 6)
    squares = {(x, y): cost for x, y, cost in reach["squares"]}
    assert squares[9, 4] == 1
    assert squares[14, 4] == 6  # past a1, who stands at (12,7)
    assert squares[2, 5] == 6
    assert (2, 4) not in squares  # a vessel square
    assert (12, 7) not in squares
    assert max(squares.values()) == 6


def test_chances_of_ishmek():
    found = {
        (line["command"]["player"], line["command"]["name"]): line
        for line in lines("measure", "ishmek/nested_reactions", "--steps", "1")
        if line["measure"] == "chance"
    }
    free, crowded = found["h2", "control"], found["a1", "control"]
    assert (free["target"], free["chance"]) == (10, [16, 20])  # 5 and more
    assert (crowded["target"], crowded["chance"]) == (10, [12, 20])  # −4 for h1 beside: 9 and more
    push = found["a1", "push_pull"]
    even = sum(mine >= theirs for mine, theirs in product(range(1, 21), repeat=2))
    assert push["chance"] == [even, 400]  # both at +5, and a tie is the pusher's
    assert push["asked"] == ["defend"]


def test_initiative_is_no_chance_of_a_command():
    assert {line["by"] for line in lines("legal", "ishmek/whole_match", "--steps", "1")} == {"away"}
    assert lines("measure", "ishmek/whole_match", "--steps", "1") == []  # nobody stands yet, and the last place rolls


def test_gap_sight_and_reach_of_istra():
    found = lines("measure", "istra/shots", "--steps", "0")
    ada = next(line for line in found if (line.get("from"), line.get("to")) == ("ada", "bert"))
    assert ada["gap"] == 1000  # centres 11" apart, two radii of 0.5"
    assert (ada["los"], ada["cover"], ada["lines"]) == (True, True, ["clear", "screened", "screened"])
    assert (ada["weapon"], ada["range"], ada["in_range"], ada["loaded"]) == ("crossbow", 3000, True, True)
    assert {"measure": "movement", "model": "ada", "move": 900, "sprint": 450, "climb": 300} in found
    ways = [line for line in found if line["measure"] == "way"]
    contact = next(line for line in ways if line["kind"] == "contact")
    assert (contact["about"], contact["cost"], contact["at"]) == ("bert", 900, [1000, 2000, 0])
    assert all(line["cost"] <= 901 for line in ways)  # the tolerance [IST-Q-01]


def test_chances_of_istra():
    (shot,) = [line for line in lines("measure", "istra/shots", "--steps", "0") if line["measure"] == "chance"]
    dice = product(range(1, 21), repeat=3)
    hits = sum(_wins(min(one, two), against) for one, two, against in dice)  # in cover: the lower of two
    assert (shot["roll"], shot["chance"]) == ("2d20kl1", [hits, 8000])


def _wins(natural, against):
    """A 20 hits and a 1 misses whatever the other rolls; both add 5, and equal is enough."""
    return natural == 20 or (natural != 1 and natural >= against)


def test_measures_for_people_and_about_one():
    out, code = told("transcript", "measure", GOLDEN / "istra/shots.json", "--steps", "0", "--about", "cleo")
    assert code == 0
    (line,) = [line for line in out.splitlines() if line.startswith("between from cleo to bert: ")]
    assert line.startswith(
        "between from cleo to bert: gap 900, height 0, enemies, not engaged, los, not cover, lines ["
    )
    assert "weapon bow, range 2400, in_range, loaded" in line
    assert "movement model cleo: move 900, sprint 450, climb 300" in out.splitlines()
    assert all("cleo" in line for line in out.splitlines())
