"""The read model of campaigns: up to date with the log, made again from it alone."""

import io
from importlib import import_module

import pytest
from django.apps import apps

from campaigns import projections, service
from campaigns.domain.campaign.commands import AwardGold, RecordBattle
from campaigns.handler import carry_out
from campaigns.models import Battle, BattleSide, Campaign, Candidate, Company, Hero, Member
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from matches.handler import command_request
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, start
from tests.campaigns.test_dice import fight as strike_down
from web.models import Account
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def everything():
    """All rows that follow from the log, without their own numbers."""
    models = (Campaign, Member, Candidate, Company, Hero, Battle, BattleSide)
    told = {model: sorted(map(repr, model.objects.values(*_fields(model)))) for model in models}
    assert store.check("campaigns") == []
    return told


def _fields(model):
    own = {Member: ("person",), Candidate: ("person",), Hero: ("hero",), Battle: ("number",), BattleSide: ("seat",)}
    surrogate = {"id", "battle"} if model in own else set()
    return [field.name for field in model._meta.fields if field.name not in surrogate]


@pytest.fixture
def evening(db):
    return Evening("ann", "bob")


def fight(evening):
    sides = {
        "s1": {"company": evening.companies["ann"], "heroes": ["h1", "h2"]},
        "s2": {"company": evening.companies["bob"], "heroes": ["h1"]},
    }
    return evening.do("start_battle", sides=sides, kind="friendly")


def test_they_are_there_as_soon_as_it_is_answered(evening):
    campaign, company = Campaign.objects.get(), Company.objects.get(pk=evening.companies["ann"])
    assert (campaign.title, campaign.stage, campaign.gm_name) == ("The Long Winter", "running", "gail")
    assert campaign.gm == Account.objects.get(user__username="gail")
    assert [(one.name, one.role) for one in campaign.members.all()] == [
        ("gail", "gm"),
        ("ann", "player"),
        ("bob", "player"),
    ]
    assert (company.name, company.gold, company.worth, company.ready) == ("Ann's", 300, 500, 2)
    assert company.owner == Account.objects.get(user__username="ann")
    assert [(hero.hero, hero.race, hero.level) for hero in company.heroes.all()] == [
        ("h1", "human", 1),
        ("h2", "human", 1),
    ]
    assert store.check("campaigns") == []


def test_candidates_are_no_members(evening):
    evening.do("invite", account=evening.key("cora"), message="Come!")
    evening.do("request_join", by="eve", message="May I?")
    assert {(one.name, one.kind, one.message) for one in Candidate.objects.all()} == {
        ("cora", "invited", "Come!"),
        ("eve", "asked", "May I?"),
    }
    evening.do("accept_invite", by="cora")
    evening.do("decline_request", account=evening.key("eve"))
    assert not Candidate.objects.exists()
    evening.do("leave", by="cora")
    assert set(Member.objects.values_list("name", flat=True)) == {"gail", "ann", "bob"}
    everything()


def test_battles_and_their_sides(evening):
    fight(evening)
    battle = Battle.objects.get()
    assert (battle.number, battle.kind, battle.stage) == (1, "friendly", "open")
    assert {(one.seat, str(one.company_id), one.heroes) for one in battle.sides.all()} == {
        ("s1", evening.companies["ann"], 2),
        ("s2", evening.companies["bob"], 1),
    }
    assert {one.in_battle for one in Company.objects.all()} == {battle.match}
    evening.do("void_battle", match=str(battle.match), reason="rain")
    assert Battle.objects.get().stage == "voided"
    assert {one.in_battle for one in Company.objects.all()} == {None}
    everything()


def test_what_is_owed_and_built_is_counted(evening):
    company = evening.companies["ann"]
    evening.do("award_xp", company=company, hero="h1", amount=4, reason="a good deed")
    evening.do("award_gold", company=company, amount=900, reason="a chest")
    row = Company.objects.get(pk=company)
    assert row.owed == sum(row.heroes.values_list("owed", flat=True)) > 0
    assert (row.gold, row.worth) == (1200, 1400)
    everything()


def test_other_switches_measure_all_companies_anew(evening):
    company = evening.companies["bob"]
    evening.do("set_house_rule", name="helmet_price", value=5)
    evening.do("buy_item", by="bob", company=company, item="helmet")
    before = Company.objects.get(pk=company)
    evening.do("set_house_rule", name="helmet_price", value=9)
    after = Company.objects.get(pk=company)
    assert (before.worth, after.worth) == (500, 504)
    assert (after.version, after.updated_at) == (before.version, before.updated_at)
    everything()


def test_rebuilding_gives_the_same(evening):
    evening.do("invite", account=evening.key("cora"))
    fight(evening)
    before = everything()
    jobs = Job.objects.count()
    rebuilt = store.rebuild("campaigns")
    assert rebuilt.state is store.State.CAUGHT_UP
    assert everything() == before
    assert Job.objects.count() == jobs > 0


