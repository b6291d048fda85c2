"""The page of a hero: its sheet, the choices it owes, its kit, why each value is what it is."""

import pytest

from jobs import queue
from tests.campaigns.fighting import concede, start
from tests.campaigns.pages.filling import hero_of, offers, refused, send, text, told
from tests.campaigns.test_dice import fight
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(evening):
    return hero_of(evening, "ann")


def hero(evening, key="h1"):
    return evening.company("ann").heroes[key]


def award(evening, amount=4):
    evening.do("award_xp", company=evening.companies["ann"], hero="h1", amount=amount, reason="Saved the pie.")


def buy(evening, item):
    evening.do("buy_item", by="ann", company=evening.companies["ann"], item=item)


@rule("IST-XP-02")
def test_it_tells_how_far_the_next_level_is(evening, ann, sheet):
    award(evening, 3)
    assert ann.get(sheet).context["card"].next_level == 1  # a level every 4 XP


@rule("IST-XP-03", "IST-XP-04")
def test_the_choices_of_a_level_are_made_one_after_the_other(evening, ann, sheet):
    award(evening)
    assert {"raise_core", "choose_talent"} <= set(offers(ann.get(sheet)))
    answer = send(ann, sheet, "raise_core", stat="will")
    assert "Ann 1 raises Will from 5 to 6." in told(answer)
    send(ann, sheet, "choose_talent", talent="cleave")
    assert "Choose a talent" in text(ann.get(sheet))  # level 2: one more
    send(ann, sheet, "choose_talent", talent="toughness")
    assert not {"raise_core", "choose_talent"} & set(offers(ann.get(sheet)))
    assert (hero(evening).stats["will"], hero(evening).talents) == (6, ("cleave", "toughness"))


@rule("IST-TAL-02")
def test_what_may_be_chosen_can_be_read_where_it_is_chosen(evening, ann, sheet):
    award(evening)
    assert [one.title for one in offers(ann.get(sheet))["choose_talent"].offer.meanings][:2] == ["Toughness", "Cleave"]
    assert "it may at once make another Melee attack" in text(ann.get(sheet)).partition("Cleave</dt>")[2]


def test_a_choice_is_made_once_however_often_the_form_is_sent(evening, ann, sheet):
    award(evening)
    page = ann.get(sheet)
    for _ in range(2):
        fields = {"form": "raise_core", "key": page.context["key"], "stat": "power"}
        assert ann.post(sheet, fields).status_code == 302
    assert (hero(evening).raised, hero(evening).stats["power"]) == (1, 6)


@rule("IST-CAST-11", "IST-XP-05")
def test_a_spell_is_chosen(evening, ann):
    company = evening.companies["ann"]
    evening.do("recruit_hero", by="ann", company=company, name="Ilse", race="human", calling="magic_user")
    sheet = hero_of(evening, "ann", "h3")
    send(ann, sheet, "choose_spell", spell="fireball")
    assert hero(evening, "h3").spells == ("fireball",)
    assert "Fireball" in text(ann.get(sheet))


@rule("IST-D-18")
def test_the_gm_declares_the_fate_that_is_owed_with_a_reason(evening, gail, bob):
    evening.do("set_house_rule", name="fate", value="gm")
    match = fight(evening)
    queue.sweep(60)
    sheet, form = hero_of(evening, "bob"), f"declare_fate:{match}"
    assert form not in offers(bob.get(sheet))
    assert "The GM still has to decide the fate in battle 1." in text(bob.get(sheet))
    assert refused(send(gail, sheet, form, fate="dead"), form)[1] == ["reason"]
    send(gail, sheet, form, fate="dead", reason="The river took him.")
    assert evening.company("bob").heroes["h1"].standing == "dead"
    assert form not in offers(gail.get(sheet))


def test_nothing_is_chosen_by_itself(evening, ann, sheet):
    assert refused(send(ann, sheet, "choose_talent"), "choose_talent")[1] == ["talent"]


def test_it_offers_only_what_the_game_would_take(evening, ann, sheet):
    (field,) = offers(ann.get(sheet))["choose_talent"].shown.fields
    assert "cleave" in dict(field.field.choices)
    answer = send(ann, sheet, "choose_talent", talent="sneak_attack")
    assert refused(answer, "choose_talent")[1] == ["talent"]
    assert hero(evening).talents == ()


