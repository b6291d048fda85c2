"""Request context of a campaign page: what it shows and offers, and the result of a form that was sent.

The deciders themselves say what a page offers: a disabled button has the refusal that its command would get.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import service
from campaigns.access import member, plays, runs
from campaigns.domain import acts
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company.events import GoldChanged
from campaigns.domain.company.state import Company
from campaigns.domain.world import World
from campaigns.errors import refusal_of
from campaigns.event_codec import AGGREGATES, decoded
from campaigns.games import Meaning
from campaigns.handler import CommandResult
from campaigns.loading import LoadedStream
from campaigns.models import COMPANY
from campaigns.narration import tell
from campaigns.page_context import Names, names_of
from campaigns.projection_fields import Standards
from matches.handler import done_before
from matches.pages.boards.common import by_name
from rules.kernel.errors import KernelError, Malformed, NeedDice
from rules.kernel.messages import Command
from web.errors import KeyReused, NotThere, Refusal
from web.pages.command_forms import NO_CONTEXT, NOTHING, FormContext, form_of
from web.pages.fields import Form
from web.pages.forms import ShownForm, shown, values_of
from web.pages.guard import Page, guarded
from web.people import Person


def for_people(page: Page) -> Page:
    """A page for who is logged in; others log in and come back. What is not for their eyes is not there."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @guarded
    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return page(request, *args, **kwargs)

    return answer


Values = Mapping[str, Any]


class FormResult(NamedTuple):
    """The message after a form was applied, and the address to go to."""

    said: str
    to: str


FormHandler = Callable[["PageContext", Values, str | None], "str | FormResult"]
"""Applies a form, under a key that makes it happen once, and returns the message."""
PLACE = re.compile("[a-z]{1,20}")
"""A place on a page, as forms name where they stand."""
PROMPT = "choose …"
GM_PURPOSES = frozenset({"award", "fine", "transfer"})
"""Purposes of gold that are always reported."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A form offered on a page; `owner` distinguishes forms of one name.

    `refused`: why it cannot be done now. Where there is `do`, the form makes no command and this is done instead.
    `leaves`: the address to go to afterwards, where it is not the page again. `meanings`: what its choices are and do.
    """

    form: Form
    owner: str = ""
    refused: Refusal | None = None
    do: FormHandler | None = None
    leaves: str = ""
    meanings: Sequence[Meaning] = ()

    @property
    def uid(self) -> str:
        return f"{self.form.name}:{self.owner}" if self.owner else self.form.name


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """An offer as the page shows it."""

    offer: Offer
    shown: ShownForm


Offers = Mapping[str, Sequence[Offer]]
"""What a page offers, by the place on it."""


class CompanyNotLoaded(Exception):
    """The rules ask for a company that the page has not loaded."""


class LoadedCompanies(dict[str, Company]):
    """The companies that a page has loaded."""

    def __missing__(self, company: str) -> Company:
        raise CompanyNotLoaded(company)


