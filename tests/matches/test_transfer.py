"""A match verified, exported, and taken in again; and what is refused of files that were forged."""

import io
import json
from uuid import uuid4

import pytest
from django.db import connection

from eventstore import api as store
from matches import event_codec, service, transfer
from matches.documents import plain
from matches.game_adapter import adapter_of
from matches.loading import load_match
from matches.models import DiceSecret, Match, stream_of
from tests.eventstore.flushing import unguarded
from tests.matches.conftest import TOY
from tests.rules.play import rule
from web.errors import Refusal
from web.models import Account
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SPARK = {"type": "spark", "seat": "home"}
PASS = {"type": "pass", "player": "away"}


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

    def test_between_two_houses_that_both_seal(self, match, alice, monkeypatch):
        monkeypatch.setenv("SKALD_SEAL_KEY", "aa" * 32)
        raw, head = self.exported(alice, match), store.head(stream_of(match))
        self.elsewhere()
        monkeypatch.setenv("SKALD_SEAL_KEY", "bb" * 32)
        assert service.import_match(alice, io.BytesIO(raw)) == match
        assert store.head(stream_of(match)) == head
        back = self.exported(alice, match)
        self.elsewhere()
        monkeypatch.setenv("SKALD_SEAL_KEY", "aa" * 32)
        assert service.import_match(alice, io.BytesIO(back)) == match
        assert store.head(stream_of(match)) == head

    def test_a_match_that_is_too_long_is_for_the_house(self, match, alice, monkeypatch):
        raw = self.exported(alice, match)
        self.elsewhere()
        monkeypatch.setattr(transfer, "MOST_EVENTS", 2)
        with pytest.raises(Refusal) as caught:
            service.import_match(alice, io.BytesIO(raw))
        assert caught.value.status == 413
        assert service.import_match(THE_HOUSE, io.BytesIO(raw)) == match

    def test_where_nobody_knows_its_gm_who_brings_it_runs_it(self, match, alice, eve):
        raw = self.exported(alice, match)
        self.elsewhere()
        Account.objects.filter(user__username="alice").delete()
        service.import_match(eve, io.BytesIO(raw))
        assert load_match(match).roster.gm.name == "eve"
        service.import_match(eve, io.BytesIO(raw))

    @rule("KERNEL-DICE-01")
    def test_house_dice_whose_secret_stayed_behind(self, house_match, alice, bob, charlie):
        service.give_command(bob, house_match, SPARK)
        raw = self.exported(alice, house_match)
        self.elsewhere()
        service.import_match(alice, io.BytesIO(raw))
        before = store.head(stream_of(house_match))
        with pytest.raises(Refusal) as caught:
            service.give_command(charlie, house_match, PASS)
        assert caught.value.code == "secret_missing"
        assert store.head(stream_of(house_match)) == before
        service.fork_match(alice, house_match, service.NewFork(version=load_match(house_match).table.opening))

    @rule("KERNEL-DICE-01", "KERNEL-TABLE-03", "KERNEL-TABLE-05")
    def test_what_rolls_nothing_happens_without_that_secret(self, house_match, alice, bob, charlie):
        raw = self.exported(alice, house_match)
        self.elsewhere()
        service.import_match(alice, io.BytesIO(raw))
        opening = load_match(house_match).table.opening
        service.give_command(bob, house_match, SPARK)
        service.give_command(alice, house_match, {"type": "pause", "reason": "Tea."})
        with pytest.raises(Refusal) as caught:
            service.give_command(charlie, house_match, PASS)
        assert caught.value.code == "paused"
        service.give_command(alice, house_match, {"type": "resume", "reason": ""})
        service.give_command(alice, house_match, {"type": "rewind", "to": opening, "reason": "A slip."})
        service.give_command(alice, house_match, {"type": "abandon", "reason": "Its dice are elsewhere."})
        loaded = load_match(house_match)
        assert loaded.table.outcome() is not None
        assert loaded.table.secret == ""
        assert store.verify_store() == []

    @rule("KERNEL-DICE-01")
    def test_a_standing_answer_rolls_nothing_without_that_secret_either(self, house_match, alice, bob, charlie):
        service.give_command(charlie, house_match, {"type": "standing", "answer": "pass", "until": "match"})
        raw = self.exported(alice, house_match)
        self.elsewhere()
        service.import_match(alice, io.BytesIO(raw))
        with pytest.raises(Refusal) as caught:
            service.give_command(bob, house_match, SPARK)
        assert caught.value.code == "secret_missing"

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

    def test_whether_its_commands_are_used_here_is_nobodys_business(self, match, alice):
        """Somebody may have brought a forgery with the ids of this file, or look for ids that are used."""
        raw = self.exported(alice, match)
        command = next(iter(store.read(stream_of(match)))).command_id
        self.elsewhere()
        happened = [store.NewEvent("company.founded", 1, b'{"type":"founded"}')]
        store.append("company-1", 0, happened, actor="eve", command_id=command, fingerprint=b"f" * 32)
        assert service.import_match(alice, io.BytesIO(raw)) == match
        assert store.find_command(command).stream == "company-1"
        assert store.verify_store() == []

    def test_it_refuses_to_go_on_with_a_match_that_is_closed_here(self, match, alice, bob):
        short = self.exported(alice, match)
        service.give_command(bob, match, SPARK)
        long = self.exported(alice, match)
        self.elsewhere()
        service.import_match(alice, io.BytesIO(short))
        store.close_stream(stream_of(match), store.head(stream_of(match)).version)
        with pytest.raises(Refusal) as caught:
            service.import_match(THE_HOUSE, io.BytesIO(long))
        assert (caught.value.code, caught.value.status) == ("match_closed", 409)

    def test_it_refuses_a_closed_match_that_nobody_here_runs(self, match, eve):
        """It was stored, and then answered with 409: nobody could be made its GM any more."""
        name = stream_of(match_id := uuid4())
        written = [store.NewEvent(one.type, one.schema, one.body) for one in store.read(stream_of(match), 0, 2)]
        written[0] = written[0]._replace(body=written[0].body.replace(str(match).encode(), str(match_id).encode()))
        title = b'{"type":"title_set","title":"Nobody runs it"}'
        written.append(store.NewEvent(event_codec.log_name(adapter_of("toy"), "title_set"), 1, title))
        store.append(name, 0, written, actor="eve", command_id=uuid4(), fingerprint=b"f" * 32)
        store.close_stream(name, 3)
        file = io.BytesIO()
        store.export_streams([name], file)
        self.elsewhere()
        file.seek(0)
        with pytest.raises(Refusal) as caught:
            service.import_match(eve, file)
        assert (caught.value.code, caught.value.status) == ("bad_export", 400)
        assert "closed" in caught.value.message
        assert store.head(name) is None

    def test_who_may_not_see_a_match_learns_nothing_of_it(self, match, alice, bob, eve):
        files = [self.exported(alice, match)]
        service.give_command(bob, match, SPARK)
        files.append(self.exported(alice, match))
        service.set_title(alice, match, "Later")
        files.append(self.exported(alice, match))
        self.elsewhere()
        service.import_match(THE_HOUSE, io.BytesIO(files[1]))
        said = set()
        for raw in files:
            with pytest.raises(Refusal) as caught:
                service.import_match(eve, io.BytesIO(raw))
            said.add((caught.value.code, caught.value.status, caught.value.message))
        assert said == {("diverged", 409, "Another match of this id is here.")}

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
        service.import_match(THE_HOUSE, io.BytesIO(long))
        assert load_match(match).version == load_match(match).last_play

    @pytest.mark.parametrize(
        ("events", "why"),
        [
            ([{"type": "stepped"}], "has no event"),
            ([{"type": "title_set", "title": "x" * 121}], "120 characters"),
            ([{"type": "title_set", "title": ""}], "cannot be blank"),
            ([{"type": "title_set", "title": "a\u0000b"}], "NUL"),
            ([{"type": "title_set", "title": "Lamps\nby the house"}], "one line"),
            ([{"type": "title_set", "title": "Lamps \u202e"}], "one line"),
            ([{"type": "gm_set", "gm": {"user": "0" * 32, "name": "anna\u202e"}}], "one line"),
            ([{"type": "seat_taken", "seat": "home", "holder": {"user": "0" * 32, "name": "a\nb"}}], "one line"),
            ([{"type": "visibility_set", "visibility": "all"}], "Invalid enum"),
            ([{"type": "gm_set", "gm": {"user": "me", "name": "me"}}], "badly formed"),
            ([{"type": "seat_taken", "seat": "home", "holder": {"user": "?", "name": "x"}}], "badly formed"),
            (
                [{"type": "seat_taken", "seat": "home", "holder": {"user": "0" * 32, "name": "n" * 151}}],
                "150 characters",
            ),
            ([{"type": "rewound", "by": "gm", "to": 99}], "no event 99"),
            ([{"type": "rewound", "by": "gm", "to": 0}], "no event 0"),
            ([{"type": "secret_revealed", "secret": "no hex"}], "hex"),
            ([{"type": "decided", "by": "gm", "keep": 0}], "does not fold"),
            ([{"type": "dimmed", "seat": "attic", "dimness": 5}], "does not fold"),
            (
                [{"type": "dimmed", "seat": "home", "dimness": -5}, {"type": "decided", "by": "gm", "keep": 1}],
                "no lamp",
            ),
        ],
    )
    def test_it_refuses_a_forged_log_that_nobody_could_go_on_with(self, alice, events, why):
        match_id = uuid4()
        name = stream_of(match_id)
        opened = {"type": "match_opened", "match": str(match_id), "ruleset": "toy", "ruleset_version": 1}
        first = [
            opened | {"dice": {}, "opening": 2},
            {"type": "lit", "state": plain(TOY.from_position({}, {}))},
            {"type": "match_hosted", "title": "Forged"},
        ]
        written = [
            store.NewEvent(event_codec.log_name(adapter_of("toy"), event["type"]), 1, json.dumps(event).encode())
            for event in (*first, *events)
        ]
        store.append(name, 0, written, actor="eve", command_id=uuid4(), fingerprint=b"f" * 32)
        file = io.BytesIO()
        store.export_streams([name], file)
        self.elsewhere()
        file.seek(0)
        with pytest.raises(Refusal) as caught:
            service.import_match(alice, file)
        assert caught.value.code == "bad_export"
        assert why in caught.value.message
        assert store.head(name) is None
        assert store.check("matches") == []
