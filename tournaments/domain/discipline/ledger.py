"""The ledger of suspensions: which match served which ban, and how each ban stands. It is read, and kept nowhere.

1. All bans: those on record, and those that offences have opened together (`threshold_bans`).
2. What each is now: where it begins, how long it is after a ruling, whether it stands at all (`_Terms`).
3. For each hero its matches in the order in which they were played: each one that counts, and in which the hero was not
   fielded, serves the first ban that has begun and is not served yet (`_served`).

So bans run one after another, none is served in the match that caused it, and when a ban falls, what had served it
serves those that come after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rules.kernel.errors import Refused
from tournaments.domain.discipline.facts import TO_THE_END, Appeal, Appearance, Ban, Lift
from tournaments.domain.discipline.record import Hero, Record
from tournaments.domain.discipline.thresholds import falls_due, probation_left, threshold_bans
from tournaments.domain.discipline.words import counted, matches

LEDGER = "KERNEL-TOUR-82"

State: TypeAlias = Literal[
    "running", "waiting", "served", "stayed", "suspended", "probation_over", "lifted", "quashed", "void", "over"
]
"""How a ban stands. Waiting: another of the hero comes first, or the match that caused it is not on record yet. Void:
what it was for does not count any more. Over: the tournament has ended."""
OUT: tuple[State, ...] = ("running", "waiting")
"""The states in which a ban keeps its hero from matches."""


class Reading(NamedTuple):
    """How a ban stands: the fixtures that have served it, what is left of it (None: to the end), and why, in words.

    `length` is what it comes to after a ruling, `begins` the order key from which matches serve it (None: not yet).
    """

    ban: Ban
    state: State
    served: tuple[str, ...]
    left: int | None
    length: int
    begins: int | None
    why: str


class GivenBack(NamedTuple):
    """A fixture that serves another ban of its hero than before; empty: none."""

    fixture: str
    entrant: str
    hero: str
    was: str
    now: str


class Ledger(NamedTuple):
    """Every ban of a record, read: by id, those of one hero in the order in which they are served."""

    record: Record
    readings: Mapping[str, Reading]

    def of_hero(self, hero: Hero) -> list[Reading]:
        """The bans of a hero."""
        return [one for one in self.readings.values() if (one.ban.entrant, one.ban.hero) == hero]


class _Terms(NamedTuple):
    """A ban as it is served: from where on, how many matches; `fallen` says why it does not stand."""

    ban: Ban
    begins: int | None
    length: int
    fallen: State | None
    why: str
    lift: Lift | None
    appeal: Appeal | None

    @property
    def place(self) -> tuple[bool, int, int, str]:
        """Bans begin in the order in which their causes happened; those that have not begun come last."""
        return (self.begins is None, self.begins or 0, len(self.ban.id), self.ban.id)


def read_ledger(record: Record) -> Ledger:
    """All bans as they stand."""
    terms = sorted((_terms(record, ban) for ban in (*record.bans, *threshold_bans(record))), key=lambda one: one.place)
    by_hero: dict[Hero, list[_Terms]] = {}
    for one in terms:
        by_hero.setdefault((one.ban.entrant, one.ban.hero), []).append(one)
    readings: dict[str, Reading] = {}
    for hero in sorted(by_hero):
        readings |= _readings(record, hero, by_hero[hero])
    return Ledger(record, readings)


def reading_of(ledger: Ledger, ban: str) -> Reading:
    """How a ban stands; refused where there is none of that id."""
    if ban not in ledger.readings:
        hint = "Name a ban of this tournament by its id."
        raise Refused("unknown_ban", f"There is no ban {ban!r}.", LEDGER, field="ban", hint=hint)
    return ledger.readings[ban]


def served_by(ledger: Ledger, ban: str) -> tuple[str, ...]:
    """The fixtures that have served a ban, in the order in which they were played."""
    return reading_of(ledger, ban).served


def given_back(before: Ledger, after: Ledger) -> tuple[GivenBack, ...]:
    """The fixtures that serve another ban than they did: what a void cause, a ruling or a correction gives back."""
    old, new = _by_fixture(before), _by_fixture(after)
    keys = sorted(old.keys() | new.keys())
    moved = ((key, old.get(key, ""), new.get(key, "")) for key in keys)
    return tuple(GivenBack(*key, was, now) for key, was, now in moved if was != now)


def changed_bans(before: Ledger, after: Ledger) -> tuple[tuple[Reading | None, Reading | None], ...]:
    """The bans that stand otherwise than before, as they stood and as they stand: what people should be told."""
    keys = sorted(before.readings.keys() | after.readings.keys())
    pairs = ((before.readings.get(key), after.readings.get(key)) for key in keys)
    return tuple(pair for pair in pairs if pair[0] != pair[1])


# What a ban is now


def _terms(record: Record, ban: Ban) -> _Terms:
    appeal, lift = record.appeal_of(ban.id), record.lift_of(ban.id)
    length = appeal.matches if appeal is not None and appeal.ruling == "reduced" else ban.matches
    fallen, why = _fallen(record, ban, appeal)
    begins, due = _begins(record, ban)
    if fallen is None and ban.suspended and begins is None:
        fallen, why = _on_probation(record, ban)
    why = why or due or ban.reason
    if length != ban.matches:
        why += f"; reduced to {matches(length)} on appeal"
    return _Terms(ban, begins, length, fallen, why, lift, appeal)


def _fallen(record: Record, ban: Ban, appeal: Appeal | None) -> tuple[State | None, str]:
    if appeal is not None and appeal.ruling == "quashed":
        return "quashed", f"quashed on appeal: {appeal.ruling_reason}"
    causes = not ban.threshold and any(one not in record.standing for one in ban.causes)
    if causes or ban.cause_fixture in record.annulled:
        return "void", "what it was for does not count any more"
    return None, ""


def _on_probation(record: Record, ban: Ban) -> tuple[State, str]:
    left = probation_left(record, ban)
    if left == 0:
        return "probation_over", f"suspended: {ban.reason}; the probation is over"
    until = "to the end of the tournament" if left is None else f"for {counted(left, 'more match', 'more matches')}"
    return "suspended", f"suspended: {ban.reason}; on probation {until}"


def _begins(record: Record, ban: Ban) -> tuple[int | None, str]:
    """The order key after which matches serve a ban, and for a suspended one why; None: they do not serve it yet."""
    if ban.suspended:
        due = falls_due(record, ban)
        return (None, "") if due is None else (due.at, due.text)
    if ban.cause_fixture and ban.cause_fixture not in record.played:
        return None, ""
    return max(ban.opened, record.played.get(ban.cause_fixture, 0)), ""


# Which match serves which ban


def _served(record: Record, hero: Hero, bans: Sequence[_Terms]) -> dict[str, list[str]]:
    """By ban the fixtures that serve it."""
    served: dict[str, list[str]] = {one.ban.id: [] for one in bans}
    for match in record.serving.get(hero[0], ()):
        if hero[1] in match.fielded:
            continue
        fitting = (one for one in bans if _may_serve(record, one, match) and not _is_served(one, served))
        first = next(fitting, None)
        if first is not None:
            served[first.ban.id].append(match.fixture)
    return served


def _is_served(one: _Terms, served: Mapping[str, Sequence[str]]) -> bool:
    return one.length != TO_THE_END and len(served[one.ban.id]) >= one.length


def _may_serve(record: Record, one: _Terms, match: Appearance) -> bool:
    if one.fallen is not None or one.ban.only or one.begins is None or match.order <= one.begins:
        return False
    if match.fixture == one.ban.cause_fixture or (one.lift is not None and match.order > one.lift.at):
        return False
    return not is_exempt(record, one.begins, match.due) and not _stayed_at(record, one.appeal, match.order)


def is_exempt(record: Record, begins: int, due: int) -> bool:
    """Whether a postponed match, due before a ban began, is none of its concern, by house rule."""
    return record.rules.serves_postponed == "off" and 0 < due <= begins


def _stayed_at(record: Record, appeal: Appeal | None, order: int) -> bool:
    if appeal is None or record.rules.appeal_stays == "off" or order <= appeal.filed:
        return False
    return appeal.ruling is None or order <= appeal.ruled


# How a ban stands


def _readings(record: Record, hero: Hero, bans: Sequence[_Terms]) -> dict[str, Reading]:
    served = _served(record, hero, bans)
    found: dict[str, Reading] = {}
    for one in bans:
        fixtures = tuple(served[one.ban.id])
        left = None if one.length == TO_THE_END else max(one.length - len(fixtures), 0)
        first = not any(earlier.state in OUT and not earlier.ban.only for earlier in found.values())
        state = _state(record, one, left, first=first)
        found[one.ban.id] = Reading(one.ban, state, fixtures, left, one.length, one.begins, one.why)
    return found


def _state(record: Record, one: _Terms, left: int | None, *, first: bool) -> State:
    if one.fallen is not None:
        return "over" if record.ended and one.fallen == "suspended" else one.fallen
    if left == 0 or (one.ban.only and one.ban.only in record.played):
        return "served"
    if one.lift is not None:
        return "lifted"
    if record.ended:
        return "over"
    if record.rules.appeal_stays == "on" and one.appeal is not None and one.appeal.ruling is None:
        return "stayed"
    begun = one.begins is not None and (first or bool(one.ban.only))
    return "running" if begun else "waiting"


def _by_fixture(ledger: Ledger) -> dict[tuple[str, str, str], str]:
    return {
        (fixture, one.ban.entrant, one.ban.hero): one.ban.id
        for one in ledger.readings.values()
        for fixture in one.served
    }
