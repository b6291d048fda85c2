"""`make screenshots`: pictures of every page of the demo, at three widths in both schemes, into `var/screenshots/`.

The README's pictures are chosen by hand from them: `docs/screenshots/`.
"""

import os
import tempfile
from pathlib import Path

import django
from playwright.sync_api import sync_playwright
from tqdm import tqdm

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # playwright keeps an event loop on this thread
django.setup()

from tests.browser import new_context  # noqa: E402 – Django first
from tests.demo_house import PEOPLE, STARTS, House, served, walk  # noqa: E402
from tests.services import find_chromium  # noqa: E402

WINDOWS = [(390, 844), (1280, 800), (1920, 1080)]
SCHEMES = ["light", "dark"]
FOLDER = Path(os.environ.get("SKALD_VAR", "var")) / "screenshots"


def main() -> None:
    """Walk through the demo once for each person, width and scheme."""
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*options, "--disable-dev-shm-usage"]
        )
        looks = [(who, window, scheme) for who in PEOPLE for window in WINDOWS for scheme in SCHEMES]
        for who, (width, height), scheme in tqdm(looks, desc="screenshots", unit="walk"):
            with new_context(browser, viewport={"width": width, "height": height}, color_scheme=scheme) as context:
                _walk(context.new_page(), house, who, FOLDER / f"{width}-{scheme}" / (who or "stranger"))
    print(f"The pictures are in {FOLDER}/.")


def _walk(page, house: House, who: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if who:
        house.log_in(page, who)
    for number, kind in enumerate(walk(page, house, STARTS[who]), 1):
        page.screenshot(path=folder / f"{number:03}-{kind.replace(':', '.')}.png")


if __name__ == "__main__":
    main()
