"""Intent to injure, the same action twice, illegal handling: what the umpires see, what it costs, who may know it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.ishmek import events as ev
from rules.ishmek.commands import BOUND
from rules.ishmek.position import read_house_rules
from rules.ishmek.system import ISHMEK
from rules.kernel.errors import Refused
from rules.kernel.reading import plain
from rules.kernel.visibility import redact
from tests.rules.every_game.rows import (
    PASS,
    Played,
    asked,
    do,
    each,
    illegal,
    never,
    once,
    orb,
    order,
    passing,
    played,
    player,
    refused,
    seat_asked,
)
from tests.rules.ishmek.arena import act, end_go, gm_effect, let_pass, man, pick, place, play, react, step
from tests.rules.ishmek.scrum import (
    HELD,
    SEEN,
    SHOVE,
    UNSEEN,
    at,
    choose,
    defend,
    duel,
    forced,
    fouls,
    pushes,
    shove_on,
    shoves,
    umpire_call,
)
from tests.rules.play import Play, names, only, rule

QUIET = {"reaction_used": True}
STRICT = {"foul_dc": 12, "foul_dc_holder": 9}
SITS, STAYS = player("h1", status="sitting_out", at=None), player("h1", status="on_field")
UNTIL_A_POINT, UNTIL_THE_END = once(ev.PlayerSatOut, player="h1", until="point"), once(ev.PlayerSatOut, until="match")
PUSH = act("h1", "push_pull", target="a1", ability="str")
WON_BY_3, LOST_BY_2 = fouls(13, 12), fouls(8, 12)  # 18 or 13 against 15


def holding(**more: Any) -> Play:
    """a1 holds the away orb."""
    return duel(orbs=HELD, **more)


def umpires(first: int, second: int, dc: int = 15) -> Any:
    """What the two rolled: dice and + 6 or + 7."""
    return each(ev.UmpireRolled, umpire=[1, 2], total=[first + 6, second + 7], target=[dc, dc])


# Intent


@rule("ISH-FOUL-01")
def test_intent_to_injure_is_declared_before_the_roll_and_hidden_from_the_other_team() -> None:
    game = duel()
    game.do({**PUSH, "intent": True})
    assert [event["type"] for event in redact(game.events, "away")][-1] == "hidden"  # the command itself
    game.do({"type": "defend", "player": "a1", "ability": "str"}, dice=[13, 12])
    assert "intent" not in str(redact(game.events, "away"))
    events = shove_on(game, dice=[7, *UNSEEN])
    intended = only(events, ev.FoulIntended)
    assert (intended.player, intended.target) == ("h1", "a1")
    assert names(events).index("foul_intended") < names(events).index("umpire_rolled")


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("seat", ["away", ""])
def test_nothing_tells_a_push_with_intent_from_one_without_before_it_shows(seat: str) -> None:
    seen = []
    for intent in (False, True):
        game = duel()
        game.do({**PUSH, "intent": intent})
        game.do({"type": "defend", "player": "a1", "ability": "str", "burn": 2}, dice=[13, 12])
        seen.append(redact(game.events, seat))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("case", [
    # no injury die, no umpire
    played("ISH-FOUL-01", "a push without intent is none", duel, pushes(13, 12), SHOVE,
        never(ev.FoulIntended, ev.UmpireRolled)),
    # 7 + 4; the push stands
    played("ISH-FOUL-02 ISH-FOUL-04", "won: an injury roll at + 4", duel, WON_BY_3, shoves(7, *UNSEEN),
        once(ev.InjuryRolled, player="a1", total=11, injury="demoralized"), player("a1", at=(10, 4))),
    # 15 against 15; 6 + 4
    played("ISH-Q-43 ISH-FOUL-02", "a tie wins here too", duel, fouls(10, 12), shoves(6, *UNSEEN),
        once(ev.InjuryRolled, total=10)),
    played("ISH-FOUL-02", "also when left in place", duel, WON_BY_3, do(choose("leave"), 8, *UNSEEN),
        once(ev.InjuryRolled, total=12)),
    # 11 against 6: won by 5; 4 + 8
    played("ISH-FOUL-03", "floored: one roll at + 8", duel, fouls(6, 3), do(choose("floor"), 4, *UNSEEN), PASS,
        once(ev.InjuryRolled, player="a1", total=12), player("a1", prone=True)),
    played("ISH-FOUL-04", "lost it injures nobody and is checked all the same", duel, fouls(8, 12, *SEEN),
        never(ev.InjuryRolled), umpires(*SEEN), SITS),
    played("ISH-FOUL-04", "unseen the go goes on", duel, fouls(8, 12, *UNSEEN), STAYS, asked("go", "h1")),
    # 12 against 14: lost by 2
    played("ISH-FOUL-04 ISH-BURN-02", "a Burn is paid before the umpires look", duel,
        {**PUSH, "burn": 2, "intent": True}, do(defend("a1", ability="str"), 5, 11, 3, *UNSEEN),
        once(ev.InjuryRolled, player="h1"), each(ev.UmpireRolled, umpire=[1, 2]),
        order(ev.InjuryRolled, ev.UmpireRolled, ev.UmpireRolled)),
])  # fmt: skip
def test_foul(case: Played) -> None:
    case.check()


# The check


@pytest.mark.parametrize("case", [
    *(played("ISH-UMP-03 ISH-Q-46", name, duel, fouls(8, 12, *dice), umpires(*dice), *facts)
        for name, dice, facts in [
        ("14 and 14: unseen", (8, 7), (never(ev.FoulCalled), STAYS)),
        ("15 by the first", (9, 1), (once(ev.FoulCalled), SITS)),
        ("15 by the second", (1, 8), (once(ev.FoulCalled), SITS)),
        ("by both, who both roll", (20, 20), (once(ev.FoulCalled), SITS)),
        ]),
    # lost by 2: a free forced Control comes first
    *(played("ISH-UMP-03 ISH-Q-46", f"a holder: {dice} at 10", holding, LOST_BY_2, do(forced(), 20), passing(*dice),
        umpires(*dice, dc=10), fact)
        for dice, fact in [((3, 2), never(ev.FoulCalled)), ((4, 1), once(ev.FoulCalled)),
                           ((1, 3), once(ev.FoulCalled))]),
    # injury 1 + 4, the d8, umpires 4 + 6 and 1 + 7
    played("ISH-Q-46", "who held the orb when the push was declared counts as holder", lambda: holding(a1=QUIET),
        WON_BY_3, do(let_pass("h1"), 1, 2, 4, 1), orb("away", holder=None), umpires(4, 1, dc=10), SITS),
    # 12 against 12; 8 and 8 against 9
    played("ISH-Q-46", "by house rule at 12", lambda: duel(house_rules=STRICT), fouls(8, 12, 6, 1), SITS),
    played("ISH-Q-46", "by house rule a holder at 9", lambda: holding(house_rules=STRICT), LOST_BY_2, do(forced(), 20),
        passing(2, 1), umpires(2, 1, dc=9), STAYS),
    # 14 + 0 and 13 + 1
    played("ISH-FOUL-09", "the GM may change the umpires", duel, do(gm_effect(umpires=[0, 1]), by="gm"),
        once(ev.GmEffectApplied, note="by hand"), fouls(8, 12, 14, 13),
        each(ev.UmpireRolled, total=[14, 14]), STAYS),
])  # fmt: skip
def test_what_the_umpires_see(case: Played) -> None:
    case.check()


@rule("ISH-Q-46")
@pytest.mark.parametrize("name", ["foul_dc", "foul_dc_holder"])
@pytest.mark.parametrize(("bound", "beyond"), [(BOUND, BOUND + 1), (-BOUND, -BOUND - 1)])
def test_a_dc_beyond_its_bounds_is_refused_with_the_bounds(name: str, bound: int, beyond: int) -> None:
    """It used to end as Malformed, "out of bounds", on the page of house rules."""
    assert getattr(read_house_rules({name: bound}), name) == bound
    with pytest.raises(Refused, match=f"must be {-BOUND} to {BOUND}") as refused:
        read_house_rules({name: beyond})
    assert (refused.value.code, refused.value.rule) == ("bad_house_rule", "ISH-Q-46")
    assert refused.value.field == f"house_rules.{name}"


# What being caught costs


@pytest.mark.parametrize("case", [
    # totals of die + 4: none, and 15
    *(played("ISH-FOUL-05 ISH-Q-48", f"until a point after {die + 4}", duel, WON_BY_3, shoves(die, *SEEN),
        once(ev.FoulCalled, foul="intent_to_injure"), UNTIL_A_POINT, SITS)
        for die in (1, 11)),
    # the rest of 2, then 3, 4, 5, 6 and 7
    *(played("ISH-FOUL-06 ISH-Q-49", f"five rounds after {die + 4}", lambda: duel(turn=2), WON_BY_3,
        shoves(die, *SEEN), once(ev.PlayerSatOut, until="rounds", back=8))
        for die in (12, 13)),
    # 2, 3, 4, 5 and 6
    played("ISH-Q-49", "by house rule five rounds with the present turn",
        lambda: duel(turn=2, house_rules={"five_rounds": "inclusive"}), WON_BY_3, shoves(12, *SEEN),
        once(ev.PlayerSatOut, back=7)),
    *(played("ISH-FOUL-07", f"for the match after {die + 4}", duel, WON_BY_3, shoves(die, *SEEN), UNTIL_THE_END,
        player("h1", status="sitting_out"))
        for die in (14, 15)),
    # 20, and 21, which removes the target too
    *(played("ISH-FOUL-08", f"ejected from the tournament after {dice[0] + 4}",
        lambda: duel(away=[man("a2", (1, 7))]), WON_BY_3, shoves(*dice, *SEEN), once(ev.PlayerEjected, player="h1"),
        player("h1", status="out_tournament", at=None))
        for dice in ((16,), (17, 3))),
    # 10 + 8 = 18
    played("ISH-FOUL-03 ISH-FOUL-07", "by the total with its + 8", duel, fouls(6, 3),
        do(choose("floor"), 10, *SEEN), PASS, UNTIL_THE_END),
    # Lost by 5 it falls, and its own injury roll is 19: the fouled player's total counts, and there is none
    played("ISH-FOUL-05", "who hurt only itself sits out until a point", duel, fouls(5, 12),
        do(let_pass("a1"), 20, 19, *SEEN), UNTIL_A_POINT),
    played("ISH-Q-48", "it leaves at once, its orb loose where it stood", lambda: duel(orbs={"home": {"holder": "h1"}}),
        fouls(8, 12, *SEEN), orb("home", state="loose", at=(8, 4), holder=None), never(ev.OrbScattered),
        seat_asked("pick", "away"), refused(step("h1", 7, 4), "not_your_go")),
    # 2 + 2 + 1 = 5 against 5
    played("ISH-Q-48", "it is not counted as adjacent", lambda: duel(orbs={"home": {"at": [9, 4]}}),
        fouls(8, 12, *SEEN), pick("a1"), do(act("a1", "control", orb="home", ability="str"), 2),
        orb("home", holder="a1")),
    # 13 against 15: lost by 2; h1 holds nothing: 15 is needed
    played("ISH-Q-48 ISH-FOUL-04", "caught in another one's go it leaves and that goes on", holding, step("h1", 8, 3),
        react("a1", "push_pull", target="h1", ability="str", intent=True),
        do(defend("h1", ability="str"), 10, 10, *SEEN), player("a1", status="sitting_out"), orb("away", at=(9, 4)),
        asked("go", "h1")),
])  # fmt: skip
def test_who_is_caught_sits_out(case: Played) -> None:
    case.check()


# The same action twice, and what else is always seen


@rule("ISH-UMP-01", "ISH-UMP-02", "ISH-Q-47")
def test_second_use_of_an_action_is_turned_back_and_the_player_sits_out_without_a_roll() -> None:
    used = {"action_used": True, "reaction_used": False, "used_names": ["control"]}
    game = duel(used, {"at": [14, 7]}, orbs={"home": {"at": [8, 4]}})
    game.refuses(act("h1", "control", slot="reaction", orb="home"), "same_action_twice")
    events = game.do(act("h1", "control", slot="reaction", orb="home", as_foul=True))
    for fact in (once(ev.PlayRewound, name="control"), once(ev.FoulCalled, player="h1", foul="same_action"),
                 once(ev.PlayerSatOut, until="point"), never(ev.SrRolled)):  # fmt: skip
        fact(game)
    before = game.record.state_at(game.record.decision_point(game.record.version - len(events)))
    was = next(player for player in before.players if player.id == "h1")
    now = game.player("h1")
    assert (now.reaction_used, now.used_names, now.move_used) == (was.reaction_used, was.used_names, was.move_used)
    assert game.state.orbs == before.orbs
    assert [ask.kind for ask in game.pending.asks] == ["pick"]


def spent(*names: str, **fields: Any) -> dict[str, Any]:
    return {"action_used": True, "reaction_used": False, "used_names": list(names), **fields}


KICK = umpire_call("a1", "foul_play", victim="h1", note="a kick")


@pytest.mark.parametrize("case", [
    played("ISH-Q-47 ISH-UMP-02", "movement before the second use stays",
        lambda: duel(spent("push_pull"), {"at": [10, 4], **QUIET}, orbs={"home": {"holder": "h1"}}), step("h1", 9, 4),
        PASS, act("h1", "push_pull", slot="reaction", target="a1", as_foul=True), orb("home", at=(9, 4)),
        player("h1", status="sitting_out"), once(ev.Stepped)),
    played("ISH-UMP-01 ISH-Q-47", "in a window it costs the reactor its place and nothing else",
        lambda: duel(a1={"action_used": True, "used_names": ["push_pull"]}, orbs={"home": {"holder": "h1"}, **HELD}),
        step("h1", 8, 3), refused(react("a1", "push_pull", target="h1"), "same_action_twice"),
        react("a1", "push_pull", target="h1", as_foul=True), once(ev.FoulCalled), player("a1", status="sitting_out"),
        orb("away", at=(9, 4)), asked("go", "h1")),
    *(played("ISH-UMP-01", f"the GM calls {kind} without a roll", holding,
        do(umpire_call("a1", kind, note="carried it under the cloak"), by="gm"), once(ev.FoulCalled, foul=kind),
        once(ev.PlayerSatOut, until="point"), orb("away", at=(9, 4)), asked("go", "h1"))
        for kind in ("illegal_handling", "same_action")),
    illegal("ISH-UMP-01", "nobody else does", duel, umpire_call("a1", "illegal_handling"), "gm_only", by="home"),
    *(played("ISH-UMP-03 ISH-FOUL-05 ISH-FOUL-06 ISH-FOUL-07 ISH-FOUL-08", f"other foul play, injury {total}", duel,
        do(KICK if total is None else {**KICK, "injury_total": total}, *SEEN, by="gm"),
        each(ev.UmpireRolled, target=[15, 15]), fact)
        for total, fact in [
        *((total, once(ev.PlayerSatOut, until="point")) for total in (None, 15)),
        *((total, once(ev.PlayerSatOut, until="rounds")) for total in (16, 17)),
        *((total, once(ev.PlayerSatOut, until="match")) for total in (18, 19)),
        (20, once(ev.PlayerEjected, player="a1")),
        ]),
    # 9 and 9
    played("ISH-UMP-03", "against a holder it is seen at 10 and may go unseen",
        lambda: duel(orbs={"home": {"holder": "h1"}}), do(umpire_call("a1", "foul_play", victim="h1"), 3, 2, by="gm"),
        umpires(3, 2, dc=10), player("a1", status="on_field")),
    illegal("ISH-Q-77", "push and seize are for opponents only",
        lambda: duel(home=[man("h2", (8, 5), **QUIET)], orbs={"home": {"holder": "h2"}}),
        [act("h1", "push_pull", target="h2", ability="str"), act("h1", "seize", target="h2")], "bad_target"),
])  # fmt: skip
def test_what_is_always_seen_and_what_the_gm_calls(case: Played) -> None:
    case.check()


@rule("ISH-UMP-02", "ISH-Q-47")
def test_use_found_out_later_is_rewound_by_the_gm() -> None:
    game = duel()
    game.do(step("h1", 7, 4))
    found = game.record.version
    game.do(step("h1", 6, 4))
    game.do(end_go("h1"))
    game.do({"type": "rewind", "to": found, "reason": "he pushed twice"}, by="gm")
    assert at(game, "h1") == (7, 4)
    assert [ask.player for ask in game.asks("go")] == ["h1"]


# Among reactions


HELD_BY_H1 = {"home": {"holder": "h1"}}
OFFENCE = {"target": "a1", "as_foul": True}


def two_reactors() -> Play:
    """A step of h1, who holds the orb, lets a1 seize it and a2 push."""
    theirs = [man("a1", (9, 4)), man("a2", (8, 5))]
    return play([man("h1", (7, 4), **QUIET)], theirs, orbs=HELD_BY_H1, go="h1")


def two_return() -> Play:
    back: dict[str, Any] = {"status": "sitting_out", "sit_out": {"kind": "rounds", "back": 7}}
    wall = [man(f"h{n}", square) for n, square in enumerate([(1, 1), (1, 2), (1, 3), (1, 6)], start=1)]
    mates = [*wall, man("h5", **back), man("h6", **back)]
    return play(mates, [man("a1", (1, 7))], go="h1", picks=["a1", "h2", "h3", "h4"], turn=6)


@pytest.mark.parametrize("case", [
    # a1 is first: 15 + 5 − 4 = 16 against 10: a1 has the orb. Then 15 against 17; umpires 3 + 6 and 2 + 7
    played("ISH-Q-46 ISH-UMP-03", "the DC goes by who held an orb when the reaction was declared", two_reactors,
        step("h1", 8, 4), react("a1", "seize", target="h1", ability="dex"),
        do(react("a2", "push_pull", target="h1", ability="dex", intent=True), 15, 5),
        do(defend("h1", ability="dex"), 15, 5), PASS, do(defend("h1", ability="dex"), 10, 12, 3, 2),
        each(ev.UmpireRolled, target=[10, 10]), player("a2", status="on_field")),
    # won by 15: three squares, 15 feet. At (12,4): 17 + 4 = 21, out of the match; the d8; the umpires
    played("ISH-Q-68 ISH-FOUL-02", "a holder removed by the injury of a long shove scatters the orb one square",
        lambda: duel(a1=QUIET, away=[man("a2", (12, 7))], orbs=HELD), fouls(16, 3),
        do(let_pass("h1"), 17, 1, 2, *UNSEEN), once(ev.OrbScattered, start=(12, 4), to=(13, 4)),
        player("a1", status="out_match")),
    # 15 against 19
    played("ISH-Q-47 ISH-UMP-02", "a first use is no offence whatever was meant", duel, pushes(10, 16, as_foul=True),
        once(ev.PushFailed, margin=-4), never(ev.FoulCalled)),
    played("ISH-Q-47 ISH-ILL-20", "an offence needs an unspent slot",
        lambda: duel({"action_used": True, "used_names": ["push_pull"]}),
        refused(act("h1", "push_pull", **OFFENCE), "action_spent"),
        refused(act("h1", "push_pull", slot="reaction", **OFFENCE), "reaction_spent")),
    played("ISH-Q-47 ISH-ILL-10 ISH-ILL-25", "and one's go or a window", lambda: duel(a1={"used_names": ["push_pull"]}),
        refused(act("a1", "push_pull", target="h1", as_foul=True), "not_your_go"),
        refused(react("a1", "push_pull", target="h1", as_foul=True), "no_window")),
    played("ISH-UMP-01 ISH-Q-48", "a call in an open window takes its player out of the window",
        lambda: duel(orbs=HELD), step("h1", 8, 3), asked("window", "a1"),
        do(umpire_call("a1", "illegal_handling"), by="gm"), asked("go", "h1"), orb("away", at=(9, 4))),
    # 15 against 4
    played("ISH-UMP-01 ISH-UMP-02 ISH-Q-48", "an orb is not stopped by its propeller being sent off",
        lambda: play([man("h1", (8, 4), **QUIET)], [man("a1", (8, 3))], orbs=HELD_BY_H1, go="h1"),
        do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=2), 10), asked("window", "a1"),
        do(umpire_call("h1", "illegal_handling"), by="gm"), PASS, orb("home", state="loose", at=(6, 4)),
        player("h1", at=None), seat_asked("pick", "away")),
    # won by 3, nobody moves; 9 + 4
    played("ISH-FOUL-04 ISH-Q-40", "against who stands at the wall it is one all the same",
        lambda: duel({"at": [15, 2]}, {"at": [16, 2]}), fouls(13, 12), do(let_pass("h1"), 9, *SEEN),
        once(ev.InjuryApplied, injury="jelly_legs"), once(ev.PlayerSatOut, until="point")),
    played("ISH-Q-49 ISH-ARENA-08", "of two who come back one waits where only one finds a square", two_return,
        end_go("h1"), do(place("home", h5=(1, 4)), 12, 5), once(ev.PlayersWaited, players=("h6",), back=8),
        player("h5", at=(1, 4)), player("h6", status="sitting_out")),
])  # fmt: skip
def test_foul_in_a_window(case: Played) -> None:
    case.check()


# What the other team may know before the umpires have looked


def seen_by(game: Play, seat: str) -> str:
    """All that a seat is shown of a match: the log's open events, the view, what is asked of it."""
    log = [event for event in redact(game.events, seat) if "redacted" not in event]
    asks = [plain(ask) for ask in game.pending.asks if ask.seat == seat]
    return json.dumps([log, asks, ISHMEK.view(game.state, seat)])


