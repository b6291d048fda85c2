"""The read model: rows of tournaments and of what is in them, made from the log alone."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.loading import LoadedStream, fold, forget_folds, load
from campaigns.projection_fields import Fields, accounts
from campaigns.row_differences import children_differ, fields_differ
from eventstore import api as store
from tournaments.domain.state import Fixture as FixtureState, Tournament as TournamentState
from tournaments.event_codec import TOURNAMENTS
from tournaments.models import TOURNAMENT, Entrant, Fixture, FixtureGame, Official, Tournament, id_of

SUBSCRIPTION = "tournaments"


@dataclass(frozen=True, slots=True)
class TournamentRows:
    """The rows of a tournament once it has come on from version `before`; those that have not changed are left out."""

    id: uuid.UUID
    before: int
    fields: Fields
    officials: dict[str, Fields]
    entrants: dict[str, Fields]
    fixtures: dict[str, Fields]
    games: dict[str, str]
    gone: Sequence[str] = ()

    def write(self, at: datetime, opened: datetime | None = None) -> bool:
        """Write them; False, and nothing is written, where the tournament's row is not that of version `before`."""
        if self.before:
            if not Tournament.objects.filter(pk=self.id, version=self.before).update(updated_at=at, **self.fields):
                return False
        elif Tournament.objects.filter(pk=self.id).exists():
            return False
        else:
            Tournament.objects.create(pk=self.id, created_at=opened or at, updated_at=at, **self.fields)
        self._write_parts()
        return True

    def _write_parts(self) -> None:
        Official.objects.filter(tournament=self.id).exclude(person__in=self.officials).delete()
        Fixture.objects.filter(tournament=self.id, fixture__in=self.gone).delete()
        _upsert(Official, self.id, "person", self.officials)
        _upsert(Entrant, self.id, "entrant", self.entrants)
        _upsert(Fixture, self.id, "fixture", self.fixtures)
        _upsert(FixtureGame, self.id, "match", {match: {"fixture": one} for match, one in self.games.items()})


def _upsert(model: Any, tournament: uuid.UUID, key: str, rows: Mapping[str, Fields]) -> None:
    if rows:
        model.objects.bulk_create(
            [model(tournament_id=tournament, **{key: name}, **fields) for name, fields in rows.items()],
            update_conflicts=True,
            unique_fields=("tournament", key),
            update_fields=list(next(iter(rows.values()))),
        )


def rows_of(now: LoadedStream, was: LoadedStream) -> TournamentRows:
    """The rows for what has come on from `was` to `now`."""
    tournament: TournamentState = now.state
    old: TournamentState | None = was.state
    known = accounts(tournament.officials)
    entrants, fixtures = (old.entrants, old.fixtures) if old is not None else ({}, {})
    rounds = {name: stage.rounds for name, stage in tournament.stages.items()}
    changed = {
        name
        for name, one in tournament.fixtures.items()
        if fixtures.get(name) is not one or old is None or _published(old, one) != _published(tournament, one)
    }
    return TournamentRows(
        now.id,
        was.version,
        tournament_fields(tournament, now.version),
        {
            one.account: {"account_id": known.get(one.account), "name": one.name, "roles": list(one.roles)}
            for one in tournament.officials.values()
        },
        {
            name: {"company": uuid.UUID(one.company), "name": one.name, "seed": one.seed, "status": one.status}
            for name, one in tournament.entrants.items()
            if entrants.get(name) is not one
        },
        {
            name: fixture_fields(one, published=rounds[one.stage].get(one.round) == "published")
            for name, one in tournament.fixtures.items()
            if name in changed
        },
        {game.match: name for name in sorted(changed) for game in tournament.fixtures[name].games},
        [name for name in fixtures if name not in tournament.fixtures],
    )


def _published(tournament: TournamentState, fixture: FixtureState) -> bool:
    stage = tournament.stages.get(fixture.stage)
    return stage is not None and stage.rounds.get(fixture.round) == "published"


