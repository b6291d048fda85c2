"""`manage.py campaign`: opened, shown, listed, taken elsewhere and back, played by itself."""

import io
import json
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from campaigns import jobs, log, transfer
from campaigns.domain.company.events import BattleJoined, HeroRecruited
from campaigns.loading import load_campaign
from campaigns.models import Campaign, Company, Job
from campaigns.simulation import battles, year
from campaigns.simulation.rosters import CASTS
from campaigns.transfer import export_campaign, import_campaign, streams_of
from eventstore import api as store
from matches.access import THE_HOUSE, Person
from matches.errors import Forbidden, Refusal
from matches.loading import load_match
from matches.models import Account
from tests.campaigns.acting import Evening, make_person
from tests.campaigns.elsewhere import elsewhere
from tests.campaigns.fighting import concede, start
from tests.rules.play import rule

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def told(*words, complaints=None):
    """What `manage.py campaign` prints."""
    out = io.StringIO()
    call_command("campaign", *map(str, words), stdout=out, stderr=complaints or io.StringIO())
    return out.getvalue()


@pytest.fixture
def evening():
    return Evening("ann", "bob")


def another():
    """The id of one more campaign."""
    return told("new", "--ruleset", "istra", "--title", "Ashgate", "--gm", "gail").strip()


def exported(evening):
    file = io.BytesIO()
    export_campaign(THE_HOUSE, evening.id, file)
    return file.getvalue()


class TestNew:
    def test_it_works(self, tmp_path):
        make_person("gail")
        rules = tmp_path / "rules.json"
        rules.write_text(json.dumps({"fate": "deadly", "debt": "on", "measure": "centres"}))
        out = told("new", "--ruleset", "istra", "--title", "Ashgate", "--gm", "gail", "--rules", rules)
        campaign = load_campaign(UUID(out.strip())).state
        assert (campaign.title, campaign.game, campaign.stage) == ("Ashgate", "istra", "draft")
        assert [person.name for person in campaign.people.values()] == ["gail"]
        assert campaign.rules == {"fate": "deadly", "debt": "on"}
        assert campaign.battle_rules == {"measure": "centres"}

    @pytest.mark.parametrize(
        ("rules", "complaint"),
        [
            ('{"luck": "on"}', "luck"),
            ('{"fate": "kind"}', "fate"),
            ('{"survival": 30}', "A survival roll is made with 1 to 20"),
            ("[]", "an object is wanted"),
            ("{", "rules.json"),
            ('{"fate": "deadly", "fate": "gm"}', "given twice"),
            ('{"survival": 30}', r"\[survival\]"),
            ('{"rules": {"fate": "deadly"}, "battle_rules": {}}', "side by side.* leave 'rules'"),
            ('{"campaign": {"fate": "deadly"}}', "side by side.* leave 'campaign'"),
        ],
    )
    def test_it_refuses_rules_that_are_none(self, tmp_path, rules, complaint):
        make_person("gail")
        path = tmp_path / "rules.json"
        path.write_text(rules)
        with pytest.raises(CommandError, match=complaint):
            told("new", "--ruleset", "istra", "--title", "Ashgate", "--gm", "gail", "--rules", path)
        assert not Campaign.objects.exists()

    @pytest.mark.parametrize("name", ["nobody", "\udcff"])
    def test_it_refuses_a_gm_who_is_no_user(self, name):
        with pytest.raises(CommandError) as refused:
            told("new", "--ruleset", "istra", "--title", "Ashgate", "--gm", name)
        assert str(refused.value) == f"There is no user {name!r}."

    def test_it_refuses_a_game_without_campaigns(self):
        with pytest.raises(CommandError, match="invalid choice: 'chess'"):
            told("new", "--ruleset", "chess", "--title", "Ashgate", "--gm", "nobody")


