"""Rows about campaigns. Those of campaigns, companies and what is in them follow from the log and can be made again.

`CampaignSecret`, `Invite` and `Visit` are kept here alone, `Job` in `jobs`. Write to campaigns through
`campaigns.service`, never to these rows.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models

from jobs.models import Job as StoredJob
from matches.models import Account

SECRET_BYTES = 32
INVITE_BYTES = 18
LONGEST_ID = 64
"""Of what games and houses name by themselves: heroes, races, classes."""
CAMPAIGN, COMPANY = "campaign", "company"


def new_invite() -> str:
    """A token that cannot be guessed and fits into an address."""
    return secrets.token_urlsafe(INVITE_BYTES)


class CampaignQuerySet(models.QuerySet["Campaign"]):
    """Campaigns as lists want them."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> CampaignQuerySet:
        """What a list may show to `user`: superusers see every campaign, others those they are members of."""
        if getattr(user, "is_superuser", False) and user.is_active:
            return self
        if not (user.is_authenticated and user.is_active):
            return self.none()
        return self.filter(pk__in=Member.objects.filter(account__user=user.pk).values("campaign"))


class Campaign(models.Model):
    """A campaign in lists: what its stream adds up to, up to and with event `version`."""

    class Stage(models.TextChoices):
        """How far a campaign has come."""

        DRAFT = "draft", "draft"
        RUNNING = "running", "running"
        ENDED = "ended", "ended"
        ARCHIVED = "archived", "archived"

    id = models.UUIDField(primary_key=True, editable=False)
    title = models.CharField(max_length=200)
    game = models.CharField(max_length=40)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.DRAFT)
    # The account is looked up when the row is written; a campaign from elsewhere names people that are not here.
    gm = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="campaigns_run")
    gm_name = models.CharField(max_length=150, blank=True, default="")
    downtime = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField()
    summary = models.JSONField(default=dict)
    # Whether any of it came from a file that no trusted house has signed for; and who took it in last, and when.
    from_outside = models.BooleanField(default=False)
    imported_by = models.CharField(max_length=200, blank=True, default="")
    imported_at = models.DateTimeField(null=True, blank=True)
    # What lists go by, the largest first: `web.provenance.sort_key`.
    sort_key = models.BigIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = CampaignQuerySet.as_manager()

    class Meta:
        ordering = ("-sort_key", "-id")
        indexes = [
            # Serves `all campaigns, newest first`, and those of a stage: the admin's list.
            models.Index(fields=["stage", "-sort_key", "-id"], name="campaign_sorted")
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return campaign_stream(self.pk)


class Member(models.Model):
    """Somebody in a campaign. `person` is the key of the account in the log, `account` empty where it is not ours."""

    class Role(models.TextChoices):
        """What a member may do."""

        GM = "gm", "GM"
        CO_GM = "co_gm", "co-GM"
        PLAYER = "player", "player"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    person = models.CharField(max_length=64)
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="memberships")
    name = models.CharField(max_length=150, blank=True, default="")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)

    class Meta:
        ordering = ("campaign", "id")
        constraints = [models.UniqueConstraint(fields=["campaign", "person"], name="one_membership_of_a_person")]

    def __str__(self) -> str:
        return f"{self.name or self.person} in {self.campaign_id}"


STAFF = (Member.Role.GM, Member.Role.CO_GM)
"""The roles that run a campaign."""


