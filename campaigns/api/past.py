"""Companies as of any event or instant, the stories of their heroes, and why a value is what it is."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from campaigns import event_codec, service
from campaigns.api import shapes
from campaigns.api.company_shapes import HeroStory, ValueStep, WhySeen
from campaigns.api.documents import campaign_document, contents_now, contents_then, event_document, hero_document
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.domain.history import of_hero, why
from campaigns.loading import LoadedStream, load_campaign, load_company
from campaigns.moments import as_of, recorded, version_at
from campaigns.projection_fields import Standards
from campaigns.replay_links import replay_of_cause
from eventstore import api as store
from rules.kernel.progression import Figure
from web.api.shapes import import_documents
from web.errors import NotThere, Unreadable
from web.people import Person

KEYED = frozenset({"stats", "carried", "sheet", "spent"})
"""Fields of a hero that hold values by name."""


def company_as_of(who: Person, company: uuid.UUID, at: str = "") -> tuple[LoadedStream, CampaignState]:
    """A company with its campaign, for who may look at them now: as they were `at` an event or instant, else as now.

    `at` is the number of an event of the company, or an instant in ISO 8601 (UTC where it names no zone). NotThere for
    what is not for these eyes, and before the company was founded.
    """
    now = service.see_company(who, company)
    campaign = load_campaign(uuid.UUID(now.state.campaign))
    if not at:
        return now, campaign.state
    then, instant = as_of(now, at)
    return then, load_campaign(campaign.id, version_at(campaign, instant)).state


def campaign_as_of(who: Person, campaign: uuid.UUID, at: str = "") -> shapes.CampaignSeen:
    """A campaign with its companies, as they were `at` an event of the campaign or an instant, else as now.

    NotThere for what is not for these eyes, and before it was opened.
    """
    now = service.see_campaign(who, campaign)
    if not at:
        return campaign_document(who, now, contents_now(who, now))
    then, instant = as_of(now, at)
    found = (_there(uuid.UUID(name), instant) for name in then.state.companies)
    return campaign_document(who, then, contents_then(then, [one for one in found if one is not None]))


def _there(company: uuid.UUID, instant: datetime) -> tuple[LoadedStream, datetime] | None:
    """A company at an instant, and when its last event was recorded; None before it was founded."""
    try:
        version = version_at(load_company(company), instant)
    except NotThere:
        return None
    then = load_company(company, version)
    return then, recorded(then, version)


def hero_story(who: Person, company: uuid.UUID, hero: str, after: int, limit: int, at: str = "") -> HeroStory:
    """The sheet of a hero, and what the company's events after event `after` tell of it; both as of `at`."""
    loaded, campaign = company_as_of(who, company, at)
    sheet = hero_document(loaded.state, _hero(loaded, hero), Standards(loaded.state.game, campaign))
    entries = {one.recorded.version: one for one in service.history_of(loaded, after)}
    own = of_hero((one.entry for one in entries.values()), hero)
    page = [event_document(entries[entry.version]) for entry in own[:limit]]
    more = own[limit - 1].version if len(own) > limit else None
    imported = import_documents(store.imports_of(loaded.stream))
    return HeroStory(loaded.id, sheet, page, more, loaded.version, imported)  # type: ignore[arg-type]  # with fields of their own


def why_value(who: Person, company: uuid.UUID, hero: str, field: str) -> WhySeen:
    """The events that made a value of a hero what it is."""
    loaded = service.see_company(who, company)
    figure = _hero(loaded, hero)
    _check_field(field)
    _check_stat(field, figure)
    entries = {one.recorded.version: one for one in service.history_of(loaded)}
    steps = why((one.entry for one in entries.values()), field, hero)
    return WhySeen(
        field=field,
        value=steps[-1].new if steps else None,
        steps=[_step(entries[step.entry.version], step.old, step.new) for step in steps],
    )


def _step(entry: event_codec.HistoryEntry, old: Any, new: Any) -> ValueStep:
    event = event_document(entry)
    return ValueStep(old, new, event, replay_of_cause(entry.event))  # type: ignore[arg-type]  # with fields of its own


def _hero(loaded: LoadedStream, hero: str) -> Figure:
    found: Figure | None = loaded.state.heroes.get(hero)
    if found is None:
        raise NotThere("hero")
    return found


def _check_stat(field: str, figure: Figure) -> None:
    """Refuse a stat that the hero does not have. What lies on its sheet or is used up may be there another day."""
    name, _, stat = field.partition(".")
    if name in ("stats", "carried") and stat and stat not in figure.stats:
        hint = f"Choose one of {', '.join(f'{name}.{one}' for one in figure.stats)}."
        raise Unreadable(f"{figure.name} has no {field}", "field", hint=hint)


def _check_field(field: str) -> None:
    name, dot, inner = field.partition(".")
    whole = name in Figure.__struct_fields__ and not dot
    if not whole and not (name in KEYED and inner and "." not in inner):
        known = sorted({*Figure.__struct_fields__, *(f"{one}.NAME" for one in KEYED)})
        hint = f"One of: {', '.join(known)}."
        raise Unreadable("must be a field of a hero", "field", hint=hint)
