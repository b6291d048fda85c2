"""The page of a company: what stands there, and each form of who plays it, done and refused."""

import re

import pytest
from django.urls import reverse

from campaigns.templatetags.pages import asked_in_rows
from jobs import queue
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, start
from tests.campaigns.pages.conftest import client_of
from tests.campaigns.pages.filling import company_of, offers, refused, send, text, told
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(evening):
    return company_of(evening, "ann")


def do(evening, kind, **fields):
    return evening.do(kind, by="ann", company=evening.companies["ann"], **fields)


# What stands there


def test_the_heroes_with_their_values_kit_and_standing(evening, ann, home):
    do(evening, "buy_item", item="dagger")
    do(evening, "assign_item", hero="h1", item="dagger")
    first, second = (row.card for row in ann.get(home).context["heroes"])
    assert (first.hero.name, first.race, first.calling, first.leads) == ("Ann 1", "Human", "Fighter", True)
    assert [(one.name, one.full, one.left) for one in first.values][:2] == [("Power", 5, None), ("Finesse", 5, None)]
    assert (first.kit, second.kit) == (["dagger"], [])
    assert (first.status.word, first.open_choices) == ("ready, may choose a talent", ["a talent"])


@rule("IST-ARM-04")
def test_what_is_worn_comes_on_top(evening, ann, home):
    for item in ("light_armour", "shield"):
        do(evening, "buy_item", item=item)
        do(evening, "assign_item", hero="h1", item=item)
    first, second = (row.card for row in ann.get(home).context["heroes"])
    worn = [[(one.name, one.full, one.worn) for one in hero.values if one.worn] for hero in (first, second)]
    assert worn == [[("Armour", 0, 6)], []]  # light armour 5, shield 1


@rule("IST-Q-101")
@pytest.mark.parametrize(("carries", "word"), [("on", "hurt: Power 2 of 5, Health 1 of 20, "), ("off", "")])
def test_who_is_hurt_stands_so_where_damage_stays(evening, ann, home, carries, word):
    evening.do("set_house_rule", name="carry_damage", value="on")
    for stat, lost in (("power", 3), ("health", 19)):
        fall = {"field": f"carried.{stat}", "value": lost, "reason": "A fall."}
        evening.do("correct", company=evening.companies["ann"], hero="h1", **fall)
    if carries == "off":
        evening.do("set_house_rule", name="carry_damage", value="off")
    status = ann.get(home).context["heroes"][0].card.status
    assert status.tone == ("wants" if carries == "on" else "good")
    assert status.word == f"ready, {word}may choose a talent"
    assert ("healed in a battle" in status.why) is (carries == "on")


@rule("IST-D-16")
def test_a_hero_who_owes_a_core_stat_stands_so(evening, ann, home):
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="Saved the pie.")
    status = ann.get(home).context["heroes"][0].card.status
    assert (status.word, status.tone, status.rule) == ("has to choose a Core Stat", "wants", "IST-D-16")
    assert "Ann 1 has a Core Stat to raise first." in status.why


def test_who_is_gone_stands_apart(evening, ann, home):
    evening.do("declare_fate", company=evening.companies["ann"], hero="h2", fate="dead", reason="A fall.")
    do(evening, "retire_hero", hero="h1")
    page = ann.get(home)
    assert page.context["heroes"] == []
    assert [one.status.word for one in page.context["gone"]] == ["retired with honours", "dead"]


def test_in_battle_who_fights_and_who_stays_at_home(evening, ann, home):
    sides = {
        "s1": {"company": evening.companies["ann"], "heroes": ["h1"]},
        "s2": {"company": evening.companies["bob"], "heroes": ["h1"]},
    }
    evening.do("start_battle", sides=sides)
    page = ann.get(home)
    assert [row.card.status.word for row in page.context["heroes"]] == ["in battle 1", "stays at home"]
    assert page.context["closed"].code == "company_in_battle"
    assert "To its battle" in text(page)


@rule("IST-WPN-02", "IST-RACE-03")
def test_what_can_be_bought_and_recruited_can_be_read(ann, home):
    shown = text(ann.get(home))
    market, recruits = shown.partition('id="market"')[2], shown.partition('id="stash"')[0]
    assert "Dagger: attack roll −2; opponent's armour −2 for damage." in market
    assert "Race row: Dwarf; P: 7; F: 5; W: 5; H: 20; A: 0." in recruits


