"""`make test`: every test, on every database and in the browser, and then what was left out.

Run as `python -m tests.everything`. Ends with 0 when all that ran passed and, where
REQUIRE_ALL=1 is set, nothing was missing.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from config.redis_home import NoRedis, redis_binary
from tests.services import Missing, find_chromium, find_postgresql

PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "tests.slowest")


@dataclass(frozen=True, slots=True)
class Stage:
    """One run of pytest: what it proves, its options, what it changes in the environment."""

    title: str
    options: tuple[str, ...]
    env: dict[str, str]

    def run(self) -> int:
        """Run it; return pytest's exit code."""
        print(f"\n== {self.title}", flush=True)
        begun = time.monotonic()
        code = subprocess.run([*PYTEST, *self.options], env={**os.environ, **self.env}, check=False).returncode
        print(
            f"== {self.title}: {'passed' if code == 0 else f'FAILED ({code})'} in {time.monotonic() - begun:.0f} s",
            flush=True,
        )
        return code


def _absence(find: Callable[[], object]) -> str | None:
    """Return why something cannot be found, or None when it can."""
    try:
        find()
    except (Missing, NoRedis) as missing:
        return str(missing)
    return None


def marked(mark: str) -> tuple[str, ...]:
    """Return the test files that have a mark: to read the others takes each process ten seconds."""
    named = f"mark.{mark}"
    here = Path(__file__).resolve().parent
    return tuple(sorted(str(file) for file in here.rglob("test_*.py") if named in file.read_text(encoding="utf-8")))


def plan(missing: list[str]) -> list[Stage]:
    """Return the stages that can run here; add to `missing` what keeps the others from it."""
    without_redis = _absence(redis_binary)
    if without_redis:
        missing.append(without_redis)
    redis_too = " and not redis" if without_redis else ""
    # The tests of a file share a house, whose matches go on from test to test.
    by_file = ("-n", "auto", "--dist", "loadfile")
    # Many of these wait for processes that they have started: one more than there are cores.
    # Some take a hundred times as long as others: who has none left takes some over.
    and_one = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
    stages = [Stage("SQLite", (*and_one, "-m", f"not browser{redis_too}"), {"DATABASE_URL": ""})]
    try:
        url = find_postgresql()
        only = f"postgresql and not browser{redis_too}"
        stages.append(Stage("PostgreSQL", (*and_one, "-m", only, *marked("postgresql")), {"DATABASE_URL": url}))
    except Missing as absent:
        missing.append(str(absent))
    without_chromium = _absence(find_chromium)
    if without_chromium:
        missing.append(without_chromium)
    else:
        options = (*by_file, "-m", f"browser{redis_too}", *marked("browser"))
        stages.append(Stage("browser", options, {"DATABASE_URL": ""}))
    return stages


def main() -> int:
    """Run all that can run; name what could not in the last lines."""
    missing: list[str] = []
    failed = [stage.title for stage in plan(missing) if stage.run()]
    for reason in missing:
        print(f"NOT RUN: {reason}")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    if missing and os.environ.get("REQUIRE_ALL") == "1":
        print("FAILED: REQUIRE_ALL=1 wants everything.")
        return 1
    if not failed:
        print("All that ran passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
