"""A game on the page. What a game's own board leaves out is drawn, told and asked for as for any game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from matches.pages.boards.base import Narration, Party, Question, Situation, View
from matches.pages.boards.common import by_name
from matches.pages.boards.generic import PARTS, generic_scene
from matches.pages.boards.names import Names
from matches.pages.boards.narrators import NOTHING, Drawing, Event, GameNarrator, Teller
from matches.pages.boards.questions import Questions
from matches.pages.boards.tokens import SIDE_NUMBERS, sides
from matches.pages.boards.values import ValueWords
from rules.kernel.game import Game
from rules.kernel.sentences import AS_IT_IS, Word
from web.errors import Unreadable
from web.pages.fields import Field, Form
from web.untrusted_input import read_json

WHO = ("seat", "by", "player", "winner")
"""Fields of events that hold a seat, or somebody by id."""


class Board:
    """A game on the page. The templates get the scene under `scene`; what follows the view bears `data-…` bindings."""

    template = "matches/boards/generic/board.html"
    panels = "matches/boards/generic/panels.html"
    scores = "matches/boards/generic/scores.html"
    parts: Mapping[str, str] = PARTS
    """The templates of the parts of those three, for a game that draws one part otherwise: `{**PARTS, "cards": …}`."""
    styles: Sequence[str] = ("matches/scene.css",)
    """Style sheets, by their static names: they are loaded where it is drawn."""
    told: Collection[str] = ()
    """Names of a view that need no listing below the board, because something drawn tells of them."""
    values = ValueWords()
    """What the values of a view are called, where a preview tells which of them will be others."""
    turn = "turn"
    """What people call a turn of the game."""
    scored = "points"
    """What a party's score counts."""
    colours: Mapping[str, str] = {}
    """Of each seat, where the teams of a view bring none that can be read."""

    names: ClassVar[type[Names]] = Names
    questioner: ClassVar[type[Questions]] = Questions

    # How events are told: words for their fields, functions for those without a sentence, what is drawn for them
    words: Mapping[str, Word[Any]] = defaultdict(lambda: AS_IT_IS, dict.fromkeys(WHO, Names.anybody))
    tellers: Mapping[str, Teller[Any]] = NOTHING
    drawn: Mapping[str, Drawing[Any]] = NOTHING

    def __init__(self, game: Game[Any] | None) -> None:
        kinds = game.event_types if game is not None else {}
        self.narrator = GameNarrator[Any](kinds, self.words, self.tellers, self.drawn)

    def scene(self, view: View) -> dict[str, Any]:
        """Everything the templates draw of a view."""
        return generic_scene(view, self.numbers(view), self.told)

    def numbers(self, view: View) -> dict[str, int]:
        """The number of each seat's colour and shape."""
        colours = {seat: team.get("colour", "") for seat, team in view.get("teams", {}).items()}
        return sides(colours, self.colours, view.get(SIDE_NUMBERS, {}))

    def parties(self, view: View) -> list[Party]:
        """The sides, in order, from a view or from the headline of one."""
        points, teams = view.get("score", {}), view.get("teams", {})
        numbers = self.numbers(view)
        return [Party(seat, team["name"], numbers[seat], points.get(seat)) for seat, team in teams.items()]

    # Words

    def tell(self, event: Event, view: View) -> Narration:
        """An event in words; `view` names the people and has them where they stood before it."""
        return self.narrator.tell(event, self.names(view))

    def dice_of(self, roll: Event) -> str:
        """The dice of a roll on record, as players write them."""
        return str(roll["roll"])

    def aim_of(self, roll: Event) -> str:
        """What the chance of a roll is a chance of: "to hit"."""
        return self.questioner.aim_of(roll["purpose"])

    def name(self, who: str, view: View) -> str:
        """Who rolls or acts, by name: a figure or a side."""
        return self.names(view).anybody(who)

    def with_names(self, text: str, view: View) -> str:
        """A refusal of the rules with names for ids."""
        return by_name(text, self.names(view).by_id())

    # What is asked

    def questioner_for(self, situation: Situation) -> Questions:
        return self.questioner(situation, self.names(situation.view))

    def questions(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> list[Question]:
        """What these eyes are asked, ready to be answered."""
        return self.questioner_for(situation).questions(asks)

    def how(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> Sequence[Field]:
        """Options of an action: fields whose change rebuilds the choices. Empty: there is nothing to choose."""
        return self.questioner_for(situation).options(asks)

    def gm_forms(self, situation: Situation) -> Sequence[Form]:
        """The GM's own commands of this game."""
        return self.questioner_for(situation).gm_forms()

    def anytime(self, situation: Situation) -> Sequence[Form]:
        """What the seats that look on may do whoever is asked."""
        return self.questioner_for(situation).anytime()

    # New matches

    legends: Mapping[str, str] = {
        "setup": "Teams",
        "table": "Scenario and table",
        "roster": "Paste a roster instead of choosing a team",
    }
    """What the parts of the form for a new match are called, by the beginnings of the names of their fields."""

    def setup_fields(self) -> Sequence[Field]:
        """What the form for a new match asks, beside house rules and dice."""
        return (Field("setup", "Setup, as JSON", "long", required=True),)

    def setup_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The setup that those fields make, filled in; Unreadable names a field that cannot be read."""
        setup = read_json(values["setup"].encode(), "setup")
        if not isinstance(setup, dict):
            raise Unreadable("The setup is not a JSON object.", "setup")
        return setup

    def ground_fields(self) -> Sequence[Field]:
        """What a GM is asked before companies of a campaign fight: a setup but for who fights. None is required."""
        return ()

    def ground_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The part of a setup that those fields make, filled in."""
        return {}