@rule("IST-CAMP-11")
def test_in_battle_prices_can_be_read_and_nothing_can_be_done(evening, ann, home):
    start(evening, "ann", "bob")
    answer = ann.post(home, {"form": "buy_item:dagger", "count": "1", "key": "k"})
    assert answer.status_code == 422
    assert {one.partition(":")[0] for one in offers(ann.get(home))} == {"buy_item", "upgrade_hall"}
    assert evening.company("ann").stash == {}


def test_the_ledger_tells_what_for_and_leads_to_the_replay(evening, ann, home):
    evening.do("set_house_rule", name="battle_income", value=7)
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    event, about, line = ann.get(home).context["ledger"][0]
    assert (event.purpose, event.delta, event.balance, about) == ("income", 7, 307, "battle 1")
    assert str(match) in line.replay


def test_the_ledger_leads_to_what_was_earlier(evening, ann, home):
    for _ in range(16):
        do(evening, "buy_item", item="dagger")
    page = ann.get(home)
    assert "founding" not in [event.purpose for event, _, _ in page.context["ledger"]]
    assert '<a href="?gold=all#gold">Earlier</a>' in text(page)
    page = ann.get(home, {"gold": "all"})
    assert page.context["ledger"][-1][0].purpose == "founding"
    assert sum(event.delta for event, _, _ in page.context["ledger"]) == evening.company("ann").gold
    assert ">Earlier</a>" not in text(page)


def test_a_short_ledger_is_whole(ann, home):
    page = ann.get(home)
    assert page.context["ledger"][-1][0].purpose == "founding"
    assert ">Earlier</a>" not in text(page)


def test_the_story_leaves_the_gold_to_the_ledger(evening, ann, home):
    do(evening, "buy_item", item="dagger")
    story = [line.text for line in ann.get(home).context["history"]]
    assert story[0] == "Bought: 1 × dagger at 2 gold."
    assert not any("balance" in line for line in story)


def test_as_many_queries_for_many_heroes_and_companies_as_for_few(evening, ann, home, django_assert_num_queries):
    def queries():
        ann.get(home)
        with django_assert_num_queries(999, exact=False) as captured:
            ann.get(home)
        return len(captured)

    few = queries()
    evening.do("award_gold", company=evening.companies["ann"], amount=5_000, reason="A chest.")
    for number in range(10):
        do(evening, "recruit_hero", name=f"More {number}", race="human", calling="fighter")
        do(evening, "buy_item", item="dagger")
        evening.found("bob", heroes=0)
    assert queries() == few


# Recruiting


@rule("IST-CAMP-03", "IST-CAMP-04")
def test_a_hero_is_recruited_once_however_often_the_form_is_sent(evening, ann, home):
    fields = {"name": "Ilse", "race": "dwarf", "calling": "magic_user"}
    for _ in range(2):
        answer = send(ann, home, "recruit_hero", key="k", **fields)
    joined = evening.company("ann").heroes["h3"]
    assert (joined.name, joined.race, joined.calling) == ("Ilse", "dwarf", "magic_user")
    assert evening.company("ann").gold == 500 - 2 * 100 - 90  # two humans, a dwarf
    assert "Ilse joins for 90 gold." in told(answer)
    assert "h4" not in evening.company("ann").heroes


def test_races_are_offered_with_their_price_and_those_of_the_house_too(evening, ann, home):
    race = {"power": 4, "finesse": 4, "will": 4, "health": 20, "armour": 0, "cost": 5}
    evening.do("set_house_rule", name="races", value={"goblin": race})
    (field,) = [one.field for one in offers(ann.get(home))["recruit_hero"].shown.fields if one.field.name == "race"]
    assert dict(field.choices)["human"] == "Human, 100 gold"
    assert dict(field.choices)["goblin"].endswith(", 85 gold")  # 80 and the 5 of its row


@rule("IST-CAMP-07")
def test_recruiting_is_shut_where_the_gold_is_not_there(evening, ann, home):
    evening.do("fine", company=evening.companies["ann"], amount=250, reason="Noise.")
    assert offers(ann.get(home))["recruit_hero"].offer.refused.code == "not_enough_gold"
    answer = send(ann, home, "recruit_hero", name="Ilse", race="dwarf", calling="fighter")
    assert refused(answer, "recruit_hero")[0].rule_text
    assert len(evening.company("ann").heroes) == 2


@rule("IST-CAMP-04")
def test_it_refuses_a_recruit_without_a_name_beside_the_field(evening, ann, home):
    answer = send(ann, home, "recruit_hero", name="", race="dwarf")
    assert refused(answer, "recruit_hero")[1] == ["name"]
    typed = {one.field.name: one.value for one in offers(answer)["recruit_hero"].shown.fields}
    assert typed["race"] == "dwarf"


