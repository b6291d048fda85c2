"""All house rules of a campaign in one form of the admin site: by topic, shown before they are set, for one reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from django.forms import BoundField

from campaigns.admin.gm_forms import GmForm, page_context
from campaigns.foreseeing import Preview, foresee
from campaigns.pages.governing import REASON
from campaigns.pages.rule_offers import KIND
from campaigns.pages.rules import changed_switches, label_of, placed, rules_form, switch_name, topic_of
from campaigns.service import give_command
from campaigns.unprepared import told_of, warnings_of
from web.admin.fields import fields_of
from web.errors import NotThere, Refusal, Unreadable
from web.pages.forms import values_of

CHANGES = "changes"


class HouseRules(GmForm):
    """Every switch that is not a table. What was changed is set, one command a switch, all for the same reason."""

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
        changes = changed_switches(self.ctx, self.form, values)
        if not changes:
            raise Unreadable("Nothing was changed.")
        return {CHANGES: changes, REASON.name: self.cleaned_data[REASON.name]}

    def was_done(self, key: str) -> bool:
        """Never: what was set is no change any more when it is sent again."""
        return False

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        """What each of the switches would change, one below another; the first refusal where one is refused."""
        previews = list[Preview]()
        for name, command in self._commands(order):
            preview = foresee(self.target, command)
            if preview.refused is not None:
                return Preview([], "", placed(preview.refused, self.form, name))
            previews.append(preview)
        mark = sha256("".join(one.mark for one in previews).encode()).hexdigest()
        return Preview([row for one in previews for row in one.rows], mark)

    def give(self, key: str) -> None:
        done, warned = list[str](), list[str]()
        for name, command in self._commands(self.command):
            try:
                given = give_command(self.target.who, self.target.loaded.id, command, key=f"{key}/{name}")
            except NotThere:
                raise
            except Refusal as refusal:
                raise placed(refusal, self.form, name, done) from None
            done.append(f"“{label_of(self.ctx, name)}”")
            warned += told_of(list(warnings_of(given)))
        self.said, self.warned = f"Set: {', '.join(done)}.", warned

    @staticmethod
    def _commands(order: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, value in order[CHANGES].items():
            yield name, {"type": KIND, "name": name, "value": value, REASON.name: order[REASON.name]}
