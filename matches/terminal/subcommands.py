"""Commands of `manage.py` whose first word says what to do."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from matches.terminal.finding import complaint
from web.errors import Refusal


class DeedsCommand(BaseCommand):
    """The deed `new`, say, which `add_arguments` reads as `deed`, is done by the method `_new(options)`."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; a Refusal becomes a line that says what to do."""
        deed = getattr(self, f"_{options['deed']}")
        try:
            deed(options)
        except Refusal as refusal:
            raise complaint(refusal) from None
