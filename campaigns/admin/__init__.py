"""Campaigns in the admin site, where the GM lives: lists, sheets, and GM actions as commands with a reason."""

from campaigns.admin.audit_links import CampaignAuditLinks, CompanyAuditLinks
from campaigns.admin.battles import BattleAdmin
from campaigns.admin.campaigns import CampaignAdmin
from campaigns.admin.companies import CompanyAdmin
from campaigns.admin.heroes import HeroAdmin
from campaigns.admin.jobs import JobAdmin
from campaigns.admin.match_rows import battle_rows

__all__ = [
    "BattleAdmin",
    "CampaignAdmin",
    "CampaignAuditLinks",
    "CompanyAdmin",
    "CompanyAuditLinks",
    "HeroAdmin",
    "JobAdmin",
    "battle_rows",
]
