"""What follows the view: bindings, worked out here for the first drawing and in `bind.js` for every later moment.

A binding is a list ``[op, …]``; a path is a list of keys into the view.

    ["at", path]                      stand on the square found there; not shown where there is none
    ["flag", name, path]              the attribute `data-name` is there when the value is true or not empty
    ["flag", name, path, value]       … when it equals `value`
    ["state", name, path]             the attribute `data-name` has the value
    ["course", path]                  the `d` of a flight ``{"path", "lob"}``; not shown where there is none
    ["text", path]                    the value is the text
    ["square", path]                  the square is the text, as people write it
    ["hex", path]                     stand on the hex found there; not shown where there is none
    ["lines", path, figures, names, scale, op, …]
                                      for each ``{"one", "other", "label"}`` found there a line with its label between
                                      two of the figures found under `figures`, which stand by `op`
    ["say", path, words]              the text is `words` for the value (see `say`)
    ["list", path, words, empty]      each item said, joined by commas; `empty` where there is none
    ["tell", name, path, words]       the attribute `name` is `words` for the value, as for "say"
    ["each", path, spec]              for each item of the list found there, this element
    ["json", path]                    the value is the text: itself where it is text, else as compact JSON
    ["order", path]                   `data-order` is the number found there, and its place among its siblings

On a table measured in hundredths of an inch (`plane`), of that `depth`:

    ["spot", path, depth]             stand on the point found there; not shown where there is none
    ["point", path]                   the point is the text, as people write it
    ["lift", path, scale]             stand as far up as the number found there, drawn at that scale
    ["number", name, path]            the attribute `name` is the number found there, 0 where there is none
    ["bar", length, path, full]       `width` is as much of `length` as the number at `path` is of that at `full`
    ["trail", path, depth]            the `d` of a way through points; not shown where there are fewer than two
    ["shape", path, depth]            the `d` of a footprint; not shown where there is none
    ["draw", path, specs]             for each item of the list found there, these elements, in a group of their own

A spec is ``[tag, attributes, bindings, [spec, …]]``, its paths lead into the item. The flag ``hidden`` is the attribute
`hidden` itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from matches.pages.boards.hexes import hex_centre
from matches.pages.boards.plane import drawn, outline, trail
from matches.pages.boards.squares import centre, course

Binding: TypeAlias = list[Any]
Path: TypeAlias = list[str]
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class BoundElement:
    """An element that follows the view: its attributes (bindings among them) and its text at this moment."""

    attrs: SafeString
    text: str = ""


def value_at(view: Any, path: Sequence[str]) -> Any:
    """What lies at a path; None where nothing does.

    >>> value_at({"a": {"b": 1}}, ["a", "b"]), value_at({}, ["a", "b"])
    (1, None)
    """
    for key in path:
        if not isinstance(view, Mapping) or key not in view:
            return None
        view = view[key]
    return view


def in_words(value: Any, words: Mapping[str, Any]) -> str:
    """A value in words.

    * `key`: for an object, which of its fields chooses the words (default: the value itself does)
    * `of`: value → words; a value that is not there speaks for itself
    * `gap` and `none`: one text for all, and the text where one of its gaps has nothing to fill it
    ``{field}`` in a text is filled from the object.

    >>> in_words({"kind": "rounds", "back": 7}, {"key": "kind", "of": {"rounds": "back in turn {back}"}})
    'back in turn 7'
    >>> in_words({"title": "Shook", "until": None}, {"gap": "{title} to turn {until}", "none": "{title} for the match"})
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


def bound(view: Any, *bindings: Binding) -> BoundElement:
    """An element with these bindings as it looks in `view`."""
    attributes: dict[str, str] = {"data-bind": json.dumps(bindings, ensure_ascii=False, separators=(",", ":"))}
    text = _applied(attributes, view, bindings)
    return BoundElement(_written(attributes), text)


def _applied(attributes: dict[str, str], view: Any, bindings: Sequence[Binding]) -> str:
    """Put what the bindings say into the attributes; the text they give."""
    text = ""
    for op, *rest in bindings:
        if op in _LOOKS:
            _LOOKS[op](attributes, view, *rest)
        else:
            text = _TEXTS[op](view, *rest)
    return text


def _written(attributes: Mapping[str, str]) -> SafeString:
    return format_html_join(" ", '{}="{}"', attributes.items())


# Attributes


_PLACES: Mapping[str, Callable[..., tuple[int, int]]] = {"at": centre, "hex": hex_centre, "spot": drawn}
"""Where something is drawn that is said to be at a square, a hex, a point of a plane of some depth."""


def _stand(op: str, attributes: dict[str, str], view: Any, path: Path, *depth: int) -> None:
    at = value_at(view, path)
    if at is None:
        attributes["display"] = "none"
    else:
        x, y = _PLACES[op](at, *depth)
        attributes["transform"] = f"translate({x} {y})"


def _lift(attributes: dict[str, str], view: Any, path: Path, scale: str) -> None:
    attributes["transform"] = f"translate(0 {-(value_at(view, path) or 0)}) scale({scale})"


