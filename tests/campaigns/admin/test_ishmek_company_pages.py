"""What the sheets show of leagues: nothing that their game has not, who is barred, and the way from a match back."""

import pytest
from django.urls import reverse

from campaigns import service
from campaigns.models import Campaign, Hero
from tests.campaigns.admin.filling import page, text
from tests.campaigns.fighting import start
from tests.matches.admin.conftest import staff
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


def test_what_a_game_has_not_is_not_shown_of_it(gail, evening):
    """Ishmêk has no gold, no halls, no levels."""
    league = service.open_campaign(evening.people["gail"], {"title": "The Banak League", "game": "ishmek"}).campaign.id
    squad = {"type": "found_company", "name": "Ravens", "motto": "Caw", "hall": "The Rookery"}
    (founded,) = service.give_command(evening.people["gail"], league, squad).companies
    player = {"type": "recruit_hero", "company": founded, "name": "Orla", "race": ""}
    service.give_command(evening.people["gail"], league, player)
    (row,) = Hero.objects.filter(company=founded)
    for one in (row, row.company, row.company.campaign):
        before, _, sheet = text(gail.get(page(one))).partition('class="skald-sheet"')
        shown = sheet.partition("History</h2>")[0] + before.partition('id="content"')[2]
        for word in ("gold", "Gold", "Worth", "XP", "Level", "No upgrades yet", "Stash", "Award", "Class"):
            assert (type(one), word, word in shown) == (type(one), word, False)


@rule("ISH-INJ-07")
def test_who_cannot_be_fielded_is_named_with_why_and_how_long(gail, evening):
    assert "All heroes are available." in text(gail.get(page(Campaign.objects.get())))
    absent = {"why": "dismissed", "until": "tournament"}
    for key, absence in (("h1", absent), ("h2", {"why": "wounded", "matches": 2})):
        rows = Hero.objects.filter(company=evening.companies["ann"], hero=key)
        rows.update(absent=True, summary={"absence": absence})
    shown = text(gail.get(page(Campaign.objects.get())))
    assert "All heroes are available." not in shown
    for said in ("Ann 1", "Dismissed", "Until the end of the tournament", "Ann 2", "Wounded", "2 matches"):
        assert said in shown.partition("Unavailable heroes")[2].partition("Battles</h2>")[0]


def test_the_match_of_a_battle_leads_to_its_campaign(gail, evening, django_user_model):
    match = start(evening, "ann", "bob")
    staff(django_user_model.objects.get(username="gail"), "view_match")
    shown = text(gail.get(reverse("admin:matches_match_change", args=[match])))
    for address in (
        reverse("campaigns:campaign", args=[evening.id]),
        reverse("campaigns:company", args=[evening.companies["ann"]]),
    ):
        assert f'href="{address}"' in shown
