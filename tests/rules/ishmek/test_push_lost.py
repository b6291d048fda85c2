"""A push_pull that is lost, and the forced Control that a shaken holder owes."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.every_game.rows import PASS, Played, asked, do, each, never, once, orb, order, played, player, refused
from tests.rules.ishmek.arena import SHIELD, act, end_go, let_pass, mage, man, pick, step
from tests.rules.ishmek.scrum import HELD, choose, defend, duel, forced, pushes
from tests.rules.play import Play, only

QUIET = {"reaction_used": True}
MAGE = {**mage("a1"), "at": [9, 4]}
LOST_BY_3 = pushes(10, 15)  # 10 + 5 = 15 against 15 + 3 = 18
LOST_BY_5 = pushes(5, 12)
WON_BY_3 = pushes(13, 12)
CONTROL = act("a1", "control", orb="away")


def holding(house_rules: dict[str, Any] | None = None, **a1: Any) -> Play:
    """a1 holds the away orb."""
    return duel(a1=a1, orbs=HELD, house_rules=house_rules)


def spent_by_force(game: Play) -> None:
    """The Reaction of a1 was spent, and not of its own will."""
    assert only([e for e in game.events if getattr(e, "player", "") == "a1"], ev.ReactionSpent).forced


def control_not_used(game: Play) -> None:
    assert "control" not in game.player("a1").used_names


@pytest.mark.parametrize("case", [
    # 8 + 3 − 4 for h1 beside it = 7 against 10 − 3
    played("ISH-PUSH-07", "keeps the orb at 10 less the margin", holding, LOST_BY_3, do(forced(), 8), PASS,
        once(ev.ForcedControlled, dc=7, made=True), orb("away", holder="a1"),
        player("a1", reaction_used=False, action_used=False)),
    # 6 or 3 against 7
    *(
        played("ISH-PUSH-07 ISH-Q-42", f"missed by {7 - total}: loose in the square", holding, LOST_BY_3,
            do(forced(), total + 1), PASS, orb("away", state="loose", at=(9, 4)), never(ev.OrbScattered))
        for total in (6, 3)
    ),
    # 3 + 3 − 4 = 2 against 7; 2 is forward, for home +x
    played("ISH-PUSH-07 ISH-Q-05", "missed by 5: a square off in the frame of the pusher", holding, LOST_BY_3,
        do(forced(), 3, 2), PASS, once(ev.OrbScattered, start=(9, 4), to=(10, 4), cause="h1")),
    # 6 against 7
    played("ISH-Q-42", "by house rule any miss scatters", lambda: holding({"small_loss_fail": "scatter_1"}), LOST_BY_3,
        do(forced(), 7, 2), PASS, orb("away", at=(10, 4))),
    # 7 against 7
    played("ISH-PUSH-07 ISH-Q-41", "rolls though its Reaction is spent", lambda: holding(**QUIET), LOST_BY_3,
        do(forced(), 8), once(ev.ForcedControlled, made=True, rolled=True)),
    # 6 + 3 + 2 − 4 = 7 against 7; the Burn is paid once the push is done: 7 + 2
    played("ISH-PUSH-07 ISH-Q-41", "may burn and take no spell",
        lambda: holding(cast_mod=0, slots_l1=1, spells_l1=[SHIELD]), LOST_BY_3,
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
    *(
        played("ISH-PUSH-10", f"{'falls' if prone else 'stands'} on {die}", duel, LOST_BY_5, do(choose("push"), die),
            player("h1", prone=prone), once(ev.StumbleRolled, total=die), never(ev.InjuryRolled))
        for die, prone in ((18, False), (19, True))
    ),
    played("ISH-PUSH-10", "rolls for injury on a 20", duel, LOST_BY_5, do(choose("push"), 20, 14),
        once(ev.InjuryRolled, player="h1", total=14, injury="shook"), player("h1", prone=True)),
    # 2 + 3 = 5 against 10 − 5; h1 is two squares away
    played("ISH-PUSH-11", "a holder keeps the orb with the Reaction at 10 less the margin", holding, LOST_BY_5,
        do(choose("push"), 1), do(forced(), 2), PASS, once(ev.ForcedControlled, dc=5, made=True),
        player("a1", reaction_used=True)),
    played("ISH-PUSH-11", "a miss by 1 scatters too", holding, LOST_BY_5, do(choose("push"), 1), do(forced(), 1, 4),
        PASS, once(ev.ForcedControlled, dc=5, made=False), player("a1", reaction_used=True), orb("away", at=(9, 5)),
        once(ev.OrbScattered, cause="h1")),
    # 6 against 18: lost by 12; 1 + 3 − 4 = 0 against −2
    played("ISH-PUSH-11", "the DC falls below 0 and is rolled still", holding, pushes(1, 15), do(let_pass("a1"), 1),
        do(forced(), 1), PASS, once(ev.ForcedControlled, dc=-2, made=True, rolled=True)),
    # the stumble d20, then the d8
    played("ISH-PUSH-11", "without a Reaction the orb is lost without a roll", lambda: holding(**QUIET), LOST_BY_5,
        do(choose("push"), 1, 2), once(ev.ForcedControlled, rolled=False), orb("away", at=(10, 4))),
    # prone: it crawls
    played("ISH-Q-45 ISH-PUSH-10 ISH-PUSH-11", "shift, stumble, injury, forced roll, and the go goes on", holding,
        LOST_BY_5, do(choose("push"), 20, 3), do(forced(), 20), PASS,
        order(ev.Pushed, ev.StumbleRolled, ev.Floored, ev.InjuryRolled, ev.ForcedControlled), asked("go", "h1"),
        step("h1", 6, 4), player("h1", move_used=2)),
])  # fmt: skip
def test_lost_by_5_and_more(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # passing rolls with the best ability: 10 + 2 + 1 = 13
    played("ISH-Q-41", "cannot be declined and spends the Reaction", holding, WON_BY_3, let_pass("h1"),
        do(let_pass("a1"), 10), once(ev.ForcedControlled, made=True), spent_by_force),
    played("ISH-Q-41", "is not barred by the action Control", lambda: holding(used_names=["control"]), WON_BY_3,
        let_pass("h1"), do(forced(), 10), once(ev.ForcedControlled, rolled=True)),
    # 12 against 13; the orb rolls to (11,4); then 7 + 3 = 10 against 10
    played("ISH-Q-41", "does not bar it", holding, WON_BY_3, let_pass("h1"), do(forced(), 9, 2), PASS, control_not_used,
        end_go("h1"), pick("a1"), do(CONTROL, 7), orb("away", holder="a1")),
    # not made without a roll, the d8 falls
    played("ISH-Q-41", "by house rule is barred", lambda: holding({"forced_counts_as_control": "on"},
            used_names=["control"]), WON_BY_3, do(let_pass("h1"), 2), once(ev.ForcedControlled, rolled=False)),
    played("ISH-Q-41", "by house rule bars", lambda: holding({"forced_counts_as_control": "on"}), WON_BY_3,
        let_pass("h1"), do(forced(), 9, 2), PASS, end_go("h1"), pick("a1"), refused(CONTROL, "same_action_twice")),
    # 6 + 2 + 1 + 4 = 13 against 13
    played("ISH-Q-41 ISH-SPELL-01", "takes a reaction spell", lambda: holding(**{**MAGE, "cast_mod": 1}), WON_BY_3,
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
