"""The tasks of the workers: follow the log, seal it."""

from celery import shared_task

from eventstore import seals, subscriptions, wake
from eventstore.subscriptions import State

# A subscription that is busy is looked at again after so many seconds, lest an event fall between two workers.
AGAIN_SECONDS = 0.2


@shared_task(name=wake.CATCH_UP)  # type: ignore[untyped-decorator]  # Celery has no types
def catch_up(name: str) -> None:
    """Catch up one subscription; sent by an append that concerns it."""
    wake.clear_flag(name)
    if subscriptions.catch_up(name).state is State.BUSY and subscriptions.behind(name):
        catch_up.apply_async(args=[name], countdown=AGAIN_SECONDS)


@shared_task(name="eventstore.tasks.poll_subscriptions")  # type: ignore[untyped-decorator]  # as above
def poll_subscriptions() -> None:
    """Catch up all subscriptions; sent by the beat, for the wakes that were lost."""
    subscriptions.catch_up_all()


@shared_task(name="eventstore.tasks.seal_log")  # type: ignore[untyped-decorator]  # as above
def seal_log() -> None:
    """Seal what is new; sent by the beat."""
    seals.seal_log()
