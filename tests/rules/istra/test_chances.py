"""The chance on record is exact: every way in which the dice of a small roll can fall is played, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.system import ISTRA
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import NeedDice
from rules.kernel.rolls import DiceFaces, Need, Rolled
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.fights import duel
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import rule

STRIKE: Json = {"type": "melee", "model": "a", "target": "b"}
SHOOT: Json = {"type": "shoot", "model": "a", "target": "b"}
FORK: Json = {"type": "cast", "model": "a", "spell": "lightning_fork", "target": "b"}
BOW: Json = {"equipment": ["bow"], "active_weapon": "bow"}
END: Json = {"type": "end_activation", "model": "a"}


class Scripted:
    """The dice in order; elevens when they run out, for whatever rolls after the roll that is looked at."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def take(self, need: Need) -> DiceFaces:
        """The next faces."""
        wanted = [self._faces.pop(0) if self._faces else min(11, sides) for sides in need.sides]
        return TableDice(wanted).take(need)


def all_ways(fight: Skirmish, command: Json, dice: int, before: Sequence[int] = ()) -> list[list[Any]]:
    """What comes of a command for every way in which so many d20s can fall after those of `before`."""
    order = ISTRA.parse(command)
    return [
        list(ISTRA.decide(fight.state, order, Scripted((*before, *faces)), GM))
        for faces in product(range(1, 21), repeat=dice)
    ]


def check(fight: Skirmish, command: Json, kind: type[Rolled]) -> tuple[int, int]:
    """The chance on record of the first roll of that kind is the share of the faces that make it."""
    rolls = [next(event for event in ways if isinstance(event, kind)) for ways in all_ways(fight, command, 1)]
    (chance,) = {roll.chance for roll in rolls}
    assert chance == (sum(bool(roll.success) for roll in rolls), 20)
    return chance


# One die against a number


@rule("IST-MOVE-07", "IST-DICE-01", "IST-DICE-02")
@pytest.mark.parametrize(("enemies", "made"), [(1, 10), (2, 9), (3, 8)])
def test_chance_of_a_disengage(enemies: int, made: int) -> None:
    """11 and up; each further enemy takes a face away."""
    places = [(2100, 2000), (1900, 2000), (2000, 2100)][:enemies]
    foes = [man(f"b{number}", place) for number, place in enumerate(places)]
    pairs = [["a", foe["id"]] for foe in foes]
    fight = Skirmish(position([man("a", (2000, 2000))], foes, active="a", engaged=pairs))
    away = {"type": "disengage", "model": "a", "path": [[2000, 1500]]}
    assert check(fight, away, ev.DisengageRolled) == (made, 20)


@rule("IST-MOR-01", "IST-MOR-03", "IST-Q-73")
@pytest.mark.parametrize(("most", "will", "made"), [(5, 5, 15), (10, 5, 10), (20, 5, 0), (10, 16, 20)])
def test_chance_of_keeping_heart(most: int, will: int, made: int) -> None:
    """4 health left of so many: 10 and what is lost, less the Will, is to be rolled."""
    one = man("a", (2000, 2000), health_max=most, health=4, will_max=will)
    fight = Skirmish(position([one], [man("b", (4000, 4000))], nominator="s1"))
    assert check(fight, {"type": "nominate", "model": "a"}, ev.MoraleRolled) == (made, 20)


@rule("IST-RACE-21", "IST-SKILL-01")
def test_chance_of_a_save_and_of_a_skill() -> None:
    """A save stands from 11 on; checks from 6, 11 and 16."""
    poison = [{"name": "ongoing", "source": "b", "amount": 1, "lasts": "save"}]
    fight = Skirmish(position([man("a", (2000, 2000), conditions=poison)], [man("b", (4000, 4000))], active="a"))
    assert check(fight, END, ev.SaveRolled) == (10, 20)
    for difficulty, made in (("easy", 15), ("normal", 10), ("hard", 5)):
        skill = {"type": "skill_check", "model": "a", "skill": "spot_hidden", "difficulty": difficulty}
        assert check(fight, skill, ev.SkillChecked) == (made, 20)


