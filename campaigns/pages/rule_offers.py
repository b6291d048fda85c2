"""House rules one by one: a form for each switch, and one with rows for each that is a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from campaigns.domain.campaign.commands import SetHouseRule
from campaigns.games import switches_in_words
from campaigns.pages.governing import REASON
from campaigns.pages.request_context import Offer, PageContext, Values
from campaigns.pages.rowforms import KEY, REMOVED, Rows, name_of, row_fields
from campaigns.pages.rules import rows_present, rules_form, switch_name, switches_in, table_in, tables_of
from rules.kernel.messages import tag_of
from web.pages.fields import Field, Form

KIND = tag_of(SetHouseRule)


def switch_offers(ctx: PageContext) -> Iterator[Offer]:
    """The switches in the order of the page of house rules, then the tables."""
    found: dict[str, list[Field]] = {}
    for field in rules_form(ctx).fields:
        if field.name != REASON.name:
            found.setdefault(switch_name(field), []).append(field)
    yield from (_switch(ctx, name, fields) for name, fields in found.items())
    yield from (_table(ctx, rows) for rows in tables_of(ctx.campaign.game).values())


def _switch(ctx: PageContext, name: str, fields: list[Field]) -> Offer:
    words = switches_in_words(ctx.campaign.game)[name]
    form = Form(KIND, words.label, "Set it", (*fields, REASON), dict, KIND, rule=words.rule)

    def command(values: Values) -> dict[str, Any]:
        chosen = {field: value for field, value in values.items() if field != REASON.name}
        return _order(name, switches_in(form, chosen)[name], values)

    return Offer(replace(form, command=command), name)


def _table(ctx: PageContext, rows: Rows) -> Offer:
    """Its rows, and an empty one."""
    words = switches_in_words(ctx.campaign.game)[rows.name]
    present = [*rows_present(ctx, rows), {}]
    fields = [field for place in range(len(present)) for field in _row(rows, place, present[place])]

    def command(values: Values) -> dict[str, Any]:
        return _order(rows.name, table_in(rows, ctx.posted, len(present))[1], values)

    form = Form(KIND, words.label, "Set the table", (*fields, REASON), command, KIND, rule=words.rule)
    return Offer(form, rows.name)


def _row(rows: Rows, place: int, row: Any) -> Iterator[Field]:
    """Nothing in it is wanted by the form itself: an empty row is none."""
    called = str(row.get(KEY if rows.keyed else rows.first, "")).replace("_", " ") or "new row"
    for field in row_fields(rows, place, row):
        yield replace(field, label=f"{called.capitalize()}: {field.label.lower()}", required=False)
    if row:
        yield Field(name_of(rows, place, REMOVED), f"{called.capitalize()}: remove", "check")


def _order(name: str, value: Any, values: Values) -> dict[str, Any]:
    return {"type": KIND, "name": name, "value": value, "reason": values[REASON.name] or ""}
