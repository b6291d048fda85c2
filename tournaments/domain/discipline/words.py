"""Numbers, lists and dates as the board of the suspended, reasons and refusals say them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def number(count: int) -> str:
    """A small number as a word.

    >>> number(2), number(13)
    ('two', '13')
    """
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def counted(count: int, word: str, many: str = "") -> str:
    """So many of something.

    >>> counted(1, "match", "matches"), counted(3, "match", "matches"), counted(2, "point")
    ('one match', 'three matches', 'two points')
    """
    return f"{number(count)} {word if count == 1 else many or word + 's'}"


def matches(count: int) -> str:
    """How long a ban is; 0 is the whole tournament.

    >>> matches(2), matches(0)
    ('two matches', 'the rest of the tournament')
    """
    return counted(count, "match", "matches") if count else "the rest of the tournament"


def listed(parts: Sequence[str]) -> str:
    """Several things in a row.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def day(iso: str) -> str:
    """A date in words; what is none stays as it is.

    >>> day("2026-05-01"), day("")
    ('1 May 2026', '')
    """
    try:
        when = date.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{when.day} {when:%B} {when.year}"
