"""The house rules of a campaign: each switch with what it means; for who runs it, to be set."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns import service
from campaigns.domain.campaign.house_rules import CampaignRules, game_of, progression_of, setting
from campaigns.house_rule_labels import switches_in_words
from campaigns.narration import plainly
from campaigns.pages.governing import GOES_ON, REASON
from campaigns.pages.guard import for_people
from campaigns.pages.request_context import PageContext, at_campaign
from campaigns.pages.tables import tables_of
from matches.access import person
from matches.errors import NotThere, Refusal
from matches.pages.boards import board_of
from matches.pages.boards.base import Field, Form
from matches.pages.creating import rule_fields
from matches.pages.forms import ShownField, shown, values_of
from matches.templatetags.sentences import sentence
from rules.kernel.progression import SwitchWords

OWN, BATTLE = "own-", "rules-"
"""What the names of fields begin with: switches of the campaign, those of its battles."""
OWN_TITLE, REST = "The campaign", "Other battle rules"
"""The headings of the switches of the campaign, and of those of its battles under no topic."""
LONG = 30
"""So many letters of an alternative a closed list shows at any width; longer ones stand beside each other in full."""
_RULE_NUMBER = re.compile(r"\b([A-Z]+(?:-[A-Z]+)*-[0-9]+)\b")


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
        "groups": _groups(desk, map(_unbroken, again.fields)),
        "spelled": {one.name for one in _form(desk).fields if any(len(words) > LONG for _, words in one.choices)},
        "tables": list(_tables(desk)),
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/rules.html", context, status=refusal.status if refusal else 200)


def _unbroken(shown: ShownField) -> ShownField:
    """The field with a help in which no number of a rule is broken at its hyphens."""
    return replace(shown, field=replace(shown.field, help=whole_numbers(shown.field.help)))


def whole_numbers(text: str) -> SafeString:
    """A text in which each number of a rule stays on one line.

    >>> whole_numbers("Unless set: 0 & more. IST-Q-109")
    'Unless set: 0 &amp; more. <span class="unbroken">IST-Q-109</span>'
    """
    pieces = enumerate(_RULE_NUMBER.split(text))
    number = '<span class="unbroken">{}</span>'
    return format_html_join("", "{}", ((format_html(number, one) if at % 2 else one,) for at, one in pieces))


def _groups(desk: PageContext, fields: Iterable[ShownField]) -> list[Group]:
    """Those of the campaign first, then those of its battles by topic."""
    topics = board_of(desk.campaign.game).rule_topics
    topic_of = {f"{BATTLE}{name}": topic for topic, names in topics.items() for name in names}
    found: dict[str, list[ShownField]] = {
        OWN_TITLE: [],
        **{topic: [] for topic in topics},
        REST: [],
    }
    for one in fields:
        name = one.field.name
        if name.startswith(OWN):
            found[OWN_TITLE].append(one)
        elif name.startswith(BATTLE):
            found[topic_of.get(name, REST)].append(one)
    return [
        Group(title, [_marked(desk, one) for one in some], sum(_is_set(desk, one) for one in some))
        for title, some in found.items()
        if some
    ]


def _is_set(desk: PageContext, shown: ShownField) -> bool:
    """Whether the house has set the switch; of one of several numbers each is."""
    name = shown.field.name.removeprefix(OWN).removeprefix(BATTLE).partition(".")[0]
    return name in desk.campaign.rules or name in desk.campaign.battle_rules


def _marked(desk: PageContext, shown: ShownField) -> ShownField:
    """The field, marked where the house has set it."""
    if not _is_set(desk, shown):
        return shown
    return replace(shown, field=replace(shown.field, label=f"{shown.field.label} (set)"))


def _tables(desk: PageContext) -> Iterator[Table]:
    """What the house adds to the game."""
    for name, rows in tables_of(desk.campaign.game).items():
        now = setting(desk.campaign, name)
        known = now if rows.keyed else [row[rows.first] for row in now]
        address = reverse("campaigns:table", args=[desk.seen.id, name])
        yield Table(_label(desk, name), ", ".join(map(plainly, known)) or "none", address)


# The switches


def _form(desk: PageContext) -> Form:
    """Every switch with its present value."""
    game = game_of(desk.campaign.game)
    customs = [one for one in _own_fields(desk, CampaignRules) if _means_something(desk, one.name)]
    own = [*customs, *_own_fields(desk, progression_of(desk.campaign.game).rules_type)]
    battle = [
        replace(one, value=_typed(setting(desk.campaign, one.name.removeprefix(BATTLE))))
        for one in rule_fields(desk.campaign.game, game)
    ]
    return Form("rules", "House rules", "Save the house rules", (*own, *battle, REASON), dict)


def _own_fields(desk: PageContext, kind: type[Any]) -> Iterator[Field]:
    """A field a switch; several where it holds several numbers. Tables have pages of their own."""
    defaults, tables = kind(), tables_of(desk.campaign.game)
    for name, hint in get_type_hints(kind).items():
        if name in tables:
            continue
        now, default = setting(desk.campaign, name), getattr(defaults, name)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            for part in hint.__struct_fields__:
                standing = getattr(default, part)
                label, meaning = f"{_label(desk, name)}: {desk.names.word(part)}", _meaning(desk, name, standing)
                shown_now = str(now.get(part, standing))
                yield Field(f"{OWN}{name}.{part}", label, "number", value=shown_now, help=meaning, low=0)
        else:
            yield _own_field(desk, name, hint, now, default)


def _means_something(desk: PageContext, name: str) -> bool:
    """Whether a switch of every campaign is about anything that this game has."""
    return {"debt": desk.deals, "hall_downtimes": desk.builds}.get(name.removeprefix(OWN), True)


def _own_field(desk: PageContext, name: str, hint: Any, now: Any, default: Any) -> Field:
    label, meaning = _label(desk, name), _meaning(desk, name, default)
    if get_origin(hint) is Literal:
        words = _switch(desk, name)
        choices = tuple((option, words.options.get(option) or plainly(option)) for option in get_args(hint))
        return Field(f"{OWN}{name}", label, "select", choices, now, meaning, required=True)
    return Field(f"{OWN}{name}", label, "number", value=str(now), help=meaning, required=True, low=0)


def _label(desk: PageContext, name: str) -> str:
    return _switch(desk, name).label


def _switch(desk: PageContext, name: str) -> SwitchWords:
    """The words for a switch, and its ruling."""
    return switches_in_words(desk.campaign.game).get(name) or SwitchWords(plainly(name).capitalize(), "")


def _meaning(desk: PageContext, name: str, default: Any) -> str:
    """What there is to know of a switch besides its label: its value where nobody has set it, and its rule."""
    words = _switch(desk, name)
    said = sentence(words.said)
    standing = words.options.get(str(default)) or plainly(_typed(default)) or "none"
    return f"{said} Default: {standing}. {words.rule}".strip()


def _typed(value: Any) -> str:
    """A value as it stands in a field."""
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
