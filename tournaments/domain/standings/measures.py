"""Tie-breaks of one entrant: what each is, its value, and which rounds gave what.

A new one is a function from sheet and entrant to a `Value`, with its row in `MEASURES`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tournaments.domain.standings.sheet import Sheet
from tournaments.domain.standings.unplayed import (
    AS_GAME,
    BY_DRAWS,
    BY_OPPONENT,
    UNCAPPED,
    Contribution,
    Entry,
    cut,
    late_byes,
)

MEASURE = "KERNEL-TOUR-45"
"""Each tie-break is a value that follows from the results alone, and shows what it is made of."""
LOT = "KERNEL-TOUR-46"
"""A lot follows from the stored seed and the entrant's id, or is a stored number drawn by hand; the lowest wins."""

ZERO = Fraction(0)
PLACES_BASE = 10_000


class Part(NamedTuple):
    """What a round added. `opponent` is "" where there was none; `cut` parts are not in the sum."""

    round: int
    opponent: str
    value: Fraction
    cut: bool = False
    why: str = ""


class Value(NamedTuple):
    """The value of a measure. `shown` stands for the number where that says nothing to people."""

    number: Fraction
    parts: tuple[Part, ...] = ()
    shown: str = ""

    @property
    def text(self) -> str:
        """As it stands in the table."""
        return self.shown or decimal(self.number)


class Measure(NamedTuple):
    """A tie-break. `phrase` is how a sentence names it: "on Buchholz"."""

    code: str
    label: str
    phrase: str
    explanation: str
    value: Callable[[Sheet, str], Value]
    higher_is_better: bool = True


def decimal(number: Fraction) -> str:
    """A number with at most two decimals, rounded half up.

    >>> decimal(Fraction(15, 2)), decimal(Fraction(-149, 4)), decimal(Fraction(40, 3))
    ('7.5', '-37.25', '13.33')
    """
    hundredths = (abs(number) * 200 + 1) // 2
    whole, rest = divmod(int(hundredths), 100)
    digits = f"{whole}.{rest:02}".rstrip("0").rstrip(".")
    return f"-{digits}" if number < 0 and hundredths else digits


def _points(sheet: Sheet, entrant: str) -> Value:
    parts = [_round_part(entry, Fraction(entry.points, 100)) for entry in sheet.entries[entrant]]
    taken = (one for one in sheet.results.adjustments if one.entrant == entrant)
    parts += [Part(one.round, "", Fraction(one.points, 100), why=one.note) for one in taken]
    return Value(Fraction(sheet.points[entrant], 100), tuple(parts))


def _round_part(entry: Entry, value: Fraction) -> Part:
    return Part(entry.round, entry.meetings[0].opponent if len(entry.meetings) == 1 else "", value)


def _sum(sheet: Sheet, entrant: str, worth: Callable[[Sheet, Entry], Fraction | int]) -> Value:
    """A sum over the rounds of an entrant; rounds that add nothing are no parts of it."""
    valued = ((entry, Fraction(worth(sheet, entry))) for entry in sheet.entries[entrant])
    parts = tuple(_round_part(entry, value) for entry, value in valued if value)
    return Value(sum((part.value for part in parts), ZERO), parts)


def _win(sheet: Sheet, entry: Entry) -> int:
    """By FIDE a round with the points of a win, played or not (7.1); else a game or forfeit that was won."""
    if entry.played or not sheet.edition.dummies:
        return entry.outcome == "W"
    return entry.points == sheet.rules.points.win


def _win_played(sheet: Sheet, entry: Entry) -> int:
    return entry.outcome == "W" and (entry.played or _as_game(sheet, entry))


def _as_game(sheet: Sheet, entry: Entry) -> bool:
    """A forfeit that counts as a game, as all pairings were fixed beforehand (15.2)."""
    return entry.forfeited and sheet.rules.fixed and sheet.edition.dummies


def _played(sheet: Sheet, entry: Entry) -> int:
    return entry.played


def _elected(sheet: Sheet, entry: Entry) -> int:
    """Neither a requested bye nor a forfeit loss (7.6, 15.2)."""
    return not entry.voluntary or (_as_game(sheet, entry) and not sheet.edition.caps)


def _standard(sheet: Sheet, entry: Entry) -> Fraction:
    """1, ½ or 0, whatever the scheme gave: against the opponent's points, or unplayed against those of a draw (7.7)."""
    if len(entry.meetings) > 1:
        return Fraction({"W": 2, "D": 1, "L": 0}[entry.outcome], 2)
    other = entry.meetings[0].theirs if entry.played else sheet.rules.points.draw
    return Fraction((entry.points > other) * 2 + (entry.points == other), 2)


