"""A campaign of the demo while it is played: its people, its commands and its battles, each once however often told."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from campaigns import service
from campaigns.demo.chapters import EDITION, FINISHED_BY
from campaigns.demo.people import GM, ORGANIZER, PLAYER, user_of
from campaigns.demo.scenes import Condition, Play, Stage
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.loading import load_campaign
from campaigns.simulation.battles import do_jobs
from matches import service as matches
from matches.handler import done_before
from web.people import THE_HOUSE, Person, person

Heard = Callable[[], None]


class PlayedCampaign:
    """Its commands are given under keys that begin with `key`; `on_command` is called after each of them."""

    key: ClassVar[str] = f"demo/{EDITION}/campaign"
    order: ClassVar[dict[str, Any]] = {}

    def __init__(self, on_command: Heard) -> None:
        """Opens it if it is not there. Raises KeyReused where an earlier Skald played another version."""
        self._people = {name: person(user_of(name)) for name in (GM, ORGANIZER, PLAYER)}
        self._on_command = on_command
        done = service.open_campaign(self._people[GM], self.order, key=self.key)
        self._count(done)
        self.id = done.campaign.id

    @property
    def state(self) -> CampaignState:
        state: CampaignState = load_campaign(self.id).state
        return state

    def _count(self, done: service.CommandResult) -> None:
        if not done.repeated:
            self._on_command()

    def _give(self, who: Person, key: str, kind: str, /, **fields: Any) -> None:
        done = service.give_command(who, self.id, {"type": kind, **fields}, key=f"{self.key}/{key}")
        self._count(done)

    def _was_given(self, who: Person, key: str) -> bool:
        return done_before(who, f"{self.key}/{key}")

    def _join(self, who: Person) -> None:
        if who.key not in self.state.people:
            self._give(who, f"{who.name}/asks", "request_join")
            self._give(self._people[GM], f"{who.name}/comes", "accept_request", account=who.key)

    def _play_battle(
        self,
        number: int,
        terms: Callable[[], dict[str, Any]],
        until: Condition,
        ending: Mapping[str, Any] | None = None,
    ) -> None:
        """The battle of this number, from 0, started and played on as far as the plan has it.

        `ending`: the command with which the GM then ends it, where it is not over.
        """
        if len(self.state.battles) <= number:
            self._give(self._people[GM], f"battle/{number}", "start_battle", **terms())
        do_jobs(self.id)
        match_id = uuid.UUID(list(self.state.battles)[number])
        stage = self._stage(match_id)
        if not stage.happened[FINISHED_BY]:
            Play(until).play(stage)
            if ending is not None and not stage.over:
                matches.give_command(self._people[GM], match_id, ending, by="gm", key=f"{self.key}/{number}/end")
                self._on_command()
            matches.set_visibility(THE_HOUSE, match_id, "public", key=f"{self.key}/{number}/public")
        do_jobs(self.id)

    def _stage(self, match_id: uuid.UUID) -> Stage:
        return Stage(match_id, f"{self.key}/{match_id}", 1, self._people[GM], self._on_command)
