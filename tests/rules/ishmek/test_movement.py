"""Steps, prone players, Dash, and what cuts movement short."""

import pytest

from rules.ishmek.events import ConcussionRolled, Dashed, InjuryRolled, Stepped, Stood
from rules.kernel.errors import KernelError
from tests.rules.ishmek.arena import act, end_go, gm_effect, man, play, step, steps_open_to
from tests.rules.play import Play, all_of, only, rule

NEIGHBOURS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
STAND = {"type": "stand", "player": "h1"}


def left(game: Play, player: str = "h1") -> int:
    """How many squares a player can still walk along its row, found by walking to and fro."""
    for count in range(40):
        x, y = game.player(player).at
        to = (x + (-1 if count % 2 else 1), y)
        if to not in steps_open_to(game, player):
            return count
        game.do(step(player, *to))
    raise AssertionError("it never tires")


@rule("ISH-MOVE-01", "ISH-Q-09")
@pytest.mark.parametrize(("dx", "dy"), NEIGHBOURS)
def test_a_step_to_any_of_the_8_neighbours_costs_1_square(dx: int, dy: int) -> None:
    game = play([man("h1", (8, 4))], [man("a1", (12, 7))], go="h1", orbs={"home": {"at": [1, 1]}})
    stepped = only(game.do(step("h1", 8 + dx, 4 + dy)), Stepped)
    assert (stepped.start, stepped.to, stepped.cost) == ((8, 4), (8 + dx, 4 + dy), 1)
    assert game.player("h1").move_used == 1


@rule("ISH-Q-09")
def test_corners_of_vessels_and_players_do_not_hinder_a_diagonal_step() -> None:
    theirs = [man("a1", (8, 3), reaction_used=True), man("a2", (9, 4), reaction_used=True)]
    game = play([man("h1", (8, 4), reaction_used=True), man("h2", (14, 4))], theirs, go="h1")
    game.do(step("h1", 9, 3))
    assert game.player("h1").at == (9, 3)
    beside_a_vessel = play([man("h1", (15, 3))], go="h1")
    beside_a_vessel.do(step("h1", 16, 4))
    assert beside_a_vessel.player("h1").at == (16, 4)


@rule("ISH-MOVE-02")
@pytest.mark.parametrize(
    ("to", "code"),
    [((16, 0), "out_of_arena"), ((15, 2), "occupied"), ((16, 2), "occupied"), ((14, 1), "not_adjacent")],
)
def test_it_refuses_a_step_out_of_the_arena_or_onto_somebody(to: tuple[int, int], code: str) -> None:
    mates = [man("h1", (16, 1)), man("h2", (15, 2))]
    game = play(mates, [man("a1", (16, 2), reaction_used=True)], go="h1")
    game.refuses(step("h1", *to), code)


@rule("ISH-MOVE-02")
def test_it_refuses_a_step_into_a_vessel_or_onto_the_third_scoring_square() -> None:
    mates = [man("h1", (1, 3)), man("h2", (1, 4)), man("h3", (1, 6))]
    game = play(mates, go="h3", orbs={"home": {"at": [8, 1]}})
    game.refuses(step("h3", 1, 5), "three_in_scoring_squares")
    beside = play([man("h1", (2, 5))], go="h1", orbs={"home": {"at": [8, 1]}})
    beside.refuses(step("h1", 2, 4), "vessel_square")