class TestShow:
    def test_it_works(self, evening):
        evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="For the bridge")
        evening.do("set_house_rule", name="hall_downtimes", value=1)
        evening.do("upgrade_hall", by="ann", company=evening.companies["ann"], upgrade="walls")
        concede(start(evening, "ann", "bob"))
        jobs.sweep(60)
        fought = start(evening, "bob", "ann")
        lines = told("show", str(evening.id)[:8]).splitlines()
        assert lines[0].startswith("The Long Winter (istra), running, event ")
        assert "people    gail (gm), ann (player), bob (player)" in lines
        assert "Ann's of ann, 250 gp" in lines
        assert "  hall      Hall of Ann: walls in downtime 1" in lines
        assert f"  in battle {fought}" in lines
        assert any(line.startswith("  h1   Ann 1: human fighter; level 1; 1 XP; power 5") for line in lines)
        assert any("leads; owes 1 talent" in line for line in lines)
        assert "battles   1 recorded, 1 open" in lines
        assert any("counting  Ann's against Bob's: won by Ann's" in line for line in lines)
        assert any("counting  Bob's against Ann's: open" in line for line in lines)
        assert "   1. Ann's                               1     0    0    2    450" in lines
        assert "jobs      3 done" in lines

    def test_as_json(self, evening):
        concede(start(evening, "ann", "bob"))
        shown = json.loads(told("show", evening.id, "--json"))
        assert set(shown) == {"campaign", "companies", "battles", "standings"}
        assert [company["name"] for company in shown["companies"]] == ["Ann's", "Bob's"]
        assert [hero["owed"] for hero in shown["companies"][0]["heroes"]] == [{"talent": 1}, {"talent": 1}]
        assert [battle["stage"] for battle in shown["battles"]] == ["open"]
        assert [(job["kind"], job["state"]) for job in shown["campaign"]["jobs"]] == [("settle_match", "waiting")]

    def test_a_job_that_is_parked_tells_why(self, evening):
        start(evening, "ann", "bob")
        Job.objects.update(state="parked", error_type="match_exists", error="There is a match already.")
        assert "parked, attempt 1: match_exists There is a match already." in told("show", evening.id)

    @pytest.mark.parametrize("name", ["xyz", "abc", "nothing", "0" * 33, ""])
    def test_it_refuses_what_is_no_id(self, name):
        with pytest.raises(CommandError, match="is no id of a campaign"):
            told("show", name)

    @pytest.mark.parametrize("name", ["12345678", "12345678-0000-4000-8000-000000000000"])
    def test_it_refuses_what_is_not_here(self, name):
        with pytest.raises(CommandError, match=r"[Nn]o (such )?campaign"):
            told("show", name)


def test_list(evening):
    assert told("list").splitlines()[0].split() == ["id", "stage", "game", "GM", "title"]
    assert told("list").splitlines()[1].split(maxsplit=4) == [
        str(evening.id),
        "running",
        "istra",
        "gail",
        "The Long Winter",
    ]
    assert json.loads(told("list", "--json", "--stage", "running"))["summary"]["companies"] == 2
    assert told("list", "--json", "--stage", "draft") == ""


class TestThereAndBack:
    @rule("KERNEL-CAMP-13")
    def test_it_works(self, evening, settings, tmp_path):
        settings.VAR_DIR = tmp_path  # nobody's key to seals is there
        concede(start(evening, "ann", "bob"))
        jobs.sweep(60)
        file = tmp_path / "winter.skald"
        out = told("export", str(evening.id)[:8], file)
        heads = {name: store.head(name) for name in streams_of(load_campaign(evening.id))}
        assert out.startswith(f"{file}: 4 streams, ")
        elsewhere()
        complaints = io.StringIO()
        assert told("import", file, complaints=complaints).strip() == str(evening.id)
        assert {name: store.head(name) for name in heads} == heads
        assert "not sealed; its hashes fit" in complaints.getvalue()
        assert not Job.objects.exists()
        assert store.verify_store() == store.check("campaigns") == store.check("matches") == []
        told("import", file, complaints=complaints)
        assert f"Campaign {evening.id} is here already; nothing was added." in complaints.getvalue()

    @rule("KERNEL-CAMP-13")
    def test_only_what_is_new_is_taken(self, evening):
        before = exported(evening)
        evening.do("award_gold", company=evening.companies["ann"], amount=50, reason="For the bridge")
        after = exported(evening)
        elsewhere()
        import_campaign(io.BytesIO(before))
        assert Company.objects.get(pk=evening.companies["ann"]).gold == 300
        assert import_campaign(io.BytesIO(after)).events == 1
        assert Company.objects.get(pk=evening.companies["ann"]).gold == 350
        assert import_campaign(io.BytesIO(before)).events == 0

    def test_it_goes_on_there(self, evening):
        raw = exported(evening)
        elsewhere()
        import_campaign(io.BytesIO(raw))
        concede(start(evening, "ann", "bob"))
        jobs.sweep(60)
        assert {battle.stage for battle in evening.campaign.battles.values()} == {"recorded"}
        assert store.check("campaigns") == []

    def test_it_refuses_a_file_that_cannot_be_written_or_read(self, evening, tmp_path):
        with pytest.raises(CommandError, match="nowhere"):
            told("export", evening.id, tmp_path / "nowhere" / "winter.skald")
        with pytest.raises(CommandError, match="nowhere"):
            told("import", tmp_path / "nowhere")

    def test_what_is_there_is_kept_until_the_new_one_has_verified(self, evening, tmp_path, monkeypatch):
        file = tmp_path / "winter.skald"
        told("export", evening.id, file)
        before = file.read_bytes()
        with pytest.raises(CommandError, match="There is no such campaign"):
            told("export", uuid4(), file)
        monkeypatch.setattr(store, "check_export", self.broken)
        with pytest.raises(CommandError, match="The file does not verify at line 7: a disk that lies"):
            told("export", evening.id, file)
        assert (file.read_bytes(), list(tmp_path.iterdir())) == (before, [file])

    @staticmethod
    def broken(_file, _key):
        raise store.BadExport(7, "a disk that lies")

    @rule("KERNEL-CAMP-01", "KERNEL-ILL-20")
    def test_only_its_gm_and_the_house_may_have_it(self, evening):
        export_campaign(evening.people["gail"], evening.id, io.BytesIO())
        for name in ("ann", "eve"):
            with pytest.raises(Forbidden):
                export_campaign(evening.people[name], evening.id, io.BytesIO())


