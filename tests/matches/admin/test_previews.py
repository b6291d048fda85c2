"""What a GM action on a match will change is shown before it happens; no die falls, and nothing is stored."""

import pytest

from matches import service
from matches.loading import load_match
from matches.service import NewMatch
from matches.simulation.playing import default_setup
from tests.matches.admin.test_gm_actions import address, do, hidden, look, player, text, version
from tests.matches.pages.battles import FIELD, battle
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


def rows(response):
    return [tuple(row) for row in response.context["form"].preview.rows]


def test_values_are_shown_as_they_are_and_will_be(gm, arena):
    before = version(arena)
    shown = look(gm, arena, "gm_effect", player="h1", prone="true", move_to="6, 2")
    name = rows(shown)[0][0]
    assert rows(shown) == [(name, "Square", "5, 1", "6, 2"), (name, "Prone", "no", "yes")]
    assert "Nothing has happened yet." in text(shown)
    assert shown.context["form"].preview.lines
    assert version(arena) == before


@rule("ISH-UMP-03", "KERNEL-DICE-01")
def test_a_roll_is_told_with_its_chance_and_not_thrown(gm, arena):
    """DC 15 with +6 for perception: 9 to 20 of the d20 see it, 12 of 20."""
    before = version(arena)
    shown = text(look(gm, arena, "umpire_call", player="h1", foul="foul_play", victim="a1"))
    assert "It rolls 1d20 +6, at least 15: chance 60 %." in shown.replace("\N{NO-BREAK SPACE}", " ")
    assert version(arena) == before


def test_going_back_tells_how_many_events_no_longer_count(gm, arena):
    to = load_match(arena).table.opening
    do(gm, arena, "gm_effect", player="h1", prone="true")
    now = version(arena)
    shown = look(gm, arena, "rewind", to=str(to))
    assert ("Log", "Events that no longer count", "0", f"{now - to}, from event {to + 1} on") in rows(shown)
    assert [row[1:] for row in rows(shown) if row[1] == "Prone"] == [("Prone", "yes", "no")]
    assert player(arena, "h1").prone


def test_what_follows_by_the_rules_is_shown_too(gm, alice, users):
    """3 of 20 health shake a model."""
    field = battle(alice, users, position=FIELD | {"gm": True})
    shown = look(gm, field, "gm_number", model="orm", field="health", value="3")
    assert [row[1:] for row in rows(shown)] == [("Health left", "20", "3"), ("Shaken", "no", "yes")]


def test_who_does_not_run_the_match_is_shown_nothing(gm, other_staff, arena):
    sent = {**hidden(gm.get(address(arena, "gm_effect"))), "player": "h1", "prone": "true", "reason": "x"}
    form = other_staff.post(address(arena, "gm_effect"), sent).context["form"]
    assert (form.refusal.code, form.preview.rows, form.preview.lines) == ("not_your_seat", (), ())


def test_what_changed_since_it_was_shown_is_shown_again(gm, arena):
    sent = {**hidden(gm.get(address(arena, "gm_effect"))), "player": "h1", "prone": "true", "reason": "x"}
    sent |= hidden(gm.post(address(arena, "gm_effect"), sent))
    do(gm, arena, "gm_effect", player="h1", prone="true", move_to="6, 2")
    again = gm.post(address(arena, "gm_effect"), {**sent, "prone": "false"})
    assert "Something has changed since this page was shown." in text(again)
    assert player(arena, "h1").prone


def test_values_bear_the_labels_of_the_command_and_its_words(gm, arena):
    """The form of the GM asks whether an Action is "ready" or "spent"; the preview says it in the same words."""
    shown = look(gm, arena, "gm_effect", player="h1", action_used="true", slots_l1="2")
    assert {("Action", "ready", "spent"), ("Level-1 slots", "0", "2")} <= {row[1:] for row in rows(shown)}


def test_an_injury_is_told_by_its_title(gm, arena):
    shown = look(gm, arena, "gm_effect", player="h1", add_injury="badly_shook")
    (row,) = [row for row in rows(shown) if row[1] == "Injuries"]
    assert row[2] == "–"
    assert row[3].startswith("Badly Shook (until ")


def test_lengths_are_told_in_inches(gm, alice, users):
    relic = [{"id": "relic", "pos": [500, 500, 0]}]
    field = battle(alice, users, position=FIELD | {"gm": True, "items": relic})
    shown = look(gm, field, "gm_item", other="relic", pos="12, 12")
    assert rows(shown) == [("relic", "Where", '5", 5", 0"', '12", 12", 0"')]


def test_what_a_view_leaves_out_stands_at_its_default(gm, alice):
    """Of a character of Hachigoku a view has no Wounds where there are none."""
    field = service.create_match(alice, NewMatch(ruleset="hachigoku", setup=default_setup("hachigoku")))
    who = next(one.id for one in load_match(field).state.characters if not one.wounds)
    shown = look(gm, field, "adjust", figure=who, wounds="1")
    assert [row[1:] for row in rows(shown) if row[1] == "Wounds"] == [("Wounds", "0", "1")]
    assert shown.context["form"].preview.lines == [
        f"The GM sets wounds of {name(field, who)} from 0 to 1: The table agreed."
    ]


def name(match, who):
    return next(one.called for one in load_match(match).state.characters if one.id == who)
