"""Key moments of a replay, as every game names them."""

from __future__ import annotations

from rules.kernel.messages import Event, by_tag, tag_of
from rules.kernel.moments import KeyMoments


class Struck(Event, frozen=True, kw_only=True, tag="struck"):
    hard: bool = False


class Rested(Event, frozen=True, kw_only=True, tag="rested"):
    pass


MOMENTS = KeyMoments({"struck": lambda fields: "blow" if fields.get("hard") else ""})


def test_an_event_is_a_key_moment_by_what_it_holds():
    assert MOMENTS.moment(Struck(hard=True)) == MOMENTS.kind_of("struck", {"hard": True}) == "blow"


def test_others_are_none():
    assert MOMENTS.moment(Struck()) is None
    assert MOMENTS.moment(Rested()) is None
    assert MOMENTS.kind_of("rested", {}) == ""


def test_messages_are_known_by_their_wire_names():
    assert by_tag((Struck, Rested)) == {"struck": Struck, "rested": Rested}
    assert tag_of(Struck()) == tag_of(Struck) == "struck"
