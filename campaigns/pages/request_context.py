"""Somebody at a page of a campaign: what they look at, what it offers them, and what came of a form that they sent.

What a page offers is asked of the deciders themselves, so that a button is shut for the reason that a command would be
refused with.
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
from eventstore import api as store
from matches.handler import asked
from matches.pages.boards.common import by_name
from rules.kernel.errors import KernelError, Malformed, NeedDice
from rules.kernel.messages import Command
from web.errors import KeyReused, NotThere, Refusal
from web.pages.command_forms import NOTHING, PLAINLY, Asking, form_of
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
    """What is to be said of what was done, and the address to go to."""

    said: str
    to: str


Do = Callable[["PageContext", Values, str | None], "str | FormResult"]
"""Does what a form asks for, under a key that makes it happen once; what is to be said of it."""
PLACE = re.compile("[a-z]{1,20}")
"""A place on a page, as forms name where they stand."""
PROMPT = "choose …"
BY_HAND = frozenset({"award", "fine", "transfer"})
"""What gold comes and goes by that is told always."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a page offers: a form, told apart by `owner` from others of its name.

    `refused`: why it cannot be done now. Where there is `do`, the form makes no command and this is done instead.
    `leaves`: the address to go to afterwards, where it is not the page again. `meanings`: what its choices are and do.
    """

    form: Form
    owner: str = ""
    refused: Refusal | None = None
    do: Do | None = None
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


class NotLookedAt(Exception):
    """The rules ask for a company that the page has not loaded."""


class LookedAt(dict[str, Company]):
    """The companies that a page has loaded."""

    def __missing__(self, company: str) -> Company:
        raise NotLookedAt(company)


@dataclass(frozen=True)
class PageContext:
    """One look at a campaign, and at a company of it where the page is about one; what came with the request."""

    who: Person
    seen: LoadedStream
    company_seen: LoadedStream | None = None
    posted: Mapping[str, str] = field(default_factory=dict)
    refusal: Refusal | None = None

    @property
    def campaign(self) -> Campaign:
        return cast("Campaign", self.seen.state)

    @property
    def company(self) -> Company:
        return cast("Company", self.company_seen and self.company_seen.state)

    @property
    def runs(self) -> bool:
        return runs(self.who, self.campaign)

    @property
    def plays(self) -> bool:
        return plays(self.who, self.campaign, self.company.id)

    @cached_property
    def names(self) -> Names:
        return names_of(self.campaign, self.company if self.company_seen else None)

    @cached_property
    def standards(self) -> Standards:
        return Standards(self.campaign.game, self.campaign)

    @cached_property
    def levels(self) -> bool:
        """Whether XP bring anything in the game."""
        return bool(self.standards.progression.choices)

    def why_not(self, order: Mapping[str, Any], *others: LoadedStream) -> Refusal | None:
        """Why a command would be refused now; None where it would be carried out. `others`: companies it looks at.

        What only companies that were not loaded could refuse is refused when the command is given.
        """
        known = [one for one in (self.company_seen, *others) if one is not None]
        world = World(self.campaign, LookedAt({str(one.id): one.state for one in known}))
        try:
            acts.decide(world, acts.parse(order), member(self.who), None, "asked")
        except (NeedDice, Malformed, NotLookedAt):
            return None
        except KernelError as error:
            return self.said(refusal_of(error, self.campaign.game))
        return None

    def said(self, refusal: Refusal) -> Refusal:
        refusal.message, refusal.hint = self.named(refusal.message), self.named(refusal.hint)
        return refusal

    def named(self, text: str) -> str:
        names = self.names
        numbers = {match: str(number) for match, number in names.battles.items()}
        words = {key: word for key, word in names.words.items() if "_" in key}
        return by_name(text, {**words, **names.heroes, **names.companies, **names.people, **numbers})


def at_campaign(who: Person, campaign: uuid.UUID) -> PageContext:
    """A look at a campaign. NotThere for who is no member."""
    return PageContext(who, service.see_campaign(who, campaign))


def at_company(who: Person, company: uuid.UUID) -> PageContext:
    """A look at a company with its campaign. NotThere for who is no member."""
    seen = service.see_company(who, company)
    return PageContext(who, service.see_campaign(who, uuid.UUID(seen.state.campaign)), seen)


def admin_page(request: HttpRequest, desk: PageContext, kind: str, key: object) -> str:
    """The page of a row in the admin site, for who runs the campaign and has business there; else empty."""
    allowed = desk.runs and getattr(request.user, "is_staff", False) and key
    if not allowed or not request.user.has_perm(f"campaigns.view_{kind}"):
        return ""
    return reverse(f"admin:campaigns_{kind}_change", args=[key])


# Forms that were sent


def answer(
    request: HttpRequest,
    desk: PageContext,
    template: str,
    offers_of: Callable[[PageContext], Offers],
    context_of: Callable[[PageContext], dict[str, Any]],
) -> HttpResponse:
    """The page, or what came of a form of it: the page anew where it was done, else the page with what is wrong."""
    if request.method == "POST":
        desk = replace(desk, posted=request.POST.dict())
        try:
            return _done(request, desk, offers_of(desk))
        except NotThere:
            raise
        except Refusal as refusal:
            desk = replace(desk, refusal=desk.said(_plainer(refusal)))
    status = desk.refusal.status if desk.refusal else 200
    offers = offers_of(desk)
    placed = {place: [_shown(desk, one) for one in some] for place, some in offers.items()}
    known = {one.uid for some in offers.values() for one in some}
    context = {
        "desk": desk,
        "campaign": desk.campaign,
        "campaign_id": desk.seen.id,
        "offers": placed,
        "key": uuid.uuid4().hex,
        "refusal": None if desk.posted.get("form") in known else desk.refusal,
        **context_of(desk),
    }
    return render(request, template, context, status=status)


def _done(request: HttpRequest, desk: PageContext, offers: Offers) -> HttpResponse:
    """Do what was asked for, tell it, and show the page anew."""
    offer, key = _wanted(desk, offers), key_of(desk.posted)
    place = PLACE.fullmatch(desk.posted.get("at", ""))
    here = f"{request.get_full_path()}#{place[0]}" if place else request.get_full_path()
    if offer is None and done_before(desk.who, key):
        return redirect(here)
    if offer is None:
        message = "That is no longer available: something has changed in the meantime."
        raise Refusal("no_longer_offered", message, rule="KERNEL-CAMP-01", hint="Check what is available now.")
    values = values_of(offer.form, desk.posted)
    do = offer.do or _give(offer.form)
    done = do(desk, values, key)
    led = done if isinstance(done, FormResult) else FormResult(done, offer.leaves or here)
    if led.said:
        messages.success(request, led.said)
    return redirect(led.to)


def key_of(posted: Mapping[str, str]) -> str | None:
    """The key that travelled with a form."""
    return f"page/{posted['key']}" if posted.get("key") else None


def done_before(who: Person, key: str | None) -> bool:
    """Whether a form was sent before under its key and done: then what it was offered for may be gone."""
    return key is not None and store.find_command(asked(who, "", "", key).command_id) is not None


def _wanted(desk: PageContext, offers: Offers) -> Offer | None:
    everything = [one for some in offers.values() for one in some]
    return next((one for one in everything if one.uid == desk.posted.get("form")), None)


def _give(form: Form) -> Do:
    def give(desk: PageContext, values: Values, key: str | None) -> str:
        return told_of(service.give_command(desk.who, desk.seen.id, form.command(dict(values)), key=key))

    return give


def told_of(done: CommandResult) -> str:
    """What came of a command, in words: the gold of a purchase goes without saying where something else was said.

    Ids of heroes are those of one company, so each stream is told with its own names; of several companies each is
    called by its name.
    """
    several = len([stream for stream in done.written if _company_of(stream)]) > 1
    return " ".join(sentence for stream in done.written for sentence in _told_of(done, stream, several))


def told_of_campaign(done: CommandResult) -> str:
    """The same of the campaign's own events alone."""
    return " ".join(_told_of(done, done.campaign.stream))


