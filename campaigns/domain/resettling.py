"""Settling a battle long after it was fought: by the figures it began with, then carried over to what they are now.

A company does not change while it is in a battle, so it went into the match as `battle_joined` found it: with the
figures that the first event of the match names, at the version that the match knows of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.domain.bans import Bans
from campaigns.domain.campaign.state import Battle
from campaigns.domain.company import events as cev
from campaigns.domain.company.decide.leaving import farewell
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.events import HeroFateSet
from campaigns.domain.company.evolve import fold
from campaigns.domain.company.state import Company
from campaigns.domain.deaths import GONE, Deaths
from campaigns.domain.event_base import Cause
from campaigns.domain.history import counting
from campaigns.domain.tally import SPENT, Tally, battles_of, carried_after, losses, restores, spent
from campaigns.domain.world import Act
from rules.kernel.progression import Absence, Consequence, Figure


class Forward(NamedTuple):
    """A consequence as it is taken now. `own`: what the battle alone changed in what the hero carries over, by stat.

    `word`: the fate that the GM has declared in its place. `spared`: the hero does not die of this battle, by whatever
    the GM has said.
    """

    consequence: Consequence
    own: dict[str, int] | None = None
    word: HeroFateSet | None = None
    spared: bool = False


def as_it_began(act: Act, battle: Battle, company: str) -> Company:
    """The company as it went into the battle. Without its log it still is in the battle, and as it was."""
    log = act.world.logs.get(company, ())
    for at, event in enumerate(log, 1):
        if isinstance(event, cev.BattleJoined) and event.match == battle.match:
            return fold(log[:at]) or act.draft(company).company
    return act.draft(company).company


def rolled_before(act: Act, battle: Battle, company: str) -> dict[str, HeroFateSet]:
    """By hero the last fate that was rolled for it in this battle, whatever has become of that since."""
    log = act.world.logs.get(company, ())
    own = {battle.match, *(match for match, settled in battles_of(log).items() if settled == battle.match)}
    fates = (event for event in log if isinstance(event, HeroFateSet) and event.faces)
    return {one.hero: one for one in fates if one.because is not None and one.because.match in own}


def brought_forward(
    act: Act, battle: Battle, draft: Draft, then: Company, consequences: Sequence[Consequence]
) -> Sequence[Forward]:
    """What the battle means for the heroes as they are now, where that is not as it left them."""
    log = act.world.logs.get(draft.company.id)
    if log is None:
        return [Forward(consequence) for consequence in consequences]
    later = _Later(battle, draft, log, Tally([*log, *draft.events], act.carries))
    return [later.of(consequence, then.heroes[consequence.figure]) for consequence in consequences]


class _Later:
    """What a battle means for one company after all of `log`. Its events are undone by now."""

    def __init__(self, battle: Battle, draft: Draft, log: Sequence[Any], tally: Tally) -> None:
        self._match = battle.match
        self._carries = draft.terms.progression.carries(draft.terms.rules)
        self._draft = draft
        self._tally = tally
        self._log = log
        self._declared = _declared(log, battle.match)

    def of(self, settled: Consequence, then: Figure) -> Forward:
        """A consequence as it is taken now; `then` is the hero as it went into the battle."""
        now = self._draft.company.heroes[settled.figure]
        deaths = Deaths(self._log, settled.figure)
        undecided = settled.undecided and self._match not in deaths.closed
        new = replace(settled, xp=self._xp(settled), undecided=undecided)
        left = now.standing if now.standing in GONE else deaths.escaped(self._match)
        if new.fate == "dead" and left:
            new = replace(new, fate="taken_out", how=left)
        own = None if restores(new.fate) or not self._carries else _change(then, new)
        change = {**losses(own or {}), **spent(new.spent), "xp": new.xp}
        rested = new.fate == "rested"
        more = self._tally.with_battle(self._match, new.figure, change, whole=own is None and not rested)
        xp = more.get("xp", 0)
        if rested:
            return Forward(replace(new, xp=xp))
        taken = replace(
            new,
            xp=xp,
            carried=carried_after(now.carried, more),
            injuries=(*now.injuries, *(Counter(new.injuries) - Counter(then.injuries)).elements()),
            absence=self._absence(new),
            spent={name: more[SPENT + name] for name in new.spent if SPENT + name in more},
        )
        word = self._declared.get(new.figure) if restores(new.fate) else None
        spared = self._match in deaths.spared or (word is not None and word.fate != "dead")
        return Forward(taken, own, word, spared)

    def _absence(self, new: Consequence) -> Absence | None:
        """One that it had brought already is what has become of it: served in part, or lifted."""
        return new.absence and Bans(self._log, new.figure).brought(self._match, new.absence)

    def _xp(self, settled: Consequence) -> int:
        """The XP of the fate that it has, or that the GM has declared for it."""
        fate = self._declared.get(settled.figure)
        if fate is None or not restores(settled.fate):
            return settled.xp
        terms = self._draft.terms
        return int(terms.progression.experience(terms.rules, fate.fate))


def declare_again(battle: Battle, draft: Draft, forwards: Sequence[Forward], dead: Collection[str]) -> None:
    """Tell once more what the GM has said of the fates of the taken out: it holds, though all else is settled anew.

    Who was `dead` without this battle stays so, and who has left alive does not die of it.
    """
    for forward in forwards:
        hero = forward.consequence.figure
        gone = draft.company.heroes[hero].standing in GONE
        if not (gone and forward.word is not None and forward.word.fate == "dead"):
            _tell_declared(draft, forward, Cause(battle.match), back=forward.spared and hero not in dead)


def _tell_declared(draft: Draft, forward: Forward, because: Cause, *, back: bool) -> None:
    """What was said of one hero, and what goes with it; `back`: it has died of nothing else."""
    settled, word, hero = forward.consequence, forward.word, forward.consequence.figure
    if word is not None:
        draft.tell(replace(word, reason=""))
        if word.fate == "dead" and not forward.spared:
            farewell(draft, hero, because)
    if back and draft.company.heroes[hero].standing == "dead":
        draft.tell(cev.HeroRevived(hero=hero, old="dead", because=because))
    if settled.fate == "dead" and word is not None and word.fate != "dead":
        draft.tell(cev.HeroRestored(hero=hero, carried=settled.carried, because=because))


def _declared(log: Sequence[Any], match: str) -> dict[str, HeroFateSet]:
    """By hero the last fate that the GM has declared in a battle, as far as it still counts."""
    fates = (event for _, event in counting(log) if isinstance(event, HeroFateSet) and event.how == "gm")
    return {fate.hero: fate for fate in fates if fate.because is not None and fate.because.match == match}


def _change(then: Figure, new: Consequence) -> dict[str, int]:
    """What of each stat a hero lost, or got back, from the beginning of the battle to its end."""
    stats = (*then.carried, *new.carried)
    return {stat: new.carried.get(stat, 0) - then.carried.get(stat, 0) for stat in stats}
