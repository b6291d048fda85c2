"""Fouls among reactions, and the offences that are none."""

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
    never,
    once,
    orb,
    played,
    player,
    refused,
    seat_asked,
)
from tests.rules.ishmek.arena import act, end_go, let_pass, man, place, play, react, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, defend, duel, fouls, pushes, umpire_call
from tests.rules.play import Play

QUIET = {"reaction_used": True}
HELD_BY_H1 = {"home": {"holder": "h1"}}
OFFENCE = {"target": "a1", "as_foul": True}


def two_reactors() -> Play:
    """A step of h1, who holds the orb, lets a1 seize it and a2 push."""
    theirs = [man("a1", (9, 4)), man("a2", (8, 5))]
    return play([man("h1", (7, 4), **QUIET)], theirs, orbs=HELD_BY_H1, go="h1")


def two_return() -> Play:
    back: dict[str, Any] = {"status": "sitting_out", "sit_out": {"kind": "rounds", "back": 7}}
    wall = [man(f"h{n}", square) for n, square in enumerate([(1, 1), (1, 2), (1, 3), (1, 6)], start=1)]
    mates = [*wall, man("h5", **back), man("h6", **back)]
    return play(mates, [man("a1", (1, 7))], go="h1", picks=["a1", "h2", "h3", "h4"], turn=6)


@pytest.mark.parametrize("case", [
    # a1 is first: 15 + 5 − 4 = 16 against 10: a1 has the orb. Then 15 against 17; umpires 3 + 6 and 2 + 7
    played("ISH-Q-46 ISH-UMP-03", "the DC goes by who held an orb when the reaction was declared", two_reactors,
        step("h1", 8, 4), react("a1", "seize", target="h1", ability="dex"),
        do(react("a2", "push_pull", target="h1", ability="dex", intent=True), 15, 5),
        do(defend("h1", ability="dex"), 15, 5), PASS, do(defend("h1", ability="dex"), 10, 12, 3, 2),
        each(ev.UmpireRolled, target=[10, 10]), player("a2", status="on_field")),
    # won by 15: three squares, 15 feet. At (12,4): 17 + 4 = 21, out of the match; the d8; the umpires
    played("ISH-Q-68 ISH-FOUL-02", "a holder removed by the injury of a long shove scatters the orb one square",
        lambda: duel(a1=QUIET, away=[man("a2", (12, 7))], orbs=HELD), fouls(16, 3),
        do(let_pass("h1"), 17, 1, 2, *UNSEEN), once(ev.OrbScattered, start=(12, 4), to=(13, 4)),
        player("a1", status="out_match")),
    # 15 against 19
    played("ISH-Q-47 ISH-UMP-02", "a first use is no offence whatever was meant", duel, pushes(10, 16, as_foul=True),
        once(ev.PushFailed, margin=-4), never(ev.FoulCalled)),
    played("ISH-Q-47 ISH-ILL-20", "an offence needs an unspent slot",
        lambda: duel({"action_used": True, "used_names": ["push_pull"]}),
        refused(act("h1", "push_pull", **OFFENCE), "action_spent"),
        refused(act("h1", "push_pull", slot="reaction", **OFFENCE), "reaction_spent")),
    played("ISH-Q-47 ISH-ILL-10 ISH-ILL-25", "and one's go or a window", lambda: duel(a1={"used_names": ["push_pull"]}),
        refused(act("a1", "push_pull", target="h1", as_foul=True), "not_your_go"),
        refused(react("a1", "push_pull", target="h1", as_foul=True), "no_window")),
    played("ISH-UMP-01 ISH-Q-48", "a call in an open window takes its player out of the window",
        lambda: duel(orbs=HELD), step("h1", 8, 3), asked("window", "a1"),
        do(umpire_call("a1", "illegal_handling"), by="gm"), asked("go", "h1"), orb("away", at=(9, 4))),
    # 15 against 4
    played("ISH-UMP-01 ISH-UMP-02 ISH-Q-48", "an orb is not stopped by its propeller being sent off",
        lambda: play([man("h1", (8, 4), **QUIET)], [man("a1", (8, 3))], orbs=HELD_BY_H1, go="h1"),
        do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=2), 10), asked("window", "a1"),
        do(umpire_call("h1", "illegal_handling"), by="gm"), PASS, orb("home", state="loose", at=(6, 4)),
        player("h1", at=None), seat_asked("pick", "away")),
    # won by 3, nobody moves; 9 + 4
    played("ISH-FOUL-04 ISH-Q-40", "against who stands at the wall it is one all the same",
        lambda: duel({"at": [15, 2]}, {"at": [16, 2]}), fouls(13, 12), do(let_pass("h1"), 9, *SEEN),
        once(ev.InjuryApplied, injury="jelly_legs"), once(ev.PlayerSatOut, until="point")),
    played("ISH-Q-49 ISH-ARENA-08", "of two who come back one waits where only one finds a square", two_return,
        end_go("h1"), do(place("home", h5=(1, 4)), 12, 5), once(ev.PlayersWaited, players=("h6",), back=8),
        player("h5", at=(1, 4)), player("h6", status="sitting_out")),
])  # fmt: skip
def test_foul(case: Played) -> None:
    case.check()
