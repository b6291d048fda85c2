"""The API of a match's people: its seats, its settings."""

from uuid import uuid4

import pytest

from eventstore import api as store
from matches import service
from matches.models import stream_of
from tests.matches.calling import refused

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
]


class TestSeats:
    def test_seats_that_are_not_there(self, api, match):
        refused(api["alice"]("PUT", f"matches/{match}/seats/attic/", {"user": "eve"}), 404, "unknown_seat")
        refused(api["bob"]("POST", f"matches/{match}/seats/attic/", {}), 404, "unknown_seat")

    def test_it_refuses_what_is_no_name(self, api, match):
        for name in ("", " ", "x\u0000", "a\nb", "n" * 151):
            refused(api["alice"]("PUT", f"matches/{match}/seats/home/", {"user": name}), 400, "malformed")
            refused(api["alice"]("PATCH", f"matches/{match}/", {"gm": name}), 400, "malformed")
        refused(api["alice"]("PUT", f"matches/{match}/seats/home/", {}), 400, "malformed")

    def test_only_a_gm_invites(self, api, match, alice):
        for visibility, status in (("private", 404), ("public", 403)):
            service.set_visibility(alice, match, visibility)
            for name in ("bob", "nobody"):
                for method, address, content in (
                    ("PATCH", f"matches/{match}/", {"gm": name}),
                    ("PUT", f"matches/{match}/seats/home/", {"user": name}),
                ):
                    assert api["eve"](method, address, content).status_code == status
                    assert api["anonymous"](method, address, content).status_code == status
        for name in ("bob", "nobody"):
            refused(api["alice"]("PATCH", f"matches/{uuid4()}/", {"gm": name}), 404, "not_found")

    def test_a_seat_with_a_nul_in_its_name(self, api, match):
        answer = api["anonymous"]("POST", f"matches/{match}/seats/%00/", {"invite": "x"})
        assert answer.status_code == 400

    def test_a_seat_is_taken(self, api, match, alice):
        service.set_visibility(alice, match, "public")
        refused(api["eve"]("POST", f"matches/{match}/seats/home/", {}), 409, "seat_taken")

    def test_clearing(self, api, match):
        assert api["alice"]("PUT", f"matches/{match}/seats/home/", {"user": None}).json()[0] == {
            "seat": "home",
            "holder": None,
        }


class TestSettings:
    @pytest.mark.parametrize(
        "bad", [{"title": ""}, {"title": "a\nb"}, {"gm": "no\nbody"}, {"gm": None, "visibility": "x"}]
    )
    def test_all_is_changed_or_nothing(self, api, match, bad):
        before = store.head(stream_of(match))
        good = {"title": "Dark", "visibility": "public", "open_seats": True, "gm": "bob"}
        assert api["alice"]("PATCH", f"matches/{match}/", good | bad).status_code in (400, 422)
        assert store.head(stream_of(match)) == before

    def test_one_batch(self, api, match):
        before = store.head(stream_of(match)).version
        change = {"title": "Dark", "visibility": "private", "open_seats": True, "gm": "dora"}
        seen = api["alice"]("PATCH", f"matches/{match}/", change).json()
        assert (seen["title"], seen["open_seats"], seen["gm"]) == ("Dark", True, "alice")
        assert seen["gm_invited"] == "dora"
        written = list(store.read(stream_of(match), before))
        assert [event.type.rpartition(".")[2] for event in written] == ["title_set", "seats_opened"]
        assert len({event.command_id for event in written}) == 1

    def test_a_match_is_run_by_who_agrees_to(self, api, match):
        api["alice"]("PATCH", f"matches/{match}/", {"gm": "dora"})
        assert "gm_invited" not in api["bob"].get(f"matches/{match}/")
        (offer,) = api["dora"].get("matches/invitations/")
        assert (offer["match"], offer["seat"], offer["by"], offer["title"]) == (
            match_id(match),
            "gm",
            "alice",
            "Lamps at dusk",
        )
        refused(api["dora"]("GET", f"matches/{match}/"), 404, "not_found")
        refused(api["eve"]("POST", f"matches/{match}/seats/gm/", {}), 404, "not_found")
        refused(api["bob"]("POST", f"matches/{match}/seats/gm/", {}), 404, "unknown_seat")
        api["dora"].post(f"matches/{match}/seats/gm/", {})
        assert api["dora"].get(f"matches/{match}/")["role"]["name"] == "gm"
        refused(api["alice"]("GET", f"matches/{match}/"), 404, "not_found")
        assert api["dora"].get("matches/invitations/") == []


def match_id(match):
    return str(match)
