"""`manage.py campaign`: opened, shown, listed, taken elsewhere and back, played by itself."""

import io
import json
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError

from campaigns import transfer
from campaigns.loading import load_campaign
from campaigns.models import Campaign, Company
from campaigns.simulation import battles, year
from campaigns.transfer import export_campaign, import_campaign, streams_of
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from rules.registry import RULESETS
from tests.campaigns.acting import Evening, make_person
from tests.campaigns.elsewhere import elsewhere, exported, told
from tests.campaigns.fighting import concede, start
from tests.rules.play import rule
from web.errors import Forbidden
from web.models import Account
from web.people import Person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    return Evening("ann", "bob")


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
            ('{"survival": 30}', "A survival roll needs 1 to 20"),
            ("[]", "must be a JSON object"),
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
        queue.sweep(60)
        fought = start(evening, "bob", "ann")
        lines = told("show", str(evening.id)[:8]).splitlines()
        assert lines[0].startswith("The Long Winter (istra), running, event ")
        assert "people    gail (gm), ann (player), bob (player)" in lines
        assert "Ann's of ann, 250 gp" in lines
        assert "  hall      Hall of Ann: walls in downtime 1" in lines
        assert f"  in battle {fought}" in lines
        assert any(line.startswith("  h1   Ann 1: human fighter; level 1; 1 XP; power 5") for line in lines)
        assert any("leads; to choose: 1 talent" in line for line in lines)
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
        settings.VAR_DIR = tmp_path  # nobody's key to seals is there yet: it is made
        concede(start(evening, "ann", "bob"))
        queue.sweep(60)
        file = tmp_path / "winter.skald"
        out = told("export", str(evening.id)[:8], file)
        heads = {name: store.head(name) for name in streams_of(load_campaign(evening.id))}
        assert out.startswith(f"{file}: 4 streams, ")
        elsewhere()
        complaints = io.StringIO()
        assert told("import", file, complaints=complaints).strip() == str(evening.id)
        assert {name: store.head(name) for name in heads} == heads
        assert "sealed with the current key; its seal fits" in complaints.getvalue()
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
        queue.sweep(60)
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


class TestAdopting:
    def test_who_brings_it_may_run_it(self, evening, tmp_path):
        file = tmp_path / "winter.skald"
        told("export", evening.id, file)
        elsewhere()
        Account.objects.all().delete()
        dora, complaints = make_person("dora"), io.StringIO()
        told("import", file, "--gm", "dora", complaints=complaints)
        assert "dora is its GM from now on." in complaints.getvalue()
        assert evening.campaign.people[dora.key].role == "gm"
        assert Campaign.objects.get().gm_name == "dora"
        told("import", file, "--gm", "dora", complaints=complaints)
        assert complaints.getvalue().count("is its GM from now on") == 1

    def test_a_gm_who_is_here_stays(self, evening, tmp_path):
        file = tmp_path / "winter.skald"
        told("export", evening.id, file)
        complaints = io.StringIO()
        told("import", file, "--gm", "eve", complaints=complaints)
        assert "is its GM from now on" not in complaints.getvalue()
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
        monkeypatch.setattr(RULESETS["ishmek"].progression, "default_ground", {"turns_total": 1})
        out = told("simulate", "--game", "ishmek", "--companies", "2", "--battles", "1")
        assert "endings: 1 turns" in out.splitlines()
        assert Campaign.objects.get().game == "ishmek"

    def test_it_refuses_a_game_that_cannot_play_itself(self):
        with pytest.raises(
            CommandError, match=r"invalid choice: 'chess' \(choose from 'hachigoku', 'ishmek', 'istra'\)"
        ):
            told("simulate", "--game", "chess")

    @pytest.mark.parametrize("words", [("--companies", "1"), ("--battles", "-1"), ("--companies", "many")])
    def test_it_refuses_numbers_that_make_no_year(self, words):
        with pytest.raises(CommandError, match="invalid number from"):
            told("simulate", *words)
