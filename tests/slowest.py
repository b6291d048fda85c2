"""A pytest plug-in that names the ten slowest test files of a run: `-p tests.slowest`."""

from collections import Counter

import pytest

SHOWN = 10
GAMES = "tests/rules/"
GAME_SECONDS = 30
"""Within which the tests of a game should run on two cores: each takes the half of them."""


class FileTimes:
    """Seconds that the tests of each file took, their fixtures included, summed over all test processes."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"{SHOWN} slowest files")
        for name, seconds in self.seconds.most_common(SHOWN):
            terminalreporter.line(f"{seconds:8.1f} s  {name}")
        for game, seconds in sorted(self.games().items()):
            terminalreporter.line(f"{seconds / 2:8.1f} s  {game}, on each of two cores (target: {GAME_SECONDS} s)")

    def games(self) -> Counter[str]:
        """Seconds by the folder of a game."""
        summed: Counter[str] = Counter()
        for name, seconds in self.seconds.items():
            folder, below, _ = name.removeprefix(GAMES).partition("/")
            if name.startswith(GAMES) and below and folder not in {"kernel", "every_game"}:
                summed[GAMES + folder] += seconds
        return summed


def pytest_configure(config: pytest.Config) -> None:
    """Count where the results come together; xdist's workers only send them there."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(FileTimes(), "file-times")
