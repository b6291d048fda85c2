"""What goes to standard error: one line for what was no fault of ours, a traceback for what was."""

import http.client
import logging
import socket
import subprocess
import sys
import time
from logging.config import DictConfigurator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import TooManyFieldsSent
from django.urls import reverse

from config.logs import logging_config

ROOT = Path(__file__).resolve().parents[2]
LINKS = ("/account/choose/MQ/SECRET-1/", "/campaigns/join/SECRET-2/", "/matches/1/join?seat=home&invite=SECRET-3")
LATER = "/login/?next=/campaigns/join/SECRET-4/"


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


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=\xff"])
def test_a_form_that_cannot_be_read_is_told_in_a_line(client, written, kind):
    assert client.post(reverse("login"), b"nonsense", content_type=kind).status_code == 400
    assert "Unable to parse request body" in written()
    assert "Traceback" not in written()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["admin:autocomplete", "admin:auth_user_password_link"])
def test_what_staff_may_not_do_is_told_in_a_line(client, written, name):
    user = User.objects.create_user("alice", is_staff=True)
    client.force_login(user)
    answer = client.get(reverse(name, args=[user.pk] if name.endswith("link") else []))
    assert answer.status_code == 403
    assert "Forbidden" in written()
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


@pytest.mark.parametrize("link", [LINKS[0], LINKS[1]])
def test_a_refused_link_is_told_without_its_secret(written, link):
    logging.getLogger("django.request").warning("%s: %s", "Forbidden", link)
    assert "Forbidden: /" in written()
    assert "SECRET" not in written()


@pytest.fixture
def access_log(tmp_path, environment):
    """Ask a uvicorn, started as the documents say, for addresses; return all that it wrote."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment |= {"SKALD_VAR": str(tmp_path)}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    words = ("-m", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "off", "--no-proxy-headers")
    log = tmp_path / "web.log"

    def asked(method, address):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            line.request(method, address)
            return line.getresponse().status
        finally:
            line.close()

    def written_for(requests):
        with log.open("w") as out:
            web = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, stdout=out, stderr=out)
            try:
                deadline = time.monotonic() + 60
                while not _answers(port):
                    assert web.poll() is None
                    assert time.monotonic() < deadline
                    time.sleep(0.1)
                for method, address in requests:
                    asked(method, address)
            finally:
                web.terminate()
                web.wait()
        return log.read_text()

    return written_for


def _answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow
def test_the_access_log_holds_no_link_that_is_good_for_something(access_log):
    """Refused or not, and on the way through the login."""
    text = access_log([(method, address) for address in (*LINKS, LATER) for method in ("GET", "POST")])
    for path in ("/account/choose/…", "/campaigns/join/…", "/matches/1/join?…", "/login/?…"):
        assert f'"GET {path} HTTP/1.1"' in text, text
    assert "SECRET" not in text
