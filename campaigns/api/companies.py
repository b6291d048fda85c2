"""Companies under `/api/v1/`: as they are, as they were, their gold, their heroes and why these are what they are."""

from __future__ import annotations

import uuid
from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import service
from campaigns.api import company_shapes, documents, shapes
from campaigns.api.filters import ByName, CompanyFilter
from campaigns.api.past import company_as_of, hero_story, why_value
from campaigns.api.views import AFTER, AT, LIMIT, TEXTS, CampaignListView, CampaignView, page_asked
from campaigns.models import Company
from web.api.reading import flag, who_asks
from web.api.schema import problems, query, shape

TAG = ["companies"]


class CompanyList(CampaignListView):
    """The companies of a campaign."""

    pagination_class = ByName
    filterset_class = CompanyFilter
    serializer_class = shape(shapes.CompanyListed)
    queryset = Company.objects.all()

    @extend_schema(tags=TAG, responses={200: shape(shapes.CompanyListed)(many=True)} | problems(400, 404))
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List the companies of a campaign by name."""
        campaign = service.see_campaign(who_asks(request), campaign_id).state
        return self.page_of(
            self.get_queryset().filter(campaign=campaign_id), partial(documents.company_listed, campaign)
        )


class OneCompany(CampaignView):
    """A company."""

    takes = ("at",)

    @extend_schema(tags=TAG, parameters=[AT], responses={200: shape(company_shapes.CompanySeen)} | problems(400, 404))
    def get(self, request: Request, company_id: uuid.UUID) -> Response:
        """A company: ledger, hall, stash and heroes, now or as of any event or date.

        Its worth and the open choices of its heroes follow the house rules of that time.
        """
        who = who_asks(request)
        loaded, campaign = company_as_of(who, company_id, request.query_params.get("at", ""))
        return Response(documents.company_document(who, loaded, campaign))


class CompanyEvents(CampaignView):
    """The events of a company."""

    takes = ("after", "limit", "texts")

    @extend_schema(
        tags=TAG,
        parameters=[AFTER, LIMIT, TEXTS],
        responses={200: shape(shapes.CampaignEventPage)} | problems(400, 404),
    )
    def get(self, request: Request, company_id: uuid.UUID) -> Response:
        """The events of a company, in order."""
        loaded = service.see_company(who_asks(request), company_id)
        after, limit = page_asked(request)
        texts = flag(request.query_params, "texts")
        return Response(documents.events_page(loaded, loaded.state.game, after, limit, texts=texts))


class CompanyLedger(CampaignView):
    """The gold of a company: its ledger."""

    takes = ("after", "limit")

    @extend_schema(
        tags=TAG, parameters=[AFTER, LIMIT], responses={200: shape(company_shapes.LedgerPage)} | problems(400, 404)
    )
    def get(self, request: Request, company_id: uuid.UUID) -> Response:
        """Every coin that came in or went out, with the balance, what for and why."""
        loaded = service.see_company(who_asks(request), company_id)
        after, limit = page_asked(request)
        return Response(documents.ledger_page(loaded, after, limit))


class OneHero(CampaignView):
    """A hero and its story."""

    takes = ("at", "after", "limit")

    @extend_schema(
        tags=TAG, parameters=[AT, AFTER, LIMIT], responses={200: shape(company_shapes.HeroStory)} | problems(400, 404)
    )
    def get(self, request: Request, company_id: uuid.UUID, hero: str) -> Response:
        """The sheet of a hero with its open choices, and its story: the events of its company that name it.

        Now or as of any event of its company or date; the story ends there, too.
        """
        after, limit = page_asked(request)
        at = request.query_params.get("at", "")
        return Response(hero_story(who_asks(request), company_id, hero, after, limit, at))


class HeroWhy(CampaignView):
    """The events that a value of a hero comes from."""

    takes = ("field",)

    @extend_schema(
        tags=TAG,
        parameters=[query("field", str, "A field of the hero: `level`, `standing`, `stats.power` …")],
        responses={200: shape(company_shapes.WhySeen)} | problems(400, 404),
    )
    def get(self, request: Request, company_id: uuid.UUID, hero: str) -> Response:
        """Why does this hero have Power 6? The events that made it so, each with where its match can be watched."""
        return Response(why_value(who_asks(request), company_id, hero, request.query_params.get("field", "")))
