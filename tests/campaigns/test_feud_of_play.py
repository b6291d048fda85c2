"""A feud of Hachigoku that plays itself: Skirmishes by bots, and who is Down or dead stays away from the next ones."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from campaigns.loading import load_campaign, load_company
from campaigns.simulation.battles import do_jobs
from campaigns.simulation.rosters import foundings
from campaigns.simulation.year import Plan, Year
from eventstore import api as store
from jobs.models import Job
from matches.loading import load_match
from matches.service import verify_match
from rules.hachigoku.questions import DEAD, level
from tests.campaigns.test_year_of_play import check_it_can_be_made_again, check_it_can_be_taken_elsewhere
from tests.rules.play import rule
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def last_levels(campaign: Any) -> dict[tuple[str, str], str]:
    """By company and hero how they came out of their last Skirmish, as the matches themselves tell."""
    found = {}
    for battle in campaign.battles.values():
        state = load_match(uuid.UUID(battle.match)).state
        levels = {one.id: level(one) for one in state.characters}
        found.update(
            {(side.company, hero): levels[model] for side in battle.sides for hero, model in side.models.items()}
        )
    return found


@rule("HAC-Q-97")
def test_it_works(tmp_path: Any) -> None:
    year = Year(Plan(companies=2, battles=3, game="hachigoku"), do_jobs)
    assert [one.number for one in year.play()] == [1, 2, 3]
    campaign = load_campaign(year.id).state
    assert {battle.stage for battle in campaign.battles.values()} == {"recorded"}
    assert all(verify_match(THE_HOUSE, uuid.UUID(match))["ok"] for match in campaign.battles)
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    companies = [load_company(uuid.UUID(name)).state for name in campaign.companies]
    heroes = {(company.id, hero.id): hero for company in companies for hero in company.heroes.values()}
    fought = last_levels(campaign)
    assert len(fought) >= 2 * 4
    assert {one for one, hero in heroes.items() if hero.standing == "dead"} == {
        one for one, name in fought.items() if name == DEAD
    }
    assert store.verify_store() == store.check("campaigns") == store.check("matches") == []
    check_it_can_be_made_again(year)
    check_it_can_be_taken_elsewhere(year, tmp_path)


def test_no_house_is_founded_twice() -> None:
    founded = foundings(6, "hachigoku")
    assert len({one.name for one in founded}) == len({one.hall for one in founded}) == 6
    assert {recruit.calling for one in founded for recruit in one.recruits} == {"named", "mook"}
