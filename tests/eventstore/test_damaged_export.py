"""A `.skald` file in which anything was changed is refused, with the line and the event: every byte, every line."""

import io
from itertools import permutations
from uuid import uuid4

import pytest

from eventstore import api
from eventstore.models import Event
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import FINGERPRINT, write
from tests.eventstore.sealed_files import resealed

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

KEY = api.SealKey(b"k" * 32)
# The line of each event of the file, and its name.
PLACES = {2: "match-1 version 1", 3: "match-1 version 2", 4: "hall-1 version 1", 5: "hall-1 version 2"}
FOOTER = 6


@pytest.fixture
def raw():
    """A sealed file of two streams, six lines long."""
    write("match-1", 2)
    write("hall-1")
    body = '{"said": "Grüße, \\"Ishmêk\\" ✨\\u0041\\n"}'.encode()
    said = api.NewEvent("thing.said", 2, body)
    api.append("hall-1", 1, [said], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
    file = io.BytesIO()
    api.export_streams(["match-1", "hall-1"], file, KEY)
    assert file.getvalue().count(b"\n") == FOOTER
    return file.getvalue()


def place_of(raw, key=KEY):
    """The line and the event at which a file is refused; None when it is not."""
    try:
        api.check_export(io.BytesIO(raw), key)
    except api.BadExport as refusal:
        return refusal.line, refusal.event
    return None


def line_of(raw, at):
    return raw[:at].count(b"\n") + 1


def is_told(place, line):
    """Whether a refusal tells the line that was changed.

    The header is also refused where it first disagrees with what follows: its streams at an event, its instants at
    the footer.
    """
    return place is not None and (place == (line, PLACES.get(line, "")) or line == 1)


@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80, 0xFF])
def test_every_byte_that_changes_is_found(raw, mask):
    """0x20 turns the case of a letter."""
    missed = [
        at
        for at, byte in enumerate(raw)
        if not is_told(place_of(raw[:at] + bytes([byte ^ mask]) + raw[at + 1 :]), line_of(raw, at))
    ]
    assert missed == []


def test_every_byte_deleted_is_found(raw):
    # A deleted line feed makes one line of two.
    missed = [at for at in range(len(raw)) if not is_told(place_of(raw[:at] + raw[at + 1 :]), line_of(raw, at))]
    assert missed == []


@pytest.mark.parametrize("added", [b" ", b"\n", b"0", b"\x00", b"\xff"])
def test_every_byte_inserted_is_found(raw, added):
    """What follows the last byte stands after the footer."""
    missed = []
    for at in range(len(raw) + 1):
        # A line feed before a line feed is an empty line after it.
        line = line_of(raw, at + 1 if raw[at : at + 1] == added else at)
        if not is_told(place_of(raw[:at] + added + raw[at:]), line):
            missed.append(at)
    assert missed == []


def test_every_two_bytes_exchanged_are_found(raw):
    missed = [
        at
        for at in range(len(raw) - 1)
        if raw[at] != raw[at + 1]
        and not is_told(place_of(raw[:at] + raw[at + 1 : at + 2] + raw[at : at + 1] + raw[at + 2 :]), line_of(raw, at))
    ]
    assert missed == []


def test_every_end_cut_off_is_found_where_the_file_ends(raw):
    for length in range(len(raw)):
        line = line_of(raw, length)
        assert place_of(raw[:length])[0] == line, length


def test_every_line_deleted_doubled_or_moved_is_found(raw):
    lines = raw.splitlines(keepends=True)
    for first, _ in enumerate(lines):
        deleted, doubled = lines[:first] + lines[first + 1 :], lines[: first + 1] + lines[first:]
        assert place_of(b"".join(deleted))[0] == first + 1
        assert place_of(b"".join(doubled))[0] == first + 2
    for first, second in permutations(range(len(lines)), 2):
        moved = lines[:first] + lines[first + 1 :]
        moved.insert(second, lines[first])
        exchanged = list(lines)
        exchanged[first], exchanged[second] = lines[second], lines[first]
        assert place_of(b"".join(moved))[0] == min(first, second) + 1
        assert place_of(b"".join(exchanged))[0] == min(first, second) + 1


def test_an_import_refuses_and_takes_in_nothing(raw):
    with unguarded():
        Event.objects.all().delete()
    for line in range(1, FOOTER + 1):
        at = sum(map(len, raw.splitlines(keepends=True)[:line])) - 3
        with pytest.raises(api.BadExport) as refusal:
            api.import_streams(io.BytesIO(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]), KEY)
        assert is_told((refusal.value.line, refusal.value.event), line)
    assert not Event.objects.exists()


def seal_in(raw):
    """Where the 64 digits of the seal begin."""
    return raw.index(b'"seal":"') + len(b'"seal":"')


@pytest.mark.parametrize("key", [None, api.SealKey(b"t" * 32)])
def test_without_the_key_nothing_but_the_seal_itself_can_change_unnoticed(raw, key):
    """The id of the key is covered by the hash of the lines: an accident does not make a seal one of another house."""
    seal = range(seal_in(raw), seal_in(raw) + 64)
    for at, byte in enumerate(raw):
        place = place_of(raw[:at] + bytes([byte ^ 0x01]) + raw[at + 1 :], key)
        assert is_told(place, line_of(raw, at)) or at in seal, at


def test_only_the_key_tells_a_forged_seal(raw):
    """Whoever lacks the key sees a seal of some other house."""
    at = seal_in(raw)
    forged = raw[:at] + raw[at : at + 64][::-1] + raw[at + 64 :]

    assert place_of(forged) == (FOOTER, "")
    assert place_of(forged, None) is None
    assert place_of(forged, api.SealKey(b"t" * 32)) is None


def test_a_seal_is_not_taken_off_or_called_anothers_without_making_the_hash_of_the_lines_anew(raw):
    """Which needs no key: a file that was forged so is told as one without a seal, or with one that proves nothing."""
    anothers = raw.replace(KEY.id.encode(), b"0" * 16)
    bare = raw[: seal_in(raw) - 1] + b"null}\n"
    assert place_of(anothers) == place_of(bare) == (FOOTER, "")

    def seal_of(forged):
        return api.check_export(io.BytesIO(forged), KEY).seal

    assert seal_of(resealed(raw, sealed_by=None)) is api.FileSeal.NONE
    assert seal_of(resealed(raw, sealed_by="0" * 16, secret=b"any")) is api.FileSeal.FOREIGN
