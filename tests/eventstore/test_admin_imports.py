"""What came from a file, in the admin site's lists of the log: marked as such, and nobody of this house did it."""

import io
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from eventstore import api
from eventstore.models import Command, Event, Stream
from tests.eventstore.forged_files import Forgery
from tests.eventstore.log import FINGERPRINT, happened, write
from tests.eventstore.test_exports import exported, forget

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

FORGED = ["user:gail", "user:bob", "house", "user:gail"]
"""Who is said to have acted in the file, an event each."""
OURS = api.SealKey(b"o" * 32)


@pytest.fixture
def root():
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("root", password="the-orb-is-copper"))
    return client


def act(stream, actor):
    version = api.head(stream).version
    api.append(stream, version, [happened(version)], actor=actor, command_id=uuid4(), fingerprint=FINGERPRINT)


@pytest.fixture
def log():
    """Four events of a file that nobody has signed, two that were added here, and two of a match of ours."""
    write("match-1", 4)
    forgery = Forgery(exported("match-1"))
    forget()
    write("match-2", 2)
    for event, actor in zip(forgery.events[0], FORGED, strict=True):
        event["actor"] = actor
    api.import_streams(io.BytesIO(forgery.raw()), by="user:eve")
    act("match-1", "user:gail")
    act("match-1", "house")


def changelist(client, model, **query):
    response = client.get(reverse(f"admin:eventstore_{model}_changelist", query=query))
    assert response.status_code == 200
    return response


def found(client, who):
    """The events that a search for who acted finds, by stream and version."""
    rows = changelist(client, "event", q=who).context["cl"].result_list
    return sorted((event.stream.name, event.version) for event in rows)


def page(client, row):
    return client.get(reverse(f"admin:eventstore_{row._meta.model_name}_change", args=[row.pk])).content.decode()


class TestActors:
    def test_are_told_apart_from_accounts_here(self, root, log):
        events = changelist(root, "event").context["cl"].result_list
        told = {event.version: event.actor for event in events if event.stream.name == "match-1"}
        assert told == {
            1: "user:gail (elsewhere)",
            2: "user:bob (elsewhere)",
            3: "another house",
            4: "user:gail (elsewhere)",
            5: "user:gail",
            6: "house",
        }

    def test_are_told_apart_on_the_page_of_an_event(self, root, log):
        first, last = Event.objects.get(version=1, stream__name="match-1"), Event.objects.get(version=5)
        assert "user:gail (elsewhere)" in page(root, first)
        assert "elsewhere" not in page(root, last)

    @pytest.mark.parametrize(
        ("who", "versions"),
        [
            ("user:gail", [5]),
            ("house", [6]),
            ("user:gail (elsewhere)", [1, 4]),
            ("user:bob (elsewhere)", [2]),
            ("another house", [3]),
            ("user:bob", []),
            ("house (elsewhere)", []),
        ],
    )
    def test_a_search_finds_what_is_theirs(self, root, log, who, versions):
        assert found(root, who) == [("match-1", version) for version in versions]

    def test_a_search_finds_those_of_what_was_played_here(self, root, log):
        assert found(root, "user:alice") == [("match-2", 1), ("match-2", 2)]

    @pytest.mark.parametrize("name", ["user:gail (elsewhere)", "house (elsewhere)"])
    def test_a_name_that_bears_the_mark_already_is_found_by_it(self, root, name):
        """Whoever forges a file may write it there themselves."""
        write("match-1", 1)
        forgery = Forgery(exported("match-1"))
        forgery.events[0][0]["actor"] = name
        forget()
        api.import_streams(io.BytesIO(forgery.raw()))
        assert found(root, name) == [("match-1", 1)]

    def test_whom_a_trusted_house_has_signed_for_are_themselves(self, root):
        write("match-1", 2)
        sealed = exported("match-1", key=OURS)
        forget()
        api.import_streams(io.BytesIO(sealed), OURS)
        assert found(root, "user:alice") == [("match-1", 1), ("match-1", 2)]
        assert found(root, "user:alice (elsewhere)") == []


class TestMarks:
    WORDS = "mported by eve on "

    @pytest.mark.parametrize(("model", "ours", "brought"), [("stream", 1, 1), ("event", 4, 4), ("command", 3, 1)])
    def test_a_list_says_what_came_from_a_file(self, root, log, model, ours, brought):
        """The file's four events are one command's; what was added to its stream since happened here."""
        rows = changelist(root, model)
        columns = rows.context["cl"].model_admin
        told = [columns.imported(row) for row in rows.context["cl"].result_list]
        assert [word.startswith("imported by eve on ") for word in told].count(True) == brought
        assert told.count("–") == ours
        assert rows.content.decode().count(self.WORDS) == brought

    def test_a_list_asks_no_more_the_longer_it_is(self, root, log):
        counts = []
        for _ in range(2):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                changelist(root, "event")
            counts.append(len([query for query in asked if "importedstream" in query["sql"]]))
            write("match-3", 3)
        assert counts == [2, 2]  # once for the column, once for the rows

    def test_a_page_says_it(self, root, log):
        stream, ours = Stream.objects.get(name="match-1"), Stream.objects.get(name="match-2")
        assert self.WORDS in page(root, stream)
        assert "(events 1 to 4)" in page(root, stream)
        assert "no, all events are from here" in page(root, ours)
        event = Event.objects.get(stream=stream, version=2)
        assert self.WORDS in page(root, event)
        assert self.WORDS in page(root, Command.objects.get(pk=event.command_id))
        since = Event.objects.get(stream=stream, version=5)
        assert self.WORDS not in page(root, since)
        assert self.WORDS not in page(root, Command.objects.get(pk=since.command_id))

    def verified(self, root, name):
        stream = Stream.objects.get(name=name)
        answer = root.get(reverse("admin:eventstore_stream_verify", args=[stream.pk]), follow=True)
        return [str(message) for message in answer.context["messages"]]

    def test_verifying_claims_no_more_than_is_known(self, root, log):
        first, second = self.verified(root, "match-1")
        assert first == "All 6 events are as recorded."
        assert self.WORDS in second
        assert second.endswith("cannot confirm who acted in it, when and how.")
        assert self.verified(root, "match-2") == ["All 2 events are as recorded."]

    def test_what_a_trusted_server_has_signed_is_told_on_its_page_alone(self, root):
        write("match-1", 2)
        sealed = exported("match-1", key=OURS)
        forget()
        api.import_streams(io.BytesIO(sealed), OURS)
        assert self.WORDS.replace("eve", "the house") not in changelist(root, "stream").content.decode()
        assert "Imported by the house on " in page(root, Stream.objects.get())
        assert len(self.verified(root, "match-1")) == 1
