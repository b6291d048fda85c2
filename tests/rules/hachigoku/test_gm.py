"""What the GM does beside the rules: Ranges, cover, conditions, fields, Scenes, who comes and goes."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from rules.kernel.asks import GM
from tests.rules.every_game.rows import PASS, Played, asked, do, each, illegal, never, once, played, player, refused
from tests.rules.hachigoku.dojo import (
    BOW,
    START,
    a,
    act,
    after,
    apart,
    attack,
    b,
    condition,
    dice_of,
    fighter,
    in_moment,
    is_rolled,
    moment,
    move,
    rest,
    setup,
)

HIT = (5, 5, 5, 5, 5)


def c(*dice: int, side: str = "crane", **more: Any) -> dict[str, Any]:
    return fighter("c", side, *dice, **more)


def gm(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, **more}


def ranges(*entries: Any) -> dict[str, Any]:
    return gm("set_range", ranges=list(entries))


def so(name: str, what: str, **more: Any) -> dict[str, Any]:
    return gm("set_condition", character=name, condition=what, **more)


def adjust(name: str, field: str, value: Any) -> dict[str, Any]:
    return gm("adjust", figure=name, field=field, value=value)


def newcomer(name: str = "d", side: str = "boar", **more: Any) -> dict[str, Any]:
    roster = {key: value for key, value in fighter(name, side).items() if key != "dice"}
    return gm("join", fighter=roster, **more)


TWO = moment(8, a(8), b(8, 3))
THREE = moment(8, a(8), b(8), c(3))
NEAR = {"ranges": [["a", "b", 1]]}
UNDER_WAY = after(moment(8, a(8), b(8, 8)), act("a"), act("b"), rest("b"), do(attack(), *HIT))
"""B may defend."""


@pytest.mark.parametrize("case", [
    played("HAC-RANGE-09", "a Range by its step", TWO, ranges(["a", "b", 2]), apart("b", "a", 2),
        once(ev.RangesSet, changes=(("a", "b", 2),))),
    played("HAC-RANGE-09 HAC-RANGE-01", "by its name", TWO, ranges(["a", "b", "extreme"]), apart("a", "b", 4)),
    played("HAC-RANGE-09 HAC-Q-30", "all of a triangle", THREE, ranges(["a", "b", 2], ["a", "c", 1], ["b", "c", 1]),
        apart("a", "b", 2), apart("c", "b", 1), player("a", moved=False)),
    played("HAC-RANGE-09 HAC-GRAP-08", "a hold ends apart",
        moment(8, a(8), b(3, conditions=[{"name": "fully_captured", "source": "a"}])), ranges(["a", "b", 1]),
        once(ev.HoldEnded, holder="a", captive="b", cause="left_close"), condition("b")),
    played("HAC-Q-60 HAC-COVER-01", "cover, and cover nearby", TWO,
        gm("set_cover", character="a", cover="partial", nearby_cover="total"),
        once(ev.CoverChanged, character="a", cover="partial", nearby_cover="total"),
        gm("set_cover", character="a", cover="none"), player("a", cover="none", nearby_cover="total")),
    # 5k4 and two steps of partial cover for A alone; C rolls all five
    played("HAC-Q-60", "cover against one enemy", moment(8, a(8), b(3), c(8, 2)),
        gm("set_cover", character="b", cover="partial", against=["a"]),
        once(ev.CoverAgainstSet, character="b", enemy="a", cover="partial"), player("b", cover="none"), act("a"),
        act("c"), is_rolled(attack("c"), "5k4"), do(attack("c"), *HIT), PASS, act("a"), is_rolled(attack(), "3k3")),
    played("HAC-Q-60 HAC-ATK-14", "total against one", TWO, gm("set_cover", character="b", cover="total",
        against=["a"]), act("a"), rest("b"), attack(), once(ev.AttackFailed, total_cover=True)),
    played("HAC-Q-60", "none against one", moment(8, a(8), b(3, cover="partial")),
        gm("set_cover", character="b", cover="none", against=["a"]), act("a"), is_rolled(attack(), "5k4")),
    played("HAC-Q-60 HAC-MOVE-11", "it ends as somebody moves", moment(8, a(8), b(8)),
        gm("set_cover", character="b", cover="partial", against=["a"]), act("b"), rest("a"),
        move("b", "a", "away"), player("b", cover_against={})),
    played("HAC-Q-60", "it ends by what holds anyway", TWO, gm("set_cover", character="b", cover="partial",
        against=["a"]), gm("set_cover", character="b", cover="none", against=["a"]), player("b", cover_against={})),
    # 5k4, one more from higher ground, one fewer from below; a mount on the level is as high as a rise
    played("HAC-Q-89 HAC-MINOR-01", "a small rise", TWO, adjust("a", "on_rise", True), act("a"), rest("b"),
        is_rolled(attack(), "6k4")),
    played("HAC-Q-89 HAC-MINOR-02", "a rise of the other's", TWO, adjust("b", "on_rise", True), act("a"), rest("b"),
        is_rolled(attack(), "4k4")),
    played("HAC-Q-89 HAC-MINOR-03", "a rise against a mount", moment(8, a(8), b(8, mounted=True)),
        adjust("a", "on_rise", True), act("a"), rest("b"), is_rolled(attack(), "5k4")),
    # Kyujutsu 4/Wind 2 and 1k1, Average
    played("HAC-Q-46", "a shot at close Range", moment(8, a(8, weapons=[BOW], skills={"Kyujutsu": 4}), b(8)),
        act("a"), rest("b"), refused(attack(weapon="bow"), "too_close"), adjust("a", "close_shots", True),
        is_rolled(attack(weapon="bow"), "5k3")),
    # 5k4 without the two steps of partial cover would be five dice; Defense 10
    played("HAC-COVER-01 HAC-COVER-02 HAC-DEF-04", "it counts in melee", TWO, gm("set_cover", character="b",
        cover="partial"),
        act("a"), rest("b"), do(attack(), 5, 5, 5), once(ev.RollMade, roll="3d10!kh3", target=10)),
    played("HAC-Q-95 HAC-DEF-02", "unaware of one", TWO, so("b", "unaware", source="a"),
        once(ev.ConditionSet, character="b", condition="unaware", source="a", until="attack"), act("a"), rest("b"),
        do(attack(), *HIT), once(ev.RollMade, target=5), condition("b")),
    played("HAC-Q-95 HAC-GRAP-08", "held by somebody close, who lets go of who moves",
        moment(8, a(8), b(8)), so("b", "partially_captured", source="a"), condition("b", "partially_captured"),
        ranges(["a", "b", 1]), once(ev.HoldEnded, holder="a", captive="b"), condition("b")),
    played("HAC-Q-95", "it ends by the GM's word", TWO, so("b", "unaware"), so("b", "unaware", ended=True),
        condition("b")),
    played("HAC-KO-02 HAC-INIT-17", "who is unconscious is asked no more", TWO, so("b", "unconscious"),
        once(ev.SkirmishEnded, termination="one_side_left")),
    played("HAC-INIT-17", "nor does anybody wait for them", moment(8, a(8), b(8), c(8)), so("c", "unconscious"),
        once(ev.DiceLost, character="c", faces=(8,)), asked("declare", "a", "b")),
    played("HAC-INIT-17", "even if it was their turn", after(THREE, act("a"), rest("b")),
        asked("choose_action", "a"), so("a", "unconscious"), asked("declare", "b")),
    # Earth 2: five Wounds are Down
    played("HAC-WOUND-05 HAC-INIT-17", "Wounds by the GM's word", moment(8, a(8), b(8), c(8)), adjust("c", "wounds", 5),
        once(ev.Adjusted, figure="c", field="wounds", before=0, after=5),
        once(ev.WoundLevelChanged, character="c", before="light", after="down"), condition("c", "prone"),
        dice_of("c", 8, state="lost"), asked("declare", "a", "b")),
    played("HAC-Q-97", "recovery by the GM's word", moment(8, a(8, wounds=4), b(8)), adjust("a", "wounds", 1),
        once(ev.WoundLevelChanged, character="a", before="heavy", after="light"), player("a", wounds=1)),
    played("HAC-RANGE-06 HAC-GRAP-08", "another height",
        moment(8, a(8), b(3, conditions=[{"name": "fully_captured", "source": "a"}])), adjust("a", "height", 1),
        once(ev.HoldEnded, cause="left_close")),
    played("HAC-MINOR-03", "a mount", TWO, adjust("a", "mounted", True), adjust("a", "mount_gait", "gallop"),
        player("a", mounted=True, mount_gait="gallop")),
    played("HAC-Q-43", "Honor Points are granted", TWO, gm("grant_honor", character="a", points=2),
        once(ev.HonorGranted, character="a", points=2), player("a", honor_points=2)),
    # a level that nobody wanted: 2 Wounds, TN 10; 6 + 3 = 9
    played("HAC-FALL-06 HAC-FALL-01 HAC-FALL-02", "a fall", moment(8, a(8, height=1), b(8)), gm("fall", character="a",
        levels=1),
        once(ev.Fell, character="a", levels=1, wounds=2), player("a", height=0), asked("fall_roll", "a"),
        do({"type": "fall_roll", "character": "a"}, 6, 3), player("a", wounds=2), asked("declare", "a", "b")),
    # three levels are 6 Wounds, TN 30, and a step beyond Earth 2: one die is left, and A is Out
    played("HAC-INIT-17 HAC-FALL-01", "a fall of who was to act", after(moment(8, a(8, height=3), b(8), c(2)),
        act("a"), rest("b")),
        asked("choose_action", "a"), gm("fall", character="a", levels=3), do({"type": "fall_roll", "character": "a"},
        9),
        player("a", wounds=6), asked("declare", "b")),
    played("HAC-FALL-08", "onto something soft", moment(8, a(8, height=3), b(8)),
        gm("fall", character="a", levels=3, soft=True), once(ev.Fell, levels=3, wounds=0, soft=True), player("a",
        wounds=0)),
    played("HAC-KO-02", "the next Scene wakes who appears in it",
        moment(8, a(8), b(8), c(conditions=["unconscious"]), fighter("d", "boar", conditions=["unconscious"])),
        gm("next_scene", characters=["c"]), once(ev.ConditionCleared, character="c", condition="unconscious",
        cause="scene"),
        condition("d", "unconscious"), gm("next_scene"), condition("d")),
    played("HAC-ACT-03 HAC-SCOPE-03", "a ruling", TWO, gm("gm_ruling", text="It rains."), once(ev.GmRuled,
        text="It rains.")),
    played("HAC-ACT-03 HAC-MOVE-07", "even while an Action is under way", UNDER_WAY, gm("gm_ruling", text="It rains."),
        gm("grant_honor", character="b", points=1), gm("minor_action", character="b", text="“No!”"),
        asked("defense_window", "b")),
])  # fmt: skip
def test_what_the_gm_does(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # D is close to B, the first of the Boar, and so as far from A as B is
    played("HAC-INIT-18", "who joins rolls in the next round", moment(1, a(1), b(1), scene=NEAR), newcomer(),
        once(ev.CharacterJoined, character="d"), apart("d", "b", 0), apart("d", "a", 1), asked("last_call", "a", "b"),
        act("a"), rest("b"), move(), do(rest("b"), 7, 7, 6, 6, 5, 5),
        each(ev.ActionDiceRolled, character=["a", "b", "d"]), dice_of("d", 5, 5)),
    # two from A and none from B: three from B's side of it at most
    played("HAC-INIT-18 HAC-RANGE-02", "with Ranges", moment(8, a(8), b(8), scene=NEAR), newcomer(ranges=[["d", "a",
        3]]),
        apart("d", "a", 3), apart("d", "b", 4)),
    played("HAC-RANGE-02", "objects keep their places",
        moment(8, a(8), b(8), scene={"ranges": [["a", "b", 0]], "objects": [{"id": "gate"}]}), newcomer(),
        apart("d", "gate", 1), apart("a", "gate", 1)),
    played("HAC-INIT-18", "before the first round", setup(a(), b()), newcomer(), do(START, 8, 8, 7, 7, 6, 6),
        dice_of("d", 6, 6)),
    played("HAC-Q-27", "taken out", moment(8, a(8), b(8), c(8)), do(gm("leave", character="c"), by=GM),
        do({"type": "pass", "character": "a"}), once(ev.CharacterLeft, character="c", cause="gm")),
    played("HAC-Q-27 HAC-END-03", "the last of a side gives up", TWO, do(gm("leave", character="b"), by="s2"),
        once(ev.CharacterLeft, character="b", cause="surrendered"), once(ev.ResultRecorded,
        termination="one_side_left", winner="crane")),
    played("HAC-Q-27", "it goes on by the house rule", moment(8, a(8), b(8), rules={"auto_end": "off"}),
        gm("leave", character="b"), never(ev.SkirmishEnded), asked("declare", "a")),
    played("HAC-END-02 HAC-END-04", "all who can act agree to a draw", TWO, do(gm("end_skirmish"), by="s1"),
        once(ev.EndProposed, seat="s1"), asked("declare", "a", "b"), do(gm("end_skirmish"), by="s2"),
        once(ev.SkirmishEnded, termination="agreed"), once(ev.ResultRecorded, termination="agreed", winner=None)),
    played("HAC-END-02", "an Action between them undoes it", moment(8, a(8), b(8, 3)), do(gm("end_skirmish"), by="s1"),
        act("a"), rest("b"), {"type": "simple_action", "character": "a", "what": "drop_prone"},
        do(gm("end_skirmish"), by="s2"), never(ev.SkirmishEnded)),
    played("HAC-END-02 HAC-END-04", "the GM names a winner", TWO, gm("end_skirmish", winner="boar", reason="Dawn."),
        once(ev.SkirmishEnded, termination="gm", reason="Dawn."), once(ev.ResultRecorded, winner="boar")),
    played("HAC-END-02", "or none", TWO, gm("end_skirmish"), once(ev.ResultRecorded, termination="gm", winner=None)),
])  # fmt: skip
def test_who_comes_and_goes_and_the_end(case: Played) -> None:
    case.check()


CROWD = [fighter(f"n{number}", "crane" if number % 2 else "boar", *([8] if number < 2 else [])) for number in range(49)]


@pytest.mark.parametrize("case", [
    *(illegal("HAC-Q-60", name, TWO, gm("set_cover", character="b", **more), code, field=field)
      for name, more, code, field in [
          ("against nobody", {"cover": "slight", "against": ["x"]}, "unknown_character", "against"),
          ("against one's own", {"cover": "slight", "against": ["b"]}, "illegal_targets", "against"),
          ("as it is", {"cover": "none", "against": ["a"]}, "nothing_to_do", "cover"),
          ("no cover named", {"against": ["a"]}, "nothing_to_do", "cover"),
          ("and nearby", {"cover": "slight", "nearby_cover": "slight", "against": ["a"]}, "nothing_to_do",
              "nearby_cover")]),
    illegal("HAC-DISARM-03", "a weapon that is not lost", TWO, gm("return_weapon", character="a", weapon="katana"),
        "nothing_to_do", field="weapon"),
    illegal("HAC-DISARM-03", "a weapon that nobody has", TWO, gm("return_weapon", character="a", weapon="axe"),
        "unknown_weapon", field="weapon"),
    illegal("HAC-RANGE-09 HAC-RANGE-03 HAC-ILL-03", "the triangle rule", THREE, ranges(["a", "b", 1]),
        "ranges_inconsistent", rule="HAC-RANGE-03"),
    illegal("HAC-RANGE-10", "a Range of maps", THREE, ranges(["a", "b", "regional"]), "not_supported",
        rule="HAC-RANGE-10"),
    illegal("HAC-RANGE-02", "no such Range", TWO, [ranges(["a", "b", 5]), ranges(["a", "b", -1]), ranges(["a", "a", 0]),
        ranges(["a", "moon", 1])], "bad_order", field="ranges[0]"),
    illegal("HAC-RANGE-09", "nothing is set", TWO, ranges(), "nothing_to_do"),
    illegal("HAC-RANGE-09 HAC-SIM-05", "an Action is under way", UNDER_WAY, [ranges(["a", "b", 1]),
        gm("set_cover", character="a", cover="total"), so("a", "prone"), adjust("a", "wounds", 1), newcomer(),
        gm("leave", character="a"), gm("end_skirmish"), gm("next_scene"), gm("fall", character="a", levels=1)],
        "action_under_way"),
    illegal("HAC-RANGE-09 HAC-SIM-01", "Actions are committed",
        after(moment(8, a(8), b(8)), act("a"), act("b"), attack("a", "b")), [ranges(["a", "b", 1]), so("a", "prone")],
        "action_under_way"),
    illegal("HAC-Q-60", "no change", TWO, gm("set_cover", character="a", cover="none"), "nothing_to_do"),
    illegal("HAC-Q-95", "no change", moment(8, a(8, conditions=["prone"]), b(8)), [so("a", "prone"),
        so("a", "stunned", ended=True)], "nothing_to_do", field="condition"),
    illegal("HAC-Q-95", "strangers", TWO, [so("x", "prone"), so("a", "unaware", source="x"), adjust("x", "wounds", 1),
        gm("next_scene", characters=["x"]), gm("leave", character="x"), gm("minor_action", character="x", text="…")],
        "unknown_character"),
    illegal("HAC-GRAP-08 HAC-Q-95", "a hold by nobody, oneself, from afar, or by who cannot",
        moment(8, a(8), b(8), c(wounds=5), fighter("d", "boar", 8),
            scene={"ranges": [["a", "d", 1], ["b", "d", 1], ["c", "d", 1]]}),
        [so("a", "partially_captured"), *(so("a", "fully_captured", source=name) for name in ("a", "c", "d"))],
        "no_holder", field="source"),
    illegal("HAC-Q-97", "no such field", TWO, adjust("a", "dice", []), "not_adjustable"),
    illegal("HAC-Q-97 HAC-HONOR-01", "no such number", TWO, [adjust("a", "honor_points", -1), adjust("a", "height",
        1001),
        adjust("a", "wounds", "many")], "bad_value"),
    illegal("HAC-WOUND-07 HAC-Q-51", "more Wounds than there are", TWO, adjust("a", "wounds", 8), "out_of_bounds"),
    illegal("HAC-Q-43", "no Honor Points", TWO, [gm("grant_honor", character="a", points=0),
        gm("grant_honor", character="a", points=1001)], "out_of_bounds", field="points"),
    illegal("HAC-FALL-01", "no fall", TWO, [gm("fall", character="a", levels=0), gm("fall", character="a",
        levels=1001)],
        "out_of_bounds", field="levels"),
    illegal("HAC-SCOPE-02 HAC-Q-92 HAC-ILL-02", "the fiftieth", moment(8, *CROWD), newcomer(), "battle_not_supported"),
    illegal("HAC-INIT-18 HAC-Q-93", "who cannot join", TWO, newcomer(side="wolf"), "unknown_side",
        refused(newcomer("a"), "already_there"), refused(newcomer(""), "bad_order"),
        refused(newcomer(ranges=[["d", "x", 1]]), "bad_order")),
    illegal("HAC-RANGE-03", "an impossible place", TWO, newcomer(ranges=[["d", "a", 0], ["d", "b", 2]]),
        "ranges_inconsistent"),
    illegal("HAC-Q-27", "who has left", moment(8, a(8), b(8), c(left=True)), gm("leave", character="c"),
        "nothing_to_do"),
    illegal("HAC-MOVE-07 HAC-WOUND-06", "who is Out says nothing", moment(8, a(8), b(8), c(wounds=6)),
        gm("minor_action", character="c", text="…"), "cannot_act"),
    illegal("HAC-END-04", "an unknown winner", TWO, gm("end_skirmish", winner="wolf"), "unknown_side"),
    played("HAC-END-02", "what players may not", after(TWO, do(gm("end_skirmish"), by="s1")),
        refused(gm("end_skirmish"), "nothing_to_do", by="s1"),
        refused(gm("end_skirmish", winner="boar"), "gm_only", by="s2"),
        refused(ranges(["a", "b", 1]), "gm_only", by="s1"), refused(gm("leave", character="a"), "not_your_seat",
        by="s2")),
    illegal("HAC-END-02 HAC-ILL-22", "who cannot act agrees to nothing",
        moment(8, a(8), b(wounds=5), rules={"auto_end": "off"}), gm("end_skirmish"), "cannot_act", by="s2"),
    played("HAC-WOUND-05", "who is Down can talk", moment(8, a(8), b(8), c(wounds=5)),
        gm("minor_action", character="c", text="“Run!”"), once(ev.MinorActionDone, character="c"), in_moment(8)),
])  # fmt: skip
def test_what_is_refused(case: Played) -> None:
    case.check()
