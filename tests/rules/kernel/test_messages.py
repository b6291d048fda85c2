"""What the events of every game have: wire names, a sentence, key moments of a replay."""

from __future__ import annotations

import sys

import pytest

from rules.kernel.messages import Event, by_tag, defined_in, tag_of
from rules.kernel.sentences import Sentence, without_names


class Struck(Event, frozen=True, kw_only=True, tag="struck"):
    says = "{who} strikes {times:often} with the {weapon}."

    who: str
    times: int = 1
    weapon: str = "club"

    def key_moment(self) -> str:
        return "flurry" if self.times > 1 else ""


class Rested(Event, frozen=True, kw_only=True, tag="rested"):
    moment = "rest"


WORDS = {
    "who": lambda names, who: names[who],
    "often": without_names(lambda times: "once" if times == 1 else f"{times} times"),
}


def told(event: Struck) -> str:
    return Sentence(event.says, WORDS).filled_in({"a1": "Ylva"}, lambda field: getattr(event, field))


def test_a_sentence_says_fields_by_their_words():
    assert told(Struck(who="a1")) == "Ylva strikes once with the club."
    assert told(Struck(who="a1", times=3, weapon="oar")) == "Ylva strikes 3 times with the oar."


def test_it_refuses_a_word_that_is_not_there():
    with pytest.raises(KeyError, match="loudly"):
        Sentence("{who:loudly} shouts.", WORDS)


def test_an_event_is_a_key_moment_by_its_class_or_by_what_it_holds():
    assert (Rested().key_moment(), Event().key_moment()) == ("rest", "")
    assert [Struck(who="a1", times=times).key_moment() for times in (1, 2)] == ["", "flurry"]


def test_what_an_event_says_is_no_field_of_it():
    assert Struck.__struct_fields__ == ("who", "times", "weapon")


class Blow(Event, frozen=True, kw_only=True):
    """What blows have in common."""


class Kicked(Blow, frozen=True, kw_only=True, tag="kicked"):
    pass


def test_what_a_module_defines_is_found_in_order_without_bases_and_imports():
    assert list(by_tag(defined_in(Event, sys.modules[__name__]))) == ["struck", "rested", "kicked"]
    assert list(defined_in(Blow, sys.modules[__name__])) == [Kicked]


def test_messages_are_known_by_their_wire_names():
    assert by_tag((Struck, Rested)) == {"struck": Struck, "rested": Rested}
    assert tag_of(Rested()) == tag_of(Rested) == "rested"
