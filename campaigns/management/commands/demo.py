"""Furnish the demo."""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from tqdm import tqdm

from campaigns.demo.chapters import chapters, demo_lock, matches_to_play, play
from campaigns.demo.moon_gate import MoonGate
from campaigns.demo.people import PLAYER, BadPassword, Login, invite_guests, passwords_file
from campaigns.demo.war import War, plan
from campaigns.simulation.battles import CampaignStuck
from web.errors import KeyReused, Refusal

PROGRESS_SECONDS = 3.0
DEMO = "Banak Open and war of Ashgate"
OWN_PASSWORD = "(one of their own)"  # noqa: S105 - what is shown where we know none


class Command(BaseCommand):
    """`manage.py demo`."""

    help = (
        "Furnish the Banak Open, the war of Ashgate and the feud at the Moon Gate: users, teams, companies, and "
        "matches that are over, running and waiting. What is there already is left alone, so it can be run again at "
        "any time. "
        "DEMO_PASSWORD sets the password of the demo's users."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quick", action="store_true", help="only one match of each kind, takes a few seconds")
        parser.add_argument("--site", default="", help="the address of this server, to print whole addresses")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.monotonic()
        with demo_lock():
            try:
                logins = invite_guests(os.environ.get("DEMO_PASSWORD", "").strip())
            except BadPassword as bad:
                raise CommandError(f"DEMO_PASSWORD is not accepted. {bad}") from None
            commands, left_alone = self._play_matches(quick=options["quick"])
            campaign, given = self._play_campaign(quick=options["quick"])
            commands += given
        seconds = time.monotonic() - begun
        self.stdout.write(f"{DEMO}: {commands} commands in {seconds:.0f} s." if commands else f"{DEMO}: already there.")
        if left_alone:
            self.stdout.write(f"{left_alone} matches are of an earlier edition and stay as they are.")
        site = str(options["site"]).rstrip("/")
        self._print(logins, site)
        if campaign:
            page = reverse("campaigns:campaign", args=[campaign])
            self.stdout.write(f"To look at the campaign: open {site}{page}, or type")
            self.stdout.write(f".venv/bin/python manage.py campaign show {campaign}")

    def _play_matches(self, *, quick: bool) -> tuple[int, int]:
        """Play all stories; return how many commands it took, and how many matches are of an earlier version.

        Where no bar can be drawn, for there is no terminal, a line every few seconds says how far it has come.
        """
        commands = left_alone = done = 0
        wanted = chapters(quick=quick)
        last_said = time.monotonic()
        with tqdm(wanted, desc=DEMO, unit="match", file=sys.stderr, disable=None) as bar:

            def on_command() -> None:
                nonlocal commands, last_said
                commands += 1
                bar.set_postfix(commands=commands)
                if bar.disable and time.monotonic() - last_said >= PROGRESS_SECONDS:
                    last_said = time.monotonic()
                    share = f"{done / len(wanted):.0%}, {done} of {len(wanted)} matches"
                    self.stderr.write(f"{DEMO}: {share}, {commands} commands so far.")

            for chapter in bar:
                left_alone += play(chapter, on_command) is None
                done += 1
        return commands, left_alone

    def _play_campaign(self, *, quick: bool) -> tuple[str, int]:
        """Play the campaigns; return the id of the war, empty where it is of another edition, and how many commands
        they took.
        """
        commands, campaign = 0, ""

        def on_command() -> None:
            nonlocal commands
            commands += 1

        steps = plan(quick=quick)
        try:
            war = War(on_command)
            campaign = str(war.id)
            if not war.stands(steps):
                bar = tqdm(range(len(steps)), desc="A campaign of it", unit="step", file=sys.stderr, disable=None)
                for place in bar:
                    war.run_step(place)
                    bar.set_postfix(commands=commands)
            if not quick:
                self._play_feud(on_command)
        except KeyReused:
            self.stdout.write("The campaign is of an earlier edition and stays as it is.")
        except Refusal as refusal:
            self.stdout.write(f"The campaign has been changed by hand and stays as it is. {refusal.message}")
        except CampaignStuck as stuck:
            raise CommandError(f"The campaign cannot continue. {stuck}") from None
        return campaign, commands

    @staticmethod
    def _play_feud(on_command: Callable[[], None]) -> None:
        """Play the campaign of Hachigoku, or what is left of it."""
        feud = MoonGate(on_command)
        for step in () if feud.stands else feud.steps:
            step()

    def _print(self, logins: list[Login], site: str) -> None:
        rows = [("User", "Password", "")]
        rows += [(login.guest.name, login.password or OWN_PASSWORD, login.guest.may) for login in logins]
        widths = [max(len(row[column]) for row in rows) for column in range(2)]
        self.stdout.write("")
        for user, password, may in rows:
            self.stdout.write(f"  {user:<{widths[0]}}  {password:<{widths[1]}}  {may}".rstrip())
        self.stdout.write(f"\nThe passwords are kept in {passwords_file()}.")
        begin = f"To play: log in as {PLAYER} and open"
        for game, title, match_id in matches_to_play():
            self.stdout.write(f"{begin} {site}{reverse('pages:match', args=[match_id])} ({game}: {title})")
            begin = "Or another game:"
