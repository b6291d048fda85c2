"""How a campaign begins, runs and ends; the rules of its house; its downtimes between battles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaigns.domain.campaign import commands as co, events as ev
from campaigns.domain.campaign.house_rules import check_changes, check_rules, game_of, scope_of, setting
from campaigns.domain.campaign.state import Campaign, Stage, number_of
from campaigns.domain.company.decide.naming import tidy
from campaigns.domain.company.decide.trade import finish_upgrades
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import HeroFateSet
from campaigns.domain.event_base import Cause
from campaigns.domain.world import Act
from rules.kernel.errors import Refused
from rules.kernel.reading import plain

STAGES, HOUSE_RULES, DOWNTIME, DICE = "KERNEL-CAMP-02", "KERNEL-CAMP-04", "KERNEL-CAMP-10", "KERNEL-CAMP-12"
NAMES = "KERNEL-CAMP-11"


def open_campaign(act: Act, command: co.OpenCampaign) -> None:
    """A draft, with whoever opens it as its GM."""
    if act.world.campaign is not None:
        raise Refused(
            "campaign_exists",
            "There already is a campaign with that id.",
            STAGES,
            field="campaign",
            hint="Use another id.",
        )
    if not command.campaign:
        raise Refused(
            "missing_campaign_field", "A campaign needs an id.", STAGES, field="campaign", hint="Give it one."
        )
    game_of(command.game)
    check_rules(command.game, command.rules, command.battle_rules)
    act.emit(
        ev.CampaignOpened(
            campaign=command.campaign,
            title=titled(command.title),
            game=command.game,
            account=act.by.account,
            name=act.by.name,
            rules=command.rules,
            battle_rules=command.battle_rules,
            commitment=command.commitment,
        )
    )


def titled(title: str) -> str:
    """The title without blanks that say nothing; refused where nothing of it can be seen, or not all, or too much."""
    title = tidy(title)
    if not 1 <= len(title) <= 120 or not title.isprintable():
        message = "A campaign needs a title of 1 to 120 visible characters."
        raise Refused("missing_campaign_field", message, STAGES, field="title", hint="Give it a title.")
    return title


def going_on(campaign: Campaign) -> None:
    """Refuse to change a campaign that is over. People who asked to join read this: it does not name the title."""
    if campaign.stage in ("ended", "archived"):
        hint = "Reopen it first." if campaign.stage == "ended" else "Found a new campaign."
        raise Refused("campaign_over", f"The campaign is {campaign.stage}.", STAGES, hint=hint)


def running(campaign: Campaign) -> None:
    """Refuse battles in a campaign that does not run."""
    going_on(campaign)
    if campaign.stage == "draft":
        raise Refused("campaign_not_started", f"{campaign.title} is a draft.", STAGES, hint="Start it first.")


def open_draft(act: Act, company: str) -> Draft:
    """A company of a campaign that goes on, in no battle."""
    going_on(act.campaign)
    draft = act.draft(company)
    draft.require_idle()
    return draft


def rename(act: Act, command: co.RenameCampaign) -> None:
    """Another title."""
    old, title = act.campaign.title, titled(command.title)
    if title == old:
        message = f"{old} already has that title."
        raise Refused("nothing_to_change", message, NAMES, field="title", hint="Give another title.")
    act.emit(ev.CampaignRenamed(title=title, old=old))


def start(act: Act, command: co.StartCampaign) -> None:
    """From draft to running."""
    _expect(act.campaign, "draft", "Only a draft can be started.")
    act.emit(ev.CampaignStarted())


def end(act: Act, command: co.EndCampaign) -> None:
    """Over, unless a battle is still open. Declared invasions do not come about, and fates that are owed are passed."""
    _expect(act.campaign, "running", "Only a running campaign can be ended.")
    for battle in act.campaign.battles.values():
        if battle.stage == "open":
            message = f"Battle {number_of(act.campaign, battle.match)} is still open."
            raise Refused("battles_open", message, STAGES, hint="Record or void it first.")
    withdraw_invasions(act)
    _pass_fates(act)
    act.emit(ev.CampaignEnded(secret=command.secret))


def withdraw_invasions(act: Act, company: str = "") -> None:
    """What was declared does not come about: all of it, or what a company is in."""
    for invasion in act.campaign.invasions.values():
        if invasion.stage == "declared" and company in ("", invasion.attacker, invasion.defender):
            act.emit(ev.InvasionWithdrawn(invasion=invasion.id))


def _pass_fates(act: Act) -> None:
    """Of whom the GM has declared nothing lives. [IST-D-18]"""
    for name in act.campaign.companies:
        draft = act.draft(name)
        for hero, matches in draft.company.open_fates.items():
            for match in matches:
                fate = HeroFateSet(hero=hero, fate="taken_out", rule=STAGES, how="passed", because=Cause(match))
                draft.emit(fate)


def reopen(act: Act, command: co.ReopenCampaign) -> None:
    """An ended campaign goes on."""
    _expect(act.campaign, "ended", "Only an ended campaign can be reopened.")
    act.emit(ev.CampaignReopened(commitment=command.commitment))


def take_over_dice(act: Act, command: co.TakeOverDice) -> None:
    """Dice from a secret that is kept here. Without a new one there is no need: the present one is. [KERNEL-CAMP-12]"""
    if not command.commitment:
        message = f"The dice of {act.campaign.title} are already rolled on this server."
        raise Refused("dice_kept_here", message, DICE, hint="There is nothing to do: it rolls whatever is needed.")
    act.emit(ev.DiceTakenOver(commitment=command.commitment, old=act.campaign.commitment))


def archive(act: Act, command: co.ArchiveCampaign) -> None:
    """Put away for good."""
    _expect(act.campaign, "ended", "Only an ended campaign can be archived.")
    act.emit(ev.CampaignArchived())


def _expect(campaign: Campaign, stage: Stage, message: str) -> None:
    if campaign.stage != stage:
        message = f"{message} {campaign.title} is {campaign.stage}."
        raise Refused("wrong_stage", message, STAGES, hint="See the state of the campaign.")


def set_house_rule(act: Act, command: co.SetHouseRule) -> None:
    """Another value of a switch, from now on. Open battles keep theirs. [KERNEL-CAMP-04]"""
    scope_of(act.campaign.game, command.name)
    _set(act, {command.name: command.value}, lambda _name: "value")


def set_house_rules(act: Act, command: co.SetHouseRules) -> None:
    """Other values of several switches, which are checked as they will stand together. [KERNEL-CAMP-04]"""
    for name in command.values:
        try:
            scope_of(act.campaign.game, name)
        except Refused as no:
            raise no.at(f"values.{name}") from None
    _set(act, command.values, lambda name: f"values.{name}")


def _set(act: Act, values: Mapping[str, Any], place: Callable[[str], str]) -> None:
    """Set switches that there are; `place` says where in the command the value of one stands."""
    campaign = act.campaign
    check_changes(campaign, {name: plain(value) for name, value in values.items()}, place)
    for name, value in values.items():
        old = setting(campaign, name)
        if old == value:
            message = f"{name} is already {old!r}."
            raise Refused("house_rule_same", message, HOUSE_RULES, field=place(name), hint="Choose another value.")
        scope = scope_of(campaign.game, name)
        act.emit(ev.HouseRuleSet(name=name, scope=scope, old=old, new=plain(value), downtime=campaign.downtime))


def complete_upgrades(act: Act, command: co.FinishUpgrades) -> None:
    """What was ordered for a hall, and whose downtime has come, stands."""
    draft = act.draft(command.company)
    draft.require_idle()
    if not any(order.ready <= act.campaign.downtime for order in draft.company.hall.orders):
        message = f"No hall upgrade of {draft.company.name} is ready in downtime {act.campaign.downtime}."
        raise Refused("no_upgrade_due", message, DOWNTIME, field="company", hint="Wait for the next downtime.")
    finish_upgrades(draft)
