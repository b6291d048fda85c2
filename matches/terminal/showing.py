"""A match in a few lines: what it is, who plays, how it stands, who must decide what, and what happened last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from matches.pages.boards import board_of
from matches.pages.boards.base import View
from matches.pages.boards.board import Board
from matches.pages.lines import UNTOLD
from rules.kernel.asks import GM
from rules.kernel.switches import switches_of

Document = Mapping[str, Any]

LAST = 5
"""How many of the last events are shown."""


def few_lines(head: Document, state: Document, events: Sequence[Document]) -> Iterator[str]:
    """A match as people want it in a terminal: its head, a situation of it, and the events that led there."""
    board, view = board_of(head["ruleset"]), state["view"]
    yield f"{head['title']} ({head['ruleset_title']}, {head['visibility']})"
    yield from (_row("origin", one["words"]) for one in head["imported"])
    yield from _fork(head["forked_from"])
    yield _row("status", f"{state['status']}, event {state['version']} of {head['version']}")
    yield _row("GM", head["gm"] or "nobody")
    for seat in head["seats"]:
        yield _row(seat["seat"], _player(seat, board, view))
    yield from _score(board, view, state)
    if view.get("turn") is not None:
        limit = f" of {view['turns_total']}" if view.get("turns_total") else ""
        yield _row("turn", f"{view['turn']}{limit}")
    yield from _decisions(board, view, state)
    shown = [event for event in events if event["type"] not in UNTOLD]
    for event in shown[-LAST:]:
        yield _row(event["n"], board.tell(event, view).text)


def _fork(source: Document | None) -> Iterator[str]:
    if source is not None:
        imported = ", which was imported" if source["imported"] else ""
        yield _row("fork of", f"{source['match']}, from its event {source['version']} on{imported}")


def _row(name: object, words: str) -> str:
    return f"{name:>8}  {words}"


def _name(board: Board, view: View, who: str) -> str:
    return "the GM" if who == GM else board.name(who, view)


def _player(seat: Document, board: Board, view: View) -> str:
    holder = seat["holder"] or "nobody yet"
    name = board.name(seat["seat"], view)
    return holder if name == seat["seat"] else f"{name}, played by {holder}"


def _score(board: Board, view: View, state: Document) -> Iterator[str]:
    scores = [f"{party.name} {party.score}" for party in board.parties(view) if party.score is not None]
    if scores:
        yield _row("score", f"{', '.join(scores)} ({board.scored})")
    outcome = state["outcome"]
    if outcome is not None:
        winners = " and ".join(_name(board, view, seat) for seat in outcome["winners"])
        verdict = f", won by {winners}" if winners else "" if outcome["termination"] == "abandoned" else ", a draw"
        yield _row("over", f"{outcome['termination']}{verdict}")


def _decisions(board: Board, view: View, state: Document) -> Iterator[str]:
    """Who must decide what, each question once a line."""
    if state["pending"]["paused"]:
        yield _row("paused", state["pending"]["paused"])
    for ask in state["pending"]["asks"]:
        yield _row("waits", f"{_name(board, view, ask['seat'])} must decide: {ask['why']} ({ask['rule']})")


def house_rule_lines(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The switches of a struct of house rules: what each decides, what a file says for it, and the default."""
    topic, defaults = "", kind()
    for name, one in switches_of(kind).items():
        if one.topic != topic:
            topic = one.topic
            yield topic
        length = "1/100 inch" if one.inches else ""
        yield f"  {one.label} ({one.rule}). {one.help}".rstrip(" .")
        for value, words in (one.options or {getattr(defaults, name): length}).items():
            default = "by default" if value == getattr(defaults, name) else ""
            detail = ", ".join(part for part in (words, default) if part)
            yield f"    {msgspec.json.encode({name: value}).decode()[1:-1]}" + (f"  {detail}" if detail else "")
