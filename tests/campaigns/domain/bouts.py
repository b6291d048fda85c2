"""Campaigns of Ring under test: bouts whose loser is named, and what they leave.

season = Season.running(ann=2, bob=1)
season.bout("m1", red="ann", blue="bob", off="blue")
"""

from __future__ import annotations

from typing import Any

from campaigns.domain.world import Finished
from tests.campaigns.domain.nights import Night
from tests.example_game.mat import REST, drive, mat


class Season(Night):
    """A campaign of Ring. Its companies are called by their owners; heroes are h1, h2 …"""

    @classmethod
    def running(cls, rules: dict[str, Any] | None = None, **companies: int) -> Season:
        season = cls(game="ring", rules=rules or {})
        season.do("start_campaign")
        for owner, heroes in companies.items():
            season.join(owner)
            season.found(owner, heroes)
        return season

    def recruit(self, company: str, name: str) -> None:
        self.do("recruit_hero", by=company, company=company, name=name)

    def open_bout(self, match: str, hero: str = "h1", **seats: str) -> None:
        """Start a bout between the wrestlers `hero` of the companies at the seats."""
        sides = {seat: {"company": company, "heroes": [hero]} for seat, company in seats.items()}
        self.do("start_battle", match=match, sides=sides)

    def end_bout(self, match: str, off: str = "", late: str = "") -> None:
        """The bout as it was fought: who went `off` the mat, or lost `late`, after turn 20; else a draw."""
        if off:
            other = "red" if off == "blue" else "blue"
            red, blue = (6, 7) if off == "blue" else (1, 2)
            game = mat(red, blue, {"frame": "hold", "by": other, "squares": 1}, turn=1)
            game.do(drive(1), by=other)
        else:
            red, blue = {"": (2, 6), "blue": (3, 6), "red": (2, 5)}[late]
            game = mat(red, blue, turn=19)
            game.do(REST, by="blue")
        assert game.outcome is not None
        self.matches[match] = Finished(game.state, game.events, game.outcome)

    def bout(self, match: str, hero: str = "h1", off: str = "", late: str = "", **seats: str) -> list[str]:
        """A bout from its beginning to its record."""
        self.open_bout(match, hero, **seats)
        self.end_bout(match, off, late)
        return self.do("record_battle", by="house", match=match)

    def conditions(self, company: str, hero: str = "h1") -> list[tuple[str, str]]:
        """What a hero is under: ids and names."""
        return [(one.id, one.name) for one in self.hero(company, hero).conditions]
