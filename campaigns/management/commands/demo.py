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

    @staticmethod
    def _tell(*, quick: bool) -> tuple[int, int]:
        """Tell all stories; return how many commands it took, and how many stories were told otherwise before."""
        commands = left_alone = 0
        wanted = chapters(quick=quick)
        with tqdm(wanted, desc=OPEN, unit="match", file=sys.stderr, disable=None) as bar:

            def told() -> None:
                nonlocal commands
                commands += 1
                bar.set_postfix(commands=commands)

            for chapter in bar:
                left_alone += tell(chapter, told) is None
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
            self.stdout.write(f"To play: log in as {PLAYER} and open {reverse('pages:match', args=[match_id])}, “{title}”.")
