"""What the page of a match shows, gathered: from one load of the match, for the eyes of who looks."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from matches import service
from matches.documents import event_documents, need_document, outcome_document, plain
from matches.errors import Refusal
from matches.loading import LoadedMatch
from matches.models import Match
from matches.pages.boards import board_of
from matches.pages.boards.base import Board, Question, Situation, View
from matches.pages.forms import ShownForm, shown
from matches.pages.hand import salt_forms, table_forms
from matches.pages.lines import Line, lines, voided
from matches.pages.rolls import breakdown
from matches.rulebooks import rule_text
from rules.kernel.ruleset import GM, Ask

LOG_LINES = 120


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question with its forms as they are shown, and the words of its rule."""

    question: Question
    rule_text: str
    forms: Sequence[ShownForm]
    uid: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page of a match: what its templates get, and the forms that may be filled in."""

    context: dict[str, Any]
    forms: Sequence[ShownForm] = field(default=())


@dataclass(frozen=True, slots=True)
class Looking:
    """One look at a match: what was loaded, and what came with the request."""

    who: service.Person
    seen: service.Seen
    eyes: str
    board: Board
    view: View
    posted: Mapping[str, str]
    refusal: Refusal | None

    @property
    def match(self) -> LoadedMatch:
        """The match that is looked at."""
        return self.seen.match

    def words(self, rule: str) -> str:
        """The words of a rule."""
        return rule_text(self.match.ruleset.key, rule)


def page_of(
    request: HttpRequest,
    match_id: uuid.UUID,
    *,
    how: Mapping[str, str] | None = None,
    before: int | None = None,
    back: int | None = None,
    posted: Mapping[str, str] | None = None,
    refusal: Refusal | None = None,
) -> TablePage:
    """Everything the page of a match shows.

    `how`: what was chosen for the next roll; `before`: the log up to that event; `back`: what "go back" proposes;
    `posted` and `refusal`: what was sent and why it was refused. NotThere for strangers.
    """
    look = look_at(request, match_id, posted or {}, refusal)
    match = look.match
    asks = _own_asks(look)
    situation = _situation(look, asks, how or {})
    questions = [_question(look, question) for question in look.board.questions(situation, asks)]
    gm = look.seen.role.gm
    hand = [*look.board.hand(situation), *table_forms(match, back)] if gm and match.table.outcome() is None else []
    hand_forms = [shown(form, "", look.posted, refusal) for form in hand]
    salts = [shown(form, seat, look.posted, refusal) for seat, form in salt_forms(match, look.seen.role.seats).items()]
    forms = [*(form for question in questions for form in question.forms), *hand_forms, *salts]
    asked_form = look.posted.get("form", "")
    dice = _dice(look)
    context = {
        **head_context(look),
        "questions": questions,
        "how": look.board.how(situation, asks),
        "others": _others(look, asks),
        "dice": dice,
        "several": sum(bool(ask.get("window")) for ask in asks) > 1 and gm,
        **_standing(look),
        "visibilities": Match.Visibility.choices,
        "lines": _log(look, before),
        "hand": hand_forms,
        "salts": salts,
        "back": back,
        "refusal": refusal
        if asked_form not in {"dice" if dice and dice.get("need") else "", *(form.uid for form in forms)} - {""}
        else None,
        "refused_form": asked_form if refusal else "",
        "key": uuid.uuid4().hex,
        "seats": _seats(look),
    }
    return TablePage(context, forms)


def look_at(
    request: HttpRequest,
    match_id: uuid.UUID,
    posted: Mapping[str, str] | None = None,
    refusal: Refusal | None = None,
    version: int | None = None,
) -> Looking:
    """Load a match for who asks. NotThere for strangers."""
    who = service.person(request.user)
    seen = service.load(who, match_id, version)
    eyes = seen.role.eyes()
    view = plain(seen.match.ruleset.view(seen.match.state, eyes))
    return Looking(who, seen, eyes, board_of(seen.match.ruleset.key), view, posted or {}, refusal)


def head_context(look: Looking) -> dict[str, Any]:
    """What every page of a match shows at its head."""
    match = look.match
    return {
        "match_id": match.id,
        "match": match,
        "roster": match.roster,
        "role": look.seen.role,
        "board": look.board,
        "scene": look.board.scene(look.view),
        "parties": look.board.parties(look.view),
        "outcome": outcome_document(match),
        "status": match.status(),
        "pending": match.version,
        "version": match.version,
        "paused": match.table.paused,
        "origin": match.table.origin,
        "rule_words": look.words,
    }


def _own_asks(look: Looking) -> list[dict[str, Any]]:
    """What who looks may answer: all for the GM, else what their seats are asked. Nothing while dice are wanted."""
    match, role = look.match, look.seen.role
    if match.table.opened is not None or (match.table.paused and not role.gm):
        return []
    eyes = (GM,) if role.gm else role.seats
    asks: list[Ask] = [ask for seat in eyes for ask in match.asks_of(seat) if seat in (GM, ask.seat)]
    return [plain(ask) | {"options": plain(ask.options), "player": ask.player} for ask in asks]


def _situation(look: Looking, asks: Sequence[Mapping[str, Any]], how: Mapping[str, str]) -> Situation:
    """The situation with what was chosen under "How", as far as it is on offer."""
    blank = Situation(look.match.ruleset, look.match.state, look.view, look.eyes)
    chosen = {}
    for one in look.board.how(blank, asks):
        value = how.get(one.name, "")
        if value and (value == "on" if one.kind == "check" else value in dict(one.choices)):
            chosen[one.name] = value
    return Situation(look.match.ruleset, look.match.state, look.view, look.eyes, chosen)


def _question(look: Looking, question: Question) -> ShownQuestion:
    owner = str(question.ask.get("player") or question.ask["seat"])
    forms = [shown(form, owner, look.posted, look.refusal) for form in question.forms]
    return ShownQuestion(question, look.words(question.ask["rule"]), forms, f"{question.ask['kind']}-{owner}")


def _standing(look: Looking) -> dict[str, Any]:
    """The standing answers that who looks may take back, and the seats they are for, by name."""
    role = look.seen.role
    answers = [answer for answer in look.match.table.standing if role.gm or answer.seat in role.seats]
    return {
        "standing": [
            plain(answer) | {"who": look.board.name(answer.player or answer.seat, look.view)} for answer in answers
        ],
        "standing_seats": [
            (seat, look.board.name(seat, look.view)) for seat in sorted({answer.seat for answer in answers})
        ],
    }


def _others(look: Looking, own: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What is asked of others: who, why, and the rule in its words."""
    mine = {(ask["seat"], ask.get("player", ""), ask["kind"]) for ask in own}
    match = look.match
    asks, holders = match.pending().asks, match.roster.seats
    return [
        {
            "seat": ask.seat,
            "who": "the GM" if ask.seat == GM else look.board.name(ask.player or ask.seat, look.view),
            "why": ask.why,
            "rule": ask.rule,
            "text": look.words(ask.rule),
            "holder": match.roster.gm if ask.seat == GM else holders.get(ask.seat),
            "team": look.board.name(ask.seat, look.view) if ask.seat != GM and ask.player else "",
            "free": ask.seat != GM and ask.seat not in holders,
        }
        for ask in asks
        if (ask.seat, ask.player, ask.kind) not in mine and ask.kind != "dice"
    ]


