"""Nobody gets a seat, or a match to run, without saying yes; and nobody learns by inviting who has an account here."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext

from eventstore import api as store
from matches import service
from matches.loading import load_match
from matches.models import SeatOffer, stream_of
from tests.matches.conftest import new
from web.errors import NotThere, Refusal
from web.models import Account
from web.people import person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

NAMES = ("eve", "gone", "nemo")  # is here, is here no more, never was


@pytest.fixture
def free(alice):
    """A match that Alice runs, private, all seats free."""
    return service.create_match(alice, new())


def seats(match_id):
    return {seat: holder.name for seat, holder in load_match(match_id).roster.seats.items()}


def test_it_works(free, alice, bob, eve):
    service.offer_seat(alice, free, "home", "bob")
    assert seats(free) == {}
    (offer,) = service.offers_to(bob)
    assert (offer.match.pk, offer.seat, offer.by) == (free, "home", "alice")
    assert service.offers_to(eve) == []
    service.take_seat(bob, free, "home")
    assert seats(free) == {"home": "bob"}
    assert service.offers_to(bob) == []
    assert not SeatOffer.objects.exists()


class TestConsent:
    def test_nobody_is_seated_by_a_gm(self, free, alice, users, api):
        before = store.head(stream_of(free))
        api["alice"]("PUT", f"matches/{free}/seats/home/", {"user": "bob"})
        api["alice"]("PATCH", f"matches/{free}/", {"gm": "bob"})
        assert store.head(stream_of(free)) == before
        for call in (
            lambda: service.assign_seat(alice, free, "home", users["bob"]),
            lambda: service.give_gm(alice, free, users["bob"]),
        ):
            with pytest.raises(Refusal) as caught:
                call()
            assert caught.value.code == "consent_wanted"
        assert store.head(stream_of(free)) == before

    def test_nor_by_a_superuser(self, free, users, api):
        get_user_model().objects.filter(username="eve").update(is_superuser=True)
        api["eve"]("PUT", f"matches/{free}/seats/home/", {"user": "bob"})
        assert seats(free) == {}
        api["bob"].post(f"matches/{free}/seats/home/", {})
        assert seats(free) == {"home": "bob"}

    def test_who_names_themself_sits_down_at_once(self, free, alice):
        service.offer_seat(alice, free, "home", "alice")
        assert seats(free) == {"home": "alice"}

    def test_who_declines_is_not_seated(self, free, alice, bob):
        service.offer_seat(alice, free, "home", "bob")
        service.end_invitation(bob, free, "home")
        assert service.offers_to(bob) == []
        with pytest.raises(NotThere):
            service.take_seat(bob, free, "home")

    def test_what_is_withdrawn_is_void(self, free, alice, bob):
        service.offer_seat(alice, free, "home", "bob")
        service.end_invitation(alice, free, "home")
        for call in (service.take_seat, service.end_invitation):
            with pytest.raises(NotThere):
                call(bob, free, "home")

    def test_an_invitation_is_for_one_seat_of_one_match(self, free, alice, bob):
        other = service.create_match(alice, new())
        service.offer_seat(alice, free, "home", "bob")
        for match_id, seat in ((free, "away"), (free, "gm"), (other, "home"), (other, "gm")):
            with pytest.raises(NotThere):
                service.take_seat(bob, match_id, seat)
            with pytest.raises(NotThere):
                service.end_invitation(bob, match_id, seat)

    def test_it_holds_while_who_made_it_runs_the_match(self, free, alice, bob, eve, users):
        service.offer_seat(alice, free, "home", "bob")
        service.offer_seat(alice, free, "gm", "eve")
        service.take_seat(eve, free, "gm")
        assert service.offers_to(bob) == []
        assert "invited" not in str(service.match_document(eve, free))
        with pytest.raises(NotThere):
            service.take_seat(bob, free, "home")

    def test_the_last_invitation_counts_link_or_name(self, free, alice, bob, eve):
        token = service.invite(alice, free, "home")
        service.offer_seat(alice, free, "home", "bob")
        with pytest.raises(NotThere):
            service.take_seat(eve, free, "home", token)
        token = service.invite(alice, free, "home")
        assert service.offers_to(bob) == []
        service.offer_seat(alice, free, "away", "bob")
        service.take_seat(eve, free, "home", token)
        assert [one.seat for one in service.offers_to(bob)] == ["away"]

    def test_a_seat_that_is_held_is_cleared_first(self, free, alice, bob, eve):
        service.offer_seat(alice, free, "home", "bob")
        service.take_seat(bob, free, "home")
        with pytest.raises(Refusal) as caught:
            service.offer_seat(alice, free, "home", "eve")
        assert (caught.value.code, caught.value.field) == ("seat_taken", "user")
        service.offer_seat(alice, free, "home", "bob")  # who holds it already
        assert not SeatOffer.objects.exists()

    def test_others_do_not_see_who_is_invited(self, free, alice, bob, api):
        service.set_visibility(alice, free, "public")
        service.offer_seat(alice, free, "home", "bob")
        for name in ("bob", "eve", "anonymous"):
            for address in (f"matches/{free}/", f"matches/{free}/seats/", f"matches/{free}/events"):
                assert "invited" not in str(api[name].get(address))
        assert api["alice"].get(f"matches/{free}/seats/")[0] == {"seat": "home", "holder": None, "invited": "bob"}


class TestWhoIsHere:
    """Anybody may open a match, so that its GM is told nothing that not everybody may know."""

    @pytest.fixture(autouse=True)
    def gone(self, users):
        get_user_model().objects.create_user("gone", is_active=False)

    def same(self, answers):
        plain = {
            (answer.status_code, re.sub(r"\d+", "#", answer.content.decode().replace(name, "NAME")))
            for name, answer in answers.items()
        }
        assert len(plain) == 1
        return plain.pop()

    @pytest.mark.parametrize(
        ("method", "address", "field"), [("PUT", "seats/home/", "user"), ("PATCH", "", "gm")], ids=["seat", "gm"]
    )
    def test_a_name_is_answered_alike_whether_or_not_it_has_an_account(self, free, api, method, address, field):
        answers = {name: api["alice"](method, f"matches/{free}/{address}", {field: name}) for name in NAMES}
        status, text = self.same(answers)
        assert status == 200
        assert "NAME" in text
        ends = {name: api["alice"]("DELETE", f"matches/{free}/seats/home/invite") for name in NAMES}
        assert self.same(ends)[0] == 204

    def test_and_in_as_many_steps(self, free, alice):
        counted = set()
        for name in (*NAMES, "bob"):
            SeatOffer.objects.all().delete()
            with CaptureQueriesContext(connection) as asked:
                service.offer_seat(alice, free, "home", name)
            counted.add(tuple(one["sql"].partition(" ")[0] for one in asked))
        assert len(counted) == 1

    def test_users_have_accounts_from_the_beginning(self, users):
        assert set(Account.objects.values_list("user__username", flat=True)) >= {*users, "gone"}

    def test_whoever_gets_the_name_later_was_not_meant(self, free, alice):
        service.offer_seat(alice, free, "home", "nemo")
        nemo = person(get_user_model().objects.create_user("nemo"))
        assert service.offers_to(nemo) == []
        with pytest.raises(NotThere):
            service.take_seat(nemo, free, "home")

    def test_nor_who_takes_over_a_name(self, free, alice, bob, users):
        service.offer_seat(alice, free, "home", "bob")
        get_user_model().objects.filter(username="bob").update(username="robert")
        again = person(get_user_model().objects.create_user("bob"))
        assert service.offers_to(again) == []
        assert [one.seat for one in service.offers_to(bob)] == ["home"]
