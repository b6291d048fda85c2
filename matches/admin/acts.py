"""What the page of a match offers its GM beside GM actions: an act each, with its form and what it would change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import QueryDict

from matches.admin.board_forms import Done, MatchForm
from matches.facts import Roster
from matches.models import Match
from matches.pages.boards.board import Board
from matches.pages.boards.values import NONE
from matches.pages.foreseeing import Preview, Row
from matches.service import LoadedMatch
from rules.kernel.labels import REASON
from web.admin.fields import fields_of, order_of, reason_field
from web.errors import Refusal
from web.pages.fields import Command, Form
from web.people import Person


@dataclass(frozen=True, slots=True)
class Act:
    """An act under a heading. `uid` is its address; `give` gets the order, the key and the question it answers."""

    uid: str
    group: str
    form: Form
    foresee: Callable[[Command], Preview]
    give: Callable[[Command, str, int], Done]

    @property
    def title(self) -> str:
        return self.form.title or self.form.submit


class ActForm(MatchForm):
    """The form of an act; it asks for a reason where its command has one."""

    def __init__(self, who: Person, match: LoadedMatch, act: Act, sent: QueryDict | None = None) -> None:
        super().__init__(who, match, sent)
        self.act, self.title, self.final = act, act.title, act.form.danger
        self.explained, self.submit = act.form.note, act.form.submit
        self.fields.update(fields_of(act.form))
        for field in act.form.fields:
            if field.name == REASON:
                self.fields[REASON] = reason_field("Recorded in the log.", required=field.required)

    def order(self) -> dict[str, Any]:
        return order_of(self.act.form, self.data, self.cleaned_data.get(REASON, ""))

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        return self.act.foresee(dict(order))

    def give(self, key: str) -> Done:
        return self.act.give(self.command, key, self.cleaned_data["pending"])


def foreseen(look: Callable[[], Sequence[Row]]) -> Preview:
    """The rows that `look` answers with as a preview; or why not."""
    try:
        rows = look()
    except Refusal as refusal:
        return Preview(refused=refusal)
    return Preview(rows, mark=sha256(repr(list(rows)).encode()).hexdigest())


def roster_rows(board: Board, view: Mapping[str, Any], was: Roster, now: Roster) -> Iterator[Row]:
    """What differs between the people of a match as they are and as they will be."""
    sees = {value: str(label) for value, label in Match.Visibility.choices}
    values = (
        ("Title", was.title, now.title),
        ("Visibility", sees[was.visibility], sees[now.visibility]),
        ("Anyone may take a free seat", _yes(was.open_seats), _yes(now.open_seats)),
        ("GM", was.gm.name if was.gm else NONE, now.gm.name if now.gm else NONE),
    )
    yield from (Row("Match", name, old, new) for name, old, new in values if old != new)
    for seat in dict.fromkeys((*was.seats, *now.seats)):
        old, new = (roster.seats.get(seat) for roster in (was, now))
        if old != new:
            yield Row(board.name(seat, view), "Seat", *("free" if one is None else one.name for one in (old, new)))


def _yes(value: bool) -> str:
    return "yes" if value else "no"
