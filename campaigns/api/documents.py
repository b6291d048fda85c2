"""Campaigns and companies as documents, for who may look at them: `campaigns.service` has said so before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db.models import Count

from campaigns import event_codec
from campaigns.access import plays, role, runs
from campaigns.api import company_shapes, shapes
from campaigns.domain.campaign.house_rules import CampaignRules, game_of, progression_of, setting
from campaigns.domain.campaign.state import Battle as BattleState, Campaign as CampaignState, Person as MemberState
from campaigns.domain.company.state import Company as CompanyState
from campaigns.domain.differences import Difference, Reason
from campaigns.event_codec import AGGREGATES
from campaigns.handler import CommandResult
from campaigns.loading import LoadedStream
from campaigns.models import Battle, BattleSide, Campaign, Company, Hero
from campaigns.projection_fields import Standards, battle_fields, side_fields
from campaigns.provenance import fought, imports_among
from campaigns.replay_links import replay_of, replay_of_cause
from campaigns.unprepared import warnings_of
from eventstore import api as store
from jobs.models import OVER, Job
from matches.models import Match
from matches.rulebooks import cited, rule_text, texts_of
from rules.kernel.messages import tag_of
from rules.kernel.progression import Figure
from rules.kernel.reading import plain
from web.api.shapes import import_documents, imported_by
from web.people import Person

T = TypeVar("T", bound=msgspec.Struct)

# Campaigns


def _seen(kind: type[T], source: Any, **others: Any) -> T:
    """A document whose fields are those of `source` by their names, but for `others`."""
    return kind(**{name: getattr(source, name) for name in kind.__struct_fields__ if name not in others}, **others)


def campaign_listed(who: Person, row: Campaign) -> shapes.CampaignListed:
    """A row as a list shows it; `own` are the asker's memberships, fetched with it."""
    own = next(iter(row.own), None)  # type: ignore[attr-defined]  # a prefetch
    role_in_it = "gm" if who.unbound else own and own.role
    return _seen(shapes.CampaignListed, row, gm=row.gm_name, role=role_in_it, imported=imported_by(row))


class CampaignContents(NamedTuple):
    """What belongs to a campaign and is not in its own stream: its companies, what these owe, its jobs."""

    companies: list[shapes.CompanyListed]
    owed: list[shapes.ChoicesOwed]
    fates_owed: list[shapes.FateOwed]
    jobs: list[shapes.JobSeen]
    job_counts: dict[str, int]


def contents_now(who: Person, loaded: LoadedStream) -> CampaignContents:
    """The contents by the rows of now."""
    campaign: CampaignState = loaded.state
    jobs = Job.objects.filter(scope=loaded.id)
    companies = list(Company.objects.filter(campaign=loaded.id))
    return CampaignContents(
        companies=[company_listed(campaign, row) for row in companies],
        owed=_open_choices(loaded.id),
        fates_owed=[one for row in companies for one in _open_fates(row.pk, row.summary.get("fates_owed", {}))],
        jobs=[job_document(job, full=runs(who, campaign)) for job in jobs.exclude(state__in=OVER)],
        job_counts=dict(jobs.order_by("state").values_list("state").annotate(Count("pk"))),
    )


def contents_then(loaded: LoadedStream, companies: Iterable[tuple[LoadedStream, datetime]]) -> CampaignContents:
    """The same of the past: `companies` as they were and since when, by the house rules of then. Jobs are forgotten."""
    campaign: CampaignState = loaded.state
    contents = CampaignContents([], [], [], [], {})
    for company, since in sorted(companies, key=lambda one: (one[0].state.name, str(one[0].id))):
        standards = Standards(company.state.game, campaign)
        row = Company(pk=company.id, updated_at=since, **standards.company(company.state, company.version, {}))
        contents.companies.append(company_listed(campaign, row))
        contents.fates_owed.extend(_open_fates(company.id, company.state.open_fates))
        open_choices = ((hero, _owed(standards, hero)) for hero in company.state.ready if not company.state.disbanded)
        contents.owed.extend(
            shapes.ChoicesOwed(company.id, hero.id, hero.name, owed) for hero, owed in open_choices if owed
        )
    return contents


def _open_fates(company: UUID, owed: Mapping[str, Iterable[str]]) -> Iterator[shapes.FateOwed]:
    for hero, matches in owed.items():
        yield from (shapes.FateOwed(company, hero, match) for match in matches)


