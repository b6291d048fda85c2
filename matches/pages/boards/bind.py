"""What follows the view: bindings, worked out here for the first drawing and in `bind.js` for every later moment.

A binding is a list ``[op, …]``; a path is a list of keys into the view.

    ["at", path]                      stand on the square found there; not shown where there is none
    ["flag", name, path]              the attribute `data-name` is there when the value is true or not empty
    ["flag", name, path, value]       … when it equals `value`
    ["state", name, path]             the attribute `data-name` has the value
    ["course", path]                  the `d` of a flight ``{"path", "lob"}``; not shown where there is none
    ["text", path]                    the value is the text
    ["square", path]                  the square is the text, as people write it
    ["say", path, words]              the text is `words` for the value (see `say`)
    ["list", path, words, empty]      each item said, joined by commas; `empty` where there is none

The flag ``hidden`` is the attribute `hidden` itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from matches.pages.boards.squares import centre, course

Binding: TypeAlias = list[Any]
Path: TypeAlias = list[str]
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Bound:
    """An element that follows the view: its attributes (bindings among them) and its text at this moment."""

    attrs: SafeString
    text: str = ""


def found(view: Any, path: Sequence[str]) -> Any:
    """What lies at a path; None where nothing does.

    >>> found({"a": {"b": 1}}, ["a", "b"]), found({}, ["a", "b"])
    (1, None)
    """
    for key in path:
        if not isinstance(view, Mapping) or key not in view:
            return None
        view = view[key]
    return view


def said(value: Any, words: Mapping[str, Any]) -> str:
    """A value in words.

    * `key`: for an object, which of its fields chooses the words (default: the value itself does)
    * `of`: value → words; a value that is not there speaks for itself
    * `gap` and `none`: one text for all, and the text where one of its gaps has nothing to fill it
    ``{field}`` in a text is filled from the object.

    >>> said({"kind": "rounds", "back": 7}, {"key": "kind", "of": {"rounds": "back in turn {back}"}})
    'back in turn 7'
    >>> said({"title": "Shook", "until": None}, {"gap": "{title} to turn {until}", "none": "{title} for the match"})
    'Shook for the match'
    """
    if value is None or value == "":
        return ""
    parts = value if isinstance(value, Mapping) else {"value": value}
    if "gap" in words:
        gaps = _GAP.findall(words["gap"])
        text = words["none"] if any(parts.get(gap) is None for gap in gaps) else words["gap"]
    else:
        key = _text(parts.get(words.get("key", "value")))
        text = words["of"].get(key, key)
    return _GAP.sub(lambda gap: _text(parts.get(gap[1])), text)


def _text(value: Any) -> str:
    """A value as JavaScript's String() would put it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def bound(view: Any, *bindings: Binding) -> Bound:
    """An element with these bindings as it looks in `view`."""
    attributes: dict[str, str] = {"data-bind": json.dumps(bindings, ensure_ascii=False, separators=(",", ":"))}
    text = ""
    for op, *rest in bindings:
        if op == "at":
            _stand(attributes, found(view, rest[0]))
        elif op == "flag":
            _flag(attributes, view, *rest)
        elif op == "state":
            attributes[f"data-{rest[0]}"] = _text(found(view, rest[1]))
        elif op == "course":
            _fly(attributes, found(view, rest[0]))
        elif op == "text":
            text = _text(found(view, rest[0]))
        elif op == "square":
            at = found(view, rest[0])
            text = f"({at[0]}, {at[1]})" if at else ""
        elif op == "say":
            text = said(found(view, rest[0]), rest[1])
        elif op == "list":
            text = ", ".join(said(item, rest[1]) for item in found(view, rest[0]) or []) or rest[2]
    return Bound(format_html_join(" ", '{}="{}"', attributes.items()), text)


def _stand(attributes: dict[str, str], at: Sequence[int] | None) -> None:
    if at is None:
        attributes["display"] = "none"
    else:
        x, y = centre(at)
        attributes["transform"] = f"translate({x} {y})"


def _flag(attributes: dict[str, str], view: Any, name: str, path: Path, *wanted: Any) -> None:
    value = found(view, path)
    if value == wanted[0] if wanted else value:
        attributes[name if name == "hidden" else f"data-{name}"] = ""


def _fly(attributes: dict[str, str], flight: Mapping[str, Any] | None) -> None:
    if flight is None:
        attributes["display"] = "none"
    else:
        attributes["d"] = course(flight["path"], lob=bool(flight["lob"]))
        if flight["lob"]:
            attributes["data-lob"] = ""


def slug(text: str) -> SafeString:
    """A text as part of an element's id, whatever it holds."""
    return format_html("{}", re.sub(r"[^A-Za-z0-9_-]", lambda found: f"_{ord(found[0]):x}", text))
