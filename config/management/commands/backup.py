"""`manage.py backup`: the whole server in one file, while play goes on."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from tqdm import tqdm

from config.backup_file import DATABASE, KEYS, SEALS, SECRET_FILES, BackupWriter, FileInUse, Manifest, writing_backup
from config.database_copies import CopyFailed, CopyInfo, dump_database, size, tables
from config.restoring import refusal
from eventstore.api import find_seal_key


class Command(BaseCommand):
    """`manage.py backup FILE`."""

    help = (
        "Back up the database, as of one moment, and the notes of seals to a file while Skald keeps running. The keys "
        "in var/ are left out unless --with-keys is given: keep them elsewhere."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to create; only you can read it")
        parser.add_argument("--with-keys", action="store_true", help="include the keys in var/")

    def handle(self, *args: Any, **options: Any) -> None:
        refused = refusal(settings.VAR_DIR)
        if refused:
            raise CommandError(refused)
        if not tables():
            raise CommandError("There is nothing to back up: the database has no tables yet.")
        try:
            manifest = self._write(options["file"], secret_files() if options["with_keys"] else [])
        except (OSError, CopyFailed, FileInUse) as error:
            raise CommandError(f"No backup was made. {error}") from None
        self.stdout.write(
            f"{options['file']}: {manifest.position} events, as of {manifest.made_at}; "
            f"{options['file'].stat().st_size} bytes."
        )
        self._tell_of_keys(manifest)

    def _write(self, path: Path, keys: list[Path]) -> Manifest:
        made_at, key = datetime.now(UTC), find_seal_key()
        with writing_backup(path) as writer:
            # Before the database: each seal that is noted here is then in there.
            notes = Path(settings.VAR_DIR) / SEALS
            writer.add(SEALS, notes.read_bytes() if notes.exists() else b"")
            for file in keys:
                writer.add(KEYS + file.name, file.read_bytes())
            copy = self._add_database(path, writer)
            manifest = Manifest(
                id=uuid4().hex,
                made_at=made_at.isoformat(timespec="seconds"),
                vendor=connection.vendor,
                position=copy.position,
                migrations=copy.migrations,
                seal_key=key.id if key else "",
                keys=[file.name for file in keys],
                database_bytes=writer.database_bytes,
                database_sha256=writer.database_sha256,
                sha256=writer.sha256,
            )
            writer.finish(manifest)
        return manifest

    def _add_database(self, path: Path, writer: BackupWriter) -> CopyInfo:
        scratch = path.with_name(f"{path.name}.part-{DATABASE}")
        with bytes_bar(size(), "copy") as copying, dump_database(scratch, copying.update) as copy:
            if copy.packed:
                writer.add_database(copy.dump, copying.update, packed=True)
            else:
                with bytes_bar(copy.bytes, "write") as written:
                    writer.add_database(copy.dump, written.update, packed=False)
        return copy

    def _tell_of_keys(self, manifest: Manifest) -> None:
        if manifest.keys:
            held = ", ".join(manifest.keys)
            self.stdout.write(f"It holds {held}: anyone who can read it can sign as this server.")
        else:
            left = ", ".join(file.name for file in secret_files())
            self.stdout.write(
                f"It lacks the keys ({left} of {settings.VAR_DIR}, or the environment's): keep them, too."
            )


def secret_files() -> list[Path]:
    """The keys of this server that lie in `var/`."""
    return [file for pattern in SECRET_FILES for file in sorted(Path(settings.VAR_DIR).glob(pattern))]


def bytes_bar(total: int, label: str) -> "tqdm[Any]":
    """A progress bar in bytes on standard error; silent when that is no terminal."""
    return tqdm(total=total or None, desc=label, unit="B", unit_scale=True, file=sys.stderr, disable=None)
