"""What a game says of rosters between its matches: what figures cost, what they may become, what a match did to them.

A company is kept by `campaigns`, which knows no game: it asks the game's `Progression`. Money is whole gold pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.errors import Refused

Standing = Literal["ready", "dead", "dismissed", "retired"]
ChoiceKind = Literal["core", "talent", "spell"]
Fate = Literal["survived", "taken_out", "dead", "rested"]
"""What became of a figure in a match; one that was not fielded has rested."""


class Injury(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """An injury by the game's word for it.

    `until`: what ends it; "" is for good, "match" one that was over with its match and is told for the history alone.
    """

    name: str
    title: str = ""
    until: str = ""


class Absence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Why a figure cannot be fielded for now, and what ends that: "tournament", "season", or a number of `matches`."""

    why: str
    until: str = ""
    matches: int = 0


class Figure(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A hero or player of a company.

    `stats` are the full values by the game's names, `carried` what of them is lost and stays lost between matches.
    `calling` is the class, where the game has such. `sheet` is what only its game knows. `spent`: how often it has
    used, by name, what may be used so often in a campaign.
    """

    id: str
    name: str
    race: str = ""
    calling: str = ""
    level: int = 1
    xp: int = 0
    stats: dict[str, int] = {}
    carried: dict[str, int] = {}
    equipment: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    raised: int = 0
    standing: Standing = "ready"
    injuries: tuple[Injury, ...] = ()
    absence: Absence | None = None
    sheet: dict[str, Any] = {}
    spent: dict[str, int] = {}


class Recruiting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Who is to be recruited, as asked for: `stats` only where the house rules let them be chosen."""

    id: str
    name: str
    race: str = ""
    calling: str = ""
    stats: dict[str, int] = {}
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    sheet: dict[str, Any] = {}


class Entry(NamedTuple):
    """A stat that may be entered for a recruit: its word, and the bounds of the number. Left out, the game fills it."""

    title: str
    low: int
    high: int


class Listed(NamedTuple):
    """A list that stands on the sheet of a recruit: its word, and the struct of a row of it."""

    title: str
    kind: type[Any]


class About(NamedTuple):
    """What something of a game is and does: the rows of its catalogue that tell, and what the house says of its own."""

    rules: Sequence[str] = ()
    said: str = ""


class Upgrade(NamedTuple):
    """Something that can be built in a hall: its key, its words, its price, its rule."""

    key: str
    title: str
    price: int
    rule: str


class Consequence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What a match means for one figure that was fielded, or has rested.

    `event` is the number of the event of the match that made it so, 0 where nothing in particular did. `how`: fled,
    left_board … where the game tells survivors apart. `faces` and `target` are those of the roll for its fate, if
    there was one; `undecided`: the GM is to declare it, and until then it is this one. `carried`, `injuries` and
    `absence` are those that it leaves the match with, `spent` what it used up in it for the campaign.
    """

    figure: str
    fate: Fate
    rule: str
    how: str = ""
    event: int = 0
    xp: int = 0
    faces: tuple[int, ...] = ()
    target: int | None = None
    undecided: bool = False
    carried: dict[str, int] = {}
    injuries: tuple[Injury, ...] = ()
    absence: Absence | None = None
    spent: dict[str, int] = {}


class Roster(NamedTuple):
    """Who of a company is fielded: `figures` have the ids of their models, `leader` is that of its leader or empty.

    `upgrades` are those of its hall.
    """

    company: str
    name: str
    figures: Sequence[Figure]
    motto: str = ""
    hall: str = ""
    upgrades: Sequence[str] = ()
    leader: str = ""


class Score(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What standings count of a match for one company, beside its result, in the game's words.

    `counts`: by word how many. `figures`: by figure how many of those that count for the one who did it, if any.
    """

    counts: dict[str, int] = {}
    figures: dict[str, int] = {}


class Played(NamedTuple):
    """A finished match: its game's last state, its events from number 1 on, and by figure its id in the match.

    `figures`: those that were fielded, as they were then. `resting`: those of the same companies that live and were
    not fielded. `before`: of a fork, the events of the matches that it comes from, up to its situation.
    """

    state: Any
    events: Sequence[Any]
    models: Mapping[str, str]
    figures: Mapping[str, Figure] = MappingProxyType({})
    resting: Sequence[str] = ()
    before: Sequence[Any] = ()


R = TypeVar("R", bound=msgspec.Struct)


class Progression(Generic[R]):
    """What a game says of rosters, under campaign switches R (a frozen struct with defaults).

    What raises does so by `Refused`, with the code and the rule of the game's catalogue, and the field at fault. A game
    says what its switches are, and answers `recruit`, `entries`, `bounds`, `unfit`, `setup`, `settle`, `score`,
    `carries`; the rest is that of a game without gold, goods, levels and halls.
    """

    rules_type: type[msgspec.Struct]
    """The struct of the game's campaign switches, with their defaults; `switches_of` has them in words."""
    starting_gold: int = 0
    choices: Mapping[ChoiceKind, str] = {}
    """The choices that levels bring in this game, in their order, and the game's word for one of each kind."""
    recruit_fields: Mapping[str, str] = {}
    """What must be said of a recruit besides its name: the field of the order, and the word for it."""
    recruit_lists: Mapping[str, Listed] = {}
    """What may be listed on the sheet of a recruit, by its name there."""
    words: Mapping[str, str] = {}
    """The game's words for keys of its own (items, talents, upgrades), where they are more than the key with blanks."""
    citations: Mapping[str, str] = {}
    """The game's own row for what a company refuses by itself, by the code of the refusal, where it has one."""
    grounds: Mapping[str, str] = {}
    """The game's own row for what happens to companies, by the name of the event or the purpose of gold, where it has
    one."""
    mending: str
    """What brings back what figures have lost, where that stays lost between matches; a sentence."""
    counted: Mapping[str, str]
    """What standings count of its matches: the keys of the counts of a `Score`, in their order, and their words."""
    sides_part: str
    """The part of a match's setup that has its sides, by seat or by an id of their own."""
    told_by_campaign: Sequence[str] = ()
    """Other parts of a setup that the campaign alone says."""

    # Figures

    def check_rules(self, rules: R) -> None:
        """Refuse switches that no campaign could be played by."""

    def recruit(self, rules: R, order: Recruiting) -> Figure:
        """The figure as it joins, with its full stats at level 1."""
        raise NotImplementedError

    def recruits(self, rules: R) -> Mapping[str, Mapping[str, str]]:
        """What may be said of a recruit: by field of the order its values and their words, as the book has them."""
        return {}

    def entries(self, rules: R) -> Mapping[str, Entry]:
        """The stats that may be entered for a recruit, by name."""
        raise NotImplementedError

    def bounds(self, rules: R) -> Mapping[str, tuple[int, int]]:
        """The least and the most that its matches take of each full stat, by name, of ``xp`` and ``spent.ABILITY``."""
        raise NotImplementedError

    def unfit(self, rules: R, figure: Figure, /) -> Refused | None:
        """Why a figure cannot be fielded; None where it can."""
        raise NotImplementedError

    def about(self, rules: R, key: str) -> About:
        """What something of that key is and does: a race, class, talent, spell, item, upgrade; empty for any other."""
        return About()

    # Matches

    def setup(self, rules: R, rosters: Mapping[str, Roster], defender: str = "") -> dict[str, Any]:
        """What the setup of a match says of its sides, by seat, with present stats and kit.

        `defender`: the seat whose hall is invaded.
        """
        raise NotImplementedError

    def settle(self, rules: R, played: Played, dice: Dice) -> tuple[Consequence, ...]:
        """What the match means for each figure of `played`, in the order of their ids; those that rested come last.

        Dice fall in that order too. A match that came to no result means nothing for anybody.
        """
        raise NotImplementedError

    def score(self, played: Played) -> Score:
        """What standings count of the match for the company of `played`."""
        raise NotImplementedError

    def carries(self, rules: R) -> bool:
        """Whether what a figure has lost at the end of a match it lacks in the next one, too."""
        raise NotImplementedError

    # Gold, goods and halls

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

    def upgrades(self, rules: R) -> Mapping[str, Upgrade]:
        """What can be built in a hall, by key."""
        return {}

    def hall_from_founding_gold(self, rules: R) -> bool:
        """Whether a hall may be built with what is left of the gold that a company was founded with."""
        return True

    # Levels

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

    # What a game is asked for that it has not

    def no_goods(self) -> Refused:
        """The refusal of whatever is about items, where the game has none."""
        raise NotImplementedError

    def no_choice(self, kind: ChoiceKind) -> Refused:
        """The refusal of a choice, where levels bring none."""
        raise NotImplementedError
