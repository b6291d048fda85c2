"""`make mutants`: small changes to the code, of which each must turn a test red.

Run as `python -m tests.mutants [WORD …]`; words choose the mutants whose name, file or family contains one of them.
Prints a line for each mutant, the survivors last, and ends with 1 when one survived, when one cannot be applied, or when
the tests that must catch them are red without them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.families import FAMILIES
from tests.mutants.mutant import Mutant
from tests.mutants.runner import EXIT_PASSED, Result, copy_tree, misplaced, run_tests, try_mutant
from tests.services import Missing, find_postgresql


def chosen(words: Sequence[str]) -> list[Mutant]:
    """The mutants that are meant; all where no word is given."""
    return [
        mutant
        for family, mutants in FAMILIES.items()
        for mutant in mutants
        if not words or any(word in text for word in words for text in (family, mutant.name, mutant.file))
    ]


def environment(mutant: Mutant, postgresql: str) -> dict[str, str]:
    """What the tests of a mutant are told of the database."""
    return {"DATABASE_URL": postgresql if mutant.postgresql else ""}


def sound(tree: Path, mutants: Sequence[Mutant], postgresql: str) -> bool:
    """Whether the tests that must catch the mutants pass without them."""
    for on_postgresql in (False, True):
        tests = sorted({test for one in mutants if one.postgresql == on_postgresql for test in one.tests})
        if tests:
            code, told = run_tests(tree, tests, {"DATABASE_URL": postgresql if on_postgresql else ""})
            if code != EXIT_PASSED:
                print(f"The tests are red without any mutant: {told}")
                return False
    return True


def try_all(mutants: Sequence[Mutant], postgresql: str, jobs: int) -> Iterator[Result]:
    """Try the mutants in so many copies of the tree at once; nothing where the tests are red without them."""
    with tempfile.TemporaryDirectory(prefix="skald-mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            tree = Path(folder) / str(number)
            tree.mkdir()
            copy_tree(tree)
            trees.put(tree)
        if not sound(Path(folder) / "0", mutants, postgresql):
            return

        def attempt(mutant: Mutant) -> Result:
            tree = trees.get()
            try:
                return try_mutant(tree, mutant, environment(mutant, postgresql))
            finally:
                trees.put(tree)

        yield from pool.map(attempt, mutants)


def report(results: Sequence[Result], wanted: int) -> int:
    """Print the survivors and the count; return the exit code."""
    bad = [result for result in results if result.verdict != "caught"]
    for mutant, verdict, told in bad:
        print(f"{verdict}: {mutant.name}\n  {mutant.file}: {mutant.old!r} -> {mutant.new!r}\n  {told}")
    print(f"{len(results) - len(bad)} of {wanted} mutants caught.")
    return 1 if bad or len(results) < wanted else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the chosen mutants; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("words", nargs="*", help="only mutants whose name, file or family contains one of these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="copies of the tree at once")
    options = parser.parse_args(arguments)
    mutants = chosen(options.words)
    wrong = list(misplaced(mutants))
    if wrong or not mutants:
        print("\n".join(wrong) or "No mutant is called so.")
        return 1
    postgresql = ""
    try:
        postgresql = find_postgresql()
    except Missing as missing:
        print(f"NOT RUN: {missing}")
    able = [mutant for mutant in mutants if postgresql or not mutant.postgresql]
    results = []
    for result in try_all(able, postgresql, options.jobs):
        print(f"{result.verdict:8}  {result.mutant.name}", flush=True)
        results.append(result)
    return report(results, len(mutants))


if __name__ == "__main__":
    sys.exit(main())
