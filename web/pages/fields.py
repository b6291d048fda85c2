"""What a form asks: its fields, what may stand in each, and the command they make."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from rules.kernel.errors import KernelError

Command = dict[str, Any]
FieldKind = Literal["select", "number", "text", "check", "square", "long", "inches", "place", "path"]
"""`inches` come as hundredths, a `place` as its coordinates in them, a `path` as ``{"path", "jumps"}`` of such."""
JUMP = "jump"
"""What stands after a waypoint that is jumped down to."""


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

    `kind`: the wire name of that command, where it is always the same. `topic`: with what it stands together. `folded`:
    under its title, to be opened. `trial` tells what the values would come to, with nothing done. `strokes` and `spots`
    are drawn on the board while the form is in use. `course`: it is sent as these commands, one after another,
    `command` being the first. `walker`: whose way it leads, and when: a goal that was not come to is offered again to
    the same one. `stands`: where that one is, as the form's field has it.
    """

    name: str
    title: str
    submit: str
    fields: tuple[Field, ...]
    command: Callable[[dict[str, Any]], Command]
    kind: str = ""
    note: str = ""
    rule: str = ""
    topic: str = ""
    danger: bool = False
    folded: bool = False
    trial: Callable[[dict[str, Any]], Trial] | None = None
    strokes: tuple[Stroke, ...] = ()
    spots: tuple[Spot, ...] = ()
    course: Callable[[dict[str, Any]], Sequence[Command]] | None = None
    walker: str = ""
    stands: str = ""

    @property
    def walks(self) -> bool:
        """Whether it leads over squares, by a click on one."""
        return self.course is not None and any(field.kind == "square" for field in self.fields)

    @property
    def tries(self) -> bool:
        """Whether it can be tried out. (A template would call `trial` itself.)"""
        return self.trial is not None

    @property
    def drawn(self) -> str:
        """What is drawn for it, as the page carries it."""
        drawn = {"strokes": [asdict(one) for one in self.strokes], "spots": [asdict(one) for one in self.spots]}
        return json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))
