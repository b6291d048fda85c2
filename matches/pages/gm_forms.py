"""The GM's actions at the table, whatever is played: pause, rewind, abandon, correct a die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from matches.documents import plain
from matches.loading import LoadedMatch
from matches.pages.boards import board_of
from matches.pages.boards.base import Situation
from rules.kernel import table_events as te
from rules.kernel.asks import GM
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Form


def gm_forms(match: LoadedMatch) -> dict[str, Form]:
    """The forms of the GM's actions on a match, by name: those of its game, and those of every match."""
    view = plain(match.ruleset.view(match.state, GM))
    situation = Situation(match.ruleset, match.state, view, GM)
    return {form.name: form for form in (*board_of(match.ruleset.key).gm_forms(situation), *lasting_forms(match))}


def table_forms(match: LoadedMatch, back_to: int | None = None) -> Sequence[Form]:
    """The forms that make sense now. `back_to` is the event that "go back" proposes."""
    table = match.table
    if table.outcome() is not None:
        return ()
    correct = [_correct(table.opened.tape)] if table.opened is not None and table.opened.tape else []
    pointless = "pause" if table.paused else "resume"
    forms = (*correct, *(form for form in lasting_forms(match, back_to) if form.name != pointless))
    return [replace(form, topic="Play") for form in forms]


def lasting_forms(match: LoadedMatch, back_to: int | None = None) -> Sequence[Form]:
    """The forms that any match has, whether they make sense now or not."""
    rewind = FormContext(now={"to": back_to}, limits={"to": (match.table.opening, match.version)})
    return form_of(te.Pause), form_of(te.Resume), form_of(te.Rewind, rewind), form_of(te.Abandon)


def salt_forms(match: LoadedMatch, seats: Mapping[str, str]) -> dict[str, Form]:
    """For each of these seats, given with its name, the form of its salt while the house dice still take one."""
    table = match.table
    if table.rolled or table.opened is not None or table.outcome() is not None or not table.rolls_house_dice():
        return {}
    return {seat: _salt(seat, name, table.salts.get(seat, "")) for seat, name in seats.items()}


def _salt(seat: str, name: str, present: str) -> Form:
    asking = FormContext(now={"salt": present})
    return form_of(te.AddSalt, asking, given={"seat": seat}, name="salt", title=f"Add a salt for {name}")


def _correct(tape: Sequence[int]) -> Form:
    dice = [(str(place), f"die {place + 1}: {face}") for place, face in enumerate(tape)]
    return form_of(te.CorrectDice, FormContext(choices={"die": dice}, limits={"face": (1, None)}))
