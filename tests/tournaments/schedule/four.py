"""A league of four to write calendars with: Red, Blue, Green and White, one game a round unless told."""

import msgspec

from tournaments.domain.schedule.calendar import Calendar, Competitor, ScheduledFixture, Slot, Venue, Wish

NAMES = {"r": "Red", "b": "Blue", "g": "Green", "w": "White"}
FOUR = tuple(Competitor(key, name) for key, name in NAMES.items())
HALL = Venue("hall", "Old Hall", 2)
SATURDAYS = ("2026-05-02", "2026-05-09", "2026-05-16", "2026-05-23", "2026-05-30", "2026-06-06")
# The Berger table of four, single: 1-4 2-3, 4-3 1-2, 2-4 3-1.
ROUNDS = ((("r", "w"), ("b", "g")), (("w", "g"), ("r", "b")), (("b", "w"), ("g", "r")))


def fixture(key, sides, date="", time="", venue="", table=0, **more):
    """`sides` such as "rb": Red at home to Blue; "?" is a side not known yet. The round is the digit of the key."""
    home, away = (side.replace("?", "") for side in sides)
    number = int("".join(letter for letter in key if letter.isdigit()) or 1)
    more = {"round": number, "slot": Slot(date, time, venue, table) if date else None} | more
    return ScheduledFixture(id=key, home=home, away=away, **more)


def calendar(*fixtures, **more):
    return Calendar(**{"competitors": FOUR, "venues": (HALL,), "fixtures": tuple(fixtures)} | more)


def wish(kind, entrant="", other="", **more):
    return Wish(**{"id": kind, "kind": kind, "entrant": entrant, "other": other} | more)


def season(**more):
    """All six games of the four, not dated."""
    games = [
        ScheduledFixture(id=f"{number}{home}{away}", round=number, home=home, away=away)
        for number, pairs in enumerate(ROUNDS, 1)
        for home, away in pairs
    ]
    return calendar(*games, **more)


def dated(calendar, *dates):
    """The calendar with its games on these dates, one for each round."""
    games = (msgspec.structs.replace(game, slot=Slot(dates[game.round - 1])) for game in calendar.fixtures)
    return msgspec.structs.replace(calendar, fixtures=tuple(games))
