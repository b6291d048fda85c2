"""A pytest plug-in that names the ten slowest test files of a run: `-p tests.slowest`."""

from collections import Counter

import pytest

SHOWN = 10


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


def pytest_configure(config: pytest.Config) -> None:
    """Count where the results come together; xdist's workers only send them there."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(FileTimes(), "file-times")
