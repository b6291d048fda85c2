"""A round of a Swiss: who meets whom, who has a bye, and why.

The pairings are a matching of least cost. What counts more comes first, and nothing below outweighs it:
1. Everybody plays, but one of an odd number (`swiss_matching.matched`).
2. Nobody meets an opponent again, unless no pairing of the round is without a rematch (`swiss_costs.Cost.rematch`).
3. Nobody has a second bye, the forfeit wins included, while somebody without one can have it (`Cost.second_bye`).
4. The bye goes to somebody with few points (`Cost.bye_points`).
5. Opponents have as many points as each other: the squares of the differences are added up (`Cost.points_apart`).
6. Nobody floats in the same direction again in the next two rounds (`Cost.floats`).
7. Members of a club do not meet, where that is asked for (`Cost.club`).
8. Seeds: the bye goes to the last of equal points (`Cost.bye_seed`); within equal points opponents are found as the
   rules say, and who floats is from the border of its group (`Cost.seeds`).
9. Whoever has been at home less often meets somebody who has been so more often (`Cost.sides`).
The same entrants give the same pairings, in whatever order they come.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.kernel.errors import Refused
from tournaments.domain.formats.swiss_field import Field, rank
from tournaments.domain.formats.swiss_matching import matched
from tournaments.domain.formats.swiss_tables import asked_bye, given_bye, pairings
from tournaments.domain.formats.swiss_types import (
    BYES,
    FORBIDDEN_PAIRS,
    NO_REMATCH,
    Absence,
    SwissBye,
    SwissEntrant,
    SwissPairing,
    SwissRound,
    SwissRules,
)

__all__ = ["Absence", "SwissBye", "SwissEntrant", "SwissPairing", "SwissRound", "SwissRules", "pair_round"]


def pair_round(
    entrants: Sequence[SwissEntrant],
    number: int,
    rules: SwissRules | None = None,
    *,
    forbidden: Collection[tuple[str, str]] = (),
    absent: Mapping[str, Absence] | None = None,
) -> SwissRound:
    """The pairings of round `number`. `absent`: who asked for a half or zero bye; `forbidden`: who must not meet."""
    rules, absent = rules or SwissRules(), absent or {}
    _require_known(entrants, forbidden, absent)
    field = Field.of([one for one in entrants if one.entrant not in absent], number, rules, forbidden)
    matching = matched(field, rules)
    if matching.left_out:
        names = ", ".join(field.entrants[each].title for each in matching.left_out)
        raise Refused(
            "cannot_pair",
            f"With these pairs forbidden nobody is left to play {names}.",
            FORBIDDEN_PAIRS,
            field="forbidden",
            hint="Allow one of the pairs, or give somebody a half or zero bye.",
        )
    byes = [asked_bye(one, absent[one.entrant]) for one in sorted(entrants, key=rank) if one.entrant in absent]
    return SwissRound(pairings=pairings(field, matching, rules), byes=(*given_bye(field, matching), *byes))


def _require_known(
    entrants: Sequence[SwissEntrant], forbidden: Collection[tuple[str, str]], absent: Mapping[str, Absence]
) -> None:
    names = [one.entrant for one in entrants]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise Refused(
            "entrant_twice", f"{twice} is entered twice.", NO_REMATCH, field="entrants", hint="Enter it once."
        )
    for field, given in (("absent", list(absent)), ("forbidden", [name for pair in forbidden for name in pair])):
        strange = sorted(set(given) - set(names))
        if strange:
            message = f"{strange[0]} is not an entrant of this round."
            raise Refused("unknown_entrant", message, FORBIDDEN_PAIRS, field=field, hint="Name entrants of the round.")
    if len(names) - len(absent) < 2:
        message = f"A round needs at least two entrants who play, not {len(names) - len(absent)}."
        raise Refused("too_few_entrants", message, BYES, field="absent", hint="Let more of them play.")
