"""An act: one command, whatever streams it touches. The only way to change campaigns and companies.

A handler asks what the act `needs`, loads that into a `World`, lets `decide` answer, and appends all that was written
in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import fields

from campaigns.domain import (
    battles,
    captives,
    conditions,
    corrections,
    game_time,
    gm_commands,
    recovery,
    rights,
    settling,
    undoing,
)
from campaigns.domain.campaign import between_battles as bb, commands as co, events as ev
from campaigns.domain.campaign.decide import people, stages
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.campaign_differences import campaign_differences
from campaigns.domain.choices import command_of, field_of
from campaigns.domain.company import commands as cmd
from campaigns.domain.company.decide import decide as decide_company, found
from campaigns.domain.differences import CompanyChange, Difference, UnrolledDice, differences
from campaigns.domain.world import Act, Member, World, Written
from rules.kernel.dice import Dice, TableDice
from rules.kernel.errors import Malformed, Refused
from rules.kernel.reading import read_tagged, says_something

COMMANDS: dict[str, type[Any]] = {**co.CAMPAIGN_COMMANDS, **bb.BETWEEN_BATTLES, **cmd.COMPANY_COMMANDS}
"""Everything that can be asked for, by wire name."""

REASONED = frozenset(
    kind for kind in COMMANDS.values() if any(one.name == "reason" and one.required for one in fields(kind))
)
"""Actions of the GM that leave a reason: it has no default."""

LOGGED = (co.VoidBattle, co.RecordAgain, co.DeclareFate, co.Correct)
"""Acts that look back at what the companies have been through."""


def parse(document: Mapping[str, Any]) -> Any:
    """A command from plain JSON; `Malformed` names the field at fault."""
    if "type" not in document:
        raise Malformed("this field is required", "type")
    return read_tagged(document, COMMANDS)


def needs(command: Any, campaign: Campaign | None) -> tuple[str, ...]:
    """The streams that an act on `campaign` looks at, besides the campaign's own."""
    companies = dict.fromkeys(name for name in _companies(command, campaign) if campaign and name in campaign.companies)
    matches = (fought(command),) if isinstance(command, co.RecordBattle | co.RecordAgain) else ()
    return (*(f"company-{name}" for name in companies), *(f"match-{match}" for match in matches))


def fought(command: Any) -> str:
    """The match that a battle is settled by."""
    return getattr(command, "played", "") or str(command.match)


def needs_logs(command: Any) -> bool:
    """Whether the act looks at all events of its companies, not at their state alone."""
    if isinstance(command, co.MakeChoices):
        return any(choice.kind == "fate" for choice in command.choices)
    return isinstance(command, LOGGED)


def needs_barred(command: Any) -> bool:
    """Whether the act looks at who may be fielded."""
    return isinstance(command, co.StartBattle | co.DeclareInvasion)


def _companies(command: Any, campaign: Campaign | None) -> tuple[str, ...]:
    if isinstance(command, co.StartBattle):
        return tuple(side.company for side in command.sides.values())
    if isinstance(command, co.EndCampaign):
        return tuple(campaign.companies) if campaign else ()
    if isinstance(command, co.RecordBattle | co.RecordAgain | co.VoidBattle):
        battle = campaign.battles.get(command.match) if campaign else None
        return battle.companies if battle is not None else ()
    if isinstance(command, co.MakeChoices):
        return tuple(choice.company for choice in command.choices)
    named = (getattr(command, field, "") for field in ("company", "to", "defender", "other"))
    return tuple(name for name in named if name)


def decide(world: World, command: Any, by: Member, dice: Dice | None = None, batch: str = "") -> Written:
    """What comes of a command, by stream. Pure; `Refused` or `NeedDice`, and then nothing has happened."""
    act = Act(world, by, TableDice() if dice is None else dice, batch)
    return carry_out(act, command)


def carry_out(act: Act, command: Any) -> Written:
    """Let an act happen; what it writes."""
    _perform(act, command)
    return act.written(getattr(command, "reason", "").strip())


def _perform(act: Act, command: Any) -> None:
    rights.check(act, command)
    if type(command) in REASONED and not says_something(command.reason):
        message = "A GM action needs a reason."
        raise Refused("reason_wanted", message, gm_commands.GM_ACTIONS, field="reason", hint="Give a reason.")
    if type(command) in _DECIDERS:
        _DECIDERS[type(command)](act, command)
    else:
        _company_act(act, command)


def _make_choices(act: Act, command: co.MakeChoices) -> None:
    """One after the other; what is wrong with one of them is said beside it."""
    stages.going_on(act.campaign)
    for place, choice in enumerate(command.choices):
        try:
            _perform(act, command_of(choice, command.reason))
        except Refused as no:
            raise no.at(field_of(no.field, place)) from None


