"""What the matches of the demo are made of: bots play on, the GM has a hand in it, a roll is left for the table.

Every scene works on the match as the log has it, so that a demo that was cut short goes on where it stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol
from uuid import UUID

import msgspec

from matches import service
from matches.service import DiceWanted, LoadedMatch
from rules.kernel.asks import GM, Ask
from rules.kernel.table import Step
from web.people import THE_HOUSE, Person

BOT = "sensible"
PAGE = 500
LONGEST_PLAY = 5_000
"""Commands after which a match that does not end is given up."""
ACTS = ("go", "activation", "choose_action")
"""How the games call it when somebody is asked what to do."""

Json = dict[str, Any]
Condition = Callable[["Stage"], bool]


class Stage:
    """A match while its story is played: its state, and how often each kind of event has happened in it."""

    def __init__(self, match_id: UUID, key: str, seed: int, gm: Person, on_command: Callable[[], None]) -> None:
        """`key`: what the ids of all commands are derived from; `on_command` is called after each command."""
        self.match_id = match_id
        self.gm = gm
        self.happened: Counter[str] = Counter(_types(match_id))
        self._key, self._seed, self._on_command = key, seed, on_command
        self.match = self._look()

    def _look(self) -> LoadedMatch:
        return service.load(THE_HOUSE, self.match_id).match

    @property
    def over(self) -> bool:
        return self.match.table.outcome() is not None

    @property
    def turn(self) -> int:
        return int(self.match.ruleset.clock(self.match.state)["turn"])

    @property
    def last_turn(self) -> bool:
        return self.turn >= self.match.state.turns_total

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.match.pending().asks

    @property
    def waits_for_dice(self) -> bool:
        return self.match.table.opened is not None

    def rng(self) -> Random:
        """Random numbers that are the same each time."""
        return Random(f"{self._key}/{self._seed}/{self.match.version}")  # noqa: S311 - the choices of a bot

    def bots_choice(self) -> Json:
        bot = self.match.ruleset.bots()[BOT]
        chosen: Json = msgspec.json.decode(msgspec.json.encode(bot(self.match.state, self.rng())))
        return chosen

    def dry_run(self, command: Json, faces: tuple[int, ...]) -> Step:
        """What would come of a command with these faces; nothing happens."""
        table = self.match.table
        return table.submit(command, "", faces, self.match.house_key(), self.match.past)

    def faces_for(self, command: Json) -> tuple[int, ...]:
        """The faces that somebody at the table would type along with a command."""
        rng, faces = self.rng(), tuple[int, ...]()
        while (need := self.dry_run(command, faces).need) is not None:
            faces += tuple(rng.randint(1, sides) for sides in need.sides)
        return faces

    def give(self, command: Json, dice: tuple[int, ...] = (), who: Person = THE_HOUSE) -> None:
        """Give a command, once, whoever asks for it again."""
        by = GM if who is self.gm else ""
        key = f"{self._key}/{self.match.version}"
        try:
            answer = service.give_command(who, self.match_id, command, dice=dice, by=by, key=key)
            self.happened.update(event["type"] for event in answer.events)
        except DiceWanted:
            self.happened["command_opened"] += 1
        self.match = self._look()
        self._on_command()


class Scene(Protocol):
    """A part of a story."""

    def stands(self, stage: Stage) -> bool:
        """Whether the log shows that it was played, and everything before it."""
        ...

    def play(self, stage: Stage) -> None: ...


def over(stage: Stage) -> bool:
    """The match has ended."""
    return stage.over


@dataclass(frozen=True, slots=True)
class Play:
    """Bots play for all seats until something is so, or the match is over."""

    until: Condition = over

    def stands(self, stage: Stage) -> bool:
        """Play leaves no mark of its own."""
        return stage.over

    def play(self, stage: Stage) -> None:
        """Play on; what does not end is given up."""
        for _ in range(LONGEST_PLAY):
            if stage.over or self.until(stage):
                return
            command = stage.bots_choice()
            stage.give(command, stage.faces_for(command))
        stage.give({"type": "abandon", "reason": "It does not end."}, who=stage.gm)


@dataclass(frozen=True, slots=True)
class GmCommand:
    """The GM does what `order` says; it leaves an event of the kind `mark`, which nothing else in the story leaves."""

    mark: str
    order: Callable[[Stage], Json]

    def stands(self, stage: Stage) -> bool:
        """Its mark is in the log."""
        return stage.happened[self.mark] > 0

    def play(self, stage: Stage) -> None:
        if not stage.over:
            command = self.order(stage)
            stage.give(command, stage.faces_for(command), who=stage.gm)


@dataclass(frozen=True, slots=True)
class LetPass:
    """A team, or both, let all reaction windows go by for the whole match."""

    seat: str = ""

    def stands(self, stage: Stage) -> bool:
        """Standing answers are in the log."""
        return stage.happened["standing_set"] > 0

    def play(self, stage: Stage) -> None:
        """Leave the standing answers."""
        whose = {"seat": self.seat} if self.seat else {}
        stage.give({"type": "standing", "answer": "pass", "until": "match", **whose})


@dataclass(frozen=True, slots=True)
class LeaveDice:
    """Bots play on to the first roll after `after` is so, and leave its dice to the people."""

    after: Condition

    def stands(self, stage: Stage) -> bool:
        """A roll waits."""
        return stage.waits_for_dice

    def play(self, stage: Stage) -> None:
        """Play on, then give a command without its dice."""
        while not (stage.over or stage.waits_for_dice):
            command = stage.bots_choice()
            faces = stage.faces_for(command)
            stage.give(command, () if self.after(stage) else faces)


# Conditions


def from_turn(turn: int, seat: str = "") -> Condition:
    """Somebody has a go, or acts, in this turn or a later one; or this seat does."""
    return lambda stage: stage.turn >= turn and any(ask.kind in ACTS and seat in ("", ask.seat) for ask in stage.asks)


def asked(seat: str, *kinds: str, from_turn: int) -> Condition:
    """A seat is asked for a decision of one of these kinds; or, so late that none may come, for a go."""

    def holds(stage: Stage) -> bool:
        wanted = {*kinds, "go"} if stage.last_turn else set(kinds)
        return stage.turn >= from_turn and any(ask.seat == seat and ask.kind in wanted for ask in stage.asks)

    return holds


def has_happened(kind: str, *, times: int = 1, at_latest: int = 0) -> Condition:
    """Events of this kind are in the log, and somebody has a go; `at_latest`: or that turn has come without them."""

    def holds(stage: Stage) -> bool:
        late = bool(at_latest) and stage.turn >= at_latest
        return (late or stage.happened[kind] >= times) and any(ask.kind == "go" for ask in stage.asks)

    return holds


# The GM's orders. Those of Ishmêk but the rewind are about whoever has the go.


def _active(stage: Stage) -> str:
    return next(ask.player for ask in stage.asks if ask.kind == "go")


def illegal_handling(note: str) -> Callable[[Stage], Json]:
    """The umpire calls illegal handling of the orb."""
    return lambda stage: {"type": "umpire_call", "player": _active(stage), "foul": "illegal_handling", "note": note}


def injury(name: str, note: str) -> Callable[[Stage], Json]:
    """An injury that no roll brought."""
    return lambda stage: {"type": "gm_effect", "player": _active(stage), "add_injury": name, "note": note}


def dismissal(reason: str) -> Callable[[Stage], Json]:
    """A player is dismissed from the tournament."""
    return lambda stage: {"type": "dismiss", "player": _active(stage), "reason": reason}


def turned_back(events: int, reason: str) -> Callable[[Stage], Json]:
    """Play is turned back by so many events, or a few more: to where somebody decided."""
    return lambda stage: {"type": "rewind", "to": stage.match.version - events, "reason": reason}


def rising(piece: Json, reason: str) -> Callable[[Stage], Json]:
    """A piece of terrain that comes up in the midst of a battle."""
    return lambda _stage: {"type": "place_terrain", "terrain": [piece], "reason": reason}


def _types(match_id: UUID) -> Iterator[str]:
    after: int | None = 0
    while after is not None:
        page = service.events_page(THE_HOUSE, match_id, after, PAGE)
        yield from (event["type"] for event in page["events"])
        after = page["next"]
