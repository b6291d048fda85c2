"""What each pair of eyes sees of a match: events, state, secrets, replay."""

import io

import pytest

from eventstore import api as store
from matches import service
from matches.documents import eyes_of
from matches.loading import load_match
from matches.models import stream_of
from rules.kernel.replay import patched, seek
from web.errors import Forbidden, NotThere, Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SPARK = {"type": "spark", "seat": "home"}
WAGER = {"type": "wager", "seat": "home", "amount": 7}


def types(page):
    return [event["type"] for event in page["events"]]


@pytest.fixture
def wagered(match, alice, bob):
    """Bob's wager is in and hidden from all but him and the GM; the match is public."""
    service.set_visibility(alice, match, "public")
    service.give_command(bob, match, WAGER, dice=[3])
    return match


def shown(match, charlie):
    service.give_command(charlie, match, {"type": "wager", "seat": "away", "amount": 1}, dice=[4])


class TestEvents:
    def test_pages_follow_each_other(self, match, bob):
        service.give_command(bob, match, SPARK)
        whole = service.events_page(bob, match)
        assert [event["n"] for event in whole["events"]] == list(range(1, whole["version"] + 1))
        assert whole["next"] is None
        first = service.events_page(bob, match, limit=2)
        assert first["next"] == 2
        rest = service.events_page(bob, match, after=2)
        assert first["events"] + rest["events"] == whole["events"]

    def test_words_of_the_rules(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        service.give_command(charlie, match, {"type": "pass", "player": "away"}, dice=[12])
        page = service.events_page(bob, match, texts=True)
        assert page["rules"]["TOY-SPARK-01"].startswith("A spark is")

    def test_it_refuses_pages_of_no_size(self, match, bob):
        for limit in (0, -1, 10**6):
            with pytest.raises(Refusal) as caught:
                service.events_page(bob, match, limit=limit)
            assert caught.value.field == "limit"


class TestSecrets:
    def test_only_the_seat_and_the_gm_see_them(self, wagered, alice, bob, charlie, eve):
        for who in (alice, bob):
            assert not [e for e in service.events_page(who, wagered)["events"] if e.get("redacted")]
        for who in (charlie, eve):
            page = service.events_page(who, wagered)
            hidden = [event for event in page["events"] if event.get("redacted")]
            assert [event["type"] for event in hidden] == ["hidden"] * 3
            recorded = list(store.read(stream_of(wagered)))
            assert [event["hash"] for event in hidden] == [recorded[event["n"] - 1].hash.hex() for event in hidden]
            assert set(hidden[0]) == {"n", "recorded_at", "type", "redacted", "hash"}

    def test_no_door_is_left_open(self, wagered, charlie, eve):
        for who in (charlie, eve):
            everything = [
                service.events_page(who, wagered),
                service.state_document(who, wagered),
                service.replay_document(who, wagered),
                service.entries_for(service.news_after(wagered, 0, 500), eyes_of(load_match(wagered), who)),
                service.pending_now(who, wagered),
                service.legal_commands(who, wagered),
                service.verify_match(who, wagered),
                service.match_document(who, wagered),
            ]
            # 7 × 3: the wager is 21; nothing says so, nor the seven.
            assert "21" not in str([document.get("view") for document in everything if "view" in document])
            for document in everything:
                assert "'amount'" not in str(document)
                assert "'wager': 21" not in str(document)

    def test_what_is_typed_for_a_secret_is_secret(self, match, alice, bob, charlie):
        with pytest.raises(service.DiceWanted) as caught:
            service.give_command(bob, match, WAGER)
        assert caught.value.need["purpose"] == "wager"
        waiting = service.pending_now(charlie, match)
        assert waiting["asks"][0]["seat"] == "home"
        assert "wager" not in str(waiting)
        with pytest.raises(Refusal) as caught:
            service.give_command(charlie, match, {"type": "spark", "seat": "away"})
        assert (caught.value.code, caught.value.need) == ("dice_wanted", None)
        events = service.events_page(charlie, match)["events"]
        assert events[-1]["redacted"]
        service.give_command(bob, match, {"type": "dice", "faces": [2]})
        assert "'faces'" not in str(service.events_page(charlie, match))
        assert "'faces': [2]" in str(service.events_page(alice, match))

    def test_who_holds_both_seats_sees_with_the_eyes_of_the_seat_that_speaks(self, match, alice, bob, users):
        service.assign_seat(THE_HOUSE, match, "away", users["bob"])
        for seat in ("home", "away"):
            answer = service.give_command(bob, match, {"type": "wager", "seat": seat, "amount": 1}, dice=[2])
            made = [event for event in answer.events if event["type"] == "wager_made"]
            assert [event["amount"] for event in made] == [2]

    def test_typed_dice_are_shown_where_their_command_is(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        with pytest.raises(service.DiceWanted):
            service.give_command(charlie, match, {"type": "pass", "player": "away"})
        service.give_command(bob, match, {"type": "dice", "faces": [4]})
        version = load_match(match).version
        page = service.events_page(bob, match, after=version - 4)
        assert page["events"][0]["faces"] == [4]

    def test_they_come_out_in_the_end(self, wagered, charlie, eve):
        shown(wagered, charlie)
        page = service.events_page(eve, wagered)
        wagers = [event for event in page["events"] if event["type"] == "wager_made"]
        assert [event["amount"] for event in wagers] == [21, 4]

    def test_forks_and_exports_wait_for_it(self, wagered, alice, charlie, eve):
        version = load_match(wagered).version
        for call in (
            lambda who: service.fork_match(who, wagered, service.NewFork(version=version)),
            lambda who: service.export_match(who, wagered, io.BytesIO()),
        ):
            call(alice)
            for who in (charlie, eve):
                with pytest.raises(Forbidden) as caught:
                    call(who)
                assert caught.value.code == "secrets"
        shown(wagered, charlie)
        service.fork_match(eve, wagered, service.NewFork(version=version))

    def test_only_the_gm_gets_the_position(self, wagered, alice, bob):
        assert "position" in service.state_document(alice, wagered)
        assert "position" not in service.state_document(bob, wagered)

    def test_nobody_looks_through_the_eyes_of_another(self, wagered, alice, bob, eve):
        assert service.state_document(alice, wagered, seat="home")["eyes"] == "home"
        for who, seat in ((bob, "away"), (bob, "gm"), (eve, "home")):
            with pytest.raises(Forbidden):
                service.state_document(who, wagered, seat=seat)


class TestState:
    def test_as_it_stood(self, match, bob, charlie):
        before = service.state_document(bob, match)
        service.give_command(bob, match, SPARK)
        assert service.state_document(bob, match)["view"]["top"] == "Window"
        then = service.state_document(bob, match, before["version"])
        assert then["view"] == before["view"]
        for version in (0, -1, 10**9):
            with pytest.raises(NotThere):
                service.state_document(bob, match, version)

    def test_legal_commands_are_those_of_ones_seat(self, match, alice, bob, charlie):
        assert service.legal_commands(bob, match)["commands"] == [{"seat": "home", "command": SPARK}]
        assert service.legal_commands(charlie, match)["commands"] == []
        assert service.legal_commands(alice, match)["commands"] == [{"seat": "home", "command": SPARK}]
        service.give_command(bob, match, SPARK)
        few = service.legal_commands(charlie, match, limit=1)
        assert few["more"]
        assert len(few["commands"]) == 1


class TestReplay:
    def test_the_patches_lead_to_every_view(self, match, alice, bob, charlie):
        for turn in range(15):
            me, other = (("home", bob), ("away", charlie))[:: 1 if turn % 2 == 0 else -1]
            service.give_command(me[1], match, {"type": "spark", "seat": me[0]})
            service.give_command(other[1], match, {"type": "pass", "player": other[0]}, dice=[2])
        service.set_title(alice, match, "Lamps at night")
        document = service.replay_document(bob, match)
        assert document["version"] == load_match(match).version
        for version in (1, 2, 3, 17, 64, 65, document["version"]):
            if version > 1:
                assert seek(document, version) == service.state_document(bob, match, version)["view"]
        assert document["title"] == "Lamps at night"
        assert document["rules"]["TOY-SPARK-01"]

    @pytest.mark.parametrize("start", [0, 1, 2, 5])
    def test_who_follows_live_gets_the_same(self, match, bob, charlie, start):
        service.give_command(bob, match, SPARK)
        service.give_command(charlie, match, {"type": "pass", "player": "away"}, dice=[15])
        document = service.replay_document(charlie, match)
        told = service.entries_for(service.news_after(match, start, 500), "away")
        view = seek(document, start)
        for entry in told["entries"]:
            view = patched(view, entry["patch"])
        assert view == service.state_document(charlie, match)["view"]
        assert [entry.get("asks") for entry in told["entries"]] == [
            entry.get("asks") for entry in document["events"][start:]
        ]
        assert told["pending_id"] == document["version"]

    def test_nothing_new_is_nothing(self, match):
        version = load_match(match).version
        assert service.news_after(match, version, 500).happenings == ()
