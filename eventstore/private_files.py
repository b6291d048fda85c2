"""Files that only the account that runs Skald may read: what is private in the log is private on the disk as well."""

import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
PRIVATE_FILE = 0o600
# What SQLite and the event store put beside a database file.
BESIDE_DATABASE = ("", "-wal", "-shm", "-journal", "-gate", "-gate-opening", "-migrate")


def restrict_to_owner(path: Path) -> bool:
    """Take all rights of the group and of others away from a file or folder; return whether it had any.

    What is not there has none. A folder that everybody shares, as /tmp, is left as it is. Raises PermissionError where
    the file belongs to another account.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    if not mode & OTHERS or (stat.S_ISDIR(mode) and mode & stat.S_ISVTX):
        return False
    path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    return True


def close_database(path: Path) -> None:
    """Make the file of an SQLite database if there is none, and close it and what lies beside it to others.

    SQLite gives the files beside it the mode of the database. Files of another account stay as they are: that is for
    their owner, whom `manage.py up` tells.
    """
    if str(path).startswith("file:"):
        return  # an address, which SQLite alone reads
    # Where it cannot be made, SQLite says why when it opens it. A file that is there is not opened (O_EXCL): closing it
    # would take away the locks that SQLite holds on it for other connections of this process.
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE))
    for suffix in BESIDE_DATABASE:
        with suppress(PermissionError):
            restrict_to_owner(path.with_name(path.name + suffix))
