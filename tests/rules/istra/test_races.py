"""What race, class and equipment of a roster do in a battle; halls that are invaded."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.system import ISTRA
from rules.kernel.errors import Refused
from tests.rules.every_game.rows import Played, do, each, last, never, once, played, player, refused as refuses
from tests.rules.istra.battles import RACE_ROWS, Json, man, opened, position, refused, setup, wall
from tests.rules.istra.fights import (
    NO_WINDOW,
    Fight,
    conditions,
    duel,
    engaged,
    found,
    happens,
    one,
    reacts,
    shoots,
    strikes,
    window,
)  # fmt: skip
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import names, rule

FAR = man("z", (4500, 4500))

# The race table, as it is played: Power in melee, Finesse on foot, Will in a spell


@rule("IST-RACE-01", "IST-RACE-02", "IST-RACE-03", "IST-RACE-04", "IST-RACE-05", "IST-RACE-06", "IST-RACE-07")
@pytest.mark.parametrize(("race", "power", "finesse", "will"), RACE_ROWS)
def test_a_race_fights_walks_and_casts_by_its_row(race: str, power: int, finesse: int, will: int) -> None:
    mage: Json = {"class": "magic_user", "spells": ["ray_of_frost"], "race": race, "standard_action": 2}
    fight = Fight([man("a", (1000, 1000), equipment=["one_handed"], **mage)], [man("b", (3000, 3000)), FAR])
    farthest = 1000 + (4 + finesse) * 100
    fight.refuses("move", "move_too_far", model="a", path=[[1000, farthest + 2]])
    fight.do("move", model="a", path=[[1000, farthest]])
    cast = one(found(fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0]), ev.SpellCast), ev.SpellCast)
    assert cast.targets == ()
    near = duel({"race": race}, {"health_max": 60, "health": 60})
    rolls = found(near.do("melee", model="a", target="b", dice=[9, 2]), ev.RollMade)
    assert (rolls[0].total, near["b"].health) == (9 + power, 60 - 9 - power)
    caster = Fight([man("a", (1000, 1000), **mage)], [man("b", (1900, 1000), health_max=60, health=60)])
    events = caster.do("cast", model="a", spell="ray_of_frost", direction=[1, 0], dice=[9, 2])
    assert found(events, ev.RollMade)[0].total == 9 + will
    assert (caster["a"].health_max, caster["a"].armour_base) == (20, 0)


@rule("IST-RACE-24", "IST-Q-78")
@pytest.mark.parametrize("race", ["human", "undead", "beast", "demon"])
def test_who_has_no_ability_is_asked_nothing(race: str) -> None:
    hurt: Json = {"race": race, "health_max": 60, "health": 50, "power_max": 5}
    fight = duel(hurt, hurt)
    fight.do("melee", model="a", target="b", dice=[6, 6])
    assert (fight["a"].health, fight["b"].health, fight.asked()) == (39, 39, ("", ""))
    fight.refuses("teleport", "ability_not_owned", model="a", pos=[1000, 1500])


@rule("IST-Q-78", "IST-RACE-24")
def test_by_house_rule_humans_have_what_the_house_has_written() -> None:
    words = "Once per battle: rerolls a failed Disengage."
    folk = [man("a", (1000, 1000)), man("c", (1500, 1000), race="undead")]
    for text, shown in (("", None), (words, {"name": "human", "title": words, "left": None})):
        fight = Skirmish(position(folk, [man("b", (3000, 3000))]), {"human_ability": text})
        models = ISTRA.view(fight.state, "s1")["models"]
        assert (models["a"]["ability"], models["c"]["ability"]) == (shown, None)


@rule("IST-Q-78")
@pytest.mark.parametrize("text", ["x" * 201, "two\nlines", "\u200b"])
def test_it_refuses_words_for_humans_that_are_no_line(text: str) -> None:
    with pytest.raises(Refused) as caught:
        ISTRA.check_house_rules({"human_ability": text})
    assert (caught.value.code, caught.value.rule) == ("bad_house_rule", "IST-Q-78")
    assert caught.value.field == "house_rules.human_ability"


# Elves


ARCHER: Json = {"equipment": ["bow"], "active_weapon": "bow"}
TOUGH: Json = {"health_max": 60, "health": 60}
TOWER = wall("tower", 1900, 900, 2100, 1100, height=300)


def woods(**rules: str) -> Skirmish:
    """Two Wood elves, of whom `a1` acts last in turn 1."""
    elves = [man("a1", (1000, 1000), race="wood_elf"), man("a2", (1000, 1500), race="wood_elf")]
    return Skirmish(position(elves, [man("b", (3000, 3000))], active="a1", nominations=["a2", "b"], turn=1), rules)


def one_elf(**rules: str) -> Skirmish:
    return Skirmish(position([man("a1", (1000, 1000), race="wood_elf")], [man("b", (3000, 3000))]), rules)


def tower() -> Fight:
    """A Steppe elf in melee; an archer beside a tower."""
    foes = [man("b", (1000, 1100)), man("c", (2000, 1250, 0), **ARCHER)]
    return Fight([man("a", (1000, 1000), race="steppe_elf")], foes, engaged=[["a", "b"]], terrain=[TOWER])


def suffering(*elves: Json, hurt: tuple[int, ...], **fields: Any) -> Fight:
    """`b` acts, with ongoing damage by each elf."""
    pains = [{"name": "ongoing", "source": elf["id"], "amount": amount, "lasts": "save"}
             for elf, amount in zip(elves, hurt, strict=True)]  # fmt: skip
    one = man("b", (1000, 1000), conditions=pains, **fields)
    return Fight([*elves, man("a3", (3600, 3000))], [one, FAR], active="b")


def dark(name: str, **fields: Any) -> Json:
    return man(name, race="dark_elf", **fields)


def teleports(x: int, y: int, *z: int) -> Json:
    return {"type": "teleport", "model": "a", "pos": [x, y, *z]}


@pytest.mark.parametrize("case", [
    *(
        played("IST-RACE-18 IST-Q-84", f"a {natural} of two Elven graces gives {actions} Standard actions", woods,
            do({"type": "end_activation", "model": "a1"}, natural, 3),
            each(ev.ElvenGraceRolled, model=["a1", "a2"], gained=[actions - 1, 0], standard_action=[actions, 1]),
            player("a1", standard_action=actions), player("b", standard_action=1))
        for natural, actions in ((17, 1), (18, 2))
    ),
    played("IST-RACE-18 IST-Q-84 IST-TURN-09", "grace pays for a reaction and an attack",
        lambda: duel(None, {"race": "wood_elf", "standard_action": 2, "equipment": ["spear", "shield"], **TOUGH}),
        strikes(), reacts("first_strike", 5, 4, 6, 5), player("b", standard_action=1)),
    played("IST-Q-84", "by house rule grace comes with the activation",
        lambda: one_elf(elven_grace="activation_start"),
        happens({"type": "nominate", "model": "a1"}, "model_nominated activation_started elven_grace_rolled", 18),
        player("a1", standard_action=2)),
    # to the edge of a tower's top, which it sees from below: no roll, no Charged shot, no Sprint after it
    played("IST-RACE-19 IST-MOVE-09 IST-Q-130 IST-Q-17", "a teleport leaves melee and is no movement", tower,
        *(refuses(teleports(*at), "illegal_teleport", rule="IST-RACE-19")
          for at in ((2000, 1000, 700), (1000, 1050), (2000, 1000))),
        happens(teleports(1900, 1000), "action_spent race_ability_used disengaged model_teleported"),
        player("a", pos=(1900, 1000, 300), moved=False), engaged(),
        refuses({"type": "sprint", "model": "a", "path": [[1950, 1000, 300]]}, "sprint_needs_move"),
        refuses(teleports(1500, 1000), "no_move_action")),
    played("IST-RACE-19 IST-MOVE-09 IST-REACT-01 IST-Q-65", "who teleports into contact is not shot at",
        lambda: Fight([man("a", (1000, 1000), race="steppe_elf")], [man("b", (2000, 1000), **ARCHER)]),
        happens(teleports(1800, 1000), "action_spent race_ability_used model_teleported model_moved engaged"),
        player("a", pos=(1900, 1000, 0)), engaged(("a", "b")), NO_WINDOW),
    played("IST-RACE-20 IST-RACE-21 IST-Q-85", "two cruelties run and are saved from one by one",
        lambda: suffering(dark("a1", pos=[3000, 3000]), dark("a2", pos=[3300, 3000]), hurt=(2, 3),
            equipment=["heavy_armour"]),
        happens({"type": "end_activation", "model": "b"}, "ongoing_ticked health_changed save_rolled condition_removed"
            " ongoing_ticked health_changed save_rolled activation_ended", 11, 10),
        player("b", health=15, power=5), conditions("b", "ongoing")),
    played("IST-RACE-20 IST-RACE-21 IST-Q-85 IST-DMG-01", "cruelty can kill when the elf is gone",
        lambda: suffering(dark("a", status="out", health=0), hurt=(2,), health=2),
        do({"type": "end_activation", "model": "b"}), player("b", status="out", out_by="a", out_cause="health")),
    played("IST-RACE-20 IST-D-09 IST-MELEE-04", "a Dark elf that goes out is not asked",
        lambda: duel({"race": "dark_elf", "health": 3}, {"power": 4}, [man("a2", (3000, 3000))]), strikes(10, 10),
        player("a", status="out"), never(ev.WindowOpened)),
    played("IST-RACE-20 IST-D-09", "it may be cruel by a shot, once in a battle",
        lambda: Fight([man("a", (1000, 1000), race="dark_elf", level=3, equipment=["bow"], standard_action=2)],
            [man("b", (2000, 1000), **TOUGH)]),
        shoots(9, 2), window("cruel", "a"), reacts("cruel", model="a"), once(ev.RaceAbilityUsed, used=1),
        lambda fight: hurts(fight, 3), shoots(9, 2), NO_WINDOW),
])  # fmt: skip
def test_elves(case: Played) -> None:
    case.check()


def hurts(fight: Fight, amount: int) -> None:
    assert one(fight.events, ev.ConditionAdded).condition.amount == amount


@pytest.mark.parametrize("case", [
    # 9 + 5 − 10 = 4 from 20; of the 6 that a Dwarf of level 6 would regain it has lost only 4
    played("IST-RACE-22 IST-Q-86", "a Dwarf regains its level, no Core Stat and never too much",
        lambda: duel(None, {"race": "dwarf", "level": 6, "equipment": ["heavy_armour"]}, [], [FAR]), strikes(9, 2),
        reacts("all_you_got"), once(ev.Healed, old=16, new=20), player("b", power=6)),
    # 10 + 5 against 10 + 5 is a hit of both; the attacker rolls again: 9 + 5 − 2 against the 15 that stands
    played("IST-RACE-23 IST-Q-87 IST-MELEE-04", "a Halfling evades a tie in melee",
        lambda: duel(None, {"race": "halfling"}), strikes(10, 10), window("evasive", "b"), reacts("evasive", 9),
        last(ev.RollMade, total=12, mods=((5, "Power", "IST-MELEE-02"), (-2, "Evasive", "IST-RACE-23"))),
        player("a", health=5), player("b", health=20, used={"evasive": 1})),
    # at 4.5 inches with advantage, and again so: 20 + 5 − 2 = 23, doubled
    played("IST-RACE-23 IST-Q-87 IST-CRIT-01", "an evaded shot has the same dice and may be a critical",
        lambda: Fight([man("a", (1000, 1000), equipment=["bow"])], [man("b", (1550, 1000), race="halfling", **TOUGH)]),
        shoots(9, 12, 2), reacts("evasive", 3, 20), last(ev.RollMade, adv=(('Within 6"', "IST-ADV-10"),)),
        once(ev.DamageDealt, final=46), player("b", health=14)),
    # 12 would have leapt; the new roll is a 1: a fumble, answered with 2 + 5, failed by 7 − 4 = 3
    played("IST-RACE-23 IST-Q-87 IST-Q-41 IST-FUM-01", "an evaded lightning may fail and end its chain",
        lambda: Fight([man("a", (1000, 1000), spells=["lightning_fork"], **{"class": "magic_user"})],
            [man("b", (1900, 1000), race="halfling"), man("c", (1900, 1300))]),
        do({"type": "cast", "model": "a", "spell": "lightning_fork", "target": "b"}, 12, 2), reacts("evasive", 1),
        once(ev.SpellFailed, amount=3), player("a", health=13, will=3), NO_WINDOW),
])  # fmt: skip
def test_dwarves_and_halflings(case: Played) -> None:
    case.check()


# Rosters: what a company may bring


@rule("IST-Q-97", "IST-TAL-12", "IST-CLASS-03", "IST-Q-103")
def test_a_talent_may_be_left_open() -> None:
    expert = man("a1", (1000, 1000), level=4, **{"class": "expert"})
    fight = Skirmish(position([expert], [man("b1", (3000, 3000))], active="a1"))
    fight.refuses({"type": "use_talent", "model": "a1", "talent": "tumble"}, "ability_not_owned")
    assert opened(setup([man("a1", level=3, talents=["rage"])], [man("b1")])).models[0].talents == ("rage",)


@rule("IST-Q-112", "IST-ARM-01", "IST-ARM-03", "IST-ARM-04")
def test_any_class_may_carry_anything_but_one_body_armour_and_one_shield() -> None:
    """9 + 5 against a mage in light armour with a shield and a dagger in hand: 14 − 6."""
    kit = ["dagger", "rifle", "two_handed", "light_armour", "shield", "buckler"]
    fight = duel(None, {"class": "magic_user", "equipment": kit})
    fight.do("melee", model="a", target="b", dice=[9, 2])
    assert fight["b"].health == 12
    assert len(opened(setup([man(f"a{n:02}") for n in range(20)], [man("b1")])).models) == 21
    assert refused(opened, setup([], [man("b1")])).rule == "IST-Q-112"
    for two in (["light_armour", "heavy_armour"], ["shield", "shield"]):
        caught = refused(opened, setup([man("a1", equipment=two)], [man("b1")]))
        assert (caught.code, caught.rule) == ("cannot_assign", "IST-Q-112")


@rule("IST-Q-59", "IST-Q-60")
@pytest.mark.parametrize(("switches", "health"), [({}, 6), ({"buckler": "armour"}, 7), ({"helmet": "armour"}, 7)])
def test_buckler_and_helmet_help_by_house_rule_only(switches: Any, health: int) -> None:
    fight = duel(None, {"equipment": ["one_handed", "buckler", "helmet"]}, rules=switches)
    fight.do("melee", model="a", target="b", dice=[9, 2])
    assert fight["b"].health == health


# Halls


def invaded(**fields: Any) -> Json:
    """A battle with a rock on the table; b's company is at home if it is an invasion."""
    rock = wall("rock", 2000, 1000, 2400, 1400)
    return setup([man("a1")], [man("b1")], terrain=[rock], **fields)


