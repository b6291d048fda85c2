"""GM actions between battles: each deed is a form with a reason, and then a command; refusals lose nothing."""

import re
from uuid import UUID

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from campaigns import service
from campaigns.domain.company.state import MOST_GOLD
from campaigns.models import Campaign, CampaignSecret, Company, Hero
from matches.loading import load_match
from tests.campaigns.admin.filling import act, hidden, look, page, send, text, told
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


def company(evening, name="ann"):
    return Company.objects.get(pk=evening.companies[name])


def hero(evening, name="ann", key="h1"):
    return Hero.objects.get(company=evening.companies[name], hero=key)


def test_it_works(gail, evening):
    gold = evening.company("ann").gold
    response = send(gail, act(company(evening), "award_gold"), amount="30", reason="Won the pie contest.")

    assert response.status_code == 302
    assert evening.company("ann").gold == gold + 30
    assert "done" in told(response)
    sheet = text(gail.get(page(company(evening))))
    assert f"+30 gold, award, balance {gold + 30}. <em>Won the pie contest.</em>" in sheet
    assert LogEntry.objects.get().change_message == "Award gold: Won the pie contest."


@pytest.mark.parametrize("deed", ["award_gold", "fine"])
def test_it_asks_within_the_bounds_of_the_command(gail, evening, deed):
    amount = gail.get(act(company(evening), deed)).context["form"].fields["amount"]
    assert (amount.min_value, amount.max_value) == (1, MOST_GOLD)
    assert amount.help_text == f"The company has {evening.company('ann').gold}."


def test_it_fines(gail, evening):
    gold = evening.company("ann").gold
    send(gail, act(company(evening), "fine"), amount="5")
    assert evening.company("ann").gold == gold - 5


def test_it_awards_xp(gail, evening):
    send(gail, act(hero(evening), "award_xp"), amount="4")
    assert (evening.company("ann").heroes["h1"].xp, evening.company("ann").heroes["h1"].level) == (4, 2)


def test_it_corrects_a_hero(gail, evening):
    send(gail, act(hero(evening), "correct"), field="stats.power", value="6", reason="Misread the table.")
    assert evening.company("ann").heroes["h1"].stats["power"] == 6


def test_it_corrects_a_company(gail, evening):
    send(gail, act(company(evening), "correct"), field="motto", value="Never again")
    assert evening.company("ann").motto == "Never again"


def test_it_transfers_gold_and_items_in_one_act(gail, evening):
    evening.do("buy_item", by="ann", company=evening.companies["ann"], item="dagger", count=2)
    gold = evening.company("ann").gold, evening.company("bob").gold
    fields = {"to": evening.companies["bob"], "gold": "7", "items-dagger": "1"}
    assert send(gail, act(company(evening), "transfer"), **fields).status_code == 302
    assert (evening.company("ann").gold, evening.company("bob").gold) == (gold[0] - 7, gold[1] + 7)
    assert (evening.company("ann").stash, evening.company("bob").stash) == ({"dagger": 1}, {"dagger": 1})


def test_it_declares_a_fate_and_takes_it_back(gail, evening):
    send(gail, act(hero(evening), "declare_fate"), fate="dead", match="", reason="Fell off the stairs.")
    assert evening.company("ann").heroes["h1"].standing == "dead"
    send(gail, act(hero(evening), "declare_fate"), fate="survived", match="", reason="A haystack.")
    assert evening.company("ann").heroes["h1"].standing == "ready"


def test_it_ends_a_campaign_and_opens_it_again(gail, evening):
    send(gail, act(Campaign.objects.get(), "end_campaign"), reason="Summer.")
    assert evening.campaign.stage == "ended"
    assert gail.get(act(Campaign.objects.get(), "start_battle")).status_code == 302
    send(gail, act(Campaign.objects.get(), "reopen_campaign"), reason="Winter.")
    assert evening.campaign.stage == "running"


def test_it_takes_over_the_dice_of_a_campaign_from_elsewhere(gail, evening):
    row = Campaign.objects.get()
    assert "Take over its dice" not in text(gail.get(page(row)))
    CampaignSecret.objects.all().delete()
    assert "Take over its dice" in text(gail.get(page(row)))
    send(gail, act(row, "take_over_dice"), reason="We have moved.")
    assert evening.campaign.commitment == CampaignSecret.objects.get().commitment
    assert "The GM takes over its dice: they are rolled on this server from now on." in text(gail.get(page(row)))


def test_it_starts_a_campaign(gail, evening):
    draft = service.open_campaign(evening.people["gail"], {"title": "The Short Spring", "game": "istra"}).campaign.id
    send(gail, act(Campaign.objects.get(pk=draft), "start_campaign"))
    assert Campaign.objects.get(pk=draft).stage == "running"


