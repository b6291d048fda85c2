"""Houses of Hachigoku that play by themselves: Wounds stay, and others take the place of who is Down or dead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.simulation.casts import Cast, Founding, Recruit
from matches.simulation.playing import default_setup
from rules.kernel.reading import Json

AT_HOME = {
    "House Tsukino": ("The moon waits.", "The Moon Gate"),
    "House Inoue": ("Straight on.", "The Well House"),
}
"""By house its motto, and what it calls its ground."""


def _houses() -> Iterator[Founding]:
    for side in default_setup("hachigoku")["sides"].values():
        yield Founding(side["name"], *AT_HOME[side["name"]], tuple(map(_recruit, side["characters"])))


def _recruit(fighter: Mapping[str, Any]) -> Recruit:
    """The ranks of the Elements and Honor are stats; Skills, weapons and armor are on the sheet."""
    sheet: Json = {
        "skills": [{"name": name, "rank": rank} for name, rank in fighter["skills"].items()],
        "weapons": fighter["weapons"],
        "armor": [fighter["armor"]] if "armor" in fighter else [],
    }
    if "group_id" in fighter:
        sheet["group_id"] = fighter["group_id"]
    stats = {**fighter["elements"], "honor_points": fighter.get("honor_points", 0)}
    return Recruit(fighter["name"], calling=fighter.get("kind", "named"), stats=stats, sheet=sheet)


CAST = Cast(companies=_houses)
