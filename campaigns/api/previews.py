"""What a command would change, as the API tells it."""

from __future__ import annotations

from campaigns.api import shapes
from campaigns.domain.differences import Difference, Reason
from matches.rulebooks import rule_text
from rules.kernel.messages import tag_of


def value_changed(difference: Difference, game: str) -> shapes.ValueChanged:
    """A value that changes, and why by the rules of its game."""
    return shapes.ValueChanged(*difference[:-1], why=[_reason(one, game) for one in difference.why])


def _reason(reason: Reason, game: str) -> shapes.ChangeReason:
    because = reason.because
    return shapes.ChangeReason(
        event=tag_of(reason.event),
        rule=reason.rule,
        rule_text=rule_text(game, reason.rule),
        undone=reason.undone,
        match="" if because is None else because.match,
        match_event=0 if because is None else because.event,
    )