def test_it_starts_a_downtime(gail, evening):
    send(gail, act(Campaign.objects.get(), "start_downtime"), reason="Harvest.")
    assert evening.campaign.downtime == 1
    assert LogEntry.objects.get().change_message == "Start the next downtime: Harvest."


def battle(evening, **more):
    """A form that lets Ann fight Bob."""
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    heroes = {f"hero-{company}-{hero}": "on" for company, hero in ((ann, "h1"), (bob, "h1"), (bob, "h2"))}
    return {"what": "counting", f"seat-{ann}": "s1", f"seat-{bob}": "s2"} | heroes | more


def test_it_starts_a_battle(gail, evening):
    response = send(gail, act(Campaign.objects.get(), "start_battle"), **battle(evening))
    assert response.status_code == 302
    (begun,) = evening.campaign.battles.values()
    assert [(side.seat, side.company, len(side.models)) for side in begun.sides] == [
        ("s1", evening.companies["ann"], 1),
        ("s2", evening.companies["bob"], 2),
    ]


@rule("IST-WPN-01")
def test_who_marches_out_without_a_weapon_is_warned_of_before_and_after(gail, evening):
    address = act(Campaign.objects.get(), "start_battle")
    words = "Bob 1 and Bob 2 of Bob's march out without a weapon (unarmed: attack -2, damage -2)."
    assert words in text(gail.get(address))
    send(gail, address, **battle(evening))
    assert words in text(gail.get(page(Campaign.objects.get())))


@rule("KERNEL-DICE-02", "KERNEL-CAMP-05")
def test_who_types_in_what_fell_on_the_table_is_chosen_by_company(gail, evening):
    typed = {f"dice-{evening.companies['bob']}": "table", f"dice-{evening.companies['ann']}": "house"}
    assert send(gail, act(Campaign.objects.get(), "start_battle"), **battle(evening), **typed).status_code == 302
    (match,) = evening.campaign.battles
    kinds = load_match(UUID(match)).table.dice_kinds
    assert {seat: kinds[seat] for seat in ("s1", "s2", "gm")} == {"s1": "house", "s2": "table", "gm": "house"}


def test_the_ground_of_a_battle_is_chosen_from_lists(gail, evening):
    """Nobody writes JSON to get a scenario, a table and monsters."""
    address = act(Campaign.objects.get(), "start_battle")
    assert '<option value="s1">side 1</option>' in text(gail.get(address))
    chosen = {
        "table-scenario": "last_stand",
        "table-terrain": "old-quarry",
        "table-turns": "5",
        "company-gm": "wolf-pack",
    }
    assert send(gail, address, **battle(evening), **chosen).status_code == 302
    state = begun_match(evening)
    assert (state.scenario.name, state.scenario.turn_limit) == ("last_stand", 5)
    assert [side.id for side in state.sides] == ["s1", "s2", "gm"]
    assert (state.board.width, state.board.depth) == (3600, 3600)
    assert state.terrain


def begun_match(evening):
    """The match of the only battle, as it begins."""
    (match,) = evening.campaign.battles
    return load_match(UUID(match)).state


def test_what_the_gm_writes_counts_before_what_is_chosen(gail, evening):
    address = act(Campaign.objects.get(), "start_battle")
    own = {"table-terrain": "crossroads", "ground": '{"terrain": []}'}
    assert send(gail, address, **battle(evening), **own).status_code == 302
    assert begun_match(evening).terrain == ()


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("table-turns", "many"),
        ("table-scenario", "chess"),
        ("ground", "{"),
        ("ground", "[]"),
        ("ground", '"x"'),
        ("ground", '{"a": 1, "a": 2}'),
        ("ground", '{"x": ' + "9" * 5000 + "}"),
        ("table-turns", "0"),
    ],
)
def test_it_refuses_ground_that_there_is_not(gail, evening, field, typed):
    response = send(gail, act(Campaign.objects.get(), "start_battle"), **battle(evening), **{field: typed})
    assert response.status_code == 200
    assert response.context["form"].errors[field]
    assert not evening.campaign.battles


@rule("KERNEL-CAMP-05", "IST-SETUP-01")
def test_one_company_is_sent_against_monsters(gail, evening):
    alone = battle(evening, **{f"seat-{evening.companies['bob']}": "", "company-gm": "wolf-pack"})
    assert send(gail, act(Campaign.objects.get(), "start_battle"), **alone).status_code == 302
    assert [side.seat for side in begun_match(evening).sides] == ["s1", "gm"]
    assert "Ann's (1) against the GM's side" in text(gail.get(reverse("admin:campaigns_battle_changelist")))


