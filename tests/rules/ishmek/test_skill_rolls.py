"""Skill rolls: what goes into them, which ability may be used, and Burns. Spells are in test_spells."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import BurnDeclared, GoEnded, InjuryRolled, OrbControlled, OrderRolled, SrRolled
from tests.rules.every_game.rows import (
    Played,
    asked,
    count,
    do,
    each,
    finds,
    illegal,
    last,
    needs,
    never,
    once,
    orb,
    order,
    played,
    player,
    refused,
    unread,
)
from tests.rules.ishmek.arena import GREASE, SHIELD, Json, act, end_go, let_pass, mage, man, play, react, step
from tests.rules.play import Play, all_of, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
HELD = {"home": {"holder": "h1"}}
CONTROL = act("h1", "control", orb="home")
PUSH = act("h1", "push_pull", target="a1")
SEIZE = act("h1", "seize", target="a1")
REACTS = react("h1", "control", orb="home")
H2_REACTS = react("h2", "control", orb="home")
QUIET: dict[str, Any] = {"reaction_used": True}
EVERYTHING = mage("h1", (4, 4), spells_l1=[GREASE], injuries=["shook"], **QUIET,
    sr_mods=[{"kind": "control", "amount": 1, "note": "cheered on"}, {"kind": "propel", "amount": 7}])  # fmt: skip


def alone(h1: Json, *away: Json) -> Callable[[], Play]:
    """h1's go; at (4,4) the loose home orb is beside it."""
    return lambda: play([h1], [*away] or None, go="h1")


def facing(h1: Json, *away: Json, orbs: Any = FAR, home: tuple[Json, ...] = ()) -> Callable[[], Play]:
    return lambda: play([h1, *home], [*away], go="h1", orbs=orbs)


def windowed(*home: Json, away: tuple[Json, ...] = (), **house_rules: str) -> Callable[[], Play]:
    """a9 has taken a step far off; who is beside the home orb at (3,4) may react."""

    def game() -> Play:
        opened = play([*home], [*away, man("a9", (12, 7))], go="a9", house_rules=house_rules)
        opened.do(step("a9", 13, 7))
        return opened

    return game


def opponents(*squares: tuple[int, int]) -> list[Json]:
    return [man(f"a{i}", at, **QUIET) for i, at in enumerate(squares, start=1)]


def by_order(game: Play) -> list[str]:
    """Who rolled for the order, the highest first."""
    totals = {roll.player: roll.total for roll in all_of(game.events, OrderRolled)}
    return sorted(totals, key=totals.__getitem__, reverse=True)


BOTH = windowed(man("h1", (4, 4)), man("h2", (3, 5)))
BESIDE = [(3, 5), (4, 5), (5, 5)]


