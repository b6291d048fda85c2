"""Places and ways of a table as people type them into a form: inches from the left and from the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from rules.istra.geometry.lengths import inches
from web.pages.fields import JUMP


def number(length: int) -> str:
    """A length as a form takes it.

    >>> number(450), number(1200), number(-25)
    ('4.5', '12', '-0.25')
    """
    return inches(length).removesuffix('"')


def typed(place: Sequence[int]) -> str:
    """A place as a form takes it.

    >>> typed((1250, 400)), typed((1250, 400, 300))
    ('12.5, 4', '12.5, 4, 3')
    """
    return ", ".join(number(part) for part in place)


def typed_path(path: Sequence[Sequence[int]], jumps: Sequence[int] = ()) -> str:
    """Waypoints as a form takes them.

    >>> typed_path([(1250, 400), (1400, 600, 0)], [1])
    '12.5, 4; 14, 6, 0 jump'
    """
    return "; ".join(f"{typed(place)}{f' {JUMP}' if at in jumps else ''}" for at, place in enumerate(path))
