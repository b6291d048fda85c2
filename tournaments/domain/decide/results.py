"""What comes of a fixture. [KERNEL-TOUR-07 to KERNEL-TOUR-10]

1. The sides name who plays: `name_lineup`.
2. The server starts its battles, and records what comes of each: `start_game`, `record_game`; or
3. the sides report the result: the same from all of them counts, otherwise it is disputed: `report`, `add_evidence`.
4. Organizers and reporters record it, or correct it, with a reason: `record`, `withdraw`.
5. Whoever goes on in a bracket takes their place in it: `advancing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.brackets_of_stages import winner_of
from tournaments.domain.decide.advancing import advance, check_not_built_on
from tournaments.domain.decide.discipline import put_offences_on_record
from tournaments.domain.discipline.offences import settled_again
from tournaments.domain.rights import is_organizer
from tournaments.domain.stage_rules import BRACKETS, PAIRED
from tournaments.domain.state import Decided, Evidence, Fixture, Game, Report, Result
from tournaments.domain.suspensions import barred_of, order_key
from tournaments.domain.tables import complete_rounds
from tournaments.domain.world import FIXTURES, Act

LINEUPS, REPORTS, CORRECTIONS, GAMES = "KERNEL-TOUR-08", "KERNEL-TOUR-09", "KERNEL-TOUR-10", "KERNEL-TOUR-11"
POINTS = "KERNEL-TOUR-15"
MOST_EVIDENCE = 50
PLACELESS = ("double_forfeit", "void", "abandoned")


def to_be_played(act: Act, name: str) -> Fixture:
    """A published fixture whose sides are known and which has no result."""
    fixture = act.fixture(name)
    stage = act.stage(fixture.stage)
    if stage.rounds.get(fixture.round) != "published":
        message, hint = f"Round {fixture.round} of {stage.name} is a draft.", "Publish the round first."
        raise Refused("not_published", message, FIXTURES, field="fixture", hint=hint)
    if fixture.bye is not None or (fixture.result is not None and fixture.result.decided == "pairing"):
        message, hint = "Nobody plays this fixture: it is a bye, or nobody has come to it.", "Name another fixture."
        raise Refused("bye", message, FIXTURES, field="fixture", hint=hint)
    if not fixture.known:
        message, hint = "It has not come out yet who plays this fixture.", "Record the fixtures that decide it first."
        raise Refused("sides_unknown", message, FIXTURES, field="fixture", hint=hint)
    return fixture


def _without_result(act: Act, name: str) -> Fixture:
    fixture = to_be_played(act, name)
    if fixture.result is not None:
        message, hint = "This fixture has a result.", "Ask an organizer to correct it."
        raise Refused("has_result", message, FIXTURES, field="fixture", hint=hint)
    if act.stage(fixture.stage).status != "running":
        message, hint = f"{act.stage(fixture.stage).name} is finished.", "Ask an organizer."
        raise Refused("stage_not_running", message, FIXTURES, field="fixture", hint=hint)
    return fixture


def _side(act: Act, fixture: Fixture, entrant: str, field: str) -> None:
    if entrant not in fixture.sides:
        message, hint = f"{act.name(entrant)} does not play this fixture.", "Name one of its sides."
        raise Refused("not_a_side", message, FIXTURES, field=field, hint=hint)


# By a match


def name_lineup(act: Act, command: co.NameLineup) -> None:
    """Heroes of the entrant's company who may be fielded; another line-up takes its place until the battle starts."""
    fixture = _without_result(act, command.fixture)
    _side(act, fixture, command.entrant, "entrant")
    if any(game.status == "open" for game in fixture.games):
        message, hint = "Its battle has started.", "Finish the battle; the line-up of the next one can be changed."
        raise Refused("game_open", message, LINEUPS, field="fixture", hint=hint)
    company = act.campaign.companies[act.entrant(command.entrant).company]
    if not command.heroes:
        raise Refused("no_heroes", f"{company.name} fields nobody.", LINEUPS, field="heroes", hint="Name a hero.")
    out = barred_of(act.tournament, fixture.id)
    if (command.entrant, "") in out:
        raise out[command.entrant, ""]
    for place, hero in enumerate(command.heroes):
        field = f"heroes[{place}]"
        barred = company.barred.get(hero) or out.get((command.entrant, hero))
        if barred is not None:
            raise barred.at(field)
        if hero not in company.heroes:
            message, hint = f"{company.name} has no hero {hero!r} who can play.", "Name heroes who are ready."
            raise Refused("unknown_hero", message, LINEUPS, field=field, hint=hint)
        if hero in command.heroes[:place]:
            message = f"{company.heroes[hero]} is named twice."
            raise Refused("hero_twice", message, LINEUPS, field=field, hint="Name each hero once.")
    act.emit(ev.LineupNamed(fixture=fixture.id, entrant=command.entrant, heroes=command.heroes))