@rule("IST-RACE-18")
def test_chance_of_elven_grace() -> None:
    fight = Skirmish(position([man("a", (2000, 2000), race="wood_elf")], [man("b", (4000, 4000))], active="a"))
    fight.end("a")
    fight.nominate("b")
    assert check(fight, {"type": "end_activation", "model": "b"}, ev.ElvenGraceRolled) == (3, 20)


@rule("IST-CAST-03", "IST-CAST-04")
def test_chance_of_a_spell_against_a_number() -> None:
    """Will 5 against 14: 9 and up; no natural decides where nobody is attacked."""
    ward = [{"name": "ward", "tn": 14, "effect": "gm"}]
    caster = man("a", (2000, 2000), **{"class": "magic_user", "spells": ["ward"]})
    fight = Skirmish(position([caster], [man("b", (4000, 4000))], active="a", spells=ward))
    assert check(fight, {"type": "cast", "model": "a", "spell": "ward"}, ev.RollMade) == (12, 20)


# Combat rolls: all pairs


def shared(ways: list[list[Any]], who: str) -> tuple[int, int]:
    """In how many ways somebody is among the winners, and of how many."""
    resolved = [next(event for event in events if isinstance(event, ev.CombatResolved)) for events in ways]
    return sum(who in one.winners for one in resolved), len(ways)


def check_combat(fight: Skirmish, command: Json, dice: int = 2) -> tuple[int, int]:
    """The attack's chance is the share of all ways in which the attacker wins, a tie included."""
    ways = all_ways(fight, command, dice)
    (chance,) = {
        next(e for e in events if isinstance(e, ev.RollMade) and e.role != "defence").chance for events in ways
    }
    won, whole = shared(ways, "a")
    assert chance is not None
    assert chance[0] * whole == won * chance[1], f"on record {chance}, counted {won} of {whole}"
    return won, whole


def check_defence(fight: Skirmish, command: Json, natural: int) -> tuple[int, int]:
    """The defence's chance, once the attack lies, is the share of faces by which the defender is among the winners."""
    ways = all_ways(fight, command, 1, before=(natural,))
    (chance,) = {
        next(e for e in events if isinstance(e, ev.RollMade) and e.role == "defence").chance for events in ways
    }
    assert chance == shared(ways, "b")
    return chance


def met(**fields: Any) -> Skirmish:
    """a in contact with b."""
    return duel(**fields)


def seen(apart: int = 900, b: Json | None = None, **fields: Any) -> Skirmish:
    """a with a bow, so far from b (edge to edge)."""
    models = [man("a", (1000, 1000), **BOW)], [man("b", (1100 + apart, 1000), **(b or {}))]
    return Skirmish(position(*models, active="a"), fields)


@rule("IST-MELEE-02", "IST-MELEE-03", "IST-MELEE-04", "IST-CRIT-01", "IST-FUM-01")
def test_chance_of_melee_over_all_pairs() -> None:
    """5 against 5: of 210 pairs that are not lower, the two ones are a fumble: 209."""
    assert check_combat(met(), STRIKE) == (209, 400)


@rule("IST-MELEE-02", "IST-MELEE-03", "IST-CRIT-01", "IST-FUM-01")
@pytest.mark.parametrize(("power", "won"), [(9, 275), (1, 140)])
def test_chance_of_an_uneven_melee(power: int, won: int) -> None:
    """4 ahead: 2 to 15 win 6 to 19 ways (175), 16 to 20 all 20 (100). 4 behind: 5 to 19 win 1 to 15 (120), 20 all."""
    assert check_combat(met(a={"power_max": power}), STRIKE) == (won, 400)


@rule("IST-SHOOT-02", "IST-SHOOT-03", "IST-ADV-04")
def test_chance_of_a_shot_over_all_pairs() -> None:
    """Finesse 5 against Power 5, 9 inches away."""
    assert check_combat(seen(), SHOOT) == (209, 400)


