"""The page of a battle, and the page on which one is started."""

import uuid

import pytest
from django.urls import reverse

from campaigns import service
from campaigns.models import Battle
from jobs import queue
from matches import service as matches
from tests.campaigns.fighting import concede, start
from tests.campaigns.pages.filling import at, hero_of, offers, refused, send, text, told
from tests.campaigns.test_dice import fight
from tests.rules.play import rule
from web.people import THE_HOUSE

pytestmark = pytest.mark.django_db


def page_of(evening, match):
    return reverse("campaigns:battle", args=[evening.id, match])


def starting(evening):
    return reverse("campaigns:start", args=[evening.id])


def fallouts(page):
    return {
        f"{one.side.company.name}: {fallout.name}": [line.text for line in fallout.lines]
        for one in page.context["sides"]
        for fallout in one.side.fallouts
    }


# What it did


@rule("IST-FATE-01", "IST-XP-01")
def test_it_tells_what_the_battle_did_to_everybody(evening, ann):
    evening.do("set_house_rule", name="win_income", value=11)
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    told = fallouts(ann.get(page_of(evening, match)))
    assert told["Ann's: Ann's"] == ["Battle 1: won.", "+11 gold, income (battle 1), balance 311."]
    assert told["Bob's: Bob's"] == ["Battle 1: lost."]
    assert text(ann.get(page_of(evening, match))).count("See it in the replay") == 4  # once a hero
    assert "Ann 1 gains 1 XP, from 0 to 1." in told["Ann's: Ann 1"]
    assert "Bob 2 gains 1 XP, from 0 to 1." in told["Bob's: Bob 2"]


@rule("IST-D-18")
def test_the_choices_and_fates_still_owed_lead_to_the_heroes(evening, ann):
    evening.do("set_house_rule", name="fate", value="gm")
    match = fight(evening)
    queue.sweep(60)
    sides = {one.side.company.name: one for one in ann.get(page_of(evening, match)).context["sides"]}
    owed = [(one.name, one.what, one.address) for one in sides["Bob's"].open_choices if one.name == "Bob 1"]
    address = hero_of(evening, "bob")
    assert owed == [("Bob 1", "the GM has to decide the fate", address), ("Bob 1", "has to choose a talent", address)]


def test_an_open_battle_says_that_it_is_being_fought(evening, ann):
    page = text(ann.get(page_of(evening, start(evening, "ann", "bob"))))
    assert "The battle is in progress" in page
    assert "a battle that counts · in progress" in page
    assert ">Ann 2</a></li>" in page


def test_a_void_battle_says_so(evening, ann):
    match = start(evening, "ann", "bob")
    evening.do("void_battle", match=str(match), reason="Rain.")
    assert "The battle is void: everything it changed has been undone. <em>Rain.</em>" in text(
        ann.get(page_of(evening, match))
    )


def test_what_a_void_battle_had_done_is_called_undone(evening, ann):
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    evening.do("void_battle", match=str(match), reason="Loaded dice.")
    before, _, after = text(ann.get(page_of(evening, match))).partition("What it changed (now undone)")
    assert "Battle 1: won." in after
    assert "Battle 1: won." not in before


def test_there_is_no_page_of_a_battle_elsewhere(evening, ann):
    assert ann.get(page_of(evening, uuid.uuid4())).status_code == 404


# Starting one


def seats(evening, **chosen):
    return {f"seat-{evening.companies[name]}": seat for name, seat in chosen.items()}


@pytest.mark.parametrize("who", ["gail", "cora"])
def test_a_battle_is_started_once_however_often_the_form_is_sent(evening, browsers, who):
    left_at_home = {f"hero-{evening.companies['ann']}-h2": ""}
    page = browsers[who].get(starting(evening))
    shown = offers(page)["start_battle"].shown
    filled = {one.field.name: one.value for one in shown.fields} | seats(evening, ann="s1", bob="s2") | left_at_home
    for _ in range(2):
        browsers[who].post(starting(evening), {**filled, "form": "start_battle", "key": "k", "what": "friendly"})
    row = Battle.objects.get()
    assert row.kind == "friendly"
    assert {side.seat: side.heroes for side in row.sides.all()} == {"s1": 1, "s2": 2}
    opened = matches.load(THE_HOUSE, row.match).match
    assert opened.roster.held_by(evening.key("ann")) == ("s1",)