@pytest.mark.parametrize("case", [
    # d20 10, prof 2, cast 4, burn 4, spell 4, one opponent beside −4, Shook −2, GM +1; the +7 is for propel alone. The
    # Burn injury: 3 + 4, none.
    played("ISH-SR-01", "all parts are listed", alone(EVERYTHING, *opponents((5, 5))),
        do({**CONTROL, "burn": 4, "spell": "grease"}, 10, 3),
        once(SrRolled, parts=[2, 4, 4, 4, -4, -2, 1], player="h1", kind="control", ability="cast", total=19, target=10,
            success=True, margin=9)),
    played("ISH-SR-01", "a contest names the opponent", facing(man("h1", (8, 4)), man("a1", (9, 4))), PUSH,
        do(let_pass(), 3, 12), each(SrRolled, kind=["push_pull", "push_defence"], player=["h1", "a1"],
            opponent=["a1", "h1"], total=[8, 17])),
    # prof 2 + cast 4, dex 3 or str 1
    *(played("ISH-SR-02", f"a caster with {ability}", alone(mage("h1", (4, 4))),
        needs({**CONTROL, "ability": ability}, bonus=bonus))
        for ability, bonus in [("cast", 6), ("dex", 5), ("str", 3)]),
    *(played("ISH-SR-02", f"without magic with {ability}", alone(man("h1", (4, 4))),
        needs({**CONTROL, "ability": ability}, bonus=bonus), refused({**CONTROL, "ability": "cast"}, "no_spellcasting"))
        for ability, bonus in [("dex", 5), ("str", 3)]),
    *(played("ISH-SR-02", f"else with the best: {bonus}", alone(h1), needs(CONTROL, bonus=bonus)) for h1, bonus in [
        (mage("h1", (4, 4)), 6), (mage("h1", (4, 4), cast_mod=0), 5), (man("h1", (4, 4), str_mod=9), 11)]),
    *(played("ISH-SR-03", f"a push with {ability} on both sides", facing(mage("h1", (8, 4)), mage("a1", (9, 4))),
        refused({**PUSH, "ability": "cast"}, "ability_not_allowed"), {**PUSH, "ability": ability},
        refused({"type": "defend", "player": "a1", "ability": "cast"}, "ability_not_allowed"),
        needs({"type": "defend", "player": "a1", "ability": ability}, bonus=bonus),
        needs({"type": "defend", "player": "a1", "ability": ability}, 10, bonus=bonus))
        for ability, bonus in [("dex", 5), ("str", 3)]),
    # 10 + 2 + 3, 10 + 2 + 4
    played("ISH-SR-03", "a mage pushes with the better of the two",
        facing(mage("h1", (8, 4)), mage("a1", (9, 4), str_mod=4)), PUSH, do(let_pass(), 10, 10),
        each(SrRolled, ability=["dex", "str"], total=[15, 16])),
    # Both prof 2 + dex 3. h1 tries first: 5 + 2 + 9 = 16 against 10, so h2's turn never comes.
    played("ISH-SR-03", "an order roll with Dexterity, even by a mage",
        windowed(mage("h1", (4, 4), cast_mod=9, spells_l1=[]), man("h2", (3, 5), str_mod=9)), REACTS,
        do(H2_REACTS, 14, 8, 5), each(OrderRolled, player=["h1", "h2"], total=[19, 13]), once(SrRolled, total=16)),
    played("ISH-SR-03", "no other can be named for it", BOTH, unread({**REACTS, "order_ability": "str"})),
    *(played("ISH-SR-04", f"{face} + 5 against 10", alone(man("h1", (4, 4))), do(CONTROL, face),
        once(SrRolled, total=face + 5, target=10, success=made), orb("home", holder="h1" if made else None))
        for face, made in [(4, False), (5, True), (6, True)]),
    # 1 + 5 = 6 against 5
    played("ISH-SR-04", "a natural 1 may succeed", alone(man("h1", (3, 4))), do(CONTROL, 1),
        once(SrRolled, success=True), orb("home", holder="h1")),
    # 20 + 5 − 4 × 4 = 9 against 10
    played("ISH-SR-04", "a natural 20 may fail",
        alone(man("h1", (4, 4)), *opponents((5, 3), (5, 4), (5, 5), (4, 5))), do(CONTROL, 20),
        once(SrRolled, total=9, success=False)),
    # mates do not count, nor who is two squares off
    *(played("ISH-SR-05", f"{number} beside take 4 each from a Control",
        facing(man("h1", (4, 4)), *opponents(*BESIDE[:number]), man("a9", (6, 4), **QUIET), orbs=None,
            home=(man("h2", (4, 3), **QUIET),)),
        needs(CONTROL, bonus=5 - 4 * number)) for number in range(4)),
    # a1 itself and a2; two opponents beside a1 do not count
    played("ISH-SR-05", "also from a seize, not from its defence",
        facing(man("h1", (8, 4)), man("a1", (9, 4)), man("a2", (7, 4)), orbs={"away": {"holder": "a1"}},
            home=(man("h2", (10, 4)),)), SEIZE, needs(let_pass(), bonus=5 - 8), needs(let_pass(), 10, bonus=5)),
    played("ISH-SR-05", "nothing from a propel", facing(man("h1", (8, 4)), *opponents((9, 5)), orbs=HELD),
        needs(act("h1", "propel", direction=[0, -1], distance=2), bonus=5)),
    played("ISH-SR-05", "nothing from a push or its defence",
        facing(man("h1", (8, 4)), man("a1", (9, 4)), man("a2", (7, 4)), home=(man("h2", (10, 4)),)), PUSH,
        needs(let_pass(), bonus=5), needs(let_pass(), 10, bonus=5)),
    # 15 against 8; at the launch square a1 has both h1 and h2 beside it
    played("ISH-SR-05", "also from an intercept",
        facing(man("h1", (8, 4), **QUIET), man("a1", (9, 3)), orbs=HELD, home=(man("h2", (10, 2), **QUIET),)),
        do(act("h1", "propel", direction=[1, 0], distance=4), 10), needs(react("a1", "intercept", orb="home"),
        bonus=5 - 8)),
    # 14 + 5 before 8 + 5; h1's Control itself has the −4
    played("ISH-SR-05", "nothing from an order roll",
        windowed(man("h1", (4, 4)), man("h2", (3, 5)), away=(man("a1", (4, 5), **QUIET),)), REACTS,
        needs(H2_REACTS, by="h1", bonus=5), needs(H2_REACTS, 14, 8, by="h1", bonus=1)),
    # 15 against 6: the orb will land at (8,4); from (7,4) it is beside a1. DC 8 + 2 × 3
    *(played("ISH-SR-06", f"advantage: {faces}", facing(man("h1", (5, 4)), man("a1", (8, 4)), orbs=HELD),
        do(act("h1", "propel", direction=[1, 0], distance=3), 10), let_pass("a1"),
        do(react("a1", "intercept", orb="home"), *faces),
        last(SrRolled, advantage=True, total=max(faces) + 5, target=14, success=max(faces) >= 9,
            dice=tuple((20, face, face == max(faces)) for face in faces)))
        for faces in [(4, 12), (12, 4), (3, 8)]),
    # h1 18 + 5 before h2 12 + 5; h1's Control 5 + 5 reaches 10. By house rule h1 has two dice, the lower counts: 6 + 5
    # after h2's 12 + 5; h2's Control 5 + 5
    *(played("ISH-Q-44 ISH-REACT-04", f"an order roll by who lies prone: {switch}",
        windowed(man("h1", (4, 4), prone=True), man("h2", (3, 5)), prone_sr=switch), REACTS, do(H2_REACTS, *dice),
        finds(order, by_order), orb("home", holder=order[0]))
        for switch, dice, order in [("none", (18, 12, 5), ["h1", "h2"]),
                                    ("disadvantage", (18, 6, 12, 5), ["h2", "h1"])]),
])  # fmt: skip
def test_skill_rolls(case: Played) -> None:
    case.check()


