"""A campaign that plays itself: everything adds up, is made again from the log, and can be taken elsewhere."""

import json
import time
from collections import Counter
from random import Random
from uuid import UUID

import pytest

from campaigns import event_codec
from campaigns.domain.company.events import GoldChanged, HeroFateSet, XpGained
from campaigns.loading import load_campaign, load_company
from campaigns.models import Battle, BattleSide, Campaign, Company, Hero, Member
from campaigns.simulation import battles
from campaigns.simulation.battles import BOT, CampaignStuck, await_workers, do_jobs, fight
from campaigns.simulation.rosters import CASTS, foundings
from campaigns.simulation.year import Plan, Year
from campaigns.transfer import export_campaign, import_campaign, streams_of
from eventstore import api as store
from jobs.models import Job
from matches.loading import load_match
from matches.service import verify_match
from tests.campaigns.elsewhere import elsewhere
from tests.campaigns.fighting import concede
from web.people import THE_HOUSE

SMALL = Plan(companies=3, battles=4, seed=5)
WHOLE = Plan(companies=6, battles=40)
ROWS = {
    Campaign: (),
    Member: ("id",),
    Company: (),
    Hero: ("id",),
    Battle: ("id",),
    BattleSide: ("id", "battle_id"),
}
"""The rows that follow from the log, and which of their fields are numbers of their own."""


def played(plan):
    year = Year(plan, do_jobs)
    assert [one.number for one in year.play()] == list(range(1, plan.battles + 1))
    return year


def events_of(company):
    return list(event_codec.read_events(event_codec.COMPANIES, f"company-{company}"))


def rows():
    """All rows that follow from the log, without numbers of their own."""
    return {
        model: sorted(
            repr(sorted((name, value) for name, value in row.items() if name not in own))
            for row in model.objects.values()
        )
        for model, own in ROWS.items()
    }


def survived(campaign):
    """By company and hero the battles that it came out of, as the matches themselves tell."""
    found = Counter()
    for battle in campaign.battles.values():
        if battle.stage == "abandoned":
            continue
        status = {model.id: model.status for model in load_match(UUID(battle.match)).state.models}
        for side in battle.sides:
            found.update((side.company, hero) for hero, model in side.models.items() if status[model] != "out")
    return found


def check_everything_adds_up(year):
    """Logs, rules and dice verify, rows are what the logs say; gold, XP and fates are what the battles made them."""
    campaign = load_campaign(year.id).state
    assert store.verify_store() == []
    assert store.check("campaigns") == store.check("matches") == []
    # Dice of a day may let two bots run from each other for ever; such a battle is given up.
    stages = Counter(battle.stage for battle in campaign.battles.values())
    assert stages.keys() <= {"recorded", "abandoned"}
    assert stages["recorded"] > stages["abandoned"]
    assert len(campaign.battles) == year.plan.battles
    for match in campaign.battles:
        assert verify_match(THE_HOUSE, UUID(match))["ok"]
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    experience = survived(campaign)
    for name in campaign.companies:
        company, told = load_company(UUID(name)).state, events_of(name)
        check_gold(company, told)
        check_heroes(company, told, experience)


def check_gold(company, told):
    balance = 0
    for event in told:
        if isinstance(event, GoldChanged):
            balance += event.delta
            assert balance == event.balance >= 0
    assert balance == company.gold == sum(company.ledger.values())


def check_heroes(company, told, experience):
    gained, dead = Counter(), set()
    for event in told:
        if isinstance(event, XpGained):
            gained[event.hero] += event.new - event.old
        elif isinstance(event, HeroFateSet) and event.fate == "dead":
            dead.add(event.hero)
    for hero in company.heroes.values():
        assert hero.xp == gained[hero.id] == experience[company.id, hero.id]
        assert hero.level == 1 + hero.xp // 4
        assert (hero.standing == "dead") == (hero.id in dead)
        row = Hero.objects.get(company=company.id, hero=hero.id)
        assert (row.xp, row.level, row.owed) == (hero.xp, hero.level, 0)


def check_it_can_be_made_again(year):
    before = rows()
    store.rebuild("campaigns")
    assert rows() == before


def check_it_can_be_taken_elsewhere(year, tmp_path):
    """To the same heads and rows; no job is made, for nothing is owed."""
    before, path = rows(), tmp_path / "year.skald"
    heads = {name: store.head(name) for name in streams_of(load_campaign(year.id))}
    with path.open("wb+") as file:
        export_campaign(THE_HOUSE, year.id, file)
    elsewhere()
    with path.open("rb") as file:
        taken = import_campaign(file)
    assert {name: store.head(name) for name in heads} == heads
    assert len(heads) == 1 + year.plan.companies + year.plan.battles == taken.streams
    assert rows() == before
    assert (list(taken.jobs), Job.objects.count()) == ([], 0)
    assert store.verify_store() == store.check("campaigns") == store.check("matches") == []


