"""What the other team may know of an intent to injure before the umpires have looked."""

from __future__ import annotations

import json

import pytest

from rules.ishmek.system import ISHMEK
from rules.kernel.reading import plain
from rules.kernel.visibility import redact
from tests.rules.ishmek.arena import act, let_pass, react, step
from tests.rules.ishmek.scrum import SEEN, UNSEEN, defend, duel
from tests.rules.play import Play, rule


def seen_by(game: Play, seat: str) -> str:
    """All that a seat is shown of a match: the log's open events, the view, what is asked of it."""
    log = [event for event in redact(game.events, seat) if "redacted" not in event]
    asks = [plain(ask) for ask in game.pending.asks if ask.seat == seat]
    return json.dumps([log, asks, ISHMEK.view(game.state, seat)])


def words_of_a_foul(text: str) -> list[str]:
    return [word for word in ('"intent": true', '"foul": {', "foul_intended") if word in text]


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("burn", [0, 2])
@pytest.mark.parametrize("seat", ["away", ""])
def test_intent_of_an_action_is_hidden_until_the_umpires_have_looked(seat: str, burn: int) -> None:
    game = duel()

    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    assert words_of_a_foul(seen_by(game, seat)) == []
    assert words_of_a_foul(seen_by(game, "home"))

    game.do(defend("a1", ability="str", burn=burn), dice=[13, 11])  # 18 against 14 or 16: won
    assert words_of_a_foul(seen_by(game, seat)) == []

    game.do(let_pass("h1"), dice=[1, *([1] if burn else []), *UNSEEN])
    assert words_of_a_foul(seen_by(game, seat))


@rule("ISH-FOUL-01")
def test_intent_of_a_reaction_is_hidden_too() -> None:
    game = duel({"reaction_used": False})
    game.do(step("h1", 8, 3))

    game.do(react("a1", "push_pull", target="h1", ability="str", intent=True))  # h1 has still to answer
    assert words_of_a_foul(seen_by(game, "home")) == []

    game.do(let_pass("h1"))
    assert words_of_a_foul(seen_by(game, "home")) == []

    game.do(defend("h1", ability="str"), dice=[10, 10, *SEEN])
    assert words_of_a_foul(seen_by(game, "home"))


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("seat", ["away", ""])
def test_declared_push_looks_the_same_with_intent_and_without(seat: str) -> None:
    shown = []
    for intent in (True, False):
        game = duel()
        game.do(act("h1", "push_pull", target="a1", ability="str", intent=intent))
        shown.append(
            (redact(game.events, seat), [plain(ask) for ask in game.pending.asks], ISHMEK.view(game.state, seat))
        )

    assert shown[0] == shown[1]


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("seat", ["home", ""])
def test_declared_reaction_looks_the_same_with_intent_and_without(seat: str) -> None:
    shown = []
    for intent in (True, False):
        game = duel({"reaction_used": False})
        game.do(step("h1", 8, 3))
        game.do(react("a1", "push_pull", target="h1", ability="str", intent=intent))
        shown.append(
            (redact(game.events, seat), [plain(ask) for ask in game.pending.asks], ISHMEK.view(game.state, seat))
        )

    assert shown[0] == shown[1]
