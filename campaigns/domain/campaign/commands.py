"""What can be asked of a campaign: by its people, by the GM, by the house that settles its battles.

Companies, campaigns and matches are named by their uuids, people by the keys of their accounts, heroes by their ids.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec

from campaigns.domain.campaign.state import BattleKind, Role
from campaigns.domain.company.commands import Key
from campaigns.domain.company.state import MOST_GOLD, MOST_ITEMS, MOST_XP
from rules.kernel.labels import REASON, FormText, label
from rules.kernel.messages import Command, by_tag, defined_in
from rules.kernel.table_events import DiceKind

Words: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]
Gold: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_GOLD)]
RECORDED = "Recorded in the log, where everyone in the campaign can read it."
Reason: TypeAlias = Annotated[Words, label("Reason", RECORDED, of=REASON, required=True)]
"""Why the GM acts: forms ask for it."""
OptionalReason: TypeAlias = Annotated[Words, label("Reason", RECORDED, of=REASON)]
FATES: Mapping[str, str] = {"survived": "survived", "taken_out": "taken out, and alive", "dead": "dead"}
"""The fates that a GM may declare, in words."""


# The campaign


class OpenCampaign(Command, frozen=True, kw_only=True, tag="open_campaign"):
    """Found a campaign as its GM. `commitment`: the SHA-256 of the secret that its dice come from."""

    form: ClassVar[FormText] = FormText(
        "Found a campaign",
        "Found the campaign",
        "You will be its GM: you invite players, set the house rules and start battles.",
    )

    campaign: Key
    title: Annotated[Words, label("Title")]
    game: Annotated[Key, label("Game", of="game")]
    rules: dict[str, Any] = {}
    battle_rules: dict[str, Any] = {}
    commitment: Key = ""


class RenameCampaign(Command, frozen=True, kw_only=True, tag="rename_campaign"):
    """Give the campaign another title."""

    form: ClassVar[FormText] = FormText("Rename the campaign", "Rename")

    title: Annotated[Words, label("Title")]


class StartCampaign(Command, frozen=True, kw_only=True, tag="start_campaign"):
    """From draft to running: battles may be fought."""

    form: ClassVar[FormText] = FormText("Start the campaign", note="Battles can be fought from now on.")

    reason: OptionalReason = ""


class EndCampaign(Command, frozen=True, kw_only=True, tag="end_campaign"):
    """The campaign is over, for now: declared invasions are withdrawn, and fates that are owed are passed.

    `secret`: that which its dice came from, in hex; it is shown from now on.
    """

    form: ClassVar[FormText] = FormText(
        "End the campaign",
        note="No more battles can be started, and companies no longer change, until it is reopened.",
        final=True,
    )

    reason: OptionalReason = ""
    secret: Key = ""


class ReopenCampaign(Command, frozen=True, kw_only=True, tag="reopen_campaign"):
    """An ended campaign goes on. `commitment`: that of a new secret, the old one being known."""

    form: ClassVar[FormText] = FormText("Reopen the campaign", note="It continues where it ended.")

    reason: OptionalReason = ""
    commitment: Key = ""


class TakeOverDice(Command, frozen=True, kw_only=True, tag="take_over_dice"):
    """A campaign whose dice are kept in another Skald goes on with dice that are kept here. Only the GM.

    `commitment`: that of a new secret.
    """

    form: ClassVar[FormText] = FormText(
        "Take over its dice",
        note="The secret of its dice was made on another server, or is no longer the one that was committed to. From "
        "now on they come from a new one, which is kept here and shown when the campaign ends. Jobs that have waited "
        "for a roll go on.",
        final=True,
    )

    reason: Reason
    commitment: Key = ""


class ArchiveCampaign(Command, frozen=True, kw_only=True, tag="archive_campaign"):
    """Put an ended campaign away for good. Only the GM."""

    form: ClassVar[FormText] = FormText("Archive the campaign", note="It moves to the archive for good.", final=True)


# Its people


class Invite(Command, frozen=True, kw_only=True, tag="invite"):
    """Ask somebody in. An invite is no membership."""

    form: ClassVar[FormText] = FormText("Invite somebody with an account", "Invite")

    account: Key
    name: Key = ""
    message: Annotated[Words, label("Message")] = ""
    reason: Words = ""


class WithdrawInvite(Command, frozen=True, kw_only=True, tag="withdraw_invite"):
    """Take an invite back; who was invited may decline it so."""

    account: Key


class AcceptInvite(Command, frozen=True, kw_only=True, tag="accept_invite"):
    """Become a member by an invite of one's own."""


class RequestJoin(Command, frozen=True, kw_only=True, tag="request_join"):
    """Ask to be let in. A request is no membership."""

    form: ClassVar[FormText] = FormText("Ask to join a campaign", "Send the request")

    message: Annotated[Words, label("Message to the GM")] = ""


class AcceptRequest(Command, frozen=True, kw_only=True, tag="accept_request"):
    """Let somebody in who asked."""

    account: Key


