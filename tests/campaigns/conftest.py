"""The demo, furnished once for the tests that only look at it; a battle that was fought."""

from io import StringIO

import pytest
from django.core.management import call_command

from jobs import queue
from tests.campaigns.fighting import concede, start
from tests.campaigns.once import written_for


def run_demo(*words):
    """What `manage.py demo` says."""
    said = StringIO()
    call_command("demo", *words, stdout=said)
    return said.getvalue()


@pytest.fixture
def fought(evening):
    """The match of a battle that Ann's company has won, and that is on record."""
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    return match


@pytest.fixture(scope="module")
def furnished(request, django_db_setup, django_db_blocker):
    """The whole Banak Open, gone after the module's tests; what the command said."""
    with written_for(request, django_db_blocker):
        yield run_demo()
