"""The commands of a tournament: for its organizers, officers, reporters and captains, and the server that plays it.

Tournaments, campaigns, companies and matches are named by their uuids, people by the keys of their accounts, heroes,
entrants, stages and fixtures by their ids.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules.kernel.labels import Bounds, FormText, label
from rules.kernel.messages import Command, by_tag, defined_in
from tournaments.domain.discipline import commands as discipline
from tournaments.domain.discipline.facts import Ban, Offence
from tournaments.domain.discipline.house_rules import Policy
from tournaments.domain.fields import Key, OptionalReason, Reason, Words
from tournaments.domain.schedule import commands as schedule
from tournaments.domain.schedule.calendar import Slot
from tournaments.domain.stage_rules import FORMATS, MOST_ROUNDS, Format, StageRules
from tournaments.domain.state import Fixture, Role, Visibility

Places = Annotated[dict[Key, Annotated[int, msgspec.Meta(ge=1, le=100)]], msgspec.Meta(max_length=8)]
Scores = Annotated[dict[Key, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]], msgspec.Meta(max_length=8)]
TITLE = label("Title", longest=120)
VISIBILITY = {
    "public": "everybody, and it is listed",
    "unlisted": "everybody who knows its address",
    "members": "members of its campaign and its officials",
}
ROLES = {"co_organizer": "co-organizer", "officer": "officer", "reporter": "reporter"}
POLICIES = {
    "by_half": "void if it has played under half of them, else they stand and the rest is forfeited",
    "void_all": "all of them are void",
    "keep_and_forfeit": "results stand, and the rest is forfeited",
    "results_stand": "results stand, and it is not paired again",
}
GROUND = "KERNEL-TOUR-19"
CAPACITY = Bounds(0, 512, "KERNEL-TOUR-03")


# The tournament


class OpenTournament(Command, frozen=True, kw_only=True, tag="open_tournament"):
    """Found a tournament in a campaign as its organizer. Only the campaign's GM."""

    form: ClassVar[FormText] = FormText(
        "Found a tournament",
        "Found the tournament",
        "Companies of the campaign can enter it. You will be its organizer.",
        icon="emoji_events",
    )

    tournament: Key
    campaign: Annotated[Key, label("Campaign", of="campaign")]
    title: Annotated[Words, TITLE]
    visibility: Annotated[Visibility, label("Who may see it", choices=VISIBILITY)] = "members"
    capacity: Annotated[int, label("Places", "0: as many as want to. Others wait.", bounds=CAPACITY)] = 0
    check_in: Annotated[bool, label("Only those who check in take part")] = False


class ChangeTournament(Command, frozen=True, kw_only=True, tag="change_tournament"):
    """Give it another title, visibility or number of places; what is left out stays."""

    form: ClassVar[FormText] = FormText("Change the tournament", "Change", icon="edit")

    title: Annotated[Words | None, TITLE] = None
    visibility: Annotated[Visibility | None, label("Who may see it", choices=VISIBILITY)] = None
    capacity: Annotated[int | None, label("Places", "0: as many as want to.", bounds=CAPACITY)] = None
    check_in: Annotated[bool | None, label("Only those who check in take part")] = None
    reason: OptionalReason = ""


class SetRoles(Command, frozen=True, kw_only=True, tag="set_roles"):
    """Make somebody a co-organizer, officer or reporter, or several of them; none: they have no duties any more."""

    form: ClassVar[FormText] = FormText("Give somebody duties", "Give them", icon="badge")

    account: Annotated[Key, label("Account", of="account")]
    roles: Annotated[tuple[Role, ...], msgspec.Meta(max_length=4), label("Duties", choices=ROLES)]
    name: Key = ""
    reason: OptionalReason = ""


class OpenSignUp(Command, frozen=True, kw_only=True, tag="open_sign_up"):
    """Let companies sign up."""

    form: ClassVar[FormText] = FormText("Open the sign-up", icon="how_to_reg")

    reason: OptionalReason = ""


