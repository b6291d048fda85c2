"""The house rules of a campaign: each switch with what it means; for who runs it, to be set.

A switch that is a table, such as the races of the house, has a page of its own: rows to be changed, added, taken out.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns import service
from campaigns.domain.campaign.commands import SetHouseRules
from campaigns.domain.campaign.house_rules import CampaignRules, game_of, progression_of, setting
from campaigns.games import switches_in_words
from campaigns.narration import plainly, value_in_words
from campaigns.pages.governing import GOES_ON, REASON
from campaigns.pages.request_context import PageContext, at_campaign, for_people, key_of
from campaigns.pages.rowforms import KEY, REMOVED, Read, Rows, by_key, field_at, filled, name_of, row_fields, rows_read
from matches.pages.creating import rule_fields, ruling_words
from matches.rulebooks import rule_text
from rules.kernel.messages import tag_of
from rules.kernel.switches import Switch, in_inches, switches_of
from web.errors import NotThere, Refusal, Unreadable
from web.pages.fields import Field, Form
from web.pages.forms import ShownField, shown, values_of
from web.pages.guard import whole_number
from web.people import person
from web.templatetags.sentences import sentence

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
    ctx = at_campaign(person(request.user), campaign_id)
    rows = tables_of(ctx.campaign.game).get(name)
    if rows is None:
        raise NotThere("house rule")
    if request.method != "POST":
        return _table(request, ctx, rows, {}, None)
    posted = request.POST.dict()
    try:
        _count(posted)
    except Unreadable as refusal:
        return _table(request, ctx, rows, {}, refusal)
    if "more" in posted:
        return _table(request, ctx, rows, posted, None)
    try:
        messages.success(request, _set_table(ctx, rows, posted))
    except NotThere:
        raise
    except Refusal as refusal:
        return _table(request, ctx, rows, posted, ctx.with_names(refusal))
    return redirect("campaigns:table", campaign_id, name)


def _table(
    request: HttpRequest, ctx: PageContext, rows: Rows, posted: Mapping[str, str], refusal: Refusal | None
) -> HttpResponse:
    count = _count(posted) + ("more" in posted) if posted else len(rows_present(ctx, rows)) + 1
    words = switches_in_words(ctx.campaign.game)[rows.name]
    context = {
        "ctx": ctx,
        "campaign": ctx.campaign,
        "campaign_id": ctx.loaded.id,
        "title": words.label,
        "rule": words.rule,
        "words": rule_text(ctx.campaign.game, words.rule),
        "may": ctx.runs and ctx.campaign.stage in GOES_ON,
        "rows": list(_rows_shown(ctx, rows, count, posted, refusal)),
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


def _rows_shown(
    ctx: PageContext, rows: Rows, count: int, posted: Mapping[str, str], refusal: Refusal | None
) -> Iterator[ShownRow]:
    """The rows: those that there are, then empty ones; with what was typed where the form comes again."""
    present, sent = rows_present(ctx, rows), _count(posted)
    for place in range(count):
        row = present[place] if place < len(present) else {}
        fields = [*row_fields(rows, place, row), Field(name_of(rows, place, REMOVED), "Remove", "check")]
        again = tuple(filled(fields, posted) if place < sent else fields)
        form = Form(rows.name, "", "", again, dict)
        typed = {field.name: field.value for field in again}
        *cells, removed = shown(form, "", {**typed, "form": rows.name}, refusal).fields
        yield ShownRow(str(row.get(rows.first, "")), cells, removed if row else None)


def rows_present(ctx: PageContext, rows: Rows) -> list[Mapping[str, Any]]:
    """The rows of a table as they are."""
    now = setting(ctx.campaign, rows.name)
    return [{KEY: key, **row} for key, row in now.items()] if rows.keyed else list(now)


def _set_table(ctx: PageContext, rows: Rows, posted: Mapping[str, str]) -> str:
    """Set the table, unless it is what it was."""
    read, value = table_in(rows, posted, _count(posted))
    reason = values_of(Form("reason", "", "", (REASON,), dict), posted)["reason"] or ""
    wanted = _whole(ctx, rows, value)
    if wanted is not None and wanted == _whole(ctx, rows, setting(ctx.campaign, rows.name)):
        return "Nothing was changed."
    order = {"type": "set_house_rule", "name": rows.name, "value": value, "reason": reason}
    try:
        service.give_command(ctx.who, ctx.loaded.id, order, key=key_of(posted))
    except Refusal as refusal:
        refusal.field = field_at(rows, read, refusal.field.removeprefix("value"))
        raise
    return f"Set: {switches_in_words(ctx.campaign.game)[rows.name].label}."


def table_in(rows: Rows, posted: Mapping[str, str], count: int) -> tuple[Read, Any]:
    """The rows of a table as they were filled in, and the value of its switch that they make."""
    read = rows_read(rows, posted, count)
    return read, by_key(rows, read) if rows.keyed else [row for _, row in read]


def _whole(ctx: PageContext, rows: Rows, value: Any) -> Any:
    """A table with its defaults, to be compared; None where it cannot be read."""
    hint = get_type_hints(ctx.standards.progression.rules_type)[rows.name]
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return None


KIND = tag_of(SetHouseRules)
OWN, BATTLE = "own-", "rules-"
"""What the names of fields begin with: switches of the campaign, those of its battles."""
REST = "Other house rules"
"""The heading of the switches under no topic."""
LONG = 30
"""So many letters of an alternative a closed list shows at any width; longer ones stand beside each other in full."""


@dataclass(frozen=True, slots=True)
class Group:
    """Switches under a heading; so many of them are set."""

    title: str
    fields: list[ShownField]
    set: int


@dataclass(frozen=True, slots=True)
class Table:
    """A switch that is a table: its words, what stands in it, and the address of its own page."""

    label: str
    rows: str
    address: str


@for_people
def rules_page(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """The switches as they are; what was changed is set by one command."""
    ctx = at_campaign(person(request.user), campaign_id)
    form, refusal, posted = rules_form(ctx), None, {}
    if request.method == "POST":
        posted = request.POST.dict()
        try:
            message = _set(ctx, form, posted)
            messages.success(request, message)
            return redirect("campaigns:rules", campaign_id)
        except NotThere:
            raise
        except Refusal as error:
            refusal = ctx.with_names(error)
            ctx = at_campaign(ctx.who, campaign_id)
    again = shown(rules_form(ctx), "", posted, refusal)
    context = {
        "ctx": ctx,
        "campaign": ctx.campaign,
        "campaign_id": ctx.loaded.id,
        "game": game_of(ctx.campaign.game).title,
        "may": ctx.runs and ctx.campaign.stage in GOES_ON,
        "reason": [one for one in again.fields if one.field.name == "reason"],
        "groups": _groups(ctx, again.fields),
        "spelled": {one.name for one in rules_form(ctx).fields if any(len(words) > LONG for _, words in one.choices)},
        "tables": list(_tables(ctx)),
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/rules.html", context, status=refusal.status if refusal else 200)


def _groups(ctx: PageContext, fields: Iterable[ShownField]) -> list[Group]:
    """Those of the campaign first, then those of its battles by topic."""
    found: dict[str, list[ShownField]] = {}
    for one in fields:
        if one.field.name.startswith((OWN, BATTLE)):
            found.setdefault(topic_of(ctx, switch_name(one.field)), []).append(one)
    return [
        Group(title, [_marked(ctx, one) for one in some], sum(_is_set(ctx, one) for one in some))
        for title, some in found.items()
        if some
    ]


def switch_name(field: Field) -> str:
    """The switch that a field is about; several numbers of one have a field each."""
    return field.name.removeprefix(OWN).removeprefix(BATTLE).partition(".")[0]


def _is_set(ctx: PageContext, shown: ShownField) -> bool:
    name = switch_name(shown.field)
    return name in ctx.campaign.rules or name in ctx.campaign.battle_rules


def _marked(ctx: PageContext, shown: ShownField) -> ShownField:
    if not _is_set(ctx, shown):
        return shown
    return replace(shown, field=replace(shown.field, label=f"{shown.field.label} (set)"))


def _tables(ctx: PageContext) -> Iterator[Table]:
    for name, rows in tables_of(ctx.campaign.game).items():
        now = setting(ctx.campaign, name)
        known = now if rows.keyed else [row[rows.first] for row in now]
        address = reverse("campaigns:table", args=[ctx.loaded.id, name])
        yield Table(label_of(ctx, name), ", ".join(map(plainly, known)) or "none", address)


# The switches


def rules_form(ctx: PageContext) -> Form:
    """A field for each switch that is not a table, or several; it makes no command of its own."""
    game = game_of(ctx.campaign.game)
    meant = {f"{OWN}debt": ctx.standards.deals, f"{OWN}hall_downtimes": ctx.standards.builds}
    customs = [one for one in _own_fields(ctx, CampaignRules) if meant.get(one.name, True)]
    own = [*customs, *_own_fields(ctx, progression_of(ctx.campaign.game).rules_type)]
    defaults = game.house_rules()
    battle = [
        replace(one, value=_now(ctx, one), help=_meaning(ctx, name, getattr(defaults, name)))
        for one in rule_fields(ctx.campaign.game, game)
        for name in (one.name.removeprefix(BATTLE),)
    ]
    return Form("rules", "House rules", "Save the house rules", (*own, *battle, REASON), dict)


def _own_fields(ctx: PageContext, kind: type[Any]) -> Iterator[Field]:
    """A field a switch; several where it holds several numbers. Tables have pages of their own."""
    defaults, tables = kind(), tables_of(ctx.campaign.game)
    for name, hint in get_type_hints(kind).items():
        if name in tables or get_origin(hint) is ClassVar:
            continue
        now, default, one = setting(ctx.campaign, name), getattr(defaults, name), _switch(ctx, name)
        ruling = ruling_words(ctx.campaign.game, one.rule)
        field = Field(f"{OWN}{name}", one.label, "number", rule=one.rule, ruling=ruling, low=0)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            for part in hint.__struct_fields__:
                standing = getattr(default, part)
                yield replace(
                    field,
                    name=f"{field.name}.{part}",
                    label=f"{one.label}: {ctx.names.word(part)}",
                    value=str(now.get(part, standing)),
                    help=_meaning(ctx, name, standing),
                )
        elif one.options:
            choices, meaning = tuple(one.options.items()), _meaning(ctx, name, default)
            yield replace(field, kind="select", choices=choices, value=now, help=meaning, required=True, low=None)
        else:
            yield replace(field, value=str(now), help=_meaning(ctx, name, default), required=True)


def topic_of(ctx: PageContext, name: str) -> str:
    """The heading that a switch stands under."""
    return _switch(ctx, name).topic or REST


def label_of(ctx: PageContext, name: str) -> str:
    """What a switch is called."""
    return _switch(ctx, name).label


def _switch(ctx: PageContext, name: str) -> Switch:
    return switches_in_words(ctx.campaign.game)[name]


def _now(ctx: PageContext, field: Field) -> str:
    value = setting(ctx.campaign, field.name.removeprefix(BATTLE))
    return in_inches(value) if field.kind == "inches" else _typed(value)


def _meaning(ctx: PageContext, name: str, default: Any) -> str:
    """What there is to know of a switch besides its label, and its value where nobody has set it."""
    one = _switch(ctx, name)
    standing = value_in_words(one, default) if _typed(default) else "none"
    return f"{sentence(one.help)} Default: {standing}.".strip()


def _typed(value: Any) -> str:
    return "" if value is None or value in ({}, [], ()) else str(value)


# Setting them


def _set(ctx: PageContext, form: Form, posted: Mapping[str, str]) -> str:
    """Set what was changed, all of it or, where it is refused, nothing."""
    values = values_of(form, posted)
    reason = values.pop("reason") or ""
    order = order_of_changes(changed_switches(ctx, form, values), reason)
    if order is None:
        return "Nothing was changed."
    try:
        service.give_command(ctx.who, ctx.loaded.id, order, key=key_of(posted))
    except NotThere:
        raise
    except Refusal as refusal:
        raise placed(refusal, form) from None
    return told_of_changes(ctx, order)


def order_of_changes(changes: Mapping[str, Any], reason: str) -> dict[str, Any] | None:
    """The one command that sets switches by their names; None where there is nothing to set."""
    return {"type": KIND, "values": dict(changes), "reason": reason} if changes else None


def told_of_changes(ctx: PageContext, order: Mapping[str, Any]) -> str:
    """What is told once a command has set switches."""
    return f"Set: {', '.join(f'“{label_of(ctx, name)}”' for name in order['values'])}."


def changed_switches(ctx: PageContext, form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """By name the switches that were filled in with another value than theirs."""
    return {name: value for name, value in switches_in(form, values).items() if value != _holds(ctx, name)}


def switches_in(form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of switches that a form was filled in with, by their names."""
    wanted: dict[str, Any] = {}
    kinds = {field.name: field.kind for field in form.fields}
    for name, value in values.items():
        switch, _, part = name.removeprefix(OWN).removeprefix(BATTLE).partition(".")
        if part:
            wanted.setdefault(switch, {})[part] = value or 0
        elif kinds[name] == "text":
            wanted[switch] = value or ""
        else:
            wanted[switch] = value
    return wanted


def _holds(ctx: PageContext, name: str) -> Any:
    """The present value of a switch; one of several numbers with all of them."""
    now = setting(ctx.campaign, name)
    default = getattr(progression_of(ctx.campaign.game).rules_type(), name, None)
    return now if not isinstance(default, msgspec.Struct) else msgspec.structs.asdict(default) | now


def placed(refusal: Refusal, form: Form) -> Refusal:
    """The refusal at the field of its switch, as ``values.hall_prices.walls`` is ``own-hall_prices.walls``."""
    wanted = refusal.field.partition(".")[2]
    bare = {one.name.removeprefix(OWN).removeprefix(BATTLE): one.name for one in form.fields}
    switch = wanted.partition(".")[0].partition("[")[0]
    near = next((name for short, name in bare.items() if short.partition(".")[0] == switch), "")
    refusal.field = bare.get(wanted, near)
    return refusal
