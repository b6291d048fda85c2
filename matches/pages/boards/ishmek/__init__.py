"""Ishmêk on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Narration, Party, Question, Situation, View
from matches.pages.boards.common import by_name
from matches.pages.boards.ishmek import asks, gm_forms, narration, scene, setup
from web.pages.fields import Field, Form


class IshmekBoard:
    """Draws, tells and asks for Ishmêk."""

    template = "matches/boards/ishmek.svg"
    panels = "matches/boards/ishmek_panels.html"
    scores = "matches/boards/ishmek_scores.html"
    styles: Sequence[str] = ()
    scored = "points"

    def scene(self, view: View) -> dict[str, Any]:
        """Everything the templates draw of a view."""
        return {**scene.scene(view), "scores": scene.scores(view)}

    def parties(self, view: View) -> list[Party]:
        """Both teams, home first."""
        return scene.parties(view)

    def tell(self, event: Mapping[str, Any], view: View) -> Narration:
        return narration.tell(event, view)

    def name(self, who: str, view: View) -> str:
        return narration.Names(view).anybody(who)

    def said(self, text: str, view: View) -> str:
        """A refusal with the players by their names."""
        return by_name(text, {player: entry["name"] for player, entry in view["players"].items()})

    def questions(self, situation: Situation, asked: Sequence[Mapping[str, Any]]) -> list[Question]:
        return asks.questions(situation, asked)

    def how(self, situation: Situation, asked: Sequence[Mapping[str, Any]]) -> Sequence[Field]:
        """What goes into the next skill roll."""
        return asks.how(situation, asked)

    def hand(self, situation: Situation) -> Sequence[Form]:
        """The GM's own commands."""
        return gm_forms.forms(situation)

    def anytime(self, situation: Situation) -> Sequence[Form]:
        return ()

    def setup_fields(self) -> Sequence[Field]:
        """Two teams, turns, umpires."""
        return setup.setup_fields()

    def setup_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return setup.setup_of(values)

    def ground_fields(self) -> Sequence[Field]:
        return setup.ground_fields()

    def ground_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return setup.ground_of(values)


BOARD = IshmekBoard()
