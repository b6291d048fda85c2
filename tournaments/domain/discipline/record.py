"""All that a reading of the ledger is made from, and the small questions that every reading asks of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, get_args

import msgspec

from tournaments.domain.discipline.facts import Appeal, Appearance, AppearanceKind, Ban, Lift, Offence, Reset, Upcoming
from tournaments.domain.discipline.house_rules import DisciplineRules

Hero: TypeAlias = tuple[str, str]
"""An entrant and one of its heroes."""
_SAME_WORD: Mapping[str, AppearanceKind] = {kind: kind for kind in get_args(AppearanceKind)}
"""The results that are the same for both sides."""


class Record(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What is on record, each in the order it was recorded; `upcoming` fixtures in the order of the calendar.

    `ended`: the tournament is over. Nothing that is read from it depends on the order of offences, bans and
    appearances, unless two have the same order key.
    """

    rules: DisciplineRules = DisciplineRules()
    offences: Sequence[Offence] = ()
    bans: Sequence[Ban] = ()
    lifts: Sequence[Lift] = ()
    appeals: Sequence[Appeal] = ()
    appearances: Sequence[Appearance] = ()
    upcoming: Sequence[Upcoming] = ()
    resets: Sequence[Reset] = ()
    ended: bool = False

    @cached_property
    def played(self) -> dict[str, int]:
        """By fixture when it was played, as an order key."""
        return {one.fixture: one.order for one in self.appearances}

    @cached_property
    def annulled(self) -> frozenset[str]:
        """The fixtures that are void, so that nothing that was caused in them stands."""
        kinds = {"void"} if self.rules.serves_annulled == "on" else {"void", "annulled"}
        return frozenset(one.fixture for one in self.appearances if one.kind in kinds)

    @cached_property
    def standing(self) -> dict[str, Offence]:
        """The offences that stand, by id: not those of void fixtures. In the order in which they happened."""
        stand = [one for one in self.offences if one.fixture not in self.annulled]
        return {one.id: one for one in sorted(stand, key=lambda one: (self.order(one), one.event, one.id))}

    @cached_property
    def serving(self) -> dict[str, list[Appearance]]:
        """By entrant the matches that serve bans, in the order in which they were played."""
        found: dict[str, list[Appearance]] = {}
        for one in sorted(self.appearances, key=lambda one: (one.order, one.fixture)):
            if self.rules.counts(one.kind):
                found.setdefault(one.entrant, []).append(one)
        return found

    def order(self, offence: Offence) -> int:
        """When an offence happened, as an order key; an officer's, when it was decided."""
        return max(offence.at, self.played.get(offence.fixture, 0))

    def of_hero(self, hero: Hero) -> Iterator[Offence]:
        """The offences of a hero that stand, in the order in which they happened."""
        return (one for one in self.standing.values() if (one.entrant, one.hero) == hero)

    def appeal_of(self, ban: str) -> Appeal | None:
        """The appeal against a ban, if there is one."""
        return next((one for one in self.appeals if one.ban == ban), None)

    def lift_of(self, ban: str) -> Lift | None:
        """How a ban was lifted, if it was."""
        return next((one for one in self.lifts if one.ban == ban), None)


def appearance_kind(result: str, entrant: str, places: Mapping[str, int], was: str = "") -> AppearanceKind:
    """What a fixture with a result of that kind was for one of its entrants.

    `was`: the kind of the result that a void one has taken the place of, because an entrant has left.
    """
    if result == "forfeit":
        return "forfeit_for" if places.get(entrant) == 1 else "forfeit_against"
    if result == "void" and was in ("played", "abandoned"):
        return "annulled"
    return _SAME_WORD[result]
