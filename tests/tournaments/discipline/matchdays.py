"""Short ways to write records: hero h1 of entrant e1, and what e1 has played, match after match."""

from tournaments.domain.discipline.facts import Appearance, Ban, Offence, Upcoming
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.discipline.ledger import read_ledger, served_by
from tournaments.domain.discipline.record import Record

NAMES = {"e1": "Red Foxes", "e2": "Grey Wolves", "e3": "Mud Larks"}


def played(*kinds, entrant="e1", first=1, fielded=None):
    """Fixtures f1, f2 … of one entrant, in that order; `fielded`: by fixture who played."""
    rows = enumerate(kinds, first)
    fielded = fielded or {}
    return tuple(
        Appearance(fixture=f"f{n}", entrant=entrant, order=n, kind=kind, fielded=fielded.get(f"f{n}", ()))
        for n, kind in rows
    )


def ejection(fixture="f1", name="o1", hero="h1", kind="ejected", **more):
    fields = {"entrant": "e1", "hero_name": "Hanna", "reason": "fouled", "points": 5} | more
    return Offence(id=name, fixture=fixture, hero=hero, kind=kind, **fields)


def ban(matches=1, cause="f1", name="b1", hero="h1", **more):
    """One of h1 for offence o1 in f1."""
    fields = {"entrant": "e1", "hero_name": "Hanna", "causes": ("o1",), "reason": "fouled"} | more
    return Ban(id=name, matches=matches, cause_fixture=cause, hero=hero, **fields)


def coming(fixture, opponent="e2", **more):
    return Upcoming(fixture=fixture, entrant="e1", opponent=opponent, **more)


def record(*appearances, bans=None, offences=None, switches=None, **more):
    """By default with one ban of a match for an ejection in f1."""
    return Record(
        rules=DisciplineRules(**(switches or {})),
        bans=(ban(),) if bans is None else bans,
        offences=(ejection(),) if offences is None else offences,
        appearances=tuple(one for part in appearances for one in part),
        **more,
    )


def served(made, which="b1"):
    return served_by(read_ledger(made), which)


def state(made, which="b1"):
    return read_ledger(made).readings[which].state
