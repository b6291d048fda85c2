"""What a transcript expects of a step, or of its end: events, state, asks, outcome, or a refusal.

A pattern is plain JSON. An object matches one that has at least its fields; a list matches one of the same length, item
by item; everything else matches what is equal to it. What is compared has every field, those with their default too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from rules.kernel.asks import Ask, Outcome
from rules.kernel.errors import Malformed, Refused
from rules.kernel.game import AnyGame
from rules.kernel.reading import Document, Json, JsonField, joined
from rules.kernel.table_events import TABLE_EVENTS

Pattern: TypeAlias = JsonField
BOOKKEEPING = "decided"
"""The last event of every command to a game, which `events_exactly` passes over where no pattern names it."""
NUMBER = "n"
"""The number of an event, which its line has beside the event's own fields."""


class ExpectedRefusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A refusal by its `code`; `rule` and `field` are compared where they are given."""

    code: str
    rule: str = ""
    field: str = ""


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is expected of a step, or (at the end of the document) of the whole match. What is left out is not checked.

    `events`: patterns that match events of the step in this order; others may stand before, between and after them.
    `events_exactly`: a pattern for each event of the step, in order; `decided`, which ends every command, is passed
    over unless a pattern names it. `state`: path → pattern. `asks`: a pattern for each ask that is pending afterwards,
    in any order. `outcome`: a pattern of the outcome, null while the match goes on. `refused`: the code, or an object:
    the command is refused, nothing happens, and the next step follows; in the `expect` of the document it is the setup
    or position that is refused.
    """

    events: tuple[Pattern, ...] = ()
    events_exactly: tuple[Pattern, ...] | UnsetType = UNSET
    state: JsonField = {}
    asks: tuple[Pattern, ...] | UnsetType = UNSET
    outcome: Pattern | UnsetType | None = UNSET
    refused: str | ExpectedRefusal | None = None

    @property
    def refusal(self) -> ExpectedRefusal | None:
        return ExpectedRefusal(self.refused) if isinstance(self.refused, str) else self.refused

    def count(self) -> int:
        """How many things it states."""
        exactly = self.events_exactly
        listed = len(self.events) + len(self.state) + (len(exactly) or 1 if exactly is not UNSET else 0)
        return listed + sum((self.asks is not UNSET, self.outcome is not UNSET, self.refused is not None))


class Difference(msgspec.Struct, frozen=True):
    """Something that was found otherwise than expected. `found` is UNSET where there is nothing of the kind."""

    field: str
    message: str
    expected: Any
    found: Any = UNSET

    def document(self) -> Json:
        """The difference as plain JSON."""
        fields = {"field": self.field, "message": self.message, "expected": self.expected}
        return fields if self.found is UNSET else {**fields, "found": self.found}


# Reading


def check_expectation(expect: Expectation, ruleset: AnyGame, field: str) -> None:
    """`Malformed`, with its place, for an expectation that could never be met: unknown events, fields, empty paths."""
    for name in ("events", "events_exactly"):
        patterns = getattr(expect, name)
        for place, pattern in enumerate(() if patterns is UNSET else patterns):
            _check_event(pattern, ruleset, f"{field}.{name}[{place}]")
    for place, pattern in enumerate(() if expect.asks is UNSET else expect.asks):
        _check_fields(pattern, Ask, f"{field}.asks[{place}]")
    if isinstance(expect.outcome, dict):
        _check_fields(expect.outcome, Outcome, f"{field}.outcome")
    for path in expect.state:
        if not all(path.split(".")):
            raise Malformed("a path must be names with a dot between them", f"{field}.state.{path}")
    if expect.refused is not None:
        _check_refused(expect, field)


def _check_event(pattern: Pattern, ruleset: AnyGame, field: str) -> None:
    known = {**TABLE_EVENTS, **ruleset.event_types}
    name = pattern.get("type")
    if not isinstance(name, str) or name not in known:
        raise Malformed(f"unknown type {name!r}; known are {', '.join(sorted(known))}", f"{field}.type")
    _check_fields(pattern, known[name], field, ("type", NUMBER))


