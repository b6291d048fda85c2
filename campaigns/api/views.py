"""Campaigns under `/api/v1/`: lists and documents, commands, people, what happened, battles, standings, jobs."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import service
from campaigns.access import runs
from campaigns.api import documents, shapes
from campaigns.api.documents import value_changed
from campaigns.api.examples import COMMANDS, NEW_CAMPAIGN
from campaigns.api.filters import BattleFilter, CampaignFilter, JobFilter, LastFought
from campaigns.api.past import campaign_as_of
from campaigns.domain.acts import COMMANDS as COMMAND_TYPES
from campaigns.domain.campaign.commands import Invite, OpenCampaign
from campaigns.domain.company.commands import FoundCompany
from campaigns.domain.rights import RIGHTS
from campaigns.job_control import cancel_job, retry_job
from campaigns.loading import LoadedStream
from campaigns.models import Battle, Campaign, Candidate, Member
from campaigns.page_context import company_names
from campaigns.standings import StandingsLine, rows_to_rank, standings
from jobs.models import Job
from matches.pages.boards.common import by_name
from rules.kernel.messages import tag_of
from web.api.filters import NewestFirst, PlayedHereFirst
from web.api.reading import StructView, body, flag, key_of, number, who_asks
from web.api.schema import KEY, problems, query, shape
from web.errors import Forbidden, NotThere, Refusal, Unreadable
from web.people import Person
from web.untrusted_input import within

PAGED = ("limit", "cursor")


class CampaignView(StructView):
    """Base of the views of campaigns. `takes`: the parameters of a view that is no list with filters."""

    takes: tuple[str, ...] = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a parameter that nobody here reads: what was asked for with it would not be what is answered."""
        super().initial(request, *args, **kwargs)
        known = self._parameters() if request.method == "GET" else []
        for name in request.query_params:
            if name not in known:
                hint = f"Those are: {', '.join(known)}." if known else "Leave it out."
                raise Unreadable("unknown parameter", name[:80], hint=hint)

    def _parameters(self) -> list[str]:
        filters = getattr(self, "filterset_class", None)
        return [*self.takes, *(filters.base_filters if filters else ()), *(PAGED if filters else ())]


TAG = ["campaigns"]
MOST_EVENTS = 500
OPENING, GIVING = "POST campaigns/", "POST campaigns/{id}/commands"

AT = query("at", str, "As it was after this event, by its number, or at this time in ISO 8601.")
AFTER = query("after", int, "Only what came after this event.")
LIMIT = query("limit", int, "How many at most: 100 by default, up to 500.")
TEXTS = query("texts", bool, "Include the text of the rules they cite.")


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of a command as it is sent: without the fields that are filled by the server."""
    schema = msgspec.json.schema(kind)
    struct = schema["$defs"][kind.__name__]
    for field in service.FILLED_HERE.get(kind, ()):
        del struct["properties"][field]
    struct["required"] = [name for name in struct["required"] if name in struct["properties"]]
    return schema


def page_asked(request: Request) -> tuple[int, int]:
    """After which event, and how many."""
    asked = request.query_params
    after = within(number(asked, "after", 0), 0, 2**31, "after")
    return after, within(number(asked, "limit", 100), 1, MOST_EVENTS, "limit")


class CampaignListView(CampaignView, ListAPIView):
    """Base of the lists, narrowed by their filters, page by page."""

    def page_of(self, rows: QuerySet[Any], document: Callable[[Any], Any]) -> Response:
        """A page of `rows`, a document each."""
        page = self.paginate_queryset(self.filter_queryset(rows)) or []
        return self.get_paginated_response([document(row) for row in page])


class CampaignList(CampaignListView):
    """The list of campaigns, and the way to found one."""

    pagination_class = PlayedHereFirst
    filterset_class = CampaignFilter
    serializer_class = shape(shapes.CampaignListed)

    def get_queryset(self) -> QuerySet[Campaign]:
        """The campaigns that a list may show to the asker, with what they are in each."""
        own = Member.objects.filter(account__user=self.request.user.pk)
        return Campaign.objects.visible_to(self.request.user).prefetch_related(Prefetch("members", own, to_attr="own"))

    @extend_schema(tags=TAG, responses={200: shape(shapes.CampaignListed)(many=True)} | problems(400, 404))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the campaigns that you are a member of, newest first, imports last. Others are not for you to see."""
        return self.page_of(self.get_queryset(), partial(documents.campaign_listed, who_asks(request)))

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.NewCampaign),
        responses={201: shape(shapes.CampaignMade)} | problems(400, 409, 413, 415, 422),
        examples=NEW_CAMPAIGN,
    )
    def post(self, request: Request) -> Response:
        """Found a campaign, a draft at first. You are its GM."""
        order = msgspec.to_builtins(body(request, shapes.NewCampaign))
        done = service.open_campaign(who_asks(request), order, key=key_of(request))
        return Response(shapes.CampaignMade(done.campaign.id), status=201)


