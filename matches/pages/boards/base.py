"""What a page asks of a game's board, and the words a board answers with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.kernel.game import Game
from web.pages.fields import Command, Form, Stroke

View = Mapping[str, Any]
Weight = Literal["head", "key", "plain", "small"]
"""How loud a line of the log is: a heading, a key moment, play, or bookkeeping."""


@dataclass(frozen=True, slots=True)
class Narration:
    """An event in words. `moment` names what makes it worth a mark on the timeline; empty: nothing."""

    text: str
    weight: Weight = "plain"
    moment: str = ""
    strokes: tuple[Stroke, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal command as a button. `square` is where on the board it can be clicked, as "x,y"; `token` whom.

    `chance` is that of its roll as a percentage, `fraction` the exact one, `aim` what it is the
    chance of. `main`: it is what is done most of the time.
    """

    label: str
    command: Command
    detail: str = ""
    chance: str = ""
    fraction: str = ""
    aim: str = ""
    square: str = ""
    token: str = ""
    refused: str = ""
    warning: str = ""
    main: bool = False

    @property
    def json(self) -> str:
        """The command as its button carries it."""
        return json.dumps(self.command, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together. An `open` group lights up its squares on the board at once."""

    key: str
    title: str
    choices: Sequence[Choice] = ()
    open: bool = False
    note: str = ""
    compact: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """One ask with everything that may be answered: buttons in groups, forms, and passing."""

    ask: Mapping[str, Any]
    title: str
    groups: Sequence[Group] = ()
    forms: Sequence[Form] = ()
    default: Choice | None = None
    standing: Sequence[Choice] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """What a board needs to ask: the game, its state, the view of these eyes, and what is chosen under "How".

    `seats` are all that who looks may answer for, where it is a player.
    """

    game: Game[Any]
    state: Any
    view: View
    eyes: str
    how: Mapping[str, str] = field(default_factory=dict)
    seats: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Party:
    """A team or side in a list: its name, the number of its colour and shape (1 to 8), its score."""

    seat: str
    name: str
    side: int
    score: int | None = None
