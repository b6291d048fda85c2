"""`manage.py campaign_reference`: the tables of `docs/campaigns.md`, from the structs of campaigns and companies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings

from campaigns.domain.acts import COMMANDS
from campaigns.domain.campaign.between_battles import BETWEEN_BATTLES
from campaigns.domain.campaign.commands import CAMPAIGN_COMMANDS
from campaigns.domain.campaign.events import CAMPAIGN_EVENTS
from campaigns.domain.campaign.house_rules import CampaignRules
from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.domain.company.events import COMPANY_EVENTS
from campaigns.domain.rights import RIGHTS
from campaigns.errors import STATUS_OF_CODE
from campaigns.service import FILLED_HERE
from matches.management.commands import reference
from matches.rulebooks import STATUS_OF_CODE as MATCH_STATUSES
from rules.kernel.schema_docs import vocabulary
from rules.registry import RULESETS
from web.api_docs.addresses import addresses, parameters
from web.api_docs.document import addresses_of
from web.api_docs.refusal_codes import codes_in, rooms_of, table, with_rulebook
from web.api_docs.shapes import shapes
from web.errors import kernel_rulebook

CHOSEN = "chosen by the server: leave it out"
CAMPAIGNS = "KERNEL-CAMP"
WHO = {
    "account": "anybody with an account",
    "concerned": "whom it concerns; the GM, co-GMs",
    "member": "every member",
    "owner": "who plays the company; the GM, co-GMs",
    "attacker": "who plays the attacker; the GM, co-GMs",
    "captor": "who plays the company that holds the captive; the GM, co-GMs",
    "each": "who may make each of the choices",
    "staff": "the GM, co-GMs",
    "gm": "the GM",
}


class Command(reference.Command):
    """Print the reference of campaigns, or write it into a page between its markers."""

    help = "Print the tables of campaigns, or write them into a page between its markers."

    def generated(self) -> str:
        switches: dict[str, type[Any]] = {
            game.title: game.progression.rules_type for game in RULESETS.values() if game.progression is not None
        }
        sections: dict[str, Mapping[str, type[Any]]] = {
            "Commands about a campaign": {**CAMPAIGN_COMMANDS, **BETWEEN_BATTLES},
            "Commands about a company": COMPANY_COMMANDS,
            "House rules": {"of every campaign": CampaignRules, **switches},
            "Events of a campaign": CAMPAIGN_EVENTS,
            "Events of a company": COMPANY_EVENTS,
        }
        domain = vocabulary(sections, FILLED_HERE, CHOSEN)
        ours = addresses_of("campaigns")
        documented = re.findall(r"^### (\w+)$", domain, re.MULTILINE)
        first = ["## Addresses\n", *addresses(ours), "## Parameters\n", *parameters(ours)]
        first += [*_who_may(), *_refusals(), *_codes()]
        last = ["## Shapes of requests and answers\n", *shapes(ours, documented)]
        return "\n".join(first) + "\n" + domain + "\n" + "\n".join(last).rstrip() + "\n"


def _who_may() -> Iterator[str]:
    yield "## Who may give which command\n"
    yield "| command | who |"
    yield "|---|---|"
    for name, kind in COMMANDS.items():
        yield f"| `{name}` | {WHO[RIGHTS[kind]]} |"
    yield ""


def _codes() -> Iterator[str]:
    """The codes of campaigns by name, with their status and the words of the source."""
    yield "## Codes of refusals\n"
    yield "By `code`. “…” stands for a value. Those of every address, and of matches, are in"
    yield "[matches.md](matches.md#codes-of-refusals).\n"
    rooms, statuses = rooms_of(settings.BASE_DIR / "campaigns"), {**MATCH_STATUSES, **STATUS_OF_CODE}
    rows = [row for row in kernel_rulebook().illegal.values() if row.why.startswith(CAMPAIGNS)]
    yield from table(with_rulebook(codes_in(rooms, statuses, settings.BASE_DIR), rows, rooms, statuses), rows)
    for key, game in RULESETS.items():
        if game.progression is not None:
            yield f"## {game.title}: codes of refusals between battles\n"
            yield "With 422, beside those of every campaign. “…” stands for a value.\n"
            yield from reference.codes_of_game(key, lambda room: room.stem in reference.BETWEEN_BATTLES)


def _refusals() -> Iterator[str]:
    """What is refused in every campaign, as the rulebook of the table has it."""
    yield "## Refusals\n"
    yield "What every campaign refuses; the games' own are at the end of their `RULES.md`.\n"
    yield "| what | rule | `code` |"
    yield "|---|---|---|"
    for row in kernel_rulebook().illegal.values():
        if row.why.startswith(CAMPAIGNS):
            yield f"| {row.attempt} | {row.why} | {', '.join(f'`{code}`' for code in row.codes)} |"
    yield ""
