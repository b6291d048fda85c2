"""`manage.py tournament new|list|show|table|pair|schedule|publish|result|simulate`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import CommandError
from tqdm import tqdm

from campaigns import event_codec
from campaigns.simulation.battles import SETTLING, CampaignStuck
from campaigns.simulation.rosters import CASTS, GAME
from campaigns.terminal import campaign_named
from matches.terminal.arguments import INTERRUPTED, number_from
from matches.terminal.finding import user_named
from matches.terminal.subcommands import SubcommandsCommand
from rules.registry import RULESETS
from tournaments import service
from tournaments.api.documents import tournament_document
from tournaments.csv_tables import table_csv
from tournaments.domain.stage_rules import FORMATS
from tournaments.domain.state import Tournament as TournamentState
from tournaments.event_codec import TOURNAMENTS
from tournaments.handler import CommandResult
from tournaments.models import Tournament
from tournaments.simulation.season import Season, SeasonPlan
from tournaments.terminal import (
    lines_of,
    outcome,
    round_lines,
    schedule_lines,
    season_lines,
    stage_named,
    table_lines,
    tables_asked,
    tournament_named,
)
from tournaments.terminal_jobs import see_through
from web.csv_files import csv_text
from web.people import THE_HOUSE, Person, person

GAMES = sorted(key for key, game in RULESETS.items() if game.progression is not None)
MOST_COMPANIES = 100
KINDS = ("played", "draw_agreed", "forfeit", "double_forfeit", "void", "abandoned")


class Command(SubcommandsCommand):
    """Tournaments from the command line."""

    help = "Found, list, show, schedule, pair or simulate tournaments; publish rounds, record results, print tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subcommands = parser.add_subparsers(dest="subcommand", required=True)
        new = subcommands.add_parser("new", help="found a tournament")
        where = new.add_mutually_exclusive_group(required=True)
        where.add_argument("--campaign", help="the campaign whose companies play it; its GM is the organizer")
        where.add_argument("--ruleset", choices=GAMES, help="found a campaign of this game with it")
        new.add_argument("--title", required=True)
        new.add_argument("--organizer", required=True, help="the user who runs it")
        new.add_argument("--visibility", choices=Tournament.Visibility.values, default="members")
        listed = subcommands.add_parser("list", help="list tournaments, newest first")
        listed.add_argument("--status", choices=Tournament.Status.values)
        listed.add_argument("--json", action="store_true", help="print one JSON line each")
        show = subcommands.add_parser("show", help="show a tournament: entrants, stages, rounds, fixtures, tables")
        show.add_argument("tournament")
        show.add_argument("--json", action="store_true", help="print everything as one JSON document")
        table = _of_stage(subcommands.add_parser("table", help="print the table of a stage"))
        form = table.add_mutually_exclusive_group()
        form.add_argument("--csv", action="store_true", help="print it as CSV")
        form.add_argument("--json", action="store_true", help="print it as one JSON document")
        table.add_argument("--round", type=int, help="as after this round, by what is on record now")
        table.add_argument("--at", default="", help="as it was shown then: the number of an event, a date or a time")
        _add_changes(subcommands)
        _add_simulate(subcommands.add_parser("simulate", help="let bots play a tournament in a campaign of its own"))

    def _new(self, options: dict[str, Any]) -> None:
        order = {"title": options["title"], "visibility": options["visibility"]}
        if options["campaign"]:
            order["campaign"] = str(campaign_named(options["campaign"]))
        else:
            order["game"] = options["ruleset"]
        done = service.open_tournament(person(user_named(options["organizer"])), order)
        self.stdout.write(str(done.tournament.id))

    def _list(self, options: dict[str, Any]) -> None:
        tournaments = Tournament.objects.all()
        if options["status"]:
            tournaments = tournaments.filter(status=options["status"])
        if not options["json"]:
            self.stdout.write(f"{'id':<36}  {'status':<9} {'game':<10} {'entrants':>8}  title")
        for row in tournaments.iterator():
            count = sum(row.summary["entrants"].values())
            line = f"{row.pk}  {row.status:<9} {row.game:<10} {count:>8}  {row.title}"
            if options["json"]:
                fields = {"id": row.pk, "campaign": row.campaign_id, "title": row.title, "game": row.game}
                fields |= {"status": row.status, "visibility": row.visibility, "version": row.version}
                line = msgspec.json.encode(fields | {"summary": row.summary}).decode()
            self.stdout.write(line)

    def _show(self, options: dict[str, Any]) -> None:
        loaded = service.see_tournament(THE_HOUSE, tournament_named(options["tournament"]))
        if options["json"]:
            self.stdout.write(msgspec.json.encode(tournament_document(THE_HOUSE, loaded, loaded.state)).decode())
            return
        for line in lines_of(loaded):
            self.stdout.write(line)

    def _table(self, options: dict[str, Any]) -> None:
        loaded = service.see_as_of(THE_HOUSE, tournament_named(options["tournament"]), options["at"])
        tournament: TournamentState = loaded.state
        tables = tables_asked(tournament, stage_named(tournament, options["stage"]), options["round"])
        if options["json"]:
            self.stdout.write(msgspec.json.encode(tables).decode())
        elif options["csv"]:
            self.stdout.write(csv_text(table_csv(tournament, tables)), ending="")
        else:
            for line in table_lines(tournament, tables):
                self.stdout.write(line)

    def _pair(self, options: dict[str, Any]) -> None:
        done = _give(options, {"type": "pair", "stage": options["stage"]})
        job = see_through(done.jobs[0].pk)
        if not job.result.get("drafted"):
            raise CommandError(job.result["why"])
        self._print_rounds(done.tournament.id, options["stage"], [job.result["round"]])

    def _schedule(self, options: dict[str, Any]) -> None:
        how = "explain" if options["explain"] else "repair" if options["repair"] or options["release"] else "draw"
        order: dict[str, Any] = {"type": "draw_schedule", "stage": options["stage"], "how": how}
        done = _give(options, order | {"seconds": options["seconds"], "released": options["release"]})
        found = see_through(done.jobs[0].pk, "s").result
        if "drafted" not in found or "why" in found:
            raise CommandError(found["why"])
        if options["publish"] and not options["explain"]:
            _give(options, {"type": "publish_schedule", "stage": options["stage"]})
        tournament: TournamentState = service.see_tournament(THE_HOUSE, done.tournament.id).state
        for line in schedule_lines(tournament, tournament.stages[options["stage"]]):
            self.stdout.write(line)

    def _publish(self, options: dict[str, Any]) -> None:
        before = service.see_tournament(THE_HOUSE, tournament_named(options["tournament"])).state
        drafts = [n for n, status in stage_named(before, options["stage"]).rounds.items() if status == "draft"]
        order = {"type": "publish_round", "stage": options["stage"], "round": options["round"]}
        done = _give(options, order)
        self._print_rounds(done.tournament.id, options["stage"], [options["round"]] if options["round"] else drafts)

    def _print_rounds(self, tournament_id: UUID, stage_id: str, numbers: list[int]) -> None:
        tournament: TournamentState = service.see_tournament(THE_HOUSE, tournament_id).state
        stage = tournament.stages[stage_id]
        for number in sorted(numbers):
            for line in round_lines(tournament, stage, number, stage.rounds[number]):
                self.stdout.write(line)

    def _result(self, options: dict[str, Any]) -> None:
        order = {"type": "record_result", "fixture": options["fixture"], "kind": options["kind"]}
        order |= {"places": dict(options["places"]), "scores": dict(options["scores"]), "reason": options["reason"]}
        done = _give(options, order)
        tournament: TournamentState = done.tournament.state
        fixture = tournament.fixtures[options["fixture"]]
        self.stdout.write(f"{fixture.id}: {outcome(tournament, fixture)}")
        events = [event_codec.decoded(TOURNAMENTS, one) for one in done.recorded]
        paired = max(getattr(one, "paired_since", 0) for one in events)
        if paired:
            self.stdout.write(f"Round {paired} was paired by the result before; its pairings stay.")

    def _simulate(self, options: dict[str, Any]) -> None:
        season = Season(_plan(options), SETTLING[options["workers"]], _somebody(options["organizer"]))
        try:
            bar = tqdm(season.play(), unit="fixture", disable=options["json"], file=sys.stderr)
            for played in bar:
                bar.set_postfix(last=played.fixture)
        except CampaignStuck as stuck:
            hint = "Is a worker running? `manage.py up` starts one; or use --workers inline."
            raise CommandError(f"{stuck} {hint} The tournament is {season.id}.") from None
        except KeyboardInterrupt:
            self.stderr.write(f"Stopped after {len(season.played)} fixtures; the tournament is {season.id}.")
            raise SystemExit(INTERRUPTED) from None
        if options["json"]:
            self.stdout.write(msgspec.json.encode(season.summary()).decode())
            return
        for line in season_lines(season):
            self.stdout.write(line)


def _plan(options: dict[str, Any]) -> SeasonPlan:
    """What is to be simulated; rules of the stage that are not named are those that stages have."""
    named = {"legs": options["legs"], "rounds": options["rounds"], "groups": options["groups"]}
    named |= {"best_of": options["best_of"], "qualify": options["qualify"]}
    rules = {name: value for name, value in named.items() if value is not None}
    about = {name: options[name] for name in ("companies", "format", "battles", "seed", "title", "game")}
    return SeasonPlan(**about, rules=rules)


def _somebody(name: str | None) -> Person | None:
    return person(user_named(name)) if name else None


def _add_simulate(simulate: ArgumentParser) -> None:
    simulate.add_argument("--game", choices=sorted(CASTS), default=GAME, help=f"which game ({GAME})")
    simulate.add_argument("--format", choices=sorted(FORMATS), default="round_robin", help="(round_robin)")
    simulate.add_argument("--companies", type=number_from(2, MOST_COMPANIES), default=6, help="how many (6)")
    simulate.add_argument("--battles", type=number_from(0, 10_000), help="so many are fought, others reported (all)")
    simulate.add_argument("--legs", type=int, choices=(1, 2), help="how often each meets each, in a round robin")
    simulate.add_argument("--rounds", type=number_from(1, 40), help="rounds of a Swiss")
    simulate.add_argument("--groups", type=number_from(2, 32), help="how many groups; their best play finals")
    simulate.add_argument("--qualify", type=number_from(1, 32), help="how many of each group")
    simulate.add_argument("--best-of", type=number_from(1, 9), help="battles a fixture at most")
    simulate.add_argument("--seed", type=int, default=1, help="the same seed reports the same results (1)")
    simulate.add_argument("--title", default="A season of play")
    simulate.add_argument("--organizer", help="the user who runs it (one of its own, whom nobody can log in as)")
    simulate.add_argument("--workers", choices=sorted(SETTLING), default="inline", help="who runs its jobs (inline)")
    simulate.add_argument("--json", action="store_true", help="print the result as one JSON document")


def _of_stage(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument("tournament")
    parser.add_argument("stage", help="its id, such as s1")
    return parser


def _add_changes(subcommands: Any) -> None:
    """The subcommands that change a tournament: by the house, or by somebody who may."""
    pair = _of_stage(subcommands.add_parser("pair", help="pair the next round of a stage as a draft"))
    schedule = _of_stage(subcommands.add_parser("schedule", help="draw, repair or explain the schedule of a stage"))
    schedule.add_argument("--seconds", type=int, default=30, help="improve it for so long at most (30)")
    kind = schedule.add_mutually_exclusive_group()
    kind.add_argument("--repair", action="store_true", help="move the fewest fixtures that the rules want")
    kind.add_argument("--explain", action="store_true", help="only tell which rules and wishes clash")
    schedule.add_argument("--release", nargs="+", default=[], metavar="FIXTURE", help="published ones that may move")
    schedule.add_argument("--publish", action="store_true", help="publish it, unless it breaks a rule")
    publish = _of_stage(subcommands.add_parser("publish", help="publish the drafts of a stage"))
    publish.add_argument("--round", type=int, default=0, help="this one alone")
    result = subcommands.add_parser("result", help="record what came of a fixture, or correct it")
    result.add_argument("tournament")
    result.add_argument("fixture", help="its id, such as s1-1-1")
    result.add_argument("places", nargs="*", type=_pair_of("PLACE"), metavar="ENTRANT=PLACE", help="e1=1 e2=2")
    result.add_argument(
        "--scores", nargs="+", type=_pair_of("SCORE"), metavar="ENTRANT=SCORE", default=[], help="e1=3 e2=0"
    )
    result.add_argument("--kind", choices=KINDS, default="played")
    result.add_argument("--reason", required=True)
    for parser in (pair, schedule, publish, result):
        parser.add_argument("--by", help="the user who does it (the house)")


def _pair_of(what: str) -> Any:
    """An entrant and a number, for argparse."""

    def pair(word: str) -> tuple[str, int]:
        entrant, _, number = word.partition("=")
        return entrant, int(number)

    pair.__name__ = f"ENTRANT={what}"
    return pair


def _give(options: dict[str, Any], order: dict[str, Any]) -> CommandResult:
    who = _somebody(options["by"]) or THE_HOUSE
    return service.give_command(who, tournament_named(options["tournament"]), order)
