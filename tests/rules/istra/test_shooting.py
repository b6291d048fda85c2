"""Shooting: range, height, sight, cover, size, melee in the way, loads; shields; what a fumble does."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import AllyChoice
from tests.rules.every_game.rows import (
    Played,
    count,
    do,
    each,
    illegal,
    last,
    never,
    once,
    played,
    player,
    refused,
    state,
)
from tests.rules.istra.battles import Json, man, piece, rect, wall
from tests.rules.istra.fights import (
    NO_WINDOW,
    SHOT,
    Fight,
    conditions,
    crowd,
    duel,
    frames,
    range_of,
    reacts,
    shoots,
    sources,
    strikes,
    unloaded,
    window,
)

WALL = wall("wall", 1500, 500, 1600, 1500)
SHIELD: Json = {"equipment": ["shield"]}
TOUGH: Json = {"health_max": 60, "health": 60}
DRAFT = {"draft_talents": "on"}
HUNTER: Json = {"class": "expert", "talents": ["double_ranged", "lethal_hunter"], "level": 2}
TWO_SHOTS: Json = {"class": "expert", "talents": ["double_ranged"]}
CASTER: Json = {"class": "magic_user"}
COMES = do({"type": "move", "model": "a", "path": [[1400, 1000]]})
PASSES = do({"type": "pass_window"})


def armed(weapon: str, gap: int = 900, **fields: Any) -> Fight:
    return range_of(gap, {"equipment": [weapon]}, **fields)


def hedged(b: Json | None = None) -> Fight:
    hedge = piece("hedge", rect(1500, 900, 1600, 1100), height=200, los="partial")
    return range_of(900, {}, b, terrain=[hedge])


def tower(left: int, right: int, height: int) -> Json:
    return wall("tower", left, 900, right, 1100, height=height)


def guarded(b: Json | None = None, guard: Json | None = None, **rules: str) -> Fight:
    """c stands beside b and can shield it."""
    strong: Json = {"equipment": ["shield"], "power_max": 8, "power": 8}
    return range_of(900, {}, b, [], [man("c", (2000, 1200), **(guard or strong))], rules=rules)


def ambush(a: Json | None = None, *friends: Json, weapon: str = "bow", **fields: Any) -> Fight:
    """b with a ranged weapon stands where a can come to."""
    gunner = man("b", (1500, 1000), equipment=[weapon])
    return Fight([man("a", (1000, 1000), **(a or {})), *friends], [gunner], **fields)


def ray(at: int, measure: str) -> Fight:
    caster = man("a", (1000, 1000), spells=["ray_of_frost"], **CASTER)
    return Fight([caster], [man("b", (at, 1000))], rules={"measure": measure})


def fork() -> Fight:
    """By both house rules, the fumble of a spell into melee goes on to whom the opponent says."""
    caster = man("a", (1000, 1000), spells=["lightning_fork"], **CASTER)
    friends = [man("a2", (2100, 1000)), man("a3", (2000, 1100))]
    rules = {"fumble_ally": "opponent_chooses", "fumble_into_melee_spells": "on"}
    pairs = [["a2", "b"], ["a3", "b"]]
    return Fight([caster, *friends], [man("b", (2000, 1000))], engaged=pairs, rules=rules)


def sight(*dice: int, reason: str = "", **fields: Any) -> Any:
    """What the GM says of a's sight of b."""
    word = {"type": "gm_sight", "attacker": "a", "target": "b", **fields}
    return do({**word, **({"reason": reason} if reason else {})}, *dice)


def dealt(**fields: Any) -> Any:
    return once(ev.DamageDealt, **fields)


def declared(**fields: Any) -> Any:
    return once(ev.AttackDeclared, **fields)


