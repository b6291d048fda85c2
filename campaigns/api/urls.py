"""The addresses of campaigns in the API, to be included under `api/v1/`."""

from django.urls import path

from campaigns.api import companies, views

app_name = "campaigns-api"

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
COMPANY = "companies/<uuid:company_id>/"

urlpatterns = [
    path("campaigns/", views.CampaignList.as_view(), name="campaign-list"),
    path("campaigns/join", views.JoinCampaign.as_view(), name="campaign-join"),
    path(CAMPAIGN, views.OneCampaign.as_view(), name="campaign"),
    path(f"{CAMPAIGN}commands", views.CampaignCommands.as_view(), name="campaign-commands"),
    path(f"{CAMPAIGN}preview", views.CampaignPreview.as_view(), name="campaign-preview"),
    path(f"{CAMPAIGN}events", views.CampaignEvents.as_view(), name="campaign-events"),
    path(f"{CAMPAIGN}companies/", companies.CompanyList.as_view(), name="company-list"),
    path(f"{CAMPAIGN}battles/", views.CampaignBattles.as_view(), name="battle-list"),
    path(f"{CAMPAIGN}standings", views.CampaignStandings.as_view(), name="standings"),
    path(f"{CAMPAIGN}jobs/", views.CampaignJobs.as_view(), name="job-list"),
    path(f"{CAMPAIGN}links", views.CampaignLinks.as_view(), name="campaign-links"),
    path(f"{CAMPAIGN}links/<str:token>", views.OneLink.as_view(), name="campaign-link"),
    path(COMPANY, companies.OneCompany.as_view(), name="company"),
    path(f"{COMPANY}events", companies.CompanyEvents.as_view(), name="company-events"),
    path(f"{COMPANY}ledger", companies.CompanyLedger.as_view(), name="company-ledger"),
    path(f"{COMPANY}heroes/<str:hero>/", companies.OneHero.as_view(), name="hero"),
    path(f"{COMPANY}heroes/<str:hero>/why", companies.HeroWhy.as_view(), name="hero-why"),
    path("jobs/<uuid:job_id>/", views.OneJob.as_view(), name="job"),
    path("jobs/<uuid:job_id>/retry", views.JobRetry.as_view(), name="job-retry"),
    path("jobs/<uuid:job_id>/cancel", views.JobCancel.as_view(), name="job-cancel"),
    path("invitations/", views.InvitationList.as_view(), name="invitation-list"),
    path("campaign-commands/", views.CommandList.as_view(), name="command-list"),
]