def _score_difference(sheet: Sheet, entry: Entry) -> int:
    return entry.score_for - entry.score_against


def _score_for(sheet: Sheet, entry: Entry) -> int:
    return entry.score_for


def _discipline(sheet: Sheet, entry: Entry) -> int:
    return entry.counts.get("discipline", 0)


def _best_places(sheet: Sheet, entrant: str) -> Value:
    """First places, then second places and so on, as one number to compare and a list to show."""
    places = [entry.place for entry in sheet.entries[entrant] if entry.played]
    had = [places.count(place) for place in range(1, max(places, default=0) + 1)]
    number = sum((Fraction(times, PLACES_BASE**index) for index, times in enumerate(had)), ZERO)
    return Value(number, shown="-".join(map(str, had)) or "0")


def _progressive(sheet: Sheet, entrant: str, first: int = 1) -> Value:
    """The points after each round, added up from a round on."""
    earned = dict.fromkeys(range(1, sheet.last + 1), 0)
    for entry in sheet.entries[entrant]:
        earned[entry.round] += entry.points
    parts, so_far = [], 0
    for number, points in earned.items():
        so_far += points
        parts.append(Part(number, "", Fraction(so_far, 100), cut=number < first))
    return Value(sum((part.value for part in parts if not part.cut), ZERO), tuple(parts))


def _buchholz(sheet: Sheet, entrant: str, low: int = 0, high: int = 0) -> Value:
    return _opponents(sheet, sheet.contributions(entrant), 100, (low, high))


def _sonneborn_berger(sheet: Sheet, entrant: str, low: int = 0) -> Value:
    return _opponents(sheet, sheet.contributions(entrant, product=True), 10_000, (low, 0))


def _opponents(sheet: Sheet, contributions: list[Contribution], unit: int, cuts: tuple[int, int]) -> Value:
    gone = cut(contributions, *cuts)
    parts = tuple(
        Part(part.round, part.opponent, Fraction(part.value, unit), index in gone, _treatment(sheet, part))
        for index, part in enumerate(contributions)
    )
    kept = sum(part.value for index, part in enumerate(contributions) if index not in gone)
    return Value(Fraction(kept, unit), parts)


def _treatment(sheet: Sheet, part: Contribution) -> str:
    """How a round that was not played, or an opponent's, was treated; "" where nothing was."""
    if not part.article:
        return _adjustment(sheet, part.opponent)
    worth = decimal(Fraction(part.score, 100))
    if part.article == AS_GAME:
        return f"round {part.round}: a forfeit counts as a game (C.07 {AS_GAME})"
    limit = {
        UNCAPPED: "its own points",
        BY_OPPONENT: f"its own points, at most those of {sheet.name(part.opponent)}",
        BY_DRAWS: f"its own points, at most a draw in each of {sheet.results.rounds} rounds",
    }[part.article]
    return f"round {part.round} was not played: a dummy with {worth} ({limit}; C.07 {part.article})"


def _adjustment(sheet: Sheet, opponent: str) -> str:
    if sheet.adjusted[opponent] == sheet.scored[opponent]:
        return ""
    rounds = ", ".join(map(str, sorted(late_byes(sheet.entries[opponent]))))
    has, worth = (decimal(Fraction(points, 100)) for points in (sheet.scored[opponent], sheet.adjusted[opponent]))
    return f"{sheet.name(opponent)} has {has} and counts {worth}: draws in round {rounds} (C.07 16.3)"


def _average_buchholz(sheet: Sheet, entrant: str) -> Value:
    """Mean Buchholz of the opponents played over the board (8.2)."""
    met = [(entry.round, one.opponent) for entry in sheet.entries[entrant] if entry.played for one in entry.meetings]
    parts = tuple(Part(number, opponent, _buchholz(sheet, opponent).number) for number, opponent in met)
    return Value(sum((part.value for part in parts), ZERO) / (len(parts) or 1), parts)


def _koya(sheet: Sheet, entrant: str) -> Value:
    """Points against opponents who have at least half of what could be had (9.2)."""
    most = max(sum(bool(entry.meetings) for entry in entries) for entries in sheet.entries.values())
    half = most * sheet.rules.points.win
    met = [
        (entry.round, one)
        for entry in sheet.entries[entrant]
        if entry.played or _as_game(sheet, entry)
        for one in entry.meetings
        if sheet.scored[one.opponent] * 2 >= half
    ]
    parts = tuple(Part(number, one.opponent, Fraction(one.points, 100)) for number, one in met)
    return Value(sum((part.value for part in parts), ZERO), parts)


