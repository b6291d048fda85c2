"""Campaigns taken in from a file: what is still owed is done, and once; a bad file changes nothing."""

import io
import json
from random import Random
from uuid import uuid4

import pytest
from django.core.management.base import CommandError
from msgspec.structs import replace

from campaigns import event_codec
from campaigns.domain.company.events import BattleJoined, HeroRecruited
from campaigns.loading import load_campaign
from campaigns.models import Campaign
from campaigns.transfer import import_campaign, streams_of
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from matches import service
from matches.loading import load_match
from matches.models import stream_of
from rules.kernel.reading import plain
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere, exported, told
from tests.campaigns.fighting import concede, start
from tests.eventstore.forged_files import Forgery
from tests.rules.play import rule
from web.errors import Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    return Evening("ann", "bob")


def another():
    """The id of one more campaign."""
    return told("new", "--ruleset", "istra", "--title", "Ashgate", "--gm", "gail").strip()


class TestOwed:
    """What nobody has done where it comes from is done here, once; what was done is not done again."""

    def taken(self, evening):
        raw = exported(evening)
        elsewhere()
        return import_campaign(io.BytesIO(raw)).jobs

    @rule("KERNEL-CAMP-13")
    def test_a_match_that_is_over_is_settled(self, evening):
        match_id = start(evening, "ann", "bob")
        concede(match_id)
        there = Job.objects.get(kind="settle_match")
        (owed,) = self.taken(evening)
        assert (owed.pk, owed.kind, owed.subject) == (there.pk, "settle_match", str(match_id))
        assert Job.objects.get().state == Job.State.WAITING
        queue.sweep(60)
        assert evening.campaign.battles[str(match_id)].stage == "recorded"
        assert evening.types("ann").count("battle_recorded") == 1

    @rule("KERNEL-CAMP-13")
    def test_the_command_names_what_is_to_be_done(self, evening, tmp_path):
        """The first battle is void, the second one over, and a hall waits."""
        evening.do("void_battle", match=str(start(evening, "ann", "bob")), reason="rain")
        evening.do("set_house_rule", name="hall_downtimes", value=1)
        evening.do("upgrade_hall", by="ann", company=evening.companies["ann"], upgrade="walls")
        evening.do("start_downtime")
        over = start(evening, "ann", "bob")
        concede(over)
        file, complaints = tmp_path / "winter.skald", io.StringIO()
        told("export", evening.id, file)
        elsewhere()
        told("import", file, complaints=complaints)
        said = [line for line in complaints.getvalue().splitlines() if "Still to do" in line]
        assert sorted(said) == [
            "Still to do: finish hall upgrades that are due; a worker does it. `manage.py up` starts a worker.",
            (
                f"Still to do: settle battle 2, whose match {over} is over;"
                " a worker does it, or the GM records it. `manage.py up` starts a worker."
            ),
        ]
        assert "its GM must take_over_dice" in complaints.getvalue()

    def test_a_match_that_was_not_opened_is_opened(self, evening, monkeypatch):
        with monkeypatch.context() as patched:
            patched.setattr(queue, "at_once", lambda _jobs: None)
            match_id = start(evening, "ann", "bob")
        there = Job.objects.get()
        (owed,) = self.taken(evening)
        assert (owed.pk, Job.objects.get().state) == (there.pk, Job.State.DONE)
        assert load_match(match_id).roster.campaign == str(evening.id)

    def test_a_match_under_way_owes_nothing_and_can_be_voided(self, evening):
        """The secret of its dice stays where it was made, so nobody can play it on."""
        match_id = start(evening, "ann", "bob")
        assert self.taken(evening) == []
        evening.do("void_battle", match=str(match_id), reason="We have moved.")
        assert (evening.company("ann").in_battle, Job.objects.count()) == ("", 0)
        start(evening, "ann", "bob")

    def test_a_hall_that_has_waited_is_finished(self, evening):
        evening.do("set_house_rule", name="hall_downtimes", value=1)
        evening.do("upgrade_hall", by="ann", company=evening.companies["ann"], upgrade="walls")
        evening.do("start_downtime")
        there = Job.objects.get(kind="finish_upgrades")
        (owed,) = self.taken(evening)
        assert (owed.pk, owed.kind) == (there.pk, "finish_upgrades")
        queue.sweep(60)
        assert evening.company("ann").hall.upgrades == ("walls",)

    def test_a_condition_that_has_run_out_is_ended(self, evening):
        curse = {"company": evening.companies["ann"], "hero": "h1", "name": "cursed", "ends": "hours", "length": 5}
        evening.do("add_condition", **curse, reason="A witch.")
        evening.do("advance_clock", hours=5, reason="A nap.")
        there = Job.objects.get()
        (owed,) = self.taken(evening)
        assert (owed.pk, owed.kind) == (there.pk, "end_conditions")
        queue.sweep(60)
        assert evening.company("ann").heroes["h1"].conditions == ()

    def test_it_is_stored_with_the_campaign(self, evening, monkeypatch):
        """Whoever takes it in is killed right after: the sweep goes on with it."""
        concede(start(evening, "ann", "bob"))
        raw = exported(evening)
        elsewhere()

        class Killed(BaseException):
            """As if the process died."""

        def killed(_name):
            raise Killed

        with monkeypatch.context() as patched:
            patched.setattr(store, "catch_up", killed)
            with pytest.raises(Killed):
                import_campaign(io.BytesIO(raw))
        queue.sweep(60)
        assert {battle.stage for battle in evening.campaign.battles.values()} == {"recorded"}

    def test_it_is_made_once(self, evening):
        concede(start(evening, "ann", "bob"))
        raw = exported(evening)
        elsewhere()
        import_campaign(io.BytesIO(raw))
        assert import_campaign(io.BytesIO(raw)).jobs == []
        assert Job.objects.count() == 1