class CloseSignUp(Command, frozen=True, kw_only=True, tag="close_sign_up"):
    """No more companies sign up; the organizer may still enter some."""

    form: ClassVar[FormText] = FormText("Close the sign-up", icon="block")

    reason: OptionalReason = ""


class EndTournament(Command, frozen=True, kw_only=True, tag="end_tournament"):
    """End the tournament: its bans end with it. All stages must be finished."""

    form: ClassVar[FormText] = FormText(
        "End the tournament",
        note="Its bans end with it. Nothing changes until it is reopened.",
        final=True,
        icon="stop",
    )

    reason: OptionalReason = ""


class ReopenTournament(Command, frozen=True, kw_only=True, tag="reopen_tournament"):
    """An ended tournament goes on, and with it the bans that its end ended."""

    form: ClassVar[FormText] = FormText("Reopen the tournament", note="It continues where it ended.", icon="replay")

    reason: Reason


# Entrants


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """Sign a company up. Whoever plays it, while the sign-up is open; the organizer at any time, with a reason."""

    form: ClassVar[FormText] = FormText("Sign up a company", "Sign up", icon="group_add")

    company: Annotated[Key, label("Company", of="company")]
    club: Annotated[Key, label("Club", "Entrants of one club do not meet early, if that can be avoided.")] = ""
    reason: OptionalReason = ""


class CheckIn(Command, frozen=True, kw_only=True, tag="check_in"):
    """Say that an entrant is there. Whoever plays it, or an organizer."""

    form: ClassVar[FormText] = FormText("Check in", icon="task_alt")

    entrant: Annotated[Key, label("Entrant", of="entrant")]


