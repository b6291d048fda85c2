"""Who is out, why, and until when: for the board, and to refuse who would be fielded all the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.kernel.errors import Refused
from tournaments.domain.discipline.facts import Upcoming
from tournaments.domain.discipline.ledger import OUT, Ledger, Reading, is_exempt
from tournaments.domain.discipline.record import Hero
from tournaments.domain.discipline.words import counted, listed

FIELDING = "KERNEL-TOUR-97"
TO_THE_END_WORDS = "to the end of the tournament"
NO_NAMES: Mapping[str, str] = {}


class Out(NamedTuple):
    """A hero who is out, or without `hero` a whole entrant: why, until when in words, and by which bans.

    `left`: the matches that are still to be sat out (None: to the end of the tournament).
    """

    entrant: str
    hero: str
    hero_name: str
    why: str
    until: str
    left: int | None
    bans: tuple[Reading, ...]


def who_is_out(ledger: Ledger, names: Mapping[str, str] = NO_NAMES) -> tuple[Out, ...]:
    """The board: every hero who is out, by entrant and hero; `names` are those of the entrants.

    Who is disqualified from one match stands on it until that match is over.
    """
    by_hero: dict[tuple[str, str, str], list[Reading]] = {}
    for one in ledger.readings.values():
        if one.state in OUT:
            by_hero.setdefault((one.ban.entrant, one.ban.hero, one.ban.only), []).append(one)
    return tuple(_out(ledger, bans, names) for _, bans in sorted(by_hero.items()))


def barred_now(ledger: Ledger, names: Mapping[str, str] = NO_NAMES) -> dict[Hero, Out]:
    """Who may not be fielded in any battle now, whatever it is for: not who is disqualified from a single match."""
    return {(one.entrant, one.hero): one for one in who_is_out(ledger, names) if not one.bans[0].ban.only}


def barred_for(ledger: Ledger, fixture: str, names: Mapping[str, str] = NO_NAMES) -> dict[Hero, Out]:
    """Who may not be fielded in a fixture that has yet to be played; without hero, which entrant may not play it."""
    sides = {one.entrant: one for one in ledger.record.upcoming if one.fixture == fixture}
    found: dict[Hero, Out] = {}
    for one in who_is_out(ledger, names):
        only = one.bans[0].ban.only
        if one.entrant not in sides or (only and only != fixture):
            continue
        bans = [ban for ban in one.bans if only or _bars(ledger, ban, sides[one.entrant])]
        if bans:
            found.setdefault((one.entrant, one.hero), _out(ledger, bans, names))
    return found


def refused(out: Out, event: tuple[str, int] | None = None) -> Refused:
    """The refusal to field somebody who is out; `event`: the stream and number of what it goes back to."""
    who = out.hero_name or out.hero
    if not who:
        message = f"This entrant is disqualified from the match: {out.why.rstrip('.')}."
        return Refused("disqualified", message, FIELDING, field="fixture", hint="Ask an officer.", event=event)
    hint = "Field another hero, or appeal against the ban."
    message = f"{who} is out {out.until}: {out.why.rstrip('.')}."
    return Refused("suspended", message, FIELDING, field="heroes", hint=hint, event=event)


def until_when(ledger: Ledger, bans: Sequence[Reading], names: Mapping[str, str] = NO_NAMES) -> str:
    """How long bans of one hero still keep it out, in words.

    So: "for two more matches: the next against Grey Wolves".
    """
    left = _left(bans)
    if left is None:
        return TO_THE_END_WORDS
    match = next((one for one in ledger.record.upcoming if _would_serve(ledger, bans, one)), None)
    how_many = f"for {counted(left, 'more match', 'more matches')}"
    if match is None:
        return f"{how_many}, not drawn yet"
    opponent = names.get(match.opponent, match.opponent) or "an opponent not known yet"
    return f"{how_many}: {'against' if left == 1 else 'the next against'} {opponent}"


def _out(ledger: Ledger, bans: Sequence[Reading], names: Mapping[str, str]) -> Out:
    ban = bans[0].ban
    until = _in_one_match(ledger, ban.only, ban.entrant, names) if ban.only else until_when(ledger, bans, names)
    left = 1 if ban.only else _left(bans)
    why = listed(list(dict.fromkeys(one.why for one in bans)))
    return Out(ban.entrant, ban.hero, ban.hero_name, why, until, left, tuple(bans))


def _left(bans: Sequence[Reading]) -> int | None:
    counts = [one.left for one in bans]
    return None if None in counts else sum(one for one in counts if one is not None)


def _in_one_match(ledger: Ledger, fixture: str, entrant: str, names: Mapping[str, str]) -> str:
    match = next((one for one in ledger.record.upcoming if (one.fixture, one.entrant) == (fixture, entrant)), None)
    opponent = match.opponent if match is not None else ""
    return f"for the match against {names.get(opponent, opponent)}" if opponent else "for one match"


def _would_serve(ledger: Ledger, bans: Sequence[Reading], match: Upcoming) -> bool:
    """Whether a match that is yet to be played is one to sit out for one of a hero's bans."""
    return match.entrant == bans[0].ban.entrant and any(
        _bars(ledger, one, match) and match.fixture != one.ban.cause_fixture for one in bans
    )


def _bars(ledger: Ledger, one: Reading, match: Upcoming) -> bool:
    """Whether a ban keeps its hero out of a match; of a friendly, and one due before the ban, by house rule."""
    if one.state not in OUT or (match.friendly and ledger.record.rules.serves_friendly == "off"):
        return False
    return one.begins is None or not is_exempt(ledger.record, one.begins, match.due)
