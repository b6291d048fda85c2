"""A whole match of a game through the handler: played by bots, replayed, verified, forked, exported, taken in again."""

from __future__ import annotations

import io
from random import Random
from typing import Any

from eventstore import api as store
from matches import service
from matches.documents import plain
from matches.loading import load_match
from matches.models import stream_of
from rules.kernel.replay import seek
from rules.registry import RULESETS
from web.people import THE_HOUSE

LIMIT = 2_000


def played(person: Any, game: str, setup: dict[str, Any], seed: int, bot: str = "sensible") -> Any:
    """The ID of a public match that a bot has played to its end, the house giving each command for who must decide."""
    match_id = service.create_match(person, service.NewMatch(ruleset=game, setup=setup, visibility="public"))
    choose, rng = RULESETS[game].bots()[bot], Random(seed)
    for _ in range(LIMIT):
        match = load_match(match_id)
        if match.table.outcome() is not None:
            return match_id
        service.give_command(THE_HOUSE, match_id, plain(choose(match.state, rng)))
    raise AssertionError(f"no end within {LIMIT} commands")


def check_holds_together(match_id: Any, person: Any) -> None:
    """A match that is over verifies, replays as it was seen, folds without snapshots, goes out and comes in again."""
    match = load_match(match_id)
    assert match.table.secret
    found = service.verify_match(person, match_id)
    assert found["ok"], found
    assert found["dice"]["recomputed"] == found["dice"]["rolls"] > 0
    document = service.replay_document(person, match_id)
    for version in (match.table.opening, match.version // 2, match.version):
        assert seek(document, version) == service.state_document(person, match_id, version)["view"]
    store.discard_snapshots(stream_of(match_id))
    assert load_match(match_id).state == match.state
    file = io.BytesIO()
    service.export_match(person, match_id, file)
    file.seek(0)
    assert service.import_match(person, file) == match_id


def check_forks(match_id: Any, person: Any, count: int) -> None:
    """A fork of any decision (`count` of them are drawn) stands where the match stood."""
    points = service.replay_document(person, match_id)["marks"]["decision"][:-1]
    for version in Random(3).sample(points, count):
        fork = service.fork_match(person, match_id, service.NewFork(version=version))
        assert load_match(fork).state == load_match(match_id, version).state
