"""The commands of a company between battles. Each names the company by its id."""

from __future__ import annotations

import sys
from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Meta

from rules.kernel.labels import FormText, label
from rules.kernel.messages import Command, by_tag, defined_in

Key = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=1, le=1000)]
NAME = label("Name", required=True, longest=80)
MOTTO = label("Motto", required=True, longest=200)
HALL = label("Name of its hall", required=True, longest=80)
Name: TypeAlias = Annotated[str, NAME]
Picks = Annotated[tuple[Key, ...], Meta(max_length=20)]


class CompanyCommand(Command, frozen=True, kw_only=True):
    """A command about one company. `reason`: why, for whoever acts for its player."""

    company: Key
    reason: Annotated[str, Meta(max_length=2_000)] = ""


class FoundCompany(CompanyCommand, frozen=True, kw_only=True, tag="found_company"):
    """Found a company. `owner`: the account that plays it; without one, the founder's."""

    form: ClassVar[FormText] = FormText("Found a company", "Found the company", fields=("name", "motto", "hall"))

    name: Name = ""
    motto: Annotated[str, MOTTO] = ""
    hall: Annotated[str, HALL] = ""
    owner: Key = ""


class RenameCompany(CompanyCommand, frozen=True, kw_only=True, tag="rename_company"):
    """Give it another name, motto or hall name; what is left out stays."""

    form: ClassVar[FormText] = FormText("Name, motto, hall", "Rename")

    name: Annotated[str | None, NAME] = None
    motto: Annotated[str | None, MOTTO] = None
    hall: Annotated[str | None, HALL] = None


class RecruitHero(CompanyCommand, frozen=True, kw_only=True, tag="recruit_hero"):
    """Recruit a hero. `talents` and `spells` may be chosen with it, or later; `sheet` is what only its game knows."""

    form: ClassVar[FormText] = FormText("Recruit a hero", "Recruit")

    name: Name = ""
    race: Key = ""
    calling: Key = ""
    stats: Annotated[dict[Key, int], Meta(max_length=20)] = {}
    talents: Picks = ()
    spells: Picks = ()
    sheet: dict[str, Any] = {}


class RenameHero(CompanyCommand, frozen=True, kw_only=True, tag="rename_hero"):
    """Give a hero another name."""

    form: ClassVar[FormText] = FormText("Rename")

    hero: Key
    name: Name


class NameLeader(CompanyCommand, frozen=True, kw_only=True, tag="name_leader"):
    """Name one hero leader of the company."""

    form: ClassVar[FormText] = FormText("Make leader", "Make leader of the company")

    hero: Key


class BuyItem(CompanyCommand, frozen=True, kw_only=True, tag="buy_item"):
    """Buy so many of an item for the stash."""

    form: ClassVar[FormText] = FormText("Buy")

    item: Key
    count: Annotated[Count, label("How many", required=True)] = 1


class SellItem(CompanyCommand, frozen=True, kw_only=True, tag="sell_item"):
    """Sell so many of an item from the stash."""

    form: ClassVar[FormText] = FormText("Sell")

    item: Key
    count: Count = 1


class AssignItem(CompanyCommand, frozen=True, kw_only=True, tag="assign_item"):
    """Give a hero an item from the stash."""

    form: ClassVar[FormText] = FormText("Take something from the stash", "Take it")

    hero: Annotated[Key, label("Give it to", of="hero")]
    item: Annotated[Key, label("From the stash", of="stash")]


class ReturnItem(CompanyCommand, frozen=True, kw_only=True, tag="return_item"):
    """Put an item that a hero carries back into the stash."""

    form: ClassVar[FormText] = FormText("Put it in the stash")

    hero: Key
    item: Key


class ChooseTalent(CompanyCommand, frozen=True, kw_only=True, tag="choose_talent"):
    """Choose a talent that a hero's level has earned."""

    form: ClassVar[FormText] = FormText("Choose a talent")

    hero: Key
    talent: Annotated[Key, label("Talent", of="choice")]


class ChooseSpell(CompanyCommand, frozen=True, kw_only=True, tag="choose_spell"):
    """Choose a spell that a hero's level has earned."""

    form: ClassVar[FormText] = FormText("Choose a spell")

    hero: Key
    spell: Annotated[Key, label("Spell", of="choice")]


class RaiseCore(CompanyCommand, frozen=True, kw_only=True, tag="raise_core"):
    """Raise a core stat for a level gained."""

    form: ClassVar[FormText] = FormText("Choose a Core Stat")

    hero: Key
    stat: Annotated[Key, label("Core Stat", of="choice")]


class UpgradeHall(CompanyCommand, frozen=True, kw_only=True, tag="upgrade_hall"):
    """Buy an upgrade of the hall."""

    form: ClassVar[FormText] = FormText("Build")

    upgrade: Key


class DismissHero(CompanyCommand, frozen=True, kw_only=True, tag="dismiss_hero"):
    """Send a hero away."""

    form: ClassVar[FormText] = FormText("Dismiss", "Dismiss for good", final=True)

    hero: Key


class RetireHero(CompanyCommand, frozen=True, kw_only=True, tag="retire_hero"):
    """Let a hero leave with honours."""

    form: ClassVar[FormText] = FormText("Retire with honours", "Retire with honours for good", final=True)

    hero: Key


class Disband(CompanyCommand, frozen=True, kw_only=True, tag="disband"):
    """End the company. Its story stays."""

    form: ClassVar[FormText] = FormText(
        "Disband the company", "Disband for good", "It can do nothing after that. Its history is kept.", final=True
    )


COMPANY_COMMANDS: dict[str, type[CompanyCommand]] = by_tag(defined_in(CompanyCommand, sys.modules[__name__]))
"""Every command about a company alone, by its wire name."""
