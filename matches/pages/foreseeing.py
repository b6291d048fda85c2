"""What a GM action would change in a match, before it happens: value by value, in sentences, and what it would roll."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from matches.access import access
from matches.loading import LoadedMatch
from matches.pages.boards import board_of
from matches.pages.boards.base import View
from matches.pages.boards.board import Board
from matches.pages.boards.values import NONE
from matches.pages.lines import UNTOLD
from matches.pages.rolls import breakdown
from matches.play import check_reason, speaks_as, without_blank_reasons
from matches.rulebooks import refusal_of, rule_text
from rules.kernel.asks import GM
from rules.kernel.errors import KernelError
from rules.kernel.messages import tag_of
from rules.kernel.reading import plain
from rules.kernel.table import Step
from rules.kernel.table_events import TABLE_EVENTS, Rewound
from web.errors import Refusal
from web.people import Person

MOST_ROWS = 60


class Row(NamedTuple):
    """A value that will change: of whom or what, which, now and after."""

    who: str
    field: str
    old: str
    new: str


class Preview(NamedTuple):
    """What will change. `lines` are what the log will say; `more` rows are left out.

    `roll`: the first that it makes, in parts; what comes of that nobody knows. `mark` identifies all of it.
    """

    rows: Sequence[Row] = ()
    lines: Sequence[str] = ()
    more: int = 0
    roll: Mapping[str, Any] | None = None
    mark: str = ""
    refused: Refusal | None = None


def foresee(who: Person, match: LoadedMatch, command: Mapping[str, Any], *, by: str = GM) -> Preview:
    """What a command would do now, given by the GM or as `give_command` has it. Nothing happens, and no die falls."""
    try:
        order = without_blank_reasons(command)
        step = _tried(match, order, speaks_as(who, access(who, match.roster), match, command, by))
        check_reason(order)
    except KernelError as error:
        return Preview(refused=refusal_of(error, match.ruleset.key))
    except Refusal as refusal:
        return Preview(refused=refusal)
    return _preview(match, step)


def _tried(match: LoadedMatch, command: Mapping[str, Any], by: str) -> Step:
    """What comes of a command at a table where all dice are typed, and none has been."""
    table = match.table.copy()
    table.dice_kinds = dict.fromkeys(table.dice_kinds, "table")
    return table.submit(command, by, (), b"", match.past)


def _preview(match: LoadedMatch, step: Step) -> Preview:
    game, events = match.ruleset, step.preview if step.need is not None else step.events
    after = step.after if step.need is None and step.after is not None else match.table.folded(events, match.past)
    views = [plain(game.view(state, GM)) for state in (match.state, after.state)]
    board = board_of(game.key)
    rows = [*_of_table(match, events), *_rows(board, *views)]
    lines = [line for event in events if (line := _line(board, event, views[0]))]
    roll = breakdown(plain(step.need), partial(rule_text, game.key)) if step.need is not None else None
    mark = sha256(repr((rows, lines, roll)).encode()).hexdigest()
    return Preview(rows[:MOST_ROWS], lines, max(0, len(rows) - MOST_ROWS), roll, mark)


def _line(board: Board, event: Any, view: Mapping[str, Any]) -> str:
    document = {**plain(event), "type": tag_of(event)}
    return "" if document["type"] in UNTOLD else board.tell(document, view).text


def _of_table(match: LoadedMatch, events: Sequence[Any]) -> Iterator[Row]:
    """What the view of the game does not show: pauses, and events that no longer count."""
    for event in events:
        if isinstance(event, Rewound):
            void = match.version - event.to
            yield Row("Log", "Events that no longer count", "0", f"{void}, from event {event.to + 1} on")
        elif tag_of(event) in TABLE_EVENTS and tag_of(event) in _TABLE:
            yield Row("Match", "State", *_TABLE[tag_of(event)])


_TABLE = {
    "play_paused": ("playing", "paused"),
    "play_resumed": ("paused", "playing"),
    "match_abandoned": ("playing", "abandoned"),
}


# The views beside each other


class Difference(NamedTuple):
    """A value that is another one afterwards. `there`: it has an id of its own, and is in one of the views alone."""

    path: tuple[str, ...]
    old: Any
    new: Any
    there: bool = False


def _rows(board: Board, before: View, after: View) -> Iterator[Row]:
    for one in _differences(before, after, (), board.values.drawn):
        yield _entry_row(board, before, after, one) if one.there else _row(board, before, one)


def _differences(was: Any, now: Any, path: tuple[str, ...], drawn: Collection[str]) -> Iterator[Difference]:
    """The single values that differ; lists of entries with ids count as entries by id."""
    was, now = _by_id(was, now), _by_id(now, was)
    if was == now:
        return
    if not (isinstance(was, dict) and isinstance(now, dict)):
        yield Difference(path, was, now)
        return
    for name in dict.fromkeys((*was, *now)):
        if name in drawn or name == "id" or (name == "pos" and "where" in now):  # a place that is told in words as well
            continue
        comes_or_goes = (name in was) != (name in now) and isinstance(was.get(name, now.get(name)), dict)
        if len(path) == 1 and comes_or_goes:
            yield Difference((*path, str(name)), was.get(name), now.get(name), there=True)
        else:
            yield from _differences(was.get(name), now.get(name), (*path, str(name)), drawn)


def _by_id(value: Any, other: Any) -> Any:
    """A list of entries by their ids, where it or the list beside it has any; anything else as it is."""
    entries = value or other
    if isinstance(value, list) and entries and all(isinstance(one, dict) and "id" in one for one in entries):
        return {str(one["id"]): one for one in value}
    return value


def _row(board: Board, view: View, one: Difference) -> Row:
    """Of whom: the part of the way that is somebody's id."""
    known = board.names(view).by_id()
    name = partial(board.name, view=view)
    place = next((place for place, part in enumerate(one.path) if part in known or name(part) != part), None)
    who = "Match" if place is None else name(one.path[place])
    path = [part for at, part in enumerate(one.path) if at != place]
    return Row(who, board.values.label(path).text, *board.values.both(path, one.old, one.new, name))


def _entry_row(board: Board, before: View, after: View, one: Difference) -> Row:
    """Of something that comes or goes."""
    gone = one.new is None
    entry = one.old if gone else one.new
    called = entry.get("name") if isinstance(entry, dict) else None
    name = str(called or board.name(one.path[1], before if gone else after))
    return Row(name, "", *(("there", "gone") if gone else (NONE, "there")))
