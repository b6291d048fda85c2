"""Every no of a match says where the fault lies, and cites the rule it follows."""

import io
import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

import matches
from eventstore import api as store
from matches import service
from matches.errors import DiceWanted
from matches.loading import load_match
from matches.models import Match, stream_of
from tests.matches.conftest import ROSTERS, TABLE, new
from tests.rules.play import rule
from web.errors import Busy, Refusal, kernel_rulebook
from web.people import ANYBODY, THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SPARK = {"type": "spark", "seat": "home"}
SHADE = {"type": "shade", "seat": "away"}
PASS = {"type": "pass", "player": "away"}


def refused(code, cited, call, *args, **kwargs):
    """The refusal, which must cite `cited` in its own words, and leave every match as it was."""
    before = list(Match.objects.order_by("pk").values_list("pk", "version"))
    with pytest.raises(Refusal) as caught:
        call(*args, **kwargs)
    document = caught.value.document()
    assert (document["code"], document["rule"]) == (code, cited)
    assert document["rule_text"] == kernel_rulebook().text(cited)
    assert list(Match.objects.order_by("pk").values_list("pk", "version")) == before
    return caught.value


def exported(who, match):
    file = io.BytesIO()
    service.export_match(who, match, file)
    return file.getvalue()


class TestRules:
    @rule("KERNEL-MATCH-01", "KERNEL-ILL-11")
    def test_it_requires_a_login(self, match, alice):
        service.set_visibility(alice, match, "public")
        service.open_seats(alice, match, to_all=True)
        service.leave_seat(alice, match, "home")
        fork = service.NewFork(version=load_match(match).table.opening)
        for call, *args in (
            (service.create_match, new()),
            (service.fork_match, match, fork),
            (service.import_match, io.BytesIO()),
            (service.take_seat, match, "home"),
            (service.give_command, match, SPARK),
        ):
            refusal = refused("not_authenticated", "KERNEL-MATCH-01", call, ANYBODY, *args)
            assert refusal.status == 401
        assert service.load(ANYBODY, match).role.name == "spectator"

    @rule("KERNEL-MATCH-01")
    def test_who_opens_a_match_runs_it(self, match, eve, alice):
        service.set_visibility(alice, match, "public")
        opened = service.create_match(eve, new())
        forked = service.fork_match(eve, match, service.NewFork(version=load_match(match).table.opening))
        assert [load_match(one).roster.gm.name for one in (opened, forked)] == ["eve", "eve"]

    @rule("KERNEL-MATCH-02", "KERNEL-ILL-12")
    def test_a_seat_is_held_by_one_person(self, match, alice, bob, eve, users):
        service.set_visibility(alice, match, "public")
        refused("seat_taken", "KERNEL-MATCH-02", service.take_seat, eve, match, "home")
        service.leave_seat(bob, match, "home")
        refused("invite_wanted", "KERNEL-MATCH-02", service.take_seat, eve, match, "home")
        service.open_seats(alice, match, to_all=True)
        assert service.take_seat(eve, match, "home").seats["home"].name == "eve"
        assert service.assign_seat(THE_HOUSE, match, "home", users["dora"]).seats["home"].name == "dora"
        refused("consent_wanted", "KERNEL-MATCH-02", service.assign_seat, alice, match, "home", users["bob"])
        refused("consent_wanted", "KERNEL-MATCH-02", service.give_gm, alice, match, users["bob"])
        refused("seat_taken", "KERNEL-MATCH-02", service.offer_seat, alice, match, "home", "bob")
        gone = get_user_model().objects.create_user("gone", is_active=False)
        refused("inactive_user", "KERNEL-MATCH-02", service.assign_seat, alice, match, "away", gone)

    @rule("KERNEL-MATCH-03", "KERNEL-ILL-13")
    def test_an_answer_is_for_the_question_it_names(self, match, bob, charlie):
        asked = service.pending_now(bob, match)["id"]
        service.give_command(bob, match, SPARK, pending=asked)
        refused("stale_pending", "KERNEL-MATCH-03", service.give_command, charlie, match, PASS, pending=asked)

    @rule("KERNEL-MATCH-04", "KERNEL-ILL-14")
    def test_a_key_is_good_for_one_request(self, match, bob):
        first = service.give_command(bob, match, SPARK, key="k")
        assert service.give_command(bob, match, SPARK, key="k").version == first.version
        refused("key_reused", "KERNEL-MATCH-04", service.give_command, bob, match, PASS, key="k")

    @rule("KERNEL-MATCH-05")
    def test_who_is_overtaken_is_judged_anew_and_in_the_end_told_so(self, match, alice, bob, monkeypatch):
        tried = []

        def overtaken(*args, **kwargs):
            tried.append(args)
            raise store.Conflict(stream_of(match), 1, 2)

        monkeypatch.setattr("matches.handler._append", overtaken)
        refusal = refused("conflict", "KERNEL-MATCH-05", service.give_command, bob, match, SPARK)
        assert isinstance(refusal, Busy)
        assert len(tried) > 1

    @rule("KERNEL-MATCH-06", "KERNEL-ILL-15")
    def test_a_file_must_agree_with_what_is_here(self, match, alice, bob, eve, monkeypatch):
        service.set_visibility(alice, match, "public")
        raw = exported(alice, match)
        refused("bad_export", "KERNEL-MATCH-06", service.import_match, eve, io.BytesIO(raw[:-2]))

        def differ(*args, **how):
            raise store.Diverged(stream_of(match), 3)

        monkeypatch.setattr(store, "import_streams", differ)
        refused("diverged", "KERNEL-MATCH-06", service.import_match, eve, io.BytesIO(raw))

    @rule("KERNEL-MATCH-07", "KERNEL-ILL-16")
    def test_a_closed_match_takes_no_more_events(self, match, alice, bob):
        store.close_stream(stream_of(match), load_match(match).version)
        assert refused("match_closed", "KERNEL-MATCH-07", service.give_command, bob, match, SPARK).status == 409
        refused("match_closed", "KERNEL-MATCH-07", service.set_title, alice, match, "Lamps at dawn")
        assert service.match_document(alice, match)["title"] == "Lamps at dusk"

    @rule("KERNEL-TABLE-02", "KERNEL-ILL-17")
    def test_who_holds_no_seat_looks_on(self, match, alice, bob, eve):
        service.set_visibility(alice, match, "public")
        refused("no_seat", "KERNEL-TABLE-02", service.give_command, eve, match, SPARK)
        refused("not_your_seat", "KERNEL-TABLE-02", service.give_command, bob, match, SPARK, by="away")
        refused("not_your_seat", "KERNEL-TABLE-02", service.state_document, bob, match, seat="away")
        refused("gm_only", "KERNEL-TABLE-02", service.set_title, bob, match, "Lamps at dawn")
        refused("unknown_seat", "KERNEL-TABLE-02", service.take_seat, bob, match, "attic")

    @rule("KERNEL-TABLE-08", "KERNEL-ILL-18")
    def test_a_fork_starts_where_somebody_decides(self, match, alice):
        for version in (1, 10**6):
            refused("bad_fork", "KERNEL-TABLE-08", service.fork_match, alice, match, service.NewFork(version=version))

    @rule("KERNEL-TABLE-07", "KERNEL-ILL-19")
    def test_secrets_do_not_leave_in_a_fork_or_a_file(self, match, alice, bob, eve):
        service.set_visibility(alice, match, "public")
        answer = service.give_command(bob, match, {"type": "wager", "seat": "home", "amount": 2}, dice=[3])
        fork = service.NewFork(version=answer.version)
        refused("secrets", "KERNEL-TABLE-07", service.fork_match, eve, match, fork)
        refused("secrets", "KERNEL-TABLE-07", service.export_match, eve, match, io.BytesIO())

    def test_every_rule_that_is_cited_is_in_the_book(self):
        folder = Path(matches.__file__).parent
        sources = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
        cited = {found for source in sources for found in re.findall(r"KERNEL-[A-Z]+-\d+", source)}
        assert "KERNEL-MATCH-07" in cited
        assert [one for one in sorted(cited) if one not in kernel_rulebook()] == []


