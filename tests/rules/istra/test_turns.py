"""Initiative, deployment, turns and nominations."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import BattleFrame
from rules.istra.system import ISTRA
from tests.rules.every_game.rows import Played, do, each, first_asked, once, played, player, refused, state
from tests.rules.istra.battles import Json, man, position, rect, setup, wall
from tests.rules.istra.fights import happens
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import all_of, names, only, rule


def deploy(name: str, x: int, y: int, **fields: Any) -> dict[str, Any]:
    return {"type": "deploy", "model": name, "pos": [x, y], **fields}


def three(**fields: Any) -> dict[str, Any]:
    """Three men in turn 1, far from one another, s1 to nominate first."""
    return position(
        [man("a1", (1000, 1000)), man("a2", (2000, 1000))], [man("b1", (3000, 3000))], order=["s1", "s2"], **fields
    )


@rule("IST-SETUP-02", "IST-SETUP-05", "IST-D-01", "IST-D-02", "IST-TURN-02", "IST-TURN-07")
def test_it_works():
    fight = Skirmish.begun(setup([man("a1"), man("a2")], [man("b1")]), dice=[7, 15])
    assert only(fight.events, ev.InitiativeWon).order == ("s2", "s1")
    assert fight.top == BattleFrame(stage="deployment", seat="s2")
    fight.do(deploy("b1", 1000, 4700), by="s2")
    fight.do(deploy("a1", 1000, 100), by="s1")
    events = fight.do(deploy("a2", 2000, 100), by="s1")
    assert names(events) == ["model_deployed", "turn_started"]
    assert only(events, ev.TurnStarted).models == ("a1", "a2", "b1")
    events = fight.nominate("b1", by="s2")
    assert names(events) == ["model_nominated", "activation_started"]
    assert (fight.model("b1").move_action, fight.model("b1").standard_action) == (1, 1)


# Initiative


def roster(seats: str) -> Json:
    """A man for each side, not yet deployed."""
    return setup(*([man(f"{seat}1")] for seat in seats))


@pytest.mark.parametrize("case", [
    played("IST-SETUP-02", "only the tied seats roll again",
        lambda: Skirmish.begun(roster("abc"), dice=[12, 12, 3, 5, 5, 9, 4]),
        each(ev.InitiativeRolled, seat=["s1", "s2", "s3", "s1", "s2", "s1", "s2"], total=[12, 12, 3, 5, 5, 9, 4],
            again=[0, 0, 0, 1, 1, 2, 2])),
    played("IST-SETUP-03 IST-Q-09", "the others follow clockwise",
        lambda: Skirmish.begun(roster("abcd"), dice=[3, 4, 18, 6]), state(order=("s3", "s4", "s1", "s2"))),
    # 10, 14, 10 for s1, s2, s4; then 2 and 8 for the tied
    played("IST-SETUP-03 IST-Q-09", "by house rule by a roll-off",
        lambda: Skirmish.begun(roster("abcd"), {"order_3plus": "roll_off"}, dice=[3, 4, 18, 6, 10, 14, 10, 2, 8]),
        state(order=("s3", "s2", "s4", "s1"))),
])  # fmt: skip
def test_initiative(case: Played) -> None:
    case.check()


@rule("IST-SETUP-02", "IST-SETUP-01")
def test_the_gm_places_monsters_first_and_rolls_too():
    fight = Skirmish.begun({"sides": {"s1": {"models": [man("a1")]}, "gm": {"models": [man("ogre")]}}})
    assert fight.top.stage == "monsters"
    fight.refuses(deploy("a1", 1000, 100), "not_your_deployment")
    fight.refuses(deploy("ogre", 1000, 1000), "not_your_deployment", by="s1")
    events = fight.do(deploy("ogre", 2400, 2400), dice=[4, 11])
    assert names(events)[:2] == ["model_deployed", "battle_started"]
    assert fight.state.order == ("gm", "s1")
    assert fight.top == BattleFrame(stage="deployment", seat="s1")


# Deployment


@rule("IST-SETUP-06", "IST-ILL-38", "IST-ILL-39", "IST-Q-08")
def test_it_refuses_a_bad_deployment():
    fight = Skirmish.begun(
        setup([man("a1"), man("a2")], [man("b1", (1000, 700))], terrain=[wall("rock", 2000, 0, 2400, 400)]), dice=[9, 2]
    )
    fight.refuses(deploy("a1", 3000, 602), "bad_deployment")
    fight.refuses(deploy("a1", 1000, 510), "bad_deployment")
    fight.refuses(deploy("a1", 2200, 200) | {"pos": [2200, 200, 0]}, "bad_deployment")
    waits = fight.refuses(deploy("a1", 3000, 100), "not_your_deployment", by="s2")
    assert (waits.message, waits.hint) == ("It is s1's turn to place a model.", "Wait for s1.")
    assert fight.refuses(deploy("b1", 3000, 100), "not_your_deployment", by="s1").message == "b1 does not belong to s1."
    assert fight.refuses({"type": "nominate", "model": "a1"}, "not_your_nomination").rule == "IST-TURN-02"
    fight.refuses(deploy("a1", 3000, 100, active_weapon="bow"), "weapon_not_carried")
    fight.do(deploy("a1", 2200, 200))
    assert fight.model("a1").pos == (2200, 200, 300)
    fight.refuses(deploy("a1", 3000, 100), "bad_deployment")
    fight.refuses(deploy("a2", 2260, 200), "bad_deployment")


@rule("IST-HALL-03", "IST-HALL-04", "IST-D-17", "IST-Q-106", "IST-Q-107", "IST-Q-108")
def test_the_defender_of_a_hall_clears_the_area_and_builds_walls():
    upgrades = {"defender": "s1", "upgrades": ["clear_the_area", "walls"]}
    terrain = [wall("rock", 2000, 1000, 2400, 1400), wall("keep", 3000, 1000, 3400, 1400, fixed=True)]
    fight = Skirmish.begun(setup(terrain=terrain, invasion=upgrades))
    assert fight.top.stage == "clear"
    ask = ISTRA.pending(fight.state).asks[0]
    assert (ask.seat, ask.kind, ask.options) == ("s1", "clear", {"ids": ["rock"], "most": 3})
    no = fight.refuses({"type": "remove_terrain", "ids": ["keep"]}, "upgrade_not_available")
    assert no.rule == "IST-HALL-03"
    fight.refuses({"type": "remove_terrain", "ids": ["moon"]}, "upgrade_not_available")
    fight.is_not_of("s2", {"type": "remove_terrain", "ids": ["rock"]}, "upgrade_not_available")
    fight.do({"type": "remove_terrain", "ids": ["rock"]}, by="s1")
    assert fight.top.stage == "walls"
    fight.refuses({"type": "place_walls", "sections": [{"centre": [1000, 700]}]}, "upgrade_not_available")
    fight.refuses(
        {"type": "place_walls", "sections": [{"centre": [400 * n, 300]} for n in range(1, 6)]}, "upgrade_not_available"
    )
    fight.do(
        {"type": "place_walls", "sections": [{"centre": [1000, 300]}, {"centre": [2000, 300], "along": "y"}]},
        dice=[9, 2],
    )
    walls = [piece for piece in fight.state.terrain if piece.wall]
    assert [(wall.footprint.a, wall.footprint.b) for wall in walls] == [
        ((850, 275), (1150, 325)),
        ((1975, 150), (2025, 450)),
    ]
    assert all(wall.los == "opaque" and wall.building and wall.top == 300 for wall in walls)
    fight.do(deploy("a1", 1000, 300))
    assert fight.model("a1").pos == (1000, 300, 300)


@rule("IST-D-17", "IST-ILL-54")
def test_without_the_upgrade_nothing_is_asked():
    fight = Skirmish.begun(setup(terrain=[wall("rock", 2000, 1000, 2400, 1400)]), dice=[9, 2])
    assert fight.top.stage == "deployment"
    fight.refuses({"type": "place_walls", "sections": [{"centre": [1000, 300]}]}, "upgrade_not_available")
    fight.refuses({"type": "remove_terrain", "ids": ["rock"]}, "upgrade_not_available", by="s1")


@rule("IST-SETUP-04", "IST-Q-07")
def test_the_gm_builds_the_table_and_then_lets_play_begin():
    fight = Skirmish.setup(setup(gm=True))
    piece = {"id": "rock", "footprint": rect(1000, 1000, 1200, 1200), "los": "opaque", "height": 200}
    fight.refuses({"type": "place_terrain", "terrain": [piece]}, "gm_only", by="s1")
    fight.do({"type": "place_terrain", "terrain": [piece]})
    fight.refuses({"type": "place_terrain", "terrain": [piece]}, "bad_setup")
    fight.refuses({"type": "place_terrain", "terrain": []}, "bad_setup")
    fight.do({"type": "place_terrain", "terrain": [{**piece, "id": "crag"}]})
    fight.do({"type": "remove_terrain", "ids": ["rock", "crag"]})
    assert fight.state.terrain == ()
    assert names(fight.let_pass(dice=[5, 3]))[0] == "battle_started"


# Nominations


def nominates(model: str, *dice: int, by: str = "") -> Any:
    return do({"type": "nominate", "model": model}, *dice, by=by)


def ends(model: str, *dice: int) -> Any:
    return do({"type": "end_activation", "model": model}, *dice)


def no_nomination(model: str, code: str, by: str = "") -> Any:
    return refused({"type": "nominate", "model": model}, code, by=by)


def seat(name: str) -> Any:
    """Who acts or names a model."""

    def check(fight: Skirmish) -> None:
        assert fight.top.seat == name

    return check


def monster(turn: int) -> Skirmish:
    """s1 names a model; s2 has a monster that is the GM's, and there is no GM."""
    ogre = man("ogre", (2000, 2000), owner="gm")
    sides = {"s1": {"models": [man("a1", (1000, 1000))]}, "s2": {"models": [FAR, ogre]}}
    return Skirmish({"sides": sides, "turn": turn, "nominator": "s1"})


