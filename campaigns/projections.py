"""The read model: rows of campaigns and companies and of what is in them, made from the log alone."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

import structlog
from django.db import DatabaseError, Error, connection, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Model

from campaigns.dice import replaced_secrets
from campaigns.domain.campaign.state import Battle as BattleState, Campaign as CampaignState
from campaigns.domain.company.state import Company as CompanyState
from campaigns.event_codec import AGGREGATES, CAMPAIGNS, COMPANIES, Aggregate
from campaigns.import_checks import Fault
from campaigns.loading import LoadedStream, fold, forget_folds, load, load_company
from campaigns.models import Battle, BattleSide, Campaign, Candidate, Company, Hero, Member, id_of
from campaigns.projection_fields import (
    Fields,
    Standards,
    accounts,
    battle_fields,
    campaign_fields,
    candidate_fields,
    member_fields,
    side_fields,
)
from campaigns.row_differences import children_differ, fields_differ
from eventstore import api as store
from matches.transfer import STUMBLES
from web.errors import NotThere
from web.provenance import row_fields

SUBSCRIPTION = "campaigns"
BATTLES_AT_ONCE = 250

Loading: TypeAlias = Callable[[Aggregate, uuid.UUID], LoadedStream]

events_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class CampaignRows:
    """The rows of a campaign once it has come to version `now`; what has not changed since `before` is left out."""

    id: uuid.UUID
    before: int
    now: int
    fields: Fields
    members: dict[str, Fields] | None
    candidates: dict[tuple[str, str], Fields] | None
    battles: dict[int, BattleState]

    def write(self, at: datetime, opened: datetime) -> bool:
        """Write them; False, and nothing is written, where the campaign's row is not that of version `before`."""
        if not _came_on(Campaign, self.id, self.before, self.fields, at, opened):
            return False
        self._write_people()
        self._write_battles()
        return True

    def _write_people(self) -> None:
        if self.members is not None:
            Member.objects.filter(campaign=self.id).exclude(person__in=self.members).delete()
            rows = [Member(campaign_id=self.id, person=person, **one) for person, one in self.members.items()]
            _upsert(Member, rows, ("campaign", "person"), ("account", "name", "role"))
        if self.candidates is not None:
            Candidate.objects.filter(campaign=self.id).delete()
            Candidate.objects.bulk_create(
                Candidate(campaign_id=self.id, kind=kind, person=person, **one)
                for (kind, person), one in self.candidates.items()
            )

    def _write_battles(self) -> None:
        """So many at a time: a campaign made from the log again may have thousands."""
        numbers = list(self.battles)
        for start in range(0, len(numbers), BATTLES_AT_ONCE):
            self._write_some(numbers[start : start + BATTLES_AT_ONCE])

    def _write_some(self, numbers: Sequence[int]) -> None:
        rows = [Battle(campaign_id=self.id, number=one, **battle_fields(self.battles[one])) for one in numbers]
        _upsert(Battle, rows, ("campaign", "number"), ("match", "kind", "stage", "downtime", "summary"))
        sides = [
            BattleSide(battle_id=row.pk, seat=seat, **side)
            for row in rows
            for seat, side in side_fields(self.battles[row.number]).items()
        ]
        _upsert(BattleSide, sides, ("battle", "seat"), ("company", "heroes", "won"))


@dataclass(frozen=True, slots=True)
class CompanyRows:
    """The rows of a company once it has come to version `now`; heroes who have not changed are left out."""

    id: uuid.UUID
    before: int
    now: int
    fields: Fields
    heroes: dict[str, Fields]

    def write(self, at: datetime, opened: datetime) -> bool:
        """Write them; False, and nothing is written, where the company's row is not that of version `before`."""
        if not _came_on(Company, self.id, self.before, self.fields, at, opened):
            return False
        self._write_heroes()
        return True

    def measure_anew(self) -> None:
        """Write what follows from other switches of the campaign, unless the company has come on since."""
        if Company.objects.filter(pk=self.id, version=self.now).update(**self.fields):
            self._write_heroes()

    def _write_heroes(self) -> None:
        rows = [Hero(company_id=self.id, hero=hero, **one) for hero, one in self.heroes.items()]
        _upsert(Hero, rows, ("company", "hero"), list(next(iter(self.heroes.values()), {})))


