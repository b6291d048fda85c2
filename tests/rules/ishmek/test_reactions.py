"""Reaction windows: when they open, who is asked, and in which order declared reactions are settled."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import (
    ControlFailed,
    OrbIntercepted,
    OrbMoved,
    OrbRedirected,
    OrderRolled,
    Pushed,
    ReactionDeclared,
    ReactionLapsed,
    ReactionSpent,
    SrRolled,
    WindowOpened,
)
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    asked,
    count,
    do,
    each,
    finds,
    just,
    last,
    never,
    once,
    orb,
    passing,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import SHIELD, Json, act, end_go, let_pass, man, play, react, step
from tests.rules.play import Play, names

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
HELD = {"home": {"holder": "h1"}}
QUIET: dict[str, Any] = {"reaction_used": True}
RELATED = {"reaction_scope": "related"}
GREASER = {"cast_mod": 9, "slots_l1": 1, "spells_l1": [{"name": "grease", "casting_time": "action"}]}
SEIZED = {"away": {"holder": "a1"}}
PUSH_ON = {"type": "choose", "option": "push", "squares": 1}
FARTHER = step("a1", 13, 7)
"""a1's step far from everybody: who is beside the home orb at (3,4) may react."""


def control(player: str, **fields: Any) -> Json:
    return react(player, "control", orb="home", **fields)


def intercept(player: str) -> Json:
    return react(player, "intercept", orb="home")


def propel(distance: int) -> Json:
    """Eastward from h1, made by far."""
    return act("h1", "propel", direction=[1, 0], distance=distance)


def match_of(home: list[Json], away: list[Json] | None = None, go: str = "h1", **more: Any) -> Callable[[], Play]:
    return lambda: play(home, away, go=go, **more)


def around_the_orb(*mates: tuple[int, int], **last_mate: Any) -> Callable[[], Play]:
    """Home players beside the home orb at (3,4); a1 has taken a step far off, and their window is open."""
    home = [man(f"h{i}", at) for i, at in enumerate(mates, start=1)]
    home[-1] |= last_mate

    def game() -> Play:
        opened = play(home, go="a1")
        opened.do(FARTHER)
        return opened

    return game


def launching(x: int, *away: tuple[int, int], mate: tuple[int, int] | None = None, **more: Any) -> Callable[[], Play]:
    """h1 at (x,4) holds the home orb and has no Reaction; away players, and a mate, on the way."""
    home = [man("h1", (x, 4), **QUIET), *([man("h2", mate)] if mate else [])]
    away_team = [man(f"a{i}", at) for i, at in enumerate(away, start=1)]
    return lambda: play(home, away_team, go="h1", orbs=HELD, **more)


def until_at(*square: int) -> Step:
    """Windows pass until the home orb is there."""

    def check(game: Play) -> None:
        while game.orb("home").at != square:
            game.do(let_pass())

    return check


def all_at(*squares: tuple[int, int]) -> Step:
    """a1 lets windows pass, and the home orb is on these squares."""

    def check(game: Play) -> None:
        seen = []
        while game.asks("window"):
            seen.append(game.orb("home").at)
            game.do(let_pass("a1"))
        assert seen == list(squares)

    return check


NO_WINDOW = [do(one) for one in ({"type": "stand", "player": "a1"}, act("a1", "dash"), end_go("a1"))]
BESIDE_A1 = [man("h1", (5, 4), **QUIET), man("h2", (7, 5))]