def all_but_b1(*fields: Json, turn: int = 1, **house: str) -> Skirmish:
    """All others were nominated in this turn."""
    models = [man(f"a{n}", (1000 * n, 1000), **each) for n, each in enumerate(fields, 1)]
    nominated = [model["id"] for model in models]
    return Skirmish(position(models, [FAR], nominations=nominated, turn=turn), house)


def three_sides(a1: tuple[int, int], **fields: Any) -> Skirmish:
    return Skirmish(position([man("a1", a1)], [FAR], [man("c1", (2000, 2000))], **fields))


FAR = man("b1", (3000, 3000))
ELF: Json = {"race": "wood_elf"}


@pytest.mark.parametrize("case", [
    played("IST-TURN-01 IST-TURN-02 IST-TURN-03 IST-ILL-01 IST-ILL-02 IST-ILL-03 IST-ILL-05", "out of order",
        lambda: Skirmish(three()), no_nomination("b1", "first_must_be_own", by="s1"),
        no_nomination("a1", "not_your_nomination", by="s2"), no_nomination("x", "unknown_model", by="s1"),
        nominates("a1", by="s1"), no_nomination("a2", "not_your_nomination", by="s1"),
        refused({"type": "end_activation", "model": "a2"}, "not_active_model"), ends("a1"),
        no_nomination("a1", "already_nominated", by="s1"), nominates("b1", by="s1"), seat("s2")),
    played("IST-TURN-04 IST-ILL-04", "who is out is neither nominated nor waited for",
        lambda: Skirmish(three(turn=2, nominations=["a1", "b1"])),
        do({"type": "gm_adjust", "field": "status", "model": "a2", "value": "out", "reason": "slip"}), state(turn=3),
        no_nomination("a2", "model_not_in_play")),
    played("IST-D-03 IST-TURN-04 IST-TURN-05 IST-TURN-06 IST-Q-13 IST-Q-119", "the last owner begins the next turn",
        lambda: Skirmish(three(nominations=["a1", "a2"])), nominates("b1"),
        happens({"type": "end_activation", "model": "b1"}, "activation_ended turn_ended turn_started"),
        once(ev.ActivationEnded, forfeited_move=1, forfeited_standard=1, nominator="s2"),
        no_nomination("a1", "not_your_nomination", by="s1"), nominates("a1", by="s2")),
    played("IST-Q-119", "a seat that has left names nobody", lambda: three_sides((1000, 1000), nominator="s2", turn=3),
        do({"type": "concede", "side": "s2"}, by="s2"), no_nomination("a1", "not_your_nomination", by="s2"),
        nominates("a1", by="s3")),
    played("IST-Q-119", "nor does a model that left the board", lambda: three_sides((1000, 100), active="a1"),
        do({"type": "move", "model": "a1", "path": [[1000, -1]]}), once(ev.ActivationEnded, nominator="s2"),
        state(nominator="s2")),
    played("IST-Q-10", "a monster is not one's own", lambda: monster(1),
        no_nomination("ogre", "first_must_be_own", by="s1"), first_asked(options={"models": ["a1"]})),
    played("IST-Q-10", "without a GM who names a monster plays it", lambda: monster(2), nominates("ogre", by="s1"),
        seat("s1"), ends("ogre"), once(ev.ActivationEnded, nominator="s1")),
    *(
        played("IST-Q-12", f"unspent actions stay for reactions: {house}",
            lambda house=house: Skirmish(three(active="a1"), house), ends("a1"),
            player("a1", move_action=kept, standard_action=kept))
        for house, kept in [({"keep_unspent_for_reactions": "on"}, 1), ({}, 0)]
    ),
])  # fmt: skip
def test_nominations(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # a natural 18 or more
    played("IST-RACE-18 IST-Q-84 IST-RACE-24 IST-Q-78", "elven grace is rolled by wood elves alone",
        lambda: all_but_b1(ELF, ELF), nominates("b1"), ends("b1", 18, 17),
        each(ev.ElvenGraceRolled, model=["a1", "a2"], gained=[1, 0], standard_action=[2, 1], chance=[(3, 20)] * 2),
        player("a1", standard_action=2)),
    played("IST-Q-84", "by house rule it comes with the activation",
        lambda: Skirmish(position([man("a1", (1000, 1000), **ELF)], [FAR]), {"elven_grace": "activation_start"}),
        nominates("a1", 20), player("a1", standard_action=2)),
    played("IST-MOVE-04", "what lasts a turn is over with it",
        lambda: all_but_b1({"conditions": [{"name": "climbed", "amount": 200}]}), nominates("b1"), ends("b1"),
        player("a1", conditions=())),
    played("IST-Q-56", "by house rule black powder loads by itself",
        lambda: all_but_b1({"equipment": ["rifle"], "unloaded": [{"weapon": "rifle", "turn": 1}]}, turn=3,
            black_powder="passive"),
        nominates("b1"), happens({"type": "end_activation", "model": "b1"},
            "activation_ended turn_ended turn_started weapon_loaded")),
])  # fmt: skip
def test_the_start_of_a_turn(case: Played) -> None:
    case.check()


