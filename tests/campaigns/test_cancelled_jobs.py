"""Jobs of campaigns that the GM cancels while a worker is at them: whatever they are for, nothing comes of it."""

import pytest

from campaigns.errors import NO_DICE_HERE
from eventstore import api as store
from eventstore.models import Event
from jobs import kinds, queue
from jobs.models import Job
from jobs.queue import job_of
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, job, start

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    """Ann has ordered walls that stand after one downtime; Cora is a member without a company."""
    evening = Evening("ann", "bob", rules={"hall_downtimes": 1})
    evening.join("cora")
    evening.do("award_gold", company=evening.companies["ann"], amount=5_000, reason="A treasure")
    evening.do("upgrade_hall", by="ann", company=evening.companies["ann"], upgrade="walls")
    return evening


def fight(evening):
    start(evening, "ann", "bob")


def fight_to_the_end(evening):
    concede(start(evening, "ann", "bob"))


def wait(evening):
    evening.do("start_downtime")


def let_a_curse_run_out(evening):
    curse = {"company": evening.companies["ann"], "hero": "h1", "name": "cursed", "ends": "hours", "length": 1}
    evening.do("add_condition", **curse, reason="A witch.")
    evening.do("advance_clock", hours=1, reason="A nap.")


def give_the_campaign_away(evening):
    start(evening, "ann", "bob")
    evening.do("set_role", account=evening.key("cora"), role="gm")


def bring_the_dice(evening):
    """As after `take_over_dice`: one job has waited for a roll."""
    job_of("settle_match", evening.id, "parked", "campaign-1", 1).save()
    Job.objects.filter(subject="parked").update(state="parked", error_type=NO_DICE_HERE)
    written = [job_of("try_again", evening.id, str(evening.id), "campaign-1", 2)]
    queue.write(written)
    queue.at_once(written)


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        ("open_battle", fight),
        ("settle_match", fight_to_the_end),
        ("finish_upgrades", wait),
        ("end_conditions", let_a_curse_run_out),
        ("hand_on_battles", give_the_campaign_away),
        ("try_again", bring_the_dice),
    ],
)
def test_nothing_comes_of_it(evening, monkeypatch, kind, cause):
    """The worker has begun, and has come to no step yet, when the GM cancels."""
    work, log = kinds.work_of(kind), []

    def cancelled_before(running):
        assert queue.cancel(running.job.pk, "user:gail", "It must not happen.")
        log.append(Event.objects.count())
        return work(running)

    monkeypatch.setitem(kinds._works, kind, cancelled_before)
    cause(evening)
    queue.sweep(60)
    assert log == [Event.objects.count()]
    assert (job(kind).state, job(kind).result) == (Job.State.CANCELLED, {})
    assert Job.objects.filter(subject="parked").exclude(state="parked").count() == 0
    assert store.check("campaigns") == []
    assert store.check("matches") == []


def test_every_kind_is_tried():
    tried = {kind for kind, _ in test_nothing_comes_of_it.pytestmark[0].args[1]}
    assert tried == {kind for kind in kinds.kinds() if kinds.work_of(kind).__module__.startswith("campaigns.")}


@pytest.mark.parametrize(("when", "shown"), [("before its next step is shown", 0), ("after that", 1)])
def test_what_it_did_before_stays(evening, when, shown):
    """Walls of Bob's hall are due as well; the GM cancels after the first company's are finished."""
    evening.do("award_gold", company=evening.companies["bob"], amount=5_000, reason="A treasure")
    evening.do("upgrade_hall", by="bob", company=evening.companies["bob"], upgrade="walls")
    evening.do("start_downtime")
    (due,) = Job.objects.filter(kind="finish_upgrades").values_list("pk", flat=True)

    class Once:
        """Cancels between the first company and the second."""

        def __init__(self, running):
            self.running, self.job = running, running.job

        def progress(self, done, of):
            if done and not shown:
                assert queue.cancel(due, "user:gail", "Enough.")
            self.running.progress(done, of)
            if done and shown:
                assert queue.cancel(due, "user:gail", "Enough.")

        def hold(self):
            self.running.hold()

    work = kinds.work_of("finish_upgrades")
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(kinds._works, "finish_upgrades", lambda running: work(Once(running)))
        queue.sweep(60)
    finished = [evening.types(name).count("hall_upgraded") for name in ("ann", "bob")]
    assert sorted(finished) == [0, 1]
    over = job("finish_upgrades")
    assert (over.state, over.done, over.of) == (Job.State.CANCELLED, shown, 2)
