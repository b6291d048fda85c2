"""Entrants that leave a tournament that runs, and what becomes of their fixtures. [KERNEL-TOUR-93, KERNEL-TOUR-94]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.decide.advancing import advance
from tournaments.domain.decide.entrants import status_in_words
from tournaments.domain.decide.opening import wrong_status
from tournaments.domain.discipline.leaving import (
    LEAVING,
    REPLACING,
    UNDOING,
    Departure,
    FixtureChange,
    Form,
    Leaving,
    StageFixture,
    StageFixtures,
    leave,
    undone_from,
)
from tournaments.domain.rights import RULE as WHO_MAY, is_organizer
from tournaments.domain.stage_rules import BRACKETS, Format
from tournaments.domain.state import LEFT, TAKING_PART, Fixture, Stage
from tournaments.domain.suspensions import order_key
from tournaments.domain.tables import complete_rounds
from tournaments.domain.world import Act


def withdraw(act: Act, command: co.Withdraw) -> None:
    """Of its own will."""
    _leave(act, command, "withdrawn")


def expel(act: Act, command: co.Expel) -> None:
    """By an official."""
    _leave(act, command, "expelled")


def _leave(act: Act, command: co.Withdraw | co.Expel, how: Literal["withdrawn", "expelled"]) -> None:
    entrant = act.entrant(command.entrant)
    if act.tournament.status != "running":
        raise wrong_status(act, "Before a tournament runs entrants are taken off the list.", LEAVING)
    if entrant.status not in TAKING_PART:
        message, hint = f"{entrant.name} is {status_in_words(entrant)}.", "Name one that takes part."
        raise Refused("has_left", message, LEAVING, field="entrant", hint=hint)
    stages = [one for one in act.tournament.stages.values() if one.status == "running" and entrant.id in one.entrants]
    _check_replacement(act, entrant.id, command.replacement, stages)
    departure = Departure(
        entrant=entrant.id,
        how=how,
        day=act.world.today,
        reason=command.reason.strip(),
        policy=command.policy,
        replacement=command.replacement,
    )
    leavings = tuple(_on_record(act, leave(act.tournament.discipline, _seen(act, one), departure)) for one in stages)
    act.emit(
        ev.EntrantLeft(
            entrant=entrant.id,
            how=how,
            leavings=leavings,
            day=act.world.today,
            since={one.id: 1 + rounds_over(act, one) for one in stages},
            replacement=command.replacement,
        )
    )
    for stage in stages:
        advance(act, stage.id)


def rounds_over(act: Act, stage: Stage) -> int:
    """The last round of a stage before which, and in which, every fixture has its result."""
    return complete_rounds(act.tournament, stage, max(stage.rounds, default=0))


def _check_replacement(act: Act, leaving: str, name: str, stages: Sequence[Stage]) -> None:
    """Refuse somebody who cannot play instead: organizers choose one that has a place, or waits for one."""
    if not name:
        return
    if not is_organizer(act):
        message, hint = "Organizers choose who plays instead.", "Leave it out, and ask an organizer."
        raise Refused("officials_only", message, WHO_MAY, field="replacement", hint=hint)
    new = act.entrant(name, "replacement")
    if new.status not in ("waiting", *TAKING_PART):
        message, hint = f"{new.name} is {status_in_words(new)}.", "Name one that waits, or takes part."
        raise Refused("not_on_the_list", message, REPLACING, field="replacement", hint=hint)
    if not stages:
        message, hint = f"{act.name(leaving)} plays no stage now.", "Leave the replacement out."
        raise Refused("nothing_to_replace", message, REPLACING, field="replacement", hint=hint)
    takes_all = act.tournament.discipline.replacement == "all"
    for stage in stages:
        own = [one for one in act.tournament.fixtures_of(stage.id) if leaving in one.sides]
        played = any(one.result is not None and one.result.decided != "pairing" for one in own)
        if stage.format in BRACKETS and played and not takes_all:
            message = f"{act.name(leaving)} has played in {stage.name}: nobody takes its place there."
            hint = "Let it forfeit the rest, or let replacements take over all results by the rules of discipline."
            raise Refused("has_played", message, REPLACING, field="replacement", hint=hint)


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
        _check_stand_in_gone(act, entrant.replaced_by, leaving)
        undone_from(_seen(act, act.stage(leaving.stage)).fixtures, leaving)
        if act.stage(leaving.stage).status != "running":
            name = act.stage(leaving.stage).name
            message, hint = f"{name} is finished without {entrant.name}.", "Its table stays as it is."
            raise Refused("stage_finished", message, LEAVING, field="entrant", hint=hint)
    act.emit(ev.EntrantReinstated(entrant=entrant.id, leavings=leavings, replacement=entrant.replaced_by))
    for leaving in leavings:
        advance(act, leaving.stage)


def _check_stand_in_gone(act: Act, name: str, leaving: Leaving) -> None:
    """Refuse to undo a replacement that has been paired since."""
    taken = {change.fixture for change in leaving.changes}
    later = [one.id for one in act.tournament.fixtures_of(leaving.stage) if name in one.sides and one.id not in taken]
    if name and later and act.stage(leaving.stage).format not in BRACKETS:
        message = f"{act.name(name)} plays fixture {later[0]} instead, which is none of those it took over."
        hint = "Discard that round, if it is a draft; otherwise the replacement stands."
        raise Refused("changed_since", message, UNDOING, field="entrant", hint=hint)


def _undo_later_forfeits(act: Act, entrant: str, leavings: tuple[Leaving, ...]) -> None:
    """What it has forfeited since, as opponents came to it."""
    changed = {change.fixture for leaving in leavings for change in leaving.changes}
    for fixture in list(act.tournament.fixtures.values()):
        result = fixture.result
        if entrant in fixture.sides and fixture.id not in changed and result is not None and result.decided == "policy":
            act.emit(ev.ResultWithdrawn(fixture=fixture.id, old=result))