# Seats


@rule("IST-SETUP-02", "IST-SETUP-04", "IST-D-01", "IST-DICE-01")
def test_no_die_falls_before_the_battle_is_let_begin():
    game = Skirmish.setup(setup([man("a1")], [man("b1")]))
    assert [(ask.seat, ask.kind) for ask in game.pending.asks] == [("s1", "building")]
    game.refuses({"type": "pass_window"}, "not_your_seat", by="s2")
    game.refuses({"type": "place_terrain", "terrain": []}, "gm_only", by="s1")
    game.refuses(deploy("a1", 1000, 100), "not_your_deployment", by="s1")
    assert game.needs({"type": "pass_window"}, by="s1").seat == "s1"
    game.refuses({"type": "pass_window"}, "bad_die", by="", dice=[21, 3])
    game.do({"type": "pass_window"}, dice=[4, 3], by="s1")
    game.refuses({"type": "pass_window"}, "no_such_window", by="s1")
    game.do(deploy("a1", 1000, 100), by="")


@rule("IST-ILL-02", "IST-ILL-05", "IST-ILL-07", "IST-ILL-39", "IST-ILL-54", "IST-Q-132")
def test_the_table_leaves_what_nobody_is_asked_for_to_the_rules():
    game = Skirmish(three(active="a1", terrain=[wall("rock", 2000, 2000, 2400, 2400)]))
    commands: list[tuple[Json, str]] = [
        ({"type": "move", "model": "b1", "path": [[3000, 3100]]}, "not_active_model"),
        ({"type": "end_activation", "model": "a2"}, "not_active_model"),
        ({"type": "nominate", "model": "b1"}, "not_your_nomination"),
        ({"type": "react", "model": "b1", "option": "evasive"}, "no_such_window"),
        ({"type": "pass_window"}, "no_such_window"),
        ({"type": "flee_path", "model": "a1"}, "no_such_window"),
        (deploy("a1", 1000, 100), "not_your_deployment"),
        ({"type": "remove_terrain", "ids": ["rock"]}, "upgrade_not_available"),
        ({"type": "place_walls", "sections": [{"centre": [1000, 300]}]}, "upgrade_not_available"),
    ]
    for (command, code), by in product(commands, ("s1", "s2", "")):
        game.refuses(command, code, by=by)
    game.refuses({"type": "end_activation", "model": "a1"}, "not_your_seat", by="s2")


