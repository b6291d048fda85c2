"""One body of every event, as it stands in a log; and more of those that hold much.

`tests/golden/istra/events_v1.jsonl` was written from these, in this order.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

ROLL: Json = {
    "purpose": "attack",
    "by": "a1",
    "rule": "IST-MELEE-02",
    "roll": "2d20kh1",
    "dice": [[20, 7, False], [20, 14, True]],
    "source": "table",
    "total": 19,
    "against": "b1",
    "compare": "contest",
    "mods": [[5, "Power", "IST-MELEE-02"]],
    "chance": [250, 400],
}
MODEL: Json = {"id": "a1", "side": "s1", "owner": "s1"}
SIDE: Json = {"id": "s1", "seat": "s1"}
LOAD: Json = {"weapon": "rifle", "progress": 1, "turn": 3}
PLACE = [1000, 1200, 0]

SAMPLES: dict[str, Json] = {
    "battle_opened": {
        "board": {},
        "sides": [SIDE],
        "models": [MODEL],
        "gm": True,
        "house_rules": {"cover": "two_lines"},
        "scenario": {"goals": [{"kind": "last_standing"}]},
        "terrain": [{"id": "t", "footprint": {"shape": "circle", "centre": [1, 2], "radius": 3}}],
    },
    "position_set": {"state": {"sides": [SIDE], "models": [MODEL]}},
    "terrain_placed": {"terrain": [{"id": "w", "footprint": {"shape": "rect", "a": [0, 0], "b": [300, 50]}}]},
    "terrain_removed": {"ids": ["t"], "reason": "cleared"},
    "battle_started": {},
    "initiative_rolled": {**ROLL, "seat": "s1", "again": 1},
    "initiative_won": {"seat": "s2", "order": ["s2", "s1"]},
    "model_deployed": {"model": "a2", "pos": PLACE, "active_weapon": "bow"},
    "turn_started": {"turn": 2, "models": ["a1", "b1"]},
    "turn_ended": {"turn": 1},
    "elven_grace_rolled": {**ROLL, "model": "a1", "gained": 1, "standard_action": 2},
    "model_nominated": {"model": "a1", "by": "s2"},
    "activation_started": {"model": "a1", "seat": "s1"},
    "activation_ended": {"model": "a1", "forfeited_move": 1, "forfeited_standard": 0, "nominator": "s1"},
    "battle_ended": {"termination": "goal", "winners": ["s1"], "reason": "last side standing"},
    "gm_override": {"field": "health", "reason": "slip", "old": 20, "new": 12, "model": "a1"},
    "decided": {"by": "s1", "command": {"type": "end_activation", "model": "a1"}, "push": [{"frame": "battle"}]},
    "action_spent": {"model": "a1", "action": "standard", "purpose": "melee", "left": 0},
    "model_moved": {"model": "a1", "path": [PLACE, [1500, 1200, 0]], "kind": "move", "cost": 500, "moved": True},
    "model_climbed": {"model": "a1", "climbed": 250},
    "model_fell": {"model": "a1", "height": 400, "damage": 6},
    "model_teleported": {"model": "a1", "from": PLACE, "to": [2000, 1200, 0]},
    "left_board": {"model": "a1", "edge": "top", "cause": "fled"},
    "engaged": {"model": "b1", "enemy": "a1", "pos": PLACE, "enemy_pos": [1100, 1200, 0]},
    "disengaged": {"model": "a1", "enemy": "b1"},
    "disengage_rolled": {**ROLL, "model": "a1", "enemies": ["b1", "b2"], "success": True},
    "morale_rolled": {**ROLL, "model": "a1", "will": 5, "leader": "a2", "success": False},
    "flee_started": {"model": "a1", "edge": "bottom", "distance": 1350},
    "save_rolled": {**ROLL, "model": "a1"},
    "ongoing_ticked": {"model": "a1", "source": "b1", "amount": 2},
    "skill_checked": {**ROLL, "model": "a1", "skill": "spot_hidden", "difficulty": "hard"},
    "item_picked_up": {"model": "a1", "item": "gem"},
    "weapon_switched": {"model": "a1", "weapon": "bow", "old": "dagger"},
    "weapon_loaded": {"model": "a1", "weapon": "rifle"},
    "reload_advanced": {"model": "a1", "load": LOAD},
    "weapon_unloaded": {"model": "a1", "load": {"weapon": "rifle", "turn": 3}},
    "condition_added": {"model": "a1", "condition": {"name": "ongoing", "source": "b1", "amount": 2, "lasts": "save"}},
    "condition_removed": {"model": "a1", "name": "ongoing", "source": "b1"},
    "talent_used": {"model": "a1", "talent": "power_attack", "used": 1, "left": 1},
    "race_ability_used": {"model": "a1", "ability": "cruel", "used": 1},
    "attack_declared": {"kind": "shoot", "attacker": "a1", "target": "b1", "weapon": "bow", "distance": 900},
    "spell_cast": {"caster": "a1", "spell": "fireball", "usage": "once_per_battle", "used": 1, "targets": ["b1"]},
    "sight_resolved": {"attacker": "a1", "target": "b1", "los": True, "cover": True, "source": "gm"},
    "window_opened": {"trigger": "first_strike", "model": "b1", "about": "a1", "options": ["first_strike"]},
    "window_answered": {"trigger": "first_strike", "model": "b1", "choice": "first_strike"},
    "reaction_used": {"model": "b1", "reaction": "first_strike", "against": "a1"},
    "roll_made": {
        **ROLL,
        "model": "a1",
        "role": "attack",
        "kind": "melee",
        "stat": "power",
        "opponent": "b1",
        "adv": [["Flanked", "IST-ADV-06"]],
        "net": 1,
    },
    "die_rolled": {**ROLL, "model": "a1", "use": "smite"},
    "combat_resolved": {
        "kind": "melee",
        "attacker": "a1",
        "defender": "b1",
        "winners": ["a1"],
        "attack_total": 19,
        "defence_total": 12,
        "difference": 7,
    },
    "critical_hit": {"model": "a1", "against": "b1", "natural": 20},
    "critical_fumble": {"model": "a1", "against": "b1", "natural": 1},
    "damage_dealt": {
        "source": "a1",
        "target": "b1",
        "total": 19,
        "damage_mod": 2,
        "armour": 5,
        "base": 16,
        "doubled": True,
        "extra": [4],
        "halved": True,
        "final": 18,
    },
    "health_changed": {"model": "a1", "old": 20, "new": 17, "cause": "attack", "source": "b1"},
    "core_lost": {"model": "a1", "rolled": "power", "stat": "finesse", "old": 5, "new": 4},
    "healed": {"model": "a1", "old": 17, "new": 19, "source": "all_you_got"},
    "model_out": {"model": "a1", "cause": "health", "by": "b1", "dropped": [{"item": "cup", "pos": PLACE}]},
    "spell_failed": {"caster": "a1", "spell": "fireball", "amount": 6, "row": "IST-CAST-08", "damage": 1},
}

WHOLE_MODEL: Json = {
    "id": "a2",
    "side": "s1",
    "owner": "s1",
    "name": "Ilse",
    "race": "steppe_elf",
    "class": "magic_user",
    "level": 2,
    "power_max": 4,
    "finesse_max": 7,
    "power": 3,
    "finesse": 7,
    "will": 4,
    "health": 12,
    "armour_base": 1,
    "radius": 60,
    "height": 150,
    "large": True,
    "leader": True,
    "equipment": ["dagger", "rifle", "shield"],
    "active_weapon": "rifle",
    "talents": ["abjuration", "gather_power"],
    "spells": ["fireball", "ray_of_frost"],
    "status": "on_board",
    "pos": [900, 1200, 300],
    "move_action": 1,
    "standard_action": 2,
    "moved": True,
    "used": {"teleport": 1},
    "used_this_turn": {"ray_of_frost": 1},
    "unloaded": [LOAD],
    "conditions": [{"name": "abjured", "lasts": "next_activation"}, {"name": "ongoing", "source": "b1", "amount": 2}],
}
OUT_MODEL: Json = {
    "id": "b2",
    "side": "gm",
    "owner": "gm",
    "kind": "monster",
    "race": "",
    "health": 0,
    "status": "out",
    "out_by": "a1",
    "out_cause": "health",
}
WHOLE_SIDES: list[Json] = [
    {
        "id": "s1",
        "seat": "s1",
        "name": "Grey Herons",
        "colour": "#556677",
        "alliance": "reeds",
        "zone": {"shape": "rect", "a": [0, 0], "b": [4800, 600]},
        "company": "Grey Herons",
        "motto": "Stand still.",
        "hall": "The Weir",
    },
    {"id": "gm", "seat": "gm", "edge": "top"},
]
WHOLE_TERRAIN: list[Json] = [
    {
        "id": "keep",
        "footprint": {"shape": "polygon", "corners": [[0, 0], [300, 0], [300, 300]]},
        "name": "The keep",
        "z0": 100,
        "height": 300,
        "los": "opaque",
        "climbable": True,
        "building": True,
        "standable": True,
        "fixed": True,
    },
    {"id": "w", "footprint": {"shape": "rect", "a": [900, 0], "b": [1200, 50]}, "los": "partial", "wall": True},
    {"id": "bog", "footprint": {"shape": "circle", "centre": [2000, 2000], "radius": 300}, "ground": "rough"},
]
WHOLE_SCENARIO: Json = {
    "name": "own",
    "title": "Our own",
    "text": "Hold the bog.",
    "goals": [
        {"kind": "hold", "sides": ["s1"], "zone": "bog"},
        {"kind": "carry_off", "item": "gem", "edge": "own"},
        {"kind": "slay", "outcome": "lose", "models": ["a2"]},
        {"kind": "break_through", "edge": "far", "count": 2},
    ],
    "turn_limit": 6,
    "otherwise": ["gm"],
}
WHOLE: Json = {
    "board": {"width": 3600, "depth": 2400},
    "sides": WHOLE_SIDES,
    "models": [WHOLE_MODEL, OUT_MODEL],
    "gm": True,
    "terrain": WHOLE_TERRAIN,
    "zones": [{"id": "bog", "area": {"shape": "circle", "centre": [2000, 2000], "radius": 300}, "title": "The bog"}],
    "items": [{"id": "gem", "name": "A gem", "pos": [100, 100, 0]}, {"id": "cup", "carrier": "a2"}],
    "spells": [{"name": "calm", "school": "song", "usage": "at_will", "effect": "gm", "tn": 9, "text": "Calm."}],
    "scenario": WHOLE_SCENARIO,
    "invasion": {"defender": "s1", "upgrades": ["walls"]},
}
ACTING: Json = {"frame": "activation", "model": "a1", "seat": "s1", "stage": "act"}
BATTLE: Json = {"frame": "battle", "stage": "nomination"}
THROW: Json = {"natural": 14, "total": 19, "net": 1, "mods": [[5, "Power", "IST-MELEE-02"]]}
EXCHANGE: Json = {
    "target": "b1",
    "defender": "b2",
    "defence": {"natural": 8, "total": 13},
    "attack": THROW,
    "winners": ["a1"],
    "critical": True,
    "target_harm": 6,
}
ATTACK: Json = {
    "frame": "attack",
    "kind": "spell",
    "attacker": "a1",
    "exchanges": [EXCHANGE],
    "origin": "chain",
    "stage": "damaged",
    "spell": "lightning_fork",
    "distance": 900,
    "cover": True,
    "into_melee": True,
    "throw": THROW,
    "asked": ["evasive:b1:a1"],
    "chained": ["b1"],
    "out": ["b2"],
}
CAST: Json = {"type": "cast", "model": "a1", "spell": "lightning_fork", "target": "b1"}


def frames(*top: Json, command: Json | None = None) -> tuple[str, Json]:
    """A `decided` that leaves these frames on the agenda."""
    return "decided", {"by": "s1", "command": command or {"type": "pass_window"}, "keep": 1, "push": list(top)}


def put_right(field: str, new: Any, **fields: Any) -> tuple[str, Json]:
    """The GM's hand upon a1, unless told otherwise."""
    return "gm_override", {"field": field, "reason": "a slip", "new": new, "model": "a1"} | fields