def tournament_fields(tournament: TournamentState, version: int) -> Fields:
    """The fields of a tournament's row, all but the instants."""
    statuses = Counter(one.status for one in tournament.entrants.values())
    return {
        "campaign_id": uuid.UUID(tournament.campaign),
        "title": tournament.title,
        "game": tournament.game,
        "status": tournament.status,
        "visibility": tournament.visibility,
        "version": version,
        "summary": {
            "entrants": dict(sorted(statuses.items())),
            **({"forfeits": True} if tournament.overdue.policy == "forfeit" else {}),
            "bans": len(tournament.bans) + len(tournament.offences),
            "stages": [{"id": one.id, "name": one.name, "status": one.status} for one in tournament.stages.values()],
        },
    }


def fixture_fields(fixture: FixtureState, *, published: bool) -> Fields:
    """The fields of a fixture's row."""
    status = Fixture.Status.OPEN if fixture.known else Fixture.Status.WAITING
    if fixture.disputed:
        status = Fixture.Status.DISPUTED
    if fixture.result is not None:
        status = Fixture.Status.OVER
    return {
        "stage": fixture.stage,
        "round": fixture.round,
        "number": fixture.number,
        "status": (status if published else Fixture.Status.DRAFT).value,
        "deadline": fixture.deadline,
        "summary": {"sides": list(fixture.sides)},
    }


@store.subscriber(SUBSCRIPTION, kinds=(TOURNAMENT,))
class TournamentProjection:
    """The subscription that keeps the rows of tournaments up to date with the log, as that of campaigns does."""

    def handle(self, batch: Sequence[store.RecordedEvent]) -> None:
        """Write the row of each stream that `batch` tells of, where it lags behind."""
        versions = {recorded.stream: recorded.version for recorded in batch}
        streams = {identity: upto for stream, upto in versions.items() if (identity := id_of(stream)) is not None}
        here = dict(Tournament.objects.filter(pk__in=streams).values_list("pk", "version"))
        for identity in sorted(streams):
            if here.get(identity, 0) < streams[identity]:
                self._write(load(TOURNAMENTS, identity), here.get(identity, 0))

    def reset(self) -> None:
        """Delete all the rows, and all snapshots: what follows is made from the events alone."""
        Tournament.objects.all().delete()
        forget_folds((TOURNAMENT,))

    def check(self) -> Iterable[str]:
        """A line for each field of a row that differs from the fold of its stream, and each row too many or too few."""
        rows = {row.pk: row for row in Tournament.objects.all()}
        for identity in _tournaments():
            row = rows.pop(identity, None)
            if row is None:
                yield f"{TOURNAMENT} {identity} has no row"
            else:
                yield from _check(row, fold(TOURNAMENTS, identity))
        for identity in rows:
            yield f"{TOURNAMENT} {identity} has a row and no events"

    @staticmethod
    def _write(now: LoadedStream, before: int) -> None:
        """Write all rows of a stream as it stands now. `before` is the version of its row, 0 where it has none."""
        first, last = next(store.read(now.stream, 0, 1)), next(store.read(now.stream, now.version - 1))
        blank = LoadedStream(TOURNAMENTS, now.id, version=before)
        Fixture.objects.filter(tournament=now.id).exclude(fixture__in=now.state.fixtures).delete()
        rows_of(now, blank).write(last.recorded, first.recorded)


def _tournaments() -> Iterator[uuid.UUID]:
    """Each tournament in the log."""
    position = 0
    while page := store.read_all(position, 2_000, (TOURNAMENT,)):
        position = page[-1].position
        for recorded in page:
            identity = id_of(recorded.stream)
            if recorded.version == 1 and identity is not None:
                yield identity


def _check(row: Tournament, now: LoadedStream) -> Iterator[str]:
    wanted = rows_of(now, LoadedStream(TOURNAMENTS, now.id))
    yield from fields_differ(row, wanted.fields)
    for parts, key, fields in (
        (row.officials, "person", wanted.officials),
        (row.entrants, "entrant", wanted.entrants),
        (row.fixtures, "fixture", wanted.fixtures),
        (row.games, "match", {uuid.UUID(match): {"fixture": one} for match, one in wanted.games.items()}),
    ):
        yield from children_differ({getattr(one, key): one for one in parts.all()}, fields)