def campaign_document(who: Person, loaded: LoadedStream, contents: CampaignContents) -> shapes.CampaignSeen:
    """A campaign with its companies and with what is not finished."""
    campaign: CampaignState = loaded.state
    battles = enumerate(campaign.battles.values(), 1)
    return _seen(
        shapes.CampaignSeen,
        campaign,
        id=loaded.id,
        version=loaded.version,
        role=role(who, campaign) or "player",
        members=[_seen(shapes.MemberSeen, one) for one in campaign.people.values()],
        invites=[_seen(shapes.CandidateSeen, one) for one in campaign.invites.values()],
        requests=[_seen(shapes.CandidateSeen, one) for one in campaign.requests.values()],
        house_rules=_house_rules(campaign),
        battles=battle_documents((number, battle) for number, battle in battles if battle.stage == "open"),
        battle_counts=Counter(battle.stage for battle in campaign.battles.values()),
        invasions=[_seen(shapes.InvasionSeen, one) for one in campaign.invasions.values()],
        imported=import_documents(store.imports_of(loaded.stream)),
        **contents._asdict(),
    )


def _owed(standards: Standards, hero: Figure) -> dict[str, int]:
    return {str(kind): count for kind, count in standards.open_choices(hero).items()}


def _house_rules(campaign: CampaignState) -> shapes.HouseRulesSeen:
    own = (*CampaignRules.__struct_encode_fields__, *progression_of(campaign.game).rules_type.__struct_encode_fields__)
    return shapes.HouseRulesSeen(
        {name: setting(campaign, name) for name in own},
        {name: setting(campaign, name) for name in game_of(campaign.game).house_rules.__struct_encode_fields__},
    )


def _open_choices(campaign: UUID) -> list[shapes.ChoicesOwed]:
    heroes = Hero.objects.filter(company__campaign=campaign, company__disbanded=False, owed__gt=0)
    return [
        shapes.ChoicesOwed(hero.company_id, hero.hero, hero.name, hero.summary.get("owed", {}))
        for hero in heroes.order_by("company__name", "company", "id")
    ]


def battle_documents(battles: Iterable[tuple[int, BattleState]]) -> list[shapes.BattleListed]:
    """Battles as their campaign has them, each with its number there."""
    rows = [(Battle(number=number, **battle_fields(one)), one) for number, one in battles]
    return battles_listed(
        (row, [BattleSide(seat=seat, **fields) for seat, fields in side_fields(one).items()]) for row, one in rows
    )


def battles_listed(battles: Iterable[tuple[Battle, Iterable[BattleSide]]]) -> list[shapes.BattleListed]:
    """Battles with their sides, as their rows have them."""
    found = list(battles)
    imports = imports_among(row for row, _ in found)
    return [_battle_listed(row, sides, imports) for row, sides in found]


def _battle_listed(row: Battle, sides: Iterable[BattleSide], imports: Mapping[str, Match]) -> shapes.BattleListed:
    origin = imports.get(fought(row)) or imports.get(str(row.match))
    return _seen(
        shapes.BattleListed,
        row,
        sides=[_side(side, row.summary.get("scores", {}).get(str(side.company_id), {})) for side in sides],
        winners=row.summary.get("winners", []),
        winning_seats=row.summary.get("winning_seats", []),
        invasion=row.summary.get("invasion", ""),
        defender=row.summary.get("defender", ""),
        fought=UUID(fought(row)),
        replay=replay_of(fought(row)),
        imported=imported_by(origin) if origin is not None else None,
    )


def _side(side: BattleSide, score: Mapping[str, Any]) -> shapes.SideListed:
    told = (score.get("counts", {}), score.get("figures", {}), score.get("ending", ""))
    return shapes.SideListed(side.seat, side.company_id, side.heroes, side.won, *told)


FOR_THE_GM: Mapping[str, Any] = {"error_type": "", "error": "", "result": {}, "cancelled_by": "", "cancel_reason": ""}
"""What the document of a job does not tell others."""


def job_document(job: Job, *, full: bool) -> shapes.JobSeen:
    """A job; with what went wrong only in `full`."""
    return _seen(shapes.JobSeen, job, campaign=job.scope, **({} if full else FOR_THE_GM))


# Companies


def company_listed(campaign: CampaignState, row: Company) -> shapes.CompanyListed:
    """A company as a list shows it."""
    owners = {"owner": _owner(row.owner_key, campaign), "offered": _offered(str(row.pk), campaign)}
    return _seen(shapes.CompanyListed, row, campaign=row.campaign_id, **owners)


def company_document(who: Person, loaded: LoadedStream, campaign: CampaignState) -> company_shapes.CompanySeen:
    """A company after any of its events, measured by the switches that the campaign has in `campaign`."""
    company: CompanyState = loaded.state
    standards = Standards(company.game, campaign)
    return _seen(
        company_shapes.CompanySeen,
        company,
        id=loaded.id,
        campaign=UUID(company.campaign),
        owner=_owner(company.owner, campaign),
        version=loaded.version,
        as_of=next(store.read(loaded.stream, loaded.version - 1, loaded.version)).recorded,
        worth=standards.company(company, loaded.version, {})["worth"],
        hall=_seen(company_shapes.HallSeen, company.hall, orders=plain(company.hall.orders)),
        heroes=[hero_document(company, hero, standards) for hero in company.heroes.values()],
        yours=plays(who, campaign, company.id),
        imported=import_documents(store.imports_of(loaded.stream)),
        offered=_offered(company.id, campaign),
    )


