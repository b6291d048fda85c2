"""What each margin of a push gives, from lost by 6 to won by 15; and shoves that are crossed on their way.

`h1` has +5 on the push, `a1` +3 on its defence and on the roll to keep the orb; −4 more while `h1` is beside it. With
Dexterity `a1` has +12 for that roll.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.every_game.rows import PASS, Played, Step, asked, count, do, finds, never, once, orb, played, player
from tests.rules.ishmek.arena import Json, let_pass, man, react
from tests.rules.ishmek.scrum import HELD, choose, defend, duel, forced, pushes
from tests.rules.play import Play, all_of

LOST_BIG = [(-6, 4), (-5, 5)]
"""Margin and DC. 10 − points lost by. [ISH-PUSH-11]"""
LOST = [(-4, 6), (-3, 7), (-2, 8), (-1, 9)]
"""10 − points lost by. [ISH-PUSH-07]"""
WON = [(0, 10), (1, 11), (2, 12), (3, 13), (4, 14)]
"""10 + margin. [ISH-PUSH-03]"""
WON_BIG = [
    *((margin, 1, 15, 1) for margin in (5, 6, 7, 8, 9)),
    *((margin, 2, 20, 1) for margin in (10, 11, 12, 13, 14)),
    (15, 3, 25, 2),
]
"""Margin, squares, DC 10 + 5 ft a square, orb rolls ceil(feet / 10). [ISH-PUSH-05, ISH-PUSH-06]"""
BESIDE, AWAY, DEXTERITY = 3 - 4, 3, 12
RIGHT = 4
SPENT: Json = {"reaction_used": True}
IN_LINE = player("h1", at=(15, 1)), player("a1", at=(16, 1))


def holding(**a1: Any) -> Callable[[], Play]:
    return lambda: duel(a1={"dex_mod": 10, **a1}, orbs=HELD)


def at_the_wall(gap: int, **a1: Any) -> Callable[[], Play]:
    """a1 has so many squares to the wall behind it."""
    place = {"dex_mod": 10, "at": [16 - gap, 1], **a1}
    return lambda: duel({"at": [15 - gap, 1]}, place, orbs=HELD)


def margin_of(margin: int) -> Step:
    """h1's die + 5 less a1's die + 3 is the margin."""
    theirs = 10 if margin < 5 else 2
    return pushes(margin - 2 + theirs, theirs)


def keeps(dc: int, bonus: int, missed_by: int, rolls: int = 0, ability: str = "str") -> list[Step]:
    """The roll to keep the orb, made or missed by so much; it then rolls so many squares, to the pusher's right."""
    return [
        do(forced(ability=ability), dc - bonus - missed_by, *[RIGHT] * rolls),
        PASS,
        count(ev.OrbScattered, rolls),
        once(ev.ForcedControlled, dc=dc, made=not missed_by, rolled=True, missed_by=missed_by),
    ]


def lies(missed_by: int, x: int, y: int) -> Step:
    return orb("away", state="loose" if missed_by else "controlled", at=(x, y))


MADE_OR_BY_1 = (0, 1)
SMALL_MISSES = [(0, 0), (1, 0), (4, 0), (5, 1), (6, 1)]
"""Missed by, squares rolled."""


@pytest.mark.parametrize("case", [
    *(played("ISH-PUSH-11", f"{margin}, missed by {by}", holding(), margin_of(margin), do(choose("leave"), 1),
        *keeps(dc, BESIDE, by, by), player("a1", reaction_used=True))
        for margin, dc in LOST_BIG for by in MADE_OR_BY_1),
    *(played("ISH-PUSH-07 ISH-Q-42", f"{margin}, missed by {by}", holding(), margin_of(margin),
        *keeps(dc, BESIDE, by, rolls), lies(by, 9, 4 + rolls), player("a1", reaction_used=False))
        for margin, dc in LOST for by, rolls in SMALL_MISSES),
    *(played("ISH-PUSH-02 ISH-PUSH-03", f"{margin}, missed by {by}", holding(), margin_of(margin), choose("push"),
        *keeps(dc, AWAY, by, min(by, 1)), player("a1", at=(10, 4))) for margin, dc in WON for by in (0, 1, 4, 5)),
    *(played("ISH-PUSH-05 ISH-PUSH-06", f"{margin}, missed by {by}", holding(), margin_of(margin), choose("push"), PASS,
        *keeps(dc, DEXTERITY, by, rolls * by, "dex"), player("a1", at=(9 + squares, 4)))
        for margin, squares, dc, rolls in WON_BIG for by in MADE_OR_BY_1),
    # three squares were earned
    played("ISH-PUSH-05 ISH-PUSH-06", "shorter than earned", holding(), margin_of(15), choose("push", squares=2), PASS,
        *keeps(20, DEXTERITY, 1, 1, "dex")),
    *(played("ISH-PUSH-04", f"floored by {margin}, missed by {by}", holding(), margin_of(margin),
        do(choose("floor"), 1), *keeps(20, DEXTERITY - 4, by, by, "dex")) for margin in (5, 15) for by in MADE_OR_BY_1),
])  # fmt: skip
def test_dc_of_a_holder(case: Played) -> None:
    case.check()


