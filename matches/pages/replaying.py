"""The replay: the board at any moment, drawn here for whoever comes by a link, and moved in the browser from there."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from matches import service
from matches.pages import outline_rows, replay_marks
from matches.pages.boards import board_of
from matches.pages.boards.base import View
from matches.pages.lines import Line, line_document, line_of, lines
from matches.pages.match_context import head_context, load_context
from matches.pages.outline_rows import ACT
from matches.replay_answers import packed_replay, replay_answer
from matches.replay_cache import EncodedDocument
from matches.rulebooks import rule_text
from rules.kernel.asks import GM
from rules.kernel.replay import patched, seek
from web.errors import Refusal, Unreadable
from web.pages.fields import Stroke
from web.pages.guard import guarded, whole_number
from web.people import Person, person
from web.templatetags.sentences import rule_words

NEAR = 30
LONGEST_SHOWN = 20
OF_THE_TABLE = {"rewind": "rewind", "pause": "pause", "end": "end"}
"""The key moments that every match may have, as the timeline calls them; a game has its own."""


@gzip_page
@never_cache
@require_safe
@guarded
def replay_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The board after event `n`, the lines around it, and ways to go on without a script.

    Without `n`, a match that is over is shown from its first go on, any other as it stands.
    """
    look = load_context(request, match_id)
    packed = _packed(look.who, look.match)
    document = packed.document()
    version = document["version"]
    over = look.match.table.outcome() is not None
    told = [line_of(line) for line in document["lines"]]
    n, refusal = _moment(
        request, version, document["beginning"] if over else version, _last_of_play(told) if over else version
    )
    at = {line.n: line for line in told}
    act = next((row for row in document["rows"] if row["kind"] == ACT and row["last"] == n and row["n"] in at), None)
    current = at[act["n"]] if act else next((line for line in reversed(told) if line.n <= n), None)
    shown = max(n, document["opening"])
    moments = [line for line in told if line.moment]
    context = {
        **head_context(look, seek(document, shown)),
        "n": n,
        "tag": packed.tag,
        "refusal": refusal,
        "shown": shown,
        "around": [row for row in outline_rows.rows_with_lines(document["rows"], at) if abs(row.last - n) <= NEAR],
        "current": current,
        "after": at.get(act["parts"][-1]["n"]) if act and act.get("parts") else None,
        "roll": _roll_at(at, act, n),
        "strokes": _strokes_at(told, act, n),
        "asks": _asks(document, n, look.match.ruleset.key),
        "ways": _ways(document["marks"], n, version),
        "timeline": replay_marks.timeline(document, told, look.board.turn),
        "moments": moments,
        "tabs": [("log", "Log", None), ("moments", "Key moments", len(moments))],
        "surprises": replay_marks.surprises(document, at),
    }
    return render(request, "matches/replay.html", context, status=404 if refusal else 200)


def _roll_at(at: Mapping[int, Line], act: Mapping[str, Any] | None, n: int) -> dict[str, Any] | None:
    """The roll that the act which ends here came down to, else that of the event itself."""
    line = at.get(act.get("roll", 0)) if act else at.get(n)
    return line.roll if line is not None else None


def _strokes_at(told: Sequence[Line], act: Mapping[str, Any] | None, n: int) -> list[Stroke]:
    """What is drawn for the whole act that ends here, else for the event."""
    first = act["first"] if act else n
    return [stroke for line in told if first <= line.n <= n for stroke in line.strokes]


def _last_of_play(told: Sequence[Line]) -> int:
    """The last event that is more than bookkeeping, such as who may look on: by then everybody knows who has won."""
    return next((line.n for line in reversed(told) if line.weight != "small" and not line.void), 0)


def _moment(request: HttpRequest, version: int, otherwise: int, end: int) -> tuple[int, Refusal | None]:
    """The event an address names, and what is wrong with it: then it is the last one that is shown.

    "end" names the end of play, whichever event that is.
    """
    if request.GET.get("n") == "end":
        return end, None
    try:
        wanted = whole_number(request.GET, "n")
    except Unreadable:
        wanted = version + 1
    if wanted is None:
        return otherwise, None
    if wanted > version:
        message = f"The match has no event {request.GET['n'][:LONGEST_SHOWN]}."
        return version, Refusal("not_there", message, hint=f"Event {version} is the latest, and is shown here.")
    return wanted, None


@require_safe
@guarded
def replay_json(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The replay document for the module of the page."""
    who = person(request.user)
    match = service.load(who, match_id).match
    return replay_answer(request, _packed(who, match), match, who)


def _packed(who: Person, match: service.LoadedMatch) -> EncodedDocument:
    return packed_replay("page", who, match, lambda: _document(who, match))


def _document(who: Person, match: service.LoadedMatch) -> dict[str, Any]:
    """The replay document with what the page shows beside it.

    `lines`: the events in words; `rows`: the log in turns, goes and acts; `beginning`: the event from which it is
    watched; `words`: the rules by which somebody is asked; `kinds`: the names of moments; `names`: those of whoever
    rolled or acted.
    """
    document = service.replay_document(who, match.id, version=match.version)
    key = document["ruleset"]
    document["rows"] = list(outline_rows.flattened(document.pop("outline")))
    document["marks"]["action"] = outline_rows.ends(document["rows"])
    document["beginning"] = replay_marks.beginning(document)
    document["lines"] = [line_document(line) for line in narrated_lines(document, key)]
    document["words"] = {
        rule: rule_words(rule_text(key, rule))
        for event in document["events"]
        for rule in (ask["rule"] for ask in event.get("asks", ()))
    }
    document["kinds"] = {**OF_THE_TABLE, **match.ruleset.moments}
    view, board = seek(document, document["version"]), board_of(key)
    rolling = {event["by"] for event in document["events"] if event.get("dice") and event.get("by")}
    acting = {row["figure"] for row in document["rows"] if row.get("figure")}
    document["names"] = {who: "the GM" if who == GM else board.name(who, view) for who in sorted(rolling | acting)}
    return document


def narrated_lines(document: Mapping[str, Any], key: str) -> list[Line]:
    """The events of a replay document in words, each as the board was before it."""
    texts = document["rules"]
    events, views = document["events"], views_before(document)
    return lines(board_of(key), events, views, lambda rule: rule_words(texts.get(rule, "")), document["voided"])


def views_before(document: Mapping[str, Any]) -> Iterator[View]:
    """The view before each event; before there is one, that at the end, which knows everybody by name."""
    last: View = seek(dict(document), document["version"])
    view: View = {}
    for event in document["events"]:
        yield view or last
        view = patched(view, event["patch"])


def _asks(document: Mapping[str, Any], n: int, key: str) -> list[dict[str, Any]]:
    """Who was asked what at the last decision point up to event `n`, and by which rule."""
    point = next((event for event in reversed(document["events"][:n]) if "asks" in event), None)
    return [ask | {"text": rule_words(rule_text(key, ask["rule"]))} for ask in (point or {}).get("asks", [])]


def _ways(marks: Mapping[str, Sequence[int]], n: int, version: int) -> dict[str, dict[str, int | None]]:
    """Where one can go from event `n`: back and on, by turn, action and event."""
    spans = {"turn": marks["turn"], "action": marks["action"], "event": range(1, version + 1)}
    return {
        name: {
            "back": max((point for point in points if point < n), default=None),
            "on": min((point for point in points if point > n), default=None),
        }
        for name, points in spans.items()
    }
