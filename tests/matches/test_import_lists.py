"""Imports and their forks in lists: marked, and never among what was played here."""

import base64
import io
import json
import time
from importlib import import_module
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse

from eventstore import api as store
from matches import service
from matches.loading import load_match, recent_folds
from matches.models import Match, stream_of
from matches.pages.listing import listed
from tests.campaigns.elsewhere import elsewhere
from tests.eventstore.forged_files import Forgery
from tests.matches.conftest import TABLE, new
from tests.matches.test_imported import exported, forged
from tests.matches.test_transfer import SPARK
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def raw(match, alice, bob):
    """A public match that Alice runs and in which Bob has played, as a file."""
    service.set_visibility(alice, match, "public")
    service.give_command(bob, match, SPARK)
    return exported(alice, match)


@pytest.fixture
def imported(raw, eve):
    """The same match under another id, taken in by Eve."""
    return service.import_match(eve, io.BytesIO(forged(raw)[1]))


def at_instant(raw, microseconds):
    """The file as one whose events were all recorded at that instant."""
    match_id, file = forged(raw)
    forgery = Forgery(file)
    forgery.streams[0]["opened_at"] = microseconds
    for event in forgery.events[0]:
        event["at"] = microseconds
    return match_id, io.BytesIO(forgery.raw())


def fork_of(who, source, version=None):
    """A public fork of a match, where it stands or after an event."""
    order = service.NewFork(version=version or load_match(source).version, visibility="public")
    return service.fork_match(who, source, order)


def said(*words):
    """What `manage.py match` prints."""
    out = io.StringIO()
    call_command("match", *map(str, words), stdout=out)
    return out.getvalue().splitlines()


