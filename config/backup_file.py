"""The file of a backup: a zip with the database, the notes of seals, and the keys where they were asked for.

A zip has its directory at its end: what was cut short is none. It is written under another name and renamed when it is
whole, so that nothing that bears the name of a backup is half of one.
"""

import fcntl
import hashlib
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal

import msgspec

from eventstore.private_files import PRIVATE_FILE

DATABASE, MANIFEST, SEALS, KEYS = "database", "manifest.json", "seals.jsonl", "keys/"
PART = ".part"
CHUNK = 1024 * 1024
LARGEST_MANIFEST = 1024 * 1024
Progress = Callable[[int], object]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a backup holds. `id` tells it from all others.

    `position` is that of the last event, `migrations` are those that its tables went through, `seal_key` is the id of
    the key that seals were made with when it was made, empty where there was none; `keys` are the files of keys in it.
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


class NotWhole(Exception):
    """A file that is no backup, or not all of one; the message says why."""


class FileInUse(Exception):
    """Another process writes this very file."""


class BackupWriter:
    """A backup under way; made by `writing_backup`."""

    def __init__(self, zipped: zipfile.ZipFile) -> None:
        self._zip = zipped
        self._digest = hashlib.sha256()
        self.database_bytes = 0

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
        return self._zip.read(SEALS)

    def key(self, name: str) -> bytes:
        """A key of the manifest's `keys`."""
        return self._zip.read(KEYS + name)

    def check(self, progress: Progress) -> None:
        """Read the database through. NotWhole where it is not what was written."""
        digest = hashlib.sha256()
        try:
            with self.database() as member:
                while chunk := member.read(CHUNK):
                    digest.update(chunk)
                    progress(len(chunk))
        except (zipfile.BadZipFile, OSError, EOFError) as error:
            raise NotWhole(f"it is damaged: {error}") from None
        if digest.hexdigest() != self.manifest.database_sha256:
            raise NotWhole("it is damaged: the database in it is not the one that was written")


@contextmanager
def open_backup(path: Path) -> Iterator[Backup]:
    """Open a backup for the length of the block. NotWhole, or OSError."""
    try:
        zipped = zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        raise NotWhole("it is not a backup, or it is incomplete") from None
    with zipped:
        yield Backup(zipped, _manifest(zipped))


def _manifest(zipped: zipfile.ZipFile) -> Manifest:
    names = set(zipped.namelist())
    missing = {DATABASE, SEALS, MANIFEST} - names
    if missing:
        raise NotWhole(f"it is not a backup of Skald: it lacks {', '.join(sorted(missing))}")
    try:
        if zipped.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise NotWhole("its manifest is too long")
        manifest = msgspec.json.decode(zipped.read(MANIFEST), type=Manifest)
    except (msgspec.DecodeError, zipfile.BadZipFile) as error:
        raise NotWhole(f"its manifest cannot be read: {error}. A newer Skald may have made it") from None
    if any("/" in name or KEYS + name not in names for name in manifest.keys):
        raise NotWhole("its keys are not those of its manifest")
    return manifest