@dataclass(frozen=True)
class PageContext:
    """The campaign of a page, its company where the page is about one, and what came with the request."""

    who: Person
    loaded: LoadedStream
    loaded_company: LoadedStream | None = None
    posted: Mapping[str, str] = field(default_factory=dict)
    refusal: Refusal | None = None

    @property
    def campaign(self) -> Campaign:
        return cast("Campaign", self.loaded.state)

    @property
    def company(self) -> Company:
        return cast("Company", self.loaded_company and self.loaded_company.state)

    @property
    def runs(self) -> bool:
        return runs(self.who, self.campaign)

    @property
    def plays(self) -> bool:
        return plays(self.who, self.campaign, self.company.id)

    @cached_property
    def names(self) -> Names:
        return names_of(self.campaign, self.company if self.loaded_company else None)

    @cached_property
    def standards(self) -> Standards:
        return Standards(self.campaign.game, self.campaign)

    @cached_property
    def levels(self) -> bool:
        """Whether XP bring anything in the game."""
        return bool(self.standards.progression.growth.choices)

    def why_not(self, order: Mapping[str, Any], *others: LoadedStream) -> Refusal | None:
        """Why a command would be refused now; None where it would be carried out. `others`: companies it looks at.

        What only companies that were not loaded could refuse is refused when the command is given.
        """
        known = [one for one in (self.loaded_company, *others) if one is not None]
        world = World(self.campaign, LoadedCompanies({str(one.id): one.state for one in known}))
        try:
            acts.decide(world, acts.parse(order), member(self.who), None, "asked")
        except (NeedDice, Malformed, CompanyNotLoaded):
            return None
        except KernelError as error:
            return self.with_names(refusal_of(error, self.campaign.game))
        return None

    def with_names(self, refusal: Refusal) -> Refusal:
        refusal.message, refusal.hint = self.named(refusal.message), self.named(refusal.hint)
        return refusal

    def named(self, text: str) -> str:
        names = self.names
        numbers = {match: str(number) for match, number in names.battles.items()}
        words = {key: word for key, word in names.words.items() if "_" in key}
        return by_name(text, {**words, **names.heroes, **names.companies, **names.people, **numbers})


def at_campaign(who: Person, campaign: uuid.UUID) -> PageContext:
    """The context of a campaign page. NotThere for people outside the campaign."""
    return PageContext(who, service.see_campaign(who, campaign))


def at_company(who: Person, company: uuid.UUID) -> PageContext:
    """The context of a company page. NotThere for people outside the campaign."""
    loaded = service.see_company(who, company)
    return PageContext(who, service.see_campaign(who, uuid.UUID(loaded.state.campaign)), loaded)


def admin_page(request: HttpRequest, ctx: PageContext, kind: str, key: object) -> str:
    """The page of a row in the admin site, for who runs the campaign and has business there; else empty."""
    allowed = ctx.runs and getattr(request.user, "is_staff", False) and key
    if not allowed or not request.user.has_perm(f"campaigns.view_{kind}"):
        return ""
    return reverse(f"admin:campaigns_{kind}_change", args=[key])


# Forms that were sent


def answer(
    request: HttpRequest,
    ctx: PageContext,
    template: str,
    offers_of: Callable[[PageContext], Offers],
    context_of: Callable[[PageContext], dict[str, Any]],
) -> HttpResponse:
    """The page, or the answer to its form: a redirect where it was applied, else the page with the refusal."""
    if request.method == "POST":
        ctx = replace(ctx, posted=request.POST.dict())
        try:
            return _done(request, ctx, offers_of(ctx))
        except NotThere:
            raise
        except Refusal as refusal:
            ctx = replace(ctx, refusal=ctx.with_names(_plainer(refusal)))
    status = ctx.refusal.status if ctx.refusal else 200
    offers = offers_of(ctx)
    placed = {place: [_shown(ctx, one) for one in some] for place, some in offers.items()}
    known = {one.uid for some in offers.values() for one in some}
    context = {
        "ctx": ctx,
        "campaign": ctx.campaign,
        "campaign_id": ctx.loaded.id,
        "offers": placed,
        "key": uuid.uuid4().hex,
        "refusal": None if ctx.posted.get("form") in known else ctx.refusal,
        **context_of(ctx),
    }
    return render(request, template, context, status=status)


def _done(request: HttpRequest, ctx: PageContext, offers: Offers) -> HttpResponse:
    """Apply the form that was sent, and redirect with a message."""
    offer, key = _wanted(ctx, offers), key_of(ctx.posted)
    place = PLACE.fullmatch(ctx.posted.get("at", ""))
    here = f"{request.get_full_path()}#{place[0]}" if place else request.get_full_path()
    if offer is None and done_before(ctx.who, key):
        return redirect(here)
    if offer is None:
        message = "That is no longer available: something has changed in the meantime."
        raise Refusal("no_longer_offered", message, rule="KERNEL-CAMP-01", hint="Check what is available now.")
    values = values_of(offer.form, ctx.posted)
    do = offer.do or _give(offer.form)
    done = do(ctx, values, key)
    led = done if isinstance(done, FormResult) else FormResult(done, offer.leaves or here)
    if led.said:
        messages.success(request, led.said)
    return redirect(led.to)