@rule("KERNEL-DICE-02", "KERNEL-CAMP-05")
def test_who_types_in_what_fell_on_the_table_is_said_there(evening, gail):
    """Ann and the GM do. Bob, who does not fight, rolls nothing, whatever is chosen for him."""
    evening.found("cora")
    fields = seats(evening, ann="s2", cora="s1")
    dice = {f"dice-{evening.companies[name]}": "table" for name in ("ann", "bob")} | {"dice-gm": "table"}
    assert send(gail, starting(evening), "start_battle", **fields, **dice).status_code == 302
    opened = matches.load(THE_HOUSE, Battle.objects.get().match).match.table.dice_kinds
    assert {seat: opened[seat] for seat in ("s1", "s2", "gm")} == {"s1": "house", "s2": "table", "gm": "table"}


@rule("KERNEL-CAMP-05")
def test_it_refuses_a_battle_of_one(evening, gail):
    answer = send(gail, starting(evening), "start_battle", **seats(evening, ann="s1", bob=""))
    assert refused(answer, "start_battle")[0].code == "too_few_sides"
    assert not Battle.objects.exists()


@rule("KERNEL-CAMP-05")
def test_it_refuses_a_battle_for_nothing(evening, gail):
    for what in ("", " ", "a pie"):
        answer = send(gail, starting(evening), "start_battle", **seats(evening, ann="s1", bob="s2"), what=what)
        assert refused(answer, "start_battle")[1] == ["what"]
    assert not Battle.objects.exists()


@rule("KERNEL-CAMP-05")
def test_it_refuses_two_companies_on_one_seat(evening, gail):
    answer = send(gail, starting(evening), "start_battle", **seats(evening, ann="s1", bob="s1"))
    assert refused(answer, "start_battle")[1] == [f"seat-{evening.companies['bob']}"]
    assert not Battle.objects.exists()


def test_who_is_left_out_since_it_fights_is_named(evening, gail):
    start(evening, "ann", "bob")
    evening.found("cora")
    assert gail.get(starting(evening)).context["notes"] == ["In battle 1: Ann's, Bob's."]


@rule("IST-D-16")
def test_who_cannot_be_fielded_is_named_and_not_offered(evening, gail):
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=4, reason="Saved the pie.")
    page = gail.get(starting(evening))
    assert page.context["notes"] == ["Ann's: Ann 1 has a Core Stat to raise first."]
    names = {one.field.name for one in offers(page)["start_battle"].shown.fields}
    assert f"hero-{evening.companies['ann']}-h2" in names
    assert f"hero-{evening.companies['ann']}-h1" not in names


# What a GM chooses by


def fighters(page):
    """By company and hero what the form says of them."""
    return {side.company.name: {one.hero.name: one for one in side.fighters} for side in page.context["parts"].sides}


@rule("IST-Q-101")
def test_each_company_stands_apart_with_its_heroes_and_what_is_left_of_them(evening, gail):
    evening.do("set_house_rule", name="carry_damage", value="on")
    ann = evening.companies["ann"]
    evening.do("buy_item", by="ann", company=ann, item="dagger")
    evening.do("assign_item", by="ann", company=ann, hero="h1", item="dagger")
    evening.do("correct", company=ann, hero="h2", field="carried.health", value=16, reason="A bad fall.")
    page = gail.get(starting(evening))
    found = fighters(page)
    assert {name: list(heroes) for name, heroes in found.items()} == {
        "Ann's": ["Ann 1", "Ann 2"],
        "Bob's": ["Bob 1", "Bob 2"],
    }
    first, second = found["Ann's"].values()
    assert (first.leads, first.marks, first.kit) == (True, "", "dagger")
    assert (second.leads, second.marks, second.kit) == (False, "Health 4 of 20", "")
    assert '<strong class="marks">Health 4 of 20</strong>' in text(page)


