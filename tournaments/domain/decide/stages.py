"""Stages: planned, started with their entrants, finished. What a format settles beforehand is laid out here.

[KERNEL-TOUR-05, KERNEL-TOUR-06]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from rules.kernel.errors import Refused
from rules.kernel.labels import beyond_bounds
from tournaments.domain import commands as co, events as ev
from tournaments.domain.brackets_of_stages import crossed, known_of
from tournaments.domain.decide.advancing import advance, check_sides_stand
from tournaments.domain.decide.entrants import by_seed
from tournaments.domain.decide.opening import titled
from tournaments.domain.formats.brackets import Bracket, NoOne, Source
from tournaments.domain.formats.elimination import double, placed, seeded, single
from tournaments.domain.formats.groups import cut, group_names, split
from tournaments.domain.formats.round_robin import legs
from tournaments.domain.formats.tables import table_sizes
from tournaments.domain.stage_rules import BRACKETS, MOST_ENTRANTS, PAIRED, Format, StageRules, rounds_of
from tournaments.domain.standings.ranking import check_rules
from tournaments.domain.standings.rules import LEAGUE, PLACINGS, SWISS, StandingRules
from tournaments.domain.state import TAKING_PART, Fixture, Result, Stage
from tournaments.domain.suspensions import last_key
from tournaments.domain.tables import tables_now, tables_of
from tournaments.domain.world import STAGES, Act

FINISHING = "KERNEL-TOUR-06"
MOST_MEETING = 64
TIE_BREAKS: Mapping[Format, tuple[str, ...]] = {
    "round_robin": LEAGUE,
    "groups": LEAGUE,
    "swiss": SWISS,
    "elimination": LEAGUE,
    "double_elimination": LEAGUE,
    "tables": PLACINGS,
}


def add(act: Act, command: co.AddStage) -> None:
    """A stage of the plan, after those there are."""
    if command.source:
        act.stage(command.source, "source")
    _check_rules(act, command.format, command.rules)
    number = 1 + max((int(one[1:]) for one in act.tournament.stages), default=0)
    act.emit(
        ev.StageAdded(
            stage=f"s{number}",
            name=titled(command.name, "name", 80),
            format=command.format,
            rules=_with_tie_breaks(command.format, command.rules),
            source=command.source,
        )
    )


def _with_tie_breaks(format_: Format, rules: StageRules) -> StageRules:
    """The rules, with the tie-breaks that fit the format where none are named."""
    if rules.standing.order != StandingRules().order:
        return rules
    return replace(rules, standing=replace(rules.standing, order=TIE_BREAKS[format_]))


def change(act: Act, command: co.ChangeStage) -> None:
    """Of one that has not started."""
    stage = _planned(act, command.stage)
    name = stage.name if command.name is None else titled(command.name, "name", 80)
    rules = stage.rules if command.rules is None else _with_tie_breaks(stage.format, command.rules)
    _check_rules(act, stage.format, rules)
    if (name, rules) == (stage.name, stage.rules):
        raise Refused("nothing_to_change", "It is like that already.", STAGES, hint="Say what is to be different.")
    act.emit(ev.StageChanged(stage=stage.id, name=name, rules=rules))


def remove(act: Act, command: co.RemoveStage) -> None:
    """One that has not started, and that no other takes its entrants from."""
    stage = _planned(act, command.stage)
    user = next((one for one in act.tournament.stages.values() if one.source == stage.id), None)
    if user is not None:
        message, hint = f"The entrants of {user.name} come from {stage.name}.", f"Remove {user.name} first."
        raise Refused("stage_needed", message, STAGES, field="stage", hint=hint)
    act.emit(ev.StageRemoved(stage=stage.id))


def _planned(act: Act, name: str) -> Stage:
    stage = act.stage(name)
    if stage.status != "planned":
        message, hint = f"{stage.name} has started.", "Its rules stay as they are; plan another stage."
        raise Refused("stage_started", message, STAGES, field="stage", hint=hint)
    return stage


def _check_rules(act: Act, format_: Format, rules: StageRules) -> None:
    for field, bounds in beyond_bounds(rules):
        message = f"{field} is {bounds.low} to {bounds.high}."
        raise Refused("out_of_bounds", message, bounds.rule, field=f"rules.{field}", hint="Choose one of these.")
    check_rules(rules.standing)
    if not rules.standing.order:
        message, hint = "A table is ranked by something.", "Name a rule, such as points."
        raise Refused("unknown_tie_break", message, STAGES, field="rules.standing.order", hint=hint)
    if rules.best_of % 2 == 0:
        message = "Of an even number of battles nobody may win more than half."
        raise Refused("even_best_of", message, STAGES, field="rules.best_of", hint="Choose an odd number.")
    if format_ == "groups" and rules.groups < 2:
        message, hint = "Groups are at least two.", "Give their number, or choose a round robin."
        raise Refused("too_few_groups", message, STAGES, field="rules.groups", hint=hint)
    if format_ == "tables":
        if not 2 < rules.sides <= act.campaign.most_sides:
            message = f"Tables have 3 sides or more; this game has seats for {act.campaign.most_sides}."
            raise Refused("bad_sides", message, STAGES, field="rules.sides", hint="Choose another format or number.")
    elif rules.sides != 2:
        message, hint = "Only at tables more than two meet.", "Choose the format tables."
        raise Refused("bad_sides", message, STAGES, field="rules.sides", hint=hint)


# Starting


def start(act: Act, command: co.StartStage) -> None:
    """With its entrants, by seed; fixtures that the format knows beforehand are drafts, byes of a bracket included."""
    stage = _planned(act, command.stage)
    if act.tournament.status == "sign_up":
        message, hint = "The sign-up is still open.", "Close it first."
        raise Refused("sign_up_open", message, STAGES, hint=hint)
    entrants = _entrants_of(act, stage, command)
    groups = _split(entrants, stage.rules.groups) if stage.format == "groups" else {}
    lot = command.lot or f"{act.tournament.id} {stage.id}"
    act.emit(ev.StageStarted(stage=stage.id, entrants=entrants, rules=stage.rules, groups=groups, lot=lot))
    laid_out = _laid_out(act, act.stage(stage.id))
    for number in sorted({fixture.round for fixture in laid_out}):
        fixtures = tuple(one for one in laid_out if one.round == number)
        act.emit(ev.RoundDrafted(stage=stage.id, round=number, fixtures=fixtures))
    advance(act, stage.id)


def _split(entrants: Sequence[str], groups: int) -> dict[str, tuple[str, ...]]:
    return dict(zip(group_names(groups), split(entrants, groups), strict=True))


def _after_groups(act: Act, stage: Stage) -> Stage | None:
    """The stage of groups whose places a bracket begins with; None where it begins with seeds."""
    source = act.tournament.stages.get(stage.source)
    return source if source is not None and source.format == "groups" and stage.format in BRACKETS else None


def _laid_out(act: Act, stage: Stage) -> list[Fixture]:
    source = _after_groups(act, stage)
    if source is not None:
        return _bracket(stage, _knockout(stage, crossed(source)))
    return _LAYOUTS[stage.format](stage)


def _entrants_of(act: Act, stage: Stage, command: co.StartStage) -> tuple[str, ...]:
    groups = _after_groups(act, stage)
    if groups is not None and not command.entrants:
        if groups.status == "planned":
            message, hint = f"{groups.name} has not started: its groups are not known.", f"Start {groups.name} first."
            raise Refused("stage_not_started", message, STAGES, field="stage", hint=hint)
        return _from_groups(act, stage, groups)
    if groups is not None:
        message, hint = f"Its entrants come from {groups.name}.", "Leave them out."
        raise Refused("follows_from_results", message, STAGES, field="entrants", hint=hint)
    if command.entrants:
        entrants = command.entrants
        for place, name in enumerate(entrants):
            if act.entrant(name, f"entrants[{place}]").status not in TAKING_PART:
                message, hint = f"{act.name(name)} does not take part.", "Admit it first."
                raise Refused("not_on_the_list", message, STAGES, field=f"entrants[{place}]", hint=hint)
            if name in entrants[:place]:
                message = f"{act.name(name)} is listed twice."
                raise Refused("entrant_twice", message, STAGES, field=f"entrants[{place}]", hint="List each once.")
    elif stage.source:
        entrants = _going_on(act, act.stage(stage.source))
    else:
        wanted = ("checked_in",) if act.tournament.check_in else TAKING_PART
        entrants = tuple(one.id for one in by_seed(act.tournament.entrants.values()) if one.status in wanted)
    if len(entrants) < 2:
        message = f"{stage.name} needs at least two entrants; it has {len(entrants)}."
        hint = "Have them check in first." if act.tournament.check_in else "Enter more companies."
        raise Refused("too_few_entrants", message, STAGES, field="entrants", hint=hint)
    _check_size(stage, len(entrants))
    return entrants


def _check_size(stage: Stage, entrants: int) -> None:
    """Refuse more than a format can take; tables have to come out."""
    most = MOST_MEETING if stage.format == "round_robin" else MOST_MEETING * stage.rules.groups
    most = most if stage.format in ("round_robin", "groups") else MOST_ENTRANTS
    if entrants > most:
        message, hint = f"{stage.name} takes at most {most} entrants, not {entrants}.", "Choose another format."
        raise Refused("too_many_entrants", message, STAGES, field="entrants", hint=hint)
    if stage.format == "tables":
        table_sizes(entrants, stage.rules.sides)


def _from_groups(act: Act, stage: Stage, source: Stage) -> tuple[str, ...]:
    """Those who have come through their groups, the best of all first; nobody is known before these are finished."""
    crossed(source)
    if not source.freezes:
        return ()
    known = known_of(act.tournament, stage)
    going_on = cut({group: len(one) for group, one in source.groups.items()}, source.rules.qualify, source.rules.best)
    return tuple(entrant for place in going_on if (entrant := known.get(place)) is not None)


def _fill_followers(act: Act, source: Stage) -> None:
    """Have those who have come through their groups take their places in the brackets that follow."""
    for stage in list(act.tournament.stages.values()):
        if stage.source == source.id and stage.status == "running" and _after_groups(act, stage) is not None:
            entrants = _from_groups(act, stage, act.stage(source.id))
            check_sides_stand(act, stage)
            if entrants != stage.entrants:
                act.emit(ev.StageFilled(stage=stage.id, entrants=entrants))
            advance(act, stage.id)


def _going_on(act: Act, source: Stage) -> tuple[str, ...]:
    """The best of a finished stage, the first of every group before the second of any."""
    if source.status != "finished":
        message, hint = f"{source.name} is not finished: nobody has gone on yet.", f"Finish {source.name} first."
        raise Refused("stage_not_finished", message, STAGES, field="stage", hint=hint)
    rows = [
        (row.place, number, row.entrant)
        for number, table in enumerate(tables_of(act.tournament, source).values())
        for row in table.rows[: source.rules.qualify or None]
    ]
    return tuple(entrant for _, _, entrant in sorted(rows) if act.entrant(entrant).status in TAKING_PART)


def _round_robin(stage: Stage) -> list[Fixture]:
    return _all_meet(stage, stage.entrants, "")


def _groups(stage: Stage) -> list[Fixture]:
    return [fixture for group, entrants in stage.groups.items() for fixture in _all_meet(stage, entrants, group)]


def _all_meet(stage: Stage, entrants: Sequence[str], group: str) -> list[Fixture]:
    fixtures = []
    for round_number, meetings in enumerate(legs(len(entrants), stage.rules.legs, stage.rules.second_leg), 1):
        for number, (home, away) in enumerate(meetings, 1):
            part = f"-{group}" if group else ""
            fixture = Fixture(
                id=f"{stage.id}{part}-{round_number}-{number}",
                stage=stage.id,
                round=round_number,
                number=number,
                group=group,
                sides=(entrants[home - 1],) if away is None else (entrants[home - 1], entrants[away - 1]),
            )
            fixtures.append(fixture if away is not None else as_bye(fixture))
    return fixtures


def as_bye(fixture: Fixture) -> Fixture:
    """A fixture of one side, which has no opponent; it is worth nothing, for everybody has as many."""
    result = Result(kind="zero_bye", decided="pairing", places={fixture.sides[0]: 1})
    return replace(fixture, bye="zero_bye", result=result)


def _elimination(stage: Stage) -> list[Fixture]:
    return _bracket(stage, _knockout(stage, placed(seeded(len(stage.entrants)))))


def _knockout(stage: Stage, positions: Sequence[Source]) -> Bracket:
    if stage.format == "double_elimination":
        return double(positions, reset=stage.rules.reset)
    return single(positions, third_place=stage.rules.third_place)


def _bracket(stage: Stage, bracket: Bracket) -> list[Fixture]:
    """A fixture for each place of the bracket; a round is as many as have to be played before it, and one."""
    depths = _depths(bracket)
    numbers: dict[int, int] = {}
    fixtures = []
    for one in sorted(bracket, key=lambda entry: depths[entry.id]):
        depth = depths[one.id]
        numbers[depth] = numbers.get(depth, 0) + 1
        fixtures.append(
            Fixture(
                id=f"{stage.id}-{one.id}",
                stage=stage.id,
                round=depth,
                number=numbers[depth],
                sides=("", ""),
                bracket=one.bracket,
                inputs=one.inputs,
                bye="bye" if NoOne() in one.inputs else None,
                conditional=one.conditional,
            )
        )
    return fixtures


def _depths(bracket: Bracket) -> Mapping[str, int]:
    depths: dict[str, int] = {}
    for one in bracket:
        feeders = (getattr(source, "fixture", "") for source in one.inputs)
        depths[one.id] = 1 + max((depths.get(feeder, 0) for feeder in feeders), default=0)
    return depths


def _nothing_yet(stage: Stage) -> list[Fixture]:
    return []


_LAYOUTS: Mapping[Format, Callable[[Stage], list[Fixture]]] = {
    "round_robin": _round_robin,
    "groups": _groups,
    "swiss": _nothing_yet,
    "tables": _nothing_yet,
    "elimination": _elimination,
    "double_elimination": _elimination,
}


# Finishing


def finish(act: Act, command: co.FinishStage) -> None:
    """Once every fixture has a result."""
    stage = act.stage(command.stage)
    if stage.status != "running":
        message, hint = f"{stage.name} is {stage.status}.", "Name a stage that is being played."
        raise Refused("stage_not_running", message, FINISHING, field="stage", hint=hint)
    missing = [one for one in act.tournament.fixtures_of(stage.id) if one.result is None]
    if missing:
        message = f"{len(missing)} fixtures of {stage.name} have no result."
        raise Refused("results_missing", message, FINISHING, field="stage", hint="Record or void them first.")
    if stage.format in PAIRED and len(stage.rounds) < rounds_of(stage):
        message = f"Only {len(stage.rounds)} of {rounds_of(stage)} rounds have been played."
        raise Refused("rounds_missing", message, FINISHING, field="stage", hint="Pair and play the others.")
    at = last_key(act.tournament)
    act.emit(ev.StageFinished(stage=stage.id, tables=tables_now(act.tournament, stage), at=at))
    _fill_followers(act, stage)


def correct_table(act: Act, command: co.CorrectTable) -> None:
    """By what has been recorded since; the versions before stay on record."""
    stage = act.stage(command.stage)
    if stage.status != "finished":
        message, hint = f"{stage.name} is not finished: its table follows the results.", "There is nothing to do."
        raise Refused("stage_not_finished", message, FINISHING, field="stage", hint=hint)
    tables = tables_now(act.tournament, stage)
    if tables == stage.freezes[-1].tables:
        message, hint = "Nothing on record changes the table.", "Record or correct results first."
        raise Refused("nothing_to_change", message, FINISHING, field="stage", hint=hint)
    act.emit(ev.TableCorrected(stage=stage.id, tables=tables))
    _fill_followers(act, stage)