@rule("IST-Q-82")
def test_where_the_house_lets_stats_be_entered_they_are_asked_for(evening, ann, home):
    assert "stat-power" not in text(ann.get(home))
    evening.do("set_house_rule", name="race_table", value="cap")
    answer = send(ann, home, "recruit_hero", name="Ilse", race="human", calling="expert", **{"stat-power": "3"})
    assert answer.status_code == 302
    assert evening.company("ann").heroes["h3"].stats["power"] == 3


# Goods


@rule("IST-CAMP-07")
def test_things_are_bought_given_and_sold(evening, ann, home):
    evening.do("set_house_rule", name="selling", value="half")
    bought = send(ann, home, "buy_item:dagger", count="3")
    assert "Bought: 3 × dagger at 2 gold." in told(bought)
    send(ann, home, "assign_item:dagger", hero="h2")
    send(ann, home, "sell_item:dagger")
    company = evening.company("ann")
    assert (company.stash, company.heroes["h2"].equipment) == ({"dagger": 1}, ("dagger",))
    assert company.gold == 300 - 3 * 2 + 1


@rule("IST-Q-110")
def test_selling_is_not_offered_where_nobody_buys_things_back(evening, ann, home):
    do(evening, "buy_item", item="dagger")
    assert "sell_item:dagger" not in offers(ann.get(home))


@rule("IST-Q-60")
def test_the_market_leaves_out_what_is_not_for_sale(evening, ann, home):
    assert "buy_item:helmet" not in offers(ann.get(home))
    evening.do("set_house_rule", name="helmet_price", value=15)
    assert "buy_item:helmet" in offers(ann.get(home))


@rule("IST-CAMP-07")
def test_what_is_too_dear_is_shut_and_refused(evening, ann, home):
    evening.do("fine", company=evening.companies["ann"], amount=295, reason="Noise.")
    found = offers(ann.get(home))
    shut = {name for name, one in found.items() if name.startswith("buy_item:") and one.offer.refused}
    affordable = {"buy_item:dagger", "buy_item:spear", "buy_item:shield", "buy_item:buckler"}  # 2 and 5 gold
    assert {name for name in found if name.startswith("buy_item:")} - shut == affordable
    answer = send(ann, home, "buy_item:spear", count="2")
    assert refused(answer, "buy_item:spear")[0].code == "not_enough_gold"
    assert evening.company("ann").gold == 5
    # The browser goes to the form itself, where it is told why; once something is bought, on at the market.
    assert '<form class="fields offer" method="post" id="buy_item:spear" action="#buy_item:spear"' in text(answer)
    assert send(ann, home, "buy_item:dagger", at="market").url == f"{home}#market"
    assert send(ann, home, "buy_item:dagger", at="//evil.example").url == home


def test_it_refuses_to_buy_no_number_of_things(evening, ann, home):
    for count in ("", "0", "many", "-1"):
        assert refused(send(ann, home, "buy_item:dagger", count=count), "buy_item:dagger")[1] == ["count"]
    assert evening.company("ann").gold == 300


@rule("IST-Q-112")
def test_an_item_is_offered_only_to_who_can_carry_it(evening, ann, home):
    do(evening, "buy_item", item="shield", count=2)
    do(evening, "assign_item", hero="h1", item="shield")
    (field,) = offers(ann.get(home))["assign_item:shield"].shown.fields
    assert field.field.choices == (("", "choose …"), ("h2", "Ann 2"))


# The hall, invasions


@rule("IST-HALL-01")
def test_an_upgrade_is_built_and_then_stands(evening, ann, home):
    answer = send(ann, home, "upgrade_hall:walls")
    assert "The hall now has Walls." in told(answer)
    assert evening.company("ann").gold == 300 - 100
    assert "upgrade_hall:walls" not in offers(ann.get(home))


@rule("KERNEL-CAMP-10")
def test_what_is_being_built_says_when_it_stands(evening, ann, home):
    evening.do("set_house_rule", name="hall_downtimes", value=2)
    send(ann, home, "upgrade_hall:walls")
    assert "is under construction, ready in downtime 2 (now: 0)" in text(ann.get(home))


@rule("IST-HALL-02")
def test_an_invasion_is_declared(evening, ann, home):
    send(ann, home, "declare_invasion", defender=evening.companies["bob"])
    (invasion,) = evening.campaign.invasions.values()
    assert (invasion.attacker, invasion.defender) == (evening.companies["ann"], evening.companies["bob"])
    assert "Ann's will invade Bob's." in text(ann.get(home))