def _dice(look: Looking) -> dict[str, Any] | None:
    """The roll that waits for dice: taken apart, and whether who looks may type them."""
    match, role = look.match, look.seen.role
    if match.table.opened is None or match.table.outcome() is not None:
        return None
    need = need_document(match, look.who)
    if need is None:
        return {"secret": True}
    typed = [look.posted.get(f"die-{place}", "") for place in range(len(need["sides"]))]
    return {
        "need": need,
        "roll": breakdown(need, look.words),
        "fields": [
            {"name": f"die-{place}", "sides": sides, "value": typed[place], "number": place + 1}
            for place, sides in enumerate(need["sides"])
        ],
        "mine": role.gm or need["seat"] in role.seats or match.table.opened.by in role.seats,
        "who": look.board.name(need["by"], look.view),
        "purpose": need["purpose"].replace("_", " "),
        "error": look.refusal if look.posted.get("form") == "dice" else None,
    }


def _log(look: Looking, before: int | None) -> dict[str, Any]:
    """The newest lines first, as far back as one page goes."""
    match = look.match
    upto = match.version if before is None else min(before, match.version)
    after = max(0, upto - LOG_LINES)
    events, _ = event_documents(match, look.who, after, upto)
    told: list[Line] = lines(look.board, events, look.view, look.words, voided(match))
    return {
        "lines": told[::-1],
        "older": after or None,
        "newer": None if upto == match.version else min(match.version, upto + LOG_LINES),
    }


def _seats(look: Looking) -> list[dict[str, Any]]:
    """Each seat: who holds it, and what who looks may do about it."""
    roster, role = look.match.roster, look.seen.role
    named = {party.seat: party for party in look.board.parties(look.view)}
    seats = []
    for seat in look.match.table.seats:
        holder = roster.seats.get(seat)
        seats.append(
            {
                "seat": seat,
                "party": named.get(seat),
                "holder": holder.name if holder else None,
                "mine": seat in role.seats,
                "free": holder is None,
                "may_join": holder is None and bool(look.who.key) and (role.gm or roster.open_seats),
                "dice": look.match.table.dice_kinds.get(seat, ""),
            }
        )
    return seats
