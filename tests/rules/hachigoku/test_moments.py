"""Rounds, Moments, held dice, Initiative Totals, interruptions and equal totals."""

from __future__ import annotations

import pytest

from rules.hachigoku import events as ev
from rules.kernel.visibility import redact
from tests.rules.every_game.rows import (
    PASS,
    Played,
    asked,
    count,
    do,
    each,
    illegal,
    last,
    never,
    once,
    order,
    played,
    player,
    refused,
)
from tests.rules.hachigoku.dojo import (
    START,
    a,
    act,
    after,
    attack,
    b,
    defend,
    dice_of,
    fighter,
    in_moment,
    interrupt,
    moment,
    rest,
    setup,
)
from tests.rules.play import rule

HIT, MISS = (5, 5, 5, 5, 5), (1, 1, 1, 1, 1)
LAMED = {"wounds": 5}
"""Earth 2: Down."""


def c(*dice: int, side: str = "boar", **more: object) -> dict[str, object]:
    return fighter("c", side, *dice, **more)


@pytest.mark.parametrize("case", [
    played("HAC-INIT-01 HAC-INIT-02 HAC-SCOPE-01", "Void and bonus dice, in roster order",
        setup(a(void=3), b(void=1, initiative_bonus_dice=1)), asked("setup", ""), do(START, 10, 4, 4, 7, 2),
        once(ev.RoundStarted, round=1, rolling=("a", "b"), surprise=False),
        each(ev.ActionDiceRolled, character=["a", "b"], faces=[(10, 4, 4), (7, 2)]),
        once(ev.SkirmishStarted, ambush=None, duel=None), dice_of("a", 10, 4, 4), in_moment(10)),
    # heavy armor and two Heavy Wounds change nothing
    played("HAC-INIT-02 HAC-WOUND-04 HAC-Q-29", "no penalty on their number",
        setup(a(wounds=4, armor={"type": "heavy"}), b()), do(START, 9, 8, 3, 2), dice_of("a", 9, 8)),
    played("HAC-Q-29", "Heavy Wounds take dice by the house rule",
        setup(a(wounds=3), b(), rules={"wounds_slow": "on"}), do(START, 9, 3, 2), dice_of("a", 9)),
    played("HAC-INIT-01 HAC-Q-28", "who is Down, Out or Dead rolls none",
        setup(a(), b(), c(wounds=5), fighter("d", "boar", wounds=7), rules={"auto_end": "off"}),
        do(START, 9, 8, 3, 2), once(ev.RoundStarted, rolling=("a", "b"))),
    played("HAC-INIT-04", "Moments without anybody go by", setup(a(), b()), do(START, 8, 8, 5, 5),
        asked("interrupt", "a", "b"), PASS, each(ev.MomentOpened, number=[10, 9, 8]),
        each(ev.MomentClosed, number=[10, 9]), asked("declare", "a")),
    played("HAC-INIT-04", "nobody waits where nobody can act", moment(8, a(8), b(5)), act(), do(attack(), *MISS),
        each(ev.MomentOpened, number=[7, 6, 5]), each(ev.MomentClosed, number=[8, 7, 6]), asked("declare", "b")),
    played("HAC-INIT-03 HAC-INIT-12", "equal faces are Actions in one Moment", moment(8, a(8, 8), b(2)), act(),
        do(attack(), *MISS), asked("declare", "a"), act(), do(attack(), *MISS), dice_of("a", 8, 8, state="spent"),
        in_moment(2)),
    played("HAC-INIT-05 HAC-INIT-06 HAC-INIT-07", "a die that is left is held, and keeps its face",
        moment(8, a(8), b(3)), rest("a"), once(ev.DieHeld, character="a", faces=(8,)), in_moment(7),
        asked("declare", "a"), act(), do(attack(die=8), *MISS), dice_of("a", 8, state="spent")),
    played("HAC-INIT-08", "the player chooses the die that pays", moment(5, a(8, 5), b(3)), act(),
        do(attack(die=8), *MISS), dice_of("a", 5), dice_of("a", 8, state="spent")),
    played("HAC-INIT-08", "else the lowest", moment(5, a(8, 5), b(3)), act(), do(attack(), *MISS), dice_of("a", 8)),
    played("HAC-INIT-09", "alone there is nothing to compare", moment(8, a(8), b(3)), act(),
        once(ev.ActorChosen, character="a"), never(ev.InitiativeCompared)),
    # 8 + 2 = 10 against 9 + 3 = 12, the held die included
    played("HAC-INIT-10 HAC-INIT-07", "all unspent dice count", moment(8, a(8, 2), b(9, 3)), act("a"), act("b"),
        once(ev.InitiativeCompared, totals={"a": 10, "b": 12}), last(ev.ActorChosen, character="b"),
        asked("choose_action", "b"), refused(attack(), "not_your_turn")),
    # B spends the 9 and has 3 left, A has 8 + 2
    played("HAC-INIT-12 HAC-Q-22", "totals are taken anew", moment(8, a(8, 2), b(9, 8)), act("a"), act("b"),
        do(attack("b", "a"), *MISS), PASS, asked("declare", "a", "b"), act("a"), act("b"),
        last(ev.InitiativeCompared, totals={"a": 10, "b": 9}), last(ev.ActorChosen, character="a")),
    played("HAC-INIT-13 HAC-Q-23 HAC-Q-22", "the first may pass, and act later", moment(8, a(8), b(8, 3)), act("a"),
        act("b"), rest("b"), asked("choose_action", "a"), do(attack(), *MISS), PASS, asked("declare", "b"), act("b"),
        asked("choose_action", "b")),
    played("HAC-Q-22", "a pass for the whole Moment", moment(8, a(8, 8), b(8)), rest("b", whole=True), act(),
        do(attack(), *MISS), PASS, asked("declare", "a")),
    played("HAC-INIT-14", "all have passed", moment(8, a(8), b(8)), rest("a"), rest("b"), in_moment(7)),
    played("HAC-INIT-15 HAC-INIT-16", "the last call", moment(1, a(7), b(1), acted=True), asked("last_call", "a", "b"),
        rest("a"), do(rest("b"), 3, 2, 5, 5), each(ev.DiceForfeited, character=["a", "b"], faces=[(7,), (1,)]),
        once(ev.RoundEnded, round=1), once(ev.RoundStarted, round=2), dice_of("a", 3, 2), in_moment(10)),
    played("HAC-INIT-15", "it is called when Moment 1 opens", moment(2, a(7), b()), rest("a"),
        once(ev.LastCall, characters=("a",)), asked("last_call", "a")),
    played("HAC-INIT-16 HAC-Q-25", "no die is left", moment(6, a(6), b()), act(), do(attack(), *MISS, 9, 9, 4, 4),
        once(ev.RoundEnded, round=1), never(ev.LastCall), in_moment(10)),
    # six Wounds beyond Earth 2 are two beyond Out
    played("HAC-INIT-17 HAC-WOUND-07", "who is dead loses their dice", moment(8, a(8), b(5, 3), c(4)), PASS, act(),
        do(attack(raises={"wound": 6}), 10, 10, 10, 5, 5, 5, 5, 5), PASS,
        once(ev.DiceLost, character="b", faces=(5, 3)),
        dice_of("b", 5, 3, state="lost"), once(ev.CharacterDied, character="b")),
    played("HAC-END-01 HAC-Q-26", "nobody has acted in the whole round", moment(1, a(7), b(1)), rest("a"), rest("b"),
        once(ev.SkirmishEnded, termination="all_passed"), once(ev.ResultRecorded, winner=None)),
    played("HAC-END-01", "somebody has", moment(1, a(7), b(1)), act(),
        rest("b"), do(attack(), *MISS), PASS, asked("last_call", "b"), do(rest("b"), 3, 3, 2, 2),
        never(ev.SkirmishEnded), dice_of("b", 2, 2)),
    played("HAC-END-03 HAC-END-04 HAC-Q-27", "one side is left", moment(8, a(8), b(5)), act(),
        do(attack(raises={"wound": 4}), 10, 10, 5, 5, 5, 5, 5), once(ev.SkirmishEnded, termination="one_side_left"),
        once(ev.ResultRecorded, winner="crane")),
    played("HAC-Q-27", "it goes on by the house rule", moment(8, a(8), b(wounds=5), rules={"auto_end": "off"}),
        asked("declare", "a")),
])  # fmt: skip
def test_moments(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 3 and 2 for an 8: 8 + 1 against 8
    played("HAC-INT-01 HAC-INT-02 HAC-INT-03 HAC-INT-04 HAC-Q-18", "two future dice for one",
        moment(8, a(3, 2, 1), b(8)), asked("interrupt", "a"), interrupt("a", [3, 2]),
        once(ev.InterruptDeclared, character="a", purpose="action", defense=False),
        once(ev.DiceExchanged, given=(3, 2), face=8, mark="no_attack"), dice_of("a", 1, 8),
        dice_of("a", 3, 2, state="exchanged"), act("a"), act("b"),
        once(ev.InitiativeCompared, totals={"a": 9, "b": 8})),
    played("HAC-INT-07", "several exchanges at once", moment(8, a(3, 3, 2, 1), b(8)), interrupt("a", [3, 3], [2, 1]),
        count(ev.DiceExchanged, 2), dice_of("a", 8, 8)),
    played("HAC-INT-05 HAC-INT-01 HAC-ADEF-01", "for a defense at any time",
        moment(8, a(8), b(5, 4, 3)), PASS, act(), do(attack(), *HIT),
        asked("defense_window", "b"), do(defend(interrupt=[4, 3]), 10, 9),
        once(ev.InterruptDeclared, character="b", purpose="defense", defense=True), dice_of("b", 5),
        dice_of("b", 8, state="spent")),
    played("HAC-INT-06 HAC-Q-19", "it may be held, but keeps its mark", moment(8, a(3, 2), b(8)),
        interrupt("a", [3, 2]), rest("a"), rest("b"), in_moment(7), act("a"), rest("b"),
        refused(attack(), "interrupt_no_attack", rule="HAC-INT-06")),
    played("HAC-Q-19", "forfeited by the house rule", moment(8, a(3, 2), b(8), rules={"interrupt_must_use": "on"}),
        interrupt("a", [3, 2]), rest("a"), rest("b"), once(ev.DiceForfeited, character="a", faces=(8,))),
    played("HAC-INT-08 HAC-Q-20", "with a usable die for movement", moment(8, a(8, 3, 2), b(8)),
        interrupt("a", [3, 2], movement=True), once(ev.DiceExchanged, mark="movement"), act("a"), rest("b"),
        do(attack(die=8), *MISS), dice_of("a", 8)),
    played("HAC-Q-20", "not by the house rule", moment(8, a(8, 3, 2), b(8), rules={"interrupt_top_up": "off"}),
        asked("declare", "a", "b")),
    played("HAC-INT-09", "nobody interrupts in Moment 1", moment(1, a(1, 1), b(8, 1)), asked("last_call", "a", "b")),
    illegal("HAC-INT-01 HAC-ILL-12", "a usable die in hand", moment(8, a(8, 3, 2), b(8)), interrupt("a", [3, 2]),
        "interrupt_not_allowed", rule="HAC-INT-01"),
    illegal("HAC-INT-02 HAC-ILL-13", "too few dice", moment(8, a(3, 2), b(8)), interrupt("a"),
        "interrupt_too_few_dice"),
    illegal("HAC-INT-02 HAC-ILL-13", "one die, while another is asked", moment(8, a(3), b(4, 2)),
        interrupt("a", [3, 2]), "interrupt_too_few_dice", field="character"),
    illegal("HAC-INT-03 HAC-ILL-14", "somebody acts already", after(moment(8, a(3, 2), b(8)), PASS),
        interrupt("a", [3, 2]), "interrupt_too_late", rule="HAC-INT-03"),
    illegal("HAC-ACT-01 HAC-ILL-11", "nothing to pay with", moment(8, a(3), b(8)), attack(), "no_action_available"),
    illegal("HAC-WOUND-05 HAC-ILL-22", "Down", moment(8, a(8, **LAMED), b(8), c(3, side="crane")), attack(),
        "cannot_act"),
    illegal("HAC-INT-02 HAC-ILL-09", "no such dice", moment(8, a(3, 2), b(8)),
        [interrupt("a", [3, 3]), interrupt("a", [4, 2]), interrupt("a", [3, 2], [3, 2])], "die_not_available"),
    illegal("HAC-INT-06 HAC-ILL-15", "an attack",
        after(moment(8, a(3, 2), b(8)), interrupt("a", [3, 2]), rest("b"), act("a")), attack(), "interrupt_no_attack"),
    illegal("HAC-INIT-05 HAC-ILL-08", "a future die", after(moment(8, a(8, 3), b()), act()), attack(die=3),
        "die_not_ready", rule="HAC-INIT-05"),
    illegal("HAC-INIT-08 HAC-ILL-09", "a die that is gone",
        after(moment(5, a(8, 6), b()), act(), do(attack(die=8), *MISS), act()),
        [attack(die=8), attack(die=7)], "die_not_available", rule="HAC-INIT-08"),
    illegal("HAC-INIT-10 HAC-ILL-10", "a lower total", after(moment(8, a(8), b(8, 3)), act("a"), act("b")), attack(),
        "not_your_turn", rule="HAC-INIT-10"),
    illegal("HAC-WOUND-05 HAC-ILL-22", "Down, while somebody else acts",
        after(moment(8, a(8), b(3, **LAMED), c(3, side="boar")), act("a")), attack("b", "a"), "cannot_act"),
    illegal("HAC-ACT-01 HAC-ILL-11", "without a die, while somebody else acts",
        after(moment(8, a(8), b(3)), act("a")), attack("b", "a"), "no_action_available"),
])  # fmt: skip
def test_interruptions_and_what_pays(case: Played) -> None:
    case.check()


