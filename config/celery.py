"""The Celery app: `celery -A config worker` and `celery -A config beat`.

A task carries only the id of a job; the job itself is a row in the database.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("skald")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
