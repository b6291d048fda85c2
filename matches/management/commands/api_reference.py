"""`manage.py api_reference`: the tables of the API in `docs/matches.md`, from the code."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from matches.management.commands import reference
from matches.rulebooks import STATUS_OF_CODE, rulebook
from rules.registry import RULESETS
from web.api_docs.addresses import addresses, parameters
from web.api_docs.document import Address, openapi
from web.api_docs.refusal_codes import codes_in, rooms_of, table, with_framework, with_rulebook
from web.api_docs.shapes import shapes
from web.errors import kernel_rulebook

ELSEWHERE = ("campaigns", "tournaments")
"""The apps whose addresses stand in documents of their own."""
ALWAYS = ("config", "matches", "web", "rules/kernel")
"""Where refusals are made, beside the apps that have addresses."""


class Command(reference.Command):
    """Print the reference of the API but for campaigns and tournaments, or write it into a page between its markers."""

    help = "Print the tables of addresses, refusals and shapes of the API, or write them between a page's markers."

    def generated(self) -> str:
        ours = [one for one in openapi()[1] if one.module.split(".")[0] not in ELSEWHERE]
        parts = ["## Addresses\n", *addresses(ours), "## Parameters\n", *parameters(ours)]
        parts += [*_refusals(ours), *_games(), "## Shapes of requests and answers\n", *shapes(ours)]
        return "\n".join(parts).rstrip() + "\n"


def _refusals(ours: list[Address]) -> Iterator[str]:
    """The codes of the table and of the server, with the words of the source."""
    yield "## Codes of refusals\n"
    yield "By `code`. “…” stands for a value. More than one message: the code is used for more than one thing.\n"
    apps = dict.fromkeys((*ALWAYS, *(one.module.split(".")[0] for one in ours if "." in one.module)))
    folders = [settings.BASE_DIR / app for app in apps if (settings.BASE_DIR / app).is_dir()]
    rooms = [room for folder in folders for room in rooms_of(folder)]
    rows = [row for row in kernel_rulebook().illegal.values() if not row.why.startswith(("KERNEL-CAMP", "KERNEL-TOUR"))]
    found = with_rulebook(codes_in(rooms, STATUS_OF_CODE, settings.BASE_DIR), rows, rooms, STATUS_OF_CODE)
    yield from table(with_framework(found), rows)


def _games() -> Iterator[str]:
    """The codes of each game, which are explained in its rulebook."""
    yield "## Codes of games\n"
    yield "Refused by the rules of a game, with 422 unless the table above says otherwise. When, is at the end of its"
    yield "`RULES.md`; `GET rulesets/{key}/rules/{rule}` answers the words of each rule.\n"
    yield "| game | `code` |"
    yield "|---|---|"
    for key, game in RULESETS.items():
        codes = sorted({code for row in rulebook(key).illegal.values() for code in row.codes})
        yield f"| {game.title} | {', '.join(f'`{code}`' for code in codes)} |"
    yield ""
