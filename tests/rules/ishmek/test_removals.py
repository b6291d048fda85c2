"""Players that leave the match: injured beyond playing, or dismissed."""

from __future__ import annotations

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import act, gm_effect, let_pass, man, play, step
from tests.rules.ishmek.scrum import HELD, UNSEEN, choose, defend, duel, foul
from tests.rules.play import all_of, only, rule


@rule("ISH-Q-68")
def test_holder_that_a_push_removes_counts_as_not_having_made_the_roll() -> None:
    game = duel(away=[man("a2", (1, 7))], orbs=HELD)

    foul(game, 6, 3)
    game.do(choose("floor"), dice=[13, 5, 2, *UNSEEN])  # 13 + 8, out of the match, and the d8

    scattered = only(game.events, ev.OrbScattered)
    assert (scattered.start, scattered.to, scattered.cause) == ((9, 4), (10, 4), "h1")
    assert all_of(game.events, ev.SrRolled)[2:] == []
    order = [type(e) for e in game.events if isinstance(e, (ev.PlayerRemoved, ev.OrbScattered, ev.UmpireRolled))]
    assert order == [ev.PlayerRemoved, ev.OrbScattered, ev.UmpireRolled, ev.UmpireRolled]


@rule("ISH-Q-68", "ISH-Q-75")
def test_holder_that_is_dismissed_leaves_the_orb_loose_without_scatter() -> None:
    game = duel(orbs=HELD)

    events = game.do({"type": "dismiss", "player": "a1", "reason": "burning hands"}, by="gm")

    assert only(events, ev.PlayerDismissed).player == "a1"
    assert game.player("a1").status == "out_tournament"
    assert (game.orb("away").state, game.orb("away").at) == ("loose", (9, 4))
    assert all_of(events, ev.OrbScattered) == []


@rule("ISH-Q-68", "ISH-BURN-03")
def test_holder_that_its_own_burn_removes_leaves_the_orb_loose_and_the_go_is_over() -> None:
    walker = man("h1", (5, 1), speed=5, reaction_used=True)
    game = play([walker, man("h2", (2, 7))], orbs={"home": {"holder": "h1"}}, go="h1")

    game.do({"type": "burn_move", "player": "h1", "squares": 1})
    game.do(step("h1", 6, 1))
    game.do(step("h1", 7, 1), dice=[17, 12])  # the bought square: 17 + 4 = 21, out of the tournament

    assert game.player("h1").status == "out_tournament"
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (7, 1))
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("pick", "away")]


@rule("ISH-Q-73")
def test_burn_of_who_was_removed_is_not_rolled() -> None:
    game = duel(away=[man("a2", (1, 7))])

    game.do(act("h1", "push_pull", target="a1", ability="str", burn=2, intent=True))
    game.do(defend("a1", ability="str", burn=8), dice=[20, 1])  # 27 against 12: won by 15
    game.do(choose("floor"), dice=[13, 5, 1, *UNSEEN])  # a1: 13 + 8 and out; h1's Burn: 1 + 2; none for a1

    assert [(roll.player, roll.total) for roll in all_of(game.events, ev.InjuryRolled)] == [
        ("a1", 21),
        ("a1", 5),
        ("h1", 3),
    ]


@rule("ISH-Q-75")
def test_dismissal_for_a_lethal_spell_is_certain_and_comes_after_its_effect() -> None:
    caster = {"cast_mod": 3, "slots_l1": 1, "spells_l1": [{"name": "burning hands", "casting_time": "action"}]}
    game = duel(caster)

    events = game.do(act("h1", "cast_spell", spell="burning hands", lethal=True))
    assert only(events, ev.SpellCast).grounds_for_dismissal
    game.do(gm_effect(player="a1", add_injury="shook", more=True), by="gm")
    assert game.player("h1").status == "on_field"
    game.do({"type": "dismiss", "player": "h1", "reason": "lethal magic"}, by="gm")

    assert game.player("a1").injuries[0].name == "shook"
    assert game.player("h1").status == "out_tournament"
    assert all_of(game.events, ev.UmpireRolled) == []
    assert [ask.kind for ask in game.pending.asks] == ["pick"]


@rule("ISH-Q-75")
def test_gm_passing_on_a_spell_above_level_1_means_the_dismissal() -> None:
    game = duel({"cast_mod": 3})

    game.do(act("h1", "cast_spell", spell="web", level=2))
    game.do(let_pass(), by="gm")

    assert only(game.events, ev.PlayerDismissed).player == "h1"
    assert game.player("h1").status == "out_tournament"


@rule("ISH-Q-75")
def test_no_effect_of_a_lethal_spell_replaces_the_dismissal() -> None:
    caster = {"cast_mod": 3, "slots_l1": 1, "spells_l1": [{"name": "burning hands", "casting_time": "action"}]}
    game = duel(caster)
    game.do(act("h1", "cast_spell", spell="burning hands", lethal=True))

    game.do(gm_effect(player="a1", prone=True), by="gm")
    assert [(ask.kind, ask.seat) for ask in game.pending.asks] == [("adjudicate", "gm")]
    game.do(let_pass(), by="gm")

    assert game.player("h1").status == "out_tournament"
    assert game.player("a1").prone
