"""What each event as schema 1 wrote it does to a situation, for ever.

`tests/golden/folds/istra_v1.jsonl` goes line by line with `tests/golden/istra/events_v1.jsonl`: what is another then,
model by model and side by side, in the situation `BUSY`; null is what is gone. The lines follow from what the events
say, and are never written anew. What `decided` does to the agenda is told by the event itself.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra.system import ISTRA
from tests.rules.every_game.folds import Folds
from tests.rules.istra.battles import Json, circle, man, position

# a1 acts, hurt and in melee with b1; its rifle is half loaded, and it has the cup. a2 waits in reserve.
BUSY: Json = position(
    [
        man(
            "a1",
            (1000, 1200),
            equipment=["dagger", "rifle", "crossbow"],
            health=18,
            moved=True,
            used={"teleport": 1},
            used_this_turn={"fireball": 1},
            unloaded=[{"weapon": "rifle", "progress": 1, "turn": 2}],
            conditions=[{"name": "ongoing", "source": "b1", "amount": 1, "lasts": "save"}, {"name": "arrow_block"}],
        ),
        man("a2", equipment=["bow"]),
    ],
    [man("b1", (1100, 1200), equipment=["spear"]), man("b2", (3000, 3000), standard_action=0)],
    gm=True,
    items=[{"id": "gem", "pos": [1000, 1300, 0]}, {"id": "cup", "carrier": "a1"}],
    terrain=[{"id": "t", "footprint": circle(500, 500, 100)}],
    scenario="hold_the_centre",
    engaged=[["a1", "b1"]],
    sight=[{"attacker": "a1", "target": "b1", "cover": True, "by": ["gm"]}],
    turn=3,
    nominations=["a1"],
    active="a1",
)


def busy() -> Any:
    return ISTRA.from_position(BUSY, {})


def told(state: Any) -> dict[str, Any]:
    """A situation in a flat form: `a1 pos`, `s1 zone`, `turn`."""
    document = ISTRA.position(state)
    flat: dict[str, Any] = {}
    for name, side in document.pop("sides").items():
        models = {model.pop("id"): model for model in side.pop("models")}
        for whose, fields in {name: side, **models}.items():
            flat |= {f"{whose} {field}": value for field, value in fields.items()}
    return flat | document


FOLDS = Folds(ISTRA, "battle_opened", busy, told)


def test_there_is_a_line_for_each_sample() -> None:
    FOLDS.check_lines()


@pytest.mark.parametrize(("line", "fold"), FOLDS.cases)
def test_event_of_schema_1_means_what_it_meant(line: bytes, fold: dict[str, Any]) -> None:
    FOLDS.check(line, fold)
