"""A league of Ishmêk that plays by itself: who is barred sits the tournament out, others take the place of the dead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.demo.rosters import TEAMS
from campaigns.simulation.casts import Cast, Founding, Recruit
from matches.simulation.playing import default_setup

AT_HOME = {
    "Copper Kites": ("Let the string run.", "The Kite Loft"),
    "Salt Road": ("One more mile.", "The Caravanserai"),
}
"""By team its motto, and what it calls its ground."""
OF_THE_ROSTER = ("id", "name")


def _teams() -> Iterator[Founding]:
    for team in default_setup("ishmek")["teams"].values():
        yield Founding(team["name"], *AT_HOME[team["name"]], tuple(map(_recruit, team["players"])))


def _recruit(player: Mapping[str, Any]) -> Recruit:
    """Numbers are the player's stats, the rest is its sheet."""
    fields = {name: value for name, value in player.items() if name not in OF_THE_ROSTER}
    stats = {name: value for name, value in fields.items() if isinstance(value, int)}
    return Recruit(player["name"], stats=stats, sheet={name: fields[name] for name in fields if name not in stats})


CAST = Cast(
    companies=_teams,
    tournament=10,
    teams=lambda: {key: team.as_setup() for key, team in TEAMS.items()},
)
