"""The house rules as a form: each switch with what it means; what was changed is set."""

import pytest
from django.urls import reverse

from tests.campaigns.acting import Evening
from tests.campaigns.pages.conftest import client_of
from tests.campaigns.pages.filling import text, told
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


HUMAN = "Set: “Human ability, as worded by your group”."
SNOW_ELF = {"power": 4, "finesse": 5, "will": 6, "cost": 10}


@pytest.fixture
def address(evening):
    return reverse("campaigns:rules", args=[evening.id])


def fields(page):
    shown = [one for group in page.context["groups"] for one in group.fields]
    return {one.field.name: one for one in (*shown, *page.context["reason"])}


def send(client, address, key="k", **changed):
    filled = {name: one.value for name, one in fields(client.get(address)).items()}
    return client.post(address, {**filled, "form": "rules", "key": key, **changed})


@rule("IST-Q-100")
def test_the_campaign_calls_a_house_rule_as_its_form_does(evening, gail):
    evening.do("set_house_rule", name="fate", value="deadly")
    evening.do("set_house_rule", name="survival", value=9)
    page = gail.get(reverse("campaigns:campaign", args=[evening.id]))
    assert page.context["rules"] == [("Heroes who were taken out", "are dead"), ("A survival roll needs", "9")]
    assert "House rule “A survival roll needs”: 9; before: 6." in text(page)


@rule("KERNEL-CAMP-04")
def test_what_the_house_has_set_is_marked(evening, ann, address):
    evening.do("set_house_rule", name="survival", value=9)
    page = ann.get(address)
    labels = {one.field.name: one.field.label for group in page.context["groups"] for one in group.fields}
    assert labels["own-survival"] == "A survival roll needs (set)"
    assert labels["own-fate"] == "Heroes who were taken out"
    assert [group.set for group in page.context["groups"]][:2] == [1, 0]


def test_where_there_is_no_gold_nothing_is_asked_about_it(db):
    league = Evening(game="ishmek")
    league.join("ann")
    shown = fields(client_of("ann").get(reverse("campaigns:rules", args=[league.id])))
    assert not {"own-debt", "own-hall_downtimes"} & set(shown)


def test_each_says_what_it_means_by_which_rule_and_its_default(ann, address):
    shown = fields(ann.get(address))
    fate = shown["own-fate"].field
    assert fate.label == "Heroes who were taken out"
    assert dict(fate.choices)["survival_roll"] == "roll a d20 for survival, and are dead if it fails"
    assert (fate.help, fate.rule) == ("Default: recover: nobody dies, but they get no XP of the battle.", "IST-Q-100")
    assert shown["own-hall_prices.clear_the_area"].field.label == "Price in the hall: Clear the Area"
    assert shown["own-hall_prices.walls"].value == "100"
    cover, bows = shown["rules-cover"].field, shown["rules-bow_range"]
    assert (cover.help, cover.rule) == ("Default: one of its three sight lines.", "IST-Q-05")
    assert (bows.value, bows.field.help) == ("24", "Default: 24 inches.")


def test_alternatives_that_are_sentences_stand_there_in_full(ann, address):
    page = ann.get(address)
    assert {"own-fate", "own-debt"} <= page.context["spelled"]
    assert "own-once_per_game" not in page.context["spelled"]
    shown, said = fields(page)["own-fate"], text(page)
    for value, words in shown.field.choices:
        checked = " checked" if value == shown.value else ""
        assert f'<input type="radio" name="own-fate" value="{value}"{checked}> <span>{words}</span>' in said


def test_the_words_of_a_rule_are_opened_by_its_number(ann, address):
    said = text(ann.get(address))
    assert "<b>IST-Q-100</b> Fate of heroes taken out; no death roll. By default:" in said
    assert "<b>KERNEL-CAMP-08</b> " in said


