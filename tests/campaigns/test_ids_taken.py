"""A stranger imports a match that bears the ids which the house would give its own commands: all is done, and once."""

import io
import json
from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid5

import pytest
from django.conf import settings as house
from django.db import OperationalError
from msgspec.json import encode

from campaigns import handler
from campaigns.domain.campaign.commands import RecordBattle
from campaigns.work import request_of
from eventstore import api as store
from jobs import queue
from jobs.claimed import ClaimedJob
from jobs.models import Job
from matches import service
from matches.loading import load_match
from matches.models import stream_of
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, job, start
from tests.eventstore.forged_files import posing, taking
from web.errors import Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

# What anybody reads in the source: how jobs are called, and what the house calls a command of a job.
JOBS = UUID("1f6a0c0e-53d7-5b0e-8d0b-6a8f5f3e2c71")
HOUSE_COMMANDS = UUID("5b0d6f2e-8f0a-5d0c-9c86-3c1d1f2f5a77")
SETUP = json.loads((Path(house.BASE_DIR) / "matches/simulation/setups/istra.json").read_text())
# A battle that was given up, or fought, ends at one of these.
VERSIONS = range(1, 400)
State = Job.State


def public_name(kind, subject, cause, version, part=""):
    """The id of a command of a job, as whoever knows what causes the job works it out."""
    waits = uuid5(JOBS, f"{kind}\n{subject}\n{cause}\n{version}")
    return uuid5(HOUSE_COMMANDS, f"house\njob {waits} {part}".strip())


def settling(match):
    """The ids of what settles a battle, whatever the version at which its match ends."""
    return [public_name("settle_match", match, stream_of(match), version) for version in VERSIONS]


def parts(evening, commands):
    """The ids of the parts that commands write to companies."""
    return [uuid5(command, f"company-{company}") for command in commands for company in evening.companies.values()]


def a_match(who):
    """The file of a match of one's own making."""
    own = service.create_match(who, service.NewMatch(ruleset="istra", setup=SETUP))
    service.set_title(who, own, "A title")
    file = io.BytesIO()
    service.export_match(who, own, file)
    return file.getvalue()


def take(evening, commands):
    """Eve, who is in no campaign, takes in a match of her own making: each event of a title bears one of the ids."""
    eve = evening.people["eve"]
    forged = service.import_match(eve, io.BytesIO(taking(a_match(eve), commands)))
    assert all(store.find_command(one).stream == stream_of(forged) for one in commands)


def put_back(written):
    """Let a job be run once more, as if its row had been put back."""
    Job.objects.filter(pk=written.pk).update(state=State.WAITING)
    queue.run(written.pk)


@pytest.fixture
def evening():
    return Evening("ann", "bob")


@pytest.fixture(params=["whole", "parts"])
def taken(request):
    """Of the commands of an act, those that are taken: it and its parts, or its parts alone."""
    return lambda evening, commands: [*(commands if request.param == "whole" else ()), *parts(evening, commands)]


def types(evening):
    return [evening.types(name) for name in ("", "ann", "bob")]


def settled(evening, match):
    """The battle is on record, once, with all companies that were in it."""
    assert (job("settle_match").state, job("settle_match").error_type) == (State.DONE, "")
    assert evening.types().count("battle_settled") == 1
    assert [evening.types(name).count("battle_recorded") for name in ("ann", "bob")] == [1, 1]
    assert [evening.company(name).in_battle for name in ("ann", "bob")] == ["", ""]
    assert store.check("campaigns") == []
    return evening.campaign.battles[str(match)].stage == "recorded"


