"""The facts of a match: what they add up to, and that those written once can be read for ever."""

import msgspec
import pytest

from eventstore.api import load_samples, unsampled
from eventstore.upcast import Upcasts
from matches import event_codec
from matches.facts import (
    FACTS,
    CampaignJoined,
    CoGmsSet,
    GmSet,
    Holder,
    MatchHosted,
    Roster,
    SeatLeft,
    SeatsOpened,
    SeatTaken,
    TitleSet,
    VisibilitySet,
    after,
)
from matches.game_adapter import adapter_of
from rules.kernel.folding import History
from rules.kernel.table import Table
from tests.matches import GOLDEN

ALICE, BOB = Holder("a" * 32, "alice"), Holder("b" * 32, "bob")


def folded(*facts):
    roster = Roster()
    for fact in facts:
        roster = after(roster, fact)
    return roster


HOSTED = MatchHosted(title="Lamps", gm=ALICE, visibility="public", open_seats=True)


@pytest.mark.parametrize(
    ("facts", "roster"),
    [
        ((HOSTED,), Roster("Lamps", "public", True, ALICE)),
        ((HOSTED, TitleSet(title="Dark")), Roster("Dark", "public", True, ALICE)),
        ((HOSTED, VisibilitySet(visibility="private")), Roster("Lamps", "private", True, ALICE)),
        ((HOSTED, SeatsOpened(open=False)), Roster("Lamps", "public", False, ALICE)),
        ((HOSTED, GmSet(gm=BOB)), Roster("Lamps", "public", True, BOB)),
        ((HOSTED, CoGmsSet(co_gms=(BOB,))), Roster("Lamps", "public", True, ALICE, co_gms=(BOB,))),
        ((HOSTED, CoGmsSet(co_gms=(BOB,)), CoGmsSet(co_gms=())), Roster("Lamps", "public", True, ALICE)),
        ((HOSTED, SeatTaken(seat="home", holder=BOB)), Roster("Lamps", "public", True, ALICE, {"home": BOB})),
        ((HOSTED, SeatTaken(seat="home", holder=BOB), SeatLeft(seat="home")), Roster("Lamps", "public", True, ALICE)),
        ((HOSTED, SeatLeft(seat="attic")), Roster("Lamps", "public", True, ALICE)),
        (
            (HOSTED, CampaignJoined(campaign="c1", kind="friendly", sides={})),
            Roster("Lamps", "public", True, ALICE, campaign="c1"),
        ),
    ],
)
def test_they_add_up(facts, roster):
    assert folded(*facts) == roster


def test_seats_are_found_by_the_key_of_an_account():
    roster = folded(HOSTED, SeatTaken(seat="away", holder=BOB), SeatTaken(seat="home", holder=BOB))
    assert roster.held_by(BOB.user) == ("away", "home")
    assert roster.held_by(ALICE.user) == ()
    assert folded(HOSTED, SeatTaken(seat="home", holder=Holder("", "ghost"))).held_by("") == ()


def test_it_is_run_by_its_gm_and_co_gms():
    roster = folded(HOSTED, CoGmsSet(co_gms=(BOB, Holder("", "ghost"))))
    assert [roster.is_run_by(user) for user in (ALICE.user, BOB.user, "c" * 32, "")] == [True, True, False, False]


@pytest.mark.parametrize("fact", [HOSTED, SeatLeft(seat="home")])
def test_the_game_is_left_alone_by_them(toy, monkeypatch, fact):
    game = adapter_of("toy")
    state = game.from_position({}, {})
    table = Table(game, state=state, version=3)
    monkeypatch.setattr(game, "evolve", None)
    table.apply(fact, History(game))
    assert table == Table(game, state=state, version=4)


@pytest.mark.parametrize("sample", load_samples(GOLDEN), ids=lambda sample: sample.path.stem)
def test_what_was_written_once_is_read_for_ever(sample, toy):
    codec = event_codec.codec_of(adapter_of("toy"))
    read = codec.decode(sample.type, sample.body, sample.schema)
    assert msgspec.json.decode(msgspec.json.encode(read)) == sample.reads_as


def test_every_fact_has_a_golden_sample(toy):
    codec = event_codec.codec_of(adapter_of("toy"))
    written = {(name, codec.schema(name)) for name in FACTS}
    assert unsampled(written | Upcasts().schemas(), list(load_samples(GOLDEN))) == []
