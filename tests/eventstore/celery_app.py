"""The Celery app of the workers that these tests start and kill: `celery -A tests.eventstore.celery_app worker`."""

import os

import django
from celery import Celery

django.setup()

from eventstore import api, tasks  # noqa: E402  # models want Django to be set up
from tests.eventstore.counting import Counts  # noqa: E402

app = Celery("tests", broker=os.environ["BROKER_URL"])
app.conf.update(task_ignore_result=True, task_acks_late=True, worker_prefetch_multiplier=1)
app.conf.beat_schedule = {"poll": {"task": tasks.poll_subscriptions.name, "schedule": 0.5}}
api.subscriber("counts")(Counts)