def rows_of(now: LoadedStream, was: LoadedStream, campaign: CampaignState | None) -> CampaignRows | CompanyRows | None:
    """The rows for what has come on from `was` to `now`; `campaign`: that of a company, as it is now.

    None where they cannot be made. What happened is stored all the same: the row lags behind then, and the
    subscription meets the same error and is parked with it, where the admin site shows it.
    """
    try:
        if now.aggregate is CAMPAIGNS:
            return _campaign_rows(now, was)
        return _company_rows(now, was, campaign)
    except Error:
        raise
    except Exception:  # noqa: BLE001 – a game's progression may raise anything
        events_log.exception("rows.failed", stream=now.stream, version=now.version)
        return None


def _campaign_rows(now: LoadedStream, was: LoadedStream) -> CampaignRows:
    campaign: CampaignState = now.state
    before: CampaignState | None = was.state
    known = accounts({*campaign.people, *campaign.invites, *campaign.requests})
    same_people = before is not None and before.people == campaign.people
    same_candidates = before is not None and before.invites == campaign.invites and before.requests == campaign.requests
    old = before.battles if before is not None else {}
    battles = {
        number: battle
        for number, battle in enumerate(campaign.battles.values(), 1)
        if old.get(battle.match) is not battle
    }
    return CampaignRows(
        now.id,
        was.version,
        now.version,
        campaign_fields(campaign, now.version, known),
        None if same_people else member_fields(campaign, known),
        None if same_candidates else candidate_fields(campaign, known),
        battles,
    )


def _company_rows(now: LoadedStream, was: LoadedStream, campaign: CampaignState | None) -> CompanyRows:
    company: CompanyState = now.state
    old = was.state.heroes if was.state is not None else {}
    standards = Standards(company.game, campaign)
    heroes = {key: standards.hero(hero) for key, hero in company.heroes.items() if old.get(key) is not hero}
    fields = standards.company(company, now.version, accounts((company.owner,)))
    return CompanyRows(now.id, was.version, now.version, fields, heroes)


def _came_on(
    model: type[Campaign | Company], identity: uuid.UUID, before: int, fields: Fields, at: datetime, opened: datetime
) -> bool:
    """Write the one row; False when it is not that of version `before`, or there is one where there should be none."""
    if before == 0:
        if model.objects.filter(pk=identity).exists():
            return False
        origin = row_fields((), opened) if model is Campaign else {}
        model.objects.create(pk=identity, created_at=opened, updated_at=at, **origin, **fields)
        return True
    return bool(model.objects.filter(pk=identity, version=before).update(updated_at=at, **fields))


def _upsert(model: Any, rows: Sequence[Any], unique: Sequence[str], fields: Sequence[str]) -> None:
    if rows:
        model.objects.bulk_create(rows, update_conflicts=True, unique_fields=unique, update_fields=fields)


def measure_companies(campaign: CampaignState) -> None:
    """Write what the companies of a campaign are worth and owe, under its switches of now."""
    for identity in Company.objects.filter(campaign=uuid.UUID(campaign.id)).order_by("pk").values_list("pk", flat=True):
        rows = rows_of(load_company(identity), LoadedStream(COMPANIES, identity), campaign)
        if isinstance(rows, CompanyRows):
            rows.measure_anew()


# The net


