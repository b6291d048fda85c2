"""`manage.py transcript measure` prints what the page of the same match shows: chances and distances."""

import json
import re
from fractions import Fraction
from html import unescape
from itertools import product

import pytest

from tests.matches.pages.battles import FIELD, ORM, SASKIA, YLVA, battle
from tests.matches.pages.conftest import IN_A_GO, opened
from tests.matches.test_commands import told
from tests.rules.istra.battles import position

pytestmark = pytest.mark.django_db

ARCHER = FIELD | position([YLVA | {"active_weapon": "bow"}], [ORM, SASKIA], active="ylva")
BUTTON = re.compile(r'<button [^>]*name="command" value="([^"]*)".*?</button>', re.DOTALL)
PLACE = re.compile(r"<b>([^<]+)</b> <span class=\"at\"[^>]*>\((\d+), (\d+)\)</span>")
DICE = range(1, 21)


@pytest.fixture
def measured(tmp_path):
    """The lines of `transcript measure` about a position in which nothing has happened yet."""

    def lines(game, where):
        file = tmp_path / "still.json"
        file.write_text(json.dumps({"ruleset": game, "title": "Still", "position": where, "steps": []}))
        out, code = told("transcript", "measure", file, "--json")
        assert code == 0
        return [json.loads(line) for line in out.splitlines()]

    return lines


@pytest.fixture
def page(client, users):
    """What the GM's page of a match shows."""
    client.force_login(users["alice"])
    return lambda match_id: client.get(f"/matches/{match_id}").content.decode()


def buttons(html):
    """The commands of a page, each with its button as a person reads it."""
    return [(json.loads(unescape(found[1])), unescape(found[0])) for found in BUTTON.finditer(html)]


def odds(button):
    """The chance that a button shows."""
    return Fraction(re.search(r'class="odds" title="([\d/]+)"', button)[1])


def offered(lines):
    """The chance of each command by its text."""
    return {json.dumps(line["command"]): Fraction(*line["chance"]) for line in lines if line["measure"] == "chance"}


def hits(natural, against):
    """A 20 hits and a 1 misses; both add 5, and equal is enough. [IST-SHOOT-02, IST-SHOOT-03]"""
    return natural == 20 or (natural != 1 and natural >= against)


class TestIshmek:
    def test_chances(self, alice, users, measured, page):
        shown = {
            json.dumps(command): odds(text)
            for command, text in buttons(page(opened(alice, users, position=IN_A_GO)))
            if 'class="odds' in text
        }
        told_so = offered(measured("ishmek", IN_A_GO))
        assert {one: told_so[one] for one in shown} == shown
        propel = {"type": "act", "player": "h1", "name": "propel", "orb": "home", "direction": [1, 0], "distance": 5}
        push = {"type": "act", "player": "h1", "name": "push_pull", "target": "a1"}
        even = sum(mine >= theirs for mine, theirs in product(DICE, repeat=2))
        # DC 10 against +6: 4 and more. Both push with +5, and a tie is the pusher's.
        assert shown[json.dumps(propel)] == Fraction(17, 20)
        assert shown[json.dumps(push)] == Fraction(even, 400)

    def test_distances(self, alice, users, measured, page):
        html = page(opened(alice, users, position=IN_A_GO))
        lines = measured("ishmek", IN_A_GO)
        names = {"h1": "Ylva", "h2": "Orm", "a1": "Saskia", "a2": "Quill"}
        at = {name: (int(x), int(y)) for name, x, y in PLACE.findall(html)}
        squares = {(line["from"], line["to"]): line["squares"] for line in lines if "to" in line}
        for (one, other), far in squares.items():
            here, there = at[names[one]], at[names[other]]
            assert far == max(abs(here[0] - there[0]), abs(here[1] - there[1]))
        assert (len(squares), squares["h1", "a1"], squares["h2", "a2"]) == (6, 1, 11)  # (3,6) to (14,2)

    def test_squares_in_reach(self, alice, users, measured, page):
        html = page(opened(alice, users, position=IN_A_GO))
        offered = re.findall(r'<option value="(\d+),(\d+)">\(\d+, \d+\): (\d+) square', html)
        (reach,) = [line for line in measured("ishmek", IN_A_GO) if line["measure"] == "reach"]
        assert [tuple(map(int, one)) for one in offered] == [tuple(one) for one in reach["squares"]]
        assert sum(cost == 1 for _, _, cost in reach["squares"]) == 7  # eight neighbours less Saskia’s


class TestIstra:
    @pytest.fixture
    def shots(self, alice, users, page):
        """The buttons that shoot, by whom at."""
        html = page(battle(alice, users, position=ARCHER))
        return {command["target"]: (command, text) for command, text in buttons(html) if command["type"] == "shoot"}

    def test_chances(self, shots, measured):
        told_so = offered(measured("istra", ARCHER))
        assert {target: told_so[json.dumps(command)] for target, (command, _) in shots.items()} == {
            target: odds(text) for target, (_, text) in shots.items()
        }
        # Orm is within 6": the higher of two dice counts. [IST-ADV-10]
        near = sum(hits(max(one, two), against) for one, two, against in product(DICE, repeat=3))
        far = sum(hits(one, against) for one, against in product(DICE, repeat=2))
        assert odds(shots["orm"][1]) == Fraction(near, 8000)
        assert odds(shots["saskia"][1]) == Fraction(far, 400)

    def test_gaps(self, shots, measured):
        gaps = {line["to"]: line["gap"] for line in measured("istra", ARCHER) if line.get("from") == "ylva"}
        shown = {target: re.search(r'(\d+)" away', text)[1] for target, (_, text) in shots.items()}
        assert gaps == {target: 100 * int(inches) for target, inches in shown.items()}
        assert gaps == {"orm": 500, "saskia": 700}  # centres 6" and 8" apart, two radii of 0.5"
