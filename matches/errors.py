"""Why a match said no, beside what refuses everywhere (`web.errors`)."""

from __future__ import annotations

from typing import Any

from web.errors import Refusal


class Stale(Refusal):
    """The answer was meant for a question that is no longer asked."""

    status = 409

    def __init__(self, sent: int, current: int) -> None:
        message = f"Your answer is for the decision at event {sent}; the match is now at event {current}."
        hint = "Check the current decision and answer that."
        more = {"pending": current}
        super().__init__("stale_pending", message, field="pending", rule="KERNEL-MATCH-03", hint=hint, more=more)


class Closed(Refusal):
    """The log of the match was closed."""

    status = 409

    def __init__(self) -> None:
        message = "The match is closed and takes no more events."
        super().__init__("match_closed", message, rule="KERNEL-MATCH-07", hint="Fork it to continue from any event.")


class DiceWanted(Refusal):
    """The command is stored and waits for dice from the table. `more["pending"]` is what the dice must answer."""

    status = 409

    def __init__(self, need: dict[str, Any] | None, pending: int, **more: Any) -> None:
        message = "The command is stored and waits for dice from the table."
        if need:
            message = f"The command is stored and waits for {need['roll']}: {need['purpose']} by {need['by']}."
        super().__init__(
            "dice_wanted",
            message,
            rule="KERNEL-DICE-03",
            hint='Roll, then send {"type": "dice", "faces": […]}.',
            need=need,
            more={"pending": pending, **more},
        )