class TestSettling:
    def test_it_works(self, evening, taken):
        match = start(evening, "ann", "bob")
        take(evening, taken(evening, settling(match)))
        concede(match)
        queue.sweep(60)
        assert settled(evening, match)
        done = types(evening)
        put_back(job("settle_match"))
        assert types(evening) == done

    def test_a_match_that_is_abandoned_sets_the_companies_free(self, evening, taken):
        match = start(evening, "ann", "bob")
        take(evening, taken(evening, settling(match)))
        service.give_command(evening.people["gail"], match, {"type": "abandon", "reason": "Rain"})
        queue.sweep(60)
        assert job("settle_match").state == State.DONE
        assert evening.campaign.battles[str(match)].stage == "abandoned"
        assert [evening.company(name).in_battle for name in ("ann", "bob")] == ["", ""]

    def test_whoever_comes_between_the_look_and_the_append_is_too_late(self, evening, taken, monkeypatch):
        match = start(evening, "ann", "bob")
        concede(match)
        real, come = store.writing, []

        def writing():
            if not come:
                come.append(True)
                take(evening, taken(evening, settling(match)))
            return real()

        monkeypatch.setattr(store, "writing", writing)
        queue.run(job("settle_match").pk)
        assert come
        assert settled(evening, match)

    def test_a_job_that_was_parked_by_it_is_tried_again(self, evening):
        """As the release before left it."""
        match = start(evening, "ann", "bob")
        concede(match)
        take(evening, settling(match))
        Job.objects.filter(kind="settle_match").update(state=State.PARKED, error_type="key_reused", attempts=1)
        assert queue.retry(job("settle_match").pk)
        queue.sweep(60)
        assert settled(evening, match)

    @pytest.mark.parametrize("attacked", [True, False])
    def test_the_same_command_is_found_again(self, evening, attacked):
        """Even where the campaign is not asked whether the battle still waits."""
        match = start(evening, "ann", "bob")
        if attacked:
            take(evening, settling(match))
        concede(match)
        queue.sweep(60)
        done, running = types(evening), ClaimedJob(job("settle_match"), "another")
        repeated = handler.carry_out(request_of(running, "record_battle"), evening.id, RecordBattle(match=str(match)))
        assert repeated.repeated
        streams = [f"campaign-{evening.id}", *(f"company-{one}" for one in evening.companies.values())]
        assert sorted(repeated.written) == sorted(streams)
        assert types(evening) == done

    def test_a_battle_that_nobody_attacks_is_settled_under_the_name_of_its_cause(self, evening):
        """As ever: what a release of old settled is found by this one, and the other way round."""
        match = start(evening, "ann", "bob")
        concede(match)
        queue.sweep(60)
        cause = job("settle_match").cause_version
        named = store.find_command(public_name("settle_match", match, stream_of(match), cause))
        asked_for = ["record_battle", "house", ["settle_match", str(match), ""]]
        assert (named.stream, named.fingerprint) == (f"campaign-{evening.id}", sha256(encode(asked_for)).digest())
        assert all(store.find_command(part) for part in parts(evening, [named.id]))


class TestOpening:
    @pytest.fixture
    def started(self, evening, monkeypatch):
        """A battle whose match is left to the workers: (its match, the id of what opens that)."""
        monkeypatch.setattr(queue, "at_once", lambda _jobs: None)
        match = start(evening, "ann", "bob")
        cause = job("open_battle")
        return match, public_name("open_battle", match, f"campaign-{evening.id}", cause.cause_version)

    def opened(self, evening, match):
        assert (job("open_battle").state, job("open_battle").error_type) == (State.DONE, "")
        assert job("open_battle").result == {"opened": True}
        types_of = [one.type.rpartition(".")[2] for one in store.read(stream_of(match))]
        assert types_of.count("match_opened") == 1
        return load_match(match).roster.campaign == str(evening.id)

    def test_it_works(self, evening, started):
        match, named = started
        take(evening, [named])
        queue.sweep(60)
        assert self.opened(evening, match)
        version = load_match(match).version
        put_back(job("open_battle"))
        assert self.opened(evening, match)
        assert load_match(match).version == version

    def test_whoever_comes_between_the_look_and_the_append_is_too_late(self, evening, started, monkeypatch):
        match, named = started
        real, come = store.writing, []

        def writing():
            if not come:
                come.append(True)
                take(evening, [named])
            return real()

        monkeypatch.setattr(store, "writing", writing)
        queue.run(job("open_battle").pk)
        assert come
        assert self.opened(evening, match)

    @pytest.mark.parametrize("who", ["bob", "eve", "the house"])
    def test_nobody_takes_in_a_match_under_the_id_of_a_battle_that_is_not_opened_yet(self, evening, started, who):
        """A member reads that id in the history of the campaign."""
        match, _named = started
        person = THE_HOUSE if who == "the house" else evening.people[who]
        forged = posing(a_match(evening.people["eve"]), match)
        with pytest.raises(Refusal) as refused:
            service.import_match(person, io.BytesIO(forged))
        assert (refused.value.code, refused.value.message) == ("diverged", "Another match of this id is here.")
        assert store.head(stream_of(match)) is None

        queue.sweep(60)
        assert self.opened(evening, match)

    def test_once_it_is_opened_the_answer_is_the_same(self, evening, started):
        match, _named = started
        queue.sweep(60)
        eve = evening.people["eve"]
        service.set_visibility(evening.people["gail"], match, "private")
        with pytest.raises(Refusal) as refused:
            service.import_match(eve, io.BytesIO(posing(a_match(eve), match)))
        assert (refused.value.code, refused.value.message) == ("diverged", "Another match of this id is here.")

    def test_the_job_says_what_to_do_where_its_match_cannot_be_opened(self, evening, started):
        """In a house that was set back, say: the battle is voided, and started again under an id of its own."""
        match, _named = started
        Job.objects.filter(kind="open_battle").update(state=State.DONE)  # so that the import is not refused
        eve = evening.people["eve"]
        service.import_match(eve, io.BytesIO(posing(a_match(eve), match)))
        put_back(job("open_battle"))
        assert (job("open_battle").state, job("open_battle").error_type) == (State.PARKED, "match_exists")
        assert "Void the battle and start it again." in job("open_battle").error

        evening.do("void_battle", match=str(match), reason="Its match is not ours")
        again = start(evening, "ann", "bob")
        queue.sweep(60)
        assert load_match(again).roster.campaign == str(evening.id)

    def test_a_battle_that_nobody_attacks_is_opened_under_the_name_of_its_cause(self, evening, started):
        match, named = started
        queue.sweep(60)
        assert self.opened(evening, match)
        assert store.find_command(named).stream == stream_of(match)


