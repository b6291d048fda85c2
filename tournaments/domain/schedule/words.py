"""What calendars are told in: fixtures, slots, blackouts and wishes in words."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.domain.schedule.calendar import (
    Blackout,
    Calendar,
    Competitor,
    RoundWindow,
    ScheduledFixture,
    Slot,
    Venue,
    Wish,
    in_words,
)

UNKNOWN = "a side not known yet"


class Names:
    """The names of a calendar's entrants, venues and fixtures."""

    def __init__(self, calendar: Calendar) -> None:
        self._entrants = {entrant.id: entrant.name for entrant in calendar.competitors}
        self._venues = {venue.id: venue.name for venue in calendar.venues}

    def entrant(self, key: str) -> str:
        """The name of an entrant; of a side that is not known yet, words for that."""
        return self._entrants.get(key, key) or UNKNOWN

    def venue(self, key: str) -> str:
        """The name of a venue."""
        return self._venues.get(key, key)

    def fixture(self, fixture: ScheduledFixture) -> str:
        """A fixture by its round and its sides."""
        sides = (fixture.home, fixture.away, *fixture.others)
        return f"{' v '.join(map(self.entrant, sides))} (round {fixture.round})"

    def slot(self, slot: Slot) -> str:
        """Date, time, venue and table, as far as they are known."""
        where = f" at {self.venue(slot.venue)}" if slot.venue else ""
        table = f", table {slot.table}" if slot.table else ""
        return f"{self.moment(slot)}{where}{table}"

    def moment(self, slot: Slot) -> str:
        """Date and time."""
        return f"{in_words(slot.date)} {slot.time}".strip()

    def blackout(self, blackout: Blackout) -> str:
        """A blackout: whose, when, and its label."""
        whose = {"tournament": "nobody plays", "entrant": f"{self.entrant(blackout.of)} cannot play"}
        who = whose.get(blackout.kind, f"{self.venue(blackout.of)} is closed")
        last = f" to {in_words(blackout.last)}" if blackout.last != blackout.first else ""
        when = f"from {in_words(blackout.first)}{last}" if last else f"on {in_words(blackout.first)}"
        return f"{who} {when}{_label(blackout.label)}"

    def capacity(self, venue: Venue) -> str:
        """How much a venue can take."""
        return f"{venue.name} has {venue.tables} {'table' if venue.tables == 1 else 'tables'}"

    def home(self, entrant: Competitor) -> str:
        """Where an entrant is at home."""
        return f"{entrant.name} plays at home at {self.venue(entrant.venue)}"

    def inputs(self, fixture: ScheduledFixture, needed: Iterable[ScheduledFixture]) -> str:
        """What a fixture waits for."""
        return f"{self.fixture(fixture)} is after {' and '.join(map(self.fixture, needed))}"

    def window(self, window: RoundWindow) -> str:
        """A window of a round."""
        if window.play_ahead:
            return f"round {window.round} is played by {in_words(window.deadline)}"
        if window.opens == window.deadline:
            return f"round {window.round} is played on {in_words(window.opens)}"
        return f"round {window.round} is played from {in_words(window.opens)} to {in_words(window.deadline)}"

    def wish(self, wish: Wish) -> str:
        """What a wish wants, with its label."""
        return _WISHES[wish.kind].format(
            who=self.entrant(wish.entrant) if wish.entrant else "everybody",
            other=self.entrant(wish.other),
            when=_when(wish),
            before=_point(wish),
            days=f"{wish.number} free {'day' if wish.number == 1 else 'days'}",
            games=f"{wish.number} {'game' if wish.number == 1 else 'games'}",
        ) + _label(wish.label)


_WISHES = {
    "home_on": "{who}: at home {when}",
    "away_on": "{who}: away {when}",
    "no_home_on": "{who}: not at home {when}",
    "not_on": "{who}: no game {when}",
    "not_against_before": "{who} and {other}: not before {before}",
    "never_both_home": "{who} and {other}: never both at home",
    "meet_on": "{who} and {other}: meet {when}",
    "rest_days": "{who}: {days} between games",
    "week_limit": "{who}: at most {games} a week",
    "last_together": "the last round begins everywhere at the same time",
}


def _when(wish: Wish) -> str:
    if wish.round:
        return f"in round {wish.round}"
    return f"on {in_words(wish.date)}" if wish.date else ""


def _point(wish: Wish) -> str:
    if wish.round:
        return f"round {wish.round}"
    return in_words(wish.date) if wish.date else ""


def _label(label: str) -> str:
    return f" ({label})" if label else ""
