"""What a command would come to, before it is given: its first roll, or why it would be refused."""

from __future__ import annotations

from matches.pages.boards.base import Situation
from matches.pages.boards.common import fraction, percent, signed
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import KernelError, NeedDice
from rules.kernel.rolls import Need
from web.pages.fields import Command, Stroke, Trial

AIM_NOTE = "Click the table or enter inches from the left and from the bottom, for example 12.5, 4."
KEPT = {"highest": "higher of two dice", "lowest": "lower of two dice"}


def dry_run(situation: Situation, command: Command) -> Need | KernelError | None:
    """The first roll that a command would take (None: none), or why it is refused; nothing happens."""
    game = situation.game
    try:
        game.decide(situation.state, game.parse(command), TableDice(), GM)
    except NeedDice as wanted:
        return wanted.need
    except KernelError as error:
        return error
    return None


def rolled(need: Need | None) -> list[str]:
    """What is rolled, in a word or two."""
    if need is None:
        return []
    words = [f"{'2d20' if len(need.sides) > 1 else '1d20'} {signed(need.bonus)}"]
    return words + ([KEPT[need.keep]] if need.keep in KEPT else [])


def odds(need: Need | None) -> str:
    """The chance of a roll; nothing where none is known."""
    return f"{percent(need.chance)} ({fraction(need.chance)})" if need is not None and need.chance else ""


def tried(situation: Situation, command: Command, words: str, strokes: tuple[Stroke, ...]) -> Trial:
    """What a command would come to: its chance, or why it is refused."""
    outcome = dry_run(situation, command)
    if isinstance(outcome, KernelError):
        return Trial(strokes=strokes, refused=outcome)
    if isinstance(outcome, Need):
        words = f"{words} {', '.join(filter(None, [*rolled(outcome), odds(outcome)]))}."
    return Trial(words, strokes)