MORE: tuple[tuple[str, Json], ...] = (
    ("battle_opened", {**WHOLE, "house_rules": {"cover": "two_lines", "zone_depth": 900}}),
    (
        "position_set",
        {
            "state": {
                **WHOLE,
                "rules": {"sight": "declared"},
                "order": ["gm", "s1"],
                "turn": 3,
                "nominations": [{"model": "a2", "by": "gm"}],
                "nominator": "s1",
                "engaged": [["a1", "b1"]],
                "sight": [{"attacker": "a2", "target": "b1", "cover": False, "by": ["s1"], "stands": False}],
                "agenda": [BATTLE, ACTING],
            }
        },
    ),
    (
        "gm_override",
        {
            "field": "sight",
            "reason": "the hedge is low",
            "model": "a1",
            "other": "b1",
            "sight": {"attacker": "a1", "target": "b1", "los": True, "by": ["gm"]},
        },
    ),
    put_right("pos", [2000, 2000, 0], old=PLACE),
    put_right("status", "left_board", old="on_board"),
    put_right("loaded", True, old=False, other="rifle"),
    put_right("loaded", False, old=True, other="crossbow"),
    put_right("used", 1, old=0, other="smite"),
    put_right("used_this_turn", 2, old=0, other="sneak_attack"),
    put_right(
        "condition",
        3,
        old=False,
        other="ongoing",
        condition={"name": "ongoing", "source": "b1", "amount": 3, "lasts": "save"},
    ),
    put_right("condition", False, old=0, other="arrow_block", condition={"name": "arrow_block"}),
    put_right("engaged", False, old=True, other="b1"),
    put_right("item", "a1", old=[1000, 1300, 0], other="gem"),
    put_right("item", PLACE, old="a1", other="cup", model=""),
    put_right("zone", False, model="", other="s1"),
    put_right("turn_limit", 9, old=6, model=""),
    put_right("nominator", "s2", old="s1", model=""),
    put_right("owner", "gm", old="s1"),
    put_right("leader", True, old=False),
    (
        "spell_cast",
        {
            "caster": "a1",
            "spell": "ray_of_frost",
            "usage": "once_per_turn",
            "used": 1,
            "direction": [3, -4],
            "distance": 1200,
        },
    ),
    ("spell_cast", {"caster": "a1", "spell": "calm", "usage": "at_will", "used": 0, "point": PLACE}),
    ("talent_used", {"model": "a1", "talent": "sneak_attack", "used": 1, "span": "turn", "left": 0}),
    ("action_spent", {"model": "b1", "action": "move", "purpose": "charged_shot", "left": 0}),
    ("condition_added", {"model": "a1", "condition": {"name": "arrow_block", "lasts": "used"}}),
    ("model_moved", {"model": "a1", "path": [PLACE, [1000, 900, 0]], "kind": "flee", "cost": 300, "allowance": 1350}),
    ("engaged", {"model": "a1", "enemy": "b2", "pos": PLACE, "enemy_pos": [1000, 1300, 0]}),
    ("left_board", {"model": "b1", "cause": "conceded"}),
    ("model_out", {"model": "b1", "cause": "core"}),
    (
        "activation_ended",
        {
            "model": "a1",
            "forfeited_move": 0,
            "forfeited_standard": 0,
            "nominator": "s2",
            "move_action": 1,
            "standard_action": 1,
        },
    ),
    frames(
        {
            "frame": "movement",
            "model": "a1",
            "kind": "move",
            "origin": PLACE,
            "ties": ["b1", "b2"],
            "shooters": ["b1"],
            "gaps": {"b1": 450},
        }
    ),
    frames(ACTING, {"frame": "flight", "model": "a1", "distance": 1350, "edge": "left", "stage": "path"}),
    frames(
        ACTING,
        ATTACK,
        {"frame": "window", "trigger": "evasive", "rule": "IST-D-07", "waiting": ["b1"], "about": "a1"},
        command=CAST,
    ),
    frames(
        ACTING,
        {
            "frame": "attack",
            "kind": "spell",
            "attacker": "a1",
            "spell": "fireball",
            "point": PLACE,
            "direction": [0, 1],
        },
    ),
    frames(
        ACTING,
        {
            "frame": "series",
            "model": "a1",
            "kind": "melee",
            "origin": "whirlwind",
            "targets": ["b1"],
            "declared": ["power_attack"],
            "throw": THROW,
        },
    ),
    frames(ACTING, {"frame": "sight_asked", "attacker": "a1", "target": "b1", "command": CAST}),
    frames(ACTING, {"frame": "ally_choice", "attacker": "a1", "target": "b1", "allies": ["a2", "a3"], "seat": "s2"}),
)
"""Bodies that hold what the first ones leave at its default: whole documents, each field of the GM's, each frame."""