@rule("KERNEL-CAMP-04")
@pytest.mark.parametrize("who", ["gail", "cora"])
def test_what_was_changed_is_set_with_its_reason(evening, browsers, who, address):
    cover = fields(browsers[who].get(address))["rules-cover"]
    other = next(one for one, _ in cover.field.choices if one != cover.value)
    changed = {"own-fate": "deadly", "own-debt": "on", "own-hall_prices.walls": "80", "rules-cover": other}
    answer = send(browsers[who], address, reason="We voted.", **changed)
    campaign = evening.campaign
    assert campaign.rules == {"debt": "on", "fate": "deadly", "hall_prices": {"clear_the_area": 50, "walls": 80}}
    assert campaign.battle_rules == {"cover": other}
    labels = ("Companies may be in debt", "Heroes who were taken out", "Price in the hall", cover.field.label)
    assert told(answer) == f"Set: {', '.join(f'“{label}”' for label in labels)}."
    assert evening.types().count("house_rule_set") == 4


def test_sent_twice_it_is_set_once(evening, gail, address):
    for _ in range(2):
        send(gail, address, **{"own-debt": "on"})
    assert evening.types().count("house_rule_set") == 1


def test_where_nothing_was_changed_nothing_is_set(evening, gail, address):
    assert told(send(gail, address)) == "Nothing was changed."
    assert "house_rule_set" not in evening.types()


@rule("IST-Q-100")
def test_a_value_it_cannot_have_is_refused_beside_its_switch(evening, gail, address):
    answer = send(gail, address, **{"own-survival": "30", "own-debt": "on"})
    shown = fields(answer)
    assert answer.status_code == 422
    assert {name for name, one in shown.items() if one.error} == {"own-survival"}
    assert shown["own-survival"].value == "30"
    assert shown["own-debt"].value == "on"
    assert evening.campaign.rules == {}


def test_what_the_house_adds_has_pages_of_its_own(evening, ann, address):
    evening.do("set_house_rule", name="races", value={"snow_elf": SNOW_ELF})
    shown = {table.label: (table.rows, table.address) for table in ann.get(address).context["tables"]}
    assert shown == {
        "Races of the house": ("snow elf", reverse("campaigns:table", args=[evening.id, "races"])),
        "Spells of the house": ("none", reverse("campaigns:table", args=[evening.id, "spells"])),
    }


def test_one_number_of_several_is_refused_at_its_own_field(evening, gail, address):
    answer = send(gail, address, **{"own-hall_prices.walls": "99999999"})
    assert {name for name, one in fields(answer).items() if one.error} == {"own-hall_prices.walls"}


@rule("KERNEL-CAMP-04")
@pytest.mark.usefixtures("wins_pay_double")
def test_those_that_hold_only_together_are_set_together(evening, gail, address):
    """0 and 0 become 30 and 60: neither can be first."""
    assert send(gail, address, **{"own-battle_income": "30"}).status_code == 422
    assert send(gail, address, **{"own-win_income": "60"}).status_code == 422
    assert send(gail, address, **{"own-battle_income": "30", "own-win_income": "60"}).status_code == 302
    assert evening.campaign.rules == {"battle_income": 30, "win_income": 60}


@rule("KERNEL-CAMP-01")
def test_a_player_reads_them_and_sets_none(evening, ann, address):
    page = ann.get(address)
    assert "Only the GM and co-GMs can change them." in text(page)
    assert "Save the house rules" not in text(page)
    answer = send(ann, address, **{"own-debt": "on"})
    assert answer.status_code == 403
    assert evening.campaign.rules == {}


@rule("KERNEL-CAMP-02")
def test_what_is_over_keeps_its_rules(evening, gail, address):
    evening.do("end_campaign")
    assert gail.get(address).context["may"] is False
    assert send(gail, address, **{"own-debt": "on"}).status_code == 422


@rule("IST-Q-78", "KERNEL-CAMP-04")
def test_a_house_rule_in_words_is_written_and_taken_away(evening, browsers, address):
    words = "Once per battle a Human rerolls a failed Disengage."
    assert told(send(browsers["gail"], address, **{"rules-human_ability": words})) == HUMAN
    assert evening.campaign.battle_rules == {"human_ability": words}
    assert told(send(browsers["gail"], address, key="k2", **{"rules-human_ability": ""})) == HUMAN
    assert evening.campaign.battle_rules == {"human_ability": ""}
    assert told(send(browsers["gail"], address, key="k3")) == "Nothing was changed."
