"""The house rules of a campaign: each switch with what it means; for who runs it, to be set."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, get_origin, get_type_hints

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns import service
from campaigns.domain.campaign.house_rules import CampaignRules, game_of, progression_of, setting
from campaigns.games import switches_in_words
from campaigns.narration import plainly, value_in_words
from campaigns.pages.governing import GOES_ON, REASON
from campaigns.pages.request_context import PageContext, at_campaign, for_people
from campaigns.pages.tables import tables_of
from matches.pages.creating import rule_fields, ruling_words
from rules.kernel.switches import Switch, in_inches
from web.errors import NotThere, Refusal
from web.pages.fields import Field, Form
from web.pages.forms import ShownField, shown, values_of
from web.people import person
from web.templatetags.sentences import sentence

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
    """The switches as they are; what was changed is set, one command a switch."""
    desk = at_campaign(person(request.user), campaign_id)
    form, refusal, posted = _form(desk), None, {}
    if request.method == "POST":
        posted = request.POST.dict()
        try:
            told = _set(desk, form, posted)
            messages.success(request, told)
            return redirect("campaigns:rules", campaign_id)
        except NotThere:
            raise
        except Refusal as error:
            refusal = desk.said(error)
            desk = at_campaign(desk.who, campaign_id)
    again = shown(_form(desk), "", posted, refusal)
    context = {
        "desk": desk,
        "campaign": desk.campaign,
        "campaign_id": desk.seen.id,
        "game": game_of(desk.campaign.game).title,
        "may": desk.runs and desk.campaign.stage in GOES_ON,
        "reason": [one for one in again.fields if one.field.name == "reason"],
        "groups": _groups(desk, again.fields),
        "spelled": {one.name for one in _form(desk).fields if any(len(words) > LONG for _, words in one.choices)},
        "tables": list(_tables(desk)),
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/rules.html", context, status=refusal.status if refusal else 200)


def _groups(desk: PageContext, fields: Iterable[ShownField]) -> list[Group]:
    """Those of the campaign first, then those of its battles by topic."""
    found: dict[str, list[ShownField]] = {}
    for one in fields:
        if one.field.name.startswith((OWN, BATTLE)):
            found.setdefault(_switch(desk, _switch_name(one)).topic or REST, []).append(one)
    return [
        Group(title, [_marked(desk, one) for one in some], sum(_is_set(desk, one) for one in some))
        for title, some in found.items()
        if some
    ]


def _switch_name(shown: ShownField) -> str:
    """The switch that a field is about; several numbers of one have a field each."""
    return shown.field.name.removeprefix(OWN).removeprefix(BATTLE).partition(".")[0]


def _is_set(desk: PageContext, shown: ShownField) -> bool:
    """Whether the house has set the switch; of one of several numbers each is."""
    name = _switch_name(shown)
    return name in desk.campaign.rules or name in desk.campaign.battle_rules


def _marked(desk: PageContext, shown: ShownField) -> ShownField:
    """The field, marked where the house has set it."""
    if not _is_set(desk, shown):
        return shown
    return replace(shown, field=replace(shown.field, label=f"{shown.field.label} (set)"))


def _tables(desk: PageContext) -> Iterator[Table]:
    for name, rows in tables_of(desk.campaign.game).items():
        now = setting(desk.campaign, name)
        known = now if rows.keyed else [row[rows.first] for row in now]
        address = reverse("campaigns:table", args=[desk.seen.id, name])
        yield Table(_label(desk, name), ", ".join(map(plainly, known)) or "none", address)


# The switches


def _form(desk: PageContext) -> Form:
    game = game_of(desk.campaign.game)
    customs = [one for one in _own_fields(desk, CampaignRules) if _means_something(desk, one.name)]
    own = [*customs, *_own_fields(desk, progression_of(desk.campaign.game).rules_type)]
    defaults = game.house_rules()
    battle = [
        replace(one, value=_now(desk, one), help=_meaning(desk, name, getattr(defaults, name)))
        for one in rule_fields(desk.campaign.game, game)
        for name in (one.name.removeprefix(BATTLE),)
    ]
    return Form("rules", "House rules", "Save the house rules", (*own, *battle, REASON), dict)


def _own_fields(desk: PageContext, kind: type[Any]) -> Iterator[Field]:
    """A field a switch; several where it holds several numbers. Tables have pages of their own."""
    defaults, tables = kind(), tables_of(desk.campaign.game)
    for name, hint in get_type_hints(kind).items():
        if name in tables or get_origin(hint) is ClassVar:
            continue
        now, default, one = setting(desk.campaign, name), getattr(defaults, name), _switch(desk, name)
        ruling = ruling_words(desk.campaign.game, one.rule)
        field = Field(f"{OWN}{name}", one.label, "number", rule=one.rule, ruling=ruling, low=0)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            for part in hint.__struct_fields__:
                standing = getattr(default, part)
                yield replace(
                    field,
                    name=f"{field.name}.{part}",
                    label=f"{one.label}: {desk.names.word(part)}",
                    value=str(now.get(part, standing)),
                    help=_meaning(desk, name, standing),
                )
        elif one.options:
            choices, meaning = tuple(one.options.items()), _meaning(desk, name, default)
            yield replace(field, kind="select", choices=choices, value=now, help=meaning, required=True, low=None)
        else:
            yield replace(field, value=str(now), help=_meaning(desk, name, default), required=True)


def _means_something(desk: PageContext, name: str) -> bool:
    """Whether a switch of every campaign is about anything that this game has."""
    return {"debt": desk.deals, "hall_downtimes": desk.builds}.get(name.removeprefix(OWN), True)


def _label(desk: PageContext, name: str) -> str:
    return _switch(desk, name).label


def _switch(desk: PageContext, name: str) -> Switch:
    return switches_in_words(desk.campaign.game)[name]


def _now(desk: PageContext, field: Field) -> str:
    """The present value of a switch of the battles, as it stands in its field."""
    value = setting(desk.campaign, field.name.removeprefix(BATTLE))
    return in_inches(value) if field.kind == "inches" else _typed(value)


def _meaning(desk: PageContext, name: str, default: Any) -> str:
    """What there is to know of a switch besides its label, and its value where nobody has set it."""
    one = _switch(desk, name)
    standing = value_in_words(one, default) if _typed(default) else "none"
    return f"{sentence(one.help)} Default: {standing}.".strip()


def _typed(value: Any) -> str:
    return "" if value is None or value in ({}, [], ()) else str(value)


# Setting them


def _set(desk: PageContext, form: Form, posted: Mapping[str, str]) -> str:
    """Set what was changed, in the order of the page. What was set before a refusal stays, and the refusal says so."""
    values = values_of(form, posted)
    reason, done = values.pop("reason") or "", list[str]()
    for name, value in _changed(desk, form, values).items():
        order = {"type": "set_house_rule", "name": name, "value": value, "reason": reason}
        key = f"page/{posted['key']}/{name}" if posted.get("key") else None
        try:
            service.give_command(desk.who, desk.seen.id, order, key=key)
        except NotThere:
            raise
        except Refusal as refusal:
            raise _placed(refusal, form, name, done) from None
        done.append(f"“{_label(desk, name)}”")
    return f"Set: {', '.join(done)}." if done else "Nothing was changed."


def _changed(desk: PageContext, form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """By switch the values that differ from what holds now."""
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
    return {name: value for name, value in wanted.items() if value != _holds(desk, name)}


def _holds(desk: PageContext, name: str) -> Any:
    """The present value of a switch; one of several numbers with all of them."""
    now = setting(desk.campaign, name)
    default = getattr(progression_of(desk.campaign.game).rules_type(), name, None)
    return now if not isinstance(default, msgspec.Struct) else msgspec.structs.asdict(default) | now


def _placed(refusal: Refusal, form: Form, switch: str, done: list[str]) -> Refusal:
    """The refusal at the field of its switch, with what was set before it."""
    names = [f"{OWN}{switch}", f"{BATTLE}{switch}"]
    refusal.field = next((one.name for one in form.fields if one.name.partition(".")[0] in names), "")
    if done:
        refusal.hint = f"{refusal.hint} Already saved: {', '.join(done)}.".strip()
    return refusal
