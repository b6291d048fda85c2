"""A match written under three schemas of the same event, one after the other: read, replayed, verified, taken along.

The lamps have a history here. Their first release said `{"lamp": "away", "dimness": 11}`, the second called the lamp
a seat and counted what was left of its light, of 20; today both say seat and dimness.
"""

import io
import json
from uuid import uuid4

import pytest
from django.db import connection

from eventstore import api as store
from eventstore.models import Event
from matches import service
from matches.loading import load_match, recent_folds
from matches.models import Match, stream_of
from rules.kernel.errors import Malformed
from rules.registry import RULESETS
from tests.eventstore.flushing import unguarded
from tests.matches.lamps.system import Lamps
from tests.rules.kernel import toy as lamps
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def with_light(body):
    return {"type": "dimmed", "seat": body["lamp"], "light": 20 - body["dimness"]}


def with_dimness(body):
    return {"type": "dimmed", "seat": body["seat"], "dimness": 20 - body["light"]}


# How each release wrote that the away lamp has come to this dimness.
WRITTEN = {
    1: lambda dimness: {"type": "dimmed", "lamp": "away", "dimness": dimness},
    2: lambda dimness: {"type": "dimmed", "seat": "away", "light": 20 - dimness},
    3: lambda dimness: {"type": "dimmed", "seat": "away", "dimness": dimness},
}


@pytest.fixture
def game(monkeypatch):
    """The lamps of today, who can read those of old."""
    monkeypatch.setattr(lamps.Dimmed, "schema", 3, raising=False)
    monkeypatch.setattr(Lamps, "upcasts", {("dimmed", 1): with_light, ("dimmed", 2): with_dimness})
    game = Lamps()
    monkeypatch.setitem(RULESETS, "toy", game)
    return game


@pytest.fixture
def old(game, alice):
    """A match of 9 events, one command under each schema: the away lamp comes to 11, 12, and 9."""
    match_id = uuid4()
    opened = {"type": "match_opened", "match": str(match_id), "ruleset": "toy", "ruleset_version": 1}
    lit = {"type": "lit", "state": {"lamps": [{"id": "home"}, {"id": "away"}], "agenda": [TURN]}}
    hosted = {"type": "match_hosted", "title": "Lamps of old"}
    append(match_id, 0, [(1, opened | {"dice": {}, "opening": 2}), (1, lit), (1, hosted)])
    for version, (schema, dimness) in zip((3, 5, 7), ((1, 11), (2, 12), (3, 9)), strict=True):
        command = {"type": "dim", "lamp": "away", "dimness": dimness}
        decided = {"type": "decided", "push": [], "by": "gm", "command": command, "keep": 1}
        append(match_id, version, [(schema, WRITTEN[schema](dimness)), (1, decided)])
    store.catch_up("matches")
    return match_id


TURN = {"frame": "turn", "seat": "home"}
SHARED = {"match_opened", "match_hosted"}


def append(match_id, expected, written):
    """Append as a Skald of that day did."""
    events = [
        store.NewEvent(
            body["type"] if body["type"] in SHARED else f"toy.{body['type']}", schema, json.dumps(body).encode()
        )
        for schema, body in written
    ]
    store.append(stream_of(match_id), expected, events, actor="gm", command_id=uuid4(), fingerprint=b"f" * 32)


def dimness(match_id, version=None):
    return load_match(match_id, version).state.lamp("away").dimness


def test_it_is_folded(old):
    assert [dimness(old, version) for version in (3, 4, 6, 8)] == [10, 11, 12, 9]
    match = load_match(old)
    match.save_snapshot()
    recent_folds.forget(old)
    assert load_match(old).state == match.state


def test_it_is_shown(old):
    page = service.events_page(THE_HOUSE, old)["events"]
    told = [(event["seat"], event["dimness"]) for event in page if event["type"] == "dimmed"]
    assert told == [("away", 11), ("away", 12), ("away", 9)]
    document = service.replay_document(THE_HOUSE, old)
    assert [event["n"] for event in document["events"] if event["type"] == "dimmed"] == [4, 6, 8]


def test_its_rules_are_verified(old):
    found = service.verify_match(THE_HOUSE, old)
    assert found["ok"], found
    assert (found["rules"]["verdict"], found["rules"]["decisions"]) == ("verified under toy v1", 3)


def test_its_rows_are_made_again(old):
    store.rebuild("matches")
    assert store.check("matches") == []
    assert Match.objects.get(pk=old).version == 9


def test_it_goes_on_under_the_schema_of_today(old):
    service.give_command(THE_HOUSE, old, {"type": "dim", "lamp": "away", "dimness": 4}, by="gm")
    assert dimness(old) == 4
    assert schemas() == [1, 2, 3, 3]


def test_it_can_be_turned_back_and_forked(old):
    service.give_command(THE_HOUSE, old, {"type": "rewind", "to": 5, "reason": "x"}, by="gm")
    assert dimness(old) == 11
    assert dimness(service.fork_match(THE_HOUSE, old, service.NewFork(version=7))) == 12


def test_it_is_taken_along_as_it_was_written(old):
    file = io.BytesIO()
    service.export_match(THE_HOUSE, old, file)
    with unguarded(), connection.cursor() as cursor:
        for table in ("event", "command", "snapshot", "stream", "subscription"):
            cursor.execute(f"DELETE FROM eventstore_{table}")  # noqa: S608
    Match.objects.all().delete()
    recent_folds.forget(old)
    file.seek(0)

    assert service.import_match(THE_HOUSE, file) == old
    assert schemas() == [1, 2, 3]
    assert dimness(old) == 9
    assert store.verify_store() == []


def schemas():
    """The schema numbers of the dimmed events as they are stored."""
    stored = Event.objects.filter(type_id=store.type_id("toy.dimmed")).order_by("position")
    return [event.schema for event in stored]


def test_a_schema_of_tomorrow_is_refused(old):
    append(old, 9, [(4, {"type": "dimmed", "seat": "away", "glow": 1})])
    recent_folds.forget(old)
    with pytest.raises(Malformed, match="newer than this Skald"):
        load_match(old)
