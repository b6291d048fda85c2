"""Players that leave the match: injured beyond playing, or dismissed."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from tests.rules.every_game.rows import (
    Played,
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
)
from tests.rules.ishmek.arena import act, gm_effect, let_pass, man, play, step
from tests.rules.ishmek.scrum import HELD, UNSEEN, choose, defend, duel, fouls
from tests.rules.play import Play

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