WITHOUT = [*((*won, 1) for won in WON), *((margin, dc, rolls) for margin, _, dc, rolls in WON_BIG)]


def loses(dc: int, rolls: int) -> list[Step]:
    return [once(ev.ForcedControlled, dc=dc, made=False, rolled=False), count(ev.OrbScattered, rolls)]


@pytest.mark.parametrize("case", [
    *(played("ISH-PUSH-11 ISH-Q-41", f"{margin}", holding(**SPENT), margin_of(margin), do(choose("leave"), 1, RIGHT),
        *loses(dc, 1)) for margin, dc in LOST_BIG),
    *(played("ISH-PUSH-03 ISH-PUSH-06 ISH-Q-41", f"{margin}", holding(**SPENT), margin_of(margin),
        do(choose("push"), *[RIGHT] * rolls), *loses(dc, rolls))
        for margin, dc, rolls in WITHOUT),
    *(played("ISH-PUSH-07 ISH-Q-41", f"{margin}: the roll is free", holding(**SPENT), margin_of(margin),
        *keeps(dc, BESIDE, 0)) for margin, dc in LOST),
    *(played("ISH-Q-40 ISH-PUSH-06", f"15, {gap} from the wall", at_the_wall(gap, **SPENT), margin_of(15),
        do(choose("push"), *[RIGHT] * rolls), lies(1, 16, 1 + rolls)) for gap, rolls in [(0, 0), (1, 1), (2, 1)]),
])  # fmt: skip
def test_holder_without_a_reaction(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    *(played("ISH-Q-40 ISH-PUSH-03", f"{margin}, missed by {by}: nobody moves", at_the_wall(0), margin_of(margin),
        choose("push"), *keeps(dc, DEXTERITY - 4, by, by, "dex"), player("a1", at=(16, 1)))
        for margin, dc in WON for by in MADE_OR_BY_1),
    # who cannot be moved is still beside
    *(played("ISH-Q-40 ISH-PUSH-06", f"{margin}, {gap} from the wall, missed by {by}", at_the_wall(gap),
        margin_of(margin), choose("push"), PASS, *keeps(dc, DEXTERITY - (0 if gap else 4), by, rolls * by, "dex"),
        player("a1", at=(16, 1)), lies(by, 16, 1 + rolls * by))
        for margin, gap, dc, rolls in [(5, 0, 10, 0), (15, 0, 10, 0), (10, 1, 15, 1), (15, 1, 15, 1), (15, 2, 20, 1)]
        for by in MADE_OR_BY_1),
    *(played("ISH-Q-40 ISH-PUSH-07 ISH-Q-42", f"{margin}, missed by {by}", at_the_wall(0), margin_of(margin),
        *keeps(dc, BESIDE, by, rolls), lies(by, 16, 1 + rolls), *IN_LINE)
        for margin, dc in LOST for by, rolls in SMALL_MISSES[:4]),
    *(played("ISH-Q-40 ISH-PUSH-11", f"{margin}, missed by {by}", at_the_wall(0), margin_of(margin),
        do(choose("leave"), 1), *keeps(dc, BESIDE, by, by), lies(by, 16, 1 + by), *IN_LINE)
        for margin, dc in LOST_BIG for by in MADE_OR_BY_1),
    *(played("ISH-Q-40 ISH-PUSH-09 ISH-PUSH-11", f"{margin}, the pusher at the wall, missed by {by}",
        lambda: duel({"at": [1, 1]}, {"dex_mod": 10, "at": [2, 1]}, orbs=HELD), margin_of(margin),
        do(choose("push"), 1), *keeps(dc, BESIDE, by, by), player("h1", at=(1, 1)), player("a1", at=(2, 1)))
        for margin, dc in LOST_BIG for by in MADE_OR_BY_1),
])  # fmt: skip
def test_at_the_wall(case: Played) -> None:
    case.check()


def offers(*ways: str) -> Step:
    return finds(set(ways), lambda game: set(game.asks("choose")[0].options["options"]))