class DeclineRequest(Command, frozen=True, kw_only=True, tag="decline_request"):
    """Turn somebody down who asked; who asked may take it back so."""

    account: Key
    reason: Words = ""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the campaign; one's companies must have been handed over or disbanded."""

    form: ClassVar[FormText] = FormText("Leave the campaign", final=True)


class RemoveMember(Command, frozen=True, kw_only=True, tag="remove_member"):
    """Take a member out of the campaign."""

    form: ClassVar[FormText] = FormText("Remove", "Remove from the campaign", final=True)

    account: Key
    reason: Reason


class SetRole(Command, frozen=True, kw_only=True, tag="set_role"):
    """Make a member co-GM, or player again; or hand the campaign over to a new GM. Only the GM."""

    form: ClassVar[FormText] = FormText("Change the role", note="If you make somebody else the GM, you become a co-GM.")

    account: Key
    role: Annotated[Role, label("Role", of="role")]


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Ask another member to play a company; it is theirs once they accept. Taking it oneself is done at once."""

    form: ClassVar[FormText] = FormText(
        "Hand over the company", "Ask them", "That person accepts or declines; until then nothing changes."
    )

    company: Key
    account: Annotated[Key, label("New player", of="member")]
    reason: Words = ""


class AcceptCompany(Command, frozen=True, kw_only=True, tag="accept_company"):
    """Play a company that one is asked to play."""

    form: ClassVar[FormText] = FormText("Play the company")

    company: Key


class WithdrawOffer(Command, frozen=True, kw_only=True, tag="withdraw_offer"):
    """Ask nobody to play a company any more; who is asked may decline it so."""

    company: Key
    reason: Words = ""


# Its rules and its time


class SetHouseRule(Command, frozen=True, kw_only=True, tag="set_house_rule"):
    """Change a switch of the campaign or of its battles; open battles keep what they began with."""

    name: Key
    value: Any
    reason: OptionalReason = ""


class StartDowntime(Command, frozen=True, kw_only=True, tag="start_downtime"):
    """The next downtime. A battle that is open meanwhile stays one of the downtime that it began in."""

    form: ClassVar[FormText] = FormText(
        "Start the next downtime", note="The next downtime between battles. Hall upgrades due by then are finished."
    )

    reason: OptionalReason = ""


class FinishUpgrades(Command, frozen=True, kw_only=True, tag="finish_upgrades"):
    """What a company ordered for its hall and has waited for stands now."""

    company: Key


# Its battles


class Side(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who fights from a seat: a company, with these of its heroes."""

    company: Key
    heroes: Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]


class DeclareInvasion(Command, frozen=True, kw_only=True, tag="declare_invasion"):
    """A company will attack another's hall."""

    form: ClassVar[FormText] = FormText("Declare an invasion", "Declare", "The GM starts its battle.")

    company: Key
    defender: Annotated[Key, label("Hall to invade", of="company")]
    invasion: Key


class WithdrawInvasion(Command, frozen=True, kw_only=True, tag="withdraw_invasion"):
    """An invasion that was declared does not come about."""

    invasion: Key
    reason: Words = ""


class StartBattle(Command, frozen=True, kw_only=True, tag="start_battle"):
    """Open a battle of the campaign: by seat of the match who is fielded. `invasion`: one that was declared.

    `ground` is what the GM brings to the setup of the match: its table, its scenario, sides of the GM's own. It says
    nothing of the companies and their halls. `dice`: who rolls what in the match, by seat and "gm"; seats that are left
    out roll house dice.
    """

    form: ClassVar[FormText] = FormText(
        "Start a battle",
        "Start the battle",
        "Its match is created at once, with the players of these companies in their seats.",
    )

    match: Key
    sides: dict[Key, Side]
    kind: BattleKind = "counting"
    invasion: Key = ""
    ground: dict[str, Any] = {}
    dice: dict[Key, DiceKind] = {}
    reason: OptionalReason = ""


class RecordBattle(Command, frozen=True, kw_only=True, tag="record_battle"):
    """What a finished match means for everybody who was in it, in one batch."""

    form: ClassVar[FormText] = FormText(
        "Record it by hand",
        "Record the battle",
        "Applies the results of the finished match now. Skald does this automatically shortly after the end.",
        final=True,
    )

    match: Key
    reason: Reason = ""


class VoidBattle(Command, frozen=True, kw_only=True, tag="void_battle"):
    """The battle does not count: whatever it did to companies is undone."""

    form: ClassVar[FormText] = FormText(
        "Void the battle",
        note="The battle no longer counts: everything it changed for companies and heroes is undone by new events.",
        final=True,
    )

    match: Key
    reason: Reason


