#!/usr/bin/env python
"""Skald's command line: `python manage.py help` lists the commands."""

import os
import select
import sys
from contextlib import suppress

from django.core.management import execute_from_command_line
from django.db import DatabaseError

from config.readiness import database_problem

STDOUT = 1
KILLED_BY_SIGPIPE = 141


def main() -> None:
    """Run the command named on the command line. Who reads may stop before its end, as `head` does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except BrokenPipeError:
        if not nobody_reads():
            raise
        sys.exit(KILLED_BY_SIGPIPE)
    except DatabaseError as error:
        said = database_problem(error)
        if said is None:
            raise
        sys.exit(f"CommandError: {said}")
    finally:
        say_no_more()


def nobody_reads() -> bool:
    """Whether the other end of standard output is closed."""
    watch = select.poll()
    watch.register(STDOUT, 0)
    return any(state & select.POLLERR for _, state in watch.poll(0))


def say_no_more() -> None:
    """Let Python flush as it ends without a complaint, where nobody reads."""
    with suppress(BrokenPipeError):
        if sys.stdout:
            sys.stdout.flush()
    if nobody_reads():
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)


if __name__ == "__main__":
    main()
