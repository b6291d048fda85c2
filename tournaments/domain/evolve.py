"""The fold: what a tournament is after a fact. Knows no rule; in the order of `events`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec import convert
from msgspec.structs import replace

from rules.kernel.errors import Malformed
from rules.kernel.messages import Event, Fold, folders
from tournaments.domain import events as ev
from tournaments.domain.schedule.plan import Change, Draft, Drawing, PairingAsk, Sides, Slots
from tournaments.domain.stage_rules import BRACKETS
from tournaments.domain.standings.results import Adjustment
from tournaments.domain.state import (
    Entrant,
    Fixture,
    Freeze,
    Game,
    Official,
    Result,
    RoundStatus,
    Stage,
    Tournament,
)

T = TypeVar("T")


def evolve(tournament: Tournament | None, event: Any) -> Tournament:
    """The tournament after `event`. The first event is folded onto None; `Malformed` where it opens none."""
    if tournament is None:
        if not isinstance(event, ev.TournamentOpened):
            raise Malformed(f"a tournament begins by being opened, not with {type(event).__name__}", "type")
        return _opened(event)
    folder = _FOLDERS.get(type(event))
    return tournament if folder is None else folder(tournament, event)


def _opened(opened: ev.TournamentOpened) -> Tournament:
    return Tournament(
        id=opened.tournament,
        campaign=opened.campaign,
        game=opened.game,
        title=opened.title,
        visibility=opened.visibility,
        capacity=opened.capacity,
        check_in=opened.check_in,
        officials={opened.account: Official(opened.account, opened.name, ("organizer",))},
    )


def _entrant(tournament: Tournament, entrant: str, **changes: Any) -> Tournament:
    return replace(tournament, entrants=_changed(tournament.entrants, entrant, **changes))


def _stage(tournament: Tournament, stage: str, **changes: Any) -> Tournament:
    return replace(tournament, stages=_changed(tournament.stages, stage, **changes))


def _fixture(tournament: Tournament, fixture: str, **changes: Any) -> Tournament:
    return replace(tournament, fixtures=_changed(tournament.fixtures, fixture, **changes))


def _changed(entries: Mapping[str, T], key: str, **changes: Any) -> dict[str, T]:
    """The entries with one of them changed; as they were if there is no such entry."""
    if key not in entries:
        return dict(entries)
    return {**entries, key: replace(entries[key], **changes)}  # type: ignore[type-var]  # all entries are structs


def _rounds(tournament: Tournament, stage: str) -> dict[int, RoundStatus]:
    known = tournament.stages.get(stage)
    return known.rounds if known is not None else {}


def _with(fixture: Fixture | None, part: str, entries: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a fixture that is kept by entrant, with these entries."""
    return {**(getattr(fixture, part) if fixture is not None else {}), **entries}


# The tournament


def _tournament_changed(tournament: Tournament, event: ev.TournamentChanged) -> Tournament:
    return replace(
        tournament,
        title=event.title,
        visibility=event.visibility,
        capacity=event.capacity,
        check_in=event.check_in,
    )


def _roles_set(tournament: Tournament, event: ev.RolesSet) -> Tournament:
    others = {account: one for account, one in tournament.officials.items() if account != event.account}
    if event.roles:
        others[event.account] = Official(event.account, event.name, event.roles)
    return replace(tournament, officials=others)


def _sign_up_opened(tournament: Tournament, event: ev.SignUpOpened) -> Tournament:
    return replace(tournament, status="sign_up")


def _sign_up_closed(tournament: Tournament, event: ev.SignUpClosed) -> Tournament:
    return replace(tournament, status="draft")


def _ended(tournament: Tournament, event: ev.TournamentEnded) -> Tournament:
    return replace(tournament, status="ended")


def _reopened(tournament: Tournament, event: ev.TournamentReopened) -> Tournament:
    return replace(tournament, status="running")


# Entrants


def _entered(tournament: Tournament, event: ev.EntrantEntered) -> Tournament:
    entrant = Entrant(
        id=event.entrant,
        company=event.company,
        name=event.name,
        status="waiting" if event.waiting else "entered",
        seed=event.seed,
        club=event.club,
    )
    return replace(tournament, entrants={**tournament.entrants, event.entrant: entrant})


