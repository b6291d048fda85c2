"""A whole match of Ishmêk through the handler: played by bots, folded, replayed, verified, exported, taken in again."""

import io
from random import Random

import pytest

from eventstore import api as store
from matches import service
from matches.documents import plain
from matches.loading import load_match
from matches.models import Match, stream_of
from rules.kernel.replay import seek
from rules.registry import RULESETS

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def roster(prefix, name):
    return {"name": name, "players": [{"id": f"{prefix}{n}", "dex_mod": 3, "str_mod": n, "speed": 35} for n in (1, 2)]}


SETUP = {"turns_total": 1, "teams": {"home": roster("h", "Kites"), "away": roster("a", "Salt Road")}}


def played(match_id, seed):
    """Play a match to its end, each command given by the house for whoever must decide."""
    game, rng = RULESETS["ishmek"], Random(seed)
    for _ in range(2_000):
        match = load_match(match_id)
        if match.table.outcome() is not None:
            return match
        service.give_command(service.THE_HOUSE, match_id, plain(game.bots()["sensible"](match.state, rng)))
    raise AssertionError("the match does not end")


@pytest.fixture
def over(alice):
    match_id = service.create_match(alice, service.NewMatch(ruleset="ishmek", setup=SETUP, visibility="public"))
    played(match_id, 7)
    return match_id


def test_it_holds_together(over, alice, eve):
    match = load_match(over)
    assert match.table.secret
    row = Match.objects.get(pk=over)
    assert (row.status, row.summary["headline"]["teams"]["home"]["name"]) == ("finished", "Kites")
    assert row.summary["outcome"]["termination"]
    found = service.verify_match(eve, over)
    assert found["ok"], found
    assert found["dice"]["recomputed"] == found["dice"]["rolls"] > 0
    document = service.replay_document(eve, over)
    for version in (match.table.opening, match.version // 2, match.version):
        assert seek(document, version) == service.state_document(eve, over, version)["view"]
    assert document["rules"]["ISH-INIT-01"]
    store.discard_snapshots(stream_of(over))
    assert load_match(over).state == match.state
    file = io.BytesIO()
    service.export_match(eve, over, file)
    file.seek(0)
    assert service.import_match(eve, file) == over


def test_every_decision_point_can_be_forked(over, alice):
    document = service.replay_document(alice, over)
    for version in Random(3).sample(document["marks"]["decision"][:-1], 6):
        fork = service.fork_match(alice, over, service.NewFork(version=version))
        assert load_match(fork).state == load_match(over, version).state


def test_legal_commands_are_legal(alice):
    match_id = service.create_match(alice, service.NewMatch(ruleset="ishmek", setup=SETUP))
    for seat in ("home", "away"):
        legal = service.legal_commands(service.THE_HOUSE, match_id, seat, limit=3)["commands"]
        service.give_command(service.THE_HOUSE, match_id, legal[0]["command"], by=seat)
    assert service.pending_now(alice, match_id)["asks"][0]["kind"] == "pick"
