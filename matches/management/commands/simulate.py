"""`manage.py simulate ishmek -n 1000`: matches played by bots on all cores, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from matches.simulation.playing import Order, check_order, default_setup, play_many
from matches.simulation.soundness import Unsound
from matches.simulation.summary import Summary
from rules.kernel.errors import Malformed, Refused
from rules.registry import RULESETS

USUAL, FALLBACK = "sensible", "sample"


class Command(BaseCommand):
    """Let bots play matches and summarize winners, events, lengths and dice."""

    help = "Let bots play matches and summarize winners, events, lengths and dice."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, how many matches, by whom."""
        parser.add_argument("ruleset", choices=sorted(RULESETS))
        parser.add_argument("-n", "--matches", type=int, default=100, help="how many matches (100)")
        parser.add_argument("--bot", help=f"the bot that plays all seats ({USUAL}, else {FALLBACK})")
        parser.add_argument("--jobs", type=int, help="how many processes (one per core)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (1)")
        parser.add_argument("--setup", type=Path, help="a JSON file with the rosters to play")
        parser.add_argument("--house-rules", default="{}", help="house rules as a JSON object")
        parser.add_argument(
            "--verify",
            action="store_true",
            help="fold, verify and read back each match, and stop at one that is unsound",
        )
        parser.add_argument("--json", action="store_true", help="print the summary as one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        order = _order(options)
        if options["matches"] < 1 or (options["jobs"] is not None and options["jobs"] < 1):
            raise CommandError("At least one match and one process.")
        summary = Summary()
        matches = play_many(order, options["matches"], options["jobs"])
        try:
            for tally in tqdm(matches, total=options["matches"], unit="match", disable=options["json"]):
                summary.add(tally)
        except Unsound as fault:
            raise CommandError(f"The {fault}.") from None
        if options["json"]:
            self.stdout.write(msgspec.json.encode(summary.document()).decode())
            return
        for line in summary.lines():
            self.stdout.write(line)
        if order.verify:
            self.stdout.write(f"matches folded, verified and read back: {summary.matches} (seed {order.seed})")


def _order(options: dict[str, Any]) -> Order:
    """What is to be played; CommandError where that cannot be."""
    bots = RULESETS[options["ruleset"]].bots()
    bot = options["bot"] or (USUAL if USUAL in bots else FALLBACK)
    if bot not in bots:
        raise CommandError(f"There is no bot {bot!r}; there are: {', '.join(sorted(bots))}.")
    try:
        path = options["setup"]
        setup = msgspec.json.decode(path.read_bytes()) if path else default_setup(options["ruleset"])
        rules = msgspec.json.decode(options["house_rules"])
        order = Order(options["ruleset"], setup, rules, bot, options["seed"], options["verify"])
        check_order(msgspec.structs.asdict(order))
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Malformed, Refused, AttributeError) as error:
        raise CommandError(f"The rosters or house rules cannot be played: {error}") from None
    return order
