"""Storm of Istra on the page."""

from __future__ import annotations

from collections.abc import Sequence

from matches.pages.boards.board import Board
from matches.pages.boards.istra import narration, scene, setup
from matches.pages.boards.istra.names import Names
from matches.pages.boards.istra.questions import IstraQuestions
from matches.pages.boards.istra.values import VALUES
from rules.istra.system import ISTRA
from rules.istra.view import COLOURS


class IstraBoard(Board):
    """Draws, tells and asks for Storm of Istra."""

    template = "matches/boards/istra.svg"
    panels = "matches/boards/istra_panels.html"
    scores = "matches/boards/istra_scores.html"
    styles: Sequence[str] = ("matches/istra.css",)
    scored = "models still in battle"
    colours = COLOURS

    names, words, tellers, drawn = Names, narration.WORDS, narration.TELLERS, narration.DRAWN
    questioner = IstraQuestions
    values = VALUES

    scene = staticmethod(scene.scene)
    legends = {**Board.legends, "setup": "Companies", "roster": "Paste your own rosters or terrain, set alliances"}
    setup_fields, setup_of = staticmethod(setup.setup_fields), staticmethod(setup.setup_of)
    ground_fields, ground_of = staticmethod(setup.ground_fields), staticmethod(setup.ground_of)


BOARD = IstraBoard(ISTRA)
