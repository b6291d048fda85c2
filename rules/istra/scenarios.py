"""Scenarios as data: when a battle is won and lost, and a few that are furnished. [IST-END-01, IST-Q-99]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

import msgspec

from rules.istra.limits import MOST_MODELS
from rules.istra.terrain import Board, Circle, Edge, Item, Zone
from rules.kernel.labels import Bounds

GoalKind = Literal["last_standing", "hold", "carry_off", "break_through", "survive", "slay"]
GoalEdge = Edge | Literal["own", "far", "any"]


class Goal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What wins the battle for `sides` (none named: for any side that comes to it), or with `outcome` lose, loses it.

    last_standing: no enemy has a model on the board, and the side has one. carry_off: one of its models leaves over
    `edge` with `item`. break_through: `count` of its models have left over `edge`. slay: all `models` are out.
    At the turn limit only – hold: it has more models in `zone` than all its enemies together. survive: `count` of its
    models are on the board. Allies count as the side itself. `edge`: one of the table, the side's own, the one across
    from it, or any.
    """

    kind: GoalKind
    sides: tuple[str, ...] = ()
    outcome: Literal["win", "lose"] = "win"
    zone: str = ""
    item: str = ""
    edge: GoalEdge = "any"
    count: Annotated[int, Bounds(1, MOST_MODELS, "IST-END-01")] = 1
    models: tuple[str, ...] = ()


class Scenario(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario: its goals in the order in which they are looked at, and how long it may last.

    When turn `turn_limit` ends with no goal reached, `otherwise` have won; nobody named: a draw. Without goals the last
    side standing wins. `text` tells the players what wins and what loses.
    """

    name: str = "annihilation"
    title: str = "Annihilation"
    text: str = ""
    goals: tuple[Goal, ...] = ()
    turn_limit: int | None = None
    otherwise: tuple[str, ...] = ()


class ScenarioLayout(msgspec.Struct, frozen=True, gc=False):
    """A furnished scenario on a table: the scenario, and the zones and items that it speaks of."""

    scenario: Scenario
    zones: tuple[Zone, ...] = ()
    items: tuple[Item, ...] = ()


class Roll(msgspec.Struct, frozen=True, gc=False):
    """A side as a scenario needs it: how many models it has, and whether it is the GM's."""

    side: str
    models: int
    gm: bool = False


LAST_STANDING = Goal(kind="last_standing")
CENTRE, RELIC = "centre", "relic"
CENTRE_RADIUS = 600


def _annihilation(board: Board, roll: Sequence[Roll]) -> ScenarioLayout:
    text = "Win: the last side (or alliance) with a model on the board. Lose: having none left. Nobody left: a draw."
    return ScenarioLayout(Scenario(text=text, goals=(LAST_STANDING,)))


def _hold_the_centre(board: Board, roll: Sequence[Roll]) -> ScenarioLayout:
    text = (
        "Win: more models with their centre within 6 inches of the middle than all enemies together when the last turn "
        "ends, or be the last side standing. Lose: anybody else does. Equal numbers: a draw."
    )
    scenario = Scenario(
        name="hold_the_centre",
        title="Hold the centre",
        text=text,
        goals=(LAST_STANDING, Goal(kind="hold", zone=CENTRE)),
        turn_limit=6,
    )
    middle = (board.width // 2, board.depth // 2)
    return ScenarioLayout(scenario, (Zone(CENTRE, Circle(middle, CENTRE_RADIUS), "The centre"),))


def _carry_the_relic(board: Board, roll: Sequence[Roll]) -> ScenarioLayout:
    text = (
        "Win: carry the relic from the middle off the table over your own edge, or be the last side standing. Lose: "
        "somebody else does. Nobody has by the end of the last turn: a draw."
    )
    scenario = Scenario(
        name="carry_the_relic",
        title="Carry the relic",
        text=text,
        goals=(Goal(kind="carry_off", item=RELIC, edge="own"), LAST_STANDING),
        turn_limit=8,
    )
    relic = Item(id=RELIC, name="The relic", pos=(board.width // 2, board.depth // 2, 0))
    return ScenarioLayout(scenario, (), (relic,))


def _break_through(board: Board, roll: Sequence[Roll]) -> ScenarioLayout:
    attacker = roll[0]
    count = (attacker.models + 1) // 2
    text = (
        f"Win for {attacker.side}: {count} of its models leave over the edge across from its own by the end of the "
        "last turn. Win for everybody else: they do not. A side without a model on the board against one that has some "
        "loses."
    )
    scenario = Scenario(
        name="break_through",
        title="Break through",
        text=text,
        goals=(
            Goal(kind="break_through", sides=(attacker.side,), edge="far", count=count),
            LAST_STANDING,
        ),
        turn_limit=8,
        otherwise=tuple(side.side for side in roll[1:]),
    )
    return ScenarioLayout(scenario)


def _last_stand(board: Board, roll: Sequence[Roll]) -> ScenarioLayout:
    heroes = tuple(side.side for side in roll if not side.gm)
    text = (
        "Win for the heroes: one of them is still on the board when the last turn ends, or no monster is left before. "
        "Lose: no hero is left on the board."
    )
    scenario = Scenario(
        name="last_stand",
        title="Last stand",
        text=text,
        goals=(LAST_STANDING, Goal(kind="survive", sides=heroes)),
        turn_limit=8,
        otherwise=tuple(side.side for side in roll if side.gm),
    )
    return ScenarioLayout(scenario)


FURNISHED: dict[str, Callable[[Board, Sequence[Roll]], ScenarioLayout]] = {
    "annihilation": _annihilation,
    "hold_the_centre": _hold_the_centre,
    "carry_the_relic": _carry_the_relic,
    "break_through": _break_through,
    "last_stand": _last_stand,
}
"""The furnished scenarios by name: for a table and the sides on it. The first side is the one that breaks through."""

HEROES_TOGETHER = ("last_stand",)
"""Scenarios in which all sides of the players are allies."""

NEEDS_GM = ("last_stand",)
"""Scenarios that want a side of the GM's."""
