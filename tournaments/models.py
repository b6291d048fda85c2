"""Rows about tournaments, which follow from the log and can be made again. Write through `tournaments.service`."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models

from campaigns.models import Campaign, Member
from web.models import Account

TOURNAMENT = "tournament"
LONGEST_ID = 80


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments as lists want them."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> TournamentQuerySet:
        """What a list may show to `user`: public ones, and those whose campaign or officials they are among."""
        if getattr(user, "is_superuser", False) and user.is_active:
            return self
        listed = models.Q(visibility="public")
        if user.is_authenticated and user.is_active:
            listed |= models.Q(pk__in=Official.objects.filter(account__user=user.pk).values("tournament"))
            listed |= models.Q(campaign__in=Member.objects.filter(account__user=user.pk).values("campaign"))
        return self.filter(listed)


class Tournament(models.Model):
    """A tournament in lists: what its stream adds up to, up to and with event `version`."""

    class Status(models.TextChoices):
        """How far a tournament has come."""

        DRAFT = "draft", "draft"
        SIGN_UP = "sign_up", "open for sign-up"
        RUNNING = "running", "running"
        ENDED = "ended", "ended"

    class Visibility(models.TextChoices):
        """Who may see it."""

        PUBLIC = "public", "public"
        UNLISTED = "unlisted", "unlisted"
        MEMBERS = "members", "members"

    id = models.UUIDField(primary_key=True, editable=False)
    # No constraint: the two are streams of their own, and rows of campaigns are made anew by themselves.
    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="tournaments", db_constraint=False)
    title = models.CharField(max_length=200)
    game = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.MEMBERS)
    version = models.PositiveIntegerField()
    summary = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = [
            # Serves `all tournaments, newest first`, whatever their status; the other one those of a status.
            models.Index(fields=["-created_at", "-id"], name="tournament_newest"),
            models.Index(fields=["status", "-created_at", "-id"], name="tournament_sorted"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return tournament_stream(self.pk)


class Official(models.Model):
    """Somebody with duties in a tournament. `person` is the key of the account in the log."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="officials")
    person = models.CharField(max_length=64)
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="tournament_duties")
    name = models.CharField(max_length=150, blank=True, default="")
    roles = models.JSONField(default=list)

    class Meta:
        ordering = ("tournament", "id")
        constraints = [models.UniqueConstraint(fields=["tournament", "person"], name="one_official_of_a_person")]

    def __str__(self) -> str:
        return f"{self.name or self.person} in {self.tournament_id}"


class Entrant(models.Model):
    """A company that has signed up."""

    class Status(models.TextChoices):
        """How an entrant stands."""

        WAITING = "waiting", "on the waiting list"
        ENTERED = "entered", "entered"
        CHECKED_IN = "checked_in", "checked in"
        DECLINED = "declined", "off the list"
        WITHDRAWN = "withdrawn", "withdrawn"
        EXPELLED = "expelled", "expelled"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    entrant = models.CharField(max_length=LONGEST_ID)
    company = models.UUIDField(db_index=True)
    name = models.CharField(max_length=200)
    seed = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ENTERED)

    class Meta:
        ordering = ("tournament", "seed", "id")
        constraints = [models.UniqueConstraint(fields=["tournament", "entrant"], name="one_entrant_of_an_id")]

    def __str__(self) -> str:
        return self.name


class Fixture(models.Model):
    """Who meets whom, and how far that has come."""

    class Status(models.TextChoices):
        """How a fixture stands."""

        DRAFT = "draft", "draft"
        WAITING = "waiting", "waits for its sides"
        OPEN = "open", "to be played"
        DISPUTED = "disputed", "disputed"
        OVER = "over", "over"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="fixtures")
    fixture = models.CharField(max_length=LONGEST_ID)
    stage = models.CharField(max_length=LONGEST_ID)
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    deadline = models.CharField(max_length=10, blank=True, default="")
    summary = models.JSONField(default=dict)

    class Meta:
        ordering = ("tournament", "stage", "round", "number", "id")
        constraints = [models.UniqueConstraint(fields=["tournament", "fixture"], name="one_fixture_of_an_id")]
        indexes = [
            # Serves `overdue fixtures`, and `disputes` on the organizer's desk.
            models.Index(
                fields=["deadline"], condition=models.Q(status="open") & ~models.Q(deadline=""), name="fixture_overdue"
            ),
            models.Index(fields=["tournament"], condition=models.Q(status="disputed"), name="fixture_disputed"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture} of {self.tournament_id}"


class FixtureGame(models.Model):
    """A battle of a fixture, by its match."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games")
    fixture = models.CharField(max_length=LONGEST_ID)
    match = models.UUIDField(db_index=True)

    class Meta:
        ordering = ("tournament", "id")
        constraints = [models.UniqueConstraint(fields=["tournament", "match"], name="one_game_of_a_match")]

    def __str__(self) -> str:
        return f"{self.match} for {self.fixture}"


def tournament_stream(tournament: uuid.UUID | str) -> str:
    """The name of a tournament's stream in the log."""
    return f"{TOURNAMENT}-{tournament}"


def id_of(stream: str) -> uuid.UUID | None:
    """The id of the tournament with this stream; None for other streams."""
    kind, _, identity = stream.partition("-")
    try:
        found = uuid.UUID(identity)
    except ValueError:
        return None
    return found if kind == TOURNAMENT and str(found) == identity else None
