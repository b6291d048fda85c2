"""Seal the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from eventstore.seals import seal_log


class Command(BaseCommand):
    """`manage.py seal`."""

    help = "Seal the events since the last seal, with the key that the database does not hold."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        try:
            seal = seal_log()
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(str(seal) if seal else "nothing to seal")
