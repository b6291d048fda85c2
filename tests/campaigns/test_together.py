"""Many at the same campaign at once: acts, the follower and a rebuild wait for each other, and never in a ring."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psycopg
import pytest
from django.db import connections

from campaigns import service
from campaigns.models import Campaign, Company
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from tests.campaigns.acting import Evening, make_person
from tests.campaigns.fighting import concede, job, start
from tests.eventstore.processes import postgresql_url
from tests.matches.test_concurrent import on_disk  # noqa: F401 – a fixture
from tests.matches.test_locks import WAIT_SECONDS, meanwhile
from web.errors import Busy, Refusal

PEOPLE = 4
ACTS = 6
CROWD = 20
BATTLES = 12
SPEAR = 5  # gold pieces


def patiently(act, *args, **fields):
    """The same request until it is answered."""
    for _ in range(50):
        try:
            return act(*args, **fields)
        except Busy:
            continue
    raise AssertionError("it was overtaken for ever")


def together(*calls):
    """What the calls come to, each in a thread of its own."""

    def closing(call):
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result(WAIT_SECONDS) for future in [pool.submit(closing, call) for call in calls]]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_everybody_acts_at_once_and_all_of_it_happens_once():
    evening = Evening("ann", "bob", "cora")
    ann, bob, cora = (evening.companies[name] for name in ("ann", "bob", "cora"))
    ring = [(ann, bob), (bob, cora), (cora, ann), (bob, ann)]

    def worker(number):
        source, target = ring[number]
        for act in range(ACTS):
            order = {"company": source, "to": target, "gold": 1, "reason": "dice"}
            key = f"{number} {act}"
            patiently(evening.do, "transfer", key=key, **order)
            patiently(evening.do, "transfer", key=key, **order)
            patiently(evening.do, "award_gold", company=target, amount=1, reason="luck", key=f"luck {key}")
            patiently(evening.do, "rename_campaign", title=f"Night {number}.{act}", key=f"name {key}")

    together(*(lambda number=number: worker(number) for number in range(PEOPLE)))
    gold = {name: evening.company(name).gold for name in ("ann", "bob", "cora")}
    # Bob receives once and gives twice a round; each transfer is followed by a gold piece for who received it.
    assert gold == {"ann": 300 + ACTS * (2 - 1 + 2), "bob": 300 + ACTS * (1 - 2 + 1), "cora": 300 + ACTS}
    assert evening.types().count("campaign_renamed") == PEOPLE * ACTS
    assert store.check("campaigns") == []
    assert list(store.verify_store()) == []


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_nobody_of_a_crowd_is_sent_away():
    """Each asks once: for gold to go round, at the campaign or at a company of their own."""
    evening = Evening("ann", "bob", "cora")
    ann, bob, cora = (evening.companies[name] for name in ("ann", "bob", "cora"))
    rounds = CROWD // 4
    acts = [
        act
        for number in range(rounds)
        for act in (
            partial(evening.do, "transfer", company=ann, to=bob, gold=1, reason="dice"),
            partial(evening.do, "award_gold", company=cora, amount=1, reason="luck"),
            partial(evening.do, "buy_item", by="bob", company=bob, item="spear"),
            partial(evening.do, "rename_campaign", title=f"Night {number}"),
        )
    ]
    together(*acts)
    assert [evening.company(name).gold for name in ("ann", "bob", "cora")] == [
        300 - rounds,
        300 + rounds - rounds * SPEAR,
        300 + rounds,
    ]
    assert evening.company("bob").stash == {"spear": rounds}
    assert evening.types().count("campaign_renamed") == rounds
    assert all(sum(evening.company(name).ledger.values()) == evening.company(name).gold for name in evening.companies)
    assert store.check("campaigns") == []
    assert list(store.verify_store()) == []


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_workers_who_settle_battles_of_one_campaign_step_back_for_nobody():
    evening = Evening("ann", "bob")
    for _ in range(BATTLES):
        for name in ("ann", "bob"):
            evening.found(name, heroes=1)
        concede(start(evening, "ann", "bob"))
    due = list(Job.objects.filter(kind="settle_match").values_list("pk", flat=True))

    def settle(share):
        for job_id in share:
            queue.run(job_id)

    together(*(partial(settle, due[worker::PEOPLE]) for worker in range(PEOPLE)))
    settled = Job.objects.filter(kind="settle_match").values_list("state", "attempts", "error")
    assert list(settled) == [(Job.State.DONE, 1, "")] * BATTLES
    assert evening.types().count("battle_settled") == BATTLES
    assert store.check("campaigns") == []


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_same_request_at_once_opens_one_campaign():
    gail = make_person("gail")
    order = {"title": "The Long Winter", "game": "istra"}
    opened = together(*(lambda: patiently(service.open_campaign, gail, order, key="k") for _ in range(PEOPLE)))
    assert len({done.campaign.id for done in opened}) == 1
    assert Campaign.objects.count() == 1
    assert store.check("campaigns") == []


@pytest.fixture
def other():
    with psycopg.connect(postgresql_url(), autocommit=True) as raw:
        raw.execute("BEGIN")
        yield raw


@pytest.mark.postgresql(only=True)
@pytest.mark.django_db(transaction=True)
def test_a_rebuild_waits_for_an_act_that_looks_at_the_campaign(other):
    """The act holds the row of the campaign and comes to that of its company."""
    evening = Evening("ann")
    other.execute("SELECT FROM campaigns_campaign WHERE id = %s FOR SHARE", (evening.id,))
    with meanwhile(lambda: store.rebuild("campaigns"), other) as done:
        other.execute("UPDATE campaigns_company SET motto = motto WHERE id = %s", (evening.companies["ann"],))
        other.execute("COMMIT")
        assert done.result(WAIT_SECONDS).state is store.State.CAUGHT_UP
    assert store.check("campaigns") == []


@pytest.mark.postgresql(only=True)
@pytest.mark.django_db(transaction=True)
def test_an_act_of_a_company_waits_for_one_that_changes_the_rules_it_goes_by(other):
    evening = Evening("ann")
    other.execute("UPDATE campaigns_campaign SET title = title WHERE id = %s", (evening.id,))
    company = evening.companies["ann"]
    with meanwhile(lambda: evening.do("buy_item", by="ann", company=company, item="spear"), other) as done:
        other.execute("SELECT FROM campaigns_company WHERE id = %s FOR UPDATE NOWAIT", (company,))
        other.execute("COMMIT")
        done.result(WAIT_SECONDS)
    assert Company.objects.get(pk=company).gold == 295
    assert store.check("campaigns") == []


def code(act, *args, **fields):
    """What a request comes to: "done", or the code that it is refused with."""
    try:
        patiently(act, *args, **fields)
    except Refusal as refusal:
        return refusal.code
    return "done"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_battle_that_all_give_up_at_once_ends_once_and_is_settled_once():
    evening = Evening("ann", "bob")
    match_id = start(evening, "ann", "bob")
    ends = together(*(lambda: code(concede, match_id) for _ in range(PEOPLE)))
    assert sorted(ends) == ["battle_over"] * (PEOPLE - 1) + ["done"]
    assert job("settle_match", match_id).state == Job.State.WAITING
    queue.sweep(10)
    assert evening.campaign.battles[str(match_id)].stage == "recorded"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_settling_by_the_worker_and_by_the_gm_at_once_parks_nothing():
    evening = Evening("ann", "bob")
    match_id = start(evening, "ann", "bob")
    concede(match_id)
    settling = job("settle_match").pk
    record = partial(code, evening.do, "record_battle", match=str(match_id))
    void = partial(code, evening.do, "void_battle", match=str(match_id), reason="rain")
    together(record, partial(queue.run, settling), void, partial(queue.run, settling), record)
    assert evening.campaign.battles[str(match_id)].stage == "voided"
    queue.sweep(10)
    assert job("settle_match").state != Job.State.PARKED
    assert [evening.company(name).gold for name in ("ann", "bob")] == [300, 300]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_many_who_follow_a_link_at_once_find_it_good_for_one():
    evening = Evening()
    token = service.invite_by_link(evening.people["gail"], evening.id)
    ends = together(
        *(partial(code, service.join_by_link, evening.people[name], token) for name in ("ann", "bob", "cora", "eve"))
    )
    assert sorted(ends) == ["done", "not_found", "not_found", "not_found"]
    assert len(evening.campaign.people) == 2
    assert evening.campaign.invites == {}
