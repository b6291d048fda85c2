"""What can have happened to a company. Events carry outcomes: what was, what is."""

from __future__ import annotations

import sys
from typing import ClassVar, Literal

from campaigns.domain.company.state import Purpose
from campaigns.domain.event_base import CampaignEvent, Change
from rules.kernel.messages import Event, by_tag, defined_in
from rules.kernel.progression import Absence, Captive, Condition, Fate, Figure, Injury, ItemState


class HeroEvent(CampaignEvent, frozen=True, kw_only=True):
    """Base of what happened to one hero."""

    hero: str


class BattleEvent(CampaignEvent, frozen=True, kw_only=True):
    """Base of what a battle, known by its match, is to a company."""

    match: str


# The company


class CompanyFounded(CampaignEvent, frozen=True, kw_only=True, tag="company_founded"):
    """The first event of every company."""

    company: str
    game: str
    name: str
    motto: str
    hall: str
    campaign: str = ""
    owner: str = ""


class CompanyRenamed(CampaignEvent, frozen=True, kw_only=True, tag="company_renamed"):
    """Its name, motto and hall name from now on, and what they were."""

    name: str
    motto: str
    hall: str
    old: tuple[str, str, str]


class CompanyDisbanded(CampaignEvent, frozen=True, kw_only=True, tag="company_disbanded"):
    """The company is disbanded; its heroes leave."""

    says = "The company is disbanded."


class GoldChanged(CampaignEvent, frozen=True, kw_only=True, tag="gold_changed"):
    """Gold came in or went out.

    `about` is what was paid for, who paid or what for: a hero, an item, an upgrade, a company, the match of a battle.
    """

    delta: int
    balance: int
    purpose: Purpose
    about: str = ""


class LeaderNamed(CampaignEvent, frozen=True, kw_only=True, tag="leader_named"):
    """Who leads now; "" when the leader is gone and nobody has been named."""

    hero: str
    old: str = ""


# Items


class ItemBought(CampaignEvent, frozen=True, kw_only=True, tag="item_bought"):
    """So many went into the stash, at `price` each."""

    says = "Bought: {count} × {item} at {price} gold."

    item: str
    count: int
    price: int


class ItemSold(CampaignEvent, frozen=True, kw_only=True, tag="item_sold"):
    """So many left the stash, at `price` each."""

    says = "Sold: {count} × {item} at {price} gold."

    item: str
    count: int
    price: int


class ItemAssigned(HeroEvent, frozen=True, kw_only=True, tag="item_assigned"):
    """A hero has it now, from the stash."""

    says = "{hero} takes {item} from the stash."

    item: str


class ItemReturned(HeroEvent, frozen=True, kw_only=True, tag="item_returned"):
    """It is in the stash now, from a hero."""

    says = "{hero} puts {item} in the stash."

    item: str


class ItemLost(CampaignEvent, frozen=True, kw_only=True, tag="item_lost"):
    """It is gone: one from a hero, or without one so many from the stash."""

    schema: ClassVar[int] = 2

    item: str
    hero: str = ""
    count: int = 1


class ItemGiven(CampaignEvent, frozen=True, kw_only=True, tag="item_given"):
    """So many left the stash for another company."""

    says = "{count} × {item} given to {to:company}."

    item: str
    count: int
    to: str


class ItemReceived(CampaignEvent, frozen=True, kw_only=True, tag="item_received"):
    """So many came into the stash: from another company, or found."""

    item: str
    count: int
    source: str = ""


# Heroes


class HeroRecruited(CampaignEvent, frozen=True, kw_only=True, tag="hero_recruited"):
    """A hero joined as told, before any choice was made."""

    schema: ClassVar[int] = 3

    figure: Figure
    price: int


class HeroRenamed(HeroEvent, frozen=True, kw_only=True, tag="hero_renamed"):
    """A hero has another name."""

    says = "{old} is now called {name}."

    name: str
    old: str


class HeroDismissed(HeroEvent, frozen=True, kw_only=True, tag="hero_dismissed"):
    """A hero was sent away."""

    says = "{hero} is dismissed."


class HeroRetired(HeroEvent, frozen=True, kw_only=True, tag="hero_retired"):
    """A hero left with honours."""

    says = "{hero} retires with honours."


class HeroRevived(HeroEvent, frozen=True, kw_only=True, tag="hero_revived"):
    """A hero is back among the ready, by correction."""

    says = "{hero} is back, no longer {old:plainly}."

    old: str


class TalentChosen(HeroEvent, frozen=True, kw_only=True, tag="talent_chosen"):
    """A talent, and the full stats that it changed, as [old, new]."""

    says = "{hero} learns the talent {talent:word}{stats}."

    talent: str
    stats: dict[str, tuple[int, int]] = {}


class SpellChosen(HeroEvent, frozen=True, kw_only=True, tag="spell_chosen"):
    """A spell."""

    says = "{hero} learns the spell {spell:word}."

    spell: str


class CoreRaised(HeroEvent, frozen=True, kw_only=True, tag="core_raised"):
    """A full value was raised for a level."""

    says = "{hero} raises {stat} from {old} to {new}."

    stat: str
    old: int
    new: int


class XpGained(HeroEvent, frozen=True, kw_only=True, tag="xp_gained"):
    """Experience."""

    old: int
    new: int


