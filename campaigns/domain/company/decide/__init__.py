"""What comes of a command about a company: its events, or a refusal. Who may give it is asked elsewhere.

Of several reasons to refuse, the first in this order is given: a field is missing, the company is in a battle, what
is asked for is not to be had or is owned already, gold is short (IST-Q-132).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.domain.company import commands as cmd
from campaigns.domain.company.decide import heroes, naming, trade
from campaigns.domain.company.decide.naming import found
from campaigns.domain.company.draft import Draft, Terms
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import CampaignEvent

__all__ = ["decide", "found"]


def decide(company: Company, command: cmd.CompanyCommand, terms: Terms) -> list[CampaignEvent]:
    """The events of a command about a company that is there; `found` is for one that is not."""
    _require_fields(command, terms)
    draft = Draft(company, terms)
    draft.require_idle()
    _DECIDERS[type(command)](draft, command)
    return draft.events


def _require_fields(command: cmd.CompanyCommand, terms: Terms) -> None:
    if isinstance(command, cmd.RenameCompany):
        naming.require_words(terms, {"name": command.name, "motto": command.motto, "hall": command.hall})
    elif isinstance(command, cmd.RenameHero):
        naming.require_hero_name(terms, command.name)
    elif isinstance(command, cmd.RecruitHero):
        heroes.require_fields(terms, command)


_DECIDERS: dict[type[Any], Callable[[Draft, Any], None]] = {
    cmd.RenameCompany: naming.rename_company,
    cmd.RecruitHero: heroes.recruit_hero,
    cmd.RenameHero: naming.rename_hero,
    cmd.NameLeader: naming.name_leader,
    cmd.BuyItem: trade.buy_item,
    cmd.SellItem: trade.sell_item,
    cmd.AssignItem: trade.assign_item,
    cmd.ReturnItem: trade.return_item,
    cmd.ChooseTalent: heroes.choose_talent,
    cmd.ChooseSpell: heroes.choose_spell,
    cmd.RaiseCore: heroes.raise_core,
    cmd.UpgradeHall: trade.upgrade_hall,
    cmd.DismissHero: heroes.dismiss_hero,
    cmd.RetireHero: heroes.retire_hero,
    cmd.Disband: heroes.disband,
}
