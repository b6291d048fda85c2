"""Jobs of before they had an app of their own go on: rows, queue, rights, addresses, history."""

import uuid

import pytest
from celery import current_app
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

import jobs.tasks  # noqa: F401 – registers the tasks
from campaigns.models import Job as CampaignJob
from jobs import dispatch, kinds
from jobs.models import Job
from tests.matches.test_concurrent import on_disk  # noqa: F401 – a fixture

BEFORE = [("campaigns", "0008_sort_keys"), ("jobs", None)]
AT = "2026-05-01T12:00:00+00:00"


def test_a_message_of_before_is_known():
    """By the names that stand in the queues of running servers."""
    assert dispatch.RUN_JOB == "campaigns.tasks.run_job"
    assert {"campaigns.tasks.run_job", "campaigns.tasks.sweep_jobs"} <= set(current_app.tasks)


def test_the_kinds_of_before_are_known():
    assert {"open_battle", "settle_match", "finish_upgrades", "hand_on_battles", "try_again"} <= set(kinds.kinds())


def test_the_table_and_its_columns_have_their_names():
    assert (Job._meta.db_table, CampaignJob._meta.db_table) == ("campaigns_job", "campaigns_job")
    assert Job._meta.get_field("scope").column == "campaign"


@pytest.mark.django_db
def test_rights_addresses_and_history_are_those_of_campaigns():
    assert reverse("admin:campaigns_job_changelist") == "/admin/campaigns/job/"
    rights = Permission.objects.filter(codename__endswith="_job").values_list("content_type__app_label", flat=True)
    assert set(rights) == {"campaigns"}
    kind = ContentType.objects.get_for_model(CampaignJob, for_concrete_model=False)
    assert (kind.app_label, kind.model) == ("campaigns", "job")


@pytest.mark.postgresql
@pytest.mark.usefixtures("on_disk")
@pytest.mark.django_db(transaction=True)
def test_rows_of_before_are_worked_off_after_the_upgrade(monkeypatch, django_user_model):
    """A row, a right and a line of history as the release before wrote them."""
    executor = MigrationExecutor(connection)
    try:
        before = executor.migrate(BEFORE).apps
        job = before.get_model("campaigns", "Job").objects.create(
            id=uuid.uuid4(),
            kind="ring",
            campaign=uuid.UUID(int=7),
            subject="the hour",
            cause_stream="story-1",
            cause_version=3,
            due_at=AT,
            created_at=AT,
            updated_at=AT,
        )
        kind = ContentType.objects.get(app_label="campaigns", model="job")
        right = Permission.objects.get(content_type=kind, codename="view_job").pk
        gail = django_user_model.objects.create_user("gail")
        LogEntry.objects.log_actions(gail.pk, [job], 2, "Retry: Mended.", single_object=True)
    finally:
        call_command("migrate", verbosity=0)
    monkeypatch.setattr(kinds, "_works", {"ring": lambda running: {"rung": str(running.job.scope)}})
    current_app.tasks["campaigns.tasks.run_job"].apply(args=[str(job.pk)], throw=True)
    now = Job.objects.get(pk=job.pk)
    assert (now.state, now.result, now.cancelled_by) == (Job.State.DONE, {"rung": str(uuid.UUID(int=7))}, "")
    assert Permission.objects.get(codename="view_job").pk == right
    assert LogEntry.objects.get().content_type.app_label == "campaigns"
    # Processes of the release before write jobs until their restart, without the columns of now.
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO campaigns_job (id, kind, subject, cause_stream, cause_version, state, attempts, due_at,"
            " lease_owner, done, of, error_type, error, result, created_at, updated_at)"
            " VALUES (%s, 'ring', '', 'story-1', 4, 'waiting', 0, %s, '', 0, 0, '', '', '{}', %s, %s)",
            [uuid.uuid4().hex, AT, AT, AT],
        )
    assert Job.objects.get(cause_version=4).cancel_reason == ""
