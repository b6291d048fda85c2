"""The folder `var/`: whatever lies in it is readable by the account that runs Skald, and by nobody else."""

import os
from pathlib import Path

import structlog

from config.env import refusal
from eventstore.private_files import restrict_to_owner

PRIVATE_UMASK = 0o077
PRIVATE_FOLDER = 0o700
# What Skald, Celery and Redis put there, also in versions of old. Whatever else lies there is not ours to change.
OURS = (
    "*_key",
    "*.sqlite3*",
    "seals.jsonl",
    "demo_users.json",
    "restore.json",
    "*.lock",
    "*.pid",
    "up.address",
    "*.sock",
    "celerybeat-schedule*",
    "log",
    "log/*.log*",
    "static",
)

log = structlog.get_logger(__name__)


def open_var(folder: Path) -> None:
    """Make the folder if there is none. Whatever this process and its children make from now on is theirs alone.

    Raises ImproperlyConfigured where there can be none.
    """
    os.umask(PRIVATE_UMASK)
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise refusal("SKALD_VAR", f"a folder that this account may make ({error.strerror})", str(folder)) from None


def restrict_var(folder: Path) -> None:
    """Close the folder and what is ours in it to others, and log what was open: its keys may have been read."""
    mended, refused = [], []
    for path in (folder, *(found for pattern in OURS for found in sorted(folder.glob(pattern)))):
        try:
            if restrict_to_owner(path):
                mended.append(str(path))
        except PermissionError:
            refused.append(str(path))
    if mended:
        log.warning("var.closed", were_open_to_others=mended)
    if refused:
        log.error("var.open_to_others", belong_to_another_account=refused)