@pytest.mark.parametrize("case", [
    # 10 + 7 and 9 + 5; 17 damage of 20
    played("IST-SHOOT-01 IST-SHOOT-02 IST-SHOOT-03 IST-SHOOT-05 IST-WPN-08 IST-CORE-01", "it works",
        lambda: range_of(900, {"finesse_max": 7, "finesse": 7}), shoots(10, 9),
        declared(kind="shoot", weapon="bow", distance=900, range=2400),
        each(ev.RollMade, total=[17, 14], stat=["finesse", "power"]), player("b", health=3, power=4),
        player("a", standard_action=0, unloaded=())),
    *(
        played("IST-SHOOT-03 IST-SHOOT-04", f"a defence of {defence}: {winner} wins", lambda: range_of(900),
            shoots(10, defence), once(ev.CombatResolved, winners=(winner,)), player("b", health=health),
            player("a", health=20), last(ev.RollMade, chance=(10, 20)))
        for defence, winner, health in [(10, "a", 5), (11, "b", 20)]
    ),
    *(
        played("IST-ADV-10 IST-ADV-11 IST-ADV-12 IST-WPN-07 IST-WPN-10", f"{weapon} at {gap / 100} inches",
            lambda weapon=weapon, gap=gap: armed(weapon, gap), shoots(*dice), sources(adv, dis),
            sources("", defence, roll=1))
        for weapon, gap, adv, dis, defence, dice in [
            ("bow", 600, "IST-ADV-10", "", "", (10, 10, 5)),
            ("bow", 610, "", "", "", (10, 5)),
            ("bow", 1500, "", "", "", (10, 5)),
            ("rifle", 500, "IST-ADV-10", "", "IST-ADV-12", (10, 10, 5, 5)),
            ("rifle", 1190, "", "", "IST-ADV-12", (10, 5, 5)),
            ("rifle", 1200, "", "IST-ADV-11", "IST-ADV-12", (10, 10, 5, 5)),
        ]
    ),
    played("IST-ADV-01 IST-ADV-03 IST-ADV-04 IST-ADV-07 IST-ADV-09 IST-SIGHT-05", "large and in cover cancel",
        lambda: hedged({"large": True}), shoots(10, 5), each(ev.RollMade, net=[0, 0])),
    played("IST-ADV-04 IST-ADV-09", "cover alone is two dice keep low", hedged, shoots(14, 6, 2),
        each(ev.RollMade, natural=[6, 2], dis=[(("Cover", "IST-ADV-09"),), ()])),
    played("IST-ILL-22 IST-WPN-09 IST-WPN-11 IST-Q-31 IST-Q-52", "a crossbow hits harder and is empty then",
        lambda: range_of(2900, {"equipment": ["crossbow"], "standard_action": 2}), shoots(10, 5),
        dealt(damage_mod=2), unloaded("a", "crossbow"), refused(SHOT, "not_loaded")),
    # 24 + 3 inches
    played("IST-SIGHT-02 IST-SIGHT-07 IST-Q-53", "from above a weapon carries farther",
        lambda: Fight([man("a", (1000, 1000, 300), equipment=["bow"])], [man("b", (3650, 1000))],
            terrain=[tower(900, 1100, 300)]), shoots(10, 5), declared(range=2700)),
    # 15 + 6
    played("IST-WPN-10 IST-WPN-11 IST-ADV-11", "a pistol at 12 inches is in range and far",
        lambda: armed("pistol", 1200), shoots(11, 10, 5, 7), sources(dis="IST-ADV-11"),
        sources(dis="IST-ADV-12", roll=1), dealt(total=15, damage_mod=6, final=21)),
    played("IST-SIGHT-07 IST-Q-53", "upward it carries no farther",
        lambda: Fight([man("a", (1000, 1000), equipment=["pistol"])], [man("b", (2290, 1000, 100))],
            terrain=[tower(2200, 2400, 100)]), shoots(11, 5, 7), declared(range=1200)),
    # 60 − 15
    played("IST-SHOOT-01 IST-SHOOT-05 IST-CORE-01 IST-CORE-02 IST-DMG-02",
        "a shot costs Power first, and who has nothing left is out",
        lambda: range_of(900, {"standard_action": 2}, {**TOUGH, "power": 0, "finesse": 1, "will": 0}), shoots(10, 15),
        once(ev.CoreLost, rolled="power", stat="finesse", new=0), once(ev.ModelOut, cause="core", by="a"),
        player("b", health=45)),
    # 2 × (20 − 5); 19 + 9 for nothing
    played("IST-CRIT-01 IST-CRIT-02 IST-Q-44 IST-DICE-02", "a critical hits whatever the totals",
        lambda: range_of(900, {"finesse": 0}, {"power_max": 9, "equipment": ["light_armour"], "health_max": 60}),
        shoots(20, 19), dealt(total=20, base=15, final=30, doubled=True),
        last(ev.RollMade, total=28, chance=(0, 20), target=None, success=None)),
    played("IST-ADV-08 IST-Q-49 IST-Q-50", "into melee and while engaged",
        lambda: range_of(900, {}, {}, [man("a2", (2100, 1000))], [man("c", (1000, 1100))],
            engaged=[["a2", "b"], ["a", "c"]]), shoots(10, 4, 5), sources(dis="IST-ADV-08")),
    played("IST-ADV-08 IST-Q-49", "by house rule without a friend there it is none",
        lambda: range_of(0, engaged=[["a", "b"]], rules={"into_melee": "with_friend"}), shoots(10, 4, 5),
        sources("IST-ADV-10")),
])  # fmt: skip
def test_a_shot(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    *(
        illegal(rules, f"{code}: {name}", game, {**SHOT, **fields}, code)
        for rules, name, game, fields, code in [
            ("IST-ILL-24 IST-Q-53", "26 inches with a bow", lambda: range_of(2600), {}, "out_of_range"),
            ("IST-ILL-24 IST-WPN-10", "12.02 inches with a pistol", lambda: armed("pistol", 1202), {}, "out_of_range"),
            ("IST-ILL-25 IST-SIGHT-02", "through a wall", lambda: range_of(900, terrain=[WALL]), {},
             "no_line_of_sight"),
            ("IST-ILL-20 IST-Q-116", "a friend", lambda: range_of(900, {}, {}, [man("a2", (1000, 2000))]),
             {"target": "a2"}, "friendly_target"),
            ("IST-ILL-21", "with a sword", lambda: armed("one_handed"), {}, "no_ranged_weapon"),
            ("IST-ILL-21", "that comes after the action",
             lambda: range_of(900, {"standard_action": 0, "equipment": []}), {}, "no_standard_action"),
            ("IST-ILL-20", "who is out", lambda: range_of(900, {}, {}, [], [man("c", status="out", health=0)]),
             {"target": "c"}, "model_not_in_play"),
            ("IST-Q-50", "by house rule while engaged",
             lambda: range_of(900, {}, {}, [man("a2", (2100, 1000))], [man("c", (1000, 1100))],
                 engaged=[["a", "c"]], rules={"no_shooting_engaged": "on"}), {}, "engaged"),
            ("IST-Q-88", "by house rule Smite is for melee only",
             lambda: range_of(900, {"talents": ["smite"]}, rules={"declared_talents": "melee_only"}),
             {"declare": ["smite"]}, "talent_does_not_fit"),
            ("IST-Q-03", "by house rule from centre to centre",
             lambda: range_of(2350, rules={"measure": "centres"}), {}, "out_of_range"),
            ("IST-TAL-21 IST-Q-132", "two shots", lambda: range_of(900, TWO_SHOTS), {"second": "b"},
             "talent_has_no_rules"),
            ("IST-TAL-21 IST-Q-132", "two shots of who has not learned it", lambda: range_of(900, rules=DRAFT),
             {"second": "b"}, "ability_not_owned"),
        ]
    ),
    *(
        illegal("IST-TAL-21 IST-ILL-21 IST-Q-132", f"two shots with a {weapon}, before anything is spent",
            lambda weapon=weapon: range_of(900, TWO_SHOTS | {"equipment": [weapon]}, rules=DRAFT),
            {**SHOT, "second": "b"}, "no_ranged_weapon", player("a", standard_action=1, used={}, unloaded=()))
        for weapon in ("crossbow", "one_handed")
    ),
    *(
        illegal("IST-Q-52", f"farther than the house has a {weapon} carry",
            lambda weapon=weapon: armed(weapon, rules={f"{weapon}_range": 800}), SHOT, "out_of_range")
        for weapon in ("bow", "crossbow", "rifle", "pistol")
    ),
])  # fmt: skip
def test_it_refuses_a_shot(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-SIGHT-06 IST-D-15", "what the GM says of sight holds for one attack",
        lambda: range_of(900, terrain=[WALL], sight=[{"attacker": "a", "target": "b", "los": True, "cover": True}]),
        shoots(10, 4, 5), once(ev.SightResolved, source="gm"), sources(dis="IST-ADV-09"), state(sight=())),
    *(
        played("IST-D-15 IST-SIGHT-06", f"the GM may speak while a window is open: seen {los}",
            lambda: range_of(900, {}, SHIELD), shoots(), sight(los=los, cover=True, reason="smoke"),
            do({"type": "pass_window"}, *dice), last(ev.SightResolved, cover=los), state(sight=()))
        for los, dice in [(True, (10, 4, 5)), (False, ())]
    ),
    played("IST-Q-04", "by house rule the GM says what is seen of each target",
        lambda: range_of(900, rules={"sight": "declared"}, gm=True), shoots(), player("a", standard_action=1),
        sight(10, 4, 5, cover=True), sources(dis="IST-ADV-09"), player("a", standard_action=0)),
    # 550 between the edges
    played("IST-Q-03", "by house rule distances are from centre to centre",
        lambda: range_of(550, rules={"measure": "centres"}), shoots(10, 5), declared(distance=650)),
    *(
        played("IST-Q-05", f"a post hides one line: cover {rules}",
            lambda rules=rules: range_of(900, rules=rules,
                terrain=[piece("post", rect(1500, 1010, 1520, 1100), height=200, los="partial")]),
            shoots(*dice), sources(dis=dis))
        for rules, dice, dis in [({}, (10, 5, 4), "IST-ADV-09"), ({"cover": "two_lines"}, (10, 4), "")]
    ),
    *(
        played("IST-Q-52", f"a {weapon} carries as far as the house says",
            lambda weapon=weapon: armed(weapon, 3500, rules={f"{weapon}_range": 3500}), shoots(*dice),
            declared(range=3500))
        for weapon, dice in [("bow", (10, 5)), ("crossbow", (10, 5)), ("rifle", (10, 9, 5, 4)),
                             ("pistol", (10, 9, 5, 4))]
    ),
    *(
        played("IST-Q-03 IST-Q-70 IST-SPELL-05", f"a ray at centres {at - 1000} apart, measured by {measure}",
            lambda at=at, measure=measure: ray(at, measure),
            do({"type": "cast", "model": "a", "spell": "ray_of_frost", "direction": [1, 0]}, *dice))
        for at, measure, dice in [(2200, "centres", (10, 5)), (2210, "centres", ()), (2210, "edges", (10, 5))]
    ),
    played("IST-Q-96 IST-TAL-21 IST-TAL-22", "draft talents: two shots, and a die more for the first",
        lambda: range_of(900, HUNTER, TOUGH, [], [man("c", (2000, 1300))], rules=DRAFT),
        shoots(10, 5, 6, 8, 3, second="c", declare=["lethal_hunter"]), each(ev.DamageDealt, extra=[(6,), ()]),
        player("a", used={"double_ranged": 1, "lethal_hunter": 1})),
    played("IST-Q-88", "Smite may be declared with a shot", lambda: range_of(900, {"talents": ["smite"]}),
        shoots(10, 5, 6, declare=["smite"])),
])  # fmt: skip
def test_sight_measures_and_talents(case: Played) -> None:
    case.check()


