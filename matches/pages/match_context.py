"""What the page of a match shows, gathered: from one load of the match, for the eyes of who looks."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from eventstore.api import describe_imports
from matches import service
from matches.documents import need_document, outcome_document, plain
from matches.fork_origins import from_import
from matches.invitations import declined, waiting
from matches.loading import LoadedMatch
from matches.models import Match
from matches.pages.boards import board_of
from matches.pages.boards.base import Question, Situation, View
from matches.pages.boards.board import Board
from matches.pages.boards.tokens import SIDE_NUMBERS
from matches.pages.gm_forms import salt_forms, table_forms
from matches.pages.recent_log import recent_log
from matches.pages.related_links import related_links
from matches.pages.rolls import breakdown
from matches.pages.waiting import invitations_into
from matches.rulebooks import rule_text
from matches.side_numbers import side_numbers
from rules.kernel.asks import GM, Ask
from web.errors import Refusal
from web.pages.forms import ShownForm, shown
from web.people import Person, person
from web.templatetags.sentences import rule_words


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question with its forms as they are shown, and the words of its rule."""

    question: Question
    rule_text: str
    forms: Sequence[ShownForm]
    uid: str
    whose: str = ""
    """Whose decision it is, where it is not plainly that of who looks."""

    @property
    def folds(self) -> bool:
        """Whether its forms stand under titles, to be opened and closed."""
        return any(shown.form.folded for shown in self.forms)

    @property
    def refused(self) -> bool:
        return any(shown.open for shown in self.forms)


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page of a match: what its templates get, and the forms that may be filled in."""

    context: dict[str, Any]
    forms: Sequence[ShownForm]
    look: MatchContext


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody may answer and do now: questions, GM actions, salts."""

    situation: Situation
    asks: Sequence[Mapping[str, Any]]
    questions: Sequence[ShownQuestion]
    gm_actions: Sequence[ShownForm]
    anytime: Sequence[ShownForm]
    salts: Sequence[ShownForm]

    @property
    def forms(self) -> Sequence[ShownForm]:
        return [
            *(form for question in self.questions for form in question.forms),
            *self.gm_actions,
            *self.anytime,
            *self.salts,
        ]


@dataclass(frozen=True, slots=True)
class MatchContext:
    """One look at a match: what was loaded, and what came with the request."""

    who: Person
    seen: service.VisibleMatch
    eyes: str
    board: Board
    view: View
    posted: Mapping[str, str]
    refusal: Refusal | None

    @property
    def match(self) -> LoadedMatch:
        return self.seen.match

    def words(self, rule: str) -> str:
        return rule_words(rule_text(self.match.ruleset.key, rule))


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
    look = load_context(request, match_id, posted or {}, refusal)
    offer = offer_of(look, how or {}, back)
    asked_form = look.posted.get("form", "")
    dice, told = dice_of(look), recent_log(look.match, look.who, look.board, look.view, look.words, before)
    options = look.board.how(offer.situation, offer.asks)
    context = {
        **head_context(look),
        "questions": offer.questions,
        "how": options,
        "how_chosen": any(one.value not in ("", next((value for value, _ in one.choices), "")) for one in options),
        "others": _others(look, offer.asks),
        "dice": dice,
        "several": sum(bool(ask.get("window")) for ask in offer.asks) > 1 and look.seen.role.gm,
        **standing_of(look),
        "visibilities": Match.Visibility.choices,
        "log": told,
        "rewinds": look.seen.role.gm and look.match.table.outcome() is None,
        "strokes": told.fresh,
        "gm_actions": offer.gm_actions,
        "anytime": offer.anytime,
        "salts": offer.salts,
        "back": back,
        "refusal": refusal
        if asked_form not in {"dice" if dice and dice.get("need") else "", *(form.uid for form in offer.forms)} - {""}
        else None,
        "refused_form": asked_form if refusal else "",
        "key": uuid.uuid4().hex,
        **people_of(look),
    }
    return TablePage(context, offer.forms, look)