class CommandList(CampaignView):
    """The vocabulary of campaigns."""

    @extend_schema(
        tags=TAG,
        operation_id="campaign_commands_list",
        responses={200: shape(shapes.CommandKind)(many=True)} | problems(400),
    )
    def get(self, request: Request) -> Response:
        """Every command of campaigns and companies, who may give it, and the JSON schema of what is sent."""
        return Response(
            [
                shapes.CommandKind(
                    type=name,
                    right=RIGHTS[kind],
                    address=OPENING if kind is OpenCampaign else GIVING,
                    title=(kind.__doc__ or "").strip(),
                    json_schema=schema_of(kind),
                )
                for name, kind in COMMAND_TYPES.items()
            ]
        )


class OneCampaign(CampaignView):
    """One campaign."""

    takes = ("at",)

    @extend_schema(tags=TAG, parameters=[AT], responses={200: shape(shapes.CampaignSeen)} | problems(400, 404))
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """A campaign: its people, house rules and companies, open battles, open choices, jobs under way.

        Now or as of any event or date; jobs are not remembered, and there are none in the past.
        """
        return Response(campaign_as_of(who_asks(request), campaign_id, request.query_params.get("at", "")))


class CampaignCommands(CampaignView):
    """The commands of a campaign."""

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.CampaignCommand),
        responses={200: shape(shapes.CampaignAnswered)} | problems(400, 404, 409, 413, 415, 422),
        examples=COMMANDS,
    )
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Give a command in a campaign; the answer is what it wrote, stream by stream.

        It happens whole or not at all. What follows from it later (the opening of a match, an upgrade) is a job.
        """
        who = who_asks(request)
        order = _order(who, campaign_id, body(request, shapes.CampaignCommand))
        try:
            done = service.give_command(who, campaign_id, order, key=key_of(request))
        except Refusal as refusal:
            if refusal.code == "owns_company":
                refusal.message = by_name(refusal.message, company_names(str(campaign_id)))
            raise
        return Response(documents.answer_document(done))


class CampaignPreview(CampaignView):
    """The preview of a command."""

    @extend_schema(
        tags=TAG,
        request=shape(shapes.CampaignCommand),
        responses={200: shape(shapes.ValueChanged)(many=True)} | problems(400, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """As the GM or a co-GM: what a command would change in the companies, and why. Nothing happens."""
        who = who_asks(request)
        order = _order(who, campaign_id, body(request, shapes.CampaignCommand))
        game = service.see_campaign(who, campaign_id).state.game
        return Response([value_changed(one, game) for one in service.preview(who, campaign_id, order)])


def _order(who: Person, campaign: uuid.UUID, given: shapes.CampaignCommand) -> dict[str, Any]:
    """The command as a document, with the key of whoever it names by `user`."""
    if not given.user:
        return given.command
    account, name = service.account_named(who, campaign, given.user), str(given.command.get("type", ""))
    field = "owner" if name == tag_of(FoundCompany) else "account"
    if name in COMMAND_TYPES and field not in COMMAND_TYPES[name].__struct_fields__:
        raise Unreadable(f"{name} is about no user", "user", hint="Leave it out.")
    if field in given.command:
        raise Unreadable(f"somebody is named by {field} already", "user", hint=f"Send either user or {field}.")
    typed = {"name": given.user.strip()} if name == tag_of(Invite) else {}
    return {**given.command, **typed, field: account}


class CampaignEvents(CampaignView):
    """The events of a campaign."""

    takes = ("after", "limit", "texts")

    @extend_schema(
        tags=TAG,
        parameters=[AFTER, LIMIT, TEXTS],
        responses={200: shape(shapes.CampaignEventPage)} | problems(400, 404),
    )
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """The events of a campaign, in order. Those of its companies stand with each company."""
        loaded = service.see_campaign(who_asks(request), campaign_id)
        after, limit = page_asked(request)
        texts = flag(request.query_params, "texts")
        return Response(documents.events_page(loaded, loaded.state.game, after, limit, texts=texts))


class CampaignBattles(CampaignListView):
    """The battles of a campaign."""

    pagination_class = LastFought
    filterset_class = BattleFilter
    serializer_class = shape(shapes.BattleListed)
    queryset = Battle.objects.prefetch_related("sides")

    @extend_schema(tags=TAG, responses={200: shape(shapes.BattleListed)(many=True)} | problems(400, 404))
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List the battles of a campaign, the last one first."""
        service.see_campaign(who_asks(request), campaign_id)
        rows = self.filter_queryset(self.get_queryset().filter(campaign=campaign_id))
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(documents.battles_listed((row, row.sides.all()) for row in page))