@rule("IST-CAST-02", "IST-CAST-04")
def test_chance_of_a_spell_over_all_pairs() -> None:
    """Will 7 against Power 5: 2 to 18 win 4 to 20 ways (204), 19 and 20 all 20 (40)."""
    caster = man("a", (1000, 1000), will_max=7, **{"class": "magic_user", "spells": ["lightning_fork"]})
    fight = Skirmish(position([caster], [man("b", (1800, 1000))], active="a"))
    assert check_combat(fight, FORK) == (244, 400)


@rule("IST-ADV-02", "IST-ADV-10", "IST-ADV-05")
def test_chance_of_a_shot_with_advantage_over_all_ways() -> None:
    """Within 6 inches the better of two dice counts: a kept a falls in 2a - 1 ways, and wins a ways; a 1 loses.

    Sum of (2a - 1) a over 2 to 20: 2 · 2870 - 210 - 1 = 5529 of 8000.
    """
    assert check_combat(seen(500), SHOOT, 3) == (5529, 8000)


@rule("IST-ADV-03", "IST-ADV-12", "IST-WPN-10")
def test_chance_against_a_defence_with_disadvantage_over_all_ways() -> None:
    """A rifle, 9 inches away: the defender keeps the lower of two dice, which is at most a in 400 - (20 - a)² ways.

    Sum over 2 to 19 of 400 - (20 - a)², and 400 for the 20: 18 · 400 - 2109 + 400 = 5491 of 8000.
    """
    rifle: Json = {"equipment": ["rifle"], "active_weapon": "rifle"}
    models = [man("a", (1000, 1000), **rifle)], [man("b", (2000, 1000))]
    assert check_combat(Skirmish(position(*models, active="a")), SHOOT, 3) == (5491, 8000)


@rule("IST-Q-43")
def test_chance_where_the_defenders_20_and_1_count_too() -> None:
    """By house rule two ones are level, and a tie counts: 209 and that pair. Else a 20 or a 1 of the defender's
    changes nothing where both have Power 5."""
    assert check_combat(met(rules={"criticals": "both"}), STRIKE) == (210, 400)


@rule("IST-MELEE-04", "IST-CRIT-01", "IST-FUM-01")
@pytest.mark.parametrize(("natural", "held"), [(1, 20), (2, 19), (11, 10), (19, 2), (20, 0)])
def test_chance_of_the_defence_once_the_attack_lies(natural: int, held: int) -> None:
    """In melee an equal roll holds, each side striking the other: from the attack's natural up."""
    assert check_defence(met(), STRIKE, natural) == (held, 20)


@rule("IST-SHOOT-03", "IST-SHOOT-04")
@pytest.mark.parametrize(("natural", "held"), [(1, 20), (2, 18), (11, 9), (19, 1), (20, 0)])
def test_chance_of_the_defence_against_a_shot(natural: int, held: int) -> None:
    """An equal roll is hit."""
    assert check_defence(seen(), SHOOT, natural) == (held, 20)


# What is promised is what is on record


@pytest.mark.parametrize(
    ("fight", "command"),
    [
        (met, STRIKE),
        (seen, SHOOT),
        (met, {"type": "disengage", "model": "a", "path": [[500, 1000]]}),
        (met, {"type": "skill_check", "model": "a", "skill": "leadership"}),
    ],
)
def test_the_need_says_what_the_record_will_say(fight: Any, command: Json) -> None:
    """Target, modifiers and chance are fixed before the dice are taken."""
    state, order = fight().state, ISTRA.parse(command)
    with pytest.raises(NeedDice) as wanted:
        ISTRA.decide(state, order, TableDice(), GM)
    need = wanted.value.need
    rolled = next(event for event in ISTRA.decide(state, order, Scripted((15,)), GM) if isinstance(event, Rolled))
    for field in ("purpose", "by", "rule", "roll", "target", "compare", "mods", "chance"):
        assert getattr(rolled, field) == getattr(need, field), field
