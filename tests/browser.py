"""Fixtures for tests in a real browser: `browser` for the session, `page` for a test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.services import Missing, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE_MS = 120_000
"""How long a page may take to answer, in milliseconds: a busy machine is no fault of the code."""


@dataclass(slots=True)
class Complaints:
    """What the browser complained about: errors of scripts, policies broken, files not found."""

    heard: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Note a page's complaints from now on."""
        page.on("console", lambda message: self.heard.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.heard.append(str(error)))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without a window. Playwright is loaded by the tests that want it, not by all."""
    from playwright.sync_api import sync_playwright

    try:
        chromium = find_chromium()
    except Missing as missing:
        pytest.skip(str(missing))
    # playwright keeps an event loop on this thread, and Django refuses the database to such threads.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    # Chromium's sandbox refuses to run as root, which is who runs tests in a container.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=[*options, "--disable-dev-shm-usage"])
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """Return a window of its own, with its own cookies, that waits for slow pages; `options` are playwright's."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    return context


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page 1280 by 800; `page.set_viewport_size` makes it another."""
    with new_context(browser, viewport={"width": 1280, "height": 800}) as context:
        yield context.new_page()


@pytest.fixture
def complaints(page: Page) -> Complaints:
    """The complaints of the test's page; a sound page has none."""
    heard = Complaints()
    heard.listen(page)
    return heard


def wait_until_drawn(page: Page) -> None:
    """Wait until a page is loaded, htmx asks and swaps nothing, its letters are there and it was drawn twice since."""
    page.wait_for_load_state("load")
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
    page.evaluate(
        "() => document.fonts.ready.then(() => new Promise("
        "drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))"
    )
