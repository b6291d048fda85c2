"""Matches from outside, forged under other people's names: they bind nobody, stand last, and say who brought them."""

import io
import json
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse

from eventstore import api as store
from matches import service
from matches.loading import fold_match, load_match, recent_folds
from matches.models import Match, stream_of
from matches.pages.listing import listed
from tests.campaigns.elsewhere import elsewhere
from tests.eventstore.forged_files import Forgery
from tests.matches.calling import refused
from tests.matches.conftest import TABLE, new
from tests.matches.test_transfer import SPARK
from web.errors import Refusal
from web.models import Account
from web.people import THE_HOUSE, person
from web.provenance import outsider_key

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def exported(who, match):
    file = io.BytesIO()
    service.export_match(who, match, file)
    return file.getvalue()


def forged(raw, change=lambda body: None):
    """The file as a match of another id, each body changed; good hashes, no seal. Its id and its bytes."""
    forgery, match_id = Forgery(raw), uuid4()
    old = forgery.streams[0]["name"].removeprefix("match-")
    forgery.streams[0]["name"] = stream_of(match_id)
    for event in forgery.events[0]:
        event["body"] = event["body"].replace(old, str(match_id))
        event["command"] = str(uuid4())
        body = json.loads(event["body"])
        change(body)
        event["body"] = json.dumps(body, separators=(",", ":"))
    return match_id, forgery.raw()


@pytest.fixture
def raw(match, alice, bob):
    """A public match that Alice runs and in which Bob has played, as a file."""
    service.set_visibility(alice, match, "public")
    service.give_command(bob, match, SPARK)
    return exported(alice, match)


@pytest.fixture
def imported(raw, eve):
    """The same match under another id, taken in by Eve."""
    match_id, file = forged(raw)
    assert service.import_match(eve, io.BytesIO(file)) == match_id
    return match_id