@rule("IST-Q-101")
def test_what_will_be_whole_again_is_no_mark(evening, gail):
    wound = {"hero": "h1", "field": "carried.health", "value": 16}
    evening.do("correct", company=evening.companies["ann"], **wound, reason="A bad fall.")
    assert fighters(gail.get(starting(evening)))["Ann's"]["Ann 1"].marks == ""


def test_every_field_of_the_form_is_sent_once(evening, gail):
    page = gail.get(starting(evening))
    sent = text(page).partition('id="start_battle"')[2].partition("</form>")[0]
    for one in offers(page)["start_battle"].shown.fields:
        assert sent.count(f' name="{one.field.name}"') == 1, one.field.name


def test_what_was_sent_stands_in_the_form_that_was_refused(evening, gail):
    home = f"hero-{evening.companies['ann']}-h2"
    answer = send(gail, starting(evening), "start_battle", **seats(evening, ann="s1", bob="s1"), **{home: ""})
    ticks = {name: one.field.value for name, one in fighters(answer)["Ann's"].items()}
    assert ticks == {"Ann 1": "on", "Ann 2": ""}
    assert "The seat of Bob's is already taken by another company." in [
        side.seat.error for side in answer.context["parts"].sides
    ]


@rule("IST-HALL-02")
def test_whom_an_invasion_may_bring_is_marked(evening, gail):
    evening.found("cora")
    assert "whatever is chosen below" not in text(gail.get(starting(evening)))
    invade(evening, "cora", "bob")
    page = gail.get(starting(evening))
    marked = {side.company.name: side.invades for side in page.context["parts"].sides}
    assert marked == {"Ann's": False, "Bob's": True, "Cora's": True}
    assert "In an invasion, its two companies fight, whatever is chosen below." in text(page)


# Against whom


def two_seats(page):
    """By company what stands in its seat."""
    fields = offers(page)["start_battle"].shown.fields
    return {one.field.name.removeprefix("seat-"): one.value for one in fields if one.field.name.startswith("seat-")}


def purposes(page):
    return [value for value, _ in offers(page)["start_battle"].shown.fields[0].field.choices]


def invade(evening, attacker, defender):
    keys = {"company": evening.companies[attacker], "defender": evening.companies[defender]}
    evening.do("declare_invasion", by=attacker, **keys)
    return list(evening.campaign.invasions)[-1]


def test_two_companies_stand_against_each_other_at_first(evening, gail):
    page = gail.get(starting(evening))
    assert two_seats(page) == {evening.companies["ann"]: "s1", evening.companies["bob"]: "s2"}
    seat = next(one.field for one in offers(page)["start_battle"].shown.fields if one.field.name.startswith("seat-"))
    assert [value for value, _ in seat.choices] == ["", "s1", "s2"]


def test_of_three_companies_none_fights_until_it_is_chosen(evening, gail):
    evening.found("cora")
    assert set(two_seats(gail.get(starting(evening))).values()) == {""}


@rule("IST-HALL-02")
def test_an_invasion_is_what_a_battle_is_for_once_it_is_declared(evening, gail):
    assert purposes(gail.get(starting(evening))) == ["counting", "friendly"]
    evening.found("cora")
    invasion = invade(evening, "cora", "bob")
    page = gail.get(starting(evening))
    assert purposes(page) == ["counting", "friendly", f"invasion-{invasion}"]
    assert f"{starting(evening)}?for=invasion-{invasion}" in text(gail.get(at(evening)))
    page = gail.get(f"{starting(evening)}?for=invasion-{invasion}")
    seats_now = {evening.companies["ann"]: "", evening.companies["bob"]: "s2", evening.companies["cora"]: "s1"}
    assert two_seats(page) == seats_now


@rule("IST-HALL-02")
def test_an_invasion_brings_its_companies_whatever_is_chosen_for_them(evening, gail):
    evening.found("cora")
    invasion = invade(evening, "cora", "bob")
    send(gail, starting(evening), "start_battle", what=f"invasion-{invasion}", **seats(evening, bob="s1"))
    row = Battle.objects.get()
    assert (row.kind, row.summary["defender"]) == ("invasion", evening.companies["bob"])
    found = {side.seat: str(side.company_id) for side in row.sides.all()}
    assert found == {"s1": evening.companies["bob"], "s2": evening.companies["cora"]}


