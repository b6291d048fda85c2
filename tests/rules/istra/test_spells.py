"""Casting: the three spells of the book, failures, fumbles, talents of magic users."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from tests.rules.every_game.rows import Played, do, each, illegal, never, once, played, player, refused
from tests.rules.istra.battles import Json, man, wall
from tests.rules.istra.fights import NO_WINDOW, Fight, conditions, first_of, mage, reacts, sources, spell_duel, window

FORK: Json = {"type": "cast", "model": "a", "spell": "lightning_fork", "target": "b"}
BALL: Json = {"type": "cast", "model": "a", "spell": "fireball", "point": [2000, 1000]}
RAY: Json = {"type": "cast", "model": "a", "spell": "ray_of_frost", "direction": [1, 0]}
ASIDE: Json = {**RAY, "direction": [0, 1]}
TOUGH: Json = {"health_max": 60, "health": 60}
DRAFT = {"draft_talents": "on"}
TOWER = wall("tower", 900, 900, 1100, 1100, height=300)


def blast(*foes: Json, **fields: Any) -> Fight:
    """Three in the blast at (2000, 1000): the foe b, the friend a2, the foe c."""
    standard = (man("b", (2000, 1000)), man("c", (2000, 1300)))
    return Fight([mage(), man("a2", (2200, 1000))], list(foes or standard), **fields)


def in_melee(foe: Json | None = None, **fields: Any) -> Fight:
    """A friend of the mage is Engaged with its target."""
    mine, theirs = [mage(), man("a2", (2000, 1000))], [man("b", (1900, 1000), **(foe or {}))]
    return Fight(mine, theirs, engaged=[["a2", "b"]], **fields)


def from_above(**rules: str) -> Fight:
    """The mage stands 3 inches high, 12.2 inches from its target."""
    return Fight([mage() | {"pos": [1000, 1000, 300]}], [man("b", (2320, 1000))], terrain=[TOWER], rules=rules)


def targets(*names: str) -> Any:
    return once(ev.SpellCast, targets=names)


def healths(**left: int) -> Any:
    def check(fight: Fight) -> None:
        assert {name: fight[name].health for name in left} == left

    return check


@pytest.mark.parametrize("case", [
    played("IST-CAST-01 IST-CAST-02 IST-CAST-04 IST-CAST-05 IST-CORE-01 IST-Q-39 IST-SPELL-03", "it works",
        lambda: spell_duel({"equipment": ["light_armour"]}, {"will_max": 7, "will": 7}), do(FORK, 11, 9),
        each(ev.RollMade, total=[18, 14], stat=["will", "power"]), player("b", health=7, power=4),
        player("a", standard_action=0, used={"lightning_fork": 1}), once(ev.SpellCast, usage="once_per_battle")),
    *(
        played("IST-CAST-06 IST-CAST-07 IST-CAST-08 IST-CAST-09 IST-Q-41 IST-Q-42", f"a cast lost by {amount}",
            lambda: spell_duel(None, {"equipment": ["heavy_armour"]}), do(FORK, 3, defence),
            once(ev.SpellFailed, amount=amount, damage=damage), player("a", health=20 - damage, will=5),
            player("b", health=20))
        for defence, amount, damage in [(4, 1, 0), (7, 4, 0), (8, 5, 1), (12, 9, 1), (13, 10, 2), (20, 17, 2)]
    ),
    played("IST-CAST-10", "failure by 20 or more", lambda: spell_duel({"power_max": 9, "power": 9}, {"will": 1}),
        do(FORK, 3, 15), once(ev.SpellFailed, damage=5)),
    played("IST-FUM-02 IST-FUM-03 IST-Q-41 IST-Q-45 IST-Q-129", "a fumble costs Will and is answered",
        lambda: spell_duel({"equipment": ["two_handed"]}), do(FORK, 1, 2), once(ev.DamageDealt, final=7),
        once(ev.SpellFailed, damage=0), player("a", will=3, health=13)),
    played("IST-FUM-03 IST-Q-41", "a fumble that still totals more fails by nothing",
        lambda: spell_duel({"power": 0, "finesse": 1}), do(FORK, 1, 2), never(ev.SpellFailed)),
    played("IST-ADV-08 IST-Q-49 IST-Q-51", "a spell minds melee, neither cover nor size",
        lambda: in_melee({"large": True}), do(FORK, 11, 9, 5), sources("", "IST-ADV-08")),
    played("IST-Q-51", "by house rule it minds size", lambda: spell_duel({"large": True},
        rules={"spells_like_shots": "on"}), do(FORK, 11, 9, 5), sources("IST-ADV-07")),
    played("IST-Q-129", "by house rule a fumble into melee goes on against an ally",
        lambda: in_melee(rules={"fumble_into_melee_spells": "on"}), do(FORK, 1, 9, 3, 15, 12, 4),
        each(ev.CombatResolved, defender=["b", "a2"]), player("a2", power=4)),
    illegal("IST-Q-51 IST-SIGHT-07", "a spell reaches no farther from above", from_above, FORK, "out_of_range"),
    played("IST-Q-51 IST-SIGHT-07", "by house rule it does", lambda: from_above(spells_like_shots="on"),
        do(FORK, 11, 5)),
])  # fmt: skip
def test_casting(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-ILL-26 IST-ILL-27 IST-CAST-12", "spells not known or used up this turn",
        lambda: spell_duel(None, {"standard_action": 2, "spells": ["ray_of_frost"]}), refused(BALL, "spell_not_known"),
        refused({**FORK, "spell": "wish"}, "spell_not_known"), do(ASIDE), refused(RAY, "spell_used")),
    illegal("IST-ILL-27 IST-CAST-12", "a spell used up in the battle",
        lambda: spell_duel(None, {"used": {"fireball": 1}}), BALL, "spell_used"),
    illegal("IST-CAST-01", "no action left", lambda: spell_duel(None, {"standard_action": 0}), BALL,
        "no_standard_action"),
    illegal("IST-Q-50", "by house rule who is Engaged", lambda: Fight([mage()], [man("b", (1100, 1000))],
        engaged=[["a", "b"]], rules={"no_shooting_engaged": "on"}), FORK, "engaged"),
    played("IST-ILL-20 IST-ILL-24 IST-ILL-25 IST-ILL-28 IST-Q-116", "targets that it cannot have",
        lambda: Fight([mage(), man("a2", (1000, 1300))], [man("b", (1900, 1000)), man("c", (2400, 1000))],
            terrain=[wall("w", 1400, 900, 1500, 1100)]),
        *(refused({**command, **fields}, code, **said) for command, fields, code, said in [
            (FORK, {}, "no_line_of_sight", {}),
            (FORK, {"target": "c"}, "out_of_range", {}),
            (FORK, {"target": "a2"}, "friendly_target", {}),
            (FORK, {"target": None}, "no_target", {}),
            (BALL, {"point": None}, "no_target", {}),
            (BALL, {"point": [1000, 2000]}, "no_target", {}),
            (BALL, {"point": [1900, 1000]}, "no_line_of_sight", {"rule": "IST-SIGHT-02"}),
            (RAY, {"direction": [0, 0]}, "no_target", {}),
        ])),
])  # fmt: skip
def test_it_refuses(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-SPELL-01 IST-SPELL-04 IST-Q-69 IST-Q-116", "burns friend and foe with one casting roll", blast,
        do(BALL, 10, 3, 9, 14), targets("a2", "b", "c"), each(ev.RollMade, model=["a", "a2", "b", "c"]),
        healths(a2=5, b=5, c=20), player("b", finesse=4), never(ev.SpellFailed)),
    played("IST-Q-41 IST-CAST-06", "fails only when it beats nobody, against the lowest", blast,
        do(BALL, 3, 10, 13, 20), once(ev.SpellFailed, amount=7)),
    played("IST-Q-41 IST-CAST-06", "by house rule fails against each",
        lambda: blast(rules={"spell_failure_per_target": "on"}), do(BALL, 3, 10, 13, 2),
        each(ev.SpellFailed, amount=[7, 10])),
    played("IST-Q-47", "fumbled, is answered by the strongest enemy only", blast, do(BALL, 1, 19, 4, 6),
        once(ev.DamageDealt, source="c", final=11), player("a", will=3)),
    played("IST-Q-69", "with a 20 beats and doubles against all, the caster too",
        lambda: Fight([mage(**TOUGH)], [man("b", (1200, 1000), **TOUGH)]),
        do({**BALL, "point": [1100, 1000]}, 20, 5, 6), each(ev.DamageDealt, target=["a", "b"], final=[50, 50])),
    played("IST-Q-69", "by house rule has a roll for each target", lambda: blast(rules={"area_roll": "per_target"}),
        do(BALL, 10, 3, 4, 9, 1, 14), each(ev.RollMade, model=["a", "a2", "a", "b", "a", "c"]), healths(a2=5),
        player("a", will=3)),
    played("IST-Q-87", "is evaded by that halfling alone",
        lambda: blast(man("b", (2000, 1000), race="halfling"), man("c", (2000, 1300))), do(BALL, 10, 3, 9, 2),
        window("evasive", "b"), reacts("evasive", 4), healths(a2=5, b=20, c=5)),
])  # fmt: skip
def test_a_fireball(case: Played) -> None:
    case.check()


def chained(b: Json | None = None, c: tuple[int, int] = (1900, 1300), **fields: Any) -> Fight:
    return spell_duel(b, None, man("c", c), man("d", (4000, 4000)), **fields)


def leaps(target: str, *dice: int) -> Any:
    return reacts("chain", *dice, model="a", target=target)


def no_leap(target: str, code: str, **said: str) -> Any:
    return refused({"type": "react", "model": "a", "option": "chain", "target": target}, code, **said)


@pytest.mark.parametrize("case", [
    played("IST-SPELL-02 IST-SPELL-05 IST-Q-70", "a ray hits the first on its line",
        lambda: Fight([mage(), man("a2", (1500, 1000))], [man("b", (1900, 1000))]), do(RAY, 11, 5), targets("a2"),
        player("a2", finesse=4)),
    played("IST-SPELL-02 IST-SPELL-05 IST-Q-70", "or nobody, and is spent", spell_duel, do(ASIDE), targets(),
        player("a", used_this_turn={"ray_of_frost": 1}, standard_action=0)),
    played("IST-ILL-29 IST-SPELL-06 IST-Q-68 IST-D-12", "lightning leaps on an even roll, hit or miss", chained,
        do(FORK, 2, 5), window("chain", "a"), no_leap("b", "target_already_chained"),
        no_leap("d", "out_of_range", message="d is out of range."), no_leap("a", "friendly_target"),
        leaps("c", 12, 5), each(ev.SpellCast, chained=[False, True]),
        player("a", used={"lightning_fork": 1}), player("c", health=3), NO_WINDOW),
    played("IST-SPELL-06 IST-Q-68", "an odd roll ends it", chained, do(FORK, 11, 5), NO_WINDOW),
    played("IST-SPELL-06 IST-Q-68", "the caster may let it end", chained, do(FORK, 12, 5), do({"type": "pass_window"}),
        player("c", health=20)),
    played("IST-Q-68", "it starts from the caster", lambda: chained(TOUGH, (2900, 1000)), do(FORK, 12, 5), NO_WINDOW),
    played("IST-Q-68", "by house rule from its last target",
        lambda: chained(TOUGH, (2900, 1000), rules={"chain_from": "last_target"}), do(FORK, 12, 5),
        window("chain", "a")),
])  # fmt: skip
def test_rays_and_lightning(case: Played) -> None:
    case.check()


WARD: Json = {"name": "ward", "usage": "at_will", "tn": 12, "effect": "gm", "text": "A light that comforts."}
WARDING: Json = {"type": "cast", "model": "a", "spell": "ward"}
GATHER: Json = {"type": "use_talent", "model": "a", "talent": "gather_power"}
HEAL: Json = {"type": "use_talent", "model": "a", "talent": "domain_healing", "target": "a2"}
SHADOW: Json = {"type": "use_talent", "model": "a", "talent": "shadow_walk"}
GATHERING: Json = {"talents": ["gather_power"], "standard_action": 3}


def priest() -> Fight:
    friend = man("a2", (1000, 1200), health=5)
    return Fight([mage(talents=["domain_healing"]), friend], [man("b", (1900, 1000))], rules=DRAFT)


def rogue() -> Fight:
    hide = wall("w", 1200, 700, 1300, 1300, height=500)
    hero = man("a", (1000, 1000), talents=["shadow_walk"], **{"class": "expert"})
    return Fight([hero], [man("b", (900, 1000)), man("c", (700, 1000))], terrain=[hide], rules=DRAFT)


@pytest.mark.parametrize("case", [
    played("IST-CAST-03 IST-CAST-04 IST-Q-40 IST-Q-43", "a spell against a target number",
        lambda: spell_duel(None, {"spells": ["ward"], "standard_action": 2}, spells=[WARD]),
        do({**WARDING, "target": "b"}, 7),
        first_of(ev.RollMade, target=12, compare=">=", success=True, chance=(14, 20), role="cast"), do(WARDING, 1),
        once(ev.SpellFailed, amount=6), player("a", health=19, will=5)),
    *(
        played("IST-TAL-10 IST-Q-94", f"abjuration lasts: {switch}",
            lambda switch=switch: spell_duel(None, {"talents": ["abjuration"]}, rules={"abjuration_lasts": switch}),
            do(FORK, 1, 15), lambda fight, lasts=lasts: is_abjured(fight, lasts), healths(a=20 - (20 - 4) - 2))
        for switch, lasts in (("own_activation", "next_activation"), ("turn", "turn"))
    ),
    played("IST-TAL-10 IST-Q-94", "abjuration is for spells of the battle",
        lambda: spell_duel(None, {"talents": ["abjuration"]}), do(ASIDE), conditions("a")),
    illegal("IST-ILL-34 IST-Q-96 IST-TAL-11 IST-Q-95", "a draft without its house rule",
        lambda: spell_duel(None, GATHERING), GATHER, "talent_has_no_rules"),
    played("IST-TAL-13 IST-Q-96", "gathered power is for one spell",
        lambda: spell_duel(None, GATHERING, rules=DRAFT), do(GATHER), refused(GATHER, "ability_used"),
        do(RAY, 3, 11, 5), sources("IST-TAL-13"), conditions("a")),
    played("IST-TAL-15", "a priest heals a friend", priest, refused({**HEAL, "target": "b"}, "no_target"),
        do(HEAL, 6, 4), healths(a2=9), refused(HEAL, "no_standard_action")),
    played("IST-TAL-15", "a prayer may fail", priest, do(HEAL, 5), healths(a2=5)),
    played("IST-TAL-18", "a rogue walks in shadow", rogue,
        *(refused({**SHADOW, "pos": pos}, "illegal_teleport") for pos in ([1000, 1300], [1700, 1000])),
        do({**SHADOW, "pos": [1400, 1000]}), player("a", pos=(1400, 1000, 0), move_action=0)),
])  # fmt: skip
def test_other_spells_and_talents(case: Played) -> None:
    case.check()


def is_abjured(fight: Fight, lasts: str) -> None:
    assert fight["a"].conditions[0].lasts == lasts
