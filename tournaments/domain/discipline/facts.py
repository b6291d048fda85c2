"""What a tournament has on record about discipline: offences, bans, what became of them, and the matches played."""

from __future__ import annotations

from typing import Literal

import msgspec

TO_THE_END = 0
"""Instead of a number of matches: until the tournament ends."""

Kind = Literal[
    "sat_out_point",
    "sat_out_turns",
    "sat_out_match",
    "ejected",
    "injured_match",
    "injured_tournament",
    "absent",
    "death",
    "capture",
    "disqualified",
    "officer",
]
"""What an offence is. Injuries, deaths, captures and absences are nobody's fault, but on record in the same way."""
KINDS: dict[Kind, str] = {
    "sat_out_point": "sent off until a point was scored",
    "sat_out_turns": "sent off for some turns",
    "sat_out_match": "sent off for the rest of the match",
    "ejected": "ejected from the tournament",
    "injured_match": "injured for the rest of the match",
    "injured_tournament": "injured for the rest of the tournament",
    "absent": "absent by the rules of the game",
    "death": "dead",
    "capture": "captured",
    "disqualified": "disqualified from one match",
    "officer": "punished by an officer",
}
NO_FAULT: tuple[Kind, ...] = ("injured_match", "injured_tournament", "absent", "death", "capture")
"""The kinds that nobody decided: they cannot be appealed, and make no suspended ban fall due."""

AppearanceKind = Literal[
    "played",
    "draw_agreed",
    "forfeit_for",
    "forfeit_against",
    "double_forfeit",
    "bye",
    "half_bye",
    "zero_bye",
    "void",
    "annulled",
    "friendly",
    "abandoned",
]
"""What a fixture was for one entrant. Annulled: it was played, and is void because an entrant has left."""
RulingKind = Literal["upheld", "reduced", "quashed"]
ResetKind = Literal["stage", "date"]


class Offence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Something on record against a hero, or, without `hero`, against the whole entrant.

    `match` and `event`: the event of the match that it comes from, where there is one. `points` count towards
    thresholds. `at`: the order key of an officer's decision; others happened when their fixture was played. `day`: the
    date it was recorded, as in 2026-05-01.
    """

    id: str
    entrant: str
    kind: Kind
    hero: str = ""
    hero_name: str = ""
    fixture: str = ""
    match: str = ""
    event: int = 0
    rule: str = ""
    reason: str = ""
    points: int = 0
    at: int = 0
    day: str = ""


class Ban(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A hero is out for so many `matches` (0: to the end of the tournament).

    It stands while all offences among its `causes` do. Matches after both `cause_fixture` and the order key `opened`
    serve it. `only`: the one fixture that it keeps the hero, or without `hero` the whole entrant, out of. `threshold`:
    what opened it, if offences did so together. `suspended`: it begins once it falls due, by a new offence before the
    entrant has played `probation` matches (0: before the tournament ends). `day`: when it was opened.
    """

    id: str
    entrant: str
    hero: str = ""
    hero_name: str = ""
    matches: int = TO_THE_END
    only: str = ""
    causes: tuple[str, ...] = ()
    cause_fixture: str = ""
    opened: int = 0
    day: str = ""
    rule: str = ""
    reason: str = ""
    threshold: str = ""
    suspended: bool = False
    probation: int = 0


class Lift(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Staff have ended a ban early: later matches do not serve it, and it keeps nobody out of them."""

    ban: str
    at: int
    reason: str = ""


class Appeal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Somebody asks for a ban to be looked at again. `filed` and `ruled` are order keys; open while `ruling` is None.

    `matches`: how long a reduced ban is.
    """

    id: str
    ban: str
    by: str
    reason: str
    filed: int
    day: str = ""
    ruling: RulingKind | None = None
    matches: int = 0
    ruled: int = 0
    ruling_reason: str = ""


class Appearance(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A fixture that is over, for one entrant. `order`: when it was played. `due`: the key of the date it was first set
    for, where it was postponed. `fielded`: the entrant's heroes who played.
    """

    fixture: str
    entrant: str
    order: int
    kind: AppearanceKind
    opponent: str = ""
    fielded: tuple[str, ...] = ()
    due: int = 0


class Upcoming(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A fixture that an entrant has yet to play; `opponent` is empty where it is not known yet."""

    fixture: str
    entrant: str
    opponent: str = ""
    friendly: bool = False
    due: int = 0


class Reset(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Counting towards thresholds begins anew after order key `at`: a stage has ended, or a date has come."""

    at: int
    by: ResetKind
    name: str = ""
