"""GM actions on the pages of companies and heroes: each deed with a reason, for who runs the campaign alone."""

import pytest
from django.urls import reverse

from campaigns.correctable import value_typed
from campaigns.domain.company.state import MOST_GOLD
from campaigns.pages.request_context import command_summary
from jobs import queue
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import sides, start
from tests.campaigns.pages.conftest import client_of
from tests.campaigns.pages.filling import company_of, hero_of, offers, refused, send, told
from tests.campaigns.test_dice import fight
from tests.rules.play import rule

pytestmark = pytest.mark.django_db

WITH_COMPANY = {"award_gold", "fine", "transfer", "correct"}
WITH_HERO = {"add_condition", "award_xp", "capture_hero", "correct", "declare_fate"}
STARTING_GOLD = 300


@pytest.fixture
def home(evening):
    return company_of(evening, "ann")


@pytest.fixture
def sheet(evening):
    return hero_of(evening, "ann")


def hand(page):
    """What is offered as GM actions."""
    return {one.shown.uid for one in page.context["offers"].get("gm_actions", ())}


@rule("KERNEL-CAMP-01", "KERNEL-CAMP-09")
def test_only_who_runs_the_campaign_has_it(browsers, home, sheet):
    for who in ("gail", "cora"):
        assert hand(browsers[who].get(home)) == WITH_COMPANY
        assert hand(browsers[who].get(sheet)) == WITH_HERO
    for who in ("ann", "bob"):
        assert hand(browsers[who].get(home)) == hand(browsers[who].get(sheet)) == set()


@rule("KERNEL-CAMP-09")
@pytest.mark.parametrize(("form", "gold"), [("award_gold", STARTING_GOLD + 30), ("fine", STARTING_GOLD - 30)])
def test_gold_comes_and_goes_once_with_a_reason(evening, gail, home, form, gold):
    page = gail.get(home)
    fields = {"form": form, "key": page.context["key"], "amount": "30", "reason": "The pie contest."}
    said = [told(gail.post(home, fields)) for _ in range(2)]
    assert evening.company("ann").gold == gold
    assert all(f"balance {gold}." in one for one in said)
    assert evening.events("ann")[-1].reason == "The pie contest."


@rule("KERNEL-CAMP-08")
def test_it_refuses_a_fine_that_nobody_can_pay(evening, gail, home):
    answer = send(gail, home, "fine", amount="301", reason="For everything.")
    assert refused(answer, "fine")[0].code == "not_enough_gold"
    assert evening.company("ann").gold == STARTING_GOLD


@rule("KERNEL-CAMP-08")
def test_page_and_command_have_the_same_bound(evening, gail, home):
    """The page took nine digits, and so a gold piece less."""
    send(gail, home, "award_gold", amount=str(MOST_GOLD - STARTING_GOLD), reason="A dragon's hoard.")
    assert evening.company("ann").gold == MOST_GOLD
    send(gail, home, "fine", amount=str(MOST_GOLD), reason="The dragon is back.")
    assert evening.company("ann").gold == 0
    answer = send(gail, home, "fine", amount=str(MOST_GOLD + 1), reason="And angry.")
    assert f"must be 1 to {MOST_GOLD}" in refused(answer, "fine")[0].message


@rule("KERNEL-CAMP-08")
def test_gold_and_goods_go_to_another_company_in_one_act(evening, gail, home):
    evening.do("buy_item", by="ann", company=evening.companies["ann"], item="dagger", count=2)
    gold = evening.company("ann").gold
    fields = {"to": evening.companies["bob"], "gold": "7", "items-dagger": "1", "reason": "A debt."}
    answer = send(gail, home, "transfer", **fields)
    ann, bob = evening.company("ann"), evening.company("bob")
    assert (ann.gold, bob.gold) == (gold - 7, STARTING_GOLD + 7)
    assert (ann.stash, bob.stash) == ({"dagger": 1}, {"dagger": 1})
    assert "Ann's: 1 × dagger given to Bob's." in told(answer)
    assert "Bob's: 1 × dagger received from Ann's." in told(answer)
    assert f"Bob's: +7 gold, transfer (Ann's), balance {STARTING_GOLD + 7}." in told(answer)


@rule("KERNEL-CAMP-09")
def test_a_slip_in_a_company_is_mended(evening, gail, home):
    send(gail, home, "correct", field="stash.dagger", value="3", reason="A chest.")
    send(gail, home, "correct", field="motto", value="Never again", reason="Misspelt.")
    assert (evening.company("ann").stash, evening.company("ann").motto) == ({"dagger": 3}, "Never again")


