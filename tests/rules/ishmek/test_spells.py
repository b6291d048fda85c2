"""Spells: the boost on a skill roll, spells for other effects, dismissal, and what the GM does by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import GmEffectApplied, ModifierExpired, PlayerDismissed, SpellCast, SpellSpent, SrRolled
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    asked,
    by_gm,
    do,
    each,
    finds,
    illegal,
    needs,
    never,
    once,
    played,
    player,
    refused,
    seat_asked,
    state,
)
from tests.rules.ishmek.arena import (
    GREASE,
    JUMP,
    SHIELD,
    Json,
    act,
    end_go,
    gm_effect,
    let_pass,
    mage,
    man,
    pick,
    play,
    react,
    step,
)
from tests.rules.play import Play, names, only

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
CONTROL = act("h1", "control", orb="home")
PUSH = act("h1", "push_pull", target="a1")
FIREBALL = act("h1", "cast_spell", level=3, spell="fireball", lethal=True)
DISMISS = {"type": "dismiss", "player": "h1", "reason": "web"}
ARMOR = {"kind": "push_defence", "amount": 3, "note": "mage armor"}
MUD = {"kind": "speed", "amount": -10, "until": 1, "note": "mud"}
CUNNING = {"name": "Cunning Action", "actions": ["control"]}
LAPSE = by_gm(let_pass())
"""The GM says that nothing further comes of a spell."""
H2 = man("h2", (9, 1))


def caster(at: tuple[int, int] = (4, 4), *mates: Json, away: list[Json] | None = None, go: str = "h1",
           rules: Any = None, **fields: Any) -> Callable[[], Play]:  # fmt: skip
    """h1 is a mage with two slots; at (4,4) the loose home orb is beside it."""
    return lambda: play([mage("h1", at, **fields), *mates], away, go=go, house_rules=rules)


def facing(h1: Json | None = None, a1: Json | None = None, go: str = "h1", **more: Any) -> Callable[[], Play]:
    """h1 at (8,4) and a1 at (9,4), each with +5; the orbs are far off."""
    home, away = [man("h1", (8, 4), **(h1 or {}))], [man("a1", (9, 4), **(a1 or {}))]
    return lambda: play(home, away, go=go, orbs=FAR, **more)


def movement(squares: int) -> Step:
    return finds(squares, lambda game: game.asks()[0].options["movement_left"])


EXPIRED = finds("speed", lambda game: only(game.events, ModifierExpired).mod.kind)


def cast(slot: str, spell: str, **fields: Any) -> Json:
    return act("h1", "cast_spell", slot, spell=spell, **fields)


SLOTS = [("action", "grease", "shield"), ("reaction", "shield", "grease")]
UNKNOWN = man("h1", (4, 4), slots_l1=1, spells_l1=[GREASE])
WRONG_MODIFIERS: list[tuple[Json, str]] = [
    ({"kind": "flying", "amount": 1}, "sr_mod.kind"),
    ({"kind": "any", "amount": 1001}, "sr_mod.amount"),
    ({"kind": "speed", "amount": -1001}, "sr_mod.amount"),
    ({"kind": "any", "amount": 1, "until": 2}, "sr_mod.until"),
    ({"kind": "any", "amount": 1, "until": 10_001}, "sr_mod.until"),
]
WRONG_NUMBERS: list[tuple[str, Any, str]] = [
    ("slots_l1", -1, "ISH-SPELL-06"),
    ("slots_l1", 1001, "ISH-SPELL-06"),
    ("speed_mod", -1001, "ISH-SPELL-06"),
    ("move_used", 1001, "ISH-SPELL-06"),
    ("umpires", [0, 1001], "ISH-FOUL-09"),
    ("score", [-1, 0], "ISH-SCORE-01"),
]
GM_EFFECTS = [
    gm_effect(player="a1", move_to=[11, 7]),
    gm_effect(player="a1", prone=True),
    gm_effect(player="h1", speed_mod=-10),
    gm_effect(player="h1", sr_mod={"kind": "any", "amount": 2, "until": 1}),
    gm_effect(umpires=[2, 3]),
]


@pytest.mark.parametrize("case", [
    # 1 + 2 + 4 + 4 = 11 against 10
    *(played("ISH-SPELL-01", f"+4 with the {slot}", caster(), needs({**CONTROL, "slot": slot}, bonus=6),
        refused({**CONTROL, "slot": slot, "spell": wrong}, "wrong_casting_time"),
        do({**CONTROL, "slot": slot, "spell": right}, 1), once(SrRolled, total=11),
        once(SpellSpent, player="h1", spell=right, purpose="boost"), player("h1", slots_l1=1))
        for slot, right, wrong in SLOTS),
    illegal("ISH-SPELL-01", "no slot", caster(slots_l1=0), {**CONTROL, "spell": "grease"}, "no_slot"),
    illegal("ISH-SPELL-01", "not known", caster(spells_l1=[SHIELD]), {**CONTROL, "spell": "grease"}, "unknown_spell"),
    illegal("ISH-SPELL-01", "no magic", lambda: play([UNKNOWN], go="h1"), {**CONTROL, "spell": "grease"},
        "no_spellcasting"),
    illegal("ISH-SPELL-06", "a feat has no effect of its own", caster(spells_l1=[JUMP]), {**CONTROL, "spell": "lucky"},
        "unknown_spell", needs(CONTROL, bonus=6)),
    played("ISH-Q-63", "a Bonus Action takes a spell of 1 bonus action", caster(bonus_sources=[CUNNING]),
        *(refused({**CONTROL, "slot": "bonus", "spell": one}, "wrong_casting_time") for one in ("grease", "shield")),
        do({**CONTROL, "slot": "bonus", "spell": "jump"}, 1), once(SrRolled, total=11), player("h1", slots_l1=1)),
    # prof 2 + cast 4: no +4 is left
    played("ISH-SPELL-02", "it does nothing else and is over with the roll", caster(spells_l1=[GREASE]),
        do({**CONTROL, "spell": "grease"}, 1), never(SpellCast), PASS, asked("go", "h1"), player("h1", sr_mods=()),
        needs(act("h1", "propel", "reaction", direction=[0, 1], distance=1), bonus=6)),
    *(played("ISH-SPELL-03", f"for another effect it uses the {slot}", caster((4, 1)), cast(slot, spell),
        once(SpellCast, player="h1", spell=spell, level=1, grounds_for_dismissal=False),
        player("h1", slots_l1=1, action_used=slot == "action", reaction_used=slot == "reaction", bonus_used=False))
        for slot, spell, _ in SLOTS),
    illegal("ISH-SPELL-03", "of the wrong casting time", caster((4, 1)),
        [cast("action", "shield"), cast("reaction", "grease")], "wrong_casting_time"),
    played("ISH-SPELL-03", "the GM says what it does, and play waits", caster((4, 1), away=[man("a1", (6, 1))]),
        cast("action", "grease"), seat_asked("adjudicate", "gm"), refused(step("h1", 5, 1), "decision_pending"),
        refused(gm_effect(player="a1", prone=True), "gm_only", by="home"), by_gm(gm_effect(player="a1", prone=True)),
        once(GmEffectApplied, player="a1"), player("a1", prone=True), asked("go", "h1")),
    played("ISH-SPELL-03", "as a reaction in a window", caster((4, 1), go="a1", spells_l1=[SHIELD]), step("a1", 13, 7),
        react("h1", "cast_spell", spell="shield"), seat_asked("adjudicate", "gm"), LAPSE,
        player("h1", reaction_used=True, slots_l1=1), asked("go", "a1")),
    # what was done stands
    *(played("ISH-SPELL-04", f"{name}: takes effect, then dismisses", caster((4, 1), H2, away=[man("a1", (6, 1))]),
        act("h1", "cast_spell", **fields), once(SpellCast, grounds_for_dismissal=True),
        by_gm(gm_effect(player="a1", prone=True, more=True)), by_gm(DISMISS), once(PlayerDismissed, player="h1"),
        player("h1", status="out_tournament", at=None), player("a1", prone=True), seat_asked("pick", "away"))
        for name, fields in [("level 2", {"level": 2, "spell": "web"}),
                             ("lethal", {"spell": "grease", "lethal": True})]),
    played("ISH-SPELL-04", "passing means the dismissal, too; a pause for help", caster((4, 1), H2), FIREBALL, LAPSE,
        once(PlayerDismissed, player="h1"), by_gm({"type": "pause", "reason": "a healer is on the field"}),
        finds("play_paused", lambda game: names(game.events)[-1]),
        refused(pick("a1"), "paused", by="away"), by_gm({"type": "resume"}), seat_asked("pick", "away")),
    # prof 2 + dex 3 + 3
    played("ISH-SPELL-05", "mage armor helps against pushes", facing(a1={"sr_mods": [ARMOR]}), PUSH,
        needs(let_pass(), 10, bonus=8)),
    played("ISH-SPELL-05", "and not with one's own", facing(a1={"sr_mods": [ARMOR]}, go="a1"),
        act("a1", "push_pull", target="h1"), needs(let_pass(), bonus=5)),
    played("ISH-SPELL-05", "the GM hands it out", facing(), by_gm(gm_effect(player="a1", sr_mod=ARMOR)), PUSH,
        needs(let_pass(), 10, bonus=8)),
    played("ISH-SPELL-05", "a speed modifier is on no roll",
        lambda: play([man("h1", (4, 4), sr_mods=[MUD])], go="h1"), needs(CONTROL, bonus=5)),
    *(illegal("ISH-SPELL-05", f"modifier {wrong}", facing(turn=3), gm_effect(player="h1", sr_mod=wrong), "bad_effect",
        by="gm", field=field) for wrong, field in WRONG_MODIFIERS),
    *(illegal("ISH-SPELL-06", f"{field} {wrong}", facing(), gm_effect(player="h1", **{field: wrong}), "bad_effect",
        by="gm", field=field, rule=cited) for field, wrong, cited in WRONG_NUMBERS),
    played("ISH-SPELL-06 ISH-Q-80", "modifiers, moves and conditions are recorded",
        lambda: play([man("h1", (8, 4))], [man("a1", (12, 7))], go="h1", orbs=FAR),
        *(by_gm(effect) for effect in GM_EFFECTS), each(GmEffectApplied, note=["by hand"] * 5),
        player("a1", at=(11, 7), prone=True), player("h1", speed_mod=-10), state(umpires=(2, 3)),
        finds([2], lambda game: [mod.amount for mod in game.player("h1").sr_mods])),
    # Speed 30, 10 feet less: 4 squares instead of 6; a Dash adds the 4 of now. In turn 2 it is 6 again.
    played("ISH-SPELL-06", "less speed until the end of this turn",
        lambda: play([man("h1", (5, 1))], [man("a1", (12, 7))], go="h1", orbs=FAR),
        by_gm(gm_effect(player="h1", sr_mod=MUD)), movement(4), act("h1", "dash"), movement(8), end_go("h1"),
        pick("a1"), do(end_go("a1"), 15, 4), EXPIRED, pick("h1"), movement(6)),
    played("ISH-Q-82", "two different spells in a turn", caster((4, 1)), cast("action", "grease"), LAPSE,
        cast("reaction", "shield"), LAPSE, player("h1", slots_l1=0)),
    played("ISH-Q-82", "by house rule only one", caster((4, 1), rules={"cast_once": "on"}), cast("action", "grease"),
        LAPSE, refused(cast("reaction", "shield"), "same_action_twice")),
    # prof 2 + str 1 or dex 3 + spell 4
    *(played("ISH-Q-83", f"a push boosted with {ability}", caster((8, 4), away=[man("a1", (9, 4))]),
        {**PUSH, "ability": ability, "spell": "grease"}, needs(let_pass(), bonus=bonus))
        for ability, bonus in [("str", 7), ("dex", 9)]),
    *(played("ISH-Q-83", f"a Control boosted with {ability}", caster(),
        needs({**CONTROL, "ability": ability, "spell": "grease"}, bonus=bonus))
        for ability, bonus in [("str", 7), ("dex", 9), ("cast", 10)]),
    illegal("ISH-Q-83", "no push boosted without magic", facing({"slots_l1": 1, "spells_l1": [GREASE]}),
        {**PUSH, "ability": "str", "spell": "grease"}, "no_spellcasting"),
])  # fmt: skip
def test_spells(case: Played) -> None:
    case.check()
