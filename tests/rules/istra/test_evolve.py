"""The fold: what each fact makes of a situation, and that nothing it meets can stop it."""

import re
from importlib import resources
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.istra import events as ev
from rules.istra.commands import COMMANDS
from rules.istra.evolve import _FOLDERS, evolve
from rules.istra.state import (
    Activation,
    BattleFrame,
    Condition,
    Model,
    Nomination,
    Result,
    Side,
    SightWord,
    State,
    WeaponLoad,
)
from rules.istra.system import ISTRA
from rules.istra.terrain import Circle, Item, Rect, Terrain
from rules.kernel.messages import tag_of
from rules.kernel.reading import picked
from rules.kernel.schema_docs import reference
from tests.rules.istra.battles import Json, man, of, opened, placed, position, setup
from tests.rules.istra.samples import SAMPLES

HERE, THERE = (1000, 1200, 0), (1100, 1200, 0)
NOTHING = State(sides=(), models=())
ROLLS = (
    "initiative_rolled elven_grace_rolled disengage_rolled morale_rolled save_rolled skill_checked roll_made die_rolled"
)
ONLY_TELL = """
battle_opened battle_started initiative_rolled turn_ended model_climbed model_fell disengage_rolled morale_rolled
flee_started save_rolled ongoing_ticked skill_checked attack_declared window_opened window_answered reaction_used
roll_made die_rolled combat_resolved critical_hit critical_fumble damage_dealt spell_failed
"""


def fact(name: str, **fields: Any) -> Any:
    """An event of that name: the sample, with fields changed."""
    return msgspec.convert({**SAMPLES[name], **fields}, ev.EVENTS[name])


def fold(name: str, state: State | None = None, **fields: Any) -> State:
    return evolve(state or battle(), fact(name, **fields))


def battle(**fields: Any) -> State:
    """a1 and b1 stand next to each other, not Engaged; a2 waits."""
    state = placed(
        position(
            [man("a1", HERE[:2], equipment=["dagger", "bow", "rifle"]), man("a2", equipment=["bow"])],
            [man("b1", (1200, 1200))],
            items=[{"id": "gem", "pos": [1000, 1300, 0]}, {"id": "cup", "carrier": "a1"}],
            terrain=[{"id": "t", "footprint": {"shape": "circle", "centre": [500, 500], "radius": 100}}],
        )
    )
    return replace(state, **fields)


def a1(state: State) -> Model:
    return of(state, "a1")


# Every event


@pytest.mark.parametrize("name", ev.EVENTS)
def test_every_event_has_a_sample_that_reads_back(name: str) -> None:
    event = fact(name)
    body = msgspec.json.encode(event)
    assert msgspec.json.decode(body, type=ev.EVENTS[name]) == event
    assert msgspec.json.decode(body)["type"] == name


@pytest.mark.parametrize("name", [name for name in ev.EVENTS if name != "battle_opened"])
def test_no_event_stops_the_fold(name: str) -> None:
    for state in (NOTHING, battle(), battle(agenda=()), opened(setup())):
        after = fold(name, state)
        assert msgspec.json.decode(msgspec.json.encode(after), type=State) == after


def test_rolls_change_nothing_by_themselves() -> None:
    state = battle()
    rolls = [name for name, kind in ev.EVENTS.items() if issubclass(kind, type(fact("die_rolled")).__bases__[0])]
    assert set(rolls) == set(ROLLS.split())
    assert [name for name in rolls if fold(name, state) != state] == ["elven_grace_rolled"]


def test_events_carry_the_numbers_of_their_rolls() -> None:
    event = fact("roll_made")
    assert (event.natural, event.total, event.adv, event.net) == (14, 19, (("Flanked", "IST-ADV-06"),), 1)
    assert event.rule == "IST-MELEE-02"


def test_what_is_not_folded_only_tells() -> None:
    silent = set(ev.EVENTS.values()) - set(_FOLDERS)
    assert {tag_of(kind) for kind in silent} == set(ONLY_TELL.split())


# The battle


