"""Illegal inputs, rows 41 to 48, and which refusal comes first when several apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek import events as ev
from tests.rules.every_game.rows import (
    PASS,
    Played,
    asked,
    count,
    do,
    illegal,
    needs,
    once,
    orb,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import GREASE, SHIELD, Json, act, end_go, gm_effect, let_pass, man, play, react, step
from tests.rules.ishmek.scrum import HELD, at, choose, defend, duel, forced, push, pushes
from tests.rules.play import Play, rule

QUIET = {"reaction_used": True}
CONTROL = act("h1", "control", orb="home")
NO_SKILL = {**CONTROL, "ability": "str"}
ORB_BENEATH, ORB_BESIDE = {"home": {"at": [8, 4]}}, {"home": {"at": [9, 5]}}
HOLDS = {"home": {"holder": "h1"}}


def pushing(target: str) -> Json:
    return act("h1", "push_pull", target=target, ability="str")


def wrong(**fields: Any) -> Json:
    """A push of h1 that is wrong in its burn and its target; `fields` say what else."""
    return {**pushing("nobody"), "burn": 3, **fields}


def pushed(mine: int, theirs: int, *duellists: Json, **more: Any) -> Callable[[], Play]:
    """h1 has pushed a1, and has to choose."""

    def game() -> Play:
        here = duel(*duellists, **more)
        push(here, mine, theirs)
        return here

    return game


def to(*squares: tuple[int, int], option: str = "floor") -> list[Json]:
    return [choose(option, path=[list(square)]) for square in squares]


def off_the_field() -> Play:
    theirs = [man("a1", (12, 7)), man("a2", status="sitting_out", sit_out={"kind": "point"})]
    return play([man("h1", (8, 4))], theirs, go="h1")


FAR_PULL = choose("pull", path=[[9, 5], [8, 5]])
SMALL = [choose("floor"), choose("push", squares=2), FAR_PULL]
CROWD: Json = {"home": [man("h2", (13, 3), **QUIET)]}
SCORING: Json = {"away": [man("a2", (16, 3), **QUIET), man("a3", (16, 4), **QUIET)]}
INTENT = [act("h1", "seize", target="a1", intent=True), act("h1", "dash", intent=True), {**CONTROL, "intent": True}]
DROP: Json = {"type": "drop", "player": "h1"}


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-41", "a mate, oneself or nobody", lambda: duel(home=[man("h2", (8, 5), **QUIET)]),
        [pushing("h2"), pushing("h1"), pushing("nobody")], "bad_target"),
    *(illegal("ISH-ILL-41", f"who is not adjacent, at {at}", lambda at=at: duel(a1={"at": at}), pushing("a1"),
        "not_adjacent")
        for at in [(10, 4), (10, 6), (16, 1)]),
    illegal("ISH-ILL-41 ISH-Q-48", "who is off the field", off_the_field, pushing("a2"), "bad_target"),
    illegal("ISH-ILL-42", "to floor or shove far after a tie", pushed(10, 12), SMALL, "choice_not_available"),
    illegal("ISH-ILL-42", "to floor or shove far when won by 4", pushed(14, 12), SMALL, "choice_not_available"),
    # won by 5, 9, 10, 15
    *(illegal("ISH-ILL-42", f"more than {earned} squares when won by {mine - 1}", pushed(mine, 3),
        choose("push", squares=earned + 1), "choice_not_available", choose("push", squares=earned), PASS,
        player("a1", at=(9 + earned, 4)))
        for mine, earned in [(6, 1), (10, 1), (11, 2), (16, 3)]),
    # h2, h1 itself, the vessel, two squares off
    illegal("ISH-ILL-43", "to floor onto a taken square, a vessel or far",
        pushed(6, 3, {"at": [14, 2]}, {"at": [14, 3]}, **CROWD), to((13, 3), (14, 2), (15, 4), (14, 5)),
        "bad_destination", player("a1", prone=False)),
    illegal("ISH-ILL-43", "outside the arena", pushed(6, 3, {"at": [8, 2]}, {"at": [8, 1]}),
        [*to((8, 0)), *to((9, 0), option="pull")], "bad_destination"),
    illegal("ISH-ILL-43 ISH-ARENA-08", "onto the third scoring square",
        pushed(6, 3, {"at": [15, 5]}, {"at": [15, 6]}, **SCORING), [*to((16, 5)), *to((16, 5), option="pull")],
        "bad_destination"),
    illegal("ISH-ILL-43", "to push off the line and to pull away", pushed(13, 12),
        [*to((9, 5), (11, 4), option="push"), *to((10, 4), (8, 4), option="pull")], "bad_destination"),
    illegal("ISH-ILL-44", "intent after the roll", pushed(13, 12), choose("push", intent=True), "intent_too_late"),
    illegal("ISH-ILL-44", "intent with another action", lambda: duel(orbs={**ORB_BENEATH, **HELD}), INTENT,
        "intent_push_only"),
    illegal("ISH-ILL-45", "to drop what is not held", lambda: duel(orbs={**ORB_BENEATH, **HELD}),
        [DROP, {**DROP, "orb": "home"}, {**DROP, "orb": "away"}], "not_holding"),
    *(illegal("ISH-ILL-46", f"to heal {injury} by magic", lambda injury=injury: duel({"injuries": [injury]}),
        gm_effect(player="h1", remove_injury=injury), "injury_not_healable",
        lambda game, injury=injury: suffers(game, injury), by="gm")
        for injury in ["wobbly_legs", "shook", "major_head_trauma"]),
])  # fmt: skip
def test_it_refuses(case: Played) -> None:
    case.check()


def suffers(game: Play, injury: str) -> None:
    assert [hurt.name for hurt in game.player("h1").injuries] == [injury]


# Dice, rewind


def bad_die(command: Json, *faces: Any) -> Any:
    return lambda game: game.refuses(command, "bad_die", dice=list(faces))


def waits(game: Play) -> None:
    """The Control of h1 waits for its d20."""
    game.record.submit(CONTROL)


def enters_20(game: Play) -> None:
    game.record.submit({"type": "dice", "faces": [20]})


def left_over(game: Play) -> None:
    assert game.record.consider(CONTROL, "home", [20, 3, 4]).left == (3, 4)


@pytest.mark.parametrize("case", [
    *(played("ISH-ILL-47", f"{face!r} on a d20", lambda: duel(orbs=ORB_BENEATH), bad_die(CONTROL, face))
        for face in (0, 21, -1, True, 7.0, "7")),
    # 1 + 2 + 3 − 4 = 2 against 10: missed by 8
    played("ISH-ILL-47", "a 9 on the scatter d8", lambda: duel(orbs=ORB_BESIDE), bad_die(NO_SKILL, 1, 9)),
    # 2 + 3 − 4
    played("ISH-ILL-47", "too few leave the roll waiting", lambda: duel(orbs=ORB_BESIDE),
        needs(NO_SKILL, 1, sides=(8,)), needs(NO_SKILL, sides=(20,), target=10, bonus=1)),
    played("ISH-ILL-47", "an empty entry", lambda: duel(orbs=ORB_BENEATH), waits,
        refused({"type": "dice", "faces": []}, "bad_die"), refused({"type": "dice", "faces": [21]}, "bad_die"),
        enters_20, orb("home", holder="h1")),
    played("ISH-ILL-47", "too many are handed back", lambda: duel(orbs=ORB_BENEATH), left_over),
])  # fmt: skip
def test_dice_that_cannot_lie_there(case: Played) -> None:
    case.check()


def rewinding(to: int) -> Json:
    return {"type": "rewind", "to": to, "reason": "no"}


@rule("ISH-ILL-48")
def test_it_refuses_to_rewind_to_an_event_that_is_not_there() -> None:
    game = duel()
    game.do(step("h1", 7, 4))
    for to in (0, -1, game.record.version + 1, 10**9, 1):  # 1: before the match was laid out
        game.refuses(rewinding(to), "bad_rewind", by="gm")
    assert at(game, "h1") == (7, 4)


@rule("ISH-ILL-48")
def test_it_refuses_to_rewind_a_fork_into_the_match_it_came_from() -> None:
    game = duel()
    for x in (7, 6, 5):
        game.do(step("h1", x, 4))
    earlier = game.record.version
    fork = Play(game.record.fork(earlier, "fork"))
    assert fork.record.version < earlier
    fork.refuses(rewinding(earlier), "bad_rewind", by="gm")


# Which refusal comes first: phase and whose decision, slot, the same action, ability/burn/spell, target and geometry

SPENT: Json = {"action_used": True, "used_names": ["push_pull"]}
MAGIC: Json = {"cast_mod": 2, "slots_l1": 1, "spells_l1": [GREASE, SHIELD]}
FAR: Json = {"orb": "home", "direction": [1, 0], "distance": 12, "ability": "str"}
AT_NOBODY = act("h1", "push_pull", target="nobody", ability="str")


def forfeited() -> Play:
    game = duel(SPENT)
    game.do({"type": "forfeit", "team": "home"}, by="gm")
    return game


def a1_is_asked() -> Play:
    game = duel(SPENT, {"reaction_used": False}, orbs=HOLDS)
    game.do(step("h1", 8, 3))
    assert [ask.player for ask in game.asks("window")] == ["a1"]
    return game


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-02 ISH-ILL-20 ISH-ILL-21 ISH-ILL-19 ISH-ILL-41", "match over", forfeited, wrong(), "match_over"),
    illegal("ISH-ILL-01 ISH-ILL-20 ISH-ILL-21", "pending decision", a1_is_asked, wrong(), "decision_pending"),
    illegal("ISH-ILL-10 ISH-ILL-20 ISH-ILL-21", "whose go it is", lambda: duel(home=[man("h2", (2, 2), **SPENT)]),
        wrong(player="h2"), "not_your_go"),
    played("ISH-ILL-20 ISH-ILL-21 ISH-ILL-19 ISH-ILL-41", "slot", lambda: duel({**SPENT, "bonus_used": True}),
        refused(wrong(), "action_spent"), refused(wrong(slot="reaction"), "reaction_spent"),
        refused(wrong(slot="bonus"), "bonus_spent")),
    illegal("ISH-ILL-21 ISH-ILL-19 ISH-ILL-41", "same action", lambda: duel({"used_names": ["push_pull"]}), wrong(),
        "same_action_twice"),
    played("ISH-ILL-19 ISH-ILL-27 ISH-ILL-41", "Burn and ability before the target", lambda: duel(orbs=HELD),
        refused(wrong(), "bad_burn"),
        refused(act("h1", "seize", target="nobody", ability="cast"), "no_spellcasting")),
    played("ISH-ILL-28 ISH-ILL-29 ISH-ILL-41", "ability and spell before the target", lambda: duel(MAGIC, orbs=HELD),
        refused({**AT_NOBODY, "ability": "cast"}, "ability_not_allowed"),
        refused({**AT_NOBODY, "spell": "shield"}, "wrong_casting_time"),
        refused({**AT_NOBODY, "spell": "wish"}, "unknown_spell")),
    played("ISH-ILL-19 ISH-ILL-38 ISH-ILL-37", "Burn before the geometry of a propel", lambda: duel(orbs=HOLDS),
        refused(act("h1", "propel", burn=5, **FAR), "bad_burn"),
        refused(act("h1", "propel", propel_burn=3, **FAR), "bad_burn"), refused(act("h1", "propel", **FAR), "too_far")),
    illegal("ISH-ILL-10 ISH-ILL-12 ISH-ILL-15", "whose go it is before where a step leads",
        lambda: duel(home=[man("h2", (8, 1), move_used=6)]), step("h2", 8, 0), "not_your_go"),
    played("ISH-ILL-01", "a choice is the winner's and nobody else's", pushed(13, 12),
        refused(choose("push"), "not_your_seat", by="away"), do(choose("push"), by="home")),
    illegal("ISH-ILL-25", "a reaction when nothing has happened", duel, react("a1", "push_pull", target="h1"),
        "no_window"),
    played("ISH-ILL-41 ISH-ILL-19", "a refused push costs nothing", duel, refused(wrong(), "bad_burn"),
        refused(pushing("h1"), "bad_target"), pushes(13, 12), count(ev.SrRolled, 2),
        once(ev.ActionSpent, name="push_pull")),
])  # fmt: skip
def test_which_comes_first(case: Played) -> None:
    case.check()


@rule("ISH-ILL-01")
@pytest.mark.parametrize("moment", ["defend", "choose", "forced_control"])
def test_nothing_else_goes_while_a_push_waits_for_an_answer(moment: str) -> None:
    game = duel(orbs=HELD)
    game.do(pushing("a1"))
    if moment != "defend":
        game.do(defend("a1", ability="str"), dice=[13, 12])
    if moment == "forced_control":
        game.do(let_pass("h1"))
    asked(moment, "h1" if moment == "choose" else "a1")(game)
    for command in (step("h1", 7, 4), end_go("h1"), act("h1", "dash"), {"type": "stand", "player": "h1"}):
        game.refuses(command, "decision_pending")
    answers = {"defend": defend("a1"), "choose": choose("push"), "forced_control": forced()}
    for kind, answer in answers.items():
        if kind != moment:
            game.refuses(answer, "decision_pending")
