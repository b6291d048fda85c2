"""What byes, forfeits and missed rounds are worth in tie-breaks.

The FIDE editions restate the Tie-Break Regulations (FIDE Handbook C.07), Articles 14 to 16, as in force from 1 August
2024 and from 1 March 2026. Where rounds are paired one after another (Swiss, Article 16):

* 16.1 A half-point or zero-point bye is requested; so counts a round that somebody just missed, or whose result is
  void. Requested byes and forfeit losses are voluntarily unplayed rounds.
* 16.3 In the tie-breaks of its opponents an entrant has the points that it was given; only a requested bye with nothing
  but voluntarily unplayed rounds after it is worth a draw.
* 16.4 In its own tie-breaks an unplayed round is a game against a dummy that has the entrant's own points. From 2026 on
  the dummy has no more than the scheduled opponent, adjusted by 16.3, at a forfeit (16.4.1), and no more than a draw in
  each round of the tournament elsewhere (16.4.2).
* 16.5 Where the least significant value is cut, the lowest one of a voluntarily unplayed round goes instead, unless
  it is lower. This holds for each further cut.

Where all pairings are fixed beforehand (round robin, Article 15.2) forfeits are games and a bye is no round at all;
from 2026 on a forfeit loss is no round that one elected to play.

Both editions agree with the worked examples of the FIDE Arbiters' Manual 2026 and with the exercises of its Technical
Commission (`tests/tournaments/standings`), and the limits of 16.4.1 and 16.4.2, of which one or the other applies, and
the cut of 16.5 with the open implementation of Sharly Chess. The wording of the handbook itself was at hand in
quotations only.

"simple" counts no unplayed round in any sum over opponents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.kernel.errors import Refused

UNPLAYED = "KERNEL-TOUR-42"
"""Unplayed rounds count in tie-breaks as the edition in the rules of the stage says."""

REQUESTED = frozenset({"half_bye", "zero_bye", "missed"})
UNCAPPED = "16.4"
BY_OPPONENT = "16.4.1"
BY_DRAWS = "16.4.2"
AS_GAME = "15.2"


class Edition(NamedTuple):
    """A way to treat unplayed rounds: by Articles 15 and 16 (`dummies`), with the limits of 2026 (`caps`)."""

    code: str
    label: str
    explanation: str
    dummies: bool
    caps: bool


EDITIONS = {
    edition.code: edition
    for edition in (
        Edition(
            "fide-2026",
            "FIDE C.07, from 1 March 2026",
            "An unplayed round is a game against a dummy with one's own points, but no more than the scheduled "
            "opponent has, or than a draw in each round comes to.",
            dummies=True,
            caps=True,
        ),
        Edition(
            "fide-2024",
            "FIDE C.07, from 1 August 2024 to 28 February 2026",
            "An unplayed round is a game against a dummy with one's own points.",
            dummies=True,
            caps=False,
        ),
        Edition(
            "simple",
            "Simple",
            "An unplayed round counts as nothing in sums over opponents.",
            dummies=False,
            caps=False,
        ),
    )
}


def edition_of(code: str) -> Edition:
    """The edition with this code. Refused when there is none."""
    if code not in EDITIONS:
        message = f"there is no edition of the tie-break rules called {code}"
        raise Refused("unknown_edition", message, UNPLAYED, field="edition", hint=f"choose {', '.join(EDITIONS)}")
    return EDITIONS[code]


class Meeting(NamedTuple):
    """One opponent of a fixture: the points scored against it, and its own."""

    opponent: str
    points: int
    theirs: int


class Entry(NamedTuple):
    """A round of one entrant. `kind` is that of the result or "missed"; `outcome` "W", "D", "L" or "" at a bye."""

    round: int
    fixture: str
    kind: str
    points: int
    outcome: str = ""
    meetings: tuple[Meeting, ...] = ()
    score_for: int = 0
    score_against: int = 0
    place: int = 1
    counts: Mapping[str, int] = {}

    @property
    def forfeited(self) -> bool:
        """Decided without a game, whoever was there."""
        return self.kind in {"forfeit", "double_forfeit"}

    @property
    def played(self) -> bool:
        """A game over the board."""
        return bool(self.meetings) and not self.forfeited

    @property
    def voluntary(self) -> bool:
        """A voluntarily unplayed round (16.1.2)."""
        return self.kind in REQUESTED or (self.forfeited and self.outcome == "L")


class Contribution(NamedTuple):
    """What a round adds to a sum over opponents.

    `score` is the opponent's or the dummy's, in hundredths; `value` the part of the sum: the score, or for
    Sonneborn-Berger the score times the points. `article` says how an unplayed round was treated, "" at a game.
    """

    round: int
    opponent: str
    score: int
    value: int
    voluntary: bool
    article: str


def late_byes(entries: Sequence[Entry]) -> frozenset[int]:
    """Rounds of requested byes with nothing but voluntarily unplayed rounds after them (16.2.5)."""
    late = set()
    for entry in reversed(entries):
        if not entry.voluntary:
            break
        if entry.kind in REQUESTED:
            late.add(entry.round)
    return frozenset(late)


def adjusted_points(entries: Sequence[Entry], draw: int) -> int:
    """The points that an entrant has in the tie-breaks of its opponents (16.3)."""
    late = late_byes(entries)
    return sum(draw if entry.kind in REQUESTED and entry.round in late else entry.points for entry in entries)


class Opposition(NamedTuple):
    """What sums over opponents need to know: everybody's points, the rounds as 16.4.2 caps them, and the treatment."""

    own: int
    adjusted: Mapping[str, int]
    ceiling: int
    edition: Edition
    fixed: bool

    def contributions(self, entries: Sequence[Entry], *, product: bool) -> list[Contribution]:
        """The parts of Buchholz, or with `product` of Sonneborn-Berger, before any cut."""
        parts = []
        for entry in entries:
            if entry.played or (entry.forfeited and self.fixed and self.edition.dummies):
                article = "" if entry.played else AS_GAME
                parts += [
                    self._part(entry, one.opponent, self.adjusted[one.opponent], one.points, product, article)
                    for one in entry.meetings
                ]
            elif self.edition.dummies and not self.fixed:
                parts.append(self._dummy(entry, product))
        return parts

    def _dummy(self, entry: Entry, product: bool) -> Contribution:
        opponent = entry.meetings[0].opponent if entry.meetings else ""
        if not self.edition.caps:
            return self._part(entry, opponent, self.own, entry.points, product, UNCAPPED)
        if opponent:
            score = min(self.own, self.adjusted[opponent])
            return self._part(entry, opponent, score, entry.points, product, BY_OPPONENT)
        return self._part(entry, "", min(self.own, self.ceiling), entry.points, product, BY_DRAWS)

    @staticmethod
    def _part(entry: Entry, opponent: str, score: int, points: int, product: bool, article: str) -> Contribution:
        value = score * points if product else score
        voluntary = entry.voluntary and article not in {"", AS_GAME}
        return Contribution(entry.round, opponent, score, value, voluntary, article)


def cut(parts: Sequence[Contribution], low: int, high: int) -> frozenset[int]:
    """Which parts go when so many of the least, then so many of the most significant are cut (14.1 to 14.4, 16.5)."""
    kept = dict(enumerate(parts))
    for _ in range(min(low, len(kept))):
        del kept[_least(kept)]
    for _ in range(min(high, len(kept))):
        del kept[max(kept, key=lambda index: (kept[index].score, kept[index].value, -index))]
    return frozenset(range(len(parts))) - frozenset(kept)


def _least(kept: Mapping[int, Contribution]) -> int:
    """The least significant part: against the opponent with the fewest points, or the voluntary one that goes first."""
    least = min(kept, key=lambda index: (kept[index].score, kept[index].value, index))
    voluntary = [index for index, part in kept.items() if part.voluntary]
    if not voluntary:
        return least
    lowest = min(voluntary, key=lambda index: (kept[index].value, kept[index].score, index))
    return lowest if kept[lowest].value >= kept[least].value else least
