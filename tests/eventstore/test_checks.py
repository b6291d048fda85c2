"""What the event store asks of the settings."""

import pytest

from eventstore.checks import faults

GATED = {"ENGINE": "eventstore.sqlite", "OPTIONS": {"transaction_mode": "IMMEDIATE"}}


@pytest.mark.parametrize(
    ("described", "found"),
    [
        (GATED, []),
        ({"ENGINE": "django.db.backends.postgresql"}, []),
        ({**GATED, "ENGINE": "django.db.backends.sqlite3"}, ["eventstore.W001"]),
        ({**GATED, "OPTIONS": {}}, ["eventstore.E001"]),
        ({**GATED, "OPTIONS": {"transaction_mode": "DEFERRED"}}, ["eventstore.E001"]),
    ],
)
def test_sqlite_must_queue_and_lock_at_once(described, found):
    assert [message.id for message in faults({"default": described})] == found
