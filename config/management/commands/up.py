"""`manage.py up`: the whole server on one machine, until Ctrl-C."""

import argparse
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, get_commands
from django.db import connection

from config.redis_home import NoRedis, redis_command
from config.restoring import refusal
from config.running_address import announced
from config.up.frozen import FrozenWriters
from config.up.only_one import AlreadyRunning, only_one
from config.up.supervisor import Part, Supervisor, supervise
from eventstore.gate import Gate

STEP_SECONDS = 0.1
START_SECONDS = 90.0
WEB_GRACE_SECONDS = 3
# What ends connections of callers who send without end, or slowly, or take nothing.
CONNECTION = "config.connections:Connection"
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(Exception):
    """Somebody asked us to end."""


class Stop:
    """Notes that a signal came; looked at between small sleeps, so nothing is cut in half."""

    def __init__(self, watch_parent: bool) -> None:
        self._asked = False
        self._parent = os.getppid() if watch_parent else None

    def note(self, number: int, frame: object) -> None:
        self._asked = True

    def rest(self) -> None:
        """Sleep a step. Raises StopRequested when a signal came or the parent to watch is gone."""
        time.sleep(STEP_SECONDS)
        if self._asked or (self._parent is not None and os.getppid() != self._parent):
            raise StopRequested


@contextmanager
def stop_on_signals(watch_parent: bool) -> Iterator[Stop]:
    """Turn Ctrl-C, TERM and HUP into a note for the length of the block."""
    stop = Stop(watch_parent)
    # A HUP that is ignored already was ignored on purpose, by nohup.
    heard = [number for number in STOP_SIGNALS if signal.getsignal(number) != signal.SIG_IGN or number != signal.SIGHUP]
    before = {number: signal.signal(number, stop.note) for number in heard}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Command(BaseCommand):
    """Start Redis if none is named, migrate, furnish the demo, run web, worker and beat."""

    help = "Run Skald: web, worker and beat, with a Redis of its own unless REDIS_URL is set. Ctrl-C ends it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=_port, default=8000, help="the port of the web pages (8000)")
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on (127.0.0.1; :: is IPv6 alone)"
        )
        parser.add_argument("--no-demo", action="store_true", help="do not create the demo data")
        parser.add_argument("--with-parent", action="store_true", help="stop when the process that started this ends")

    def handle(self, *args: object, **options: object) -> None:
        """Run until told to stop. Raises CommandError with what to do when that is not possible."""
        host, port = str(options["host"]), int(str(options["port"]))
        var: Path = settings.VAR_DIR
        refused = refusal(var)
        if refused:
            raise CommandError(refused)
        try:
            with only_one(var / "up.pid") as hold, stop_on_signals(bool(options["with_parent"])) as stop:
                _refuse_taken_port(host, port)
                env = {**os.environ, "REDIS_URL": settings.REDIS_URL}
                with supervise(settings.BASE_DIR, var / "log", env, hold) as house:
                    self._live(house, stop, host, port, demo=not options["no_demo"])
        except AlreadyRunning as taken:
            raise CommandError(f"Skald already runs in {var} (process {taken.pid}), or is just ending.") from None
        except NoRedis as missing:
            raise CommandError(str(missing)) from None

    def _live(self, house: Supervisor, stop: Stop, host: str, port: int, *, demo: bool) -> None:
        try:
            self._furnish(house, stop, _address(host, port) if demo else "")
            self._open(house, stop, host, port)
            frozen = FrozenWriters(house, _gate(), settings.SQLITE_FROZEN_SECONDS)
            with announced(settings.VAR_DIR, _address(host, port)):
                while True:
                    self._rest(house, stop)
                    for line in frozen.end():
                        self._say(line)
                    _refuse_dead(house)
        except StopRequested:
            self._say("Stopping web, beat, worker and everything else that was started here.")
            house.end_all()
            self._say("Stopped.")

    def _furnish(self, house: Supervisor, stop: Stop, demo_at: str) -> None:
        """Start Redis, then migrate, then the demo, with the address at which it will be found."""
        if not os.environ.get("REDIS_URL", "").strip():
            home: Path = settings.VAR_DIR / "redis.sock"
            home.unlink(missing_ok=True)
            self._say(f"Redis: starting one on {home}")
            house.start("redis", redis_command(home))
            while not home.exists():
                self._rest(house, stop)
                _refuse_dead(house)
        self._step(house, stop, "migrate", "Database: migrating")
        if demo_at and "demo" in get_commands():
            self._step(house, stop, "demo", "Demo: furnishing", f"--site={demo_at}", show=True)

    def _step(self, house: Supervisor, stop: Stop, command: str, what: str, *words: str, show: bool = False) -> None:
        """Run one management command to its end; `show` passes on what it says, while it says it."""
        self._say(what)
        part, passed_on = house.start(command, _manage(command, *words)), 0
        running = True
        while running:
            self._rest(house, stop)
            running = part.process.poll() is None
            if show:
                passed_on += self._pass_on(part, passed_on)
        if part.process.returncode:
            raise CommandError(_end_of(part))
        house.end(part)

    def _pass_on(self, part: Part, after: int) -> int:
        """Say what a part has said after its first lines; return how many lines that were."""
        lines = part.lines_after(after)
        for line in lines:
            self._say(line)
        return len(lines)

    def _open(self, house: Supervisor, stop: Stop, host: str, port: int) -> None:
        """Start worker, beat and web; return when the web answers."""
        self._say(f"Starting web, worker and beat; their logs are in {settings.VAR_DIR / 'log'}")
        celery = ("-m", "celery", "-A", "config")
        level = settings.LOG_LEVEL
        node = f"skald-{os.getpid()}@%h"
        house.start(
            "worker", _python(*celery, "worker", "-n", node, "-l", level, "--without-gossip", "--without-mingle")
        )
        house.start("beat", _python(*celery, "beat", "-l", level, "--pidfile="))
        web = ("-m", "uvicorn", "config.asgi:application", "--host", host, "--port", str(port), "--lifespan", "off")
        # Who calls is told by PROXIES alone (`config/addresses.py`); uvicorn would believe any caller on this machine.
        more = ("--no-proxy-headers", "--http", CONNECTION, "--timeout-graceful-shutdown", str(WEB_GRACE_SECONDS))
        house.start("web", _python(*web, *more))
        deadline = time.monotonic() + START_SECONDS
        while not _answers(host, port):
            self._rest(house, stop)
            _refuse_dead(house)
            if time.monotonic() > deadline:
                raise CommandError(
                    f"The web did not answer within {START_SECONDS:.0f} s; see {settings.VAR_DIR / 'log'}."
                )
        self._say(f"Skald runs: {_address(host, port)}/  (Ctrl-C ends it)")

    def _rest(self, house: Supervisor, stop: Stop) -> None:
        """Sleep a step, see to the warden. Raises StopRequested when somebody asked us to end."""
        stop.rest()
        if house.keep_warden():
            self._say("The process that cleans up after this one was ended; a new one was started.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _port(text: str) -> int:
    if text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a whole number from 1 to 65535, not {text!r}")


def _gate() -> Gate | None:
    """The gate in front of the server's database; PostgreSQL has none."""
    found: Gate | None = getattr(connection, "gate", None)
    return found


def _python(*words: str) -> list[str]:
    return [sys.executable, "-u", *words]


def _manage(*words: str) -> list[str]:
    return _python(str(settings.BASE_DIR / "manage.py"), *words)


def _end_of(part: Part) -> str:
    return f"{part.name} ended with code {part.process.returncode}. The end of {part.log}:\n{part.last_lines()}"


def _refuse_dead(house: Supervisor) -> None:
    dead = house.first_dead()
    if dead is not None:
        raise CommandError(f"{_end_of(dead)}\nEverything else was stopped.")


def _refuse_taken_port(host: str, port: int) -> None:
    """Try the address before anything is started. Raises CommandError with what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            skald = "Skald is already running there: stop it first. Or choose" if _answers(host, port) else "Choose"
            raise CommandError(
                f"Cannot listen on {host} port {port} ({error.strerror}). {skald} another port, such as: "
                f"make run PORT={port + 1 if port < 65535 else port - 1}"
            ) from None


def _reachable(host: str, *, in_url: bool = False) -> str:
    """Return an address to reach the web at, for a host that may mean all addresses."""
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (read here, not listened on)
    return f"[{local}]" if in_url and ":" in local else local


def _address(host: str, port: int) -> str:
    return f"http://{_reachable(host, in_url=True)}:{port}"


def _host_header(host: str) -> str:
    """Return a name the settings allow, since the web refuses all others."""
    allowed: list[str] = settings.ALLOWED_HOSTS
    if not allowed or "*" in allowed or host in allowed:
        return host
    return f"skald{allowed[0]}" if allowed[0].startswith(".") else allowed[0]


def _answers(host: str, port: int) -> bool:
    """Return whether the web says that it is well."""
    reach = _reachable(host)
    line = http.client.HTTPConnection(reach, port, timeout=5)
    try:
        line.request("GET", "/healthz", headers={"Host": _host_header(reach)})
        return line.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
