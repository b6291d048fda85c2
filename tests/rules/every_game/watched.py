"""Random matches of a game that bots play, looked at after each command.

A failing match prints its seed and leaves a transcript that opens: `python manage.py transcript run FILE`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol

from rules.kernel.agenda import Decided
from rules.kernel.asks import GM
from rules.kernel.audit import audit
from rules.kernel.codec import Codec
from rules.kernel.errors import Refused
from rules.kernel.game import Game
from rules.kernel.reading import plain
from rules.kernel.record import Record
from rules.kernel.rolls import Rolled
from rules.kernel.table import Table
from rules.kernel.visibility import HIDDEN, redact, visible
from rules.registry import rulebook
from tests.rules.every_game.invariants import (
    AnyDice,
    check_citations,
    check_dice,
    check_refusal,
    faces,
    without_source,
)

Json = dict[str, Any]
LIMIT = 600
"""Commands after which a random match is left as it stands."""


class Invariants(Protocol):
    """What a game's own `invariants.py` says of its matches. Each function fails with the fact that broke."""

    def check_state(self, state: Any) -> None:
        """A state is a possible one."""

    def check_progress(self, before: Any, after: Any) -> None:
        """A command only moves a match forward."""

    def check_roll(self, event: Any) -> None:
        """A roll agrees with its dice."""


@dataclass(frozen=True)
class Watcher:
    """What the random matches of a game are looked at for; its `invariants` are a module.

    `unlisted`: commands of which so many are legal that they are not listed at every decision. `listed`: the bots that
    choose from the list to the letter (all, where none is named); what the others choose is accepted all the same.
    """

    game: Game[Any]
    invariants: Invariants
    unlisted: tuple[type[Any], ...] = ()
    listed: tuple[str, ...] = ()

    @contextmanager
    def match(self, seed: int, bots: Mapping[str, str], **opening: Any) -> Iterator[Watched]:
        """A match; when something fails it leaves its transcript, and the error says where and which seed it was.

        `bots`: seat → name of its bot, where that is not `sample`. `opening`: `setup` or `position`, `house_rules`.
        """
        match = Watched(self, seed, bots, **opening)
        try:
            yield match
        except BaseException as error:
            place = Path(tempfile.gettempdir()) / f"skald-{self.game.key}-{seed}.json"
            place.write_text(json.dumps(match.as_transcript(), indent=1), encoding="utf-8")
            error.add_note(f"seed {seed}, bots {dict(bots)}: python manage.py transcript run {place}")
            raise


class Watched:
    """A match of house dice that bots play, looked at after every command."""

    def __init__(self, watcher: Watcher, seed: int, bots: Mapping[str, str], **opening: Any) -> None:
        self.watcher, self.game, self.invariants = watcher, watcher.game, watcher.invariants
        self.seed, self.rng = seed, Random(seed)
        self.bots, self.opening = bots, opening
        dice: dict[str, Literal["house", "table"]] = dict.fromkeys((*self.game.seats, GM), "house")
        secret = self.rng.randbytes(32)
        self.record = Record.open(self.game, f"random-{seed}", dice=dice, secret=secret, **opening)
        self.codec = Codec(self.game)
        self.read = Table(self.game)
        self.steps: list[Json] = []
        self.tried: list[Json] = []
        self._look(self.record.events)

    def play(self, limit: int = LIMIT, often: float = 1.0) -> Watched:
        """Play to the end, or `limit` commands; look at every decision, or only so often."""
        for _ in range(limit):
            if not self.record.pending().asks:
                break
            if self.rng.random() < often:
                self._check_decision()
            self.go_on()
        return self

    def interfere(self, command: Json) -> None:
        """A command that no bot gives, such as a GM's; `Refused` as usual."""
        step = self.record.submit(command)
        assert step.need is None
        self.steps.append({"command": command, "dice": faces(step.events)})
        self._look(step.events)

    def go_on(self) -> None:
        """One command of whichever bot is asked first."""
        before = self.record.state
        choose = self.game.bots()[self.bots.get(self.game.asked(before), "sample")]
        command = plain(choose(before, self.rng))
        self.tried = [*self.tried[-3:], command]
        step = self.record.submit(command)
        assert step.need is None
        self.steps.append({"command": command, "dice": faces(step.events)})
        self.invariants.check_progress(before, self.record.state)
        self._look(step.events)

    def _look(self, events: Sequence[Any]) -> None:
        """What happened reads back and folds to the live state, which is a possible one."""
        for event in events:
            name = self.codec.type_of(event)
            again = self.codec.decode(name, self.codec.encode(event), self.codec.schema(name))
            assert again == event
            self.read.apply(again, self.record)
            if isinstance(event, Rolled):
                self.invariants.check_roll(event)
        assert self.read.state == self.record.state, "the folded log is not the live state"
        self.invariants.check_state(self.record.state)

    def _check_decision(self) -> None:
        """What bots choose is legal, everything refused says why, the position reads back."""
        state = self.record.state
        self._check_choices(state)
        position = json.loads(json.dumps(self.game.position(state)))
        assert self.game.from_position(position, plain(state.rules)) == state
        asks = self.record.pending().asks
        assert asks[0].seat == self.game.asked(state)
        for ask in asks:
            assert ask.why
            assert ask.rule in rulebook(self.game.key), ask
            if ask.default is not None:
                self.record.consider(ask.default)
        for stray in self.tried:
            self._try(stray)

    def _check_choices(self, state: Any) -> None:
        """What is drawn, and what each bot chooses, is accepted, and listed where it must be."""
        chosen = {name: bot(state, self.rng) for name, bot in self.game.bots().items()}
        for command in chosen.values():
            self.game.decide(state, command, AnyDice(), self.game.owner(state, command) or GM)
        if isinstance(chosen["sample"], self.watcher.unlisted):
            return
        legal = list(self.game.legal(state))
        for name in self.watcher.listed or chosen:
            assert chosen[name] in legal, f"{chosen[name]} was chosen by {name} and is not listed"

    def _try(self, command: Json) -> None:
        """A command of another moment: accepted or refused with a rule, and nothing has happened."""
        before = (self.record.version, self.record.state)
        try:
            self.record.consider(command)
        except Refused as refused:
            check_refusal(self.game.key, refused)
        assert (self.record.version, self.record.state) == before

    def as_transcript(self) -> Json:
        """The match so far, all dice typed in."""
        title = f"random match, seed {self.seed}"
        return {"ruleset": self.game.key, "title": title, **self.opening, "steps": self.steps}


