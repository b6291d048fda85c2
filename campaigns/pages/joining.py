"""The far end of an invitation by link."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns import service
from campaigns.loading import load_campaign
from campaigns.pages.governing import GOES_ON
from campaigns.pages.guard import for_people
from web.errors import NotThere, Refusal
from web.people import Person, person


@for_people
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Say what one is invited into; join when told to. A link that lets nobody in any more says so at once."""
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
    """The link was used or withdrawn; where a form was sent twice and named a campaign of who looks, that one."""
    try:
        seen = service.see_campaign(who, UUID(request.POST.get("campaign", "")))
    except (ValueError, NotThere):
        return render(request, "campaigns/pages/join.html", {"gone": True}, status=404)
    return redirect("campaigns:campaign", seen.id)
