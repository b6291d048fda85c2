"""The commands of a campaign: for its members, the GM, and the server that settles its battles.

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
from rules.kernel.progression import ChoiceKind
from rules.kernel.table_events import DiceKind

Words: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]
Gold: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_GOLD)]
MOST_SWITCHES = 500
"""So many house rules are set by one command at most; no game has as many."""
RECORDED = "Recorded in the log, where everyone in the campaign can read it."
Reason: TypeAlias = Annotated[Words, label("Reason", RECORDED, of=REASON, required=True)]
"""Why the GM acts: forms ask for it."""
OptionalReason: TypeAlias = Annotated[Words, label("Reason", RECORDED, of=REASON)]
DeclaredFate = Literal["survived", "taken_out", "dead"]
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
    reason: Words = ""


class RenameCampaign(Command, frozen=True, kw_only=True, tag="rename_campaign"):
    """Give the campaign another title."""

    form: ClassVar[FormText] = FormText("Rename the campaign", "Rename", icon="edit")

    title: Annotated[Words, label("Title")]
    reason: Words = ""


class StartCampaign(Command, frozen=True, kw_only=True, tag="start_campaign"):
    """Start the campaign: battles may be fought."""

    form: ClassVar[FormText] = FormText(
        "Start the campaign", note="Battles can be fought from now on.", icon="play_arrow"
    )

    reason: OptionalReason = ""


class EndCampaign(Command, frozen=True, kw_only=True, tag="end_campaign"):
    """End the campaign: declared invasions are withdrawn, and open fates are closed as recovered.

    `secret`: that which its dice came from, in hex; it is shown from now on.
    """

    form: ClassVar[FormText] = FormText(
        "End the campaign",
        note="No more battles can be started, and companies no longer change, until it is reopened.",
        final=True,
        icon="stop",
    )

    reason: OptionalReason = ""
    secret: Key = ""


class ReopenCampaign(Command, frozen=True, kw_only=True, tag="reopen_campaign"):
    """An ended campaign goes on. `commitment`: that of a new secret, the old one being known."""

    form: ClassVar[FormText] = FormText("Reopen the campaign", note="It continues where it ended.", icon="replay")

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
        icon="casino",
    )

    reason: Reason
    commitment: Key = ""


class ArchiveCampaign(Command, frozen=True, kw_only=True, tag="archive_campaign"):
    """Move an ended campaign to the archive for good. Only the GM."""

    form: ClassVar[FormText] = FormText(
        "Archive the campaign", note="It moves to the archive for good.", final=True, icon="archive"
    )

    reason: Words = ""


# Its people


class Invite(Command, frozen=True, kw_only=True, tag="invite"):
    """Invite somebody, who becomes a member by accepting."""

    form: ClassVar[FormText] = FormText("Invite somebody with an account", "Invite")

    account: Key
    name: Key = ""
    message: Annotated[Words, label("Message")] = ""
    reason: Words = ""


class WithdrawInvite(Command, frozen=True, kw_only=True, tag="withdraw_invite"):
    """Withdraw an invitation; the person invited declines by the same command."""

    account: Key
    reason: Words = ""


class AcceptInvite(Command, frozen=True, kw_only=True, tag="accept_invite"):
    """Accept an invitation and become a member."""


class RequestJoin(Command, frozen=True, kw_only=True, tag="request_join"):
    """Ask to join. The GM or a co-GM accepts or declines."""

    form: ClassVar[FormText] = FormText("Ask to join a campaign", "Send the request")

    message: Annotated[Words, label("Message to the GM")] = ""


class AcceptRequest(Command, frozen=True, kw_only=True, tag="accept_request"):
    """Accept a request to join."""

    account: Key
    reason: Words = ""


class DeclineRequest(Command, frozen=True, kw_only=True, tag="decline_request"):
    """Decline a request to join; the person who asked withdraws it by the same command."""

    account: Key
    reason: Words = ""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the campaign; one's companies must have been handed over or disbanded."""

    form: ClassVar[FormText] = FormText("Leave the campaign", final=True)


class RemoveMember(Command, frozen=True, kw_only=True, tag="remove_member"):
    """Remove a member from the campaign."""

    form: ClassVar[FormText] = FormText("Remove", "Remove from the campaign", final=True)

    account: Key
    reason: Reason


