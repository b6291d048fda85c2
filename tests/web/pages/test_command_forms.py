"""Forms made of commands: labels, choices and bounds of the struct, and the command of what was filled in."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest

from rules.kernel.errors import Malformed
from rules.kernel.labels import Bounds, FormText, Reason, beyond_bounds, label
from rules.kernel.messages import Command
from rules.kernel.reading import read_tagged
from rules.kernel.schema_docs import describe
from web.errors import Unreadable
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Form
from web.pages.forms import commands_of, shown


def command_of(form: Form, posted: Mapping[str, str]) -> dict[str, Any]:
    """The only command that a filled-in form makes."""
    (command,) = commands_of(form, posted)
    return command


class Spell(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is cast, so many times."""

    name: Annotated[Literal["fire_ball", "ice"], label("Spell", choices={"ice": "sheet of ice"})]
    times: Annotated[int, label("times", bounds=Bounds(1, 5, "TOY-1"))] = 1


class Change(Command, frozen=True, kw_only=True, tag="change"):
    """Everything that a form can ask for."""

    form: ClassVar[FormText] = FormText("Change a lamp", "Change it", "At once.", "TOY-2", final=True)

    lamp: Annotated[str, label("Lamp", of="lamp")]
    other: Annotated[str | None, label("Beside", of="lamp", none="nobody")] = None
    oil: Annotated[int | None, label("Oil", "In spoons.", bounds=Bounds(-2, 9, "TOY-3"))] = None
    level: Annotated[int, msgspec.Meta(ge=1, le=4), label("Level")] = 2
    lit: Annotated[bool | None, label("Burns")] = None
    spent: Annotated[bool | None, label("Wick", choices={"false": "new", "true": "spent"})] = None
    loud: Annotated[bool, label("Loudly")] = False
    at: Annotated[tuple[int, int] | None, label("Where", of="square")] = None
    score: Annotated[tuple[int, int] | None, label("Score", parts=("ours", "theirs"), bounds=Bounds(0, 7, "TOY-4"))] = (
        None
    )
    spell: Annotated[Spell | None, label("Spell")] = None
    items: Annotated[dict[str, int], label("Items", of="item")] = {}
    friends: Annotated[tuple[str, ...], label("Friends", of="lamp")] = ()
    hidden: int = 0
    note: Reason = ""


ASKING = FormContext(
    choices={"lamp": [("a", "the first"), ("b", "the second")], "item": [("axe", "Axe"), ("bow", "Bow")]},
    now={"score-0": 3, "loud": True},
    helps={"items-axe": "2 in the stash."},
    limits={"items-axe": (0, 2)},
)


def field(name: str, **more: Any) -> Any:
    return next(one for one in form_of(Change, ASKING, **more).fields if one.name == name)


def test_it_works() -> None:
    form = form_of(Change, ASKING)
    assert (form.name, form.title, form.submit, form.note, form.rule) == (
        "change",
        "Change a lamp",
        "Change it",
        "At once.",
        "TOY-2",
    )
    assert form.danger
    posted = {
        "lamp": "b",
        "oil": "-2",
        "lit": "false",
        "spent": "true",
        "loud": "on",
        "at": "3,4",
        "level": "4",
        "score-0": "3",
        "score-1": "0",
        "spell-name": "ice",
        "items-axe": "2",
        "items-bow": "0",
        "friends-a": "on",
        "reason": "Because.",
    }
    command = command_of(form, posted)
    assert command == {
        "type": "change",
        "lamp": "b",
        "oil": -2,
        "level": 4,
        "lit": False,
        "spent": True,
        "loud": True,
        "at": [3, 4],
        "score": [3, 0],
        "spell": {"name": "ice"},
        "items": {"axe": 2},
        "friends": ["a"],
        "note": "Because.",
    }
    assert read_tagged(command, {"change": Change}).items == {"axe": 2}


def test_what_is_left_empty_is_left_out() -> None:
    assert command_of(form_of(Change, ASKING), {"lamp": "a", "reason": "r"}) == {
        "type": "change",
        "lamp": "a",
        "note": "r",
    }


@pytest.mark.parametrize(
    ("name", "kind", "label_of", "required"),
    [
        ("lamp", "select", "Lamp", True),
        ("other", "select", "Beside", False),
        ("oil", "number", "Oil", False),
        ("loud", "check", "Loudly", False),
        ("at", "square", "Where", False),
        ("score-1", "number", "theirs", False),
        ("items-axe", "number", "Axe", False),
        ("friends-b", "check", "the second", False),
        ("spell-times", "number", "times", False),
        ("reason", "text", "Reason", True),
    ],
)
def test_it_asks_as_the_struct_says(name: str, kind: str, label_of: str, *, required: bool) -> None:
    asked = field(name)
    assert (asked.kind, asked.label, asked.required) == (kind, label_of, required)


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("lamp", (("a", "the first"), ("b", "the second"))),
        ("other", (("", "nobody"), ("a", "the first"), ("b", "the second"))),
        ("lit", (("", "no change"), ("true", "yes"), ("false", "no"))),
        ("spent", (("", "no change"), ("false", "new"), ("true", "spent"))),
        ("spell-name", (("", "none"), ("fire_ball", "fire ball"), ("ice", "sheet of ice"))),
    ],
)
def test_it_offers_what_the_struct_takes(name: str, choices: Any) -> None:
    assert tuple(field(name).choices) == choices


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("oil", -2, 9), ("level", 1, 4), ("score-0", 0, 7), ("spell-times", 1, 5), ("items-axe", 0, 2)],
)
def test_bounds_are_those_of_the_struct_or_of_the_moment(name: str, low: int, high: int) -> None:
    assert (field(name).low, field(name).high) == (low, high)