class TestFields:
    """`command.…` lies in the command, `dice[…]` among the faces sent beside it."""

    def field_of(self, call, *args, **kwargs):
        with pytest.raises(Refusal) as caught:
            call(*args, **kwargs)
        return caught.value.field

    @pytest.mark.parametrize(
        ("faces", "beside", "field"),
        [
            ([21], (), "command.faces[0]"),
            ([15, 3, 4], (), "command.faces[1]"),
            ([15], (3, 4), "dice[0]"),
            ([15, 1], (3, 4), "command.faces[1]"),
        ],
    )
    def test_a_face_that_cannot_be(self, match, bob, charlie, faces, beside, field):
        service.give_command(bob, match, SPARK)
        with pytest.raises(DiceWanted):
            service.give_command(charlie, match, PASS)
        dice = {"type": "dice", "faces": faces}
        assert self.field_of(service.give_command, charlie, match, dice, dice=beside) == field

    def test_faces_that_lie_already_are_not_counted(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        with pytest.raises(DiceWanted):
            service.give_command(charlie, match, SHADE, dice=[1])
        assert self.field_of(service.give_command, charlie, match, {"type": "dice", "faces": [9]}) == "command.faces[0]"
        mended = {"type": "correct_dice", "index": 0, "face": 99}
        assert self.field_of(service.give_command, charlie, match, mended) == "command.face"

    @pytest.mark.parametrize(
        ("command", "field"),
        [
            ({"type": "rewind", "to": 10**6, "reason": "x"}, "command.to"),
            ({"type": "pause", "reason": ""}, "command.reason"),
            ({"type": "add_salt", "seat": "attic", "salt": "x"}, "command.seat"),
        ],
    )
    def test_what_the_rules_refuse_is_named_like_what_cannot_be_read(self, match, alice, command, field):
        assert self.field_of(service.give_command, alice, match, command) == field

    def test_an_unknown_type_is_told_all_that_are_known(self, match, alice):
        with pytest.raises(Refusal) as caught:
            service.give_command(alice, match, {"type": "fly"})
        assert caught.value.field == "command.type"
        for known in ("spark", "rewind", "pause", "dice", "standing"):
            assert known in caught.value.message

    @pytest.mark.parametrize("given", ["setup", "position"])
    def test_what_is_wrong_with_a_start_stands_in_what_was_given(self, alice, given):
        start = {"setup": None, "position": None, given: {"walls": []}}
        assert self.field_of(service.create_match, alice, new(**start)) == f"{given}.walls"

    def test_nobody_looks_from_a_seat_that_is_not_there(self, match, alice, client, users):
        client.force_login(users["alice"])
        for address in ("state", "pending", "legal", "events", "replay"):
            answer = client.get(f"/api/v1/matches/{match}/{address}?seat=zz")
            document = answer.json()
            assert (answer.status_code, document["code"], document["field"]) == (400, "unknown_seat", "seat"), address
        assert client.get(f"/api/v1/matches/{match}/state?seat=home").json()["eyes"] == "home"


class TestInstants:
    @pytest.mark.parametrize("instant", ["0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00", "2026-13-01"])
    def test_it_refuses_an_instant_that_has_no_date(self, db, instant):
        answer = Client().get(f"/api/v1/matches/?created_after={instant}")
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"] == "created_after"

    @pytest.mark.parametrize(
        ("instant", "found"), [("0423-08-15T12:51:29-18:06", 1), ("2026-11-20T09:00:00%2B05:00", 1), ("9998-01-01", 0)]
    )
    def test_any_zone_will_do(self, alice, instant, found):
        service.create_match(alice, new(dice=TABLE, setup=ROSTERS, visibility="public"))
        Match.objects.update(created_at="2026-11-20T04:30:00+00:00")
        answer = Client().get(f"/api/v1/matches/?created_after={instant}")
        assert answer.status_code == 200
        assert len(answer.json()["results"]) == found
