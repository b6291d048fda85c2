"""Where streams come from: noted beside them, told in exports, never in the stream."""

import io

import pytest

from eventstore import api
from tests.eventstore.forged_files import Forgery
from tests.eventstore.log import write
from tests.eventstore.test_exports import exported, forget

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

OURS, THEIRS, STRANGE = (api.SealKey(letter * 32) for letter in (b"o", b"t", b"s"))


@pytest.fixture
def raw():
    """A file that nobody has signed."""
    write("match-1", 3)
    found = exported("match-1")
    forget()
    return found


def taken(raw, key=OURS, trusted=(), by="user:eve"):
    return api.import_streams(io.BytesIO(raw), key, trusted=trusted, by=by)


def told(name="match-1"):
    return [(one.first, one.last, one.actor, one.key_id, one.trusted, one.told_by) for one in api.imports_of(name)]


def test_what_was_played_here_comes_from_nowhere():
    write("match-1", 3)
    assert api.imports_of("match-1") == ()
    assert b"imported" not in exported("match-1")


def test_who_took_in_what_and_when_stands_beside_the_stream(raw):
    taken(raw)
    assert told() == [(1, 3, "user:eve", "", False, "")]
    (one,) = api.imports_of("match-1")
    head = api.head("match-1")
    assert one.at > head.opened_at
    assert one.file.hex() == api.check_export(io.BytesIO(raw)).sha256
    write("match-1", 1)
    assert [bool(api.untrusted_imports([one], version)) for version in (1, 3, 4)] == [True, True, False]
    assert api.verify_store() == []


def test_heads_are_those_of_the_file(raw):
    taken(raw)
    assert api.head("match-1").hash.hex() == api.check_export(io.BytesIO(raw)).heads[0]


def test_what_is_here_already_comes_from_nowhere(raw):
    write("match-2", 2)
    short = exported("match-2")
    write("match-2", 2)
    long = exported("match-2")
    taken(short)
    assert told("match-2") == []
    forget()
    taken(short)
    taken(long, by="user:gail")
    assert told("match-2") == [(1, 2, "user:eve", "", False, ""), (3, 4, "user:gail", "", False, "")]


@pytest.mark.parametrize(
    ("key", "trusted", "fits"), [(OURS, (), True), (THEIRS, (OURS,), True), (THEIRS, (STRANGE,), False)]
)
def test_the_seal_of_a_house_that_is_trusted_counts(raw, key, trusted, fits):
    taken(raw)
    write("match-2", 2)
    sealed = exported("match-2", key=OURS)
    forget()
    taken(sealed, key, trusted)
    assert told("match-2") == [(1, 2, "user:eve", OURS.id, fits, "")]


def test_our_own_seal_does_not_make_our_own_what_came_without_one(raw):
    """Exported here, where it was imported, and taken in again where nothing is left: the mark has come along."""
    taken(raw)
    write("match-1", 2)
    sealed = exported("match-1", key=OURS)
    forget()
    taken(sealed, by="house")
    assert told() == [(1, 3, "user:eve", "", False, OURS.id), (1, 5, "house", OURS.id, True, "")]
    assert [bool(api.untrusted_imports(api.imports_of("match-1"), version)) for version in (3, 4)] == [True, False]

    again = exported("match-1", key=OURS)
    forget()
    taken(again, THEIRS, [OURS], by="user:gail")
    assert told()[:2] == [(1, 3, "user:eve", "", False, OURS.id), (1, 5, "house", OURS.id, True, OURS.id)]
    assert told()[2:] == [(1, 5, "user:gail", OURS.id, True, "")]


def test_what_a_file_without_a_seal_tells_of_itself_counts_for_nothing(raw):
    """It is from outside from its first to its last event, whatever it says."""
    taken(raw)
    forgery = Forgery(exported("match-1"))
    forgery.header["imported"][0] |= {"last": 1, "trusted": True}
    forget()
    taken(forgery.raw())
    assert told() == [(1, 3, "user:eve", "", False, "")]


@pytest.mark.parametrize(
    "wrong", [{"first": 3, "last": 2}, {"last": 4}, {"by": ""}, {"by": "x" * 201}, {"stream": "match-2"}]
)
def test_it_refuses_a_header_that_tells_what_cannot_be(raw, wrong):
    taken(raw)
    forgery = Forgery(exported("match-1"))
    forgery.header["imported"][0] |= wrong
    forget()
    with pytest.raises(api.BadExport) as refusal:
        taken(forgery.raw())
    assert refusal.value.line == 1