def start_game(act: Act, command: co.StartGame) -> None:
    """The house has started a battle of it; one at a time."""
    fixture = act.fixture(command.fixture)
    if any(game.match == command.match or game.status == "open" for game in fixture.games):
        message, hint = "That battle is known, or another one is being fought.", "There is nothing to do."
        raise Refused("game_known", message, GAMES, field="match", hint=hint)
    for entrant in command.lineups:
        _side(act, fixture, entrant, f"lineups.{entrant}")
    act.emit(ev.GameStarted(fixture=fixture.id, match=command.match, lineups=command.lineups or _named(fixture)))


def _named(fixture: Fixture) -> dict[str, tuple[str, ...]]:
    return {side: fixture.lineups[side] for side in fixture.sides if side in fixture.lineups}


def record_game(act: Act, command: co.RecordGame) -> None:
    """What came of a battle, and with it of the fixture, if that is decided now. A finished stage stays as it is."""
    fixture = act.fixture(command.fixture)
    known = next((game for game in fixture.games if game.match == command.match), None)
    game = Game(
        match=command.match, status=command.status, places=command.places, scores=command.scores, counts=command.counts
    )
    against = [one for one in act.tournament.offences if one.match == command.match]
    changed = settled_again(against, command.offences)
    if known is None or (known == game and not any(changed)):
        message, hint = "There is nothing new about that battle.", "There is nothing to do."
        raise Refused("game_known", message, GAMES, field="match", hint=hint)
    if known != game:
        act.emit(
            ev.GameRecorded(
                fixture=fixture.id,
                match=game.match,
                status=command.status,
                places=game.places,
                scores=game.scores,
                counts=game.counts,
            )
        )
    put_offences_on_record(act, changed, command.bans)
    if act.stage(fixture.stage).status == "running" and (fixture.result is None or fixture.result.decided == "match"):
        _decide_by_games(act, act.fixture(fixture.id))


def _decide_by_games(act: Act, fixture: Fixture) -> None:
    stage = act.stage(fixture.stage)
    result = result_by_games(fixture, stage.rules.best_of)
    if result is not None and stage.format in BRACKETS and winner_of(result) is None:
        result = None  # somebody has to go on: another battle decides
    if fixture.result is not None and result == replace(fixture.result, order=0):
        return
    try:
        check_not_built_on(act, fixture, result)
        _check_pairings_allow(act, fixture)
    except Refused:
        return  # what rests on it stands; officials see to it
    if result is None and fixture.result is not None:
        since = paired_since(act, fixture)
        act.emit(ev.ResultWithdrawn(fixture=fixture.id, old=fixture.result, paired_since=since))
        advance(act, fixture.stage)
    elif result is not None:
        put_on_record(act, fixture, result)


def result_by_games(fixture: Fixture, best_of: int) -> Result | None:
    """What the settled battles of a fixture come to; None while it is open. [KERNEL-TOUR-11]

    It is over when somebody has won more than half of `best_of`, or as many are settled. Of one battle its own score
    counts, of several how many each has won.
    """
    settled = [game for game in fixture.games if game.status == "settled"]
    won = Counter(winner for game in settled if (winner := _winner(game)))
    if not settled or (len(settled) < best_of and max(won.values(), default=0) * 2 <= best_of):
        return None
    last = settled[-1]
    if best_of == 1:
        return Result(
            kind="played",
            decided="match",
            places=last.places,
            scores=last.scores,
            counts=last.counts,
            match=last.match,
        )
    wins = {side: won[side] for side in fixture.sides}
    places = {side: 1 + sum(other > wins[side] for other in wins.values()) for side in fixture.sides}
    return Result(kind="played", decided="match", places=places, scores=wins, match=last.match)