class TestPeople:
    """Alice and Bob have accounts here, and their keys stand in the file."""

    def test_they_are_names_without_a_person(self, imported, alice, bob, charlie):
        roster = load_match(imported).roster
        assert {seat: holder.name for seat, holder in roster.seats.items()} == {
            "home": "bob (elsewhere)",
            "away": "charlie (elsewhere)",
        }
        for who in (alice, bob, charlie):
            seen = service.load(who, imported)
            assert (seen.role.name, seen.role.seats) == ("spectator", ())

    def test_who_brought_it_runs_it(self, imported, eve):
        """That stands beside the log, not in it: the head is that of the file."""
        assert load_match(imported).roster.gm.name == "eve"
        assert service.load(eve, imported).role.gm
        service.set_title(eve, imported, "Mine")

    def test_they_cannot_act(self, imported, alice, bob):
        with pytest.raises(Refusal):
            service.give_command(bob, imported, {"type": "pass", "player": "away"})
        with pytest.raises(Refusal):
            service.set_title(alice, imported, "Mine")

    def test_nothing_of_it_stands_in_their_lists(self, imported, users, api):
        row = Match.objects.get(pk=imported)
        assert [seat.holder for seat in row.seats.all()] == ["bob (elsewhere)", "charlie (elsewhere)"]
        assert not row.seats.exclude(account=None).exists()
        assert row.gm.user == users["eve"]
        for name in ("alice", "bob"):
            assert imported not in {match.pk for match in listed(users[name], mine=True)}
            assert str(imported) not in {one["id"] for one in api[name].get("matches/", mine="true")["results"]}
        assert str(imported) in {one["id"] for one in api["eve"].get("matches/", mine="true")["results"]}

    def test_events_and_replay_name_no_account(self, imported, api, users):
        keys = {Account.objects.get(user=users[name]).key.hex for name in ("alice", "bob", "charlie")}
        for address in ("events", "replay", "seats/", "state", ""):
            text = json.dumps(api["dora"].get(f"matches/{imported}/{address}"))
            assert not [key for key in keys if key in text]
        assert outsider_key(Account.objects.get(user=users["bob"]).key.hex) in json.dumps(
            api["dora"].get(f"matches/{imported}/events")
        )

    def test_wherever_they_are_named_they_are_told_apart_from_accounts_here(self, imported, api, client):
        """Log, seats, lists and pages say of whom they speak: not of the Bob who has an account here."""
        dora = api["dora"]
        told = json.dumps([dora.get(f"matches/{imported}/{address}") for address in ("events", "replay", "seats/")])
        assert '"bob (elsewhere)"' in told
        assert '"alice (elsewhere)"' in told
        assert not [name for name in ("alice", "bob", "charlie") if f'"{name}"' in told]
        page = client.get(reverse("pages:match", args=[imported])).content.decode()
        assert "bob (elsewhere)" in page

    def test_the_longest_name_still_fits(self):
        assert len(store.name_elsewhere("n" * 150)) == 150
        assert store.name_elsewhere("n" * 150).endswith("n (elsewhere)")

    def test_neither_a_fold_nor_a_snapshot_nor_a_rebuild_brings_them_back(self, imported, bob):
        load_match(imported).save_snapshot()
        recent_folds.forget(imported)
        assert load_match(imported).roster == fold_match(imported).roster
        recent_folds.forget(imported)
        assert load_match(imported).roster.held_by(bob.key) == ()
        store.rebuild("matches")
        assert store.check("matches") == []
        assert not Match.objects.get(pk=imported).seats.exclude(account=None).exists()

    def test_later_events_from_a_file_bind_nobody_either(self, raw, alice, bob, eve, users):
        """The house takes in what goes on; a fold of before is in memory."""
        match_id, short = forged(raw)
        forgery = Forgery(short)
        service.import_match(eve, io.BytesIO(short))
        assert load_match(match_id).version == len(forgery.events[0])
        grown = Forgery(exported(eve, match_id))
        seat = (
            {"type": "seat_left", "seat": "home"},
            {
                "type": "seat_taken",
                "seat": "home",
                "holder": {"user": bob.key, "name": "bob"},
            },
        )
        for body in seat:
            last = grown.events[0][-1]
            more = last | {"v": last["v"] + 1, "type": body["type"], "body": json.dumps(body), "command": str(uuid4())}
            grown.events[0].append(more)
        grown.streams[0]["version"] += 2
        service.import_match(THE_HOUSE, io.BytesIO(grown.raw()))
        match = load_match(match_id)
        assert (match.roster.seats["home"].name, match.roster.held_by(bob.key)) == ("bob (elsewhere)", ())
        assert match.roster.is_run_by(eve.key)
        assert store.check("matches") == []

    def test_a_seat_taken_here_is_theirs(self, imported, eve, users, bob):
        service.leave_seat(eve, imported, "home")
        service.assign_seat(THE_HOUSE, imported, "home", users["bob"])
        assert load_match(imported).roster.held_by(bob.key) == ("home",)

    def test_who_brought_it_may_turn_it_back_and_nobody_else(self, imported, eve, alice, api):
        """To any decision of the file, but to nothing before its opening; whom it names stay names."""
        rewind = {"type": "rewind", "to": 2, "reason": "mine now"}
        before = store.head(stream_of(imported))
        refused(api["alice"]("POST", f"matches/{imported}/commands", {"command": rewind}), 403, "no_seat")
        for to in (0, before.version + 1):
            answer = api["eve"]("POST", f"matches/{imported}/commands", {"command": rewind | {"to": to}})
            refused(answer, 422, "bad_rewind", field="command.to", rule="KERNEL-TABLE-05")
        assert store.head(stream_of(imported)) == before
        api["eve"].post(f"matches/{imported}/commands", {"command": rewind})
        match = load_match(imported)
        assert match.state == load_match(imported, 2).state
        assert (match.roster.is_run_by(eve.key), match.roster.held_by(alice.key)) == (True, ())
        assert store.verify_stream(stream_of(imported)) == []


class TestSealed:
    def test_what_this_house_has_signed_binds_people_as_before(self, raw, match, alice, bob):
        head = store.head(stream_of(match))
        elsewhere()
        service.import_match(alice, io.BytesIO(raw))
        assert store.head(stream_of(match)) == head
        assert service.load(alice, match).role.gm
        assert service.load(bob, match).role.seats == ("home",)
        assert not Match.objects.get(pk=match).from_outside

    def test_a_house_that_is_trusted_signs_as_well(self, match, alice, bob, monkeypatch):
        monkeypatch.setenv("SKALD_SEAL_KEY", "aa" * 32)
        raw = exported(alice, match)
        elsewhere()
        monkeypatch.setenv("SKALD_SEAL_KEY", "bb" * 32)
        monkeypatch.setenv("SKALD_TRUSTED_SEALS", "aa" * 32)
        service.import_match(alice, io.BytesIO(raw))
        assert service.load(bob, match).role.seats == ("home",)
        (told,) = service.match_document(alice, match)["imported"]
        assert told["words"].endswith("sealed by a server that is trusted here")

    def test_a_house_that_is_not_does_not(self, match, alice, bob, monkeypatch):
        monkeypatch.setenv("SKALD_SEAL_KEY", "aa" * 32)
        service.set_visibility(alice, match, "public")
        raw = exported(alice, match)
        elsewhere()
        monkeypatch.setenv("SKALD_SEAL_KEY", "bb" * 32)
        service.import_match(alice, io.BytesIO(raw))
        assert service.load(bob, match).role.seats == ()
        assert service.load(alice, match).role.gm  # she brought it

    def test_our_seal_on_an_export_does_not_make_it_ours(self, imported, eve, alice, bob):
        """Exported here, sealed by this house, and taken in again where nothing is left."""
        sealed, head = exported(eve, imported), store.head(stream_of(imported))
        elsewhere()
        service.import_match(eve, io.BytesIO(sealed))
        assert store.head(stream_of(imported)) == head
        assert service.load(eve, imported).role.gm
        assert service.load(bob, imported).role.seats == ()
        assert service.load(alice, imported).role.name == "spectator"
        assert Match.objects.get(pk=imported).from_outside
        first, second = service.match_document(bob, imported)["imported"]
        assert (first["by"], first["trusted"], first["last"]) == ("eve", False, head.version)
        assert (second["by"], second["trusted"], second["last"]) == ("eve", True, head.version)


