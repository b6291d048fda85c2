"""The Celery app: `celery -A config worker` and `celery -A config beat`.

A task carries only the id of a job; the job itself is a row in the database.
"""

import os

from celery import Celery, Task, signals
from django.conf import settings
from django.db import close_old_connections, connections

from config.restoring import refuse_to_open

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("skald")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def close_inherited_connections(**_: object) -> None:
    """Processes are forked from this one: what it asked the database at its start is no connection of theirs."""
    connections.close_all()


def keep_closed_until_restored(**_: object) -> None:
    """Neither worker nor beat works on a server that is still being restored."""
    refuse_to_open(settings.VAR_DIR)


def replace_stale_connections(sender: Task, **_: object) -> None:
    """As a web process at each request: a connection that is old, or has failed, is replaced by a new one."""
    if not sender.request.is_eager:
        close_old_connections()


signals.celeryd_init.connect(keep_closed_until_restored)
signals.beat_init.connect(keep_closed_until_restored)
signals.worker_init.connect(close_inherited_connections)
signals.task_prerun.connect(replace_stale_connections)
