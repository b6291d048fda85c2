"""The tasks of the workers: follow the log, seal it.

While the database is away they end with a warning: the beat sends them again.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from celery import shared_task

from eventstore import seals, subscriptions, wake
from eventstore.subscriptions import PASSING_ERRORS, State

# Seconds until a busy subscription is checked again, so that no event is lost between two workers.
AGAIN_SECONDS = 0.2

log = structlog.get_logger(__name__)


@shared_task(name=wake.CATCH_UP)  # type: ignore[untyped-decorator]  # Celery has no types
def catch_up(name: str) -> None:
    """Catch up one subscription; sent by an append that concerns it.

    While another worker is at it, it is looked at again later. Whoever finds the flag set leaves that to the task that
    is sent for the flag: each task sends one other at most, and there is never more than one for a flag.
    """
    wake.clear_flag(name)
    with _patience():
        is_busy = subscriptions.catch_up(name).state is State.BUSY
        if is_busy and subscriptions.behind(name) and wake.set_flag(name):
            catch_up.apply_async(args=[name], countdown=AGAIN_SECONDS)


@shared_task(name="eventstore.tasks.poll_subscriptions")  # type: ignore[untyped-decorator]  # as above
def poll_subscriptions() -> None:
    """Catch up all subscriptions; sent by the beat, for the wakes that were lost."""
    with _patience():
        subscriptions.catch_up_all()


@shared_task(name="eventstore.tasks.seal_log")  # type: ignore[untyped-decorator]  # as above
def seal_log() -> None:
    """Seal what is new; sent by the beat."""
    with _patience():
        seals.seal_log()


@contextmanager
def _patience() -> Iterator[None]:
    """Say in one line that the database is away; nothing is lost by it."""
    try:
        yield
    except PASSING_ERRORS as error:
        log.warning("follow.database_away", error=str(error).strip())