def opponent_chooses(fight: Fight) -> None:
    assert isinstance(fight.top, AllyChoice)
    assert fight.top.seat == "s2"


# a2 and a3 are in the melee: a die of 4 says a3
@pytest.mark.parametrize("case", [
    # the counter is 4 + 5, without a Damage Mod
    played("IST-FUM-02 IST-FUM-03 IST-CORE-01 IST-Q-45", "a fumble costs Finesse and is answered without Damage Mod",
        lambda: range_of(900, {}, {"equipment": ["two_handed"]}), shoots(1, 4), dealt(damage_mod=0),
        player("a", finesse=3, health=11)),
    played("IST-Q-45", "by house rule a shot is not answered",
        lambda: range_of(900, rules={"fumble_counter": "melee_only"}), shoots(1, 4), player("a", finesse=4, health=20)),
    played("IST-FUM-04 IST-Q-46", "into melee it goes on against an ally", crowd, shoots(1, 9, 4, 2, 15, 12, 3),
        each(ev.AttackDeclared, target=["b", "a3"], origin=["action", "into_melee"], into_melee=[True, True]),
        once(ev.DieRolled, use="fumble_ally"), player("a", health=11, finesse=3), player("a3", health=20 - (12 + 3))),
    played("IST-Q-46", "a second natural 1 ends it", crowd, shoots(1, 9, 4, 1, 1, 12, 3), count(ev.AttackDeclared, 2),
        player("a", health=11, finesse=2)),
    played("IST-Q-46", "by house rule the ally is instead of the fumble",
        lambda: crowd(rules={"fumble_into_melee_replaces": "on"}), shoots(1, 9, 4, 1, 15, 12, 3),
        player("a", health=20, finesse=5)),
    played("IST-Q-46", "by house rule the opponent chooses", lambda: crowd(rules={"fumble_ally": "opponent_chooses"}),
        shoots(1, 9, 4), opponent_chooses,
        refused({"type": "react", "model": "b", "option": "fumble_ally", "target": "a"}, "no_target"),
        reacts("fumble_ally", 15, 12, 3, target="a3"), last(ev.AttackDeclared, target="a3")),
    played("IST-Q-46 IST-Q-129", "by both house rules the opponent sends a spell on to an ally", fork,
        do({"type": "cast", "model": "a", "spell": "lightning_fork", "target": "b"}, 1, 9, 4), never(ev.ModelOut),
        reacts("fumble_ally", 15, 12, 3, target="a3"), each(ev.RollMade, kind=["spell"] * 4),
        player("a3", health=20 - (12 + 3))),
])  # fmt: skip
def test_a_fumble(case: Played) -> None:
    case.check()