def offered_forms(request: HttpRequest, match_id: uuid.UUID, version: int | None = None) -> Sequence[ShownForm]:
    """The forms that the page of a match has for who asks, or had after event `version`. NotThere for strangers."""
    return offer_of(load_context(request, match_id, version=version), {}, None).forms


def offer_of(look: MatchContext, how: Mapping[str, str], back: int | None) -> Offer:
    """What who looks may answer and do now. `how`: chosen for the next roll; `back`: the event to rewind to."""
    match, role, asks = look.match, look.seen.role, _own_asks(look)
    situation = _situation(look, asks, how)
    questions = [_question(look, question) for question in look.board.questions(situation, asks)]
    running = match.table.outcome() is None
    gm_actions = [*look.board.gm_forms(situation), *table_forms(match, back)] if running and role.gm else []
    playing = running and role.seats and not role.gm and match.table.opened is None and not match.table.paused
    anytime = look.board.anytime(situation) if playing else ()
    names = {party.seat: party.name for party in look.board.parties(look.view)}
    own = {seat: names.get(seat, seat) for seat in role.seats}
    return Offer(
        situation,
        asks,
        questions,
        [shown(form, "", look.posted, look.refusal) for form in gm_actions],
        [shown(form, look.eyes, look.posted, look.refusal) for form in anytime],
        [shown(form, seat, look.posted, look.refusal) for seat, form in salt_forms(match, own).items()],
    )


def load_context(
    request: HttpRequest,
    match_id: uuid.UUID,
    posted: Mapping[str, str] | None = None,
    refusal: Refusal | None = None,
    version: int | None = None,
) -> MatchContext:
    """Load a match for who asks. NotThere for strangers."""
    who = person(request.user)
    seen = service.load(who, match_id, version)
    eyes = seen.role.eyes()
    view = plain(seen.match.ruleset.view(seen.match.state, eyes))
    board = board_of(seen.match.ruleset.key)
    if refusal is not None:
        refusal.message = board.with_names(refusal.message, view)
        refusal.hint = board.with_names(refusal.hint, view)
    return MatchContext(who, seen, eyes, board, view, posted or {}, refusal)


def head_context(look: MatchContext, view: View | None = None) -> dict[str, Any]:
    """What every page of a match shows at its head. `view`: the board as it was, instead of as it stands."""
    match = look.match
    drawn = {**(look.view if view is None else view), SIDE_NUMBERS: side_numbers([match.id])[match.id]}
    places = related_links(look.who, match)
    return {
        "match_id": match.id,
        "match": match,
        "roster": match.roster,
        "role": look.seen.role,
        "board": look.board,
        "scene": look.board.scene(drawn),
        "parties": look.board.parties(drawn),
        "outcome": outcome_document(match),
        "status": match.status(),
        "pending": match.version,
        "version": match.version,
        "paused": match.table.paused,
        "origin": match.table.origin,
        "forked_from_import": from_import(match.table.origin),
        "imports": describe_imports(match.imports),
        "places": places,
        "awaited": any(place.awaited for place in places),
        "rule_words": look.words,
    }


def _own_asks(look: MatchContext) -> list[dict[str, Any]]:
    """What who looks may answer: all for the GM, else what their seats are asked. Nothing while dice are wanted."""
    match, role = look.match, look.seen.role
    if match.table.opened is not None or (match.table.paused and not role.gm):
        return []
    eyes = (GM,) if role.gm else role.seats
    asks: list[Ask] = [ask for seat in eyes for ask in match.asks_of(seat) if seat in (GM, ask.seat)]
    return [plain(ask) | {"options": plain(ask.options), "player": ask.player} for ask in asks]


def _situation(look: MatchContext, asks: Sequence[Mapping[str, Any]], how: Mapping[str, str]) -> Situation:
    """The situation with what was chosen under "How", as far as it is on offer."""
    blank = Situation(look.match.ruleset, look.match.state, look.view, look.eyes)
    chosen = {}
    for one in look.board.how(blank, asks):
        value = how.get(one.name, "")
        if value and (value == "on" if one.kind == "check" else value in dict(one.choices)):
            chosen[one.name] = value
    return Situation(look.match.ruleset, look.match.state, look.view, look.eyes, chosen, look.seen.role.seats)


