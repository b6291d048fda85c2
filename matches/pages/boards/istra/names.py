"""Who and what an event speaks of: models, sides and seats by name, and where they stood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from matches.pages.boards.base import View
from matches.pages.boards.names import Names as BaseNames
from rules.istra.geometry.table import Table, lay_table
from rules.istra.questions import SEATS
from rules.istra.tables import ABILITIES, ARMOURS, SPELLS, TALENTS, WEAPONS
from rules.istra.terrain import Terrain
from rules.kernel.asks import GM

WIDTH = DEPTH = 4800
"""How large a table is before a view tells."""
GROUND = ("id", "footprint", "z0", "los", "ground", "climbable", "building", "standable")
"""What of a piece of terrain in a view decides what a way over it costs, beside its height."""


def stopped(words: str) -> str:
    """Words with a stop at their end, unless they bring one.

    >>> stopped("It is over"), stopped("Is that all y'all got?")
    ('It is over.', "Is that all y'all got?")
    """
    return words if words.endswith((".", "!", "?")) else f"{words}."


def title_of(name: str) -> str:
    """A weapon, piece of armour, talent, ability, spell or answer as people call it.

    >>> title_of("power_attack"), title_of("ray_of_frost"), title_of("shield_friend")
    ('Power attack', 'Ray of Frost', 'Shield friend')
    """
    if name in SPELLS:
        return " ".join(part if part == "of" else part.capitalize() for part in name.split("_"))
    for rows in (WEAPONS, ARMOURS, TALENTS, ABILITIES):
        if name in rows:
            return str(rows[name].title)
    return name.replace("_", " ").capitalize()


NOUNS = {"one_handed": "one-handed weapon", "two_handed": "two-handed weapon", "unarmed": "bare fist"}


def noun_of(weapon: str) -> str:
    """A weapon as a sentence speaks of it, after "the" or "a".

    >>> noun_of("two_handed"), noun_of("bow")
    ('two-handed weapon', 'bow')
    """
    return NOUNS.get(weapon, weapon.replace("_", " "))


def seat_words(seat: str) -> str:
    """A seat of which nobody knows who plays it, after "the", "of" or nothing.

    >>> seat_words("s2"), seat_words("gm")
    ('side 2', 'the GM')
    """
    return f"side {SEATS.index(seat) + 1}" if seat in SEATS else "the GM" if seat == GM else seat


def _inner(name: str) -> str:
    """A name as it stands within a sentence.

    >>> _inner("The relic"), _inner("Thea")
    ('the relic', 'Thea')
    """
    return f"the {name[4:]}" if name.startswith("The ") else name


class Names(BaseNames):
    """Everybody by the names the view gives them, and the places where they stand in it."""

    figures = "models"

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._sides: Mapping[str, Any] = view.get("sides", {})
        self._terrain: Sequence[Mapping[str, Any]] = view.get("terrain", ())
        self._pieces = {piece["id"]: piece["name"] for piece in self._terrain}
        self._items = {item["id"]: item["name"] for item in view.get("items", ())}
        self.width: int = view.get("board", {}).get("width", WIDTH)
        self.depth: int = view.get("board", {}).get("depth", DEPTH)

    @cached_property
    def table(self) -> Table:
        """The table as it is laid out in the view."""
        pieces = (
            {name: piece[name] for name in GROUND} | {"height": piece["top"] - piece["z0"]} for piece in self._terrain
        )
        return lay_table(self.width, self.depth, tuple(msgspec.convert(piece, Terrain) for piece in pieces))

    def team(self, seat: object) -> str:
        found = self._teams.get(str(seat))
        return str(found["name"]) if found else seat_words(str(seat))

    def side(self, side: object) -> str:
        found = self._sides.get(str(side))
        return str(found["name"]) if found else self.team(side)

    def anybody(self, name: object) -> str:
        return self.figure(name) if str(name) in self._figures else self.side(name)

    def by_id(self) -> dict[str, str]:
        """Beside the models things and sides."""
        return super().by_id() | self._items | {side: str(entry["name"]) for side, entry in self._sides.items()}

    def piece(self, piece: object) -> str:
        return _inner(self._pieces.get(str(piece), "a piece of terrain"))

    def item(self, item: object) -> str:
        return _inner(self._items.get(str(item), "an item"))

    def place(self, model: object) -> Sequence[int] | None:
        """Where a model stands; None: not on the table."""
        found = self._figures.get(str(model))
        return found["pos"] if found else None

    def fact(self, model: object, key: str, otherwise: Any) -> Any:
        found = self._figures.get(str(model))
        return found.get(key, otherwise) if found else otherwise