def blocks(fight: Fight) -> None:
    """The defence of a shot under an Arrow block."""
    sources("IST-ADV-13", roll=-1)(fight)


@pytest.mark.parametrize("case", [
    played("IST-REACT-08 IST-ADV-13 IST-Q-61 IST-Q-62 IST-D-06", "an Arrow block lasts for the turn",
        lambda: range_of(900, {"standard_action": 2}, SHIELD), shoots(), window("shot_at", "b"),
        reacts("arrow_block", 10, 3, 12), blocks, player("b", standard_action=0), shoots(10, 3, 12), blocks),
    played("IST-Q-62", "by house rule it is for one attack",
        lambda: range_of(900, {}, SHIELD, rules={"arrow_block": "attack"}), shoots(), reacts("arrow_block", 10, 3, 12),
        conditions("b")),
    played("IST-Q-62 IST-REACT-08 IST-Q-93", "what lasts for the turn ends with it",
        lambda: range_of(900, {}, {**SHIELD,
            "conditions": [{"name": "challenged", "source": "a", "lasts": "turn"}]}),
        shoots(), reacts("arrow_block", 5, 9, 9), do({"type": "end_activation", "model": "a"}),
        do({"type": "nominate", "model": "b"}), conditions("b", "challenged", "arrow_block"),
        do({"type": "end_activation", "model": "b"}), conditions("b"), state(turn=2)),
    played("IST-ILL-07 IST-D-06", "the window is for its model and its options, and may pass",
        lambda: range_of(900, {}, SHIELD), shoots(),
        refused({"type": "react", "model": "a", "option": "arrow_block"}, "no_such_window"),
        refused({"type": "react", "model": "b", "option": "shield_friend"}, "no_such_window"),
        do({"type": "pass_window", "model": "b"}, 10, 3), once(ev.WindowAnswered, choice=None),
        player("b", standard_action=1)),
    *(
        played("IST-D-06 IST-Q-58 IST-Q-67", f"no window: {name}", lambda b=b: range_of(900, {}, b), shoots(10, 3))
        for name, b in [
            ("no hand for the shield", {"equipment": ["two_handed", "shield"]}),
            ("a buckler", {"equipment": ["buckler"]}),
            ("no action", {**SHIELD, "standard_action": 0}),
        ]
    ),
    played("IST-Q-58", "a shield beside a ranged weapon", lambda: range_of(900, {}, {"equipment": ["bow", "shield"]}),
        shoots(), window("shot_at", "b")),
    played("IST-Q-58", "by house rule not beside a ranged weapon",
        lambda: range_of(900, {}, {"equipment": ["bow", "shield"]}, rules={"shield_with_ranged": "off"}),
        shoots(10, 4)),
    played("IST-Q-61", "by house rule any action pays for a shield",
        lambda: range_of(900, {}, {**SHIELD, "standard_action": 0}, rules={"shield_action": "any"}), shoots(),
        reacts("arrow_block", 5, 9, 2), player("b", move_action=0)),
    # 3 + 8 against 15 + 5
    played("IST-REACT-09 IST-Q-63 IST-Q-131 IST-Q-125", "a friend with a shield takes the shot",
        lambda: guarded(SHIELD), shoots(), window("shot_at", "b"), PASSES, window("shot_at", "c"),
        reacts("shield_friend", 15, 3, model="c"), last(ev.RollMade, total=11), player("b", health=20),
        player("c", health=1, power=7)),
    played("IST-Q-63", "by house rule the target suffers though shielded",
        lambda: guarded(shield_friend="target_suffers"), shoots(), reacts("shield_friend", 14, 3, model="c"),
        player("b", health=1), player("c", health=20)),
    played("IST-TAL-08", "Bastion shields without a shield", lambda: guarded(guard={"talents": ["bastion"]}), shoots(),
        reacts("shield_friend", 5, 9, model="c"), player("c", used={"bastion": 1}, standard_action=0)),
    played("IST-TAL-08", "Bastion shields once",
        lambda: guarded(guard={"talents": ["bastion"], "used": {"bastion": 1}}), shoots(5, 9)),
    # 15 + 5 − 1
    played("IST-Q-62 IST-Q-67", "who acts cannot block a Charged shot, but its friends can shield it",
        lambda: ambush(SHIELD, man("a2", (1300, 1200), **SHIELD)), COMES, reacts("charged_shot", range=400),
        window("shot_at", "a2"), reacts("shield_friend", 15, 9, 4, model="a2"), player("a", health=20),
        player("a2", health=1)),
])  # fmt: skip
def test_shields(case: Played) -> None:
    case.check()


