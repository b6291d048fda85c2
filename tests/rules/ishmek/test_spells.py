"""Spells: the boost on a skill roll, spells for other effects, dismissal, and what the GM does by hand."""

from typing import Any

import pytest

from rules.ishmek.events import (
    GmEffectApplied,
    ModifierExpired,
    PlayerDismissed,
    SpellCast,
    SpellSpent,
    SrRolled,
)
from tests.rules.ishmek.arena import GREASE, JUMP, SHIELD, act, gm_effect, let_pass, mage, man, play, react, step
from tests.rules.play import all_of, names, only, rule

CONTROL = {"orb": "home"}
FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}


@rule("ISH-SPELL-01")
@pytest.mark.parametrize(("slot", "right", "wrong"), [("action", "grease", "shield"), ("reaction", "shield", "grease")])
def test_a_level_1_spell_of_the_right_casting_time_adds_4(slot: str, right: str, wrong: str) -> None:
    game = play([mage("h1", (4, 4))], go="h1")
    control = act("h1", "control", slot, **CONTROL)
    assert game.needs(control).bonus == 6
    game.refuses({**control, "spell": wrong}, "wrong_casting_time")
    events = game.do({**control, "spell": right}, dice=[1])  # 1 + 2 + 4 + 4 = 11 vs DC 10
    assert only(events, SrRolled).total == 11
    spent = only(events, SpellSpent)
    assert (spent.player, spent.spell, spent.purpose) == ("h1", right, "boost")
    assert game.player("h1").slots_l1 == 1


@rule("ISH-SPELL-01")
def test_a_boost_needs_a_slot_and_a_known_spell_and_magic() -> None:
    control = act("h1", "control", **CONTROL, spell="grease")
    play([mage("h1", (4, 4), slots_l1=0)], go="h1").refuses(control, "no_slot")
    play([mage("h1", (4, 4), spells_l1=[SHIELD])], go="h1").refuses(control, "unknown_spell")
    no_caster = man("h1", (4, 4), slots_l1=1, spells_l1=[GREASE])
    play([no_caster], go="h1").refuses(control, "no_spellcasting")


@rule("ISH-Q-63")
def test_a_bonus_action_takes_a_spell_of_1_bonus_action() -> None:
    source = {"name": "Cunning Action", "actions": ["control"]}
    game = play([mage("h1", (4, 4), bonus_sources=[source])], go="h1")
    control = act("h1", "control", "bonus", **CONTROL)
    for wrong in ("grease", "shield"):
        game.refuses({**control, "spell": wrong}, "wrong_casting_time")
    events = game.do({**control, "spell": "jump"}, dice=[1])  # 1 + 2 + 4 + 4 = 11 vs DC 10
    assert only(events, SrRolled).total == 11
    assert game.player("h1").slots_l1 == 1


@rule("ISH-SPELL-02")
def test_a_spell_put_into_a_roll_does_nothing_else_and_is_over_with_it() -> None:
    game = play([mage("h1", (4, 4), spells_l1=[GREASE])], go="h1")
    events = game.do(act("h1", "control", **CONTROL, spell="grease"), dice=[1])
    assert not all_of(events, SpellCast)
    game.pass_all()
    assert {ask.kind for ask in game.asks()} == {"go"}
    assert game.player("h1").sr_mods == ()
    propel = act("h1", "propel", "reaction", direction=[0, 1], distance=1)
    assert game.needs(propel).bonus == 6  # prof 2 + cast 4: no +4 is left


@rule("ISH-SPELL-03")
@pytest.mark.parametrize(
    ("slot", "spell", "used"),
    [("action", "grease", "action_used"), ("reaction", "shield", "reaction_used")],
)
def test_a_spell_for_another_effect_uses_the_slot_of_its_casting_time(slot: str, spell: str, used: str) -> None:
    game = play([mage("h1", (4, 1))], go="h1")
    events = game.do(act("h1", "cast_spell", slot, spell=spell))
    cast = only(events, SpellCast)
    assert (cast.player, cast.spell, cast.level, cast.grounds_for_dismissal) == ("h1", spell, 1, False)
    player = game.player("h1")
    assert [name for name in ("action_used", "reaction_used", "bonus_used") if getattr(player, name)] == [used]
    assert player.slots_l1 == 1


