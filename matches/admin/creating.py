"""Creating a match in the admin site: the form of the page for a new match, shown before it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.forms import BoundField
from django.http import QueryDict

from matches import service
from matches.handler import done_before
from matches.models import Match
from matches.opening import check_new
from matches.pages.boards import board_of
from matches.pages.boards.values import NONE
from matches.pages.creating import PLAYS, form_for, order_for
from matches.pages.foreseeing import Preview, Row
from rules.registry import RULESETS
from web.admin.fields import fields_of
from web.admin.two_steps import TwoStepForm
from web.errors import Refusal
from web.pages.fields import Field
from web.pages.forms import values_of
from web.people import Person

CREATE = "matches/admin/create.html"
TITLE = "Create a match"
LEGENDS = {"who": "The match", "dice": "Dice", "rules": "House rules"}
FOLDED = ("roster", "rules")
"""What few change is folded away."""


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under a heading; `folded` away until they are asked for, or one of them is wrong."""

    title: str
    fields: list[BoundField]
    folded: bool

    @property
    def open(self) -> bool:
        return not self.folded or any(field.errors for field in self.fields)


class CreateMatch(TwoStepForm):
    """Everything that a new match of a game is asked for."""

    def __init__(self, who: Person, game: str, sent: QueryDict | None = None) -> None:
        super().__init__(sent)
        self.who, self.game, self.form = who, game, form_for(game)
        self.submit = self.form.submit
        self.fields.update(fields_of(self.form))

    @property
    def sections(self) -> Iterator[Group]:
        """The fields as the page groups them; the hidden ones come last, without a heading."""
        legends = {**board_of(self.game).legends, **LEGENDS}
        found: dict[str, Group] = {}
        for one in self.form.fields:
            part = one.name.partition("-")[0]
            title = one.fold or legends.get(part, legends["setup"])
            group = found.setdefault(title, Group(title, [], bool(one.fold) or part in FOLDED))
            group.fields.append(self[one.name])
        yield from sorted(found.values(), key=lambda group: group.folded)
        yield Group("", self.hidden_fields(), folded=False)

    def order(self) -> dict[str, Any]:
        """The values of the fields: what is made of them are a match, and invitations to its seats."""
        return values_of(self.form, {one.name: str(self.data.get(one.name, "")) for one in self.form.fields})

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        try:
            rows = list(self._rows(order))
        except Refusal as refusal:
            return Preview(refused=refusal)
        return Preview(rows, mark=sha256(repr(sorted(order.items())).encode()).hexdigest())

    def _rows(self, order: Mapping[str, Any]) -> Iterator[Row]:
        new = order_for(self.game, order)
        labels = {one.name: one for one in self.form.fields}
        yield Row("The match", "Title", NONE, check_new(self.who, new))
        yield Row("The match", "Game", NONE, RULESETS[self.game].title)
        yield Row("The match", "Visibility", NONE, str(Match.Visibility(new.visibility).label))
        for name, field in labels.items():
            if name.startswith(PLAYS) and order.get(name):
                yield Row("Seats", field.label, "free", f"{order[name]} is invited")
            if name.removeprefix("rules-") in new.house_rules:
                yield Row("House rules", field.label, _shown(field, field.value), _shown(field, order[name]))

    def refuse(self, refusal: Refusal) -> None:
        """Beside the house rule at fault, where it is one."""
        if refusal.field.startswith("house_rules."):
            refusal.field = f"rules-{refusal.field.removeprefix('house_rules.')}"
        super().refuse(refusal)

    def was_done(self, key: str) -> bool:
        return done_before(self.who, key)

    def give(self) -> UUID:
        """Create it, once for each key; its id. Raises Refusal."""
        key = f"admin/{self.cleaned_data['key']}"
        return service.create_match(self.who, order_for(self.game, self.command), key=key)


def _shown(field: Field, value: object) -> str:
    """A value as the form shows it."""
    return dict(field.choices).get(str(value), str(value))