class CampaignStandings(CampaignView):
    """The standings of a campaign."""

    @extend_schema(
        tags=TAG,
        operation_id="campaign_standings_list",
        responses={200: shape(StandingsLine)(many=True)} | problems(400, 404),
    )
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """The companies of a campaign, the best first: by battles won, then drawn, then by points where the
        game counts them, then by what they are worth.

        Friendly, abandoned and void battles do not count.
        """
        loaded = service.see_campaign(who_asks(request), campaign_id)
        return Response(standings(loaded.state, rows_to_rank(campaign_id)))


class InvitationList(CampaignView):
    """The invitations of the user who asks."""

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
        rows = invited.order_by("-campaign__sort_key", "campaign")
        texts = rows.values_list("campaign", "campaign__title", "campaign__gm_name", "message")
        return Response([shapes.InvitationSeen(*one) for one in texts])


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
    """An invite link."""

    @extend_schema(tags=TAG, responses={204: None} | problems(400, 404))
    def delete(self, request: Request, campaign_id: uuid.UUID, token: str) -> Response:
        """As the GM or a co-GM: make a token good for nothing."""
        service.withdraw_link(who_asks(request), campaign_id, token)
        return Response(status=204)


class JoinCampaign(CampaignView):
    """Joining by an invite link."""

    @extend_schema(
        tags=TAG,
        request=shape(shapes.JoiningLink),
        responses={200: shape(shapes.CampaignAnswered)} | problems(400, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Become a member by a token, which is used up by that."""
        token = body(request, shapes.JoiningLink).token
        return Response(documents.answer_document(service.join_by_link(who_asks(request), token)))


class CampaignJobs(CampaignListView):
    """The jobs of a campaign."""

    pagination_class = NewestFirst
    filterset_class = JobFilter
    serializer_class = shape(shapes.JobSeen)
    queryset = Job.objects.all()

    @extend_schema(tags=TAG, responses={200: shape(shapes.JobSeen)(many=True)} | problems(400, 404))
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List the jobs of a campaign, newest first. What went wrong with them is for the GM and co-GMs."""
        who = who_asks(request)
        full = runs(who, service.see_campaign(who, campaign_id).state)
        return self.page_of(self.get_queryset().filter(scope=campaign_id), partial(documents.job_document, full=full))


class OneJob(CampaignView):
    """One job."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.JobSeen)} | problems(400, 404))
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        """A job of a campaign that you may see, and how far it has come."""
        who = who_asks(request)
        job, campaign = _seen_job(who, job_id)
        return Response(documents.job_document(job, full=runs(who, campaign.state)))


class JobRetry(CampaignView):
    """The retry of a job."""

    @extend_schema(tags=TAG, request=None, responses={200: shape(shapes.JobSeen)} | problems(400, 404, 409))
    def post(self, request: Request, job_id: uuid.UUID) -> Response:
        """As the GM or a co-GM: let a job that is parked, or waits for its next attempt, be tried again now."""
        who = who_asks(request)
        job = _own_job(who, job_id)
        retry_job(job)
        return _as_it_is(job)


class JobCancel(CampaignView):
    """The cancellation of a job."""

    @extend_schema(
        tags=TAG,
        request=shape(shapes.CancelJob),
        responses={200: shape(shapes.JobSeen)} | problems(400, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request, job_id: uuid.UUID) -> Response:
        """As the GM or a co-GM: cancel a job that waits, is parked or runs, and say why.

        It changes nothing from then on, and is not tried again; what it had done before stays.
        """
        who = who_asks(request)
        job = _own_job(who, job_id)
        cancel_job(who, job, body(request, shapes.CancelJob).reason)
        return _as_it_is(job)


def _own_job(who: Person, job_id: uuid.UUID) -> Job:
    job, campaign = _seen_job(who, job_id)
    if not runs(who, campaign.state):
        hint = "Ask one of them."
        raise Forbidden("gm_only", "Only the GM and co-GMs may retry or cancel jobs.", rule="KERNEL-CAMP-01", hint=hint)
    return job


def _as_it_is(job: Job) -> Response:
    job.refresh_from_db()
    return Response(documents.job_document(job, full=True))


def _seen_job(who: Person, job_id: uuid.UUID) -> tuple[Job, LoadedStream]:
    """A job with its campaign, for who may look at that."""
    job = Job.objects.filter(pk=job_id).first()
    if job is None or job.scope is None:
        raise NotThere("job")
    try:
        return job, service.see_campaign(who, job.scope)
    except NotThere:
        raise NotThere("job") from None