@rule("ISH-SPELL-03")
def test_a_spell_of_the_wrong_casting_time_cannot_be_cast() -> None:
    game = play([mage("h1", (4, 1))], go="h1")
    game.refuses(act("h1", "cast_spell", "action", spell="shield"), "wrong_casting_time")
    game.refuses(act("h1", "cast_spell", "reaction", spell="grease"), "wrong_casting_time")


@rule("ISH-SPELL-03")
def test_the_gm_says_what_a_spell_does_and_play_waits_for_it() -> None:
    game = play([mage("h1", (4, 1))], [man("a1", (6, 1))], go="h1")
    game.do(act("h1", "cast_spell", spell="grease"))
    assert [(ask.seat, ask.kind) for ask in game.asks()] == [("gm", "adjudicate")]
    game.refuses(step("h1", 5, 1), "decision_pending")
    game.refuses(gm_effect(player="a1", prone=True), "gm_only", by="home")
    events = game.do(gm_effect(player="a1", prone=True), by="gm")
    assert only(events, GmEffectApplied).player == "a1"
    assert game.player("a1").prone
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-SPELL-03")
def test_a_spell_may_be_cast_as_a_reaction_in_a_window() -> None:
    game = play([mage("h1", (4, 1), spells_l1=[SHIELD])], go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "cast_spell", spell="shield"))
    assert [(ask.seat, ask.kind) for ask in game.asks()] == [("gm", "adjudicate")]
    game.do(let_pass(), by="gm")
    assert game.player("h1").reaction_used
    assert game.player("h1").slots_l1 == 1
    assert [ask.player for ask in game.asks("go")] == ["a1"]


@rule("ISH-SPELL-04")
@pytest.mark.parametrize("fields", [{"level": 2, "spell": "web"}, {"level": 1, "spell": "grease", "lethal": True}])
def test_a_lethal_or_higher_spell_takes_effect_and_then_dismisses_its_caster(fields: dict[str, Any]) -> None:
    game = play([mage("h1", (4, 1)), man("h2", (9, 1))], [man("a1", (6, 1))], go="h1")
    events = game.do(act("h1", "cast_spell", **fields))
    assert only(events, SpellCast).grounds_for_dismissal
    game.do(gm_effect(player="a1", prone=True, more=True), by="gm")
    events = game.do({"type": "dismiss", "player": "h1", "reason": "web"}, by="gm")
    assert only(events, PlayerDismissed).player == "h1"
    player = game.player("h1")
    assert (player.status, player.at) == ("out_tournament", None)
    assert game.player("a1").prone  # what was done stands
    assert game.outcome is None
    assert {ask.kind for ask in game.asks()} == {"pick"}


@rule("ISH-SPELL-04")
def test_passing_means_the_dismissal_too() -> None:
    game = play([mage("h1", (4, 1)), man("h2", (9, 1))], go="h1")
    game.do(act("h1", "cast_spell", level=3, spell="fireball", lethal=True))
    events = game.do(let_pass(), by="gm")
    assert only(events, PlayerDismissed).player == "h1"


@rule("ISH-SPELL-04")
def test_the_gm_may_pause_play_for_medical_help() -> None:
    game = play([mage("h1", (4, 1)), man("h2", (9, 1))], go="h1")
    game.do(act("h1", "cast_spell", level=3, spell="fireball", lethal=True))
    game.do(let_pass(), by="gm")
    events = game.do({"type": "pause", "reason": "a healer is on the field"}, by="gm")
    assert names(events) == ["play_paused"]
    game.refuses({"type": "pick", "player": "a1"}, "paused", by="away")
    game.do({"type": "resume"}, by="gm")
    assert {ask.kind for ask in game.asks()} == {"pick"}


