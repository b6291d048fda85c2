"""A Skald with furnished matches, served by a real uvicorn, for tests in a browser, and what they ask of its pages."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
WIDTHS = (1280, 390)
PASSWORD = "the-orb-is-copper"
START_SECONDS = 60
ABOUT_BLANK = "/healthz"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A Skald of its own, furnished: its address and the ids of its matches."""
    folder = tmp_path_factory.mktemp("house")
    ours = {
        "SKALD_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/house.sqlite3",
        "REDIS_URL": "",
        "DEBUG": "0",
    }
    env = {
        **os.environ,
        **ours,
        "THROTTLE_LOGIN": "1000/min",
        "THROTTLE_PAGES": "100000/min",
        "ALLOWED_HOSTS": "127.0.0.1",
    }
    made = subprocess.run(
        [sys.executable, "-m", "tests.matches.pages.furnish"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(port),
        "--log-level",
        "warning",
    ]
    with (
        (folder / "web.log").open("wb") as log,
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log) as web,
    ):
        try:
            wait_for(port, web)
            yield House(f"http://127.0.0.1:{port}", json.loads(made.stdout.splitlines()[-1]))
        finally:
            web.terminate()


def wait_for(port, web):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and web.poll() is None:
        try:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as asked:
                asked.request("GET", "/healthz")
                if asked.getresponse().status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the house does not open")


class House:
    """Where Skald runs, and the matches in it."""

    def __init__(self, url, matches):
        self.url = url
        self.matches = matches

    def match(self, name, *parts):
        return "/".join([self.url, "matches", self.matches[name], *parts])

    def log_in(self, page, name):
        page.goto(f"{self.url}/login/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{self.url}/")


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def square(page, at):
    return page.locator(f'#arena rect[data-square="{at}"]')


def spot(page, token):
    found = re.search(r"\d+ \d+", page.locator(f"#token-{token}").get_attribute("transform") or "")
    return found[0] if found else ""


def version(page):
    return int(page.locator("#table").get_attribute("data-version"))


def settled(page, before):
    """Wait until the table shows a later version."""
    page.wait_for_function("before => Number(document.getElementById('table').dataset.version) > before", arg=before)
