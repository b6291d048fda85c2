"""What a GM action on a match will change is shown before it happens; no die falls, and nothing is stored."""

import pytest

from matches.loading import load_match
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
    assert rows(shown) == [(name, "At", "5, 1", "6, 2"), (name, "Prone", "no", "yes")]
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
    assert [row[1:] for row in rows(shown)] == [("Health", "20", "3"), ("Shaken", "no", "yes")]


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
