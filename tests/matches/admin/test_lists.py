"""The lists of matches, seats and accounts: what they show, to whom, with how many queries; and that they only show."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches import service
from matches.models import Match, Seat
from tests.matches.admin.conftest import client_of, staff
from web.models import Account

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

MODELS = ("match", "seat", "account")
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def changelist(model, **query):
    return reverse(f"admin:matches_{model}_changelist", query=query)


def many(count):
    """Rows of matches, each with a GM and two held seats of its own; they stand in no log."""
    users = get_user_model().objects.bulk_create(
        get_user_model()(username=f"user{Account.objects.count()}-{n}", password="!") for n in range(count)
    )
    accounts = Account.objects.bulk_create(Account(user=user) for user in users)
    matches = Match.objects.bulk_create(
        Match(
            id=uuid4(),
            title=f"Match {n}",
            ruleset="ishmek",
            ruleset_version=1,
            visibility="public",
            gm=account,
            gm_name=account.user.username,
            version=9,
            summary={"waits_for": ["home"], "headline": {"turn": 1, "turns_total": 3}},
            created_at=NOW,
            updated_at=NOW,
        )
        for n, account in enumerate(accounts)
    )
    Seat.objects.bulk_create(
        Seat(match=match, name=name, account=match.gm, holder=match.gm_name)
        for match in matches
        for name in ("home", "away")
    )


def queries(client, address):
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("who", ["gm", "root"])
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(request, who, model):
    client = request.getfixturevalue(who)
    many(3)
    few = queries(client, changelist(model))
    many(300)

    assert queries(client, changelist(model)) == few <= 14


def test_the_home_takes_as_many_queries_for_many_matches_as_for_few(root):
    many(3)
    root.get(reverse("admin:index"))  # the first visit is put on record
    few = queries(root, reverse("admin:index"))
    many(300)

    assert queries(root, reverse("admin:index")) == few


def test_it_shows_score_turn_and_who_must_act(gm, arena):
    page = gm.get(changelist("match")).content.decode()

    assert "Ravens at dawn" in page
    assert "Ravens 0 – Herons 0" in page
    assert "1\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}10" in page
    assert "Ravens (nobody yet)" in page


def test_the_page_of_a_match_links_to_match_page_replay_and_stream(gm, arena):
    page = gm.get(reverse("admin:matches_match_change", args=[arena])).content.decode()

    stream = reverse("admin:eventstore_stream_by_name", args=[f"match-{arena}"])
    for address in (reverse("pages:match", args=[arena]), reverse("pages:replay", args=[arena]), stream):
        assert f'href="{address}"' in page
    assert gm.get(stream, follow=True).status_code == 200


def test_a_fork_links_to_the_moment_it_was_forked_from_and_is_linked_from_there(gm, alice, arena):
    version = service.load(alice, arena).match.version - 1  # the last event says who hosts the match
    fork = service.fork_match(alice, arena, service.NewFork(version=version, title="Ravens at dusk"))

    page = gm.get(reverse("admin:matches_match_change", args=[fork])).content.decode()
    assert f"{reverse('pages:replay', args=[arena])}?n={version}" in page
    source = gm.get(reverse("admin:matches_match_change", args=[arena])).content.decode()
    assert "Ravens at dusk" in source


def test_forks_that_one_may_not_see_are_not_told_of(gm, other_staff, root, alice, arena):
    version = service.load(alice, arena).match.version - 1
    for visibility in ("private", "unlisted", "public"):
        order = service.NewFork(version=version, title=f"A {visibility} dusk", visibility=visibility)
        service.fork_match(alice, arena, order)

    pages = {
        client: client.get(reverse("admin:matches_match_change", args=[arena])).content.decode()
        for client in (gm, other_staff, root)
    }
    for client, told in ((gm, True), (other_staff, False), (root, True)):
        assert ("A private dusk" in pages[client]) is told
        assert ("A unlisted dusk" in pages[client]) is told
        assert "A public dusk" in pages[client]


@pytest.mark.parametrize("model", ["match", "seat"])
def test_private_matches_of_others_are_not_listed(gm, other_staff, root, match, model):
    assert gm.get(changelist(model)).context["cl"].result_count > 0
    assert root.get(changelist(model)).context["cl"].result_count > 0
    assert other_staff.get(changelist(model)).context["cl"].result_count == 0


def test_a_private_match_of_others_has_no_page(gm, other_staff, match):
    page = reverse("admin:matches_match_change", args=[match])

    assert gm.get(page).status_code == 200
    assert other_staff.get(page, follow=True).redirect_chain  # Django sends them home with a message


def found(client, model, **query):
    response = client.get(changelist(model, **query))
    assert response.status_code == 200
    return response.context["cl"].result_count


def test_matches_are_found_by_title_gm_holder_and_id(gm, arena, match):
    assert found(gm, "match", q="dawn") == 1
    assert found(gm, "match", q="alice") == 2
    assert found(gm, "match", q="bob") == 1
    assert found(gm, "match", q=str(match)) == 1
    assert found(gm, "match", q="nothing of the sort") == 0
    assert found(gm, "match", q=str(uuid4())) == 0


def test_matches_are_filtered(gm, users, arena, match):
    alice = Account.objects.get(user=users["alice"]).pk
    assert found(gm, "match", status__exact="waiting") == 2
    assert found(gm, "match", status__exact="finished") == 0
    assert found(gm, "match", visibility__exact="public") == 1
    assert found(gm, "match", ruleset="ishmek") == 1
    assert found(gm, "match", origin="fork") == 0
    assert found(gm, "match", origin="new") == 2
    assert found(gm, "match", gm__id__exact=alice) == 2
    assert found(gm, "match", created_at_from="2026-01-01") == 2
    assert found(gm, "match", created_at_to="2001-01-01") == 0


@pytest.mark.parametrize(
    "query",
    [
        {"ruleset": "chess"},
        {"gm__id__exact": "x"},
        {"p": "-3"},
        {"o": "99"},
        {"q": "%"},
        {"_facets": "True"},
        {"created_at_from": "x"},
        {"created_at_to": "9999-12-31"},
    ],
)
def test_a_list_survives_what_people_type_into_addresses(gm, arena, query):
    assert gm.get(changelist("match", **query)).status_code in (200, 302)


def test_accounts_and_matches_can_be_chosen_by_typing(gm, arena):
    for field, model, part, expected in (("gm", "match", "ali", "alice"), ("match", "seat", "dawn", "Ravens at dawn")):
        query = {"app_label": "matches", "model_name": model, "field_name": field, "term": part}
        results = gm.get(reverse("admin:autocomplete", query=query)).json()["results"]
        assert expected in results[0]["text"]


def rows():
    return [list(kind.objects.order_by("pk").values()) for kind in (Match, Seat, Account)]


def one(model):
    return {"match": Match, "seat": Seat, "account": Account}[model].objects.order_by("pk").first().pk


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_added_changed_or_deleted_even_by_superusers(root, match, model):
    before, pk = rows(), one(model)

    for page, args in (("add", []), ("change", [pk]), ("delete", [pk])):
        address = reverse(f"admin:matches_{model}_{page}", args=args)
        assert root.post(address, {"title": "Mine", "name": "x", "post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [str(pk)], "post": "yes"}
    root.post(changelist(model), chosen)
    root.post(changelist(model), {"form-TOTAL_FORMS": "1", "form-0-id": str(pk), "_save": "Save"})

    assert rows() == before


@pytest.mark.parametrize("model", MODELS)
def test_staff_without_the_right_see_no_list(users, match, model):
    client = client_of(staff(users["eve"]))

    assert client.get(changelist(model)).status_code == 403
    assert client.get(reverse(f"admin:matches_{model}_change", args=[one(model)])).status_code == 403


@pytest.mark.parametrize("model", MODELS)
def test_whoever_is_no_staff_is_sent_to_the_login(users, client, match, model):
    for browser in (client, client_of(users["bob"])):
        response = browser.get(changelist(model))
        assert response.status_code == 302
        assert response.url.startswith(reverse("admin:login"))


def test_the_home_shows_how_the_matches_stand(gm, root, other_staff, match, arena):
    def standing(client):
        return {status["label"]: status["number"] for status in client.get(reverse("admin:index")).context["statuses"]}

    assert standing(gm)["Waiting"] == standing(root)["Waiting"] == 2
    assert standing(other_staff)["Waiting"] == 1


def test_the_home_shows_each_part_to_whom_it_is_for(users, arena):
    home = client_of(staff(users["eve"], "view_match")).get(reverse("admin:index"))

    assert "statuses" in home.context
    assert "last_events" not in home.context
    titles = [item["title"] for group in home.context["sidebar_navigation"] for item in group["items"]]
    assert titles == ["Home", "Matches"]
