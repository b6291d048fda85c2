"""What can be asked for of a company between battles. Each names the company by its id."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from rules.kernel.messages import Command, by_tag

Key = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Picks = Annotated[tuple[Key, ...], Meta(max_length=20)]


class CompanyCommand(Command, frozen=True, kw_only=True):
    """A command about one company."""

    company: Key


class FoundCompany(CompanyCommand, frozen=True, kw_only=True, tag="found_company"):
    """Found it. `owner` is the account that will hold it; without one, whoever founds it."""

    name: str = ""
    motto: str = ""
    hall: str = ""
    owner: Key = ""


class RenameCompany(CompanyCommand, frozen=True, kw_only=True, tag="rename_company"):
    """Give it another name, motto or hall name; what is left out stays."""

    name: str | None = None
    motto: str | None = None
    hall: str | None = None


class RecruitHero(CompanyCommand, frozen=True, kw_only=True, tag="recruit_hero"):
    """Recruit a hero. `talents` and `spells` may be chosen with it, or later; `sheet` is what only its game knows."""

    name: str = ""
    race: Key = ""
    calling: Key = ""
    stats: Annotated[dict[Key, int], Meta(max_length=20)] = {}
    talents: Picks = ()
    spells: Picks = ()
    sheet: dict[str, Any] = {}


class RenameHero(CompanyCommand, frozen=True, kw_only=True, tag="rename_hero"):
    """Give a hero another name."""

    hero: Key
    name: str


class NameLeader(CompanyCommand, frozen=True, kw_only=True, tag="name_leader"):
    """Name one hero leader of the company."""

    hero: Key


class BuyItem(CompanyCommand, frozen=True, kw_only=True, tag="buy_item"):
    """Buy so many of an item for the stash."""

    item: Key
    count: Count = 1


class SellItem(CompanyCommand, frozen=True, kw_only=True, tag="sell_item"):
    """Sell so many of an item from the stash."""

    item: Key
    count: Count = 1


class AssignItem(CompanyCommand, frozen=True, kw_only=True, tag="assign_item"):
    """Give a hero an item from the stash."""

    hero: Key
    item: Key


class ReturnItem(CompanyCommand, frozen=True, kw_only=True, tag="return_item"):
    """Put an item that a hero carries back into the stash."""

    hero: Key
    item: Key


class ChooseTalent(CompanyCommand, frozen=True, kw_only=True, tag="choose_talent"):
    """Choose a talent that a hero's level has earned."""

    hero: Key
    talent: Key


class ChooseSpell(CompanyCommand, frozen=True, kw_only=True, tag="choose_spell"):
    """Choose a spell that a hero's level has earned."""

    hero: Key
    spell: Key


class RaiseCore(CompanyCommand, frozen=True, kw_only=True, tag="raise_core"):
    """Raise a core stat for a level gained."""

    hero: Key
    stat: Key


class UpgradeHall(CompanyCommand, frozen=True, kw_only=True, tag="upgrade_hall"):
    """Buy an upgrade of the hall."""

    upgrade: Key


class DismissHero(CompanyCommand, frozen=True, kw_only=True, tag="dismiss_hero"):
    """Send a hero away."""

    hero: Key


class RetireHero(CompanyCommand, frozen=True, kw_only=True, tag="retire_hero"):
    """Let a hero leave with honours."""

    hero: Key


class Disband(CompanyCommand, frozen=True, kw_only=True, tag="disband"):
    """End the company. Its story stays."""


COMPANY_COMMANDS: dict[str, type[Any]] = by_tag(
    (
        FoundCompany,
        RenameCompany,
        RecruitHero,
        RenameHero,
        NameLeader,
        BuyItem,
        SellItem,
        AssignItem,
        ReturnItem,
        ChooseTalent,
        ChooseSpell,
        RaiseCore,
        UpgradeHall,
        DismissHero,
        RetireHero,
        Disband,
    )
)
"""Every command about a company alone, by its wire name."""
