"""What comes of a command about a company: its events, or a refusal. Who may give it is asked elsewhere.

Of several reasons to refuse, the first in this order is given: a field is missing, the company is in a battle, what
is asked for is not to be had or is owned already, gold is short (IST-Q-132).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.domain.company import commands as cmd
from campaigns.domain.company.decide import growth, hall, items, leaving, naming, recruiting
from campaigns.domain.company.decide.naming import found
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.state import Company
from campaigns.domain.company.terms import Terms
from campaigns.domain.event_base import CampaignEvent

__all__ = ["decide", "found", "require_idle"]


def decide(company: Company, command: cmd.CompanyCommand, terms: Terms) -> list[CampaignEvent]:
    """The events of a command about a company that is there; `found` is for one that is not."""
    _require_fields(command, terms)
    require_idle(company, terms)
    draft = Draft(company, terms)
    _DECIDERS[type(command)](draft, command)
    return draft.events


def _require_fields(command: cmd.CompanyCommand, terms: Terms) -> None:
    if isinstance(command, cmd.RenameCompany):
        naming.require_words(terms, {"name": command.name, "motto": command.motto, "hall": command.hall})
    elif isinstance(command, cmd.RenameHero):
        naming.require_hero_name(terms, command.name)
    elif isinstance(command, cmd.RecruitHero):
        recruiting.require_fields(terms, command)


def require_idle(company: Company, terms: Terms, field: str = "company") -> None:
    """Refuse to change a company that is no more, or is in a battle; `field` names it."""
    if company.disbanded:
        raise terms.refusal(
            "company_disbanded",
            f"{company.name} is disbanded.",
            field=field,
            hint="Name another company.",
        )
    if company.in_battle:
        raise terms.refusal(
            "company_in_battle",
            f"{company.name} is in a battle and cannot change until it is over.",
            field=field,
            hint=f"Finish battle {company.in_battle} first; the GM can also void it.",
        )


_DECIDERS: dict[type[Any], Callable[[Draft, Any], None]] = {
    cmd.RenameCompany: naming.rename_company,
    cmd.RecruitHero: recruiting.recruit_hero,
    cmd.RenameHero: naming.rename_hero,
    cmd.NameLeader: naming.name_leader,
    cmd.BuyItem: items.buy_item,
    cmd.SellItem: items.sell_item,
    cmd.AssignItem: items.assign_item,
    cmd.ReturnItem: items.return_item,
    cmd.ChooseTalent: growth.choose_talent,
    cmd.ChooseSpell: growth.choose_spell,
    cmd.RaiseCore: growth.raise_core,
    cmd.UpgradeHall: hall.upgrade_hall,
    cmd.DismissHero: leaving.dismiss_hero,
    cmd.RetireHero: leaving.retire_hero,
    cmd.Disband: leaving.disband,
}
