"""Fighters of rosters for the tests of Hachigoku's campaigns; refusals with all that they have to say."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku.progression import PROGRESSION, CampaignRules
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from rules.kernel.progression import Consequence, Figure, FinishedMatch, RecruitOrder
from tests.rules.hachigoku.dojo import KATANA
from tests.rules.play import Play

BOOK = CampaignRules()
SHEET = {"skills": [{"name": "Kenjutsu", "rank": 3}, {"name": "Medicine", "rank": 3}], "weapons": [KATANA]}
PAIR = {"aoi": "a", "botan": "b"}


def recruit(name: str = "Aoi", **fields: Any) -> Figure:
    order = RecruitOrder(**{"id": name[:9].lower(), "name": name, "calling": "named", "sheet": SHEET, **fields})
    return PROGRESSION.recruit(BOOK, order)


def refused(code: str, call: Any, *args: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        call(*args)
    return as_told(code, caught.value)


def as_told(code: str, no: Refused | None) -> Refused:
    """A refusal that says all it has to."""
    assert no is not None
    assert no.code == code
    assert no.rule.startswith("HAC-")
    assert no.message
    assert no.field
    assert no.hint
    return no


def finished(game: Play, models: dict[str, str] | None = None, **figures: Figure) -> FinishedMatch:
    models = PAIR if models is None else models
    there = {one: recruit(one.title()) for one in models} | figures
    return FinishedMatch(game.state, game.events, models, there)


def settled(game: Play, models: dict[str, str] | None = None, **figures: Figure) -> dict[str, Consequence]:
    """What a match means for Aoi, who was a, and Botan, who was b. No die falls."""
    played = finished(game, models, **figures)
    return {one.figure: one for one in PROGRESSION.settle(BOOK, played, TableDice())}


def over(game: Play, winner: str = "") -> Play:
    """The GM ends it."""
    game.do({"type": "end_skirmish", "winner": winner, "reason": "dusk"}, by="gm")
    return game