@rule("IST-ILL-06", "IST-Q-132")
def test_with_a_window_open_nothing_else_is_heard():
    archer = man("b1", (1500, 1000), equipment=["bow"], active_weapon="bow")
    models = [man("a1", (1000, 1000)), man("a2", (2000, 3000))], [archer, man("b2", (3000, 3000))]
    game = Skirmish(position(*models, active="a1"))
    game.do({"type": "move", "model": "a1", "path": [[1400, 1000]]}, by="s1")
    for command in (
        {"type": "end_activation", "model": "a1"},
        {"type": "melee", "model": "a1", "target": "b1"},
        {"type": "move", "model": "a2", "path": [[2000, 3100]]},
        {"type": "skill_check", "model": "b1", "skill": "leadership"},
        {"type": "nominate", "model": "b1"},
    ):
        for by in ("s1", "s2"):
            game.refuses(command, "window_open", by=by)
    shot = {"type": "react", "model": "b2", "option": "charged_shot", "range": 100}
    game.refuses(shot, "no_such_window", by="s2")
    game.refuses({"type": "react", "model": "b1", "option": "charged_shot", "range": 0}, "not_your_seat", by="s1")


# The order of what comes before the first turn


@rule("IST-Q-108", "IST-D-17", "IST-HALL-05", "IST-SETUP-05")
def test_a_hall_is_cleared_then_walled_then_the_monsters_come():
    rosters = {"s1": {"models": [man("a1")]}, "s2": {"models": [man("b1")]}}
    ogre = man("ogre", kind="monster", race="beast")
    hall = {"defender": "s2", "upgrades": ["walls", "clear_the_area"]}
    document = {"sides": {**rosters, "gm": {"models": [ogre]}}, "invasion": hall}
    game = Skirmish.setup({**document, "terrain": [wall("rock", 2000, 1000, 2400, 1400)]})
    stages = []
    for command in (
        {"type": "pass_window"},
        {"type": "pass_window"},
        {"type": "place_walls", "sections": [{"centre": [1000, 300]}, {"centre": [1300, 300]}]},
    ):
        ask = game.pending.asks[0]
        stages.append((ask.seat, ask.kind))
        game.do(command, by=ask.seat)
    assert stages == [("gm", "building"), ("s2", "clear"), ("s2", "walls")]
    assert (game.pending.asks[0].seat, game.pending.asks[0].kind) == ("gm", "monsters")
    events = game.do(deploy("ogre", 2400, 2400), dice=[8, 8, 2, 19, 1], by="gm")
    assert [roll.seat for roll in all_of(events, ev.InitiativeRolled)] == ["s1", "s2", "gm", "s1", "s2"]
    assert only(events, ev.InitiativeWon).order == ("s1", "s2", "gm")
    game.do(deploy("a1", 1000, 4700), by="s1")
    game.do(deploy("b1", 1300, 300), by="s2")
    assert game.state.models[1].pos == (1300, 300, 300)


