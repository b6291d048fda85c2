"""Why a command did not happen: it cannot be read, it is not allowed, or it waits for dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.kernel.messages import Event
    from rules.kernel.rolls import Need


class KernelError(Exception):
    """Base of everything the kernel raises on purpose. The state is unchanged whenever one is raised."""


class Malformed(KernelError):
    """A document that cannot be read: wrong JSON type, unknown field, missing field.

    `field` is a path such as ``steps[3].command.burn``; empty for the document itself.
    """

    code = "malformed"

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.message = message
        self.field = field


class Refused(KernelError):
    """A command that can be read but is not allowed now.

    `code` is stable, `rule` the catalogue ID (or a kernel rule, ``KERNEL-…``) it rests on, `field` the field of
    the command at fault (may be empty), `hint` what to do next (never empty). `event`: the stream and number of the
    event that it goes back to, where there is one to be shown.
    """

    def __init__(
        self,
        code: str,
        message: str,
        rule: str,
        *,
        field: str = "",
        hint: str,
        event: tuple[str, int] | None = None,
    ) -> None:
        super().__init__(f"{code} ({rule}): {message}")
        self.code = code
        self.message = message
        self.rule = rule
        self.field = field
        self.hint = hint
        self.event = event

    def at(self, field: str) -> Refused:
        """The same refusal, where another field is at fault."""
        return Refused(self.code, self.message, self.rule, field=field, hint=self.hint, event=self.event)

    def document(self) -> dict[str, object]:
        """The refusal as plain JSON; empty `field` and `hint`, and an event that there is none of, are left out."""
        answer: dict[str, object] = {"code": self.code, "rule": self.rule, "message": self.message}
        if self.field:
            answer["field"] = self.field
        if self.hint:
            answer["hint"] = self.hint
        if self.event is not None:
            answer["caused_by"] = {"stream": self.event[0], "n": self.event[1]}
        return answer


class NeedDice(KernelError):
    """A roll waits for dice that have to be typed in.

    `need` is the roll as it stands: purpose, target, modifiers and chance are fixed. `events` are the events
    that happened in the same command before it (a preview: none of them is stored yet).
    """

    def __init__(self, need: Need) -> None:
        super().__init__(f"dice wanted: {need.roll} for {need.purpose} by {need.by}")
        self.need = need
        self.events: Sequence[Event] = ()


class RunawayLoop(KernelError):
    """The rules did not come to a decision within the step limit: a bug in a game, never a player's fault."""
