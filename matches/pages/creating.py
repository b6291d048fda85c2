"""A new match, from rosters; and a match that goes on from a moment of another."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast, get_type_hints

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches import service
from matches.facts import Visibility
from matches.game_adapter import adapter_of
from matches.models import Match
from matches.pages.boards import board_of
from matches.pages.boards.common import DICE_CHOICES
from matches.pages.match_context import head_context, load_context
from matches.pages.waiting import invited_words
from matches.rulebooks import rule_text, rulebook
from rules.kernel.asks import GM
from rules.kernel.game import Game
from rules.kernel.switches import in_inches, switches_of
from rules.kernel.table_events import DiceKind
from rules.registry import RULESETS
from web.errors import NotThere, Refusal
from web.pages.fields import Field, Form
from web.pages.forms import ShownField, ShownForm, shown, values_of
from web.pages.guard import guarded, send_to_login, whole_number
from web.people import person
from web.templatetags.sentences import rule_words, sentence

SECTIONS = ("setup", "table", "roster", "dice", "who", "rules")
PLAYS = "who-plays-"


@never_cache
@require_http_methods(["GET", "POST"])
@guarded
def new_match(request: HttpRequest) -> HttpResponse:
    """The form for a new match, and the match that comes of it."""
    if not request.user.is_authenticated:
        return send_to_login(request)
    posted = request.POST if request.method == "POST" else request.GET
    key = posted.get("ruleset") or next(iter(RULESETS))
    form = form_for(key)
    if request.method == "GET":
        return _page(request, key, shown(form, "", {}, None), None)
    try:
        values = values_of(form, request.POST)
        order = order_for(key, values)
        match_id = service.create_match(person(request.user), order, key=request.POST.get("key") or None)
    except NotThere:
        raise
    except Refusal as refusal:
        again = shown(form, "", {**request.POST.dict(), "form": form.name}, refusal)
        return _page(request, key, again, refusal, refusal.status)
    invite_named(request, match_id, values)
    return redirect("pages:match", match_id)


def invite_named(request: HttpRequest, match_id: uuid.UUID, values: Mapping[str, Any]) -> None:
    """Invite the players who were named. Who is invited, and who cannot be, is told on the page of the match."""
    look = load_context(request, match_id)
    who = look.who
    for name, user in values.items():
        if name.startswith(PLAYS) and user:
            try:
                seat = name.removeprefix(PLAYS)
                service.offer_seat(who, match_id, seat, user)
                if user != who.name:
                    messages.success(request, invited_words(user, look.board.name(seat, look.view)))
            except Refusal as refusal:
                messages.warning(request, sentence(refusal.message))


def _page(request: HttpRequest, key: str, form: ShownForm, refusal: Refusal | None, status: int = 200) -> HttpResponse:
    sections: dict[str, list[ShownField]] = {name: [] for name in SECTIONS}
    folds: dict[str, list[ShownField]] = {}
    for field in form.fields:
        prefix = field.field.name.partition("-")[0]
        section = sections[prefix if prefix in sections else "setup"]
        (folds.setdefault(field.field.fold, []) if field.field.fold else section).append(field)
    context = {
        "rulesets": [(name, game.title) for name, game in RULESETS.items()],
        "ruleset": key,
        "title": adapter_of(key).title,
        "legends": board_of(key).legends,
        "sections": sections,
        "folds": [(title, fields, any(field.touched for field in fields)) for title, fields in folds.items()],
        "topics": _by_topic(key, sections["rules"]),
        "refusal": refusal,
        "key": uuid.uuid4().hex,
    }
    return render(request, "matches/new.html", context, status=status)


def _by_topic(key: str, rules: Sequence[ShownField]) -> list[tuple[str, list[ShownField]]]:
    """The house rules by topic; those of no topic stand at the end."""
    switches = switches_of(adapter_of(key).house_rules)
    found: dict[str, list[ShownField]] = {}
    for rule in rules:
        found.setdefault(switches[rule.field.name.removeprefix("rules-")].topic, []).append(rule)
    return list(found.items())


def form_for(key: str) -> Form:
    """Everything a new match of this game is asked for. NotThere for a game nobody knows."""
    game = adapter_of(key)
    setup = board_of(key).setup_fields()
    folds = {field.name.rpartition("-")[2]: field.fold for field in setup if field.fold}
    people = [*_people_fields(key, game), *_dice_fields(key, game)]
    about = [replace(field, fold=folds.get(field.name.rpartition("-")[2], "")) for field in people]
    return Form("new", "New match", "Create the match", (*setup, *about, *rule_fields(key, game)), dict)


def _people_fields(key: str, game: Game[Any]) -> list[Field]:
    help_of = {
        game.seats[
            0
        ]: "A username: that person is invited. Your own name: you have the seat at once. Empty: the seat is free."
    }
    plays = [
        Field(f"{PLAYS}{seat}", f"Who plays {board_of(key).name(seat, {})}", help=help_of.get(seat, ""))
        for seat in game.seats
    ]
    sees = tuple((value, str(label)) for value, label in Match.Visibility.choices)
    return [
        Field("who-title", "Title", help="Empty: made from your name and the game’s."),
        Field("who-visibility", "Visibility", "select", sees, "public", required=True),
        Field("who-open", "Anyone who is logged in may take a free seat", "check", value="on", wide=True),
        *plays,
    ]


def _dice_fields(key: str, game: Game[Any]) -> list[Field]:
    names = {seat: board_of(key).name(seat, {}) for seat in game.seats} | {GM: "the GM"}
    return [
        Field(f"dice-{seat}", f"Dice of {name}", "select", DICE_CHOICES, "house", required=True)
        for seat, name in names.items()
    ]


def rule_fields(key: str, game: Game[Any]) -> list[Field]:
    """A field a house-rule switch, with the ruling that it decides."""
    defaults, hints = game.house_rules(), get_type_hints(game.house_rules)
    fields = []
    for name, one in switches_of(game.house_rules).items():
        value = getattr(defaults, name)
        field = Field(f"rules-{name}", one.label, help=one.help, rule=one.rule, ruling=ruling_words(key, one.rule))
        if one.options:
            fields.append(replace(field, kind="select", choices=tuple(one.options.items()), value=value))
        elif one.inches:
            fields.append(replace(field, label=f"{one.label}, in inches", kind="inches", value=in_inches(value)))
        else:
            fields.append(replace(field, kind="number" if hints[name] is int else "text", value=str(value)))
    return fields


def ruling_words(key: str, rule: str) -> str:
    """What a ruling leaves open and how it answers that; of a rule its words."""
    one = rulebook(key).rulings.get(rule)
    return (
        f"{_ended(one.open)} By default: {_ended(one.ruling)}" if one is not None else rule_words(rule_text(key, rule))
    )


def _ended(words: str) -> str:
    """The words as a sentence, without the marks of code."""
    words = rule_words(words)
    return words if words.endswith((".", "?", "!")) else f"{words}."


def order_for(key: str, values: Mapping[str, Any]) -> service.NewMatch:
    """The match that the values of a form (`form_for`) describe."""
    game, board = adapter_of(key), board_of(key)
    defaults = game.house_rules()
    rules = {
        name.removeprefix("rules-"): value
        for name, value in values.items()
        if name.startswith("rules-") and value is not None and value != getattr(defaults, name.removeprefix("rules-"))
    }
    rollers = {name: value for name, value in values.items() if name.startswith("dice-")}
    dice = {name.removeprefix("dice-"): cast("DiceKind", kind) for name, kind in rollers.items()}
    return service.NewMatch(
        ruleset=key,
        setup=board.setup_of(values),
        house_rules=rules,
        dice=dice,
        title=values.get("who-title") or "",
        visibility=cast("Visibility", values["who-visibility"]),
        open_seats=bool(values.get("who-open")),
    )


@never_cache
@require_http_methods(["GET", "POST"])
@guarded
def fork(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """From which moment, and what the fork is to be called; then the fork."""
    if not request.user.is_authenticated:
        return send_to_login(request)
    sent = request.POST if request.method == "POST" else request.GET
    look = load_context(request, match_id)
    match = look.match
    wanted = whole_number(sent, "n")
    nearest = match.past.decision_point(min(match.version if wanted is None else wanted, match.version))
    context = {
        **head_context(look),
        "n": nearest,
        "wanted": wanted,
        "key": uuid.uuid4().hex,
        "typed": sent.get("title", ""),
    }
    context["visibilities"] = Match.Visibility.choices
    if request.method == "GET":
        return render(request, "matches/fork.html", context)
    order = service.NewFork(
        version=wanted or 0,
        title=sent.get("title", ""),
        visibility=cast("Visibility", sent.get("visibility", "private")),
        open_seats=sent.get("open_seats") == "on",
    )
    try:
        fork_id = service.fork_match(look.who, match_id, order, key=sent.get("key") or None)
    except NotThere:
        raise
    except Refusal as refusal:
        return render(request, "matches/fork.html", {**context, "refusal": refusal}, status=refusal.status)
    return redirect("pages:match", fork_id)