class TestTold:
    """Where it comes from is told wherever it is shown."""

    WORDS = "not sealed by this server"

    def test_by_the_api(self, imported, api):
        dora = api["dora"]
        (told,) = dora.get(f"matches/{imported}/")["imported"]
        assert (told["by"], told["trusted"]) == ("eve", False)
        assert told["words"].startswith("Imported by eve on ")
        assert dora.get(f"matches/{imported}/verify")["imported"] == [told]
        assert dora.get(f"matches/{imported}/replay")["imported"] == [told]
        rows = {one["id"]: one for one in dora.get("matches/")["results"]}
        assert rows[str(imported)]["imported"]["by"] == "eve"
        assert [one["id"] for one in dora.get("matches/", imported="true")["results"]] == [str(imported)]

    def test_what_was_played_here_says_nothing(self, match, raw, api):
        dora = api["dora"]
        assert dora.get(f"matches/{match}/")["imported"] == []
        assert dora.get("matches/")["results"][0]["imported"] is None

    @pytest.mark.parametrize("page", ["match", "replay", "verify", "dice"])
    def test_on_its_pages(self, imported, client, page):
        answer = client.get(reverse(f"pages:{page}", args=[imported]))
        assert answer.status_code == 200
        assert "Imported by eve on " in answer.content.decode()
        assert "imported</span> Imported" not in answer.content.decode()
        assert self.WORDS in answer.content.decode()

    def test_the_verdict_claims_hashes_and_rules_alone(self, imported, client):
        page = client.get(reverse("pages:verify", args=[imported])).content.decode()
        assert "<h2>Hashes and rules are correct, but Skald cannot confirm who played it</h2>" in page
        assert "This log is correct" not in page

    def test_of_its_forks(self, imported, match, alice, eve, client, api):
        """However often it was forked; a fork of what was played here says nothing."""
        fork, own = (
            service.fork_match(who, source, service.NewFork(version=load_match(source).version))
            for who, source in ((eve, imported), (alice, match))
        )
        again = service.fork_match(eve, fork, service.NewFork(version=load_match(fork).version))
        for who, one, told in ((eve, fork, True), (eve, again, True), (alice, own, False)):
            service.set_visibility(who, one, "public")
            assert api["dora"].get(f"matches/{one}/")["forked_from"]["imported"] is told
            text = client.get(reverse("pages:match", args=[one])).content.decode()
            assert ("forked from an imported match" in text) is told
            assert ("of another match" in text) is not told

    def test_the_admin_site_finds_it(self, imported, match, admin_client):
        address = reverse("admin:matches_match_changelist")
        listed = admin_client.get(address, {"origin": "imported"})
        assert [row.pk for row in listed.context["cl"].result_list] == [imported]
        text = admin_client.get(address).content.decode()
        assert text.count("imported by eve on ") == 1
        own = admin_client.get(reverse("admin:matches_match_change", args=[match]))
        assert "no, played here" in own.content.decode()

    def test_in_the_terminal(self, imported, tmp_path):
        out = io.StringIO()
        call_command("match", "verify", str(imported), stdout=out)
        (line,) = [line for line in out.getvalue().splitlines() if line.startswith("origin: ")]
        assert "Imported by eve on " in line
        assert line.endswith(self.WORDS)

    def test_the_terminal_lists_it_last_and_marked(self, imported, match):
        """Though it was taken in after the other was opened."""
        listed, shown, in_json = io.StringIO(), io.StringIO(), io.StringIO()
        call_command("match", "list", stdout=listed)
        rows = listed.getvalue().splitlines()[1:]
        assert [row[:36] for row in rows] == [str(match), str(imported)]
        assert [row.endswith(" (imported by eve)") for row in rows] == [False, True]
        call_command("match", "list", "--json", stdout=in_json)
        assert [json.loads(line)["imported"] for line in in_json.getvalue().splitlines()] == [None, "eve"]
        call_command("match", "show", str(imported), stdout=shown)
        (origin,) = [line for line in shown.getvalue().splitlines() if line.startswith("  origin  ")]
        assert origin.endswith(self.WORDS)
        assert "bob (elsewhere)" in shown.getvalue()

    def test_the_terminal_says_so_as_it_takes_it_in(self, raw, tmp_path):
        path, complaints = tmp_path / "far.skald", io.StringIO()
        _id, file = forged(raw)
        path.write_bytes(file)
        call_command("match", "import", str(path), stdout=io.StringIO(), stderr=complaints)
        assert "the people it names are only names here" in complaints.getvalue()

    def test_it_stands_after_all_that_was_played_here(self, imported, match, alice, eve, users, client):
        """Whatever instants its file says."""
        service.set_title(eve, imported, "Latest of all")
        order = [row.pk for row in listed(users["dora"])]
        assert order.index(match) < order.index(imported)
        page = client.get(reverse("pages:matches")).content.decode()
        assert page.index(str(match)) < page.index(str(imported))
        assert "Imported by eve on" in page

    def test_among_ones_own_as_well(self, imported, eve, users):
        own = service.create_match(eve, new(dice=TABLE))
        service.set_title(eve, imported, "Latest of all")
        order = [row.pk for row in listed(users["eve"])]
        assert order.index(own) < order.index(imported)

    def test_who_took_in_what_is_said_of_a_name_that_was_changed_since(self, imported, users):
        users["eve"].username = "eva"
        users["eve"].save()
        assert service.match_document(person(users["dora"]), imported)["imported"][0]["by"] == "eve"