def _checked_in(tournament: Tournament, event: ev.EntrantCheckedIn) -> Tournament:
    return _entrant(tournament, event.entrant, status="checked_in")


def _admitted(tournament: Tournament, event: ev.EntrantAdmitted) -> Tournament:
    return _entrant(tournament, event.entrant, status="entered", reason="")


def _declined(tournament: Tournament, event: ev.EntrantDeclined) -> Tournament:
    return _entrant(tournament, event.entrant, status="declined", reason=event.reason)


def _left(tournament: Tournament, event: ev.EntrantLeft) -> Tournament:
    left = _entrant(
        tournament,
        event.entrant,
        status=event.how,
        reason=event.reason,
        left=event.day,
        since=event.since,
        replaced_by=event.replacement,
    )
    changes = [change for leaving in event.leavings for change in leaving.changes]
    changed = _with_fixtures(left, {change.fixture: (change.sides, change.new) for change in changes})
    departed = replace(changed, departures={**tournament.departures, event.entrant: event.leavings})
    return _stood_in(departed, event) if event.replacement else departed


def _stood_in(tournament: Tournament, left: ev.EntrantLeft) -> Tournament:
    """Somebody else plays: in a bracket in the same position, elsewhere as the last seed."""
    new = tournament.entrants.get(left.replacement)
    for leaving in left.leavings:
        tournament = _listed(tournament, leaving.stage, left.entrant, left.replacement)
    joined = {**(new.joined if new is not None else {}), **left.since}
    before = new.status if new is not None else None
    return _entrant(tournament, left.replacement, status="entered", joined=joined, before=before)


def _listed(tournament: Tournament, name: str, old: str, new: str) -> Tournament:
    """The stage with `new` in the place of `old` in a bracket, and in addition to it elsewhere."""
    stage = tournament.stages.get(name)
    if stage is None:
        return tournament
    if stage.format in BRACKETS:
        return _stage(tournament, name, entrants=tuple(new if one == old else one for one in stage.entrants))
    groups = {group: (*one, new) if old in one else one for group, one in stage.groups.items()}
    return _stage(tournament, name, entrants=(*stage.entrants, new), groups=groups)


def _unlisted(tournament: Tournament, name: str, old: str, new: str) -> Tournament:
    """The stage as it was before `new` came instead of `old`."""
    stage = tournament.stages.get(name)
    if stage is None:
        return tournament
    if stage.format in BRACKETS:
        return _stage(tournament, name, entrants=tuple(old if one == new else one for one in stage.entrants))
    groups = {group: tuple(each for each in one if each != new) for group, one in stage.groups.items()}
    return _stage(tournament, name, entrants=tuple(one for one in stage.entrants if one != new), groups=groups)


def _reinstated(tournament: Tournament, event: ev.EntrantReinstated) -> Tournament:
    back = _entrant(tournament, event.entrant, status="entered", reason="", left="", since={}, replaced_by="")
    changes = [change for leaving in event.leavings for change in leaving.changes]
    changed = _with_fixtures(back, {change.fixture: (change.old_sides, change.old) for change in changes})
    back = replace(changed, departures=_without(tournament.departures, [event.entrant]))
    stand_in = tournament.entrants.get(event.replacement)
    if stand_in is None:
        return back
    for leaving in event.leavings:
        back = _unlisted(back, leaving.stage, event.entrant, event.replacement)
    joined = _without(stand_in.joined, [leaving.stage for leaving in event.leavings])
    status = stand_in.before or stand_in.status
    return _entrant(back, event.replacement, status=status, joined=joined, before=None)


def _with_fixtures(tournament: Tournament, changes: Mapping[str, tuple[tuple[str, ...], Any]]) -> Tournament:
    """The tournament with other sides and results, given as plain JSON, for these fixtures."""
    for fixture, (sides, result) in changes.items():
        found = None if result is None else convert(result, Result)
        tournament = _fixture(tournament, fixture, sides=sides, result=found)
    return tournament