def _winner(game: Game) -> str:
    first = [side for side, place in game.places.items() if place == 1]
    return first[0] if len(first) == 1 else ""


# By reports


def report(act: Act, command: co.ReportResult) -> None:
    """What one side says. From all sides the same it counts; else it is disputed, and organizers rule."""
    fixture = _without_result(act, command.fixture)
    _side(act, fixture, command.entrant, "entrant")
    if any(game.status == "open" for game in fixture.games):
        message, hint = "Its battle is being fought on Skald, and decides it.", "Finish the battle."
        raise Refused("game_open", message, REPORTS, field="fixture", hint=hint)
    check_places(act, fixture, command.places, command.scores)
    if act.stage(fixture.stage).format in BRACKETS and list(command.places.values()).count(1) != 1:
        message, hint = "In a bracket somebody goes on: this needs one winner.", "Give place 1 to one side."
        raise Refused("no_winner", message, REPORTS, field="places", hint=hint)
    own = Report(
        account=act.by.account, name=act.by.name, places=command.places, scores=command.scores, note=command.note
    )
    if fixture.reports.get(command.entrant) == own:
        message, hint = "That is what you have reported.", "Wait for the other side."
        raise Refused("nothing_to_change", message, REPORTS, hint=hint)
    act.emit(ev.ResultReported(fixture=fixture.id, entrant=command.entrant, report=own))
    reports = {side: one for side, one in act.fixture(fixture.id).reports.items() if side in fixture.sides}
    if len(reports) < len(fixture.sides):
        return
    if all((one.places, one.scores) == (own.places, own.scores) for one in reports.values()):
        result = Result(kind="played", decided="agreed", places=own.places, scores=own.scores)
        put_on_record(act, act.fixture(fixture.id), result)
    elif not fixture.disputed:
        act.emit(ev.ResultDisputed(fixture=fixture.id))


def add_evidence(act: Act, command: co.AddEvidence) -> None:
    """While a result is disputed."""
    fixture = act.fixture(command.fixture)
    if not fixture.disputed:
        message, hint = "The result of this fixture is not disputed.", "Report a result first."
        raise Refused("not_disputed", message, REPORTS, field="fixture", hint=hint)
    text = command.text.strip()
    if not text:
        raise Refused("no_evidence", "There is nothing in it.", REPORTS, field="text", hint="Say what there is to say.")
    if len(fixture.evidence) >= MOST_EVIDENCE:
        message, hint = f"There are {MOST_EVIDENCE} pieces of evidence already.", "Ask an organizer to rule on it."
        raise Refused("out_of_bounds", message, REPORTS, field="text", hint=hint)
    act.emit(
        ev.EvidenceAdded(fixture=fixture.id, evidence=Evidence(account=act.by.account, name=act.by.name, text=text))
    )


def check_places(act: Act, fixture: Fixture, places: Mapping[str, int], scores: Mapping[str, int]) -> None:
    """Refuse what cannot have come of a fixture of this game. [KERNEL-TOUR-09]"""
    for field, given in (("places", places), ("scores", scores)):
        for entrant in given:
            _side(act, fixture, entrant, f"{field}.{entrant}")
    missing = next((side for side in fixture.sides if side not in places), None)
    if missing is not None:
        message, hint = f"The place of {act.name(missing)} is missing.", "Give each side its place."
        raise Refused("place_missing", message, REPORTS, field="places", hint=hint)
    ranked = {side: 1 + sum(other < place for other in places.values()) for side, place in places.items()}
    if ranked != dict(places):
        message = "The places do not fit together: whoever is best has 1, and whoever comes after two has 3."
        raise Refused("bad_places", message, REPORTS, field="places", hint="Give 1 to whoever won; the same to equals.")
    _check_scores(act, fixture, places, scores)


