"""A Skirmish for the tests of Hachigoku: fighters, Moments, commands, and what they may be asked about.

Elements are 2 unless a fighter says otherwise, so Defense is 10; `KATANA` rolls Kenjutsu, its Damage is 2k2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.hachigoku.system import HACHIGOKU
from tests.rules.every_game.rows import Step
from tests.rules.play import Play

KATANA = {"name": "katana", "skill": "Kenjutsu", "damage": "2k2"}
BOW = {"name": "bow", "skill": "Kyujutsu", "kind": "bow", "damage": "1k1", "reload": "light"}
ELEMENTS = ("earth", "water", "fire", "wind", "void")
Json = dict[str, Any]


def fighter(name: str, side: str, *dice: int, **more: Any) -> Json:
    """A character with a katana and Kenjutsu 3, and its Action Dice. `fire=4` is an Element, others are fields."""
    elements = {element: more.pop(element) for element in ELEMENTS if element in more}
    there = {"skills": {"Kenjutsu": 3}, "weapons": [KATANA]}
    return {"id": name, "side": side, "elements": elements, "dice": list(dice), **there, **more}


def a(*dice: int, **more: Any) -> Json:
    """Aoi of the Crane."""
    return fighter("a", "crane", *dice, **more)


def b(*dice: int, **more: Any) -> Json:
    """Botan of the Boar."""
    return fighter("b", "boar", *dice, **more)


def moment(
    number: int, *fighters: Json, rules: Json | None = None, scene: Json | None = None, **more: Any
) -> Callable[[], Play]:
    """The fighters as a Moment opens; enemies are close unless the scene says otherwise."""
    ranges = [[one["id"], other["id"], 0] for one in fighters for other in fighters if one["id"] < other["id"]]
    position = {"characters": list(fighters), "scene": {"ranges": ranges, **(scene or {})}, "round": 1, **more}
    return lambda: Play.position(HACHIGOKU, {**position, "moment": number}, rules)


def act(name: str = "a") -> Json:
    return {"type": "act", "character": name}


def rest(name: str, *, whole: bool = False) -> Json:
    """Passing in a declaration."""
    return {"type": "pass", "character": name, **({"whole_moment": True} if whole else {})}


def attack(name: str = "a", target: str = "b", weapon: str = "katana", **more: Any) -> Json:
    return {"type": "attack", "character": name, "targets": [target], "weapon": weapon, **more}


def defend(name: str = "b", defense: str = "dodge", **more: Any) -> Json:
    return {"type": "defend", "character": name, "defense": defense, **more}


def move(name: str = "a", reference: str = "b", direction: str = "toward", **more: Any) -> Json:
    return {"type": "move", "character": name, "reference": reference, "direction": direction, **more}


def apart(one: str, other: str, step: int) -> Step:
    """The Range between two, without heights."""

    def check(game: Play) -> None:
        assert game.state.ranges.between(one, other) == step

    return check


def guard(name: str = "c", **more: Any) -> Json:
    return {"type": "guard", "character": name, **more}


def disarm(name: str = "b", **more: Any) -> Json:
    """With bare hands unless a weapon is named."""
    return {"type": "disarm", "character": name, **more}


def dice_of(name: str, *faces: int, state: str = "unspent") -> Step:
    """The faces of somebody's Action Dice in that state."""

    def check(game: Play) -> None:
        assert [die.face for die in game.player(name).dice if die.state == state] == list(faces)

    return check


def condition(name: str, *names: str) -> Step:
    """The conditions that somebody has."""

    def check(game: Play) -> None:
        assert [one.name for one in game.player(name).conditions] == list(names)

    return check


def setup(*fighters: Json, rules: Json | None = None, **scene: Any) -> Callable[[], Play]:
    """A Skirmish from its rosters, at the GM's setup."""
    roster = [{name: value for name, value in one.items() if name != "dice"} for one in fighters]
    return lambda: Play.setup(HACHIGOKU, {"characters": roster, "scene": scene}, rules)


START = {"type": "start_skirmish"}


def interrupt(name: str, *pairs: list[int], **more: Any) -> Json:
    return {"type": "interrupt", "character": name, "exchanges": list(pairs), **more}


def in_moment(number: int) -> Step:
    """Which Moment is open now."""

    def check(game: Play) -> None:
        assert game.state.moment == number

    return check


def pooled(*steps: tuple[int, int, str]) -> Step:
    """How the pool of the last roll came about: dice rolled and kept after each step, and its rule."""

    def check(game: Play) -> None:
        rolled = [event for event in game.events if hasattr(event, "pool")][-1]
        assert [(step[0], step[1], step[3]) for step in rolled.pool] == list(steps)

    return check


def after(game: Callable[[], Play], *steps: Step) -> Callable[[], Play]:
    """The match once these steps have been taken."""

    def opened() -> Play:
        made = game()
        for step in steps:
            if callable(step):
                step(made)
            else:
                made.do(step)
        return made

    return opened


def away(*ranges: Any) -> Json:
    """A scene with these Ranges: steps between A and B, or triples."""
    return {"ranges": [["a", "b", one] if isinstance(one, int) else one for one in ranges]}


def is_rolled(command: Json, notation: str) -> Step:
    """What a command would roll."""

    def check(game: Play) -> None:
        assert game.needs(command).roll == notation

    return check


def held_by(holder: str, hold: str = "partially", weapon: str = "") -> Json:
    """A condition of who is held."""
    return {"name": f"{hold}_captured", "source": holder, "note": weapon}


def reopens(game: Play) -> None:
    """The situation reads back as it was written."""
    assert Play.position(HACHIGOKU, game.position()).state == game.state


ACT = act()
"""A has something to do."""
HIT, MISS = (5, 5, 5, 5, 5), (1, 1, 1, 1, 1)
"""Five dice of which four are kept: 20 and 4."""
