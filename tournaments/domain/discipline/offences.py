"""What goes on record against heroes: from a settled battle of a fixture, or by an officer; and the ban it opens.

A battle tells of each hero what has become of it (`HeroReport`, from the consequences of its settlement) and for how
long it had to leave the field (`Removal`, from the game's `Progression.removals`). Ids follow from fixture, hero and
kind, so that a battle that is settled again brings the same offences, as far as it comes to the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel.errors import Refused
from rules.kernel.progression import Absence, Fate, Removal, Term
from rules.kernel.reading import says_something
from tournaments.domain.discipline.facts import KINDS, TO_THE_END, Ban, Kind, Offence
from tournaments.domain.discipline.house_rules import MOST_MATCHES, DisciplineRules

OFFENCES = "KERNEL-TOUR-80"
SENTENCES = "KERNEL-TOUR-81"

POINTS: Mapping[Kind, int] = MappingProxyType(
    {
        "sat_out_point": 1,
        "sat_out_turns": 2,
        "sat_out_match": 3,
        "ejected": 5,
    }
)
"""The points of what comes from a match; an officer says how many a decision is worth, and the rest have none."""

FOULS: Mapping[Term, Kind] = MappingProxyType(
    {
        "point": "sat_out_point",
        "turns": "sat_out_turns",
        "match": "sat_out_match",
        "tournament": "ejected",
        "good": "ejected",
    }
)
INJURIES: Mapping[Term, Kind] = MappingProxyType(
    {"match": "injured_match", "tournament": "injured_tournament", "good": "death"}
)
"""An injury that costs less than the match is of no concern to a tournament."""
MOST_POINTS = 1000


class HeroReport(NamedTuple):
    """What a settled battle says of one hero of an entrant. `event`: that of the match that its `fate` comes from."""

    entrant: str
    hero: str
    hero_name: str
    fate: Fate = "survived"
    how: str = ""
    rule: str = ""
    event: int = 0
    undecided: bool = False
    absence: Absence | None = None
    captured: bool = False
    removals: Sequence[Removal] = ()


class Found(NamedTuple):
    """An offence without what all offences of its battle share."""

    kind: Kind
    event: int
    rule: str
    reason: str
    absence: Absence | None = None


class Changed(NamedTuple):
    """What another settling of a battle makes of its offences: those that are gone, and new or other ones."""

    gone: tuple[Offence, ...]
    came: tuple[Offence, ...]


def offences_of(fixture: str, match: str, heroes: Iterable[HeroReport], day: str = "") -> tuple[Offence, ...]:
    """What a settled battle of a fixture puts on record, by entrant and hero, in the order of the events."""
    return tuple(one for one, _ in _with_absences(fixture, match, heroes, day))


def bans_of_battle(
    rules: DisciplineRules, fixture: str, match: str, heroes: Iterable[HeroReport], day: str = ""
) -> tuple[Ban, ...]:
    """The bans that a settled battle opens: by the sentence of each kind, or as long as the game says of an absence."""
    return tuple(
        ban
        for one, absence in _with_absences(fixture, match, heroes, day)
        if (ban := ban_for(one, rules.sentence(one.kind) if absence is None else length_of(absence))) is not None
    )


def ban_for(offence: Offence, matches: int | None) -> Ban | None:
    """The ban of so many matches (0: to the end) that one offence opens; None where it opens none."""
    if matches is None and offence.kind != "disqualified":
        return None
    return Ban(
        id=f"ban-{offence.id}",
        entrant=offence.entrant,
        hero=offence.hero,
        hero_name=offence.hero_name,
        matches=matches or TO_THE_END,
        only=offence.fixture if offence.kind == "disqualified" else "",
        causes=(offence.id,),
        cause_fixture="" if offence.kind == "disqualified" else offence.fixture,
        opened=offence.at,
        day=offence.day,
        rule=offence.rule,
        reason=offence.reason,
    )


def length_of(absence: Absence) -> int:
    """The matches that a game says an absence lasts; what is not counted in matches lasts to the end."""
    return absence.matches or TO_THE_END


def settled_again(before: Iterable[Offence], after: Iterable[Offence]) -> Changed:
    """What changes on record when the offences of a battle are `after`, and were `before`. The day alone is nothing."""
    old, new = {one.id: one for one in before}, {one.id: one for one in after}
    same = {key for key in old.keys() & new.keys() if _undated(old[key]) == _undated(new[key])}
    return Changed(
        gone=tuple(one for key, one in old.items() if key not in same),
        came=tuple(one for key, one in new.items() if key not in same),
    )


# From a battle


def _with_absences(
    fixture: str, match: str, heroes: Iterable[HeroReport], day: str
) -> Iterator[tuple[Offence, Absence | None]]:
    for hero in sorted(heroes, key=lambda one: (one.entrant, one.hero)):
        seen: Counter[Kind] = Counter()
        for found in sorted(_found(hero), key=lambda one: one.event):
            seen[found.kind] += 1
            offence = Offence(
                id=_id(fixture, match, hero.entrant, hero.hero, found.kind, seen[found.kind]),
                entrant=hero.entrant,
                kind=found.kind,
                hero=hero.hero,
                hero_name=hero.hero_name,
                fixture=fixture,
                match=match,
                event=found.event,
                rule=found.rule or OFFENCES,
                reason=found.reason,
                points=POINTS.get(found.kind, 0),
                day=day,
            )
            yield offence, found.absence


def _found(hero: HeroReport) -> Iterator[Found]:
    """All that a battle says against a hero, each thing once: absence and death repeat what a removal has told."""
    kinds: set[Kind] = set()
    for removal in hero.removals:
        kind = (FOULS if removal.foul else INJURIES).get(removal.term)
        if kind is not None and not (kind == "death" and hero.fate != "dead"):
            kinds.add(kind)
            yield Found(kind, removal.event, removal.rule, removal.why or KINDS[kind])
    if hero.fate == "dead" and not hero.undecided and "death" not in kinds:
        yield Found("death", hero.event, hero.rule, hero.how or KINDS["death"])
    if hero.captured:
        yield Found("capture", hero.event, hero.rule, KINDS["capture"])
    if hero.absence is not None and not kinds & {"ejected", "injured_tournament"}:
        yield Found("absent", hero.event, hero.rule, hero.absence.why, hero.absence)


def _id(*parts: object) -> str:
    """An id that follows from what the offence is."""
    return "o" + hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:12]


def _undated(offence: Offence) -> tuple[object, ...]:
    return tuple(getattr(offence, name) for name in offence.__struct_fields__ if name != "day")


# By an officer


def decided(offence: Offence, matches: int | None, *, suspended: bool = False, probation: int = 0) -> Ban | None:
    """The ban that an officer's decision opens; None: it stays with a warning. Refused where it makes no sense.

    A disqualification keeps its hero, or the whole entrant, out of its one fixture, and has no length.
    """
    if not says_something(offence.reason):
        raise _bad("reason_wanted", "A decision needs its reason.", "reason", "Say what happened.")
    if not says_something(offence.rule):
        raise _bad("rule_wanted", "A decision needs the rule that it rests on.", "rule", "Name the rule.")
    if not 0 <= offence.points <= MOST_POINTS:
        message = f"{offence.points} points cannot be given for an offence."
        raise _bad("bad_value", message, "points", f"Give from 0 to {MOST_POINTS}.")
    if offence.kind == "disqualified":
        return _disqualified(offence, matches, suspended=suspended)
    if not offence.hero:
        hint = "Name the hero; an entrant is disqualified from a match, or expelled."
        raise _bad("unknown_hero", "Only heroes are banned.", "hero", hint)
    for field, value in (("matches", matches or 0), ("probation", probation)):
        if not 0 <= value <= MOST_MATCHES:
            raise _bad("bad_value", f"{field} is {value}.", field, f"Give from 0 (to the end) to {MOST_MATCHES}.")
    if matches is None and (suspended or probation):
        raise _bad("bad_value", "A warning is not suspended.", "suspended", "Say for how many matches the ban is.")
    if probation and not suspended:
        hint = "Suspend the ban, or leave the probation out."
        raise _bad("bad_value", "Only a suspended ban has a probation.", "probation", hint)
    ban = ban_for(offence, matches)
    return ban and replace(ban, suspended=suspended, probation=probation)


def _disqualified(offence: Offence, matches: int | None, *, suspended: bool) -> Ban | None:
    if not offence.fixture:
        message = "A disqualification is from one fixture."
        raise _bad("unknown_fixture", message, "fixture", "Name the fixture.")
    if matches is not None or suspended:
        hint = "Leave the length out, or ban the hero instead."
        raise _bad("bad_value", "A disqualification is for one match alone.", "matches", hint)
    return ban_for(offence, None)


def _bad(code: str, message: str, field: str, hint: str) -> Refused:
    return Refused(code, message, OFFENCES, field=field, hint=hint)
