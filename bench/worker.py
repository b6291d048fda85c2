"""A process in a role: `python -m bench.worker MODULE.FUNCTION ARGUMENTS`, speaking JSON in lines."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import django
import msgspec


def main() -> None:
    """Make ready, say so, then answer each line until there are no more."""
    role, arguments = sys.argv[1], msgspec.json.decode(sys.argv[2])
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        django.setup()
    # By name and only now: the models of a role can be imported once Django is set up, and a peer needs no Django.
    module, _, function = role.partition(".")
    answer = getattr(import_module(f"bench.roles.{module}"), function)(**arguments)
    say("ready")
    for line in sys.stdin.buffer:
        say(answer(msgspec.json.decode(line)))


def say(words: Any) -> None:
    """Print a line at once."""
    sys.stdout.buffer.write(msgspec.json.encode(words) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
