"""What each pair of eyes sees, and the match as a whole: replay, fork, verify, export, import, rows."""

import io

import pytest
from django.contrib.auth import get_user_model

from eventstore import api as store
from matches import service
from matches.access import person
from matches.errors import Forbidden, NotThere, Refusal
from matches.loading import load_match
from matches.models import Account, DiceSecret, Match, Seat, stream_of
from matches.rows import MatchRows
from rules.kernel.replay import patched, seek
from tests.matches.conftest import TABLE, new

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
            assert [event["type"] for event in hidden] == ["wager_rolled", "wager_made", "decided"]
            recorded = list(store.read(stream_of(wagered)))
            assert [event["hash"] for event in hidden] == [recorded[event["n"] - 1].hash.hex() for event in hidden]
            assert set(hidden[0]) == {"n", "recorded_at", "type", "redacted", "hash"}

    def test_no_door_is_left_open(self, wagered, charlie, eve):
        for who in (charlie, eve):
            everything = [
                service.events_page(who, wagered),
                service.state_document(who, wagered),
                service.replay_document(who, wagered),
                service.entries_after(who, wagered, 0),
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
        told = service.entries_after(charlie, match, start)
        view = seek(document, start)
        for entry in told["entries"]:
            view = patched(view, entry["patch"])
        assert view == service.state_document(charlie, match)["view"]
        assert [entry.get("asks") for entry in told["entries"]] == [
            entry.get("asks") for entry in document["events"][start:]
        ]
        assert told["pending_id"] == document["version"]

    def test_nothing_new_is_nothing(self, match, bob):
        version = load_match(match).version
        assert service.entries_after(bob, match, version)["entries"] == []


class TestForks:
    def test_it_works(self, match, alice, bob, charlie, eve):
        service.set_visibility(alice, match, "public")
        answer = service.give_command(bob, match, SPARK)
        service.give_command(charlie, match, {"type": "pass", "player": "away"}, dice=[15])
        fork = service.fork_match(eve, match, service.NewFork(version=answer.version, dice={"home": "house"}))
        loaded = load_match(fork)
        source = load_match(match, answer.version)
        assert loaded.state == source.state
        assert loaded.table.origin.match == str(match)
        assert loaded.table.origin.hash == source.hash.hex()
        assert loaded.roster.gm.name == "eve"
        row = Match.objects.get(pk=fork)
        assert (row.forked_from, row.forked_at, row.status) == (match, answer.version, "waiting")
        service.give_command(eve, fork, {"type": "pass", "player": "away"})
        assert load_match(match).version > answer.version

    def test_a_fork_has_dice_of_its_own(self, house_match, alice):
        fork = service.fork_match(alice, house_match, service.NewFork(version=load_match(house_match).table.opening))
        assert load_match(fork).table.commitment not in ("", load_match(house_match).table.commitment)
        assert DiceSecret.objects.count() == 2

    def test_it_refuses_where_nobody_decides(self, match, alice, bob):
        answer = service.give_command(bob, match, SPARK)
        for version, hint in ((answer.version - 1, "is event"), (10**6, "Name an event"), (0, "Name an event")):
            with pytest.raises(Refusal) as caught:
                service.fork_match(alice, match, service.NewFork(version=version))
            assert caught.value.code == "bad_fork"
            assert hint in caught.value.hint

    def test_once_under_one_key(self, match, alice):
        order = service.NewFork(version=load_match(match).table.opening)
        assert service.fork_match(alice, match, order, key="f") == service.fork_match(alice, match, order, key="f")
        assert Match.objects.count() == 2


class TestVerify:
    def test_it_works(self, house_match, bob, charlie, alice):
        service.give_command(bob, house_match, SPARK)
        service.give_command(charlie, house_match, {"type": "pass", "player": "away"})
        service.set_title(alice, house_match, "Verified")
        found = service.verify_match(bob, house_match)
        assert found["ok"]
        assert found["rules"]["verdict"] == "verified under toy v1"
        assert found["rules"]["decisions"] == 2
        assert found["dice"]["recomputed"] == found["dice"]["rolls"] >= 1
        assert found["dice"]["secret"] is None

    def test_rules_that_changed_since_are_shown(self, match, bob, charlie, toy, monkeypatch):
        service.give_command(bob, match, SPARK)
        service.give_command(charlie, match, {"type": "pass", "player": "away"}, dice=[15])
        decide = type(toy).decide

        def stricter(self, state, command, dice, by="gm"):
            events = decide(self, state, command, dice, by)
            return [event for event in events if type(event).__name__ != "Dimmed"]

        monkeypatch.setattr(type(toy), "decide", stricter)
        found = service.verify_match(bob, match)
        assert found["chain"]["ok"]
        assert not found["ok"]
        assert found["rules"]["verdict"].startswith("differs from event ")


class TestTransfer:
    def exported(self, who, match):
        file = io.BytesIO()
        service.export_match(who, match, file)
        return file.getvalue()

    def elsewhere(self):
        """Empty the log and the rows, as in another installation."""
        from django.db import connection

        from tests.eventstore.flushing import unguarded

        with unguarded(), connection.cursor() as cursor:
            for table in ("event", "command", "snapshot", "stream", "subscription"):
                cursor.execute(f"DELETE FROM eventstore_{table}")  # noqa: S608
        Match.objects.all().delete()
        DiceSecret.objects.all().delete()

    def test_there_and_back(self, match, alice, bob):
        service.give_command(bob, match, SPARK)
        raw, head = self.exported(alice, match), store.head(stream_of(match))
        self.elsewhere()
        assert service.import_match(alice, io.BytesIO(raw)) == match
        assert store.head(stream_of(match)) == head
        assert Match.objects.get(pk=match).gm_name == "alice"
        assert service.import_match(alice, io.BytesIO(raw)) == match

    def test_where_nobody_knows_its_gm_who_brings_it_runs_it(self, match, alice, eve):
        raw = self.exported(alice, match)
        self.elsewhere()
        Account.objects.filter(user__username="alice").delete()
        service.import_match(eve, io.BytesIO(raw))
        assert load_match(match).roster.gm.name == "eve"
        service.import_match(eve, io.BytesIO(raw))

    def test_house_dice_whose_secret_stayed_behind(self, house_match, alice, bob):
        raw = self.exported(alice, house_match)
        self.elsewhere()
        service.import_match(alice, io.BytesIO(raw))
        with pytest.raises(Refusal) as caught:
            service.give_command(bob, house_match, SPARK)
        assert caught.value.code == "secret_missing"
        service.fork_match(alice, house_match, service.NewFork(version=load_match(house_match).table.opening))

    @pytest.mark.parametrize("cut", [0, 1, 100, -1, -2])
    def test_it_refuses_a_file_that_was_cut(self, match, alice, cut):
        raw = self.exported(alice, match)
        self.elsewhere()
        with pytest.raises(Refusal) as caught:
            service.import_match(alice, io.BytesIO(raw[:cut]))
        assert caught.value.code == "bad_export"
        assert store.head(stream_of(match)) is None

    @pytest.mark.parametrize("garbage", [b"", b"\x00\xff" * 99, b"{}\n{}\n", b"[" * 9999])
    def test_it_refuses_garbage(self, alice, garbage):
        with pytest.raises(Refusal) as caught:
            service.import_match(alice, io.BytesIO(garbage))
        assert caught.value.code == "bad_export"
        assert caught.value.more["line"] == 1

    def test_nobody_goes_on_with_the_match_of_another(self, match, alice, bob, eve):
        service.set_visibility(alice, match, "public")
        short = self.exported(alice, match)
        service.give_command(bob, match, SPARK)
        long = self.exported(alice, match)
        self.elsewhere()
        service.import_match(alice, io.BytesIO(short))
        with pytest.raises(Refusal) as caught:
            service.import_match(eve, io.BytesIO(long))
        assert caught.value.code == "diverged"
        service.import_match(service.THE_HOUSE, io.BytesIO(long))
        assert load_match(match).version == load_match(match).last_play

    def test_it_refuses_a_log_that_does_not_fold(self, alice):
        name = "match-00000000-0000-4000-8000-000000000001"
        body = b'{"type":"match_opened","match":"00000000-0000-4000-8000-000000000001","ruleset":"toy","ruleset_version":1,"dice":{},"opening":2}'
        events = [store.NewEvent("match_opened", 1, body), store.NewEvent("toy.dimmed", 1, b'{"type":"dimmed","seat":"home","dimness":3}')]
        from uuid import uuid4

        store.append(name, 0, events, actor="eve", command_id=uuid4(), fingerprint=b"f" * 32)
        file = io.BytesIO()
        store.export_streams([name], file)
        self.elsewhere()
        file.seek(0)
        with pytest.raises(Refusal) as caught:
            service.import_match(alice, file)
        assert "does not fold" in caught.value.message
        assert store.head(name) is None


class TestRows:
    def test_they_are_what_the_log_adds_up_to(self, match, house_match, alice, bob):
        service.give_command(bob, match, SPARK)
        service.give_command(alice, house_match, {"type": "dim", "lamp": "home", "dimness": 13})
        row = Match.objects.get(pk=match)
        assert (row.title, row.status, row.gm.user.username) == ("Lamps at dusk", "running", "alice")
        assert row.summary["waits_for"] == ["away"]
        assert Match.objects.get(pk=house_match).status == "finished"
        assert {seat.name: seat.holder for seat in row.seats.all()} == {"home": "bob", "away": "charlie"}
        assert store.check("matches") == []

    def test_they_can_be_made_again(self, match, house_match, bob):
        service.give_command(bob, match, SPARK)
        rows = list(Match.objects.order_by("pk").values())
        seats = list(Seat.objects.order_by("match", "name").values("match", "name", "account", "holder"))
        store.rebuild("matches")
        assert list(Match.objects.order_by("pk").values()) == rows
        assert list(Seat.objects.order_by("match", "name").values("match", "name", "account", "holder")) == seats

    def test_a_row_that_lies_is_found(self, match):
        Match.objects.update(title="Something else")
        Seat.objects.filter(name="home").delete()
        assert len(store.check("matches")) == 2
        Match.objects.all().delete()
        assert store.check("matches") == [f"match {match} has no row"]

    def test_lists_show_what_they_may(self, match, house_match, alice, users):
        def listed(name):
            return set(Match.objects.visible_to(users[name]).values_list("pk", flat=True))

        assert listed("alice") == listed("bob") == {match, house_match}
        assert listed("eve") == set()
        service.set_visibility(alice, match, "unlisted")
        assert listed("eve") == set()
        service.set_visibility(alice, match, "public")
        assert listed("eve") == {match}
        root = get_user_model().objects.create_superuser("root", password="x")
        assert set(Match.objects.visible_to(root).values_list("pk", flat=True)) == {match, house_match}
        assert service.load(person(root), house_match).role.gm

    def test_reset_leaves_nothing(self, match):
        MatchRows().reset()
        assert not Match.objects.exists()
        assert not Seat.objects.exists()


class TestCreate:
    def test_it_works(self, alice):
        match_id = service.create_match(alice, new())
        row = Match.objects.get(pk=match_id)
        assert (row.status, row.version, row.visibility) == ("waiting", 3, "private")
        loaded = load_match(match_id)
        assert set(loaded.table.dice_kinds.values()) == {"house"}
        assert bytes(DiceSecret.objects.get(pk=match_id).secret).hex() not in str(service.events_page(alice, match_id))

    def test_from_a_position(self, alice):
        position = {"lamps": [{"id": "home", "dimness": 12}, {"id": "away"}], "turn": "away"}
        match_id = service.create_match(alice, new(setup=None, position=position))
        assert load_match(match_id).state.lamps[0].dimness == 12

    def test_once_under_one_key(self, alice, bob):
        first = service.create_match(alice, new(), key="c")
        assert service.create_match(alice, new(), key="c") == first
        assert service.create_match(bob, new(), key="c") != first
        with pytest.raises(service.KeyReused) as caught:
            service.create_match(alice, new(title="Other"), key="c")
        assert caught.value.code == "key_reused"
        assert DiceSecret.objects.count() == 2

    @pytest.mark.parametrize(
        ("fields", "code", "field"),
        [
            ({"ruleset": "chess"}, "malformed", "ruleset"),
            ({"setup": None}, "malformed", "setup"),
            ({"position": {}}, "malformed", "setup"),
            ({"setup": {"lamps": 3}}, "malformed", "lamps"),
            ({"setup": {"walls": []}}, "malformed", "walls"),
            ({"setup": {"lamps": [{"id": "home", "dimness": -1}, {"id": "away"}]}}, "bad_position", "lamps"),
            ({"house_rules": {"shade": "x"}}, "malformed", "house_rules.shade"),
            ({"dice": {"attic": "house"}}, "malformed", "dice.attic"),
            ({"title": "x" * 121}, "malformed", "title"),
            ({"title": "a\nb"}, "malformed", "title"),
            ({"setup": {"lamps": [{"id": "home", "dimness": 2**80}]}}, "malformed", "setup.lamps[0].dimness"),
        ],
    )
    def test_it_refuses_what_cannot_be(self, alice, fields, code, field):
        with pytest.raises(Refusal) as caught:
            service.create_match(alice, new(**fields))
        assert (caught.value.code, caught.value.field) == (code, field)
        assert not Match.objects.exists()
        assert not DiceSecret.objects.exists()

    def test_not_for_who_is_not_logged_in(self, db):
        with pytest.raises(Refusal) as caught:
            service.create_match(service.ANYBODY, new())
        assert caught.value.status == 401


class TestSeats:
    def test_an_invitation_lets_one_person_in_once(self, alice, eve, bob):
        match_id = service.create_match(alice, new(dice=TABLE))
        token = service.invite(alice, match_id, "home")
        with pytest.raises(NotThere):
            service.take_seat(eve, match_id, "home")
        with pytest.raises(NotThere):
            service.take_seat(eve, match_id, "away", token)
        assert service.take_seat(eve, match_id, "home", token).seats["home"].name == "eve"
        assert service.take_seat(eve, match_id, "home", token).seats["home"].name == "eve"
        with pytest.raises(NotThere):
            service.take_seat(bob, match_id, "home", token)
        assert token not in str(service.events_page(alice, match_id))

    def test_a_new_invitation_makes_the_old_one_void(self, alice, eve):
        match_id = service.create_match(alice, new())
        old = service.invite(alice, match_id, "home")
        service.invite(alice, match_id, "home")
        with pytest.raises(NotThere):
            service.take_seat(eve, match_id, "home", old)

    def test_open_seats(self, alice, eve, bob):
        match_id = service.create_match(alice, new(open_seats=True, visibility="public"))
        service.take_seat(eve, match_id, "home")
        with pytest.raises(Refusal) as caught:
            service.take_seat(bob, match_id, "home")
        assert caught.value.code == "seat_taken"
        service.open_seats(alice, match_id, to_all=False)
        with pytest.raises(Refusal) as caught:
            service.take_seat(bob, match_id, "away")
        assert caught.value.code == "invite_wanted"

    def test_standing_up(self, match, alice, bob, charlie):
        with pytest.raises(Forbidden):
            service.leave_seat(bob, match, "away")
        assert "home" not in service.leave_seat(bob, match, "home").seats
        assert "away" not in service.leave_seat(alice, match, "away").seats
        with pytest.raises(NotThere):
            service.give_command(bob, match, SPARK)

    def test_the_gm_hands_over(self, match, alice, bob, users):
        service.give_gm(alice, match, users["bob"])
        with pytest.raises(NotThere):
            service.set_title(alice, match, "Mine")
        service.set_title(bob, match, "Bob's")
        assert Match.objects.get(pk=match).gm.user == users["bob"]

    def test_only_the_gm(self, match, bob, users):
        for call in (
            lambda: service.set_title(bob, match, "x"),
            lambda: service.set_visibility(bob, match, "public"),
            lambda: service.open_seats(bob, match, to_all=True),
            lambda: service.give_gm(bob, match, users["bob"]),
            lambda: service.assign_seat(bob, match, "home", users["eve"]),
            lambda: service.invite(bob, match, "home"),
        ):
            with pytest.raises(Forbidden) as caught:
                call()
            assert caught.value.code == "gm_only"

    def test_saying_the_same_again_adds_no_event(self, match, alice, users):
        version = load_match(match).version
        service.set_visibility(alice, match, "private")
        service.set_title(alice, match, "Lamps at dusk")
        service.assign_seat(alice, match, "home", users["bob"])
        assert load_match(match).version == version

    def test_it_refuses_a_seat_that_is_not_there(self, match, alice, users):
        with pytest.raises(Refusal) as caught:
            service.assign_seat(alice, match, "attic", users["bob"])
        assert caught.value.status == 404
