"""A league of Ishmêk that plays itself: matches by bots, and who is barred or dead stays away from the next ones."""

import uuid
from collections import Counter

import pytest

from campaigns import page_context
from campaigns.domain.company.evolve import evolve
from campaigns.loading import load_campaign, load_company
from campaigns.simulation.battles import do_jobs
from campaigns.simulation.rosters import CASTS, foundings
from campaigns.simulation.year import PARDON, Plan, Year
from eventstore import api as store
from jobs.models import Job
from matches import service as matches
from matches.loading import load_match
from matches.service import verify_match
from rules.kernel.messages import tag_of
from rules.kernel.progression import Absence
from rules.registry import RULESETS
from tests.campaigns.test_year_of_play import check_it_can_be_made_again, check_it_can_be_taken_elsewhere, events_of
from tests.rules.play import rule
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SHORT = 2
"""Turns of a match here."""


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(RULESETS["ishmek"].progression, "default_ground", {"turns_total": SHORT})


def league(battles, companies=2, **more):
    year = Year(Plan(companies=companies, battles=battles, game="ishmek", **more), do_jobs)
    assert [one.number for one in year.play()] == list(range(1, battles + 1))
    return year


def companies_of(year):
    return [load_company(uuid.UUID(name)).state for name in load_campaign(year.id).state.companies]


def check_who_was_fielded_could_play(name):
    """As its own log tells: alive, and barred by nothing."""
    company, fielded = None, Counter()
    for event in events_of(name):
        if tag_of(event) == "battle_joined":
            for hero in event.heroes:
                assert (company.heroes[hero].standing, company.heroes[hero].absence) == ("ready", None)
            fielded.update(event.heroes)
        company = evolve(company, event)
    return fielded


def left_for_longer(match):
    """By model, what took it off the field for longer than its match, as the match itself tells."""
    state = load_match(match).state
    return {player.id: player.status for player in state.players if player.status in ("out_tournament", "dead")}


def check_what_the_matches_did_is_what_the_league_knows(year):
    campaign = load_campaign(year.id).state
    gone = Counter()
    for battle in campaign.battles.values():
        left = left_for_longer(uuid.UUID(battle.match))
        gone.update(
            (side.company, hero) for side in battle.sides for hero, model in side.models.items() if model in left
        )
    told = Counter()
    for name in campaign.companies:
        for event in events_of(name):
            if tag_of(event) == "absence_set" or (tag_of(event) == "hero_fate_set" and event.fate == "dead"):
                told[name, event.hero] += 1
    assert told == gone


def test_it_works(tmp_path):
    year = league(3, companies=3)
    campaign = load_campaign(year.id).state
    assert store.verify_store() == []
    assert store.check("campaigns") == store.check("matches") == []
    assert {battle.stage for battle in campaign.battles.values()} == {"recorded"}
    assert all(verify_match(THE_HOUSE, uuid.UUID(match))["ok"] for match in campaign.battles)
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    for name in campaign.companies:
        check_who_was_fielded_could_play(name)
    check_what_the_matches_did_is_what_the_league_knows(year)
    assert {company.gold for company in companies_of(year)} == {0}
    check_it_can_be_made_again(year)
    check_it_can_be_taken_elsewhere(year, tmp_path)


def sent_off(gm, match_id, _rng):
    """The home team's first player is dismissed, and the team gives up."""
    home = next(player.id for player in load_match(match_id).state.players if player.team == "home")
    matches.give_command(gm, match_id, {"type": "dismiss", "player": home, "reason": "a knife"})
    matches.give_command(gm, match_id, {"type": "forfeit", "team": "home", "reason": "shame"})
    return 2


@rule("KERNEL-CAMP-05", "KERNEL-CAMP-06")
def test_who_was_sent_off_sits_out_and_others_take_their_place(monkeypatch):
    """Each match costs its home team one; nobody comes back, and every team still fields four."""
    monkeypatch.setattr("campaigns.simulation.year.fight", sent_off)
    monkeypatch.setitem(CASTS, "ishmek", CASTS["ishmek"]._replace(tournament=0))
    year = league(6)
    campaign, companies = load_campaign(year.id).state, companies_of(year)
    assert [len(side.models) for battle in campaign.battles.values() for side in battle.sides] == [4] * 12
    barred = [hero for company in companies for hero in company.ready if hero.absence is not None]
    assert [hero.absence for hero in barred] == [Absence(why="dismissed", until="tournament")] * 6
    assert sum(len(company.heroes) for company in companies) == 2 * 4 + 6
    for company in companies:
        fielded = check_who_was_fielded_could_play(company.id)
        assert all(fielded[hero.id] for hero in company.ready if hero.absence is not None)
    assert year.summary()["absent"] == {"dismissed": 6}


@rule("ISH-SPELL-04")
def test_a_sheet_tells_what_keeps_a_player_away(monkeypatch):
    """By the match that did it, with a link to the moment."""
    monkeypatch.setattr("campaigns.simulation.year.fight", sent_off)
    year = league(1)
    campaign, seen = load_campaign(year.id).state, [load_company(uuid.UUID(one.id)) for one in companies_of(year)]
    loaded, hero = next((one, hero) for one in seen for hero in one.state.ready if hero.absence is not None)
    names = page_context.names_of(campaign, loaded.state)
    why = page_context.why_of("absence", hero, page_context.by_version(loaded), names)
    (step,) = why.steps
    assert f"{hero.name} cannot be fielded until tournament: dismissed." in step.line.text
    assert step.line.replay.startswith(f"/matches/{next(iter(campaign.battles))}/replay")


def test_the_dead_are_replaced(monkeypatch):
    monkeypatch.setattr("campaigns.simulation.year.fight", sent_off)
    year = Year(Plan(companies=2, battles=2, game="ishmek"), do_jobs)
    played = year.play()
    next(played)
    company = companies_of(year)[0]
    hero = next(hero.id for hero in company.ready if hero.absence is None)
    year._do("declare_fate", company=company.id, hero=hero, fate="dead", reason="a fever")
    next(played)
    side = next(
        side for side in list(load_campaign(year.id).state.battles.values())[-1].sides if side.company == company.id
    )
    assert hero not in side.models
    assert len(side.models) == 4


def test_the_end_of_the_tournament_lets_the_barred_play_again(monkeypatch):
    monkeypatch.setattr("campaigns.simulation.year.fight", sent_off)
    monkeypatch.setitem(CASTS, "ishmek", CASTS["ishmek"]._replace(tournament=2))
    year = league(3)
    told = [event for company in companies_of(year) for event in events_of(company.id)]
    assert Counter(event.reason for event in told if tag_of(event) == "corrected") == {PARDON: 2}
    assert [hero.absence for one in companies_of(year) for hero in one.ready if hero.absence] == [
        Absence(why="dismissed", until="tournament")
    ]


def test_a_league_has_no_halls_to_invade_and_no_gold_to_give(monkeypatch):
    monkeypatch.setattr("campaigns.simulation.year.fight", sent_off)
    year = league(5)
    assert {battle.kind for battle in year.state.battles.values()} == {"counting"}
    assert {company.gold for company in companies_of(year)} == {0}


def test_no_team_is_founded_twice():
    founded = foundings(6, "ishmek")
    assert len({one.name for one in founded}) == len({one.hall for one in founded}) == 6
    six = {"prof", "str_mod", "dex_mod", "cast_mod", "speed", "slots_l1"}
    assert all(set(recruit.stats) == six for one in founded for recruit in one.recruits)
