"""Workers keep their connection to the database from task to task, as web processes do from request to request."""

import time

import pytest
from celery import signals
from celery.fixups.django import DjangoWorkerFixup
from django.db import connection

from config.celery import app, close_inherited_connections
from tests.matches.test_concurrent import on_disk  # noqa: F401 – a fixture

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


class Request:
    """Of a task that a worker was sent, unless it is eager: run right away by whoever sends it."""

    def __init__(self, *, is_eager=False):
        self.is_eager = is_eager


class Task:
    def __init__(self, *, is_eager=False):
        self.request = Request(is_eager=is_eager)


def run(task):
    """What a worker does around a task that asks the database something; the connection it was asked on."""
    fixup = DjangoWorkerFixup(app)
    fixup.on_task_prerun(task)
    signals.task_prerun.send(sender=task)
    connection.ensure_connection()
    used = connection.connection
    fixup.on_task_postrun(task)
    return used


def test_it_is_kept():
    first = run(Task())
    assert [run(Task()) is first for _ in range(3)] == [True] * 3


def test_one_that_is_old_is_replaced():
    first = run(Task())
    connection.close_at = time.monotonic()
    assert run(Task()) is not first


@pytest.mark.postgresql(only=True)
def test_one_that_has_failed_is_replaced():
    first = run(Task())
    first.close()
    connection.errors_occurred = True
    assert run(Task()) is not first


def test_a_task_that_is_run_right_away_leaves_it_alone():
    first = run(Task())
    connection.close_at = time.monotonic()
    assert run(Task(is_eager=True)) is first


def test_processes_of_a_worker_inherit_none():
    connection.ensure_connection()
    close_inherited_connections()
    assert connection.connection is None
