"""A Skald of its own with the demo of `make run` in it, and a walk through all of its pages."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from tests.browser import wait_until_drawn
from tests.matches.pages.served import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
PASSWORD = "the-orb-is-copper"

PEOPLE = ("", "player", "gm")
"""Who walks: a stranger, a player, and the GM with the admin site."""
STARTS = {
    "": ("/", "/login/"),
    "player": ("/", "/campaigns/", "/account/"),
    "gm": ("/", "/campaigns/", "/admin/", "/design/"),
}
OFTEN = {"pages:match": 6, "pages:replay": 4, "campaigns:battle": 3, "campaigns:company": 2, "campaigns:hero": 2}
"""How many pages of one kind are looked at, where one does not show all: both games, over and going on."""
OTHER_GAMES = ("hachigoku", "ishmek")
"""A campaign of each is played here, beside those of the demo."""
NOT_LOOKED_AT = ("logout", "schema", "pages:export")
"""What is no page: files, and leaving."""
HREFS = "links => links.map(link => new URL(link.getAttribute('href'), location.href).href)"


class House(NamedTuple):
    """Where the demo is served."""

    url: str

    def log_in(self, page: Page, name: str) -> None:
        """Log in by the page, as one of the demo's users."""
        page.goto(f"{self.url}/login/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{self.url}/")


@contextmanager
def served(folder: Path) -> Iterator[House]:
    """The demo and a campaign of each other game, furnished in `folder` and served until the end of the block."""
    env = {
        **os.environ,
        "SKALD_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/house.sqlite3",
        "REDIS_URL": "",
        "DEBUG": "0",
        "DEMO_PASSWORD": PASSWORD,
        "THROTTLE_LOGIN": "1000/min",
        "THROTTLE_PAGES": "100000/min",
        "ALLOWED_HOSTS": "127.0.0.1",
    }
    year = ("campaign", "simulate", "--companies=2", "--battles=2", "--gm=gm")
    years = [(*year, f"--game={game}", f"--title={game}") for game in OTHER_GAMES]
    for words in (("migrate", "-v0"), ("demo", "-v0"), *years):
        subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=env, check=True, capture_output=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--log-level", "warning"]
    with (
        (folder / "web.log").open("wb") as log,
        subprocess.Popen(serve, cwd=ROOT, env=env, stdout=log, stderr=log) as web,
    ):
        try:
            wait_for(port, web)
            yield House(f"http://127.0.0.1:{port}")
        finally:
            web.terminate()


def walk(page: Page, house: House, starts: Sequence[str], part: str = "") -> Iterator[str]:
    """Open the pages that links lead to from some paths, a few of each kind, and answer what kind each is.

    `page` shows the page while the caller has its kind. Whoever is somebody has logged in before. `part`: only kinds
    that begin so.
    """
    waiting = [f"{house.url}{path}" for path in starts]
    seen: Counter[str] = Counter()
    known = set(waiting)
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        if kind is None or not kind.startswith(part) or seen[kind] >= OFTEN.get(kind, 1):
            continue
        page.goto(address)
        if kind_of(page.url) != kind:  # it led elsewhere, and that is looked at by its own name
            found = [page.url]
        else:
            wait_until_drawn(page)
            seen[kind] += 1
            yield kind
            found = page.eval_on_selector_all("a[href]", HREFS)
        for link in found:
            bare = link.partition("#")[0]
            if bare.startswith(house.url) and bare not in known:
                known.add(bare)
                waiting.append(bare)


def kind_of(address: str) -> str | None:
    """The name of the view behind an address; None of what is not looked at."""
    try:
        match = resolve(urlsplit(address).path)
    except Resolver404:
        return None
    kind = match.view_name
    return (
        None
        if kind in NOT_LOOKED_AT
        or kind.startswith(("admin:jsi18n", "admin:logout"))
        or "json" in kind
        or kind.endswith("_export")
        else kind
    )
