"""The decisions of a match in the admin site: what its GM may answer, dice that are waited for, standing answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from matches import service
from matches.admin.acts import Act
from matches.admin.board_forms import Done
from matches.pages.boards.base import Choice, Question
from matches.pages.courses import give_in_turn
from matches.pages.foreseeing import Preview, foresee
from matches.pages.match_context import MatchContext, ShownQuestion, dice_of, offer_of, standing_of
from matches.pages.recent_log import texts_after
from web.pages.fields import Command, Field, Form

DECISIONS, DICE, ELSE = "Decisions", "Dice", "Standing answers"
MOST_TOLD = 12
ENTER = "dice"
ANSWER = "answer"
COURSE = "course"
"""Commands that are given in turn."""


def answer_acts(look: MatchContext, named: frozenset[str]) -> Iterator[Act]:
    """What the page asks of its GM: the dice of a roll, else each question. `named`: forms that have a button here."""
    if look.match.table.outcome() is not None:
        return
    offer = offer_of(look, {}, None)
    yield from _dice(look)
    if sum(bool(ask.get("window")) for ask in offer.asks) > 1:
        yield _order(look, "pass", DECISIONS, "Pass for everyone", {"type": "pass"})
    for question in offer.questions:
        yield from _question(look, question)
    for shown in (*offer.gm_actions, *offer.salts):
        if shown.form.name not in named:
            yield _command(look, f"form:{shown.uid}", DICE, shown.form)
    yield from _standing(look)


def _dice(look: MatchContext) -> Iterator[Act]:
    """The roll that waits, where its dice are typed."""
    waiting = dice_of(look)
    if waiting is None or not waiting.get("mine"):
        return
    dice = waiting["fields"]
    fields = [
        Field(one["name"], f"d{one['sides']}, die {one['number']}", "number", low=1, high=one["sides"], required=True)
        for one in dice
    ]
    title = f"Enter the dice: {waiting['who']}, {waiting['need']['roll']} for {waiting['purpose']}"
    need = waiting["need"]
    wanted = f"Now {need['wants']}: roll that die alone." if need.get("wants") else "Roll at the table."
    note = f"{wanted} {waiting['roll'].get('rule', '')}".strip()

    def command(values: Mapping[str, Any]) -> Command:
        return {"type": "dice", "faces": [values[one.name] for one in fields]}

    form = Form(ENTER, title, "Enter the dice", tuple(fields), command, note=note)
    yield _command(look, ENTER, DICE, form)


def _question(look: MatchContext, shown: ShownQuestion) -> Iterator[Act]:
    """The choices of a question as one form, and each of its own forms."""
    question = shown.question
    choices = list(_choices(question))
    note = " ".join(filter(None, (shown.whose, str(question.ask["why"]), f"({question.ask['rule']})")))
    if choices:
        first = json.dumps(question.default.command) if question.default is not None and len(choices) == 1 else ""
        prompt = () if first else (("", "choose …"),)
        field = Field(ANSWER, "Answer", "select", (*prompt, *choices), first, required=True)

        def command(values: Mapping[str, Any]) -> Command:
            return dict(json.loads(values[ANSWER]))

        form = Form(ANSWER, question.title, "Give this answer", (field,), command, note=note)
        yield _command(look, f"ask:{shown.uid}", DECISIONS, form)
    for one in shown.forms:
        title = one.form.title if one.form.title != question.title else question.title
        yield _command(look, f"form:{one.uid}", DECISIONS, one.form, title=title, note=one.form.note or note)


def _choices(question: Question) -> Iterator[tuple[str, str]]:
    """The value and the words of everything that may be answered with one command."""
    several = len(question.groups) > 1
    for group in question.groups:
        for one in group.choices:
            if not one.refused:
                yield json.dumps(one.command), _words(one, group.title if several else "")
    if question.default is not None:
        yield json.dumps(question.default.command), _words(question.default)
    for one in question.standing:
        yield json.dumps(one.command), _words(one, "From now on")


def _words(choice: Choice, group: str = "") -> str:
    chance = f"{choice.chance} {choice.aim}".strip() if choice.chance else ""
    parts = ", ".join(filter(None, (choice.label, choice.detail, chance, choice.warning)))
    return f"{group}: {parts}" if group else parts


def _standing(look: MatchContext) -> Iterator[Act]:
    for seat, name in standing_of(look)["standing_seats"]:
        yield _order(look, f"clear:{seat}", ELSE, f"Ask {name} again", {"type": "clear_standing", "seat": seat})


def _order(look: MatchContext, uid: str, group: str, title: str, command: Command) -> Act:
    """An act that asks for nothing."""
    return _command(look, uid, group, Form(uid, title, title, (), lambda _values: dict(command)))


def _command(look: MatchContext, uid: str, group: str, form: Form, *, title: str = "", note: str = "") -> Act:
    """An act that gives the command of a form of the page, or its commands in turn, as the page does."""
    who, match = look.who, look.match
    shown = replace(form, title=title or form.title, note=note or form.note)
    if form.course is not None:
        in_turn = form.course
        shown = replace(shown, command=lambda values: {COURSE: list(in_turn(values))})

    def look_at(order: Command) -> Preview:
        orders = order.get(COURSE) or [order]
        preview = foresee(who, match, orders[0], by="")
        more = f"{len(orders) - 1} more of these follow, as long as nobody else is asked."
        return preview._replace(lines=[*preview.lines, more]) if len(orders) > 1 and not preview.refused else preview

    def give(order: Command, key: str, pending: int) -> Done:
        stopped = give_in_turn(who, match.id, order.get(COURSE) or [order], pending, key)
        return Done(" ".join(filter(None, (stopped, _told(look)))))

    return Act(uid, group, shown, look_at, give)


def _told(look: MatchContext) -> str:
    """What has happened since the match was looked at, in the words of the log."""
    now = service.load(look.who, look.match.id).match
    texts = texts_after(now, look.who, look.board, look.view, look.match.version)
    more = f" And {len(texts) - MOST_TOLD} more events." if len(texts) > MOST_TOLD else ""
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in texts[:MOST_TOLD]) + more
