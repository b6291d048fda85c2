"""Migrates an empty database, makes the table of our follower, lets Alice in: `python -m tests.faults.prepare`.

Prints Alice's token for the API.
"""

import sys

import django
from django.core.management import call_command

if __name__ == "__main__":
    django.setup()
    from django.contrib.auth import get_user_model

    from tests.faults import follower
    from web.tokens import give_token

    call_command("migrate", verbosity=0)
    follower.make_table()
    alice = get_user_model().objects.create_user("alice")
    sys.stdout.write(give_token(alice).secret)
