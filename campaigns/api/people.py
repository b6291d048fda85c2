"""Coming into campaigns under `/api/v1/`: what one is invited into, and links that let in whoever has them."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import service
from campaigns.api import documents, shapes
from campaigns.api.query_params import CampaignView
from campaigns.models import Candidate
from web.api.reading import body, who_asks
from web.api.schema import problems, shape

TAG = ["campaigns"]


class InvitationList(CampaignView):
    """Who wants you in."""

    @extend_schema(
        tags=TAG,
        operation_id="invitations_list",
        responses={200: shape(shapes.InvitationSeen)(many=True)} | problems(400),
    )
    def get(self, request: Request) -> Response:
        """The campaigns that you are invited into. What you have asked for yourself is not among them."""
        if not request.user.is_authenticated:
            return Response([])
        invited = Candidate.objects.filter(kind=Candidate.Kind.INVITED, account__user=request.user.pk)
        rows = invited.select_related("campaign").order_by("-campaign__sort_key", "campaign")
        return Response([documents.invitation_document(one) for one in rows])


class CampaignLinks(CampaignView):
    """Links into a campaign."""

    @extend_schema(
        tags=TAG,
        operation_id="campaign_links_list",
        responses={200: shape(shapes.LinkSeen)(many=True)} | problems(400, 404),
    )
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """As the GM or a co-GM: the links that nobody has joined by yet, the newest first."""
        links = service.links_of(who_asks(request), campaign_id)
        return Response([shapes.LinkSeen(one.token, one.made_by, one.made_at) for one in links])

    @extend_schema(tags=TAG, request=None, responses={201: shape(shapes.JoiningLink)} | problems(400, 404, 422))
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """As the GM or a co-GM: make a token with which one person may join, whoever has it.

        It is good while the campaign goes on and who made it runs the campaign.
        """
        return Response(shapes.JoiningLink(service.invite_by_link(who_asks(request), campaign_id)), status=201)


class OneLink(CampaignView):
    """One of them."""

    @extend_schema(tags=TAG, responses={204: None} | problems(400, 404))
    def delete(self, request: Request, campaign_id: uuid.UUID, token: str) -> Response:
        """As the GM or a co-GM: make a token good for nothing."""
        service.withdraw_link(who_asks(request), campaign_id, token)
        return Response(status=204)


class JoinCampaign(CampaignView):
    """The door."""

    @extend_schema(
        tags=TAG,
        request=shape(shapes.JoiningLink),
        responses={200: shape(shapes.CampaignAnswered)} | problems(400, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Become a member by a token, which is used up by that."""
        token = body(request, shapes.JoiningLink).token
        return Response(documents.answer_document(service.join_by_link(who_asks(request), token)))
