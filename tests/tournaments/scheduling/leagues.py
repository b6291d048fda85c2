"""Round robins to schedule, and calendars that are known to have a schedule since one was there first."""

from random import Random

import msgspec

from tournaments.domain.formats.round_robin import legs
from tournaments.domain.schedule.calendar import Calendar, Competitor, ScheduledFixture, Slot, Wish, later


def entrants(size, **venues):
    return tuple(Competitor(f"e{n}", f"Team {n}", venues.get(f"e{n}", "")) for n in range(1, size + 1))


def fixtures(rounds, order):
    """The fixtures of a round robin, the first entrant of the order at position 1."""
    return tuple(
        ScheduledFixture(
            id=f"{number}-{order[home - 1]}-{order[away - 1]}", round=number, home=order[home - 1], away=order[away - 1]
        )
        for number, meetings in enumerate(rounds, 1)
        for home, away in meetings
        if away is not None
    )


def league(size, times=1, **more):
    """A calendar of everybody against everybody, nothing dated."""
    teams = entrants(size)
    order = [team.id for team in teams]
    return Calendar(**{"competitors": teams, "fixtures": fixtures(legs(size, times), order)} | more)


def round_wishes(random, size, rounds, number):
    """Soft wishes by round, each of a weight of 1 to 3."""
    found = []
    for key in range(number):
        one, other = random.sample(range(1, size + 1), 2)
        kind = random.choice(
            ("home_on", "away_on", "no_home_on", "not_on", "not_against_before", "never_both_home", "meet_on")
        )
        pair = f"e{other}" if kind in {"not_against_before", "never_both_home", "meet_on"} else ""
        found.append(
            Wish(
                id=f"w{key}",
                kind=kind,
                entrant=f"e{one}",
                other=pair,
                round=random.randint(1, rounds),
                weight=random.randint(1, 3),
            )
        )
    return tuple(found)


def scattered(seed):
    """A league of four to seven with a schedule drawn at random, at most one game a day for each entrant."""
    random = Random(seed)
    size = random.randint(4, 7)
    plain = league(size)
    dated = []
    for game in plain.fixtures:
        while True:
            slot = Slot(
                later("2026-05-02", random.randint(0, 6 + 3 * size)),
                random.choice(("14:00", "18:00")),
                random.choice("pq"),
            )
            if not any(other.slot.date == slot.date and {*other.sides} & {*game.sides} for other in dated):
                break
        dated.append(msgspec.structs.replace(game, slot=slot))
    return msgspec.structs.replace(plain, fixtures=tuple(dated))


def undated(calendar):
    games = (msgspec.structs.replace(game, slot=None) for game in calendar.fixtures)
    return msgspec.structs.replace(calendar, fixtures=tuple(games))