SPEAR_AND_SHIELD: Json = {"equipment": ["spear", "shield"], "standard_action": 1}


@pytest.mark.parametrize("case", [
    played("IST-Q-12 IST-REACT-08 IST-REACT-10 IST-REACT-12", f"{trigger}: actions are kept: {kept}",
        lambda game=game, kept=kept: game(rules={"keep_unspent_for_reactions": kept}, nominations=["b"]),
        attack(*dice), window(trigger, "b") if kept == "on" else NO_WINDOW)
    for kept, dice in (("off", (10, 3)), ("on", ()))
    for trigger, game, attack in [
        ("shot_at", lambda **fields: range_of(900, {}, SPEAR_AND_SHIELD, **fields), shoots),
        ("first_strike", lambda **fields: duel({}, SPEAR_AND_SHIELD, **fields), strikes),
    ]
])  # fmt: skip
def test_who_was_nominated_this_turn_is_not_asked(case: Played) -> None:
    """Whatever a position says of its actions; by house rule they still count."""
    case.check()


SHOOTS_BACK: Json = {"type": "react", "model": "b", "option": "charged_shot"}


@pytest.mark.parametrize("case", [
    played("IST-ILL-36 IST-REACT-03 IST-REACT-04 IST-REACT-05 IST-REACT-07 IST-ADV-14 IST-Q-64 IST-WPN-07",
        "at the range chosen, then a poor defence",
        lambda: ambush({"equipment": ["one_handed"], **TOUGH}, weapon="rifle"), COMES, window("charged_shot", "b"),
        refused({**SHOOTS_BACK, "range": 401}, "bad_range"),
        refused({**SHOOTS_BACK, "range": 401, "declare": ["smite"]}, "ability_not_owned"),
        reacts("charged_shot", 3, 9, 4, 2, range=400), sources("IST-ADV-10"), sources(dis="IST-ADV-12", roll=1),
        once(ev.SightResolved, source="given"), player("b", move_action=0, standard_action=0), unloaded("b", "rifle"),
        strikes(5, 18, 12), sources(dis="IST-ADV-14", roll=3), last(ev.RollMade, natural=12)),
    played("IST-REACT-06 IST-REACT-13", "that kills ends the activation",
        lambda: ambush({"health": 3}, man("a2", (4000, 4000))), COMES, reacts("charged_shot", 15, 9, 4, range=400),
        player("a", status="out"), frames(1)),
    played("IST-REACT-05 IST-ADV-07", "it knows size but no cover and no melee",
        lambda: ambush({"large": True}, man("a2", (1600, 1000)), engaged=[["a2", "b"]],
            terrain=[piece("hedge", rect(1250, 900, 1300, 1100), height=200, los="partial")]),
        COMES, sight(attacker="b", target="a", los=False), reacts("charged_shot", 3, 2, 18, range=400),
        sources("IST-ADV-10 IST-ADV-07"), declared(into_melee=False)),
    played("IST-Q-03 IST-REACT-04", "by house rule it is measured between centres",
        lambda: ambush(rules={"measure": "centres"}), COMES, refused({**SHOOTS_BACK, "range": 501}, "bad_range"),
        reacts("charged_shot", 3, 9, 12, range=500), declared(distance=500)),
])  # fmt: skip
def test_a_charged_shot(case: Played) -> None:
    case.check()
