"""A setting that cannot be read stops every part of Skald with one line, which names it and says what to do."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from eventstore import api as store
from eventstore.seals import key_file, old_keys

ROOT = Path(__file__).resolve().parents[2]
ROWS = re.findall(r"^\|((?: `[A-Z_]+`,?)+) \|", (ROOT / "docs" / "configuration.md").read_text(), re.MULTILINE)
LISTED = re.findall(r"`([A-Z_]+)`", "".join(ROWS))
KEY = "ab" * 32
NUMBER = ("eight", "-1", "1.5", "9" * 5_000)
RATE = ("often", "10", "0/min", "10/year", "x/min")
YES_OR_NO = ("perhaps",)
NO_TEXT = os.fsdecode(b"\xff\xfe")
"""What is no UTF-8: of a value that may be any text, all that cannot be read."""

BAD = {
    "SKALD_VAR": ("/dev/null/var", "/proc/var"),
    "SECRET_KEY": (NO_TEXT,),
    "SKALD_SEAL_KEY": ("zz", KEY[:-1], f"{KEY}00", NO_TEXT),
    "SKALD_COMMAND_KEY": (NO_TEXT,),
    "SKALD_OLD_SEAL_KEYS": ("zz", f"{KEY},{KEY[:-1]}", f"{KEY} {KEY}"),
    "SKALD_TRUSTED_SEALS": ("zz", f"{KEY},{KEY[:-1]}"),
    "DEBUG": YES_OR_NO,
    "ALLOWED_HOSTS": ("https://league.example", "league.example/", "league example", "league_example"),
    "CSRF_TRUSTED_ORIGINS": ("league.example", "https://league.example/path", "ftp://league.example", "https://"),
    "HTTPS": YES_OR_NO,
    "HSTS_SECONDS": NUMBER,
    "DATABASE_URL": (
        "league",
        "mysql://u@h/n",
        "postgres://u@h:port/n",
        "postgres://u@h:5432",
        "postgres://[::1/n",
        "postgres//u@h/n",
    ),
    "CONN_MAX_AGE": NUMBER,
    "WEB_THREADS": (*NUMBER, "0"),
    "LIVE_FEEDS": NUMBER,
    "LIVE_FEEDS_PER_ADDRESS": NUMBER,
    "LIVE_THREADS": NUMBER,
    "MAX_BODY_BYTES": (*NUMBER, "1023"),
    "MAX_IMPORT_BYTES": NUMBER,
    "IMPORT_EVENTS": NUMBER,
    "SQLITE_BUSY_SECONDS": (*NUMBER, "99999999999"),
    "SQLITE_FROZEN_SECONDS": (*NUMBER, "99999999999"),
    "DATABASE_LOCK_SECONDS": (*NUMBER, "99999999999"),
    "DATABASE_STATEMENT_SECONDS": NUMBER,
    "DATABASE_IDLE_SECONDS": NUMBER,
    "REDIS_URL": (
        "league",
        "http://h/0",
        "redis://h:port/0",
        "redis://h:6379/first",
        "unix://",
        "unix://h",
    ),
    "CACHE_SECONDS": NUMBER,
    "REPLAY_CACHE_MB": NUMBER,
    "CELERY_KEY_PREFIX": (NO_TEXT,),
    "BROKER_SECONDS": NUMBER,
    "WORKER_CONCURRENCY": NUMBER,
    "LONGEST_TASK_SECONDS": NUMBER,
    "POLL_SECONDS": NUMBER,
    "SEAL_SECONDS": NUMBER,
    "JOB_LEASE_SECONDS": NUMBER,
    "THROTTLE_ANON": RATE,
    "THROTTLE_USER": RATE,
    "THROTTLE_PAGES": RATE,
    "THROTTLE_IMPORT": RATE,
    "THROTTLE_LOGIN": RATE,
    "PROXIES": NUMBER,
    "TOKEN_DAYS": (*NUMBER, "99999999999"),
    "PASSWORD_LINK_HOURS": (*NUMBER, "99999999999"),
    "STATIC_MAX_AGE": NUMBER,
    "DEMO_PASSWORD": (NO_TEXT,),
    "TIME_ZONE": ("Nowhere/Town", "Europe", "../UTC", "/etc/passwd"),
    "LOG_LEVEL": ("LOUD", "30"),
    "LOG_JSON": YES_OR_NO,
}
"""By setting the values that are none. The first of each is tried by a command, all of them by the settings alone."""
SECRET = ("SKALD_SEAL_KEY", "SKALD_OLD_SEAL_KEYS", "SKALD_TRUSTED_SEALS", "DATABASE_URL", "REDIS_URL")
"""Settings that hold keys or passwords."""


def run(environment, var, name, value, *words):
    """The exit code and what is printed where a setting has that value."""
    environment = environment | {"SKALD_VAR": str(var), name: value}
    words = words or ("manage.py", "verify")
    told = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    return told.returncode, told.stdout, told.stderr


def is_one_line(name, value, code, complaint):
    """Whether a complaint is one line about that setting, which says what to do and tells no secret."""
    (line,) = complaint.splitlines()
    assert code == 1
    assert line.startswith("Bad setting: ")
    assert name in line
    assert "Correct it or leave it out" in line
    assert len(line) < 400
    if name in SECRET:
        assert value not in line
    return True


def test_every_setting_is_tried():
    assert set(BAD) == set(LISTED)
    for page in ("README.md", "docs/operations.md"):
        text = (ROOT / page).read_text()
        named = set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE)) | set(re.findall(r"`([A-Z]+_[A-Z_]+)`", text))
        assert named <= set(LISTED), page


@pytest.mark.parametrize("name", BAD)
def test_it_stops_a_command_with_one_line(environment, tmp_path, name):
    value = BAD[name][0]
    code, said, complaint = run(environment, tmp_path, name, value)
    assert said == ""
    assert is_one_line(name, value, code, complaint)


def test_no_other_value_is_taken_either(environment, tmp_path):
    """All of them in one process, which reads the settings anew for each."""
    tried = [f"{name}={value}" for name, values in BAD.items() for value in values]
    code, said, complaint = run(environment, tmp_path, "PROBED", "1", "-c", PROBE, *tried)
    assert (code, complaint) == (0, "")
    assert said.splitlines() == []


PROBE = """
import importlib, os, sys
from django.core.exceptions import ImproperlyConfigured