@rule("ISH-SPELL-05")
def test_mage_armor_helps_against_pushes_and_not_with_ones_own() -> None:
    armor = [{"kind": "push_defence", "amount": 3, "note": "mage armor"}]
    attacked = play([man("h1", (8, 4))], [man("a1", (9, 4), sr_mods=armor)], go="h1", orbs=FAR)
    attacked.do(act("h1", "push_pull", target="a1"))
    assert attacked.needs(let_pass(), dice=[10]).bonus == 8  # prof 2 + dex 3 + 3
    attacking = play([man("h1", (8, 4))], [man("a1", (9, 4), sr_mods=armor)], go="a1", orbs=FAR)
    attacking.do(act("a1", "push_pull", target="h1"))
    assert attacking.needs(let_pass()).bonus == 5


@rule("ISH-SPELL-05")
def test_the_gm_hands_out_mage_armor() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs=FAR)
    game.do(gm_effect(player="a1", sr_mod={"kind": "push_defence", "amount": 3, "note": "mage armor"}), by="gm")
    game.do(act("h1", "push_pull", target="a1"))
    assert game.needs(let_pass(), dice=[10]).bonus == 8


@rule("ISH-SPELL-06", "ISH-Q-80")
def test_the_gm_applies_modifiers_moves_and_conditions_as_recorded_events() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (12, 7))], go="h1", orbs=FAR)
    effects = [
        gm_effect(player="a1", move_to=[11, 7]),
        gm_effect(player="a1", prone=True),
        gm_effect(player="h1", speed_mod=-10),
        gm_effect(player="h1", sr_mod={"kind": "any", "amount": 2, "until": 1}),
        gm_effect(umpires=[2, 3]),
    ]
    for effect in effects:
        recorded = only(game.do(effect, by="gm"), GmEffectApplied)
        assert recorded.note == "by hand"
    a1, h1 = game.player("a1"), game.player("h1")
    assert (a1.at, a1.prone) == ((11, 7), True)
    assert (h1.speed_mod, h1.sr_mods[0].amount) == (-10, 2)
    assert game.state.umpires == (2, 3)


@rule("ISH-SPELL-06")
def test_what_the_gm_takes_off_the_speed_may_end_with_this_turn() -> None:
    """Speed 30, 10 feet less: 4 squares instead of 6; a Dash adds the 4 of now. In turn 2 it is 6 again."""
    game = play([man("h1", (5, 1))], [man("a1", (12, 7))], go="h1", orbs=FAR)
    slowed = {"kind": "speed", "amount": -10, "until": 1, "note": "mud"}
    game.do(gm_effect(player="h1", sr_mod=slowed), by="gm")
    assert game.asks()[0].options["movement_left"] == 4
    game.do(act("h1", "dash"))
    assert game.asks()[0].options["movement_left"] == 8
    game.do({"type": "end_go", "player": "h1"})
    game.do({"type": "pick", "player": "a1"})
    ended = game.do({"type": "end_go", "player": "a1"}, dice=[15, 4])
    assert only(ended, ModifierExpired).mod.kind == "speed"
    game.do({"type": "pick", "player": "h1"})
    assert game.asks()[0].options["movement_left"] == 6


@rule("ISH-SPELL-05")
def test_a_speed_modifier_is_on_no_roll() -> None:
    slowed = [{"kind": "speed", "amount": -10}]
    game = play([man("h1", (4, 4), sr_mods=slowed)], go="h1")
    assert game.needs(act("h1", "control", orb="home")).bonus == 5  # prof 2 + dex 3