class LevelGained(HeroEvent, frozen=True, kw_only=True, tag="level_gained"):
    """Another level, or several at once."""

    says = "{hero} rises from level {old} to {new}."

    old: int
    new: int


# After a battle


class HeroFateSet(HeroEvent, frozen=True, kw_only=True, tag="hero_fate_set"):
    """What a battle made of a hero, under which rule, and the dice that decided it, if any.

    `undecided`: the GM is still to declare it, and until then it is this.
    """

    fate: Fate
    rule: str
    how: str = ""
    faces: tuple[int, ...] = ()
    target: int | None = None
    undecided: bool = False


class HeroRestored(HeroEvent, frozen=True, kw_only=True, tag="hero_restored"):
    """A hero is as it will enter its next battle: full again but for what it carries over.

    `own` is what the battle alone changed in that, less where it healed; null: the difference to what was before.
    """

    says = "{hero} comes back {carried}."

    schema: ClassVar[int] = 2

    carried: dict[str, int] = {}
    own: dict[str, int] | None = None


class UsesSpent(HeroEvent, frozen=True, kw_only=True, tag="uses_spent"):
    """A hero has used, so often in a battle, what may be used so often in a campaign."""

    says = "{hero} has used up {uses} for this campaign."

    uses: dict[str, int]


class InjuryTaken(HeroEvent, frozen=True, kw_only=True, tag="injury_taken"):
    """An injury that outlasts its match."""

    injury: Injury


class InjuryHealed(HeroEvent, frozen=True, kw_only=True, tag="injury_healed"):
    """One injury of that name is over."""

    says = "{hero} has recovered from {injury:plainly}."

    injury: str


class AbsenceSet(HeroEvent, frozen=True, kw_only=True, tag="absence_set"):
    """A hero cannot be fielded for now."""

    absence: Absence


class AbsenceServed(HeroEvent, frozen=True, kw_only=True, tag="absence_served"):
    """A part of an absence is over; without `left`, the whole of it."""

    left: Absence | None = None


class ConditionGained(HeroEvent, frozen=True, kw_only=True, tag="condition_gained"):
    """A hero is under a condition from now on."""

    condition: Condition


class ConditionEnded(HeroEvent, frozen=True, kw_only=True, tag="condition_ended"):
    """A hero is under a condition no longer: it has run out, or somebody has ended it."""

    condition: Condition
    why: Literal["time", "downtime", "battle", "gm", "recovery"]


class HeroCaptured(HeroEvent, frozen=True, kw_only=True, tag="hero_captured"):
    """Somebody holds a hero from now on."""

    captive: Captive


class HeroFreed(HeroEvent, frozen=True, kw_only=True, tag="hero_freed"):
    """A hero is held no longer, as in `captive`: its captor let it go, the GM said so, or it got away."""

    captive: Captive
    why: Literal["captor", "gm", "recovery"]


class ItemStateChanged(HeroEvent, frozen=True, kw_only=True, tag="item_state_changed"):
    """What has become of an item of a hero, by the item or its id on the sheet; null: it is whole, and at hand."""

    item: str
    old: ItemState | None
    new: ItemState | None
    why: Literal["battle", "gm", "recovery"]


class Recovered(HeroEvent, frozen=True, kw_only=True, tag="recovered"):
    """An act of recovery was tried for a hero, on a day of the campaign; what came of it is `said`.

    `carried` is what it lacks after it, `old` what it lacked before; null: the act has left that alone.
    """

    act: str
    day: int
    said: str
    old: dict[str, int] = {}
    carried: dict[str, int] | None = None


# The hall


class UpgradeOrdered(CampaignEvent, frozen=True, kw_only=True, tag="upgrade_ordered"):
    """An upgrade is paid for and will stand in the downtime `ready`."""

    says = "Ordered for the hall: {upgrade:word}, {price} gold, for downtime {ready}."

    upgrade: str
    price: int
    ready: int


class HallUpgraded(CampaignEvent, frozen=True, kw_only=True, tag="hall_upgraded"):
    """An upgrade that cost `price` stands."""

    says = "The hall now has {upgrade:word}."

    upgrade: str
    price: int


# Battles


class BattleJoined(BattleEvent, frozen=True, kw_only=True, tag="battle_joined"):
    """The company is in a battle with these heroes, and nothing of it changes until that is over."""

    says = "Fielded in {match:battle}: {heroes}."

    heroes: tuple[str, ...]


class BattleLeft(BattleEvent, frozen=True, kw_only=True, tag="battle_left"):
    """The battle ended without a result that counts for the company: abandoned, void or friendly."""

    says = "{match:Battle} changed nothing here."


class BattleRecorded(BattleEvent, frozen=True, kw_only=True, tag="battle_recorded"):
    """The battle ended and counts: won, drawn or lost."""

    says = "{match:Battle}: {result:plainly}."

    result: str


# Put right


class Corrected(CampaignEvent, frozen=True, kw_only=True, tag="corrected"):
    """Corrected values; the owner, where the company is handed over."""

    says = "Corrected: {changes}."

    changes: tuple[Change, ...]


class Undone(CampaignEvent, frozen=True, kw_only=True, tag="undone"):
    """Event number `event` of this stream no longer counts. `changes` puts back what the act's other events do not."""

    event: int
    changes: tuple[Change, ...] = ()


COMPANY_EVENTS: dict[str, type[Event]] = by_tag(defined_in(Event, sys.modules[__name__]))
"""Every event of a company, by its wire name."""