def _flag(attributes: dict[str, str], view: Any, name: str, path: Path, *wanted: Any) -> None:
    value = value_at(view, path)
    if value == wanted[0] if wanted else value:
        attributes[name if name == "hidden" else f"data-{name}"] = ""


def _state(attributes: dict[str, str], view: Any, name: str, path: Path) -> None:
    attributes[f"data-{name}"] = _text(value_at(view, path))


def _order(attributes: dict[str, str], view: Any, path: Path) -> None:
    attributes["data-order"] = _text(value_at(view, path))


def _number(attributes: dict[str, str], view: Any, name: str, path: Path) -> None:
    attributes[name] = str(value_at(view, path) or 0)


def _tell(attributes: dict[str, str], view: Any, name: str, path: Path, words: Mapping[str, Any]) -> None:
    attributes[name] = in_words(value_at(view, path), words)


def _bar(attributes: dict[str, str], view: Any, length: int, path: Path, full: Path) -> None:
    attributes["width"] = str(length * (value_at(view, path) or 0) // (value_at(view, full) or 1))


def _trail(attributes: dict[str, str], view: Any, path: Path, depth: int) -> None:
    _course(attributes, trail(value_at(view, path) or [], depth))


def _shape(attributes: dict[str, str], view: Any, path: Path, depth: int) -> None:
    footprint = value_at(view, path)
    _course(attributes, outline(footprint, depth) if footprint else "")


def _course(attributes: dict[str, str], d: str) -> None:
    attributes |= {"d": d} if d else {"display": "none"}


def _fly(attributes: dict[str, str], view: Any, path: Path) -> None:
    flight = value_at(view, path)
    _course(attributes, course(flight["path"], lob=bool(flight["lob"])) if flight else "")
    if flight and flight["lob"]:
        attributes["data-lob"] = ""


_LOOKS: dict[str, Callable[..., None]] = {
    **{op: partial(_stand, op) for op in _PLACES},
    "lift": _lift,
    "flag": _flag,
    "state": _state,
    "course": _fly,
    "order": _order,
    "number": _number,
    "tell": _tell,
    "bar": _bar,
    "trail": _trail,
    "shape": _shape,
}


# Texts


def _square(view: Any, path: Path) -> str:
    at = value_at(view, path)
    return f"({at[0]}, {at[1]})" if at else ""


def _point(view: Any, path: Path) -> str:
    at = value_at(view, path)
    return f"({number_words(at[0])}, {number_words(at[1])})" if at else ""


def number_words(hundredths: int) -> str:
    """Hundredths of a unit as people write them.

    >>> number_words(1250), number_words(400), number_words(-5)
    ('12.5', '4', '-0.05')
    """
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def _lines(
    view: Any, path: Path, figures: Path, names: Mapping[str, str], scale: str, op: str, *depth: int
) -> SafeString:
    groups = []
    for item in value_at(view, path) or []:
        ends = [value_at(view, [*figures, item[end], "at"]) for end in ("one", "other")]
        if None in ends:
            continue
        (x1, y1), (x2, y2) = (_PLACES[op](at, *depth) for at in ends)
        title = f"{names.get(item['one'], item['one'])}, {item['label']}, {names.get(item['other'], item['other'])}"
        middle = f"translate({(x1 + x2) // 2} {(y1 + y2) // 2}) scale({scale})"
        groups.append((title, f"M{x1} {y1}L{x2} {y2}", middle, item["label"]))
    drawing = '<g class="between"><title>{}</title><path d="{}"></path><text transform="{}">{}</text></g>'
    return format_html_join("", drawing, groups)


def _list(view: Any, path: Path, words: Mapping[str, Any], empty: str) -> str:
    return ", ".join(in_words(item, words) for item in value_at(view, path) or []) or empty


def _draw(view: Any, path: Path, specs: Sequence[Any]) -> SafeString:
    groups = [
        format_html_join("", "{}", ((_element(item, spec),) for spec in specs)) for item in value_at(view, path) or []
    ]
    return format_html_join("", "<g>{}</g>", ((group,) for group in groups))


def _each(view: Any, path: Path, spec: Sequence[Any]) -> SafeString:
    return format_html_join("", "{}", ((_element(item, spec),) for item in value_at(view, path) or []))


def _json(view: Any, path: Path) -> str:
    value = value_at(view, path)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _element(item: Any, spec: Sequence[Any]) -> SafeString:
    """One drawn element. Tag and names come from the board's own code, all else is escaped."""
    tag, static, bindings, children = spec
    attributes = dict(static)
    text = _applied(attributes, item, bindings)
    within = format_html_join("", "{}", ((_element(item, child),) for child in children))
    return format_html("<{} {}>{}{}</{}>", tag, _written(attributes), text, within, tag)


_TEXTS: dict[str, Callable[..., str]] = {
    "text": lambda view, path: _text(value_at(view, path)),
    "square": _square,
    "say": lambda view, path, words: in_words(value_at(view, path), words),
    "list": _list,
    "draw": _draw,
    "each": _each,
    "lines": _lines,
    "point": _point,
    "json": _json,
}


def slug(text: str) -> SafeString:
    """A text as part of an element's id, whatever it holds."""
    return format_html("{}", re.sub(r"[^A-Za-z0-9_-]", lambda found: f"_{ord(found[0]):x}", text))
