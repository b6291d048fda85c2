"""What can be asked for, with the words of its forms."""

from __future__ import annotations

import sys
from typing import Annotated, ClassVar, Literal

from rules.kernel.labels import Bounds, FormText, Reason, label
from rules.kernel.messages import Command, by_tag, defined_in


class Step(Command, frozen=True, tag="step"):
    """Go to the square beside."""

    form: ClassVar[FormText] = FormText("Step", rule="RING-STEP-01")

    to: Annotated[int, label("To square", bounds=Bounds(1, 7, "RING-STEP-01"))]


class Grip(Command, frozen=True, tag="grip"):
    """Try to get a hold."""

    form: ClassVar[FormText] = FormText("Grip", rule="RING-GRIP-01")

    lean: Annotated[int, label("Lean in", "Added to the roll.", bounds=Bounds(0, 2, "RING-LEAN-01"))] = 0


class Rest(Command, frozen=True, tag="rest"):
    """Get one's breath back."""


class Brace(Command, frozen=True, tag="brace"):
    """Plant the feet."""


class Yield(Command, frozen=True, tag="yield"):
    """Do not brace."""


class Drive(Command, frozen=True, tag="drive"):
    """Push the other away."""

    form: ClassVar[FormText] = FormText("Drive the other back", rule="RING-DRIVE-01")

    squares: Annotated[int, label("Squares", bounds=Bounds(1, 2, "RING-DRIVE-01"))] = 1


class ChangePlaces(Command, frozen=True, tag="change_places"):
    """Turn about with the other."""


class Correct(Command, frozen=True, tag="correct"):
    """GM: somebody is elsewhere, or winded, or is not. What is left out stays."""

    form: ClassVar[FormText] = FormText("Correct a wrestler", "Correct", rule="RING-Q-03")

    seat: Annotated[Literal["red", "blue"], label("Wrestler")]
    at: Annotated[int | None, label("Square", bounds=Bounds(1, 7, "RING-Q-03"))] = None
    winded: Annotated[bool | None, label("Winded")] = None
    reason: Reason = ""


COMMANDS = by_tag(defined_in(Command, sys.modules[__name__]))
