"""What each golden event of Hachigoku does to a situation, for ever. [0001]

The situation has everybody whom the samples name, with a die of each face and another 1, near one another but for two
holds, in Moment 6 of round 3.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku.system import HACHIGOKU
from tests.rules.every_game.folds import Folds
from tests.rules.hachigoku.dojo import KATANA, fighter, held_by, moment

NORTH = ("aoi", "tora", "yari", "ronin", "rider", "jin")
SOUTH = ("botan", "lord", "guard", "m1", "m2", "chief", "monk", "goro", "mika")
CONDITIONS = {
    "goro": [held_by("jin"), "prone"],
    "chief": [held_by("ronin", "fully", "net"), "prone"],
    "monk": [{"name": "unaware", "source": "rider"}],
}
HELD = {("chief", "ronin"), ("goro", "jin")}


def busy() -> Any:
    """Everybody is there."""
    crowd = [
        fighter(
            name,
            "north" if name in NORTH else "south",
            *(*range(10, 0, -1), 1),
            height=2 if name == "monk" else 0,
            honor_points=2,
            cover="slight",
            nearby_cover="partial",
            conditions=CONDITIONS.get(name, []),
            weapons=[KATANA, {"name": "bo", "skill": "Bojutsu", "kind": "bow", "reload": "heavy", "loaded": False}],
        )
        for name in (*NORTH, *SOUTH)
    ]
    names = sorted((*NORTH, *SOUTH))
    near = [[one, other, int((one, other) not in HELD)] for one in names for other in names if one < other]
    return moment(6, *crowd, scene={"ranges": near}, round=3)().state


def told(state: Any) -> dict[str, Any]:
    """A situation in a flat form: `aoi wounds`, `aoi–botan` for a Range, a die as `8` or `8 spent`."""
    position = HACHIGOKU.position(state)
    scene = position.pop("scene")
    flat = {f"{one}–{other}": step for one, other, step in scene.pop("ranges")}
    for one in position.pop("characters"):
        name = one.pop("id")
        dice = [" ".join(str(part) for part in die.values()) for die in one.pop("dice", [])]
        flat |= {f"{name} {field}": value for field, value in {**one, "dice": dice}.items()}
    return flat | {f"scene {field}": value for field, value in scene.items()} | position


FOLDS = Folds(HACHIGOKU, "match_created", busy, told)


def test_there_is_a_line_for_each_sample() -> None:
    FOLDS.check_lines()


@pytest.mark.parametrize(("line", "fold"), FOLDS.cases)
def test_event_of_schema_1_means_what_it_meant(line: bytes, fold: dict[str, Any]) -> None:
    FOLDS.check(line, fold)
