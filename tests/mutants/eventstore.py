"""Mutants of the event store."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

TESTS = "tests/eventstore"

MUTANTS = (
    # Connections
    Mutant(
        "a new connection takes the locks of the process on the database away",
        "eventstore/private_files.py",
        "os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE",
        "os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE",
        (f"{TESTS}/test_connections.py",),
    ),
    # Following
    Mutant(
        "a rebuild takes no lease",
        "eventstore/subscriptions.py",
        "row.position, row.lease_owner, row.lease_until = 0, owner, _now() + LEASE_MICROSECONDS",
        'row.position, row.lease_owner, row.lease_until = 0, "", 0',
        (f"{TESTS}/test_subscriptions.py",),
    ),
    Mutant(
        "a rebuild leases for somebody else",
        "eventstore/subscriptions.py",
        "    return _run(subscriber, owner, None, progress)\n\n\ndef check(",
        "    return _run(subscriber, uuid4().hex, None, progress)\n\n\ndef check(",
        (f"{TESTS}/test_subscriptions.py",),
    ),
    Mutant(
        "a lease keeps nobody out",
        "eventstore/subscriptions.py",
        'row.lease_owner not in ("", owner) and row.lease_until > _now()',
        'row.lease_owner not in ("", owner) and row.lease_until > 2**62',
        (f"{TESTS}/test_subscriptions.py",),
    ),
    Mutant(
        "a lease lasts for ever",
        "eventstore/subscriptions.py",
        'row.lease_owner not in ("", owner) and row.lease_until > _now()',
        'row.lease_owner not in ("", owner)',
        (f"{TESTS}/test_subscriptions.py",),
    ),
    Mutant(
        "the event that failed is skipped",
        "eventstore/subscriptions.py",
        "        row.failed_position, row.failed_at = event.position, _now()",
        "        row.position = row.failed_position = event.position\n        row.failed_at = _now()",
        (f"{TESTS}/test_subscriptions.py",),
    ),
    Mutant(
        "an error of the database parks",
        "eventstore/subscriptions.py",
        "PASSING_ERRORS = (OperationalError, InterfaceError)",
        "PASSING_ERRORS = (InterfaceError,)",
        (f"{TESTS}/test_subscriptions.py",),
    ),
    # Appending
    Mutant(
        "an append to an old version is carried out",
        "eventstore/sqlite_log.py",
        "if closed_at is not None or version != append.expected:",
        "if closed_at is not None or version < append.expected:",
        (f"{TESTS}/test_append.py",),
    ),
    Mutant(
        "a closed stream takes more",
        "eventstore/sqlite_log.py",
        "if closed_at is not None or version != append.expected:",
        "if version != append.expected:",
        (f"{TESTS}/test_append.py",),
    ),
    Mutant(
        "a key that was used for something else counts as done",
        "eventstore/sqlite_log.py",
        "raise (AlreadyDone if command.fingerprint == append.fingerprint else KeyReused)(command)",
        "raise AlreadyDone(command)",
        (f"{TESTS}/test_append.py",),
    ),
    Mutant(
        "the chain leaves out who acted",
        "eventstore/chain.py",
        "return sha256(header + name + who + body).digest()",
        "return sha256(header + name + body).digest()",
        (f"{TESTS}/test_verification.py", f"{TESTS}/test_append.py"),
    ),
    Mutant(
        "a chain is not tied to its stream",
        "eventstore/chain.py",
        "return sha256(GENESIS + stream_uuid + name.encode()).digest()",
        "return sha256(GENESIS).digest()",
        (f"{TESTS}/test_append.py", f"{TESTS}/test_verification.py", f"{TESTS}/test_exports.py"),
    ),
    # Verification, seals
    Mutant(
        "a false opening of a stream is not found",
        "eventstore/rowcheck.py",
        "WHERE s.version < 1 OR e.recorded_at <> s.opened_at",
        "WHERE s.version < 1",
        (f"{TESTS}/test_tampering.py::test_each_byte_that_changes_is_found",),
    ),
    Mutant(
        "a command that no row tells of is not found",
        "eventstore/rowcheck.py",
        "    if counted == written:\n        return []\n",
        "    if counted <= written:\n        return []\n",
        (f"{TESTS}/test_tampering.py::test_each_deleted_row_is_found",),
    ),
    Mutant(
        "a seal is not tied to the one before it",
        "eventstore/seals.py",
        "return numbers + mac_before + bytes(seal.digest)",
        "return numbers + bytes(seal.digest)",
        (f"{TESTS}/test_tampering.py::test_a_seal_that_was_given_to_the_same_events_at_another_time_is_found",),
    ),
    # The queue in front of SQLite
    Mutant(
        "who waits behind a killed waiter is let in beside the holder",
        "eventstore/gate.py",
        "        _lock(file, HOLDER, deadline)\n",
        "",
        (f"{TESTS}/test_gate.py",),
    ),
    Mutant(
        "nobody waits for the ticket before",
        "eventstore/gate.py",
        "        _lock(file, TICKETS + before, deadline)\n        _unlock(file, TICKETS + before)\n",
        "",
        (f"{TESTS}/test_gate.py",),
    ),
    Mutant(
        "a transaction that ends keeps the gate",
        "eventstore/gate.py",
        "        os.close(self.file)\n",
        "        self.file = self.file\n",
        (f"{TESTS}/test_gate.py",),
    ),
    Mutant(
        "Ctrl-Z stops who has the turn",
        "eventstore/stops.py",
        "    if _places:\n",
        "    if not number:\n",
        (f"{TESTS}/test_at_the_gate.py",),
    ),
    Mutant(
        "who is slow at the gate is ended",
        "config/up/frozen.py",
        "[one for one in processes_at_gate(gate.path) if one.is_stopped]",
        "[one for one in processes_at_gate(gate.path)]",
        ("tests/house/test_frozen_writers.py",),
    ),
    # What is kept, lifted, taken in
    Mutant(
        "an event of this house may have no row of its command",
        "eventstore/rowcheck.py",
        "i.stream_id = e.stream_id AND i.told_by = '' AND e.version BETWEEN i.first_version AND i.last_version",
        "i.stream_id = e.stream_id",
        (f"{TESTS}/test_exports.py",),
    ),
    Mutant(
        "a damaged snapshot is used",
        "eventstore/snapshots.py",
        "whole = isinstance(body, bytes) and checksum == _checksum(",
        "whole = isinstance(body, bytes) or checksum == _checksum(",
        (f"{TESTS}/test_snapshots.py",),
    ),
    Mutant(
        "a snapshot from beyond the end is used",
        "eventstore/snapshots.py",
        "if whole and version <= head:",
        "if whole:",
        (f"{TESTS}/test_snapshots.py",),
    ),
    Mutant(
        "a body is lifted once",
        "eventstore/upcast.py",
        "        while (lift := self._lifts.get((type_name, schema))) is not None:\n            decoded = lift(decoded)\n            schema += 1",
        "        if (lift := self._lifts.get((type_name, schema))) is not None:\n            decoded = lift(decoded)\n            schema += 1",
        (f"{TESTS}/test_upcast.py",),
    ),
    Mutant(
        "an import overwrites what differs here",
        "eventstore/intake.py",
        "elif stream.here and place.event.v == stream.known_version and place.event.hash != stream.here.hash.hex():",
        "elif stream.here and place.event.v < stream.known_version and place.event.hash == stream.here.hash.hex():",
        (f"{TESTS}/test_exports.py",),
    ),
)
