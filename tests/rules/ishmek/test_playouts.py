"""What playouts rely on: who is asked first, told without the options; and that bots make what would have been read."""

from __future__ import annotations

from random import Random

import pytest

from rules.ishmek.commands import Place
from rules.ishmek.system import ISHMEK
from rules.kernel.asks import GM
from rules.kernel.reading import plain
from rules.kernel.record import Record
from tests.rules.ishmek import rosters

HOUSE = dict.fromkeys((*ISHMEK.seats, GM), "house")


def openings() -> list[Record]:
    """Matches from rosters and from crowded positions."""
    found = []
    for seed in range(8):
        setup, rules = rosters.match(seed, 4, 2)
        position, others = rosters.scrum(seed, 4, 2)
        more = {"dice": HOUSE, "secret": bytes(32)}
        found.append(Record.open(ISHMEK, f"match-{seed}", setup=setup, house_rules=rules, **more))
        found.append(Record.open(ISHMEK, f"scrum-{seed}", position=position, house_rules=others, **more))
    return found


@pytest.mark.parametrize("record", openings(), ids=lambda record: record.table.match)
def test_the_seat_asked_first_is_that_of_the_first_ask(record: Record) -> None:
    rng = Random(record.table.match)
    for _ in range(300):
        asks = record.pending().asks
        assert ISHMEK.asked(record.state) == (asks[0].seat if asks else "")
        if not asks:
            break
        record.submit(ISHMEK.sample(record.state, rng))


@pytest.mark.parametrize("record", openings()[:6], ids=lambda record: record.table.match)
def test_what_bots_draw_and_lists_hold_is_what_would_be_read(record: Record) -> None:
    """Such a command is taken as it is: it must be the struct, to the last type, that its JSON is read into."""
    rng = Random(record.table.match)
    for _ in range(100):
        if record.outcome() is not None:
            break
        made = [bot(record.state, rng) for bot in ISHMEK.bots().values()]
        if not isinstance(made[0], Place):  # thousands of placements
            made += ISHMEK.legal(record.state)
        for command in made:
            assert repr(ISHMEK.parse(plain(command))) == repr(command)
        record.submit(made[0])
