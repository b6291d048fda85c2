"""A second reading of the spell rules, worked out from the catalogue alone, against what the engine makes of a cast."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from random import Random

import pytest

from tests.rules.istra.battles import Json, man
from tests.rules.istra.fights import Fight
from tests.rules.play import rule

CASTER = (1000, 1000)
SPOTS = ((1350, 1000), (1350, 1200), (1600, 1000), (1600, 1300), (1100, 1300))
LINE = ("power", "finesse", "will")
STAT = {"fireball": "finesse", "ray_of_frost": "finesse", "lightning_fork": "power"}
SPELLS = tuple(STAT)


@dataclass
class One:
    """Somebody on the table: where, with what stats, armour and talents."""

    at: tuple[int, int]
    stats: dict[str, int]
    armour: int
    talents: list[str]

    def lose(self, stat: str) -> None:
        """A point of a stat, or of the next in line that has one."""
        start = LINE.index(stat)
        left = [name for name in (*LINE[start:], *LINE[:start]) if self.stats[name]]
        if left:
            self.stats[left[0]] -= 1

    def suffer(self, damage: int, stat: str = "") -> None:
        self.stats["health"] = max(0, self.stats["health"] - damage)
        if damage and stat:
            self.lose(stat)

    @property
    def out(self) -> bool:
        return not self.stats["health"] or not any(self.stats[name] for name in LINE)


@dataclass
class Casting:
    """A spell in the air: whom it reaches, and the dice, the caster's first."""

    spell: str
    aim: Json
    targets: list[str]
    melee: bool
    dice: list[int] = field(default_factory=list)

    def natural(self) -> int:
        return min(self.dice[:2]) if self.melee else self.dice[0]


def scene(rng: Random) -> dict[str, One]:
    """The caster a, perhaps its friend a2, and one to four enemies."""
    names = ["a", *(["a2"] if rng.random() < 0.5 else []), *[f"b{n}" for n in range(rng.randint(1, 4))]]
    places = {"a": CASTER, "a2": SPOTS[0]} | {f"b{n}": SPOTS[n + 1] for n in range(4)}
    people = {}
    for name in names:
        stats = {stat: rng.randint(0, 9) for stat in LINE} | {"will": rng.randint(1, 9), "health": rng.randint(1, 20)}
        talents = ["abjuration"] if name == "a" else ["relentless"]
        people[name] = One(places[name], stats, rng.choice((0, 0, 1, 3, 8)), talents if rng.random() < 0.5 else [])
    return people


def cast(rng: Random, people: dict[str, One], melee: set[str]) -> Casting:
    """A spell at somebody or something, with the dice that it takes."""
    spell, foe = rng.choice(SPELLS), rng.choice([name for name in people if name[0] == "b"])
    at = people[foe].at
    aim: Json = {"target": foe}
    targets = [foe]
    if spell == "fireball":
        aim = {"point": list(at)}
        targets = [name for name in sorted(people) if gap(people[name].at, at) <= 301]
    elif spell == "ray_of_frost":
        way = (at[0] - CASTER[0], at[1] - CASTER[1])
        aim, targets = {"direction": list(way)}, [first_on(way, people)]
    casting = Casting(spell, aim, targets, bool(melee & set(targets)))
    count = 1 + casting.melee + len(targets)
    casting.dice = [rng.choice((1, 20, *[rng.randint(1, 20) for _ in range(4)])) for _ in range(count)]
    return casting


def gap(base: tuple[int, int], point: tuple[int, int]) -> float:
    return max(0.0, hypot(base[0] - point[0], base[1] - point[1]) - 50)


def first_on(way: tuple[int, int], people: dict[str, One]) -> str:
    """The first base that a line from the caster touches."""
    found = []
    for name, one in people.items():
        x, y = one.at[0] - CASTER[0], one.at[1] - CASTER[1]
        along, aside = (x * way[0] + y * way[1]) / hypot(*way), abs(x * way[1] - y * way[0]) / hypot(*way)
        if name != "a" and aside <= 50 and along > 0:
            found.append((along - (2500 - aside * aside) ** 0.5, name))
    return min(found)[1]


