"""Skirmishes on the server: whole ones, each question on the page, and what is hidden from whom."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from matches import service
from matches.documents import plain
from matches.loading import load_match
from rules.hachigoku.bots import sensible
from tests.matches.calling import Api
from tests.matches.following import following, heard, run
from tests.rules.every_game import whole
from tests.rules.hachigoku.dojo import BOW, KATANA, act, attack, fighter
from tests.rules.hachigoku.rosters import any_skirmish
from tests.rules.play import rule
from web.people import THE_HOUSE, person

FIGHTS = {"skills": {"Kenjutsu": 3}, "weapons": [KATANA]}
SETUP = {"characters": [{"id": "aoi", "side": "crane", **FIGHTS}, {"id": "ban", "side": "boar", **FIGHTS}]}
WEAPONS = [KATANA, BOW]
SEATS = {"s1": "table", "s2": "table", "s3": "table", "gm": "table"}


@pytest.fixture
def ada(db: None) -> Any:
    return get_user_model().objects.create_user("ada")


@pytest.fixture
def browser(ada: Any) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def tied(ada: Any) -> Any:
    """Aoi and Ban have equal totals, and both want to act; Chie of the Fox looks on."""
    crowd = [fighter("aoi", "crane", 8, weapons=WEAPONS), fighter("ban", "boar", 8), fighter("chie", "fox", 2)]
    ranges = [["aoi", "ban", 1], ["aoi", "chie", 1], ["ban", "chie", 1]]
    position = {"characters": crowd, "scene": {"ranges": ranges}, "round": 1, "moment": 8}
    order = service.NewMatch(ruleset="hachigoku", position=position, dice=SEATS, visibility="public")
    match = service.create_match(person(ada), order)
    for name in ("aoi", "ban"):
        service.give_command(THE_HOUSE, match, act(name))
    return match


def test_a_whole_skirmish_holds_together(ada: Any) -> None:
    over = whole.played(person(ada), "hachigoku", SETUP, seed=5)
    whole.check_holds_together(over, person(ada))
    whole.check_forks(over, person(ada), 5)


def test_each_question_of_a_skirmish_is_on_the_page(ada: Any, browser: Client) -> None:
    setup = any_skirmish(11)
    setup["scene"] = {"ranges": [[one, other, 0] for one, other, _ in setup["scene"]["ranges"]]}
    match = service.create_match(person(ada), service.NewMatch(ruleset="hachigoku", setup=setup, visibility="public"))
    rng, asked = Random(4), set()
    for _ in range(150):
        loaded = load_match(match)
        if loaded.table.outcome() is not None:
            break
        kind = loaded.ruleset.pending(loaded.state).asks[0].kind
        if kind not in asked:
            asked.add(kind)
            answer = browser.get(f"/matches/{match}")
            assert answer.status_code == 200
            assert '<section class="knot' in answer.content.decode()
        service.give_command(THE_HOUSE, match, plain(sensible(loaded.state, rng)))
    assert asked >= {"setup", "declare", "choose_action", "defense_window"}


WORD = "xyzzy"
"""What Aoi says in her Action, and nothing else."""


def told(eyes: Api, match: Any) -> str:
    """All that somebody can read of a match."""
    answers = [eyes("GET", f"matches/{match}/{part}") for part in ("", "events", "state", "replay", "pending", "legal")]
    assert {answer.status_code for answer in answers} == {200}
    return " ".join(answer.content.decode() for answer in answers)


@rule("HAC-SIM-01", "HAC-ILL-41")
def test_what_is_committed_is_hidden_until_all_are_in(ada: Any) -> None:
    match = tied(ada)
    users = {name: get_user_model().objects.create_user(name) for name in ("ban", "chie", "dora")}
    for seat, name in (("s2", "ban"), ("s3", "chie")):
        service.assign_seat(THE_HOUSE, match, seat, users[name])
    service.give_command(THE_HOUSE, match, {"type": "complex_action", "character": "aoi", "text": WORD})
    everybody = [Api(user) for user in users.values()] + [Api()]
    for eyes in everybody:
        assert WORD not in told(eyes, match)
    assert WORD in told(Api(ada), match)  # the GM may see all
    ban = Api(users["ban"])
    for command in (attack("aoi", "ban"), {"type": "pass", "character": "aoi"}, attack("chie", "aoi")):
        assert WORD not in ban("POST", f"matches/{match}/commands", {"command": command}).content.decode()
    ban.post(f"matches/{match}/commands", {"command": {"type": "complex_action", "character": "ban", "text": "?"}})
    for eyes in everybody:
        assert WORD in told(eyes, match)


@rule("HAC-SIM-01")
def test_the_live_feed_hides_it_too(ada: Any, transactional_db: None) -> None:
    match = tied(ada)
    before = load_match(match).version
    service.give_command(THE_HOUSE, match, {"type": "complex_action", "character": "aoi", "text": WORD})

    async def follow() -> None:
        for eyes, hidden in ((None, True), (ada, False)):
            async with following(eyes, match, f"after={before}") as stream:
                _, _, data = await heard(stream)
                assert any(entry.get("redacted") for entry in data["entries"]) is hidden
                assert (WORD not in json.dumps(data)) is hidden

    run(follow())


@rule("HAC-DICE-02")
def test_rolls_are_written_as_players_write_them(ada: Any, browser: Client) -> None:
    """Aoi's 3k2 and the katana's 2k2 are 5k4: in the ask, on the page, in the log; the record keeps its notation."""
    position = {"characters": [fighter("aoi", "crane", 8, 8), fighter("ban", "boar")], "round": 1, "moment": 8,
                "scene": {"ranges": [["aoi", "ban", 0]]}}  # fmt: skip
    new = service.NewMatch(ruleset="hachigoku", position=position, dice=SEATS, visibility="public")
    match, eyes = service.create_match(person(ada), new), Api(ada)
    service.give_command(THE_HOUSE, match, act("aoi"))
    wanted = eyes("POST", f"matches/{match}/commands", {"command": attack("aoi", "ban")}).json()
    assert wanted["need"]["roll"] == "5k4"
    assert "waits for 5k4" in wanted["message"]
    assert "5k4 for attack" in browser.get(f"/matches/{match}").content.decode()
    service.give_command(THE_HOUSE, match, {"type": "dice", "faces": [1, 1, 1, 2, 3]})
    replay = browser.get(f"/matches/{match}/replay.json").json()
    assert [line["roll"]["roll"] for line in replay["lines"] if line.get("roll")] == ["5k4"]
    [made] = [
        event for event in eyes("GET", f"matches/{match}/events").json()["events"] if event["type"] == "roll_made"
    ]
    assert made["roll"] == "5d10!kh4"


@rule("HAC-SIM-01")
def test_what_is_committed_is_told_when_the_match_is_abandoned(ada: Any) -> None:
    """Nobody has to choose any more."""
    match = tied(ada)
    service.give_command(THE_HOUSE, match, {"type": "complex_action", "character": "aoi", "text": WORD})
    assert WORD not in told(Api(), match)
    service.give_command(THE_HOUSE, match, {"type": "abandon", "reason": "rain"})
    assert WORD in told(Api(), match)


PAGES = ("", "?before=1000", "/replay", "/replay?n=1000", "/replay.json", "/verify", "/dice", "/export")


CHARGE = {"targets-aoi": "on", "weapon": "katana", "maneuvers-charge": "on"}


def read(user: Any, match: Any) -> str:
    """All that somebody's browser gets of a match."""
    eyes = Client()
    if user is not None:
        eyes.force_login(user)
    answers = [eyes.get(f"/matches/{match}{page}", follow=True) for page in PAGES]
    return " ".join(answer.getvalue().decode() for answer in answers if answer.status_code == 200)


