"""The list of campaigns, and the ways into others: invitations, links, asking to join, founding one."""

from __future__ import annotations

import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns import service
from campaigns.domain.campaign import commands as co
from campaigns.games import first_game
from campaigns.loading import load_campaign
from campaigns.models import STAFF, Battle, BattleSide, Campaign, Candidate, Company, Member
from campaigns.pages.governing import GOES_ON
from campaigns.pages.request_context import campaign_form, for_people
from rules.registry import RULESETS
from web.errors import NotThere, Refusal, Unreadable
from web.models import Account
from web.pages.command_forms import FormContext
from web.pages.fields import Field
from web.pages.forms import shown, values_of
from web.people import Person, person

PER_PAGE = 20
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


@dataclass(frozen=True, slots=True)
class Card:
    """A campaign in the list: what one is in it, one's companies, and what waits for one."""

    campaign: Campaign
    game: str
    role: str
    companies: list[Company]
    waits: list[tuple[str, str]]
    """What waits, in words, and where it can be done."""


@for_people
def campaigns(request: HttpRequest) -> HttpResponse:
    """One's campaigns, and the ways into others."""
    user = request.user.pk or 0
    posted = request.POST.dict() if request.method == "POST" else {}
    refusal: Refusal | None = None
    if posted:
        try:
            return _done(request, posted)
        except Refusal as error:
            refusal = error
    archived = request.GET.get("archived") == "on"
    listed = Campaign.objects.visible_to(request.user).order_by(
        "from_outside", Coalesce("imported_at", "updated_at").desc(), "-pk"
    )
    away = Q(stage=Campaign.Stage.ARCHIVED)
    page = Paginator(listed.filter(away if archived else ~away), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "cards": _cards(page.object_list, user),
        "archived": archived,
        "put_away": 0 if archived else listed.filter(away).count(),
        "invitations": _invitations(user),
        "asked": Candidate.objects.filter(kind=Candidate.Kind.ASKED, account__user=user),  # its title is for members
        "forms": {name: shown(form, "", posted, refusal) for name, form in FORMS.items()},
        "refusal": refusal if posted.get("form") not in FORMS else None,
        "key": uuid.uuid4().hex,
    }
    return render(request, "campaigns/pages/list.html", context, status=refusal.status if refusal else 200)


def _invitations(user: int) -> QuerySet[Candidate]:
    invited = Candidate.objects.filter(kind=Candidate.Kind.INVITED, account__user=user)
    return invited.select_related("campaign").order_by("-campaign__sort_key", "campaign")


# What each has to show


def _cards(rows: Iterable[Campaign], user: int) -> list[Card]:
    page = list(rows)
    ids = [one.pk for one in page]
    roles = dict(Member.objects.filter(campaign__in=ids, account__user=user).values_list("campaign", "role"))
    own = defaultdict(list)
    for company in Company.objects.filter(campaign__in=ids, owner__user=user, disbanded=False).order_by("name", "id"):
        own[company.campaign_id].append(company)
    battles, offered = _battles_of(ids, user), offers_to(user, page)
    runs = [one for one in ids if roles.get(one) in STAFF]
    asking = _counted(Candidate.objects.filter(campaign__in=runs, kind=Candidate.Kind.ASKED), Count("pk"))
    fates = _open_fates(runs)
    return [
        Card(
            one,
            RULESETS[one.game].title if one.game in RULESETS else one.game,
            Member.Role(roles[one.pk]).label if one.pk in roles else "spectator",
            own[one.pk],
            [
                *offered.get(one.pk, ()),
                *(_choices(own[one.pk]) if one.stage in GOES_ON else ()),
                *battles[one.pk],
                *_of_the_gm(one, asking.get(one.pk, 0), fates[one.pk]),
            ],
        )
        for one in page
    ]


def _counted(rows: QuerySet[Any], what: Count | Sum) -> dict[uuid.UUID, int]:
    return dict(rows.order_by().values_list("campaign").annotate(what))


def _choices(companies: Iterable[Company]) -> list[tuple[str, str]]:
    return [
        (
            f"{one.owed} open {'choice' if one.owed == 1 else 'choices'}: {one.name}",
            f"{reverse('campaigns:company', args=[one.pk])}#heroes",
        )
        for one in companies
        if one.owed and not one.in_battle
    ]


def offers_to(user: int, campaigns: Iterable[Campaign]) -> Mapping[uuid.UUID, list[tuple[str, str]]]:
    """The companies that a user is asked to play, by campaign."""
    key = Account.objects.values_list("key", flat=True).filter(user=user).first()
    if key is None:
        return {}
    mine = {company for one in campaigns for company, whom in one.summary.get("offers", {}).items() if whom == key.hex}
    found = defaultdict(list)
    for row in Company.objects.filter(pk__in=mine).order_by("name", "id"):
        address = f"{reverse('campaigns:company', args=[row.pk])}#offered"
        found[row.campaign_id].append((f"You are asked to play {row.name}", address))
    return found


def _battles_of(campaigns: list[uuid.UUID], user: int) -> Mapping[uuid.UUID, list[tuple[str, str]]]:
    sides = BattleSide.objects.filter(
        battle__campaign__in=campaigns, battle__stage=Battle.Stage.OPEN, company__owner__user=user
    )
    found = defaultdict(list)
    for side in sides.select_related("battle", "company").order_by("battle__number", "seat"):
        text = f"Battle {side.battle.number}: {side.company.name}"
        found[side.battle.campaign_id].append((text, reverse("pages:match", args=[side.battle.match])))
    return found