@pytest.mark.parametrize("case", [
    # the Reaction comes after the arrival
    played("ISH-REACT-01", "after a player has moved", match_of([man("h1", (4, 4))], go="a1"),
        refused(control("h1"), "no_window"), FARTHER, just("stepped", "window_opened"),
        once(WindowOpened, players=("h1",)), player("a1", at=(13, 7)), do(control("h1"), 10),
        once(ReactionDeclared, player="h1"), once(ReactionSpent, name="control")),
    played("ISH-REACT-01", "after an orb has moved", launching(5, (7, 5)), do(propel(2), 15), asked("window", "a1"),
        finds(["orb_moved", "window_opened"], lambda game: names(game.events)[-2:])),
    # 9 + 5 − 4 = 10 against 10: made; 8 gives 9: missed by 1
    *(played("ISH-REACT-01", f"after a Control, rolled {face}",
        match_of([man("h1", (4, 4), **QUIET)], [man("a1", (4, 5))]),
        do(act("h1", "control", orb="home"), face), orb("home", holder=holder), asked("window", "a1"))
        for face, holder in [(9, "h1"), (8, None)]),
    played("ISH-REACT-01", "not when nothing has moved",
        match_of([man("h1", (4, 4)), man("h2", (9, 1))], [man("a1", (10, 1), prone=True)], go="a1"), *NO_WINDOW,
        never(WindowOpened)),
    played("ISH-REACT-01", "who lets it pass spends nothing and is asked again", around_the_orb((4, 4)),
        let_pass("h1"), player("h1", reaction_used=False), asked("go", "a1"), step("a1", 13, 6), asked("window", "h1")),
    # 25 against 10: it will land at (13, 4)
    played("ISH-REACT-02", "after each square of a flight within reach", launching(8, (10, 5)), do(propel(5), 20),
        all_at((9, 4), (10, 4), (11, 4)), each(OrbMoved, to=[(x, 4) for x in range(9, 14)])),
    # 23 against 13: margin 10, two squares
    played("ISH-REACT-02", "after each square of a shove", match_of(BESIDE_A1, [man("a1", (6, 4), **QUIET)], orbs=FAR),
        act("h1", "push_pull", target="a1"), do(let_pass(), 18, 8), {**PUSH_ON, "squares": 2}, player("a1", at=(7, 4)),
        asked("window", "h2"), let_pass("h2"), player("a1", at=(8, 4)), asked("window", "h2")),
    played("ISH-REACT-02", "before the next step", around_the_orb((4, 4)),
        refused(step("a1", 14, 7), "decision_pending"), let_pass("h1"), step("a1", 14, 7), player("a1", at=(14, 7))),
    # a1 17 against 15: margin 2
    played("ISH-REACT-03", "a mover who is shoved goes on from there",
        match_of([man("h1", (8, 4), **QUIET)], [man("a1", (9, 5))], orbs=FAR), step("h1", 9, 4),
        react("a1", "push_pull", target="h1"), do(let_pass("h1"), 12, 10), PUSH_ON, once(Pushed, to=(9, 3)),
        asked("go", "h1"), step("h1", 10, 3), player("h1", at=(10, 3), move_used=2)),
    # 20 against 15: margin 5. Injury 1: none. No Reaction is left: the orb scatters, d8 2 is forward for away.
    played("ISH-REACT-03", "a mover who is floored crawls on without the orb", launching(8, (9, 5)), step("h1", 9, 4),
        react("a1", "push_pull", target="h1"), do(let_pass("h1"), 15, 10), do({"type": "choose", "option": "floor"}, 1,
        2), PASS, player("h1", prone=True), orb("home", holder=None, at=(8, 4)), step("h1", 9, 3), PASS,
        player("h1", move_used=1 + 2)),
    # 20 against 6; 8 + 5 = 13 against 8 + 2 × 3 = 14
    played("ISH-REACT-03", "a flight goes on after a failed intercept", launching(8, (10, 5)), do(propel(3), 15),
        do(intercept("a1"), 8), orb("home", state="loose", at=(11, 4))),
    # order: h1 8 + 5, h2 14 + 5. h2 tries: 5 + 5 = 10 against 10
    played("ISH-REACT-04", "the highest order roll first", around_the_orb((4, 4), (3, 5)), control("h1"),
        do(control("h2"), 8, 14, 5), each(OrderRolled, player=["h1", "h2"], total=[13, 19]), orb("home", holder="h2")),
    # h1 18 + 5 before h2 3 + 5; h1 takes the orb with 5 + 5
    played("ISH-REACT-04 ISH-Q-64", "what is no longer legal lapses and costs nothing",
        around_the_orb((4, 4), (3, 5), cast_mod=4, slots_l1=1, spells_l1=[SHIELD]), control("h1"),
        do(control("h2", spell="shield"), 18, 3, 5), PASS, once(ReactionLapsed, player="h2", name="control"),
        player("h2", reaction_used=False, used_names=(), slots_l1=1)),
    # h1 18 + 5 before h2 3 + 5. h1 4 + 5 = 9, missed by 1. In the window after that h2 lets pass: what it has declared
    # comes anyway, 5 + 5 = 10.
    played("ISH-REACT-04 ISH-Q-64", "the next one tries if the orb is still there", around_the_orb((4, 4), (3, 5)),
        control("h1"), do(control("h2"), 18, 3, 4), once(ControlFailed, player="h1"), passing(5),
        orb("home", holder="h2"), player("h1", reaction_used=True), player("h2", reaction_used=True)),
    # h1 10, h2 10, h3 3 (all + 5); then h1 5, h2 12: h2 tries first, with 5 + 5
    played("ISH-REACT-04", "who ties rolls again", around_the_orb((4, 4), (3, 5), (4, 3)), control("h1"),
        control("h2"), do(control("h3"), 10, 10, 3, 5, 12, 5),
        each(OrderRolled, player=["h1", "h2", "h3", "h1", "h2"], natural=[10, 10, 3, 5, 12]),
        each(SrRolled, player=["h2"]), each(ReactionLapsed, player=["h1", "h3"])),
    played("ISH-REACT-04", "one declaration alone needs no order roll", around_the_orb((4, 4), (3, 5)), control("h1"),
        do(let_pass("h2"), 5), never(OrderRolled), orb("home", holder="h1")),
    # 20 against 8; at (6,4) only a1 has it in reach. a1 stands in the orb's square and goes first: 5 + 5 = 10 against
    # 8 + 2 × 4 = 16. Then a2: 12 + 5 = 17.
    played("ISH-REACT-05", "the nearest interceptor first, without a roll", launching(5, (7, 4), (8, 5)),
        do(propel(4), 15), let_pass("a1"), orb("home", at=(7, 4)), intercept("a2"), do(intercept("a1"), 5, 12),
        never(OrderRolled), each(SrRolled, player=["h1", "a1", "a2"]), once(OrbIntercepted, player="a2")),
    # order: a1 3 + 5, a2 9 + 5. a2 tries: 11 + 5 = 16 against 16
    played("ISH-REACT-05", "equally near ones roll", launching(7, (9, 3), (9, 5)), do(propel(4), 15),
        orb("home", at=(8, 4)), intercept("a1"), do(intercept("a2"), 3, 9, 11), each(OrderRolled, player=["a1", "a2"]),
        once(OrbIntercepted, player="a2")),
    # a2 20 before h1 15. a2 10 + 5 against 12 + 5: lost by 2, nothing. Then h1's Control: 10 + 5 − 4 = 11 against 10.
    played("ISH-REACT-06", "different kinds roll",
        match_of([man("h1", (4, 4))], [man("a1", (12, 7)), man("a2", (5, 4))], go="a1"), FARTHER, control("h1"),
        do(react("a2", "push_pull", target="h1"), 10, 15), each(OrderRolled, player=["h1", "a2"]),
        asked("defend", "h1"), do(let_pass("h1"), 10, 12, 10), orb("home", holder="h1")),
    # h2 stands in the orb's square: distance 0. DC 4 × 2 = 8 for (7, 2); 20 + 5 = 25: margin 17.
    played("ISH-REACT-06", "a redirecting propel before an intercept from beside", launching(5, (8, 5), mate=(7, 4)),
        do(propel(4), 15), until_at(7, 4), intercept("a1"),
        do(react("h2", "propel", orb="home", direction=[0, -1], distance=2), 20), never(OrderRolled),
        once(OrbRedirected, player="h2"), each(SrRolled, player=["h1", "h2"])),
    # h1 19 + 5 − 4 = 20 against 10 + 5 = 15: margin 5
    played("ISH-REACT-07", "a seized orb has moved: one window",
        match_of([man("h1", (8, 4), **QUIET)], [man("a1", (9, 4))], orbs=SEIZED), act("h1", "seize", target="a1"),
        do(let_pass("a1"), 19, 10), orb("away", holder="h1", at=(8, 4)), count(WindowOpened, 1), asked("window", "a1"),
        let_pass("a1"), asked("go", "h1")),
    # 19 + 2 + 9 − 5 = 25 against 10; a1 could push h2
    played("ISH-REACT-07", "also one seized from range 2",
        match_of([man("h1", (7, 4), **GREASER, **QUIET), man("h2", (10, 4), **QUIET)], [man("a1", (9, 4))],
            orbs=SEIZED), act("h1", "seize", target="a1", spell="grease"), do(let_pass("a1"), 19, 5),
        orb("away", at=(7, 4)), once(WindowOpened, players=("a1",))),
    # 20 against 4; a1 and h2 could push each other. 20 + 5 − 4 × 1 = 21 against 8 + 2 × 2 = 12; h1 is not beside a1.
    played("ISH-REACT-07", "an orb intercepted from beside has moved", launching(5, (7, 4), mate=(8, 4)),
        do(propel(2), 15), let_pass(), orb("home", at=(6, 4)), let_pass("h2"), do(intercept("a1"), 20),
        orb("home", holder="a1", at=(7, 4)), last(WindowOpened, players=("h2",)), count(WindowOpened, 3)),
    # The target square, reached as intended: the better of two dice, 16 + 5 − 4 = 17 against 12.
    played("ISH-REACT-07", "one intercepted in the own square has not", launching(5, (7, 4), mate=(8, 4)),
        do(propel(2), 15), let_pass(), let_pass(), orb("home", at=(7, 4)), let_pass("h2"), do(intercept("a1"), 2, 16),
        orb("home", holder="a1"), count(WindowOpened, 3), asked("go", "h1")),
    played("ISH-Q-55", "it need not concern what moved", around_the_orb((4, 4)), do(control("h1"), 10),
        orb("home", holder="h1")),
    # a1 comes beside h1: that concerns it
    played("ISH-Q-55", "by house rule it must",
        match_of([man("h1", (4, 4))], [man("a1", (6, 6), **QUIET)], go="a1", house_rules=RELATED), step("a1", 6, 7),
        never(WindowOpened), refused(control("h1"), "no_window"), step("a1", 5, 6), step("a1", 5, 5),
        asked("window", "h1"), react("h1", "push_pull", target="a1"), asked("defend", "a1")),
    # The orb at (8,4): a2 stands there, a1 beside it; from the launch square (5,4) a1 is 2 and a2 3 squares off.
    # 12 + 5 = 17 against 16
    *(played("ISH-Q-56", f"nearest to the {switch}",
        launching(5, (7, 4), (8, 4), house_rules={"intercept_order": switch}), do(propel(4), 15), until_at(8, 4),
        intercept("a1"), do(intercept("a2"), 12), never(OrderRolled), once(OrbIntercepted, player=first))
        for switch, first in [("current_square", "a2"), ("launch_square", "a1")]),
])  # fmt: skip
def test_reactions(case: Played) -> None:
    case.check()
