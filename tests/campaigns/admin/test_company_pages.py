"""The admin pages of campaigns, companies and heroes: what stands on them, and why each value is what it is."""

import pytest
from django.urls import reverse
from msgspec.structs import replace

from campaigns import narration, page_context, service
from campaigns.domain.campaign.events import BattleSettled, FateRolled
from campaigns.domain.company.events import (
    CompanyFounded,
    GoldChanged,
    HeroFateSet,
    HeroRestored,
    InjuryTaken,
    ItemReturned,
)
from campaigns.models import Campaign, Company, Hero
from eventstore import api as store
from eventstore.models import Event, Stream
from jobs import queue
from rules.kernel.progression import Injury
from tests.campaigns.admin.filling import act, page, send, text
from tests.campaigns.fighting import concede, start
from tests.campaigns.test_dice import fight as strike_down
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


def company(evening, name="ann"):
    return Company.objects.get(pk=evening.companies[name])


def hero(evening, key="h1"):
    return Hero.objects.get(company=evening.companies["ann"], hero=key)


def why(client, row, field):
    return client.get(f"{page(row)}?why={field}")


# Campaigns


def test_the_sheet_of_a_campaign(gail, evening):
    evening.do("set_house_rule", name="debt", value="on", reason="The bank is kind.")
    match = start(evening, "ann", "bob")
    shown = text(gail.get(page(Campaign.objects.get())))
    for said in (
        "co-GM",
        "Companies may be in debt: yes, by GM actions",
        "Battle 1: Ann's against Bob's",
        "Open choices",
    ):
        assert said in shown
    now = "yes, by GM actions and by battles that are undone; nobody buys on credit"
    before = "no: whatever costs more gold than they have is refused"
    told = f"House rule “Companies may be in debt”: {now}; before: {before}."
    assert f"{told} <em>The bank is kind.</em>" in shown
    assert "Battle 1 begins as a battle that counts: Ann's (2) against Bob's (2)." in shown
    assert str(match) not in shown


@rule("IST-FATE-01")
def test_the_sheet_of_a_campaign_tells_who_is_ahead(gail, evening):
    """Both of Bob's heroes are struck down, and Ann's two are left."""
    strike_down(evening)
    queue.sweep(60)
    sheet = gail.get(page(Campaign.objects.get()))
    ranked = [(line.place, row.name, line.won, line.lost) for line, row, _ in sheet.context["standings"]]
    assert ranked == [(1, "Ann's", 1, 0), (2, "Bob's", 0, 1)]
    assert [dict(done)["models lost"] for _, _, done in sheet.context["standings"]] == [0, 2]
    assert sheet.content.decode().count('<td class="skald-number" data-label="Models lost">2</td>') == 1


def test_who_was_invited_or_has_asked_is_named(gail, evening):
    evening.do("request_join", by="eve", message="I bring cake.")
    shown = text(gail.get(page(Campaign.objects.get())))
    assert "eve asks to join" in shown
    assert "I bring cake." in shown


def test_an_invasion_that_was_declared_waits_on_the_sheet(gail, evening):
    evening.do("declare_invasion", by="ann", company=evening.companies["ann"], defender=evening.companies["bob"])
    assert "Invasion: Ann's against Bob's <span" in text(gail.get(page(Campaign.objects.get())))


def test_a_roll_for_a_fate_is_told_in_words(gail, evening):
    names = narration.Names(companies={"c1": "The Larks"}, fighters={("c1", "h3"): "Ilse"})
    roll = {"purpose": "survival", "rule": "IST-Q-100", "roll": "1d20", "source": "house", "total": 7, "target": 9}
    rolled = FateRolled(by="h3", company="c1", match="m1", dice=((20, 7, True),), **roll)
    assert narration.tell(rolled, names) == "Ilse of The Larks rolls 7 for survival (needs 9)."
    told = [narration.tell(replace(rolled, success=success), names).partition("9) ")[2] for success in (True, False)]
    assert told == ["and lives.", "and dies."]