def _seeded(tournament: Tournament, event: ev.EntrantsSeeded) -> Tournament:
    seeds = {entrant: seed for seed, entrant in enumerate(event.entrants, 1)}
    entrants = {one: replace(was, seed=seeds.get(one, was.seed)) for one, was in tournament.entrants.items()}
    return replace(tournament, entrants=entrants)


# Stages


def _stage_added(tournament: Tournament, event: ev.StageAdded) -> Tournament:
    stage = Stage(id=event.stage, name=event.name, format=event.format, rules=event.rules, source=event.source)
    return replace(tournament, stages={**tournament.stages, event.stage: stage})


def _stage_changed(tournament: Tournament, event: ev.StageChanged) -> Tournament:
    return _stage(tournament, event.stage, name=event.name, rules=event.rules)


def _stage_removed(tournament: Tournament, event: ev.StageRemoved) -> Tournament:
    return replace(tournament, stages=_without(tournament.stages, [event.stage]))


def _stage_started(tournament: Tournament, event: ev.StageStarted) -> Tournament:
    started = _stage(
        tournament,
        event.stage,
        status="running",
        entrants=event.entrants,
        rules=event.rules,
        groups=event.groups,
        lot=event.lot,
    )
    return replace(started, status="running")


def _stage_filled(tournament: Tournament, event: ev.StageFilled) -> Tournament:
    return _stage(tournament, event.stage, entrants=event.entrants)


def _stage_joined(tournament: Tournament, event: ev.StageJoined) -> Tournament:
    stage = tournament.stages.get(event.stage)
    entrants = (*stage.entrants, event.entrant) if stage is not None else ()
    fixtures = {**tournament.fixtures, **{one.id: one for one in event.fixtures}}
    known = tournament.entrants.get(event.entrant)
    joined = {**(known.joined if known is not None else {}), event.stage: event.round}
    listed = _stage(_entrant(tournament, event.entrant, joined=joined), event.stage, entrants=entrants)
    return replace(listed, fixtures=fixtures)


def _stage_join_undone(tournament: Tournament, event: ev.StageJoinUndone) -> Tournament:
    stage = tournament.stages.get(event.stage)
    entrants = tuple(one for one in stage.entrants if one != event.entrant) if stage is not None else ()
    fixtures = _without(tournament.fixtures, event.fixtures)
    known = tournament.entrants.get(event.entrant)
    joined = _without(known.joined if known is not None else {}, [event.stage])
    gone = _stage(_entrant(tournament, event.entrant, joined=joined), event.stage, entrants=entrants)
    return replace(gone, fixtures=fixtures)


def _stage_finished(tournament: Tournament, event: ev.StageFinished) -> Tournament:
    return _stage(tournament, event.stage, status="finished", freezes=(Freeze(tables=event.tables, at=event.at),))


def _table_corrected(tournament: Tournament, event: ev.TableCorrected) -> Tournament:
    stage = tournament.stages.get(event.stage)
    freezes = stage.freezes if stage is not None else ()
    return _stage(tournament, event.stage, freezes=(*freezes, Freeze(tables=event.tables, note=event.reason)))


# Rounds


def _round_drafted(tournament: Tournament, event: ev.RoundDrafted) -> Tournament:
    rounds: dict[int, RoundStatus] = {**_rounds(tournament, event.stage), event.round: "draft"}
    fixtures = {**tournament.fixtures, **{one.id: one for one in event.fixtures}}
    return replace(_stage(tournament, event.stage, rounds=rounds, pairing=None), fixtures=fixtures)


def _pairing_edited(tournament: Tournament, event: ev.PairingEdited) -> Tournament:
    known = tournament.fixtures.get(event.fixture)
    reasons = (event.reason,) if event.reason else ()
    changed = _fixture(_with_sides(tournament, {event.fixture: event.sides}), event.fixture, reasons=reasons)
    return changed if known is None else _no_way_back(changed, known.stage)


def _with_sides(tournament: Tournament, sides: Sides) -> Tournament:
    """The tournament with other sides in these fixtures; a bye is that of its new side."""
    fixtures = dict(tournament.fixtures)
    for name, these in sides.items():
        known = fixtures.get(name)
        if known is not None:
            result = known.result
            if result is not None and known.bye is not None:
                result = replace(result, places={these[0]: 1})
            fixtures[name] = replace(known, sides=these, result=result)
    return replace(tournament, fixtures=fixtures)


