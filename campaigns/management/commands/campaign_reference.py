"""`manage.py campaign_reference`: the tables of `docs/campaigns.md`, from the structs of campaigns and companies."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.domain.acts import COMMANDS
from campaigns.domain.campaign.commands import CAMPAIGN_COMMANDS
from campaigns.domain.campaign.events import CAMPAIGN_EVENTS
from campaigns.domain.campaign.house_rules import Customs
from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.domain.company.events import COMPANY_EVENTS
from campaigns.domain.rights import RIGHTS
from campaigns.service import FILLED_HERE
from matches.errors import kernel_rulebook
from matches.management.commands import reference
from rules.kernel.progression import progression_of
from rules.kernel.schema_docs import vocabulary
from rules.registry import RULESETS

CHOSEN = "chosen by the server: leave it out"
CAMPAIGNS = "KERNEL-CAMP"
WHO = {
    "account": "anybody with an account",
    "concerned": "whom it concerns; the GM, co-GMs",
    "member": "every member",
    "owner": "who plays the company; the GM, co-GMs",
    "attacker": "who plays the attacker; the GM, co-GMs",
    "each": "who may make each of the choices",
    "staff": "the GM, co-GMs",
    "gm": "the GM",
}


class Command(reference.Command):
    """Print the reference of campaigns, or write it into a page between its markers."""

    help = "Print the tables of campaigns, or write them into a page between its markers."

    def generated(self) -> str:
        """The tables."""
        switches = {
            game.title: progression_of(game).rules_type
            for game in RULESETS.values()
            if progression_of(game) is not None
        }
        sections = {
            "Commands about a campaign": CAMPAIGN_COMMANDS,
            "Commands about a company": COMPANY_COMMANDS,
            "House rules": {"of every campaign": Customs, **switches},
            "Events of a campaign": CAMPAIGN_EVENTS,
            "Events of a company": COMPANY_EVENTS,
        }
        return "\n".join([*_who_may(), *_refusals()]) + "\n" + vocabulary(sections, FILLED_HERE, CHOSEN)


def _who_may() -> Iterator[str]:
    yield "## Who may give which command\n"
    yield "| command | who |"
    yield "|---|---|"
    for name, kind in COMMANDS.items():
        yield f"| `{name}` | {WHO[RIGHTS[kind]]} |"
    yield ""


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
