"""Control: taking up a loose orb, and what a missed try does. Seize: an orb out of an opponent's hands."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import (
    ControlFailed,
    OrbControlled,
    OrbScattered,
    ReactionSpent,
    SeizeFailed,
    SpellSpent,
    SrRolled,
)
from tests.rules.every_game.rows import (
    Played,
    asked,
    do,
    each,
    illegal,
    last,
    never,
    once,
    orb,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import act, cites, let_pass, mage, man, play, react
from tests.rules.ishmek.flights import asks_at, calm, calm_mage, defends, lies, opening, rolls_to
from tests.rules.play import Play, only, rule

FAR = (12, 7)
CLUMSY = {"dex_mod": 0, "str_mod": 0}
CONTROL = act("h1", "control", orb="home")
TAKEN, LEFT = orb("home", holder="h1"), orb("home", state="loose", holder=None)


def beside(at: tuple[int, int], **h1: Any) -> Play:
    """h1 stands at (5,4), the home orb lies at `at`, nobody else is near."""
    return among(at, calm("a1", FAR), **h1)


def among(at: tuple[int, int], *others: Any, **h1: Any) -> Play:
    """The same with others."""
    mates = [one for one in others if one["id"][0] == "h"]
    theirs = [one for one in others if one["id"][0] == "a"]
    return play([calm("h1", (5, 4), **h1), *mates], theirs, orbs={"home": {"at": list(at)}}, go="h1")


def forced() -> Play:
    """a1 has pushed h1, who holds its orb, at 15 against 15, and left it in place."""
    game = play([man("h1", (5, 4))], [calm("a1", (6, 4))], orbs={"home": {"holder": "h1"}}, go="a1")
    game.do(act("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=[10, 10])
    game.do({"type": "choose", "option": "leave"})
    return game


def taker_away() -> Play:
    taker = calm("a1", (5, 4), **CLUMSY)
    return play([calm("h1", FAR)], [taker], orbs={"home": {"at": [6, 4]}}, go="a1")


@pytest.mark.parametrize("case", [
    # die + prof 2
    played("ISH-CTRL-01", "in the own square: DC 5, missed at 4", lambda: beside((5, 4), **CLUMSY), do(CONTROL, 2),
        once(SrRolled, kind="control", target=5, total=4, success=False), LEFT),
    played("ISH-CTRL-01", "in the own square: DC 5, made at 5", lambda: beside((5, 4), **CLUMSY), do(CONTROL, 3),
        once(SrRolled, kind="control", target=5, total=5, success=True), TAKEN),
    # 5 + prof 2 + dex 3 = 10 vs DC 10
    *(played("ISH-CTRL-02 ISH-CTRL-04", f"from {at}: DC 10, and the orb is pulled in", lambda at=at: beside(at),
        do(CONTROL, 5), once(SrRolled, target=10, total=10, success=True, margin=0),
        once(OrbControlled, player="h1", at=(5, 4)), lies("home", (5, 4)), orb("home", state="controlled"), TAKEN,
        player("h1", action_used=True))
        for at in [(4, 3), (5, 3), (6, 3), (4, 4), (6, 4), (4, 5), (5, 5), (6, 5)]),
    # A mate beside costs nothing; two of three opponents are adjacent: 8 + prof 2 + dex 3 − 2 × 4 vs DC 5
    played("ISH-CTRL-03 ISH-SR-05", "each adjacent opponent costs 4",
        lambda: among((5, 4), calm("h2", (4, 4)), calm("a1", (6, 4)), calm("a2", (5, 3)), calm("a3", (7, 4))),
        do(CONTROL, 8), once(SrRolled, total=5), TAKEN),
    # DC 10 + 0; 9 + prof 2 + dex 3 − 4 (a1)
    played("ISH-CTRL-03 ISH-CTRL-04 ISH-Q-40", "a forced one counts adjacent opponents too", forced,
        do({"type": "forced_control"}, 9), last(SrRolled, target=10, total=10), TAKEN),
    # 9 or 6 vs DC 10
    *(played("ISH-CTRL-05", f"missed by {5 - die} changes nothing", lambda: beside((6, 4)), do(CONTROL, die),
        once(ControlFailed, missed_by=5 - die), never(OrbScattered), LEFT, lies("home", (6, 4)))
        for die in (4, 1)),
    # 5 or 3 vs DC 10; forward
    *(played("ISH-CTRL-06", f"missed by {8 - die} scatters one square", lambda: beside((6, 4), **CLUMSY),
        do(CONTROL, die, 2), once(OrbScattered, start=(6, 4), to=(7, 4), cause="h1"),
        once(ControlFailed, missed_by=8 - die))
        for die in (3, 1)),
    # 5 vs DC 10; forward for away is −x
    played("ISH-CTRL-06", "as the taker looks", taker_away, do(act("a1", "control", orb="home"), 3, 2),
        rolls_to((5, 4))),
])  # fmt: skip
def test_control(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 4 + 5 − 4 (a1) = 5 vs DC 5
    played("ISH-CTRL-07", "of a made attempt", lambda: among((5, 4), man("a1", (6, 5))), opening(1, CONTROL, 4), TAKEN,
        asked("window", "a1"), let_pass("a1"), asked("go", "h1")),
    # 3 + 5 − 4 = 4 vs DC 5; 9 + 5 − 4 (h1) = 10 vs DC 10
    played("ISH-CTRL-07 ISH-CTRL-05", "of one missed by less than 5", lambda: among((5, 4), man("a1", (6, 5))),
        opening(1, CONTROL, 3), once(ControlFailed, missed_by=1), do(react("a1", "control", orb="home"), 9),
        orb("home", holder="a1")),
    # 3 + 2 = 5 vs DC 10: missed by 5; left: (6,4), which a1 reaches.
    played("ISH-CTRL-07 ISH-CTRL-06", "of a bad miss is that of the scattered square",
        lambda: among((6, 5), man("a1", (7, 4)), **CLUMSY), opening(1, CONTROL, 3, 8), rolls_to((6, 4)),
        let_pass("a1"), asked("go", "h1")),
    # 5 vs DC 10: scatters forward to (7,4), in reach of both; 9 + 5 − 4 (a1) = 10 vs DC 10; a1 may seize or push now
    played("ISH-CTRL-07 ISH-SCAT-06", "of one by Reaction",
        lambda: among((6, 4), man("h2", (7, 5)), man("a1", (8, 5)), **CLUMSY), do(CONTROL, 3, 2),
        asks_at((7, 4), "a1", "h2"), let_pass("a1"), opening(1, react("h2", "control", orb="home"), 9),
        once(ReactionSpent, player="h2"), orb("home", holder="h2"), asked("window", "a1")),
])  # fmt: skip
def test_the_window(case: Played) -> None:
    case.check()


@rule("ISH-CTRL-04", "ISH-SR-01")
def test_the_parts_of_a_control_roll_add_up() -> None:
    game = among((5, 4), calm("a1", (6, 4)), injuries=["shook"])
    # 10 + prof 2 + dex 3 + burn 2 − 4 (a1) − 2 (shook) = 11; then the injury roll 1 + 2 = 3: none
    roll = only(game.do({**CONTROL, "burn": 2}, dice=[10, 1]), SrRolled)
    assert (roll.total, sum(cites(roll).values())) == (11, 1)


# Seize


HELD_BY_A1 = {"home": {"holder": "a1"}}
SEIZE = act("h1", "seize", target="a1")
BY_SPELL = {**SEIZE, "spell": "grease"}
BY_REACTION = {**SEIZE, "slot": "reaction"}
GOT, KEPT, LOOSE = orb("home", holder="h1"), orb("home", holder="a1"), orb("home", state="loose")


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
    *(played("ISH-SEIZE-01 ISH-SEIZE-04", f"a contest for the {name} orb", lambda name=name: facing(name),
        defends(SEIZE, 12, 3), each(SrRolled, kind=["seize", "seize_defence"], opponent=["a1", "h1"]),
        totals(13, 8), orb(name, holder="h1"))
        for name in ("home", "away")),
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
    *(played("ISH-SEIZE-04", f"won by {die - 7} it is in the seizer's square", facing, defends(SEIZE, die, 3),
        once(OrbControlled, player="h1", at=(5, 4)), lies("home", (5, 4)), never(OrbScattered))
        for die in (12, 20)),
    # 12 + 5 − 4 = 13 against 12 or 9: margin 1 or 4. Forward as the seizer looks.
    *(played("ISH-SEIZE-05", f"won by {8 - die} it scatters from the holder", facing, defends(SEIZE, 12, die, 2),
        once(OrbScattered, start=(6, 4), to=(7, 4), cause="h1"), LOOSE)
        for die in (7, 4)),
    # 13 against 13, 14 or 25
    *(played("ISH-SEIZE-07 ISH-Q-35", f"lost by {die - 8}", facing, defends(SEIZE, 12, die),
        once(SeizeFailed, player="h1", target="a1"), KEPT, player("h1", action_used=True))
        for die in (8, 9, 20)),
])  # fmt: skip
def test_seize(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # h1: 14 + prof 2 + cast 4 − 5 = 15; a1: 5 + 5 = 10: margin 5
    played("ISH-SEIZE-03", "at − 5, and adds nothing", ranged, defends(BY_SPELL, 14, 5),
        once(SpellSpent, player="h1", spell="grease", purpose="range"), player("h1", slots_l1=1), totals(15, 10), GOT,
        lies("home", (4, 4))),
    # 14 + 2 + 4 − 5 − 4 (a2) = 11; a1: 6 + 5 = 11: no success
    played("ISH-SEIZE-03 ISH-SEIZE-02", "the target is no adjacent opponent, but others are",
        lambda: ranged(None, calm("a2", (4, 5))), defends(BY_SPELL, 14, 6), totals(11, 11)),
    # 14 + 6 − 5 = 15 against 5 + 5 = 10
    played("ISH-SEIZE-03", "by Reaction a reaction spell", lambda: ranged(mage("h1", (4, 4))),
        refused({**BY_REACTION, "spell": "grease"}, "wrong_casting_time"),
        defends({**BY_REACTION, "spell": "shield"}, 14, 5), once(SpellSpent, spell="shield"), GOT),
    # 14 + 6 − 5 = 15 against 14 or 11: margin 1 or 4
    *(played("ISH-SEIZE-06", f"won by {10 - die} it scatters two squares", ranged, defends(BY_SPELL, 14, die, 2, 4),
        rolls_to((7, 4), (7, 5)), LOOSE)
        for die in (9, 6)),
    # 10 + 6 − 5 = 11 against 11
    played("ISH-Q-36", "gives no 4", ranged, defends(BY_SPELL, 10, 6), totals(11, 11)),
    # 10 + 6 − 5 + 4 = 15 against 5 + 5 = 10: margin 5
    played("ISH-Q-36", "by house rule gives its 4 too", lambda: ranged(seize_spell_bonus="on"),
        defends(BY_SPELL, 10, 5), totals(15, 10), player("h1", slots_l1=1), GOT),
    # 10 + prof 2 + cast 4 + spell 4 − 4 (a1) = 16 against 6 + 5 = 11: margin 5; no −5
    played("ISH-Q-36 ISH-SPELL-01", "beside the holder it is a boost",
        lambda: play([calm_mage("h1", (5, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_A1, go="h1"),
        defends(BY_SPELL, 10, 6), once(SpellSpent, purpose="boost"), totals(16, 11)),
    # three squares away
    *(illegal("ISH-Q-36", f"not from {at}", lambda at=at: ranged(calm_mage("h1", at)), BY_SPELL, "out_of_reach")
        for at in [(3, 4), (3, 1)]),
])  # fmt: skip
def test_a_spell_reaches_two_squares(case: Played) -> None:
    case.check()
