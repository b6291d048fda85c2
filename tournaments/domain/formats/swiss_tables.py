"""The tables of a Swiss round: who sits where, who is at home, and the reasons of each pairing in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tournaments.domain.formats.swiss_costs import Edge, repeated
from tournaments.domain.formats.swiss_field import Field
from tournaments.domain.formats.swiss_matching import Matching, largest
from tournaments.domain.formats.swiss_types import Absence, Float, SwissBye, SwissEntrant, SwissPairing, SwissRules


def pairings(field: Field, matching: Matching, rules: SwissRules) -> tuple[SwissPairing, ...]:
    """The pairings, those with the most points first."""
    order = sorted(matching.pairs, key=lambda pair: (field.group[pair[0]], field.group[pair[1]], pair))
    return tuple(_pairing(field, matching, rules, pair, table) for table, pair in enumerate(order, 1))


def given_bye(field: Field, matching: Matching) -> tuple[SwissBye, ...]:
    """The bye of an odd number; nothing where the number is even."""
    if matching.bye is None:
        return ()
    chosen = field.entrants[matching.bye]
    return (SwissBye(entrant=chosen.entrant, kind="bye", reasons=tuple(_why_bye(field, matching, chosen))),)


def asked_bye(entrant: SwissEntrant, kind: Absence) -> SwissBye:
    """The bye of somebody who takes no part in the round."""
    size = {"half_bye": "a half bye", "zero_bye": "a bye without points"}[kind]
    return SwissBye(entrant=entrant.entrant, kind=kind, reasons=(f"{entrant.title} does not play this round: {size}.",))


def points_in_words(hundredths: int) -> str:
    """Points as they are written: a half as a half.

    >>> [points_in_words(each) for each in (0, 50, 100, 350, -150)]
    ['0 points', '½ point', '1 point', '3½ points', '−1½ points']
    """
    if hundredths < 0:
        return f"−{points_in_words(-hundredths)}"
    whole, half = divmod(hundredths, 100)
    number = f"{whole if whole or not half else ''}{'½' if half else ''}"
    return f"{number} point{'' if number in {'½', '1'} else 's'}"


def _pairing(field: Field, matching: Matching, rules: SwissRules, pair: Edge, table: int) -> SwissPairing:
    higher, lower = (field.entrants[each] for each in pair)
    home, away, why_home = _sides(higher, lower, table)
    return SwissPairing(
        table=table,
        home=home.entrant,
        away=away.entrant,
        down=higher.entrant if higher.points != lower.points else "",
        rematch=field.times_met(*pair) > 0,
        reasons=(*_why(field, matching, rules, pair), why_home),
    )


def _sides(higher: SwissEntrant, lower: SwissEntrant, table: int) -> tuple[SwissEntrant, SwissEntrant, str]:
    """Home, away, and why: fewer home games, then away last, then the higher one at odd tables."""
    if higher.home_balance != lower.home_balance:
        home, away = sorted((higher, lower), key=lambda one: one.home_balance)
        less, more = (_signed(one.home_balance) for one in (home, away))
        return home, away, f"{home.title} is at home: its balance of home games is {less}, that of {away.title} {more}."
    for home, away in ((higher, lower), (lower, higher)):
        if home.last_side == "away" and away.last_side == "home":
            return home, away, f"{home.title} is at home: it was away last, and {away.title} at home."
    home, away = (higher, lower) if table % 2 else (lower, higher)
    which = "higher" if table % 2 else "lower"
    return home, away, f"{home.title} is at home: at table {table} it is the {which} of two with equal claims."


def _signed(number: int) -> str:
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{abs(number)}"


# Why they meet


def _why(field: Field, matching: Matching, rules: SwissRules, pair: Edge) -> Iterator[str]:
    higher, lower = (field.entrants[each] for each in pair)
    if higher.points == lower.points:
        yield f"Both have {points_in_words(higher.points)}."
    else:
        yield (
            f"{higher.title} floats down, from {points_in_words(higher.points)} to {points_in_words(lower.points)}: "
            f"{_why_float(field, matching, pair)}."
        )
        yield from _why_again(higher, "down")
        yield from _why_again(lower, "up")
    if times := field.times_met(*pair):
        yield (
            f"They have met before ({times}×): without a rematch, at most {matching.placed} of "
            f"{len(field.entrants)} could have been given an opponent or the bye."
        )
    if rules.avoid_same_club and higher.club and higher.club == lower.club:
        yield f"Both are of {higher.club}: otherwise points would be further apart, or somebody float again."


def _why_again(one: SwissEntrant, way: Float) -> Iterator[str]:
    if repeated(one.floats, way):
        yield f"{one.title} floats {way} again: otherwise points would be further apart, or others float again."


def _why_float(field: Field, matching: Matching, pair: Edge) -> str:
    one = pair[0]
    group = field.groups[field.group[one]]
    words = points_in_words(field.entrants[one].points)
    others = [each for each in group if each != one]
    if not others:
        return f"nobody else has {words}"
    if not any(_allowed(field, one, each) for each in others):
        return f"nobody with {words} is left whom it has not met"
    used = {matching.bye, *(low for high, low in matching.pairs if field.group[high] < field.group[one])}
    left = [each for each in group if each not in used]
    if len(left) % 2 and len(left) < len(group):
        return f"{len(left)} with {words} are left after the bye and the floaters from above, an odd number"
    if len(left) % 2:
        return f"{len(left)} have {words}, an odd number"
    pairs = [two for two in combinations(left, 2) if _allowed(field, *two)]
    if largest(left, pairs) < len(left):
        return f"the {len(left)} with {words} cannot all meet each other without a rematch"
    return "otherwise those with fewer points could not all be paired as well"


def _allowed(field: Field, one: int, other: int) -> bool:
    return not field.times_met(one, other) and (one, other) not in field.forbidden


# Why a bye


def _why_bye(field: Field, matching: Matching, chosen: SwissEntrant) -> Iterator[str]:
    yield f"{len(field.entrants)} entrants play this round, an odd number."
    further = "further " if any(field.times_met(*pair) for pair in matching.pairs) else ""
    otherwise = f"the others could not all be paired without {further}rematches"
    fewest = min(one.byes for one in field.entrants)
    if chosen.byes > fewest:
        yield f"{chosen.title} has a bye again: if somebody with fewer had it, {otherwise}."
    elif fewest:
        yield "Everybody has had a bye or a forfeit win."
    words = points_in_words(chosen.points)
    if fewer := [one for one in field.entrants if one.byes == chosen.byes and one.points < chosen.points]:
        yield f"{chosen.title} has {words}: if one of the {len(fewer)} with fewer points had the bye, {otherwise}."
    else:
        yield f"{chosen.title} has the fewest points, {words}, of those who can have it."