class Admit(Command, frozen=True, kw_only=True, tag="admit"):
    """Let an entrant in from the waiting list, or one that had left before the tournament began."""

    form: ClassVar[FormText] = FormText("Admit", "Admit to the tournament", icon="login")

    entrant: Annotated[Key, label("Entrant", of="entrant")]
    reason: OptionalReason = ""


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Turn an entrant away before the tournament begins; whoever plays it takes its name off the list by the same."""

    form: ClassVar[FormText] = FormText("Take off the list", final=True, icon="person_remove")

    entrant: Annotated[Key, label("Entrant", of="entrant")]
    reason: OptionalReason = ""


class Withdraw(Command, frozen=True, kw_only=True, tag="withdraw"):
    """Take an entrant out of a tournament that runs. Whoever plays it, or an organizer.

    `policy`: what becomes of its fixtures; without one what the tournament's rules say. `replacement`: who plays
    instead, an entrant who has not played yet; organizers choose it.
    """

    form: ClassVar[FormText] = FormText("Withdraw from the tournament", "Withdraw", final=True, icon="logout")

    entrant: Annotated[Key, label("Entrant", of="entrant")]
    reason: Reason
    policy: Annotated[Policy | None, label("Its fixtures", choices=POLICIES, none="as the rules say")] = None
    replacement: Annotated[Key, label("Who plays instead", of="entrant", none="nobody")] = ""


class Expel(Command, frozen=True, kw_only=True, tag="expel"):
    """Throw an entrant out of a tournament that runs. Organizers and officers.

    `policy`: what becomes of its fixtures. `replacement`: who plays instead; organizers choose it.
    """

    form: ClassVar[FormText] = FormText("Expel from the tournament", "Expel", final=True, icon="person_off")

    entrant: Annotated[Key, label("Entrant", of="entrant")]
    reason: Reason
    policy: Annotated[Policy | None, label("Its fixtures", choices=POLICIES, none="as the rules say")] = None
    replacement: Annotated[Key, label("Who plays instead", of="entrant", none="nobody")] = ""


class Reinstate(Command, frozen=True, kw_only=True, tag="reinstate"):
    """Take an entrant that has left in again: its fixtures are what they were."""

    form: ClassVar[FormText] = FormText("Reinstate", icon="undo")

    entrant: Annotated[Key, label("Entrant", of="entrant")]
    reason: Reason


class Seed(Command, frozen=True, kw_only=True, tag="seed"):
    """Order the entrants by strength, the strongest first. Those that are left out follow as they were."""

    form: ClassVar[FormText] = FormText("Seed the entrants", "Seed", icon="sort")

    entrants: Annotated[tuple[Key, ...], msgspec.Meta(max_length=512), label("Entrants", of="entrant")]
    reason: OptionalReason = ""


# Stages


class AddStage(Command, frozen=True, kw_only=True, tag="add_stage"):
    """Plan a stage. `source`: the stage whose best go on to this one; without one, all entrants."""

    form: ClassVar[FormText] = FormText("Add a stage", "Add", icon="add")

    name: Annotated[Words, label("Name", longest=80)]
    format: Annotated[Format, label("Format", choices=FORMATS)]
    rules: Annotated[StageRules, label("Rules")] = StageRules()
    source: Annotated[Key, label("Entrants come from", of="stage", none="the sign-up")] = ""
    reason: OptionalReason = ""


class ChangeStage(Command, frozen=True, kw_only=True, tag="change_stage"):
    """Change a stage that has not started: what is given takes the place of what was."""

    form: ClassVar[FormText] = FormText("Change the stage", "Change", icon="edit")

    stage: Annotated[Key, label("Stage", of="stage")]
    name: Annotated[Words | None, label("Name", longest=80)] = None
    rules: StageRules | None = None
    reason: OptionalReason = ""


class RemoveStage(Command, frozen=True, kw_only=True, tag="remove_stage"):
    """Take a stage that has not started out of the plan."""

    form: ClassVar[FormText] = FormText("Remove the stage", "Remove", final=True, icon="delete")

    stage: Annotated[Key, label("Stage", of="stage")]
    reason: OptionalReason = ""


class StartStage(Command, frozen=True, kw_only=True, tag="start_stage"):
    """Start a stage with everybody who takes part, by seed. What its format settles beforehand is laid out as a draft.

    `entrants`: these instead, the strongest first. `lot`: what its lots are drawn from.
    """

    form: ClassVar[FormText] = FormText(
        "Start the stage",
        note="Its rules and its entrants are settled from now on.",
        fields=("stage", "reason"),
        icon="play_arrow",
    )

    stage: Annotated[Key, label("Stage", of="stage")]
    entrants: Annotated[tuple[Key, ...], msgspec.Meta(max_length=512)] = ()
    lot: Key = ""
    reason: OptionalReason = ""


class FinishStage(Command, frozen=True, kw_only=True, tag="finish_stage"):
    """Freeze the table of a stage: later events never change it."""

    form: ClassVar[FormText] = FormText(
        "Finish the stage", note="Its table stands from now on, whatever happens later.", final=True, icon="lock"
    )

    stage: Annotated[Key, label("Stage", of="stage")]
    reason: OptionalReason = ""


class CorrectTable(Command, frozen=True, kw_only=True, tag="correct_table"):
    """A new version of the table of a finished stage, by all that is on record now, with a note."""

    form: ClassVar[FormText] = FormText("Correct the table", "Publish a new version", icon="edit_note")

    stage: Annotated[Key, label("Stage", of="stage")]
    reason: Reason


# Rounds


class Pair(Command, frozen=True, kw_only=True, tag="pair"):
    """Have workers pair the next round of a stage as a draft. `byes`: who has asked for one, and for which."""

    form: ClassVar[FormText] = FormText("Pair the next round", "Pair", fields=("stage", "reason"), icon="shuffle")

    stage: Annotated[Key, label("Stage", of="stage")]
    byes: dict[Key, Literal["half_bye", "zero_bye"]] = {}
    reason: OptionalReason = ""


class DraftRound(Command, frozen=True, kw_only=True, tag="draft_round"):
    """The round that workers have paired for event `ask`, from how the tournament stood at event `basis`.

    By the server alone.
    """

    stage: Key
    ask: int
    basis: int
    fixtures: tuple[Fixture, ...]


class EditPairing(Command, frozen=True, kw_only=True, tag="edit_pairing"):
    """Let other entrants meet in a fixture of a draft; whom they take the place of meet in theirs."""

    form: ClassVar[FormText] = FormText("Edit the pairing", "Edit", icon="swap_horiz")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    sides: Annotated[tuple[Key, ...], msgspec.Meta(max_length=8), label("Sides, the home side first", of="entrant")]
    reason: OptionalReason = ""


class DiscardRound(Command, frozen=True, kw_only=True, tag="discard_round"):
    """Throw the draft of a paired round away, to pair it anew."""

    form: ClassVar[FormText] = FormText("Discard the draft", "Discard", final=True, icon="delete")

    stage: Annotated[Key, label("Stage", of="stage")]
    round: Annotated[int, label("Round")]
    reason: OptionalReason = ""


class JoinStage(Command, frozen=True, kw_only=True, tag="join_stage"):
    """Have an entrant join a stage that is paired round by round and has begun, as the last seed.

    `byes`: what the rounds that it missed are worth to it.
    """

    form: ClassVar[FormText] = FormText("Have an entrant join late", "Let it join", icon="group_add")

    stage: Annotated[Key, label("Stage", of="stage")]
    entrant: Annotated[Key, label("Entrant", of="entrant")]
    reason: Reason
    byes: Annotated[
        Literal["zero_bye", "half_bye"],
        label("Rounds that it missed", choices={"zero_bye": "are worth nothing", "half_bye": "are half-point byes"}),
    ] = "zero_bye"


class UndoJoin(Command, frozen=True, kw_only=True, tag="undo_join"):
    """Take a late entry back, while nobody has been paired with it."""

    form: ClassVar[FormText] = FormText("Take a late entry back", "Take it back", final=True, icon="undo")

    stage: Annotated[Key, label("Stage", of="stage")]
    entrant: Annotated[Key, label("Entrant", of="entrant")]
    reason: Reason


class PublishRound(Command, frozen=True, kw_only=True, tag="publish_round"):
    """Publish the draft of a round: its fixtures stand from now on. 0: all rounds of the stage."""

    form: ClassVar[FormText] = FormText(
        "Publish the round", "Publish", note="Its fixtures stand from now on.", icon="campaign"
    )

    stage: Annotated[Key, label("Stage", of="stage")]
    round: Annotated[int, label("Round", "0: all of them")] = 0
    reason: OptionalReason = ""


class SetDate(Command, frozen=True, kw_only=True, tag="set_date"):
    """Say when and where a fixture is played, and by when at the latest; what is left out has none."""

    form: ClassVar[FormText] = FormText("Set the date", "Set", icon="event")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    slot: Annotated[Slot | None, label("When and where")] = None
    deadline: Annotated[Key, label("At the latest on", "A date such as 2026-12-24")] = ""
    reason: OptionalReason = ""


class SetGround(Command, frozen=True, kw_only=True, tag="set_ground"):
    """Say what battles of a stage, or of one round of it, are set up with besides their sides; {}: as the game has it.

    `ground`: as in ``start_battle`` of a campaign. It holds for battles that start from now on.
    """

    form: ClassVar[FormText] = FormText(
        "Set up the battles", "Set", "For battles that start from now on.", icon="landscape"
    )

    stage: Annotated[Key, label("Stage", of="stage")]
    round: Annotated[int, label("Round", "0: every round without its own", bounds=Bounds(0, MOST_ROUNDS, GROUND))] = 0
    ground: Annotated[dict[Key, Any], msgspec.Meta(max_length=50), label("Length, table, scenario, as JSON")] = {}
    reason: OptionalReason = ""


# Playing a fixture


class NameLineup(Command, frozen=True, kw_only=True, tag="name_lineup"):
    """Name the heroes who play a fixture. The battle starts when all its sides have."""

    form: ClassVar[FormText] = FormText("Name who plays", "Name them", icon="groups")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    entrant: Annotated[Key, label("Entrant", of="entrant")]
    heroes: Annotated[tuple[Key, ...], msgspec.Meta(max_length=100), label("Heroes", of="hero")]


class StartGame(Command, frozen=True, kw_only=True, tag="start_game"):
    """A battle of a fixture has been started. By the server alone.

    `lineups`: by entrant the heroes that it fields; left out, those that the sides have named last.
    """

    fixture: Key
    match: Key
    lineups: dict[Key, tuple[Key, ...]] = {}


class RecordGame(Command, frozen=True, kw_only=True, tag="record_game"):
    """What came of a battle of a fixture. By the server alone. `status`: settled, abandoned or void.

    `offences`: what the battle brings against heroes, and the `bans` that it opens.
    """

    fixture: Key
    match: Key
    status: Literal["settled", "abandoned", "void"]
    places: Places = {}
    scores: Scores = {}
    counts: dict[Key, dict[Key, int]] = {}
    offences: tuple[Offence, ...] = ()
    bans: tuple[Ban, ...] = ()


class RecordFriendly(Command, frozen=True, kw_only=True, tag="record_friendly"):
    """What came of a friendly of entrants, by the campaign that it was fought in. By the server alone.

    `fielded`: by entrant the heroes that it fielded. `counts`: it was settled, and is not void.
    """

    match: Key
    fielded: dict[Key, tuple[Key, ...]]
    counts: bool = True


class ReportResult(Command, frozen=True, kw_only=True, tag="report_result"):
    """Report what came of a fixture, for one side. It counts when all sides report the same; otherwise it is disputed.

    `places` by entrant: 1 for whoever won, the same for all where it was drawn.
    """

    form: ClassVar[FormText] = FormText("Report the result", "Report", icon="scoreboard")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    entrant: Annotated[Key, label("For", of="entrant")]
    places: Annotated[Places, label("Place of each side")]
    scores: Annotated[Scores, label("Score of each side")] = {}
    note: Annotated[Words, label("Note")] = ""


class AddEvidence(Command, frozen=True, kw_only=True, tag="add_evidence"):
    """Put something on record in a dispute."""

    form: ClassVar[FormText] = FormText("Add evidence", "Add", icon="attach_file")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    text: Annotated[Words, label("What there is to say")]


class RecordResult(Command, frozen=True, kw_only=True, tag="record_result"):
    """Record what came of a fixture, or correct it. Organizers and reporters; where it is disputed, organizers.

    A forfeit is won by whoever has place 1; a double forfeit, a void and an abandoned fixture have no places.
    """

    form: ClassVar[FormText] = FormText("Record the result", "Record", icon="edit_note")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    kind: Annotated[
        Literal["played", "draw_agreed", "forfeit", "double_forfeit", "void", "abandoned"],
        label(
            "What it was",
            choices={
                "played": "played",
                "draw_agreed": "an intentional draw",
                "forfeit": "forfeited by one side",
                "double_forfeit": "forfeited by both sides",
                "void": "void: it counts for nobody",
                "abandoned": "abandoned",
            },
        ),
    ]
    reason: Reason
    places: Annotated[Places, label("Place of each side")] = {}
    scores: Annotated[Scores, label("Score of each side")] = {}


class WithdrawResult(Command, frozen=True, kw_only=True, tag="withdraw_result"):
    """Take a result back: the fixture is to be played."""

    form: ClassVar[FormText] = FormText("Take the result back", "Take it back", final=True, icon="undo")

    fixture: Annotated[Key, label("Fixture", of="fixture")]
    reason: Reason


class AdjustPoints(Command, frozen=True, kw_only=True, tag="adjust_points"):
    """Give an entrant points in a stage, or take some: the table says so in a footnote. In hundredths of a point."""

    form: ClassVar[FormText] = FormText("Give or take points", icon="exposure")

    stage: Annotated[Key, label("Stage", of="stage")]
    entrant: Annotated[Key, label("Entrant", of="entrant")]
    points: Annotated[
        int,
        label(
            "Hundredths of a point",
            "100: a point; below 0 they are taken",
            bounds=Bounds(-100_000, 100_000, "KERNEL-TOUR-15"),
        ),
    ]
    reason: Reason
    round: Annotated[
        int | None, label("From the table after round", "Left out: from now on; 0: from the first on.")
    ] = None


TOURNAMENT_COMMANDS: dict[str, type[Command]] = by_tag(defined_in(Command, sys.modules[__name__], schedule, discipline))
"""Every command of a tournament by its wire name."""
