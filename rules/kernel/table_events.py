"""Events and commands of the table itself, which no game's rules cover: dice, salts, standing answers, GM actions."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.kernel.agenda import Secret
from rules.kernel.labels import FormText, OptionalReason, Reason, label
from rules.kernel.messages import Command, Event, Weight, by_tag, defined_in
from rules.kernel.reading import JsonField

DiceKind = Literal["house", "table"]
Answer = Literal["pass", "auto"]
Span = Literal["go", "turn", "match"]


class TableEvent(Event, frozen=True, kw_only=True):
    """A fact about the table. The kernel folds it; a game never sees it."""

    weight: ClassVar[Weight] = "small"


class Origin(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a forked match comes from: the source match, the number of events taken over, its head hash in hex."""

    match: str
    version: int
    hash: str = ""


class MatchOpened(TableEvent, frozen=True, kw_only=True, tag="match_opened"):
    """First event of every match: the game and its version, who rolls which dice, the commitment to the secret.

    `opening` counts the events a match starts from, this one included; play can be turned back to there.
    """

    match: str
    ruleset: str
    ruleset_version: int
    dice: dict[str, DiceKind]
    opening: int
    commitment: str = ""
    origin: Origin | None = None


class SaltAdded(TableEvent, frozen=True, kw_only=True, tag="salt_added"):
    """A seat added a salt to the key of the house dice."""

    says = "{seat} adds a salt to the house dice."

    seat: str
    salt: str


class SecretRevealed(TableEvent, frozen=True, kw_only=True, tag="secret_revealed"):
    """The match is over: the secret of the house dice, in hex, so that anybody can recompute every die."""

    says = "The secret of the house dice is published: anyone can recompute every die."

    secret: str


class CommandOpened(TableEvent, frozen=True, kw_only=True, tag="command_opened"):
    """A command was accepted and waits for dice. It cannot be withdrawn by who gave it."""

    says = "A command is waiting for its dice."

    by: str
    command: JsonField
    secret: Secret | None = None


class DiceEntered(TableEvent, frozen=True, kw_only=True, tag="dice_entered"):
    """Faces typed in for the command that is open, in order."""

    says = "Dice entered: {faces}."

    by: str
    faces: tuple[int, ...]


class DiceCorrected(TableEvent, frozen=True, kw_only=True, tag="dice_corrected"):
    """A typed face was a slip. `index` counts from 0 in the open command; faces after it are void."""

    says = "Die {index} corrected to {face}{reason}"

    by: str
    index: int
    face: int
    reason: str = ""


class StandingSet(TableEvent, frozen=True, kw_only=True, tag="standing_set"):
    """A standing answer was left: `pass` lets reaction windows go by, `auto` also gives the default to other asks.

    `player` empty: all of the seat. It lapses when the span named by `until` has another `mark`.
    """

    by: str
    seat: str
    answer: Answer
    until: Span
    mark: str
    player: str = ""


class StandingCleared(TableEvent, frozen=True, kw_only=True, tag="standing_cleared"):
    """The standing answers of a seat (or one player of it) were taken back."""

    by: str
    seat: str
    player: str = ""


class Rewound(TableEvent, frozen=True, kw_only=True, tag="rewound"):
    """Play was turned back: it goes on from the state after event `to`; the events between stay on record, void.

    Standing answers lapse. `dice_index` is the next unused block of the house dice, where a command that was waiting
    for typed dice had shown some of them already.
    """

    says = "Rewound to event {to}{reason}"
    weight = "key"
    moment = "rewind"

    by: str
    to: int
    reason: str = ""
    dice_index: int = 0


class PlayPaused(TableEvent, frozen=True, kw_only=True, tag="play_paused"):
    """Nobody but the GM may act."""

    says = "The GM pauses play{reason}"
    weight = "key"
    moment = "pause"

    by: str
    reason: str


class PlayResumed(TableEvent, frozen=True, kw_only=True, tag="play_resumed"):
    """Play goes on."""

    says = "The GM resumes play{reason}"
    weight = "key"

    by: str
    reason: str = ""