def test_it_starts_an_invasion_that_was_declared(gail, evening):
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    evening.do("declare_invasion", by="ann", company=ann, defender=bob)
    (invasion,) = evening.campaign.invasions
    send(gail, act(Campaign.objects.get(), "start_battle"), **battle(evening, what=f"invasion-{invasion}"))
    (begun,) = evening.campaign.battles.values()
    assert (begun.kind, begun.defender) == ("invasion", bob)


def test_an_invasion_brings_its_companies_whatever_is_chosen(gail, evening):
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    evening.do("declare_invasion", by="ann", company=ann, defender=bob)
    (invasion,) = evening.campaign.invasions
    address = act(Campaign.objects.get(), "start_battle")
    assert f"<option value=\"invasion-{invasion}\">Invasion: Ann's against Bob's</option>" in text(gail.get(address))
    unseated = {f"seat-{ann}": "", f"seat-{bob}": ""}
    send(gail, address, **battle(evening, what=f"invasion-{invasion}", **unseated))
    (begun,) = evening.campaign.battles.values()
    assert [(side.seat, side.company) for side in begun.sides] == [("s1", ann), ("s2", bob)]


def test_what_belongs_to_a_company_stands_together(gail, evening):
    form = gail.get(act(Campaign.objects.get(), "start_battle")).context["form"]
    groups = {legend: [field.label for field in fields] for legend, fields in form.groups}
    assert list(groups) == ["", "Ann's", "Bob's", "The match", "The GM"]
    assert groups["Ann's"] == ["Seat", "Its dice", "Ann 1, leader", "Ann 2"]
    assert sorted(field.name for _, fields in form.groups for field in fields) == sorted(form.fields)


def test_a_battle_needs_no_reason(gail, evening):
    send(gail, act(Campaign.objects.get(), "start_battle"), **battle(evening, reason=""))
    assert len(evening.campaign.battles) == 1
    assert LogEntry.objects.get().change_message == "Start a battle"


def test_who_may_not_be_fielded_is_named_with_the_reason(gail, evening):
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="Saved the pie.")
    assert "Ann's: Ann 1 has a Core Stat to raise first." in text(gail.get(act(Campaign.objects.get(), "start_battle")))


def test_it_refuses_two_companies_on_one_seat(gail, evening):
    fields = battle(evening, **{f"seat-{evening.companies['bob']}": "s1"})
    response = send(gail, act(Campaign.objects.get(), "start_battle"), **fields)
    assert "The seat of Bob's is already taken by another company." in text(response)
    assert not evening.campaign.battles


def test_a_form_shows_what_it_will_change_before_anything_happens(gail, evening):
    before, address = evening.company("ann"), act(company(evening), "award_gold")
    shown = text(look(gail, address, amount="5", reason="Once."))
    assert "Nothing has happened yet." in shown
    for label, value in {"Company": "Ann's", "Value": "gold", "Now": before.gold, "After": before.gold + 5}.items():
        assert f'<td data-label="{label}">{value}</td>' in shown
    assert evening.company("ann") == before
    assert not LogEntry.objects.exists()


def test_what_changed_since_it_was_shown_is_shown_again(gail, evening):
    gold, address = evening.company("ann").gold, act(company(evening), "award_gold")
    seen = hidden(look(gail, address, amount="5").context["form"])
    evening.do("fine", company=evening.companies["ann"], amount=1, reason="Late.")
    again = gail.post(address, {**seen, "reason": "Once.", "amount": "5"})
    assert "Something has changed since this page was shown." in text(again)
    assert evening.company("ann").gold == gold - 1
    gail.post(address, {**hidden(again.context["form"]), "reason": "Once.", "amount": "5"})
    assert evening.company("ann").gold == gold + 4


def test_a_form_that_is_sent_twice_acts_once(gail, evening):
    gold, address = evening.company("ann").gold, act(company(evening), "award_gold")
    sent = {**hidden(look(gail, address, amount="5", reason="Once.").context["form"]), "reason": "Once.", "amount": "5"}
    for _ in range(2):
        assert gail.post(address, sent).status_code == 302
    assert evening.company("ann").gold == gold + 5


def test_a_form_that_is_sent_again_with_something_else_asks_first(gail, evening):
    gold, address = evening.company("ann").gold, act(company(evening), "award_gold")
    sent = {**hidden(look(gail, address, amount="5", reason="Once.").context["form"]), "reason": "Once."}
    gail.post(address, sent | {"amount": "5"})
    again = gail.post(address, sent | {"amount": "7"})
    assert "This form was already sent with different values" in text(again)
    assert evening.company("ann").gold == gold + 5
    for _ in range(2):
        again = gail.post(address, sent | {"amount": "7", **hidden(again.context["form"])})
    assert evening.company("ann").gold == gold + 12


