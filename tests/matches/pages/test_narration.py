"""Every event of Ishmêk and of the table is told in words, with the least and with the most it can hold."""

import re
from pathlib import Path

import msgspec
import pytest
from django.contrib.staticfiles import finders

from matches.facts import FACTS
from matches.pages.boards import board_of
from matches.pages.boards.common import fraction, percent, signed
from matches.pages.boards.tokens import SIDES, initials, sides
from rules.ishmek.decide.windows import TRIGGER_RULE
from rules.ishmek.events import EVENTS
from rules.kernel.table_events import TABLE_EVENTS
from tests.matches.pages.samples import document_of

tell = board_of("ishmek").tell

VIEW = {
    "players": {"h1": {"name": "Ylva"}, "a1": {"name": "Saskia"}},
    "teams": {"home": {"name": "Gulls"}, "away": {"name": "Herons"}},
}
KINDS = {**EVENTS, **TABLE_EVENTS, **FACTS}
PARTICULARS = {
    "window_opened": {"trigger": "player_moved"},
    "turn_ended": {"reason": "point"},
    "injury_rolled": {"cause": "push"},
    "player_removed": {"status": "dead"},
}


def full(kind):
    document = document_of(kind)
    document.pop("secret", None) if kind not in TABLE_EVENTS.values() else None
    if "injury" in document:
        document["injury"] = "shook"
    if "path" in document:
        document["path"] = [[5, 4], [6, 4]]
    return document | PARTICULARS.get(document["type"], {})


@pytest.mark.parametrize("name", KINDS)
def test_each_event_is_told(name):
    told = tell(full(KINDS[name]), VIEW)
    assert told.text.strip()
    assert "_" not in told.text, told.text
    assert "None" not in told.text, told.text
    assert "h1" not in told.text, told.text


@pytest.mark.parametrize("name", EVENTS)
def test_what_is_left_out_of_an_event_is_its_default(name):
    wanted = {field.encode_name for field in msgspec.structs.fields(EVENTS[name]) if field.required}
    document = {key: value for key, value in full(EVENTS[name]).items() if key in {*wanted, "type"}}
    assert tell(document, VIEW).text.strip()


def test_a_hidden_event_says_so():
    told = tell({"n": 6, "type": "hidden", "redacted": True}, VIEW)
    assert told.text == "Hidden for now."


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"type": "rewound", "to": 7, "reason": "The whistle had gone."},
            "Rewound to event 7: The whistle had gone.",
        ),
        ({"type": "rewound", "to": 7, "reason": "Enough!"}, "Rewound to event 7: Enough!"),
        ({"type": "play_paused", "reason": "rain"}, "The GM pauses play: rain."),
        ({"type": "play_resumed", "reason": ""}, "The GM resumes play."),
        ({"type": "seat_taken", "seat": "away", "holder": {"name": "player"}}, "player takes the seat of Herons."),
        ({"type": "seat_left", "seat": "home"}, "The seat of Gulls is free again."),
        ({"type": "match_hosted", "title": "The final"}, "The match is titled “The final”."),
    ],
)
def test_sentences_end_once_and_seats_have_names(event, words):
    assert tell(event, VIEW).text.endswith(words)


def test_an_event_nobody_knows_is_named():
    assert tell({"n": 6, "type": "orb_sang"}, VIEW).text == "Orb sang."


def test_a_point_and_a_gift_are_moments():
    point = {"type": "point_scored", "team": "home", "player": "h1", "score": [1, 0]}
    assert tell(point, VIEW).moment == "point"
    assert tell(point | {"gift": True, "player": "a1"}, VIEW).moment == "gift"
    assert "Saskia gives Gulls the point" in tell(point | {"gift": True, "player": "a1"}, VIEW).text


@pytest.mark.parametrize(("total", "moment"), [(15, ""), (16, "injury"), (21, "injury")])
def test_an_injury_from_16_on_is_a_moment(total, moment):
    roll = full(EVENTS["injury_rolled"]) | {"total": total}
    assert tell(roll, VIEW).moment == moment


