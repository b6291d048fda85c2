"""Burn: more on a roll, more squares walked or propelled, and the injury roll that it costs."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import BurnDeclared, GoEnded, InjuryRolled, OrbControlled, SrRolled
from tests.rules.every_game.rows import (
    Played,
    asked,
    count,
    do,
    each,
    finds,
    illegal,
    needs,
    never,
    once,
    orb,
    order,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import SHIELD, Json, act, end_go, let_pass, man, play, react, step
from tests.rules.play import Play

CONTROL = act("h1", "control", orb="home")
QUIET: dict[str, Any] = {"reaction_used": True}
MAGIC = {"cast_mod": 4, "slots_l1": 1, "spells_l1": [SHIELD]}


def mundane(*away: Json) -> Callable[[], Play]:
    """h1 has neither magic nor Reaction, and is beside the home orb at (3,4)."""
    return lambda: play([man("h1", (4, 4), **QUIET)], [*away] or None, go="h1")


def walker(speed: int = 30, go: str = "h1") -> Callable[[], Play]:
    return lambda: play([man("h1", (5, 1), speed=speed)], go=go)


def holding() -> Play:
    """h1 holds the home orb at (8,4); nobody else is near. Dexterity: maximum distance 2 + 3 = 5."""
    return play([man("h1", (8, 4), **QUIET)], go="h1", orbs={"home": {"holder": "h1"}})


def pushing() -> Play:
    return play([man("h1", (8, 4), **QUIET)], [man("a1", (9, 4), **QUIET)], go="h1")


def both_want_it(**h1: Any) -> Callable[[], Play]:
    """h1 and h2 are asked, beside the home orb."""

    def game() -> Play:
        opened = play([man("h1", (4, 4), **h1), man("h2", (3, 5))], go="a1")
        opened.do(step("a1", 13, 7))
        return opened

    return game


def control(player: str, **fields: Any) -> Json:
    return react(player, "control", orb="home", **fields)


def burn_move(squares: int) -> Json:
    return {"type": "burn_move", "player": "h1", "squares": squares}


def east(distance: int, **fields: Any) -> Json:
    return act("h1", "propel", direction=[1, 0], distance=distance, **fields)


ALL = [BurnDeclared, SrRolled, InjuryRolled]


@pytest.mark.parametrize("case", [
    # injury: 1 + burn, 9 at most
    *(played("ISH-BURN-01", f"{burn} on a roll", mundane(), needs(CONTROL, bonus=5),
        needs({**CONTROL, "burn": burn}, bonus=5 + burn), do({**CONTROL, "burn": burn}, 10, 1),
        once(BurnDeclared, player="h1", amount=burn, purpose="sr"), order(*ALL)) for burn in (2, 4, 6, 8)),
    # h1 10 + 5 = 15; a1 10 + 5 + burn 4 = 19: lost by 4, nothing held, nothing happens. a1's injury: 5 + 4 = 9, none.
    played("ISH-BURN-01", "by the target of a push", pushing, act("h1", "push_pull", target="a1"),
        do({"type": "defend", "player": "a1", "burn": 4}, 10, 10, 5), each(SrRolled, total=[15, 19]),
        once(InjuryRolled, player="a1", total=9)),
    # 1 + 5 + 2 = 8 against 10: missed by 2. 15 + 5 + 2 = 22: made. Injury: 12 + 2 = 14, Shook.
    *(played("ISH-BURN-02", f"paid whether made or not: {face}", mundane(), do({**CONTROL, "burn": 2}, face, 12),
        once(InjuryRolled, natural=12, total=14, injury="shook"), order(*ALL),
        finds(["shook"], lambda game: [injury.name for injury in game.player("h1").injuries])) for face in (1, 15)),
    # 15 + 5 + 2 − 4 = 18: made. The window after the Control comes first; 3 + 2 = 5: no injury.
    played("ISH-BURN-02", "rolled when the action is resolved", mundane(man("a1", (5, 4))),
        do({**CONTROL, "burn": 2}, 15), once(OrbControlled, player="h1"), asked("window", "a1"), never(InjuryRolled),
        do(let_pass("a1"), 3), once(InjuryRolled, total=5)),
    # 1 + 5 + 8 = 14 against 10; injury 2 + 8 = 10
    played("ISH-BURN-02", "on a Reaction, after it", lambda: play([man("h1", (4, 4))], go="a1"), step("a1", 13, 7),
        do(control("h1", burn=8), 1, 2), once(InjuryRolled, total=10, injury="wobbly_legs")),
    *(played("ISH-BURN-03 ISH-Q-53", f"{squares} squares, paid when walked", walker(speed=5), burn_move(squares),
        once(BurnDeclared, amount=squares, injury_mod=4 * squares), *(step("h1", 6 + n, 1) for n in range(squares)),
        never(InjuryRolled), do(step("h1", 6 + squares, 1), 1), once(InjuryRolled, total=1 + 4 * squares),
        refused(step("h1", 7 + squares, 1), "no_movement")) for squares in (1, 2)),
    played("ISH-Q-53", "not walked: paid at the end of the go", walker(), burn_move(2), step("h1", 6, 1),
        do(end_go("h1"), 1), once(InjuryRolled, total=9), order(InjuryRolled, GoEnded)),
    played("ISH-Q-53", "two squares together, no third", walker(), burn_move(1), refused(burn_move(2), "bad_burn"),
        burn_move(1), refused(burn_move(1), "bad_burn"), player("h1", burn_move=2)),
    played("ISH-BURN-03 ISH-Q-53", "each of two paid when its square is walked", walker(speed=5), burn_move(1),
        burn_move(1), step("h1", 6, 1), do(step("h1", 7, 1), 2), do(step("h1", 8, 1), 2), end_go("h1"),
        each(InjuryRolled, total=[2 + 4, 2 + 4])),
    illegal("ISH-Q-53", "on the own go only", walker(go="a1"), burn_move(1), "not_your_go"),
    # DC 2 × distance is 12 or 14; 18 + 5 = 23 beats it by 9 at least: the orb stays where it lands. It reaches farther,
    # and adds nothing to the roll.
    *(played("ISH-BURN-04", f"a propel {more} farther", holding, refused(east(5 + more), "too_far"),
        refused(east(5 + more, propel_burn=more - 1), "too_far"), do(east(5 + more, propel_burn=more), 18, 1),
        once(BurnDeclared, amount=more, purpose="propel", injury_mod=4 * more), once(SrRolled, total=23),
        once(InjuryRolled, total=1 + 4 * more), orb("home", at=(13 + more, 4))) for more in (1, 2)),
    # 10 + 5 + 6 = 21 against 12: margin 9. Injuries: 2 + 6 = 8 for the roll, then 1 + 4 = 5 for the distance.
    played("ISH-BURN-05", "both on one propel: two rolls, that for the roll first", holding,
        do(east(6, propel_burn=1, burn=6), 10, 2, 1), each(InjuryRolled, natural=[2, 1], total=[8, 5])),
    # Order: h1 3 + 5 + 8 = 16, h2 10 + 5 = 15. h1's Control 5 + 5 = 10: made. Injury 1 + 8 = 9: none.
    played("ISH-Q-54", "on an order roll: the winner pays after the reaction", both_want_it(),
        control("h1", order_burn=8), do(control("h2"), 3, 10, 5, 1), once(InjuryRolled, player="h1", total=9),
        orb("home", holder="h1")),
    # h1 8 + 5 + 2 = 15, h2 10 + 5 = 15; again: h1 3 + 7 = 10, h2 4 + 5 = 9. h1 takes the orb with 5 + 5; injury 1 + 2.
    played("ISH-Q-54", "in the roll-off, too, and paid once", both_want_it(), control("h1", order_burn=2),
        do(control("h2"), 8, 10, 3, 4, 5, 1), orb("home", holder="h1"), once(BurnDeclared, amount=2),
        once(InjuryRolled, total=3)),
    # Order: h1 18 + 5 = 23, h2 10 + 5 + 2 = 17. h1 takes the orb with 5 + 5; h2 never tries, but 4 + 2 = 6 is rolled.
    played("ISH-Q-54", "paid even if the reaction lapsed", both_want_it(), control("h1"),
        do(control("h2", order_burn=2), 18, 10, 5, 4), once(InjuryRolled, player="h2", total=6), count(BurnDeclared, 1),
        player("h2", reaction_used=False)),
    # prof 2 + dex 3; then prof 2 + cast 4 + spell 4
    played("ISH-Q-54", "the spell of the reaction does not boost the order roll", both_want_it(**MAGIC),
        control("h1", spell="shield"), needs(control("h2"), by="h1", bonus=5),
        needs(control("h2"), 18, 10, by="h1", bonus=10)),
])  # fmt: skip
def test_burn(case: Played) -> None:
    case.check()