@pytest.mark.parametrize(
    ("termination", "ended"),
    [
        ("goal", "the goal was reached"),
        ("turns", "the last turn was over"),
        ("conceded", "a side conceded"),
        ("forfeit", "a side conceded"),
        ("gm", "the GM ended it"),
    ],
)
def test_how_a_battle_ended_is_told_in_words(termination, ended):
    names = narration.Names(companies={"c1": "The Larks"}, battles={"m1": 2})
    settled = BattleSettled(match="m1", termination=termination, winners=("c1",), winning_seats=("s1",))
    assert narration.tell(settled, names) == f"Battle 2 is recorded, won by The Larks: {ended}."


def test_people_are_called_by_their_names(gail, evening):
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    shown = text(gail.get(page(Campaign.objects.get())))
    assert "UTC, gail</span>" in shown
    assert "UTC, Skald</span>" in shown
    assert "user:" not in shown


# Companies


def test_the_sheet_of_a_company(gail, evening):
    ann = evening.companies["ann"]
    evening.do("set_house_rule", name="hall_downtimes", value=2)
    evening.do("buy_item", by="ann", company=ann, item="dagger", count=2)
    evening.do("upgrade_hall", by="ann", company=ann, upgrade="clear_the_area")
    now = evening.company("ann")
    shown = text(gail.get(page(company(evening))))
    assert f"Ledger: {now.gold} gold" in shown
    assert "2 × dagger" in shown
    assert "Clear the Area" in shown
    assert "<span>item: dagger</span>" in shown
    assert "ready in downtime 2 (now: 0)" in shown
    assert "Ann 1</a> (leader)" in shown


def test_who_cannot_be_fielded_is_marked_among_the_heroes(gail, evening):
    assert "cannot be fielded" not in text(gail.get(page(company(evening))))
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="Saved the pie.")
    shown = text(gail.get(page(company(evening))))
    assert shown.count("ready, cannot be fielded") == 1


def test_the_sheets_lead_to_the_pages_that_players_have(gail, evening):
    for row in (company(evening), Campaign.objects.get()):
        address = reverse(f"campaigns:{row._meta.model_name}", args=[row.pk])
        assert f'href="{address}"' in text(gail.get(page(row)))
        assert gail.get(address).status_code == 200


def test_the_ledger_has_each_line_with_its_balance_and_adds_up(gail, evening):
    evening.do("fine", company=evening.companies["ann"], amount=3, reason="Noise.")
    lines = [event for event, _, _ in gail.get(page(company(evening))).context["ledger"]]
    assert (lines[0].purpose, lines[0].delta, lines[0].reason) == ("fine", -3, "Noise.")
    assert sum(line.delta for line in lines) == lines[0].balance == evening.company("ann").gold


# Heroes


def test_the_sheet_of_a_hero(gail, evening):
    shown = text(gail.get(page(hero(evening))))
    assert "XP, 4 to the next level" in shown
    assert "Open choices: talent" in shown
    assert "Leads the company." in shown
    assert '?why=injuries#why">Injuries</a>: none' in shown
    assert "Ann 1 joins for" in shown
    assert "Ann 2 joins" not in shown


def test_it_tells_why_a_hero_has_that_power(gail, evening):
    ann = evening.companies["ann"]
    power = evening.company("ann").heroes["h1"].stats["power"]
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Saved the pie.")
    evening.do("raise_core", by="ann", company=ann, hero="h1", stat="power")
    response = why(gail, hero(evening), "stats.power")
    assert f"Why does Ann 1 have Power {power + 1}?" in text(response)
    steps = [(step.old, step.new, step.line.text) for step in response.context["steps"]]
    assert [old for old, _, _ in steps] == ["nothing", str(power)]
    assert steps[-1] == (str(power), str(power + 1), f"Ann 1 raises Power from {power} to {power + 1}.")


def test_it_tells_what_is_lost_of_a_value_for_now(gail, evening):
    send(gail, act(hero(evening), "correct"), field="carried.power", value="2", reason="A bad fall.")
    response = why(gail, hero(evening), "stats.power")
    power = evening.company("ann").heroes["h1"].stats["power"]
    assert f"Why does Ann 1 have Power {power}, and 2 of it currently lost?" in text(response)
    assert [(step.old, step.new) for step in response.context["wounds"]] == [("0", "2 lost")]
    assert f"Power, {power - 2} left" in text(response)


