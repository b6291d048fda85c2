"""What race, class and equipment of a roster do in a battle; halls that are invaded."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.system import ISTRA
from rules.kernel.errors import Refused
from tests.rules.istra.battles import RACE_ROWS, Json, man, opened, position, refused, setup, wall
from tests.rules.istra.fights import Fight, duel, found, one
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


# Wood elves


@rule("IST-RACE-18", "IST-Q-84")
@pytest.mark.parametrize(("natural", "actions"), [(17, 1), (18, 2)])
def test_elven_grace_gives_another_standard_action_for_this_turn(natural: int, actions: int) -> None:
    """Two elves roll at the start of the turn, by ascending id; the action may pay for a reaction too."""
    elves = [man("a1", (1000, 1000), race="wood_elf"), man("a2", (1000, 1500), race="wood_elf")]
    foe = man("b", (3000, 3000))
    fight = Skirmish(position(elves, [foe], active="a1", nominations=["a2", "b"], turn=1))
    events = fight.end("a1", dice=[natural, 3])
    rolled = found(events, ev.ElvenGraceRolled)
    assert [(each.model, each.gained, each.standard_action) for each in rolled] == [
        ("a1", actions - 1, actions),
        ("a2", 0, 1),
    ]
    assert (fight.model("a1").standard_action, fight.model("b").standard_action) == (actions, 1)


@rule("IST-RACE-18", "IST-Q-84", "IST-TURN-09")
def test_grace_pays_for_a_reaction_and_an_attack() -> None:
    elf = {"race": "wood_elf", "standard_action": 2, "equipment": ["spear", "shield"], "health_max": 60, "health": 60}
    fight = duel(None, elf)
    fight.do("melee", model="a", target="b", dice=[])
    fight.do("react", model="b", option="first_strike", dice=[5, 4, 6, 5])
    assert fight["b"].standard_action == 1


@rule("IST-Q-84")
def test_by_house_rule_grace_comes_with_the_activation() -> None:
    elf = man("a1", (1000, 1000), race="wood_elf")
    fight = Skirmish(position([elf], [man("b", (3000, 3000))]), {"elven_grace": "activation_start"})
    events = fight.nominate("a1", dice=[18])
    assert names(events) == ["model_nominated", "activation_started", "elven_grace_rolled"]
    assert fight.model("a1").standard_action == 2


# Steppe elves


@rule("IST-RACE-19", "IST-MOVE-09", "IST-Q-130", "IST-Q-17")
def test_a_steppe_elf_leaves_melee_by_a_teleport_that_is_no_movement() -> None:
    """To the edge of a tower's top, which it sees from below; no roll, no Charged shot at it, no Sprint after it."""
    tower = wall("tower", 1900, 900, 2100, 1100, height=300)
    archer: Json = {"equipment": ["bow"], "active_weapon": "bow"}
    elf = man("a", (1000, 1000), race="steppe_elf")
    near, far = man("b", (1000, 1100)), man("c", (2000, 1250, 0), **archer)
    fight = Fight([elf], [near, far], engaged=[["a", "b"]], terrain=[tower])
    fight.refuses("teleport", "illegal_teleport", model="a", pos=[2000, 1000, 700])
    assert fight.refuses("teleport", "illegal_teleport", model="a", pos=[1000, 1050]).rule == "IST-RACE-19"
    fight.refuses("teleport", "illegal_teleport", model="a", pos=[2000, 1000])
    events = fight.do("teleport", model="a", pos=[1900, 1000])
    assert names(events) == ["action_spent", "race_ability_used", "disengaged", "model_teleported"]
    assert (fight["a"].pos, fight["a"].moved, fight.state.engaged) == ((1900, 1000, 300), False, ())
    fight.refuses("sprint", "sprint_needs_move", model="a", path=[[1950, 1000, 300]])
    fight.refuses("teleport", "no_move_action", model="a", pos=[1500, 1000])


@rule("IST-RACE-19", "IST-MOVE-09", "IST-REACT-01", "IST-Q-65")
def test_who_teleports_into_contact_is_not_shot_at() -> None:
    archer: Json = {"equipment": ["bow"], "active_weapon": "bow"}
    fight = Fight([man("a", (1000, 1000), race="steppe_elf")], [man("b", (2000, 1000), **archer)])
    events = fight.do("teleport", model="a", pos=[1800, 1000])
    assert names(events)[-2:] == ["model_moved", "engaged"]
    assert (fight["a"].pos, fight.state.engaged, fight.asked()) == ((1900, 1000, 0), (("a", "b"),), ("", ""))


# Dark elves


@rule("IST-RACE-20", "IST-RACE-21", "IST-Q-85")
def test_two_cruelties_run_and_are_saved_from_one_by_one() -> None:
    """b is hurt by 2 and by 3; it is saved from the first with an 11, not from the second with a 10."""
    pains = [
        {"name": "ongoing", "source": "a1", "amount": 2, "lasts": "save"},
        {"name": "ongoing", "source": "a2", "amount": 3, "lasts": "save"},
    ]
    elves = [man("a1", (3000, 3000), race="dark_elf"), man("a2", (3300, 3000), race="dark_elf")]
    fight = Fight(elves, [man("b", (1000, 1000), conditions=pains, equipment=["heavy_armour"])], active="b")
    events = fight.do("end_activation", model="b", dice=[11, 10])
    assert [name for name in names(events) if name != "health_changed"] == [
        "ongoing_ticked",
        "save_rolled",
        "condition_removed",
        "ongoing_ticked",
        "save_rolled",
        "activation_ended",
    ]
    assert (fight["b"].health, fight["b"].power, len(fight["b"].conditions)) == (15, 5, 1)


