"""Answers to what is asked in the midst of something: windows, ties, what is seen, who is shot. [IST-D-04..14]"""

from __future__ import annotations

from collections.abc import Iterator

from rules.istra import commands as co
from rules.istra.decide.asking import options
from rules.istra.decide.targets import chain_targets
from rules.istra.legal.asking import declarations
from rules.istra.questions import engaged_with, get
from rules.istra.state import AllyChoice, Attack, Movement, SightAsked, State
from rules.kernel.agenda import Window

CLOSE = 600
"""The range of a Charged shot up to which it has advantage, in hundredths. [IST-ADV-10]"""


def reactions(state: State, window: Window) -> Iterator[co.PassWindow | co.React]:
    """To let a window go by, and everything that may be done in it. [IST-D-04..12]"""
    name = window.waiting[0]
    yield co.PassWindow(model=name)
    below = state.agenda[-2]
    if isinstance(below, Movement):
        yield from charged_shots(state, name, below.gaps[name])
    if not isinstance(below, Attack):
        return
    for option in options(state, state.agenda, window):
        yield from _REACTIONS.get(option, _plainly)(state, below, name, option)


def charged_shots(state: State, name: str, farthest: int) -> Iterator[co.React]:
    """A Charged shot from no distance, from 6 inches and from where the movement began. [IST-REACT-04]"""
    declared = declarations(state, get(state, name), "shoot")
    for distance in sorted({0, min(CLOSE, farthest), farthest}):
        for chosen in declared:
            yield co.React(model=name, option="charged_shot", range=distance, declare=chosen)


def _plainly(state: State, attack: Attack, name: str, option: co.ReactOption) -> Iterator[co.React]:
    yield co.React(model=name, option=option)


def _first_strike(state: State, attack: Attack, name: str, option: co.ReactOption) -> Iterator[co.React]:
    for chosen in declarations(state, get(state, name), "melee"):
        yield co.React(model=name, option=option, declare=chosen)


def _cleave(state: State, attack: Attack, name: str, option: co.ReactOption) -> Iterator[co.React]:
    declared = declarations(state, get(state, name), "melee")
    for target in engaged_with(state, name):
        for chosen in declared:
            yield co.React(model=name, option=option, target=target, declare=chosen)


def _chain(state: State, attack: Attack, name: str, option: co.ReactOption) -> Iterator[co.React]:
    for target in chain_targets(state, attack):
        yield co.React(model=name, option=option, target=target)


_REACTIONS = {"first_strike": _first_strike, "cleave": _cleave, "chain": _chain}
"""Answers that say more than what they are."""


def contacts(state: State, frame: Movement) -> Iterator[co.React]:
    """Whom a mover is shifted to. [IST-D-14]"""
    for target in frame.ties:
        yield co.React(model=frame.model, option="contact", target=target)


def words(state: State, frame: SightAsked) -> Iterator[co.PassWindow | co.GmSight]:
    """What may be said of a sight: as computed, or nothing, all, or all in cover. [IST-Q-04, IST-Q-06]"""
    yield co.PassWindow()
    for los, cover in ((False, None), (True, False), (True, True)):
        yield co.GmSight(attacker=frame.attacker, target=frame.target, los=los, cover=cover)


def allies(state: State, frame: AllyChoice) -> Iterator[co.React]:
    """Which ally a fumbled shot goes to; it is the target's owner who says so. [IST-Q-46]"""
    for ally in frame.allies:
        yield co.React(model=frame.target, option="fumble_ally", target=ally)