def words_of_a_foul(text: str) -> list[str]:
    return [word for word in ('"intent": true', '"foul": {', "foul_intended") if word in text]


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("burn", [0, 2])
@pytest.mark.parametrize("seat", ["away", ""])
def test_intent_of_an_action_is_hidden_until_the_umpires_have_looked(seat: str, burn: int) -> None:
    game = duel()

    game.do(act("h1", "push_pull", target="a1", ability="str", intent=True))
    assert words_of_a_foul(seen_by(game, seat)) == []
    assert words_of_a_foul(seen_by(game, "home"))

    game.do(defend("a1", ability="str", burn=burn), dice=[13, 11])  # 18 against 14 or 16: won
    assert words_of_a_foul(seen_by(game, seat)) == []

    game.do(let_pass("h1"), dice=[1, *([1] if burn else []), *UNSEEN])
    assert words_of_a_foul(seen_by(game, seat))


@rule("ISH-FOUL-01")
def test_intent_of_a_reaction_is_hidden_too() -> None:
    game = duel({"reaction_used": False})
    game.do(step("h1", 8, 3))

    game.do(react("a1", "push_pull", target="h1", ability="str", intent=True))  # h1 has still to answer
    assert words_of_a_foul(seen_by(game, "home")) == []

    game.do(let_pass("h1"))
    assert words_of_a_foul(seen_by(game, "home")) == []

    game.do(defend("h1", ability="str"), dice=[10, 10, *SEEN])
    assert words_of_a_foul(seen_by(game, "home"))


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("seat", ["away", ""])
def test_declared_push_looks_the_same_with_intent_and_without(seat: str) -> None:
    shown = []
    for intent in (True, False):
        game = duel()
        game.do(act("h1", "push_pull", target="a1", ability="str", intent=intent))
        shown.append(
            (redact(game.events, seat), [plain(ask) for ask in game.pending.asks], ISHMEK.view(game.state, seat))
        )

    assert shown[0] == shown[1]


@rule("ISH-FOUL-01")
@pytest.mark.parametrize("seat", ["home", ""])
def test_declared_reaction_looks_the_same_with_intent_and_without(seat: str) -> None:
    shown = []
    for intent in (True, False):
        game = duel({"reaction_used": False})
        game.do(step("h1", 8, 3))
        game.do(react("a1", "push_pull", target="h1", ability="str", intent=intent))
        shown.append(
            (redact(game.events, seat), [plain(ask) for ask in game.pending.asks], ISHMEK.view(game.state, seat))
        )

    assert shown[0] == shown[1]
