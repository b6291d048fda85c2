"""What every game with campaigns answers of rosters: who joins, who may be fielded, what a match did to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.progression.aftermath import Consequence, FinishedMatch, Removal, Roster, Score
from rules.kernel.progression.figures import About, Entry, Figure, Lacking, RecruitOrder, SheetList
from rules.kernel.progression.parts import Growth, Halls, Trade
from rules.kernel.progression.recovery import Recovery
from rules.kernel.reading import Json

R = TypeVar("R", bound=msgspec.Struct)


class Progression(Generic[R]):
    """What a game says of rosters, under campaign switches R (a frozen struct with defaults).

    What raises does so by `Refused`, with the code and the rule of the game's catalogue, and the field at fault. A game
    says what its switches are, and answers `recruit`, `entries`, `bounds`, `unfit`, `setup`, `settle`, `score`,
    `carries`. What else it has is in parts; those that it does not name are of a game without gold, levels and halls.
    """

    rules_type: type[msgspec.Struct]
    """The struct of the game's campaign switches, with their defaults; `switches_of` has them in words."""
    trade: Trade[Any] = Trade()
    growth: Growth[Any] = Growth()
    halls: Halls[Any] = Halls()
    recovery: Recovery[Any] = Recovery()
    recruit_fields: Mapping[str, str] = {}
    """What must be said of a recruit besides its name: the field of the order, and the word for it."""
    recruit_lists: Mapping[str, SheetList] = {}
    """What may be listed on the sheet of a recruit, by its name there."""
    words: Mapping[str, str] = {}
    """The game's words for keys of its own (items, talents, upgrades), where they are more than the key with blanks."""
    stat_titles: Mapping[str, str] = {}
    """What stats are called that nobody enters, where their names do not say it."""
    citations: Mapping[str, str] = {}
    """The game's own row for what a company refuses by itself, by the code of the refusal, where it has one."""
    grounds: Mapping[str, str] = {}
    """The game's own row for what happens to companies, by the name of the event or the purpose of gold, where it has
    one."""
    recovery_note: str
    """What brings back what figures have lost, where that stays lost between matches; a sentence."""
    counted: Mapping[str, str]
    """What standings count of its matches: the keys of the counts of a `Score`, in their order, and their words."""
    most_points: int = 0
    """The most that all sides of a match together can score, where its score says who has won; 0: nobody knows."""
    sides_part: str
    """The part of a match's setup that has its sides, by seat or by an id of their own."""
    default_ground: Mapping[str, Any] = {}
    """What a match is set up with besides its sides where nobody says anything else: its length, table, scenario."""
    conditions: Mapping[str, str] = {}
    """The conditions that a GM may put a figure under, and their words; without any, whatever the GM calls one."""
    told_by_campaign: Sequence[str] = ()
    """Other parts of a setup that the campaign alone says."""

    # Figures

    def check_rules(self, rules: R) -> None:
        """Refuse switches that no campaign could be played by."""

    def recruit(self, rules: R, order: RecruitOrder) -> Figure:
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

    def lacks(self, rules: R, figure: Figure, /) -> Lacking | None:
        """What a figure who can be fielded had better not be without; None: nothing. It hinders nobody."""
        return None

    def items(self, rules: R, figure: Figure, /) -> Mapping[str, str]:
        """What a figure has that may be broken or lost: by item, or id on the sheet, its word."""
        return {item: self.words.get(item, item.replace("_", " ")) for item in figure.equipment}

    def about(self, rules: R, key: str) -> About:
        """What something of that key is and does: a race, class, talent, spell, item, upgrade; empty for any other."""
        return About()

    # Matches

    def setup(self, rules: R, rosters: Mapping[str, Roster], defender: str = "") -> Json:
        """What the setup of a match says of its sides, by seat, with present stats and kit.

        `defender`: the seat whose hall is invaded.
        """
        raise NotImplementedError

    def settle(self, rules: R, played: FinishedMatch, dice: Dice) -> tuple[Consequence, ...]:
        """What the match means for each figure of `played`, in the order of their ids; those that rested come last.

        Dice fall in that order too. A match that came to no result means nothing for anybody.
        """
        raise NotImplementedError

    def removals(self, played: FinishedMatch) -> tuple[Removal, ...]:
        """Who of `played` had to leave the field, in the order of the events, but those that play was turned back from.

        Deaths, captures and absences are consequences anyway; a game that sends nobody off has nothing to add.
        """
        return ()

    def score(self, played: FinishedMatch) -> Score:
        """What standings count of the match for the company of `played`."""
        raise NotImplementedError

    def carries(self, rules: R) -> bool:
        """Whether what a figure has lost at the end of a match it lacks in the next one, too."""
        raise NotImplementedError
