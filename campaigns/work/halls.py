"""Halls: what was ordered and has waited its downtimes stands."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from campaigns.domain.campaign.commands import FinishUpgrades
from campaigns.handler import carry_out
from campaigns.jobs import ClaimedJob, work
from campaigns.loading import load_campaign, load_company
from campaigns.process_manager import FINISH_UPGRADES, upgrades_due
from matches.errors import NotThere, Refusal

NOT_NOW = ("company_in_battle", "company_disbanded", "no_upgrade_due", "campaign_over")
"""Refusals that leave nothing owed: the end of a battle, and the reopening of a campaign, bring a job of their own."""


@work(FINISH_UPGRADES)
def finish_upgrades(running: ClaimedJob) -> dict[str, Any]:
    """The halls of one company, or of all in a campaign: whichever the job is about."""
    job = running.job
    if job.campaign is None:
        raise NotThere("campaign")
    campaign = load_campaign(job.campaign).state
    whose = sorted(campaign.companies) if job.subject == campaign.id else [job.subject]
    due = [name for name in whose if upgrades_due(load_company(UUID(name)).state, campaign.downtime)]
    finished = []
    for place, name in enumerate(due):
        running.progress(place, len(due))
        try:
            carry_out(running.request("finish_upgrades", name), job.campaign, FinishUpgrades(company=name))
        except Refusal as refusal:
            if refusal.code not in NOT_NOW:
                raise
        else:
            finished.append(name)
    return {"finished": finished}
