"""What the pages of the log list of matches: streams of those that are listed for who asks, and nothing of others."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from eventstore.models import Command, Event, Stream
from matches import service
from matches.models import Match
from tests.matches.admin.conftest import RIGHTS, client_of, staff
from tests.matches.conftest import new
from web.people import person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

LISTS = ("stream", "event", "command")
WAGER = {"type": "wager", "seat": "home", "amount": 7}


@pytest.fixture
def dora(users):
    """The browser of Dora, who may look at all of the log's lists and runs no match."""
    return client_of(staff(users["dora"], *RIGHTS, "view_command", "view_seat"))


@pytest.fixture
def gm(users):
    """The browser of Alice, who runs the match and may look at the same."""
    return client_of(staff(users["alice"], *RIGHTS, "view_command"))


@pytest.fixture(params=["private", "unlisted"])
def kept(request, alice, match):
    """A match of Alice's, private or unlisted, in which something happened."""
    service.set_visibility(alice, match, request.param)
    return match


def changelist(model, **query):
    return reverse(f"admin:eventstore_{model}_changelist", query=query)


def listed(client, model, **query):
    response = client.get(changelist(model, **query))
    assert response.status_code == 200
    changes = response.context["cl"]
    assert changes.result_count == len(changes.result_list)
    return changes.result_list


def pages_of(match):
    stream = Stream.objects.get(name=f"match-{match}")
    event = Event.objects.filter(stream=stream).latest("position")
    yield reverse("admin:eventstore_stream_change", args=[stream.pk])
    yield reverse("admin:eventstore_event_change", args=[event.pk])
    yield reverse("admin:eventstore_command_change", args=[event.command_id])


def test_who_runs_a_match_finds_all_of_it(gm, kept):
    stream = f"match-{kept}"
    for model in LISTS:
        assert listed(gm, model)
        assert listed(gm, model, q=stream)
    assert len(listed(gm, "event", type="match_hosted")) == Event.objects.filter(type__name="match_hosted").count()
    assert reverse("admin:eventstore_stream_change", args=[Stream.objects.get().pk]) in (
        gm.get(reverse("admin:eventstore_stream_by_name", args=[stream])).url
    )
    for page in pages_of(kept):
        assert gm.get(page).status_code == 200


def test_superusers_find_all_of_it(root, kept):
    assert {event.position for event in listed(root, "event")} == set(Event.objects.values_list("pk", flat=True))
    for model in LISTS:
        assert listed(root, model, q=f"match-{kept}")
    for page in pages_of(kept):
        assert root.get(page).status_code == 200


def test_the_streams_of_public_matches_are_listed_for_all(dora, arena, kept):
    assert [stream.name for stream in listed(dora, "stream")] == [f"match-{arena}"]
    assert {event.stream.name for event in listed(dora, "event")} == {f"match-{arena}"}
    assert {command.stream.name for command in listed(dora, "command")} == {f"match-{arena}"}


def test_no_list_and_no_search_tells_others_of_it(dora, kept):
    stream = Stream.objects.get(name=f"match-{kept}")
    event = Event.objects.filter(stream=stream).latest("position")
    asked = (
        {},
        {"kind": "match"},
        {"q": stream.name},
        {"q": str(event.position)},
        {"q": str(event.command_id)},
        {"q": event.actor},
    )
    for model in LISTS:
        for query in asked:
            assert list(listed(dora, model, **query)) == [], (model, query)


def test_no_filter_tells_others_the_type_or_the_day_of_its_events(dora, kept):
    for name in Event.objects.values_list("type__name", flat=True).distinct():
        assert list(listed(dora, "event", type=name)) == [], name
    assert list(listed(dora, "event", recorded_at_from="2001-01-01")) == []
    for state in ("open", "closed"):
        assert list(listed(dora, "stream", state=state)) == []


def test_no_page_shows_it_to_others(dora, kept):
    stream = Stream.objects.get(name=f"match-{kept}")
    for page in pages_of(kept):
        answer = dora.get(page, follow=True)
        assert answer.redirect_chain[0][1] == 302
        assert str(kept) not in answer.content.decode()
    assert dora.get(reverse("admin:eventstore_stream_by_name", args=[stream.name])).status_code == 404
    assert dora.get(reverse("admin:eventstore_stream_verify", args=[stream.pk])).status_code == 404


def test_a_filter_does_not_call_by_name_what_is_not_listed(dora, gm, root, kept):
    """The field of the filter told the name of whatever row the address named by its number."""
    stream = Stream.objects.get(name=f"match-{kept}")
    address = changelist("event", stream__id__exact=stream.pk)
    assert stream.name in gm.get(address).content.decode()
    assert stream.name in root.get(address).content.decode()
    assert stream.name not in dora.get(address).content.decode()
    seats = reverse("admin:matches_seat_changelist", query={"match__id__exact": kept})
    assert "Lamps at dusk" in gm.get(seats).content.decode()
    assert "Lamps at dusk" not in dora.get(seats).content.decode()


def test_typing_finds_no_stream_that_is_not_listed(dora, gm, kept):
    query = {"app_label": "eventstore", "model_name": "event", "field_name": "stream", "term": "match-"}
    address = reverse("admin:autocomplete", query=query)
    assert [row["text"] for row in gm.get(address).json()["results"]] == [f"match-{kept}"]
    assert dora.get(address).json()["results"] == []


def test_the_home_tells_others_nothing_of_it(dora, gm, kept):
    assert gm.get(reverse("admin:index")).context["last_events"]
    assert dora.get(reverse("admin:index")).context["last_events"] == []


def test_who_sits_in_it_finds_it(users, kept):
    bob = client_of(staff(users["bob"], *RIGHTS))
    assert [stream.name for stream in listed(bob, "stream")] == [f"match-{kept}"]


def test_a_stream_without_a_row_is_for_superusers(gm, root, kept):
    Match.objects.all().delete()
    assert list(listed(gm, "stream")) == []
    assert len(listed(root, "stream")) == 1


def test_lists_tell_what_can_be_a_secret_to_who_runs_the_match(gm, dora, alice, bob, charlie, match):
    service.set_visibility(alice, match, "public")
    service.give_command(bob, match, WAGER, dice=[3])
    service.give_command(charlie, match, {**WAGER, "seat": "away"}, dice=[4])  # nothing is a secret any more
    event = Event.objects.filter(type__name__endswith="decided").latest("position")
    command = Command.objects.get(pk=event.command_id)
    assert event.type.name in gm.get(changelist("event")).content.decode()
    assert str(command.pk) in gm.get(changelist("command")).content.decode()
    assert event.type.name not in dora.get(changelist("event")).content.decode()
    assert str(command.pk) not in dora.get(changelist("command")).content.decode()
    assert event.type.name in dora.get(reverse("admin:eventstore_event_change", args=[event.pk])).content.decode()
    assert dora.get(reverse("admin:eventstore_command_change", args=[command.pk])).status_code == 200


@pytest.mark.parametrize("who", ["gm", "dora", "root"])
@pytest.mark.parametrize("page", [*LISTS, "home"])
def test_it_takes_as_many_queries_for_many_matches_as_for_few(request, users, who, page):
    client = request.getfixturevalue(who)
    address = reverse("admin:index") if page == "home" else changelist(page)

    def queries():
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).status_code == 200
        return len(seen)

    def opened(count):
        for n in range(count):
            service.create_match(person(users[("alice", "eve")[n % 2]]), new(visibility="public"))

    opened(2)
    client.get(address)
    few = queries()
    opened(8)
    assert queries() == few
