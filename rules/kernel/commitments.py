"""Hidden commitments: several choose, nobody sees what, and all is revealed when the last one has chosen.

A game's frame inherits from `CommitmentFrame`; it is pushed with who has to choose, and `committed` notes each choice.
While it stands on the agenda, `secret` keeps its choices from every seat; the event that reveals them is the game's.
"""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec.structs import replace

from rules.kernel.agenda import Frame, Secret
from rules.kernel.errors import Refused
from rules.kernel.reading import Json, JsonField


class Commitment(msgspec.Struct, frozen=True, gc=False):
    """What somebody has chosen: the command as it came."""

    who: str
    command: JsonField


class CommitmentFrame(Frame, frozen=True, omit_defaults=True):
    """Those who still have to choose, and what the others have chosen, in the order in which all were asked."""

    asked: tuple[str, ...]
    made: tuple[Commitment, ...] = ()

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who still has to choose."""
        chosen = {one.who for one in self.made}
        return tuple(who for who in self.asked if who not in chosen)

    def committed(self, who: str, command: Json, rule: str) -> Self:
        """The frame with this choice. `Refused`: not asked, or chosen already."""
        if who not in self.asked:
            message = f"{who} has nothing to choose now."
            raise Refused("not_asked", message, rule, hint=f"These choose now: {', '.join(self.waiting)}.")
        if who not in self.waiting:
            raise Refused("already_committed", f"{who} has chosen already.", rule, hint="Wait for the others.")
        there = {one.who: one for one in (*self.made, Commitment(who, command))}
        return replace(self, made=tuple(there[one] for one in self.asked if one in there))

    def without(self, who: str) -> Self:
        """The frame without somebody who no longer takes part."""
        return replace(
            self,
            asked=tuple(one for one in self.asked if one != who),
            made=tuple(one for one in self.made if one.who != who),
        )


def secret(frames: tuple[Frame, ...], until: str) -> Secret | None:
    """Hides frames that hold a choice from all seats until an event of type `until`; None where none does."""
    return Secret((), until) if any(isinstance(one, CommitmentFrame) and one.made for one in frames) else None
