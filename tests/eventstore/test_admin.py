"""The log in the admin site: everything to look at, nothing to change, no list that grows slow with its rows."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from eventstore import api as store, registry
from eventstore.admin.log import LARGEST
from eventstore.models import Command, Event, Seal, Stream, Subscription
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write

pytestmark = pytest.mark.django_db

MODELS = {"stream": Stream, "event": Event, "command": Command, "seal": Seal, "subscription": Subscription}


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def staff(name, *rights):
    user = get_user_model().objects.create_user(name, password="the-orb-is-copper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights, content_type__app_label="eventstore"))
    return client_of(user)


@pytest.fixture
def root(db):
    return client_of(get_user_model().objects.create_superuser("root", password="the-orb-is-copper"))


@pytest.fixture
def looker(db):
    return staff("looker", *(f"view_{model}" for model in MODELS))


@pytest.fixture
def mender(db):
    return staff("mender", "view_subscription", "change_subscription")


def changelist(model, **query):
    return reverse(f"admin:eventstore_{model}_changelist", query=query)


def page(model, pk):
    return reverse(f"admin:eventstore_{model}_change", args=[pk])


def found(client, model, **query):
    response = client.get(changelist(model, **query))
    assert response.status_code == 200
    return response.context["cl"].result_count


def told(response):
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def parked(name="standings", position=1):
    return Subscription.objects.create(
        name=name,
        position=position - 1,
        failed_position=position,
        failed_at=1_700_000_000_000_000,
        error_type="ValueError",
        error="Traceback\nValueError: no such <team>",
    )


@pytest.fixture
def one_of_each(db):
    """A stream with two events, a seal, a parked subscription; the first primary key of each model."""
    write("thing-1", 2)
    store.seal_log()
    parked()
    return {name: model.objects.order_by("pk").first().pk for name, model in MODELS.items()}


class TestLists:
    def queries(self, client, address):
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).status_code == 200
        return len(seen)

    def many(self, start, count):
        for n in range(start, start + count):
            write(f"thing-{n}", 1)
        Seal.objects.bulk_create(
            Seal(number=n, first_position=n, last_position=n, sealed_at=n, key_id="k", digest=b"d", mac=b"m")
            for n in range(start, start + count)
        )
        Subscription.objects.bulk_create(
            Subscription(name=f"s{n}", position=1, failed_position=n) for n in range(start, start + count)
        )

    @pytest.mark.parametrize("model", MODELS)
    def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(self, looker, model):
        self.many(1, 3)
        few = self.queries(looker, changelist(model))
        self.many(4, 250)

        assert self.queries(looker, changelist(model)) == few <= 11

    def test_the_home_takes_as_many_queries_for_many_rows_as_for_few(self, looker):
        self.many(1, 3)
        few = self.queries(looker, reverse("admin:index"))
        self.many(4, 50)

        assert self.queries(looker, reverse("admin:index")) == few

    def test_it_counts_no_further_than_anybody_pages(self, looker, monkeypatch):
        monkeypatch.setattr("eventstore.admin.read_only.MOST_COUNTED", 5)
        write("thing-1", 8)

        assert found(looker, "event") == 5
        assert "thing-1" in looker.get(changelist("event", p=1)).content.decode()

    @pytest.mark.parametrize(
        ("model", "advice"), [("event", "filter by the day recorded"), ("command", "the name of a")]
    )
    def test_a_list_that_is_cut_says_so_and_how_to_see_the_rest(self, looker, monkeypatch, model, advice):
        monkeypatch.setattr("eventstore.admin.read_only.MOST_COUNTED", 5)
        monkeypatch.setattr("eventstore.admin.read_only.ReadOnly.list_per_page", 2)
        for number in range(1, 9):
            write(f"thing-{number}", 1)
        # Five rows, two a page: 2, 2, 1.
        first, last = (looker.get(changelist(model, p=number)).content.decode() for number in (1, 3))

        assert "and more" in first
        assert "The list ends here" not in first
        assert f"The list ends here, after 5 {model}s, but there are more." in last
        assert advice in last

    def test_only_a_list_that_is_narrowed_offers_to_show_all(self, looker):
        write("thing-1", 3)
        write("thing-2", 1)

        assert "Show all" not in looker.get(changelist("event")).content.decode()
        for narrowed in ({"q": "thing-1"}, {"kind": "other"}, {"recorded_at_to": "2001-01-01"}):
            assert "Show all" in looker.get(changelist("event", **narrowed)).content.decode(), narrowed

    def test_a_list_that_is_just_whole_says_nothing_of_more(self, looker, monkeypatch):
        monkeypatch.setattr("eventstore.admin.read_only.MOST_COUNTED", 5)
        write("thing-1", 5)
        shown = looker.get(changelist("event")).content.decode()

        assert "and more" not in shown
        assert "The list ends here" not in shown

    def test_seals_are_found_by_number_and_key(self, looker):
        self.many(1, 12)

        assert found(looker, "seal", q="2") == 1
        assert found(looker, "seal", q="k") == 12
        assert found(looker, "seal", q="13") == found(looker, "seal", q="2" * 16) == 0

    def test_events_come_newest_first(self, looker):
        write("thing-1", 3)

        rows = looker.get(changelist("event")).context["cl"].result_list
        assert [event.position for event in rows] == [3, 2, 1]

    def test_events_are_found_by_position_stream_command_and_actor(self, looker):
        command = uuid4()
        write("thing-1", 2, command_id=command)
        write("thing-2", 1)

        assert found(looker, "event", q="3") == 1
        assert found(looker, "event", q="thing-1") == 2
        assert found(looker, "event", q=str(command)) == 2
        assert found(looker, "event", q="user:alice") == 3
        assert found(looker, "event", q="user:a") == 0
        assert found(looker, "event", q=str(LARGEST + 1)) == 0
        assert found(looker, "event", q="  ") == 3

    def test_events_are_filtered_by_type_kind_day_and_stream(self, looker):
        write("thing-1", 2)
        write("other-1", 1)
        today = datetime.now(UTC).date().isoformat()

        assert found(looker, "event", type="thing.happened") == 3
        assert found(looker, "event", type="nothing.happened") == 0
        assert found(looker, "event", kind="other") == 1
        assert found(looker, "event", recorded_at_from=today, recorded_at_to=today) == 3
        assert found(looker, "event", recorded_at_to="2001-01-01") == 0
        assert found(looker, "event", stream__id__exact=Stream.objects.get(name="thing-1").pk) == 2

    def test_streams_commands_and_subscriptions_are_filtered_and_found(self, looker, one_of_each):
        write("other-1", 1)
        store.close_stream("other-1", 1)
        Subscription.objects.create(name="matches")

        assert found(looker, "stream", kind="other") == found(looker, "stream", state="closed") == 1
        assert found(looker, "stream", state="open") == found(looker, "stream", q="thing-") == 1
        assert found(looker, "command", q=str(one_of_each["command"])) == found(looker, "command", q="other-1") == 1
        assert found(looker, "command", kind="thing") == 1
        assert found(looker, "subscription", state="parked") == found(looker, "subscription", q="stand") == 1
        assert found(looker, "subscription", state="following") == 1

    @pytest.mark.parametrize("model", MODELS)
    @pytest.mark.parametrize(
        "query",
        [
            {"q": "9" * 400},
            {"q": "²"},
            {"recorded_at_from": "yesterday"},
            {"recorded_at_to": "9999-12-31"},
            {"recorded_at_from": "0001-01-01"},
            {"type": "' OR 1=1"},
            {"stream__id__exact": "x"},
            {"p": "-1"},
            {"p": "99999"},
            {"o": "77"},
            {"_facets": "True"},
        ],
    )
    def test_a_list_survives_what_people_type_into_addresses(self, looker, one_of_each, model, query):
        assert looker.get(changelist(model, **query)).status_code in (200, 302, 400)  # 400: the list has no such filter

    @pytest.mark.parametrize("model", MODELS)
    @pytest.mark.parametrize("query", [{"q": "\x00"}, {"type": "\x00", "kind": "\x00", "state": "\x00"}])
    def test_it_refuses_a_nul(self, looker, one_of_each, model, query):
        assert looker.get(changelist(model, **query)).status_code == 400

    def test_parked_subscriptions_come_first(self, looker):
        Subscription.objects.create(name="a")
        parked("z", 5)
        Subscription.objects.create(name="b")

        rows = looker.get(changelist("subscription")).context["cl"].result_list
        assert [row.name for row in rows] == ["z", "a", "b"]


class TestPages:
    def test_an_event_shows_its_body_indented_and_its_hash(self, looker, one_of_each):
        shown = looker.get(page("event", 1)).content.decode()

        assert "{\n  &quot;n&quot;: 1\n}" in shown
        assert bytes(Event.objects.get(position=1).hash).hex() in shown
        assert "user:alice" in shown
        assert page("command", one_of_each["command"]) in shown

    @pytest.mark.parametrize(("body", "shown"), [(b"\xff<b>", "&lt;b&gt;"), (b"[1,", "[1,"), (b'"<i>"', "&lt;i&gt;")])
    def test_a_body_that_was_tampered_with_is_shown_as_it_is(self, looker, one_of_each, body, shown):
        with unguarded():
            Event.objects.filter(position=1).update(body=body)

        assert shown in looker.get(page("event", 1)).content.decode()

    def test_a_stream_shows_its_head_hash_and_links_to_its_events(self, looker, one_of_each):
        shown = looker.get(page("stream", one_of_each["stream"])).content.decode()

        assert store.head("thing-1").hash.hex() in shown
        assert f"{changelist('event')}?stream__id__exact={one_of_each['stream']}" in shown

    def test_who_may_not_read_events_sees_their_number_and_no_link(self, one_of_each):
        organizer = staff("organizer", "view_stream")

        answer = organizer.get(page("stream", one_of_each["stream"]))

        assert "eventstore/event" not in answer.content.decode()
        assert "events_counted" in answer.context["adminform"].fieldsets[0][1]["fields"]

    @pytest.mark.parametrize("model", MODELS)
    def test_there_is_no_history_beside_the_log(self, looker, one_of_each, model):
        row = page(model, one_of_each[model])

        assert "/history/" not in looker.get(row).content.decode()
        assert looker.get(row.replace("/change/", "/history/"))["Location"] == row

    def test_a_stream_has_an_address_by_its_name(self, looker, one_of_each):
        response = looker.get(reverse("admin:eventstore_stream_by_name", args=["thing-1"]))

        assert response.url == page("stream", one_of_each["stream"])
        assert looker.get(reverse("admin:eventstore_stream_by_name", args=["thing-2"])).status_code == 404

    def test_verify_says_that_all_is_as_recorded(self, looker, one_of_each):
        response = looker.get(reverse("admin:eventstore_stream_verify", args=[one_of_each["stream"]]))

        assert "All 2 events are as recorded." in told(response)

    def test_verify_names_the_event_that_was_altered(self, looker, one_of_each):
        with unguarded():
            Event.objects.filter(position=2).update(body=b'{"n": 7}')

        response = looker.get(reverse("admin:eventstore_stream_verify", args=[one_of_each["stream"]]))
        assert "thing-1 version 2" in told(response)

    def test_verify_of_a_log_in_ruins_tells_the_first_findings(self, looker):
        write("thing-1", 60)
        with unguarded():
            Event.objects.update(body=b'{"n": 0}')

        response = looker.get(reverse("admin:eventstore_stream_verify", args=[Stream.objects.get().pk]))
        assert "more findings" in told(response)
        assert len(list(get_messages(response.wsgi_request))) == 21

    def test_verify_of_a_stream_that_is_not_there(self, looker):
        assert looker.get(reverse("admin:eventstore_stream_verify", args=["404"])).status_code == 404
        assert looker.get(reverse("admin:eventstore_stream_verify", args=["x"])).status_code == 404

    def test_a_seal_shows_its_signature(self, looker, one_of_each):
        shown = looker.get(page("seal", 1)).content.decode()

        assert bytes(Seal.objects.get().mac).hex() in shown

    def test_a_command_links_to_what_it_wrote(self, looker, one_of_each):
        shown = looker.get(page("command", one_of_each["command"])).content.decode()

        assert f"{changelist('event')}?q={one_of_each['command']}" in shown

    def test_a_parked_subscription_shows_its_error_and_the_event(self, looker, one_of_each):
        shown = looker.get(page("subscription", "standings")).content.decode()

        assert "ValueError: no such &lt;team&gt;" in shown
        assert page("event", 1) in shown

    def test_the_home_names_parked_subscriptions_and_the_last_events(self, looker, one_of_each):
        home = looker.get(reverse("admin:index"))

        assert [row["name"] for row in home.context["parked"]] == ["standings"]
        assert [event.position for event in home.context["last_events"]] == [2, 1]
        assert page("subscription", "standings") in home.content.decode()


class TestRetry:
    address = "admin:eventstore_subscription_retry"

    @pytest.fixture
    def broken(self, one_of_each):
        """The subscriber of `standings`; it handles events once `mended` is true."""

        class Standings:
            mended = True
            seen: list[int] = []

            def handle(self, batch):
                if not Standings.mended:
                    raise ValueError("still broken")
                Standings.seen += [event.position for event in batch]

        Standings.seen = []
        registry.subscriber("standings")(Standings)
        return Standings

    def test_it_asks_first(self, mender, broken):
        response = mender.get(reverse(self.address, args=["standings"]))

        assert "Retry the event at position 1 in standings?" in response.content.decode()
        assert broken.seen == []
        assert Subscription.objects.get().parked

    def test_it_tries_again_at_the_event_that_failed(self, mender, broken):
        response = mender.post(reverse(self.address, args=["standings"]))

        assert response.status_code == 302
        assert "handled 2 events" in told(response)
        assert broken.seen == [1, 2]
        assert not Subscription.objects.get().parked

    def test_it_says_when_it_failed_again(self, mender, broken):
        broken.mended = False

        response = mender.post(reverse(self.address, args=["standings"]))

        assert "failed again" in told(response)
        assert "still broken" in Subscription.objects.get().error

    def test_it_says_when_nobody_subscribes_by_that_name_any_more(self, mender, one_of_each):
        response = mender.post(reverse(self.address, args=["standings"]))

        assert "there is no subscription" in told(response)
        assert Subscription.objects.get().parked

    def test_it_says_when_another_worker_is_at_it(self, mender, broken):
        Subscription.objects.update(lease_owner="another", lease_until=2**62)

        assert "Another worker" in told(mender.post(reverse(self.address, args=["standings"])))

    def test_it_requires_the_right_to_change_subscriptions(self, looker, broken):
        assert looker.get(reverse(self.address, args=["standings"])).status_code == 403
        assert looker.post(reverse(self.address, args=["standings"])).status_code == 403
        assert Subscription.objects.get().parked
        shown = looker.get(page("subscription", "standings")).content.decode()
        assert reverse(self.address, args=["standings"]) not in shown

    def test_a_subscription_that_is_not_there(self, mender):
        assert mender.post(reverse(self.address, args=["nobody"])).status_code == 404


class TestReadOnly:
    def rows(self):
        return {name: list(model.objects.order_by("pk").values()) for name, model in MODELS.items()}

    @pytest.mark.parametrize("model", MODELS)
    def test_nothing_can_be_added_changed_or_deleted_even_by_superusers(self, root, one_of_each, model):
        before, pk = self.rows(), one_of_each[model]

        for act, args in (("add", []), ("change", [pk]), ("delete", [pk])):
            address = reverse(f"admin:eventstore_{model}_{act}", args=args)
            assert root.post(address, {"name": "mine", "version": "7", "body": "{}", "post": "yes"}).status_code == 403
        root.post(changelist(model), {"action": "delete_selected", "_selected_action": [str(pk)], "post": "yes"})
        root.post(changelist(model), {"form-TOTAL_FORMS": "1", "form-0-pk": str(pk), "_save": "Save"})

        assert self.rows() == before

    @pytest.mark.parametrize("model", MODELS)
    def test_the_right_to_change_lets_nobody_change(self, one_of_each, model):
        keen = staff("keen", *(f"{act}_{model}" for act in ("view", "add", "change", "delete")))
        before = self.rows()

        for act, args in (("add", []), ("change", [one_of_each[model]]), ("delete", [one_of_each[model]])):
            assert keen.post(reverse(f"admin:eventstore_{model}_{act}", args=args), {"post": "yes"}).status_code == 403

        assert self.rows() == before

    @pytest.mark.parametrize("model", MODELS)
    def test_staff_without_the_right_see_nothing(self, one_of_each, model):
        stranger = staff("stranger")

        assert stranger.get(changelist(model)).status_code == 403
        assert stranger.get(page(model, one_of_each[model])).status_code == 403

    def test_staff_without_the_right_cannot_look_a_stream_up_or_verify_it(self, one_of_each):
        stranger = staff("stranger")

        for name in ("thing-1", "thing-2"):
            assert stranger.get(reverse("admin:eventstore_stream_by_name", args=[name])).status_code == 403
        assert stranger.get(reverse("admin:eventstore_stream_verify", args=[one_of_each["stream"]])).status_code == 403

    @pytest.mark.parametrize("model", MODELS)
    def test_whoever_is_no_staff_is_sent_to_the_login(self, client, one_of_each, model):
        plain = client_of(get_user_model().objects.create_user("plain", password="the-orb-is-copper"))
        for browser in (client, plain):
            response = browser.get(changelist(model))
            assert response.status_code == 302
            assert response.url.startswith(reverse("admin:login"))

    def test_the_home_shows_a_stranger_nothing_of_the_log(self, one_of_each):
        home = staff("stranger").get(reverse("admin:index"))

        assert home.status_code == 200
        assert "last_events" not in home.context
        assert "parked" not in home.context
