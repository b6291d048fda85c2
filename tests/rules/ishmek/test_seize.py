"""Seize: an orb out of an opponent's hands."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import OrbControlled, OrbScattered, SeizeFailed, SpellSpent, SrRolled
from tests.rules.every_game.rows import Played, do, each, illegal, never, once, orb, played, player, refused
from tests.rules.ishmek.arena import act, mage, play
from tests.rules.ishmek.flights import calm, calm_mage, defends, lies, rolls_to
from tests.rules.play import Play

HELD_BY_A1 = {"home": {"holder": "a1"}}
SEIZE = act("h1", "seize", target="a1")
BY_SPELL = {**SEIZE, "spell": "grease"}
BY_REACTION = {**SEIZE, "slot": "reaction"}
TAKEN, KEPT, LOOSE = orb("home", holder="h1"), orb("home", holder="a1"), orb("home", state="loose")


def facing(orb: str = "home", *others: Any) -> Play:
    """h1 at (5,4) beside a1 at (6,4), who holds an orb."""
    mates = [one for one in others if one["id"][0] == "h"]
    theirs = [one for one in others if one["id"][0] == "a"]
    here = [calm("h1", (5, 4)), *mates], [calm("a1", (6, 4)), *theirs]
    return play(*here, orbs={orb: {"holder": "a1"}}, go="h1")


def ranged(h1: Any = None, *theirs: Any, **house_rules: str) -> Play:
    """A mage at (4,4), two squares from a1 at (6,4), who holds the home orb."""
    away = [calm("a1", (6, 4)), *theirs]
    return play([h1 or calm_mage("h1", (4, 4))], away, orbs=HELD_BY_A1, go="h1", house_rules=house_rules)


def mages() -> Play:
    return play([calm_mage("h1", (5, 4))], [calm_mage("a1", (6, 4))], orbs=HELD_BY_A1, go="h1")


def totals(mine: int, theirs: int) -> Any:
    return each(SrRolled, player=["h1", "a1"], total=[mine, theirs])


@pytest.mark.parametrize("case", [
    # h1: 12 + prof 2 + dex 3 − 4 (a1) = 13; a1: 3 + 2 + 3 = 8: margin 5
    *(
        played("ISH-SEIZE-01 ISH-SEIZE-04", f"a contest for the {name} orb", lambda name=name: facing(name),
            defends(SEIZE, 12, 3), each(SrRolled, kind=["seize", "seize_defence"], opponent=["a1", "h1"]),
            totals(13, 8), orb(name, holder="h1"))
        for name in ("home", "away")
    ),
    # h1: 15 + 2 + str 1 − 4 = 14; a1: 5 + 2 + cast 4 = 11: margin 3, scatters 1
    played("ISH-SEIZE-01", "each side chooses its ability", mages, {**SEIZE, "ability": "str"},
        do({"type": "defend", "player": "a1", "ability": "cast"}, 15, 5, 2), each(SrRolled, ability=["str", "cast"]),
        totals(14, 11)),
    illegal("ISH-SEIZE-01", "an adjacent holder is needed",
        lambda: play([calm("h1", (5, 4))], [calm("a1", (7, 4))], orbs=HELD_BY_A1, go="h1"), SEIZE, "spell_required"),
    # h1 and h2 are both beside a1, a1 and a2 beside h1: 16 + 5 − 2 × 4 = 13; a1: 8 + 5 = 13: no success
    played("ISH-SEIZE-02 ISH-SR-05", "the seizer pays for every adjacent opponent, the holder for none",
        lambda: facing("home", calm("h2", (6, 3)), calm("a2", (5, 5))), defends(SEIZE, 16, 8), totals(13, 13)),
    # 13 or 21 against 3 + 5 = 8: margin 5 or 13
    *(
        played("ISH-SEIZE-04", f"won by {die - 7} it is in the seizer's square", facing, defends(SEIZE, die, 3),
            once(OrbControlled, player="h1", at=(5, 4)), lies("home", (5, 4)), never(OrbScattered))
        for die in (12, 20)
    ),
    # 12 + 5 − 4 = 13 against 12 or 9: margin 1 or 4. Forward as the seizer looks.
    *(
        played("ISH-SEIZE-05", f"won by {8 - die} it scatters from the holder", facing, defends(SEIZE, 12, die, 2),
            once(OrbScattered, start=(6, 4), to=(7, 4), cause="h1"), LOOSE)
        for die in (7, 4)
    ),
    # 13 against 13, 14 or 25
    *(
        played("ISH-SEIZE-07 ISH-Q-35", f"lost by {die - 8}", facing, defends(SEIZE, 12, die),
            once(SeizeFailed, player="h1", target="a1"), KEPT, player("h1", action_used=True))
        for die in (8, 9, 20)
    ),
])  # fmt: skip
def test_seize(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # h1: 14 + prof 2 + cast 4 − 5 = 15; a1: 5 + 5 = 10: margin 5
    played("ISH-SEIZE-03", "at − 5, and adds nothing", ranged, defends(BY_SPELL, 14, 5),
        once(SpellSpent, player="h1", spell="grease", purpose="range"), player("h1", slots_l1=1), totals(15, 10), TAKEN,
        lies("home", (4, 4))),
    # 14 + 2 + 4 − 5 − 4 (a2) = 11; a1: 6 + 5 = 11: no success
    played("ISH-SEIZE-03 ISH-SEIZE-02", "the target is no adjacent opponent, but others are",
        lambda: ranged(None, calm("a2", (4, 5))), defends(BY_SPELL, 14, 6), totals(11, 11)),
    # 14 + 6 − 5 = 15 against 5 + 5 = 10
    played("ISH-SEIZE-03", "by Reaction a reaction spell", lambda: ranged(mage("h1", (4, 4))),
        refused({**BY_REACTION, "spell": "grease"}, "wrong_casting_time"),
        defends({**BY_REACTION, "spell": "shield"}, 14, 5), once(SpellSpent, spell="shield"), TAKEN),
    # 14 + 6 − 5 = 15 against 14 or 11: margin 1 or 4
    *(
        played("ISH-SEIZE-06", f"won by {10 - die} it scatters two squares", ranged, defends(BY_SPELL, 14, die, 2, 4),
            rolls_to((7, 4), (7, 5)), LOOSE)
        for die in (9, 6)
    ),
    # 10 + 6 − 5 = 11 against 11
    played("ISH-Q-36", "gives no 4", ranged, defends(BY_SPELL, 10, 6), totals(11, 11)),
    # 10 + 6 − 5 + 4 = 15 against 5 + 5 = 10: margin 5
    played("ISH-Q-36", "by house rule gives its 4 too", lambda: ranged(seize_spell_bonus="on"),
        defends(BY_SPELL, 10, 5), totals(15, 10), player("h1", slots_l1=1), TAKEN),
    # 10 + prof 2 + cast 4 + spell 4 − 4 (a1) = 16 against 6 + 5 = 11: margin 5; no −5
    played("ISH-Q-36 ISH-SPELL-01", "beside the holder it is a boost",
        lambda: play([calm_mage("h1", (5, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_A1, go="h1"),
        defends(BY_SPELL, 10, 6), once(SpellSpent, purpose="boost"), totals(16, 11)),
    # three squares away
    *(
        illegal("ISH-Q-36", f"not from {at}", lambda at=at: ranged(calm_mage("h1", at)), BY_SPELL, "out_of_reach")
        for at in [(3, 4), (3, 1)]
    ),
])  # fmt: skip
def test_a_spell_reaches_two_squares(case: Played) -> None:
    case.check()
