"""Sequences of legal commands, counted: a changed number is a changed rule, and the commit that changes it says which.

The numbers lie in `tests/golden/counts/istra.json`. When a rule was meant to change, write them anew with
`SKALD_UPDATE_GOLDEN=1 python -m pytest tests/rules/istra/test_counts.py` and explain every one that differs. All dice
of a sequence fall as `rules.kernel.playout.FixedDice`. Some of the positions are small enough to be counted by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from rules.istra.system import ISTRA
from rules.kernel.playout import count_legal
from tests.rules.every_game.counting import Counts
from tests.rules.istra.battles import Json, circle, man, piece, position, setup, wall
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import rule

FAR = (3500, 3500)
ARCHER: Json = {"equipment": ["bow"], "active_weapon": "bow"}


def alone() -> Skirmish:
    """a in the open with both actions and nothing in hand; b is out of reach."""
    return Skirmish(position([man("a", (2000, 2000))], [man("b", FAR)], active="a"))


def held() -> Skirmish:
    """a in contact with b, its Movement action spent."""
    spent = {"move_action": 0, "standard_action": 1}
    models = [man("a", (2000, 2000), **spent)], [man("b", (2100, 2000))]
    return Skirmish(position(*models, active="a", engaged=[["a", "b"]]))


def broken_ground() -> Skirmish:
    """a between a rock, a wood and an enemy, with a gem to pick up, a weapon to switch and talents to declare."""
    terrain = [
        wall("rock", 2200, 1900, 2500, 2100),
        piece("wood", circle(1700, 2000, 150), ground="rough", los="partial", height=300),
    ]
    a = man("a", (2000, 2000), equipment=["two_handed", "dagger"], talents=["power_attack", "smite"], level=2)
    gem = [{"id": "gem", "pos": [2000, 2100, 0]}]
    return Skirmish(position([a], [man("b", (2000, 2700))], active="a", terrain=terrain, items=gem))


def mage() -> Skirmish:
    """A mage with all three spells, its Movement action spent, before two enemies."""
    spells: Json = {"class": "magic_user", "level": 3, "spells": ["fireball", "ray_of_frost", "lightning_fork"]}
    a = man("a", (2000, 2000), move_action=0, standard_action=1, **spells)
    return Skirmish(position([a], [man("b", (2500, 2000)), man("c", (2500, 2200))], active="a"))


def shot() -> Skirmish:
    """An archer before a shield bearer and its friend with a shield: a shot opens two windows."""
    a = man("a", (2000, 2000), move_action=0, standard_action=1, **ARCHER)
    shields = [man(name, (2500, y), equipment=["shield"]) for name, y in (("b", 2000), ("c", 2150))]
    return Skirmish(position([a], shields, active="a"))


def charge() -> Skirmish:
    """a may run into an archer, who may shoot at it."""
    a, b = man("a", (2000, 2000), standard_action=0, move_action=1), man("b", (2700, 2000), **ARCHER)
    return Skirmish(position([a], [b], active="a"))


def deploying() -> Skirmish:
    """Nobody stands yet: one man with a bow and a dagger a side, on an empty table."""
    armed = {"equipment": ["dagger", "bow"]}
    return Skirmish.begun(setup([man("a", **armed)], [man("b", **armed)]), dice=[20, 1])


POSITIONS: dict[str, tuple[Callable[[], Skirmish], int]] = {
    "alone": (alone, 3),
    "held": (held, 3),
    "broken_ground": (broken_ground, 2),
    "mage": (mage, 3),
    "shot": (shot, 4),
    "charge": (charge, 3),
    "deploying": (deploying, 2),
}
"""Each position and how many commands deep it is counted."""
COUNTS = Counts(ISTRA, POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_sequences_of_legal_commands_as_ever(name: str) -> None:
    COUNTS.check(name)


def test_every_number_on_file_is_counted() -> None:
    COUNTS.check_file()


def of_kinds(fight: Skirmish) -> Counter[str]:
    """How many commands of which kind are listed."""
    return Counter(str(command.__struct_config__.tag) for command in ISTRA.legal(fight.state))


@rule("IST-MOVE-01", "IST-MOVE-15", "IST-TURN-01", "IST-TURN-06")
def test_alone_in_the_open_counted_by_hand() -> None:
    """A ring in 16 directions, half as far in 8: 24 ways.

    Depth 1: 24 moves, end                                                25
    Depth 2: each move, then 24 sprints or the end: 24 · 25; end, then b  600 + 1
    Depth 3: move, sprint, end: 24 · 24; move, end, b: 24; end, b, then b's 25   576 + 24 + 25
    """
    state = alone().state
    assert [count_legal(ISTRA, state, depth) for depth in (1, 2, 3)] == [25, 601, 625]


@rule("IST-MELEE-01", "IST-MOVE-06", "IST-TURN-01")
def test_held_in_melee_counted_by_hand() -> None:
    """a may strike or be done. A Disengage by a Sprint is not open to it: it has not moved.

    Depth 2: strike (10 + 5 against 11 + 5: a takes 16 and is left with 4), then the end; the end, then b: 2
    Depth 3: strike, end, b; end, b, then what b may: its ways out, a blow, the end
    """
    fight = held()
    assert of_kinds(fight) == {"melee": 1, "end_activation": 1}
    assert count_legal(ISTRA, fight.state, 2) == 2
    fight.end("a")
    fight.nominate("b")
    found = of_kinds(fight)
    assert set(found) == {"disengage", "melee", "end_activation"}
    assert count_legal(ISTRA, held().state, 3) == 1 + found.total()


@rule("IST-CAST-01", "IST-CAST-12", "IST-SPELL-06")
def test_a_mages_spells_counted_by_hand() -> None:
    """Fireball at each of three, the ray toward two, the fork at two, the end: 8.

    Depth 2: b and c stand 2 inches apart and no window but that of the fork opens, whose natural is 10, an even one:
    let it pass or leap to the other. 3 + 2 (each then only the end) + 2 · 2 + 2 (the end, then b or c): 11.
    """
    assert of_kinds(mage()) == {"cast": 7, "end_activation": 1}
    assert count_legal(ISTRA, mage().state, 2) == 11


@rule("IST-REACT-08", "IST-REACT-09", "IST-Q-131")
def test_a_shot_at_shields_counted_by_hand() -> None:
    """Two targets or the end: 3. Then the lower id is asked: b blocks for itself or shields c, or lets it be: 2 · 2,
    and after the end one of two is nominated: 6."""
    assert of_kinds(shot()) == {"shoot": 2, "end_activation": 1}
    assert count_legal(ISTRA, shot().state, 2) == 6


@rule("IST-SETUP-05", "IST-SETUP-06", "IST-Q-08")
def test_places_to_deploy_counted_by_hand() -> None:
    """A zone of 48 by 6 inches, a place every 4 inches from edge to edge, two rows: 13 · 2, with the dagger or the bow.

    The other side has as many, whatever the first has chosen: they stand 36 inches apart.
    """
    assert count_legal(ISTRA, deploying().state, 1) == 52
    assert count_legal(ISTRA, deploying().state, 2) == 52 * 52


def test_counting_tells_one_rule_from_another() -> None:
    """The number is a fingerprint: with other house rules it is another."""
    a = man("a", (2000, 2000), **ARCHER)
    models = [a], [man("b", (2100, 2000))]
    plain, held_back = (
        count_legal(ISTRA, Skirmish(position(*models, active="a", engaged=[["a", "b"]]), house).state, 1)
        for house in ({}, {"no_shooting_engaged": "on"})
    )
    assert plain == held_back + 1
