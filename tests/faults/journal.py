"""What a writer notes down before and after each command, in a file that survives its death.

A line is written by one call of the kernel: a killed writer leaves whole lines.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from uuid import UUID


class Part(NamedTuple):
    """An append: its command id, the stream, how many events."""

    command: str
    stream: str
    count: int

    @property
    def id(self) -> UUID:
        """The command id."""
        return UUID(self.command)


Order = tuple[Part, ...]  # appends that happen together or not at all
Answer = tuple[tuple[int, int], ...]  # the first and last version of each


@dataclass(frozen=True, slots=True)
class Noted:
    """What a journal tells: the orders in the order they were sent, the answers by the first command of the order.

    `away` are the errors met on the way.
    """

    sent: list[Order]
    answered: dict[str, Answer]
    away: list[str]

    @property
    def unanswered(self) -> list[Order]:
        """The orders that were sent and never answered."""
        return [order for order in self.sent if order[0].command not in self.answered]


class Journal:
    """The file of one writer."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def sending(self, order: Order) -> None:
        """Note an order that is about to be sent."""
        self._note({"sent": order})

    def answered(self, order: Order, answer: Answer) -> None:
        """Note the answer to an order."""
        self._note({"command": order[0].command, "answered": answer})

    def away(self, error: Exception) -> None:
        """Note that the database was away."""
        self._note({"away": repr(error)})

    def _note(self, line: dict[str, object]) -> None:
        os.write(self._file, json.dumps(line).encode() + b"\n")


def read_journal(path: Path) -> Noted:
    """Read a writer's file, which need not be there yet."""
    noted = Noted([], {}, [])
    for text in path.read_text().splitlines() if path.exists() else []:
        line = json.loads(text)
        if "sent" in line:
            noted.sent.append(tuple(Part(*part) for part in line["sent"]))
        elif "away" in line:
            noted.away.append(line["away"])
        else:
            noted.answered[line["command"]] = _versions(line["answered"])
    return noted


def _versions(pairs: Sequence[Sequence[int]]) -> Answer:
    return tuple((first, last) for first, last in pairs)
