"""`manage.py match new|rules|play|show|verify|export|import|list`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
from django.core.management.base import CommandError
from tqdm import tqdm

from eventstore import api as store
from matches import service
from matches.models import Match
from matches.simulation.playing import default_setup
from matches.terminal.finding import json_file, match_named, user_named
from matches.terminal.player import ALL, Player
from matches.terminal.showing import few_lines, house_rule_lines
from matches.terminal.subcommands import SubcommandsCommand
from rules.kernel.table_events import DiceKind
from rules.registry import RULESETS
from web.people import THE_HOUSE, Person, person
from web.provenance import NAMES_ALONE

RECENT = 30
"""Among so many events are the last that `show` tells."""


class Command(SubcommandsCommand):
    """Matches from the command line."""

    help = "Create, play, show, verify, export and import matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subcommands = parser.add_subparsers(dest="subcommand", required=True)
        new = subcommands.add_parser("new", help="create a match from rosters or from a position")
        new.add_argument("ruleset", choices=sorted(RULESETS))
        new.add_argument("--setup", type=Path, help="a JSON file with the rosters (default: the game's example)")
        new.add_argument("--position", type=Path, help="a JSON file with a position")
        new.add_argument("--house-rules", type=Path, help="a JSON file with house rules, as `rules` lists them")
        new.add_argument(
            "--dice", nargs="*", default=[], metavar="SEAT=KIND", help="seats with table dice, for example home=table"
        )
        new.add_argument("--title", default="")
        new.add_argument("--visibility", choices=Match.Visibility.values, default="private")
        new.add_argument("--gm", help="the user who becomes its GM")
        rules = subcommands.add_parser("rules", help="list the house rules of a game, as a file for `new` has them")
        rules.add_argument("ruleset", choices=sorted(RULESETS))
        play = subcommands.add_parser("play", help="play a match here in the terminal")
        play.add_argument("match")
        play.add_argument("--bots", nargs="*", default=[], metavar="[SEAT=]BOT", help="seats played by bots")
        play.add_argument("--roll", action="store_true", help="roll table dice at random")
        play.add_argument("--most", type=int, help="stop after this many commands")
        play.add_argument("--seed", type=int, help="seed for the bots")
        show = subcommands.add_parser("show", help="show a match in a few lines, now or after any event")
        show.add_argument("match")
        show.add_argument("--version", type=int, dest="after", help="the state after this event")
        show.add_argument("--events", action="store_true", help="print its events instead, one JSON line each")
        show.add_argument("--json", action="store_true", help="print everything, with the complete state")
        for name, text in (("verify", "verify chain, rules and dice"), ("export", "write a .skald file")):
            subcommand = subcommands.add_parser(name, help=text)
            subcommand.add_argument("match")
            if name == "export":
                subcommand.add_argument("file", type=Path, nargs="?", help="where to write it (match-ID.skald)")
            subcommand.add_argument("--json" if name == "verify" else "--output", **_OPTION[name])
        taken = subcommands.add_parser("import", help="import a .skald file")
        taken.add_argument("file", type=Path)
        taken.add_argument("--gm", help="the user who becomes its GM, if its own GM has no account here")
        listed = subcommands.add_parser("list", help="list matches, newest first, then those that came from elsewhere")
        listed.add_argument("--status", choices=Match.Status.values)
        listed.add_argument("--json", action="store_true")

    def _new(self, options: dict[str, Any]) -> None:
        position = json_file(options["position"])
        setup = json_file(options["setup"])
        if setup is None and position is None:
            setup = default_setup(options["ruleset"])
        order = service.NewMatch(
            ruleset=options["ruleset"],
            setup=setup,
            position=position,
            house_rules=json_file(options["house_rules"]) or {},
            dice=_pairs(options["dice"], get_args(DiceKind)),
            title=options["title"],
            visibility=options["visibility"],
        )
        self.stdout.write(str(service.create_match(_runs_it(options["gm"]), order)))

    def _rules(self, options: dict[str, Any]) -> None:
        for line in house_rule_lines(RULESETS[options["ruleset"]].house_rules):
            self.stdout.write(line)

    def _play(self, options: dict[str, Any]) -> None:
        match_id = match_named(options["match"])
        game = service.load(THE_HOUSE, match_id).match.ruleset
        bots = _pairs(options["bots"], tuple(game.bots()), alone=ALL)
        seed = options["seed"]
        rng = Random(seed)  # noqa: S311 – a bot's whims; dice have a door of their own
        player = Player(match_id, bots, say=self.stdout.write, ask=input, roll=options["roll"], rng=rng)
        match = player.play(options["most"])
        outcome = match.table.outcome()
        self.stdout.write(f"{match.status().label}, event {match.version}" + (f": {outcome}" if outcome else ""))

    def _show(self, options: dict[str, Any]) -> None:
        match_id = match_named(options["match"])
        if options["events"]:
            for event in _all_events(match_id, options["after"]):
                self.stdout.write(msgspec.json.encode(event).decode())
            return
        head = service.match_document(THE_HOUSE, match_id)
        state = service.state_document(THE_HOUSE, match_id, options["after"])
        if options["json"]:
            self.stdout.write(msgspec.json.encode(head | {"state": state}).decode())
            return
        events = service.events_page(THE_HOUSE, match_id, max(0, state["version"] - RECENT), RECENT)["events"]
        for line in few_lines(head, state, [event for event in events if event["n"] <= state["version"]]):
            self.stdout.write(line)

    def _verify(self, options: dict[str, Any]) -> None:
        found = service.verify_match(THE_HOUSE, match_named(options["match"]))
        if options["json"]:
            self.stdout.write(msgspec.json.encode(found).decode())
        else:
            for line in _verdict(found):
                self.stdout.write(line)
        if not found["ok"]:
            sys.exit(1)

    def _export(self, options: dict[str, Any]) -> None:
        if options["file"] and options["output"]:
            raise CommandError("Name the file once: as FILE or with --output.")
        match_id = match_named(options["match"])
        path = options["file"] or options["output"] or Path(f"match-{match_id}.skald")
        with path.open("wb") as file:
            summary = service.export_match(THE_HOUSE, match_id, file)
        self.stdout.write(f"{path}: {summary.events} events, head {summary.heads[0]}")

    def _import(self, options: dict[str, Any]) -> None:
        try:
            with options["file"].open("rb") as file:
                match_id, added = service.import_file(_runs_it(options["gm"]), file)
                file.seek(0)
                seal = store.check_export(file, store.find_seal_key(), store.trusted_keys()).seal
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        self.stdout.write(str(match_id))
        self.stderr.write(f"{options['file']}: {seal.value}")
        if not seal.trusted:
            self.stderr.write(NAMES_ALONE)
        if not added:
            self.stderr.write(f"Match {match_id} is here already; nothing was added.")

    def _list(self, options: dict[str, Any]) -> None:
        matches = Match.objects.all()
        if options["status"]:
            matches = matches.filter(status=options["status"])
        if not options["json"]:
            self.stdout.write(f"{'id':<36}  {'status':<9} {'game':<10} {'events':>6}  title")
        for row in matches.iterator():
            if options["json"]:
                imported = row.imported_by if row.from_outside else None
                origin = {"imported": imported, "forked_from_import": row.forked_from_import}
                fields = {"id": row.pk, "title": row.title, "ruleset": row.ruleset, "status": row.status}
                line = msgspec.json.encode(fields | {"version": row.version, "summary": row.summary} | origin).decode()
            else:
                line = f"{row.pk}  {row.status:<9} {row.ruleset:<10} {row.version:>6}  {row.title}{_mark(row)}"
            self.stdout.write(line)


_OPTION: dict[str, dict[str, Any]] = {
    "verify": {"action": "store_true"},
    "export": {"type": Path, "help": "the same as FILE"},
}


def _mark(row: Match) -> str:
    """What follows the title of a match that was not played here, or not from its beginning."""
    if row.from_outside:
        return f" (imported by {row.imported_by})"
    return " (forked from an import)" if row.forked_from_import else ""


def _runs_it(name: str | None) -> Person:
    return person(user_named(name)) if name else THE_HOUSE


def _pairs(words: list[str], known: tuple[str, ...], alone: str = "") -> dict[str, Any]:
    """`seat=value` words as a mapping; a value on its own goes under `alone`."""
    pairs = {}
    for word in words:
        seat, _, value = word.rpartition("=")
        if value not in known or not (seat or alone):
            raise CommandError(f"{word!r} is not SEAT=VALUE with one of {', '.join(known)}.")
        pairs[seat or alone] = value
    return pairs


def _all_events(match_id: Any, upto: int | None) -> Any:
    after: int | None = 0
    with tqdm(unit="event", disable=not sys.stderr.isatty()) as bar:
        while after is not None:
            page = service.events_page(THE_HOUSE, match_id, after, 500)
            for event in page["events"]:
                if upto is not None and event["n"] > upto:
                    return
                yield event
            bar.update(len(page["events"]))
            after = page["next"]


def _verdict(found: dict[str, Any]) -> Any:
    chain = found["chain"]
    yield f"chain: {'whole' if chain['ok'] else 'broken'}, {found['version']} events, head {chain['head']}"
    yield from (f"  {finding}" for finding in chain["findings"])
    if found["rules"] is not None:
        yield f"rules: {found['rules']['verdict']}, {found['rules']['decisions']} commands decided again"
        yield f"dice: {found['dice']['words']}"
        yield from (f"  event {finding['n']}: {finding['message']}" for finding in found["dice"]["findings"])
    for one in found["imported"]:
        versions = f"events {one['first']} to {one['last']}: "
        yield f"origin: {versions if one['last'] < found['version'] else ''}{one['words']}"
