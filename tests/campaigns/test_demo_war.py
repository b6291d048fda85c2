"""The campaign of the demo as its GM finds it: halls, scars, grudges, choices owed, and a battle that is on."""

import uuid
from random import Random

import pytest
from django.contrib.auth.models import User

from campaigns import service
from campaigns.demo.companies import COMPANIES
from campaigns.demo.war import OWNERS, WAR
from campaigns.models import Campaign, Company, Hero
from eventstore import api as store
from jobs.models import Job
from matches import service as matches
from matches.documents import plain
from matches.models import Match
from tests.campaigns.conftest import run_demo
from web.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

GOES = 5


def who(name):
    return person(User.objects.get(username=name))


def the_war():
    return service.see_campaign(who("gm"), Campaign.objects.get(title=WAR).pk)


def company(key):
    row = Company.objects.get(name=COMPANIES[key].name)
    return service.see_company(who("gm"), row.pk)


def told(seen, kind):
    return [one.event for one in service.history_of(seen) if type(one.event).__struct_config__.tag == kind]


def battles(stage):
    return [battle for battle in the_war().state.battles.values() if battle.stage == stage]


def test_it_works(furnished):
    assert the_war().state.title == WAR
    assert the_war().state.stage == "running"
    assert f"campaign show {the_war().id}" in furnished


def test_the_six_companies_of_the_demo_belong_to_its_users(furnished):
    for key, name in OWNERS.items():
        state = company(key).state
        assert state.owner == who(name).key
        assert state.motto == COMPANIES[key].motto
        assert [hero.name for hero in state.heroes.values()] == [hero.name for hero in COMPANIES[key].heroes]
    assert {person.name: person.role for person in the_war().state.people.values()} == {
        "gm": "gm",
        "player": "player",
        "organizer": "player",
    }


def test_gold_balances_in_every_company(furnished):
    for key in OWNERS:
        state = company(key).state
        assert state.gold == sum(state.ledger.values()) >= 0


def test_battles_are_on_record_an_invasion_and_a_friendly_one_among_them(furnished):
    assert [battle.kind for battle in battles("recorded")] == [
        "counting",
        "counting",
        "invasion",
        "friendly",
        "counting",
    ]
    assert all(matches.verify_match(who("gm"), uuid.UUID(one.match))["ok"] for one in battles("recorded"))


def test_the_hall_that_was_invaded_had_its_walls(furnished):
    assert company("herons").state.hall.upgrades == ("walls",)
    (battle,) = [one for one in battles("recorded") if one.kind == "invasion"]
    (seat,) = [side.seat for side in battle.sides if side.company == company("herons").state.id]
    invasion = plain(matches.load(who("gm"), uuid.UUID(battle.match)).match.state)["invasion"]
    assert (invasion["defender"], list(invasion["upgrades"])) == (seat, ["walls"])


def test_another_hall_is_being_built(furnished):
    (order,) = company("wardens").state.hall.orders
    assert (order.upgrade, order.ready) == ("clear_the_area", the_war().state.downtime + 1)


def test_a_hero_has_gained_a_level_and_owes_choices(furnished):
    marta = Hero.objects.get(name="Sister Marta")
    assert marta.level == 2
    (level,) = told(company("penitents"), "level_gained")
    assert (level.old, level.new) == (1, 2)
    assert "Marta" in told(company("penitents"), "xp_gained")[0].reason
    assert marta.owed


def test_heroes_were_taken_out(furnished):
    fates = [event.fate for key in OWNERS for event in told(company(key), "hero_fate_set")]
    assert {"taken_out", "dead"} & set(fates)


def test_the_gm_has_awarded_and_fined_with_reasons(furnished):
    (award,) = [event for event in told(company("herons"), "gold_changed") if event.purpose == "award"]
    (fine,) = [event for event in told(company("hammers"), "gold_changed") if event.purpose == "fine"]
    assert (award.delta, fine.delta) == (150, -15)
    assert award.reason
    assert fine.reason


def test_a_grudge_is_declared(furnished):
    (grudge,) = [one for one in the_war().state.invasions.values() if one.stage == "declared"]
    assert (grudge.attacker, grudge.defender) == (company("herons").state.id, company("lanterns").state.id)


def test_a_battle_is_on_that_the_player_alone_can_play(furnished):
    (battle,) = battles("open")
    match_id, rng, player = uuid.UUID(battle.match), Random(5), who("player")
    assert Match.objects.get(pk=match_id).status == "running"

    for given in range(GOES):
        loaded = matches.load(player, match_id).match
        if loaded.table.outcome() is not None:
            assert given
            return
        matches.give_command(player, match_id, plain(loaded.ruleset.bots()["sensible"](loaded.state, rng)))


def test_every_job_is_done(furnished):
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}


def test_the_rows_are_what_the_log_adds_up_to(furnished):
    assert store.check("campaigns") == []
    assert store.verify_store() == []


def test_told_again_it_changes_nothing(furnished):
    before = store.last_position()

    assert "already there" in run_demo()

    assert store.last_position() == before
    assert Campaign.objects.count() == 2


def test_it_leaves_alone_what_its_people_have_done_since(furnished):
    row = the_war()
    service.give_command(who("gm"), row.id, {"type": "rename_campaign", "title": "Another war"})
    before = store.last_position()

    run_demo()

    assert store.last_position() == before
