"""Who may do what in a tournament. [KERNEL-TOUR-01]"""

from __future__ import annotations

from typing import Any, Literal

from rules.kernel.errors import Refused
from tournaments.domain import commands as co
from tournaments.domain.discipline import commands as dc
from tournaments.domain.schedule import commands as sc
from tournaments.domain.state import Role, Tournament
from tournaments.domain.world import Act, CampaignFacts

RULE = "KERNEL-TOUR-01"
Right = Literal["gm", "account", "captain", "organizer", "organizers", "reporters", "officers", "party", "house"]
"""Who may: the campaign's GM; anybody with an account; whoever plays the company, and organizers; the organizer alone;
organizers and co-organizers; those and reporters; those and officers; whoever plays a side of the fixture, and
organizers; the server.
"""

RIGHTS: dict[type[Any], Right] = {
    co.OpenTournament: "gm",
    co.ChangeTournament: "organizers",
    co.SetRoles: "organizer",
    co.OpenSignUp: "organizers",
    co.CloseSignUp: "organizers",
    co.EndTournament: "organizers",
    co.ReopenTournament: "organizers",
    co.Enter: "account",
    co.CheckIn: "captain",
    co.Admit: "organizers",
    co.Decline: "captain",
    co.Withdraw: "captain",
    co.Expel: "officers",
    co.Reinstate: "organizers",
    co.Seed: "organizers",
    co.AddStage: "organizers",
    co.ChangeStage: "organizers",
    co.RemoveStage: "organizers",
    co.StartStage: "organizers",
    co.FinishStage: "organizers",
    co.CorrectTable: "organizers",
    co.Pair: "organizers",
    co.JoinStage: "organizers",
    co.UndoJoin: "organizers",
    co.DraftRound: "house",
    co.EditPairing: "organizers",
    co.DiscardRound: "organizers",
    co.PublishRound: "organizers",
    co.SetDate: "organizers",
    co.SetGround: "organizers",
    co.NameLineup: "captain",
    co.StartGame: "house",
    co.RecordGame: "house",
    co.RecordFriendly: "house",
    co.ReportResult: "captain",
    co.AddEvidence: "party",
    co.RecordResult: "reporters",
    co.WithdrawResult: "organizers",
    co.AdjustPoints: "organizers",
    sc.SetOverdue: "organizers",
    sc.ForfeitOverdue: "house",
    sc.SetVenues: "organizers",
    sc.AddBlackout: "organizers",
    sc.RemoveBlackout: "organizers",
    sc.SetRoundDates: "organizers",
    sc.OfferSlots: "organizers",
    sc.AddWish: "captain",
    sc.RemoveWish: "account",
    sc.DrawSchedule: "organizers",
    sc.DraftSchedule: "house",
    sc.TakeSchedule: "organizers",
    sc.MoveFixture: "organizers",
    sc.UndoSchedule: "organizers",
    sc.DiscardSchedule: "organizers",
    sc.PublishSchedule: "organizers",
    dc.SetDiscipline: "organizers",
    dc.RecordOffence: "officers",
    dc.WithdrawOffence: "officers",
    dc.LiftBan: "officers",
    dc.FileAppeal: "account",
    dc.RuleOnAppeal: "officers",
}
"""What a command takes. `entrants` sees to who signs which company up, `discipline` to who
appeals for whom, `scheduling` to who takes a wish back.
"""

ORGANIZERS: tuple[Role, ...] = ("organizer", "co_organizer")
ALLOWED: dict[Right, tuple[Role, ...]] = {
    "organizer": ("organizer",),
    "organizers": ORGANIZERS,
    "reporters": (*ORGANIZERS, "reporter"),
    "officers": (*ORGANIZERS, "officer"),
}
WORDS: dict[Right, str] = {
    "organizer": "the organizer",
    "organizers": "organizers",
    "reporters": "organizers and reporters",
    "officers": "organizers and officers",
}


def roles_of(tournament: Tournament, account: str) -> tuple[Role, ...]:
    """The duties of somebody in the tournament."""
    official = tournament.officials.get(account)
    return official.roles if official is not None else ()


def is_organizer(act: Act) -> bool:
    """Whether who acts organizes the tournament; the house may do all."""
    return act.by.unbound or bool({*roles_of(act.tournament, act.by.account)} & {*ORGANIZERS})


def plays(tournament: Tournament, campaign: CampaignFacts, account: str, entrant: str) -> bool:
    """Whether somebody plays an entrant: the owner of its company is its captain."""
    entered = tournament.entrants.get(entrant)
    company = campaign.companies.get(entered.company) if entered is not None else None
    return company is not None and bool(account) and company.owner == account


def check(act: Act, command: Any) -> None:
    """Refuse a command that is not for whoever gives it."""
    right = RIGHTS[type(command)]
    if not act.by.unbound and not act.by.account:
        raise Refused("not_authenticated", "Log in first.", RULE, hint="Log in with your account.")
    if act.by.unbound or right == "account":
        return
    if right == "house":
        hint = "It happens by itself as the fixture is played."
        raise Refused("server_only", "Only the server does that.", RULE, hint=hint)
    if right == "gm":
        _check_gm(act)
    elif right in ALLOWED:
        _check_role(act, right)
    elif not is_organizer(act):
        _check_captain(act, right, command)


def _check_gm(act: Act) -> None:
    if act.by.account != act.campaign.gm:
        hint = "Ask the GM, or found the tournament in a campaign of your own."
        raise Refused("gm_only", "Only the GM of its campaign founds a tournament.", RULE, field="campaign", hint=hint)


def _check_role(act: Act, right: Right) -> None:
    if not {*roles_of(act.tournament, act.by.account)} & {*ALLOWED[right]}:
        message = f"Only {WORDS[right]} of the tournament may do that."
        raise Refused("officials_only", message, RULE, hint="Ask one of them.")


def _check_captain(act: Act, right: Right, command: Any) -> None:
    named = act.fixture(command.fixture).sides if right == "party" else (act.entrant(command.entrant).id,)
    if not any(plays(act.tournament, act.campaign, act.by.account, one) for one in named):
        message = "Only whoever plays the company, and organizers, may do that."
        hint = "Name a company of your own, or ask an organizer."
        field = "fixture" if right == "party" else "entrant"
        raise Refused("not_yours", message, RULE, field=field, hint=hint)