@pytest.mark.parametrize(("margin", "moment"), [(4, ""), (5, "seize")])
def test_a_seize_is_a_moment_when_it_succeeds(margin, moment):
    settled = {"type": "contest_settled", "kind": "seize", "actor": "h1", "target": "a1", "margin": margin}
    assert tell(settled, VIEW).moment == moment


def test_a_scatter_says_its_die_and_whose_frame_it_is_read_in():
    rolled = full(EVENTS["orb_scattered"]) | {"die": 7, "frame": "away", "from": [3, 3], "to": [4, 4], "bounced": False}
    told = tell(rolled, VIEW)
    assert told.text == "The home orb scatters to (4, 4): 7 on the d8, left back as seen by Herons."
    assert told.strokes[0].d == "M300 300L400 400"
    assert told.strokes[0].label == "d8: 7"


def test_a_flight_is_drawn_with_its_bounce_and_a_lob_in_an_arc():
    launched = full(EVENTS["orb_launched"]) | {"path": [[15, 2], [16, 3], [16, 3], [15, 4]], "lob": False}
    assert tell(launched, VIEW).strokes[0].d == "M1500 200L1600 300L1600 300L1500 400"
    assert "Q" in tell(launched | {"lob": True}, VIEW).strokes[0].d


def test_chances_are_said_as_percent_and_fraction():
    assert (percent((9, 20)), fraction((9, 20))) == ("45 %", "9/20")
    assert (percent((1, 400)), percent((399, 400)), percent(None)) == ("< 1 %", "> 99 %", "")
    assert (fraction((190, 400)), fraction((0, 20)), fraction((20, 20))) == ("19/40", "0", "1")
    assert (signed(3), signed(-4), signed(0)) == ("+3", "−4", "+0")


def test_no_two_players_bear_the_same_letters():
    short = initials({"a": "Ylva Redhand", "b": "Ylva", "c": "Ylvi", "d": "", "e": "Y R"})
    assert len(set(short.values())) == 5
    assert short["a"] == "YR"


def test_a_side_has_the_nearest_colour_that_is_free():
    assert sides({"home": "red; x: url(evil)", "away": ""}, {"home": "#b3402a", "away": "#2a6ab3"}) == {
        "home": 2,
        "away": 1,
    }
    assert sides({"one": "#de6802", "two": "#de6802"}, {}) == {"one": 2, "two": 5}


def test_more_sides_than_colours_share_them():
    given = sides({f"s{number}": "#407bf8" for number in range(9)}, {})
    assert set(given.values()) == set(range(1, 9))
    assert given["s8"] == given["s0"] == 1


def test_colours_are_compared_with_those_of_the_light_scheme():
    sheet = Path(str(finders.find("web/tokens.css"))).read_text(encoding="utf-8")
    assert tuple(re.findall(r"--side-\d: light-dark\((#\w+)", sheet)) == SIDES


@pytest.mark.parametrize("trigger", TRIGGER_RULE)
def test_every_window_says_what_happened(trigger):
    told = tell({"type": "window_opened", "trigger": trigger, "about": "home", "players": ["h1", "a1"]}, VIEW)
    assert "_" not in told.text
    assert " has " in told.text or "tried" in told.text
    assert told.text.endswith("Ylva and Saskia may react.")


def test_a_game_that_nobody_has_drawn_is_told_plainly():
    assert board_of("chess").tell({"type": "piece_moved", "player": "white"}, {}).text == "White piece moved."


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("counting", "A battle of a campaign: The Larks against The Crows."),
        ("friendly", "A friendly battle of a campaign: The Larks against The Crows."),
        ("invasion", "An invasion battle of a campaign: The Larks against The Crows."),
    ],
)
def test_a_battle_says_what_kind_of_battle_it_is(kind, words):
    sides = {"s1": {"name": "The Larks"}, "s2": {"name": "The Crows"}}
    assert tell({"type": "campaign_joined", "kind": kind, "sides": sides}, VIEW).text == words
