"""`manage.py tournament_reference`: the tables of `docs/tournaments.md`, from commands, rights and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

from django.conf import settings

from campaigns.errors import STATUS_OF_CODE as CAMPAIGN_STATUSES
from matches.management.commands import reference
from tournaments.domain.commands import TOURNAMENT_COMMANDS
from tournaments.domain.rights import RIGHTS, Right
from tournaments.errors import STATUS_OF_CODE
from web.api_docs.addresses import addresses, parameters
from web.api_docs.document import addresses_of
from web.api_docs.refusal_codes import APART, Code, codes_in, table
from web.api_docs.shapes import cell, shapes
from web.errors import kernel_rulebook

WHO: dict[Right, str] = {
    "gm": "the GM of the campaign",
    "account": "who plays the company; organizers",
    "captain": "who plays the company; organizers",
    "organizer": "the organizer",
    "organizers": "organizers",
    "reporters": "organizers, reporters",
    "officers": "organizers, officers",
    "party": "who plays a side of the fixture; organizers",
    "house": "the server",
}
NOT_SERVED: tuple[str, ...] = ()
"""Modules and folders that no command reaches."""


class Command(reference.Command):
    """Print the reference of tournaments, or write it into a page between its markers."""

    help = "Print the tables of tournaments, or write them into a page between its markers."

    def generated(self) -> str:
        ours = addresses_of("tournaments")
        first = ["## Addresses\n", *addresses(ours), "## Parameters\n", *parameters(ours)]
        last = ["## Shapes of requests and answers\n", *shapes(ours)]
        return "\n".join([*first, *_commands(), *_refusals(), *last]).rstrip() + "\n"


def _commands() -> Iterator[str]:
    yield "## Commands\n"
    yield "| command | who | what it does |"
    yield "|---|---|---|"
    for name, kind in TOURNAMENT_COMMANDS.items():
        does = " ".join(cleandoc(kind.__doc__ or "").split())
        yield f"| `{name}` | {WHO[RIGHTS[kind]]} | {cell(does)} |"
    yield ""


def _refusals() -> Iterator[str]:
    """The codes of tournaments by name, with their status and the words of the source."""
    yield "## Refusals\n"
    yield "By `code`. “…” stands for a value. Those of every address are in"
    yield "[matches.md](matches.md#codes-of-refusals).\n"
    yield from table(_codes(), kernel_rulebook().illegal.values())


def _codes() -> dict[str, list[Code]]:
    """The codes in the source; what only looks like one says nothing and cites no rule."""
    found = codes_in(_rooms(), {**CAMPAIGN_STATUSES, **STATUS_OF_CODE}, settings.BASE_DIR)
    return {code: raised for code, raised in found.items() if any(one.message or one.rule for one in raised)}


def _rooms() -> list[Path]:
    """The modules whose refusals a command may be answered with."""
    app = settings.BASE_DIR / "tournaments"
    places = {room: {*room.relative_to(app).with_suffix("").parts} for room in sorted(app.rglob("*.py"))}
    return [room for room, parts in places.items() if not parts & {*NOT_SERVED, *APART}]
