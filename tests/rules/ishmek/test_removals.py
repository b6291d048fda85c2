"""Players that leave: injured beyond playing, dismissed, or taken off while something of theirs is under way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.ishmek import events as ev
from rules.kernel.asks import Outcome
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    asked,
    by_gm,
    do,
    each,
    finds,
    never,
    once,
    orb,
    order,
    played,
    player,
    seat_asked,
    state,
)
from tests.rules.ishmek.arena import Json, act, end_go, gm_effect, let_pass, man, pick, play, react, step
from tests.rules.ishmek.scrum import HELD, SEEN, UNSEEN, at, choose, defend, duel, forced, fouls, push, umpire_call
from tests.rules.play import Play, rule

PUSH = act("h1", "push_pull", target="a1", ability="str")
FOUL = act("h1", "push_pull", target="a1", as_foul=True)
HARD_FOUL = [{**PUSH, "intent": True, "burn": 8}, do(defend("a1", ability="str"), 5, 12)]
"""18 against 15: won by 3."""
MATES = {"home": [man("h2", (2, 7))], "away": [man("a2", (12, 7))]}
USED: Json = {"used_names": ["push_pull"]}


def dismissed(name: str, *dice: int) -> Step:
    return by_gm({"type": "dismiss", "player": name, "reason": "fireball"}, *dice)


def gone(name: str) -> Step:
    return player(name, status="out_tournament", at=None)


def until(moment: str) -> Callable[[], Play]:
    """A push of h1 on a1, who holds the away orb, up to the ask of that kind; a2 and h2 are far off."""

    def game() -> Play:
        opened = duel(**MATES, orbs=HELD)
        opened.do(PUSH)
        if moment != "defend":
            opened.do(defend("a1", ability="str"), dice=[13, 12])  # won by 3
        if moment == "forced_control":
            opened.do(let_pass("h1"))
        assert [ask.kind for ask in opened.asks()] == [moment]
        return opened

    return game


def one_each(**more: object) -> Callable[[], Play]:
    return lambda: play([man("h1", (5, 1))], [man("a1", (12, 7))], go="h1", **more)


def to_the_pick(game: Play) -> None:
    """Whatever is still asked of the target, the pick comes in the end."""
    while not game.asks("pick"):
        ask = game.asks()[0]
        game.do(let_pass(ask.player), dice=[10, 10] if ask.kind == "defend" else [20])


@pytest.mark.parametrize("case", [
    played("ISH-Q-48 ISH-Q-68 ISH-Q-75", "dismissed while its answer is awaited",
        lambda: duel(orbs={"home": {"holder": "h1"}, **HELD}), step("h1", 8, 3), asked("window", "a1"),
        dismissed("a1"), gone("a1"), asked("go", "h1"), orb("away", at=(9, 4))),
    *(played("ISH-Q-68 ISH-Q-75", f"target dismissed: {moment}", until(moment), dismissed("a1"), gone("a1"), PASS,
        orb("away", state="loose", at=square), never(ev.OrbScattered), asked("go", "h1"))
        for moment, square in [("defend", (9, 4)), ("choose", (9, 4)), ("forced_control", (10, 4))]),
    *(played("ISH-Q-48 ISH-Q-75", f"pusher dismissed: {moment}", until(moment), dismissed("h1"), gone("h1"),
        to_the_pick, seat_asked("pick", "away"), player("a1", at=(9, 4))) for moment in ("defend", "choose")),
    # 12 against 13; the frame is that of the pusher's team all the same
    played("ISH-PUSH-03 ISH-Q-05 ISH-Q-75", "pusher dismissed after the push: the holder still rolls",
        until("forced_control"), dismissed("h1"), do(forced(), 9, 2), orb("away", at=(11, 4)),
        seat_asked("pick", "away")),
    played("ISH-Q-48 ISH-TURN-01", "the last to be picked is sent off",
        lambda: play([man("h1", (5, 1))], [man("a1", (12, 7)), man("a2", (12, 1))], go="h1", picks=["a2"]),
        end_go("h1"), seat_asked("pick", "away"), by_gm(umpire_call("a1", "illegal_handling"), 12, 5),
        once(ev.TurnEnded, reason="all_gone"), state(turn=2)),
    played("ISH-Q-76 ISH-Q-75", "a team without anybody is passed over", one_each(), dismissed("a1"),
        do(end_go("h1"), 12, 5), seat_asked("pick", "home")),
    # turn 10 still has its initiative, and nobody to go: the GM is asked before it ends
    played("ISH-Q-76 ISH-END-01", "with nobody on either side the match runs out", one_each(turn=9, score=[0, 1]),
        dismissed("a1"), dismissed("h1", 12, 5), seat_asked("empty_field", "gm"), by_gm(let_pass()),
        finds(Outcome("turns", "away", {"home": 0, "away": 1}), lambda game: game.outcome)),
    # a1: 16 + 4 = 20; h1's Burn: 13 + 8 = 21 and out of the match; seen, and ejected from the tournament
    played("ISH-FOUL-04 ISH-FOUL-08 ISH-Q-49", "a fouler that its Burn removed is judged", lambda: duel(**MATES),
        *HARD_FOUL, do(let_pass("h1"), 16, 13, 5, *SEEN), once(ev.PlayerRemoved, status="out_match"),
        player("h1", status="out_tournament")),
    # a1: 5; h1: 21 and out of the match; caught: until a point
    played("ISH-FOUL-05 ISH-INJ-07 ISH-Q-49", "a small penalty brings nobody back", lambda: duel(**MATES), *HARD_FOUL,
        do(let_pass("h1"), 1, 13, 5, *SEEN), player("h1", status="out_match")),
    # 6 + 8
    played("ISH-UMP-01 ISH-Q-53", "a move burn is owed when a foul ends the go",
        lambda: duel({**USED, "reaction_used": False}, away=[man("a2", (12, 7))]),
        {"type": "burn_move", "player": "h1", "squares": 2}, do(FOUL, 6), once(ev.InjuryRolled, total=14),
        player("h1", status="sitting_out")),
    # won by 5; 13 + 8 and out of the match
    played("ISH-Q-73 ISH-Q-53", "not of who was carried off",
        lambda: play([man("h1", (8, 4), reaction_used=True), man("h2", (2, 1))], [man("a1", (9, 4)), man("a2",
        (12, 7))], go="h1"), {"type": "burn_move", "player": "h1", "squares": 2}, step("h1", 8, 3),
        react("a1", "push_pull", target="h1", ability="dex", intent=True), do(defend("h1", ability="dex"), 15, 10),
        do(choose("floor"), 13, 5, *UNSEEN), each(ev.InjuryRolled, player=["h1", "h1"], total=[21, 5]),
        seat_asked("pick", "away")),
    # h1's step lets a1 push twice (an offence) and h2 take the loose orb: 10 + 5 against 5
    played("ISH-UMP-02 ISH-Q-48", "a reactor sent off in a queue leaves the others' reactions",
        lambda: duel({"at": [8, 4]}, {"action_used": True, **USED}, home=[man("h2", (3, 6))],
            orbs={"home": {"at": [3, 6]}, **HELD}), step("h1", 8, 3), asked("window", "a1", "h2"),
        react("h2", "control", orb="home", ability="dex"), do(react("a1", "push_pull", target="h1", as_foul=True), 10),
        player("a1", status="sitting_out"), orb("home", holder="h2"), asked("go", "h1")),
    played("ISH-Q-47 ISH-END-01", "the pick goes on after a foul seen at once",
        lambda: duel(USED, away=[man("a2", (12, 7))]), FOUL, pick("a2"), end_go("a2"), pick("a1"),
        do(end_go("a1"), 5, 12), state(turn=2), seat_asked("pick", "away")),
])  # fmt: skip
def test_called_off(case: Played) -> None:
    case.check()


@rule("ISH-Q-76", "ISH-ILL-02")
def test_forked_match_is_played_on_from_before_its_end() -> None:
    game = duel()
    push(game, 13, 12)
    before = game.record.version
    game.do({"type": "forfeit", "team": "away"}, by="gm")
    game.refuses({"type": "rewind", "to": before, "reason": "they came back"}, "match_over", by="gm")

    fork = Play(game.record.fork(before, "again"))

    assert (fork.outcome, [ask.kind for ask in fork.asks()]) == (None, ["choose"])
    fork.do(let_pass("h1"))
    assert at(fork, "a1") == (10, 4)


# Out of the match


CASTER = {"cast_mod": 3, "slots_l1": 1, "spells_l1": [{"name": "burning hands", "casting_time": "action"}]}
LETHAL = act("h1", "cast_spell", spell="burning hands", lethal=True)
HURT = act("h1", "push_pull", target="a1", ability="str", burn=2, intent=True)


def with_a2() -> Play:
    return duel(away=[man("a2", (1, 7))])


def walking_holder() -> Play:
    walker = man("h1", (5, 1), speed=5, reaction_used=True)
    return play([walker, man("h2", (2, 7))], orbs={"home": {"holder": "h1"}}, go="h1")


@pytest.mark.parametrize("case", [
    # 13 + 8, out of the match, and the d8
    played("ISH-Q-68", "a holder that a push removes has not made the roll",
        lambda: duel(away=[man("a2", (1, 7))], orbs=HELD), fouls(6, 3), do(choose("floor"), 13, 5, 2, *UNSEEN),
        once(ev.OrbScattered, start=(9, 4), to=(10, 4), cause="h1"),
        each(ev.SrRolled, kind=["push_pull", "push_defence"]),
        order(ev.PlayerRemoved, ev.OrbScattered, ev.UmpireRolled, ev.UmpireRolled)),
    played("ISH-Q-68 ISH-Q-75", "one that is dismissed leaves the orb loose", lambda: duel(orbs=HELD),
        by_gm({"type": "dismiss", "player": "a1", "reason": "burning hands"}), once(ev.PlayerDismissed, player="a1"),
        player("a1", status="out_tournament"), orb("away", state="loose", at=(9, 4)), never(ev.OrbScattered)),
    # the bought square: 17 + 4 = 21, out of the tournament
    played("ISH-Q-68 ISH-BURN-03", "so does one that its Burn removes, and the go is over", walking_holder,
        {"type": "burn_move", "player": "h1", "squares": 1}, step("h1", 6, 1), do(step("h1", 7, 1), 17, 12),
        player("h1", status="out_tournament"), orb("home", state="loose", at=(7, 1)), seat_asked("pick", "away")),
    # 27 against 12: won by 15. a1: 13 + 8 and out; h1's Burn: 1 + 2; none for a1
    played("ISH-Q-73", "the Burn of who was removed is not rolled", with_a2, HURT,
        do(defend("a1", ability="str", burn=8), 20, 1), do(choose("floor"), 13, 5, 1, *UNSEEN),
        each(ev.InjuryRolled, player=["a1", "a1", "h1"], total=[21, 5, 3])),
    played("ISH-Q-75", "a dismissal for a lethal spell comes after its effect", lambda: duel(CASTER), LETHAL,
        once(ev.SpellCast, grounds_for_dismissal=True), by_gm(gm_effect(player="a1", add_injury="shook", more=True)),
        player("h1", status="on_field"), by_gm({"type": "dismiss", "player": "h1", "reason": "lethal magic"}),
        finds(["shook"], lambda game: [one.name for one in game.player("a1").injuries]),
        player("h1", status="out_tournament"), never(ev.UmpireRolled), seat_asked("pick", "away")),
    played("ISH-Q-75", "passing on a spell above level 1 means it", lambda: duel({"cast_mod": 3}),
        act("h1", "cast_spell", spell="web", level=2), by_gm(let_pass()), once(ev.PlayerDismissed, player="h1"),
        player("h1", status="out_tournament")),
    played("ISH-Q-75", "no effect of a lethal spell replaces it", lambda: duel(CASTER), LETHAL,
        by_gm(gm_effect(player="a1", prone=True)), seat_asked("adjudicate", "gm"), by_gm(let_pass()),
        player("h1", status="out_tournament"), player("a1", prone=True)),
])  # fmt: skip
def test_removals(case: Played) -> None:
    case.check()