def _open_fates(campaigns: list[uuid.UUID]) -> Counter[uuid.UUID]:
    rows = Company.objects.filter(campaign__in=campaigns, disbanded=False).exclude(summary__fates_owed={})
    counted: Counter[uuid.UUID] = Counter()
    for campaign, summary in rows.values_list("campaign", "summary"):
        counted[campaign] += sum(map(len, summary.get("fates_owed", {}).values()))
    return counted


def _of_the_gm(row: Campaign, asking: int, fates: int) -> list[tuple[str, str]]:
    page = reverse("campaigns:campaign", args=[row.pk])
    people = "1 person asks" if asking == 1 else f"{asking} people ask"
    return [
        *([(f"{people} to join", f"{page}#people")] if asking else []),
        *([(f"You have to decide {fates} {'fate' if fates == 1 else 'fates'}", f"{page}#companies")] if fates else []),
    ]


# What can be done here


_GAMES = [(key, game.title) for key, game in RULESETS.items() if game.progression is not None]
_ASK = campaign_form(co.RequestJoin, name="ask")
FORMS = {
    "found": campaign_form(
        co.OpenCampaign, FormContext(choices={"game": _GAMES}, now={"game": first_game()}), name="found"
    ),
    "ask": replace(
        _ASK,
        fields=(
            Field("campaign", "The campaign’s address or id", required=True, help="Ask its GM for it."),
            *_ASK.fields,
        ),
    ),
}


def _done(request: HttpRequest, posted: Mapping[str, str]) -> HttpResponse:
    who, key = person(request.user), f"page/{posted['key']}" if posted.get("key") else None
    doing = _DOING.get(posted.get("form", ""))
    if doing is None:
        raise Unreadable("this form does not exist on this page", hint="Reload the page.")
    text, address = doing(who, posted, key)
    messages.success(request, text)
    return redirect(address)


def _found(who: Person, posted: Mapping[str, str], key: str | None) -> tuple[str, str]:
    order = FORMS["found"].command(values_of(FORMS["found"], posted))
    done = service.open_campaign(who, order, key=key)
    address = reverse("campaigns:campaign", args=[done.campaign.id]) + "#top"
    return f"{order['title']} is founded. Invite players, set its house rules, then start it.", address


def _ask(who: Person, posted: Mapping[str, str], key: str | None) -> tuple[str, str]:
    values = values_of(FORMS["ask"], posted)
    campaign = _campaign_in(values["campaign"], "campaign")
    try:
        service.give_command(who, campaign, FORMS["ask"].command(values), key=key)
    except NotThere:
        raise Refusal("not_found", "There is no such campaign.", field="campaign", hint="Ask its GM.") from None
    return "Your request has been sent. The GM decides.", reverse("campaigns:list")


def _accept(who: Person, posted: Mapping[str, str], key: str | None) -> tuple[str, str]:
    campaign = _campaign_in(posted.get("campaign", ""))
    done = service.give_command(who, campaign, {"type": "accept_invite"}, key=key)
    return f"You have joined {done.campaign.state.title}.", reverse("campaigns:campaign", args=[campaign])


def _decline(who: Person, posted: Mapping[str, str], key: str | None) -> tuple[str, str]:
    order = {"type": "withdraw_invite", "account": who.key}
    service.give_command(who, _campaign_in(posted.get("campaign", "")), order, key=key)
    return "You have declined the invitation.", reverse("campaigns:list")


def _take_back(who: Person, posted: Mapping[str, str], key: str | None) -> tuple[str, str]:
    order = {"type": "decline_request", "account": who.key}
    service.give_command(who, _campaign_in(posted.get("campaign", "")), order, key=key)
    return "Your request has been withdrawn.", reverse("campaigns:list")


_DOING: Mapping[str, Callable[[Person, Mapping[str, str], str | None], tuple[str, str]]] = {
    "found": _found,
    "ask": _ask,
    "accept": _accept,
    "decline": _decline,
    "take_back": _take_back,
}


def _campaign_in(typed: str, field: str = "") -> uuid.UUID:
    found = _UUID.search(typed)
    if found is None:
        raise Unreadable("That is not the id of a campaign.", field, hint="Paste the address of its page.")
    return uuid.UUID(found[0].lower())


@for_people
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The invitation behind a link, and joining by it. A link that is used up says so at once."""
    who = person(request.user)
    try:
        link = service.link_of(token)
    except NotThere:
        return _gone(request, who)
    campaign = load_campaign(link.campaign).state
    if who.key in campaign.people:
        messages.info(request, f"You are already in {campaign.title}. The link still works for somebody else.")
        return redirect("campaigns:campaign", link.campaign)
    if not service.holds(link, campaign):
        lapsed = campaign.stage in GOES_ON  # of one that is over strangers are told nothing
        return render(request, "campaigns/pages/join.html", {"gone": True, "lapsed": lapsed}, status=404)
    context = {
        "title": campaign.title,
        "gm": campaign.gm.name if campaign.gm is not None else "",
        "campaign_id": link.campaign,
    }
    if request.method != "POST":
        return render(request, "campaigns/pages/join.html", context)
    try:
        service.join_by_link(who, token)
    except NotThere:
        return _gone(request, who)
    except Refusal as refusal:
        return render(request, "campaigns/pages/join.html", {**context, "refusal": refusal}, status=refusal.status)
    messages.success(request, f"You have joined {campaign.title}. Next, found a company.")
    return redirect("campaigns:campaign", link.campaign)


def _gone(request: HttpRequest, who: Person) -> HttpResponse:
    """The answer to a used or withdrawn link; the campaign itself where the form was sent twice."""
    try:
        loaded = service.see_campaign(who, UUID(request.POST.get("campaign", "")))
    except (ValueError, NotThere):
        return render(request, "campaigns/pages/join.html", {"gone": True}, status=404)
    return redirect("campaigns:campaign", loaded.id)