class SetRole(Command, frozen=True, kw_only=True, tag="set_role"):
    """Make a member a co-GM, a player or the new GM. Only the GM."""

    form: ClassVar[FormText] = FormText("Change the role", note="If you make somebody else the GM, you become a co-GM.")

    account: Key
    role: Annotated[Role, label("Role", of="role")]
    reason: Words = ""


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Offer a company to another member, who gets it by accepting; one's own company needs no acceptance."""

    form: ClassVar[FormText] = FormText(
        "Hand over the company", "Ask them", "That person accepts or declines; until then nothing changes."
    )

    company: Key
    account: Annotated[Key, label("New player", of="member")]
    reason: Words = ""


class AcceptCompany(Command, frozen=True, kw_only=True, tag="accept_company"):
    """Accept a company that one was offered."""

    form: ClassVar[FormText] = FormText("Play the company")

    company: Key
    reason: Words = ""


class WithdrawOffer(Command, frozen=True, kw_only=True, tag="withdraw_offer"):
    """Withdraw the offer of a company; the person asked declines by the same command."""

    company: Key
    reason: Words = ""


# Its rules and its time


class SetHouseRule(Command, frozen=True, kw_only=True, tag="set_house_rule"):
    """Change a switch of the campaign or of its battles; open battles keep what they began with."""

    name: Key
    value: Any
    reason: OptionalReason = ""


class SetHouseRules(Command, frozen=True, kw_only=True, tag="set_house_rules"):
    """Change several switches at once: what counts is how they are together. All of them are set, or none.

    `values`: by the name of each switch its new value.
    """

    values: Annotated[dict[Key, Any], msgspec.Meta(min_length=1, max_length=MOST_SWITCHES)]
    reason: OptionalReason = ""


class StartDowntime(Command, frozen=True, kw_only=True, tag="start_downtime"):
    """The next downtime. A battle that is open meanwhile stays one of the downtime that it began in."""

    form: ClassVar[FormText] = FormText(
        "Start the next downtime",
        note="The next downtime between battles. Hall upgrades due by then are finished.",
        icon="bedtime",
    )

    reason: OptionalReason = ""


class FinishUpgrades(Command, frozen=True, kw_only=True, tag="finish_upgrades"):
    """Finish the hall upgrades of a company that are due."""

    company: Key


# Its battles


class Side(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A side of a battle: a company, with the heroes that it fields."""

    company: Key
    heroes: Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]


class DeclareInvasion(Command, frozen=True, kw_only=True, tag="declare_invasion"):
    """A company will attack another's hall."""

    form: ClassVar[FormText] = FormText("Declare an invasion", "Declare", "The GM starts its battle.")

    company: Key
    defender: Annotated[Key, label("Hall to invade", of="company")]
    invasion: Key
    reason: Words = ""


class WithdrawInvasion(Command, frozen=True, kw_only=True, tag="withdraw_invasion"):
    """Withdraw a declared invasion."""

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
        icon="swords",
    )

    match: Key
    sides: dict[Key, Side]
    kind: BattleKind = "counting"
    invasion: Key = ""
    ground: dict[str, Any] = {}
    dice: dict[Key, DiceKind] = {}
    reason: OptionalReason = ""


class RecordBattle(Command, frozen=True, kw_only=True, tag="record_battle"):
    """Apply the results of a finished match to all companies in it, in one batch."""

    form: ClassVar[FormText] = FormText(
        "Record it by hand",
        "Record the battle",
        "Applies the results of the finished match now. Skald does this automatically shortly after the end.",
        final=True,
        icon="task_alt",
    )

    match: Key
    reason: Reason = ""


class VoidBattle(Command, frozen=True, kw_only=True, tag="void_battle"):
    """Void a battle: what it changed in companies is undone."""

    form: ClassVar[FormText] = FormText(
        "Void the battle",
        note="The battle no longer counts, as if it had not been fought: what companies and heroes gained and lost "
        "by it is taken back. It stays in the history and can be settled again.",
        final=True,
        icon="block",
    )

    match: Key
    reason: Reason


class RecordAgain(Command, frozen=True, kw_only=True, tag="record_again"):
    """Undo what a battle changed, and settle it again by its match as it is now.

    `played`: a fork of that match, or of a fork of it, over by now, which is settled in its place.
    """

    form: ClassVar[FormText] = FormText(
        "Settle again",
        "Settle the battle again",
        "The battle’s changes are undone and settled again. A finished match cannot be changed: where it "
        "went wrong, fork it, play the fork to its end, and settle the battle by the fork.",
        fields=("played", "reason"),
        final=True,
        icon="restart_alt",
    )

    match: Key
    reason: Reason
    played: Annotated[
        Key, label("Settle by", "Finished forks of its match, and forks of those.", of="fork", none="Its own match")
    ] = ""


