"""People of before they had an app of their own go on: rows, relations, rights, addresses, history."""

import uuid

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

import matches.models
from campaigns.models import Campaign, Candidate, Company, Member
from matches.models import Match, Seat, SeatOffer
from tests.matches.test_concurrent import on_disk  # noqa: F401 – a fixture
from web.models import Account, ApiToken
from web.tokens import digest, find_token

BEFORE = [("matches", "0008_sort_keys"), ("web", None)]
AT = "2026-05-01T12:00:00+00:00"
SECRET = "skald_of-before"
TABLES = ("matches_account", "matches_apitoken")
POINTING = {Match: "gm", Seat: "account", SeatOffer: "account", Campaign: "gm"}
POINTING |= {Member: "account", Candidate: "account", Company: "owner"}


def test_the_tables_have_their_names():
    assert (Account._meta.db_table, matches.models.Account._meta.db_table) == ("matches_account", "matches_account")
    assert ApiToken._meta.db_table == "matches_apitoken"


@pytest.mark.django_db
def test_rights_and_addresses_are_those_of_matches():
    assert reverse("admin:matches_account_changelist") == "/admin/matches/account/"
    rights = Permission.objects.filter(codename__endswith="_account").values_list("content_type__app_label", flat=True)
    assert set(rights) == {"matches"}
    kind = ContentType.objects.get_for_model(matches.models.Account, for_concrete_model=False)
    assert (kind.app_label, kind.model) == ("matches", "account")


@pytest.mark.django_db
def test_no_migration_is_lacking():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def stored():
    """Every row of the two tables, and every content type of theirs with its rights."""
    found = {}
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")  # noqa: S608 – names of our own
            found[table] = cursor.fetchall()
    for kind in ContentType.objects.filter(model__in=("account", "apitoken")):
        rights = kind.permission_set.values_list("codename", flat=True)
        found[f"{kind.app_label}.{kind.model}"] = (kind.pk, sorted(rights))
    return found


def fill(apps):
    """A row in every table that names people, rights, and a line of history, as the release before wrote them."""

    def make(label, **fields):
        return apps.get_model(label).objects.create(**fields)

    gail, ann = (make("auth.User", username=name, password="!") for name in ("gail", "ann"))
    runs, plays = (make("matches.Account", user=user) for user in (gail, ann))
    make("matches.ApiToken", user=gail, name="bot", digest=digest(SECRET), expires_at="2099-01-01T00:00:00+00:00")
    listed = {"id": uuid.uuid4(), "title": "Final", "version": 1, "created_at": AT, "updated_at": AT}
    match = make("matches.Match", ruleset="ishmek", ruleset_version=1, gm=runs, **listed)
    make("matches.Seat", match=match, name="home", account=plays)
    make("matches.SeatOffer", match=match.pk, seat="away", name="ann", account=plays, by_name="gail")
    campaign = make("campaigns.Campaign", game="istra", gm=runs, **listed)
    make("campaigns.Member", campaign=campaign, account=plays, person=plays.key.hex)
    make("campaigns.Candidate", campaign=campaign, account=plays, person=plays.key.hex, kind="asked")
    listed.pop("title")
    make("campaigns.Company", campaign=campaign, name="Kites", owner=plays, gold=0, **listed)
    for name in ("view_account", "view_apitoken"):
        ann.user_permissions.add(apps.get_model("auth.Permission").objects.get(codename=name))
    kind = apps.get_model("contenttypes.ContentType").objects.get(app_label="matches", model="account")
    make("admin.LogEntry", user=gail, content_type=kind, object_id=str(runs.pk), object_repr="gail", action_flag=2)


@pytest.mark.postgresql
@pytest.mark.usefixtures("on_disk")
@pytest.mark.django_db(transaction=True)
def test_rows_of_before_are_whole_after_the_upgrade_and_on_the_way_back(django_user_model):
    try:
        fill(MigrationExecutor(connection).migrate(BEFORE).apps)
        before = stored()
        call_command("migrate", verbosity=0)
        after, named = stored(), people()
        MigrationExecutor(connection).migrate(BEFORE)
        back = stored()
    finally:
        call_command("migrate", verbosity=0)
    assert [len(before[name]) for name in (*TABLES, "matches.account", "matches.apitoken")] == [2, 1, 2, 2]
    assert {name: back[name] for name in before} == before
    assert after["web.apitoken"] == before["matches.apitoken"]
    assert "matches.apitoken" not in after
    for name in (*TABLES, "matches.account"):
        assert after[name] == before[name], name
    assert named == people() == {kind: "gail" if relation == "gm" else "ann" for kind, relation in POINTING.items()}
    assert find_token(SECRET).user.username == "gail"
    ann = django_user_model.objects.get(username="ann")
    assert ann.get_all_permissions() == {"matches.view_account", "web.view_apitoken"}
    assert LogEntry.objects.get().get_edited_object() == Account.objects.get(user__username="gail")
    check_relations_hold()
    ann.delete()
    assert set(people().values()) == {"gail", None}
    assert django_user_model.objects.create_user("bob").account.key


def people():
    """By table the name of the one whom its row points to."""
    return {
        kind: kind.objects.values_list(f"{relation}__user__username", flat=True).get()
        for kind, relation in POINTING.items()
    }


def check_relations_hold():
    for kind, relation in POINTING.items():
        with pytest.raises(IntegrityError):
            point_to_nobody(kind, relation)


@transaction.atomic
def point_to_nobody(kind, relation):
    kind.objects.update(**{f"{relation}_id": 2**30})
    connection.check_constraints()
