"""Matches of Ring on the server: played through handler, API and pages, and as a transcript in the terminal."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from matches import service
from matches.loading import load_match
from tests.example_game.mat import SETUP
from tests.example_game.ring.state import Wrestler
from tests.matches.calling import Api
from tests.rules.every_game import whole
from tests.rules.every_game.golden import GOLDEN
from web.people import person

TABLE = {"red": "table", "blue": "table", "gm": "table"}


@pytest.fixture
def ada(db: None) -> Any:
    return get_user_model().objects.create_user("ada")


@pytest.fixture
def gm(ada: Any) -> Client:
    browser = Client()
    browser.force_login(ada)
    return browser


def test_a_whole_match_holds_together(ada: Any) -> None:
    over = whole.played(person(ada), "ring", SETUP, seed=7, bot="sample")
    whole.check_holds_together(over, person(ada))
    whole.check_forks(over, person(ada), 5)


def steps_of(name: str) -> list[dict[str, Any]]:
    """The steps of a golden match that are allowed."""
    steps = json.loads((GOLDEN / "ring" / f"{name}.json").read_text())["steps"]
    return [step for step in steps if "refused" not in step.get("expect", {})]


def test_a_match_over_the_api(ada: Any) -> None:
    api = Api(ada)
    told = api.get("rulesets/ring/")
    assert (told["title"], told["seats"]) == ("Ring", ["red", "blue"])
    assert "seven squares" in api.get("rulesets/ring/rules/RING-MAT-01")["text"]
    match = api.post("matches/", {"ruleset": "ring", "setup": SETUP, "dice": TABLE}, 201)["id"]
    for step in steps_of("off_the_mat"):
        command = {"command": step["command"], "dice": step.get("dice", [])}
        api.post(f"matches/{match}/commands", command)
    assert api.get(f"matches/{match}/")["outcome"]["winner"] == "red"
    assert api.get(f"matches/{match}/verify")["ok"]


def commands(page: str) -> list[dict[str, Any]]:
    """The commands that the buttons of a page carry."""
    return [json.loads(unescape(found)) for found in re.findall(r'name="command" value="([^"]*)"', page)]


def test_a_match_on_the_plain_board(gm: Client) -> None:
    fields = {"ruleset": "ring", "setup": json.dumps(SETUP), "who-visibility": "public", "rules-winded_brace": "off"}
    here = gm.post("/matches/new", fields | {f"dice-{seat}": "table" for seat in TABLE})["Location"]
    forms = set()
    for step in steps_of("off_the_mat"):
        page, command = gm.get(here).content.decode(), step["command"]
        form = re.search(rf'name="form" value="({command["type"]}(?::[^"]*)?)"', page)
        if form is not None:
            forms.add(command["type"])
            posted = {"form": form[1], **command}
        else:
            assert command in commands(page)
            posted = {"command": json.dumps(command)}
        for fields in (posted, *({"form": "dice", "die-0": face} for face in step.get("dice", ()))):
            answer = gm.post(f"{here}/commands", fields)
            assert answer.status_code == 302, answer.content.decode()
    assert forms == {"step", "grip", "drive"}
    over = gm.get(here).content.decode()
    assert "<b>Ada</b> win" in over
    assert "Bo is driven back to 8." in over


def test_the_gm_corrects_on_the_plain_board(ada: Any, gm: Client) -> None:
    match = service.create_match(person(ada), service.NewMatch(ruleset="ring", setup=SETUP))
    fields = {"form": "correct", "seat": "blue", "at": "4", "winded": "true", "reason": "He said so."}
    assert gm.post(f"/matches/{match}/commands", fields).status_code == 302
    assert load_match(match).state.wrestler("blue") == Wrestler("blue", "Bo", 4, winded=True)
    refused = gm.post(f"/matches/{match}/commands", fields | {"at": "3"})
    assert (refused.status_code, "is taken" in refused.content.decode()) == (422, True)


def test_it_runs_as_a_transcript() -> None:
    out = io.StringIO()
    call_command("transcript", "run", str(GOLDEN / "ring"), stdout=out)
    assert "2 passed, 0 failed" in out.getvalue()


def test_its_bots_play_in_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "setup.json").write_text(json.dumps(SETUP))
    out = io.StringIO()
    call_command("simulate", "ring", matches=3, jobs=1, setup=tmp_path / "setup.json", stdout=out)
    first = [line.partition(":")[0] for line in out.getvalue().splitlines()[:4]]
    assert first == ["3 matches", "winners", "terminations", "lengths (mean, half of all between)"]