@rule("IST-Q-123")
def test_it_refuses_to_invade_where_nobody_defends(evening, ann, home):
    for hero in ("h1", "h2"):
        evening.do("retire_hero", by="bob", company=evening.companies["bob"], hero=hero)
    answer = send(ann, home, "declare_invasion", defender=evening.companies["bob"])
    refusal, fields = refused(answer, "declare_invasion")
    assert (refusal.code, fields) == ("no_defender", ["defender"])


# The company itself


def test_it_is_renamed(evening, ann, home):
    send(ann, home, "rename_company", motto="Onwards")
    company = evening.company("ann")
    assert (company.name, company.motto, company.hall.name) == ("Ann's", "Onwards", "Hall of Ann")


@rule("KERNEL-CAMP-03")
def test_it_is_handed_over(evening, ann, home, browsers):
    send(ann, home, "hand_over", account=evening.key("cora"))
    assert evening.company("ann").owner == evening.key("ann")
    page = ann.get(home)
    assert "cora has been asked to play this company and has not answered yet." in text(page)
    assert offers(page)["withdraw_offer"].shown.form.submit == "Withdraw the request to cora"
    cora, told = browsers["cora"], "You are asked to play Ann's in the campaign The Long Winter."
    assert told in text(cora.get("/"))
    assert f'<a class="button" href="{home}#offered">Open<span class="sr">: You are asked to play Ann\'s' in text(
        cora.get("/campaigns/")
    )
    for other in ("bob", "gail"):
        assert "asked to play" not in text(browsers[other].get("/"))
        assert "asked to play" not in text(browsers[other].get("/campaigns/"))
    assert "asked" not in offers(browsers["bob"].get(home))
    assert "You are asked to play <b>Ann's</b>. Until you accept, ann keeps playing it." in text(cora.get(home))
    send(cora, home, "accept_company")
    assert evening.company("ann").owner == evening.key("cora")
    assert offers(ann.get(home)) == {}
    assert told not in text(cora.get("/"))


@rule("KERNEL-CAMP-03")
def test_who_is_asked_to_play_it_declines(evening, ann, home, browsers):
    send(ann, home, "hand_over", account=evening.key("bob"))
    assert ">choose</a>" not in text(browsers["bob"].get(home))  # he does not play it yet
    campaign = reverse("campaigns:campaign", args=[evening.id])
    assert ("You are asked to play Ann's", f"{home}#offered", "Answer") in browsers["bob"].get(campaign).context[
        "waits"
    ]
    assert "asked to play" not in str(ann.get(campaign).context["waits"])
    send(browsers["bob"], home, "withdraw_offer")
    assert "You have declined to play Ann's" in text(browsers["bob"].get(home))
    assert ann.get(campaign).context["history"][0].text == "bob declines to play Ann's."
    assert evening.campaign.companies[evening.companies["ann"]].offered == ""
    assert offers(browsers["bob"].get(home)) == {}
    assert 'id="offered"' not in text(ann.get(home))


@rule("KERNEL-CAMP-03")
def test_who_asked_takes_it_back(evening, ann, home):
    send(ann, home, "hand_over", account=evening.key("bob"))
    send(ann, home, "withdraw_offer")
    history = ann.get(reverse("campaigns:campaign", args=[evening.id])).context["history"]
    assert history[0].text == "bob is no longer asked to play Ann's."


def test_it_is_disbanded(evening, ann, home):
    answer = send(ann, home, "disband")
    assert answer.url.startswith("/campaigns/")
    assert evening.company("ann").disbanded
    assert offers(ann.get(home)) == {}


@rule("KERNEL-CAMP-01")
def test_the_gm_acts_for_it_and_is_told_so(evening, gail, home):
    send(gail, home, "buy_item:dagger", count="1")
    assert evening.company("ann").stash == {"dagger": 1}
    assert "You are running this campaign, so you can do everything here that its player can." in text(gail.get(home))


def test_names_are_shown_as_they_were_typed(evening, ann, home):
    send(ann, home, "rename_company", name="<b>Bold</b>")
    assert "&lt;b&gt;Bold&lt;/b&gt;</h1>" in ann.get(home).content.decode()


# A game without gold


@rule("ISH-SR-01")
def test_a_squad_of_ishmek_recruits_by_the_sheet_and_deals_in_nothing(db):
    evening = Evening(game="ishmek")
    evening.join("ann")
    evening.found("ann", heroes=0)
    ann, home = client_of("ann"), company_of(evening, "ann")
    page = text(ann.get(home))
    assert not [word for word in ("Market", "Gold", "gold", "hall", "Level", "XP", "Carries") if word in page]
    fields = {"name": "Ylva", "stat-prof": "3", "stat-str_mod": "-1"}
    assert send(ann, home, "recruit_hero", **fields).status_code == 302
    stats = evening.company("ann").heroes["h1"].stats
    assert (stats["prof"], stats["str_mod"], stats["speed"]) == (3, -1, 30)
    answer = send(ann, home, "recruit_hero", **fields | {"stat-prof": "9"})
    assert refused(answer, "recruit_hero")[1] == ["stat-prof"]


