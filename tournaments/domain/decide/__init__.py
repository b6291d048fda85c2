"""All rules of a tournament, a file a topic; `decide` is the only way in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import fields, replace

from campaigns.domain.world import Member
from rules.kernel.errors import Malformed, Refused
from rules.kernel.labels import beyond_bounds
from rules.kernel.reading import read_tagged, says_something
from tournaments.domain import commands as co, rights
from tournaments.domain.decide import (
    discipline,
    entrants,
    grounds,
    joining,
    leaving,
    opening,
    overdue,
    results,
    rounds,
    scheduling,
    stages,
)
from tournaments.domain.discipline import commands as dc
from tournaments.domain.schedule import commands as sc
from tournaments.domain.world import TOURNAMENT, Act, World

REASONED = frozenset(
    kind
    for kind in co.TOURNAMENT_COMMANDS.values()
    if any(one.name == "reason" and one.required for one in fields(kind))
)
"""Commands that leave a reason: it has no default."""

AFTER_THE_END = (co.OpenTournament, co.ReopenTournament, co.RecordGame)
"""Commands that an ended tournament takes, besides those of one that does not exist yet."""


def parse(document: Any) -> Any:
    """A command from plain JSON; `Malformed` names the field at fault."""
    if "type" not in document:
        raise Malformed("this field is required", "type")
    return read_tagged(document, co.TOURNAMENT_COMMANDS)


def decide(world: World, command: Any, by: Member, batch: str = "") -> list[Any]:
    """What comes of a command: the events. Pure; `Refused`, and then nothing has happened."""
    act = Act(world, by, batch)
    rights.check(act, command)
    if type(command) in REASONED and not says_something(command.reason):
        raise Refused("reason_wanted", "This needs a reason.", TOURNAMENT, field="reason", hint="Give a reason.")
    check_bounds(command)
    if not isinstance(command, AFTER_THE_END) and act.tournament.status == "ended":
        raise Refused("tournament_over", f"{act.tournament.title} is over.", TOURNAMENT, hint="Reopen it first.")
    _DECIDERS[type(command)](act, command)
    reason = getattr(command, "reason", "").strip()
    return [replace(one, reason=reason) if reason and not one.reason else one for one in act.events]


def check_bounds(command: Any) -> None:
    """Refuse a number beyond the bounds that its label tells."""
    for field, bounds in beyond_bounds(command):
        message = f"{field} is {bounds.low} to {bounds.high}."
        raise Refused("out_of_bounds", message, bounds.rule, field=field, hint="Choose a number within these bounds.")


_DECIDERS: dict[type[Any], Callable[[Act, Any], None]] = {
    co.OpenTournament: opening.open_tournament,
    co.ChangeTournament: opening.change,
    co.SetRoles: opening.set_roles,
    co.OpenSignUp: opening.open_sign_up,
    co.CloseSignUp: opening.close_sign_up,
    co.EndTournament: opening.end,
    co.ReopenTournament: opening.reopen,
    co.Enter: entrants.enter,
    co.CheckIn: entrants.check_in,
    co.Admit: entrants.admit,
    co.Decline: entrants.decline,
    co.Withdraw: leaving.withdraw,
    co.Expel: leaving.expel,
    co.Reinstate: leaving.reinstate,
    co.Seed: entrants.seed,
    co.AddStage: stages.add,
    co.ChangeStage: stages.change,
    co.RemoveStage: stages.remove,
    co.StartStage: stages.start,
    co.FinishStage: stages.finish,
    co.CorrectTable: stages.correct_table,
    co.Pair: rounds.pair,
    co.JoinStage: joining.join,
    co.UndoJoin: joining.undo,
    co.DraftRound: rounds.draft,
    co.EditPairing: rounds.edit,
    co.DiscardRound: rounds.discard,
    co.PublishRound: rounds.publish,
    co.SetDate: rounds.set_date,
    co.SetGround: grounds.set_ground,
    co.NameLineup: results.name_lineup,
    co.StartGame: results.start_game,
    co.RecordGame: results.record_game,
    co.RecordFriendly: discipline.record_friendly,
    co.ReportResult: results.report,
    co.AddEvidence: results.add_evidence,
    co.RecordResult: results.record,
    co.WithdrawResult: results.withdraw,
    co.AdjustPoints: results.adjust_points,
    sc.SetOverdue: overdue.set_rules,
    sc.ForfeitOverdue: overdue.forfeit,
    sc.SetVenues: scheduling.set_venues,
    sc.AddBlackout: scheduling.add_blackout,
    sc.RemoveBlackout: scheduling.remove_blackout,
    sc.SetRoundDates: scheduling.set_round_dates,
    sc.OfferSlots: scheduling.offer_slots,
    sc.AddWish: scheduling.add_wish,
    sc.RemoveWish: scheduling.remove_wish,
    sc.DrawSchedule: scheduling.draw,
    sc.DraftSchedule: scheduling.draft,
    sc.TakeSchedule: scheduling.take,
    sc.MoveFixture: scheduling.move,
    sc.UndoSchedule: scheduling.undo,
    sc.DiscardSchedule: scheduling.discard,
    sc.PublishSchedule: scheduling.publish_schedule,
    dc.SetDiscipline: discipline.set_discipline,
    dc.RecordOffence: discipline.record_offence,
    dc.WithdrawOffence: discipline.withdraw_offence,
    dc.LiftBan: discipline.lift_ban,
    dc.FileAppeal: discipline.file,
    dc.RuleOnAppeal: discipline.rule,
}
