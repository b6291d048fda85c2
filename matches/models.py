"""Rows about matches. `Match` and `Seat` follow from the log and can be made again; the others are kept here alone.

Write to matches through `matches.service`, never to these rows.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.urls import reverse

import web.models

SECRET_BYTES = 32
INVITE_BYTES = 18


def new_invite() -> str:
    """A token that cannot be guessed and fits into an address."""
    return secrets.token_urlsafe(INVITE_BYTES)


class Account(web.models.Account):
    """The account under the name that it has always had in relations, rights and the admin site."""

    class Meta:
        proxy = True


class MatchQuerySet(models.QuerySet["Match"]):
    """Matches as lists want them."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> MatchQuerySet:
        """What a list may show to `user`.

        * Superusers see every match.
        * Others see the public ones, those they run, and those in which they hold a seat.
        """
        if getattr(user, "is_superuser", False) and user.is_active:
            return self
        listed = models.Q(visibility=Match.Visibility.PUBLIC)
        if user.is_authenticated and user.is_active:
            listed |= own(user)
        return self.filter(listed)

    def with_people(self) -> MatchQuerySet:
        """The GM and the seats along with the matches, in two queries whatever their number."""
        seats = models.Prefetch("seats", Seat.objects.select_related("account__user"))
        return self.select_related("gm__user").prefetch_related(seats)


def run_by(user: AbstractBaseUser) -> models.Q:
    """The matches that `user` runs: as their GM, or as a co-GM of the campaign that they are battles of."""
    account = getattr(user, "account", None)
    gm = models.Q(gm__user=user.pk)
    return gm if account is None else gm | models.Q(co_gms__contains=account.key.hex)


def own(user: AbstractBaseUser) -> models.Q:
    """The matches that `user` runs or sits in."""
    return run_by(user) | models.Q(pk__in=Seat.objects.filter(account__user=user.pk).values("match"))


class Match(models.Model):
    """A match in lists: what its stream adds up to, up to and with event `version`.

    `co_gms` has the keys of the accounts of those who run it beside the GM, with blanks between them.
    """

    class Status(models.TextChoices):
        """How far a match has come."""

        WAITING = "waiting", "waiting for its first command"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        ABANDONED = "abandoned", "abandoned"

    class Visibility(models.TextChoices):
        """Who may look on."""

        PRIVATE = "private", "private"
        UNLISTED = "unlisted", "unlisted: whoever has the link"
        PUBLIC = "public", "public"

    id = models.UUIDField(primary_key=True, editable=False)
    title = models.CharField(max_length=120)
    ruleset = models.CharField(max_length=40)
    ruleset_version = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    # The account is looked up when the row is written; a match from elsewhere names people that are not here.
    gm = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="matches_run")
    gm_name = models.CharField(max_length=150, blank=True, default="")
    co_gms = models.TextField(blank=True, default="")
    version = models.PositiveIntegerField()
    summary = models.JSONField(default=dict)
    open_seats = models.BooleanField(default=False)
    forked_from = models.UUIDField(null=True, blank=True)
    forked_at = models.PositiveIntegerField(null=True, blank=True)
    # Whether what led to a fork came from a file that no trusted server has signed for.
    forked_from_import = models.BooleanField(default=False, db_default=False)
    # Whether any of it came from a file that no trusted server has signed for; and who took it in last, and when.
    from_outside = models.BooleanField(default=False)
    imported_by = models.CharField(max_length=200, blank=True, default="")
    imported_at = models.DateTimeField(null=True, blank=True)
    # What lists go by, the largest first: `web.provenance.sort_key`.
    sort_key = models.BigIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("-sort_key", "-id")
        indexes = [
            # Serves `public matches, newest first`: the list of who is not logged in.
            models.Index(fields=["visibility", "-sort_key", "-id"], name="match_sorted"),
            # Serves `forks of this match`.
            models.Index(fields=["forked_from"], name="match_forks"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The address of the page of the match."""
        return reverse("pages:match", args=[self.pk])

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return stream_of(self.pk)

    def is_run_by(self, user: AbstractBaseUser | AnonymousUser) -> bool:
        """Whether `user` is its GM or a co-GM; nobody in particular is neither."""
        account = getattr(user, "account", None)
        return account is not None and (self.gm_id == account.pk or account.key.hex in self.co_gms.split())


OVER = (Match.Status.FINISHED, Match.Status.ABANDONED)
"""The statuses of matches in which nothing is played any more."""


class Seat(models.Model):
    """A seat of a match in lists. `account` is empty where it is free, or where its holder is not known here."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    name = models.CharField(max_length=40)
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="seats")
    holder = models.CharField(max_length=150, blank=True, default="")

    class Meta:
        ordering = ("match", "id")
        constraints = [models.UniqueConstraint(fields=["match", "name"], name="one_seat_of_a_name")]

    def __str__(self) -> str:
        return f"{self.name} of {self.match_id}"


class Invite(models.Model):
    """A token with which somebody may take a seat once. Not in the log, for the log can be read by many."""

    match = models.UUIDField()
    seat = models.CharField(max_length=40)
    token = models.CharField(max_length=64, default=new_invite)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_invite_of_a_seat")]

    def __str__(self) -> str:
        return f"invitation to {self.seat} of {self.match}"


class SeatOffer(models.Model):
    """An invitation by name: to a seat, or as "gm" to run the match. Not in the log, for the log can be read by many.

    `name` is what was typed, `account` whose name that was; empty where nobody bears it, which nobody is told.
    `by_key` is the account of who invites; empty for superusers and the server. `declined_at`: who runs the match reads
    that they declined, until somebody else is invited or sits there.
    """

    match = models.UUIDField()
    seat = models.CharField(max_length=40)
    name = models.CharField(max_length=150)
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="seat_offers")
    by_name = models.CharField(max_length=150)
    by_key = models.CharField(max_length=32, blank=True, default="")
    made_at = models.DateTimeField(auto_now=True)
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_offer_of_a_seat")]

    def __str__(self) -> str:
        return f"{self.seat} of {self.match} for {self.name}"


class DiceSecret(models.Model):
    """The secret of a match's house dice, which no page, no API and no export shows before the match is over."""

    match = models.UUIDField(primary_key=True)
    secret = models.BinaryField(max_length=SECRET_BYTES)

    def __str__(self) -> str:
        return f"secret of {self.match}"


def stream_of(match: uuid.UUID) -> str:
    """The name of a match's stream in the log."""
    return f"match-{match}"


def match_of(stream: str) -> uuid.UUID | None:
    """The match whose stream bears this name; None when it is no match's."""
    kind, _, identity = stream.partition("-")
    if kind != "match":
        return None
    try:
        found = uuid.UUID(identity)
    except ValueError:
        return None
    return found if str(found) == identity else None


def secret_of(match: uuid.UUID) -> bytes | None:
    """The secret of a match's house dice; None where it was not made here."""
    row: Any = DiceSecret.objects.filter(match=match).values_list("secret", flat=True).first()
    return None if row is None else bytes(row)