def test_the_battles_of_a_long_campaign_are_written_some_at_a_time(evening, monkeypatch):
    """However long it is, no more of their rows are in memory at once."""
    for _ in range(5):
        concede(start(evening, "ann", "bob", kind="friendly"))
        queue.sweep(10)
    before, real, written = everything(), projections._upsert, []

    def upsert(model, some, *fields):
        written.append((model, len(some)))
        real(model, some, *fields)

    monkeypatch.setattr(projections, "BATTLES_AT_ONCE", 2)
    monkeypatch.setattr(projections, "_upsert", upsert)
    store.rebuild("campaigns")
    assert [count for model, count in written if model is Battle] == [2, 2, 1]
    assert [count for model, count in written if model is BattleSide] == [4, 4, 2]
    assert everything() == before


def test_rows_that_were_lost_come_back(evening):
    before = everything()
    Company.objects.filter(pk=evening.companies["ann"]).delete()
    Member.objects.filter(name="bob").delete()
    assert store.check("campaigns")
    store.rebuild("campaigns")
    assert everything() == before


def test_a_row_that_lags_behind_is_left_to_the_subscription(evening, monkeypatch):
    """A game that cannot say what a company is worth takes nothing from the command."""
    company = evening.companies["ann"]
    store.catch_up("campaigns")

    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(projections.Standards, "company", fail)
    evening.do("fine", company=company, amount=5, reason="late")
    assert Company.objects.get(pk=company).gold == 300
    monkeypatch.undo()
    evening.do("fine", company=company, amount=5, reason="late again")
    assert Company.objects.get(pk=company).gold == 300
    store.catch_up("campaigns")
    assert Company.objects.get(pk=company).gold == 290
    everything()


def test_rows_are_never_set_back(evening):
    store.catch_up("campaigns")
    old = store.last_position()
    evening.do("fine", company=evening.companies["ann"], amount=5, reason="late")
    assert store.read_all(old, 10, ("company",))
    before = everything()
    projections.CampaignProjection().handle(store.read_all(0, 1000, ("campaign", "company"))[:3])
    assert everything() == before


def test_what_is_changed_by_hand_is_found(evening):
    Company.objects.filter(pk=evening.companies["ann"]).update(gold=9)
    Hero.objects.filter(company=evening.companies["bob"], hero="h2").delete()
    Campaign.objects.update(downtime=3)
    said = "\n".join(store.check("campaigns"))
    assert "gold is 9 in the row and 300 in the log" in said
    assert "h2 is in the log alone" in said
    assert "downtime is 3 in the row and 0 in the log" in said


def test_streams_that_were_imported_get_their_rows(evening):
    """In whatever order they come."""
    before = everything()
    streams = [f"company-{evening.companies['ann']}", f"campaign-{evening.id}", f"company-{evening.companies['bob']}"]
    exported = io.BytesIO()
    store.export_streams(streams, exported)
    assert before
    checked = store.check_export(io.BytesIO(exported.getvalue()))
    assert [stream.name for stream in checked.streams] == streams
    Campaign.objects.all().delete()
    Company.objects.all().delete()
    for stream in streams:
        recorded = list(store.read(stream))
        projections.CampaignProjection().handle(recorded)
    assert everything() == before


def test_many_acts_leave_the_rows_as_the_log_has_them(evening):
    for number in range(20):
        request = command_request(THE_HOUSE, "award", number, f"award {number}")
        company = evening.companies["ann" if number % 2 else "bob"]
        carry_out(request, evening.id, AwardGold(company=company, amount=number + 1, reason="luck"))
    everything()
    assert sum(Company.objects.values_list("gold", flat=True)) == 600 + 210


def test_lists_show_members_their_campaigns(evening):
    users = {name: Account.objects.get(key=evening.key(name)).user for name in evening.people if evening.key(name)}
    for name, seen in (("gail", 1), ("ann", 1), ("eve", 0)):
        assert Campaign.objects.visible_to(users[name]).count() == seen
    assert service.see_campaign(evening.people["ann"], evening.id).state.title == "The Long Winter"


def test_rows_of_before_owe_no_fates_of_the_dead_after_the_migration():
    """They said `undecided`, with the dead in it: of h1, who has died since, nothing is owed any more."""
    evening = Evening("ann", "bob", rules={"fate": "gm"})
    match, bobs = strike_down(evening), evening.companies["bob"]
    carry_out(command_request(THE_HOUSE, "record", str(match), None), evening.id, RecordBattle(match=str(match)))
    evening.do("declare_fate", company=bobs, hero="h1", fate="dead", reason="the crows had him")
    for row in Company.objects.all():
        owed = row.summary.pop("fates_owed")
        row.summary["undecided"] = {"h1": [str(match)], "h2": [str(match)]} if str(row.pk) == bobs else owed
        row.save()
    assert store.check("campaigns") != []
    import_module("campaigns.migrations.0005_fates_owed").owe_the_living(apps, None)
    assert store.check("campaigns") == []
