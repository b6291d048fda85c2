"""Starts the server's processes, each in a group of its own, and ends them, grandchildren included."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from config.up import warden

# How long a process may take to end before it is killed. Longer than uvicorn's own patience.
PATIENCE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Part:
    """One process of the server: its name, the command it runs, the process that leads its group, its log."""

    name: str
    command: tuple[str, ...]
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def group(self) -> int:
        """The process group, whose number is its leader's."""
        return self.process.pid

    def last_lines(self, count: int = 20) -> str:
        """Return the end of the log, to show why it ended."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(lines[-count:])

    def lines_after(self, count: int) -> list[str]:
        """Return the lines of the log after the first `count`; the last one only once it is written to its end."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return text.split("\n")[count:-1]


class Supervisor:
    """The processes that were started and not yet ended; made by `supervise`."""

    def __init__(self, home: Path, logs: Path, env: Mapping[str, str], hold: int) -> None:
        self._home = home
        self._logs = logs
        self._env = dict(env)
        self._hold = hold
        self._parts: list[Part] = []
        self._start_warden()

    def start(self, name: str, command: Sequence[str]) -> Part:
        """Start a process whose output goes to `NAME.log`; what the last one wrote is in `NAME.log.1`."""
        log = self._logs / f"{name}.log"
        if log.exists():
            log.replace(self._logs / f"{name}.log.1")
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=self._env,
                cwd=self._home,
                start_new_session=True,
            )
        part = Part(name, tuple(command), process, log)
        self._parts.append(part)
        self._tell_warden(f"+{part.group}")
        return part

    def first_dead(self) -> Part | None:
        """Return a part that has ended by itself, if there is one."""
        return next((part for part in self._parts if part.process.poll() is not None), None)

    def part_of(self, session: int) -> Part | None:
        """Return the part that leads a session, and so every process in it; None where that is none of ours."""
        return next((part for part in self._parts if part.group == session), None)

    def start_again(self, part: Part) -> Part:
        """Kill a part and all that it started without a word, since it would not hear it; then start it anew."""
        warden.send(part.group, signal.SIGKILL)
        self._forget(part)
        return self.start(part.name, part.command)

    def end(self, part: Part) -> None:
        """End a part and all that it started: ask first, kill after `PATIENCE_SECONDS`."""
        warden.send(part.group, signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._is_left(part) and time.monotonic() < deadline:
            time.sleep(warden.STEP_SECONDS)
        if self._is_left(part):
            warden.send(part.group, signal.SIGKILL)
        self._forget(part)

    def end_all(self) -> None:
        """End every part, the newest first: Redis outlives those who talk to it."""
        for part in reversed(self._parts.copy()):
            self.end(part)

    def keep_warden(self) -> bool:
        """Start the warden anew if somebody ended it; return whether that was needed."""
        if self.warden.poll() is None:
            return False
        os.close(self._to_warden)
        self._start_warden()
        for part in self._parts:
            self._tell_warden(f"+{part.group}")
        return True

    def dismiss_warden(self) -> None:
        """Close the pipe to the warden and wait until it has ended what was still on its list."""
        os.close(self._to_warden)
        self.warden.wait()

    def _start_warden(self) -> None:
        from_us, self._to_warden = os.pipe()
        # -P: the warden's own folder must not stand in for the packages that share its file names.
        command = [sys.executable, "-P", warden.__file__, str(PATIENCE_SECONDS)]
        self.warden = subprocess.Popen(command, stdin=from_us, start_new_session=True, pass_fds=(self._hold,))
        os.close(from_us)

    def _forget(self, part: Part) -> None:
        part.process.wait()
        self._parts.remove(part)
        self._tell_warden(f"-{part.group}")

    def _is_left(self, part: Part) -> bool:
        part.process.poll()  # reaps the leader, which would count as alive otherwise
        return warden.is_alive(part.group)

    def _tell_warden(self, line: str) -> None:
        # A warden that somebody killed hears it when `keep_warden` has started the next.
        with suppress(BrokenPipeError):
            os.write(self._to_warden, f"{line}\n".encode())


@contextmanager
def supervise(home: Path, logs: Path, env: Mapping[str, str], hold: int) -> Iterator[Supervisor]:
    """Yield a supervisor whose processes run in `home`; on the way out all of them are ended.

    Should this process be killed, the warden ends them: the pipe to it closes by itself. It also
    holds the descriptor `hold`, so that nobody starts anew before it is done.
    """
    logs.mkdir(mode=0o700, parents=True, exist_ok=True)  # the demo's log holds passwords
    supervisor = Supervisor(home, logs, env, hold)
    try:
        yield supervisor
    finally:
        try:
            supervisor.end_all()
        finally:
            supervisor.dismiss_warden()
