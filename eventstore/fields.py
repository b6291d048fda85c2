"""Columns that Django has no compact form of."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:  # Django's fields cannot be subscripted at run time
    BigInteger = models.BigIntegerField[int, int]
    Uuid = models.UUIDField[UUID, UUID]
else:
    BigInteger = models.BigIntegerField
    Uuid = models.UUIDField


class PositionField(BigInteger):
    """A 64-bit primary key that is SQLite's own row id, and so needs no index of its own there."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        return "integer" if connection.vendor == "sqlite" else super().db_type(connection)


class CompactUUIDField(Uuid):
    """A UUID in 16 bytes on SQLite too, where Django spends 32 characters."""

    def get_internal_type(self) -> str:
        """Return a name that Django knows nothing about."""
        # A name of its own keeps away the converters that SQLite has for Django's UUIDField.
        return "CompactUUIDField"

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        return "BLOB" if connection.vendor == "sqlite" else "uuid"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        """Return what the driver is given: bytes on SQLite, a UUID on PostgreSQL."""
        python = self.to_python(value)
        return python.bytes if python is not None and connection.vendor == "sqlite" else python

    def from_db_value(self, value: Any, _expression: object, _connection: object) -> UUID | None:
        """Return the UUID of what the driver gave."""
        return UUID(bytes=value) if isinstance(value, bytes) else value