def test_it_shows_what_there_is_now() -> None:
    assert field("score-0").value == "3"
    assert field("loud").value == "on"
    assert field("level").value == "2"
    assert field("items-axe").help == "2 in the stash."


def test_what_is_given_is_not_asked_for() -> None:
    form = form_of(Change, ASKING, given={"lamp": "a", "hidden": 4}, title="Change the first lamp")
    assert "lamp" not in {one.name for one in form.fields}
    assert form.title == "Change the first lamp"
    assert command_of(form, {"reason": "r"}) == {"type": "change", "lamp": "a", "hidden": 4, "note": "r"}


def test_a_text_of_its_own_asks_for_some_fields_in_its_order() -> None:
    form = form_of(Change, ASKING, text=FormText("Oil", fields=("note", "oil")), name="oil")
    assert [one.name for one in form.fields] == ["reason", "oil"]
    assert (form.name, form.submit) == ("oil", "Oil")


def test_a_list_that_must_be_there_may_be_empty() -> None:
    class Remove(Command, frozen=True, kw_only=True, tag="remove"):
        ids: Annotated[tuple[str, ...], label("Lamps", of="lamp")]

    assert command_of(form_of(Remove, ASKING), {}) == {"type": "remove", "ids": []}


def test_something_has_to_be_chosen_where_a_prompt_stands_first() -> None:
    prompted = ASKING._replace(prompt="choose …")
    (lamp, *_) = form_of(Change, prompted).fields
    assert lamp.choices[0] == ("", "choose …")
    with pytest.raises(Unreadable):
        command_of(form_of(Change, prompted), {"reason": "r"})
    (lamp, *_) = form_of(Change, prompted._replace(now={"lamp": "b"})).fields
    assert (lamp.value, len(lamp.choices)) == ("b", 2)


def test_both_halves_of_a_pair_are_wanted() -> None:
    assert "score" not in command_of(form_of(Change, ASKING), {"lamp": "a", "score-0": "1", "reason": "r"})


@pytest.mark.parametrize("number", ["-3", "10"])
def test_it_refuses_a_number_beyond_the_bounds(number: str) -> None:
    with pytest.raises(Unreadable) as refused:
        command_of(form_of(Change, ASKING), {"lamp": "a", "oil": number, "reason": "r"})
    assert refused.value.message == f"Oil must be -2 to 9, not {number}."


@pytest.mark.parametrize(
    ("at", "name"),
    [("note", "reason"), ("spell.times", "spell-times"), ("items.axe", "items-axe"), ("score", "score-1")],
)
def test_a_refusal_stands_at_the_field_of_the_form(at: str, name: str) -> None:
    refusal = Unreadable("No.", at)
    again = shown(form_of(Change, ASKING), "", {"form": "change"}, refusal)
    assert name in [one.field.name for one in again.fields if one.error]
    assert "oil" not in [one.field.name for one in again.fields if one.error]


def test_labelled_bounds_are_no_part_of_reading_a_command() -> None:
    order = read_tagged({"type": "change", "lamp": "a", "oil": 10, "score": [0, 8]}, {"change": Change})
    assert list(beyond_bounds(order)) == [("oil", Bounds(-2, 9, "TOY-3")), ("score", Bounds(0, 7, "TOY-4"))]
    assert list(beyond_bounds(Change(lamp="a", oil=9, score=(0, 7)))) == []


def test_the_schema_tells_labels_and_bounds() -> None:
    told = msgspec.json.schema(Change)["$defs"]["Change"]["properties"]
    assert told["oil"]["title"] == "Oil"
    assert told["oil"]["description"] == "In spoons."
    assert (told["oil"]["minimum"], told["oil"]["maximum"]) == (-2, 9)


def test_what_events_hold_too_keeps_its_schema() -> None:
    class Bare(msgspec.Struct):
        amount: int

    class Told(msgspec.Struct):
        amount: Annotated[int, label("by", bounds=Bounds(0, 1, "TOY-1"), stored=True)]

    bare, told = (msgspec.json.schema(one)["$defs"][one.__name__]["properties"] for one in (Bare, Told))
    assert bare == told


def test_the_reference_and_refusals_see_through_labels() -> None:
    (lamp, *_) = msgspec.inspect.type_info(Change).fields  # type: ignore[union-attr]  # a struct
    assert describe(lamp.type) == "text"
    with pytest.raises(Malformed, match="'fog' is not one of 'fire_ball', 'ice'"):
        read_tagged({"type": "change", "lamp": "a", "spell": {"name": "fog"}}, {"change": Change})
