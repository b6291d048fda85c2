"""After a battle: what it made of each hero, and what those who stayed away have served."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from campaigns.domain.company import events as ev
from campaigns.domain.company.decide.growth import gain_xp
from campaigns.domain.company.decide.leaving import farewell
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import Cause
from rules.kernel.progression import Consequence, Figure


def take_consequence(
    draft: Draft,
    consequence: Consequence,
    match: str,
    battle: str = "",
    own: dict[str, int] | None = None,
    *,
    spared: bool = False,
) -> None:
    """What a battle means for one hero: its fate, experience, what it carries over. Who rested has only the second.

    `battle`: the match that the battle is known by, where it is settled by another one. `own`: what it alone changed in
    what is carried over, where that was long ago. `spared`: who died of it lives by the GM's word, and leaves nothing.
    """
    hero, because = consequence.figure, Cause(match, consequence.event)
    if consequence.fate != "rested":
        _tell_fate(draft, consequence, Cause(battle or match) if consequence.undecided else because)
    if consequence.xp:
        gain_xp(draft, hero, consequence.xp, because)
    if consequence.spent:
        draft.tell(ev.UsesSpent(hero=hero, uses=consequence.spent, because=because))
    if consequence.fate == "dead" and not spared:
        farewell(draft, hero, because)
    elif consequence.fate not in ("dead", "rested"):
        draft.tell(ev.HeroRestored(hero=hero, carried=consequence.carried, own=own, because=because))
        _tell_injuries(draft, draft.company.heroes[hero], consequence, because)
        if consequence.absence is not None:
            draft.tell(ev.AbsenceSet(hero=hero, absence=consequence.absence, because=because))


def _tell_fate(draft: Draft, consequence: Consequence, because: Cause) -> None:
    draft.tell(
        ev.HeroFateSet(
            hero=consequence.figure,
            fate=consequence.fate,
            rule=consequence.rule,
            how=consequence.how,
            faces=consequence.faces,
            target=consequence.target,
            undecided=consequence.undecided,
            because=because,
        )
    )


def _tell_injuries(draft: Draft, before: Figure, consequence: Consequence, because: Cause) -> None:
    """Which injuries are new. What it went in with stays: no match heals what outlasts a match."""
    new = Counter(consequence.injuries) - Counter(before.injuries)
    draft.tell(*(ev.InjuryTaken(hero=before.id, injury=injury, because=because) for injury in new.elements()))


def serve_absences(draft: Draft, fielded: tuple[str, ...], because: Cause, then: Company | None = None) -> None:
    """A match fewer for each hero who has to sit some out and was not in this one.

    `then`: the company as the match began, where that was long ago; who was not barred by then has served nothing.
    """
    for hero in draft.company.ready:
        absence = hero.absence
        if then is not None and not _was_barred(then, hero):
            continue
        if absence is not None and absence.matches and hero.id not in fielded:
            left = replace(absence, matches=absence.matches - 1) if absence.matches > 1 else None
            draft.tell(ev.AbsenceServed(hero=hero.id, left=left, because=because))


def _was_barred(then: Company, hero: Figure) -> bool:
    """Whether a hero had to sit matches out then, for what it is absent for now."""
    before = then.heroes[hero.id].absence if hero.id in then.heroes else None
    return before is not None and hero.absence is not None and before.why == hero.absence.why
