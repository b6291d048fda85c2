"""Matches to look at: in the midst of a go, at a window, before the placement, with dice from the table, over."""

from contextlib import suppress
from random import Random

import pytest

from matches import service
from matches.documents import plain
from matches.errors import DiceWanted
from matches.loading import load_match
from tests.rules.ishmek.arena import mage, man, position, setup
from web.people import THE_HOUSE

TABLE = {"home": "table", "away": "table", "gm": "table"}
MOST_COMMANDS = 3_000


def opened(who, users, *, dice=None, **fields):
    """A public match of Ishmêk that Alice runs: Bob sits home, Charlie away."""
    order = service.NewMatch(
        **{"ruleset": "ishmek", "title": "Ravens at dusk", "visibility": "public", "dice": dice or {}} | fields
    )
    match_id = service.create_match(who, order)
    service.assign_seat(THE_HOUSE, match_id, "home", users["bob"])
    service.assign_seat(THE_HOUSE, match_id, "away", users["charlie"])
    return match_id


def play_on(match_id, seed=7, until=lambda match: False):
    """Let the bots play until the match is over or as told."""
    rng = Random(seed)
    for _ in range(MOST_COMMANDS):
        match = load_match(match_id)
        if match.table.outcome() is not None or until(match):
            return match
        with suppress(DiceWanted):
            service.give_command(THE_HOUSE, match_id, plain(match.ruleset.bots()["sensible"](match.state, rng)))
    raise AssertionError("the bots do not come to an end")


IN_A_GO = position(
    home=[mage("h1", (8, 4), name="Ylva"), man("h2", (3, 6), name="Orm")],
    away=[man("a1", (9, 5), name="Saskia"), man("a2", (14, 2), name="Quill")],
    orbs={"home": {"holder": "h1"}},
    go="h1",
)


@pytest.fixture
def a_go(alice, users):
    """It is Ylva's go, with the home orb in her hands and Saskia beside her. House dice."""
    return opened(alice, users, position=IN_A_GO)


@pytest.fixture
def table_go(alice, users):
    """The same, with dice from the table."""
    return opened(alice, users, position=IN_A_GO, dice=TABLE)


@pytest.fixture
def placing(alice, users):
    """Nobody has been placed yet."""
    men = [man(f"h{n}", name=f"Raven {n}") for n in (1, 2, 3)]
    return opened(alice, users, setup=setup(men, [man("a1", name="Heron")], turns_total=2))


@pytest.fixture
def over(alice, users):
    """A match that the bots have played to its end."""
    men = [man(f"h{n}", name=f"Raven {n}") for n in (1, 2)]
    herons = [man(f"a{n}", name=f"Heron {n}") for n in (1, 2)]
    match_id = opened(alice, users, setup=setup(men, herons, turns_total=2))
    play_on(match_id)
    return match_id
