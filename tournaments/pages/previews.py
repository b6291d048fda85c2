"""What a command would come to: the events that the decider answers with, and what they would change in the tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from campaigns.access import member
from campaigns.loading import LoadedStream
from rules.kernel.errors import KernelError, Malformed
from tournaments.domain.decide import decide, parse
from tournaments.domain.evolve import evolve
from tournaments.domain.state import Tournament
from tournaments.domain.tables import tables_of
from tournaments.errors import refusal_of
from tournaments.loading import world_of
from tournaments.narration import Names, tell
from tournaments.wording import points_in_words
from web.errors import Refusal, Unreadable
from web.people import Person

MOST_LINES = 12


class Preview(NamedTuple):
    """What would happen, in sentences, and the rows of tables that would change; `more` that are left out."""

    lines: list[str]
    table: list[str]
    more: int


def preview_of(loaded: LoadedStream, who: Person, order: Mapping[str, Any], names: Names) -> Preview:
    """What a command would come to now, with nothing stored. Raises what it would be refused with."""
    try:
        command = parse(order)
        events = decide(world_of(loaded, command), command, member(who), batch="asked")
    except Malformed as error:
        raise Unreadable(error.message, error.field) from None
    except KernelError as error:
        raise refusal_of(error, loaded.state.game) from None
    after = loaded.state
    lines = []
    for event in events:
        after = evolve(after, event)
        lines.append(tell(event, Names.of(after)))
    changed = list(changed_rows(loaded.state, after))
    shown = lines[:MOST_LINES]
    return Preview(shown, changed[:MOST_LINES], len(lines) - len(shown) + max(0, len(changed) - MOST_LINES))


def changed_rows(before: Tournament, after: Tournament) -> Iterator[str]:
    """Whose place or points would be others: "Ash: place 2, 4 points; before: place 1, 6 points"."""
    for stage in after.stages.values():
        if stage.id not in before.stages or before.stages[stage.id].status == "planned":
            continue
        old = _rows(before, stage.id)
        for entrant, now in _rows(after, stage.id).items():
            if entrant in old and old[entrant] != now:
                yield f"{after.entrants[entrant].name}: {_in_words(now)}; before: {_in_words(old[entrant])}"


def _rows(tournament: Tournament, stage: str) -> dict[str, tuple[int, int]]:
    try:
        tables = tables_of(tournament, tournament.stages[stage])
    except Refusal:
        return {}
    return {row.entrant: (row.place, row.points) for table in tables.values() for row in table.rows}


def _in_words(row: tuple[int, int]) -> str:
    return f"place {row[0]}, {points_in_words(row[1])} points"