@store.subscriber(SUBSCRIPTION, kinds=tuple(AGGREGATES))
class CampaignProjection:
    """The subscription that keeps the rows of campaigns and companies up to date with the log.

    Rows are usually written along with the events, and nothing is left to do here. Rows of imported streams, and rows
    that lag behind, are written here from their streams. A row has the version of the stream that it was made from,
    and never an older one.
    """

    def handle(self, batch: Sequence[store.RecordedEvent]) -> None:
        """Write the row of each stream that `batch` tells of; campaigns first, as those who act lock them."""
        versions: dict[str, int] = {}
        for recorded in batch:
            versions[recorded.stream] = recorded.version
        for model, kind in ((Campaign, CAMPAIGNS), (Company, COMPANIES)):
            streams = {_id(stream): upto for stream, upto in versions.items() if stream.startswith(f"{kind.key}-")}
            here = dict(model.objects.filter(pk__in=streams).values_list("pk", "version"))
            for identity in sorted(streams):
                if here.get(identity, 0) < streams[identity]:
                    self._write(load(kind, identity), here.get(identity, 0))

    def reset(self) -> None:
        """Delete all the rows, and all snapshots: what follows is made from the events alone.

        On PostgreSQL no command comes at them from here on until the commit, not even one that only looks at a
        campaign: it would lock that before what is in it, and they are deleted the other way round.
        """
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE campaigns_campaign, campaigns_company IN EXCLUSIVE MODE")
        Company.objects.all().delete()
        Campaign.objects.all().delete()
        forget_folds()

    def check(self) -> Iterable[str]:
        """A line for each field of a row that differs from the fold of its stream, and each row too many or too few."""
        for model, kind in ((Campaign, CAMPAIGNS), (Company, COMPANIES)):
            rows = {row.pk: row for row in model.objects.all()}
            for identity, first, last in _streams(kind.key):
                row = rows.pop(identity, None)
                if row is None:
                    yield f"{kind.key} {identity} has no row"
                else:
                    yield from _check(row, fold(kind, identity), first, last)
            for identity in rows:
                yield f"{kind.key} {identity} has a row and no events"
        yield from map(str, replaced_secrets())

    @staticmethod
    def _write(now: LoadedStream, before: int) -> None:
        """Write all rows of a stream as it stands now. `before` is the version of its row, 0 where it has none."""
        first, last = next(store.read(now.stream, 0, 1)), next(store.read(now.stream, now.version - 1))
        blank = LoadedStream(now.aggregate, now.id, version=before)
        if now.aggregate is CAMPAIGNS:
            _campaign_rows(now, blank).write(last.recorded, first.recorded)
            Campaign.objects.filter(pk=now.id).update(**row_fields(store.imports_of(now.stream), first.recorded))
            measure_companies(now.state)
        else:
            _company_rows(now, blank, campaign_of(now.state)).write(last.recorded, first.recorded)


def try_rows(streams: Sequence[LoadedStream]) -> None:
    """Fault where something stands in the way of the rows of a campaign and its companies; none is written.

    What no row can be made of would park the subscription, and with it the rows of all campaigns.
    """
    streams = sorted(streams, key=lambda one: one.aggregate is COMPANIES)
    campaign: CampaignState = streams[0].state
    with transaction.atomic():
        for now in streams:
            try:
                _try_rows(now, campaign)
            except (*STUMBLES, DatabaseError) as error:
                reason = "a value does not fit into the database" if isinstance(error, DatabaseError) else str(error)
                raise Fault(now.stream, f"it cannot be listed: {reason}") from None
        transaction.set_rollback(True)


