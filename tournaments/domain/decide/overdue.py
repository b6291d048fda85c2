"""Fixtures whose deadline is past: only shown, or forfeited by whoever has not turned up. [KERNEL-TOUR-56]"""

from __future__ import annotations

from rules.kernel.errors import Refused
from tournaments.domain import events as ev
from tournaments.domain.decide.results import put_on_record, to_be_played
from tournaments.domain.schedule import commands as sc
from tournaments.domain.schedule.commands import OVERDUE
from tournaments.domain.schedule.overdue import absent_sides, is_overdue
from tournaments.domain.schedule.plan import OverdueRules
from tournaments.domain.state import Result
from tournaments.domain.world import Act


def set_rules(act: Act, command: sc.SetOverdue) -> None:
    """For fixtures that are overdue already, too."""
    rules = OverdueRules(policy=command.policy, grace_days=command.grace_days)
    if rules == act.tournament.overdue:
        raise Refused("nothing_to_change", "It is like that already.", OVERDUE, hint="Say what is to be different.")
    act.emit(ev.OverdueSet(rules=rules))


def forfeit(act: Act, command: sc.ForfeitOverdue) -> None:
    """By the side that has not turned up, or by both; where both have, or are at it, it is for the organizers."""
    fixture = to_be_played(act, command.fixture)
    rules, stage = act.tournament.overdue, act.stage(fixture.stage)
    if rules.policy != "forfeit" or not is_overdue(stage, fixture, act.world.today, rules.grace_days):
        message, hint = "This fixture is not forfeited now.", "There is nothing to do."
        raise Refused("not_overdue", message, OVERDUE, field="fixture", hint=hint)
    absent = absent_sides(fixture)
    under_way = fixture.disputed or any(game.status == "open" for game in fixture.games)
    if not absent or under_way or len(fixture.sides) != 2:
        message, hint = "Who is to blame does not follow from what is on record.", "Record the result by hand."
        raise Refused("nobody_to_blame", message, OVERDUE, field="fixture", hint=hint)
    result = Result(
        kind="double_forfeit" if len(absent) == len(fixture.sides) else "forfeit",
        decided="policy",
        places={} if len(absent) == len(fixture.sides) else {one: 1 + (one in absent) for one in fixture.sides},
        note=f"Overdue since {fixture.deadline}.",
    )
    put_on_record(act, fixture, result)
    act.emit(ev.NoShowRecorded(fixture=fixture.id, entrants=absent, at=command.at))