def hero_document(company: CompanyState, hero: Figure, standards: Standards) -> company_shapes.HeroSeen:
    """The sheet of a hero."""
    return _seen(
        company_shapes.HeroSeen,
        hero,
        next_level=standards.next_level(hero),
        leads=company.leader == hero.id,
        worth=standards.progression.trade.worth(standards.rules, hero),
        owed=_owed(standards, hero),
        undecided=list(company.open_fates.get(hero.id, ())),
        conditions=plain(hero.conditions),
        captive=plain(hero.captive),
        unfit=_hindrance(company, hero, standards),
    )


def _hindrance(company: CompanyState, hero: Figure, standards: Standards) -> shapes.Hindrance | None:
    refused = standards.hindrance(company, hero)
    if refused is None:
        return None
    event = None if refused.event is None else shapes.EventNamed(*refused.event)
    return _seen(shapes.Hindrance, refused, rule_text=rule_text(company.game, refused.rule), event=event)


def _owner(account: str, campaign: CampaignState) -> shapes.OwnerSeen:
    return shapes.OwnerSeen(account, campaign.people.get(account, MemberState(account)).name)


def _offered(company: str, campaign: CampaignState) -> shapes.OwnerSeen | None:
    entered = campaign.companies.get(company)
    return _owner(entered.offered, campaign) if entered is not None and entered.offered else None


# What happened


def event_document(entry: event_codec.HistoryEntry) -> dict[str, Any]:
    """An event with its number, when and by whom; `replay` leads to the match that caused it, if one did."""
    replay = replay_of_cause(entry.event)
    return {
        "n": entry.recorded.version,
        "recorded_at": entry.at,
        "actor": entry.recorded.actor,
        **plain(entry.event),
        **({"replay": replay} if replay else {}),
    }


def events_page(loaded: LoadedStream, game: str, after: int, limit: int, *, texts: bool) -> dict[str, Any]:
    """Some events after event `after`, and with `texts` the words of the rules that they cite."""
    upto = min(loaded.version, after + limit)
    events = [event_document(entry) for entry in event_codec.history(loaded.aggregate, loaded.stream, after, upto)]
    page = {"events": events, "next": upto if upto < loaded.version else None, "version": loaded.version}
    return page | ({"rules": texts_of(game, cited(events))} if texts else {})


def ledger_page(loaded: LoadedStream, after: int, limit: int) -> company_shapes.LedgerPage:
    """Some lines of the ledger of a company, those after its event `after`."""
    name = event_codec.log_name(loaded.aggregate, "gold_changed")
    recorded = (one for one in store.read(loaded.stream, after, loaded.version) if one.type == name)
    imports = store.imports_of(loaded.stream)
    found = [
        _ledger_line(event_codec.history_entry(loaded.aggregate, one, imports)) for one in islice(recorded, limit + 1)
    ]
    more = len(found) > limit
    return company_shapes.LedgerPage(
        lines=found[:limit],
        next=found[limit - 1].n if more else None,
        version=loaded.version,
        gold=loaded.state.gold,
        sums=loaded.state.ledger,
    )


def _ledger_line(entry: event_codec.HistoryEntry) -> company_shapes.LedgerLine:
    recorded, event = entry.recorded, entry.event
    about = {"n": recorded.version, "recorded_at": recorded.recorded, "actor": recorded.actor}
    return _seen(company_shapes.LedgerLine, event, replay=replay_of_cause(event), **about)


def answer_document(done: CommandResult) -> shapes.CampaignAnswered:
    """What came of a command."""
    game = done.campaign.state.game
    return shapes.CampaignAnswered(
        campaign=done.campaign.id,
        version=done.campaign.version,
        written=[_written(stream, recorded) for stream, recorded in done.written.items()],
        jobs=[job.pk for job in done.jobs],
        repeated=done.repeated,
        warnings=[_seen(shapes.Warned, one, rule_text=rule_text(game, one.rule)) for one in warnings_of(done)],
    )


def _written(stream: str, recorded: Any) -> shapes.StreamWritten:
    aggregate = AGGREGATES[stream.partition("-")[0]]
    events = [event_document(event_codec.HistoryEntry(one, event_codec.decoded(aggregate, one))) for one in recorded]
    return shapes.StreamWritten(stream, recorded[-1].version, events)  # type: ignore[arg-type]  # with fields of their own


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
