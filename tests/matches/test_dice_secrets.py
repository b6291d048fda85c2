"""Somebody with the database exchanges the secret of a match: no house die falls from it, and everybody is told."""

import io
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command

from eventstore import api as store
from matches import service
from matches.documents import need_document
from matches.loading import load_match
from matches.models import DiceSecret, stream_of
from tests.matches.calling import refused as refused_by_api
from tests.matches.conftest import new
from tests.rules.play import rule
from web.errors import Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SPARK = {"type": "spark", "seat": "home"}
PASS = {"type": "pass", "player": "away"}
LOADED = b"L" * 32


def exchange(match, secret=LOADED):
    """Exchange the secret in the database; this process has folded the match, and read the secret of then."""
    kept = bytes(DiceSecret.objects.get(pk=match).secret)
    DiceSecret.objects.filter(pk=match).update(secret=secret)
    return kept


@contextmanager
def refused(match):
    """The command in the block is refused, and the match is as it was."""
    before = store.head(stream_of(match))
    with pytest.raises(Refusal) as caught:
        yield
    document = caught.value.document()
    assert (document["code"], document["rule"], caught.value.status) == ("secret_replaced", "KERNEL-DICE-06", 409)
    assert "not the one that was committed to" in document["message"]
    assert "backup" in document["hint"]
    assert store.head(stream_of(match)) == before


def told(*arguments):
    """What a command of the terminal prints, and the code it exits with."""
    out = io.StringIO()
    try:
        call_command(*map(str, arguments), stdout=out)
    except SystemExit as exit_:
        return out.getvalue(), exit_.code
    except CommandError as error:
        return str(error), 1
    return out.getvalue(), 0


def test_it_works_with_the_secret_that_was_committed_to(house_match, bob, charlie):
    service.give_command(bob, house_match, SPARK)
    service.give_command(charlie, house_match, PASS)
    assert told("verify")[1] == 0
    assert told("rebuild", "matches", "--check")[1] == 0


@rule("KERNEL-DICE-06", "KERNEL-ILL-37")
def test_it_refuses_to_roll_from_another_secret(house_match, alice, bob):
    kept = exchange(house_match)
    with refused(house_match):
        service.give_command(bob, house_match, SPARK)
    with refused(house_match):
        service.give_command(alice, house_match, {"type": "abandon", "reason": "Rain."})
    exchange(house_match, kept)
    service.give_command(bob, house_match, SPARK)


@rule("KERNEL-DICE-06")
def test_it_refuses_in_the_midst_of_a_match_too(house_match, bob, charlie):
    service.give_command(bob, house_match, SPARK)
    exchange(house_match)
    with refused(house_match):
        service.give_command(charlie, house_match, PASS)


@rule("KERNEL-DICE-05", "KERNEL-DICE-06")
def test_salts_do_not_make_up_for_it(house_match, bob, charlie):
    """They go into the key beside the secret; what the commitment promises is the secret."""
    service.give_command(bob, house_match, {"type": "add_salt", "seat": "home", "salt": "sea"})
    kept = exchange(house_match)
    with refused(house_match):
        service.give_command(charlie, house_match, {"type": "add_salt", "seat": "away", "salt": "mountain"})
    exchange(house_match, kept)
    service.give_command(bob, house_match, SPARK)
    exchange(house_match)
    with refused(house_match):
        service.give_command(charlie, house_match, PASS)


@rule("KERNEL-TABLE-08", "KERNEL-DICE-06")
def test_a_fork_has_a_secret_of_its_own_and_keeps_to_it(house_match, alice):
    exchange(house_match)
    fork = service.fork_match(alice, house_match, service.NewFork(version=load_match(house_match).table.opening))
    service.give_command(alice, fork, SPARK)
    exchange(fork)
    with refused(fork):
        service.give_command(alice, fork, PASS)


def test_the_secret_of_another_match_is_another(house_match, alice, bob):
    other = service.create_match(alice, new())
    exchange(house_match, bytes(DiceSecret.objects.get(pk=other).secret))
    with refused(house_match):
        service.give_command(bob, house_match, SPARK)


def test_a_match_that_waits_for_dice_can_be_looked_at(alice, bob, users):
    """No house die comes before the roll that waits: which it is can be told without their secret."""
    match = service.create_match(alice, new(dice={"home": "table", "away": "house", "gm": "table"}))
    service.assign_seat(THE_HOUSE, match, "home", users["bob"])
    with pytest.raises(Refusal) as caught:
        service.give_command(bob, match, {"type": "wager", "seat": "home", "amount": 7})
    assert caught.value.code == "dice_wanted"
    exchange(match)
    with refused(match):
        service.give_command(bob, match, {"type": "dice", "faces": [3]})
    (ask,) = service.state_document(bob, match)["pending"]["asks"]
    assert (ask["kind"], ask["options"]["typed"]) == ("dice", [])
    assert need_document(load_match(match), bob)["purpose"] == "wager"


def test_everybody_is_told(house_match, alice, bob, users, client):
    service.give_command(bob, house_match, SPARK)
    exchange(house_match)
    found = service.verify_match(alice, house_match)
    assert (found["ok"], found["chain"]["ok"], found["dice"]["ok"]) == (False, True, False)
    assert found["dice"]["findings"][0]["code"] == "secret_replaced"
    client.force_login(users["alice"])
    for page in ("dice", "verify"):
        words = client.get(f"/matches/{house_match}/{page}").content.decode()
        assert "not the one that was committed to" in words or "does not fit the commitment" in words
    assert told("match", "verify", house_match)[1] == 1
    for arguments in (("verify",), ("rebuild", "matches", "--check")):
        words, code = told(*arguments)
        assert code == 1
        assert f"secret: {stream_of(house_match)}: The secret kept here" in words


def test_the_admin_tells_it(house_match, client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root", password="the-orb-is-copper"))
    address = f"/admin/matches/match/{house_match}/change/"
    assert "rolled here" in client.get(address).content.decode()
    exchange(house_match)
    assert "not the one that was committed to" in client.get(address).content.decode()


def test_the_api_says_it_as_a_problem(house_match, api):
    exchange(house_match)
    answer = api["bob"]("POST", f"matches/{house_match}/commands", {"command": SPARK})
    refused_by_api(answer, 409, "secret_replaced", rule="KERNEL-DICE-06")


def test_a_match_that_is_over_has_shown_its_secret(house_match, alice):
    service.give_command(alice, house_match, {"type": "abandon", "reason": "Rain."})
    exchange(house_match)
    assert service.verify_match(alice, house_match)["ok"]
