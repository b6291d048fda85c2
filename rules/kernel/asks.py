"""Who is asked what: the seats' asks, all that is pending, and the outcome of a match."""

from __future__ import annotations

import msgspec

from rules.kernel.reading import JsonField

GM = "gm"
"""The seat that may do everything; also who a GM's own commands belong to."""


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """One decision that somebody has to make.

    `kind` names the decision point, `rule` why it is asked, `options` describes what may be answered (the game's own
    shape), `default` is the command that passing stands for, None where passing is not possible.
    """

    seat: str
    kind: str
    rule: str
    why: str
    player: str = ""
    options: JsonField = {}
    default: JsonField | None = None
    window: bool = False


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every decision that play waits for. `id` is the number of events so far."""

    asks: tuple[Ask, ...] = ()
    id: int = 0


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a match ended, who won (a seat; None for a draw or no result), and the score by seat.

    Where several seats have won together, as allies do, they are the `winners` and there is no `winner`.
    """

    termination: str
    winner: str | None = None
    score: dict[str, int] = {}
    winners: tuple[str, ...] = ()