@rule("IST-SETUP-06", "IST-Q-01", "IST-Q-08")
def test_exactly_an_inch_from_an_enemy_is_too_near():
    rosters = setup([man("a1")], [man("b1", (1000, 700))])
    for y, fault in ((500, "bad_deployment"), (499, "bad_deployment"), (498, "")):
        fight = Skirmish.begun(rosters, dice=[9, 2])
        if fault:
            fight.refuses(deploy("a1", 1000, y), fault)
        else:
            fight.do(deploy("a1", 1000, y))


@rule("IST-SETUP-05", "IST-D-01")
def test_who_has_none_left_is_skipped():
    fight = Skirmish.begun(
        setup([man("a1")], [man("b1"), man("b2"), man("b3")], [man("c1"), man("c2")]), dice=[3, 9, 5]
    )
    order = []
    for _ in range(6):
        seat = fight.top.seat
        order.append(seat)
        model = next(one for one in fight.state.models if one.owner == seat and one.pos is None)
        along = 1000 + 150 * len(order)
        x, y = {"s1": (along, 100), "s2": (along, 4700), "s3": (100, along)}[seat]
        fight.do(deploy(model.id, x, y), by=seat)
    assert order == ["s2", "s3", "s1", "s2", "s3", "s2"]
    assert fight.state.nominator == "s2"


