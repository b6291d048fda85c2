"""Matches opened and forked, seats taken and left, and the rows that lists are made of."""

from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from structlog.testing import capture_logs

from eventstore import api as store
from eventstore.models import Subscription
from matches import event_codec, play, service
from matches.facts import TitleSet
from matches.loading import load_match
from matches.models import DiceSecret, Match, Seat
from matches.projections import MatchRows
from tests.matches.conftest import TABLE, new
from tests.rules.play import rule
from web.errors import Busy, Forbidden, KeyReused, NotThere, Refusal
from web.people import ANYBODY, THE_HOUSE, person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SPARK = {"type": "spark", "seat": "home"}


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
        with pytest.raises(KeyReused) as caught:
            service.create_match(alice, new(title="Other"), key="c")
        assert caught.value.code == "key_reused"
        assert DiceSecret.objects.count() == 2

    @pytest.mark.parametrize(
        ("fields", "code", "field"),
        [
            ({"ruleset": "chess"}, "malformed", "ruleset"),
            ({"setup": None}, "malformed", "setup"),
            ({"position": {}}, "malformed", "setup"),
            ({"setup": {"lamps": 3}}, "malformed", "setup.lamps"),
            ({"setup": {"walls": []}}, "malformed", "setup.walls"),
            ({"setup": {"lamps": [{"id": "home", "dimness": -1}, {"id": "away"}]}}, "bad_position", "setup.lamps"),
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
            service.create_match(ANYBODY, new())
        assert caught.value.status == 401


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

    def test_it_refuses_to_show_secrets_in_a_fork(self, match, alice, bob):
        answer = service.give_command(bob, match, {"type": "wager", "seat": "home", "amount": 7}, dice=[3])
        for visibility in ("public", "unlisted"):
            with pytest.raises(Refusal) as caught:
                service.fork_match(alice, match, service.NewFork(version=answer.version, visibility=visibility))
            assert (caught.value.code, caught.value.field) == ("secrets", "visibility")
        fork = service.fork_match(alice, match, service.NewFork(version=answer.version))
        assert load_match(fork).roster.visibility == "private"
        before = load_match(match).table.opening
        service.fork_match(alice, match, service.NewFork(version=before, visibility="public"))

    def test_it_refuses_where_nobody_decides(self, match, alice, bob):
        answer = service.give_command(bob, match, SPARK)
        for version, hint in ((answer.version - 1, "is event"), (10**6, "Name an event"), (0, "Name an event")):
            with pytest.raises(Refusal) as caught:
                service.fork_match(alice, match, service.NewFork(version=version))
            assert caught.value.code == "bad_fork"
            assert hint in caught.value.hint

    @rule("KERNEL-TABLE-08")
    def test_facts_are_no_midst_of_a_command(self, match, alice, bob, eve):
        opening, hosted_and_seated = load_match(match).table.opening, load_match(match).version
        assert hosted_and_seated > opening
        service.give_command(alice, match, {"type": "pause", "reason": "tea"})
        for version in range(opening, load_match(match).version + 1):
            fork = service.fork_match(alice, match, service.NewFork(version=version))
            assert load_match(fork).state == load_match(match, opening).state
            assert load_match(fork).table.origin.version == version
        asked = service.pending_now(alice, match)["id"]
        assert Match.objects.filter(forked_from=match, forked_at=asked).exists()

    @rule("KERNEL-TABLE-08")
    def test_it_refuses_while_a_roll_waits_and_once_it_is_over(self, match, alice, bob, charlie):
        answer = service.give_command(bob, match, SPARK)
        with pytest.raises(Refusal, match="waits for 1d20"):
            service.give_command(charlie, match, {"type": "pass", "player": "away"})
        service.leave_seat(alice, match, "home")
        waiting = load_match(match).version
        service.give_command(alice, match, {"type": "abandon", "reason": "The lamps are broken."})
        for version in (waiting - 1, waiting, load_match(match).version):
            with pytest.raises(Refusal) as caught:
                service.fork_match(alice, match, service.NewFork(version=version))
            assert caught.value.code == "bad_fork"
            assert caught.value.hint == f"The decision point before it is event {answer.version}."

    def test_once_under_one_key(self, match, alice):
        order = service.NewFork(version=load_match(match).table.opening)
        assert service.fork_match(alice, match, order, key="f") == service.fork_match(alice, match, order, key="f")
        assert Match.objects.count() == 2


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
        service.give_gm(THE_HOUSE, match, users["bob"])
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
            lambda: service.offer_seat(bob, match, "home", "eve"),
            lambda: service.offer_seat(bob, match, "gm", "bob"),
            lambda: service.invite(bob, match, "home"),
        ):
            with pytest.raises(Forbidden) as caught:
                call()
            assert caught.value.code == "gm_only"

    def test_saying_the_same_again_adds_no_event(self, match, alice, users):
        version = load_match(match).version
        service.set_visibility(alice, match, "private")
        service.set_title(alice, match, "Lamps at dusk")
        service.assign_seat(THE_HOUSE, match, "home", users["bob"])
        assert load_match(match).version == version

    def test_it_refuses_a_seat_that_is_not_there(self, match, alice, users):
        with pytest.raises(Refusal) as caught:
            service.assign_seat(THE_HOUSE, match, "attic", users["bob"])
        assert caught.value.status == 404


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

    @pytest.mark.parametrize("batch", [1, 500])  # 1: batches end in the midst of a match's first events too
    def test_they_can_be_made_again(self, match, house_match, bob, monkeypatch, batch):
        monkeypatch.setattr("eventstore.subscriptions.BATCH", batch)
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

    def test_a_row_that_was_lost_comes_back(self, match, bob):
        store.catch_up("matches")
        created_at = Match.objects.get(pk=match).created_at
        Match.objects.all().delete()
        service.give_command(bob, match, SPARK)
        store.catch_up("matches")
        assert Match.objects.get(pk=match).created_at == created_at
        assert store.check("matches") == []

    def test_they_come_with_the_events_and_need_no_follower(self, match, bob, alice, users):
        service.give_command(bob, match, SPARK)
        service.set_title(alice, match, "Lamps at dawn")
        service.assign_seat(THE_HOUSE, match, "home", users["eve"])
        row = Match.objects.get(pk=match)
        assert (row.title, row.status, row.version) == ("Lamps at dawn", "running", load_match(match).version)
        assert row.updated_at == list(store.read(row.stream))[-1].recorded
        assert row.seats.get(name="home").account.user == users["eve"]
        assert not Subscription.objects.exists()
        assert store.check("matches") == []

    def test_a_command_that_another_overtook_leaves_them_alone(self, match, bob, alice, monkeypatch):
        before = Match.objects.values().get(pk=match)
        monkeypatch.setattr("matches.handler.ATTEMPTS", 1)
        decide = play.decided

        def overtaken(*given):
            step = decide(*given)
            store.append(
                f"match-{match}",
                before["version"],
                [event_codec.stored(load_match(match).ruleset, TitleSet(title="Faster"))],
                actor="user:alice",
                command_id=uuid4(),
                fingerprint=bytes(32),
            )
            return step

        monkeypatch.setattr(play, "decided", overtaken)
        with pytest.raises(Busy):
            service.give_command(bob, match, SPARK)
        assert Match.objects.values().get(pk=match) == before

    def test_a_row_that_lags_behind_waits_for_the_follower(self, match, bob):
        """Events before the command may have changed what a command does not write."""
        Match.objects.filter(pk=match).update(version=1, title="As it was")
        service.give_command(bob, match, SPARK)
        assert Match.objects.values_list("version", "title").get(pk=match) == (1, "As it was")
        store.catch_up("matches")
        row = Match.objects.get(pk=match)
        assert (row.version, row.title) == (load_match(match).version, "Lamps at dusk")

    def test_a_row_that_lags_behind_keeps_the_seats_it_came_with(self, match, alice, users):
        Match.objects.filter(pk=match).update(version=1)
        service.assign_seat(THE_HOUSE, match, "home", users["eve"])
        assert Seat.objects.get(match=match, name="home").account.user == users["bob"]
        store.catch_up("matches")
        assert Seat.objects.get(match=match, name="home").account.user == users["eve"]
        assert store.check("matches") == []

    @pytest.mark.parametrize("batch", [1, 4, 500])
    def test_made_again_in_batches_they_hold_who_sat_down_last(self, match, alice, bob, users, monkeypatch, batch):
        """Batches with play alone, with people alone, and with both."""
        service.give_command(bob, match, SPARK)
        service.assign_seat(THE_HOUSE, match, "away", users["eve"])
        service.set_title(alice, match, "Lamps at dawn")
        service.assign_seat(THE_HOUSE, match, "away", users["dora"])
        monkeypatch.setattr("eventstore.subscriptions.BATCH", batch)
        store.rebuild("matches")
        assert Seat.objects.get(match=match, name="away").account.user == users["dora"]
        assert store.check("matches") == []

    def test_a_batch_of_play_alone_leaves_the_seats_alone(self, match, bob, django_assert_num_queries):
        """Asked beside the log: how far the rows are, who the GM is, where it comes from; and the row is changed."""
        before = load_match(match)
        service.give_command(bob, match, SPARK)
        Match.objects.filter(pk=match).update(version=before.version)
        played = list(store.read(before.stream, after=before.version))
        with django_assert_num_queries(4) as asked:
            MatchRows().handle(played)
        assert not any("matches_seat" in one["sql"] for one in asked.captured_queries)

    def test_a_headline_that_fails_fails_no_command(self, match, bob, toy, monkeypatch):
        """The match goes on; its row stands still until the headline is mended, and the admin site shows why."""
        store.catch_up("matches")
        before = Match.objects.values().get(pk=match)
        with monkeypatch.context() as broken, capture_logs() as said:
            broken.setattr(type(toy), "headline", lambda *_given: {}["no such thing"], raising=False)
            service.give_command(bob, match, SPARK)
            assert store.catch_up("matches").state is store.State.PARKED
        assert load_match(match).version > before["version"]
        assert Match.objects.values().get(pk=match) == before
        assert "no such thing" in Subscription.objects.get(name="matches").error
        told = [line["event"] for line in said if line["log_level"] == "error"]
        assert told == ["rows.failed", "subscription.parked"]

        store.resume("matches")
        assert store.check("matches") == []

    def test_a_headline_that_fails_keeps_no_match_from_being_opened(self, alice, toy, monkeypatch):
        with monkeypatch.context() as broken:
            broken.setattr(type(toy), "headline", lambda *_given: {}["no such thing"], raising=False)
            match_id = service.create_match(alice, new())
        assert not Match.objects.exists()
        store.catch_up("matches")
        assert Match.objects.get().pk == match_id
        assert store.check("matches") == []

    def test_the_follower_sets_no_row_back(self, match, bob):
        *earlier, _last = store.read_all(0, 100, ("match",))
        service.give_command(bob, match, SPARK)
        before = Match.objects.values().get(pk=match)
        MatchRows().handle(earlier)
        assert Match.objects.values().get(pk=match) == before

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


class TestFewerSeatsThanTheGameHas:
    """A game that three may play, and a match of two."""

    @pytest.fixture
    def match(self, alice, toy, monkeypatch):
        monkeypatch.setattr(type(toy), "seats", (*toy.seats, "upstairs"))
        monkeypatch.setattr(type(toy), "seats_played", lambda _game, _state: ("home", "away"), raising=False)
        return service.create_match(alice, new(visibility="public"))

    def test_a_seat_that_nobody_plays_is_none_of_the_match(self, match, alice, bob):
        assert [seat["seat"] for seat in service.match_document(alice, match)["seats"]] == ["home", "away"]
        assert sorted(Seat.objects.filter(match=match).values_list("name", flat=True)) == ["away", "home"]
        with pytest.raises(Refusal) as refused:
            service.take_seat(bob, match, "upstairs")
        assert (refused.value.code, refused.value.status) == ("unknown_seat", 404)
        assert refused.value.message == "There is no seat 'upstairs'; there are: home, away."

    def test_its_rows_are_made_again_the_same(self, match):
        store.rebuild("matches")
        assert store.check("matches") == []
        assert sorted(Seat.objects.filter(match=match).values_list("name", flat=True)) == ["away", "home"]
