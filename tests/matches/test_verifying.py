"""What verifying a match says of its dice: typed, recomputed, or neither yet."""

import io

import pytest
from django.core.management import call_command
from django.urls import reverse

from matches import service
from tests.matches.conftest import TABLE, new
from tests.matches.test_transfer import SPARK

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

PASS = {"type": "pass", "player": "away"}
TYPED = "all dice are table dice, so there is nothing to recompute"


def told(match, client, users, name="alice"):
    """What the API, the terminal and the page say."""
    out = io.StringIO()
    call_command("match", "verify", str(match), stdout=out)
    client.force_login(users[name])
    return out.getvalue(), client.get(reverse("pages:verify", args=[match])).content.decode()


def test_typed_dice_are_not_called_recomputed(match, alice, bob, charlie, client, users):
    service.give_command(bob, match, SPARK)
    service.give_command(charlie, match, PASS, dice=[15])
    assert service.verify_match(alice, match)["dice"]["words"] == TYPED
    terminal, page = told(match, client, users)
    assert f"dice: {TYPED}" in terminal
    assert TYPED.capitalize() in page
    assert "rolls recomputed" not in terminal + page


def test_house_dice_are_counted(house_match, bob, charlie, alice, client, users):
    service.give_command(bob, house_match, SPARK)
    service.give_command(charlie, house_match, PASS)
    rolls = service.verify_match(alice, house_match)["dice"]["rolls"]
    assert rolls >= 1
    words = f"{rolls} of {rolls} rolls recomputed from the secret, all identical"
    assert service.verify_match(alice, house_match)["dice"]["words"] == words
    terminal, page = told(house_match, client, users)
    assert f"dice: {words}" in terminal
    assert f'<b class="made">{words}</b>' in page


def test_before_the_first_roll(alice, client, users):
    match = service.create_match(alice, new(dice=TABLE))
    terminal, page = told(match, client, users)
    assert "dice: no dice have been rolled yet" in terminal
    assert "rolls recomputed" not in page
