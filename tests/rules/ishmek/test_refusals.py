"""Refusals say what is wrong, under the rule that is broken, and what to do next."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.kernel.errors import Refused
from tests.rules.every_game.rows import Played, do, illegal, played, player, refused
from tests.rules.ishmek.arena import act, mage, man, play, react, step
from tests.rules.play import Play, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
HELD = {"home": {"holder": "h1"}}
QUIET: dict[str, Any] = {"reaction_used": True}
STAND = {"type": "stand", "player": "h1"}
CONTROL = act("h1", "control", orb="home")
PUSH = [act("h1", "push_pull", target="a1")]
SHIELDED = mage("h1", (4, 4), spells_l1=[{"name": "rx", "casting_time": "reaction"}])


def lone(orbs: Any = FAR, **fields: Any) -> Callable[[], Play]:
    """h1's go at (4, 4)."""
    return lambda: play([man("h1", (4, 4), **fields)], go="h1", orbs=orbs)


def holding(holder: str) -> Callable[[], Play]:
    mates = [man("h1", (4, 4)), man("h2", (4, 5))]
    return lambda: play(mates, [man("a1", (5, 4))], go="h1", orbs={"home": {"holder": holder}})


def duel() -> Play:
    return play([man("h1", (7, 4), **QUIET)], [man("a1", (8, 4), **QUIET)], go="h1", orbs=FAR)


def at_the_wall() -> Play:
    orbs = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
    home, away = [man("h1", (7, 2), **QUIET)], [man("a1", (8, 2), **QUIET)]
    return play(home, away, go="h1", orbs=orbs, house_rules={"diag_bounce": "gm_choice"})


WHY_NOT_STAND = [
    ({}, "h1 is not prone."),
    ({"prone": True, "move_used": 4}, "Standing up costs 3 of the movement; h1 has 2 left."),
    ({"prone": True, "speed": 0}, "Standing up needs an allowance above 0."),
]
WRONG_AIMS: list[tuple[dict[str, Any], str]] = [
    ({}, "direction"),
    ({"direction": [1, 0]}, "distance"),
    ({"direction": [1, 0], "distance": 0}, "distance"),
    ({"direction": [2, 0], "distance": 1}, "direction"),
    ({"target_square": [5, 4], "direction": [0, 1]}, "target_square"),
    ({"target_square": [6, 5]}, "target_square"),
]
HOW_TO_COME_BY_IT = [("h1", "Propel or drop it."), ("h2", "Let h2 drop it first."), ("a1", "Seize it.")]
WRONG_CHOICES: list[tuple[int, dict[str, Any], str, str]] = [
    (5, {"option": "leave"}, "choice_not_available", "ISH-Q-40"),
    (5, {"option": "push", "squares": 2}, "choice_not_available", "ISH-PUSH-05"),
    (2, {"option": "floor"}, "choice_not_available", "ISH-PUSH-04"),
    (2, {"option": "push", "squares": 2}, "choice_not_available", "ISH-PUSH-02"),
    (2, {"option": "push", "path": [[9, 5]]}, "bad_destination", "ISH-Q-38"),
    (2, {"option": "pull", "path": [[10, 4]]}, "bad_destination", "ISH-Q-39"),
]
"""By how much the push was won, what is chosen, the code and the rule."""


@pytest.mark.parametrize("case", [
    illegal("ISH-ECON-05", "a second Bonus Action", lone(bonus_used=True), act("h1", "dash", "bonus"), "bonus_spent",
        rule="ISH-ECON-05", field="slot"),
    illegal("ISH-MOVE-05", "a crawl", lone(prone=True, move_used=5), step("h1", 5, 4), "no_movement", field="to",
        rule="ISH-MOVE-05", message="That step while prone costs 2 of the movement; h1 has 1 left."),
    *(illegal("ISH-MOVE-05 ISH-Q-44", f"{words}", lone(**fields), STAND, "cannot_stand", message=words)
        for fields, words in WHY_NOT_STAND),
    illegal("ISH-PROPEL-01", "a propel without an orb in the square", lone(),
        act("h1", "propel", direction=[1, 0], distance=1), "orb_not_in_square", rule="ISH-PROPEL-01", field="orb"),
    *(illegal("ISH-PROPEL-01", f"an aim of {aim}", lone(HELD), act("h1", "propel", **aim), "not_a_straight_line",
        rule="ISH-PROPEL-01", field=field) for aim, field in WRONG_AIMS),
    illegal("ISH-CTRL-02", "a Control with no loose orb near", lone(), act("h1", "control"), "out_of_reach",
        rule="ISH-CTRL-02", field="orb"),
    *(illegal("ISH-Q-61 ISH-Q-77", f"a Control of what {holder} holds", holding(holder), CONTROL, "orb_controlled",
        message=f"{holder} holds that orb.", hint=hint) for holder, hint in HOW_TO_COME_BY_IT),
    illegal("ISH-SPELL-01", "the casting time in words",
        lambda: play([SHIELDED], go="h1", orbs={"home": {"at": [4, 4]}}), {**CONTROL, "spell": "rx"},
        "wrong_casting_time", message="rx takes 1 reaction, not 1 action."),
    *(played("ISH-Q-38 ISH-Q-39 ISH-Q-40 ISH-PUSH-04", f"won by {margin}, {choice}", duel, *PUSH,
        do({"type": "defend"}, 10 + margin, 10), refused({"type": "choose", **choice}, code, rule=cited))
        for margin, choice, code, cited in WRONG_CHOICES),
    played("ISH-REACT-01", "who has answered a window",
        lambda: play([man("h1", (4, 4)), man("h2", (3, 5))], [man("a1", (13, 4))], go="a1"), step("a1", 13, 3),
        react("h1", "control", orb="home"), refused(react("h1", "control", orb="home"), "decision_pending",
        message="h1 has answered in this window already.")),
    # missed by 5 or more: it scatters, d8 1 is left forward
    played("ISH-Q-33", "a bounce elsewhere names the squares there are", at_the_wall, do(CONTROL, 1, 1),
        refused({"type": "choose_bounce", "square": [3, 3]}, "bad_destination", hint="Name one of [9, 1], [7, 1].")),
    played("ISH-ECON-02 ISH-Q-47", "as_foul on a first use changes nothing", lone(), act("h1", "dash", as_foul=True),
        player("h1", dash_bonus=6)),
])  # fmt: skip
def test_refusal(case: Played) -> None:
    case.check()


@rule("ISH-Q-07")
def test_a_position_with_a_speed_below_0_is_refused_as_a_position() -> None:
    with pytest.raises(Refused) as caught:
        play([man("h1", (4, 4), speed=-5)], go="h1")
    refusal = caught.value
    where = "position.teams.home.players.h1.speed"
    assert (refusal.code, refusal.rule, refusal.field) == ("bad_setup", "ISH-Q-07", where)