before = dict(os.environ)
for tried in sys.argv[1:]:
    name, _, value = tried.partition("=")
    os.environ[name] = value
    try:
        importlib.import_module("config.settings")
        print(f"{tried[:80]!a} was taken")
    except ImproperlyConfigured as bad:
        if name not in str(bad) or "\\n" in str(bad) or "Correct it or leave it out" not in str(bad):
            print(f"{tried[:80]!a} is answered: {bad}")
    sys.modules.pop("config.settings", None)
    os.environ.clear()
    os.environ.update(before)
"""


@pytest.mark.parametrize(
    "words",
    [
        ("-m", "uvicorn", "config.asgi:application", "--port", "0", "--lifespan", "off"),
        ("-m", "celery", "-A", "config", "worker"),
        ("-m", "celery", "-A", "config", "beat", "--pidfile="),
        ("manage.py", "up", "--no-demo"),
        ("manage.py", "migrate"),
        ("manage.py", "campaign", "list"),
    ],
    ids=lambda words: " ".join(words[:5]),
)
@pytest.mark.parametrize("name", ["WEB_THREADS", "SKALD_OLD_SEAL_KEYS"])
def test_it_stops_each_part_with_one_line(environment, tmp_path, words, name):
    code, _, complaint = run(environment, tmp_path, name, BAD[name][0], *words)
    assert is_one_line(name, BAD[name][0], code, complaint)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SKALD_OLD_SEAL_KEYS", f" {KEY} , {'cd' * 32},"),
        ("SKALD_SEAL_KEY", f" {KEY.upper()} "),
        ("ALLOWED_HOSTS", "*, .league.example, 127.0.0.1, [::1], LEAGUE.example"),
        (
            "CSRF_TRUSTED_ORIGINS",
            "https://league.example, http://127.0.0.1:8000, https://*.league.example, http://[::1]:80",
        ),
        ("DATABASE_URL", "postgres://%2Frun%2Fpostgresql/name"),
        ("REDIS_URL", "unix:///run/redis.sock?db=2"),
        ("REDIS_URL", "rediss://:password@redis.example"),
        ("THROTTLE_LOGIN", "10/minute"),
        ("TIME_ZONE", "Europe/Berlin"),
        ("LOG_LEVEL", "warning"),
    ],
)
def test_what_can_be_read_is_taken(environment, tmp_path, name, value):
    read = "import config.settings"
    assert run(environment, tmp_path, name, value, "-c", read) == (0, "", "")


class TestKeys:
    """Keys are read again where they are wanted, from the environment or from the file."""

    @pytest.mark.parametrize(
        ("name", "read"),
        [
            ("SKALD_SEAL_KEY", store.find_seal_key),
            ("SKALD_TRUSTED_SEALS", store.trusted_keys),
            ("SKALD_OLD_SEAL_KEYS", old_keys),
        ],
    )
    def test_one_that_is_none_is_named(self, monkeypatch, name, read):
        monkeypatch.setenv(name, KEY[:-1])
        with pytest.raises(ImproperlyConfigured, match=rf"{name} .* 64 hexadecimal digits.* Correct it"):
            read()

    def test_a_blank_one_is_left_out(self, monkeypatch, settings, tmp_path):
        settings.VAR_DIR = tmp_path
        monkeypatch.setenv("SKALD_SEAL_KEY", "  ")
        assert store.find_seal_key() is None

    def test_a_file_that_holds_none_is_named(self, monkeypatch, settings, tmp_path):
        settings.VAR_DIR = tmp_path
        monkeypatch.delenv("SKALD_SEAL_KEY", raising=False)
        key_file().write_text("half a key\n")
        with pytest.raises(ImproperlyConfigured, match=rf"{tmp_path}/seal_key .* 64 hexadecimal digits.* backup"):
            store.find_seal_key()

    def test_verify_says_so_in_a_line(self, environment, tmp_path):
        """Of the file, which no start looks at."""
        assert run(environment, tmp_path, "DATABASE_URL", "", "manage.py", "migrate")[0] == 0
        (tmp_path / "seal_key").write_text("half a key\n")
        code, _, complaint = run(environment, tmp_path, "DATABASE_URL", "")
        (line,) = complaint.splitlines()
        assert (code, line.startswith(f"Bad setting: {tmp_path}/seal_key ")) == (1, True)