@pytest.mark.parametrize("case", [
    *(played("ISH-PUSH-08", f"{margin}", duel, margin_of(margin), once(ev.PushFailed, margin=margin),
        player("a1", at=(9, 4)), never(ev.ForcedControlled)) for margin in (-4, -3, -2, -1)),
    *(played("ISH-PUSH-09", f"{margin}", duel, margin_of(margin), offers("push", "pull", "leave"),
        do(choose("push"), 1), PASS, player("a1", at=(9, 4)), player("h1", at=(7, 4)), never(ev.ForcedControlled))
        for margin in (-6, -5)),
    *(played("ISH-PUSH-02 ISH-PUSH-05", f"{margin}", duel, margin_of(margin),
        offers("push", "pull", "leave" if margin < 5 else "floor"), choose("push"), PASS,
        player("a1", at=(9 + max(1, margin // 5), 4)), player("h1", at=(8, 4)), never(ev.ForcedControlled))
        for margin in (0, 4, *range(5, 16))),
])  # fmt: skip
def test_margin_gives_these_choices_and_squares(case: Played) -> None:
    case.check()


# Shoves that are crossed on their way, and the windows along it


QUIET = {"reaction_used": True}
WON_BY_3, WON_BY_10, WON_BY_15 = pushes(13, 12), pushes(11, 3), pushes(16, 3)
GO = asked("go", "h1")


def held_by_a1(*h2: int, **more: Any) -> Play:
    """a1 holds the away orb; h2 may be near."""
    return duel(orbs=HELD, home=[man("h2", h2)] if h2 else [], **more)


def square_by_square(game: Play) -> None:
    """Every push went one square, one of them from (10,4)."""
    moves = [(moved.start, moved.to) for moved in all_of(game.events, ev.Pushed)]
    assert {max(abs(start[0] - to[0]), abs(start[1] - to[1])) for start, to in moves} == {1}
    assert (10, 4) in [start for start, _ in moves]


@pytest.mark.parametrize("case", [
    # two squares; in (10,4): 20 + 3 = 23 against 4, down to (10,6)
    played("ISH-PUSH-12 ISH-PROPEL-07", "a holder may propel the orb away in passing and owes no roll", held_by_a1,
        WON_BY_10, let_pass("h1"),
        do(react("a1", "propel", orb="away", ability="str", direction=[0, 1], distance=2), 20),
        orb("away", state="loose", at=(10, 6)), player("a1", at=(11, 4)), never(ev.ForcedControlled), GO),
    # three squares; a1 at (10,4), below it h2, which wins by 2 or by 17
    *(played("ISH-REACT-03 ISH-PUSH-12", f"another push {option} crosses it",
        lambda: duel(a1=QUIET, home=[man("h2", (10, 5), str_mod=3)]), WON_BY_15, let_pass("h1"),
        react("h2", "push_pull", target="a1", ability="str"), do(defend("a1", ability="str"), *dice),
        choose("push", player="h2", **option), PASS, square_by_square, GO)
        for dice, option in [((10, 10), {}), ((19, 4), {"squares": 2})]),
    # three squares earned; 12 + 3 = 15 against 10 + 5
    played("ISH-Q-40 ISH-PUSH-06", "a shorter one shakes the orb less", held_by_a1, WON_BY_15,
        choose("push", squares=1),
        do(forced(), 12), orb("away", holder="a1")),
    # two squares; 20 + 3 − 4 for h1 beside (8,5) = 19 against 10 + 10; one square, right
    played("ISH-PUSH-06 ISH-Q-39", "a pull of two squares counts ten feet", held_by_a1, WON_BY_10,
        choose("pull", path=[[9, 5], [8, 5]]), PASS, do(forced(), 20, 4), PASS, once(ev.ForcedControlled, dc=20),
        orb("away", at=(8, 6))),
    # lost by 5
    played("ISH-PUSH-09 ISH-Q-45 ISH-Q-40", "an actor against a wall stays and stumbles all the same",
        lambda: duel({"at": [8, 7]}, {"at": [8, 6]}), pushes(5, 12), do(choose("push"), 19),
        player("h1", at=(8, 7), prone=True), never(ev.Pushed)),
])  # fmt: skip
def test_shove(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # lost by 3: 10 − 3 is needed; 11 + 3 − 4 × 2 = 6, one less; 9 + 5 − 4 = 10 against 10
    played("ISH-PUSH-07 ISH-CTRL-07 ISH-Q-41", "an orb loose after a free roll", lambda: held_by_a1(10, 5),
        pushes(10, 15), do(forced(), 11), asked("window", "h2", "a1"), let_pass("a1"),
        do(react("h2", "control", orb="away", ability="dex"), 9), orb("away", holder="h2")),
    # won by 5, against the wall; 14 + 3 − 4 × 2 = 9 against 10
    played("ISH-Q-40 ISH-PUSH-06 ISH-CTRL-07", "an orb loose after a shove that moved nobody",
        lambda: duel({"at": [15, 2]}, {"at": [16, 2]}, home=[man("h2", (16, 1))], orbs=HELD), pushes(6, 3),
        let_pass("h1"), do(forced(), 14), orb("away", state="loose", at=(16, 2)), asked("window", "h2")),
    played("ISH-PUSH-02 ISH-PUSH-12 ISH-REACT-01", "the last square of a push",
        lambda: duel(home=[man("h2", (11, 5))]), WON_BY_3, let_pass("h1"), player("a1", at=(10, 4)),
        asked("window", "h2", "a1")),
    # left of home: the orb rolls to (10,3). h2 is beside a1, not beside the orb; first the scattered square, then a1's
    played("ISH-PUSH-12 ISH-Q-41", "the last square also when the orb was lost without a roll",
        lambda: held_by_a1(11, 5, a1=QUIET), WON_BY_3, do(let_pass("h1"), 8), asked("window", "h2"), let_pass("h2"),
        asked("window", "h2"), let_pass("h2"), GO),
])  # fmt: skip
def test_its_windows(case: Played) -> None:
    case.check()