def midst_of_a_command(lines):
    """The log of a battle ends before what its last command led to was told."""
    del lines[-1]


def seat_of_nobody(lines):
    """Somebody deploys whom the battle does not know."""
    decided(lines, {"frame": "battle", "stage": "deployment", "seat": "s9"})


def situation_of_the_past(lines):
    """Walls were chosen, which only a hall that is invaded has, and it goes on in order: that can be forked from."""
    decided(lines, {"frame": "battle", "stage": "walls", "seat": "s1"})
    decided(lines, {"frame": "battle", "stage": "deployment", "seat": "s2"})


def decided(lines, frame):
    """Add to the log of a battle that a command nobody gave led to what `frame` says."""
    last = lines[-1]
    body = {"type": "decided", "push": [frame], "by": "gm", "keep": 0}
    lines.append(last | {"v": last["v"] + 1, "command": str(uuid4()), "body": json.dumps(body)})


class TestBadFiles:
    def refused(self, raw):
        with pytest.raises(Refusal) as caught:
            import_campaign(io.BytesIO(raw))
        return caught.value

    @pytest.mark.parametrize("raw", [b"", b"no file of ours\n", b"{}\n"])
    def test_it_refuses_what_is_no_export(self, raw):
        assert self.refused(raw).code == "bad_export"

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_a_byte_that_was_changed(self, evening):
        raw = exported(evening)
        elsewhere()
        refusal = self.refused(raw.replace(b"The Long Winter", b"The Long Summer", 1))
        assert (refusal.code, refusal.rule) == ("bad_export", "KERNEL-CAMP-13")
        assert "campaign-" in refusal.message
        assert store.last_position() == 0
        assert not Campaign.objects.exists()

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_what_holds_no_campaign(self, evening):
        assert "must contain one campaign" in self.refused(self.of(f"company-{evening.companies['ann']}")).message

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_two_campaigns(self, evening):
        other = another()
        raw = self.of(f"campaign-{evening.id}", f"campaign-{other}")
        assert "must contain one campaign" in self.refused(raw).message

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_one_without_its_companies(self, evening):
        refusal = self.refused(self.of(f"campaign-{evening.id}", f"company-{evening.companies['ann']}"))
        assert f"company-{evening.companies['bob']} is missing" in refusal.message

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_the_company_of_another(self, evening):
        other = another()
        raw = self.of(f"campaign-{other}", f"company-{evening.companies['ann']}")
        assert "does not belong to it" in self.refused(raw).message

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    @pytest.mark.parametrize("kind", ["campaign", "company", "match"])
    def test_it_refuses_what_does_not_fold(self, evening, kind):
        """A log that verifies, and that nobody here could have written."""
        start(evening, "ann", "bob")
        streams = streams_of(load_campaign(evening.id))
        forged = next(name for name in streams if name.startswith(kind))
        event = store.NewEvent(f"{kind}.dragon_tamed", 1, b"{}")
        version = store.head(forged).version
        store.append(forged, version, [event], actor="mallory", command_id=uuid4(), fingerprint=bytes(32))
        refusal = self.refused(self.of(*streams))
        assert f"{forged}: it does not fold" in refusal.message

    @pytest.mark.parametrize(
        "forge",
        [
            lambda hero: BattleJoined(match="tomorrow", heroes=(hero.id,)),
            lambda hero: HeroRecruited(figure=replace(hero, id="h9", stats={"luck": 1}), price=0),
        ],
        ids=["no_match", "no_stats"],
    )
    def test_it_refuses_what_no_row_can_be_made_of(self, evening, forge):
        """It folds, and would park the rows of all campaigns, or break every page that shows the hero."""
        forged = f"company-{evening.companies['ann']}"
        version = store.head(forged).version
        events = [event_codec.stored(event_codec.COMPANIES, forge(evening.company("ann").heroes["h1"]))]
        store.append(forged, version, events, actor="mallory", command_id=uuid4(), fingerprint=bytes(32))
        raw = self.of(*streams_of(load_campaign(evening.id)))
        elsewhere()
        assert self.refused(raw).code == "bad_export"
        assert store.last_position() == 0
        assert not Campaign.objects.exists()

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    @pytest.mark.parametrize("forge", [midst_of_a_command, seat_of_nobody, situation_of_the_past])
    def test_it_refuses_a_battle_in_a_situation_that_cannot_be(self, evening, forge):
        """Its pages, or who forks or plays it on, could meet anything."""
        match_id = start(evening, "ann", "bob")
        for _ in range(2):
            match = load_match(match_id)
            choice = match.ruleset.bots()["sample"](match.state, Random(1))
            service.give_command(THE_HOUSE, match_id, plain(choice))
        forgery = Forgery(exported(evening))
        place = [stream["name"] for stream in forgery.streams].index(stream_of(match_id))
        forge(forgery.events[place])
        forgery.streams[place]["version"] = len(forgery.events[place])
        elsewhere()
        refusal = self.refused(forgery.raw())
        assert (refusal.code, refusal.rule) == ("bad_export", "KERNEL-CAMP-13")
        assert f"{stream_of(match_id)}: it does not fold" in refusal.message
        assert store.last_position() == 0

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_to_go_on_with_a_log_that_was_closed(self, evening):
        before = exported(evening)
        evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="For the bridge")
        after = exported(evening)
        elsewhere()
        import_campaign(io.BytesIO(before))
        stream = f"company-{evening.companies['ann']}"
        store.close_stream(stream, store.head(stream).version)
        refusal = self.refused(after)
        assert (refusal.code, refusal.rule) == ("campaign_closed", "KERNEL-CAMP-13")
        assert evening.company("ann").gold == 300

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_another_past(self, evening):
        raw, told_there = exported(evening), uuid4()
        elsewhere()
        import_campaign(io.BytesIO(raw))
        evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="For the bridge")
        here = exported(evening)
        elsewhere()
        import_campaign(io.BytesIO(raw))
        evening.do("fine", company=evening.companies["ann"], amount=50, reason=f"For the bridge {told_there}")
        refusal = self.refused(here)
        assert (refusal.code, refusal.status, refusal.rule) == ("diverged", 409, "KERNEL-CAMP-13")
        assert evening.company("ann").gold == 250

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    @pytest.mark.parametrize("name", ["eve", "gail"])
    def test_it_refuses_everybody_but_the_house_alike(self, evening, name):
        """Whether the campaign is here or not, whether it is the same or another: nobody learns that by bringing it."""
        same, who = exported(evening), evening.people[name]
        evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="For the bridge")
        longer = exported(evening)
        elsewhere()
        answers = {self.said(same, who), self.said(b"no file of ours\n", who)}  # it is not here
        import_campaign(io.BytesIO(same))
        evening.do("fine", company=evening.companies["ann"], amount=50, reason="For the noise")
        before = store.last_position()
        answers |= {self.said(raw, who) for raw in (same, longer)}  # the second one differs
        assert [(code, status) for code, status, _ in answers] == [("house_only", 403)]
        assert store.last_position() == before

    def test_the_terminal_tells_who_runs_the_server_how_it_differs(self, evening, tmp_path):
        """Also where the file is brought for somebody: it is not they who read it."""
        same, path = exported(evening), tmp_path / "winter.skald"
        evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="For the bridge")
        path.write_bytes(exported(evening))
        elsewhere()
        import_campaign(io.BytesIO(same))
        evening.do("fine", company=evening.companies["ann"], amount=50, reason="For the noise")
        with pytest.raises(CommandError, match=r"another company-.*; they differ from event \d+ on"):
            told("import", path, "--gm", "eve")

    @staticmethod
    def said(raw, who):
        with pytest.raises(Refusal) as caught:
            import_campaign(io.BytesIO(raw), who)
        return caught.value.code, caught.value.status, caught.value.message

    @staticmethod
    def of(*streams):
        file = io.BytesIO()
        store.export_streams(streams, file)
        return file.getvalue()
