"""Request context of a tournament's page: who looks, what they are to it, and the answer to a form that was sent.

The deciders themselves say what a page offers: a disabled button has the refusal that its command would get, and a
preview is what the decider answers, with nothing stored.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import member
from campaigns.domain.campaign.state import Campaign
from campaigns.loading import LoadedStream, load_campaign
from campaigns.side_numbers import numbers_in
from matches.handler import done_before
from rules.kernel.errors import KernelError, Malformed
from tournaments import service
from tournaments.domain.decide import decide, parse
from tournaments.domain.discipline.ledger import Ledger
from tournaments.domain.rights import ALLOWED, Right, roles_of
from tournaments.domain.stage_rules import BRACKETS
from tournaments.domain.state import Fixture, Role, Stage, Tournament
from tournaments.domain.suspensions import ledger_of
from tournaments.domain.world import CampaignFacts, World
from tournaments.errors import refusal_of
from tournaments.handler import CommandResult
from tournaments.loading import facts_of
from tournaments.narration import Names, tell
from tournaments.pages.previews import Preview, preview_of
from web.errors import KeyReused, NotThere, Refusal
from web.pages.fields import Form
from web.pages.forms import ShownForm, shown, values_of
from web.pages.guard import Page, guarded, send_to_login
from web.people import Person, person

Values = Mapping[str, Any]
PLACE = re.compile("[a-z]{1,20}")
"""A place on a page, as forms name where they stand."""


class FormResult(NamedTuple):
    """The message after a form was applied, and the address to go to."""

    said: str
    to: str


FormHandler = Callable[["TournamentPage", Values, str | None], "str | FormResult"]


def for_anybody(page: Page) -> Page:
    """A page for whoever may see the tournament; a stranger who is not logged in is asked to log in."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @guarded
    @wraps(page)
    def answer_it(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return page(request, *args, **kwargs)
        except NotThere:
            if not request.user.is_authenticated:
                return send_to_login(request)
            raise

    return answer_it


@dataclass(frozen=True, slots=True)
class Offer:
    """A form offered on a page; `owner` distinguishes forms of one name.

    `refused`: why it cannot be done now. Where there is `do`, the form makes no command and this is done instead.
    `previewed`: it can be tried before it is done.
    """

    form: Form
    owner: str = ""
    refused: Refusal | None = None
    do: FormHandler | None = None
    previewed: bool = True

    @property
    def uid(self) -> str:
        """What the page calls the form."""
        return f"{self.form.name}:{self.owner}" if self.owner else self.form.name


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """An offer as the page shows it; `preview`: what it would come to, where that was asked."""

    offer: Offer
    shown: ShownForm
    preview: Preview | None = None


Offers = Mapping[str, Sequence[Offer]]
"""What a page offers, by the place on it."""


@dataclass(frozen=True)
class TournamentPage:
    """The tournament of a page, whoever looks at it, and what came with the request."""

    who: Person
    user: AbstractBaseUser | AnonymousUser
    loaded: LoadedStream
    posted: Mapping[str, str] = field(default_factory=dict)
    refusal: Refusal | None = None
    preview: Preview | None = None

    @property
    def id(self) -> uuid.UUID:
        """That of the tournament."""
        return self.loaded.id

    @property
    def tournament(self) -> Tournament:
        """As it stands."""
        return cast("Tournament", self.loaded.state)

    @cached_property
    def campaign(self) -> Campaign | None:
        """The campaign of its companies."""
        try:
            return cast("Campaign", load_campaign(uuid.UUID(self.tournament.campaign)).state)
        except NotThere:
            return None

    @cached_property
    def facts(self) -> CampaignFacts:
        """What the rules know of the campaign."""
        if self.campaign is None:
            return CampaignFacts(self.tournament.campaign, "", self.tournament.game)
        return facts_of(self.campaign, set())

    @cached_property
    def ledger(self) -> Ledger:
        """Every ban as it stands."""
        return ledger_of(self.tournament)

    @cached_property
    def today(self) -> str:
        """The date, as in 2026-05-01."""
        return timezone.localdate().isoformat()

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The duties of whoever looks."""
        return roles_of(self.tournament, self.who.key)

    def may(self, right: Right) -> bool:
        """Whether whoever looks has a right of officials."""
        return self.who.unbound or bool({*self.roles} & {*ALLOWED[right]})

    @property
    def organizes(self) -> bool:
        """Whether whoever looks is an organizer."""
        return self.may("organizers")

    @property
    def official(self) -> bool:
        """Whether whoever looks has any duty."""
        return self.who.unbound or bool(self.roles)

    @cached_property
    def in_campaign(self) -> bool:
        """Whether whoever looks may see the pages of the campaign."""
        return self.who.unbound or (self.campaign is not None and self.who.key in self.campaign.people)

    @cached_property
    def own(self) -> frozenset[str]:
        """The entrants that whoever looks plays."""
        if not self.who.key:
            return frozenset()
        companies = {name for name, one in self.facts.companies.items() if one.owner == self.who.key}
        return frozenset(one.id for one in self.tournament.entrants.values() if one.company in companies)

    @cached_property
    def numbers(self) -> Mapping[uuid.UUID, int]:
        """By company the number of its crest's colour."""
        return numbers_in([uuid.UUID(self.tournament.campaign)])

    @cached_property
    def names(self) -> Names:
        """What the ids of the tournament stand for."""
        return Names.of(self.tournament)

    def name(self, entrant: str) -> str:
        """What an entrant is called."""
        known = self.tournament.entrants.get(entrant)
        return known.name if known is not None else entrant

    def published(self, fixture: Fixture) -> bool:
        """Whether the round of a fixture stands."""
        stage = self.tournament.stages.get(fixture.stage)
        return stage is not None and stage.rounds.get(fixture.round) == "published"

    def sees(self, fixture: Fixture) -> bool:
        """Whether whoever looks may see a fixture: drafts are for organizers."""
        return self.organizes or self.published(fixture)

    @cached_property
    def brackets(self) -> list[Stage]:
        """The stages that are brackets and have been laid out."""
        return [one for one in self.tournament.stages.values() if one.format in BRACKETS and one.status != "planned"]

    def why_not(self, order: Mapping[str, Any]) -> Refusal | None:
        """Why a command would be refused now; None where it would be carried out, or cannot be told yet."""
        world = World(self.tournament, self.facts, self.loaded.version, self.today)
        try:
            decide(world, parse(order), member(self.who), batch="asked")
        except Malformed:
            return None
        except KernelError as error:
            return self.with_names(refusal_of(error, self.tournament.game))
        return None

    def with_names(self, refusal: Refusal) -> Refusal:
        """A refusal that calls entrants and stages by their names."""
        refusal.message, refusal.hint = self.names.put_into(refusal.message), self.names.put_into(refusal.hint)
        return refusal


def at_tournament(request: HttpRequest, tournament: uuid.UUID) -> TournamentPage:
    """The context of a tournament's page. NotThere for who may not see it."""
    who = person(request.user)
    return TournamentPage(who, request.user, service.see_tournament(who, tournament))


NO_OFFERS: Offers = {}
ContextOf = Callable[[TournamentPage], dict[str, Any]]


def answer(
    request: HttpRequest,
    page: TournamentPage,
    template: str,
    context_of: ContextOf,
    offers_of: Callable[[TournamentPage], Offers] = lambda _page: NO_OFFERS,
) -> HttpResponse:
    """The page, or the answer to its form: a redirect where it was applied, else the page with preview or refusal."""
    if request.method == "POST":
        page = replace(page, posted=request.POST.dict())
        try:
            if "preview" in page.posted:
                page = replace(page, preview=_previewed(page, offers_of(page)))
            else:
                return _done(request, page, offers_of(page))
        except NotThere:
            raise
        except Refusal as refusal:
            page = replace(page, refusal=page.with_names(_plainer(refusal)))
    offers = offers_of(page)
    known = {one.uid for some in offers.values() for one in some}
    context = {
        "page": page,
        "tournament": page.tournament,
        "tournament_id": page.id,
        "offers": {place: [_shown(page, one) for one in some] for place, some in offers.items()},
        "key": uuid.uuid4().hex,
        "refusal": None if page.posted.get("form") in known else page.refusal,
        **context_of(page),
    }
    return render(request, template, context, status=page.refusal.status if page.refusal else 200)


def _shown(page: TournamentPage, offer: Offer) -> ShownOffer:
    asked = page.preview is not None and page.posted.get("form") == offer.uid
    form = shown(offer.form, offer.owner, page.posted, page.refusal, again=asked)
    return ShownOffer(offer, form, page.preview if asked else None)


def _wanted(page: TournamentPage, offers: Offers) -> Offer | None:
    everything = [one for some in offers.values() for one in some]
    return next((one for one in everything if one.uid == page.posted.get("form")), None)


def _no_longer() -> Refusal:
    message = "That is no longer available: something has changed in the meantime."
    return Refusal("no_longer_offered", message, rule="KERNEL-TOUR-02", hint="Check what is available now.")


def _previewed(page: TournamentPage, offers: Offers) -> Preview:
    """What the form that was sent would come to, with nothing stored."""
    offer = _wanted(page, offers)
    if offer is None or not offer.previewed:
        raise _no_longer()
    return preview_of(page.loaded, page.who, offer.form.command(values_of(offer.form, page.posted)), page.names)


def _done(request: HttpRequest, page: TournamentPage, offers: Offers) -> HttpResponse:
    """Apply the form that was sent, and redirect with a message."""
    offer, key = _wanted(page, offers), key_of(page.posted)
    place = PLACE.fullmatch(page.posted.get("at", ""))
    here = f"{request.get_full_path()}#{place[0]}" if place else request.get_full_path()
    if offer is None:
        if done_before(page.who, key):
            return redirect(here)
        raise _no_longer()
    values = values_of(offer.form, page.posted)
    if offer.do is not None:
        done = offer.do(page, values, key)
    else:
        done = told(service.give_command(page.who, page.id, offer.form.command(dict(values)), key=key))
    led = done if isinstance(done, FormResult) else FormResult(done, here)
    if led.said:
        messages.success(request, led.said)
    return redirect(led.to)


def key_of(posted: Mapping[str, str]) -> str | None:
    """The key that travelled with a form."""
    return f"page/{posted['key']}" if posted.get("key") else None


def told(done: CommandResult) -> str:
    """The result of a command in sentences, the first of many."""
    names = Names.of(done.tournament.state)
    sentences = [tell(service.event_of(one), names) for one in done.recorded]
    return " ".join(sentences[:MOST_TOLD])


MOST_TOLD = 4


def _plainer(refusal: Refusal) -> Refusal:
    """The refusal for who looks at a page: a form of the browser's history has a key that was used."""
    if refusal.code != KeyReused().code:
        return refusal
    message = "This form was already sent with different values, and those were applied."
    return Refusal(
        "key_reused", message, rule="KERNEL-MATCH-04", hint="Send it again to apply these as well.", status=409
    )