# What the GM puts on rolls


@rule("ISH-SR-01", "ISH-SPELL-06")
@pytest.mark.parametrize(
    ("amounts", "own", "other"),
    [({"any": 2}, 2, 2), ({"any": -3}, -3, -3), ({"any": 2, "KIND": 1}, 3, 2), ({"KIND": 4}, 4, 0)],
)
@pytest.mark.parametrize("kind", ["control", "order", "push_pull", "push_defence", "propel"])
def test_a_modifier_for_any_roll_is_in_every_roll(kind: str, amounts: dict[str, int], own: int, other: int) -> None:
    """`KIND` is the kind of the roll; `other` is what a roll of another kind has of these."""
    mods = [{"kind": kind if name == "KIND" else name, "amount": amount} for name, amount in amounts.items()]
    assert bonus_of(kind, mods) == 5 + own
    assert bonus_of("propel" if kind != "propel" else "control", mods) == 5 + other


def bonus_of(kind: str, mods: list[Json]) -> int:
    """What is added to the die of such a roll by a player with +5 who has these modifiers."""
    modified = {"sr_mods": mods}
    if kind == "control":
        return play([man("h1", (4, 4), **modified)], go="h1").needs(CONTROL).bonus
    if kind == "propel":
        game = play([man("h1", (8, 4), **modified)], go="h1", orbs=HELD)
        return game.needs(act("h1", "propel", direction=[0, -1], distance=2)).bonus
    if kind == "order":
        game = windowed(man("h1", (4, 4), **modified), man("h2", (3, 5)))()
        game.do(REACTS)
        return game.needs(H2_REACTS).bonus
    pusher, target = (modified, {}) if kind == "push_pull" else ({}, modified)
    game = facing(man("h1", (8, 4), **pusher), man("a1", (9, 4), **target))()
    game.do(PUSH)
    return game.needs(let_pass(), dice=[] if kind == "push_pull" else [10]).bonus


# Burns


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
