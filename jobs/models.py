"""The one table of jobs. It is kept here alone: no log holds it, and `rebuild` leaves it alone."""

from __future__ import annotations

from django.db import models


class Job(models.Model):
    """Work that an event causes, done once: event number `cause_version` of the stream `cause_stream`.

    Its id follows from kind and cause. `scope` is what it belongs to, whose GM may retry and cancel it: a campaign.
    `subject` is what it is about, as its kind has it: a match, a company. While it runs, `lease_owner` has it until
    `lease_until`; another may take it from then on. `done` of `of` steps are done. One that was cancelled says by
    whom, as the log names people, and why; it was when `updated_at` says.
    """

    class State(models.TextChoices):
        """How far a job has come."""

        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"
        PARKED = "parked", "parked"
        CANCELLED = "cancelled", "cancelled"

    id = models.UUIDField(primary_key=True, editable=False)
    kind = models.CharField(max_length=40)
    # The column has its name from when campaigns alone had jobs.
    scope = models.UUIDField(null=True, blank=True, db_column="campaign")
    subject = models.CharField(max_length=160, blank=True, default="")
    cause_stream = models.CharField(max_length=160)
    cause_version = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    lease_owner = models.CharField(max_length=200, blank=True, default="")
    lease_until = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    error_type = models.CharField(max_length=200, blank=True, default="")
    error = models.TextField(blank=True, default="")
    result = models.JSONField(default=dict)
    cancelled_by = models.CharField(max_length=200, blank=True, default="", db_default="")
    cancel_reason = models.TextField(blank=True, default="", db_default="")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "campaigns_job"  # of before jobs had an app of their own
        default_permissions = ()  # who may what is the business of the app that shows them
        ordering = ("-created_at", "-id")
        indexes = [
            # Serves the sweep: what is due and not done, the longest overdue first.
            models.Index(fields=["due_at"], condition=models.Q(state__in=("waiting", "running")), name="job_due"),
            # Serves `jobs of this campaign in this state` on the GM's dashboard, and the admin's list.
            models.Index(fields=["scope", "state", "-created_at"], name="job_of_campaign"),
            models.Index(fields=["state", "-created_at", "-id"], name="job_listed"),
            # Serves `what became of this match`.
            models.Index(fields=["subject", "kind"], name="job_subject"),
        ]

    def __str__(self) -> str:
        return self.kind.replace("_", " ")


OVER = (Job.State.DONE, Job.State.CANCELLED)
"""States that nothing follows."""
