"""The read model: a row a match and a row a seat, made from the log alone."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Model

from eventstore import api as store
from matches.documents import outcome_document
from matches.facts import FACTS
from matches.loading import LoadedMatch, load_match
from matches.models import Account, Match, Seat, match_of

SUBSCRIPTION = "matches"


@store.subscriber(SUBSCRIPTION, kinds=("match",))
class MatchRows:
    """Keeps the rows of matches and seats abreast of the log."""

    def handle(self, batch: Sequence[store.Recorded]) -> None:
        """Write the row of each match that `batch` tells of, as it stands after its last event there."""
        first: dict[str, datetime] = {}
        last: dict[str, store.Recorded] = {}
        seated: set[str] = set()
        for recorded in batch:
            last[recorded.stream] = recorded
            if recorded.version == 1:
                first[recorded.stream] = recorded.recorded
            if recorded.type in FACTS:
                seated.add(recorded.stream)
        for stream, recorded in last.items():
            match = _match(recorded)
            if match.version < match.table.opening:
                continue  # the batch ends inside the match's first events; the next one writes its row
            fields = match_fields(match, recorded.position, recorded.recorded)
            known = stream not in first and Match.objects.filter(pk=match.id).update(**fields)
            if not known:
                opened_at = first.get(stream) or next(store.read(stream)).recorded
                Match.objects.create(pk=match.id, created_at=opened_at, **fields)
            if not known or stream in seated:
                self._write_seats(match)

    def reset(self) -> None:
        """Delete all the rows."""
        Match.objects.all().delete()

    def check(self) -> Iterable[str]:
        """A line for each field of a row that differs from the fold of its stream, and each row too many or too few."""
        rows = {row.pk: row for row in Match.objects.all()}
        for match_id, first, last in _streams():
            row = rows.pop(match_id, None)
            if row is None:
                yield f"match {match_id} has no row"
                continue
            match = load_match(match_id)
            yield from _differences(
                row, match_fields(match, last.position, last.recorded) | {"created_at": first.recorded}
            )
            yield from _seat_differences(row, match)
        for match_id in rows:
            yield f"match {match_id} has a row and no events"

    @staticmethod
    def _write_seats(match: LoadedMatch) -> None:
        for name, fields in seat_fields(match).items():
            Seat.objects.update_or_create(match_id=match.id, name=name, defaults=fields)


def _match(recorded: store.Recorded) -> LoadedMatch:
    """The match after an event of its stream."""
    match_id = match_of(recorded.stream)
    if match_id is None:
        raise ValueError(f"{recorded.stream} is no match's stream")
    return load_match(match_id, recorded.version)


def match_fields(match: LoadedMatch, position: int, at: datetime) -> dict[str, Any]:
    """The fields of a match's row, all but `created_at`; its last event was recorded at `position` and `at`."""
    roster, origin = match.roster, match.table.origin
    return {
        "title": roster.title,
        "ruleset": match.ruleset.key,
        "ruleset_version": match.ruleset_version,
        "status": match.status().value,
        "visibility": roster.visibility,
        "open_seats": roster.open_seats,
        "gm_id": _account(roster.gm.user) if roster.gm else None,
        "gm_name": roster.gm.name if roster.gm else "",
        "version": match.version,
        "position": position,
        "summary": summary_of(match),
        "forked_from": uuid.UUID(origin.match) if origin else None,
        "forked_at": origin.version if origin else None,
        "updated_at": at,
    }


def summary_of(match: LoadedMatch) -> dict[str, Any]:
    """What a list says of a match in a line: the game's clock, how it ended, and the `headline` of its public view."""
    view = match.ruleset.view(match.state, "")
    return {
        "clock": match.ruleset.clock(match.state),
        "outcome": outcome_document(match),
        "headline": {name: view[name] for name in ("teams", "score", "turn", "turns_total") if name in view},
        "waits_for": sorted({ask.seat for ask in match.pending().asks}),
    }


def seat_fields(match: LoadedMatch) -> dict[str, dict[str, Any]]:
    """The fields of the rows of a match's seats, by name."""
    fields: dict[str, dict[str, Any]] = {}
    for seat in match.ruleset.seats:
        holder = match.roster.seats.get(seat)
        account = _account(holder.user) if holder else None
        fields[seat] = {"account_id": account, "holder": holder.name if holder else ""}
    return fields


def _account(key: str) -> int | None:
    """The account with this key, where it is one of ours."""
    return Account.objects.filter(key=uuid.UUID(hex=key)).values_list("pk", flat=True).first()


def _streams() -> Iterator[tuple[uuid.UUID, store.Recorded, store.Recorded]]:
    """Each match with its first and its last event."""
    position = 0
    while page := store.read_all(position, 2_000, ("match",)):
        position = page[-1].position
        for recorded in page:
            match_id = match_of(recorded.stream)
            if recorded.version == 1 and match_id is not None:
                head = store.head(recorded.stream)
                last = list(store.read(recorded.stream, after=(head.version if head else 1) - 1))
                yield match_id, recorded, last[-1]


def _differences(row: Model, fields: dict[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        if getattr(row, name) != value:
            yield f"{row}: {name} is {getattr(row, name)!r} in the row and {value!r} in the log"


def _seat_differences(row: Match, match: LoadedMatch) -> Iterator[str]:
    wanted = seat_fields(match)
    seats = {seat.name: seat for seat in row.seats.all()}
    for name in sorted(wanted.keys() | seats.keys()):
        if name not in seats or name not in wanted:
            yield f"seat {name} of {row.pk} is in the {'row' if name in seats else 'log'} alone"
        else:
            yield from _differences(seats[name], wanted[name])