@rule("KERNEL-CAMP-09")
def test_a_slip_in_a_hero_is_mended(evening, gail, sheet):
    evening.do("choose_talent", by="ann", company=evening.companies["ann"], hero="h1", talent="toughness")
    send(gail, sheet, "correct", field="talents.toughness", reason="Misclicked.")
    answer = send(gail, sheet, "correct", field="stats.power", value="6", reason="Misread.")
    hero = evening.company("ann").heroes["h1"]
    assert (hero.talents, hero.stats["power"]) == ((), 6)
    assert "Ann 1: Power from 5 to 6" in told(answer)


@pytest.mark.parametrize(("field", "typed"), [("xp", "six"), ("xp", ""), ("stats.power", "1.5")])
def test_it_refuses_what_is_no_number_at_the_value(evening, gail, sheet, field, typed):
    before = evening.company("ann")
    answer = send(gail, sheet, "correct", field=field, value=typed, reason="A slip.")
    assert refused(answer, "correct")[1] == ["value"]
    assert evening.company("ann") == before


def test_what_is_taken_back_wants_no_value():
    assert [value_typed(field, "x") for field in ("talents.aim", "absence", "standing")] == [None, None, "ready"]


@rule("IST-XP-02", "KERNEL-CAMP-09")
def test_xp_is_awarded_with_the_level_it_brings(evening, gail, sheet):
    """A level every 4 XP."""
    answer = send(gail, sheet, "award_xp", amount="4", reason="Saved the pie.")
    hero = evening.company("ann").heroes["h1"]
    assert (hero.xp, hero.level) == (4, 2)
    assert "Ann 1 rises from level 1 to 2." in told(answer)


@rule("KERNEL-CAMP-09")
def test_a_fate_is_declared_and_taken_back(evening, gail, sheet):
    send(gail, sheet, "declare_fate", fate="dead", reason="Fell off the stairs.")
    assert evening.company("ann").heroes["h1"].standing == "dead"
    assert hand(gail.get(sheet)) == {"correct", "declare_fate"}
    send(gail, sheet, "declare_fate", fate="survived", reason="A haystack.")
    assert evening.company("ann").heroes["h1"].standing == "ready"


@rule("IST-D-18")
def test_a_fate_names_a_battle_that_the_hero_was_in(evening, gail):
    match = fight(evening)
    queue.sweep(60)
    form = offers(gail.get(hero_of(evening, "bob")))
    (where,) = [one.field for one in form["declare_fate"].shown.fields if one.field.name == "match"]
    assert [value for value, _ in where.choices] == ["", str(match)]


@rule("KERNEL-CAMP-09")
@pytest.mark.parametrize("form", sorted(WITH_COMPANY))
def test_it_requires_a_reason(evening, gail, home, form):
    before = evening.company("ann")
    given = {"amount": "5", "to": evening.companies["bob"], "gold": "5", "field": "name", "value": "The Owls"}
    answer = send(gail, home, form, **given, reason=" ")
    assert refused(answer, form)[1] == ["reason"]
    assert evening.company("ann") == before


@rule("KERNEL-CAMP-01")
def test_it_refuses_the_hand_of_a_player(evening, ann, home, sheet):
    before = evening.company("ann")
    for address, form in ((home, "award_gold"), (sheet, "award_xp")):
        answer = ann.post(address, {"form": form, "key": "k", "amount": "5", "reason": "Me!"})
        assert answer.status_code == 422
    assert evening.company("ann") == before


@rule("IST-CAMP-11")
def test_it_rests_while_the_company_fights(evening, gail, home, sheet):
    match = start(evening, "ann", "bob")
    for address in (home, sheet):
        page = gail.get(address)
        assert hand(page) == set()
        assert page.context["closed"].hint == "Finish battle 1 first; the GM can also void it."
        assert f'<a href="{reverse("pages:match", args=[match])}">To the battle</a>' in page.content.decode()


def test_where_nothing_is_bought_there_is_no_gold_to_give(db):
    league = Evening(game="ishmek")
    league.join("ann")
    league.found("ann", heroes=0)
    assert hand(client_of("gail").get(company_of(league, "ann"))) == {"correct"}


def test_each_company_is_told_of_with_its_own_names(evening):
    """Ids of heroes are those of one company: h1 is Ann 1, and Bob 1."""
    said = command_summary(evening.do("start_battle", sides=sides(evening, "ann", "bob")))
    assert "Ann's: Fielded in battle 1: Ann 1, Ann 2." in said
    assert "Bob's: Fielded in battle 1: Bob 1, Bob 2." in said
