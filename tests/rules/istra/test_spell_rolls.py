"""Spells as the dice fall: criticals and fumbles, areas and their bounds, chains, what is said of the sight."""

from __future__ import annotations

import pytest

from rules.istra import events as ev
from tests.rules.istra.battles import Json, man, wall
from tests.rules.istra.fights import Fight, found, mage, one, spell_duel
from tests.rules.play import names, rule

FAR = man("z", (4500, 4500))
"""Somebody far away, so that the battle does not end."""


# Criticals and fumbles


@rule("IST-CRIT-01", "IST-CRIT-02", "IST-Q-39", "IST-Q-68", "IST-Q-43")
def test_a_20_of_a_spell_wins_alone_doubles_and_leaps_on() -> None:
    strong: Json = {"power_max": 12, "health_max": 60, "equipment": ["heavy_armour"]}
    fight = spell_duel(strong, None, man("c", (1900, 1300)))
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[20, 20])
    resolved, dealt = one(events, ev.CombatResolved), one(events, ev.DamageDealt)
    assert (resolved.winners, resolved.difference, resolved.critical) == (("a",), 25 - 32, True)
    assert (dealt.total, dealt.armour, dealt.base, dealt.final) == (25, 10, 15, 30)
    assert (fight["b"].health, fight["b"].power, fight.asked()) == (30, 11, ("chain", "a"))


@rule("IST-Q-43", "IST-ADV-03", "IST-ADV-08", "IST-Q-49")
def test_the_kept_die_is_the_natural_of_a_spell() -> None:
    """Cast at who is in melee, the caster itself included: of 20 and 4 the 4 is kept, and it is even."""
    fight = Fight([mage()], [man("b", (1100, 1000)), man("c", (1900, 1300))], engaged=[["a", "b"]])
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[20, 4, 3])
    assert found(events, ev.RollMade)[0].dis == (("Into melee", "IST-ADV-08"),)
    assert not found(events, ev.CriticalHit)
    assert one(events, ev.DamageDealt).final == 9
    assert fight.asked() == ("chain", "a")


@rule("IST-Q-41", "IST-Q-44", "IST-FUM-02")
def test_a_fumble_with_the_higher_total_fails_by_nothing() -> None:
    """7 against 1 + 5: the caster loses all the same, a point of Will and what the target's 3 let through."""
    fight = spell_duel({"power": 1}, {"will_max": 12})
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 2])
    assert one(events, ev.CombatResolved).winners == ("b",)
    assert not found(events, ev.SpellFailed)
    assert (fight["a"].will, fight["a"].health) == (10, 17)


@rule("IST-Q-45")
@pytest.mark.parametrize(("switch", "health", "will"), [("any", 20 - 17 - 2, 3), ("melee_only", 18, 4)])
def test_whether_a_fumbled_spell_is_answered_by_damage(switch: str, health: int, will: int) -> None:
    """6 against 17: failed by 11, which is 2 damage in either case."""
    fight = spell_duel(None, None, rules={"fumble_counter": switch})
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 12])
    assert (fight["a"].health, fight["a"].will) == (health, will)


@rule("IST-Q-43")
@pytest.mark.parametrize(("switch", "winner"), [("attacker", "a"), ("both", "b")])
def test_the_20_of_who_is_cast_at(switch: str, winner: str) -> None:
    fight = spell_duel({"power": 1}, {"will_max": 19}, rules={"criticals": switch})
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[3, 20])
    assert one(events, ev.CombatResolved).winners == (winner,)
    assert (fight["a"].health, fight["a"].will) == (20, 19)


@rule("IST-CORE-01", "IST-CORE-02", "IST-CAST-05")
def test_a_spell_costs_the_stat_that_was_rolled_or_the_next_in_line() -> None:
    for finesse, stat in ((1, "finesse"), (0, "will")):
        fight = spell_duel({"finesse": finesse}, None, FAR)
        lost = one(fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0], dice=[9, 2]), ev.CoreLost)
        assert (lost.rolled, lost.stat) == ("finesse", stat)


@rule("IST-Q-37", "IST-Q-42", "IST-CAST-08")
@pytest.mark.parametrize(("switch", "will"), [("off", 5), ("on", 4)])
def test_spell_failure_costs_a_point_of_will_by_house_rule_only(switch: str, will: int) -> None:
    fight = spell_duel(None, {"equipment": ["heavy_armour"]}, rules={"core_loss_all_damage": switch})
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[3, 9])
    assert (one(events, ev.SpellFailed).amount, fight["a"].health, fight["a"].will) == (6, 19, will)


