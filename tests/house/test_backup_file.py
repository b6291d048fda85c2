"""The file of a backup, damaged or made by somebody else: read as it was written, or refused before anything is."""

import io
import json
import os
import zipfile

import pytest

from config.backup_file import DATABASE, KEYS, MANIFEST, SEALS, BadBackup, Manifest, open_backup, writing_backup

CONTENT = {SEALS: b'{"number":1}\n' * 20, KEYS + "seal_key": b"ab" * 32}
TABLES = b"a page of tables " * 150


@pytest.fixture
def raw(tmp_path):
    """The bytes of a backup with a key."""
    path = tmp_path / "evening.backup"
    with writing_backup(path) as writer:
        for name, content in CONTENT.items():
            writer.add(name, content)
        writer.add_database(io.BytesIO(TABLES), lambda _bytes: None, packed=False)
        writer.finish(
            Manifest(
                id="1",
                made_at="2026-11-23",
                vendor="sqlite",
                position=7,
                migrations=["matches.0001_initial"],
                seal_key="",
                keys=["seal_key"],
                database_bytes=writer.database_bytes,
                database_sha256=writer.database_sha256,
                sha256=writer.sha256,
            )
        )
    return path.read_bytes()


@pytest.fixture
def read(tmp_path):
    """What is read of a backup with these bytes: everything that `restore` takes from it."""

    def reading(raw):
        path = tmp_path / "other.backup"
        path.write_bytes(raw)
        with open_backup(path) as backup:
            backup.check(lambda _bytes: None)
            keys = {KEYS + name: backup.key(name) for name in backup.manifest.keys}
            with backup.database() as database:
                return {SEALS: backup.seals(), DATABASE: database.read(), **keys}

    return reading


def made(raw, *, manifest=(), without=(), packed=zipfile.ZIP_STORED, **more):
    """The backup with other members, written by somebody who knows how: checksums of the zip fit."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as source, zipfile.ZipFile(file, "w", packed) as target:
        for name in source.namelist():
            content = more.pop(name, source.read(name))
            if name == MANIFEST:
                content = json.dumps(json.loads(content) | dict(manifest))
            if name not in without:
                target.writestr(name, content)
        for name, content in more.items():
            target.writestr(name, content)
    return file.getvalue()


def test_it_works(raw, read):
    assert read(raw) == {**CONTENT, DATABASE: TABLES}
    assert read(made(raw)) == {**CONTENT, DATABASE: TABLES}


def test_one_of_a_release_that_noted_no_sums_is_read(raw, read):
    assert read(made(raw, manifest={"sha256": {}})) == {**CONTENT, DATABASE: TABLES}


def test_a_byte_that_changed_is_found_or_changes_nothing(raw, read):
    """Some bytes of a zip, such as times, say nothing of what is in it."""
    refused = 0
    for place, byte in enumerate(raw):
        try:
            assert read(raw[:place] + bytes([byte ^ 0xFF]) + raw[place + 1 :]) == {**CONTENT, DATABASE: TABLES}, place
        except BadBackup:
            refused += 1
    assert refused > len(raw) // 2


def test_it_refuses_one_that_is_cut_off_anywhere(raw, read):
    for end in range(len(raw)):
        with pytest.raises(BadBackup, match="incomplete"):
            read(raw[:end])


@pytest.mark.parametrize("length", [1, 22, 76, 98, 1_000, 70_000])
def test_it_refuses_what_stands_before_or_after_a_whole_one(raw, read, length):
    for junk in (bytes(length), (raw * (length // len(raw) + 1))[:length]):
        for whole in (raw + junk, junk + raw):
            with pytest.raises(BadBackup):
                read(whole)


def test_it_refuses_what_stands_between_its_members(raw, read):
    with zipfile.ZipFile(io.BytesIO(raw)) as zipped:
        second, directory = zipped.getinfo(KEYS + "seal_key").header_offset, zipped.start_dir
    for place in (second, directory):
        with pytest.raises(BadBackup):
            read(raw[:place] + bytes(10) + raw[place:])


def test_one_of_many_gigabytes_is_read(raw, read, monkeypatch):
    """Where sizes and places do not fit into 32 bits a zip has other records; here it takes them for 500 bytes."""
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 500)
    big = made(raw)
    assert b"PK\x06\x06" in big
    assert read(big) == {**CONTENT, DATABASE: TABLES}
    with pytest.raises(BadBackup):
        read(big + b"\0")


@pytest.mark.parametrize("name", [SEALS, KEYS + "seal_key", DATABASE])
def test_it_refuses_a_member_of_another_backup(raw, read, name):
    with pytest.raises(BadBackup, match="not the one that was written"):
        read(made(raw, **{name: b"of another evening"}))


@pytest.mark.parametrize("name", [SEALS, MANIFEST, KEYS + "seal_key", DATABASE])
def test_it_refuses_one_that_lacks_a_member(raw, read, name):
    with pytest.raises(BadBackup):
        read(made(raw, without=[name]))


@pytest.mark.parametrize("name", ["../seal_key", "/etc/passwd", "keys/other_key", "notes.txt", "keys/"])
def test_it_refuses_a_member_that_its_manifest_does_not_name(raw, read, name):
    with pytest.raises(BadBackup, match="other members"):
        read(made(raw, **{name: b"here"}))


@pytest.mark.parametrize(
    "name", ["..", "", ".", "../secret_key", "sub/secret_key", "restore.json", "up.pid", "skald.sqlite3", "seals.jsonl"]
)
def test_it_refuses_to_put_anything_but_keys_in_the_place_of_keys(raw, read, name):
    with pytest.raises(BadBackup, match="its keys"):
        read(made(raw, manifest={"keys": [name]}, **{KEYS + name: b"here"}))


def test_it_refuses_a_key_twice(raw, read):
    with pytest.raises(BadBackup, match="other members"):
        read(made(raw, manifest={"keys": ["seal_key", "seal_key"]}))


def test_it_refuses_a_link(raw, read):
    with zipfile.ZipFile(io.BytesIO(raw)) as zipped:
        entry = raw.rindex((KEYS + "seal_key").encode()) - 46
        assert zipped.start_dir <= entry
    mode = (0o120777 << 16).to_bytes(4, "little")
    with pytest.raises(BadBackup, match="link"):
        read(raw[: entry + 38] + mode + raw[entry + 42 :])


def test_it_refuses_what_is_no_zip(read):
    for raw in (b"", b"PK", os.urandom(5_000), b"SQLite format 3\0"):
        with pytest.raises(BadBackup, match="not a backup"):
            read(raw)
