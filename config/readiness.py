"""Whether there is a database to work with: what a command says where there is none, or none with tables yet."""

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


def lacks_tables() -> bool:
    """Whether a migration waits to be applied. DatabaseError where the database does not answer."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def unready(error: DatabaseError) -> CommandError | None:
    """What to say of a database that failed because it is away or has not all its tables; None for another fault."""
    try:
        if not lacks_tables():
            return None
    except DatabaseError:
        return CommandError(f"The database cannot be read: {error}")
    return CommandError("The database has not all its tables yet. `make run` makes them, or `manage.py migrate`.")