def test_a_battle_opens_with_what_the_event_says() -> None:
    state = evolve(None, fact("battle_opened"))
    assert state.sides == (Side(id="s1", seat="s1"),)
    assert state.rules.cover == "two_lines"
    assert state.terrain == (Terrain(id="t", footprint=Circle((1, 2), 3)),)
    assert state.agenda == (BattleFrame(stage="building"),)


def test_a_position_is_set_whole() -> None:
    event = ev.PositionSet(state=battle())
    assert evolve(NOTHING, event) == battle()


def test_terrain_comes_and_goes() -> None:
    state = fold("terrain_placed")
    assert [piece.id for piece in state.terrain] == ["t", "w"]
    assert state.terrain[1].footprint == Rect((0, 0), (300, 50))
    assert [piece.id for piece in fold("terrain_removed", state).terrain] == ["w"]


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("initiative_won", {"order": ("s2", "s1"), "nominator": "s2"}),
        ("model_nominated", {"nominations": (Nomination("a1", "s2"),)}),
        ("battle_ended", {"result": Result("goal", ("s1",), "last side standing")}),
    ],
)
def test_a_fact_of_the_battle(name: str, after: Json) -> None:
    assert picked(fold(name), *after) == after


def test_a_turn_gives_actions_to_those_named() -> None:
    spent = fold("action_spent", fold("talent_used", span="turn"))
    spent = fold("model_nominated", spent)
    state = fold("turn_started", spent, models=["a1"])
    assert (state.turn, state.nominations) == (2, ())
    assert (a1(state).move_action, a1(state).standard_action, a1(state).used_this_turn) == (1, 1, {})
    assert of(state, "a2").move_action == 0


def test_an_activation_begins_unmoved_and_ends_with_what_is_left() -> None:
    moved = fold("model_moved")
    assert a1(moved).moved
    assert not a1(fold("activation_started", moved)).moved
    state = fold("activation_ended", moved, nominator="s1", standard_action=1)
    assert (a1(state).move_action, a1(state).standard_action, state.nominator) == (0, 1, "s1")


def test_a_command_leaves_its_agenda() -> None:
    agenda = (BattleFrame(stage="nomination"), Activation(model="a1", seat="s1", stage="act"))
    state = battle(agenda=agenda)
    assert evolve(state, ev.Decided(by="s1", keep=2)).agenda == agenda
    assert evolve(state, ev.Decided(by="s1", keep=1)).agenda == agenda[:1]
    assert fold("decided", state).agenda == (BattleFrame(),)


# What models do


@pytest.mark.parametrize(
    ("name", "fields", "after"),
    [
        ("model_deployed", {"model": "a1"}, {"status": "on_board", "pos": HERE, "active_weapon": "bow"}),
        ("elven_grace_rolled", {}, {"standard_action": 2}),
        ("action_spent", {}, {"standard_action": 0}),
        ("action_spent", {"action": "move"}, {"move_action": 0}),
        ("model_moved", {}, {"pos": (1500, 1200, 0)}),
        ("model_teleported", {}, {"pos": (2000, 1200, 0), "moved": False}),
        ("weapon_switched", {}, {"active_weapon": "bow"}),
        ("health_changed", {}, {"health": 17}),
        ("healed", {}, {"health": 19}),
        ("core_lost", {}, {"power": 5, "finesse": 4}),
        ("gm_override", {"field": "power", "new": 2}, {"power": 2}),
        ("gm_override", {"field": "large", "new": True}, {"large": True}),
        ("gm_override", {"field": "owner", "new": "s2"}, {"owner": "s2"}),
        ("gm_override", {"field": "active_weapon", "new": "bow"}, {"active_weapon": "bow"}),
        ("gm_override", {"field": "pos", "new": [1, 2, 3]}, {"pos": (1, 2, 3), "status": "on_board"}),
        ("gm_override", {"field": "used", "other": "smite", "new": 1}, {"used": {"smite": 1}}),
        ("gm_override", {"field": "used_this_turn", "other": "smite", "new": 1}, {"used_this_turn": {"smite": 1}}),
        ("gm_override", {"field": "loaded", "other": "rifle", "new": False}, {"unloaded": (WeaponLoad("rifle"),)}),
        ("gm_override", {"field": "status", "new": "reserve"}, {"pos": None}),
        ("gm_override", {"field": "status", "new": "out"}, {"status": "out"}),
        (
            *("gm_override", {"field": "condition", "new": True, "condition": {"name": "fled"}}),
            {"conditions": (Condition("fled"),)},
        ),
    ],
)
def test_a_fact_of_a_model(name: str, fields: Json, after: Json) -> None:
    assert picked(a1(fold(name, **fields)), *after) == after