@rule("IST-Q-112")
def test_kit_is_taken_from_the_stash_and_laid_back(evening, ann, sheet):
    buy(evening, "light_armour")
    buy(evening, "heavy_armour")
    send(ann, sheet, "assign_item", item="light_armour")
    assert hero(evening).equipment == ("light_armour",)
    assert offers(ann.get(sheet))["assign_item"].offer.refused.code == "cannot_assign"
    send(ann, sheet, "return_item:light_armour")
    assert hero(evening).equipment == ()
    assert evening.company("ann").stash == {"light_armour": 1, "heavy_armour": 1}


@rule("IST-CAMP-10")
def test_a_leader_is_named(evening, ann, sheet):
    assert "name_leader" not in offers(ann.get(sheet))
    send(ann, hero_of(evening, "ann", "h2"), "name_leader")
    assert evening.company("ann").leader == "h2"


def test_it_is_renamed_and_not_to_nothing(evening, ann, sheet):
    send(ann, sheet, "rename_hero", name="Annika")
    assert hero(evening).name == "Annika"
    assert refused(send(ann, sheet, "rename_hero", name=" "), "rename_hero")[1] == ["name"]


@pytest.mark.parametrize(("form", "standing"), [("retire_hero", "retired"), ("dismiss_hero", "dismissed")])
def test_it_goes_for_good_and_leaves_its_kit(evening, ann, sheet, form, standing):
    buy(evening, "dagger")
    send(ann, sheet, "assign_item", item="dagger")
    send(ann, sheet, form)
    assert hero(evening).standing == standing
    assert evening.company("ann").stash == {"dagger": 1}
    assert offers(ann.get(sheet)) == {}


@rule("IST-CAMP-11")
def test_in_battle_nothing_is_offered_and_it_is_said_why(evening, ann, sheet):
    start(evening, "ann", "bob")
    page = ann.get(sheet)
    assert offers(page) == {}
    assert page.context["closed"].code == "company_in_battle"


def test_why_a_value_is_what_it_is_with_links_into_replays(evening, ann, sheet):
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    page = ann.get(f"{sheet}?why=xp")
    assert "Why XP 1?" in text(page)
    assert [(one.old, one.new) for one in page.context["steps"]] == [("nothing", "0"), ("0", "1")]
    assert f"/matches/{match}/replay" in page.context["steps"][-1].line.replay


def test_why_a_stat_is_what_it_is_names_the_level_for_it(evening, ann, sheet):
    award(evening)
    send(ann, sheet, "raise_core", stat="power")
    steps = ann.get(f"{sheet}?why=stats.power").context["steps"]
    assert [(one.old, one.new) for one in steps] == [("nothing", "5"), ("5", "6")]
    assert steps[-1].level.text == "Ann 1 rises from level 1 to 2."


@rule("IST-RACE-01", "IST-ARM-04")
def test_why_of_a_stat_names_the_race_and_what_is_worn(evening, ann, sheet):
    for item in ("light_armour", "shield"):
        buy(evening, item)
        evening.do("assign_item", by="ann", company=evening.companies["ann"], hero="h1", item=item)
    page = ann.get(f"{sheet}?why=stats.armour").context
    assert page["adds"] == [("light armour", 5), ("shield", 1)]
    steps = ann.get(f"{sheet}?why=stats.power").context["steps"]
    assert [one.line.text for one in steps] == ["Ann 1 joins as a Human."]


def test_that_it_came_with_nothing_is_no_step(evening, ann, sheet):
    assert ann.get(f"{sheet}?why=equipment").context["steps"] == []
    buy(evening, "dagger")
    send(ann, sheet, "assign_item", item="dagger")
    page = ann.get(f"{sheet}?why=equipment")
    assert [(one.old, one.new) for one in page.context["steps"]] == [("nothing", "dagger")]
    assert page.context["why"] == "Why equipment: dagger?"


def test_the_value_that_is_explained_is_marked(ann, sheet):
    shown = text(ann.get(f"{sheet}?why=stats.power"))
    assert shown.partition("<main")[2].count("aria-current") == 1
    assert '<a href="?why=stats.power#why" aria-current="true">' in shown


@pytest.mark.parametrize("field", ["nonsense", "stats.nonsense", "stats", "sheet"])
def test_there_is_no_why_of_what_it_has_not(ann, sheet, field):
    page = ann.get(f"{sheet}?why={field}")
    assert page.status_code == 200
    assert "why" not in page.context


def test_its_story_names_no_other_hero(ann, sheet):
    story = [line.text for line in ann.get(sheet).context["history"]]
    assert story == ["Ann 1 is now the leader.", "Ann 1 joins for 100 gold."]
