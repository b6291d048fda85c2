"""`manage.py reference`: the field tables of `docs/transcripts.md`, from the structs of the games."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.kernel.schema_docs import reference, woven
from rules.registry import RULESETS


class Command(BaseCommand):
    """Print the reference of transcripts, or write it into a page between its markers."""

    help = "Print the field tables of transcripts, or write them into a page between its markers."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to write it."""
        parser.add_argument("--write", type=Path, metavar="PAGE", help="put it between the markers of this page")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it, or write the page anew. CommandError when the page cannot be read or has no markers."""
        page: Path | None = options["write"]
        generated = self.generated()
        if page is None:
            self.stdout.write(generated)
            return
        try:
            page.write_text(woven(page.read_text(encoding="utf-8"), generated), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise CommandError(f"{page}: {error}") from None

    def generated(self) -> str:
        """The tables."""
        return reference(RULESETS)
