"""Run by the browser tests in the house they start: users and matches, by real commands. Prints the ids as JSON."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402 – Django first
from django.core.management import call_command  # noqa: E402

from matches import service  # noqa: E402
from matches.access import person  # noqa: E402
from tests.matches.pages.conftest import IN_A_GO, TABLE, opened, play_on  # noqa: E402
from tests.rules.ishmek.arena import man, setup  # noqa: E402

PASSWORD = "the-orb-is-copper"


def furnish() -> dict[str, str]:
    """Migrate, make the users, open the matches."""
    call_command("migrate", verbosity=0)
    users = {
        name: get_user_model().objects.create_user(name, password=PASSWORD) for name in ("alice", "bob", "charlie")
    }
    alice = person(users["alice"])
    rosters = setup(
        [man(f"h{n}", name=name) for n, name in enumerate(("Ylva Redhand", "Orm", "Tosti"), 1)],
        [man(f"a{n}", name=name) for n, name in enumerate(("Saskia", "Berend Holt", "Quill"), 1)],
        turns_total=3,
    )
    made = {
        "go": opened(alice, users, position=IN_A_GO, title="In a go"),
        "typed": opened(alice, users, position=IN_A_GO, dice=TABLE, title="Dice from the table"),
        "alone": opened(alice, users, position=IN_A_GO, title="For one pair of eyes"),
        "placing": opened(alice, users, setup=rosters, title="Before the first turn"),
        "over": opened(alice, users, setup=rosters, title="Played to the end"),
    }
    play_on(made["over"], seed=5)
    service.give_command(alice, made["alone"], {"type": "pause", "reason": "Tea"})
    return {name: str(match_id) for name, match_id in made.items()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(furnish()) + "\n")
