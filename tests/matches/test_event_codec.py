"""Events of matches as they are read from the log, one by one and in pages."""

from uuid import uuid4

import pytest

from eventstore import api as store
from matches import event_codec
from matches.game_adapter import adapter_of, with_facts
from matches.loading import load_match
from matches.models import stream_of
from rules.kernel.errors import Malformed
from rules.kernel.table_events import SaltAdded
from tests.eventstore.log import FINGERPRINT
from tests.rules.kernel.toy import Dimmed3, LaterToy, Toy

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

STREAM = "match-lamps"
GOOD = ("toy.dimmed", 1, b'{"type":"dimmed","seat":"home","dimness":7}')


class ForgetfulToy(LaterToy):
    upcasts = {}


def write(*events):
    rows = [store.NewEvent(*event) for event in events]
    store.append(STREAM, 0, rows, actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)


def read(game, stream=STREAM):
    return [event for page in store.read_pages(stream) for event in event_codec.events_of(game, page)]


def read_one_by_one(game, stream=STREAM):
    return [event_codec.decoded(game, recorded) for recorded in store.read(stream)]


def test_it_works(match):
    game, stream = adapter_of("toy"), stream_of(match)
    events = read(game, stream)

    assert events == read_one_by_one(game, stream)
    assert len(events) == load_match(match).version
    assert [type(event).__name__ for event in events[:2]] == ["MatchOpened", "Lit"]


def test_what_was_written_under_each_schema_is_read():
    write(
        GOOD,
        ("toy.dimmed", 2, b'{"type":"dimmed","lamp":"away","dimness":8}'),
        ("toy.dimmed", 3, b'{"type":"dimmed","lamp":"home","level":9}'),
    )
    game = with_facts(LaterToy())
    events = read(game)

    assert events == [Dimmed3(lamp="home", level=7), Dimmed3(lamp="away", level=8), Dimmed3(lamp="home", level=9)]
    assert events == read_one_by_one(game)


@pytest.mark.parametrize(
    ("game", "bad", "words"),
    [
        (Toy(), ("toy.burst", 1, b"{}"), "toy has no event 'burst'"),
        (Toy(), ("chess.moved", 1, b"{}"), "toy has no event 'chess.moved'"),
        (Toy(), ("toy.dimmed", 1, b'{"type":"dimmed","seat":"middle","dimness":7}'), "dimmed.seat"),
        (Toy(), ("toy.dimmed", 1, b'{"type":"lit"}'), "dimmed.type"),
        (Toy(), ("toy.dimmed", 2, b'{"type":"dimmed","seat":"home","dimness":7}'), "schema 2 of dimmed is newer"),
        (ForgetfulToy(), GOOD, "no way from schema 1 of dimmed"),
    ],
)
def test_it_says_which_event_cannot_be_read(game, bad, words):
    write(("salt_added", 1, b'{"type":"salt_added","seat":"home","salt":"s"}'), bad)

    for way in (read, read_one_by_one):
        with pytest.raises(Malformed, match=words):
            way(with_facts(game))


def test_an_event_is_written_under_its_name_and_its_present_schema():
    game, event, salt = with_facts(LaterToy()), Dimmed3(lamp="home", level=7), SaltAdded(seat="home", salt="s")

    assert event_codec.stored(game, event) == ("toy.dimmed", 3, b'{"type":"dimmed","lamp":"home","level":7}')
    assert event_codec.stored(game, salt) == ("salt_added", 1, b'{"type":"salt_added","seat":"home","salt":"s"}')
