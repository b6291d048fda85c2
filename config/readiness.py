"""Whether there is a database to work with: what a command says where there is none, or none with tables yet."""

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from eventstore.timeouts import waited_too_long


def lacks_tables() -> bool:
    """Whether a migration waits to be applied. DatabaseError where the database does not answer."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def database_problem(error: DatabaseError) -> CommandError | None:
    """What to say of a database that is away, has not all its tables, or is kept by others; None for another fault."""
    if waited_too_long(error):
        return CommandError(f"The database has been locked for too long, so nothing was done. Try again. ({error})")
    try:
        if not lacks_tables():
            return None
    except DatabaseError:
        return CommandError(f"The database cannot be read: {error}")
    return CommandError("The database is missing tables. Run `make run` or `manage.py migrate`.")