@rule("IST-HALL-02", "IST-Q-108")
def test_an_invasion_is_played_at_the_defenders_base_with_its_upgrades() -> None:
    """The second seat defends: it has the lower edge, the invader the upper one, and clears and builds first."""
    fight = Skirmish.begun(invaded(invasion={"defender": "s2", "upgrades": ["clear_the_area", "walls"]}))
    assert {side.id: side.edge for side in fight.state.sides} == {"s1": "top", "s2": "bottom"}
    fight.is_not_of("s1", {"type": "remove_terrain", "ids": ["rock"]}, "upgrade_not_available")
    fight.do({"type": "remove_terrain", "ids": ["rock"]}, by="s2")
    fight.do({"type": "place_walls", "sections": [{"centre": [1000, 300]}]}, by="s2", dice=[9, 2])
    assert [piece.id for piece in fight.state.terrain] == ["wall-1"]
    fight.refuses({"type": "deploy", "model": "a1", "pos": [1000, 100]}, "bad_deployment")
    fight.do({"type": "deploy", "model": "a1", "pos": [1000, 4700]}, by="s1")
    fight.do({"type": "deploy", "model": "b1", "pos": [1000, 300]}, by="s2")
    assert fight.model("b1").pos == (1000, 300, 300)


@rule("IST-HALL-02")
def test_a_hall_without_upgrades_is_invaded_as_it_stands() -> None:
    fight = Skirmish.begun(invaded(invasion={"defender": "s2"}), dice=[9, 2])
    assert (fight.top.stage, len(fight.state.terrain)) == ("deployment", 1)


@rule("IST-HALL-05", "IST-ILL-54")
def test_upgrades_do_nothing_in_other_battles() -> None:
    """Without an invasion there is nobody whose upgrades could be used: initiative is rolled at once."""
    fight = Skirmish.setup(invaded())
    assert "initiative_won" in names(fight.let_pass(dice=[9, 2]))
    fight.refuses({"type": "remove_terrain", "ids": ["rock"]}, "upgrade_not_available", by="s2")
    fight.refuses({"type": "place_walls", "sections": [{"centre": [1000, 300]}]}, "upgrade_not_available", by="s2")