class Candidate(models.Model):
    """Somebody who was invited into a campaign or has asked to join, and is not a member."""

    class Kind(models.TextChoices):
        """Who has to accept."""

        INVITED = "invited", "invited"
        ASKED = "asked", "asks to join"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="candidates")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    person = models.CharField(max_length=64)
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="candidacies")
    name = models.CharField(max_length=150, blank=True, default="")
    message = models.TextField(blank=True, default="")

    class Meta:
        ordering = ("campaign", "id")
        constraints = [models.UniqueConstraint(fields=["campaign", "kind", "person"], name="one_candidacy_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.name or self.person}, {self.get_kind_display()} in {self.campaign_id}"


class Company(models.Model):
    """A company in lists: what its stream adds up to, up to and with event `version`.

    `worth` is its gold with the prices of heroes and kit, `owed` the number of choices that its heroes have not made.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    # No constraint: the two are streams of their own, and either may come in first by an import.
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="companies", db_constraint=False)
    name = models.CharField(max_length=200)
    motto = models.CharField(max_length=400, blank=True, default="")
    hall = models.CharField(max_length=200, blank=True, default="")
    game = models.CharField(max_length=40)
    owner = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="companies")
    owner_key = models.CharField(max_length=64, blank=True, default="")
    gold = models.BigIntegerField()
    worth = models.BigIntegerField(default=0)
    ready = models.PositiveIntegerField("heroes", default=0)
    owed = models.PositiveIntegerField(default=0)
    orders = models.PositiveIntegerField(default=0)
    in_battle = models.UUIDField(null=True, blank=True)
    disbanded = models.BooleanField(default=False)
    version = models.PositiveIntegerField()
    summary = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "companies"
        ordering = ("name", "id")
        indexes = [
            # Serves `companies of this campaign by name`, and the admin's list of all by name.
            models.Index(fields=["campaign", "name", "id"], name="company_listed"),
            models.Index(fields=["name", "id"], name="company_by_name"),
            # Serves `companies with choices owed` and `halls under construction` on the GM's dashboard.
            models.Index(fields=["campaign"], condition=models.Q(owed__gt=0), name="company_owed"),
            models.Index(fields=["campaign"], condition=models.Q(orders__gt=0), name="company_building"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return company_stream(self.pk)


class Hero(models.Model):
    """A hero in lists; `hero` is its id in the company. `owed` counts the choices that it has not made."""

    class Status(models.TextChoices):
        """The status of a hero in its company."""

        READY = "ready", "ready"
        DEAD = "dead", "dead"
        DISMISSED = "dismissed", "dismissed"
        RETIRED = "retired", "retired"

    company = models.ForeignKey(Company, models.CASCADE, related_name="heroes")
    hero = models.CharField(max_length=LONGEST_ID)
    name = models.CharField(max_length=200)
    race = models.CharField(max_length=LONGEST_ID, blank=True, default="")
    calling = models.CharField(max_length=LONGEST_ID, blank=True, default="")
    level = models.PositiveIntegerField(default=1)
    xp = models.PositiveIntegerField("XP", default=0)
    standing = models.CharField(max_length=10, choices=Status.choices, default=Status.READY)
    absent = models.BooleanField(default=False)
    captive = models.BooleanField(default=False)
    held_by = models.UUIDField(null=True, blank=True, editable=False)
    owed = models.PositiveIntegerField(default=0)
    worth = models.BigIntegerField(default=0)
    summary = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "heroes"
        ordering = ("company", "id")
        constraints = [models.UniqueConstraint(fields=["company", "hero"], name="one_hero_of_an_id")]
        indexes = [
            # Serves `all heroes by name`: the admin's list.
            models.Index(fields=["name", "id"], name="hero_by_name"),
            # Serves `captives of a company` on its page.
            models.Index(fields=["held_by"], condition=models.Q(held_by__isnull=False), name="hero_held"),
            # Serves `heroes who owe a choice` on the GM's dashboard.
            models.Index(fields=["company"], condition=models.Q(owed__gt=0), name="hero_owed"),
        ]

    def __str__(self) -> str:
        return self.name


class Battle(models.Model):
    """A battle of a campaign, the one with this `number`; its match has the id `match`."""

    class Kind(models.TextChoices):
        """What a battle is fought for."""

        COUNTING = "counting", "counting"
        FRIENDLY = "friendly", "friendly"
        INVASION = "invasion", "invasion of a hall"

    class Stage(models.TextChoices):
        """How far a battle has come."""

        OPEN = "open", "open"
        RECORDED = "recorded", "recorded"
        ABANDONED = "abandoned", "abandoned"
        VOIDED = "voided", "void"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="battles")
    match = models.UUIDField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.OPEN)
    downtime = models.PositiveIntegerField(default=0)
    summary = models.JSONField(default=dict)

    class Meta:
        ordering = ("campaign", "number")
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_battle_of_a_number")]
        indexes = [
            # Serves `battles waiting` on the GM's dashboard.
            models.Index(fields=["campaign", "number"], condition=models.Q(stage="open"), name="battle_open"),
            # Serves `the battle that this match is`.
            models.Index(fields=["match"], name="battle_match"),
        ]

    def __str__(self) -> str:
        return f"battle {self.number}"


class BattleSide(models.Model):
    """A company in a battle, on a seat of its match, with so many heroes."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="sides")
    # No constraint, as that of a company on its campaign.
    company = models.ForeignKey(Company, models.CASCADE, related_name="sides", db_constraint=False)
    seat = models.CharField(max_length=40)
    heroes = models.PositiveIntegerField()
    won = models.BooleanField(default=False)

    class Meta:
        ordering = ("battle", "seat")
        constraints = [models.UniqueConstraint(fields=["battle", "seat"], name="one_side_of_a_seat")]

    def __str__(self) -> str:
        return f"{self.company_id} in {self.battle_id}"


class Invite(models.Model):
    """A token with which one person may join a campaign. Not in the log, for the log can be read by many.

    `person` is the key of the account that made it, empty for the house: it is good while they run the campaign. One
    that is used up or withdrawn is `gone`, and stays, so that what made it does not make it again.
    """

    campaign = models.UUIDField(db_index=True)
    token = models.CharField(max_length=64, unique=True, default=new_invite)
    person = models.CharField(max_length=64, blank=True, default="")
    # Serves `who gave this link away`; the name as the log has it.
    made_by = models.CharField(max_length=200, blank=True, default="")
    made_at = models.DateTimeField(auto_now_add=True)
    gone = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"invitation to {self.campaign}"


class CampaignSecret(models.Model):
    """A secret of a campaign's dice, which nothing shows before the campaign has ended.

    A campaign that goes on after its end has another: `commitment` tells which is which.
    """

    campaign = models.UUIDField(db_index=True)
    commitment = models.CharField(max_length=64, unique=True)
    secret = models.BinaryField(max_length=SECRET_BYTES)

    def __str__(self) -> str:
        return f"secret of {self.campaign}"


class Job(StoredJob):
    """A job of a campaign, its `scope`: under this name stand rights, addresses and history in the admin site."""

    class Meta:
        proxy = True


class Visit(models.Model):
    """When somebody was last at the home of the admin site, and when the visit before that one ended."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="visit")
    seen_at = models.DateTimeField()
    before_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"visit of {self.user}"


def campaign_stream(campaign: uuid.UUID | str) -> str:
    """The name of a campaign's stream in the log."""
    return f"{CAMPAIGN}-{campaign}"


def company_stream(company: uuid.UUID | str) -> str:
    """The name of a company's stream in the log."""
    return f"{COMPANY}-{company}"


def id_of(stream: str) -> uuid.UUID | None:
    """The id of the campaign or company with this stream; None for other streams."""
    kind, _, identity = stream.partition("-")
    if kind not in (CAMPAIGN, COMPANY):
        return None
    try:
        found = uuid.UUID(identity)
    except ValueError:
        return None
    return found if str(found) == identity else None


def secret_of(commitment: str) -> bytes | None:
    """The secret that a campaign committed to; None where it was not made here."""
    row: Any = CampaignSecret.objects.filter(commitment=commitment).values_list("secret", flat=True).first()
    return None if row is None else bytes(row)
