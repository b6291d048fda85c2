"""Fights in few words: `active` acts, or two stand in contact."""

from __future__ import annotations

from typing import Any

from tests.rules.every_game.rows import values
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import all_of as found, only as one

__all__ = ["Fight", "duel", "engaged", "first_of", "found", "one", "window"]


class Fight(Skirmish):
    """A skirmish in which `active` acts: models by `man`, the first list is side s1, the second s2."""

    def __init__(self, *models: list[Json], active: str = "a", rules: Json | None = None, **fields: Any) -> None:
        super().__init__(position(*models, active=active, **fields), rules)


def duel(a: Json | None = None, b: Json | None = None, *others: list[Json], **fields: Any) -> Fight:
    """`a` acts and is in contact with `b`; both are humans with one-handed weapons unless said otherwise."""
    armed: Json = {"equipment": ["one_handed"]}
    first, second = man("a", (1000, 1000), **(armed | (a or {}))), man("b", (1100, 1000), **(armed | (b or {})))
    mine, theirs = (*others, [], [])[:2]
    pairs = [["a", "b"], *fields.pop("engaged", [])]
    return Fight([first, *mine], [second, *theirs], engaged=pairs, **fields)


# Facts for rows


def first_of(kind: type[Any], **fields: Any) -> Any:
    """The first event of that class."""

    def check(fight: Fight) -> None:
        assert values(found(fight.events, kind)[0], fields) == fields

    return check


def engaged(*pairs: tuple[str, str]) -> Any:
    def check(fight: Fight) -> None:
        assert fight.state.engaged == pairs

    return check


def window(trigger: str, model: str) -> Any:
    """Which window is open, and for whom."""

    def check(fight: Fight) -> None:
        assert fight.asked() == (trigger, model)

    return check
