"""What a game brings to campaigns that play themselves: who founds companies, what they want, how they fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

NUMERALS = ("", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X")
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Recruit(NamedTuple):
    """A hero as its company recruits it; `kit` is bought in this order, as gold allows.

    `stats` and `sheet` where the game wants them said.
    """

    name: str
    race: str = ""
    calling: str = ""
    kit: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    stats: Mapping[str, int] = NOTHING
    sheet: Mapping[str, Any] = NOTHING


class Founding(NamedTuple):
    """A company to be founded, with who joins it, turn and turn about."""

    name: str
    motto: str
    hall: str
    recruits: tuple[Recruit, ...]

    def place_of(self, hero: str) -> int:
        """The place in the company that a hero fills: ids are given in the order in which heroes join.

        >>> Founding("", "", "", (Recruit(""),) * 4).place_of("h6")
        1
        """
        return (int(hero.removeprefix("h")) - 1) % len(self.recruits)

    def next_recruit(self, joined: int) -> Recruit:
        """Who joins after `joined` heroes have: those of the founding in turn, later ones under their names."""
        generation, place = divmod(joined, len(self.recruits))
        recruit = self.recruits[place]
        return recruit._replace(name=recruit.name + NUMERALS[generation % len(NUMERALS)])

    def namesake(self, number: int) -> Founding:
        """The same under a name of its own; the first, number 0, keeps it."""
        suffix = NUMERALS[number] if number < len(NUMERALS) else f" {number + 1}"
        return self._replace(name=self.name + suffix, hall=self.hall + suffix)


class Cast(NamedTuple):
    """What a game brings. `house_rules`: a campaign worth a year is played by them.

    `wishes`: by class what heroes learn, the best first; of the Core Stats which is raised, time after time.
    `tournament`: so many battles make one, and who is barred until its end may play again; 0: there are none.
    `teams`: those of the demo by key, which the form for a new match offers.
    """

    companies: Callable[[], Iterable[Founding]]
    house_rules: Mapping[str, Any] = NOTHING
    wishes: Mapping[str, Mapping[str, Sequence[str]]] = NOTHING
    tournament: int = 0
    teams: Callable[[], Mapping[str, Mapping[str, Any]]] = lambda: NOTHING
