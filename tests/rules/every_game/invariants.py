"""What holds of refusals, rolls and dice in every game. Each function fails with the fact that broke."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.rolls import DiceFaces, Need, Rolled
from rules.registry import rulebook


def check_refusal(game: str, refused: Refused) -> None:
    """A refusal cites a rule that stands in a rulebook, has a code, and says what is wrong and what to do next."""
    assert _stands(game, refused.rule), f"{refused.code} cites {refused.rule!r}, which is no rule"
    assert refused.code.replace("_", "").isalnum(), refused.code
    assert refused.code == refused.code.lower()
    assert refused.message.strip()
    assert refused.hint.strip(), refused


def check_citations(game: str, events: Sequence[Any]) -> None:
    """Every roll, and every modifier of it, cites a rule that stands in the rulebook."""
    for event in events:
        if isinstance(event, Rolled):
            for cited in (event.rule, *(rule for _, _, rule in event.mods)):
                assert _stands(game, cited), f"{event.purpose} cites {cited!r}, which is no rule"


def _stands(game: str, rule: str) -> bool:
    return rule in rulebook("kernel" if rule.startswith("KERNEL-") else game)


def check_sums(event: Rolled) -> None:
    """The total of a roll agrees with its dice; without a target nothing is missed or made."""
    assert event.total == event.natural + sum(value for value, _, _ in event.mods)
    assert all(1 <= face <= sides for sides, face, _ in event.dice)
    if event.target is None:
        assert event.margin is None
        assert event.success is None
    if event.chance is not None:
        ways, whole = event.chance
        assert 0 <= ways <= whole


def check_possible(event: Rolled) -> None:
    """What came of a roll had a chance."""
    if event.chance is not None and event.success is not None:
        ways, whole = event.chance
        assert (ways > 0) if event.success else (ways < whole), f"the impossible happened: {event}"


def check_dice(events: Sequence[Any]) -> None:
    """The house dice on record are all that fell: their blocks follow one another without a hole."""
    free = 0
    for first, count in sorted(event.blocks for event in events if isinstance(event, Rolled) and event.blocks):
        assert first == free, f"blocks {free}..{first - 1} of the house dice fell and are on no record"
        free = first + count


def faces(events: Sequence[Any]) -> list[int]:
    """The faces of all rolls in the order in which the dice were taken."""
    rolls = sorted((e for e in events if isinstance(e, Rolled)), key=lambda roll: roll.blocks or (0, 0))
    return [face for roll in rolls for _, face, _ in roll.dice]


def without_source(events: Sequence[Any]) -> Iterator[Any]:
    """The events, those of rolls without where their dice came from."""
    for event in events:
        yield msgspec.structs.replace(event, source="", blocks=None) if isinstance(event, Rolled) else event


class AnyDice:
    """Dice that fall anyhow, from a seed: where it does not matter how. (Equal ones would tie a contest for ever.)"""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(seed)

    def take(self, need: Need) -> DiceFaces:
        """A face for each die."""
        return DiceFaces(tuple(self._rng.randint(1, sides) for sides in need.sides), "table")