def _no_way_back(tournament: Tournament, stage: str) -> Tournament:
    """Once pairings were edited by hand, what a draft of the schedule had before is not put back."""
    draft = _draft(tournament, stage)
    return tournament if draft is None else _stage(tournament, stage, draft=replace(draft, earlier=()))


def _round_discarded(tournament: Tournament, event: ev.RoundDiscarded) -> Tournament:
    rounds = {number: one for number, one in _rounds(tournament, event.stage).items() if number != event.round}
    gone = [one.id for one in tournament.fixtures_of(event.stage, event.round)]
    draft = _draft(tournament, event.stage)
    if draft is not None:
        draft = replace(draft, slots=_without(draft.slots, gone), earlier=())
    discarded = _stage(tournament, event.stage, rounds=rounds, draft=draft)
    return replace(discarded, fixtures=_without(tournament.fixtures, gone))


def _round_published(tournament: Tournament, event: ev.RoundPublished) -> Tournament:
    rounds: dict[int, RoundStatus] = {**_rounds(tournament, event.stage), event.round: "published"}
    return _stage(tournament, event.stage, rounds=rounds)


def _date_set(tournament: Tournament, event: ev.DateSet) -> Tournament:
    known = tournament.fixtures.get(event.fixture)
    first = event.slot.date if event.slot is not None else ""
    due = known.due or first if known is not None else ""
    return _fixture(tournament, event.fixture, slot=event.slot, deadline=event.deadline, due=due)


def _ground_set(tournament: Tournament, event: ev.GroundSet) -> Tournament:
    stage = tournament.stages.get(event.stage)
    grounds = {**(stage.grounds if stage is not None else {}), event.round: event.ground}
    return _stage(tournament, event.stage, grounds={number: one for number, one in grounds.items() if one})


def _pairing_asked(tournament: Tournament, event: ev.PairingAsked) -> Tournament:
    ask = PairingAsk(number=event.number, round=event.round, byes=event.byes)
    return _stage(tournament, event.stage, pairing=ask)


def _side_filled(tournament: Tournament, event: ev.SideFilled) -> Tournament:
    fixture = tournament.fixtures.get(event.fixture)
    if fixture is None:
        return tournament
    sides = tuple(event.entrant if place == event.side else one for place, one in enumerate(fixture.sides))
    lineups = _without(fixture.lineups, [event.old]) if event.old else fixture.lineups
    return _fixture(tournament, event.fixture, sides=sides, lineups=lineups, reports={}, disputed=False, evidence=())


# The schedule

MOST_STEPS_BACK = 20


def _venues_set(tournament: Tournament, event: ev.VenuesSet) -> Tournament:
    return replace(tournament, venues=event.venues, homes=event.homes)


def _blackout_added(tournament: Tournament, event: ev.BlackoutAdded) -> Tournament:
    return replace(tournament, blackouts=(*tournament.blackouts, event.blackout))


def _blackout_removed(tournament: Tournament, event: ev.BlackoutRemoved) -> Tournament:
    return replace(tournament, blackouts=tuple(one for one in tournament.blackouts if one.id != event.blackout))


def _plan(tournament: Tournament, stage: str, **changes: Any) -> Tournament:
    known = tournament.stages.get(stage)
    return tournament if known is None else _stage(tournament, stage, plan=replace(known.plan, **changes))


def _round_dates_set(tournament: Tournament, event: ev.RoundDatesSet) -> Tournament:
    return _plan(tournament, event.stage, windows=event.windows)


def _slots_offered(tournament: Tournament, event: ev.SlotsOffered) -> Tournament:
    return _plan(tournament, event.stage, slots=event.slots)


def _wish_added(tournament: Tournament, event: ev.WishAdded) -> Tournament:
    known = tournament.stages.get(event.stage)
    wishes = known.plan.wishes if known is not None else ()
    return _plan(tournament, event.stage, wishes=(*wishes, event.wish))


