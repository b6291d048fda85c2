"""The file of a backup: a zip with the database, the notes of seals, and the keys where they were asked for.

A zip has its directory at its end: what was cut short is none. It is written under another name and renamed when it is
whole, so that nothing that bears the name of a backup is half of one.
"""

import fcntl
import hashlib
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO, Literal

import msgspec

from eventstore.private_files import PRIVATE_FILE

DATABASE, MANIFEST, SEALS, KEYS = "database", "manifest.json", "seals.jsonl", "keys/"
# Of `var/`: what nobody may see who sees the database. The demo's users are there with their passwords.
SECRET_FILES = ("*_key", "demo_users.json")
PART = ".part"
CHUNK = 1024 * 1024
LARGEST_MANIFEST = 1024 * 1024
# What the parts of a zip take beside the names, in bytes.
LOCAL_HEADER, ENTRY, LAST_RECORD, BIG_RECORDS = 30, 46, 22, 56 + 20
IS_LAST, IS_BIG = b"PK\x05\x06", b"PK\x06\x06"
# What reading a member that was changed may raise: zipfile looks at its header only then.
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError)
Progress = Callable[[int], object]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a backup holds. `id` tells it from all others.

    `position` is that of the last event, `migrations` are those that its tables went through, `seal_key` is the id of
    the key that seals were made with when it was made, empty where there was none; `keys` are the files of keys in it.
    `sha256` is that of each member beside the database and this; a backup of a release of old has none.
    """

    skald_backup: Literal[1] = 1
    id: str
    made_at: str
    vendor: str
    position: int
    migrations: list[str]
    seal_key: str
    keys: list[str]
    database_bytes: int
    database_sha256: str
    sha256: dict[str, str] = {}


class BadBackup(Exception):
    """A file that is no backup, or not all of one; the message says why."""


class FileInUse(Exception):
    """Another process writes this very file."""


class BackupWriter:
    """A backup under way; made by `writing_backup`."""

    def __init__(self, zipped: zipfile.ZipFile) -> None:
        self._zip = zipped
        self._digest = hashlib.sha256()
        self.database_bytes = 0
        self.sha256: dict[str, str] = {}

    @property
    def database_sha256(self) -> str:
        """Of what was added by `add_database`."""
        return self._digest.hexdigest()

    def add_database(self, source: IO[bytes], progress: Progress, *, packed: bool) -> None:
        """Take in the database's own dump to its end; `packed`: it is compressed already."""
        info = zipfile.ZipInfo(DATABASE)
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        with self._zip.open(info, "w", force_zip64=True) as member:
            while chunk := source.read(CHUNK):
                member.write(chunk)
                self._digest.update(chunk)
                self.database_bytes += len(chunk)
                progress(len(chunk))

    def add(self, name: str, content: bytes) -> None:
        """Take in a small file."""
        self._zip.writestr(name, content, zipfile.ZIP_DEFLATED)
        self.sha256[name] = hashlib.sha256(content).hexdigest()

    def finish(self, manifest: Manifest) -> None:
        """Say what it holds: the last thing that is written."""
        self.add(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


@contextmanager
def writing_backup(path: Path) -> Iterator[BackupWriter]:
    """Write a backup to `path`; it is there when the block has ended well, and else it is not.

    FileExistsError where there is a file of that name already, `FileInUse` where another process is writing it.
    """
    if path.exists():
        raise FileExistsError(f"{path} already exists")
    part = path.with_name(path.name + PART)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE), "wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileInUse(f"another process is writing {path}") from None
        try:
            file.truncate()  # what one that was killed has left
            with zipfile.ZipFile(file, "w") as zipped:
                yield BackupWriter(zipped)
            file.flush()
            os.fsync(file.fileno())
            part.rename(path)
            _sync_folder(path.parent)
        finally:
            part.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Backup:
    """A backup that is whole; made by `open_backup`."""

    def __init__(self, zipped: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip = zipped
        self.manifest = manifest

    @contextmanager
    def database(self) -> Iterator[IO[bytes]]:
        """The database's own dump, to be read once."""
        with self._zip.open(DATABASE) as member:
            yield member

    def seals(self) -> bytes:
        """The notes of seals, as they were."""
        return self._read(SEALS)

    def key(self, name: str) -> bytes:
        """A key of the manifest's `keys`."""
        return self._read(KEYS + name)

    def check(self, progress: Progress) -> None:
        """Read all of it through. BadBackup where it is not what was written."""
        for name in (SEALS, *(KEYS + key for key in self.manifest.keys)):
            self._read(name)
        digest = hashlib.sha256()
        try:
            with self.database() as member:
                while chunk := member.read(CHUNK):
                    digest.update(chunk)
                    progress(len(chunk))
        except UNREADABLE as error:
            raise BadBackup(f"it is damaged: {error}") from None
        if digest.hexdigest() != self.manifest.database_sha256:
            raise BadBackup("it is damaged: the database in it is not the one that was written")

    def _read(self, name: str) -> bytes:
        """A small member. BadBackup where it is not what was written."""
        content = _member(self._zip, name)
        wanted = self.manifest.sha256.get(name)
        if wanted not in (None, hashlib.sha256(content).hexdigest()):
            raise BadBackup(f"it is damaged: {name} in it is not the one that was written")
        return content


@contextmanager
def open_backup(path: Path) -> Iterator[Backup]:
    """Open a backup for the length of the block. BadBackup, or OSError."""
    with path.open("rb") as file:
        try:
            zipped = zipfile.ZipFile(file)
        except UNREADABLE:
            raise BadBackup("it is not a backup, or it is incomplete") from None
        with zipped:
            _check_bounds(zipped, file)
            yield Backup(zipped, _manifest(zipped))


def _check_bounds(zipped: zipfile.ZipFile, file: IO[bytes]) -> None:
    """BadBackup where the file holds a byte that belongs to no member, before, between or after them.

    A reader of zips passes over such bytes, and takes the last of two directories.
    """
    end, members = 0, sorted(zipped.infolist(), key=lambda member: member.header_offset)
    for member in members:
        if member.header_offset != end:
            raise BadBackup("it is damaged: it holds more than its members")
        file.seek(end)
        header = file.read(LOCAL_HEADER)
        lengths = int.from_bytes(header[26:28], "little"), int.from_bytes(header[28:30], "little")
        end += LOCAL_HEADER + sum(lengths) + member.compress_size
    names = sum(len(member.orig_filename.encode()) + len(member.extra) + len(member.comment) for member in members)
    directory = ENTRY * len(members) + names
    file.seek(end + directory)
    tail = file.read(LAST_RECORD + BIG_RECORDS + 1)
    big, last = tail[:-LAST_RECORD], tail[-LAST_RECORD:]
    ends = last.startswith(IS_LAST) and last.endswith(b"\0\0")  # without a comment
    if end != zipped.start_dir or not ends or (big and not (big.startswith(IS_BIG) and len(big) == BIG_RECORDS)):
        raise BadBackup("it is damaged: it holds more than its members, or something follows its end")


def _manifest(zipped: zipfile.ZipFile) -> Manifest:
    names = zipped.namelist()
    missing = {DATABASE, SEALS, MANIFEST} - set(names)
    if missing:
        raise BadBackup(f"it is not a backup of Skald: it lacks {', '.join(sorted(missing))}")
    if zipped.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise BadBackup("its manifest is too long")
    try:
        manifest = msgspec.json.decode(_member(zipped, MANIFEST), type=Manifest)
    except msgspec.DecodeError as error:
        raise BadBackup(f"its manifest cannot be read: {error}. A newer Skald may have made it") from None
    keys = [KEYS + name for name in manifest.keys]
    if not all(map(_is_secret, manifest.keys)) or not set(keys) <= set(names):
        raise BadBackup("its keys are not those of its manifest")
    if sorted(names) != sorted([DATABASE, SEALS, MANIFEST, *keys]):
        raise BadBackup("it holds other members than its manifest says")
    if any(stat.S_ISLNK(member.external_attr >> 16) for member in zipped.infolist()):
        raise BadBackup("it holds a link in the place of a file")
    return manifest


def _is_secret(name: str) -> bool:
    """Whether it is the name of a file that a backup takes keys from, and so of one that may be put in its place."""
    return "/" not in name and any(fnmatchcase(name, one) for one in SECRET_FILES)


def _member(zipped: zipfile.ZipFile, name: str) -> bytes:
    """What a small member holds. BadBackup."""
    try:
        return zipped.read(name)
    except UNREADABLE as error:
        raise BadBackup(f"it is damaged: {error}") from None
