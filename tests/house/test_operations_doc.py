"""`docs/operations.md` names commands, settings, modules and lines of the log that exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from config.management.commands import up
from config.private_var import OURS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "operations.md").read_text()
UNIT = re.compile(r"```ini\n(.*?)```", re.DOTALL)


def test_its_commands_exist():
    named = set(re.findall(r"manage\.py ([a-z]+)", TEXT))
    assert {"backup", "restore", "verify", "rebuild", "migrate", "up", "seal"} <= named
    assert named <= set(get_commands())


def test_its_settings_are_in_the_list_of_settings():
    listed = (ROOT / "docs" / "configuration.md").read_text()
    named = set(re.findall(r"^([A-Z_]+)=", TEXT, re.MULTILINE)) | set(re.findall(r"`([A-Z]+_[A-Z_]+)", TEXT))
    assert "SKALD_VAR" in named
    assert {name for name in named if f"`{name}`" not in listed} == set()


def test_it_says_what_each_file_in_var_is():
    """Those that bear one name; keys, locks and databases are told of by what they are for."""
    plain = {name for name in OURS if "." in name and "*" not in name}
    assert "up.address" in plain
    assert {name for name in plain if f"`{name}`" not in TEXT} == set()


def test_the_lines_of_the_log_are_written_somewhere():
    rows = re.findall(r"^\| ((?:`[a-z]+\.[a-z_]+`(?:, )?)+) \|", TEXT, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([a-z._]+)`", row)}
    assert len(named) > 8
    code = "".join(
        path.read_text()
        for app in ("config", "eventstore", "jobs", "web", "matches", "campaigns", "tournaments")
        for path in (ROOT / app).rglob("*.py")
    )
    assert {name for name in named if f'"{name}"' not in code} == set()


@pytest.mark.parametrize("page", ["docs/operations.md", "README.md"])
def test_its_web_looks_after_connections_as_that_of_up_does(page):
    line = next(line for line in (ROOT / page).read_text().splitlines() if "-m uvicorn config.asgi" in line)
    assert f"--http {up.CONNECTION} " in f"{line} "
    assert "--no-proxy-headers" in line


@pytest.mark.parametrize(("module", "words"), [("uvicorn", ["--help"]), ("celery", ["worker", "--help"])])
def test_the_options_of_its_services_exist(module, words):
    line = next(line for line in TEXT.splitlines() if line.startswith("ExecStart") and f"-m {module}" in line)
    helped = subprocess.run([sys.executable, "-m", module, *words], capture_output=True, text=True, check=True).stdout
    options = set(re.findall(r"--[a-z-]+", line))
    assert options
    assert {
        option for option in options if option not in helped and option.replace("--no-", "--") not in helped
    } == set()


@pytest.mark.parametrize("name", ["LIVE_FEEDS", "LIVE_FEEDS_PER_ADDRESS"])
def test_it_counts_live_feeds_by_the_processes_of_its_service(name):
    """Each process counts its own (`matches/live/limits.py`); the page multiplies the defaults."""
    listed = (ROOT / "docs" / "configuration.md").read_text()
    (default,) = map(int, re.findall(rf"^\| `{name}` \| `(\d+)` \|", listed, re.MULTILINE))
    (workers,) = map(int, re.findall(r"uvicorn config\.asgi:application .*--workers (\d+)", TEXT))
    row = f"`{name}` | {default} | {workers} × {default} = {workers * default} |"
    assert row in TEXT
    assert f"the service above, which runs {workers} |" in TEXT
