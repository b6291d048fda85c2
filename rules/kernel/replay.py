"""The replay document: a match as a browser can walk through it without knowing any rule.

    {"format": "skald-replay/1", "match", "ruleset", "ruleset_version", "seat", "version", "opening", "outcome",
     "events":      [{"n", "type", …fields (or "redacted"), "patch": […], "asks": […] at decision points}, …],
     "checkpoints": [{"n": 0, "view": {}}, {"n": 64, "view": {…}}, …],
     "marks":       {"decision": [n, …], "turn": [n, …], "go": [n, …]},
     "moments":     [{"n", "kind"}, …],
     "outline":     […] (see `rules.kernel.outline`),
     "voided":      [[first, last, n of the rewind], …]}

The view after event n is that of the last checkpoint at or before n with the patches of the events after it applied. A
patch is a list of changes in order: ``[path, value]`` puts a value, ``[path]`` alone takes a key away; a path is a list
of keys and indexes, the empty path being the view itself. Lists of another length are put whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from rules.kernel.messages import Event
from rules.kernel.outline import Notes
from rules.kernel.reading import JsonField, plain
from rules.kernel.record import Record
from rules.kernel.table import Table
from rules.kernel.table_events import Rewound, TableEvent
from rules.kernel.visibility import redact, visible

FORMAT = "skald-replay/1"
STRIDE = 64
KEPT_APART = 2
"""How deep the parts of a view lie that are kept where they stay the same."""
Path: TypeAlias = tuple[str | int, ...]
Patch: TypeAlias = list[list[Any]]


def diff(before: Any, after: Any, path: Path = ()) -> Patch:
    """The patch from one plain JSON value to another.

    >>> diff({"a": 1, "b": [1, 2]}, {"b": [1, 3], "c": 0})
    [[['a']], [['b', 1], 3], [['c'], 0]]
    """
    if before is after:
        return []
    if type(before) is dict and type(after) is dict:
        changes: Patch = [[[*path, key]] for key in before if key not in after]
        for key, value in after.items():
            changes += diff(before[key], value, (*path, key)) if key in before else [[[*path, key], value]]
        return changes
    if type(before) is list and type(after) is list and len(before) == len(after):
        return [
            change
            for place, (old, new) in enumerate(zip(before, after, strict=True))
            for change in diff(old, new, (*path, place))
        ]
    return [] if type(before) is type(after) and before == after else [[list(path), after]]


def patched(view: Any, patch: Patch) -> Any:
    """A view with a patch applied; `view` itself stays as it is.

    >>> patched({"a": 1, "b": [1, 2]}, [[["a"]], [["b", 1], 3]])
    {'b': [1, 3]}
    """
    for path, *value in patch:
        view = _changed(view, path, value)
    return view


def _changed(part: Any, path: Sequence[str | int], value: list[Any]) -> Any:
    if not path:
        return value[0]
    key, rest = path[0], path[1:]
    copied: Any = dict(part) if type(part) is dict else list(part)
    if rest or value:
        copied[key] = _changed(copied[key], rest, value) if rest else value[0]
    else:
        del copied[key]
    return copied


def seek(document: JsonField, n: int) -> Any:
    """The view after event `n` (0: before the first), found as a browser finds it."""
    checkpoint = max((c for c in document["checkpoints"] if c["n"] <= n), key=lambda c: int(c["n"]))
    view = checkpoint["view"]
    for event in document["events"][checkpoint["n"] : n]:
        view = patched(view, event["patch"])
    return view


def replay(record: Record, seat: str) -> JsonField:
    """The replay document of a match as `seat` may see it ("" for a spectator, "gm" for all)."""
    walk = _Walk(record, seat)
    for event in record.events:
        walk.fold(event)
    table = record.table
    return {
        "format": FORMAT,
        "match": table.match,
        "ruleset": record.ruleset.key,
        "ruleset_version": record.ruleset.version,
        "seat": seat,
        "version": record.version,
        "opening": table.opening,
        "outcome": plain(record.outcome()),
        "events": walk.events,
        "checkpoints": walk.checkpoints,
        "marks": walk.marks,
        "moments": walk.moments,
        "outline": walk.outline(),
        "voided": voided(record.events),
    }


def voided(events: Sequence[Event]) -> list[list[int]]:
    """``[first, last, n]`` for each rewind n: the events first..last that it made void. Empty ranges are left out."""
    return [
        [event.to + 1, number - 1, number]
        for number, event in enumerate(events, 1)
        if isinstance(event, Rewound) and event.to + 1 < number
    ]


class _Plain:
    """Makes views plain JSON, one after the other. What is the same as before stays the same object.

    Most of a view does not change with an event; what is the same object `diff` passes by at a glance.
    """

    def __init__(self) -> None:
        self._parts: dict[Path, tuple[Any, bytes, Any]] = {}

    def __call__(self, view: Any) -> Any:
        return self._of(view, (), KEPT_APART)

    def _of(self, value: Any, path: Path, deeper: int) -> Any:
        if deeper and type(value) is dict:
            return {name: self._of(part, (*path, name), deeper - 1) for name, part in value.items()}
        if deeper and type(value) is list:
            return [self._of(part, (*path, place), deeper - 1) for place, part in enumerate(value)]
        known = self._parts.get(path)
        if known is not None and known[0] is value:
            return known[2]
        written = msgspec.json.encode(value)
        same = known is not None and known[1] == written
        made = known[2] if known is not None and same else msgspec.json.decode(written)
        self._parts[path] = value, written, made
        return made


class _Walk:
    """One walk along the log, noting what the document wants."""

    def __init__(self, record: Record, seat: str) -> None:
        self._record = record
        self._ruleset = record.ruleset
        self._seat = seat
        self._visible = visible(record.events, seat)
        self._table = Table(record.ruleset)
        self._view: Any = {}
        self._plain = _Plain()
        self._clock: dict[str, Any] = {}
        self.events: list[JsonField] = redact(record.events, seat)
        self.checkpoints: list[JsonField] = [{"n": 0, "view": {}}]
        self.marks: dict[str, list[int]] = {"decision": [], "turn": [], "go": []}
        self.moments: list[JsonField] = []
        self._notes = Notes(
            record.ruleset, {n for first, last, _ in voided(record.events) for n in range(first, last + 1)}
        )

    def outline(self) -> list[JsonField]:
        """The log in turns, goes and acts."""
        return self._notes.outline()

    def fold(self, event: Event) -> None:
        before = self._table.state
        self._table.apply(event, self._record)
        number, state = self._table.version, self._table.state
        entry = self.events[number - 1]
        entry["patch"] = []
        if state is not before:
            view = self._plain(self._ruleset.view(state, self._seat))
            entry["patch"] = diff(self._view, view)
            self._view = view
            self._mark_spans(number)
        self._notes.take(self._table, event, event if self._visible[number - 1] else None)
        if self._table.at_decision_point(event):
            self.marks["decision"].append(number)
            entry["asks"] = self._asks()
        if self._visible[number - 1] and not isinstance(event, TableEvent) and (kind := event.key_moment()):
            self.moments.append({"n": number, "kind": kind})
        if number % STRIDE == 0:
            self.checkpoints.append({"n": number, "view": self._view})

    def _mark_spans(self, number: int) -> None:
        clock = self._ruleset.clock(self._table.state)
        for span in ("turn", "go"):
            if clock.get(span) != self._clock.get(span):
                self.marks[span].append(number)
        self._clock = clock

    def _asks(self) -> list[JsonField]:
        """Who is asked now and why; the options are for the page of the match, not for the replay."""
        if self._table.outcome() is not None:
            return []
        return [
            {"seat": ask.seat, "kind": ask.kind, "rule": ask.rule, "why": ask.why, "player": ask.player}
            for ask in self._ruleset.pending(self._table.state).asks
        ]
