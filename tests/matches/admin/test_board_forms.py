"""The forms of each game's page in the admin site: all of them, with every choice and bound that they offer."""

from uuid import uuid4

import pytest
from django.http import QueryDict

from matches import service
from matches.admin.board_forms import board_form
from matches.admin.gm_actions import GAMES, TABLE
from matches.loading import load_match
from matches.pages.boards import board_of
from matches.pages.gm_forms import gm_forms
from matches.service import NewMatch
from matches.simulation.playing import default_setup
from rules.kernel.errors import Refused
from tests.matches.pages.battles import FIELD, battle
from tests.matches.pages.test_form_sweep import DICE, variants

pytestmark = pytest.mark.django_db


@pytest.fixture(params=sorted(GAMES))
def played(request, arena, alice, users):
    """A match of each game in the midst of play, with a GM."""
    if request.param == "ishmek":
        return load_match(arena)
    if request.param == "hachigoku":
        order = NewMatch(ruleset="hachigoku", setup=default_setup("hachigoku"))
        return load_match(service.create_match(alice, order))
    relic = [{"id": "relic", "pos": [500, 500, 0]}]
    return load_match(battle(alice, users, position=FIELD | {"gm": True, "items": relic}))


def filled(who, match, form, typed):
    """A form of the admin as it comes back from a browser."""
    sent = QueryDict(mutable=True)
    sent.update({name: value for name, value in typed.items() if value != ""})
    sent.update({"reason": "The table agreed.", "pending": str(match.version), "key": str(uuid4())})
    return form(who, match, sent)


def test_it_has_every_form_of_the_page(played):
    listed = {form.name for form in (*GAMES[played.ruleset.key], *TABLE)}
    assert listed == set(gm_forms(played))


def test_every_offered_choice_and_bound_can_be_sent(played, alice):
    game, valid, bounds = played.ruleset, 0, []
    for listed in GAMES[played.ruleset.key]:
        form, kind = gm_forms(played)[listed.name], board_form(played.ruleset.key, listed)
        numbers = {field.name for field in form.fields if field.kind == "number"}
        for what, typed in variants(form):
            deed = filled(alice, played, kind, typed)
            if deed.is_valid() or deed.refusal is not None:
                valid += 1
                try:
                    game.decide(played.state, game.parse(deed.command), DICE, "gm")
                except Refused:
                    continue
            elif (name := what.partition("=")[0]) in numbers:
                codes = {error.code for error in deed.errors.as_data().get(name, ())}
                bounds += [(listed.name, what)] if codes & {"min_value", "max_value"} else []
    assert bounds == []
    assert valid > 40


def test_a_preview_names_no_value_as_the_program_does(played, alice):
    """By a label that somebody wrote, or with one plain word; a name like `move_action` is neither."""
    labels = {one.text for one in board_of(played.ruleset.key).values.labels.values()}
    told = set()
    for listed in GAMES[played.ruleset.key]:
        form, kind = gm_forms(played)[listed.name], board_form(played.ruleset.key, listed)
        for _, typed in variants(form):
            deed = filled(alice, played, kind, typed)
            if deed.is_valid() and deed.preview is not None and deed.preview.refused is None:
                told |= set(deed.preview.rows)
    assert len(told) > 10
    assert {row.field for row in told if row.field and row.field not in labels and not row.field.isalpha()} == set()
    assert {text for row in told for text in (row.old, row.new) if "_" in text or "{" in text} == set()
