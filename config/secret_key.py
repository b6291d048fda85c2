"""The key that signs sessions: made once, kept in a file that only its owner reads."""

import os
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def read_or_make_secret_key(path: Path) -> str:
    """Return the key in `path`, making the file (mode 0600) when there is none.

    Several processes may start at once: the key is written aside and linked into place,
    so that exactly one of them wins and no other ever reads half a key.
    Raises ImproperlyConfigured when the file is empty.
    """
    if not path.exists():
        _make(path)
    key = path.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Delete it and a new key is made (people must log in again).")
    return key


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(get_random_secret_key() + "\n")
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first: its key is the key
    finally:
        os.unlink(draft)
