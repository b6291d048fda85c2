"""What stands on record of fixtures, results and sources of sides, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from tournaments.domain.brackets_of_stages import name_in_bracket
from tournaments.domain.formats.brackets import BestPlaced, LoserOf, NoOne, PlacedIn, Seed, Source, WinnerOf
from tournaments.domain.standings.measures import decimal
from tournaments.domain.state import EntrantStatus, Fixture, Result, ResultKind, Tournament

State = Literal[
    "draft", "tbd", "not_needed", "open", "overdue", "live", "disputed", "reported", "bye", "void", "abandoned", "over"
]
"""How a fixture stands for people: `tbd` waits for its sides, `live` is being fought, `reported` by one side only."""

STATES: Mapping[State, str] = {
    "draft": "draft",
    "tbd": "TBD",
    "not_needed": "not needed",
    "open": "to be played",
    "overdue": "overdue",
    "live": "being fought",
    "disputed": "disputed",
    "reported": "one report is in",
    "bye": "bye",
    "void": "void",
    "abandoned": "abandoned",
    "over": "over",
}
KINDS: Mapping[ResultKind, str] = {
    "played": "played",
    "draw_agreed": "draw agreed without a match",
    "forfeit": "forfeit",
    "double_forfeit": "double forfeit: neither side played",
    "bye": "bye, full points",
    "half_bye": "bye, half the points",
    "zero_bye": "bye, no points",
    "void": "void: it counts for nobody",
    "abandoned": "abandoned: broken off",
}
DECIDED = {
    "match": "from the battle fought on Skald",
    "agreed": "all sides reported the same",
    "recorded": "recorded by an official",
    "ruled": "ruled by an organizer",
    "policy": "by the rules for entrants that leave",
    "pairing": "from the pairing",
}
ENTRANT_STATUS: Mapping[EntrantStatus, str] = {
    "waiting": "on the waiting list",
    "entered": "entered",
    "checked_in": "checked in",
    "declined": "off the list",
    "withdrawn": "withdrawn",
    "expelled": "expelled",
}
ORDINALS = {1: "st", 2: "nd", 3: "rd"}
TEENS = (11, 12, 13)


def ordinal(number: int) -> str:
    """A place as a word.

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    return f"{number}{'th' if number % 100 in TEENS else ORDINALS.get(number % 10, 'th')}"


def points_in_words(hundredths: int) -> str:
    """Table points as people write them.

    >>> points_in_words(450), points_in_words(-100)
    ('4.5', '−1')
    """
    return decimal(Fraction(hundredths, 100)).replace("-", "−")


def listed(words: list[str]) -> str:
    """Several words as one: "A, B and C"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def source_in_words(tournament: Tournament, stage: str, source: Source) -> str:
    """Where a side of a bracket comes from: "winner of W1-2", "2nd of group B"."""
    match source:
        case Seed(seed):
            return f"seed {seed}"
        case WinnerOf(fixture):
            return f"winner of {fixture}"
        case LoserOf(fixture):
            return f"loser of {fixture}"
        case PlacedIn(group, place):
            return f"{ordinal(place)} of {f'group {group}' if group else _source_name(tournament, stage)}"
        case BestPlaced(place, number):
            return f"{ordinal(number)} best of those in place {place}"
        case NoOne():
            return "nobody"


def _source_name(tournament: Tournament, stage: str) -> str:
    source = tournament.stages.get(tournament.stages[stage].source)
    return source.name if source is not None else "the stage before"


def side_in_words(tournament: Tournament, fixture: Fixture, place: int) -> str:
    """Who plays a side of a fixture, or where they come from as long as that is open."""
    side = fixture.sides[place]
    if side:
        known = tournament.entrants.get(side)
        return known.name if known is not None else side
    if place < len(fixture.inputs):
        return source_in_words(tournament, fixture.stage, fixture.inputs[place])
    return "to be decided"


def fixture_in_words(tournament: Tournament, fixture: Fixture) -> str:
    """Who meets whom: "Ash against Birch"."""
    sides = [side_in_words(tournament, fixture, place) for place in range(len(fixture.sides))]
    if fixture.bye is not None:
        return f"{sides[0]}: {KINDS[fixture.bye]}"
    return " against ".join(sides)


def state_of(tournament: Tournament, fixture: Fixture, today: str) -> State:
    """How a fixture stands on a date."""
    stage = tournament.stages[fixture.stage]
    if stage.rounds.get(fixture.round) != "published":
        return "draft"
    if fixture.bye is not None:
        return "bye"
    if fixture.result is not None:
        return _state_of_result(fixture.result)
    if fixture.disputed:
        return "disputed"
    if any(game.status == "open" for game in fixture.games):
        return "live"
    if not fixture.known:
        return "tbd"
    if fixture.reports:
        return "reported"
    return "overdue" if fixture.deadline and fixture.deadline < today else "open"


def _state_of_result(result: Result) -> State:
    if result.decided == "pairing":
        return "not_needed"
    if result.kind == "void":
        return "void"
    return "abandoned" if result.kind == "abandoned" and not result.places else "over"


def winners_of(fixture: Fixture) -> list[str]:
    """The sides with place 1, where not all share it."""
    if fixture.result is None:
        return []
    first = [side for side, place in fixture.result.places.items() if place == 1]
    return first if len(first) < len(fixture.sides) else []


def result_in_words(tournament: Tournament, fixture: Fixture, result: Result | None = None) -> str:
    """What came of a fixture, in a sentence without its stop; empty while nothing has."""
    result = result or fixture.result
    if result is None:
        return ""
    if result.decided == "pairing" and fixture.bye is None:
        return "nobody comes to it: it is not played"
    if not result.places or result.kind in ("double_forfeit", "void", "bye", "half_bye", "zero_bye"):
        return KINDS[result.kind]
    names = [
        tournament.entrants[side].name if side in tournament.entrants else side
        for side, place in result.places.items()
        if place == 1
    ]
    drawn = len(names) == len(result.places)
    words = "drawn" if drawn else f"{listed(names)} won"
    scores = " : ".join(str(result.scores[side]) for side in fixture.sides if side in result.scores)
    extra = {"forfeit": " by forfeit", "draw_agreed": ", agreed without a match", "abandoned": ", broken off"}
    return f"{words}{extra.get(result.kind, '')}{f', {scores}' if scores else ''}"


def bracket_label(fixture: Fixture) -> str:
    """What a fixture of a bracket is called on the page: "W1-2"; of others nothing."""
    return name_in_bracket(fixture) if fixture.inputs else ""