@rule("IST-RACE-20", "IST-RACE-21", "IST-Q-85", "IST-DMG-01")
def test_cruelty_can_kill_and_goes_on_when_the_elf_is_gone() -> None:
    pain = {"name": "ongoing", "source": "a", "amount": 2, "lasts": "save"}
    elf = man("a", race="dark_elf", status="out", health=0)
    fight = Fight(
        [elf, man("a2", (3000, 3000))], [man("b", (1000, 1000), conditions=[pain], health=2), FAR], active="b"
    )
    fight.do("end_activation", model="b")
    assert (fight["b"].status, fight["b"].out_by, fight["b"].out_cause) == ("out", "a", "health")


@rule("IST-RACE-20", "IST-D-09", "IST-MELEE-04")
def test_a_dark_elf_that_goes_out_with_its_victim_standing_is_not_asked() -> None:
    fight = duel({"race": "dark_elf", "health": 3}, {"power": 4}, [man("a2", (3000, 3000))])
    events = fight.do("melee", model="a", target="b", dice=[10, 10])
    assert fight["a"].status == "out"
    assert not found(events, ev.WindowOpened)


@rule("IST-RACE-20", "IST-D-09")
def test_a_dark_elf_may_be_cruel_by_a_shot_once_in_a_battle() -> None:
    elf = man("a", (1000, 1000), race="dark_elf", level=3, equipment=["bow"], standard_action=2)
    fight = Fight([elf], [man("b", (2000, 1000), health_max=60, health=60)])
    fight.do("shoot", model="a", target="b", dice=[9, 2])
    assert fight.asked() == ("cruel", "a")
    events = fight.do("react", model="a", option="cruel")
    assert one(events, ev.RaceAbilityUsed).used == 1
    assert one(events, ev.ConditionAdded).condition.amount == 3
    fight.do("shoot", model="a", target="b", dice=[9, 2])
    assert fight.asked() == ("", "")


# Dwarves and halflings


@rule("IST-RACE-22", "IST-Q-86")
def test_a_dwarf_regains_its_level_but_no_core_stat_and_never_too_much() -> None:
    """9 + 5 − 10 = 4 from 20; of the 6 that a Dwarf of level 6 would regain it has lost only 4."""
    dwarf = {"race": "dwarf", "level": 6, "equipment": ["heavy_armour"]}
    fight = duel(None, dwarf, [], [FAR])
    fight.do("melee", model="a", target="b", dice=[9, 2])
    events = fight.do("react", model="b", option="all_you_got")
    healed = one(events, ev.Healed)
    assert (healed.old, healed.new, fight["b"].power) == (16, 20, 6)


@rule("IST-RACE-23", "IST-Q-87", "IST-MELEE-04")
def test_a_halfling_evades_a_tie_in_melee() -> None:
    """10 + 5 against 10 + 5 is a hit of both; the attacker rolls again: 9 + 5 − 2 against the 15 that stands."""
    fight = duel(None, {"race": "halfling"})
    fight.do("melee", model="a", target="b", dice=[10, 10])
    assert fight.asked() == ("evasive", "b")
    events = fight.do("react", model="b", option="evasive", dice=[9])
    roll = one(events, ev.RollMade)
    assert (roll.total, roll.mods[-1]) == (12, (-2, "Evasive", "IST-RACE-23"))
    assert (fight["a"].health, fight["b"].health, fight["b"].used) == (5, 20, {"evasive": 1})


@rule("IST-RACE-23", "IST-Q-87", "IST-CRIT-01")
def test_an_evaded_shot_is_rolled_with_the_same_dice_and_may_be_a_critical_after_all() -> None:
    """At 4.5 inches with advantage, and again so: 20 + 5 − 2 = 23, doubled."""
    archer = man("a", (1000, 1000), equipment=["bow"])
    fight = Fight([archer], [man("b", (1550, 1000), race="halfling", health_max=60, health=60)])
    fight.do("shoot", model="a", target="b", dice=[9, 12, 2])
    events = fight.do("react", model="b", option="evasive", dice=[3, 20])
    assert one(events, ev.RollMade).adv == (('Within 6"', "IST-ADV-10"),)
    assert (one(events, ev.DamageDealt).final, fight["b"].health) == (46, 14)


@rule("IST-RACE-23", "IST-Q-87", "IST-Q-41", "IST-FUM-01")
def test_an_evaded_lightning_may_fail_and_end_its_chain() -> None:
    """12 would have leapt; the new roll is a 1: a fumble, answered with 2 + 5, failed by 7 − 4 = 3."""
    caster = man("a", (1000, 1000), spells=["lightning_fork"], **{"class": "magic_user"})
    foes = [man("b", (1900, 1000), race="halfling"), man("c", (1900, 1300))]
    fight = Fight([caster], foes)
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[12, 2])
    events = fight.do("react", model="b", option="evasive", dice=[1])
    assert one(events, ev.SpellFailed).amount == 3
    assert (fight["a"].health, fight["a"].will, fight.asked()) == (13, 3, ("", ""))


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