def _check_fields(pattern: Pattern, kind: type[msgspec.Struct], field: str, more: Sequence[str] = ()) -> None:
    known = (*kind.__struct_encode_fields__, *more)
    for name in pattern:
        if name not in known:
            raise Malformed(f"unknown field; known are {', '.join(sorted(known))}", joined(field, name))


def _check_refused(expect: Expectation, field: str) -> None:
    if not expect.refusal or not expect.refusal.code:
        raise Malformed("give the code of the refusal", f"{field}.refused")
    for name in ("events", "events_exactly"):
        if getattr(expect, name):
            raise Malformed("a refused command has no events", f"{field}.{name}")


# Comparing


def complete(value: object) -> Any:
    """A struct, or anything made of them, as plain JSON with every field.

    >>> complete(Outcome("dark", "home"))
    {'termination': 'dark', 'winner': 'home', 'score': {}, 'winners': []}
    """
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        fields = {name: complete(getattr(value, own)) for name, own in names}
        tag = value.__struct_config__.tag_field
        return fields if tag is None else {tag: value.__struct_config__.tag, **fields}
    if isinstance(value, Mapping):
        return {key: complete(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [complete(part) for part in value]
    return value


def differences(expected: object, found: object, path: str = "") -> Iterator[tuple[str, object, object]]:
    """Where `found` does not match a pattern: the path, what is expected there, what is found (UNSET: nothing).

    >>> list(differences({"to": [4, 4]}, {"to": [4, 5], "cost": 1}))
    [('to[1]', 4, 5)]
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, part in expected.items():
            yield from differences(part, found.get(key, UNSET), joined(path, key))
    elif isinstance(expected, list | tuple) and isinstance(found, list | tuple) and len(expected) == len(found):
        for place, (wanted, part) in enumerate(zip(expected, found, strict=True)):
            yield from differences(wanted, part, joined(path, f"[{place}]"))
    elif expected != found or isinstance(expected, bool) is not isinstance(found, bool):
        yield path, expected, found


def matches(expected: object, found: object) -> bool:
    return next(differences(expected, found), None) is None


# Events


def unmet_events(patterns: Sequence[Pattern], events: Sequence[Pattern], field: str) -> Iterator[Difference]:
    """The first pattern that no event matches after those of the patterns before it."""
    rest = list(events)
    for place, pattern in enumerate(patterns):
        found = next((index for index, event in enumerate(rest) if matches(pattern, event)), None)
        if found is None:
            yield from _no_event(pattern, rest, f"{field}[{place}]")
            return
        del rest[: found + 1]


def unmet_exactly(patterns: Sequence[Pattern], events: Sequence[Pattern], field: str) -> Iterator[Difference]:
    """The first event that is another one than its pattern, or is one too many or too few."""
    named = any(pattern["type"] == BOOKKEEPING for pattern in patterns)
    shown = [event for event in events if named or event["type"] != BOOKKEEPING]
    for place, (pattern, event) in enumerate(zip(patterns, shown, strict=False)):
        if not matches(pattern, event):
            yield from _no_event(pattern, [event], f"{field}[{place}]")
            return
    if len(patterns) != len(shown):
        wanted, found = ([event["type"] for event in side] for side in (patterns, shown))
        message = f"{len(patterns)} events are expected, there are {len(shown)}"
        yield Difference(field, message, wanted, found)


def _no_event(pattern: Pattern, rest: Sequence[Pattern], field: str) -> Iterator[Difference]:
    """How the event that comes nearest to a pattern differs from it; or that there is none of its type."""
    alike = [event for event in rest if event["type"] == pattern["type"]]
    if not alike:
        types = [event["type"] for event in rest]
        yield Difference(field, f"there is no {pattern['type']} here", pattern, types)
        return
    nearest = min(alike, key=lambda event: len(list(differences(pattern, event))))
    for path, expected, found in differences(pattern, nearest):
        message = f"event {nearest[NUMBER]}, {nearest['type']}: {_otherwise(path, expected, found)}"
        yield Difference(joined(field, path), message, expected, found)


# State


def at_path(state: object, path: str) -> object:
    """What stands at a path of a state; UNSET where there is nothing.

    Each part names a field, or in a list the thing with that `id`, or its number from 0. A first part that is no field
    of the state is the `id` of a thing anywhere in it; `Malformed` where several things have it.

    >>> state = {"lamps": [{"id": "home", "at": [4, 5]}]}
    >>> at_path(state, "lamps.home.at"), at_path(state, "home.at.1")
    ([4, 5], 5)
    """
    first, *rest = path.split(".")
    found = _part(state, first)
    if found is UNSET:
        things = list(_named(state, first))
        if len(things) > 1:
            raise Malformed(f"several things are called {first!r}: write the whole path", path)
        found = things[0] if things else UNSET
    for part in rest:
        found = _part(found, part)
    return found


def _part(value: object, part: str) -> object:
    if isinstance(value, Mapping):
        return value.get(part, UNSET)
    if isinstance(value, list):
        for item in value:
            if isinstance(item, Mapping) and item.get("id") == part:
                return item
        if part.isdecimal() and int(part) < len(value):
            return value[int(part)]
    return UNSET


def _named(value: object, name: str) -> Iterator[object]:
    """Every object inside a value whose `id` is `name`."""
    if isinstance(value, Mapping):
        if value.get("id") == name:
            yield value
        for part in value.values():
            yield from _named(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part, name)


def unmet_state(patterns: Document, state: object, field: str) -> Iterator[Difference]:
    """Every path at which something else stands."""
    for path, pattern in patterns.items():
        place = f"{field}.{path}"
        try:
            standing = at_path(state, path)
        except Malformed as error:
            yield Difference(place, error.message, pattern)
            continue
        for inner, expected, found in differences(pattern, standing, path):
            yield Difference(f"{field}.{inner}", _otherwise(inner, expected, found), expected, found)


# Asks and outcome


def unmet_asks(patterns: Sequence[Pattern], asks: Sequence[Pattern], field: str) -> Iterator[Difference]:
    """The first ask that no pattern takes, or the other way round; each pattern takes another ask."""
    if len(patterns) == len(asks) and _pairs(patterns, list(asks)):
        return
    shown = [{name: ask[name] for name in ("seat", "kind", "rule", "player") if ask[name]} for ask in asks]
    lonely = next((place for place, one in enumerate(patterns) if not any(matches(one, ask) for ask in asks)), None)
    if lonely is not None:
        yield Difference(f"{field}[{lonely}]", "nobody is asked this", patterns[lonely], shown)
    else:
        yield Difference(field, f"{len(patterns)} asks are expected, there are {len(asks)}", list(patterns), shown)


def _pairs(patterns: Sequence[Pattern], asks: list[Pattern]) -> bool:
    """Whether each pattern can take an ask of its own."""
    if not patterns:
        return True
    first, *rest = patterns
    return any(matches(first, ask) and _pairs(rest, asks[:place] + asks[place + 1 :]) for place, ask in enumerate(asks))


def unmet_outcome(pattern: Pattern | None, outcome: Pattern | None, field: str) -> Iterator[Difference]:
    """Where the match ended otherwise, or did or did not end."""
    if pattern is None or outcome is None:
        if pattern is not outcome:
            message = "the match is over" if pattern is None else "the match goes on"
            yield Difference(field, message, pattern, outcome)
        return
    for path, expected, found in differences(pattern, outcome):
        yield Difference(joined(field, path), _otherwise(path, expected, found), expected, found)


def unmet_refusal(wanted: ExpectedRefusal, refused: Refused | None, field: str) -> Iterator[Difference]:
    """Where something was refused for another reason; without `refused`, that it was not."""
    expected = {name: value for name, value in complete(wanted).items() if value}
    if refused is None:
        yield Difference(field, f"this is allowed, expected a refusal with {wanted.code}", expected)
        return
    found = refused.document()
    if not matches(expected, found):
        given = {name: found.get(name, "") for name in ("code", *(name for name in expected if name != "code"))}
        yield Difference(field, f"this is refused with {refused.code}: {refused.message}", expected, given)


def _otherwise(path: str, expected: object, found: object) -> str:
    wanted, there = (msgspec.json.encode(value).decode() if value is not UNSET else "" for value in (expected, found))
    return f"{path} is {there}, expected {wanted}" if there else f"there is no {path}, expected {wanted}"