@pytest.mark.parametrize("deed", ["award_gold", "fine", "transfer", "correct"])
def test_a_name_stays_a_name_in_what_a_form_says(gail, evening, deed):
    """Names are anybody's: none of them is read as HTML."""
    name = "<img src=x onerror=alert(1)>"
    evening.do("rename_company", by="ann", company=evening.companies["ann"], name=name)
    shown = gail.get(act(company(evening), deed)).content.decode()
    assert "&lt;img src=x" in shown
    assert "<img src=x" not in shown


@pytest.mark.parametrize("deed", ["award_gold", "fine", "transfer", "correct"])
def test_it_requires_a_reason(gail, evening, deed):
    before = evening.company("ann")
    fields = {"amount": "5", "to": evening.companies["bob"], "gold": "5", "field": "name", "value": "The Owls"}
    response = send(gail, act(company(evening), deed), **fields, reason="  ")
    assert response.status_code == 200
    assert "This field is required." in text(response)
    assert evening.company("ann") == before


def test_a_refusal_shows_code_rule_and_text_and_keeps_what_was_typed(gail, evening):
    before = evening.company("ann")
    response = send(gail, act(company(evening), "fine"), amount="100000", reason="For everything.")
    shown = text(response)
    assert response.status_code == 200
    assert "not_enough_gold" in shown
    assert "KERNEL-CAMP-08" in shown
    assert 'value="100000"' in shown
    assert "For everything." in shown
    assert evening.company("ann") == before
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(("field", "value"), [("stats.power", "six"), ("xp", ""), ("xp", "-1")])
def test_it_refuses_what_is_no_value(gail, evening, field, value):
    before = evening.company("ann")
    response = send(gail, act(hero(evening), "correct"), field=field, value=value)
    assert response.status_code == 200
    assert "whole number" in text(response)
    assert evening.company("ann") == before


def test_it_refuses_to_touch_a_company_in_battle(gail, evening):
    send(gail, act(Campaign.objects.get(), "start_battle"), **battle(evening))
    response = send(gail, act(company(evening), "award_gold"), amount="5")
    assert "company_in_battle" in text(response)


def test_a_company_that_is_gone_is_left_alone(gail, evening):
    evening.do("disband", by="ann", company=evening.companies["ann"])
    for row, deed in ((company(evening), "fine"), (hero(evening), "award_xp")):
        response = gail.get(act(row, deed))
        assert response.status_code == 302
        assert "nothing to apply this to" in told(response)


def offers(client, row):
    """What the form of corrections offers, by field."""
    html = text(client.get(act(row, "correct")))
    return set(re.findall(r'<option value="([^"]+)"', html))


def test_it_takes_back_what_was_chosen_and_bought_by_mistake(gail, evening):
    ann = evening.companies["ann"]
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Wit.")
    evening.do("raise_core", company=ann, hero="h1", stat="will")
    evening.do("choose_talent", company=ann, hero="h1", talent="toughness")
    evening.do("upgrade_hall", company=ann, upgrade="walls")
    before = evening.company("ann")
    assert {"raised.will", "talents.toughness", "equipment.spear"} <= offers(gail, hero(evening))
    assert "raised.power" not in offers(gail, hero(evening))
    assert {"upgrades.walls", "stash.dagger", "hall"} <= offers(gail, company(evening))
    send(gail, act(hero(evening), "correct"), field="raised.will", reason="Misclicked.")
    send(gail, act(hero(evening), "correct"), field="talents.toughness", reason="Misclicked.")
    send(gail, act(company(evening), "correct"), field="upgrades.walls", reason="Misclicked.")
    now, was = evening.company("ann"), before.heroes["h1"]
    assert now.heroes["h1"].raised == was.raised - 1
    assert now.heroes["h1"].stats["will"] == was.stats["will"] - 1
    assert "toughness" not in now.heroes["h1"].talents
    assert (now.hall.upgrades, now.gold) == ((), before.gold + 100)


def test_it_finds_and_loses_items(gail, evening):
    before = evening.company("ann")
    carried = before.heroes["h1"].equipment.count("dagger")
    send(gail, act(company(evening), "correct"), field="stash.dagger", value="3", reason="A chest.")
    send(gail, act(hero(evening), "correct"), field="equipment.dagger", value=str(carried + 1), reason="Under the bed.")
    send(gail, act(company(evening), "correct"), field="stash.dagger", value="1", reason="Rust.")
    now = evening.company("ann")
    assert (now.stash["dagger"], now.heroes["h1"].equipment.count("dagger"), now.gold) == (1, carried + 1, before.gold)
    shown = text(gail.get(page(company(evening))))
    assert "Found: 3 × dagger." in shown
    assert "Lost: 2 × dagger." in shown