TIED = moment(8, a(8), b(8))


@pytest.mark.parametrize("case", [
    # Earth 2: five Wounds are Down
    played("HAC-SIM-01 HAC-SIM-02 HAC-SIM-03 HAC-INIT-11 HAC-Q-24", "both strike each other Down", TIED, act("a"),
        act("b"), asked("commit_simultaneous", "a", "b"), attack("b", "a", raises={"wound": 4}),
        asked("commit_simultaneous", "a"),
        do(attack("a", "b", raises={"wound": 4}), 10, 10, 5, 5, 5, 5, 5, 10, 10, 5, 5, 5, 5, 5),
        order(ev.ActionCommitted, ev.ActionCommitted, ev.SimultaneousBatch, ev.RollMade, ev.RollMade, ev.WoundsTaken,
            ev.WoundsTaken, ev.BatchResolved), each(ev.RollMade, by=["a", "b"]),
        each(ev.WoundsTaken, character=["b", "a"]), player("a", wounds=7), player("b", wounds=7)),
    played("HAC-SIM-01", "both have paid before the dice", TIED, act("a"), act("b"), attack("a", "b"),
        dice_of("a", 8), do(attack("b", "a"), *MISS, *MISS, 9, 9, 9, 9),
        order(ev.DieSpent, ev.DieSpent, ev.RollMade, ev.RollMade)),
    played("HAC-SIM-04", "defended with another die", moment(8, a(8, 8), b(8, 8)), act("a"), act("b"),
        attack("a", "b"), do(attack("b", "a"), *HIT), asked("defense_window", "b"), do(defend("b"), 10, 9, *MISS), PASS,
        once(ev.DefenseRolled, character="b", total=19, against=20, success=False), player("b", wounds=1)),
    played("HAC-INIT-13", "passing takes one out of it", TIED, act("a"), act("b"), rest("a"),
        do(attack("b", "a"), *MISS), once(ev.SimultaneousBatch, characters=("b",))),
    played("HAC-Q-22 HAC-INIT-13", "passing may take one out of the whole Moment", TIED, act("a"), act("b"),
        rest("a", whole=True), do(attack("b", "a"), *MISS), rest("a"), last(ev.DieHeld, character="a", faces=(8,)),
        in_moment(7), asked("declare", "a")),
    played("HAC-Q-24", "Void first by the house rule", moment(8, a(8, void=2), b(8, void=3),
        rules={"tie_break": "void"}), act("a"), act("b"), last(ev.ActorChosen, character="b")),
    played("HAC-Q-24", "a tie below the top waits", moment(8, a(8), b(8), c(9, side="crane")), act("a"), act("b"),
        act("c"), asked("choose_action", "c")),
])  # fmt: skip
def test_equal_totals(case: Played) -> None:
    case.check()


@rule("HAC-SIM-01")
def test_what_is_committed_is_hidden_from_all_seats_until_all_are_in() -> None:
    game = TIED()
    game.do(act("a"))
    game.do(act("b"))
    game.do(attack("a", "b"))
    assert "katana" not in str(redact(game.events[3:], "s2"))
    assert "katana" not in str(game.pending)
    game.do(attack("b", "a"), (*MISS, *MISS, 9, 9, 9, 9))
    assert "katana" in str(redact(game.events[3:], "s2"))
