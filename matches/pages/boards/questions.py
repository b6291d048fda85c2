"""What people are asked, drawn from the decision points of the rules: a heading, answers as buttons, forms, passing.

A game's board overrides only what it draws otherwise: `ask_KIND` draws the decisions of a kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

import msgspec
from msgspec.inspect import StructType

from matches.documents import plain
from matches.pages.boards.base import Choice, Group, Question, Situation
from matches.pages.boards.bind import number_words
from matches.pages.boards.common import by_name, fraction, percent, signed
from matches.pages.boards.names import WORDS, Names
from matches.pages.boards.squares import square_words
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import KernelError, NeedDice
from rules.kernel.labels import REASON, LabelledField, labelled
from rules.kernel.messages import Command as CommandStruct, tag_of
from rules.kernel.points import AnyPoint
from rules.kernel.previews import Preview, preview
from rules.kernel.rolls import Need
from rules.kernel.sentences import Sentence
from web.pages.command_forms import NO_CONTEXT, FormContext, form_of
from web.pages.fields import Command, Field, Form, Stroke, Trial

Ask = Mapping[str, Any]

PLACES = ("square", "place")
"""What fields refer to that is a place on the board: of squares or hexes, or a point in hundredths."""
MOST_ORDERS = 5_000
MOST_CHOICES = 60
"""So many answers of a kind are buttons, where nothing else is drawn."""


class Questions:
    """The questions of a situation."""

    figure: ClassVar[str] = "player"
    """What labels of commands say that a figure is."""
    actor: ClassVar[str] = ""
    """The field of commands that names who acts, where it is called otherwise."""
    spans: ClassVar[Mapping[str, str]] = {"go": "go", "turn": "turn", "match": "match"}
    """What people call the spans of standing answers."""
    aims: ClassVar[Mapping[str, str]] = {}
    """What the chance of a roll is a chance of, by the purpose of the roll."""

    def __init__(self, situation: Situation, names: Names) -> None:
        self.game, self.state, self.view = situation.game, situation.state, situation.view
        self.situation, self.how, self.names = situation, situation.how, names
        self._orders: dict[str, list[Command]] = {}

    def questions(self, asks: Sequence[Ask]) -> list[Question]:
        return [getattr(self, f"ask_{ask['kind']}", self.question)(ask) for ask in asks]

    def question(self, ask: Ask, groups: Sequence[Group] | None = None, **more: Any) -> Question:
        """A question as the rules tell it; `groups` and `more` (parts of a `Question`) are what is drawn otherwise."""
        answers = self.groups(ask) if groups is None else groups
        told: dict[str, Any] = {
            "title": self.sentence_of(self.point.heading, ask),
            "groups": answers,
            "default": self.default(ask, main=bool(ask.get("window")) or not any(one.choices for one in answers)),
            "standing": self.standing(ask),
        }
        if "forms" not in more:
            told["forms"] = self.forms(ask)
        return Question(ask, **{**told, **more})

    @cached_property
    def point(self) -> AnyPoint[Any]:
        """The decision point that the match waits at."""
        found = self.game.points.top(self.state)
        if found is None:
            raise LookupError("nobody is asked")
        return found[0]

    def sentence_of(self, template: str, ask: Ask) -> str:
        """A heading or button of the decision point, filled in."""
        who = ask.get("player") or ask["seat"]
        return Sentence(template, WORDS).filled_in(self.names, {**ask.get("options", {}), "who": who}.__getitem__)

    def options(self, asks: Sequence[Ask]) -> Sequence[Field]:
        """Options of an action: fields whose change rebuilds the choices."""
        return ()

    def gm_forms(self) -> Sequence[Form]:
        """The GM's own commands: those that need no question, where labels tell all of them."""
        return [form_of(kind, folded=True) for kind in self.game.anytime if kind.form.title and tells_all(kind)]

    def anytime(self) -> Sequence[Form]:
        """What the seats that look on may do whoever is asked."""
        return ()

    # Answers

    def default(self, ask: Ask, detail: str = "", *, main: bool = True) -> Choice | None:
        """Passing, as a button, the `main` one of the question or not; None where an answer has to be named."""
        order = ask.get("default")
        if order is None or not self.point.passing:
            return None
        return Choice(self.sentence_of(self.point.passing, ask), dict(order), detail or self.odds(ask), main=main)

    def odds(self, ask: Ask) -> str:
        """What passing would roll, where another answer is filled into a form."""
        if not self.with_forms() or self.orders(ask):
            return ""
        need = preview(self.game, self.state, ask["default"]).need
        if need is None:
            return ""
        return f"then {self.names.anybody(need.by)} rolls at {signed(need.bonus)}: {self.chance_of(need)}"

    def standing(self, ask: Ask) -> list[Choice]:
        """Passing at once what will be asked later: for a figure where several are asked, else for all of the seat."""
        if not ask.get("window"):
            return []
        order = {"type": "standing", "answer": "pass", "seat": ask["seat"]}
        order |= {"player": ask["player"]} if self.point.several else {}
        return [
            Choice(f"Pass on all reactions until the end of the {words}", {**order, "until": span})
            for span, words in self.spans.items()
        ]

    def orders(self, ask: Ask) -> list[Command]:
        """The legal answers of who is asked, but for passing, as plain JSON."""
        player = ask.get("player", "")
        if player not in self._orders:
            alone = self._asked_alone(ask)
            legal = ((plain(order), self.game.owner(alone, order)) for order in self.game.legal(alone))
            passing = ask.get("default") if self.point.passing else None
            own = (command for command, seat in legal if command != passing and seat in ("", ask["seat"]))
            self._orders[player] = list(islice(own, MOST_ORDERS))
        return self._orders[player]

    def groups(self, ask: Ask) -> list[Group]:
        """The answers as buttons, a group for each kind of command."""
        kinds: dict[str, list[Command]] = {}
        for command in self.orders(ask)[:MOST_CHOICES]:
            kinds.setdefault(command["type"], []).append(command)
        return [self.group(ask, ask["kind"] if len(kinds) == 1 else name, kinds[name]) for name in kinds]

    def group(self, ask: Ask, key: str, commands: Sequence[Command]) -> Group:
        text = self.game.command_types[commands[0]["type"]].form
        choices = [self.try_choice(command) if ask.get("window") else self.button(command) for command in commands]
        return Group(key, text.title or "Legal actions", choices, open=True, note=text.note)

    def forms(self, ask: Ask) -> list[Form]:
        """Forms of the answers that have one: of those that are offered too, if their labels tell all, to be opened."""
        kinds = self.with_forms()
        given = self.given(ask)
        offered = {order["type"] for order in self.orders(ask)} if kinds else ()
        forms = []
        for kind in kinds:
            folded = tag_of(kind) in offered
            if not folded or tells_all(kind):
                title = f"{kind.form.title}: fill in a form" if folded else kind.form.title
                forms.append(form_of(kind, self.form_context(ask), given=given, folded=folded, title=title))
        return [replace(form, fields=tuple(filter(_has_choice, form.fields))) for form in forms]

    def given(self, ask: Ask) -> Command:
        """What forms do not ask for: who acts."""
        return {self.actor or self.figure: ask["player"]} if ask.get("player") else {}

    def with_forms(self) -> list[type[CommandStruct]]:
        """The commands that would answer and can be filled in."""
        answers: tuple[type[CommandStruct], ...] = self.point.answers
        return [kind for kind in answers if kind.form.title and labelled(kind)]

    def form_context(self, ask: Ask) -> FormContext:
        """What the forms of a question are filled with."""
        return NO_CONTEXT

    # Buttons

    def button(self, command: Command) -> Choice:
        """An answer as a button: what its labels say it names, and where that stands on the board."""
        named = self.named(command)
        note = "".join(one.label.notes.get(str(value), "") for one, value in named)
        square = next((f"{at[0]},{at[1]}" for one, at in named if one.label.of in PLACES), "")
        token = next((str(value) for one, value in named if one.label.of == self.figure), "")
        if token:
            note, square = note or self.condition_of(token), square or self.place(token)
        return Choice(self.label(command), command, note, square=square, token=token)

    def condition_of(self, figure: str) -> str:
        """What is worth knowing of a figure that may be chosen."""
        return ""

    def place(self, figure: str) -> str:
        """The square where a figure stands, as a button has it; empty where there are no squares."""
        return ""

    def named(self, command: Command) -> list[tuple[LabelledField, Any]]:
        """The labelled fields of a command that it fills in."""
        kind = self.game.command_types[command["type"]]
        return [(one, command[one.name]) for one in labelled(kind) if command.get(one.name) is not None]

    def label(self, command: Command) -> str:
        """Whom and what an answer names; without any what a form calls it, or the command as it is."""
        named = self.named(command)
        on_board = [(one, value) for one, value in named if one.label.of in (self.figure, *PLACES)]
        title = self.game.command_types[command["type"]].form.title
        return ", ".join(self.words(one, value) for one, value in on_board or named) or title or as_it_is(command)

    def words(self, one: LabelledField, value: Any) -> str:
        if one.label.of == self.figure:
            return self.names.figure(value)
        if one.label.of == "place":
            return f"({number_words(value[0])}, {number_words(value[1])})"
        return square_words(value) if one.label.of == "square" else one.label.choices.get(str(value), str(value))

    def try_choice(
        self, command: Command, label: str = "", *, state: Any = None, detail: Sequence[str] = (), token: str = ""
    ) -> Choice:
        """An answer as a button that says what it would roll in the match or in `state`, or why it is refused."""
        seen = preview(self.game, state or self.state, command)
        chance = seen.need.chance if seen.need is not None else None
        found = self.button(command)
        told = [found.detail, *detail, *self.circumstances(seen)]
        return replace(
            found,
            label=label or found.label,
            detail="" if seen.refused else ", ".join(filter(None, told)),
            chance=percent(chance),
            fraction=fraction(chance),
            aim=self.aim_of(seen.need.purpose) if seen.need is not None else "",
            refused=by_name(seen.refused, self.names.by_id()),
            warning=self.warning(seen),
            token=token or found.token,
        )

    @classmethod
    def aim_of(cls, purpose: str) -> str:
        """What the chance of a roll for this purpose is a chance of."""
        return cls.aims.get(purpose) or f"to succeed at {purpose.replace('_', ' ')}"

    def circumstances(self, seen: Preview) -> list[str]:
        """What is worth knowing of a first roll beside its chance."""
        return [] if seen.need is None else [signed(seen.need.bonus)]

    def warning(self, seen: Preview) -> str:
        """What comes before that roll."""
        return ""

    def trial(self, command: Command, words: str = "", *strokes: Stroke, submit: str = "") -> Trial:
        """What a form would come to: its words and strokes with the first roll it takes, or why it is refused."""
        need, refused = self.dry_run(command)
        if refused is None and need is not None:
            words = f"{words} {', '.join(filter(None, [*self.circumstances(Preview(need)), self.chance_of(need)]))}."
        return Trial(words if refused is None else "", strokes, submit, refused)

    def chance_of(self, need: Need) -> str:
        """The chance of a roll and what it is a chance of; nothing where none is known."""
        return f"{percent(need.chance)} {self.aim_of(need.purpose)}" if need.chance else ""

    def dry_run(self, command: Command) -> tuple[Need | None, KernelError | None]:
        """The first roll that a command would take, or why it is refused; nothing happens."""
        try:
            self.game.decide(self.state, self.game.parse(command), TableDice(), GM)
        except NeedDice as wanted:
            return wanted.need, None
        except KernelError as error:
            return None, error
        return None, None

    def _asked_alone(self, ask: Ask) -> Any:
        """The state as if nobody else were asked."""
        return self.game.asked_alone(self.state, ask.get("player", ""))


def tells_all(kind: type[msgspec.Struct]) -> bool:
    """Whether each field that must be given has a label, and none refers to what only a board of the game can list.

    A point of a plane is typed, or clicked on any board.
    """
    asked = labelled(kind)
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required}
    return needed <= {one.name for one in asked} and all(
        one.label.of in ("", REASON, "place") and (not isinstance(one.type, StructType) or tells_all(one.type.cls))
        for one in asked
    )


def _has_choice(field: Field) -> bool:
    return field.kind != "select" or field.required or bool(field.values - {""})


def as_it_is(command: Command) -> str:
    """A command by its name and fields."""
    words = str(command["type"]).replace("_", " ")
    rest = ", ".join(f"{name} {value}" for name, value in command.items() if name != "type")
    return f"{words}: {rest}" if rest else words
