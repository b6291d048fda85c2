"""The tabs of a tournament, and what its header says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import reverse

from rules.registry import RULESETS
from tournaments.domain.rights import ORGANIZERS
from tournaments.domain.state import TAKING_PART
from tournaments.models import Tournament as TournamentRow
from tournaments.pages.request_context import TournamentPage


class Tab(NamedTuple):
    """A tab: its page, its words."""

    name: str
    words: str
    address: str


TABS = {
    "home": "Overview",
    "table": "Table",
    "fixtures": "Fixtures",
    "bracket": "Bracket",
    "calendar": "Calendar",
    "leaders": "Leaders",
    "discipline": "Discipline",
    "entrants": "Entrants",
    "rules": "Rules",
    "desk": "Desk",
}
STATUSES = dict(TournamentRow.Status.choices)


def header(page: TournamentPage, tab: str) -> dict[str, Any]:
    """What every page of a tournament shows above its own: title, status, tabs with the current one."""
    tournament = page.tournament
    organizers = [one.name for one in tournament.officials.values() if one.name and {*one.roles} & {*ORGANIZERS}]
    return {
        "tabs": list(_tabs(page)),
        "tab": tab,
        "status": STATUSES[tournament.status],
        "game": RULESETS[tournament.game].title if tournament.game in RULESETS else tournament.game,
        "organizers": organizers,
        "campaign": page.campaign if page.in_campaign else None,
        "taking_part": sum(one.status in TAKING_PART for one in tournament.entrants.values()),
        "numbers": page.numbers,
    }


def _tabs(page: TournamentPage) -> Iterator[Tab]:
    for name, words in TABS.items():
        if (name == "bracket" and not page.brackets) or (name == "desk" and not page.official):
            continue
        yield Tab(name, words, reverse(f"tournaments:{name}", args=[page.id]))
