"""Keys of this server that the database does not hold: made once, kept in files that only their owner reads."""

import os
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def read_or_make_secret_key(path: Path) -> str:
    """Return the key that signs sessions from `path`, making the file (mode 0600) when there is none.

    Raises ImproperlyConfigured when the file is empty.
    """
    if not path.exists():
        _make(path, get_random_secret_key())
    key = path.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Delete it and a new key is made (people must log in again).")
    return key


def read_or_make_command_key(path: Path, former: str) -> str:
    """Return the key that names and tells apart commands from `path`, making the file likewise.

    `former`: the secret key of a server that named its commands by it; it becomes the content of the file, so that a
    request of then is recognised when it is sent again. Empty for a new server, which gets a key of its own.
    """
    if not path.exists():
        _make(path, former or get_random_secret_key())
    key = path.read_text(encoding="utf-8").strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Put it back from a backup: without it, requests happen twice.")
    return key


def _make(path: Path, key: str) -> None:
    """Write the key aside and link it into place.

    Several processes may start at once: exactly one of them wins and no other ever reads half a key.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(key + "\n")
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first: its key is the key
    finally:
        os.unlink(draft)
