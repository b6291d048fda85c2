"""What else the pages offer the GM, done in the admin site: with a reason, and a preview first."""

import pytest

from campaigns.models import Campaign, Company, Hero
from rules.registry import registered
from tests.campaigns.acting import Evening
from tests.campaigns.admin.filling import act, look, page, send, text
from tests.campaigns.admin.test_every_act import links
from tests.campaigns.admin.test_form_sweep import first_choices
from tests.example_game.ring.system import RING
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


def link_to(gail, row, title):
    """The address of an act, by its title."""
    return next(link.address for link in links(gail, row) if link.title == title)


@pytest.fixture
def campaign(evening):
    return Campaign.objects.get(pk=evening.id)


def test_a_table_of_a_house_rule_is_set_row_by_row(evening, gail, campaign):
    (address,) = [one.address for one in links(gail, campaign) if one.address.endswith("set_house_rule%3Araces")]
    row = {"id": "goblin", "power": "4", "finesse": "7", "will": "4", "health": "16", "armour": "0", "cost": "8"}
    typed = {f"races-0-{part}": value for part, value in row.items()}
    assert "goblin" in text(look(gail, address, **typed))
    assert evening.campaign.rules.get("races") is None
    assert send(gail, address, **typed).status_code == 302
    assert evening.campaign.rules["races"]["goblin"]["finesse"] == 7
    assert send(gail, address, **typed, **{"races-0-removed": "on"}).status_code == 302
    assert evening.campaign.rules["races"] == {}


def test_what_a_role_changes_to_is_shown_when_its_form_is_opened(evening, gail, campaign):
    found = [one.address for one in links(gail, campaign) if one.kind == "set_role"]
    (found,) = [address for address in found if evening.key("cora") in address]
    shown = text(gail.get(found))
    assert '<td data-label="Value">Role of cora</td> <td data-label="Now">co-GM</td>' in shown
    assert evening.campaign.people[evening.key("cora")].role == "co_gm"
    assert send(gail, found, role="player").status_code == 302
    assert evening.campaign.people[evening.key("cora")].role == "player"


def test_somebody_is_invited_by_name(evening, gail, campaign):
    address = link_to(gail, campaign, "Invite somebody with an account")
    assert send(gail, address, user="root").status_code == 302
    assert "root" in [one.name for one in evening.campaign.invites.values()]


def test_a_link_is_made_and_shown(evening, gail, campaign):
    done = send(gail, link_to(gail, campaign, "Invite by a link"))
    assert "/campaigns/join/" in " ".join(str(one) for one in done.wsgi_request._messages)


def test_the_gm_recruits_for_a_player_and_the_reason_is_in_the_log(evening, gail):
    row = Company.objects.get(pk=evening.companies["ann"])
    chosen = first_choices(gail.get(link_to(gail, row, "Recruit a hero")).context["form"])
    send(gail, link_to(gail, row, "Recruit a hero"), **chosen, name="Wanda", reason="Ann has no telephone.")
    assert "Wanda" in [hero.name for hero in evening.company("ann").ready]
    assert "Ann has no telephone." in text(gail.get(page(row)))


def test_what_is_no_longer_offered_is_told(evening, gail):
    row = Company.objects.get(pk=evening.companies["ann"])
    address = f"{act(row, 'acts')}?act=buy_item%3Aanvil"
    answer = gail.post(address, {"reason": "x", "key": "b1a7d6f0-0000-4000-8000-000000000001"})
    assert (answer.status_code, answer.url) == (302, act(row, "acts"))


@pytest.fixture
def ring(db):
    """A campaign of Ring, whose wrestlers rub each other's shoulders: Ada lacks three of six breath."""
    with registered(RING):
        made = Evening(game="ring")
        made.join("ann")
        order = {"name": "Ann's", "motto": "On", "hall": "Mat"}
        (made.companies["ann"],) = made.do("found_company", by="ann", **order).companies
        for name in ("Ada", "Bo"):
            made.do("recruit_hero", by="ann", company=made.companies["ann"], name=name)
        made.do("correct", company=made.companies["ann"], hero="h1", field="carried.breath", value=3, reason="x")
        yield made


@rule("KERNEL-CAMP-19")
def test_an_act_of_recovery_is_tried_and_no_die_falls_before_it_is_confirmed(ring, gail):
    row = Hero.objects.get(company=ring.companies["ann"], hero="h1")
    found = {link.title: link.kind for link in links(gail, row)}
    assert {"Rub the shoulders": "recover", "Bless": "recover"}.items() <= found.items()
    address = link_to(gail, row, "Rub the shoulders")
    shown = text(look(gail, address, helper="h2"))
    assert (
        '<td data-label="Value">recovery</td> <td data-label="Now">nothing</td> <td data-label="After">to be rolled'
        in shown
    )
    assert ring.company("ann").heroes["h1"].recovered == {}
    assert send(gail, address, helper="h2", reason="A long night.").status_code == 302
    assert ring.company("ann").heroes["h1"].recovered == {"rub": 1}
    assert "A long night." in text(gail.get(page(row)))


def test_the_only_condition_is_chosen_when_the_form_is_opened(evening, gail):
    cursed = {"company": evening.companies["ann"], "hero": "h1", "name": "cursed", "reason": "A witch."}
    evening.do("add_condition", **cursed)
    row = Hero.objects.get(company=evening.companies["ann"], hero="h1")
    form = gail.get(act(row, "end_condition")).context["form"]
    (standing,) = evening.company("ann").heroes["h1"].conditions
    assert form["condition"].value() == standing.id
    assert form.preview is None