def _wish_removed(tournament: Tournament, event: ev.WishRemoved) -> Tournament:
    known = tournament.stages.get(event.stage)
    wishes = known.plan.wishes if known is not None else ()
    return _plan(tournament, event.stage, wishes=tuple(one for one in wishes if one.id != event.wish))


def _schedule_asked(tournament: Tournament, event: ev.ScheduleAsked) -> Tournament:
    drawing = Drawing(number=event.number, how=event.how, seconds=event.seconds, released=event.released)
    return _stage(tournament, event.stage, drawing=drawing)


def _schedule_drafted(tournament: Tournament, event: ev.ScheduleDrafted) -> Tournament:
    old = _draft(tournament, event.stage) or Draft()
    known = [name for name in event.sides if name in tournament.fixtures]
    back = Change(
        slots=old.slots,
        sides={name: tournament.fixtures[name].sides for name in known},
        gone=tuple(name for name in event.slots if name not in old.slots),
    )
    draft = Draft(slots=event.slots, earlier=_earlier(old, back))
    changed = _with_sides(tournament, event.sides)
    return _stage(changed, event.stage, draft=draft, drawing=None, conflicts=event.conflicts)


def _conflicts_told(tournament: Tournament, event: ev.ConflictsTold) -> Tournament:
    return _stage(tournament, event.stage, drawing=None, conflicts=event.conflicts)


def _fixture_moved(tournament: Tournament, event: ev.FixtureMoved) -> Tournament:
    fixture = tournament.fixtures.get(event.fixture)
    if fixture is None:
        return tournament
    old = _draft(tournament, fixture.stage) or Draft()
    known = event.fixture in old.slots
    back = Change(
        slots={event.fixture: old.slots[event.fixture]} if known else {}, gone=() if known else (event.fixture,)
    )
    slots: Slots = {**old.slots, event.fixture: event.slot}
    return _stage(tournament, fixture.stage, draft=Draft(slots=slots, earlier=_earlier(old, back)))


def _schedule_undone(tournament: Tournament, event: ev.ScheduleUndone) -> Tournament:
    old = _draft(tournament, event.stage) or Draft()
    slots = {**_without(old.slots, event.gone), **event.slots}
    draft = replace(old, slots=slots, earlier=old.earlier[:-1])
    return _stage(_with_sides(tournament, event.sides), event.stage, draft=draft)


def _schedule_discarded(tournament: Tournament, event: ev.ScheduleDiscarded) -> Tournament:
    return _stage(tournament, event.stage, draft=None, conflicts=())


def _schedule_published(tournament: Tournament, event: ev.SchedulePublished) -> Tournament:
    for name in dict.fromkeys((*event.slots, *event.deadlines)):
        known = tournament.fixtures.get(name)
        if known is not None:
            slot = event.slots.get(name, known.slot)
            due = known.due or (slot.date if slot is not None else "")
            deadline = event.deadlines.get(name, known.deadline)
            tournament = _fixture(tournament, name, slot=slot, due=due, deadline=deadline)
    return _stage(tournament, event.stage, draft=None, conflicts=())


def _overdue_set(tournament: Tournament, event: ev.OverdueSet) -> Tournament:
    return replace(tournament, overdue=event.rules)


def _no_show_recorded(tournament: Tournament, event: ev.NoShowRecorded) -> Tournament:
    return replace(tournament, no_shows={**tournament.no_shows, event.fixture: event.at})


def _draft(tournament: Tournament, stage: str) -> Draft | None:
    known = tournament.stages.get(stage)
    return known.draft if known is not None else None


def _earlier(old: Draft, back: Change) -> tuple[Change, ...]:
    """The ways back of a draft, with one more; the oldest are forgotten."""
    return (*old.earlier, back)[-MOST_STEPS_BACK:]


# Playing


def _lineup_named(tournament: Tournament, event: ev.LineupNamed) -> Tournament:
    lineups = _with(tournament.fixtures.get(event.fixture), "lineups", {event.entrant: event.heroes})
    return _fixture(tournament, event.fixture, lineups=lineups)


def _game_started(tournament: Tournament, event: ev.GameStarted) -> Tournament:
    games = (*_games(tournament, event.fixture), Game(match=event.match))
    started = _fixture(tournament, event.fixture, games=games)
    return replace(started, fielded={**tournament.fielded, event.match: event.lineups}) if event.lineups else started


