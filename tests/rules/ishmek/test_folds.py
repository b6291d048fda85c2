"""What each event as schema 1 wrote it does to a situation, for ever.

`tests/golden/folds/ishmek_v1.jsonl` goes line by line with `tests/golden/ishmek/events_v1.jsonl`: what is another then,
player by player and orb by orb, in the situation `BUSY`; null is what is gone. The lines follow from what the events
say, and are never written anew. What `decided` does to the agenda is told by the event itself.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.system import ISHMEK
from tests.rules.every_game.folds import Folds
from tests.rules.ishmek.arena import man, play

# h1 has the home orb and its go, h2 is hurt, a1 lies on the floor under a spell, a2 has the away orb.
ARMOR = {"kind": "push_defence", "amount": 3, "until": 2, "note": "mage armor"}
BUSY = {
    "home": [
        man("h1", (8, 4), bonus_sources=[{"name": "quick", "actions": ["dash"], "uses": 2}], slots_l1=2),
        man("h2", (7, 4), injuries=[{"name": "shook", "until": 3}], slots_l1=2, action_used=True, used_names=["dash"]),
    ],
    "away": [
        man("a1", (9, 4), prone=True, sr_mods=[ARMOR], slots_l1=2, burn_move=1, move_used=1),
        man("a2", (10, 4), move_used=2, dash_bonus=6),
    ],
    "orbs": {
        "home": {"state": "controlled", "at": [8, 4], "holder": "h1", "motion": 1},
        "away": {"state": "controlled", "at": [10, 4], "holder": "a2", "motion": 1},
    },
}


def busy() -> Any:
    return play(BUSY["home"], BUSY["away"], orbs=BUSY["orbs"], go="h1").state


def told(state: Any) -> dict[str, Any]:
    """A situation in a flat form: `h1 at`, `home orb holder`, `score`."""
    position = ISHMEK.position(state)
    flat: dict[str, Any] = {}
    for side, team in position.pop("teams").items():
        players = {f"{player.pop('id')} {side}": player for player in team.pop("players")}
        for name, fields in {side: team, **players, f"{side} orb": position["orbs"][side]}.items():
            flat |= {f"{name.removesuffix(f' {side}')} {field}": value for field, value in fields.items()}
    del position["orbs"]
    return flat | position


FOLDS = Folds(ISHMEK, "match_created", busy, told)


def test_there_is_a_line_for_each_sample() -> None:
    FOLDS.check_lines()


@pytest.mark.parametrize(("line", "fold"), FOLDS.cases)
def test_event_of_schema_1_means_what_it_meant(line: bytes, fold: dict[str, Any]) -> None:
    FOLDS.check(line, fold)