class TestLimits:
    def test_an_account_brings_so_many_an_hour(self, imported, raw, api, monkeypatch):
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "import", "2/hour")
        answers = [
            api["eve"]("POST", "matches/import", raw=forged(raw)[1], content_type="application/x-ndjson").status_code
            for _ in range(3)
        ]
        assert answers == [201, 201, 429]
        other = api["dora"]("POST", "matches/import", raw=forged(raw)[1], content_type="application/x-ndjson")
        assert other.status_code == 201

    def test_one_is_taken_in_at_a_time(self, imported, raw, api, monkeypatch):
        """Four at once used to hold every thread that writes."""
        files = [forged(raw)[1] for _ in range(2)]
        inside, answers, take_in = [], [], service.import_file

        def while_it_runs(who, file):
            inside.append(who.name)
            if len(inside) == 1:
                answers.append(api["dora"]("POST", "matches/import", raw=files[1], content_type="application/x-ndjson"))
            return take_in(who, file)

        monkeypatch.setattr(service, "import_file", while_it_runs)
        first = api["eve"]("POST", "matches/import", raw=files[0], content_type="application/x-ndjson")
        assert (first.status_code, inside) == (201, ["eve"])
        refused(answers[0], 503, "busy")
        assert answers[0]["Retry-After"] == "30"
        again = api["dora"]("POST", "matches/import", raw=files[1], content_type="application/x-ndjson")
        assert (again.status_code, inside) == (201, ["eve", "dora"])

    def test_one_that_is_refused_keeps_nobody_out(self, raw, api):
        for status in (400, 201):
            file = forged(raw)[1] if status == 201 else raw[:-2]
            answer = api["eve"]("POST", "matches/import", raw=file, content_type="application/x-ndjson")
            assert answer.status_code == status

    def test_what_is_here_already_is_answered_as_such(self, raw, api):
        """The same body, and nothing is added; 201 is for what was."""
        match_id, file = forged(raw)
        kind = "application/x-ndjson"
        first = api["eve"]("POST", "matches/import", raw=file, content_type=kind)
        before = store.last_position()
        again = api["eve"]("POST", "matches/import", raw=file, content_type=kind)
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json() == again.json() == {"id": str(match_id)}
        assert store.last_position() == before

    def test_a_longer_file_is_refused_with_the_limit_before_it_is_read(self, raw, api, monkeypatch):
        monkeypatch.setattr("matches.transfer.MOST_EVENTS", 2)
        lines = raw.splitlines(keepends=True)
        answer = api["eve"]("POST", "matches/import", raw=lines[0], content_type="application/x-ndjson")
        assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
        assert "at most 2" in answer.json()["message"]

    def test_stopped_right_after_it_is_all_there(self, raw, eve, monkeypatch):
        match_id, file = forged(raw)

        class Killed(BaseException):
            """As if the process died."""

        def killed(_name):
            raise Killed

        with monkeypatch.context() as patched:
            patched.setattr(store, "catch_up", killed)
            with pytest.raises(Killed):
                service.import_match(eve, io.BytesIO(file))
        assert Match.objects.get(pk=match_id).gm_name == "eve"  # the row came with the events
        assert service.load(eve, match_id).role.gm
