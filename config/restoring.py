"""The mark of an unfinished restore. While it exists, the server does not start."""

import os
from pathlib import Path

import msgspec

MARK = "restore.json"


class Restore(msgspec.Struct, frozen=True):
    """Which backup is being restored: its id, and the file it was read from."""

    backup: str
    file: str


def mark_of(var: Path) -> Path:
    """The path of the mark."""
    return var / MARK


def unfinished(var: Path) -> Restore | None:
    """The unfinished restore, or None. Raises ValueError if its mark cannot be read."""
    try:
        raw = mark_of(var).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(raw, type=Restore)
    except msgspec.DecodeError as error:
        raise ValueError(f"{mark_of(var)} cannot be read: {error}") from None


def begin(var: Path, restore: Restore) -> None:
    """Set the mark atomically."""
    draft = mark_of(var).with_suffix(".draft")
    with draft.open("wb") as file:
        file.write(msgspec.json.encode(restore))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(mark_of(var))


def end(var: Path) -> None:
    """Remove the mark."""
    mark_of(var).unlink(missing_ok=True)


def refuse_to_open(var: Path) -> None:
    """End this web or worker process if a restore is unfinished."""
    refused = refusal(var)
    if refused:
        raise SystemExit(refused)


def refusal(var: Path) -> str:
    """Why the server does not start; empty if it may."""
    try:
        restore = unfinished(var)
    except ValueError as error:
        return str(error)
    if restore is None:
        return ""
    return (
        f"A restore of {restore.file} was interrupted here. To continue, run manage.py restore {restore.file}. "
        f"(To start the server as it is, delete {mark_of(var)}.)"
    )
