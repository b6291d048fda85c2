"""Random matches: whatever is played, the log folds, reads back, verifies, and keeps to the rules.

A failing match prints its seed and leaves a transcript that opens: `python manage.py transcript run FILE`. More of
them: `RANDOM_SECONDS=600 python -m pytest tests/rules/ishmek/test_random_matches.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rules.ishmek.commands import Pass, Place
from rules.ishmek.system import ISHMEK
from rules.kernel import transcript
from rules.kernel.asks import GM
from rules.kernel.codec import Codec
from rules.kernel.reading import plain
from rules.kernel.record import Record
from rules.kernel.replay import replay, seek
from rules.registry import RULESETS
from tests.chance import random_seeds
from tests.rules.every_game import watched
from tests.rules.every_game.watched import Watched
from tests.rules.ishmek import invariants, rosters
from tests.rules.ishmek.arena import Json
from tests.rules.ishmek.random_matches import bots_of, random_match, random_scrum

CODEC = Codec(ISHMEK)
LOOKERS = ("home", "away", "", GM)
LIMIT = 400
"""Commands after which a random match is left as it stands; extra turns may go on for ever."""
MOST_EXTRA_TURNS = 40


def check_whole(match: Watched) -> None:
    """What is true of a match as a whole."""
    invariants.check_economy(match.record.events, match.record.state.rules)
    watched.check_whole(match)


@random_seeds(6)
def test_random_matches_from_rosters_keep_to_the_rules(seed: int) -> None:
    with random_match(seed, bots_of(seed)) as match:
        check_whole(match.play(LIMIT))


@random_seeds(15)
def test_random_matches_from_crowded_positions_keep_to_the_rules(seed: int) -> None:
    with random_scrum(seed, bots_of(seed)) as match:
        check_whole(match.play(LIMIT))


@random_seeds(8)
def test_table_dice_write_what_house_dice_write(seed: int) -> None:
    with random_scrum(seed, bots_of(seed)) as match:
        watched.check_typed_dice(match.play(150))


@random_seeds(5)
def test_replay_shows_every_seat_what_the_view_shows(seed: int) -> None:
    with random_scrum(seed, bots_of(seed)) as match:
        record = match.play(80).record
        moments = sorted(match.rng.sample(range(1, record.version + 1), min(12, record.version)))
        views = {seat: replay(record, seat) for seat in LOOKERS}
        for n in moments:
            state = record.state_at(n)
            seen = {seat: plain(ISHMEK.view(state, seat)) for seat in LOOKERS} if state is not None else {}
            assert len({json.dumps(invariants.shape(view), sort_keys=True) for view in seen.values()}) <= 1
            for seat, view in seen.items():
                assert seek(views[seat], n) == view


@random_seeds(8)
def test_a_fork_of_any_moment_stands_where_the_match_stood(seed: int) -> None:
    with random_scrum(seed, bots_of(seed)) as match:
        watched.check_forks(match.play(120), 10)


@random_seeds(10)
def test_redaction_hides_and_changes_nothing_else(seed: int) -> None:
    with random_match(seed, bots_of(seed), most=3) as match:
        watched.check_redaction(match.play(60))


@random_seeds(8)
def test_evolve_is_total_at_any_moment(seed: int) -> None:
    with random_scrum(seed, bots_of(seed)) as match:
        watched.check_evolve_is_total(match.play(100))


@random_seeds(8)
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


@random_seeds(12)
def test_many_whole_matches_fold_verify_and_read_back(seed: int) -> None:
    """With both bots on either side, from rosters and from positions."""
    kind = random_scrum if seed % 5 == 0 else random_match
    with kind(seed, bots_of(seed), turns=3) as match:
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
    watched.check_reads_back(match)


# Playouts


HOUSE = dict.fromkeys((*ISHMEK.seats, GM), "house")


def openings() -> list[Record]:
    """Matches from rosters and from crowded positions."""
    found = []
    for seed in range(8):
        setup, rules = rosters.match(seed, 4, 2)
        position, others = rosters.scrum(seed, 4, 2)
        more = {"dice": HOUSE, "secret": bytes(32)}
        found.append(Record.open(ISHMEK, f"match-{seed}", setup=setup, house_rules=rules, **more))
        found.append(Record.open(ISHMEK, f"scrum-{seed}", position=position, house_rules=others, **more))
    return found


@pytest.mark.parametrize("record", openings(), ids=lambda record: record.table.match)
def test_the_seat_asked_first_is_that_of_the_first_ask(record: Record) -> None:
    rng = Random(record.table.match)
    for _ in range(300):
        asks = record.pending().asks
        assert ISHMEK.asked(record.state) == (asks[0].seat if asks else "")
        if not asks:
            break
        record.submit(ISHMEK.sample(record.state, rng))


@pytest.mark.parametrize("record", openings()[:6], ids=lambda record: record.table.match)
def test_what_bots_draw_and_lists_hold_is_what_would_be_read(record: Record) -> None:
    """Such a command is taken as it is: it must be the struct, to the last type, that its JSON is read into."""
    rng = Random(record.table.match)
    for _ in range(100):
        if record.outcome() is not None:
            break
        made = [bot(record.state, rng) for bot in ISHMEK.bots().values()]
        if not isinstance(made[0], Place):  # thousands of placements
            made += ISHMEK.legal(record.state)
        for command in made:
            assert repr(ISHMEK.parse(plain(command))) == repr(command)
        record.submit(made[0])