class TestOwed:
    """What nobody has done where it comes from is done here, once; what was done is not done again."""

    def taken(self, evening):
        raw = exported(evening)
        elsewhere()
        return import_campaign(io.BytesIO(raw)).owed

    @rule("KERNEL-CAMP-13")
    def test_a_match_that_is_over_is_settled(self, evening):
        match_id = start(evening, "ann", "bob")
        concede(match_id)
        there = Job.objects.get(kind="settle_match")
        (owed,) = self.taken(evening)
        assert (owed.pk, owed.kind, owed.subject) == (there.pk, "settle_match", str(match_id))
        assert Job.objects.get().state == Job.State.WAITING
        jobs.sweep(60)
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
        said = [line for line in complaints.getvalue().splitlines() if "Still to be done" in line]
        assert sorted(said) == [
            "Still to be done: finish what halls have waited for; a worker does it. `manage.py up` starts a worker.",
            (
                f"Still to be done: settle battle 2, whose match {over} is over;"
                " a worker does it, or the GM records it. `manage.py up` starts a worker."
            ),
        ]
        assert "its GM takes them over (take_over_dice)" in complaints.getvalue()

    def test_a_match_that_was_not_opened_is_opened(self, evening, monkeypatch):
        with monkeypatch.context() as patched:
            patched.setattr(jobs, "at_once", lambda _jobs: None)
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
        there = Job.objects.get()
        (owed,) = self.taken(evening)
        assert (owed.pk, owed.kind) == (there.pk, "finish_upgrades")
        jobs.sweep(60)
        assert evening.company("ann").hall.upgrades == ("walls",)

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
        jobs.sweep(60)
        assert {battle.stage for battle in evening.campaign.battles.values()} == {"recorded"}

    def test_it_is_made_once(self, evening):
        concede(start(evening, "ann", "bob"))
        raw = exported(evening)
        elsewhere()
        import_campaign(io.BytesIO(raw))
        assert import_campaign(io.BytesIO(raw)).owed == []
        assert Job.objects.count() == 1


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
        assert "must hold one campaign" in self.refused(self.of(f"company-{evening.companies['ann']}")).message

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_two_campaigns(self, evening):
        other = another()
        raw = self.of(f"campaign-{evening.id}", f"campaign-{other}")
        assert "must hold one campaign" in self.refused(raw).message

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_one_without_its_companies(self, evening):
        refusal = self.refused(self.of(f"campaign-{evening.id}", f"company-{evening.companies['ann']}"))
        assert f"company-{evening.companies['bob']} is missing" in refusal.message

    @rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
    def test_it_refuses_the_company_of_another(self, evening):
        other = another()
        raw = self.of(f"campaign-{other}", f"company-{evening.companies['ann']}")
        assert "is no part of it" in self.refused(raw).message

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
        events = [log.stored(log.COMPANIES, forge(evening.company("ann").heroes["h1"]))]
        store.append(forged, version, events, actor="mallory", command_id=uuid4(), fingerprint=bytes(32))
        raw = self.of(*streams_of(load_campaign(evening.id)))
        elsewhere()
        assert self.refused(raw).code == "bad_export"
        assert store.last_position() == 0
        assert not Campaign.objects.exists()

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

    @staticmethod
    def of(*streams):
        file = io.BytesIO()
        store.export_streams(streams, file)
        return file.getvalue()


