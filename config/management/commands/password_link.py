"""`manage.py password_link`: a link by which somebody chooses a password."""

import argparse

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError

from config.links import password_link
from config.running_address import running_address


class Command(BaseCommand):
    """Prints a link that is good once."""

    help = "Print a link with which a user chooses a password. It works once, for PASSWORD_LINK_HOURS."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("username", help="the username")
        parser.add_argument("--new", action="store_true", help="create the account first")
        parser.add_argument(
            "--site", default="", help="the address of this server (default: the one that `up` runs here)"
        )

    def handle(self, *args: object, **options: object) -> None:
        """Print it. Raises CommandError for a name that nobody has, or with --new somebody has."""
        name = str(options["username"])
        site = str(options["site"]) or running_address(settings.VAR_DIR)
        if not site:
            raise CommandError("`up` is not running here: give the address of the server, --site https://skald.example")
        user = User.objects.filter(username=name).first()
        if options["new"] and user is not None:
            raise CommandError(f"There is a user {name} already. Without --new they choose a new password.")
        user = _made(name) if options["new"] else user
        if user is None or not user.is_active:
            raise CommandError(f"There is no active user {name}. With --new the account is created.")
        self.stdout.write(f"{site.rstrip('/')}{password_link(user)}")
        self.stderr.write(
            f"It works once, for {settings.PASSWORD_RESET_TIMEOUT // 3600} hours. Send it only to {name}."
        )


def _made(name: str) -> User:
    """A new account without a password."""
    user = User(username=name)
    user.set_unusable_password()
    try:
        user.full_clean()
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from None
    user.save()
    return user