@rule("IST-SETUP-02", "IST-HALL-05", "IST-END-01")
def test_who_gives_up_before_the_first_turn_rolls_no_more():
    rosters = setup([man("a1")], [man("b1")], [man("c1")], invasion={"defender": "s1", "upgrades": ["walls"]})
    fight = Skirmish.begun(rosters)
    assert fight.top.stage == "walls"
    events = fight.do({"type": "concede", "side": "s1"}, dice=[4, 9], by="s1")
    assert only(events, ev.InitiativeWon).order == ("s3", "s2")
    fight = Skirmish.setup(setup([man("a1")], [man("b1")], [man("c1")]))
    fight.do({"type": "concede", "side": "s1"}, by="s1")
    assert ISTRA.pending(fight.state).asks[0].seat == "s2"
    assert len(all_of(fight.let_pass(dice=[4, 9]), ev.InitiativeRolled)) == 2


def test_a_table_that_the_gm_has_emptied_ends_in_a_draw():
    fight = Skirmish.setup(setup(gm=True))
    for name in ("a1", "b1"):
        fight.do({"type": "gm_adjust", "field": "status", "model": name, "value": "out", "reason": "a mistake"})
    fight.let_pass(dice=[4, 9])
    assert (fight.state.result.termination, fight.state.result.winners) == ("goal", ())
