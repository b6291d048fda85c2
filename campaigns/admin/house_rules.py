"""All house rules of a campaign in one form of the admin site: by topic, shown before they are set, for one reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.forms import BoundField

from campaigns.admin.gm_forms import GmForm, page_context
from campaigns.pages.governing import REASON
from campaigns.pages.rules import (
    changed_switches,
    order_of_changes,
    placed,
    rules_form,
    switch_name,
    told_of_changes,
    topic_of,
)
from web.admin.fields import fields_of
from web.errors import Refusal, Unreadable
from web.pages.forms import values_of


class HouseRules(GmForm):
    """Every switch that is not a table. What was changed is set by one command, for one reason."""

    name, title, icon = "house_rules", "House rules", "tune"
    explained = "What is left as it is stays so. Open battles keep the rules that they began with."
    submit = "Save the house rules"

    def prepare(self) -> None:
        self.ctx = page_context(self.target)
        self.form = rules_form(self.ctx)
        self.fields.update(fields_of(self.form))

    @property
    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        topics: dict[str, list[BoundField]] = {}
        for one in self.form.fields:
            if one.name != REASON.name:
                topics.setdefault(topic_of(self.ctx, switch_name(one)), []).append(self[one.name])
        yield from topics.items()
        yield "The GM", [self[name] for name in (REASON.name, "key", "seen")]

    def order(self) -> dict[str, Any]:
        typed = {one.name: str(self.data.get(one.name, "")) for one in self.form.fields}
        values = values_of(self.form, typed)
        values.pop(REASON.name)
        order = order_of_changes(changed_switches(self.ctx, self.form, values), self.cleaned_data[REASON.name])
        if order is None:
            raise Unreadable("Nothing was changed.")
        return order

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(placed(refusal, self.form))

    def give(self, key: str) -> None:
        super().give(key)
        self.said = told_of_changes(self.ctx, self.command)