def test_it_tells_why_a_hero_is_dead_and_cannot_be_fielded(gail, evening):
    send(gail, act(hero(evening), "declare_fate"), fate="dead", match="", reason="Fell off the stairs.")
    response = why(gail, hero(evening), "standing")
    assert "Why does Ann 1 have standing dead?" in text(response)
    assert [(step.old, step.new) for step in response.context["steps"]] == [("nothing", "ready"), ("ready", "dead")]


def test_a_value_that_nothing_has_changed_is_explained_too(gail, evening):
    response = why(gail, hero(evening), "injuries")
    assert "Why does Ann 1 have injuries none?" in text(response)


def test_who_cannot_be_fielded_says_why(gail, evening):
    assert "Cannot be fielded" not in text(gail.get(page(hero(evening))))
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="Saved the pie.")
    assert "Cannot be fielded: Ann 1 has a Core Stat to raise first." in text(gail.get(page(hero(evening))))


def test_each_event_leads_into_the_replay_of_the_match_that_caused_it(gail, evening):
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    steps = why(gail, hero(evening), "xp").context["steps"]
    assert steps[0].line.replay == ""
    assert steps[-1].line.replay.startswith(f"/matches/{match}/replay?n=")
    assert gail.get(steps[-1].line.replay).status_code == 200
    shown = int(steps[-1].line.replay.rpartition("=")[2])
    (ended,) = store.read(f"match-{match}", shown - 1, shown)
    assert ended.type == "istra.battle_ended"  # who is on the board then survives, and gains XP by it


def test_gold_that_a_match_brought_leads_to_its_end(gail, evening):
    evening.do("set_house_rule", name="battle_income", value=40)
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    event, about, line = gail.get(page(company(evening))).context["ledger"][0]
    assert (event.delta, about, line.moment) == (40, "battle 1", "")
    assert line.replay == f"/matches/{match}/replay?n=end"
    last = Stream.objects.get(name=f"match-{match}").version
    happened = enumerate(store.read(f"match-{match}", 0, last), 1)
    end = max(number for number, event in happened if event.type == "istra.battle_ended")
    assert f"Event {end} of {last}" in text(gail.get(line.replay))


def test_a_choice_leads_to_the_battle_that_brought_its_level(gail, evening):
    ann = evening.companies["ann"]
    evening.do("award_xp", company=ann, hero="h1", amount=3, reason="Nearly there.")
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    evening.do("raise_core", by="ann", company=ann, hero="h1", stat="power")
    step = why(gail, hero(evening), "stats.power").context["steps"][-1]
    assert step.line.replay == ""
    assert step.level.text == "Ann 1 rises from level 1 to 2."
    assert step.level.replay.startswith(f"/matches/{match}/replay")


@pytest.mark.parametrize("field", ["stats.beauty", "name.x", "__class__", "stats", "sheet.slots", "level.x"])
def test_a_value_that_no_hero_has_is_not_explained(gail, evening, field):
    response = why(gail, hero(evening), field)
    assert response.status_code == 200
    assert "steps" not in response.context


def test_what_was_corrected_says_so(gail, evening):
    send(gail, act(hero(evening), "correct"), field="stats.power", value="9", reason="Misread the table.")
    shown = text(why(gail, hero(evening), "stats.power"))
    assert "Corrected: Ann 1: Power from" in shown
    assert "<em>Misread the table.</em>" in shown


# What cannot be read, and where the log is


