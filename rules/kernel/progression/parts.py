"""The parts of a `Progression` that some games have and others do not: trade, growth, halls.

Each is that of a game without it; a game that has it overrides what it answers. Money is whole gold pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.progression.aftermath import Fate
from rules.kernel.progression.figures import ChoiceKind, Figure

R = TypeVar("R", bound=msgspec.Struct)


class Trade(Generic[R]):
    """Gold and what it buys: prices of figures and items, kit, what battles bring."""

    starting_gold: int = 0

    def goods(self, rules: R) -> Sequence[str]:
        """The items on the list, in the order of the book; also those that are not for sale."""
        return ()

    def price_of_figure(self, rules: R, race: str) -> int:
        """What a figure of that race costs."""
        return 0

    def price_of_item(self, rules: R, item: str) -> int:
        """What an item costs; refused where it is not for sale."""
        raise self.no_goods()

    def resale(self, rules: R, item: str) -> int:
        """What an item brings when it is sold; refused where nothing is."""
        raise self.no_goods()

    def value_of_item(self, rules: R, item: str) -> int:
        """What an item counts in the worth of a company; nothing where it is not for sale."""
        return 0

    def check_kit(self, rules: R, figure: Figure, item: str, /) -> None:
        """Refuse an item that the figure cannot carry beside what it has."""
        raise self.no_goods()

    def worn(self, rules: R, figure: Figure, /) -> Mapping[str, int]:
        """What kit and talents add to the stats of a figure in a match, by name; of what it may lay down, all."""
        return {}

    def worth(self, rules: R, figure: Figure, /) -> int:
        """The price of a figure with all that it carries, for standings."""
        return 0

    def income(self, rules: R, *, won: bool) -> int:
        """The gold that a match brings a company, whether it has `won` it or not."""
        return 0

    def loot(self, rules: R) -> int:
        """The gold that goes from the loser of an invasion to its winner."""
        return 0

    def no_goods(self) -> Refused:
        """The refusal of whatever is about items, where the game has none."""
        hint = "The GM can make a note of it."
        return Refused("item_not_for_sale", "This game has no goods.", "KERNEL-CAMP-08", field="item", hint=hint)


class Growth(Generic[R]):
    """Experience, levels, and the choices that they bring."""

    choices: Mapping[ChoiceKind, str] = {}
    """The choices that levels bring in this game, in their order, and the game's word for one of each kind."""

    def experience(self, rules: R, fate: Fate) -> int:
        """The XP that a match brings a figure of that fate."""
        return 0

    def level(self, rules: R, xp: int) -> int:
        """The level of a figure with so many XP."""
        return 1

    def earned(self, rules: R, figure: Figure, /) -> Mapping[ChoiceKind, int]:
        """How many choices of each kind the level of a figure earns it."""
        return {}

    def owed(self, rules: R, figure: Figure, /) -> Mapping[ChoiceKind, int]:
        """How many choices of each kind a figure of its level has not made."""
        return {}

    def options(self, rules: R, figure: Figure, kind: ChoiceKind, /) -> Mapping[str, str]:
        """The values that `choose` would take now, in the order of the book, with the game's words for them."""
        return {}

    def choose(self, rules: R, figure: Figure, kind: ChoiceKind, value: str, /) -> Figure:
        """The figure with that choice made; refused where it may not be."""
        raise self.no_choice(kind)

    def no_choice(self, kind: ChoiceKind) -> Refused:
        """The refusal of a choice, where levels bring none."""
        message = "This game has no levels, so there is nothing to choose."
        return Refused("no_such_choice", message, "KERNEL-CAMP-11", field=kind, hint="Leave it out.")


class Upgrade(NamedTuple):
    """Something that can be built in a hall: its key, its words, its price, its rule."""

    key: str
    title: str
    price: int
    rule: str


class Halls(Generic[R]):
    """The hall of a company, and what can be built in it."""

    def upgrades(self, rules: R) -> Mapping[str, Upgrade]:
        """What can be built in a hall, by key."""
        return {}

    def from_founding_gold(self, rules: R) -> bool:
        """Whether a hall may be built with what is left of the gold that a company was founded with."""
        return True