@rule("IST-CAST-06", "IST-DMG-01", "IST-CAST-09")
def test_a_caster_may_die_of_its_spell() -> None:
    fight = spell_duel(None, {"health": 2}, FAR)
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[4, 14])
    assert (fight["a"].status, fight["a"].out_cause, fight["a"].out_by) == ("out", "health", "")
    assert fight.state.result is not None


@rule("IST-Q-38", "IST-FUM-03", "IST-CAST-09")
def test_who_has_no_health_left_loses_none_by_its_failed_spell() -> None:
    """A fumble answered by 17 and failed by 11: of 5 there is nothing left for the table to take."""
    fight = spell_duel(None, {"health": 5}, FAR)
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 12])
    assert one(events, ev.SpellFailed).damage == 2
    assert [(lost.old, lost.new) for lost in found(events, ev.HealthChanged)] == [(5, 0)]
    assert one(events, ev.ModelOut).by == "b"


# Areas


@rule("IST-SPELL-04", "IST-Q-69", "IST-Q-01")
def test_how_far_an_area_reaches() -> None:
    """3 inches from the point to a base's edge, the tolerance included: b is in, c and the man above are not."""
    inside, outside = man("b", (2351, 1000)), man("c", (1648, 1000))
    above = man("d", (2000, 1250, 310))
    tower = wall("tower", 1950, 1200, 2050, 1300, height=310)
    fight = Fight([mage()], [inside, outside, above], terrain=[tower])
    events = fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[9, 12])
    assert one(events, ev.SpellCast).targets == ("b",)


@rule("IST-SPELL-01", "IST-ILL-24", "IST-ILL-28", "IST-Q-69")
def test_how_far_a_point_may_be() -> None:
    """18 inches from the base's edge, so 18.5 from the centre."""
    fight = Fight([mage()], [man("b", (2900, 1000))])
    fight.refuses("cast", "out_of_range", model="a", spell="fireball", point=[2852, 1000])
    fight.refuses("cast", "no_target", model="a", spell="fireball", point=[2851, 1400])
    fight.refuses("cast", "out_of_range", model="a", spell="fireball", point=[9000, 1000])
    assert one(
        fight.do("cast", model="a", spell="fireball", point=[2851, 1000], dice=[9, 12]), ev.SpellCast
    ).targets == ("b",)


@rule("IST-Q-47", "IST-Q-41")
def test_of_equal_enemies_the_lower_id_answers_a_fumbled_area() -> None:
    """The friend's 17 is not an enemy's; b and c have 9 each. Failed by 3, against c's friend d with the lowest, 9."""
    foes = [man("c", (2000, 1300)), man("b", (2000, 1000))]
    fight = Fight([mage(), man("a2", (2200, 1000))], foes)
    events = fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[1, 12, 4, 4])
    assert [(dealt.source, dealt.final) for dealt in found(events, ev.DamageDealt)] == [("b", 9)]
    assert one(events, ev.SpellFailed).amount == 3
    assert (fight["a"].health, fight["a"].will) == (11, 3)


@rule("IST-Q-47")
@pytest.mark.parametrize("switch", ["one", "per_target"])
def test_a_friend_does_not_answer_a_fumbled_area(switch: str) -> None:
    """Alone in it or not: a point of Will is lost, and 6 against 17 is 2 damage by the table."""
    fight = Fight([mage(), man("a2", (2200, 1000))], [FAR], rules={"area_roll": switch})
    events = fight.do("cast", model="a", spell="fireball", point=[2200, 1000], dice=[1, 12])
    assert not found(events, ev.DamageDealt)
    assert (fight["a"].health, fight["a"].will) == (18, 4)
    both = Fight([mage(), man("a2", (2200, 1000))], [man("b", (2200, 1200))], rules={"area_roll": switch})
    dice = [1, 12, 14] if switch == "one" else [1, 12, 1, 14]
    events = both.do("cast", model="a", spell="fireball", point=[2200, 1000], dice=dice)
    assert [dealt.source for dealt in found(events, ev.DamageDealt)] == ["b"]


@rule("IST-Q-47", "IST-Q-129", "IST-FUM-04")
@pytest.mark.parametrize("switch", ["off", "on"])
def test_a_fumbled_area_is_not_rolled_against_an_ally(switch: str) -> None:
    """b alone is in the area, in melee with a friend who is not: 3 + 5 answers the fumble, and that is all."""
    rules = {"fumble_into_melee_spells": switch}
    foe, friend = man("b", (2000, 1000)), man("a2", (2100, 1000))
    fight = Fight([mage(), friend], [foe], engaged=[["a2", "b"]], rules=rules)
    events = fight.do("cast", model="a", spell="fireball", point=[1700, 1000], dice=[9, 1, 3])
    assert [each.defender for each in found(events, ev.CombatResolved)] == ["b"]
    assert (fight["a"].health, fight["a"].will, fight["a2"].health) == (12, 3, 20)


