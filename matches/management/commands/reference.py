"""`manage.py reference`: the field tables of `docs/transcripts.md`, from the structs of the games."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from matches.rulebooks import rulebook
from rules.kernel.bounds import bounds_within
from rules.kernel.game import Game
from rules.kernel.schema_docs import reference, woven
from rules.registry import RULESETS
from web.api_docs.refusal_codes import Code, codes_in, rooms_of, table, with_rulebook

BETWEEN_BATTLES = (
    "progression", "heroes", "prices", "campaign_rules", "glossary", "aftermath", "sheets", "recovery",
)  # fmt: skip
"""Modules of a game that only campaigns ask."""


class Command(BaseCommand):
    """Print the reference of transcripts, or write it into a page between its markers."""

    help = "Print the field tables of transcripts, or write them into a page between its markers."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
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
        return reference(RULESETS, {key: _codes(key, game.title) for key, game in RULESETS.items()})


def _codes(key: str, title: str) -> Iterator[str]:
    """The codes that a game refuses with, but for those of its campaigns."""
    codes = list(codes_of_game(key, lambda room: room.stem not in BETWEEN_BATTLES))
    if codes:
        yield f"## {title}: codes of refusals\n"
        yield "“…” stands for a value. A rule with -Q- is a ruling: the code goes with its house rule, or with"
        yield "its default. The codes of the table are in [matches.md](matches.md#codes-of-refusals).\n"
        yield from codes


def codes_of_game(key: str, counts: Callable[[Path], bool]) -> Iterator[str]:
    """The table of the codes that those modules of a game refuse with that count."""
    folder = settings.BASE_DIR / "rules" / key
    if folder.is_dir():
        rooms = [room for room in rooms_of(folder) if counts(room)]
        rows = list(rulebook(key).illegal.values())
        found = with_rulebook(codes_in(rooms, {}, settings.BASE_DIR), rows, rooms, {})
        for code, told in _of_bounds(RULESETS[key]):
            found.setdefault(code, []).append(told)
        yield from table(found, rows, statuses=False)


def _of_bounds(game: Game[Any]) -> Iterator[tuple[str, Code]]:
    """The refusals of numbers beyond the bounds that the documents of a game tell."""
    for code, kind in (
        ("bad_setup", game.setup_type),
        ("bad_position", game.position_type),
        ("bad_house_rule", game.house_rules),
    ):
        for rule in {one.rule for one in bounds_within(kind)}:
            yield code, Code(code, 422, rule, "… is …; it must be … to ….")
