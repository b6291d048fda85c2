"""Applying mutants: each in a scratch copy of the tree, never in the working tree, and what came of its tests."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from tests.mutants.mutant import Mutant

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300
"""How long the tests of one mutant may take. What hangs is caught: the suite would not end."""

Verdict = Literal["caught", "SURVIVED", "BROKEN"]
EXIT_PASSED, EXIT_FAILED = 0, 1
RED = re.compile(r"\b[1-9]\d* (failed|errors?)\b")
"""How pytest tells that tests were red; it ends with 1 as well where it could not begin."""
SUMMARY = re.compile(r"\b\d+ \w+ in [\d.]+s")
"""What pytest says last; what was left open may say more after it."""


class Result(NamedTuple):
    """What came of a mutant. `BROKEN`: no verdict, since its tests did not run; `told` says why."""

    mutant: Mutant
    verdict: Verdict
    told: str = ""


def misplaced(mutants: Iterable[Mutant], root: Path = ROOT) -> Iterator[str]:
    """Say of each mutant that cannot be applied why: its file is gone, or its text is not there exactly once."""
    for mutant in mutants:
        path = root / mutant.file
        if not path.is_file():
            yield f"{mutant.name}: there is no {mutant.file}"
            continue
        found = path.read_text().count(mutant.old)
        if found != 1:
            yield f"{mutant.name}: {mutant.old!r} stands {found} times in {mutant.file}"
        elif mutant.old == mutant.new:
            yield f"{mutant.name}: changes nothing"
        yield from (
            f"{mutant.name}: there is no {test}"
            for test in mutant.tests
            if not (root / test.partition("::")[0]).exists()
        )


def copy_tree(to: Path, root: Path = ROOT) -> None:
    """Copy what is versioned, or could be, as it is in the working tree; the environment is linked."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file() and name != ".venv":
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, to / name)
    (to / ".venv").symlink_to((root / ".venv").resolve())


def run_tests(tree: Path, tests: Iterable[str], env: Mapping[str, str]) -> tuple[int | None, str]:
    """Run tests in `tree` until one fails; pytest's exit code, None when it took too long, and its last lines."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", *tests]
    # No byte code: two versions of a file within one second and of one size have the same one.
    environment = {**os.environ, "DATABASE_URL": "", **env, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            told, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, f"no end after {SECONDS} s"
    return process.returncode, last_words(told)


def last_words(told: str) -> str:
    """The line that sums a run of pytest up and the one before it; the last two where there is none.

    >>> last_words("..F\\nFAILED test_it\\n1 failed, 2 passed in 0.1s\\nException ignored in: a file\\nResourceWarning: open")
    'FAILED test_it | 1 failed, 2 passed in 0.1s'
    """
    lines = told.strip().splitlines()
    ends = [number for number, line in enumerate(lines, 1) if SUMMARY.search(line)]
    return " | ".join(lines[: ends[-1] if ends else None][-2:])


def try_mutant(tree: Path, mutant: Mutant, env: Mapping[str, str]) -> Result:
    """Change the scratch copy, run the tests that must catch it, and change it back."""
    path = tree / mutant.file
    sound = path.read_text()
    path.write_text(sound.replace(mutant.old, mutant.new))
    try:
        code, told = run_tests(tree, mutant.tests, env)
    finally:
        path.write_text(sound)
    if code is None or (code == EXIT_FAILED and RED.search(told)):
        return Result(mutant, "caught", told)
    return Result(mutant, "SURVIVED" if code == EXIT_PASSED else "BROKEN", told)