@rule("HAC-SIM-01", "HAC-ILL-41")
def test_the_pages_hide_it_from_the_other_side_until_all_is_shown(ada: Any) -> None:
    """On the match, its replay, and in what Ban is told when he asks for what he may not."""
    match = tied(ada)
    ban = get_user_model().objects.create_user("ban")
    service.assign_seat(THE_HOUSE, match, "s2", ban)
    service.give_command(THE_HOUSE, match, {"type": "complex_action", "character": "aoi", "text": WORD})
    for user in (ban, None):
        assert WORD not in read(user, match)
    eyes = Client()
    eyes.force_login(ban)
    for form in ("attack", "complex_action", "combine"):
        answer = eyes.post(f"/matches/{match}/commands", {"form": f"{form}:aoi", "text": "?"})
        assert answer.status_code in (403, 409)
        assert WORD not in answer.content.decode()
    tried = eyes.post(f"/matches/{match}/try", {"form": "attack:ban", **CHARGE})
    assert "against 10" in tried.json()["words"]
    assert WORD not in tried.content.decode()
    service.give_command(THE_HOUSE, match, {"type": "pass", "character": "ban"})
    assert WORD in read(ban, match)


def test_an_attack_is_filled_in(ada: Any, browser: Client) -> None:
    crowd = [fighter("aoi", "crane", 8), fighter("ban", "boar", 3)]
    position = {"characters": crowd, "scene": {"ranges": [["aoi", "ban", 0]]}, "round": 1, "moment": 8}
    order = service.NewMatch(ruleset="hachigoku", position=position, dice=SEATS, visibility="public")
    match = service.create_match(person(ada), order)
    service.give_command(THE_HOUSE, match, act("aoi"))
    page = browser.get(f"/matches/{match}").content.decode()
    labels = re.findall(r'<span class="what">(.*?)</span>', page)
    assert {"Ban, katana", "Ban, bare hands", "Ban, katana, stun", "Away from ban"} <= set(labels)
    assert len(set(labels)) == len(labels)
    form = next(name for name in re.findall(r'name="form" value="([^"]*)"', page) if name.startswith("attack"))
    fields = {"form": form, "targets-ban": "on", "weapon": "katana", "maneuvers-stun": "on", "raises-wound": "1"}
    answer = browser.post(f"/matches/{match}/commands", fields)
    assert answer.status_code == 302, answer.content.decode()
    assert load_match(match).table.opened.command == {
        "type": "attack", "character": "aoi", "targets": ["ban"], "weapon": "katana", "maneuvers": ["stun"],
        "raises": {"wound": 1},
    }  # fmt: skip