def resolve(casting: Casting, people: dict[str, One]) -> None:
    """What the catalogue makes of it: who wins, damage, Core Stats, fumble and spell failure."""
    caster, stat, natural = people["a"], STAT[casting.spell], casting.natural()
    total, faces = natural + caster.stats["will"], casting.dice[1 + casting.melee :]
    defences = {name: face + people[name].stats[stat] for name, face in zip(casting.targets, faces, strict=True)}
    if "abjuration" in caster.talents and casting.spell != "ray_of_frost":
        caster.armour += 4
    won = [name for name in defences if natural == 20 or (natural != 1 and total >= defences[name])]
    hits = [(people[name], damage_of(name, people[name], natural, total), stat) for name in won]
    if natural == 1:
        caster.lose("will")
        hits += [(caster, max(0, each - caster.armour), "will") for each in answers(casting, defences)]
    for one, damage, lost in hits:
        one.suffer(damage, lost)
    if not won:
        amount = min(defences.values()) - total
        caster.suffer(next(damage for most, damage in ((4, 0), (9, 1), (19, 2), (999, 5)) if amount <= most))


def damage_of(name: str, one: One, natural: int, total: int) -> int:
    """Doubled by a 20, halved for a Relentless enemy of a natural below 12."""
    damage = max(0, total - one.armour) * (2 if natural == 20 else 1)
    return damage // 2 if "relentless" in one.talents and natural < 12 and name != "a" else damage


def answers(casting: Casting, defences: dict[str, int]) -> list[int]:
    """The total that answers a fumble: the target's; of an area the strongest enemy's, if there is one."""
    if casting.spell != "fireball":
        return list(defences.values())
    return sorted((total for name, total in defences.items() if name[0] == "b"), reverse=True)[:1]


@rule("IST-CAST-02", "IST-CAST-04", "IST-CAST-05", "IST-CAST-06", "IST-Q-41", "IST-Q-47", "IST-Q-69", "IST-Q-70")
@pytest.mark.parametrize("seed", range(200))
def test_a_cast_does_what_a_second_reading_says(seed: int) -> None:
    rng = Random(seed)
    people = scene(rng)
    engaged = [["a2", "b0"]] if "a2" in people and rng.random() < 0.5 else []
    fight = stage(people, engaged)
    casting = cast(rng, people, {name for pair in engaged for name in pair})
    fight.do("cast", casting.dice, model="a", spell=casting.spell, **casting.aim)
    resolve(casting, people)
    for name, one in people.items():
        model = fight[name]
        assert {stat: getattr(model, stat) for stat in one.stats} == one.stats, name
        assert (model.status == "out") == one.out, name
    left = [name for name, one in people.items() if name[0] == "b" and not one.out and name not in casting.targets]
    leaps = casting.spell == "lightning_fork" and casting.natural() % 2 == 0 and not people["a"].out and left
    assert fight.asked() == (("chain", "a") if leaps and fight.state.result is None else ("", ""))


def stage(people: dict[str, One], engaged: list[list[str]]) -> Fight:
    """The people as a position; z is far away, so that the battle goes on."""
    mage: Json = {"class": "magic_user", "level": 3, "spells": list(SPELLS)}
    sides: dict[str, list[Json]] = {"a": [], "b": [man("z", (4500, 4500))]}
    for name, one in people.items():
        full = {f"{stat}_max": max(9, value) for stat, value in one.stats.items()} | {"health_max": 20}
        extra = mage if name == "a" else {}
        sides[name[0]].append(
            man(name, one.at, armour_base=one.armour, talents=one.talents, **one.stats, **full, **extra)
        )
    return Fight(sides["a"], sides["b"], engaged=engaged)
