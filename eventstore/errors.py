"""Why an append, an import or a subscription was refused."""

from eventstore.findings import Finding
from eventstore.records import CommandRecord


class EventStoreError(Exception):
    """Any refusal of the event store."""


class Conflict(EventStoreError):
    """The stream is not at the version that the append was decided on: reload, decide again."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class StreamClosed(EventStoreError):
    """The stream takes no more events."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"{stream} is closed")
        self.stream = stream


class AlreadyDone(EventStoreError):
    """This very command was carried out before; `command` tells which versions it wrote."""

    def __init__(self, command: CommandRecord) -> None:
        super().__init__(
            f"command {command.id} wrote versions {command.first_version} to {command.last_version} of {command.stream}"
        )
        self.command = command


class KeyReused(EventStoreError):
    """The command id belongs to another command; `command` is that other one."""

    def __init__(self, command: CommandRecord) -> None:
        super().__init__(f"command {command.id} was used before, for something else, on {command.stream}")
        self.command = command


class BadExport(EventStoreError):
    """A `.skald` file that does not verify. `line` counts from 1; `event` names the event when it is one."""

    def __init__(self, line: int, reason: str, event: str = "") -> None:
        super().__init__(f"line {line}{f' ({event})' if event else ''}: {reason}")
        self.line, self.reason, self.event = line, reason, event


class LongExport(EventStoreError):
    """A `.skald` file that announces more events than its reader would have."""

    def __init__(self, events: int, most: int) -> None:
        super().__init__(f"the file holds {events} events; {most} at most are taken in")
        self.events, self.most = events, most


class Diverged(EventStoreError):
    """A stream of this name is here already and is not the one in the file."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"{stream} exists here and differs from the file at version {version}")
        self.stream, self.version = stream, version


class BrokenChain(EventStoreError):
    """A stream does not say what was recorded. `finding` is the first of what `verify_stream` lists in full."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


class UnknownStream(EventStoreError):
    """There is no stream of this name."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"there is no stream {stream}")
        self.stream = stream


class UnknownSubscription(EventStoreError):
    """There is no subscription of this name."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"there is no subscription {name!r}; there are: {', '.join(known) or 'none'}")
        self.name = name