def check_whole(match: Watched) -> None:
    """The log of a match cites its rules, has all its dice, and verifies."""
    events = match.record.events
    check_citations(match.game.key, events)
    check_dice(events)
    verdict = audit(match.game, events, match.record.secret)
    assert verdict.verified, str(verdict)
    assert verdict.decisions == len(match.steps)
    assert verdict.recomputed == verdict.rolls == sum(isinstance(event, Rolled) for event in events)


def check_reads_back(match: Watched) -> None:
    """From what is stored the same match comes back: its log, its table, its position."""
    codec = match.codec
    stored = [(codec.type_of(event), codec.encode(event)) for event in match.record.events]
    again = Record.of_events(match.game, [codec.decode(name, body) for name, body in stored])
    assert again.state == match.record.state
    assert codec.decode_state(codec.encode_state(again.table)).state == again.state
    position = json.loads(json.dumps(match.game.position(again.state)))
    assert match.game.from_position(position, plain(again.state.rules)) == again.state


def check_typed_dice(match: Watched) -> None:
    """The same commands with the same faces typed in write what house dice wrote."""
    typed = Record.open(match.game, "typed", **match.opening)
    for step in match.steps:
        done = typed.consider(step["command"], dice=step["dice"])
        assert done.need is None
        assert not done.left
        typed.add(done.events)
    ours = [e for e in match.record.events if match.codec.type_of(e) not in ("match_opened", "secret_revealed")]
    assert list(without_source(ours)) == list(without_source(typed.events[1:]))
    assert typed.state == match.record.state


def check_forks(match: Watched, most: int) -> None:
    """A fork of any decision (`most` of them are drawn) stands where the match stood."""
    record = match.record
    points = [n for n, event in enumerate(record.events, 1) if isinstance(event, Decided)]
    for n in match.rng.sample(points, min(most, len(points))):
        assert record.fork(n, f"fork-{n}").state == record.state_at(n)


def check_evolve_is_total(match: Watched) -> None:
    """An event of the match folds onto any other moment of it: an old log under new rules may meet such a state."""
    record = match.record
    moments = [record.state_at(match.rng.randint(record.table.opening, record.version)) for _ in range(4)]
    for event in record.events[record.table.opening :]:
        if match.codec.type_of(event) in match.game.event_types:
            for state in moments:
                assert isinstance(match.game.evolve(state, event), match.game.state_type)


def check_redaction(match: Watched, most: int = 10) -> None:
    """What each seat may see at some moments: whole events or none, never less later on; the GM sees all."""
    events = list(match.record.events)
    stored = [match.codec.encode(event) for event in events]
    for seat in (*match.game.seats, "", GM):
        shown: set[int] = set()
        for n in sorted({*match.rng.sample(range(1, len(events) + 1), min(most, len(events))), len(events)}):
            lines = redact(events[:n], seat)
            assert [line["n"] for line in lines] == list(range(1, n + 1)), "numbers count from 1 without holes"
            may_see = {line["n"] for line in lines if line["type"] != HIDDEN}
            assert shown <= may_see, "what was shown once is shown for ever"
            shown = may_see
            for line, event, open_ in zip(lines, events, visible(events[:n], seat), strict=False):
                hidden = {"n": line["n"], "type": HIDDEN, "redacted": True}
                assert line == ({"n": line["n"], **plain(event)} if open_ else hidden)
            assert seat != GM or len(may_see) == n, "the GM sees all"
    assert [match.codec.encode(event) for event in events] == stored
