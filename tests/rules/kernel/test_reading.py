"""Errors of documents that cannot be read: where, and what is wanted there."""

from typing import Any, Literal

import msgspec
import pytest

from rules.kernel.errors import Malformed
from rules.kernel.reading import read, read_tagged

Colour = Literal["red", "blue"]


class Lamp(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from"}):
    colour: Colour
    start: tuple[int, int] = (0, 0)
    friends: tuple["Lamp", ...] = ()
    named: dict[str, Colour] = {}
    level: int | Literal["off"] | None = None


class Spark(msgspec.Struct, tag_field="type", tag="spark", forbid_unknown_fields=True):
    lamp: Lamp


@pytest.mark.parametrize(
    ("document", "field", "message"),
    [
        ({}, "lamp.colour", "this field is required"),
        ({"colour": "green"}, "lamp.colour", "'green' is not one of 'red', 'blue'"),
        ({"colour": "red", "size": 1}, "lamp.size", "unknown field"),
        ({"colour": "red", "from": [1]}, "lamp.from", "Expected `array` of length 2, got 1"),
        ({"colour": "red", "from": [1, "x"]}, "lamp.from[1]", "Expected `int`, got `str`"),
        (
            {"colour": "red", "friends": [{"colour": "red"}, {"colour": "pink"}]},
            "lamp.friends[1].colour",
            "'pink' is not one of 'red', 'blue'",
        ),
        ({"colour": "red", "named": {"a": "red", "b": "mud"}}, "lamp.named.b", "'mud' is not one of 'red', 'blue'"),
        ({"colour": "red", "level": "on"}, "lamp.level", "'on' is not one of 'off'"),
        ({"colour": "red", "level": 2**70}, "lamp.level", "a number has at most 64 bits"),
        ({"colour": "red", "level": 1.0}, "lamp.level", "must be a whole number, not 1.0"),
        ({"colour": "\ud800"}, "lamp.colour", "half of a surrogate pair is not a character"),
        ([], "lamp", "Expected `object`, got `array`"),
        (None, "lamp", "Expected `object`, got `null`"),
    ],
)
def test_it_names_the_field_and_what_is_wanted(document: Any, field: str, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(document, Lamp, "lamp")
    assert (caught.value.field, caught.value.message) == (field, message)


def test_what_fits_is_read() -> None:
    lamp = read({"colour": "red", "from": [1, 2], "friends": [{"colour": "blue"}], "level": "off"}, Lamp)
    assert (lamp.start, lamp.friends[0].colour, lamp.level) == ((1, 2), "blue", "off")


@pytest.mark.parametrize("document", [None, 3, [], {}, {"type": None}, {"type": ["spark"]}, {"type": "glow"}])
def test_a_tagged_document_needs_a_known_type(document: Any) -> None:
    with pytest.raises(Malformed):
        read_tagged(document, {"spark": Spark}, "command")


def test_the_field_of_a_tagged_document_is_below_it() -> None:
    with pytest.raises(Malformed) as caught:
        read_tagged({"type": "spark", "lamp": {"colour": 1}}, {"spark": Spark}, "command")
    assert caught.value.field == "command.lamp.colour"
