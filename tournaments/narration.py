"""What happened in tournaments, as sentences for people.

Some events have their sentence on their class; here are the words for its fields, and what tells the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rules.kernel.sentences import Sentence, Word
from tournaments.domain import commands as co, events as ev
from tournaments.domain.discipline.facts import KINDS as OFFENCES
from tournaments.domain.discipline.words import matches
from tournaments.domain.stage_rules import FORMATS
from tournaments.domain.state import Tournament
from tournaments.wording import fixture_in_words, listed, points_in_words, result_in_words

_ID = re.compile(r"'(?P<quoted>[a-z][\w-]*)'|(?<![\w-])(?P<bare>[es]\d+(?:-[\w-]+)?)(?![\w-])")
"""An id of an entrant, a stage or a fixture within a sentence."""
NOBODY = "nobody"
RULINGS = {"upheld": "the ban stands", "reduced": "the ban is reduced", "quashed": "the ban is quashed"}
STATUSES = {"settled": "over", "abandoned": "abandoned", "void": "void", "open": "open"}


@dataclass(frozen=True, slots=True)
class Names:
    """What the ids in events of one tournament stand for; an id that nobody knows stands for itself."""

    tournament: Tournament
    entrants: Mapping[str, str] = field(default_factory=dict)
    stages: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament) -> Names:
        """Those of a tournament as it stands."""
        return cls(
            tournament,
            {key: one.name for key, one in tournament.entrants.items()},
            {key: one.name for key, one in tournament.stages.items()},
            {key: one.name for key, one in tournament.officials.items()},
        )

    def entrant(self, key: str) -> str:
        """An entrant."""
        return self.entrants.get(key, key) or NOBODY

    def stage(self, key: str) -> str:
        """A stage."""
        return self.stages.get(key, key)

    def fixture(self, key: str) -> str:
        """A fixture by its sides."""
        known = self.tournament.fixtures.get(key)
        return fixture_in_words(self.tournament, known) if known is not None else key

    def ban(self, key: str) -> str:
        """A ban by its hero."""
        known = next((one for one in self.tournament.bans if one.id == key), None)
        return (known.hero_name or self.entrant(known.entrant)) if known is not None else key

    def offence(self, key: str) -> str:
        """An offence by its hero."""
        known = next((one for one in self.tournament.offences if one.id == key), None)
        return (known.hero_name or self.entrant(known.entrant)) if known is not None else key

    def put_into(self, text: str) -> str:
        """A sentence of the rules with names in place of ids."""
        return _ID.sub(self._named, text)

    def _named(self, found: re.Match[str]) -> str:
        key = found["quoted"] or found["bare"]
        if key in self.entrants:
            return self.entrants[key]
        if key in self.stages:
            return self.stages[key]
        return self.fixture(key) if key in self.tournament.fixtures else found[0]


def tell(event: Any, names: Names) -> str:
    """One event as a sentence."""
    if event.says:
        return _SENTENCES[type(event)].filled_in(names, partial(getattr, event))
    teller = TELLERS.get(type(event))
    return teller(event, names) if teller is not None else (type(event).__doc__ or "").partition("\n")[0].strip()


def _changed(event: ev.TournamentChanged, _names: Names) -> str:
    places = f"{event.capacity} places" if event.capacity else "as many places as are wanted"
    check_in = ", and only those who check in take part" if event.check_in else ""
    return (
        f"The tournament is called {event.title}, is seen by {co.VISIBILITY[event.visibility]}, has {places}{check_in}."
    )


def _roles(event: ev.RolesSet, _names: Names) -> str:
    roles = [{**co.ROLES, "organizer": "organizer"}[role] for role in event.roles]
    return f"{event.name or 'Somebody'} is {listed(roles)} now." if roles else f"{event.name} has no duties any more."


def _entered(event: ev.EntrantEntered, _names: Names) -> str:
    return f"{event.name} signs up{' and waits for a place' if event.waiting else ''}."


def _left(event: ev.EntrantLeft, names: Names) -> str:
    how = "withdraws" if event.how == "withdrawn" else "is expelled"
    applied = {one.applied for one in event.leavings}
    what = "; ".join(co.POLICIES[one] for one in co.POLICIES if one in applied)
    return f"{names.entrant(event.entrant)} {how}{f': of its fixtures, {what}' if what else ''}."


def _seeded(event: ev.EntrantsSeeded, names: Names) -> str:
    return f"The entrants are seeded: {', '.join(map(names.entrant, event.entrants))}."


def _stage_started(event: ev.StageStarted, names: Names) -> str:
    groups = f" in {len(event.groups)} groups" if event.groups else ""
    return f"{names.stage(event.stage)} starts with {len(event.entrants)} entrants{groups}."


def _drafted(event: ev.RoundDrafted, names: Names) -> str:
    pairs = "; ".join(fixture_in_words(names.tournament, one) for one in event.fixtures)
    return f"Round {event.round} of {names.stage(event.stage)} is drafted: {pairs}."


def _pairing(event: ev.PairingEdited, names: Names) -> str:
    now, old = (" against ".join(map(names.entrant, sides)) for sides in (event.sides, event.old))
    return f"{now} instead of {old}."


def _date(event: ev.DateSet, names: Names) -> str:
    when = f" on {event.slot.date}{f' at {event.slot.time}' if event.slot.time else ''}" if event.slot else ""
    where = f", {event.slot.venue}" if event.slot and event.slot.venue else ""
    last = f", by {event.deadline} at the latest" if event.deadline else ""
    return f"{names.fixture(event.fixture)} is played{when or ' without a date'}{where}{last}."


def _filled(event: ev.SideFilled, names: Names) -> str:
    if not event.entrant:
        return f"{names.entrant(event.old)} goes on no more: the side is open again."
    return f"{names.entrant(event.entrant)} goes on to {names.fixture(event.fixture)}."


def _lineup(event: ev.LineupNamed, names: Names) -> str:
    count = len(event.heroes)
    return f"{names.entrant(event.entrant)} names {count} {'hero' if count == 1 else 'heroes'} to play."


def _game(event: ev.GameRecorded, names: Names) -> str:
    return f"The battle of {names.fixture(event.fixture)} is {STATUSES[event.status]}."


def _reported(event: ev.ResultReported, names: Names) -> str:
    first = [names.entrant(side) for side, place in event.report.places.items() if place == 1]
    what = "a draw" if len(first) == len(event.report.places) else f"that {listed(first)} won"
    return f"{names.entrant(event.entrant)} reports {what}."


def _recorded(event: ev.ResultRecorded, names: Names) -> str:
    fixture = names.tournament.fixtures.get(event.fixture)
    words = result_in_words(names.tournament, fixture, event.result) if fixture is not None else event.result.kind
    before = result_in_words(names.tournament, fixture, event.old) if fixture is not None and event.old else ""
    return f"{names.fixture(event.fixture)}: {words}{f' (before: {before})' if before else ''}."


def _offence(event: ev.OffenceRecorded, names: Names) -> str:
    one = event.offence
    who = one.hero_name or names.entrant(one.entrant)
    reason = f", {one.reason.rstrip('.')}" if one.reason else ""
    return f"On record against {who}: {OFFENCES[one.kind]}{reason}."


def _ban(event: ev.BanOpened, names: Names) -> str:
    one = event.ban
    who = one.hero_name or names.entrant(one.entrant)
    if one.only:
        return f"{who} is disqualified from {names.fixture(one.only)}."
    stays = ", suspended" if one.suspended else ""
    return f"{who} is banned for {matches(one.matches) if one.matches else 'the rest of the tournament'}{stays}."


def _adjusted(event: ev.PointsAdjusted, names: Names) -> str:
    verb = "gets" if event.points > 0 else "loses"
    points = points_in_words(abs(event.points))
    word = "point" if points == "1" else "points"
    return f"{names.entrant(event.entrant)} {verb} {points} {word} in {names.stage(event.stage)}."


TELLERS: dict[type[Any], Callable[[Any, Names], str]] = {
    ev.TournamentChanged: _changed,
    ev.RolesSet: _roles,
    ev.EntrantEntered: _entered,
    ev.EntrantLeft: _left,
    ev.EntrantReinstated: lambda event, names: f"{names.entrant(event.entrant)} takes part again.",
    ev.EntrantsSeeded: _seeded,
    ev.StageAdded: lambda event, _names: f"{event.name} is planned: {FORMATS[event.format]}.",
    ev.StageChanged: lambda event, _names: f"The rules of {event.name} are changed.",
    ev.StageRemoved: lambda event, names: f"{names.stage(event.stage)} is taken out of the plan.",
    ev.StageStarted: _stage_started,
    ev.StageFilled: lambda event, names: f"It has come out who plays {names.stage(event.stage)}.",
    ev.StageFinished: lambda event, names: f"{names.stage(event.stage)} is finished: its table stands.",
    ev.TableCorrected: lambda event, names: f"The table of {names.stage(event.stage)} has a new version.",
    ev.RoundDrafted: _drafted,
    ev.PairingEdited: _pairing,
    ev.RoundDiscarded: lambda event, names: (
        f"The draft of round {event.round} of {names.stage(event.stage)} is discarded."
    ),
    ev.RoundPublished: lambda event, names: f"Round {event.round} of {names.stage(event.stage)} is published.",
    ev.DateSet: _date,
    ev.SideFilled: _filled,
    ev.LineupNamed: _lineup,
    ev.GameStarted: lambda event, names: f"The battle of {names.fixture(event.fixture)} starts.",
    ev.GameRecorded: _game,
    ev.ResultReported: _reported,
    ev.ResultDisputed: lambda event, names: f"The result of {names.fixture(event.fixture)} is disputed.",
    ev.EvidenceAdded: lambda event, names: f"Evidence is added to {names.fixture(event.fixture)}.",
    ev.ResultRecorded: _recorded,
    ev.ResultWithdrawn: lambda event, names: f"{names.fixture(event.fixture)} has no result any more.",
    ev.DisciplineSet: lambda _event, _names: "The tournament has other rules of discipline.",
    ev.OffenceRecorded: _offence,
    ev.OffenceWithdrawn: lambda event, names: (
        f"What was on record against {names.offence(event.offence)} is withdrawn."
    ),
    ev.BanOpened: _ban,
    ev.BanLifted: lambda event, names: f"The ban of {names.ban(event.lift.ban)} is lifted.",
    ev.AppealFiled: lambda event, names: f"{event.appeal.by} appeals against the ban of {names.ban(event.appeal.ban)}.",
    ev.AppealRuled: lambda event, _names: (
        f"On the appeal of {event.appeal.by}: {RULINGS.get(event.appeal.ruling or '', 'a ruling')}."
    ),
    ev.PointsAdjusted: _adjusted,
}

_WORDS: Mapping[str, Word[Names]] = {
    "entrant": Names.entrant,
    "stage": Names.stage,
    "fixture": Names.fixture,
}
_SENTENCES = {kind: Sentence(kind.says, _WORDS) for kind in ev.TOURNAMENT_EVENTS.values() if kind.says}
