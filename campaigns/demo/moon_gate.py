"""The feud at the Moon Gate as a campaign of Hachigoku: a Skirmish, and what it left behind while time passes.

Two houses have met. Who was wounded was treated and sleeps, another is overcome by incense until tomorrow, and one is
held captive by the other house. Who they are depends on the dice of the Skirmish.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from campaigns.demo.chapters import EDITION
from campaigns.demo.people import GM, ORGANIZER, PLAYER
from campaigns.demo.played import PlayedCampaign
from campaigns.demo.scenes import ACTS, Stage
from campaigns.domain.company.state import Company
from campaigns.loading import load_company
from campaigns.projection_fields import Standards
from campaigns.simulation.battles import do_jobs
from campaigns.simulation.casts import Founding
from campaigns.simulation.hachigoku import CAST
from rules.hachigoku.questions import able
from rules.kernel.progression import Figure

FEUD = "Feud at the Moon Gate"
GAME = "hachigoku"
OWNERS = (PLAYER, ORGANIZER)
"""Who plays the houses, in the order in which they are founded."""
HEALER = "Tsukino Emi"
ENDING = {"type": "end_skirmish", "reason": "The bell of the Moon Gate rings, and both houses draw back."}
LAST = "clock/1"


def first_blood(stage: Stage) -> bool:
    """Somebody who can still act is wounded, and somebody has an Action to name."""
    wounded = any(one.wounds and able(one) for one in stage.match.state.characters)
    return wounded and any(ask.kind in ACTS for ask in stage.asks)


class MoonGate(PlayedCampaign):
    """The feud while it is played."""

    key = f"demo/{EDITION}/moon-gate"
    order: ClassVar[dict[str, Any]] = {"title": FEUD, "game": GAME, "rules": {"downtime_days": 7}}

    @property
    def steps(self) -> Sequence[Callable[[], None]]:
        """What happens, in order."""
        return (
            self._houses,
            self._skirmish,
            self._morning,
            self._treatment,
            self._incense,
            self._capture,
            self._evening,
        )

    @property
    def stands(self) -> bool:
        """Whether all of it has been played: from then on it belongs to whoever plays it."""
        return self._was_given(self._people[GM], LAST)

    def _houses(self) -> None:
        for number, (founding, owner) in enumerate(zip(CAST.companies(), OWNERS, strict=True)):
            who = self._people[owner]
            self._join(who)
            self._give(who, f"{number}", "found_company", name=founding.name, motto=founding.motto, hall=founding.hall)
            self._recruit(number, founding)
        self._give(self._people[GM], "start", "start_campaign")
        do_jobs(self.id)

    def _recruit(self, number: int, founding: Founding) -> None:
        who = self._people[OWNERS[number]]
        for place, one in enumerate(founding.recruits):
            basics = {"name": one.name, "race": one.race, "calling": one.calling}
            more = {"stats": dict(one.stats), "sheet": dict(one.sheet)}
            self._give(who, f"{number}/{place}", "recruit_hero", company=self._house_id(number), **basics, **more)

    def _skirmish(self) -> None:
        """Until there is somebody to be treated: then the GM ends it, so that some are left on either side."""
        self._play_battle(0, self._terms, first_blood, ending=ENDING)

    def _terms(self) -> dict[str, Any]:
        sides = {
            f"s{number + 1}": {"company": house.id, "heroes": [one.id for one in self._fit(house)]}
            for number, house in enumerate(self._house(number) for number in range(2))
        }
        return {"sides": sides, "kind": "counting"}

    # Between Skirmishes

    def _morning(self) -> None:
        self._gm("clock/0", "advance_clock", hours=9, reason="The night ends; the wounded are carried home.")

    def _treatment(self) -> None:
        """Whoever is wounded and on their feet, treated by somebody who is not; then they stay in bed."""
        for number in range(2):
            house = self._house(number)
            wounded = [one for one in house.ready if one.carried.get("wounds") and one in self._fit(house)]
            healers = [one for one in self._fit(house) if one not in wounded[:1]]
            if not (wounded and healers):
                continue
            about = {"company": house.id, "hero": wounded[0].id}
            healer = next((one for one in healers if one.name == HEALER), healers[0])
            treat = {"act": "treat", "details": {"healer": healer.id}, "reason": "The herbs of the abbess."}
            self._gm(f"treat/{number}", "recover", **about, **treat)
            self._unconscious(f"sleep/{number}", number, wounded[0], ("asleep from a draught", 48, "the treatment"))

    def _incense(self) -> None:
        for hero in self._free(0)[-1:]:
            self._unconscious("incense", 0, hero, ("overcome by incense", 20, "the vigil for the dead"))

    def _capture(self) -> None:
        for captive, captor in zip(self._free(1)[-1:], self._free(0)[:1], strict=False):
            about = {"company": self._house_id(1), "hero": captive.id, "holder": self._house_id(0)}
            reason = "Found on the wrong bank at dawn."
            self._gm("capture", "capture_hero", **about, captor=captor.id, device="rope", reason=reason)

    def _evening(self) -> None:
        self._gm(LAST, "advance_clock", hours=10, reason="A day of talks, which come to nothing.")

    def _unconscious(self, key: str, number: int, hero: Figure, how: tuple[str, int, str]) -> None:
        """Put a hero under the condition, in words of its own, for so many hours, through something."""
        title, hours, source = how
        about = {"company": self._house_id(number), "hero": hero.id, "name": "unconscious", "title": title}
        more = {"ends": "hours", "length": hours, "source": source}
        self._gm(key, "add_condition", **about, **more, reason=f"{hero.name} must not fight before that is over.")

    def _gm(self, key: str, kind: str, /, **fields: Any) -> None:
        """A command of the GM. What it says follows from how the Skirmish went, so it is not made again."""
        if not self._was_given(self._people[GM], key):
            self._give(self._people[GM], key, kind, **fields)
        do_jobs(self.id)

    # Who there is

    def _house_id(self, number: int) -> str:
        return list(self.state.companies)[number]

    def _house(self, number: int) -> Company:
        state: Company = load_company(uuid.UUID(self._house_id(number))).state
        return state

    def _fit(self, house: Company) -> list[Figure]:
        return Standards(GAME, self.state).fit(house)

    def _free(self, number: int) -> list[Figure]:
        """Who of a house is alive and no captive."""
        return [one for one in self._house(number).ready if one.captive is None]
