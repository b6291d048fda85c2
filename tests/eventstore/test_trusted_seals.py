"""Files that a trusted house has sealed: what was changed after it sealed them, given twice, or under another name."""

import io

import pytest

from eventstore import api
from eventstore.seals import SealKey
from tests.eventstore.forged_files import Forgery
from tests.eventstore.log import write
from tests.eventstore.sealed_files import resealed
from tests.eventstore.test_exports import exported, forget

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

OURS, THEIRS, OTHERS = (SealKey(letter * 32) for letter in (b"o", b"t", b"s"))


@pytest.fixture
def short():
    """A stream as the house of THEIRS has sealed it, before it went on."""
    write("match-1", 2)
    return exported("match-1", key=THEIRS)


@pytest.fixture
def raw(short):
    """The same, grown, sealed again; nothing of it is here."""
    write("match-1", 2)
    found = exported("match-1", key=THEIRS)
    forget()
    return found


def taken(raw, trusted=(THEIRS,), by="user:eve"):
    return api.import_streams(io.BytesIO(raw), OURS, trusted=trusted, by=by)


def told():
    return [(one.first, one.last, one.key_id, one.trusted) for one in api.imports_of("match-1")]


def with_seal_of(raw, changed):
    """A file that was changed, its hashes made anew, with the seal that the file had before."""
    seal = raw.splitlines()[-1].rpartition(b'"seal":"')[2][:64]
    return resealed(changed.raw(), sealed_by=THEIRS.id, secret=THEIRS.secret).rpartition(b'"seal":"')[0] + (
        b'"seal":"%s"}\n' % seal
    )


def body(forgery):
    forgery.events[0][1]["body"] = '{"by":"eve"}'


def actor(forgery):
    forgery.events[0][1]["actor"] = "user:ann"


def closing(forgery):
    forgery.streams[0]["closed_at"] = forgery.events[0][-1]["at"]


def instant(forgery):
    forgery.header["exported_at"] += 1


def name(forgery):
    forgery.streams[0]["name"] = "match-2"


def end(forgery):
    del forgery.events[0][2:]
    forgery.streams[0]["version"] = 2


def more(forgery):
    last = forgery.events[0][-1]
    forgery.events[0].append(last | {"v": last["v"] + 1, "command": "06b852b0-93f1-4c2f-8d1d-5a1f2f0c9e11"})
    forgery.streams[0]["version"] += 1


def past(forgery):
    forgery.header["imported"] = [{"stream": "match-1", "first": 1, "last": 1, "at": 1, "by": "eve", "file": "0" * 64}]


@pytest.mark.parametrize("change", [body, actor, closing, instant, name, end, more, past])
def test_it_refuses_what_was_changed_after_they_sealed_it(raw, change):
    forgery = Forgery(raw)
    change(forgery)
    changed = with_seal_of(raw, forgery)
    with pytest.raises(api.BadExport, match="the seal does not fit"):
        taken(changed)
    assert api.head("match-1") is None


def test_it_refuses_the_seal_of_another_stream(raw):
    write("match-2", 4)
    another = exported("match-2", key=THEIRS)
    forget()
    with pytest.raises(api.BadExport, match="the seal does not fit"):
        taken(with_seal_of(another, Forgery(raw)))


def test_an_older_head_takes_nothing_back(raw, short):
    taken(raw)
    head, before = api.head("match-1"), told()
    assert [(one.from_version, one.version) for one in taken(short)] == [(4, 2)]
    assert (api.head("match-1"), told()) == (head, before)
    assert api.verify_store() == []


def test_what_they_sealed_later_goes_on_where_their_older_file_ends(raw, short):
    taken(short)
    taken(raw)
    assert told() == [(1, 2, THEIRS.id, True), (3, 4, THEIRS.id, True)]


def test_their_seal_does_not_make_theirs_what_is_here_without_one(raw, short):
    """The first events came without a seal: who brought them stays noted when their seal comes for all."""
    taken(Forgery(short).raw())
    taken(raw)
    assert told() == [(1, 2, "", False), (3, 4, THEIRS.id, True)]
    assert [bool(api.untrusted_imports(api.imports_of("match-1"), version)) for version in (2, 3)] == [True, False]


def test_the_same_file_twice_is_taken_in_once(raw):
    taken(raw)
    head, before = api.head("match-1"), told()
    assert [(one.from_version, one.version) for one in taken(raw, by="user:gail")] == [(4, 4)]
    assert (api.head("match-1"), told()) == (head, before)


def test_a_key_that_is_trusted_no_longer_signs_for_nothing_new(raw, short):
    """What it had signed for is as it was."""
    taken(short)
    taken(raw, trusted=(OTHERS,))
    assert told() == [(1, 2, THEIRS.id, True), (3, 4, THEIRS.id, False)]


def test_called_by_the_id_of_a_key_at_hand_it_is_refused(raw):
    """Theirs, called ours; ours, called theirs; and called by nobody's."""
    for sealed_by, secret in ((OURS.id, THEIRS.secret), (THEIRS.id, OURS.secret), (None, OTHERS.secret)):
        with pytest.raises(api.BadExport, match="the seal does not fit"):
            taken(resealed(raw, sealed_by=sealed_by, secret=secret))
    taken(resealed(raw, sealed_by=OTHERS.id, secret=THEIRS.secret))
    assert told() == [(1, 4, OTHERS.id, False)]


def test_two_houses_whose_keys_have_the_same_id(raw, monkeypatch):
    """The signature tells them apart; whose it is not is refused."""
    monkeypatch.setattr(SealKey, "id", "0" * 16)
    for key, worth in ((OURS, api.FileSeal.OURS), (THEIRS, api.FileSeal.TRUSTED)):
        sealed = resealed(raw, sealed_by=key.id, secret=key.secret)
        assert api.check_export(io.BytesIO(sealed), OURS, [OTHERS, THEIRS]).seal is worth
    with pytest.raises(api.BadExport, match="the seal does not fit"):
        taken(resealed(raw, sealed_by=OTHERS.id, secret=OTHERS.secret))
