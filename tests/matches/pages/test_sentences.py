"""What every event says of itself: a sentence with fields that it has, or a function that tells it; and key moments."""

import pytest

from matches.facts import FACTS
from matches.pages.boards import board_of
from matches.pages.boards.narrators import TABLE
from matches.pages.replaying import OF_THE_TABLE
from rules.kernel.sentences import parts_of
from rules.kernel.table_events import TABLE_EVENTS
from rules.registry import RULESETS

NARRATORS = {key: (board_of(key).narrator, game) for key, game in RULESETS.items()}
KINDS = {
    **{f"table/{name}": (kind, TABLE) for name, kind in {**TABLE_EVENTS, **FACTS}.items()},
    **{
        f"{key}/{name}": (kind, narrator)
        for key, (narrator, game) in NARRATORS.items()
        for name, kind in game.event_types.items()
    },
}


@pytest.mark.parametrize("name", KINDS)
def test_an_event_is_told_by_its_sentence_or_by_a_function_and_not_by_both(name):
    kind, narrator = KINDS[name]
    assert bool(kind.says) != (name.partition("/")[2] in narrator.tellers)


@pytest.mark.parametrize("name", [name for name, (kind, _) in KINDS.items() if kind.says])
def test_a_sentence_speaks_of_fields_that_the_event_has(name):
    kind = KINDS[name][0]
    assert {part.field for part in parts_of(kind.says)} - {""} <= set(kind.__struct_encode_fields__)
    assert kind.says[0].isupper() or kind.says.startswith("{")
    assert kind.says.endswith((".", "!", "{reason}", "{choice}")) or kind.weight == "head"


@pytest.mark.parametrize("name", [name for name, (kind, _) in KINDS.items() if kind.moment])
def test_a_key_moment_has_a_name_on_the_timeline(name):
    kind = KINDS[name][0]
    game = name.partition("/")[0]
    assert kind.moment in (OF_THE_TABLE if game == "table" else NARRATORS[game][1].moments)


@pytest.mark.parametrize(("narrator", "game"), NARRATORS.values(), ids=NARRATORS)
def test_nothing_is_told_or_drawn_for_an_event_that_is_none_of_the_game(narrator, game):
    assert {*narrator.tellers, *narrator.drawn} <= set(game.event_types)


def test_a_game_without_a_board_is_told_by_its_sentences(monkeypatch):
    monkeypatch.setattr("matches.pages.boards.BOARDS", {})
    passed = {"type": "passed", "player": "h1"}
    assert board_of("ishmek").tell(passed, {}).text == "H1 passes."
    dropped = {"type": "orb_dropped", "orb": "home", "player": "h1", "at": [4, 5]}
    assert board_of("ishmek").tell(dropped, {}).text == "Home is loose at [4, 5]."
