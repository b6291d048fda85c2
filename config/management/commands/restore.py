"""`manage.py restore`: restore a backup into an empty server, verify it and rebuild the read models."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config import restoring
from config.backup_file import SEALS, Backup, BadBackup, Manifest, open_backup
from config.database_copies import CopyFailed, restore_dump, tables
from config.management.commands.backup import bytes_bar
from config.up.only_one import AlreadyRunning, only_one
from eventstore.api import find_seal_key, last_position
from eventstore.private_files import PRIVATE_FILE

BEFORE = ".before-restore"
NOT_EMPTY = (
    "This installation is not empty: its database has {count} tables. A backup is restored into an empty one only. "
    "{instead} Nothing was changed."
)
INSTEAD = {
    "sqlite": "Name another folder with SKALD_VAR, or move {name} and the files beside it away.",
    "postgresql": "Make a database (createdb skald2), name it in DATABASE_URL, and a new folder in SKALD_VAR.",
}


class Command(BaseCommand):
    """`manage.py restore FILE`."""

    help = (
        "Restore a backup into an empty server, verify its log and rebuild its read models. If it is interrupted, run "
        "it again to continue; the server does not start until it has finished."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by manage.py backup")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"].resolve()
        try:
            with only_one(settings.VAR_DIR / "up.pid"), open_backup(file) as backup:
                self._restore(file, backup)
        except AlreadyRunning as taken:
            raise CommandError(f"Skald runs in {settings.VAR_DIR} (process {taken.pid}): end it first.") from None
        except BadBackup as error:
            raise CommandError(f"{file}: {error}. Nothing was changed.") from None
        except (OSError, CopyFailed, ValueError) as error:
            raise CommandError(str(error)) from None

    def _restore(self, file: Path, backup: Backup) -> None:
        """Restore in steps, each of which may be done again."""
        manifest = backup.manifest
        self._refuse(manifest)
        self._say(f"{file}: {manifest.position} events, as of {manifest.made_at}. Reading it through")
        with bytes_bar(manifest.database_bytes, "check") as bar:
            backup.check(bar.update)
        restoring.begin(settings.VAR_DIR, restoring.Restore(manifest.id, str(file)))
        self._put_files(backup)
        if not tables():
            self._say("Filling the database")
            with bytes_bar(manifest.database_bytes, "restore") as bar, backup.database() as dump:
                restore_dump(dump, bar.update)
        self._say("Migrating its tables")
        call_command("migrate", verbosity=0)
        self._check_filled(manifest)
        self._say("Verifying the log")
        self._verify(manifest)
        self._say("Rebuilding its read models")
        call_command("rebuild", stdout=self.stdout)
        restoring.end(settings.VAR_DIR)
        self._say(f"Restored: {last_position()} events. {_key_advice(manifest)}")

    def _refuse(self, manifest: Manifest) -> None:
        """Refuse what cannot be restored here, before anything is touched."""
        if manifest.vendor != connection.vendor:
            raise CommandError(
                f"It was made on {manifest.vendor}, and this server is on {connection.vendor}. To move between "
                "them, export campaigns and matches as .skald files (manage.py campaign export, match export)."
            )
        newer = set(manifest.migrations) - _known_migrations()
        if newer:
            raise CommandError(f"A newer Skald made it (it has {min(newer)}): bring this one up to date first.")
        key = find_seal_key()
        brings_its_own = "seal_key" in manifest.keys and not os.environ.get("SKALD_SEAL_KEY")
        if key is not None and not brings_its_own and manifest.seal_key not in ("", key.id):
            raise CommandError(
                f"Its seals were made with the key {manifest.seal_key}; the one here (var/seal_key or SKALD_SEAL_KEY) "
                f"is {key.id}. Put the right one in its place, or take this one away."
            )
        begun = restoring.unfinished(settings.VAR_DIR)
        if begun is not None and begun.backup != manifest.id:
            raise CommandError(restoring.refusal(settings.VAR_DIR))
        there = tables()
        if there and begun is None:
            instead = INSTEAD[connection.vendor].format(name=connection.settings_dict["NAME"])
            raise CommandError(NOT_EMPTY.format(count=len(there), instead=instead))

    def _put_files(self, backup: Backup) -> None:
        """The notes of seals and the keys; files that an earlier server has left are kept under another name."""
        var = Path(settings.VAR_DIR)
        for name, content in [(SEALS, backup.seals()), *((key, backup.key(key)) for key in backup.manifest.keys)]:
            path = var / name
            if path.exists() and path.read_bytes() == content:
                continue
            if path.exists():
                kept = _unused(var / f"{name}{BEFORE}")
                path.replace(kept)
                self._say(f"{path} held something else; it is kept as {kept.name}")
            draft = var / f"{name}.draft"
            draft.touch(mode=PRIVATE_FILE)
            draft.write_bytes(content)
            draft.replace(path)

    def _check_filled(self, manifest: Manifest) -> None:
        """Refuse tables that the backup did not fill: somebody migrated or played while a restore was unfinished."""
        found = last_position()
        if found != manifest.position:
            instead = INSTEAD[connection.vendor].format(name=connection.settings_dict["NAME"])
            raise CommandError(
                f"The database has {found} events and the backup {manifest.position}: something else has written to it "
                f"since this restore began. The server does not start. {instead} Then restore there."
            )

    def _verify(self, manifest: Manifest) -> None:
        try:
            call_command("verify", stdout=self.stdout)
        except SystemExit:
            raise CommandError(
                "The log in the backup is not as it was recorded (see above). The server does not start. Restore "
                f"another backup elsewhere; or start with this one: delete {restoring.mark_of(settings.VAR_DIR)}, then "
                "run manage.py rebuild."
            ) from None

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _unused(path: Path) -> Path:
    """The path, with a number after it where others of that name are there: a key is never written over."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _known_migrations() -> set[str]:
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def _key_advice(manifest: Manifest) -> str:
    """What to do about the key of seals before the server is started."""
    if manifest.keys:
        return "Its keys have been restored."
    if not manifest.seal_key:
        return "It had no seal key."
    if find_seal_key() is not None:
        return f"Its seals were checked with the key {manifest.seal_key}, which is here."
    return (
        f"Its seals were made with the key {manifest.seal_key}, which is not here, so they were not checked. Put "
        "seal_key, secret_key and command_key back before you open it, then run manage.py verify. Opened without them, "
        "it makes keys of its own: everybody must log in again, and verify finds fault with each seal of before."
    )
