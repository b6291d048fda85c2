"""What the figures are of: matches of ten turns, five a side; battles of two companies of four."""

import pytest

from bench.battles import TURNS, fought
from bench.stories import five_a_side, long_story, played
from rules.ishmek.events.match import TurnEnded


def test_a_match_is_ten_turns_of_five_a_side():
    record = played(1)
    players = [player.id for player in record.state.players]
    assert sorted(players) == ["a1", "a2", "a3", "a4", "a5", "h1", "h2", "h3", "h4", "h5"]
    assert sum(isinstance(event, TurnEnded) for event in record.events) == 10
    assert record.outcome().termination == "turns"


def test_each_setup_is_a_new_one():
    """The fifth player is not added twice."""
    assert five_a_side() == five_a_side()


@pytest.mark.parametrize("count", [100, 30_000])
def test_a_long_story_is_as_long_as_told(count):
    """Also where no match is as long as that."""
    assert len(long_story(1, count)) == count


@pytest.mark.parametrize("bot", ["sample", "sensible"])
def test_a_battle_is_of_two_companies_of_four(bot):
    record = fought(1, bot)
    assert sorted(model.side for model in record.state.models) == ["s1"] * 4 + ["s2"] * 4
    assert record.outcome().termination in {"goal", "turns"}
    assert record.state.turn <= TURNS