def _try_rows(now: LoadedStream, campaign: CampaignState) -> None:
    """Write the rows of one stream, after a look at what a database takes without a word."""
    model = Campaign if now.aggregate is CAMPAIGNS else Company
    row = model.objects.filter(pk=now.id).values_list("version", flat=True).first()
    blank, at = LoadedStream(now.aggregate, now.id, version=row or 0), datetime.now(UTC)
    with transaction.atomic():
        if now.aggregate is CAMPAIGNS:
            made = _campaign_rows(now, blank)
            _check_fits(Campaign, [made.fields])
            _check_fits(Member, (made.members or {}).values())
            _check_fits(Candidate, [{"person": key[1], **one} for key, one in (made.candidates or {}).items()])
            made.write(at, at)
        else:
            rows = _company_rows(now, blank, campaign)
            _check_fits(Company, [rows.fields])
            _check_fits(Hero, [{"hero": hero, **one} for hero, one in rows.heroes.items()])
            rows.write(at, at)
            _check_fielding(now.state, campaign)
        connection.check_constraints()


def _check_fits(model: type[Model], rows: Iterable[Fields]) -> None:
    """ValueError where a value is longer or larger than its column: SQLite would take it."""
    table = model._meta  # noqa: SLF001 – Django's way
    for fields in rows:
        for name, value in fields.items():
            column = table.get_field(name.removesuffix("_id"))
            room = getattr(column, "max_length", None)
            if isinstance(value, str) and room is not None and len(value) > room:
                raise ValueError(f"{table.verbose_name}.{name} has at most {room} characters")
            if type(value) is int and not column.is_relation:
                low, high = BaseDatabaseOperations.integer_field_ranges[column.get_internal_type()]
                if not low <= value <= high:
                    raise ValueError(f"{table.verbose_name}.{name} is {low} to {high}")


def _check_fielding(company: CompanyState, campaign: CampaignState) -> None:
    standards = Standards(company.game, campaign)
    for hero in company.ready:
        standards.progression.unfit(standards.rules, hero)


def campaign_of(company: CompanyState, loading: Loading = load) -> CampaignState | None:
    """The campaign that a company is in; None where it is not in this log."""
    try:
        state: CampaignState = loading(CAMPAIGNS, uuid.UUID(company.campaign)).state
    except NotThere:
        return None
    return state


def _id(stream: str) -> uuid.UUID:
    identity = id_of(stream)
    if identity is None:
        raise ValueError(f"{stream} is the stream of no campaign and no company")
    return identity


def _streams(kind: str) -> Iterator[tuple[uuid.UUID, store.RecordedEvent, store.RecordedEvent]]:
    """Each stream of a kind with its first and its last event."""
    position = 0
    while page := store.read_all(position, 2_000, (kind,)):
        position = page[-1].position
        for recorded in page:
            if recorded.version == 1:
                head = store.head(recorded.stream)
                last = list(store.read(recorded.stream, after=(head.version if head else 1) - 1))
                yield _id(recorded.stream), recorded, last[-1]


def _check(
    row: Campaign | Company, now: LoadedStream, first: store.RecordedEvent, last: store.RecordedEvent
) -> Iterator[str]:
    instants = {"created_at": first.recorded, "updated_at": last.recorded}
    blank = LoadedStream(now.aggregate, now.id)
    if isinstance(row, Campaign):
        wanted = _campaign_rows(now, blank)
        yield from fields_differ(
            row, wanted.fields | row_fields(store.imports_of(now.stream), first.recorded) | instants
        )
        yield from children_differ({one.person: one for one in row.members.all()}, wanted.members or {})
        candidates = {(one.kind, one.person): one for one in row.candidates.all()}
        yield from children_differ(candidates, wanted.candidates or {})
        battles = {one.number: one for one in row.battles.prefetch_related("sides")}
        yield from children_differ(battles, {number: battle_fields(one) for number, one in wanted.battles.items()})
        for number, battle in battles.items():
            sides = side_fields(wanted.battles[number]) if number in wanted.battles else {}
            yield from children_differ({one.seat: one for one in battle.sides.all()}, sides)
    else:
        rows = _company_rows(now, blank, campaign_of(now.state, fold))
        yield from fields_differ(row, rows.fields | instants)
        yield from children_differ({one.hero: one for one in row.heroes.all()}, rows.heroes)
