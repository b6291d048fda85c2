"""The read model: a row a match and a row a seat, made from the log alone."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import Error, connection
from django.db.models import Model

from eventstore import api as store
from matches import event_codec
from matches.dice_secrets import replaced_secrets
from matches.documents import outcome_document
from matches.facts import FACTS, Fact
from matches.fork_origins import from_import, mark_forks
from matches.loading import LoadedMatch, fold_match, forget_folds, keep, load_match
from matches.models import Match, Seat, match_of, stream_of
from web.models import Account
from web.provenance import row_fields

SUBSCRIPTION = "matches"
TABLES: dict[type[Match | Seat], str] = {Match: "matches_match", Seat: "matches_seat"}
UPDATE = "UPDATE {table} SET {changes} WHERE {conditions}"

events_log = structlog.get_logger(__name__)


@store.subscriber(SUBSCRIPTION, kinds=("match",))
class MatchRows:
    """Keeps the rows of matches and seats up to date with the log.

    Rows are usually written along with the events (`RowUpdate`), and there is nothing left to do here. What came
    otherwise, by an import or while the row of its match lagged behind, is written here. A row bears the version of the
    match that it was made from, and is never set back.
    """

    def handle(self, batch: Sequence[store.RecordedEvent]) -> None:
        """Write the row of each match that `batch` tells of, as it stands after its last event there."""
        by_match: dict[uuid.UUID, list[store.RecordedEvent]] = {}
        for recorded in batch:
            by_match.setdefault(_match_id(recorded), []).append(recorded)
        here = dict(Match.objects.filter(pk__in=by_match).values_list("pk", "version"))
        for match_id, events in by_match.items():
            if here.get(match_id, 0) < events[-1].version:
                self._write(match_id, events, is_new=match_id not in here)

    def reset(self) -> None:
        """Delete all the rows, and all snapshots: what follows is made from the events alone.

        On PostgreSQL no command comes at them from here on until the commit: it would lock a match before its seats,
        and they are deleted the other way round.
        """
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE matches_match IN SHARE ROW EXCLUSIVE MODE")
        Match.objects.all().delete()
        forget_folds()

    def check(self) -> Iterable[str]:
        """A line for each field of a row that differs from the fold of its stream, and each row too many or too few."""
        rows = {row.pk: row for row in Match.objects.all()}
        for match_id, first, last in _streams():
            row = rows.pop(match_id, None)
            if row is None:
                yield f"match {match_id} has no row"
                continue
            match = fold_match(match_id)
            instants = {"created_at": first.recorded, "updated_at": last.recorded}
            yield from _differences(row, match_fields(match) | row_fields(match.imports, first.recorded) | instants)
            yield from _seat_differences(row, match)
        for match_id in rows:
            yield f"match {match_id} has a row and no events"
        yield from map(str, replaced_secrets())

    @staticmethod
    def _write(match_id: uuid.UUID, events: Sequence[store.RecordedEvent], *, is_new: bool) -> None:
        """Write the row of a match as it stands after `events`; those of its seats where they are told of."""
        first, last = events[0], events[-1]
        match = load_match(match_id, last.version)
        keep(match)  # the next batch goes on from here
        if match.version < match.table.opening:
            return  # `events` end inside the match's first ones; the next batch writes its row
        opened = (first if first.version == 1 else next(store.read(last.stream))).recorded
        fields = match_fields(match) | row_fields(match.imports, opened) | {"updated_at": last.recorded}
        if is_new:
            Match.objects.create(pk=match_id, created_at=opened, **fields)
        elif not Match.objects.filter(pk=match_id, version__lt=match.version).update(**fields):
            return  # a command was faster, and has seen to the row
        mark_forks(match_id, match.imports)
        if is_new or any(event_codec.wire_name(match.ruleset, event.type) in FACTS for event in events):
            _write_seats(match)


@dataclass(frozen=True, slots=True)
class RowUpdate:
    """The rows of a match as they are to stand once it has gone on from version `before`; made by `row_update`."""

    match_id: uuid.UUID
    before: int
    fields: dict[str, Any]
    seats: dict[str, dict[str, Any]]

    def write(self, unit: store.Unit) -> None:
        """Write them along with the events.

        A new match gets its rows. Those of another are changed where its row is that of version `before`: one that
        lags behind is left to `MatchRows`, which comes by.
        """
        at = store.moment(unit.at)
        if self.before == 0:
            Match.objects.create(pk=self.match_id, created_at=at, updated_at=at, **row_fields((), at), **self.fields)
            Seat.objects.bulk_create(
                Seat(match_id=self.match_id, name=name, **holder) for name, holder in self.seats.items()
            )
            return
        row = {"id": self.match_id, "version": self.before}
        seats = [
            _update(Seat, {"match_id": self.match_id, "name": name}, holder) for name, holder in self.seats.items()
        ]
        unit.along(_update(Match, row, self.fields | {"updated_at": at})._replace(then=seats))


def row_update(match: LoadedMatch, before: int, events: Iterable[Any]) -> RowUpdate | None:
    """The rows for `match`, which has gone on from version `before` by `events`.

    None where its game cannot make them: what happened is stored all the same. The row lags behind then, and
    `MatchRows` meets the same error and is parked with it, where the admin site shows it.
    """
    try:
        if any(isinstance(event, Fact) for event in events):
            return RowUpdate(match.id, before, match_fields(match), seat_fields(match))
        return RowUpdate(match.id, before, played_fields(match), {})
    except Error:
        raise
    except Exception:  # noqa: BLE001 – a game's view may raise anything
        events_log.exception("rows.failed", match=str(match.id), version=match.version)
        return None


@dataclass(frozen=True, slots=True)
class ImportedRows:
    """The rows of a match that is taken in from a file, written in the transaction that stores its events."""

    match_id: uuid.UUID
    fields: dict[str, Any]
    seats: dict[str, dict[str, Any]]

    def write(self) -> None:
        """Write them, once the events are stored, and where they come from is noted."""
        imports = store.imports_of(stream_of(self.match_id))
        Match.objects.create(pk=self.match_id, **self.fields, **row_fields(imports, self.fields["created_at"]))
        mark_forks(self.match_id, imports)
        Seat.objects.bulk_create(Seat(match_id=self.match_id, name=name, **one) for name, one in self.seats.items())


def rows_from_file(match: LoadedMatch, opened: datetime, updated: datetime) -> ImportedRows:
    """The rows for `match` as a file tells it, whose first and last events were recorded at these instants."""
    fields = match_fields(match) | {"created_at": opened, "updated_at": updated}
    return ImportedRows(match.id, fields, seat_fields(match))


def match_fields(match: LoadedMatch) -> dict[str, Any]:
    """The fields of a match's row, all but the instants `created_at` and `updated_at`, and where it comes from."""
    roster, origin = match.roster, match.table.origin
    return {
        "title": roster.title,
        "ruleset": match.ruleset.key,
        "ruleset_version": match.ruleset_version,
        "visibility": roster.visibility,
        "open_seats": roster.open_seats,
        "gm_id": _account(roster.gm.user) if roster.gm else None,
        "gm_name": roster.gm.name if roster.gm else "",
        "co_gms": " ".join(one.user for one in roster.co_gms),
        "forked_from": uuid.UUID(origin.match) if origin else None,
        "forked_at": origin.version if origin else None,
        "forked_from_import": from_import(origin),
        **played_fields(match),
    }