@rule("IST-Q-69", "IST-ADV-08")
def test_one_target_in_melee_is_enough_for_disadvantage() -> None:
    fight = Fight(
        [mage(), man("a2", (2300, 1300))], [man("b", (2000, 1000)), man("c", (2300, 1400))], engaged=[["a2", "c"]]
    )
    events = fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[9, 15])
    assert one(events, ev.SpellCast).targets == ("b",)
    assert not found(events, ev.RollMade)[0].dis
    again = Fight(
        [mage(), man("a2", (2300, 1300))], [man("b", (2000, 1000)), man("c", (2300, 1200))], engaged=[["a2", "c"]]
    )
    events = again.do("cast", model="a", spell="fireball", point=[2100, 1000], dice=[15, 9, 8, 20])
    assert found(events, ev.RollMade)[0].dis == (("Into melee", "IST-ADV-08"),)
    assert (again["b"].health, again["c"].health) == (6, 20)


@rule("IST-TAL-06", "IST-Q-91")
def test_relentless_halves_a_spell_of_a_low_natural() -> None:
    """11 + 5 − 0 = 16, halved to 8; from a natural of 12 on it is whole: 17."""
    for natural, health in ((11, 12), (12, 3)):
        fight = spell_duel({"talents": ["relentless"]}, None, FAR)
        fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0], dice=[natural, 2])
        assert fight["b"].health == health


@rule("IST-TAL-06", "IST-Q-91", "IST-SPELL-04", "IST-Q-69")
@pytest.mark.parametrize("switch", ["one", "per_target"])
@pytest.mark.parametrize(("natural", "of_foe"), [(9, 7), (11, 8), (12, 17)])
def test_who_is_relentless_is_not_spared_its_own_fireball(natural: int, of_foe: int, switch: str) -> None:
    """The natural and 5 − 0, whole for the caster, halved (rounded down) for a Relentless foe of one below 12."""
    tough: Json = {"kind": "monster", "race": "human", "talents": ["relentless"], "health_max": 40, "health": 40}
    fight = spell_duel({**tough, "pos": [1200, 1000]}, tough, rules={"area_roll": switch})
    again = [natural] if switch == "per_target" else []
    events = fight.do("cast", model="a", spell="fireball", point=[1100, 1000], dice=[natural, 2, *again, 3])
    halved = {dealt.target: dealt.halved for dealt in found(events, ev.DamageDealt)}
    assert halved == {"a": False, "b": natural < 12}
    assert (fight["a"].health, fight["b"].health) == (40 - (natural + 5), 40 - of_foe)


# Along a line


@rule("IST-Q-70", "IST-SPELL-05")
def test_a_line_touches_a_base_by_its_radius_within_its_length() -> None:
    """From the base's edge 12 inches: up to x = 2250. A base of half an inch is touched at half an inch aside."""
    for at, hit in (((1900, 1050), ("b",)), ((1900, 1052), ()), ((2300, 1000), ("b",)), ((2303, 1000), ())):
        fight = Fight([mage()], [man("b", at)])
        events = fight.do("cast", model="a", spell="ray_of_frost", direction=[7, 0], dice=[9, 3] if hit else [])
        assert one(events, ev.SpellCast).targets == hit


@rule("IST-Q-70")
def test_opaque_terrain_ends_a_line_and_lower_ground_is_out_of_it() -> None:
    wood = wall("w", 1400, 900, 1500, 1100)
    fight = Fight([mage()], [man("b", (1900, 1000))], terrain=[wood])
    assert one(fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0]), ev.SpellCast).targets == ()
    hedge = wall("w", 1400, 900, 1500, 1100, los="partial")
    fight = Fight([mage()], [man("b", (1900, 1000))], terrain=[hedge])
    events = fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0], dice=[9, 3])
    assert found(events, ev.RollMade)[0].dis == ()
    tower = wall("tower", 900, 900, 1100, 1100)
    high = Fight([mage() | {"pos": [1000, 1000, 300]}], [man("b", (1900, 1000))], terrain=[tower])
    assert one(high.do("cast", model="a", spell="ray_of_frost", direction=[1, 0]), ev.SpellCast).targets == ()


# Chains


