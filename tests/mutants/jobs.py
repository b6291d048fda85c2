"""Mutants of jobs, of what campaigns do by them, and of the threads that answer requests."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

CANCEL = ("tests/jobs/test_cancel.py",)
CANCELLED = ("tests/campaigns/test_cancelled_jobs.py",)
THREADS = ("tests/house/test_threads.py",)

MUTANTS = (
    Mutant(
        "a job that was cancelled goes on in the hands of its worker",
        "jobs/claimed.py",
        "row.filter(state=State.RUNNING, lease_owner=self.owner).update(",
        "row.update(",
        CANCEL,
    ),
    Mutant(
        "what is done can be cancelled",
        "jobs/queue.py",
        ".exclude(state__in=OVER)",
        "",
        CANCEL,
    ),
    Mutant(
        "a cancelled job can be retried",
        "jobs/queue.py",
        "state__in=(State.PARKED, State.WAITING))",
        "state__in=(State.PARKED, State.WAITING, State.CANCELLED))",
        ("tests/jobs/test_queue.py",),
    ),
    Mutant(
        "halls are finished though the job was cancelled",
        "campaigns/work.py",
        ", rows=running.hold)",
        ")",
        CANCELLED,
    ),
    Mutant(
        "matches are handed on though the job was cancelled",
        "campaigns/work.py",
        "former, running.hold) for match",
        "former) for match",
        CANCELLED,
    ),
    Mutant(
        "parked jobs are tried again by a job that was cancelled",
        "campaigns/work.py",
        "        running.hold()\n",
        "",
        CANCELLED,
    ),
    Mutant(
        "a request that waited too long runs all the same",
        "config/threads.py",
        "        if work.cancel():\n",
        "        if False:\n",
        THREADS,
    ),
    Mutant(
        "a header may be passed off as another",
        "config/threads.py",
        '        if "_" in name or name == "CONTENT-LENGTH":\n',
        '        if name == "CONTENT-LENGTH":\n',
        THREADS,
    ),
    Mutant(
        "the gate without byte locks lets two in",
        "eventstore/plain_gate.py",
        "fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB), deadline",
        "fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB), deadline",
        ("tests/eventstore/test_plain_gate.py",),
    ),
    Mutant(
        "a job is taken from whoever has it",
        "jobs/queue.py",
        "Q(state=State.RUNNING, lease_until__lt=now)",
        "Q(state=State.RUNNING)",
        ("tests/jobs/test_queue.py",),
    ),
    Mutant(
        "a game of a test takes the key of another",
        "rules/registry.py",
        'game.key in RULESETS or game.key == "kernel"',
        'game.key == "kernel"',
        ("tests/house/test_games_named.py",),
    ),
)
