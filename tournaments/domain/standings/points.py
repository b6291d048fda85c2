"""From a reported outcome to what each side takes from it."""

from __future__ import annotations

import msgspec

from rules.kernel.errors import Refused
from tournaments.domain.standings.results import AWARDS, FORFEITS, GAMES, KINDS, UNIT, VOID, SideResult


class Points(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Table points in hundredths.

    `by_place` is for fixtures of more than two sides: points of the first, the second …, 0 for those after.
    `nominal` is the score that a forfeit counts as, such as ``(3, 0)``.
    """

    win: int = 300
    draw: int = 100
    loss: int = 0
    bye: int = 300
    half_bye: int = 100
    zero_bye: int = 0
    forfeit_win: int = 300
    forfeit_loss: int = 0
    by_place: tuple[int, ...] = ()
    nominal: tuple[int, int] = (0, 0)

    def check(self) -> None:
        """Refuse a scheme that is no scheme."""
        named = {name: getattr(self, name) for name in self.__struct_fields__ if name not in {"by_place", "nominal"}}
        for name, points in (*named.items(), *(("by_place", points) for points in self.by_place)):
            if points % UNIT:
                message = f"{points} hundredths are not whole or half points"
                raise Refused("odd_points", message, AWARDS, field=f"points.{name}", hint=f"give multiples of {UNIT}")
        for name, most in (("bye", self.win), ("forfeit_win", self.win), ("half_bye", self.draw)):
            if getattr(self, name) > most:
                message = (
                    f"{getattr(self, name)} for a {name.replace('_', ' ')} are more than {most}, what is won by playing"
                )
                raise Refused("points_out_of_order", message, AWARDS, field=f"points.{name}", hint="Give fewer.")
        if not self.loss <= self.draw <= self.win:
            message = "a draw must be worth no more than a win and no less than a loss"
            raise Refused("points_out_of_order", message, AWARDS, field="points.draw", hint="order win, draw, loss")


THREE_POINTS = Points()
ONE_POINT = Points(win=100, draw=50, bye=100, half_bye=50, forfeit_win=100)
"""1, ½ and 0, as in chess."""


class Outcome(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What was reported of a fixture, the parts of each side in the order of `entrants`.

    `places` may be left out where `scores` tell them (more is better). `winner` is who was there at a forfeit.
    `awarded` are the points of a ruling, where one goes beside the scheme.
    """

    kind: str
    entrants: tuple[str, ...]
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    counts: tuple[dict[str, int], ...] = ()
    winner: str = ""
    awarded: tuple[int, ...] = ()


def sides_of(points: Points, outcome: Outcome) -> tuple[SideResult, ...]:
    """What each side takes from an outcome. Refused when the outcome does not say it."""
    _check_outcome(outcome)
    scores = outcome.scores or _nominal(points, outcome)
    places = _places(outcome)
    awarded = outcome.awarded or tuple(_award(points, outcome.kind, place, places) for place in places)
    counts: tuple[dict[str, int], ...] = outcome.counts or ({},) * len(outcome.entrants)
    return tuple(map(SideResult, outcome.entrants, awarded, scores, places, counts))


def _check_outcome(outcome: Outcome) -> None:
    if outcome.kind not in KINDS:
        message = f"there is no kind of result called {outcome.kind}"
        raise Refused("unknown_kind", message, AWARDS, field="kind", hint=f"kinds are {', '.join(sorted(KINDS))}")
    for field in ("places", "scores", "counts", "awarded"):
        given = len(getattr(outcome, field))
        if given and given != len(outcome.entrants):
            message = f"{given} {field} for {len(outcome.entrants)} sides"
            raise Refused("sides_missing", message, AWARDS, field=field, hint="give one for each side")
    if outcome.kind in GAMES and not (outcome.places or outcome.scores or outcome.kind == "draw_agreed"):
        message = "the outcome has neither places nor scores"
        raise Refused("no_outcome", message, AWARDS, field="places", hint="say who came first, or give the scores")
    if outcome.kind == "forfeit" and outcome.winner not in outcome.entrants:
        message = "a forfeit has a side that was there"
        raise Refused("no_winner", message, AWARDS, field="winner", hint="name the side that was there")


def _nominal(points: Points, outcome: Outcome) -> tuple[int, ...]:
    if outcome.kind == "forfeit":
        return tuple(points.nominal[entrant != outcome.winner] for entrant in outcome.entrants)
    return (0,) * len(outcome.entrants)


def _places(outcome: Outcome) -> tuple[int, ...]:
    """Place 1 for the first; sides that are equal share a place and the next one is left out."""
    if outcome.kind == "forfeit":
        return tuple(1 if entrant == outcome.winner else 2 for entrant in outcome.entrants)
    if outcome.kind in GAMES and outcome.places:
        return outcome.places
    if outcome.kind in GAMES and outcome.scores:
        return tuple(1 + sum(other > score for other in outcome.scores) for score in outcome.scores)
    return (1,) * len(outcome.entrants)


def _award(points: Points, kind: str, place: int, places: tuple[int, ...]) -> int:
    if kind == VOID:
        return 0
    if kind in FORFEITS:
        return points.forfeit_win if kind == "forfeit" and place == 1 else points.forfeit_loss
    if kind not in GAMES:
        return {"bye": points.bye, "half_bye": points.half_bye, "zero_bye": points.zero_bye}[kind]
    if len(places) > 2 and points.by_place:
        return points.by_place[place - 1] if place <= len(points.by_place) else 0
    if len(set(places)) == 1:
        return points.draw
    return points.win if place == min(places) else points.loss