def _check_scores(act: Act, fixture: Fixture, places: Mapping[str, int], scores: Mapping[str, int]) -> None:
    """All sides have a score or none, such as a match can end with; the better one has the better place."""
    if not scores:
        return
    if act.stage(fixture.stage).rules.best_of == 1 and not act.campaign.scored:
        message, hint = "This game has no score.", "Leave the scores out."
        raise Refused("no_scores", message, REPORTS, field="scores", hint=hint)
    missing = next((side for side in fixture.sides if side not in scores), None)
    if missing is not None:
        message, hint = f"The score of {act.name(missing)} is missing.", "Give the score of each side, or of none."
        raise Refused("score_missing", message, REPORTS, field="scores", hint=hint)
    _check_possible(act, fixture, places, scores)
    for one in fixture.sides:
        for other in fixture.sides:
            if scores[one] > scores[other] and places[one] >= places[other]:
                message = f"{act.name(one)} has the higher score, and not the better place."
                hint = "Correct the places or the scores."
                raise Refused("scores_against_places", message, REPORTS, field=f"scores.{one}", hint=hint)


def _check_possible(act: Act, fixture: Fixture, places: Mapping[str, int], scores: Mapping[str, int]) -> None:
    """Refuse scores that no match ends with: of one battle by its game, of several as many as are fought at most."""
    stage = act.stage(fixture.stage)
    best_of, most = stage.rules.best_of, act.campaign.most_points
    if best_of > 1:
        message = _beyond_best_of(best_of, sorted(scores.values()))
    elif most and sum(scores.values()) > most:
        message = f"A match has at most {most} points for all sides, not {sum(scores.values())}."
    elif stage.format not in BRACKETS and len({*scores.values()}) < len({*places.values()}):
        message = "Sides with the same score have drawn."
    else:
        return
    if message:
        hint = "Correct the scores, or leave them out."
        raise Refused("impossible_score", message, REPORTS, field="scores", hint=hint)


def _beyond_best_of(best_of: int, won: Sequence[int]) -> str:
    """What is wrong with these numbers of battles won, the fewest first; empty: nothing."""
    needed = best_of // 2 + 1
    if won[-1] > needed:
        return f"Whoever has won {needed} of {best_of} battles has won; nobody wins {won[-1]}."
    if sum(won) > best_of:
        return f"Of {best_of} battles {sum(won)} cannot be won."
    return ""


# By officials


def record(act: Act, command: co.RecordResult) -> None:
    """What it was, by an official; where it is disputed, or has a result, by an organizer."""
    fixture = to_be_played(act, command.fixture)
    if (fixture.disputed or fixture.result is not None) and not is_organizer(act):
        message = "A disputed result, or one that is on record, is an organizer's to rule on."
        raise Refused("officials_only", message, CORRECTIONS, field="fixture", hint="Ask an organizer.")
    result = _recorded(act, fixture, command)
    if fixture.result is not None and replace(result, decided=fixture.result.decided, note="") == replace(
        fixture.result, note="", order=0
    ):
        message, hint = "That is the result on record.", "Record another one."
        raise Refused("nothing_to_change", message, CORRECTIONS, hint=hint)
    check_not_built_on(act, fixture, result)
    _check_pairings_allow(act, fixture)
    put_on_record(act, fixture, result)


def put_on_record(act: Act, fixture: Fixture, result: Result) -> None:
    """A result, with when it was played: a correction leaves that as it is."""
    order = fixture.result.order if fixture.result is not None else 0
    if not order:
        day = min(fixture.slot.date, act.world.today) if fixture.slot is not None else act.world.today
        order = order_key(day, act.next_number)
    act.emit(
        ev.ResultRecorded(
            fixture=fixture.id,
            result=replace(result, order=order),
            old=fixture.result,
            paired_since=paired_since(act, fixture) if fixture.result is not None else 0,
        )
    )
    advance(act, fixture.stage)


def paired_since(act: Act, fixture: Fixture) -> int:
    """The last round that was paired by the result of a fixture; 0 where none was."""
    stage = act.stage(fixture.stage)
    last = max(stage.rounds, default=0)
    return last if stage.format in PAIRED and last > fixture.round else 0