def played_fields(match: LoadedMatch) -> dict[str, Any]:
    """The fields that commands change; the others change by facts about the match."""
    return {"status": match.status().value, "version": match.version, "summary": summary_of(match)}


def summary_of(match: LoadedMatch) -> dict[str, Any]:
    """What a list says of a match in a line: the game's clock and headline, how it ended, for whom it waits."""
    return {
        "clock": match.ruleset.clock(match.state),
        "outcome": outcome_document(match),
        "headline": match.ruleset.headline(match.state),
        "waits_for": sorted({ask.seat for ask in match.pending().asks}),
    }


def seat_fields(match: LoadedMatch) -> dict[str, dict[str, Any]]:
    """The fields of the rows of a match's seats, by name."""
    fields: dict[str, dict[str, Any]] = {}
    for seat in match.table.seats:
        holder = match.roster.seats.get(seat)
        account = _account(holder.user) if holder else None
        fields[seat] = {"account_id": account, "holder": holder.name if holder else ""}
    return fields


def _write_seats(match: LoadedMatch) -> None:
    seats = [Seat(match_id=match.id, name=name, **holder) for name, holder in seat_fields(match).items()]
    Seat.objects.bulk_create(
        seats, update_conflicts=True, unique_fields=["match", "name"], update_fields=["account", "holder"]
    )


def _match_id(recorded: store.RecordedEvent) -> uuid.UUID:
    match_id = match_of(recorded.stream)
    if match_id is None:
        raise ValueError(f"{recorded.stream} is no match's stream")
    return match_id


def _account(key: str) -> int | None:
    """The account with this key, where it is one of ours."""
    return Account.objects.filter(key=uuid.UUID(hex=key)).values_list("pk", flat=True).first()


def _streams() -> Iterator[tuple[uuid.UUID, store.RecordedEvent, store.RecordedEvent]]:
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


def _update(model: type[Match | Seat], where: Mapping[str, Any], fields: Mapping[str, Any]) -> store.Statement:
    """What `model.objects.filter(**where).update(**fields)` does, in a tenth of the time. Fields by their columns."""
    changes, conditions = (f"{column} = %s" for column in fields), (f"{column} = %s" for column in where)
    sql = UPDATE.format(table=TABLES[model], changes=", ".join(changes), conditions=" AND ".join(conditions))
    return store.Statement(sql, [_prepared(model, *one) for one in (*fields.items(), *where.items())])


def _prepared(model: type[Match | Seat], column: str, value: object) -> Any:
    """A value as the driver of the database takes it; numbers and text as they are."""
    if isinstance(value, int | str):
        return value
    return getattr(model, column).field.get_db_prep_save(value, connection)