@rule("IST-Q-68", "IST-SPELL-06", "IST-CAST-06", "IST-ILL-29")
def test_each_leap_fails_for_itself_and_the_chain_ends_with_an_odd_roll() -> None:
    """b is killed, c withstands: 4 + 5 against 14 is failed by 5; the roll is even, so that d is next, and odd."""
    fight = spell_duel({"health": 3}, None, man("c", (1900, 1300)), man("d", (1900, 1600)), FAR)
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[12, 5])
    fight.refuses("react", "target_already_chained", model="a", option="chain", target="b")
    fight.refuses("react", "no_target", model="a", option="chain")
    events = fight.do("react", model="a", option="chain", target="c", dice=[4, 9])
    assert (one(events, ev.SpellFailed).amount, fight["a"].health, fight.asked()) == (5, 19, ("chain", "a"))
    fight.do("react", model="a", option="chain", target="d", dice=[13, 9])
    assert (fight.asked(), fight["a"].standard_action, fight["a"].used) == (("", ""), 0, {"lightning_fork": 1})


@rule("IST-Q-68", "IST-ILL-25")
def test_a_chain_needs_range_and_sight_from_the_caster() -> None:
    hidden = man("c", (1000, 1500))
    fight = spell_duel(None, None, hidden, man("d", (1900, 1600)), terrain=[wall("w", 800, 1200, 1200, 1300)])
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[2, 5])
    fight.refuses("react", "no_line_of_sight", model="a", option="chain", target="c")
    fight.do("react", model="a", option="chain", target="d", dice=[3, 9])


@rule("IST-Q-68", "IST-D-12")
def test_without_a_new_target_nobody_is_asked() -> None:
    fight = spell_duel(None, None, FAR)
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[12, 5])
    assert fight.asked() == ("", "")


# Sight that is given


@rule("IST-SIGHT-06", "IST-D-15")
def test_the_gm_gives_sight_of_who_is_cast_at_for_that_casting() -> None:
    blind = wall("w", 1400, 900, 1500, 1100)
    fight = spell_duel(None, {"standard_action": 2, "spells": ["shock"]}, terrain=[blind], gm=True, spells=[SHOCK])
    fight.refuses("cast", "no_line_of_sight", model="a", spell="shock", target="b")
    fight.do("gm_sight", attacker="a", target="b", los=True, reason="a window")
    events = fight.do("cast", model="a", spell="shock", target="b", dice=[3, 2])
    assert names(events)[:3] == ["action_spent", "spell_cast", "sight_resolved"]
    assert one(events, ev.SightResolved).source == "gm"
    fight.refuses("cast", "no_line_of_sight", model="a", spell="shock", target="b")


SHOCK: Json = {"name": "shock", "usage": "at_will", "defence": "will"}


@rule("IST-SPELL-04", "IST-SPELL-05", "IST-SIGHT-06")
def test_sight_of_a_model_is_nothing_to_an_area_or_a_line() -> None:
    for spell, aim in (("fireball", {"point": [1900, 1000]}), ("ray_of_frost", {"direction": [1, 0]})):
        fight = spell_duel(None, None, gm=True)
        fight.do("gm_sight", attacker="a", target="b", los=False, reason="smoke")
        fight.do({"type": "cast", "model": "a", "spell": spell, **aim}, [11, 3])
        assert fight["b"].health == 4


# Spells of the house


@rule("IST-CAST-03", "IST-CAST-12", "IST-Q-40", "IST-Q-43")
def test_a_spell_without_a_number_wants_11_and_never_fumbles() -> None:
    """20 + 1 wins without doubling anything, 1 + 5 fails by 5; usage is once per turn, hit or not."""
    song: Json = {"name": "song", "usage": "once_per_turn", "effect": "gm", "text": "All take heart."}
    for die, amount in ((1, 5), (5, 1), (6, None)):
        fight = spell_duel(None, {"spells": ["song"], "standard_action": 2}, spells=[song])
        events = fight.do("cast", model="a", spell="song", dice=[die])
        failed = found(events, ev.SpellFailed)
        assert [one.amount for one in failed] == ([amount] if amount else [])
        assert (fight["a"].will, fight["a"].used_this_turn) == (5, {"song": 1})
        fight.refuses("cast", "spell_used", model="a", spell="song")


@rule("IST-CAST-02", "IST-CORE-01")
def test_a_spell_of_the_house_names_its_defence() -> None:
    fight = spell_duel({"will": 2}, {"spells": ["shock"]}, spells=[SHOCK])
    attack, defence = found(fight.do("cast", model="a", spell="shock", target="b", dice=[3, 2]), ev.RollMade)
    assert (attack.total, defence.stat, defence.total) == (8, "will", 4)
    assert (fight["b"].will, fight["b"].health) == (1, 12)
