"""House rules that are tables: a form for each, with a field for each cell of its rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from campaigns.domain.campaign.commands import SetHouseRule
from campaigns.games import switches_in_words
from campaigns.pages.governing import REASON
from campaigns.pages.request_context import Offer, PageContext, Values
from campaigns.pages.rowforms import KEY, REMOVED, Rows, name_of, row_fields
from campaigns.pages.rules import rows_present, table_in, tables_of
from rules.kernel.messages import tag_of
from web.pages.fields import Field, Form

KIND = tag_of(SetHouseRule)


def table_offers(ctx: PageContext) -> Iterator[Offer]:
    """The house rules that are tables."""
    yield from (_table(ctx, rows) for rows in tables_of(ctx.campaign.game).values())


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
