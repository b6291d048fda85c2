"""Propelling an orb that is in flight."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import (
    InjuryRolled,
    OrbLaunched,
    OrbRedirected,
    OrbScattered,
    PointScored,
    RedirectFailed,
    SrRolled,
)
from tests.rules.every_game.rows import Played, do, last, never, once, orb, played, player, refused
from tests.rules.ishmek.arena import let_pass, man, play
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
    propel,
    redirect,
    score,
)
from tests.rules.play import Play

DOWN = redirect("h2", SOUTH, 2)


def launch(h2: dict[str, Any]) -> Play:
    """h1 at (5,4) has the home orb; somebody else stands in its way."""
    mates, theirs = ([h2], [calm("a1", (12, 7))]) if h2["id"] == "h2" else ([], [h2])
    return play([calm("h1", (5, 4)), *mates], theirs, orbs=HELD_BY_H1, go="h1")


def over_h2(**h2: int) -> Play:
    """h1 at (5,4) throws four squares east; h2 stands on (7,4). Already let by: the window on (6,4). Orb over h2."""
    game = launch(man("h2", (7, 4), **h2))
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
    *(
        played("ISH-PROPEL-04", f"{distance} squares: DC {dc}", lambda: over_h2(dex_mod=4),
            do(redirect("h2", EAST, distance), 20, *scatter), last(SrRolled, kind="propel", target=dc, total=26))
        for distance, dc, scatter in [(1, 4, []), (2, 8, []), (5, 20, []), (6, 24, [4, 4])]
    ),
    # 2 + 5 = 7 vs DC 8. The old target, where it stays: margin 5
    played("ISH-PROPEL-04", "failed it flies on with its old result", over_h2, do(DOWN, 2),
        once(RedirectFailed, player="h2"), flies_to((6, 4), (7, 4), (8, 4), (9, 4)), lies("home", (9, 4)),
        never(OrbScattered), player("h2", reaction_used=True)),
    # 1 + prof 2 + dex 0 = 3 vs DC 4 × 2 = 8: missed by 5, and yet no distance die and no deviation
    played("ISH-PROPEL-04", "badly failed it has no miss branch", lambda: over_h2(dex_mod=0, str_mod=3),
        do({**DOWN, "ability": "dex"}, 1), last(SrRolled, margin=-5), lies("home", (9, 4))),
    # 4 + 5 = 9 vs DC 10: missed by 1. 7 vs DC 8. The orb flies on to (9,4); d8 4 from (10,4): (10,5); ceil(5/3) = 2:
    # forward, forward
    played("ISH-PROPEL-04", "failed it leaves a missed propel missed", lambda: launch(man("h2", (7, 4))),
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
    played("ISH-Q-74", "it scatters as its redirector looks", lambda: launch(man("a1", (7, 4))),
        do(propel("h1", EAST, 4), 8), let_pass("a1"), do(redirect("a1", SOUTH, 2), 3, 2),
        once(OrbScattered, to=(6, 6), cause="a1")),
    # In any window h1 could push a1. 25 vs DC 4 × 3 = 12; its launch square is (6,4), beside h1, who has
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