@pytest.mark.postgresql
@pytest.mark.django_db
def test_it_works(tmp_path):
    year = played(SMALL)
    check_everything_adds_up(year)
    check_it_can_be_made_again(year)
    check_it_can_be_taken_elsewhere(year, tmp_path)


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_whole_year(tmp_path):
    year = played(WHOLE)
    check_everything_adds_up(year)
    check_it_can_be_made_again(year)
    check_it_can_be_taken_elsewhere(year, tmp_path)


@pytest.mark.django_db
def test_the_seed_draws_the_pairs(monkeypatch):
    monkeypatch.setattr("campaigns.simulation.year.fight", lambda _gm, match, _rng: concede(match) and 1)

    def drawn(seed):
        year = played(Plan(companies=4, battles=3, seed=seed))
        names = dict(Company.objects.values_list("pk", "name"))
        return [
            [names[UUID(side.company)] for side in battle.sides]
            for battle in load_campaign(year.id).state.battles.values()
        ]

    assert drawn(3) == drawn(3)
    assert len({str(drawn(seed)) for seed in range(3)}) > 1


@pytest.mark.django_db
def test_companies_buy_learn_and_build():
    year = played(Plan(companies=2, battles=8))
    kinds = Counter(type(event).__name__ for company in year.state.companies for event in events_of(company))
    assert kinds["ItemBought"] >= 8
    assert kinds["HeroRecruited"] >= 8
    assert kinds["UpgradeOrdered"] == kinds["HallUpgraded"] + sum(Company.objects.values_list("orders", flat=True))
    assert kinds["LevelGained"] == kinds["CoreRaised"]
    assert [battle.kind for battle in year.state.battles.values()].count("invasion") == 2


def test_no_company_is_founded_twice():
    founded = foundings(14)
    assert len({one.name for one in founded}) == len({one.hall for one in founded}) == 14


@pytest.mark.django_db
def test_who_lost_too_many_is_helped(monkeypatch):
    """Both companies come to nothing: the GM pays for who is to fight on."""
    monkeypatch.setitem(CASTS, "istra", CASTS["istra"]._replace(house_rules={"fate": "deadly"}))
    year = played(Plan(companies=2, battles=5))
    assert sum(company["award"] for company in (one.ledger for one in _companies(year)) if "award" in company) > 0


def _companies(year):
    return [load_company(UUID(name)).state for name in year.state.companies]


@pytest.mark.django_db
def test_a_battle_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(battles, "LONGEST_BATTLE", 3)
    year = Year(Plan(companies=2, battles=1), do_jobs)
    assert [one.commands for one in year.play()] == [3]
    assert [battle.stage for battle in year.state.battles.values()] == ["abandoned"]


@pytest.mark.django_db
class TestJobs:
    def test_it_refuses_to_go_on_while_nobody_does_them(self, monkeypatch):
        monkeypatch.setattr(battles, "PATIENCE_SECONDS", 0.1)
        year = Year(Plan(companies=2, battles=1), await_workers)
        with pytest.raises(CampaignStuck, match=r"settle match was not done within 0 s"):
            list(year.play())

    def test_it_refuses_to_go_on_with_one_that_is_parked(self):
        year = Year(Plan(companies=2, battles=1), lambda _campaign: None)
        list(year.play())
        Job.objects.filter(kind="settle_match").update(state=Job.State.PARKED, error_type="battle_not_over")
        with pytest.raises(CampaignStuck, match="is parked: battle_not_over"):
            do_jobs(year.id)

    def test_who_fights_a_battle_that_is_over_gives_no_command(self):
        year = played(Plan(companies=2, battles=1))
        assert fight(year.gm, year.fought[0].match, Random(1)) == 0
        assert BOT in load_match(year.fought[0].match).ruleset.bots()


# With processes as they run


@pytest.mark.slow
@pytest.mark.redis
@pytest.mark.sqlite
def test_a_year_by_celery(house, tmp_path):
    """Played here with a worker, taken by a file to a house with the same seal key, and the same there."""
    house.work("here")
    begun = time.monotonic()
    told = json.loads(house("here", "campaign", "simulate", "--battles", "40", "--workers", "celery", "--json"))
    assert sum(told["battles"].values()) == 40, time.monotonic() - begun
    assert {name.partition(" ")[2] for name in told["jobs"]} == {"done"}
    file = tmp_path / "year.skald"
    house("here", "campaign", "export", told["campaign"], file)
    assert house("there", "campaign", "import", file).strip() == told["campaign"]
    shown = {var: json.loads(house(var, "campaign", "show", told["campaign"], "--json")) for var in ("here", "there")}
    assert shown["there"]["standings"] == shown["here"]["standings"] == told["standings"]
    for var, imported in (("here", False), ("there", True)):
        assert {bool(company.pop("imported")) for company in shown[var]["companies"]} == {imported}
    assert shown["there"]["companies"] == shown["here"]["companies"]
    assert shown["there"]["campaign"]["job_counts"] == {}
    for var in ("here", "there"):
        assert "as recorded" in house(var, "verify")
        assert "matches the log" in house(var, "rebuild", "--check")