def test_a_row_without_its_log_says_so(gail, evening):
    row = company(evening)
    lonely = Company.objects.create(
        id=Campaign.objects.get().pk,
        campaign=row.campaign,
        name="Lonely",
        game="istra",
        gold=0,
        version=1,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
    assert "There is no such company" in text(gail.get(page(lonely)))
    assert gail.get(act(lonely, "fine")).status_code == 302


def test_streams_lead_to_their_sheets(gail, evening):
    for row in (Campaign.objects.get(), company(evening)):
        stream = Stream.objects.get(name=row.stream)
        response = gail.get(f"/admin/eventstore/stream/{stream.pk}/change/")
        assert page(row) in response.content.decode()
    assert Event.objects.filter(stream__name=row.stream).exists()
    assert next(iter(store.read(row.stream))).version == 1


# Words


def test_what_a_battle_made_of_a_hero_is_told_in_words():
    names = narration.Names(heroes={"h1": "Ilse"})
    told = [HeroRestored(hero="h1"), HeroRestored(hero="h1", carried={"health": 16, "power": 0})]
    assert [narration.tell(one, names) for one in told] == [
        "Ilse comes back well.",
        "Ilse comes back without 16 Health.",
    ]
    fate = {"hero": "h1", "fate": "survived", "rule": "IST-FATE-01"}
    ways = [
        narration.tell(HeroFateSet(how=how, **fate), names) for how in ("on_board", "on_field", "left_board", "fled")
    ]
    assert ways == [
        "Ilse survives (still on the board).",
        "Ilse survives (still on the field).",
        "Ilse survives (had left the board).",
        "Ilse survives (fled).",
    ]


@pytest.mark.parametrize(
    ("until", "told"),
    [
        ("match", "Tulm was injured: Major Head Trauma. It ended with the match."),
        ("tournament", "Tulm is injured: Major Head Trauma."),
    ],
)
def test_an_injury_that_was_over_with_its_match_is_told_as_past(until, told):
    injury = Injury(name="major_head_trauma", title="Major Head Trauma", until=until)
    assert narration.tell(InjuryTaken(hero="h1", injury=injury), narration.Names(heroes={"h1": "Tulm"})) == told


@rule("IST-Q-100")
def test_a_rule_is_told_with_what_the_house_has_set_instead(evening):
    evening.do("set_house_rule", name="fate", value="survival_roll")
    evening.do("set_house_rule", name="survival", value=9)
    names = page_context.names_of(evening.campaign, evening.company("ann"))
    said = (
        "In this campaign “Heroes who were taken out”: roll a d20 for survival, and are dead if it fails; "
        "“A survival roll needs”: 9."
    )
    assert page_context.rule_in_words("IST-Q-100", names).endswith(f". {said}")
    assert "In this campaign" not in page_context.rule_in_words("IST-Q-101", names)


def test_the_dead_lay_nothing_down():
    names = narration.Names(heroes={"h1": "Ilse"}, words={"heavy_armour": "heavy armour"})
    assert narration.tell(ItemReturned(hero="h1", item="heavy_armour"), names) == "Ilse puts heavy armour in the stash."


def test_ids_that_nobody_knows_stand_for_themselves():
    names = narration.Names()
    founded = CompanyFounded(company="c1", game="istra", name="The Larks", motto="Up", hall="The Nest")
    assert narration.tell(founded, names) == "Company founded: The Larks, “Up”, The Nest."
    gold = GoldChanged(delta=-5, balance=10, purpose="undoing", about="m1")
    assert narration.tell(gold, names) == "-5 gold, undoing (a battle), balance 10."


# Another game


@pytest.mark.parametrize("purpose", ["income", "undoing"])
def test_gold_of_a_battle_names_it_by_its_number(purpose):
    gold = GoldChanged(delta=40, balance=90, purpose=purpose, about="a-match")
    names = narration.Names(battles={"a-match": 3})
    assert narration.tell(gold, names) == f"+40 gold, {purpose} (battle 3), balance 90."


def test_a_squad_of_ishmek_has_its_sheets_too(gail, evening):
    league = service.open_campaign(evening.people["gail"], {"title": "The Banak League", "game": "ishmek"}).campaign.id
    service.give_command(evening.people["gail"], league, {"type": "start_campaign"})
    squad = {"type": "found_company", "name": "Ravens", "motto": "Caw", "hall": "The Rookery"}
    (founded,) = service.give_command(evening.people["gail"], league, squad).companies
    player = {"type": "recruit_hero", "company": founded, "name": "Orla", "race": "human"}
    service.give_command(evening.people["gail"], league, player)
    (row,) = Hero.objects.filter(company=founded)
    for one in (row, row.company, row.company.campaign):
        assert gail.get(page(one)).status_code == 200
    for one, deed in (
        (row, "correct"),
        (row, "declare_fate"),
        (row.company, "correct"),
        (row.company.campaign, "start_battle"),
    ):
        assert gail.get(act(one, deed)).status_code == 200
    assert "Open choices" not in text(gail.get(page(row)))