# GM actions


class AwardGold(Command, frozen=True, kw_only=True, tag="award_gold"):
    """The GM gives gold."""

    form: ClassVar[FormText] = FormText(
        "Award gold", note="Added at once; the reason is shown in the ledger.", icon="payments"
    )

    company: Key
    amount: Annotated[Gold, label("Gold pieces")]
    reason: Reason


class Fine(Command, frozen=True, kw_only=True, tag="fine"):
    """The GM takes gold."""

    form: ClassVar[FormText] = FormText(
        "Fine the company",
        note="Paid at once; never more than the company has, unless the house rules allow debts.",
        icon="gavel",
    )

    company: Key
    amount: Annotated[Gold, label("Gold pieces")]
    reason: Reason


class AwardXp(Command, frozen=True, kw_only=True, tag="award_xp"):
    """The GM gives a hero experience."""

    form: ClassVar[FormText] = FormText(
        "Award XP", note="Levels gained this way apply at once and open their choices.", icon="military_tech"
    )

    company: Key
    hero: Key
    amount: Annotated[int, msgspec.Meta(ge=1, le=MOST_XP), label("XP")]
    reason: Reason


class DeclareFate(Command, frozen=True, kw_only=True, tag="declare_fate"):
    """The GM declares the fate of a hero: dead, or alive after all.

    `match`: the battle that it was taken out in. Then who survived has the XP of that battle, and who was taken out
    what the house gives such; voiding it undoes the fate, too.
    """

    form: ClassVar[FormText] = FormText(
        "Declare a fate",
        "Declare",
        "Dead, or alive after all. A dead hero’s equipment goes to the stash.",
        fields=("fate", "match", "reason"),
        final=True,
        icon="skull",
    )

    company: Key
    hero: Key
    fate: Annotated[DeclaredFate, label("Fate", choices=FATES)]
    reason: Reason
    match: Annotated[Key, label("Battle", of="battle", none="no battle")] = ""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A choice for a hero: a core stat to raise, a talent, a spell; or its fate in a battle, by the GM."""

    company: Key
    hero: Key
    kind: Literal[ChoiceKind, "fate"]
    value: Key
    match: Key = ""


class MakeChoices(Command, frozen=True, kw_only=True, tag="make_choices"):
    """Make choices for heroes of one or several companies, in this order: all of them or none.

    Everybody may make the choices that they may make one by one. Fates need a reason.
    """

    choices: Annotated[tuple[Choice, ...], msgspec.Meta(min_length=1, max_length=500)]
    reason: Words = ""


class Correct(Command, frozen=True, kw_only=True, tag="correct"):
    """The GM corrects a field of a hero, or of the company where no hero is named.

    Of a hero: name, xp, one of its stats as ``stats.power``, what it has lost of one as ``carried.power``, how many of
    an item it carries as ``equipment.dagger``, how often it has used what it has only so often in a campaign as
    ``spent.NAME``, what has become of an item as ``items.NAME`` (null: it is whole again), standing (ready: it is
    back). With null as the value these are removed: absence (it may be fielded again), an injury as ``injuries.NAME``,
    and a choice, to be made again: ``raised.power``, ``talents.NAME``, ``spells.NAME``. Of a company: name, motto, hall
    (its name), gold, leader (a hero, or null), how many of an item are in the stash as ``stash.dagger``; by null an
    upgrade bought by mistake as ``upgrades.NAME``, whose price comes back.
    """

    form: ClassVar[FormText] = FormText(
        "Correct", note="To correct mistakes. The log keeps the old value, the new value and the reason.", icon="build"
    )

    company: Key
    field: Annotated[Key, label("What to correct", "Each choice says what it is now.", of="field")]
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
        icon="move_up",
    )

    company: Key
    to: Annotated[Key, label("To", of="company")]
    reason: Reason
    gold: Annotated[int, msgspec.Meta(ge=0, le=MOST_GOLD), label("Gold pieces")] = 0
    items: Annotated[dict[Key, Annotated[int, msgspec.Meta(ge=1, le=MOST_ITEMS)]], label("Items", of="stash")] = {}


CAMPAIGN_COMMANDS: dict[str, type[Command]] = by_tag(defined_in(Command, sys.modules[__name__]))
"""Every command that is not about a company alone, by its wire name."""
