"""What a GM action would change in a match, before it happens: value by value, in sentences, and what it would roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from matches.access import access
from matches.loading import LoadedMatch
from matches.pages.boards import board_of
from matches.pages.boards.board import Board
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
NONE = "–"
Leaves = dict[tuple[str, ...], Any]
"""By the way to them in a view the single values of it; lists of anything without ids are such values."""


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


def _rows(board: Board, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Row]:
    was, now = dict(_leaves(before)), dict(_leaves(after))
    told = set[tuple[str, ...]]()
    for path in dict.fromkeys((*was, *now)):
        if was.get(path) == now.get(path):
            continue
        whole = next((path[:size] for size in (1, 2) if _is_new(path[:size], was, now)), None)
        if whole is None:
            yield _row(board, before, path, was.get(path), now.get(path))
        elif whole not in told:
            told.add(whole)
            gone = any(one[: len(whole)] == whole for one in was)
            yield Row(
                _called(board, whole, before if gone else after), "", *(("there", "gone") if gone else (NONE, "there"))
            )


def _is_new(start: tuple[str, ...], was: Leaves, now: Leaves) -> bool:
    """Whether something with an id of its own is in one of the views alone."""
    sides = [any(path[: len(start)] == start for path in side) for side in (was, now)]
    return len(start) == 2 and sides[0] != sides[1]


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, list) and value and all(isinstance(one, dict) and "id" in one for one in value):
        value = {str(one["id"]): one for one in value}
    if not isinstance(value, dict):
        yield path, value
        return
    for name, one in value.items():
        if name != "id" and not (name == "pos" and "where" in value):  # a place that the view has in words as well
            yield from _leaves(one, (*path, str(name)))


def _row(board: Board, view: Mapping[str, Any], path: tuple[str, ...], old: Any, new: Any) -> Row:
    """Of whom: the part of the way that is somebody's id."""
    known = board.names(view).by_id()
    place = next((place for place, part in enumerate(path) if part in known or board.name(part, view) != part), None)
    if place is None:
        return Row("Match", _words(path), _shown(board, view, old), _shown(board, view, new))
    who = board.name(path[place], view)
    return Row(who, _words(path[place + 1 :]), _shown(board, view, old), _shown(board, view, new))


def _called(board: Board, path: tuple[str, ...], view: Mapping[str, Any]) -> str:
    entry = view[path[0]]
    found = next((one for one in entry if str(one["id"]) == path[1]), {}) if isinstance(entry, list) else entry[path[1]]
    return str(found.get("name") or board.name(path[1], view)) if isinstance(found, dict) else path[1]


def _words(path: Sequence[str]) -> str:
    return " ".join(path).replace("_", " ").capitalize()


def _shown(board: Board, view: Mapping[str, Any], value: Any) -> str:
    if value is None or value in ("", [], {}):
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_shown(board, view, one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{_words([name])} {_shown(board, view, one)}" for name, one in value.items())
    name = board.name(value, view) if isinstance(value, str) else str(value)
    return name if name != value else name.replace("_", " ")