def test_engaged_pairs_hold_both_ways() -> None:
    state = fold("engaged")
    assert state.engaged == (("a1", "b1"),)
    assert fold("engaged", state, model="a1", enemy="b1").engaged == (("a1", "b1"),)
    assert fold("disengaged", state, model="b1", enemy="a1").engaged == ()


def test_who_leaves_the_board_is_gone_with_what_it_carries() -> None:
    state = fold("left_board", fold("engaged"))
    assert (a1(state).status, a1(state).pos, a1(state).left_by, a1(state).move_action) == ("left_board", None, "top", 0)
    assert state.engaged == ()
    assert state.items[1] == Item(id="cup", carrier="a1")


def test_who_is_out_is_gone_and_drops_what_it_carries() -> None:
    state = fold("model_out", fold("engaged"))
    assert (a1(state).status, a1(state).pos, a1(state).out_by, a1(state).out_cause) == ("out", None, "b1", "health")
    assert state.engaged == ()
    assert state.items[1] == Item(id="cup", pos=HERE)


def test_items_are_picked_up() -> None:
    assert fold("item_picked_up").items[0] == Item(id="gem", carrier="a1")


def test_weapons_are_loaded_and_unloaded() -> None:
    fired = fold("weapon_unloaded")
    assert a1(fired).unloaded == (WeaponLoad("rifle", turn=3),)
    half = fold("reload_advanced", fired)
    assert a1(half).unloaded == (WeaponLoad("rifle", 1, 3),)
    assert a1(fold("weapon_loaded", half)).unloaded == ()


def test_conditions_of_two_sources_run_side_by_side() -> None:
    state = fold("condition_added")
    other = {"name": "ongoing", "source": "b2", "amount": 1, "lasts": "save"}
    state = fold("condition_added", state, condition=other)
    state = fold("condition_added", state, condition={"name": "ongoing", "source": "b1", "amount": 3, "lasts": "save"})
    assert a1(state).conditions == (Condition("ongoing", "b2", 1, "save"), Condition("ongoing", "b1", 3, "save"))
    assert a1(fold("condition_removed", state)).conditions == (Condition("ongoing", "b2", 1, "save"),)


def test_uses_are_counted_by_battle_and_by_turn() -> None:
    state = fold("spell_cast", fold("race_ability_used", fold("talent_used")))
    assert a1(state).used == {"power_attack": 1, "cruel": 1, "fireball": 1}
    state = fold("spell_cast", spell="ray_of_frost", usage="once_per_turn")
    assert (a1(state).used, a1(state).used_this_turn) == ({}, {"ray_of_frost": 1})
    assert fold("spell_cast", usage="at_will") == battle()


# GM actions


def test_a_sight_given_holds_until_it_is_used() -> None:
    word = SightWord("a1", "b1", cover=False, by=("gm",))
    event = ev.GmOverride(field="sight", reason="he ducks", sight=word)
    state = evolve(battle(), event)
    assert state.sight == (word,)
    other = SightWord("a1", "b1", los=True, by=("gm",))
    assert evolve(state, ev.GmOverride(field="sight", reason="no", sight=other)).sight == (other,)
    assert fold("sight_resolved", state, source="computed").sight == (word,)
    assert fold("sight_resolved", state, attacker="b1", target="a1").sight == (word,)
    assert fold("sight_resolved", state).sight == ()


def test_the_gm_takes_back_what_was_wrong() -> None:
    state = fold("condition_added", fold("weapon_unloaded"))
    assert a1(fold("gm_override", state, field="loaded", other="rifle", new=True)).unloaded == ()
    gone = {"name": "ongoing", "source": "b1"}
    assert a1(fold("gm_override", state, field="condition", new=False, condition=gone)).conditions == ()


