"""What the tests of the table share: a toy match, commands, and a refusal that changed nothing."""

from typing import Any

import pytest

from rules.kernel.errors import Refused
from rules.kernel.record import Record
from tests.rules.kernel.toy import TOY

SPARK = {"type": "spark", "seat": "home"}
SPARK_BACK = {"type": "spark", "seat": "away"}
PASS = {"type": "pass", "player": "away"}
SECRET = bytes(range(32))
NO_SHADES = {"lamps": [{"id": "home", "shades": 0}, {"id": "away", "shades": 0}]}


def opened(**more: Any) -> Record:
    return Record.open(TOY, "m", position=more.pop("position", NO_SHADES), **more)


def dice(*faces: int) -> dict[str, Any]:
    return {"type": "dice", "faces": list(faces)}


def refused(record: Record, command: dict[str, Any], by: str = "", faces: tuple[int, ...] = ()) -> Refused:
    """The refusal of a command that changed nothing."""
    before = (record.version, record.state, record.pending())
    with pytest.raises(Refused) as caught:
        record.submit(command, by, faces)
    assert (record.version, record.state, record.pending()) == before
    assert caught.value.hint
    return caught.value


def ended() -> Record:
    """A match that away has lost."""
    record = opened(position={"lamps": [{"id": "home"}, {"id": "away", "dimness": 12, "shades": 0}]})
    record.submit(SPARK, dice=(20,))
    return record
