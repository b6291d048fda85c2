"""Real events to measure with: matches that bots played, as they stand in the log. Needs no Django."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

from matches.simulation.playing import default_setup
from rules.kernel.agenda import Decided
from rules.kernel.codec import Codec
from rules.kernel.playout import play_out
from rules.kernel.record import Record
from rules.kernel.table_events import TABLE_EVENTS
from rules.registry import RULESETS

GAME = "ishmek"
TURNS = 10
# The usual rosters bring four a side; with these it is five.
FIFTH: dict[str, dict[str, Any]] = {
    "home": {"id": "h5", "name": "Pell", "prof": 2, "str_mod": 1, "dex_mod": 2, "cast_mod": 0, "speed": 30},
    "away": {"id": "a5", "name": "Ruva", "prof": 2, "str_mod": 1, "dex_mod": 2, "cast_mod": 0, "speed": 30},
}


class Row(NamedTuple):
    """An event as it goes into the log."""

    type: str
    schema: int
    body: bytes


def five_a_side(turns: int = TURNS) -> dict[str, Any]:
    """The match that all of the bench plays: the usual rosters with a fifth player a side."""
    setup = default_setup(GAME)
    for side, player in FIFTH.items():
        setup["teams"][side]["players"].append(player)
    return setup | {"turns_total": turns}


def played(seed: int, turns: int = TURNS) -> Record:
    """A match that `sample` played to its end."""
    return play_out(RULESETS[GAME], Random(f"bench/{seed}"), setup=five_a_side(turns))


def rows_of(events: list[Any]) -> list[Row]:
    """Events as they go into the log."""
    codec = Codec(RULESETS[GAME])
    return [_row(codec, event) for event in events]


def _row(codec: Codec, event: Any) -> Row:
    name = codec.type_of(event)
    return Row(name if name in TABLE_EVENTS else f"{GAME}.{name}", codec.schema(name), codec.encode(event))


def story(seed: int) -> list[Row]:
    return rows_of(list(played(seed).events))


def rows_by_command(seed: int) -> list[list[Row]]:
    """A whole match, the events of its opening and then those of each command together."""
    record = played(seed)
    groups: list[list[Any]] = [list(record.events[: record.table.opening])]
    for event in record.events[record.table.opening :]:
        if isinstance(event, Decided):
            groups.append([])
        groups[-1].append(event)
    return [rows_of(group) for group in groups if group]


def long_story(seed: int, count: int) -> list[Row]:
    """A match of `count` events: of as many turns as the rules admit, the turns repeated where it ends too early."""
    record = played(seed, turns=200)
    rows, opening = rows_of(list(record.events)), record.table.opening
    # What follows the last decision ends the match: nothing can come after that.
    last = max(n for n, event in enumerate(record.events) if isinstance(event, Decided))
    return [*rows[:opening], *islice(cycle(rows[opening:last]), max(0, count - opening))][:count]


def bodies(count: int) -> Iterator[Row]:
    """`count` events of a match, over and over: what appends are measured with."""
    return islice(cycle(story(1)), count)