def test_the_gm_puts_the_battle_right() -> None:
    state = fold("gm_override", field="engaged", other="b1", new=True)
    assert state.engaged == (("a1", "b1"),)
    assert fold("gm_override", state, field="engaged", other="b1", new=False).engaged == ()
    assert fold("gm_override", field="item", other="gem", new=None).items[0].carrier == "a1"
    assert fold("gm_override", field="item", model="", other="cup", new=[7, 8, 0]).items[1].pos == (7, 8, 0)
    assert fold("gm_override", field="zone", model="", other="s1", new=False).sides[0].zone is None
    assert fold("gm_override", field="turn_limit", model="", new=9).scenario.turn_limit == 9
    assert fold("gm_override", field="nominator", model="", new="s2").nominator == "s2"


def test_what_it_cannot_know_changes_nothing() -> None:
    state = battle()
    assert fold("gm_override", state, field="sight") == state
    assert fold("gm_override", state, field="condition", new=True) == state
    assert fold("gm_override", state, model="nobody") == state
    assert fold("talent_used", state, model="nobody") == state


# Moments


@pytest.mark.parametrize(
    ("name", "fields", "kind"),
    [
        ("critical_hit", {}, "critical"),
        ("critical_fumble", {}, "fumble"),
        ("attack_declared", {}, ""),
        ("attack_declared", {"origin": "into_melee"}, "friend_hit"),
        ("attack_declared", {"origin": "charged_shot"}, "charged_shot"),
        ("reaction_used", {}, "first_strike"),
        ("reaction_used", {"reaction": "arrow_block"}, ""),
        ("model_out", {}, "out"),
        ("morale_rolled", {}, "morale"),
        ("morale_rolled", {"success": True}, ""),
        ("left_board", {}, "left"),
        ("spell_cast", {}, ""),
        ("spell_cast", {"chained": True}, "chain"),
        ("damage_dealt", {}, "relentless"),
        ("damage_dealt", {"halved": False}, ""),
        ("gm_override", {}, "gm"),
        ("battle_ended", {}, "end"),
        ("turn_started", {}, ""),
    ],
)
def test_key_moments(name: str, fields: Json, kind: str) -> None:
    assert fact(name, **fields).key_moment() == kind


# The catalogue's lists


def catalogue() -> str:
    return (resources.files("rules.istra") / "RULES.md").read_text(encoding="utf-8")


def test_commands_have_the_names_of_the_catalogue() -> None:
    """All battle commands, and `react` for the answers; a setup is the `open_battle`."""
    line = next(line for line in catalogue().splitlines() if line.startswith("**Battle commands**"))
    names = re.findall(r"[a-z_]+", re.sub(r"\([^)]*\)", "", line.partition("`")[2]))
    assert names[0] == "open_battle"
    assert list(COMMANDS) == names[1:]


CAMPAIGN = re.compile(
    "company|campaign|hero_|item_(bought|assigned)|chosen|gained|raised|hall|gold|named|house_rule|invasion|recorded"
)


def test_events_have_the_names_of_the_catalogue() -> None:
    """All events of a battle, and two of the kernel's manners. Those of campaigns come with campaigns."""
    table = catalogue().partition("**Events**")[2].partition("## Rules")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    names = [name for cell in first_cells for name in re.findall(r"`([a-z_]+)`", cell)]
    battle_names = {name for name in names if not CAMPAIGN.search(name)}
    assert set(ev.EVENTS) == battle_names | {"position_set", "decided"}


def test_the_reference_can_be_written() -> None:
    """Every document, command and event has a docstring and types that the reference can describe."""
    page = reference({"istra": ISTRA})
    assert all(f"### `{name}`" in page for name in (*COMMANDS, *ev.EVENTS))
    assert all(f"### {name}" in page for name in ("Model", "Terrain", "Goal", "Attack", "Exchange"))
    assert all(kind.__doc__ for kind in (*COMMANDS.values(), *ev.EVENTS.values()))
