"""Who may see what: one rule for the page, the API, the replay and the live feed.

An event may carry `secret: Secret(seats, until)`. Until an event of type `until` follows in the log, only those seats
and the GM see more of it than that it happened. What is still secret when the match is abandoned is told then: nobody
has to choose any more, and everybody may check the whole log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.kernel.agenda import Decided, Secret
from rules.kernel.asks import GM
from rules.kernel.messages import Event, tag_of
from rules.kernel.reading import Json, plain
from rules.kernel.table_events import CommandOpened, DiceCorrected, DiceEntered, MatchAbandoned, Rewound

OVER = tag_of(MatchAbandoned)
HIDDEN = "hidden"
"""The type that stands for an event somebody may not see yet."""


def secrets_of(events: Iterable[Event]) -> Iterator[Secret | None]:
    """The secret of each event. Dice typed for a command that is secret are as secret as the command."""
    opened: Secret | None = None
    for event in events:
        if isinstance(event, DiceEntered | DiceCorrected):
            yield opened
            continue
        if isinstance(event, CommandOpened):
            opened = event.secret
        elif isinstance(event, Decided | Rewound):
            opened = None
        secret = getattr(event, "secret", None)
        yield secret if isinstance(secret, Secret) else None


def visible(events: Sequence[Event], seat: str) -> list[bool]:
    """For each event of a whole log, whether `seat` (any name; "" for a spectator) may see it."""
    if seat == GM:
        return [True] * len(events)
    answers: list[bool] = []
    shown: set[str] = set()
    for event, secret in zip(reversed(events), reversed(list(secrets_of(events))), strict=True):
        told = secret is None or secret.until in shown or OVER in shown
        answers.append(told or (secret is not None and seat in secret.seats))
        shown.add(tag_of(event))
    return answers[::-1]


def redact(events: Sequence[Event], seat: str) -> list[Json]:
    """A whole log as `seat` may see it.

    An event is ``{"n", "type", …fields}``, a hidden one ``{"n", "type": "hidden", "redacted": true}``: what kind of
    event it is would tell the secret. `n` counts from 1. The caller adds the hash, which is the same for both.
    """
    return [
        {"n": number, **plain(event)} if may_see else {"n": number, "type": HIDDEN, "redacted": True}
        for number, (event, may_see) in enumerate(zip(events, visible(events, seat), strict=True), 1)
    ]