def _found(act: Act, command: cmd.FoundCompany) -> None:
    """A company of the campaign; for another member only by the GM, and theirs once they accept it.

    [IST-CAMP-01, IST-CAMP-02, KERNEL-CAMP-03]
    """
    campaign = act.campaign
    stages.going_on(campaign)
    if not command.company or command.company in campaign.companies:
        hint = "Choose another id."
        raise Refused(
            "company_exists",
            "A company needs an id that no other company has.",
            gm_commands.NAMES,
            field="company",
            hint=hint,
        )
    owner = command.owner or act.by.account
    if owner != act.by.account and not rights.is_staff(campaign, act.by):
        hint = "Found it for yourself."
        raise Refused(
            "gm_only", "Only the GM can found a company for somebody else.", rights.RULE, field="owner", hint=hint
        )
    if owner not in campaign.people:
        hint = "Name a member of the campaign by its account."
        who = "That account" if owner else "The server"
        raise Refused("not_a_member", f"{who} is not a member of the campaign.", rights.RULE, field="owner", hint=hint)
    founder = act.by.account or owner  # what the house does nobody is asked about
    if founder not in campaign.people:
        hint = "Join the campaign, or ask its GM to found the company."
        raise Refused("not_a_member", "You are not a member of the campaign.", rights.RULE, hint=hint)
    draft = found(command, campaign.id, campaign.game, founder, act.terms())
    act.emit(ev.CompanyEntered(company=command.company, owner=founder))
    if owner != founder:
        act.emit(ev.CompanyOffered(company=command.company, account=owner))
    act.bring(command.company, draft)


def _company_act(act: Act, command: cmd.CompanyCommand) -> None:
    stages.going_on(act.campaign)
    draft = act.draft(command.company)
    draft.emit(*decide_company(draft.company, command, draft.terms))
    if isinstance(command, cmd.Disband):
        stages.withdraw_invasions(act, command.company)
        act.emit(ev.CompanyGone(company=command.company))


def _ongoing(decider: Callable[[Act, Any], None]) -> Callable[[Act, Any], None]:
    """The decider, once the campaign is known to go on."""

    def checked(act: Act, command: Any) -> None:
        stages.going_on(act.campaign)
        decider(act, command)

    return checked


_DECIDERS: dict[type[Any], Callable[[Act, Any], None]] = {
    co.OpenCampaign: stages.open_campaign,
    co.RenameCampaign: _ongoing(stages.rename),
    co.StartCampaign: stages.start,
    co.EndCampaign: stages.end,
    co.ReopenCampaign: stages.reopen,
    co.TakeOverDice: _ongoing(stages.take_over_dice),
    co.ArchiveCampaign: stages.archive,
    co.Invite: _ongoing(people.invite),
    co.WithdrawInvite: people.withdraw_invite,
    co.AcceptInvite: _ongoing(people.accept_invite),
    co.RequestJoin: _ongoing(people.request_join),
    co.AcceptRequest: _ongoing(people.accept_request),
    co.DeclineRequest: people.decline_request,
    co.Leave: people.leave,
    co.RemoveMember: _ongoing(people.remove_member),
    co.SetRole: _ongoing(people.set_role),
    co.HandOver: _ongoing(people.hand_over),
    co.AcceptCompany: _ongoing(people.accept_company),
    co.WithdrawOffer: people.withdraw_offer,
    co.SetHouseRule: _ongoing(stages.set_house_rule),
    co.SetHouseRules: _ongoing(stages.set_house_rules),
    co.StartDowntime: game_time.start_downtime,
    bb.AdvanceClock: _ongoing(game_time.advance_clock),
    bb.EndConditions: _ongoing(conditions.end_conditions),
    bb.AddCondition: conditions.add_condition,
    bb.EndCondition: conditions.end_condition,
    bb.CaptureHero: captives.capture_hero,
    bb.FreeCaptive: captives.free_captive,
    bb.Recover: recovery.recover,
    co.FinishUpgrades: _ongoing(stages.complete_upgrades),
    cmd.FoundCompany: _found,
    co.DeclareInvasion: battles.declare_invasion,
    co.WithdrawInvasion: _ongoing(battles.withdraw_invasion),
    co.StartBattle: battles.start_battle,
    co.RecordBattle: settling.record_battle,
    co.VoidBattle: undoing.void_battle,
    co.RecordAgain: undoing.record_again,
    co.AwardGold: gm_commands.award_gold,
    co.Fine: gm_commands.fine,
    co.AwardXp: gm_commands.award_xp,
    co.DeclareFate: gm_commands.declare_fate,
    co.MakeChoices: _make_choices,
    co.Correct: corrections.correct,
    co.Transfer: gm_commands.transfer,
}


class Foreseen(NamedTuple):
    """What an act would change: in its companies, and in the campaign itself; and both as they would be then."""

    companies: tuple[Difference, ...]
    campaign: tuple[Difference, ...]
    then: World
    written: Written


def preview(world: World, command: Any, by: Member) -> tuple[Difference, ...]:
    """What an act would change in the companies, value by value, and why; refused where the act is. No die falls."""
    return foresee(world, command, by).companies


def foresee(world: World, command: Any, by: Member) -> Foreseen:
    """The same, and what it would change in the campaign itself."""
    act = Act(world, by, UnrolledDice(), "preview")
    written = carry_out(act, command)
    events = written.get(f"campaign-{act.campaign.id}", ())
    tried = [command.hero] if any(isinstance(event, ev.RecoveryRolled) for event in events) else []
    rolled = [(event.company, event.by) for event in events if isinstance(event, ev.FateRolled)]
    changed = {
        name: CompanyChange(
            was,
            world.logs.get(name, ()),
            written.get(f"company-{name}", ()),
            [hero for company, hero in rolled if company == name],
            tried if name == getattr(command, "company", "") else (),
        )
        for name, was in world.companies.items()
    }
    then = World(act.campaign, {**act.companies(), **act.founded()})
    own = campaign_differences(world.campaign, events)
    return Foreseen(differences(changed, act.progression.grounds), own, then, written)