def _check_pairings_allow(act: Act, fixture: Fixture) -> None:
    """Refuse to change a result that a later round was paired by, where the stage says so."""
    stage, later = act.stage(fixture.stage), paired_since(act, fixture)
    if fixture.result is not None and later and stage.rules.corrected == "block":
        message = f"Round {later} of {stage.name} was paired by this result."
        hint = "Discard that round, if it is a draft; otherwise the result stands."
        raise Refused("paired_since", message, CORRECTIONS, field="fixture", hint=hint)


def _recorded(act: Act, fixture: Fixture, command: co.RecordResult) -> Result:
    places, scores = dict(command.places), dict(command.scores)
    if command.kind in PLACELESS and (places or scores) and command.kind != "abandoned":
        message, hint = f"A {command.kind.replace('_', ' ')} fixture has no places.", "Leave places and scores out."
        raise Refused("no_places", message, CORRECTIONS, field="places", hint=hint)
    if command.kind == "draw_agreed":
        places = places or dict.fromkeys(fixture.sides, 1)
    if command.kind not in PLACELESS or places or scores:
        check_places(act, fixture, places, scores)
    if command.kind == "double_forfeit" and len(fixture.sides) != 2:
        message, hint = "At a table sides that do not come have the last places.", "Give each side its place."
        raise Refused("no_places", message, CORRECTIONS, field="kind", hint=hint)
    winners = [side for side, place in places.items() if place == 1]
    if command.kind == "forfeit" and (len(fixture.sides) != 2 or len(winners) != 1):
        message, hint = "A forfeit is won by the one side that was there.", "Give it place 1 and the other place 2."
        raise Refused("no_winner", message, CORRECTIONS, field="places", hint=hint)
    if command.kind == "draw_agreed" and len(winners) != len(fixture.sides):
        message, hint = "Of an agreed draw nobody is the winner.", "Give all sides place 1."
        raise Refused("bad_places", message, CORRECTIONS, field="places", hint=hint)
    decided: Decided = "ruled" if fixture.disputed else "recorded"
    return Result(kind=command.kind, decided=decided, places=places, scores=scores, note=command.reason.strip())


def withdraw(act: Act, command: co.WithdrawResult) -> None:
    """It is open again, as if nobody had reported anything."""
    fixture = to_be_played(act, command.fixture)
    if fixture.result is None:
        message, hint = "This fixture has no result.", "Choose one that has."
        raise Refused("no_result", message, CORRECTIONS, field="fixture", hint=hint)
    check_not_built_on(act, fixture, None)
    _check_pairings_allow(act, fixture)
    act.emit(ev.ResultWithdrawn(fixture=fixture.id, old=fixture.result, paired_since=paired_since(act, fixture)))
    advance(act, fixture.stage)


def adjust_points(act: Act, command: co.AdjustPoints) -> None:
    """Points of a stage, with a footnote."""
    stage, entrant = act.stage(command.stage), act.entrant(command.entrant)
    if entrant.id not in stage.entrants:
        message, hint = f"{entrant.name} does not play {stage.name}.", "Name an entrant of the stage."
        raise Refused("not_in_stage", message, POINTS, field="entrant", hint=hint)
    if command.points == 0 or command.points % 50:
        message = f"{command.points} hundredths are not whole or half points."
        raise Refused("odd_points", message, POINTS, field="points", hint="Give multiples of 50, and not 0.")
    if stage.format in BRACKETS or stage.status == "planned":
        message, hint = f"{stage.name} has no points.", "Name a stage with a table that has started."
        raise Refused("no_table", message, POINTS, field="stage", hint=hint)
    last = max((number for number, status in stage.rounds.items() if status == "published"), default=0)
    if command.round is not None and not 0 <= command.round <= last:
        message, hint = f"{stage.name} has {last} published rounds, not {command.round}.", "Leave the round out."
        raise Refused("unknown_round", message, POINTS, field="round", hint=hint)
    over = complete_rounds(act.tournament, stage, last)
    act.emit(
        ev.PointsAdjusted(
            stage=stage.id,
            entrant=entrant.id,
            points=command.points,
            round=over if command.round is None else command.round,
            number=act.next_number,
        )
    )