class TestAdopting:
    def test_who_brings_it_may_run_it(self, evening, tmp_path):
        file = tmp_path / "winter.skald"
        told("export", evening.id, file)
        elsewhere()
        Account.objects.all().delete()
        dora, complaints = make_person("dora"), io.StringIO()
        told("import", file, "--gm", "dora", complaints=complaints)
        assert "dora runs it from now on." in complaints.getvalue()
        assert evening.campaign.people[dora.key].role == "gm"
        assert Campaign.objects.get().gm_name == "dora"
        told("import", file, "--gm", "dora", complaints=complaints)
        assert complaints.getvalue().count("runs it") == 1

    def test_a_gm_who_is_here_stays(self, evening, tmp_path):
        file = tmp_path / "winter.skald"
        told("export", evening.id, file)
        complaints = io.StringIO()
        told("import", file, "--gm", "eve", complaints=complaints)
        assert "runs it" not in complaints.getvalue()
        assert evening.campaign.people[evening.key("gail")].role == "gm"

    def test_what_is_over_is_left_alone(self, evening):
        evening.do("end_campaign")
        Account.objects.all().delete()
        assert not transfer.adopt(Person("user:dora", "dora", uuid4().hex), evening.id)


class TestSimulate:
    def test_it_works(self):
        out = told("simulate", "--companies", "2", "--battles", "1", "--title", "The Feud")
        lines = out.splitlines()
        assert lines[0].startswith("The Feud: ")
        assert "battles: 1 counting" in lines
        assert "jobs: 1 open_battle done, 1 settle_match done" in lines
        assert len(lines) == 10
        assert {row.owner.user.username for row in Company.objects.all()} == {"year-player-1", "year-player-2"}

    def test_as_json(self):
        make_person("gail")
        said = json.loads(told("simulate", "--companies", "2", "--battles", "1", "--gm", "gail", "--json"))
        assert (said["seed"], said["battles"]) == (1, {"counting": 1})
        assert [line["place"] for line in said["standings"]] == [1, 2]
        assert Campaign.objects.get().gm_name == "gail"

    @pytest.mark.parametrize(
        ("owner", "name", "after"), [(year, "fight", 1), (year.Steward, "prepare", 0)], ids=["fighting", "founding"]
    )
    def test_stopped_by_ctrl_c_it_says_which_campaign_it_was(self, monkeypatch, owner, name, after):
        """In the second battle, or while the companies are founded."""
        complaints, calls, real = io.StringIO(), [], getattr(owner, name)

        def stopped(*args):
            calls.append(args)
            if len(calls) > after:
                raise KeyboardInterrupt
            return real(*args)

        monkeypatch.setattr(owner, name, stopped)
        with pytest.raises(SystemExit) as caught:
            told("simulate", "--companies", 2, "--battles", 2, complaints=complaints)
        assert caught.value.code == 130
        campaign = Campaign.objects.get()
        assert complaints.getvalue().strip() == f"Stopped after {after} battles; the campaign is {campaign.pk}."

    def test_without_a_worker_it_says_so(self, monkeypatch):
        monkeypatch.setattr(battles, "PATIENCE_SECONDS", 0.1)
        with pytest.raises(CommandError, match="Is a worker running"):
            told("simulate", "--companies", "2", "--battles", "1", "--workers", "celery", "--json")

    def test_of_another_game(self, monkeypatch):
        monkeypatch.setitem(CASTS, "ishmek", CASTS["ishmek"]._replace(ground={"turns_total": 1}))
        out = told("simulate", "--game", "ishmek", "--companies", "2", "--battles", "1")
        assert "endings: 1 turns" in out.splitlines()
        assert Campaign.objects.get().game == "ishmek"

    def test_it_refuses_a_game_that_cannot_play_itself(self):
        with pytest.raises(CommandError, match=r"invalid choice: 'chess' \(choose from 'ishmek', 'istra'\)"):
            told("simulate", "--game", "chess")

    @pytest.mark.parametrize("words", [("--companies", "1"), ("--battles", "-1"), ("--companies", "many")])
    def test_it_refuses_numbers_that_make_no_year(self, words):
        with pytest.raises(CommandError, match="invalid number from"):
            told("simulate", *words)
