"""Random matches: whatever is played, the log folds, reads back, verifies, and keeps to the rules.

A failing match prints its seed and leaves a transcript that opens: `python manage.py transcript run FILE`. One thousand
whole matches: `SKALD_RANDOM_MATCHES=1000 python -m pytest -m slow tests/rules/ishmek/test_random_matches.py`.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ishmek.commands import Pass, Place
from rules.ishmek.system import ISHMEK
from rules.kernel import transcript
from rules.kernel.agenda import Decided
from rules.kernel.audit import audit
from rules.kernel.codec import Codec
from rules.kernel.errors import Refused
from rules.kernel.reading import plain
from rules.kernel.record import Record
from rules.kernel.replay import replay, seek
from rules.kernel.rolls import Rolled
from rules.kernel.ruleset import GM
from rules.kernel.table import Table
from rules.kernel.visibility import HIDDEN, redact, visible
from rules.registry import RULESETS, rulebook
from tests.rules.ishmek import invariants, rosters
from tests.rules.ishmek.arena import Json

SEEDS = st.integers(0, 2**32 - 1)
BOTS = st.tuples(*[st.sampled_from(("sample", "sensible"))] * 2)
LOOKERS = ("home", "away", "", GM)
CODEC = Codec(ISHMEK)
LIMIT = 400
"""Commands after which a random match is left as it stands; extra turns may go on for ever."""
MOST_EXTRA_TURNS = 40


class Watched:
    """A match of house dice that bots play, looked at after every command."""

    def __init__(self, seed: int, bots: Sequence[str], **opening: Any) -> None:
        self.seed, self.rng = seed, Random(seed)
        self.bots = dict(zip(ISHMEK.seats, bots, strict=True))
        self.opening = opening
        dice = dict.fromkeys((*ISHMEK.seats, GM), "house")
        secret = self.rng.randbytes(32)
        self.record = Record.open(ISHMEK, f"random-{seed}", dice=dice, secret=secret, **opening)  # type: ignore[arg-type]
        self.read = Table(ISHMEK)
        self.steps: list[Json] = []
        self.tried: list[Json] = []
        self._look(self.record.events)

    def play(self, limit: int = LIMIT) -> Watched:
        """Play to the end, or `limit` commands."""
        for _ in range(limit):
            if not self.record.pending().asks:
                break
            self._check_decision()
            self.go_on()
        return self

    def go_on(self) -> None:
        """One command of whichever bot is asked first."""
        asks = self.record.pending().asks
        choose = ISHMEK.bots()[self.bots.get(asks[0].seat, "sample")]
        before = self.record.state
        command = plain(choose(before, self.rng))
        self.tried = [*self.tried[-3:], command]
        step = self.record.submit(command)
        assert step.need is None
        self.steps.append({"command": command, "dice": invariants.faces(step.events)})
        invariants.check_progress(before, self.record.state)
        self._look(step.events)

    def _look(self, events: Sequence[Any]) -> None:
        """What happened reads back and folds to the live state, which is a legal one."""
        past = self.record
        for event in events:
            name = CODEC.type_of(event)
            again = CODEC.decode(name, CODEC.encode(event), CODEC.schema(name))
            assert again == event
            self.read.apply(again, past)
            if isinstance(event, Rolled):
                invariants.check_roll(event)
        assert self.read.state == self.record.state, "the folded log is not the live state"
        invariants.check_state(self.record.state)

    def _check_decision(self) -> None:
        """Who is asked has something legal to do, everything refused says why, the position reads back."""
        state = self.record.state
        ruleset = self.record.ruleset
        drawn = ruleset.sample(state, self.rng)
        ruleset.decide(state, drawn, invariants.AnyDice(), ruleset.owner(state, drawn) or GM)
        if not isinstance(drawn, Place):  # thousands of placements
            assert drawn in list(ruleset.legal(state)), f"{drawn} was drawn and is not legal"
        position = json.loads(json.dumps(ruleset.position(state)))
        assert ruleset.from_position(position, plain(state.rules)) == state
        for ask in self.record.pending().asks:
            assert ask.why
            assert ask.rule in rulebook("ishmek"), ask
            if ask.default is not None:
                self.record.consider(ask.default)
        for stray in self.tried:
            self._try(stray)

    def _try(self, command: Json) -> None:
        """A command of another moment: accepted or refused with a rule, and nothing has happened."""
        before = (self.record.version, self.record.state)
        try:
            self.record.consider(command)
        except Refused as refused:
            invariants.check_refusal(refused)
        assert (self.record.version, self.record.state) == before

    def as_transcript(self) -> Json:
        """The match so far, all dice typed in."""
        return {"ruleset": "ishmek", "title": f"random match, seed {self.seed}", **self.opening, "steps": self.steps}


@contextmanager
def watched(seed: int, bots: Sequence[str], **opening: Any) -> Iterator[Watched]:
    """A match; when something fails it leaves its transcript, and the error says where and which seed it was."""
    match = Watched(seed, bots, **opening)
    try:
        yield match
    except BaseException as error:
        place = Path(tempfile.gettempdir()) / f"skald-ishmek-{seed}.json"
        place.write_text(json.dumps(match.as_transcript(), indent=1), encoding="utf-8")
        error.add_note(f"seed {seed}, bots {', '.join(bots)}: python manage.py transcript run {place}")
        raise


def random_match(seed: int, bots: Sequence[str], most: int = 6, turns: int = 2) -> Any:
    """From rosters, placement and all."""
    setup, rules = rosters.match(seed, most, turns)
    return watched(seed, bots, setup=setup, house_rules=rules)


def random_scrum(seed: int, bots: Sequence[str], most: int = 4, turns: int = 2) -> Any:
    """From a crowded position."""
    position, rules = rosters.scrum(seed, most, turns)
    return watched(seed, bots, position=position, house_rules=rules)


def fewer(examples: int) -> Any:
    """That many examples by default, four times as many in CI."""
    return settings(
        max_examples=examples * (4 if os.environ.get("CI") or os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 1)
    )


@fewer(6)
@given(seed=SEEDS, bots=BOTS)
def test_random_matches_from_rosters_keep_to_the_rules(seed: int, bots: tuple[str, str]) -> None:
    with random_match(seed, bots) as match:
        check_whole(match.play())


@fewer(15)
@given(seed=SEEDS, bots=BOTS)
def test_random_matches_from_crowded_positions_keep_to_the_rules(seed: int, bots: tuple[str, str]) -> None:
    with random_scrum(seed, bots) as match:
        check_whole(match.play())


def check_whole(match: Watched) -> None:
    """What is true of a match as a whole."""
    events = match.record.events
    invariants.check_economy(events, match.record.state.rules)
    invariants.check_citations(events)
    invariants.check_dice(events)
    verdict = audit(ISHMEK, events, match.record.secret)
    assert verdict.verified, str(verdict)
    assert verdict.decisions == len(match.steps)
    assert verdict.recomputed == verdict.rolls == sum(isinstance(event, Rolled) for event in events)


@fewer(8)
@given(seed=SEEDS, bots=BOTS)
def test_table_dice_write_what_house_dice_write(seed: int, bots: tuple[str, str]) -> None:
    with random_scrum(seed, bots) as match:
        match.play(150)
        typed = Record.open(ISHMEK, "typed", **match.opening)
        for step in match.steps:
            done = typed.consider(step["command"], dice=step["dice"])
            assert done.need is None
            assert not done.left
            typed.add(done.events)
        ours = [e for e in match.record.events if CODEC.type_of(e) not in ("match_opened", "secret_revealed")]
        assert list(invariants.without_source(ours)) == list(invariants.without_source(typed.events[1:]))
        assert typed.state == match.record.state


@fewer(5)
@given(seed=SEEDS, bots=BOTS)
def test_replay_shows_every_seat_what_the_view_shows(seed: int, bots: tuple[str, str]) -> None:
    with random_scrum(seed, bots) as match:
        record = match.play(80).record
        moments = sorted(match.rng.sample(range(1, record.version + 1), min(12, record.version)))
        views = {seat: replay(record, seat) for seat in LOOKERS}
        for n in moments:
            state = record.state_at(n)
            seen = {seat: plain(ISHMEK.view(state, seat)) for seat in LOOKERS} if state is not None else {}
            assert len({json.dumps(invariants.shape(view), sort_keys=True) for view in seen.values()}) <= 1
            for seat, view in seen.items():
                assert seek(views[seat], n) == view


@fewer(8)
@given(seed=SEEDS, bots=BOTS)
def test_a_fork_of_any_moment_stands_where_the_match_stood(seed: int, bots: tuple[str, str]) -> None:
    with random_scrum(seed, bots) as match:
        record = match.play(120).record
        points = [n for n, event in enumerate(record.events, 1) if isinstance(event, Decided)]
        for n in match.rng.sample(points, min(10, len(points))):
            assert record.fork(n, f"fork-{n}").state == record.state_at(n)


@fewer(10)
@given(seed=SEEDS, bots=BOTS)
def test_redaction_hides_and_changes_nothing_else(seed: int, bots: tuple[str, str]) -> None:
    with random_match(seed, bots, most=3) as match:
        events = list(match.play(60).record.events)
        chain = hash_chain(events)
        for seat in LOOKERS:
            shown: set[int] = set()
            for n in sorted({*match.rng.sample(range(1, len(events) + 1), 10), len(events)}):
                lines = redact(events[:n], seat)
                assert [line["n"] for line in lines] == list(range(1, n + 1)), "numbers count from 1 without holes"
                may_see = {line["n"] for line in lines if line["type"] != HIDDEN}
                assert shown <= may_see, "what was shown once is shown for ever"
                shown = may_see
                for line, event, open_ in zip(lines, events, visible(events[:n], seat), strict=False):
                    hidden = {"n": line["n"], "type": HIDDEN, "redacted": True}
                    assert line == ({"n": line["n"], **plain(event)} if open_ else hidden)
                assert seat != GM or len(may_see) == n, "the GM sees all"
        assert hash_chain(events) == chain


def hash_chain(events: Sequence[Any]) -> str:
    """A hash over all events as they are stored."""
    head = b""
    for event in events:
        head = hashlib.sha256(head + CODEC.encode(event)).digest()
    return head.hex()


@fewer(8)
@given(seed=SEEDS, bots=BOTS)
def test_evolve_is_total_at_any_moment(seed: int, bots: tuple[str, str]) -> None:
    """An event of the match folds onto any other moment of it: an old log under new rules may meet such a state."""
    with random_scrum(seed, bots) as match:
        record = match.play(100).record
        moments = [record.state_at(match.rng.randint(record.table.opening, record.version)) for _ in range(4)]
        for event in record.events[record.table.opening :]:
            if CODEC.type_of(event) in ISHMEK.event_types:
                for state in moments:
                    assert isinstance(ISHMEK.evolve(state, event), ISHMEK.state_type)


@fewer(8)
@given(seed=SEEDS)
def test_reactions_offered_in_a_window_are_those_that_are_legal(seed: int) -> None:
    """The names in the options of a window's ask are exactly those of the player's legal reactions."""
    with random_scrum(seed, ("sample", "sample")) as match:
        for _ in range(150):
            asks = match.record.pending().asks
            if not asks:
                break
            if asks[0].window:
                moves = [move for move in ISHMEK.legal(match.record.state) if not isinstance(move, Pass)]
                for ask in asks:
                    found = {move.name for move in moves if move.player == ask.player}
                    assert found == set(ask.options["reactions"]), ask
                    assert found, f"{ask.player} is asked and has no option"
            match.go_on()


def test_a_failing_match_names_its_seed_and_leaves_a_transcript_that_opens() -> None:
    steps: list[Json] = []

    def fail() -> None:
        with random_match(7, ("sample", "sensible")) as match:
            steps.extend(match.play(30).steps)
            raise AssertionError("on purpose")

    with pytest.raises(AssertionError, match="on purpose") as caught:
        fail()
    (note,) = caught.value.__notes__
    assert "seed 7" in note
    left = Path(note.rpartition(" ")[2])
    lines = list(transcript.run(left.read_bytes(), RULESETS))
    assert json.loads(left.read_bytes())["steps"] == steps
    left.unlink()
    assert "state" in lines[-1]
    assert sum(line["type"] == "decided" for line in lines[:-1]) == len(steps) + 1


@pytest.mark.slow
def test_many_whole_matches_fold_verify_and_read_back() -> None:
    """SKALD_RANDOM_MATCHES of them, 12 by default, with both bots on either side, from rosters and from positions."""
    for seed in range(int(os.environ.get("SKALD_RANDOM_MATCHES", "12"))):
        bots = (("sample", "sensible"), ("sensible", "sample"), ("sensible", "sensible"), ("sample", "sample"))[
            seed % 4
        ]
        kind = random_scrum if seed % 5 == 0 else random_match
        with kind(seed, bots, turns=3) as match:
            whole_match(match)


def whole_match(match: Watched, limit: int = 3_000) -> None:
    """Play to the end and check the log as a whole, without looking at each decision."""
    for _ in range(limit):
        if not match.record.pending().asks or match.record.state.turn > MOST_EXTRA_TURNS:
            break
        match.go_on()
    level = match.record.state.rules.tie == "extra_turns"
    assert match.record.outcome() is not None or level, f"no end within {limit} commands"
    check_whole(match)
    stored = [(CODEC.type_of(event), CODEC.encode(event)) for event in match.record.events]
    again = Record.of_events(ISHMEK, [CODEC.decode(name, body) for name, body in stored])
    assert again.state == match.record.state
    assert CODEC.decode_state(CODEC.encode_state(again.table)).state == again.state
    final: Mapping[str, Any] = json.loads(json.dumps(ISHMEK.position(again.state)))
    assert ISHMEK.from_position(final, msgspec.to_builtins(again.state.rules)) == again.state
