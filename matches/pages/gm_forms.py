"""The GM's hand over the table, whatever is played: pause, turn back, abandon, mend a die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from matches.loading import LoadedMatch
from matches.pages.boards.base import Field, Form

Values = Mapping[str, Any]


def table_forms(match: LoadedMatch, back_to: int | None = None) -> Sequence[Form]:
    """The forms that make sense now. `back_to` is the event that "go back" proposes."""
    if match.table.outcome() is not None:
        return ()
    pause = _resume() if match.table.paused else _pause()
    mend = (_correct(match),) if match.table.opened is not None and match.table.opened.tape else ()
    forms = (*mend, pause, _rewind(match, back_to), _abandon())
    return [replace(form, topic="Play") for form in forms]


def salt_forms(match: LoadedMatch, seats: Mapping[str, str]) -> dict[str, Form]:
    """For each of these seats, given with its name, the form of its salt while the house dice still take one."""
    table = match.table
    if table.rolled or table.opened is not None or table.outcome() is not None or not table.rolls_house_dice():
        return {}
    return {seat: _salt(seat, name, table.salts.get(seat, "")) for seat, name in seats.items()}


def _salt(seat: str, name: str, present: str) -> Form:
    word = Field("salt", f"Salt of {name}", value=present, required=True, help="1 to 64 characters of your choice.")
    return Form(
        "salt",
        f"Add a salt for {name}",
        "Add the salt",
        (word,),
        lambda values: {"type": "add_salt", "seat": seat, "salt": values["salt"]},
        note="Becomes part of the key of the house dice, so that nobody alone can choose them. Before the first roll.",
        rule="KERNEL-DICE-05",
    )


def _pause() -> Form:
    return Form(
        "pause",
        "Pause play",
        "Pause play",
        (Field("reason", "Reason", required=True, help="Everyone sees it."),),
        lambda values: {"type": "pause", "reason": values["reason"]},
        rule="KERNEL-TABLE-03",
    )


def _resume() -> Form:
    return Form(
        "resume",
        "Resume play",
        "Resume play",
        (Field("reason", "Reason"),),
        lambda values: {"type": "resume", "reason": values["reason"] or ""},
        rule="KERNEL-TABLE-03",
    )


def _rewind(match: LoadedMatch, back_to: int | None) -> Form:
    to = Field(
        "to",
        "After event",
        "number",
        value="" if back_to is None else str(back_to),
        help="Play continues from the last decision at or before this event.",
        required=True,
        low=match.table.opening,
        high=match.version,
    )
    return Form(
        "rewind",
        "Rewind",
        "Rewind",
        (to, Field("reason", "Reason", required=True, help="Recorded in the log.")),
        lambda values: {"type": "rewind", "to": values["to"], "reason": values["reason"]},
        note="Nothing is deleted: the events in between stay in the log, struck through.",
        rule="KERNEL-TABLE-05",
    )


def _abandon() -> Form:
    return Form(
        "abandon",
        "Abandon the match",
        "Abandon the match for good",
        (Field("reason", "Reason", required=True, help="Recorded in the log."),),
        lambda values: {"type": "abandon", "reason": values["reason"]},
        note="The match ends without a result. It cannot be resumed, but it can be forked.",
        rule="KERNEL-TABLE-04",
        danger=True,
    )


def _correct(match: LoadedMatch) -> Form:
    tape = match.table.opened.tape if match.table.opened is not None else ()
    typed = tuple((str(place), f"die {place + 1}: {face}") for place, face in enumerate(tape))
    fields = (
        Field("index", "Die", "select", typed, required=True),
        Field("face", "shows", "number", required=True, low=1),
        Field("reason", "Reason"),
    )
    return Form(
        "correct_dice",
        "Correct an entered die",
        "Correct the die",
        fields,
        lambda v: {"type": "correct_dice", "index": int(v["index"]), "face": v["face"], "reason": v["reason"] or ""},
        note="All dice entered after it become void.",
        rule="KERNEL-DICE-04",
    )
