"""First events that somebody forged: what this Skald never writes there is refused."""

import io
import json
from uuid import uuid4

import pytest

from eventstore import api as store
from matches import event_codec, service
from matches.game_adapter import adapter_of
from matches.loading import load_match
from matches.models import stream_of
from tests.matches.test_forged import documents, elsewhere
from web.errors import NotThere, Refusal

pytestmark = pytest.mark.django_db

OTHER = "7f1f9a0e-6f5b-4b0c-9f59-0a6f0e6a0b11"


def taken_in(who, events, *, first=None, more=()):
    """The match that events become here, its first one changed by `first`."""
    match_id = uuid4()
    opened = {"match": str(match_id)} | (first(str(match_id)) if callable(first) else first or {})
    written = []
    for number, document in enumerate([*events, *more]):
        event = dict(document)
        schema = event.pop("schema")
        body = json.dumps(event | opened if number == 0 else event)
        written.append(store.NewEvent(event_codec.log_name(adapter_of("toy"), event["type"]), schema, body.encode()))
    store.append(stream_of(match_id), 0, written, actor="eve", command_id=uuid4(), fingerprint=b"f" * 32)
    file = io.BytesIO()
    store.export_streams([stream_of(match_id)], file)
    elsewhere()
    file.seek(0)
    try:
        return service.import_match(who, file)
    except Refusal:
        assert store.head(stream_of(match_id)) is None
        raise


@pytest.mark.parametrize(
    "first",
    [
        {},
        {"commitment": "0f" * 32},
        {"dice": {"home": "house", "gm": "table"}},
        {"origin": {"match": OTHER, "version": 3, "hash": "0f" * 32}},
    ],
    ids=str,
)
def test_it_works(match, alice, first):
    found = taken_in(alice, documents(match), first=first)
    assert load_match(found).table.opening == load_match(found).version - 3
    assert service.state_document(alice, found, load_match(found).table.opening)["clock"]


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ({"opening": 0}, "the opening ends with event 2, not 0"),
        ({"opening": -1}, "the opening ends with event 2, not -1"),
        ({"opening": 1}, "the opening ends with event 2, not 1"),
        ({"opening": 3}, "the opening ends with event 2, not 3"),
        ({"opening": 10**9}, "the opening ends with event 2, not"),
        ({"ruleset_version": 0}, "version 0 of toy"),
        ({"ruleset_version": 999}, "version 999 of toy"),
        ({"dice": {"attic": "table"}}, "dice of no seat: attic"),
        ({"commitment": "no hash"}, "commitment"),
        ({"commitment": "0F" * 32}, "commitment"),
        ({"commitment": "0f" * 5000}, "commitment"),
        (lambda own: {"origin": {"match": own, "version": 3}}, "origin"),
        (lambda own: {"origin": {"match": own.replace("-", "").upper(), "version": 3}}, "origin"),
        ({"origin": {"match": "nowhere", "version": 3}}, "does not fold"),
        ({"origin": {"match": OTHER, "version": 0}}, "origin"),
        ({"origin": {"match": OTHER, "version": 3, "hash": "x"}}, "origin"),
    ],
)
def test_it_refuses_what_is_never_written(match, alice, first, why):
    with pytest.raises(Refusal) as caught:
        taken_in(alice, documents(match), first=first)
    assert (caught.value.code, caught.value.status) == ("bad_export", 400)
    assert why in caught.value.message


def test_it_refuses_a_match_that_is_opened_twice(match, alice):
    events = documents(match)
    with pytest.raises(Refusal) as caught:
        taken_in(alice, events, more=[events[0] | {"opening": 0}])
    assert caught.value.code == "bad_export"


def test_before_the_game_has_begun_there_is_no_situation(match, alice):
    with pytest.raises(NotThere):
        service.state_document(alice, match, 1)