def _lot(sheet: Sheet, entrant: str) -> Value:
    drawn = sheet.entrants[entrant].lot
    if drawn:
        return Value(Fraction(drawn), shown=str(drawn))
    digest = hashlib.sha256(f"{sheet.rules.lot_seed}\n{entrant}".encode()).hexdigest()
    return Value(Fraction(int(digest, 16) + 2**32), shown=digest[:8])


def _seed(sheet: Sheet, entrant: str) -> Value:
    return Value(Fraction(sheet.entrants[entrant].seed))


def _summed(worth: Callable[[Sheet, Entry], Fraction | int]) -> Callable[[Sheet, str], Value]:
    return partial(_sum, worth=worth)


def _registry(measures: Iterable[Measure]) -> dict[str, Measure]:
    return {measure.code: measure for measure in measures}


BUCHHOLZ = "The points of all opponents, added up."
SB = "The points of each opponent times the points scored against it, added up."
MEASURES = _registry(
    (
        Measure("points", "Points", "on points", "Table points, with those taken or given.", _points),
        Measure("wins", "Wins", "on wins", "Rounds that were won, with or without playing.", _summed(_win)),
        Measure("wins_played", "Games won", "on games won", "Games won at the table.", _summed(_win_played)),
        Measure("games_played", "Games", "on games played", "Games played at the table.", _summed(_played)),
        Measure(
            "rounds_elected",
            "Rounds elected to play",
            "on rounds elected to play",
            "Rounds without a requested bye or a forfeit loss.",
            _summed(_elected),
        ),
        Measure(
            "standard_points",
            "Standard points",
            "on standard points",
            "1 for more points than the opponent, ½ for as many.",
            _summed(_standard),
        ),
        Measure(
            "score_difference",
            "Score difference",
            "on score difference",
            "The score of one's games less that of the opponents.",
            _summed(_score_difference),
        ),
        Measure("score_for", "Score", "on score", "The score of one's games.", _summed(_score_for)),
        Measure(
            "best_places", "Places", "on places", "Most first places, then most second places, and on.", _best_places
        ),
        Measure("buchholz", "Buchholz", "on Buchholz", BUCHHOLZ, _buchholz),
        Measure(
            "buchholz_cut_1",
            "Buchholz cut 1",
            "on Buchholz cut 1",
            f"{BUCHHOLZ} The least significant one is left out.",
            partial(_buchholz, low=1),
        ),
        Measure(
            "buchholz_cut_2",
            "Buchholz cut 2",
            "on Buchholz cut 2",
            f"{BUCHHOLZ} The two least significant ones are left out.",
            partial(_buchholz, low=2),
        ),
        Measure(
            "buchholz_median",
            "Median Buchholz",
            "on median Buchholz",
            f"{BUCHHOLZ} The least and the most significant one are left out.",
            partial(_buchholz, low=1, high=1),
        ),
        Measure(
            "buchholz_median_2",
            "Median Buchholz 2",
            "on median Buchholz 2",
            f"{BUCHHOLZ} The two least and the two most significant ones are left out.",
            partial(_buchholz, low=2, high=2),
        ),
        Measure(
            "average_buchholz",
            "Average Buchholz",
            "on the average Buchholz of opponents",
            "The mean of the Buchholz of all opponents played at the table.",
            _average_buchholz,
        ),
        Measure("sonneborn_berger", "Sonneborn-Berger", "on Sonneborn-Berger", SB, _sonneborn_berger),
        Measure(
            "sonneborn_berger_cut_1",
            "Sonneborn-Berger cut 1",
            "on Sonneborn-Berger cut 1",
            f"{SB} The least significant one is left out.",
            partial(_sonneborn_berger, low=1),
        ),
        Measure(
            "koya",
            "Koya",
            "on Koya points",
            "Points against opponents who have at least half of what could be had.",
            _koya,
        ),
        Measure(
            "progressive",
            "Progressive score",
            "on progressive score",
            "The points after each round, added up.",
            _progressive,
        ),
        Measure(
            "progressive_cut_1",
            "Progressive score cut 1",
            "on progressive score cut 1",
            "The points after each round but the first, added up.",
            partial(_progressive, first=2),
        ),
        Measure(
            "fair_play",
            "Fair play",
            "on fair play",
            "Fewest points of discipline.",
            _summed(_discipline),
            higher_is_better=False,
        ),
        Measure("seed", "Seed", "by seed", "The lowest seed.", _seed, higher_is_better=False),
        Measure("lot", "Lot", "by lot", "A lot from the stored seed; the lowest wins.", _lot, higher_is_better=False),
    )
)
