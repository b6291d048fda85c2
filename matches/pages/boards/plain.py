"""A game that nobody has drawn yet: its view as it is, its commands as buttons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from matches.documents import plain
from matches.pages.boards.base import Choice, Group, Narration, Party, Question, Situation, View
from matches.pages.boards.narrators import Narrator, told_by_table
from rules.kernel.sentences import AS_IT_IS
from web.errors import Unreadable
from web.pages.fields import Field, Form
from web.untrusted_input import read_json

MOST_CHOICES = 60


class Ids:
    """Nobody is known by name."""

    def anybody(self, name: object, /) -> str:
        """The id."""
        return str(name)


class PlainBoard:
    """Shows any game, without a drawing. `kinds`: the events of the game, by wire name."""

    template = "matches/boards/plain.html"
    panels = "matches/boards/nothing.html"
    scores = "matches/boards/nothing.html"
    styles: Sequence[str] = ()
    scored = "points"

    def __init__(self, kinds: Mapping[str, type[Any]]) -> None:
        self._narrator = Narrator[Ids](kinds, defaultdict(lambda: AS_IT_IS))

    def scene(self, view: View) -> dict[str, Any]:
        return {"fields": [(name, value) for name, value in view.items()]}

    def parties(self, view: View) -> list[Party]:
        """Nobody is known by name."""
        return []

    def tell(self, event: Mapping[str, Any], view: View) -> Narration:
        """The sentence of the event, with ids for names; where it has none, its name, and who did it."""
        told = told_by_table(event, Ids()) or self._narrator.tell(event, Ids())
        if told is not None:
            return told
        who = event.get("player") or event.get("by") or ""
        return Narration(" ".join(part for part in (str(who), str(event["type"]).replace("_", " ")) if part))

    def name(self, who: str, view: View) -> str:
        return who

    def said(self, text: str, view: View) -> str:
        """Nobody is known by name."""
        return text

    def questions(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> list[Question]:
        """Every legal command of the asked seat as a button."""
        questions = []
        for ask in asks:
            game = situation.game
            own = (
                order
                for order in game.legal(situation.state)
                if game.owner(situation.state, order) in ("", ask["seat"])
            )
            commands = [plain(order) for order in islice(own, MOST_CHOICES)]
            choices = [Choice(_label(command), command) for command in commands]
            questions.append(Question(ask, str(ask["why"]), [Group("all", "Legal actions", choices, open=True)]))
        return questions

    def how(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> Sequence[Field]:
        return ()

    def hand(self, situation: Situation) -> Sequence[Form]:
        return ()

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


def _label(command: Mapping[str, Any]) -> str:
    rest = ", ".join(f"{name} {value}" for name, value in command.items() if name != "type")
    return f"{str(command['type']).replace('_', ' ')}: {rest}" if rest else str(command["type"]).replace("_", " ")