class MatchAbandoned(TableEvent, frozen=True, kw_only=True, tag="match_abandoned"):
    """The match ended without a result."""

    says = "The match is abandoned{reason}"
    weight = "key"
    moment = "end"

    by: str
    reason: str


TABLE_EVENTS: dict[str, type[TableEvent]] = by_tag(defined_in(TableEvent, sys.modules[__name__]))


class TableCommand(Command, frozen=True, kw_only=True):
    """A command to the table rather than to the game."""


class EnterDice(TableCommand, frozen=True, kw_only=True, tag="dice"):
    """Type faces for the roll that is waited for."""

    faces: tuple[int, ...]


class CorrectDice(TableCommand, frozen=True, kw_only=True, tag="correct_dice"):
    """Mend a slip in the faces typed for the open command."""

    form: ClassVar[FormText] = FormText(
        "Correct an entered die", "Correct the die", "All dice entered after it become void.", "KERNEL-DICE-04"
    )

    index: Annotated[int, label("Die", of="die")]
    face: Annotated[int, label("What it shows")]
    reason: OptionalReason = ""


class AddSalt(TableCommand, frozen=True, kw_only=True, tag="add_salt"):
    """Add a salt of 1 to 64 characters for a seat, before the first roll."""

    form: ClassVar[FormText] = FormText(
        "Add a salt",
        "Add the salt",
        "Becomes part of the key of the house dice, so that nobody alone can choose them. Before the first roll.",
        "KERNEL-DICE-05",
    )

    seat: str
    salt: Annotated[str, label("Salt", "1 to 64 characters of your choice.")]


class SetStanding(TableCommand, frozen=True, kw_only=True, tag="standing"):
    """Leave a standing answer for a seat (GM: empty seat for all seats), or for one player of it."""

    answer: Answer
    until: Span = "turn"
    seat: str = ""
    player: str = ""


class ClearStanding(TableCommand, frozen=True, kw_only=True, tag="clear_standing"):
    """Take standing answers back."""

    seat: str = ""
    player: str = ""


class Rewind(TableCommand, frozen=True, kw_only=True, tag="rewind"):
    """GM: play goes back to the last decision point at or before event `to`."""

    form: ClassVar[FormText] = FormText(
        "Rewind",
        note="Nothing is deleted: the events in between stay in the log, struck through. The replay shows the number "
        "of each event.",
        rule="KERNEL-TABLE-05",
    )

    to: Annotated[int, label("After event", "Play continues from the last decision at or before this event.")]
    reason: Reason = ""


class Pause(TableCommand, frozen=True, kw_only=True, tag="pause"):
    """GM: stop play."""

    form: ClassVar[FormText] = FormText(
        "Pause play", note="Until play is resumed, only the GM may act.", rule="KERNEL-TABLE-03"
    )

    reason: Reason


class Resume(TableCommand, frozen=True, kw_only=True, tag="resume"):
    """GM: let play go on."""

    form: ClassVar[FormText] = FormText(
        "Resume play", note="Play continues where it was paused.", rule="KERNEL-TABLE-03"
    )

    reason: OptionalReason = ""


class Abandon(TableCommand, frozen=True, kw_only=True, tag="abandon"):
    """GM: end the match without a result."""

    form: ClassVar[FormText] = FormText(
        "Abandon the match",
        "Abandon the match for good",
        "The match ends without a result. It cannot be resumed, but it can be forked.",
        "KERNEL-TABLE-04",
        final=True,
    )

    reason: Reason


TABLE_COMMANDS: dict[str, type[TableCommand]] = by_tag(defined_in(TableCommand, sys.modules[__name__]))


def is_table_command(command: object) -> bool:
    """Whether a command document is meant for the table and not for the game."""
    name = command.get("type") if isinstance(command, Mapping) else None
    return isinstance(name, str) and name in TABLE_COMMANDS
