"""Ishmêk on the page."""

from __future__ import annotations

from matches.pages.boards.board import Board
from matches.pages.boards.ishmek import narration, scene, setup
from matches.pages.boards.ishmek.gm_forms import forms
from matches.pages.boards.ishmek.questions import IshmekQuestions
from matches.pages.boards.ishmek.values import VALUES
from rules.ishmek.system import ISHMEK


class IshmekBoard(Board):
    """Draws, tells and asks for Ishmêk."""

    template = "matches/boards/ishmek.svg"
    panels = "matches/boards/ishmek_panels.html"
    scores = "matches/boards/ishmek_scores.html"
    styles = ()
    colours = scene.COLOURS

    names, words, tellers, drawn = narration.Names, narration.WORDS, narration.TELLERS, narration.DRAWN
    questioner = IshmekQuestions
    values = VALUES

    scene = staticmethod(scene.scene)
    gm_forms = staticmethod(forms)
    setup_fields, setup_of = staticmethod(setup.setup_fields), staticmethod(setup.setup_of)
    ground_fields, ground_of = staticmethod(setup.ground_fields), staticmethod(setup.ground_of)


BOARD = IshmekBoard(ISHMEK)
