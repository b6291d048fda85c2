"""The addresses of the pages of campaigns, to be included at the root."""

from django.urls import path

from campaigns.pages import battle, campaign, company, hero, listing, rules, starting

app_name = "campaigns"

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
COMPANY = "companies/<uuid:company_id>/"

urlpatterns = [
    path("campaigns/", listing.campaigns, name="list"),
    path("campaigns/join/<str:token>/", listing.join, name="join"),
    path(CAMPAIGN, campaign.campaign_page, name="campaign"),
    path(f"{CAMPAIGN}rules/", rules.rules_page, name="rules"),
    path(f"{CAMPAIGN}rules/<str:name>/", rules.table_page, name="table"),
    path(f"{CAMPAIGN}battles/new/", starting.starting_page, name="start"),
    path(f"{CAMPAIGN}battles/<uuid:match>/", battle.battle_page, name="battle"),
    *(
        path(f"{CAMPAIGN}battles/<uuid:match>/{action}/", battle.undoing_page, {"action": action}, name=action)
        for action in battle.UNDO_ACTIONS
    ),
    path(COMPANY, company.company_page, name="company"),
    path(f"{COMPANY}heroes/<str:hero>/", hero.hero_page, name="hero"),
]
