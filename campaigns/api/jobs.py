"""Jobs under `/api/v1/`: those of a campaign, one, another attempt, the end of it."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import service
from campaigns.access import runs
from campaigns.api import documents, shapes
from campaigns.api.filters import JobFilter
from campaigns.api.query_params import CampaignView
from campaigns.job_control import cancel_job, retry_job
from campaigns.loading import LoadedStream
from jobs.models import Job
from web.api.filters import Newest
from web.api.reading import body, who_asks
from web.api.schema import problems, shape
from web.errors import Forbidden, NotThere
from web.people import Person

TAG = ["campaigns"]


class CampaignJobs(CampaignView, ListAPIView):
    """The jobs of a campaign."""

    pagination_class = Newest
    filterset_class = JobFilter
    serializer_class = shape(shapes.JobSeen)
    queryset = Job.objects.all()

    @extend_schema(tags=TAG, responses={200: shape(shapes.JobSeen)(many=True)} | problems(400, 404))
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List the jobs of a campaign, newest first. What went wrong with them is for the GM and co-GMs."""
        who = who_asks(request)
        full = runs(who, service.see_campaign(who, campaign_id).state)
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset().filter(scope=campaign_id))) or []
        answer: Response = self.get_paginated_response([documents.job_document(job, full=full) for job in page])
        return answer


class OneJob(CampaignView):
    """One job."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.JobSeen)} | problems(400, 404))
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        """A job of a campaign that you may see, and how far it has come."""
        who = who_asks(request)
        job, campaign = _seen_job(who, job_id)
        return Response(documents.job_document(job, full=runs(who, campaign.state)))


class JobRetry(CampaignView):
    """Another attempt."""

    @extend_schema(tags=TAG, request=None, responses={200: shape(shapes.JobSeen)} | problems(400, 404, 409))
    def post(self, request: Request, job_id: uuid.UUID) -> Response:
        """As the GM or a co-GM: let a job that is parked, or waits for its next attempt, be tried again now."""
        who = who_asks(request)
        job = _own_job(who, job_id)
        retry_job(job)
        return _as_it_is(job)


class JobCancel(CampaignView):
    """The end of a job that shall not run."""

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
