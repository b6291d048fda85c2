"""Which events of a match count for the campaign, when play was turned back, and turned back again."""

import pytest

from campaigns.loading import counting
from rules.kernel.table_events import Rewound
from tests.rules.play import rule


def told(*events):
    """Events by their numbers; a negative number turns play back to that event."""
    return [Rewound(by="gm", to=-one) if one < 0 else one for one in events]


@rule("KERNEL-TABLE-05", "KERNEL-CAMP-06")
@pytest.mark.parametrize(
    ("events", "count"),
    [
        ((1, 2, 3), {1, 2, 3}),
        ((1, 2, 3, -1, 5), {1, 4, 5}),
        ((1, 2, 3, -1, 5, -1, 7), {1, 6, 7}),  # to the same moment once more
        ((1, 2, 3, -2, 5, -1, 7), {1, 6, 7}),  # to before the first rewind and what it kept
        ((1, 2, 3, -1, 5, -3, 7), {1, 2, 3, 6, 7}),  # into what the first had made void: it counts again
        ((1, 2, 3, -1, 5, -4, 7), {1, 4, 6, 7}),  # to the first rewind: what had been before it counts
        ((1, 2, 3, -1, 5, -3, -4), {1, 4, 7}),  # and there once more
        ((1, -1, -1, -1), {1, 4}),
    ],
)
def test_what_play_was_turned_back_from_does_not_count(events, count):
    standing = counting(told(*events))
    assert {number for number, event in enumerate(standing, 1) if event is not None} == count
    assert len(standing) == len(events)
