"""`manage.py campaign new|show|list|export|import|simulate`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError
from tqdm import tqdm

from campaigns import service, transfer
from campaigns.dice import kept_here
from campaigns.loading import load_campaign
from campaigns.models import Campaign
from campaigns.simulation.battles import SETTLING, CampaignStuck
from campaigns.simulation.rosters import CASTS, GAME
from campaigns.simulation.year import Plan, Year
from campaigns.terminal import campaign_named, lines_of, pending_job_lines, shown, standings_lines
from jobs.models import OVER, Job
from matches.terminal.arguments import INTERRUPTED, number_from
from matches.terminal.finding import json_file, user_named
from matches.terminal.subcommands import SubcommandsCommand
from rules.registry import RULESETS
from web.errors import Refusal
from web.people import THE_HOUSE, Person, person
from web.provenance import NAMES_ALONE

MOST_COMPANIES = 100
RULES_FORM = '{"fate": "deadly", "measure": "centres"}'
PARTS = ("rules", "battle_rules", "campaign", "battle")
"""What house rules stand under in other documents; no switch is called so."""
GAMES = sorted(key for key, game in RULESETS.items() if game.progression is not None)


class Command(SubcommandsCommand):
    """Campaigns from the command line."""

    help = "Create, show, export and import campaigns, or simulate one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subcommands = parser.add_subparsers(dest="subcommand", required=True)
        new = subcommands.add_parser("new", help="create a campaign")
        new.add_argument("--ruleset", choices=GAMES, required=True)
        new.add_argument("--title", required=True)
        new.add_argument("--gm", required=True, help="the user who becomes its GM")
        new.add_argument("--rules", type=Path, help=f"a JSON file with house rules, of battles too, as {RULES_FORM}")
        show = subcommands.add_parser("show", help="show a campaign: standings, companies, battles, jobs")
        show.add_argument("campaign")
        show.add_argument("--json", action="store_true", help="print everything as one JSON document")
        listed = subcommands.add_parser("list", help="list campaigns, newest first, then imports")
        listed.add_argument("--stage", choices=Campaign.Stage.values)
        listed.add_argument("--json", action="store_true", help="print one JSON line each")
        export = subcommands.add_parser("export", help="export a campaign, its companies and matches to a file")
        export.add_argument("campaign")
        export.add_argument("file", type=Path, nargs="?", help="where to write it (campaign-ID.skald)")
        taken = subcommands.add_parser("import", help="import a .skald file; dice secrets stay where they were made")
        taken.add_argument("file", type=Path)
        taken.add_argument("--gm", help="the user who becomes its GM, if its own GM has no account here")
        _add_simulate(subcommands.add_parser("simulate", help="let bots play a campaign"))

    def _new(self, options: dict[str, Any]) -> None:
        given = json_file(options["rules"]) or {}
        _check_form(options["rules"], given)
        rules, battle_rules = _by_scope(options["ruleset"], given)
        order = {"title": options["title"], "game": options["ruleset"], "rules": rules, "battle_rules": battle_rules}
        try:
            done = service.open_campaign(person(user_named(options["gm"])), order)
        except Refusal as refusal:
            part, _, rest = refusal.field.partition(".")
            refusal.field = rest if part in PARTS and rest else refusal.field
            raise
        self.stdout.write(str(done.campaign.id))

    def _show(self, options: dict[str, Any]) -> None:
        everything = shown(campaign_named(options["campaign"]))
        if options["json"]:
            self.stdout.write(msgspec.json.encode(everything.document()).decode())
            return
        for line in lines_of(everything):
            self.stdout.write(line)

    def _list(self, options: dict[str, Any]) -> None:
        campaigns = Campaign.objects.all()
        if options["stage"]:
            campaigns = campaigns.filter(stage=options["stage"])
        if not options["json"]:
            self.stdout.write(f"{'id':<36}  {'stage':<9} {'game':<10} {'GM':<16}  title")
        for row in campaigns.iterator():
            mark = f" (imported by {row.imported_by})" if row.from_outside else ""
            line = f"{row.pk}  {row.stage:<9} {row.game:<10} {row.gm_name:<16}  {row.title}{mark}"
            if options["json"]:
                fields = {"id": row.pk, "title": row.title, "game": row.game, "stage": row.stage, "gm": row.gm_name}
                fields |= {"version": row.version, "imported": row.imported_by if row.from_outside else None}
                line = msgspec.json.encode(fields | {"summary": row.summary}).decode()
            self.stdout.write(line)

    def _export(self, options: dict[str, Any]) -> None:
        campaign = campaign_named(options["campaign"])
        path = options["file"] or Path(f"campaign-{campaign}.skald")
        # Under another name until it has verified: what is there already is worth more than half a file.
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb+") as file:
                summary = transfer.export_campaign(THE_HOUSE, campaign, file)
            part.replace(path)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        finally:
            part.unlink(missing_ok=True)
        streams = f"{len(summary.streams)} streams, {summary.events} events"
        self.stdout.write(f"{path}: {streams}, head {summary.heads[0]}")

    def _import(self, options: dict[str, Any]) -> None:
        gm = person(user_named(options["gm"])) if options["gm"] else None
        try:
            with options["file"].open("rb") as file:
                taken = transfer.import_campaign(file, imported_by_person=gm)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        self.stdout.write(str(taken.campaign))
        self.stderr.write(f"{options['file']}: {taken.seal.value}")
        if not taken.seal.trusted:
            self.stderr.write(NAMES_ALONE)
        if not taken.events:
            self.stderr.write(f"Campaign {taken.campaign} is here already; nothing was added.")
        campaign = load_campaign(taken.campaign)
        left = Job.objects.filter(pk__in=[job.pk for job in taken.jobs]).exclude(state__in=OVER)
        for line in pending_job_lines(campaign.state, left.order_by("created_at"), dice_here=kept_here(campaign)):
            self.stderr.write(line)
        if gm is not None and transfer.adopt(gm, taken.campaign):
            self.stderr.write(f"{gm.name} is its GM from now on.")

    def _simulate(self, options: dict[str, Any]) -> None:
        plan = Plan(options["companies"], options["battles"], options["seed"], options["title"], options["game"])
        gm: Person | None = person(user_named(options["gm"])) if options["gm"] else None
        year = Year(plan, SETTLING[options["workers"]], gm)
        try:
            bar = tqdm(year.play(), total=plan.battles, unit="battle", disable=options["json"], file=sys.stderr)
            for fought in bar:
                bar.set_postfix(commands=fought.commands)
        except CampaignStuck as stuck:
            hint = "Is a worker running? `manage.py up` starts one; or use --workers inline."
            raise CommandError(f"{stuck} {hint} The campaign is {year.id}.") from None
        except KeyboardInterrupt:
            self.stderr.write(f"Stopped after {len(year.fought)} battles; the campaign is {year.id}.")
            raise SystemExit(INTERRUPTED) from None
        summary = year.summary()
        if options["json"]:
            self.stdout.write(msgspec.json.encode(summary).decode())
            return
        for line in _lines_of(summary):
            self.stdout.write(line)
        if gm is None:
            self.stderr.write(
                "It has no GM here: use --gm NAME to make one of your users its GM, who then finds it on the pages."
            )


def _add_simulate(simulate: ArgumentParser) -> None:
    simulate.add_argument("--game", choices=sorted(CASTS), default=GAME, help=f"which game ({GAME})")
    simulate.add_argument("--companies", type=number_from(2, MOST_COMPANIES), default=6, help="how many (6)")
    simulate.add_argument("--battles", type=number_from(0, 10_000), default=40, help="how many (40)")
    simulate.add_argument("--seed", type=int, default=1, help="the same seed draws the same pairs (1)")
    simulate.add_argument("--title", default="A year of play")
    simulate.add_argument("--gm", help="the user who runs it (one of its own, whom nobody can log in as)")
    simulate.add_argument("--workers", choices=sorted(SETTLING), default="inline", help="who runs its jobs (inline)")
    simulate.add_argument("--json", action="store_true", help="print the result as one JSON document")


def _check_form(path: Path | None, rules: dict[str, Any]) -> None:
    """Refuse house rules in the parts that other documents have."""
    part = next((name for name, value in rules.items() if name in PARTS and isinstance(value, dict)), "")
    if part:
        raise CommandError(f"{path}: house rules stand side by side, as {RULES_FORM}; leave {part!r} around them out.")


def _by_scope(ruleset: str, rules: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The house rules of the campaign, and those of its battles; an unknown one is left for the campaign to refuse."""
    battle = set(RULESETS[ruleset].house_rules.__struct_encode_fields__)
    own = {name: value for name, value in rules.items() if name not in battle}
    return own, {name: value for name, value in rules.items() if name in battle}


def _lines_of(summary: dict[str, Any]) -> Iterator[str]:
    yield f"{summary['title']}: {summary['campaign']}, in {summary['seconds']} s"
    for name in ("battles", "endings", "heroes", "absent", "levels", "jobs"):
        if summary[name]:
            yield f"{name}: {', '.join(f'{count} {key}' for key, count in summary[name].items())}"
    yield f"commands: {summary['commands']}, gold: {summary['gold']} gp"
    yield from standings_lines(summary["standings"])