@rule("ISH-SPELL-05")
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "flying", "amount": 1}, "sr_mod.kind"),
        ({"kind": "any", "amount": 1001}, "sr_mod.amount"),
        ({"kind": "speed", "amount": -1001}, "sr_mod.amount"),
        ({"kind": "any", "amount": 1, "until": 2}, "sr_mod.until"),
        ({"kind": "any", "amount": 1, "until": 10_001}, "sr_mod.until"),
    ],
)
def test_it_refuses_a_modifier_that_cannot_be(wrong: dict[str, Any], field: str) -> None:
    """It is turn 3: what ended with turn 2 is over."""
    game = play([man("h1", (8, 4))], go="h1", orbs=FAR, turn=3)
    refusal = game.refuses(gm_effect(player="h1", sr_mod=wrong), "bad_effect", by="gm")
    assert refusal.field == field


@rule("ISH-SPELL-06")
@pytest.mark.parametrize(
    ("field", "wrong", "cited"),
    [
        ("slots_l1", -1, "ISH-SPELL-06"),
        ("slots_l1", 1001, "ISH-SPELL-06"),
        ("speed_mod", -1001, "ISH-SPELL-06"),
        ("move_used", 1001, "ISH-SPELL-06"),
        ("umpires", [0, 1001], "ISH-FOUL-09"),
        ("score", [-1, 0], "ISH-SCORE-01"),
    ],
)
def test_it_refuses_a_number_by_hand_beyond_its_bounds(field: str, wrong: Any, cited: str) -> None:
    game = play([man("h1", (8, 4))], go="h1", orbs=FAR)
    refusal = game.refuses(gm_effect(player="h1", **{field: wrong}), "bad_effect", by="gm")
    assert (refusal.field, refusal.rule) == (field, cited)


@rule("ISH-SPELL-06")
def test_a_feat_has_no_effect_of_its_own() -> None:
    game = play([mage("h1", (4, 4), spells_l1=[JUMP])], go="h1")
    game.refuses(act("h1", "control", **CONTROL, spell="lucky"), "unknown_spell")
    assert game.needs(act("h1", "control", **CONTROL)).bonus == 6


@rule("ISH-Q-82")
def test_two_different_spells_may_be_cast_in_a_turn() -> None:
    game = play([mage("h1", (4, 1))], go="h1")
    game.do(act("h1", "cast_spell", "action", spell="grease"))
    game.do(let_pass(), by="gm")
    game.do(act("h1", "cast_spell", "reaction", spell="shield"))
    game.do(let_pass(), by="gm")
    assert game.player("h1").slots_l1 == 0


@rule("ISH-Q-82")
def test_with_cast_once_a_second_spell_is_the_same_action_twice() -> None:
    game = play([mage("h1", (4, 1))], go="h1", house_rules={"cast_once": "on"})
    game.do(act("h1", "cast_spell", "action", spell="grease"))
    game.do(let_pass(), by="gm")
    game.refuses(act("h1", "cast_spell", "reaction", spell="shield"), "same_action_twice")


@rule("ISH-Q-83")
@pytest.mark.parametrize(("ability", "bonus"), [("str", 7), ("dex", 9)])
def test_a_push_may_be_boosted_by_a_caster_with_strength_or_dexterity(ability: str, bonus: int) -> None:
    game = play([mage("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1", ability=ability, spell="grease"))
    assert game.needs(let_pass()).bonus == bonus  # prof 2 + str 1 or dex 3 + spell 4


@rule("ISH-Q-83")
@pytest.mark.parametrize(("ability", "bonus"), [("str", 7), ("dex", 9), ("cast", 10)])
def test_a_boost_goes_with_any_ability_of_a_caster(ability: str, bonus: int) -> None:
    game = play([mage("h1", (4, 4))], go="h1")
    assert game.needs(act("h1", "control", **CONTROL, ability=ability, spell="grease")).bonus == bonus


@rule("ISH-Q-83")
def test_a_player_without_magic_cannot_boost_a_push() -> None:
    theirs = [man("a1", (9, 4))]
    no_caster = man("h1", (8, 4), slots_l1=1, spells_l1=[GREASE])
    game = play([no_caster], theirs, go="h1", orbs=FAR)
    game.refuses(act("h1", "push_pull", target="a1", ability="str", spell="grease"), "no_spellcasting")
