"""The mark of a restore that has begun and not ended: until it has, the house does not open."""

import os
from pathlib import Path

import msgspec

MARK = "restore.json"


class Restore(msgspec.Struct, frozen=True):
    """Which backup is being restored: its id, and the file it was read from."""

    backup: str
    file: str


def mark_of(var: Path) -> Path:
    """Where the mark stands."""
    return var / MARK


def unfinished(var: Path) -> Restore | None:
    """The restore that has not ended; None where there is none. ValueError where its mark cannot be read."""
    try:
        raw = mark_of(var).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(raw, type=Restore)
    except msgspec.DecodeError as error:
        raise ValueError(f"{mark_of(var)} cannot be read: {error}") from None


def begin(var: Path, restore: Restore) -> None:
    """Set the mark, at once or not at all."""
    draft = mark_of(var).with_suffix(".draft")
    with draft.open("wb") as file:
        file.write(msgspec.json.encode(restore))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(mark_of(var))


def end(var: Path) -> None:
    """Take the mark away."""
    mark_of(var).unlink(missing_ok=True)


def refuse_to_open(var: Path) -> None:
    """End this process, a web or a worker, where a restore has not ended."""
    refused = refusal(var)
    if refused:
        raise SystemExit(refused)


def refusal(var: Path) -> str:
    """What to say instead of opening the house; empty where nothing is in the way."""
    try:
        restore = unfinished(var)
    except ValueError as error:
        return str(error)
    if restore is None:
        return ""
    return (
        f"A restore of {restore.file} has not come to its end here. Run it again: manage.py restore {restore.file}. "
        f"(It goes on where it was. Whoever wants to open the house as it is deletes {mark_of(var)}.)"
    )
