"""A house rule that is a table, such as the races of the house: its rows as a form, to be changed, added, taken out."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns import service
from campaigns.domain.campaign.house_rules import progression_of, setting
from campaigns.games import switches_in_words
from campaigns.pages.governing import GOES_ON, REASON
from campaigns.pages.request_context import PageContext, at_campaign, for_people, key_of
from campaigns.pages.rowforms import KEY, REMOVED, Rows, by_key, field_at, filled, name_of, row_fields, rows_read
from matches.rulebooks import rule_text
from rules.kernel.switches import switches_of
from web.errors import NotThere, Refusal, Unreadable
from web.pages.fields import Field, Form
from web.pages.forms import ShownField, shown, values_of
from web.pages.guard import whole_number
from web.people import person

MOST_ROWS = 200
"""So many rows a form has at most: more than any game takes."""


def tables_of(game: str) -> Mapping[str, Rows]:
    """By name the switches of a game's campaigns that are tables."""
    kind = progression_of(game).rules_type
    hints = get_type_hints(kind)
    return {
        name: Rows(name, _row_of(hint), get_origin(hint) is dict, words.columns, words.lengths)
        for name, words in switches_of(kind).items()
        for hint in (hints[name],)
        if get_origin(hint) in (dict, tuple)
    }


def _row_of(hint: Any) -> type[Any]:
    return next(part for part in get_args(hint) if isinstance(part, type) and issubclass(part, msgspec.Struct))


class ShownRow(NamedTuple):
    """A row as the page shows it; a new one has no name, and nothing to remove it by."""

    name: str
    fields: Sequence[ShownField]
    removed: ShownField | None


@for_people
def table_page(request: HttpRequest, campaign_id: uuid.UUID, name: str) -> HttpResponse:
    """The rows as they are, with an empty one; what was changed is set in one command."""
    desk = at_campaign(person(request.user), campaign_id)
    rows = tables_of(desk.campaign.game).get(name)
    if rows is None:
        raise NotThere("house rule")
    if request.method != "POST":
        return _page(request, desk, rows, {}, None)
    posted = request.POST.dict()
    try:
        _count(posted)
    except Unreadable as refusal:
        return _page(request, desk, rows, {}, refusal)
    if "more" in posted:
        return _page(request, desk, rows, posted, None)
    try:
        messages.success(request, _set(desk, rows, posted))
    except NotThere:
        raise
    except Refusal as refusal:
        return _page(request, desk, rows, posted, desk.said(refusal))
    return redirect("campaigns:table", campaign_id, name)


def _page(
    request: HttpRequest, desk: PageContext, rows: Rows, posted: Mapping[str, str], refusal: Refusal | None
) -> HttpResponse:
    count = _count(posted) + ("more" in posted) if posted else len(_present(desk, rows)) + 1
    words = switches_in_words(desk.campaign.game)[rows.name]
    context = {
        "desk": desk,
        "campaign": desk.campaign,
        "campaign_id": desk.seen.id,
        "title": words.label,
        "rule": words.rule,
        "words": rule_text(desk.campaign.game, words.rule),
        "may": desk.runs and desk.campaign.stage in GOES_ON,
        "rows": list(_shown(desk, rows, count, posted, refusal)),
        "count": count,
        "reason": shown(Form("reason", "", "", tuple(filled([REASON], posted)), dict), "", {}, None).fields,
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/table.html", context, status=refusal.status if refusal else 200)


def _count(posted: Mapping[str, str]) -> int:
    """How many rows a form had that was sent; Unreadable where it does not say, for then rows would be lost."""
    count = whole_number(posted, "count") if posted else 0
    if count is None or count > MOST_ROWS:
        raise Unreadable(f"A form has up to {MOST_ROWS} rows.", "count", hint="Open the page again.")
    return count


def _shown(
    desk: PageContext, rows: Rows, count: int, posted: Mapping[str, str], refusal: Refusal | None
) -> Iterator[ShownRow]:
    """The rows: those that there are, then empty ones; with what was typed where the form comes again."""
    present, sent = _present(desk, rows), _count(posted)
    for place in range(count):
        row = present[place] if place < len(present) else {}
        fields = [*row_fields(rows, place, row), Field(name_of(rows, place, REMOVED), "Remove", "check")]
        again = tuple(filled(fields, posted) if place < sent else fields)
        form = Form(rows.name, "", "", again, dict)
        typed = {field.name: field.value for field in again}
        *cells, removed = shown(form, "", {**typed, "form": rows.name}, refusal).fields
        yield ShownRow(str(row.get(rows.first, "")), cells, removed if row else None)


def _present(desk: PageContext, rows: Rows) -> list[Mapping[str, Any]]:
    now = setting(desk.campaign, rows.name)
    return [{KEY: key, **row} for key, row in now.items()] if rows.keyed else list(now)


def _set(desk: PageContext, rows: Rows, posted: Mapping[str, str]) -> str:
    """Set the table, unless it is what it was."""
    read = rows_read(rows, posted, _count(posted))
    value = by_key(rows, read) if rows.keyed else [row for _, row in read]
    reason = values_of(Form("reason", "", "", (REASON,), dict), posted)["reason"] or ""
    wanted = _whole(desk, rows, value)
    if wanted is not None and wanted == _whole(desk, rows, setting(desk.campaign, rows.name)):
        return "Nothing was changed."
    order = {"type": "set_house_rule", "name": rows.name, "value": value, "reason": reason}
    try:
        service.give_command(desk.who, desk.seen.id, order, key=key_of(posted))
    except Refusal as refusal:
        refusal.field = field_at(rows, read, refusal.field.removeprefix("value"))
        raise
    return f"Set: {switches_in_words(desk.campaign.game)[rows.name].label}."


def _whole(desk: PageContext, rows: Rows, value: Any) -> Any:
    """A table with its defaults, to be compared; None where it cannot be read."""
    hint = get_type_hints(desk.standards.progression.rules_type)[rows.name]
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return None
