"""Snapshots of long streams: they change nothing but the time, and may vanish at any time."""

import uuid

import pytest
from django.db import DatabaseError, transaction
from msgspec.structs import replace

from campaigns import loading, snapshots
from campaigns.event_codec import CAMPAIGNS, COMPANIES
from campaigns.loading import load_campaign, load_company
from campaigns.models import Campaign as CampaignRow, Company as CompanyRow
from eventstore import api as store
from eventstore.models import Snapshot
from jobs import queue
from matches.recent import RecentFolds
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, play_out, start
from tests.matches.test_concurrent import on_disk  # noqa: F401 – a fixture

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

FAR = 8


@pytest.fixture(autouse=True)
def near(monkeypatch):
    monkeypatch.setattr(snapshots, "FAR", FAR)


@pytest.fixture
def strange(monkeypatch):
    """What lets this process forget all that it has folded."""

    def forget():
        monkeypatch.setattr(loading, "_recent", {key: RecentFolds(8) for key in loading._recent})

    return forget


@pytest.fixture
def evening():
    """A campaign and a company, each with more events than are folded without leaving a snapshot."""
    evening = Evening("bob")
    for number in range(FAR):
        evening.do("award_gold", company=evening.companies["bob"], amount=1, reason=f"luck {number}")
        evening.do("rename_campaign", title=f"Night {number}")
    return evening


def left():
    """The snapshots of campaigns and companies."""
    return Snapshot.objects.exclude(stream__kind="match")


def loads(evening):
    return [load_campaign(evening.id), load_company(uuid.UUID(evening.companies["bob"]))]


def test_snapshot_and_tail_are_the_whole_fold(evening, strange):
    strange()
    whole = loads(evening)
    assert {one.stream.name for one in left().select_related("stream")} == {one.stream for one in whole}
    strange()
    assert loads(evening) == whole
    evening.do("award_gold", company=evening.companies["bob"], amount=5, reason="more")
    evening.do("rename_campaign", title="The Thaw")
    strange()
    with_tail = loads(evening)
    assert left().count() == 2
    for one in with_tail:
        store.discard_snapshots(one.stream)
    strange()
    assert loads(evening) == with_tail
    assert [one.version - before.version for one, before in zip(with_tail, whole, strict=True)] == [1, 1]


def test_every_moment_of_a_stream_comes_back_from_a_snapshot(strange):
    """What an event may leave behind in a state is the same once it was written down and read again."""
    evening = Evening("ann", "bob")
    play_out(start(evening, "ann", "bob"))
    queue.sweep(10)
    evening.found("ann")
    given_up = start(evening, "ann", "bob")
    concede(given_up)
    queue.sweep(10)
    evening.do("void_battle", match=str(given_up), reason="rain")
    evening.do("set_house_rule", name="hall_downtimes", value=2)
    evening.do("invite", account=evening.key("cora"))
    for aggregate, one in zip((CAMPAIGNS, COMPANIES), loads(evening), strict=True):
        for version in range(1, one.version + 1):
            strange()
            fold = loading.load(aggregate, one.id, version)
            snapshots.leave(aggregate, one.stream, snapshots.Fold(fold.state, version, fold.hash))
            assert snapshots.find(aggregate, one.stream, version) == (fold.state, version, fold.hash)
            store.discard_snapshots(one.stream)


def test_what_a_snapshot_is_beyond_is_folded_without_it(evening, strange):
    strange()
    whole = loads(evening)[0]
    early = load_campaign(evening.id, 3)
    assert (early.version, early.state.title, whole.state.title) == (3, "The Long Winter", f"Night {FAR - 1}")


def test_short_streams_leave_none(strange):
    evening = Evening()
    strange()
    load_campaign(evening.id)
    assert not left().exists()


def test_none_is_left_in_a_transaction(evening, strange):
    strange()
    with transaction.atomic():
        loads(evening)
    assert not left().exists()


@pytest.mark.parametrize("body", [b"{}", b'{"state": {"title": 4}, "hash": ""}', b'{"state": null, "hash": "xy"}'])
def test_one_that_nobody_can_read_is_thrown_away(evening, strange, body):
    kept = loads(evening)[0]
    store.save_snapshot(kept.stream, kept.version, snapshots.fold_version(CAMPAIGNS), body)
    strange()
    assert load_campaign(evening.id) == kept
    (anew,) = left()
    assert bytes(anew.body) != body


def test_one_that_cannot_be_left_is_no_error(evening, strange, monkeypatch):
    def full(*_):
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(store, "save_snapshot", full)
    strange()
    assert [one.version for one in loads(evening)] == [store.head(one.stream).version for one in loads(evening)]


@pytest.fixture
def wrong(evening, strange):
    """Snapshots that somebody left who folded otherwise."""
    for aggregate, one in zip((CAMPAIGNS, COMPANIES), loads(evening), strict=True):
        name = {"title": "Never"} if aggregate is CAMPAIGNS else {"name": "Never"}
        snapshots.leave(aggregate, one.stream, snapshots.Fold(replace(one.state, **name), one.version, one.hash))
    strange()
    assert {load_campaign(evening.id).state.title, load_company(uuid.UUID(evening.companies["bob"])).state.name} == {
        "Never"
    }
    return evening


def test_the_check_believes_no_snapshot(wrong):
    assert store.check("campaigns") == []
    CampaignRow.objects.update(title="Never")
    CompanyRow.objects.filter(pk=wrong.companies["bob"]).update(name="Never")
    assert [line.partition(": ")[2] for line in store.check("campaigns")] == [
        f"title is 'Never' in the row and 'Night {FAR - 1}' in the log",
        "name is 'Never' in the row and \"Bob's\" in the log",
    ]


def test_what_is_made_again_is_made_without_snapshots(wrong):
    store.rebuild("campaigns")
    assert CampaignRow.objects.get().title == f"Night {FAR - 1}"
    assert CompanyRow.objects.get(pk=wrong.companies["bob"]).name == "Bob's"
    assert load_campaign(wrong.id).state.title == f"Night {FAR - 1}"
