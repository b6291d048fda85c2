"""Entrants that leave a tournament that runs, and what becomes of their fixtures. [KERNEL-TOUR-93, KERNEL-TOUR-94]"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.decide.advancing import advance
from tournaments.domain.decide.entrants import status_in_words
from tournaments.domain.decide.opening import wrong_status
from tournaments.domain.discipline.house_rules import Policy
from tournaments.domain.discipline.leaving import (
    LEAVING,
    Departure,
    FixtureChange,
    Form,
    Leaving,
    StageFixture,
    StageFixtures,
    leave,
    undone_from,
)
from tournaments.domain.stage_rules import BRACKETS, Format
from tournaments.domain.state import LEFT, Fixture, Stage
from tournaments.domain.suspensions import order_key
from tournaments.domain.world import Act


def withdraw(act: Act, command: co.Withdraw) -> None:
    """Of its own will."""
    _leave(act, command.entrant, "withdrawn", command.reason, command.policy)


def expel(act: Act, command: co.Expel) -> None:
    """By an official."""
    _leave(act, command.entrant, "expelled", command.reason, command.policy)


def _leave(act: Act, name: str, how: Literal["withdrawn", "expelled"], reason: str, policy: Policy | None) -> None:
    entrant = act.entrant(name)
    if act.tournament.status != "running":
        raise wrong_status(act, "Before a tournament runs entrants are taken off the list.", LEAVING)
    if entrant.status not in ("entered", "checked_in"):
        message, hint = f"{entrant.name} is {status_in_words(entrant)}.", "Name one that takes part."
        raise Refused("has_left", message, LEAVING, field="entrant", hint=hint)
    departure = Departure(entrant=name, how=how, day=act.world.today, reason=reason.strip(), policy=policy)
    running = [one for one in act.tournament.stages.values() if one.status == "running" and name in one.entrants]
    leavings = tuple(_on_record(act, leave(act.tournament.discipline, _seen(act, one), departure)) for one in running)
    act.emit(ev.EntrantLeft(entrant=name, how=how, leavings=leavings))
    for stage in running:
        advance(act, stage.id)


def _seen(act: Act, stage: Stage) -> StageFixtures:
    """A stage as leaving looks at it."""
    return StageFixtures(
        id=stage.id,
        form=_form(stage.format),
        fixtures=[_seen_fixture(stage, one) for one in act.tournament.fixtures_of(stage.id)],
        entrants=stage.entrants,
        gone=[one for one in stage.entrants if act.entrant(one).status in LEFT],
    )


def _form(format_: Format) -> Form:
    if format_ in BRACKETS:
        return "bracket"
    return "swiss" if format_ in ("swiss", "tables") else "table"


def _seen_fixture(stage: Stage, fixture: Fixture) -> StageFixture:
    return StageFixture(
        id=fixture.id,
        sides=fixture.sides,
        result=None if fixture.result is None else msgspec.to_builtins(fixture.result),
        bye=fixture.bye is not None,
        published=stage.rounds.get(fixture.round) == "published",
        live=any(game.status == "open" for game in fixture.games),
    )


def _on_record(act: Act, leaving: Leaving) -> Leaving:
    """The changes with when what they bring was played, and what a void one has been."""
    order = order_key(act.world.today, act.next_number)
    return replace(leaving, changes=tuple(_dated(one, order) for one in leaving.changes))


def _dated(change: FixtureChange, today: int) -> FixtureChange:
    if change.new is None:
        return change
    old = change.old or {}
    was = {"was": old["kind"]} if change.new["kind"] == "void" and old else {}
    return replace(change, new={**change.new, "order": old.get("order") or today, **was})


def reinstate(act: Act, command: co.Reinstate) -> None:
    """As if it had never left; refused where its fixtures have changed since."""
    entrant = act.entrant(command.entrant)
    if entrant.status not in LEFT:
        message, hint = f"{entrant.name} is {status_in_words(entrant)}.", "Name one that has left."
        raise Refused("has_not_left", message, LEAVING, field="entrant", hint=hint)
    leavings = act.tournament.departures.get(entrant.id, ())
    _undo_later_forfeits(act, entrant.id, leavings)
    for leaving in leavings:
        undone_from(_seen(act, act.stage(leaving.stage)).fixtures, leaving)
        if act.stage(leaving.stage).status != "running":
            name = act.stage(leaving.stage).name
            message, hint = f"{name} is finished without {entrant.name}.", "Its table stays as it is."
            raise Refused("stage_finished", message, LEAVING, field="entrant", hint=hint)
    act.emit(ev.EntrantReinstated(entrant=entrant.id, leavings=leavings))
    for leaving in leavings:
        advance(act, leaving.stage)


def _undo_later_forfeits(act: Act, entrant: str, leavings: tuple[Leaving, ...]) -> None:
    """What it has forfeited since, as opponents came to it."""
    changed = {change.fixture for leaving in leavings for change in leaving.changes}
    for fixture in list(act.tournament.fixtures.values()):
        result = fixture.result
        if entrant in fixture.sides and fixture.id not in changed and result is not None and result.decided == "policy":
            act.emit(ev.ResultWithdrawn(fixture=fixture.id, old=result))