class TestHalls:
    @pytest.fixture
    def building(self):
        """Ann and Bob have ordered a hall each that stands after one downtime."""
        evening = Evening("ann", "bob", rules={"hall_downtimes": 1})
        for name in ("ann", "bob"):
            evening.do("award_gold", company=evening.companies[name], amount=5_000, reason="A treasure")
            evening.do("upgrade_hall", by=name, company=evening.companies[name], upgrade="walls")
        return evening

    def names(self, evening):
        """The ids of what finishes the halls of each company, whenever the next downtime comes."""
        campaign = str(evening.id)
        of_job = [("finish_upgrades", campaign, f"campaign-{campaign}", version) for version in range(1, 100)]
        return [public_name(*one, part=company) for one in of_job for company in evening.companies.values()]

    def finished(self, evening):
        assert (job("finish_upgrades").state, job("finish_upgrades").error_type) == (State.DONE, "")
        return [evening.types(name).count("hall_upgraded") for name in ("ann", "bob")]

    def test_it_works(self, building):
        take(building, self.names(building))
        building.do("start_downtime")
        queue.sweep(60)
        assert sorted(job("finish_upgrades").result["finished"]) == sorted(building.companies.values())
        assert self.finished(building) == [1, 1]
        put_back(job("finish_upgrades"))
        assert self.finished(building) == [1, 1]

    @pytest.mark.parametrize("attacked", [True, False])
    def test_a_worker_that_is_lost_between_two_halls_and_a_key_that_changes(self, building, settings, attacked):
        """The rules of the campaign know what stands; no name is needed for that."""
        if attacked:
            take(building, self.names(building))
        building.do("start_downtime")
        real, reached = queue.ClaimedJob.progress, []

        def lost(running, done, of):
            reached.append(done)
            if done == 1:
                raise OperationalError("the worker is gone")
            real(running, done, of)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(queue.ClaimedJob, "progress", lost)
            queue.run(job("finish_upgrades").pk)
        assert (reached, job("finish_upgrades").state) == ([0, 1], State.RUNNING)
        settings.COMMAND_KEY = "another"
        put_back(job("finish_upgrades"))
        assert self.finished(building) == [1, 1]


class TestAnotherKey:
    """The key of commands changes: what was done stays done, by whatever name it goes."""

    def test_a_battle_that_was_settled(self, evening, settings):
        match = start(evening, "ann", "bob")
        take(evening, settling(match))
        concede(match)
        queue.sweep(60)
        done = types(evening)
        settings.COMMAND_KEY = "another"
        queue.run(job("settle_match").pk)
        assert settled(evening, match)
        put_back(job("settle_match"))
        assert settled(evening, match)
        assert types(evening) == done

    def test_the_row_of_a_job_is_done_with_its_effect_or_not_at_all(self, evening, settings, monkeypatch):
        """So no change of the key comes between the two."""
        match = start(evening, "ann", "bob")
        take(evening, settling(match))
        concede(match)

        def broken(self, unit, stream, command_id):
            raise OperationalError("the server went away")

        with monkeypatch.context() as patched:
            patched.setattr(handler._Act, "_append_stream", broken)
            queue.run(job("settle_match").pk)
        assert (job("settle_match").state, evening.campaign.battles[str(match)].stage) == (State.RUNNING, "open")
        settings.COMMAND_KEY = "another"
        put_back(job("settle_match"))
        assert settled(evening, match)

    def test_a_match_that_was_opened(self, evening, settings, monkeypatch):
        monkeypatch.setattr(queue, "at_once", lambda _jobs: None)
        match = start(evening, "ann", "bob")
        cause = job("open_battle").cause_version
        take(evening, [public_name("open_battle", match, f"campaign-{evening.id}", cause)])
        queue.sweep(60)
        version = load_match(match).version
        settings.COMMAND_KEY = "another"
        queue.run(job("open_battle").pk)
        assert (job("open_battle").state, load_match(match).version) == (State.DONE, version)
        put_back(job("open_battle"))
        assert (job("open_battle").error_type, load_match(match).version) == ("match_exists", version)


def test_what_an_import_names_like_a_part_of_an_act_is_none_of_it():
    """The id of an act of old can be read in the history of its campaign; Cora had no part in this one."""
    evening = Evening("ann", "bob", "cora")
    order = {"company": evening.companies["ann"], "to": evening.companies["bob"], "gold": 30, "reason": "a bet"}
    first = evening.do("transfer", key="bet", **order)
    (command,) = {one.command_id for part in list(first.written.values())[:1] for one in part}
    take(evening, [uuid5(command, f"company-{evening.companies['cora']}")])
    again = evening.do("transfer", key="bet", **order)
    assert again.repeated
    assert dict(again.written) == dict(first.written)
