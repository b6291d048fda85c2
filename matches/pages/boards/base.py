"""What a page asks of a game's board, and the words a board answers with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from rules.kernel.errors import KernelError
from rules.kernel.game import Game

View = Mapping[str, Any]
Command = dict[str, Any]
FieldKind = Literal["select", "number", "text", "check", "square", "long", "inches", "place", "path"]
"""`inches` come as hundredths, a `place` as its coordinates in them, a `path` as ``{"path", "jumps"}`` of such."""
JUMP = "jump"
"""What stands after a waypoint that is jumped down to."""
Weight = Literal["head", "key", "plain", "small"]
"""How loud a line of the log is: a heading, a key moment, play, or bookkeeping."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """Something drawn over the board for one event: an SVG path in board units, with a label at its end.

    `mover` is whose token goes this way; `tip`: it ends in an arrow.
    """

    d: str
    kind: str
    label: str = ""
    at: tuple[int, int] | None = None
    """Board units of the label."""
    mover: str = ""
    tip: bool = True


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that a field may be filled in with: where it is drawn, what it says, and its value."""

    at: tuple[int, int]
    """Board units."""
    title: str
    value: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What a form would come to if it were sent: in words, drawn, and as its button would say it; or why not."""

    words: str = ""
    strokes: tuple[Stroke, ...] = ()
    submit: str = ""
    refused: KernelError | None = None


@dataclass(frozen=True, slots=True)
class Narration:
    """An event in words. `moment` names what makes it worth a mark on the timeline; empty: nothing."""

    text: str
    weight: Weight = "plain"
    moment: str = ""
    strokes: tuple[Stroke, ...] = ()


class Offer(NamedTuple):
    """More choices of a select, under a heading: they belong to one `value` of the field that it `follows`."""

    value: str
    title: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form. `choices` are (value, label) of a select; `low` and `high` bound a number.

    A select that `follows` another offers, beside its choices, those that belong to what is chosen there.

    A `wide` one has a line of its own; so has each line of its `help`. `notes` are what is said of each of its choices,
    by value, in place of the `help` where a page can show that of the chosen one alone. What has a `fold` is asked
    under that title, to be opened. `rule` decides what it asks; `ruling` has its words. `longest`: so many
    letters at most (0: as many as any text). `at`: what refusals call it, where that is not its name.
    """

    name: str
    label: str
    kind: FieldKind = "text"
    choices: tuple[tuple[str, str], ...] = ()
    value: str = ""
    help: str = ""
    required: bool = False
    low: int | None = None
    high: int | None = None
    wide: bool = False
    notes: tuple[tuple[str, str], ...] = ()
    fold: str = ""
    follows: str = ""
    offers: tuple[Offer, ...] = ()
    longest: int = 0
    at: str = ""
    rule: str = ""
    ruling: str = ""

    @property
    def values(self) -> set[str]:
        """Everything that may be chosen in a select."""
        return {value for some in (self.choices, *(offer.choices for offer in self.offers)) for value, _ in some}


@dataclass(frozen=True, slots=True)
class Form:
    """A form whose fields make one command. `command` gets the values that were filled in, by field name.

    `topic`: with what it stands together. `folded`: under its title, to be opened. `trial` tells what the values would
    come to, with nothing done. `strokes` and `spots` are drawn on the board while the form is in use.
    """

    name: str
    title: str
    submit: str
    fields: tuple[Field, ...]
    command: Callable[[dict[str, Any]], Command]
    note: str = ""
    rule: str = ""
    topic: str = ""
    danger: bool = False
    folded: bool = False
    trial: Callable[[dict[str, Any]], Trial] | None = None
    strokes: tuple[Stroke, ...] = ()
    spots: tuple[Spot, ...] = ()

    @property
    def tries(self) -> bool:
        """Whether it can be tried out. (A template would call `trial` itself.)"""
        return self.trial is not None

    @property
    def drawn(self) -> str:
        """What is drawn for it, as the page carries it."""
        drawn = {"strokes": [asdict(one) for one in self.strokes], "spots": [asdict(one) for one in self.spots]}
        return json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal command as a button. `square` is where on the board it can be clicked, as "x,y"; `token` whom."""

    label: str
    command: Command
    detail: str = ""
    chance: str = ""
    fraction: str = ""
    square: str = ""
    token: str = ""
    refused: str = ""
    warning: str = ""

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
    rule: str = ""
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
    """A team or side in a list: its name, its colour (CSS hex), its score."""

    seat: str
    name: str
    colour: str
    score: int | None = None


class Board(Protocol):
    """A game on the page. The templates get the scene under `scene`; what follows the view bears `data-…` bindings."""

    template: str
    panels: str
    scores: str
    styles: Sequence[str]
    """Style sheets of its own, by their static names: they are loaded where it is drawn."""
    scored: str
    """What a party's score counts."""

    def scene(self, view: View) -> dict[str, Any]:
        """Everything the templates draw of a view."""
        ...

    def parties(self, view: View) -> list[Party]:
        """The sides, in order, from a view or from the headline of one."""
        ...

    def tell(self, event: Mapping[str, Any], view: View) -> Narration:
        """An event in words; `view` names the people."""
        ...

    def name(self, who: str, view: View) -> str:
        """Who rolls or acts, by name: a player or a side."""
        ...

    def said(self, text: str, view: View) -> str:
        """A refusal of the rules with people by their names."""
        ...

    def questions(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> list[Question]:
        """What these eyes are asked, ready to be answered."""
        ...

    def how(self, situation: Situation, asks: Sequence[Mapping[str, Any]]) -> Sequence[Field]:
        """How a deed is to be done: fields whose change makes the choices anew. Empty: there is nothing to choose."""
        ...

    def hand(self, situation: Situation) -> Sequence[Form]:
        """The GM's own commands of this game."""
        ...

    def anytime(self, situation: Situation) -> Sequence[Form]:
        """What the seat that looks on may do whoever is asked."""
        ...

    def setup_fields(self) -> Sequence[Field]:
        """What the form for a new match asks, beside house rules and dice."""
        ...

    def setup_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The setup that those fields make, filled in; Unreadable names a field that cannot be read."""
        ...

    def ground_fields(self) -> Sequence[Field]:
        """What a GM is asked before companies of a campaign fight: a setup but for who fights. None is required."""
        ...

    def ground_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The part of a setup that those fields make, filled in."""
        ...
