"""What axe finds on a page at three widths, light and dark, all in one load of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT

from tests.browser import wait_until_drawn

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = (390, 1280, 1920)
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that are about colours. Nothing else differs between light and dark, so dark is asked for these alone."""
OF_SWAGGER = {
    "heading-order": "Swagger UI writes h1, then h3 for each group of addresses",
    "nested-interactive": "Swagger UI puts a button and a link into each row, which is a button itself",
    "region": "Swagger UI has a main, which begins below its own title",
}
"""The rules that the markup of Swagger UI breaks on the page of the API's documents, which no style can mend."""
RUN = "options => axe.run(document, options).then(found => found.violations)"
STILL = """() => Promise.all(document.getAnimations()
    .filter(one => one instanceof CSSTransition).map(one => one.finished.catch(() => null)))"""
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def faults_of(page: Page) -> list[str]:
    """What axe finds on a page, a line an element, and where it is wider than its window.

    The page should have been loaded at the narrowest width (`begin`); it is left so for the next one.
    """
    foreign = {}
    if page.locator("#swagger-ui").count():
        page.locator(".opblock").first.wait_for()
        foreign = OF_SWAGGER
    whole = {"resultTypes": ["violations"], "rules": {rule: {"enabled": False} for rule in foreign}}
    colours = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": list(COLOURS)}}
    page.evaluate(AXE_SCRIPT)
    found: list[str] = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for scheme, options in (("light", whole), ("dark", colours)):
            page.emulate_media(color_scheme=scheme)
            wait_until_drawn(page)
            page.evaluate(STILL)
            found += [f"{page.url} at {width}, {scheme}: {fault}" for fault in described(page.evaluate(RUN, options))]
        if page.evaluate(WIDER):
            found.append(f"{page.url} at {width}: wider than the window")
    begin(page)
    return found


def begin(page: Page) -> None:
    """Make the window as narrow as the first look, and light; things do not move."""
    page.set_viewport_size({"width": WIDTHS[0], "height": 800})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


def described(violations: list[dict[str, Any]]) -> list[str]:
    """What axe found, a line an element: the rule, where, and what is wrong."""
    return [
        f"{found['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary'].splitlines()[-1].strip()}"
        for found in violations
        for node in found["nodes"]
    ]