def _told_of(done: CommandResult, stream: str, several: bool = False) -> list[str]:
    seen = done.companies.get(_company_of(stream))
    names = names_of(done.campaign.state, seen.state if seen is not None else None)
    aggregate = AGGREGATES[stream.partition("-")[0]]
    events = [(decoded(aggregate, one), one.actor) for one in done.written[stream]]
    loud = [one for one in events if not isinstance(one[0], GoldChanged) or one[0].purpose in BY_HAND]
    whose = f"{seen.state.name}: " if seen is not None and several else ""
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


def _shown(desk: PageContext, offer: Offer) -> ShownOffer:
    return ShownOffer(offer, shown(offer.form, offer.owner, desk.posted, desk.refusal))


def only(*offers: Offer | None) -> list[Offer]:
    """Those that there are."""
    return [one for one in offers if one is not None]


def pick(*pairs: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Choices of a select in which nothing is chosen yet."""
    return (("", PROMPT), *pairs)


def campaign_form(kind: type[Command], asking: Asking = PLAINLY, *, given: Values = NOTHING, **style: Any) -> Form:
    """The form of a command; `given` are its fields that are not asked for, `style` what is other in the form."""
    return form_of(kind, asking._replace(prompt=PROMPT), given=given, **style)


def company_form(
    desk: PageContext, kind: type[Command], asking: Asking = PLAINLY, *, given: Values = NOTHING, **style: Any
) -> Form:
    """The form of a command about the company that the page is about."""
    return campaign_form(kind, asking, given={"company": desk.company.id, **given}, **style)


def company_offer(
    desk: PageContext, kind: type[Command], owner: str = "", *, given: Values = NOTHING, **style: Any
) -> Offer:
    """An offer that asks for nothing; shut where the command would be refused."""
    form = company_form(desk, kind, given=given, **style)
    return Offer(form, owner, desk.why_not(form.command({})))
