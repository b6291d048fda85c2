"""The demo, furnished once for the tests that only look at it; a battle that was fought."""

from io import StringIO

import pytest
from django.core.management import call_command

from jobs import queue
from rules.istra.progression import IstraProgression
from rules.kernel.errors import Refused
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


@pytest.fixture
def wins_pay_double(monkeypatch):
    """Two house rules of Istra that hold only together: whoever wins gets twice what a battle brings."""
    checked = IstraProgression.check_rules

    def check(rules):
        checked(rules)
        if rules.win_income != 2 * rules.battle_income:
            message = "Who wins gets twice as much."
            raise Refused("bad_house_rule", message, "IST-Q-109", field="win_income", hint="Set both.")

    monkeypatch.setattr(IstraProgression, "check_rules", staticmethod(check))


@pytest.fixture(scope="module")
def furnished(request, django_db_setup, django_db_blocker):
    """The whole Banak Open, gone after the module's tests; what the command said."""
    with written_for(request, django_db_blocker):
        yield run_demo()
