"""Storm of Istra on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Narration, Party, Question, Situation, View
from matches.pages.boards.common import by_name
from matches.pages.boards.istra import asks, gm_forms, narration, scene, setup
from matches.pages.boards.istra.names import Names
from web.pages.fields import Field, Form


class IstraBoard:
    """Draws, tells and asks for Storm of Istra."""

    template = "matches/boards/istra.svg"
    panels = "matches/boards/istra_panels.html"
    scores = "matches/boards/istra_scores.html"
    styles: Sequence[str] = ("matches/istra.css",)
    scored = "models still in battle"

    def scene(self, view: View) -> dict[str, Any]:
        """Everything the templates draw of a view."""
        return {**scene.scene(view), "scores": scene.scores(view)}

    def parties(self, view: View) -> list[Party]:
        """The seats at the table, clockwise."""
        return scene.parties(view)

    def tell(self, event: Mapping[str, Any], view: View) -> Narration:
        return narration.tell(event, view)

    def name(self, who: str, view: View) -> str:
        """A model, a side or a seat by name."""
        return Names(view).anybody(who)

    def said(self, text: str, view: View) -> str:
        """A refusal with models and items by their names."""
        models = {model: entry["name"] for model, entry in view["models"].items()}
        return by_name(text, models | {item["id"]: item["name"] for item in view["items"]})

    def questions(self, situation: Situation, asked: Sequence[Mapping[str, Any]]) -> list[Question]:
        return asks.questions(situation, asked)

    def how(self, situation: Situation, asked: Sequence[Mapping[str, Any]]) -> Sequence[Field]:
        """What is declared with the next attack."""
        return asks.how(situation, asked)

    def hand(self, situation: Situation) -> Sequence[Form]:
        """The GM's own commands."""
        return gm_forms.forms(situation)

    def anytime(self, situation: Situation) -> Sequence[Form]:
        """Giving up; without a GM at the table, what is seen."""
        return gm_forms.of_a_seat(situation)

    def setup_fields(self) -> Sequence[Field]:
        """Companies, monsters, scenario, table."""
        return setup.setup_fields()

    def setup_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return setup.setup_of(values)

    def ground_fields(self) -> Sequence[Field]:
        """Scenario, table, monsters."""
        return setup.ground_fields()

    def ground_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return setup.ground_of(values)


BOARD = IstraBoard()