class RecordAgain(Command, frozen=True, kw_only=True, tag="record_again"):
    """Undo what a battle did, and settle it anew, as its match stands now.

    `played`: a fork of that match, or of a fork of it, over by now, which is settled in its place.
    """

    form: ClassVar[FormText] = FormText(
        "Settle again",
        "Settle the battle again",
        "The battle’s changes are undone and settled again. A finished match cannot be changed: where it "
        "went wrong, fork it, play the fork to its end, and settle the battle by the fork.",
        fields=("played", "reason"),
        final=True,
    )

    match: Key
    reason: Reason
    played: Annotated[
        Key, label("Settle by", "Finished forks of its match, and forks of those.", of="fork", none="Its own match")
    ] = ""


# GM actions


class AwardGold(Command, frozen=True, kw_only=True, tag="award_gold"):
    """The GM gives gold."""

    form: ClassVar[FormText] = FormText("Award gold", note="Added at once; the reason is shown in the ledger.")

    company: Key
    amount: Annotated[Gold, label("Gold pieces")]
    reason: Reason


class Fine(Command, frozen=True, kw_only=True, tag="fine"):
    """The GM takes gold."""

    form: ClassVar[FormText] = FormText(
        "Fine the company", note="Paid at once; never more than the company has, unless the house rules allow debts."
    )

    company: Key
    amount: Annotated[Gold, label("Gold pieces")]
    reason: Reason


class AwardXp(Command, frozen=True, kw_only=True, tag="award_xp"):
    """The GM gives a hero experience."""

    form: ClassVar[FormText] = FormText("Award XP", note="Levels gained this way apply at once and open their choices.")

    company: Key
    hero: Key
    amount: Annotated[int, msgspec.Meta(ge=1, le=MOST_XP), label("XP")]
    reason: Reason


class DeclareFate(Command, frozen=True, kw_only=True, tag="declare_fate"):
    """The GM says what became of a hero: dead, or alive after all.

    `match`: the battle that it was taken out in. Then who survived has the XP of that battle, and who was taken out
    what the house gives such; voiding it undoes the fate, too.
    """

    form: ClassVar[FormText] = FormText(
        "Declare a fate",
        "Declare",
        "Dead, or alive after all. A dead hero’s equipment goes to the stash.",
        fields=("fate", "match", "reason"),
        final=True,
    )

    company: Key
    hero: Key
    fate: Annotated[Literal["survived", "taken_out", "dead"], label("Fate", choices=FATES)]
    reason: Reason
    match: Annotated[Key, label("Battle", of="battle", none="no battle")] = ""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What is chosen for a hero: a core stat to raise, a talent, a spell; or its fate in a battle, by the GM."""

    company: Key
    hero: Key
    kind: Literal["core", "talent", "spell", "fate"]
    value: Key
    match: Key = ""


class MakeChoices(Command, frozen=True, kw_only=True, tag="make_choices"):
    """Make choices of heroes, of several companies too, in their order: all of them or none.

    Each is for who may make it alone. Fates want a reason.
    """

    choices: Annotated[tuple[Choice, ...], msgspec.Meta(min_length=1, max_length=500)]
    reason: Words = ""


class Correct(Command, frozen=True, kw_only=True, tag="correct"):
    """The GM mends a field of a hero, or of the company where no hero is named.

    Of a hero: name, xp, one of its stats as ``stats.power``, what it has lost of one as ``carried.power``, how many of
    an item it carries as ``equipment.dagger``, how often it has used what it has only so often in a campaign as
    ``spent.NAME``, standing (ready: it is back). By null is taken away: absence (it may be
    fielded again), an injury as ``injuries.NAME``, and a choice, to be made anew: ``raised.power``, ``talents.NAME``,
    ``spells.NAME``. Of a company: name, motto, hall (its name), gold, leader (a hero, or null), how many of an item are
    in the stash as ``stash.dagger``; by null an upgrade bought by mistake as ``upgrades.NAME``, whose price comes back.
    """

    form: ClassVar[FormText] = FormText(
        "Correct", note="To correct mistakes. The log keeps the old value, the new value and the reason."
    )

    company: Key
    field: Annotated[Key, label("What to correct", of="field")]
    value: Annotated[Any, label("New value", "Leave empty to take something back.", required=False)]
    reason: Reason
    hero: Key = ""


class Transfer(Command, frozen=True, kw_only=True, tag="transfer"):
    """From one company to another, in one act: gold, or items of the stash."""

    form: ClassVar[FormText] = FormText(
        "Transfer gold or items to another company",
        "Transfer",
        "All or nothing: everything moves to the other company, or nothing does.",
        fields=("to", "gold", "items", "reason"),
    )

    company: Key
    to: Annotated[Key, label("To", of="company")]
    reason: Reason
    gold: Annotated[int, msgspec.Meta(ge=0, le=MOST_GOLD), label("Gold pieces")] = 0
    items: Annotated[dict[Key, Annotated[int, msgspec.Meta(ge=1, le=MOST_ITEMS)]], label("Items", of="stash")] = {}


CAMPAIGN_COMMANDS: dict[str, type[Command]] = by_tag(defined_in(Command, sys.modules[__name__]))
"""Every command that is not about a company alone, by its wire name."""