def key_of(posted: Mapping[str, str]) -> str | None:
    """The key that travelled with a form."""
    return f"page/{posted['key']}" if posted.get("key") else None


def _wanted(ctx: PageContext, offers: Offers) -> Offer | None:
    everything = [one for some in offers.values() for one in some]
    return next((one for one in everything if one.uid == ctx.posted.get("form")), None)


def _give(form: Form) -> FormHandler:
    def give(ctx: PageContext, values: Values, key: str | None) -> str:
        return command_summary(service.give_command(ctx.who, ctx.loaded.id, form.command(dict(values)), key=key))

    return give


def command_summary(done: CommandResult) -> str:
    """The result of a command in sentences; the gold of a purchase is left out where there is another sentence.

    Ids of heroes are those of one company, so each stream is told with its own names; of several companies each is
    called by its name.
    """
    several = len([stream for stream in done.written if _company_of(stream)]) > 1
    return " ".join(sentence for stream in done.written for sentence in _event_sentences(done, stream, several))


def campaign_summary(done: CommandResult) -> str:
    """The same for the campaign's own events alone."""
    return " ".join(_event_sentences(done, done.campaign.stream))


def _event_sentences(done: CommandResult, stream: str, several: bool = False) -> list[str]:
    loaded = done.companies.get(_company_of(stream))
    names = names_of(done.campaign.state, loaded.state if loaded is not None else None)
    aggregate = AGGREGATES[stream.partition("-")[0]]
    events = [(decoded(aggregate, one), one.actor) for one in done.written[stream]]
    loud = [one for one in events if not isinstance(one[0], GoldChanged) or one[0].purpose in GM_PURPOSES]
    whose = f"{loaded.state.name}: " if loaded is not None and several else ""
    return [f"{whose}{tell(event, names, actor)}" for event, actor in loud or events]


def _company_of(stream: str) -> str:
    kind, _, company = stream.partition("-")
    return company if kind == COMPANY else ""


def _plainer(refusal: Refusal) -> Refusal:
    """The refusal for who looks at a page: a form of the browser's history has a key that was used."""
    if refusal.code != KeyReused().code:
        return refusal
    message = "This form was already sent with different values, and those were applied."
    return Refusal(
        "key_reused", message, rule="KERNEL-MATCH-04", hint="Send it again to apply these as well.", status=409
    )


def _shown(ctx: PageContext, offer: Offer) -> ShownOffer:
    return ShownOffer(offer, shown(offer.form, offer.owner, ctx.posted, ctx.refusal))


def only(*offers: Offer | None) -> list[Offer]:
    """The offers that are not None."""
    return [one for one in offers if one is not None]


def pick(*pairs: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Choices of a select in which nothing is chosen yet."""
    return (("", PROMPT), *pairs)


def campaign_form(
    kind: type[Command], asking: FormContext = NO_CONTEXT, *, given: Values = NOTHING, **style: Any
) -> Form:
    """The form of a command; `given` are its fields that are not asked for, `style` what is other in the form."""
    return form_of(kind, asking._replace(prompt=PROMPT), given=given, **style)


def company_form(
    ctx: PageContext, kind: type[Command], asking: FormContext = NO_CONTEXT, *, given: Values = NOTHING, **style: Any
) -> Form:
    """The form of a command about the company that the page is about."""
    return campaign_form(kind, asking, given={"company": ctx.company.id, **given}, **style)


def company_offer(
    ctx: PageContext, kind: type[Command], owner: str = "", *, given: Values = NOTHING, **style: Any
) -> Offer:
    """An offer that asks for nothing; shut where the command would be refused."""
    form = company_form(ctx, kind, given=given, **style)
    return Offer(form, owner, ctx.why_not(form.command({})))
