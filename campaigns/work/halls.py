"""Halls: what was ordered and has waited its downtimes stands."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from campaigns.domain.campaign.commands import FinishUpgrades
from campaigns.handler import carry_out
from campaigns.loading import load_campaign, load_company
from campaigns.process_manager import FINISH_UPGRADES, upgrades_due
from campaigns.work.requests import campaign_of, request_of
from jobs.claimed import ClaimedJob
from jobs.kinds import work
from web.errors import Refusal

NOT_NOW = ("company_in_battle", "company_disbanded", "no_upgrade_due", "campaign_over")
"""Refusals that leave nothing owed: the end of a battle, and the reopening of a campaign, bring a job of their own."""


@work(FINISH_UPGRADES)
def finish_upgrades(running: ClaimedJob) -> dict[str, Any]:
    """The halls of one company, or of all in a campaign: whichever the job is about."""
    job, campaign_id = running.job, campaign_of(running.job)
    campaign = load_campaign(campaign_id).state
    whose = sorted(campaign.companies) if job.subject == campaign.id else [job.subject]
    due = [name for name in whose if upgrades_due(load_company(UUID(name)).state, campaign.downtime)]
    finished = []
    for place, name in enumerate(due):
        running.progress(place, len(due))
        try:
            request = request_of(running, "finish_upgrades", name)
            carry_out(request, campaign_id, FinishUpgrades(company=name), rows=running.hold)
        except Refusal as refusal:
            if refusal.code not in NOT_NOW:
                raise
        else:
            finished.append(name)
    return {"finished": finished}
