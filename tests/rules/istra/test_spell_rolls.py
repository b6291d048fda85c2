"""Spells as the dice fall: criticals and fumbles, areas and their bounds, chains, what is said of the sight."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from tests.rules.every_game.rows import Played, case as row, do, each, last, never, once, played, player, refused
from tests.rules.istra.battles import Json, man, wall
from tests.rules.istra.fights import (
    NO_WINDOW,
    Fight,
    first_of,
    found,
    happens,
    mage,
    reacts,
    sources,
    spell_duel,
    window,
)

FAR = man("z", (4500, 4500))
"""Somebody far away, so that the battle does not end."""
FORK: Json = {"type": "cast", "model": "a", "spell": "lightning_fork", "target": "b"}
RAY: Json = {"type": "cast", "model": "a", "spell": "ray_of_frost", "direction": [1, 0]}
WALL = wall("w", 1400, 900, 1500, 1100)
SONG: Json = {"name": "song", "usage": "once_per_turn", "effect": "gm", "text": "All take heart."}
SHOCK: Json = {"name": "shock", "usage": "at_will", "defence": "will"}
SHOCKING: Json = {**FORK, "spell": "shock"}


def ball(x: int, y: int = 1000) -> Json:
    return {"type": "cast", "model": "a", "spell": "fireball", "point": [x, y]}


def targets(*names: str) -> Any:
    return once(ev.SpellCast, targets=names)


def chain(target: str | None, *dice: int) -> Any:
    return reacts("chain", *dice, model="a", target=target)


def no_chain(target: str | None, code: str) -> Any:
    return refused({"type": "react", "model": "a", "option": "chain", "target": target}, code)


def sight(seen: bool) -> Any:
    return do({"type": "gm_sight", "attacker": "a", "target": "b", "los": seen, "reason": "a window, or smoke"})


@pytest.mark.parametrize("case", [
    played("IST-CRIT-01 IST-CRIT-02 IST-Q-39 IST-Q-68 IST-Q-43", "a 20 wins alone, doubles and leaps on",
        lambda: spell_duel({"power_max": 12, "health_max": 60, "equipment": ["heavy_armour"]}, None,
            man("c", (1900, 1300))),
        do(FORK, 20, 20), once(ev.CombatResolved, winners=("a",), difference=25 - 32, critical=True),
        once(ev.DamageDealt, total=25, armour=10, base=15, final=30), player("b", health=30, power=11),
        window("chain", "a")),
    # cast at who is in melee, the caster itself included: of 20 and 4 the 4 is kept, and it is even
    played("IST-Q-43 IST-ADV-03 IST-ADV-08 IST-Q-49", "the kept die is the natural",
        lambda: Fight([mage()], [man("b", (1100, 1000)), man("c", (1900, 1300))], engaged=[["a", "b"]]),
        do(FORK, 20, 4, 3), sources("", "IST-ADV-08"), never(ev.CriticalHit), once(ev.DamageDealt, final=9),
        window("chain", "a")),
    # 7 against 1 + 5: the caster loses all the same, a point of Will and what the target's 3 let through
    played("IST-Q-41 IST-Q-44 IST-FUM-02", "a fumble with the higher total fails by nothing",
        lambda: spell_duel({"power": 1}, {"will_max": 12}), do(FORK, 1, 2), once(ev.CombatResolved, winners=("b",)),
        never(ev.SpellFailed), player("a", will=10, health=17)),
    # 6 against 17: failed by 11, which is 2 damage in either case
    *(
        played("IST-Q-45", f"a fumble is answered by damage: {switch}",
            lambda switch=switch: spell_duel(rules={"fumble_counter": switch}), do(FORK, 1, 12),
            player("a", health=health, will=will))
        for switch, health, will in [("any", 20 - 17 - 2, 3), ("melee_only", 18, 4)]
    ),
    *(
        played("IST-Q-43", f"the 20 of who is cast at: {switch}",
            lambda switch=switch: spell_duel({"power": 1}, {"will_max": 19}, rules={"criticals": switch}),
            do(FORK, 3, 20), once(ev.CombatResolved, winners=(winner,)), player("a", health=20, will=19))
        for switch, winner in [("attacker", "a"), ("both", "b")]
    ),
    *(
        played("IST-CORE-01 IST-CORE-02 IST-CAST-05", f"Finesse {finesse}: a ray costs {stat}",
            lambda finesse=finesse: spell_duel({"finesse": finesse}, None, FAR), do(RAY, 9, 2),
            once(ev.CoreLost, rolled="finesse", stat=stat))
        for finesse, stat in ((1, "finesse"), (0, "will"))
    ),
    *(
        played("IST-Q-37 IST-Q-42 IST-CAST-08", f"failure costs Will by house rule: {switch}",
            lambda switch=switch: spell_duel(None, {"equipment": ["heavy_armour"]},
                rules={"core_loss_all_damage": switch}),
            do(FORK, 3, 9), once(ev.SpellFailed, amount=6), player("a", health=19, will=will))
        for switch, will in [("off", 5), ("on", 4)]
    ),
    played("IST-CAST-06 IST-DMG-01 IST-CAST-09", "a caster may die of its spell",
        lambda: spell_duel(None, {"health": 2}, FAR), do(FORK, 4, 14),
        player("a", status="out", out_cause="health", out_by=""), once(ev.BattleEnded)),
    # a fumble answered by 17 and failed by 11: of 5 there is nothing left for the table to take
    played("IST-Q-38 IST-FUM-03 IST-CAST-09", "who has no health left loses none by its failed spell",
        lambda: spell_duel(None, {"health": 5}, FAR), do(FORK, 1, 12), once(ev.SpellFailed, damage=2),
        once(ev.HealthChanged, old=5, new=0), once(ev.ModelOut, by="b")),
    # 11 + 5 − 0 = 16, halved to 8; from a natural of 12 on it is whole: 17
    *(
        played("IST-TAL-06 IST-Q-91", f"Relentless against a natural {natural}",
            lambda: spell_duel({"talents": ["relentless"]}, None, FAR), do(RAY, natural, 2), player("b", health=health))
        for natural, health in ((11, 12), (12, 3))
    ),
])  # fmt: skip
def test_rolls(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 3 inches from the point to a base's edge, the tolerance included: b is in, c and the man above are not
    played("IST-SPELL-04 IST-Q-69 IST-Q-01", "how far it reaches",
        lambda: Fight([mage()], [man("b", (2351, 1000)), man("c", (1648, 1000)), man("d", (2000, 1250, 310))],
            terrain=[wall("tower", 1950, 1200, 2050, 1300, height=310)]),
        do(ball(2000), 9, 12), targets("b")),
    # 18 inches from the base's edge, so 18.5 from the centre
    played("IST-SPELL-01 IST-ILL-24 IST-ILL-28 IST-Q-69", "how far a point may be",
        lambda: Fight([mage()], [man("b", (2900, 1000))]), refused(ball(2852), "out_of_range"),
        refused(ball(2851, 1400), "no_target"), refused(ball(9000), "out_of_range"), do(ball(2851), 9, 12),
        targets("b")),
    # the friend's 17 is not an enemy's; b and c have 9 each. Failed by 3 against the lowest, 9
    played("IST-Q-47 IST-Q-41", "fumbled, of equal enemies the lower id answers",
        lambda: Fight([mage(), man("a2", (2200, 1000))], [man("c", (2000, 1300)), man("b", (2000, 1000))]),
        do(ball(2000), 1, 12, 4, 4), once(ev.DamageDealt, source="b", final=9), once(ev.SpellFailed, amount=3),
        player("a", health=11, will=3)),
    # alone in it or not: a point of Will is lost, and 6 against 17 is 2 damage by the table
    *(
        played("IST-Q-47", f"fumbled, a friend does not answer: {switch}",
            lambda switch=switch: Fight([mage(), man("a2", (2200, 1000))], [FAR], rules={"area_roll": switch}),
            do(ball(2200), 1, 12), never(ev.DamageDealt), player("a", health=18, will=4))
        for switch in ("one", "per_target")
    ),
    *(
        played("IST-Q-47", f"fumbled, an enemy beside the friend does: {switch}",
            lambda switch=switch: Fight([mage(), man("a2", (2200, 1000))], [man("b", (2200, 1200))],
                rules={"area_roll": switch}),
            do(ball(2200), *dice), once(ev.DamageDealt, source="b"))
        for switch, dice in (("one", (1, 12, 14)), ("per_target", (1, 12, 1, 14)))
    ),
    # b alone is in the area, in melee with a friend who is not: 3 + 5 answers the fumble, and that is all
    *(
        played("IST-Q-47 IST-Q-129 IST-FUM-04", f"fumbled, it is not rolled against an ally: {switch}",
            lambda switch=switch: Fight([mage(), man("a2", (2100, 1000))], [man("b", (2000, 1000))],
                engaged=[["a2", "b"]], rules={"fumble_into_melee_spells": switch}),
            do(ball(1700), 9, 1, 3), once(ev.CombatResolved, defender="b"), player("a", health=12, will=3),
            player("a2", health=20))
        for switch in ("off", "on")
    ),
    *(
        played("IST-Q-69 IST-ADV-08", f"one target in melee is enough for disadvantage: {bool(dis)}",
            lambda y=y: Fight([mage(), man("a2", (2300, 1300))], [man("b", (2000, 1000)), man("c", (2300, y))],
                engaged=[["a2", "c"]]),
            do(ball(x), *dice), targets(*hit), sources("", dis), player("b", health=left), player("c", health=20))
        for y, x, dice, hit, dis, left in (
            (1400, 2000, (9, 15), ("b",), "", 20), (1200, 2100, (15, 9, 8, 20), ("b", "c"), "IST-ADV-08", 6),
        )
    ),
    played("IST-Q-68 IST-ILL-25", "a chain needs sight from the caster",
        lambda: spell_duel(None, None, man("c", (1000, 1500)), man("d", (1900, 1600)),
            terrain=[wall("w", 800, 1200, 1200, 1300)]),
        do(FORK, 2, 5), no_chain("c", "no_line_of_sight"), chain("d", 3, 9)),
    # b is killed, c withstands: 4 + 5 against 14 is failed by 5; the roll is even, so that d is next, and odd
    played("IST-Q-68 IST-SPELL-06 IST-CAST-06 IST-ILL-29", "each leap fails for itself; an odd roll ends the chain",
        lambda: spell_duel({"health": 3}, None, man("c", (1900, 1300)), man("d", (1900, 1600)), FAR), do(FORK, 12, 5),
        no_chain("b", "target_already_chained"), no_chain(None, "no_target"), chain("c", 4, 9),
        last(ev.SpellFailed, amount=5), player("a", health=19), window("chain", "a"), chain("d", 13, 9), NO_WINDOW,
        player("a", standard_action=0, used={"lightning_fork": 1})),
    played("IST-Q-68 IST-D-12", "without a new target nobody is asked", lambda: spell_duel(None, None, FAR),
        do(FORK, 12, 5), NO_WINDOW),
])  # fmt: skip
def test_areas_and_chains(case: Played) -> None:
    case.check()


@pytest.mark.parametrize(("natural", "of_foe", "switch"), [
    row("IST-TAL-06 IST-Q-91 IST-SPELL-04 IST-Q-69", f"{natural}, {switch}", natural, of_foe, switch)
    for natural, of_foe in [(9, 7), (11, 8), (12, 17)] for switch in ("one", "per_target")
])  # fmt: skip
def test_who_is_relentless_is_not_spared_its_own_fireball(natural: int, of_foe: int, switch: str) -> None:
    """The natural and 5 − 0, whole for the caster, halved (rounded down) for a Relentless foe of one below 12."""
    tough: Json = {"kind": "monster", "race": "human", "talents": ["relentless"], "health_max": 40, "health": 40}
    fight = spell_duel({**tough, "pos": [1200, 1000]}, tough, rules={"area_roll": switch})
    again = [natural] if switch == "per_target" else []
    events = fight.do(ball(1100), dice=[natural, 2, *again, 3])
    halved = {dealt.target: dealt.halved for dealt in found(events, ev.DamageDealt)}
    assert halved == {"a": False, "b": natural < 12}
    assert (fight["a"].health, fight["b"].health) == (40 - (natural + 5), 40 - of_foe)


HEDGE = wall("w", 1400, 900, 1500, 1100, los="partial")
TOWER = wall("tower", 900, 900, 1100, 1100)


@pytest.mark.parametrize("case", [
    # from the base's edge 12 inches: up to x = 2250; a base of half an inch is touched at half an inch aside
    *(
        played("IST-Q-70 IST-SPELL-05", f"a line to {at} touches: {hit}",
            lambda at=at: Fight([mage()], [man("b", at)]), do({**RAY, "direction": [7, 0]}, *((9, 3) if hit else ())),
            targets(*hit))
        for at, hit in (((1900, 1050), "b"), ((1900, 1052), ""), ((2300, 1000), "b"), ((2303, 1000), ""))
    ),
    played("IST-Q-70", "opaque terrain ends a line", lambda: spell_duel(terrain=[WALL]), do(RAY), targets()),
    played("IST-Q-70", "a hedge is nothing to it", lambda: spell_duel(terrain=[HEDGE]), do(RAY, 9, 3), sources()),
    played("IST-Q-70", "lower ground is out of it",
        lambda: Fight([mage() | {"pos": [1000, 1000, 300]}], [man("b", (1900, 1000))], terrain=[TOWER]), do(RAY),
        targets()),
    played("IST-SIGHT-06 IST-D-15", "the GM gives sight of who is cast at for that casting",
        lambda: spell_duel(None, {"standard_action": 2, "spells": ["shock"]}, terrain=[WALL], gm=True, spells=[SHOCK]),
        refused(SHOCKING, "no_line_of_sight"), sight(seen=True),
        happens(SHOCKING, "action_spent spell_cast sight_resolved roll_made roll_made combat_resolved damage_dealt"
            " health_changed core_lost", 3, 2),
        once(ev.SightResolved, source="gm"), refused(SHOCKING, "no_line_of_sight")),
    *(
        played("IST-SPELL-04 IST-SPELL-05 IST-SIGHT-06", f"sight of a model is nothing to {command['spell']}",
            lambda: spell_duel(gm=True), sight(seen=False), do(command, 11, 3), player("b", health=4))
        for command in (ball(1900), RAY)
    ),
    # 20 + 1 wins without doubling anything, 1 + 5 fails by 5; usage is once per turn, hit or not
    *(
        played("IST-CAST-03 IST-CAST-12 IST-Q-40 IST-Q-43", f"a spell without a number wants 11: {die}",
            lambda: spell_duel(None, {"spells": ["song"], "standard_action": 2}, spells=[SONG]),
            do({"type": "cast", "model": "a", "spell": "song"}, die), each(ev.SpellFailed, amount=amounts),
            player("a", will=5, used_this_turn={"song": 1}),
            refused({"type": "cast", "model": "a", "spell": "song"}, "spell_used"))
        for die, amounts in ((1, [5]), (5, [1]), (6, []))
    ),
    played("IST-CAST-02 IST-CORE-01", "a spell of the house names its defence",
        lambda: spell_duel({"will": 2}, {"spells": ["shock"]}, spells=[SHOCK]), do(SHOCKING, 3, 2),
        first_of(ev.RollMade, total=8), last(ev.RollMade, stat="will", total=4), player("b", will=1, health=12)),
])  # fmt: skip
def test_lines_sight_and_spells_of_the_house(case: Played) -> None:
    case.check()
