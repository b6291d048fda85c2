"""What a battle was started in spite of: heroes who march out without what they should have. It hinders nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from campaigns.domain.campaign.events import BattleStarted
from campaigns.domain.company.state import Company
from campaigns.event_codec import CAMPAIGNS, decoded
from campaigns.handler import CommandResult
from campaigns.projection_fields import Standards
from matches.pages.boards.common import listed
from rules.kernel.progression import Figure, Lacking

BEFORE = "Before the battle starts, it can be given on the hero’s page, from what the company buys for its stash."
BY_THE_GM = "Before the battle starts, the GM can correct it on the hero’s page."
"""Where it is mended in games in which nothing is bought."""
AFTER = "As long as the battle goes on nothing can be given; the GM can abandon it, and start it again."


class Warned(NamedTuple):
    """A hero who lacks something: who, of which company, what, by which rule, and where that is mended."""

    company: UUID
    hero: str
    code: str
    message: str
    rule: str
    hint: str
    names: tuple[str, str]
    """Of the hero and the company."""
    lacks: Lacking


def warning_of(standards: Standards, company: Company, figure: Figure, hint: str = "") -> Warned | None:
    """What a hero of a company would march out without; None: nothing."""
    lacking = standards.progression.lacks(standards.rules, figure)
    if lacking is None:
        return None
    names, hint = (figure.name, company.name), hint or (BEFORE if standards.deals else BY_THE_GM)
    message = _sentence(names[0], names[1], lacking, "marches")
    return Warned(UUID(company.id), figure.id, "lacks_equipment", message, lacking.rule, hint, names, lacking)


def _sentence(heroes: str, company: str, lacking: Lacking, march: str) -> str:
    return f"{heroes} of {company} {march} out without {lacking.what} ({lacking.means})."


def warnings_of(done: CommandResult) -> Iterator[Warned]:
    """The warnings of a command that started a battle; of any other none."""
    standards = Standards(done.campaign.state.game, done.campaign.state)
    for recorded in done.written.get(done.campaign.stream, ()):
        event = decoded(CAMPAIGNS, recorded)
        for side in event.sides if isinstance(event, BattleStarted) else ():
            company = done.companies[side.company].state
            for hero in side.models:
                if (warned := warning_of(standards, company, company.heroes[hero], AFTER)) is not None:
                    yield warned


def told_of(warned: Sequence[Warned]) -> list[str]:
    """Warnings as lines, one for a company; what is the same to do about them is said once, at the end."""
    groups: dict[tuple[str, Lacking], list[str]] = {}
    for one in warned:
        groups.setdefault((one.names[1], one.lacks), []).append(one.names[0])
    lines = [
        _sentence(listed(heroes), company, lacking, "marches" if len(heroes) == 1 else "march")
        for (company, lacking), heroes in groups.items()
    ]
    return [*lines, *dict.fromkeys(one.hint for one in warned)]
