"""What goes to standard error: one line for what was no fault of ours, a traceback for what was."""

import logging
from logging.config import DictConfigurator

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.urls import reverse

from config.logs import logging_config


@pytest.fixture(params=[True, False], ids=["json", "text"])
def written(request, caplog):
    """Return what has been logged, as it is written."""
    config = logging_config("INFO", request.param)["formatters"]["lines"]
    formatter = DictConfigurator({"version": 1}).configure_formatter(dict(config))
    return lambda: "\n".join(formatter.format(record) for record in caplog.records)


@pytest.mark.django_db
def test_a_form_of_too_many_fields_is_told_in_a_line(client, written):
    answer = client.post(reverse("login"), {f"field{number}": "x" for number in range(1_001)})
    assert answer.status_code == 400
    assert "DATA_UPLOAD_MAX_NUMBER_FIELDS" in written()
    assert "Traceback" not in written()


def test_what_is_our_fault_keeps_its_traceback(written):
    for error in (TooManyFieldsSent("too many"), ZeroDivisionError("division by zero")):
        try:
            raise error
        except (TooManyFieldsSent, ZeroDivisionError):
            logging.getLogger("django.request").exception("it failed")
    assert written().count("it failed") == 2
    assert written().count("Traceback") == 1
    assert "ZeroDivisionError" in written()
