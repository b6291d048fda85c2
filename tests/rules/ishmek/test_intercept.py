"""Intercept and redirect: what is done by Reaction about an orb in flight."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import (
    InjuryRolled,
    InterceptFailed,
    OrbControlled,
    OrbIntercepted,
    OrbLanded,
    OrbLaunched,
    OrbMoved,
    OrbRedirected,
    OrbScattered,
    OrderRolled,
    PointScored,
    ReactionLapsed,
    ReactionSpent,
    RedirectFailed,
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
from tests.rules.ishmek.arena import act, let_pass, man, play
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    SOUTH,
    WEST,
    asks_at,
    calm,
    flies_to,
    intercept,
    lies,
    opening,
    propel,
    redirect,
    rolls_to,
    score,
)
from tests.rules.play import Play

FIVE, FOUR, THREE, TWO = (propel("h1", EAST, distance) for distance in (5, 4, 3, 2))
BOTH_HELD = {"home": {"holder": "h1"}, "away": {"at": [5, 4]}}


def launch(*others: Any, orbs: Any = HELD_BY_H1) -> Play:
    """h1 at (5,4) has the home orb; others may react."""
    mates = [one for one in others if one["id"][0] == "h"]
    theirs = [one for one in others if one["id"][0] == "a"] or [calm("a1", (2, 7))]
    return play([calm("h1", (5, 4)), *mates], theirs, orbs=orbs, go="h1")


def beside_the_path() -> Play:
    return launch(man("a1", (7, 3)), man("a2", (7, 5)))


def target_of_four() -> Play:
    return launch(man("h2", (9, 4)))


@pytest.mark.parametrize("case", [
    # The first square in reach; 13 + 5 = 18 vs DC 18
    *(played("ISH-INT-01 ISH-INT-06", f"{name} at {at}", lambda name=name, at=at: launch(man(name, at)), do(FIVE, 20),
        asks_at((7, 4), name), do(intercept(name), 13), once(ReactionSpent, player=name),
        once(OrbIntercepted, player=name), orb("home", holder=name))
        for name in ("h2", "a1")
        for at in [(8, 4), (8, 5), (8, 3)]),
    # 13 + 5 − 4 (h1) = 14 vs DC 14
    played("ISH-INT-01 ISH-INT-02", "the path begins in the launch square", lambda: launch(man("a1", (4, 4))),
        do(THREE, 20), never(OrbMoved), asks_at((5, 4), "a1"), do(intercept("a1"), 13), orb("home", holder="a1"),
        lies("home", (4, 4))),
    illegal("ISH-INT-01 ISH-ECON-03", "by the Reaction alone", lambda: launch(calm("a1", (12, 7))),
        act("h1", "intercept", orb="home"), "intercept_reaction_only"),
    played("ISH-INT-02", "earlier squares come first", lambda: launch(man("a1", (10, 4)), man("a2", (7, 5))),
        do(FIVE, 20), asks_at((6, 4), "a2"), let_pass("a2"), asks_at((7, 4), "a2"), let_pass("a2"),
        asks_at((8, 4), "a2"), let_pass("a2"), asks_at((9, 4), "a1")),
    # a2 declares first, but one square away. a1: 14 + 5 − 4 (h1) = 15 vs DC 8 + 2 × 4 = 16; a2: 11 + 5 = 16
    played("ISH-INT-02 ISH-REACT-05", "in one window the nearer player tries first",
        lambda: launch(man("a1", (6, 4)), man("a2", (7, 5))), do(FOUR, 20), let_pass("a1"), asks_at((6, 4), "a1", "a2"),
        intercept("a2"), do(intercept("a1"), 14, 11), never(OrderRolled),
        each(SrRolled, player=["h1", "a1", "a2"], total=[25, 15, 16]), orb("home", holder="a2")),
    # Order: a1 5 + 5 = 10, a2 12 + 5 = 17. a2: 10 + 5 = 15 vs DC 16, missed; a1: 11 + 5 = 16
    played("ISH-INT-02 ISH-REACT-05", "equally near players roll for the order", beside_the_path, do(FOUR, 20),
        intercept("a1"), do(intercept("a2"), 5, 12, 10, 11), each(OrderRolled, player=["a1", "a2"], total=[10, 17]),
        each(SrRolled, player=["h1", "a2", "a1"], total=[25, 15, 16]), orb("home", holder="a1")),
    # order 10 and 17; a2: 11 + 5 = 16 vs DC 16
    played("ISH-INT-02 ISH-Q-64", "the next keeps the Reaction when the first has the orb", beside_the_path,
        do(FOUR, 20), intercept("a1"), do(intercept("a2"), 5, 12, 11), once(ReactionSpent, player="a2"),
        once(ReactionLapsed, player="a1"), player("a1", reaction_used=False)),
    # h2 and a1 may push each other in any window; 15 + 5 − 4 (h2) = 16 vs DC 16. The orb came from (6,4) to (7,5)
    played("ISH-INT-06 ISH-REACT-07", "ends the flight in the interceptor's square",
        lambda: launch(man("h2", (8, 6)), man("a1", (7, 5))), do(FOUR, 20), let_pass("a1"), let_pass("h2"),
        asks_at((6, 4), "a1", "h2"), let_pass("h2"), flies_to((6, 4)), opening(1, intercept("a1"), 15),
        once(OrbControlled, player="a1", at=(7, 5)), orb("home", state="controlled"), flies_to((6, 4)),
        never(OrbLanded), asks_at((7, 5), "h2"), let_pass("h2"), asked("go", "h1")),
    # At (5,4) and (6,4) h2 and a1 may push each other. 16 vs DC 16
    played("ISH-REACT-07 ISH-INT-06", "in the own square the orb has not moved",
        lambda: launch(man("h2", (8, 5)), man("a1", (7, 4))), do(FOUR, 20), let_pass("a1"), let_pass("h2"),
        let_pass("a1"), let_pass("h2"), asks_at((7, 4), "a1", "h2"), let_pass("h2"), opening(0, intercept("a1"), 15),
        orb("home", holder="a1")),
])  # fmt: skip
def test_who_and_where(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 11 or 25 vs DC 4, 6, 10; first reached on (6,4). 8 + 2 × distance; 13 + 5
    *(played("ISH-INT-03", f"by the intended distance {distance}, propelled with {propelled}",
        lambda: launch(man("a1", (7, 5))), do(propel("h1", EAST, distance), propelled), do(intercept("a1"), 13),
        last(SrRolled, kind="intercept", target=dc, total=18))
        for distance, dc in [(2, 12), (3, 14), (5, 18)]
        for propelled in (6, 20)),
    # 6 vs DC 15; it will cover 3. 8 + 2 × 5
    played("ISH-INT-03", "the same for a propel that falls short",
        lambda: launch(man("a1", (7, 5)), orbs={"home": {"at": [5, 4]}}), do(FIVE, 1, 3), do(intercept("a1"), 13),
        last(SrRolled, target=18, success=True)),
    # h1 and h2 are beside a1, h3 is not: 19 + 5 − 8
    played("ISH-INT-04 ISH-SR-05", "each opponent beside costs 4",
        lambda: launch(calm("h2", (6, 6)), calm("h3", (8, 4)), man("a1", (6, 5)), calm("a2", (7, 5))), do(FOUR, 20),
        do(intercept("a1"), 19), last(SrRolled, target=16, total=16)),
    # 11 + 5 = 16 vs DC 16
    played("ISH-INT-05 ISH-SR-06", "in the target square with advantage", target_of_four, do(FOUR, 20),
        asks_at((8, 4), "h2"), let_pass("h2"), asks_at((9, 4), "h2"), do(intercept("h2"), 3, 11),
        last(SrRolled, advantage=True, dice=((20, 3, False), (20, 11, True)), total=16), orb("home", holder="h2")),
    # from (8,4)
    played("ISH-INT-05", "none before the orb is there", target_of_four, do(FOUR, 20), do(intercept("h2"), 11),
        last(SrRolled, advantage=False, dice=((20, 11, True),))),
    played("ISH-INT-05", "none beside it", lambda: launch(man("a1", (10, 4))), do(FOUR, 20), asks_at((9, 4), "a1"),
        do(intercept("a1"), 11), last(SrRolled, advantage=False)),
    # 9 vs DC 10: missed by 1; in h2's reach on (9,4), never on (10,4): d8 4, (10,5)
    played("ISH-INT-05 ISH-PROPEL-09", "none for a missed propel", lambda: launch(man("h2", (10, 4))), do(FIVE, 4),
        asks_at((9, 4), "h2"), do(let_pass("h2"), 4), flies_to((6, 4), (7, 4), (8, 4), (9, 4)),
        orb("home", state="loose"), lies("home", (10, 5)), refused(intercept("h2"), "no_orb_in_flight")),
])  # fmt: skip
def test_the_roll(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 15 vs DC 16, on (6,4)
    played("ISH-INT-07", "the orb flies on", lambda: launch(man("a1", (7, 5))), do(FOUR, 20), do(intercept("a1"), 10),
        once(InterceptFailed, player="a1"), orb("home", state="loose"), lies("home", (9, 4))),
    # 13 vs DC 8: margin 5 stays. 10 + 5 = 15 vs DC 16
    played("ISH-INT-07 ISH-PROPEL-08", "in the target square it stays", target_of_four, do(FOUR, 8), let_pass("h2"),
        do(intercept("h2"), 2, 10), once(OrbLanded, at=(9, 4)), rolls_to(), lies("home", (9, 4))),
    # 8 vs DC 8: margin 0 scatters ceil(4/3) = 2
    played("ISH-INT-07 ISH-PROPEL-08", "or scatters as the propel has it", target_of_four, do(FOUR, 3), let_pass("h2"),
        do(intercept("h2"), 2, 10, 2, 4), once(OrbLanded, at=(9, 4)), rolls_to((10, 4), (10, 5)),
        lies("home", (10, 5))),
    # 6 vs DC 18; (8,4) and (9,4) are in reach too
    played("ISH-INT-08", "there is no second try", lambda: launch(man("a1", (8, 5))), do(FIVE, 20),
        asks_at((7, 4), "a1"), opening(0, intercept("a1"), 1), lies("home", (10, 4))),
])  # fmt: skip
def test_failed(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 18 vs DC 18
    played("ISH-INT-08", "after a window that passed", lambda: launch(man("a1", (8, 5))), do(FIVE, 20), let_pass("a1"),
        let_pass("a1"), asks_at((9, 4), "a1"), do(intercept("a1"), 13), orb("home", holder="a1")),
    # h1 has the Reaction left, but nothing to react with; 25 vs DC 4, to (7,4): never back in reach
    played("ISH-Q-57 ISH-INT-01", "not the own propel",
        lambda: play([man("h1", (5, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1"), opening(0, TWO, 20),
        lies("home", (7, 4))),
    # h1 may take up the other orb
    played("ISH-Q-57", "whatever else the propeller may do",
        lambda: play([man("h1", (5, 4))], [calm("a1", (12, 7))], orbs=BOTH_HELD, go="h1"), do(TWO, 20),
        asked("window", "h1"), refused(intercept("h1"), "own_propel")),
])  # fmt: skip
def test_who_may_try(case: Played) -> None:
    case.check()


# Redirects


DOWN = redirect("h2", SOUTH, 2)


def launched(h2: dict[str, Any]) -> Play:
    """h1 at (5,4) has the home orb; somebody else stands in its way."""
    mates, theirs = ([h2], [calm("a1", (12, 7))]) if h2["id"] == "h2" else ([], [h2])
    return play([calm("h1", (5, 4)), *mates], theirs, orbs=HELD_BY_H1, go="h1")


def over_h2(**h2: int) -> Play:
    """h1 at (5,4) throws four squares east; h2 stands on (7,4). Already let by: the window on (6,4). Orb over h2."""
    game = launched(man("h2", (7, 4), **h2))
    game.do(propel("h1", EAST, 4), dice=[8])  # 8 + 5 = 13 vs DC 8: margin 5
    game.do(let_pass("h2"))
    lies("home", (7, 4))(game)
    return game


def at_the_vessel(name: str) -> Play:
    """h1 at (16,1) has the home orb; the other one stands before the opening, at (16,4)."""
    mates, theirs = ([man("h2", (16, 4))], [calm("a1", (8, 7))]) if name == "h2" else ([], [man("a1", (16, 4))])
    return play([calm("h1", (16, 1)), *mates], theirs, orbs=HELD_BY_H1, go="h1")


@pytest.mark.parametrize("case", [
    # Maximum 6; four times the distance. The last by 2: ceil(6/3) = 2 squares
    *(played("ISH-PROPEL-04", f"{distance} squares: DC {dc}", lambda: over_h2(dex_mod=4),
        do(redirect("h2", EAST, distance), 20, *scatter), last(SrRolled, kind="propel", target=dc, total=26))
        for distance, dc, scatter in [(1, 4, []), (2, 8, []), (5, 20, []), (6, 24, [4, 4])]),
    # 2 + 5 = 7 vs DC 8. The old target, where it stays: margin 5
    played("ISH-PROPEL-04", "failed it flies on with its old result", over_h2, do(DOWN, 2),
        once(RedirectFailed, player="h2"), flies_to((6, 4), (7, 4), (8, 4), (9, 4)), lies("home", (9, 4)),
        never(OrbScattered), player("h2", reaction_used=True)),
    # 1 + prof 2 + dex 0 = 3 vs DC 4 × 2 = 8: missed by 5, and yet no distance die and no deviation
    played("ISH-PROPEL-04", "badly failed it has no miss branch", lambda: over_h2(dex_mod=0, str_mod=3),
        do({**DOWN, "ability": "dex"}, 1), last(SrRolled, margin=-5), lies("home", (9, 4))),
    # 4 + 5 = 9 vs DC 10: missed by 1. 7 vs DC 8. The orb flies on to (9,4); d8 4 from (10,4): (10,5); ceil(5/3) = 2:
    # forward, forward
    played("ISH-PROPEL-04", "failed it leaves a missed propel missed", lambda: launched(man("h2", (7, 4))),
        do(propel("h1", EAST, 5), 4), let_pass("h2"), do(DOWN, 2, 4, 2, 2), flies_to((6, 4), (7, 4), (8, 4), (9, 4)),
        lies("home", (12, 5))),
    # 8 + 5 = 13 vs DC 8: margin 5
    played("ISH-PROPEL-05 ISH-PROPEL-07", "beaten by 5 it stays in the new target", over_h2, do(DOWN, 8),
        once(OrbRedirected, player="h2"), last(OrbLaunched, player="h2", path=((7, 4), (7, 5), (7, 6)), distance=2),
        orb("home", state="loose"), lies("home", (7, 6))),
    # 8 vs DC 8: margin 0; ceil(2/3) = 1, not ceil(4/3)
    played("ISH-PROPEL-05 ISH-PROPEL-08", "beaten by less it scatters for its own distance", over_h2, do(DOWN, 3, 2),
        once(OrbScattered, to=(8, 6), cause="h2")),
    # 8 vs DC 8; forward for away is −x
    played("ISH-Q-74", "it scatters as its redirector looks", lambda: launched(man("a1", (7, 4))),
        do(propel("h1", EAST, 4), 8), let_pass("a1"), do(redirect("a1", SOUTH, 2), 3, 2),
        once(OrbScattered, to=(6, 6), cause="a1")),
    # In any window h1 could push a1. 25 vs DC 4 × 3 = 12; its launched square is (6,4), beside h1, who has
    # 13 + 5 − 4 (a1) = 14 vs DC 8 + 2 × 3 = 14
    played("ISH-Q-74 ISH-Q-57", "the first propeller may intercept it now",
        lambda: play([man("h1", (5, 4))], [man("a1", (6, 4))], orbs=HELD_BY_H1, go="h1"),
        do(propel("h1", EAST, 4), 20), let_pass("h1"), let_pass("a1"), lies("home", (6, 4)),
        refused(intercept("h1"), "own_propel"), let_pass("h1"), do(redirect("a1", SOUTH, 3), 20),
        asks_at((6, 4), "h1"), do(intercept("h1"), 13), orb("home", holder="h1")),
])  # fmt: skip
def test_redirect(case: Played) -> None:
    case.check()


def turn(number: int) -> Any:
    def check(game: Play) -> None:
        assert game.state.turn == number

    return check


@pytest.mark.parametrize("case", [
    # h1: 13 + 5 + burn 2 = 20 vs DC 10. On (16,3) h2 lets it pass, in its own square it shoots: 6 + 5 = 11 vs
    # DC 10 + 1² = 11; then h1's injury roll 7 + 2 = 9
    played("ISH-Q-74", "is the redirector's point, and the first pays the Burn", lambda: at_the_vessel("h2"),
        do(propel("h1", SOUTH, 5, burn=2), 13), asks_at((16, 3), "h2"), let_pass("h2"),
        do(redirect("h2", WEST, 1), 6, 7), once(PointScored, player="h2"),
        once(InjuryRolled, player="h1", total=9), score(1, 0), turn(2)),
    played("ISH-Q-74", "by the defending side is its gift", lambda: at_the_vessel("a1"), do(propel("h1", SOUTH, 5), 13),
        let_pass("a1"), do(redirect("a1", WEST, 1), 6), once(PointScored, team="home", player="a1", gift=True)),
    # 15 vs DC 10: to (16,6), margin 5. 10 vs DC 11, not 4 × 1
    played("ISH-Q-20 ISH-SHOT-01", "has the DC of a shot and flies on when it fails", lambda: at_the_vessel("h2"),
        do(propel("h1", SOUTH, 5), 10), let_pass("h2"), do(redirect("h2", WEST, 1), 5), last(SrRolled, target=11),
        once(RedirectFailed, player="h2"), orb("home", state="loose"), lies("home", (16, 6))),
    # 11 vs DC 11, not 3 × 1
    played("ISH-Q-20 ISH-SHOT-01", "so has that of a loose orb",
        lambda: play([calm("h1", (16, 4))], [calm("a1", (8, 7))], orbs={"home": {"at": [16, 4]}}, go="h1"),
        do(propel("h1", WEST, 1), 6), once(SrRolled, target=11), once(PointScored, player="h1")),
])  # fmt: skip
def test_redirected_shot(case: Played) -> None:
    case.check()