def _question(look: MatchContext, question: Question) -> ShownQuestion:
    owner = str(question.ask.get("player") or question.ask["seat"])
    forms = [shown(form, owner, look.posted, look.refusal) for form in question.forms]
    rule, uid = look.words(question.ask["rule"]), f"{question.ask['kind']}-{owner}"
    return ShownQuestion(question, rule, forms, uid, _whose(look, question.ask["seat"]))


def _whose(look: MatchContext, seat: str) -> str:
    """Whose decision it is, in words: said to the GM of each decision of others, to players who have several seats."""
    role, team = look.seen.role, look.board.name(seat, look.view)
    if seat == GM or (seat in role.seats and len(role.seats) == 1 and not role.gm):
        return ""
    if seat in role.seats:
        return f"You decide for {team}."
    holder = look.match.roster.seats.get(seat)
    decision = f"{team} decide: {holder.name} plays them" if holder else f"{team} decide: nobody has their seat"
    return f"{decision}. As the GM, you may answer for them."


def standing_of(look: MatchContext) -> dict[str, Any]:
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


def _others(look: MatchContext, own: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
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


def dice_of(look: MatchContext) -> dict[str, Any] | None:
    """The roll that waits for dice: taken apart, and whether who looks may type them."""
    match, role = look.match, look.seen.role
    if match.table.opened is None or match.table.outcome() is not None:
        return None
    need = need_document(match, look.who)
    if need is None:
        return {"secret": True}
    return {
        "need": need,
        "roll": breakdown(need, look.words, look.board.aim_of(need)),
        "fields": die_fields(need, look.posted),
        "mine": role.gm or need["seat"] in role.seats or match.table.opened.by in role.seats,
        "who": look.board.name(need["by"], look.view),
        "purpose": need["purpose"].replace("_", " "),
        "error": look.refusal if look.posted.get("form") == "dice" else None,
    }


def die_fields(need: Mapping[str, Any], posted: Mapping[str, str]) -> list[dict[str, Any]]:
    """A field for each die that a roll waits for; the highest face of some dice is printed as 0."""
    zero = bool(need.get("zero"))
    return [
        {
            "name": f"die-{place}",
            "sides": sides,
            "lowest": 0 if zero else 1,
            "highest": sides - 1 if zero else sides,
            "value": posted.get(f"die-{place}", ""),
            "number": place + 1,
        }
        for place, sides in enumerate(need["sides"])
    ]


def people_of(look: MatchContext) -> dict[str, Any]:
    """Each seat: who holds it, who is invited, what who looks may do about it; and who is invited to run the match.

    Nobody sits down at a match that is over.
    """
    roster, role, running = look.match.roster, look.seen.role, look.match.table.outcome() is None
    invited = waiting(look.match.id, roster) if role.gm else {}
    refused = declined(look.match.id) if role.gm else {}
    invitations = invitations_into(look.who, look.match.id)
    offered = {one.offer.seat for one in invitations}
    seats = [
        {
            "seat": seat,
            "name": look.board.name(seat, look.view),
            "holder": holder.name if holder else None,
            "mine": seat in role.seats,
            "free": holder is None and running,
            "may_join": holder is None
            and running
            and bool(look.who.key)
            and (role.gm or roster.open_seats or seat in offered),
            "offered": holder is None and seat in offered,
            "invited": invited.get(seat, "") if holder is None and running else "",
            "declined": refused.get(seat, "") if holder is None and running else "",
            "dice": look.match.table.dice_kinds.get(seat, ""),
        }
        for seat in look.match.table.seats
        for holder in [roster.seats.get(seat)]
    ]
    return {
        "seats": seats,
        "may_join": any(seat["may_join"] for seat in seats),
        "invitations": invitations,
        "gm_offered": GM in offered,
        "gm_invited": invited.get(GM, ""),
        "gm_declined": refused.get(GM, ""),
    }