def test_a_started_battle_leads_to_its_match(evening, gail):
    answer = send(gail, starting(evening), "start_battle")
    match = reverse("pages:match", args=[Battle.objects.get().match])
    said = "Battle 1 begins as a battle that counts: Ann&#x27;s (2) against Bob&#x27;s (2)."
    assert told(answer).startswith(f'{said} <a href="{match}">To its match</a>')
    assert f'<a href="{match}">To its match</a>' in text(gail.get(answer.url))


def test_a_form_that_was_sent_before_says_so_and_starts_nothing(evening, gail):
    page = gail.get(starting(evening))
    filled = {one.field.name: one.value for one in offers(page)["start_battle"].shown.fields}
    answers = [gail.post(starting(evening), {**filled, "form": "start_battle", "key": "k"}) for _ in range(2)]
    assert [answer.url for answer in answers] == [f"{at(evening)}#battles"] * 2
    assert "already sent, and its battle has been started" in told(answers[1])
    assert Battle.objects.count() == 1


@rule("KERNEL-CAMP-05")
def test_a_refusal_speaks_of_what_stands_on_the_page(evening, gail):
    answer = send(gail, starting(evening), "start_battle", **seats(evening, ann="s1", bob=""))
    refusal, _ = refused(answer, "start_battle")
    assert "the GM's monsters" in refusal.hint
    assert "ground" not in refusal.hint
    left_at_home = {f"hero-{evening.companies['bob']}-{hero}": "" for hero in ("h1", "h2")}
    answer = send(gail, starting(evening), "start_battle", **left_at_home)
    refusal, fields = refused(answer, "start_battle")
    assert (refusal.code, fields) == ("no_heroes", [f"seat-{evening.companies['bob']}"])


@rule("KERNEL-CAMP-02")
@pytest.mark.parametrize("over", [False, True], ids=["draft", "ended"])
def test_where_no_battle_can_be_started_the_page_says_what_to_do_first(evening, gail, over):
    closed = evening
    if over:
        evening.do("end_campaign")
    else:
        closed = service.open_campaign(evening.people["gail"], {"title": "The Thaw", "game": "istra"}).campaign
    page = gail.get(starting(closed))
    assert offers(page) == {}
    assert page.context["closed"].code == ("campaign_over" if over else "campaign_not_started")
    assert f'href="{at(closed)}#gm"' in text(page)
    assert ("Reopen it first." if over else "Start it first.") in text(page)


# Without a weapon


@rule("IST-WPN-01", "IST-D-16")
def test_who_marches_out_without_a_weapon_is_warned_of_and_marches_out(evening, gail):
    ann = evening.companies["ann"]
    armed, unarmed = evening.company("ann").heroes.values()
    evening.do("buy_item", by="ann", company=ann, item="dagger")
    evening.do("assign_item", by="ann", company=ann, item="dagger", hero=armed.id)
    page = gail.get(starting(evening))
    assert [(one.hero, one.lacks.what) for one in page.context["warnings"] if str(one.company) == ann] == [
        (unarmed.id, "a weapon")
    ]
    warned = text(page).partition('id="warnings"')[2].partition("</div>")[0]
    assert "Ann 2 of Ann's marches out without a weapon (unarmed: attack -2, damage -2)." in warned
    assert reverse("campaigns:hero", args=[ann, unarmed.id]) in warned
    assert "Ann 1" not in warned
    assert send(gail, starting(evening), "start_battle", **seats(evening, ann="s1", bob="s2")).status_code == 302
    told_after = text(gail.get(at(evening)))
    assert "Ann 2 of Ann's marches out without a weapon (unarmed: attack -2, damage -2)." in told_after
    assert "Bob 1 and Bob 2 of Bob's march out without a weapon" in told_after
    assert len(Battle.objects.all()) == 1