@rule("ISH-SR-01")
def test_each_value_stands_under_its_own_head_where_a_sheet_leaves_some_out(db):
    """Casting comes before speed on the sheet, and only the second has it."""
    evening = Evening(game="ishmek")
    evening.join("ann")
    evening.found("ann", heroes=1)
    ann, home = client_of("ann"), company_of(evening, "ann")
    send(ann, home, "recruit_hero", name="Ylva", **{"stat-cast_mod": "3"})
    page = ann.get(home).context
    heads = list(page["stats"])
    without, with_it = page["heroes"]
    assert heads.index("Casting modifier") + 1 == heads.index("Speed in feet")
    assert [name for name, _ in without.cells] == [name for name, _ in with_it.cells] == heads
    assert dict(without.cells)["Casting modifier"] is None
    assert (dict(with_it.cells)["Casting modifier"].full, dict(without.cells)["Speed in feet"].full) == (3, 30)


def test_a_squad_of_ishmek_is_renamed_without_a_hall(db):
    evening = Evening(game="ishmek")
    evening.join("ann")
    evening.found("ann", heroes=0)
    ann, home = client_of("ann"), company_of(evening, "ann")
    before = evening.company("ann").hall.name
    assert send(ann, home, "rename_company", name="Owls").status_code == 302
    assert (evening.company("ann").name, evening.company("ann").hall.name) == ("Owls", before)
    story = [line.text for line in ann.get(home).context["history"]]
    assert story[0].startswith("Renamed to Owls, “")
    assert before not in story[0]


@rule("ISH-SR-01")
class TestSpellsOfARecruit:
    @pytest.fixture
    def squad(self, db):
        made = Evening(game="ishmek")
        made.join("ann")
        made.found("ann", heroes=0)
        return made

    def recruit(self, squad, **fields):
        """With three slots for the spells."""
        fields = {"name": "Ylva", "stat-cast_mod": "3", "stat-slots_l1": "3", **fields}
        return send(client_of("ann"), company_of(squad, "ann"), "recruit_hero", **fields)

    def test_they_are_written_on_its_sheet(self, squad):
        """Rows that are left empty are none."""
        shield = {"sheet-spells_l1-0-name": "Shield", "sheet-spells_l1-0-casting_time": "reaction"}
        gust = {"sheet-spells_l1-2-name": "Sudden Gust", "sheet-spells_l1-2-casting_time": "bonus"}
        assert self.recruit(squad, **shield, **gust).status_code == 302
        assert squad.company("ann").heroes["h1"].sheet["spells_l1"] == [
            {"name": "Shield", "casting_time": "reaction"},
            {"name": "Sudden Gust", "casting_time": "bonus"},
        ]

    def test_one_without_its_casting_time_is_refused_beside_its_field(self, squad):
        answer = self.recruit(squad, **{"sheet-spells_l1-1-name": "Shield"})
        assert refused(answer, "recruit_hero")[1] == ["sheet-spells_l1-1-casting_time"]
        (rows,) = asked_in_rows(offers(answer)["recruit_hero"].shown.fields)
        assert [(title, is_open) for title, _, is_open in rows][:3] == [
            ("Spell of level 1 1", False),
            ("Spell of level 1 2", True),
            ("Spell of level 1 3", False),
        ]
        assert not squad.company("ann").heroes

    @rule("ISH-Q-03")
    def test_a_name_that_no_sheet_takes_is_refused_beside_its_field(self, squad):
        """The rules count the spells that were given; the page, its rows."""
        spell = {"sheet-spells_l1-3-name": "S" * 500, "sheet-spells_l1-3-casting_time": "action"}
        answer = self.recruit(squad, **spell)
        error, fields = refused(answer, "recruit_hero")
        assert (error.code, error.rule, fields) == ("bad_setup", "ISH-Q-03", ["sheet-spells_l1-3-name"])
        assert not squad.company("ann").heroes


def test_the_link_to_a_choice_leads_to_its_form(ann, home):
    """A recruit without talents has one to choose."""
    address, place = re.search(r'<a href="([^"#]+)#(\w+)">choose</a>', ann.get(home).content.decode()).groups()
    assert f'id="{place}"' in ann.get(address).content.decode()
