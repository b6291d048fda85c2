"""Furnish the demo."""

import os
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from tqdm import tqdm

from campaigns.demo.people import PLAYER, BadPassword, Login, invite_guests, passwords_file
from campaigns.demo.stories import OPEN
from campaigns.demo.telling import alone, chapters, match_to_play, tell

PROGRESS_SECONDS = 3.0
OWN_PASSWORD = "(one of their own)"  # noqa: S105 - what is shown where we know none


class Command(BaseCommand):
    """`manage.py demo`."""

    help = (
        "Furnish the Banak Open: users, teams, and matches that are over, running and waiting. What is there already "
        "is left alone, so it can be run again at any time. DEMO_PASSWORD sets the password of the demo's users."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--quick", action="store_true", help="only one match of each sort, in a few seconds")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        begun = time.monotonic()
        with alone():
            try:
                logins = invite_guests(os.environ.get("DEMO_PASSWORD", "").strip())
            except BadPassword as bad:
                raise CommandError(f"DEMO_PASSWORD will not do. {bad}") from None
            commands, left_alone = self._tell(quick=options["quick"])
        seconds = time.monotonic() - begun
        self.stdout.write(
            f"{OPEN}: {commands} commands in {seconds:.0f} s." if commands else f"{OPEN}: stands already."
        )
        if left_alone:
            self.stdout.write(f"{left_alone} matches are of an earlier edition and stay as they are.")
        self._print(logins)

    def _tell(self, *, quick: bool) -> tuple[int, int]:
        """Tell all stories; return how many commands it took, and how many stories were told otherwise before.

        Where no bar can be drawn, for there is no terminal, a line every few seconds says how far it has come.
        """
        commands = left_alone = done = 0
        wanted = chapters(quick=quick)
        last_said = time.monotonic()
        with tqdm(wanted, desc=OPEN, unit="match", file=sys.stderr, disable=None) as bar:

            def told() -> None:
                nonlocal commands, last_said
                commands += 1
                bar.set_postfix(commands=commands)
                if bar.disable and time.monotonic() - last_said >= PROGRESS_SECONDS:
                    last_said = time.monotonic()
                    share = f"{done / len(wanted):.0%}, {done} of {len(wanted)} matches"
                    self.stderr.write(f"{OPEN}: {share}, {commands} commands so far.")

            for chapter in bar:
                left_alone += tell(chapter, told) is None
                done += 1
        return commands, left_alone

    def _print(self, logins: list[Login]) -> None:
        """The table of users."""
        rows = [("User", "Password", "")]
        rows += [(login.guest.name, login.password or OWN_PASSWORD, login.guest.may) for login in logins]
        widths = [max(len(row[column]) for row in rows) for column in range(2)]
        self.stdout.write("")
        for user, password, may in rows:
            self.stdout.write(f"  {user:<{widths[0]}}  {password:<{widths[1]}}  {may}".rstrip())
        self.stdout.write(f"\nThe passwords are kept in {passwords_file()}.")
        if to_play := match_to_play():
            title, match_id = to_play
            self.stdout.write(
                f"To play: log in as {PLAYER} and open {reverse('pages:match', args=[match_id])}, “{title}”."
            )
