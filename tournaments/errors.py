"""Why tournaments said no: the refusals of their rules, and what else stops a command."""

from __future__ import annotations

from campaigns.errors import refusal_of as campaign_refusal_of
from rules.kernel.errors import KernelError
from web.errors import Refusal

STATUS_OF_CODE = {"officials_only": 403, "server_only": 403, "tournament_exists": 409}
"""What the rules refuse is 422, but for who may not, and for ids that are taken."""


def refusal_of(error: KernelError, game: str) -> Refusal:
    """What the rules said no with, as API, pages and admin answer it."""
    refusal = campaign_refusal_of(error, game)
    refusal.status = STATUS_OF_CODE.get(refusal.code, refusal.status)
    return refusal


class Closed(Refusal):
    """The log of the tournament was closed."""

    status = 409

    def __init__(self) -> None:
        message = "The log of this tournament is closed and takes no more events."
        super().__init__("tournament_closed", message, rule="KERNEL-TOUR-02", hint="Found a new tournament.")
