"""Make read models again, or check them."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from eventstore.errors import UnknownSubscription
from eventstore.management.commands._progress import bar
from eventstore.reading import last_position
from eventstore.registry import Checkable, Resettable, Subscriber, find_subscriber, subscribers
from eventstore.subscriptions import State, check, rebuild
from eventstore.timeouts import long_work


class Command(BaseCommand):
    """`manage.py rebuild`."""

    help = "Rebuild read models from the log, or check that they match it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", metavar="name", help="names of subscriptions; all if none")
        parser.add_argument("--check", action="store_true", help="only check; exit 1 on a difference")

    def handle(self, *args: Any, **options: Any) -> None:
        offer = Checkable if options["check"] else Resettable
        try:
            chosen = [find_subscriber(name) for name in options["names"]]
        except UnknownSubscription as error:
            raise CommandError(str(error)) from None
        unable = [one.name for one in chosen if not isinstance(one.origin, offer)]
        if unable:
            raise CommandError(f"{', '.join(unable)}: this subscriber does not offer that")
        chosen = chosen or [one for one in subscribers() if isinstance(one.origin, offer)]
        act = self._check if options["check"] else self._rebuild
        with long_work():
            results = [act(one) for one in chosen]
        if not all(results):
            sys.exit(1)

    def _rebuild(self, subscriber: Subscriber) -> bool:
        with bar(last_position(), subscriber.name) as progress:
            done = rebuild(subscriber.name, lambda position: progress.update(position - progress.n))
        self.stdout.write(f"{subscriber.name}: {done.handled} events, {done.state.value}, position {done.position}")
        return done.state is State.CAUGHT_UP

    def _check(self, subscriber: Subscriber) -> bool:
        differences = check(subscriber.name)
        for line in differences:
            self.stdout.write(f"{subscriber.name}: {line}")
        if not differences:
            self.stdout.write(f"{subscriber.name}: matches the log")
        return not differences
