"""`manage.py` commands with subcommands."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from matches.terminal.finding import complaint
from web.errors import Refusal


class SubcommandsCommand(BaseCommand):
    """A command with subcommands: `new`, parsed as the option `subcommand`, runs the method `_new(options)`."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the subcommand; a Refusal becomes a line that says what to do."""
        run = getattr(self, f"_{options['subcommand']}")
        try:
            run(options)
        except Refusal as refusal:
            raise complaint(refusal) from None
