"""A push_pull that is won or lost: who moves where, who falls, what becomes of the orb, the forced Control of a holder.

What each margin gives is in `test_push_margins.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.every_game.rows import (
    PASS,
    Played,
    asked,
    do,
    each,
    last,
    never,
    once,
    orb,
    order,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import SHIELD, act, end_go, let_pass, mage, man, pick, react, step
from tests.rules.ishmek.scrum import HELD, SHOVE, choose, defend, duel, forced, pushes
from tests.rules.play import Play, only

QUIET = {"reaction_used": True}
LEAVE, FLOOR, PULL = choose("leave"), choose("floor"), choose("pull")
STRAIGHT_ON = let_pass("h1")
WON_BY_4, WON_BY_3, WON_BY_5, WON_BY_10, WON_BY_15 = (
    pushes(14, 12),  # 14 + 5 = 19 against 12 + 3 = 15
    pushes(13, 12),
    pushes(6, 3),  # 11 against 6
    pushes(11, 3),
    pushes(16, 3),
)


def holding() -> Play:
    """a1 holds the away orb."""
    return duel(orbs=HELD)


def holding_with(*home: tuple[str, tuple[int, int]], **fields: bool) -> Play:
    """a1 holds the away orb, and mates of h1 are near."""
    return duel(home=[man(name, at, **fields) for name, at in home], orbs=HELD)


@pytest.mark.parametrize("case", [
    # h1 has a1 and a2 beside it: 10 + prof 2 + str 3; a1 has h1 and h2 beside it: 10 + prof 2 + str 1
    played("ISH-PUSH-01", "a contest without adjacency penalty",
        lambda: duel(home=[man("h2", (10, 5), **QUIET)], away=[man("a2", (8, 5), **QUIET)]), pushes(10, 10),
        each(ev.SrRolled, player=["h1", "a1"], kind=["push_pull", "push_defence"], opponent=["a1", "h1"],
             total=[15, 13], parts=[[2, 3], [2, 1]]),
        once(ev.ContestSettled, margin=2)),
    # 10 + 2 + 4 against 10 + 2 + 2
    played("ISH-PUSH-01", "Dexterity on both sides", lambda: duel(h1={"dex_mod": 4}, a1={"dex_mod": 2}),
        act("h1", "push_pull", target="a1", ability="dex"), do(defend("a1", ability="dex"), 10, 10),
        each(ev.SrRolled, ability=["dex", "dex"], total=[16, 14])),
    played("ISH-PUSH-02", "a tie: a square away", duel, pushes(10, 12), SHOVE, player("a1", at=(10, 4), prone=False),
        once(ev.Pushed, player="a1", by="h1", start=(9, 4), to=(10, 4))),
    played("ISH-PUSH-02", "won by 4: a square away", duel, WON_BY_4, SHOVE, player("a1", at=(10, 4), prone=False),
        once(ev.Pushed, player="a1", by="h1", start=(9, 4), to=(10, 4))),
    played("ISH-PUSH-02 ISH-Q-39", "won by 4: toward the actor", duel, WON_BY_4, choose("pull", path=[[8, 5]]), PASS,
        player("a1", at=(8, 5))),
    played("ISH-Q-40", "won by 4: left in place", duel, WON_BY_4, LEAVE, PASS, player("a1", at=(9, 4)),
        never(ev.Pushed), asked("go", "h1")),
    played("ISH-Q-38", "straight on along a diagonal", lambda: duel(a1={"at": [9, 5]}), WON_BY_3, SHOVE,
        player("a1", at=(10, 6))),
    played("ISH-Q-38", "not to a neighbour of the line", duel, WON_BY_3,
        refused(choose("push", path=[[10, 3]]), "bad_destination")),
    played("ISH-Q-38", "by house rule to a neighbour of the line", lambda: duel(house_rules={"push_fan": "on"}),
        WON_BY_3, refused(choose("push", path=[[9, 3]]), "bad_destination"),  # 90 degrees off the line
        choose("push", path=[[10, 3]]), PASS, player("a1", at=(10, 3))),
    played("ISH-Q-39", "a pull goes square by square beside both", duel, WON_BY_10,
        refused(choose("pull", path=[[10, 5]]), "bad_destination"),  # not beside h1
        refused(choose("pull", path=[[7, 4]]), "bad_destination"),  # not beside a1
        choose("pull", path=[[9, 5], [8, 5]]), PASS, player("a1", at=(8, 5)), each(ev.Pushed, to=[(9, 5), (8, 5)])),
    played("ISH-Q-39", "by house rule to the other side", lambda: duel(house_rules={"pull": "swap"}), WON_BY_3,
        choose("pull", path=[[7, 4]]), PASS, player("a1", at=(7, 4))),
    played("ISH-Q-40 ISH-Q-62 ISH-ARENA-08", "stops before the third scoring square of one team",
        lambda: duel({"at": [14, 5]}, {"at": [15, 5]}, away=[man("a2", (16, 3), **QUIET), man("a3", (16, 4), **QUIET)]),
        WON_BY_3, SHOVE, player("a1", at=(15, 5))),
])  # fmt: skip
def test_push_won_by_less_than_5(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 10 + 2 + 1 = 13 against 10 + 3; h1 is two squares away
    played("ISH-PUSH-03 ISH-PUSH-12", "keeps the orb at 10 and the margin", holding, WON_BY_3, STRAIGHT_ON,
        do(forced(), 10), PASS, once(ev.Pushed, orbs=("away",)),
        once(ev.ForcedControlled, player="a1", orb="away", dc=13, made=True, rolled=True), orb("away", holder="a1"),
        player("a1", reaction_used=True)),
    # 12 against 13; forward in the frame of home, whose push it was
    played("ISH-PUSH-03 ISH-Q-05", "loses it one square away", holding, WON_BY_3, STRAIGHT_ON, do(forced(), 9, 2), PASS,
        once(ev.OrbScattered, start=(10, 4), to=(11, 4), cause="h1"), orb("away", state="loose", at=(11, 4))),
    # the d8 alone: left of home is toward row 1
    played("ISH-PUSH-03 ISH-Q-41", "without a Reaction it rolls nothing", lambda: duel(a1=QUIET, orbs=HELD), WON_BY_3,
        do(STRAIGHT_ON, 8), once(ev.ForcedControlled, made=False, rolled=False), orb("away", at=(10, 3)),
        each(ev.SrRolled, kind=["push_pull", "push_defence"])),
    # 17 + 2 + 1 = 20; h1 at (8,4) is not adjacent to (10,5)
    played("ISH-PUSH-04", "floored it keeps the orb at 20", holding, WON_BY_5, do(choose("floor", path=[[10, 5]]), 1),
        do(forced(), 17), PASS, once(ev.ForcedControlled, dc=20, made=True), orb("away", holder="a1")),
    # 6 is back, toward home's own wall
    played("ISH-PUSH-04", "floored it loses it at 19", holding, WON_BY_5, do(choose("floor", path=[[10, 5]]), 1),
        do(forced(), 16, 6), PASS, once(ev.ForcedControlled, dc=20, made=False), orb("away", holder=None, at=(9, 5))),
    # 5 + 3 − 4 for h1 beside it = 4 against 20
    played("ISH-PUSH-04 ISH-PUSH-12", "fall and injury come before the roll and its scatter", holding, WON_BY_5,
        do(FLOOR, 1), do(forced(), 5, 4), PASS,
        order(ev.Floored, ev.InjuryRolled, ev.ForcedControlled, ev.OrbScattered)),
    # 2 + 3 = 5; 4 is right: toward row 7
    played("ISH-PUSH-06", "shoved 5 feet: DC 15, 1 square", holding, WON_BY_5, SHOVE, do(forced(), 2, 4), PASS,
        once(ev.ForcedControlled, dc=15, made=False), each(ev.OrbScattered, to=[(10, 5)]), orb("away", at=(10, 5))),
    played("ISH-PUSH-06", "shoved 10 feet: DC 20, 1 square", holding, WON_BY_10, SHOVE, do(forced(), 2, 4), PASS,
        once(ev.ForcedControlled, dc=20, made=False), each(ev.OrbScattered, to=[(11, 5)]), orb("away", at=(11, 5))),
    played("ISH-PUSH-06", "shoved 15 feet: DC 25, 2 squares", holding, WON_BY_15, SHOVE, do(forced(), 2, 4, 4), PASS,
        once(ev.ForcedControlled, dc=25, made=False), each(ev.OrbScattered, to=[(12, 5), (12, 6)]),
        orb("away", at=(12, 6))),
    # 17 + 3 = 20 against 10 + 10
    played("ISH-PUSH-06", "shoved it keeps the orb", holding, WON_BY_10, SHOVE, do(forced(), 17), PASS,
        orb("away", holder="a1"), player("a1", at=(11, 4))),
    # 14 + 3 − 4 for h2 beside (10,4) = 13 against 13
    played("ISH-PUSH-12 ISH-CTRL-03", "counts who is adjacent to the last square",
        lambda: holding_with(("h2", (11, 5)), **QUIET), WON_BY_3, STRAIGHT_ON, do(forced(), 14), PASS,
        last(ev.SrRolled, kind="forced_control", total=13, target=13, parts=[2, 1, -4]), orb("away", holder="a1")),
    # 20 + 3 − 4 = 19 against 13
    played("ISH-PUSH-12", "rolls before the window of the last square", lambda: holding_with(("h2", (11, 5))), WON_BY_3,
        STRAIGHT_ON, asked("forced_control", "a1"), do(forced(), 20), asked("window", "h2")),  # who may seize now
    # 15 + 5 − 4 = 16 against 5 + 3: by 8
    played("ISH-PUSH-12", "rolls nothing once the orb was seized on the way", lambda: holding_with(("h2", (11, 5))),
        WON_BY_10, STRAIGHT_ON, react("h2", "seize", target="a1", ability="dex"), let_pass("a1"),
        do(defend("a1", ability="str"), 15, 5), PASS, orb("away", holder="h2"), player("a1", at=(11, 4)),
        never(ev.ForcedControlled), asked("go", "h1")),
    # 20 + 3 − 4 × 5 = 3 against 13
    played("ISH-Q-39 ISH-Q-40", "a pull without a free square leaves it there, shaken",
        lambda: holding_with(("h2", (8, 3)), ("h3", (8, 5)), ("h4", (9, 3)), ("h5", (9, 5)), **QUIET), WON_BY_3, PULL,
        do(forced(), 20, 4), PASS, player("a1", at=(9, 4)), never(ev.Pushed), orb("away", at=(9, 5))),
    # 13 + 3 − 4 = 12 against 10 + 3
    played("ISH-Q-40", "against the wall it is shaken all the same",
        lambda: duel({"at": [15, 2]}, {"at": [16, 2]}, orbs=HELD), WON_BY_3, STRAIGHT_ON, do(forced(), 13, 4), PASS,
        player("a1", at=(16, 2)), once(ev.PushStopped, at=(16, 2)), orb("away", at=(16, 3))),
    # three squares, a2 stands after one; 11 + 3 = 14 against 10 + 5; ceil(5 / 10) = 1 square
    played("ISH-Q-40 ISH-PUSH-06", "a shove that is stopped counts the feet really moved",
        lambda: duel(away=[man("a2", (11, 4), **QUIET)], orbs=HELD), WON_BY_15, STRAIGHT_ON, PASS, do(forced(), 11, 4),
        PASS, player("a1", at=(10, 4)), once(ev.ForcedControlled, dc=15), orb("away", at=(10, 5))),
    # the vessel (15,4) is in the way; 10 + 3 − 4 = 9 against 10 + 0
    played("ISH-Q-40", "a shove that moves nobody leaves the orb in the square",
        lambda: duel({"at": [13, 4]}, {"at": [14, 4]}, orbs=HELD), WON_BY_15, STRAIGHT_ON, do(forced(), 10), PASS,
        once(ev.ForcedControlled, dc=10), orb("away", state="loose", at=(14, 4)), never(ev.OrbScattered)),
])  # fmt: skip
def test_a_holder_that_lost(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("ISH-PUSH-04", "lies in its own square", duel, WON_BY_5, do(FLOOR, 9), PASS,
        player("a1", at=(9, 4), prone=True), once(ev.InjuryRolled, player="a1", total=9, parts=[])),
    played("ISH-PUSH-04", "is put into a free square beside its own", duel, WON_BY_5,
        do(choose("floor", path=[[10, 5]]), 1), PASS, once(ev.Floored, player="a1", by="h1", start=(9, 4), at=(10, 5)),
        player("a1", at=(10, 5), prone=True)),
    played("ISH-Q-23", "by exactly 5", duel, WON_BY_5, do(FLOOR, 1), player("a1", prone=True)),
    played("ISH-Q-23", "not by exactly 5 by house rule", lambda: duel(house_rules={"exact_five": "small"}), WON_BY_5,
        refused(FLOOR, "choice_not_available"), STRAIGHT_ON, PASS, player("a1", at=(10, 4))),
])  # fmt: skip
def test_floored(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    *(
        # mine + 5 against 6
        played("ISH-PUSH-05", f"won by {mine - 1}: {squares} squares", duel, pushes(mine, 3), SHOVE,
            player("a1", at=(9 + squares, 4), prone=False), each(ev.Pushed, player=["a1"] * squares))
        for mine, squares in [(6, 1), (10, 1), (11, 2), (15, 2), (16, 3)]
    ),
    played("ISH-Q-40", "shorter than earned, but not nothing", duel, WON_BY_15, refused(LEAVE, "choice_not_available"),
        refused(choose("push", squares=0), "choice_not_available"), choose("push", squares=1), PASS,
        player("a1", at=(10, 4))),
])  # fmt: skip
def test_shove(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # each may push the other
    played("ISH-PUSH-12", "before the next square", lambda: duel(home=[man("h2", (11, 5))]), WON_BY_15, STRAIGHT_ON,
        player("a1", at=(10, 4)), asked("window", "h2", "a1"), let_pass("h2"), let_pass("a1"),
        player("a1", at=(11, 4)), PASS, player("a1", at=(12, 4))),
])  # fmt: skip
def test_squares_passed_in_a_shove_have_their_windows(case: Played) -> None:
    case.check()


# Lost, and the forced Control


MAGE = {**mage("a1"), "at": [9, 4]}
LOST_BY_3 = pushes(10, 15)  # 10 + 5 = 15 against 15 + 3 = 18
LOST_BY_5 = pushes(5, 12)
CONTROL = act("a1", "control", orb="away")


def holder(house_rules: dict[str, Any] | None = None, **a1: Any) -> Play:
    """a1 holds the away orb."""
    return duel(a1=a1, orbs=HELD, house_rules=house_rules)


def spent_by_force(game: Play) -> None:
    """The Reaction of a1 was spent, and not of its own will."""
    assert only([e for e in game.events if getattr(e, "player", "") == "a1"], ev.ReactionSpent).forced


def control_not_used(game: Play) -> None:
    assert "control" not in game.player("a1").used_names


@pytest.mark.parametrize("case", [
    # 8 + 3 − 4 for h1 beside it = 7 against 10 − 3
    played("ISH-PUSH-07", "keeps the orb at 10 less the margin", holder, LOST_BY_3, do(forced(), 8), PASS,
        once(ev.ForcedControlled, dc=7, made=True), orb("away", holder="a1"),
        player("a1", reaction_used=False, action_used=False)),
    # 6 or 3 against 7
    *(played("ISH-PUSH-07 ISH-Q-42", f"missed by {7 - total}: loose in the square", holder, LOST_BY_3,
        do(forced(), total + 1), PASS, orb("away", state="loose", at=(9, 4)), never(ev.OrbScattered))
        for total in (6, 3)),
    # 3 + 3 − 4 = 2 against 7; 2 is forward, for home +x
    played("ISH-PUSH-07 ISH-Q-05", "missed by 5: a square off in the frame of the pusher", holder, LOST_BY_3,
        do(forced(), 3, 2), PASS, once(ev.OrbScattered, start=(9, 4), to=(10, 4), cause="h1")),
    # 6 against 7
    played("ISH-Q-42", "by house rule any miss scatters", lambda: holder({"small_loss_fail": "scatter_1"}), LOST_BY_3,
        do(forced(), 7, 2), PASS, orb("away", at=(10, 4))),
    # 7 against 7
    played("ISH-PUSH-07 ISH-Q-41", "rolls though its Reaction is spent", lambda: holder(**QUIET), LOST_BY_3,
        do(forced(), 8), once(ev.ForcedControlled, made=True, rolled=True)),
    # 6 + 3 + 2 − 4 = 7 against 7; the Burn is paid once the push is done: 7 + 2
    played("ISH-PUSH-07 ISH-Q-41", "may burn and take no spell",
        lambda: holder(cast_mod=0, slots_l1=1, spells_l1=[SHIELD]), LOST_BY_3,
        refused(forced(spell="shield"), "spell_not_allowed"), do(forced(ability="str", burn=2), 6),
        lambda game: game.pass_all(dice=[7]), orb("away", holder="a1"), once(ev.InjuryRolled, total=9)),
    # 15 against 19
    played("ISH-PUSH-08", "who holds nothing is not moved", duel, pushes(10, 16), once(ev.PushFailed, margin=-4),
        player("h1", at=(8, 4)), player("a1", at=(9, 4)), asked("go", "h1")),
    # 10 against 15
    played("ISH-Q-23", "by exactly 5 by house rule", lambda: duel(house_rules={"exact_five": "small"}), LOST_BY_5,
        once(ev.PushFailed, margin=-5), never(ev.StumbleRolled)),
])  # fmt: skip
def test_lost_by_1_to_4(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("ISH-PUSH-09", "the target may push the actor", duel, LOST_BY_5, asked("choose", "a1"),
        do(choose("push"), 18, by="away"), PASS, once(ev.Pushed, player="h1", by="a1", to=(7, 4))),
    played("ISH-PUSH-09", "or pull it", duel, LOST_BY_5, do(choose("pull", path=[[9, 5]]), 18), PASS,
        player("h1", at=(9, 5))),
    # 6 against 23
    played("ISH-PUSH-09", "one square whatever the margin", duel, pushes(1, 20),
        refused(choose("push", squares=2), "choice_not_available"), refused(choose("floor"), "choice_not_available"),
        do(choose("push"), 18), player("h1", at=(7, 4))),
    played("ISH-PUSH-09", "the actor takes its orb along without a roll", lambda: duel(orbs={"home": {"holder": "h1"}}),
        LOST_BY_5, do(choose("push"), 18), PASS, once(ev.Pushed, orbs=("home",)), orb("home", holder="h1"),
        never(ev.ForcedControlled)),
    played("ISH-PUSH-09 ISH-Q-45", "left in place it may stumble all the same", duel, LOST_BY_5, do(let_pass("a1"), 19),
        player("h1", at=(8, 4), prone=True), never(ev.Pushed)),
    *(played("ISH-PUSH-10", f"{'falls' if prone else 'stands'} on {die}", duel, LOST_BY_5, do(choose("push"), die),
        player("h1", prone=prone), once(ev.StumbleRolled, total=die), never(ev.InjuryRolled))
        for die, prone in ((18, False), (19, True))),
    played("ISH-PUSH-10", "rolls for injury on a 20", duel, LOST_BY_5, do(choose("push"), 20, 14),
        once(ev.InjuryRolled, player="h1", total=14, injury="shook"), player("h1", prone=True)),
    # 2 + 3 = 5 against 10 − 5; h1 is two squares away
    played("ISH-PUSH-11", "a holder keeps the orb with the Reaction at 10 less the margin", holder, LOST_BY_5,
        do(choose("push"), 1), do(forced(), 2), PASS, once(ev.ForcedControlled, dc=5, made=True),
        player("a1", reaction_used=True)),
    played("ISH-PUSH-11", "a miss by 1 scatters too", holder, LOST_BY_5, do(choose("push"), 1), do(forced(), 1, 4),
        PASS, once(ev.ForcedControlled, dc=5, made=False), player("a1", reaction_used=True), orb("away", at=(9, 5)),
        once(ev.OrbScattered, cause="h1")),
    # 6 against 18: lost by 12; 1 + 3 − 4 = 0 against −2
    played("ISH-PUSH-11", "the DC falls below 0 and is rolled still", holder, pushes(1, 15), do(let_pass("a1"), 1),
        do(forced(), 1), PASS, once(ev.ForcedControlled, dc=-2, made=True, rolled=True)),
    # the stumble d20, then the d8
    played("ISH-PUSH-11", "without a Reaction the orb is lost without a roll", lambda: holder(**QUIET), LOST_BY_5,
        do(choose("push"), 1, 2), once(ev.ForcedControlled, rolled=False), orb("away", at=(10, 4))),
    # prone: it crawls
    played("ISH-Q-45 ISH-PUSH-10 ISH-PUSH-11", "shift, stumble, injury, forced roll, and the go goes on", holder,
        LOST_BY_5, do(choose("push"), 20, 3), do(forced(), 20), PASS,
        order(ev.Pushed, ev.StumbleRolled, ev.Floored, ev.InjuryRolled, ev.ForcedControlled), asked("go", "h1"),
        step("h1", 6, 4), player("h1", move_used=2)),
])  # fmt: skip
def test_lost_by_5_and_more(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # passing rolls with the best ability: 10 + 2 + 1 = 13
    played("ISH-Q-41", "cannot be declined and spends the Reaction", holder, WON_BY_3, let_pass("h1"),
        do(let_pass("a1"), 10), once(ev.ForcedControlled, made=True), spent_by_force),
    played("ISH-Q-41", "is not barred by the action Control", lambda: holder(used_names=["control"]), WON_BY_3,
        let_pass("h1"), do(forced(), 10), once(ev.ForcedControlled, rolled=True)),
    # 12 against 13; the orb rolls to (11,4); then 7 + 3 = 10 against 10
    played("ISH-Q-41", "does not bar it", holder, WON_BY_3, let_pass("h1"), do(forced(), 9, 2), PASS, control_not_used,
        end_go("h1"), pick("a1"), do(CONTROL, 7), orb("away", holder="a1")),
    # not made without a roll, the d8 falls
    played("ISH-Q-41", "by house rule is barred", lambda: holder({"forced_counts_as_control": "on"},
            used_names=["control"]), WON_BY_3, do(let_pass("h1"), 2), once(ev.ForcedControlled, rolled=False)),
    played("ISH-Q-41", "by house rule bars", lambda: holder({"forced_counts_as_control": "on"}), WON_BY_3,
        let_pass("h1"), do(forced(), 9, 2), PASS, end_go("h1"), pick("a1"), refused(CONTROL, "same_action_twice")),
    # 6 + 2 + 1 + 4 = 13 against 13
    played("ISH-Q-41 ISH-SPELL-01", "takes a reaction spell", lambda: holder(**{**MAGE, "cast_mod": 1}), WON_BY_3,
        let_pass("h1"), refused(forced(spell="grease"), "wrong_casting_time"),
        do(forced(ability="cast", spell="shield"), 6), orb("away", holder="a1"), player("a1", slots_l1=1)),
    # nobody moves: the attempt alone can be what h2 reacts to; 20 + 3 − 8 = 15 against 13
    played("ISH-Q-41 ISH-CTRL-07", "opens the window of a Control",
        lambda: duel(home=[man("h2", (10, 5))], orbs=HELD), WON_BY_3, choose("leave"), do(forced(), 20),
        asked("window", "h2")),
])  # fmt: skip
def test_forced_control(case: Played) -> None:
    case.check()


PUSH, SEIZE = (act("h1", name, target="a1", ability="str") for name in ("push_pull", "seize"))


@pytest.mark.parametrize("case", [
    # 12 against 14: lost by 2
    played("ISH-Q-37", "may burn and pays after the actor", duel, {**PUSH, "burn": 2},
        do(defend("a1", ability="str", burn=4), 5, 7, 3, 4), each(ev.SrRolled, total=[12, 14], parts=[[2, 3, 2],
            [2, 1, 4]]), each(ev.InjuryRolled, player=["h1", "a1"], total=[5, 8])),
    played("ISH-Q-37", "may add no spell", lambda: duel(a1=MAGE), PUSH,
        refused(defend("a1", ability="str", spell="shield"), "spell_not_allowed"),
        refused(defend("a1", ability="cast"), "ability_not_allowed")),
    played("ISH-Q-37", "pays nothing and may have nothing left",
        lambda: duel(a1={"action_used": True, "reaction_used": True, "used_names": ["push_pull"]}), pushes(10, 16),
        player("a1", used_names=("push_pull",)), never(ev.ReactionSpent)),
    # two opponents beside it cost a defender nothing
    played("ISH-Q-37", "against a seize has any ability; passing takes the best",
        lambda: duel(a1={**MAGE, "cast_mod": 4}, home=[man("h2", (10, 4), **QUIET)], orbs=HELD), SEIZE,
        do(let_pass("a1"), 10, 10), each(ev.SrRolled, kind=["seize", "seize_defence"], ability=["str", "cast"],
            total=[11, 16])),
])  # fmt: skip
def test_who_defends(case: Played) -> None:
    case.check()