@rule("ISH-MOVE-03")
def test_an_orb_goes_along_with_its_holder() -> None:
    game = play([man("h1", (8, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    stepped = only(game.do(step("h1", 9, 5)), Stepped)
    assert stepped.orbs == ("home",)
    assert (game.orb("home").at, game.orb("home").holder) == ((9, 5), "h1")


@rule("ISH-MOVE-03")
def test_an_orb_stays_behind_only_when_it_was_dropped() -> None:
    game = play([man("h1", (8, 4), reaction_used=True)], go="h1", orbs={"home": {"holder": "h1"}})
    game.do({"type": "drop", "player": "h1"})
    assert only(game.do(step("h1", 9, 4)), Stepped).orbs == ()
    assert (game.orb("home").at, game.orb("home").state) == ((8, 4), "loose")


@rule("ISH-MOVE-04")
@pytest.mark.parametrize(
    ("fields", "squares"),
    [
        ({}, 6),
        ({"speed": 40}, 8),
        ({"move_used": 4}, 2),
        ({"move_used": 6, "dash_bonus": 6}, 6),
        ({"move_used": 5, "injuries": ["wobbly_legs"]}, 0),
        ({"move_used": 6, "injuries": ["wobbly_legs"]}, 0),  # 5 − 6 is still nothing
        ({"injuries": ["wobbly_legs", "noodly_legs"]}, 4),
        ({"speed_mod": -10}, 4),
        ({"speed": 0}, 0),
    ],
)
def test_movement_left_is_the_allowance_and_what_was_added_less_what_was_used(
    fields: dict[str, object], squares: int
) -> None:
    game = play([man("h1", (8, 1), **fields)], go="h1", orbs={"home": {"at": [1, 1]}})
    assert left(game) == squares
    game.refuses(step("h1", 8, 2), "no_movement")


@rule("ISH-MOVE-04")
def test_bought_squares_count_as_movement() -> None:
    game = play([man("h1", (8, 1), speed=5)], go="h1", orbs={"home": {"at": [1, 1]}})
    game.do({"type": "burn_move", "player": "h1", "squares": 2})
    game.do(step("h1", 9, 1))
    game.do(step("h1", 10, 1))
    game.do(step("h1", 11, 1), dice=[1])  # 1 + 2 squares; the injury roll 1 + 8 = 9 does no harm
    game.refuses(step("h1", 12, 1), "no_movement")


@rule("ISH-MOVE-04")
def test_an_injury_during_the_turn_lowers_the_movement_at_once() -> None:
    game = play([man("h1", (8, 1), move_used=4)], go="h1", orbs={"home": {"at": [1, 1]}})
    game.do(gm_effect(player="h1", add_injury="jelly_legs"), by="gm")
    assert left(game) == 1  # 5 − 4


@rule("ISH-MOVE-05")
@pytest.mark.parametrize(("speed", "cost"), [(30, 3), (35, 3), (25, 2), (10, 1), (5, 0)])
def test_standing_up_costs_half_the_allowance_rounded_down(speed: int, cost: int) -> None:
    game = play([man("h1", (8, 1), speed=speed, prone=True)], go="h1", orbs={"home": {"at": [1, 1]}})
    stood = only(game.do(STAND), Stood)
    assert stood.cost == cost
    assert not game.player("h1").prone
    assert left(game) == speed // 5 - cost


@rule("ISH-MOVE-05")
def test_a_leg_injury_makes_standing_up_cheaper() -> None:
    game = play([man("h1", (8, 1), prone=True, injuries=["wobbly_legs"])], go="h1", orbs={"home": {"at": [1, 1]}})
    assert only(game.do(STAND), Stood).cost == 2  # floor(5 / 2)
    assert left(game) == 3


@rule("ISH-MOVE-05")
def test_a_prone_player_crawls_at_2_squares_a_step() -> None:
    game = play([man("h1", (8, 1), prone=True, speed=25)], go="h1", orbs={"home": {"at": [1, 1]}})
    assert only(game.do(step("h1", 9, 1)), Stepped).cost == 2
    game.do(step("h1", 10, 1))
    game.refuses(step("h1", 11, 1), "no_movement")  # one square is left
    assert game.player("h1").prone


@rule("ISH-MOVE-05")
def test_prone_changes_no_skill_roll() -> None:
    for prone in (False, True):
        game = play([man("h1", (4, 4), prone=prone)], go="h1")
        need = game.needs(act("h1", "control", orb="home"))
        assert (need.bonus, need.target, need.sides) == (5, 10, (20,))


@rule("ISH-DASH-01")
@pytest.mark.parametrize(
    ("fields", "bonus"),
    [({}, 6), ({"injuries": ["wobbly_legs"]}, 5), ({"speed": 40, "speed_mod": -15}, 5), ({"speed": 33}, 6)],
)
def test_dash_adds_the_present_allowance(fields: dict[str, object], bonus: int) -> None:
    game = play([man("h1", (8, 1), **fields)], go="h1", orbs={"home": {"at": [1, 1]}})
    assert only(game.do(act("h1", "dash")), Dashed).squares == bonus
    assert left(game) == 2 * bonus


@rule("ISH-DASH-01")
def test_dash_may_be_a_bonus_action() -> None:
    source = {"name": "Expeditious Retreat", "actions": ["dash"]}
    game = play([man("h1", (8, 1), bonus_sources=[source])], go="h1", orbs={"home": {"at": [1, 1]}})
    assert only(game.do(act("h1", "dash", "bonus")), Dashed).squares == 6
    assert not game.player("h1").action_used


@rule("ISH-Q-06")
def test_everything_lies_in_one_layer() -> None:
    beside = man("a1", (9, 5), reaction_used=True)
    game = play([man("h1", (8, 4))], [beside], go="h1", orbs={"home": {"at": [9, 4]}})
    need = game.needs(act("h1", "control", orb="home"))
    assert (need.bonus, need.target) == (5 - 4, 10)  # adjacency is flat
    for flying in ({"height": 20}, {"flying": True}):
        with pytest.raises(KernelError):
            play([man("h1", (8, 4), **flying)], go="h1")


@rule("ISH-Q-07")
def test_one_speed_counts_in_the_whole_match() -> None:
    with pytest.raises(KernelError):
        play([man("h1", (8, 1), fly_speed=60)], go="h1")
    game = play([man("h1", (8, 1), speed=20)], go="h1", picks=["a1"], orbs={"home": {"at": [1, 1]}})
    assert left(game) == 4
    game.do(end_go("h1"), dice=[15, 3])
    game.do({"type": "pick", "player": "h1"})
    assert left(game) == 4


@rule("ISH-Q-08")
def test_nobody_passes_through_a_mate() -> None:
    game = play([man("h1", (8, 4)), man("h2", (9, 4), prone=True)], go="h1")
    game.refuses(step("h1", 9, 4), "occupied")


@rule("ISH-Q-52")
def test_a_concussed_player_rolls_once_before_its_first_movement() -> None:
    game = play(
        [man("h1", (8, 1), injuries=["concussed", "major_head_trauma"])], go="h1", orbs={"home": {"at": [1, 1]}}
    )
    rolled = only(game.do(step("h1", 9, 1), dice=[11]), ConcussionRolled)
    assert (rolled.before, rolled.lost) == ("movement", False)
    game.do(step("h1", 10, 1))  # no second roll, not even for the second injury
    assert game.player("h1").at == (10, 1)


@rule("ISH-Q-52")
def test_10_or_less_loses_the_movement_of_the_whole_turn_dash_included() -> None:
    game = play([man("h1", (8, 1), injuries=["concussed"])], go="h1", orbs={"home": {"at": [1, 1]}})
    rolled = only(game.do(step("h1", 9, 1), dice=[10]), ConcussionRolled)
    assert rolled.lost
    assert game.player("h1").at == (8, 1)
    game.refuses(step("h1", 9, 1), "movement_lost")
    game.do(act("h1", "dash"), dice=[15])  # the Action has its own roll
    game.refuses(step("h1", 9, 1), "movement_lost")


@rule("ISH-Q-52")
def test_standing_up_is_a_movement_and_asks_for_the_roll() -> None:
    game = play([man("h1", (8, 1), injuries=["concussed"], prone=True)], go="h1", orbs={"home": {"at": [1, 1]}})
    assert only(game.do(STAND, dice=[3]), ConcussionRolled).lost
    assert game.player("h1").prone
    game.refuses(STAND, "movement_lost")


@rule("ISH-Q-52")
def test_no_roll_comes_before_a_reaction_a_bonus_action_or_a_drop() -> None:
    source = {"name": "Cunning Action", "actions": ["dash"]}
    dazed = man("h1", (8, 4), injuries=["concussed"], bonus_sources=[source])
    game = play([dazed], go="h1", orbs={"home": {"holder": "h1"}})
    assert not all_of(game.do(act("h1", "dash", "bonus")), ConcussionRolled)
    game.do({"type": "drop", "player": "h1"})
    events = game.do(act("h1", "control", "reaction", orb="home"), dice=[10])
    assert not all_of(events, ConcussionRolled)


@rule("ISH-Q-52")
def test_a_forced_move_asks_for_no_roll() -> None:
    dazed = man("a1", (9, 4), injuries=["concussed"], reaction_used=True)
    game = play([man("h1", (8, 4))], [dazed], go="h1")
    game.do(act("h1", "push_pull", target="a1"))
    game.do({"type": "pass"}, dice=[12, 10])  # 17 against 15
    events = game.do({"type": "pass"})
    assert not all_of(events, ConcussionRolled)
    assert game.player("a1").at == (10, 4)


@rule("ISH-Q-52")
def test_who_is_concussed_on_the_way_rolls_before_the_next_step() -> None:
    game = play([man("h1", (8, 1))], go="h1", orbs={"home": {"at": [1, 1]}})
    game.do(step("h1", 9, 1))
    game.do(gm_effect(player="h1", add_injury="concussed"), by="gm")
    assert only(game.do(step("h1", 10, 1), dice=[5]), ConcussionRolled).lost
    assert game.player("h1").at == (9, 1)


@rule("ISH-Q-71")
def test_an_action_lost_to_concussion_costs_the_slot_and_nothing_else() -> None:
    shield = {"name": "grease", "casting_time": "action"}
    dazed = man("h1", (4, 4), cast_mod=4, slots_l1=1, spells_l1=[shield], injuries=["concussed"])
    game = play([dazed], go="h1")
    events = game.do(act("h1", "control", orb="home", spell="grease", burn=8), dice=[10])
    assert only(events, ConcussionRolled).before == "action"
    assert not all_of(events, InjuryRolled)
    player = game.player("h1")
    assert (player.action_used, player.used_names, player.slots_l1) == (True, (), 1)
    game.do(act("h1", "control", "reaction", orb="home"), dice=[4])  # 4 + 6 = 10 vs 10; the name is free
    assert game.orb("home").holder == "h1"


@rule("ISH-Q-72")
def test_a_leg_injury_after_a_dash_takes_nothing_from_the_dash() -> None:
    game = play([man("h1", (8, 1))], go="h1", orbs={"home": {"at": [1, 1]}})
    game.do(act("h1", "dash"))
    game.do(gm_effect(player="h1", add_injury="wobbly_legs"), by="gm")
    assert game.player("h1").dash_bonus == 6
    assert left(game) == 11  # 5 + 6


@rule("ISH-Q-70")
@pytest.mark.parametrize(
    ("fields", "squares"),
    [({"speed": 33}, 6), ({"speed": 34, "injuries": ["wobbly_legs"]}, 5), ({"speed": 32, "speed_mod": -3}, 5)],
)
def test_squares_are_rounded_down_after_all_modifiers(fields: dict[str, object], squares: int) -> None:
    assert left(play([man("h1", (8, 1), **fields)], go="h1", orbs={"home": {"at": [1, 1]}})) == squares