class TestOrder:
    """Newest first is what was played here; imports go by when they came, after all of it."""

    @pytest.fixture
    def order(self, match, raw, alice, eve):
        """Ids in the order of a list: two matches of here, then two imports.

        The first to come says it was opened just now, the other one in 1971.
        """
        later = service.create_match(alice, new(dice=TABLE, visibility="public"))
        fresh, file = at_instant(raw, time.time_ns() // 1000)
        service.import_match(eve, file)
        old, file = at_instant(raw, 365 * 86_400 * 1_000_000)
        service.import_match(eve, file)
        return [later, match, old, fresh]

    @pytest.mark.parametrize("limit", [1, 3, 50])
    def test_of_the_api(self, order, api, limit):
        """A cursor leads through all of it."""
        found, address = [], f"matches/?limit={limit}"
        while address:
            page = api["dora"].get(address)
            found += [UUID(row["id"]) for row in page["results"]]
            address = (page["next"] or "").partition("/api/v1/")[2]
        assert found == order

    def test_of_the_terminal(self, order):
        assert [UUID(line[:36]) for line in said("list")[1:]] == order

    def test_of_the_admin_site(self, order, admin_client):
        rows = admin_client.get(reverse("admin:matches_match_changelist")).context["cl"].result_list
        assert [row.pk for row in rows] == order

    def test_of_the_pages(self, order, users):
        later, match, old, fresh = order
        rows = [row.pk for row in listed(users["dora"])]
        assert sorted(rows[:2]) == sorted([later, match])
        assert rows[2:] == [old, fresh]

    def test_rows_made_again_keep_it(self, order):
        store.rebuild("matches")
        assert store.check("matches") == []
        assert list(Match.objects.values_list("pk", flat=True)) == order

    def test_what_this_house_has_signed_stands_where_it_stood(self, order, raw, match, alice, api):
        elsewhere()
        service.import_match(alice, io.BytesIO(raw))
        later = service.create_match(alice, new(dice=TABLE, visibility="public"))
        assert [row["id"] for row in api["dora"].get("matches/")["results"]] == [str(later), str(match)]

    @pytest.mark.parametrize("position", ["x", "1e3", "9" * 30, "--1", "2026-11-23 00:00:00+00:00", "١"])
    def test_a_cursor_that_is_none_is_refused(self, order, api, position):
        cursor = base64.b64encode(f"p={position}".encode()).decode()
        assert api["dora"]("GET", f"matches/?cursor={cursor}").status_code == 404

    def test_the_migration_gives_rows_of_before_their_keys(self, order):
        Match.objects.update(sort_key=0)
        import_module("matches.migrations.0008_sort_keys").key_rows(apps, None)
        assert list(Match.objects.values_list("pk", flat=True)) == order
        assert store.check("matches") == []


class TestForks:
    """What led to a fork of an import was not played here, and its row says so."""

    @pytest.fixture
    def forks(self, imported, match, alice, eve):
        """A fork of the import, a fork of that, and one of a match that was played here."""
        fork = fork_of(eve, imported)
        return fork, fork_of(eve, fork), fork_of(alice, match)

    def test_by_the_api(self, forks, imported, match, api):
        fork, again, own = map(str, forks)
        rows = {row["id"]: row for row in api["dora"].get("matches/")["results"]}
        marked = {one: row["forked_from_import"] for one, row in rows.items()}
        assert marked == {fork: True, again: True, own: False, str(imported): False, str(match): False}
        assert [rows[one]["imported"] for one in (fork, again, own)] == [None] * 3
        for wanted, found in (("true", {fork, again}), ("false", {own, str(imported), str(match)})):
            answer = api["dora"].get("matches/", forked_from_import=wanted)["results"]
            assert {row["id"] for row in answer} == found
        assert [row["forked_from_import"] for row in api["dora"].get(f"matches/{imported}/forks")["results"]] == [True]

    def test_on_the_pages(self, forks, imported, client):
        page = client.get(reverse("pages:matches")).content.decode()
        assert page.count("fork of an import</span>") == 2
        assert page.count("Forked from an imported match: what led to it was not played here") == 2
        cards = page.split('<li class="card')
        (own,) = [card for card in cards if str(forks[2]) in card]
        assert "import" not in own

    def test_in_the_terminal(self, forks, imported):
        fork, _again, own = forks
        lines = {UUID(line[:36]): line for line in said("list")[1:]}
        assert [lines[one].endswith(" (forked from an import)") for one in forks] == [True, True, False]
        assert lines[imported].endswith(" (imported by eve)")
        told = {one["id"]: one["forked_from_import"] for one in map(json.loads, said("list", "--json"))}
        assert [told[str(one)] for one in forks] == [True, True, False]
        (line,) = [line for line in said("show", fork) if line.startswith(" fork of  ")]
        assert line.endswith(", which was imported")
        (line,) = [line for line in said("show", own) if line.startswith(" fork of  ")]
        assert "import" not in line

    def test_on_the_admin_site(self, forks, admin_client):
        address = reverse("admin:matches_match_changelist")
        found = admin_client.get(address, {"origin": "fork_of_import"}).context["cl"].result_list
        assert {row.pk for row in found} == set(forks[:2])
        assert admin_client.get(address).content.decode().count("forked from an imported match") == 2

    def test_they_stand_with_what_is_played_here(self, forks, imported):
        """Their own events happened here."""
        order = list(Match.objects.values_list("pk", flat=True))
        assert order[-1] == imported
        assert order[:2] == [forks[2], forks[1]]

    def test_rows_made_again_say_the_same(self, forks):
        store.rebuild("matches")
        assert store.check("matches") == []
        assert set(Match.objects.filter(forked_from_import=True).values_list("pk", flat=True)) == set(forks[:2])

    def test_facts_keep_it(self, forks, eve):
        service.set_title(eve, forks[1], "Mine")
        assert Match.objects.get(pk=forks[1]).forked_from_import

    def test_one_from_before_the_first_event_of_a_file_is_of_what_was_played_here(self, match, raw, alice, api):
        """The house takes in from a file how a match went on."""
        version = load_match(match).version
        grown = Forgery(exported(alice, match))
        last = grown.events[0][-1]
        body = json.dumps({"type": "title_set", "title": "Told", "old": ""})
        more = {"v": version + 1, "type": "title_set", "body": body, "command": str(uuid4())}
        grown.events[0].append(last | more)
        grown.streams[0]["version"] += 1
        before = fork_of(alice, match)
        service.import_match(THE_HOUSE, io.BytesIO(grown.raw()))
        recent_folds.forget(match)
        after = fork_of(alice, match)
        assert load_match(after).table.origin.version == version + 1
        marked = dict(Match.objects.values_list("pk", "forked_from_import"))
        assert (marked[before], marked[after]) == (False, True)
        assert api["alice"].get(f"matches/{before}/")["forked_from"]["imported"] is False
        assert api["alice"].get(f"matches/{after}/")["forked_from"]["imported"] is True
        assert store.check("matches") == []

    def test_one_that_is_here_before_its_source_is_marked_when_that_comes(self, forks, imported, raw, eve):
        """Sealed by this house, so that it is no import itself."""
        fork, again, _ = forks
        files = [exported(eve, one) for one in (fork, again)]
        source = Forgery(exported(eve, imported)).raw()
        elsewhere()
        for file in files:
            service.import_match(eve, io.BytesIO(file))
        assert not Match.objects.filter(forked_from_import=True).exists()
        service.import_match(eve, io.BytesIO(source))
        assert set(Match.objects.filter(forked_from_import=True).values_list("pk", flat=True)) == {fork, again}
        assert store.check("matches") == []

    def test_the_migration_marks_those_of_before(self, forks):
        Match.objects.update(forked_from_import=False)
        import_module("matches.migrations.0008_sort_keys").mark_forks(apps, None)
        assert store.check("matches") == []
        assert set(Match.objects.filter(forked_from_import=True).values_list("pk", flat=True)) == set(forks[:2])


def test_a_match_that_is_told_of_later_is_listed_by_its_stream(imported):
    """The net writes the same row as an import does."""
    row = Match.objects.values().get(pk=imported)
    Match.objects.all().delete()
    store.rebuild("matches")
    assert Match.objects.values().get(pk=imported) == row
    assert store.head(stream_of(imported)).version == row["version"]
