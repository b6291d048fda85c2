"""The tables. Write to them through `eventstore.api` only; triggers refuse any change of what is recorded.

Instants are microseconds since 1970 UTC.
"""

from datetime import datetime

from django.db import models

from eventstore.fields import CompactUUIDField, PositionField
from eventstore.records import LONGEST_ACTOR, moment


class Stream(models.Model):
    """One story: a match, a company. `version` and `head_hash` are those of its last event."""

    id = models.AutoField(primary_key=True)
    name = models.CharField(max_length=160, unique=True)
    kind = models.CharField(max_length=40)
    uuid = CompactUUIDField(editable=False)
    version = models.IntegerField()
    head_hash = models.BinaryField(max_length=32)
    opened_at = models.BigIntegerField()
    closed_at = models.BigIntegerField(null=True, blank=True)

    class Meta:
        # Serves `streams of this kind, newest first` in the admin and in `manage.py streams`.
        indexes = [models.Index(fields=["kind", "-id"], name="stream_of_kind")]

    def __str__(self) -> str:
        return self.name

    @property
    def opened(self) -> datetime:
        """When its first event was recorded."""
        return moment(self.opened_at)

    @property
    def closed(self) -> bool:
        """Whether it takes no more events."""
        return self.closed_at is not None


class EventType(models.Model):
    """The wire name of a kind of event; its id is `chain.type_id(name)`."""

    id = models.IntegerField(primary_key=True)
    name = models.CharField(max_length=100)

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """A fact. The order of the columns is that of their width, so that PostgreSQL pads nothing.

    No foreign key in the database: a row costs no look-up, and the chain guards it better.
    """

    position = PositionField(primary_key=True)
    recorded_at = models.BigIntegerField()
    stream = models.ForeignKey(Stream, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    version = models.IntegerField()
    type = models.ForeignKey(EventType, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    schema = models.SmallIntegerField()
    command_id = CompactUUIDField()
    actor = models.CharField(max_length=LONGEST_ACTOR)
    body = models.BinaryField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        # Serves the reading of one stream; beside the primary key it is the only index.
        constraints = [models.UniqueConstraint(fields=["stream", "version"], name="event_of_stream")]

    def __str__(self) -> str:
        return f"event {self.position}"

    @property
    def recorded(self) -> datetime:
        """When it was recorded."""
        return moment(self.recorded_at)


class Command(models.Model):
    """Which versions a command id wrote, so that the same command asked twice happens once."""

    id = CompactUUIDField(primary_key=True)
    stream = models.ForeignKey(Stream, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    first_version = models.IntegerField()
    last_version = models.IntegerField()
    fingerprint = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return str(self.id)


class ImportedStream(models.Model):
    """Versions of a stream that came out of a file: who took them in and when, and what the file's seal was worth.

    It stands beside the stream and never in it, so that heads are the same everywhere. `file` is the file's SHA-256,
    `told_by` the id of the key of the server that tells of an earlier import; empty where they were taken in here.
    `person` is who took them in as the app above names people, where it does.
    """

    stream = models.ForeignKey(Stream, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    first_version = models.IntegerField()
    last_version = models.IntegerField()
    imported_at = models.BigIntegerField()
    actor = models.CharField(max_length=LONGEST_ACTOR)
    person = models.CharField(max_length=32, blank=True, default="")
    key_id = models.CharField(max_length=16, blank=True, default="")
    trusted = models.BooleanField()
    file = models.BinaryField(max_length=32)
    told_by = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        # Serves `where does this stream come from`.
        indexes = [models.Index(fields=["stream"], name="import_of_stream")]

    def __str__(self) -> str:
        return f"versions {self.first_version} to {self.last_version} of stream {self.stream_id}, from a file"


class Snapshot(models.Model):
    """A folded state: a cache that may vanish at any time."""

    stream = models.ForeignKey(Stream, models.CASCADE, db_index=False, related_name="+")
    version = models.IntegerField()
    fold_version = models.CharField(max_length=100)
    body = models.BinaryField()
    checksum = models.BinaryField(max_length=32)
    saved_at = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "fold_version", "version"], name="snapshot_of_stream"),
        ]

    def __str__(self) -> str:
        return f"snapshot of stream {self.stream_id} at {self.version}"


class Subscription(models.Model):
    """How far a subscriber has come, who is at it, and what stopped it."""

    name = models.CharField(max_length=100, primary_key=True)
    position = models.BigIntegerField(default=0)
    lease_owner = models.CharField(max_length=100, blank=True, default="")
    lease_until = models.BigIntegerField(default=0)
    failed_position = models.BigIntegerField(null=True, blank=True)
    failed_at = models.BigIntegerField(null=True, blank=True)
    error_type = models.CharField(max_length=200, blank=True, default="")
    error = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return self.name

    @property
    def parked(self) -> bool:
        """Whether an event stopped it."""
        return self.failed_position is not None


class Seal(models.Model):
    """The signed end of a range of positions; each seal chains to the one before it."""

    number = models.IntegerField(primary_key=True)
    first_position = models.BigIntegerField()
    last_position = models.BigIntegerField()
    sealed_at = models.BigIntegerField()
    key_id = models.CharField(max_length=16)
    digest = models.BinaryField(max_length=32)
    mac = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"seal {self.number}, positions {self.first_position} to {self.last_position}"