def _game_recorded(tournament: Tournament, event: ev.GameRecorded) -> Tournament:
    game = Game(match=event.match, status=event.status, places=event.places, scores=event.scores, counts=event.counts)
    games = _games(tournament, event.fixture)
    return _fixture(tournament, event.fixture, games=tuple(game if one.match == event.match else one for one in games))


def _friendly_recorded(tournament: Tournament, event: ev.FriendlyRecorded) -> Tournament:
    friendlies = _without(tournament.friendlies, [event.match])
    return replace(tournament, friendlies=friendlies | ({event.match: event.friendly} if event.counts else {}))


def _result_reported(tournament: Tournament, event: ev.ResultReported) -> Tournament:
    reports = _with(tournament.fixtures.get(event.fixture), "reports", {event.entrant: event.report})
    return _fixture(tournament, event.fixture, reports=reports)


def _result_disputed(tournament: Tournament, event: ev.ResultDisputed) -> Tournament:
    return _fixture(tournament, event.fixture, disputed=True)


def _evidence_added(tournament: Tournament, event: ev.EvidenceAdded) -> Tournament:
    fixture = tournament.fixtures.get(event.fixture)
    evidence = (*(fixture.evidence if fixture is not None else ()), event.evidence)
    return _fixture(tournament, event.fixture, evidence=evidence)


def _result_recorded(tournament: Tournament, event: ev.ResultRecorded) -> Tournament:
    return _fixture(tournament, event.fixture, result=event.result, disputed=False)


def _result_withdrawn(tournament: Tournament, event: ev.ResultWithdrawn) -> Tournament:
    return _fixture(tournament, event.fixture, result=None, reports={})


def _discipline_set(tournament: Tournament, event: ev.DisciplineSet) -> Tournament:
    return replace(tournament, discipline=event.rules)


def _offence_recorded(tournament: Tournament, event: ev.OffenceRecorded) -> Tournament:
    numbers = {**tournament.numbers, event.offence.id: event.number}
    return replace(tournament, offences=(*tournament.offences, event.offence), numbers=numbers)


def _offence_withdrawn(tournament: Tournament, event: ev.OffenceWithdrawn) -> Tournament:
    offences = tuple(one for one in tournament.offences if one.id != event.offence)
    bans = tuple(one for one in tournament.bans if event.offence not in one.causes)
    return replace(tournament, offences=offences, bans=bans)


def _ban_opened(tournament: Tournament, event: ev.BanOpened) -> Tournament:
    numbers = {**tournament.numbers, event.ban.id: event.number}
    return replace(tournament, bans=(*tournament.bans, event.ban), numbers=numbers)


def _ban_lifted(tournament: Tournament, event: ev.BanLifted) -> Tournament:
    return replace(tournament, lifts=(*tournament.lifts, event.lift))


def _appeal_filed(tournament: Tournament, event: ev.AppealFiled) -> Tournament:
    return replace(tournament, appeals=(*tournament.appeals, event.appeal))


def _appeal_ruled(tournament: Tournament, event: ev.AppealRuled) -> Tournament:
    appeals = tuple(event.appeal if one.id == event.appeal.id else one for one in tournament.appeals)
    return replace(tournament, appeals=appeals)


def _points_adjusted(tournament: Tournament, event: ev.PointsAdjusted) -> Tournament:
    number = str(event.number) if event.number else ""
    entry = Adjustment(entrant=event.entrant, points=event.points, note=event.reason, event=number, round=event.round)
    known = tournament.adjustments.get(event.stage, ())
    return replace(tournament, adjustments={**tournament.adjustments, event.stage: (*known, entry)})


def _games(tournament: Tournament, fixture: str) -> tuple[Game, ...]:
    known = tournament.fixtures.get(fixture)
    return known.games if known is not None else ()


def _without(entries: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    gone = set(keys)
    return {name: entry for name, entry in entries.items() if name not in gone}


_FOLDERS: Mapping[type[Event], Fold[Tournament]] = folders(globals())
"""By event the function that folds it."""
