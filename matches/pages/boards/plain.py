"""A game that nobody has drawn yet: its view as it is, its commands as buttons, and as forms where labels tell all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.inspect import StructType

from matches.documents import plain
from matches.pages.boards.base import Choice, Group, Narration, Party, Question, Situation, View
from matches.pages.boards.common import by_name
from matches.pages.boards.narrators import Narrator, told_by_table
from rules.kernel.labels import REASON, labelled
from rules.kernel.messages import Command
from rules.kernel.sentences import AS_IT_IS
from web.errors import Unreadable
from web.pages.command_forms import form_of
from web.pages.fields import Field, Form
from web.untrusted_input import read_json

MOST_CHOICES = 60
WHO = ("seat", "by", "player", "winner")
"""Fields of events that hold a seat, or somebody by id."""


class Sides:
    """Seats by the names that a view has for them, under `teams`; everybody else by id."""

    def __init__(self, view: View) -> None:
        self._names = {seat: str(team["name"]) for seat, team in view.get("teams", {}).items()}

    def anybody(self, name: object, /) -> str:
        """The name of a seat; any other id as it is."""
        return self._names.get(str(name), str(name))

    def in_text(self, text: str) -> str:
        """A text with seats by their names."""
        return by_name(text, self._names)


class PlainBoard:
    """Shows any game, without a drawing. `kinds`: the events of the game, by wire name."""

    template = "matches/boards/plain.html"
    panels = "matches/boards/nothing.html"
    scores = "matches/boards/nothing.html"
    styles: Sequence[str] = ()
    scored = "points"

    def __init__(self, kinds: Mapping[str, type[Any]]) -> None:
        self._narrator = Narrator[Sides](kinds, defaultdict(lambda: AS_IT_IS, dict.fromkeys(WHO, Sides.anybody)))

    def scene(self, view: View) -> dict[str, Any]:
        return {"fields": [(name, value) for name, value in view.items()]}

    def parties(self, view: View) -> list[Party]:
        """The `teams` of a view or headline, with what they have of its `score`."""
        points = view.get("score", {})
        return [
            Party(seat, str(team["name"]), str(team.get("colour", "")), points.get(seat))
            for seat, team in view.get("teams", {}).items()
        ]

    def tell(self, event: Mapping[str, Any], view: View) -> Narration:
        """The sentence of the event; where it has none, its name, and who did it."""
        names = Sides(view)
        told = told_by_table(event, names) or self._narrator.tell(event, names)
        if told is not None:
            return told
        who = event.get("player") or event.get("by") or ""
        return Narration(" ".join(part for part in (str(who), str(event["type"]).replace("_", " ")) if part))

    def name(self, who: str, view: View) -> str:
        return Sides(view).anybody(who)

    def said(self, text: str, view: View) -> str:
        return Sides(view).in_text(text)

    def questions(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> list[Question]:
        """Every legal command of the asked seat as a button, and the forms of what may be answered."""
        game, found = situation.game, situation.game.points.top(situation.state)
        forms = _forms(found[0].answers if found is not None else ())
        questions = []
        for ask in asks:
            own = (
                order
                for order in game.legal(situation.state)
                if game.owner(situation.state, order) in ("", ask["seat"])
            )
            commands = [plain(order) for order in islice(own, MOST_CHOICES)]
            choices = [Choice(_label(command), command) for command in commands]
            legal = Group("all", "Legal actions", choices, open=True)
            questions.append(Question(ask, str(ask["why"]), [legal], forms))
        return questions

    def how(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> Sequence[Field]:
        return ()

    def hand(self, situation: Situation) -> Sequence[Form]:
        """The forms of the commands that need no question."""
        return _forms(situation.game.anytime)

    def anytime(self, situation: Situation) -> Sequence[Form]:
        return ()

    def setup_fields(self) -> Sequence[Field]:
        return (Field("setup", "Setup, as JSON", "long", required=True),)

    def setup_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        setup = read_json(values["setup"].encode(), "setup")
        if not isinstance(setup, dict):
            raise Unreadable("The setup is not a JSON object.", "setup")
        return setup

    def ground_fields(self) -> Sequence[Field]:
        """Nothing that is known of every game."""
        return ()

    def ground_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {}


def _forms(kinds: Iterable[type[Command]]) -> list[Form]:
    """The forms of the commands that have one, and need no more for it than their labels."""
    return [form_of(kind, folded=True) for kind in kinds if kind.form.title and _tells_all(kind)]


def _tells_all(kind: type[msgspec.Struct]) -> bool:
    """Whether each field that must be given has a label, and none refers to what only a board of the game can list."""
    asked = labelled(kind)
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required}
    return needed <= {one.name for one in asked} and all(
        one.label.of in ("", REASON) and (not isinstance(one.type, StructType) or _tells_all(one.type.cls))
        for one in asked
    )


def _label(command: Mapping[str, Any]) -> str:
    rest = ", ".join(f"{name} {value}" for name, value in command.items() if name != "type")
    return f"{str(command['type']).replace('_', ' ')}: {rest}" if rest else str(command["type"]).replace("_", " ")
