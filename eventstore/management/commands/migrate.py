"""Django's `migrate`, one process at a time: several that start at once wait for the first and find the work done."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from eventstore.private_files import PRIVATE_FILE
from eventstore.timeouts import long_work

# Any number that nothing else in this database locks. "MIGR" in ASCII.
MIGRATE_LOCK = 0x4D494752


class Command(migrate.Command):
    """Django's command, behind a lock."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        with migration_lock(connections[options["database"]]):
            return super().handle(*args, **options)


@contextmanager
def migration_lock(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold the migration lock of this database; whoever dies gives it up."""
    if connection.vendor == "postgresql":
        # Whoever holds it comes to an end, or dies. The tables' own locks are waited for as long as anybody's.
        with long_work(locks_too=True), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATE_LOCK])
        try:
            with long_work():
                yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATE_LOCK])
    elif connection.settings_dict["NAME"] and not connection.is_in_memory_db():  # type: ignore[attr-defined]  # SQLite's own
        place = f"{connection.settings_dict['NAME']}-migrate"
        file = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)
    else:
        yield
