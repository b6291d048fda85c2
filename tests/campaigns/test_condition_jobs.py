"""Conditions end by a job once their time has come, in every company of a campaign, once."""

import pytest

from campaigns.loading import load_campaign
from jobs import queue
from jobs.models import Job
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, job, start
from tests.rules.play import rule

State = Job.State
pytestmark = pytest.mark.django_db


@pytest.fixture
def cursed():
    """Ann's and Bob's first heroes are cursed for five hours."""
    evening = Evening("ann", "bob")
    for name in ("ann", "bob"):
        order = {"company": evening.companies[name], "hero": "h1", "name": "cursed", "reason": "A witch."}
        evening.do("add_condition", ends="hours", length=5, **order)
    return evening


def conditions(evening, name):
    return [one.name for one in evening.company(name).heroes["h1"].conditions]


@rule("KERNEL-CAMP-16")
def test_they_end_when_their_hour_has_come(cursed):
    cursed.do("advance_clock", hours=4, reason="A walk.")
    queue.sweep(60)
    assert (job("end_conditions").result, conditions(cursed, "ann")) == ({"ended": []}, ["cursed"])
    cursed.do("advance_clock", hours=1, reason="A rest.")
    queue.sweep(60)
    done = Job.objects.filter(kind="end_conditions").latest("cause_version")
    assert sorted(done.result["ended"]) == sorted(cursed.companies.values())
    assert (done.done, done.of, done.subject) == (2, 2, str(cursed.id))
    assert (conditions(cursed, "ann"), conditions(cursed, "bob")) == ([], [])


def test_those_of_who_is_in_battle_end_after_it(cursed):
    match = start(cursed, "ann", "bob")
    cursed.do("advance_clock", hours=5, reason="A long battle.")
    queue.sweep(60)
    assert (job("end_conditions").result, conditions(cursed, "ann")) == ({"ended": []}, ["cursed"])
    concede(match)
    queue.sweep(60)
    assert (conditions(cursed, "ann"), conditions(cursed, "bob")) == ([], [])
    assert {one.state for one in Job.objects.all()} == {State.DONE}


def test_they_end_once(cursed):
    cursed.do("advance_clock", hours=5, reason="x")
    queue.sweep(60)
    before = load_campaign(cursed.id).version
    Job.objects.filter(kind="end_conditions").update(state=State.WAITING)
    queue.sweep(60)
    assert (cursed.types("ann").count("condition_ended"), load_campaign(cursed.id).version) == (1, before)


def test_a_downtime_with_days_ends_them_too(cursed):
    cursed.do("set_house_rule", name="downtime_days", value=1)
    cursed.do("start_downtime")
    queue.sweep(60)
    assert (cursed.campaign.hour, conditions(cursed, "ann")) == (24, [])
