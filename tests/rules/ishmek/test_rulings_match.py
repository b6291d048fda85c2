"""Rulings on the match as a whole: rosters, placement, initiative, what a turn leaves behind, and their switches."""

from typing import Any

import pytest

from rules.ishmek.events import (
    ExtraTurnAdded,
    InitiativeRolled,
    MatchEnded,
    MatchForfeited,
    OrbInVessel,
    OrbLost,
    OrbScattered,
    PlacementMade,
    PlayersPlaced,
    PointScored,
    TurnEnded,
)
from rules.ishmek.system import ISHMEK
from rules.kernel.errors import KernelError, Refused
from tests.rules.ishmek.arena import act, body, end_go, man, match, pick, place, play, react, setup, step
from tests.rules.play import Play, all_of, only, rule

SHOT: dict[str, Any] = {"orb": "home", "direction": [-1, 0], "distance": 1}


def scattered(game: Play) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where orbs have rolled from and to."""
    return [(event.start, event.to) for event in all_of(game.events, OrbScattered)]


def about_to_score(**more: Any) -> Play:
    return play([man("h1", (16, 4))], go="h1", orbs={"home": {"holder": "h1"}}, **more)


def one_against_one(**more: Any) -> Play:
    """Both teams have placed their one player; home has won the initiative 15 to 3."""
    game = match(**more)
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[15, 3])
    return game


@rule("ISH-Q-02")
def test_the_number_of_turns_must_be_given() -> None:
    document = setup()
    del document["turns_total"]
    with pytest.raises(KernelError):
        Play.setup(ISHMEK, document)


@rule("ISH-Q-02")
@pytest.mark.parametrize("turns", [1, 3])
def test_the_match_lasts_the_number_of_turns_that_was_set(turns: int) -> None:
    game = one_against_one(turns_total=turns)
    for turn in range(1, turns + 1):
        assert (game.outcome, game.state.turn) == (None, turn)
        game.do(pick("h1"))
        game.do(end_go("h1"))
        game.do(pick("a1"))
        game.do(end_go("a1"), dice=[15, 3] if turn < turns else [])
    assert only(game.events, MatchEnded).termination == "turns"


@rule("ISH-Q-03")
def test_teams_of_1_to_6_may_be_of_unequal_size() -> None:
    game = match([man(f"h{i}") for i in range(1, 7)], [man("a1")])
    squares = {f"h{i}": (1, y) for i, y in enumerate((1, 2, 3, 4, 6, 7), start=1)}
    game.do(place("home", **squares))
    game.do(place("away", a1=(16, 4)), dice=[15, 3])
    assert len([player for player in game.state.players if player.at is not None]) == 7
    with pytest.raises(KernelError):
        match([man(f"h{i}") for i in range(1, 8)])


@rule("ISH-Q-03")
def test_six_mates_cannot_have_all_three_scoring_squares() -> None:
    game = match([man(f"h{i}") for i in range(1, 7)])
    squares = {f"h{i}": (1, i) for i in range(1, 7)}  # rows 1 to 6, with 3, 4 and 5
    game.refuses(place("home", **squares), "three_in_scoring_squares")


@rule("ISH-Q-10")
def test_placements_are_hidden_until_both_are_in() -> None:
    game = match()
    assert {ask.seat for ask in game.asks("place")} == {"home", "away"}
    made = only(game.do(place("away", a1=(16, 2))), PlacementMade)
    assert made.secret is not None
    assert (made.secret.seats, made.secret.until) == (("away",), "players_placed")
    assert game.player("a1").at is None
    events = game.do(place("home", h1=(1, 6)), dice=[15, 3])
    assert only(events, PlayersPlaced).squares == {"h1": (1, 6), "a1": (16, 2)}


@rule("ISH-Q-10")
def test_by_house_rule_home_places_first_for_all_to_see() -> None:
    game = match(house_rules={"placement": "home_first"})
    assert [ask.seat for ask in game.asks("place")] == ["home"]
    game.refuses(place("away", a1=(16, 2)), "decision_pending")
    events = game.do(place("home", h1=(1, 6)))
    assert all(made.secret is None for made in all_of(events, PlacementMade))
    game.do(place("away", a1=(16, 2)), dice=[15, 3])
    assert (game.player("h1").at, game.player("a1").at) == ((1, 6), (16, 2))


@rule("ISH-Q-11")
def test_initiative_is_rolled_at_the_start_of_every_turn() -> None:
    game = one_against_one()
    game.do(pick("h1"))
    game.do(end_go("h1"))
    game.do(pick("a1"))
    events = game.do(end_go("a1"), dice=[2, 9])
    assert [roll.total for roll in all_of(events, InitiativeRolled)] == [2, 9]
    assert game.asks()[0].seat == "away"


@rule("ISH-Q-11")
def test_by_house_rule_initiative_is_rolled_once_in_a_match() -> None:
    game = one_against_one(house_rules={"initiative": "once_per_match"})
    game.do(pick("h1"))
    game.do(end_go("h1"))
    game.do(pick("a1"))
    events = game.do(end_go("a1"))
    assert not all_of(events, InitiativeRolled)
    assert [(ask.kind, ask.seat) for ask in game.asks()] == [("pick", "home")]


@rule("ISH-Q-12")
def test_prone_players_and_lost_orbs_stay_so_over_the_end_of_a_turn() -> None:
    game = play(
        [man("h1", (7, 3), prone=True)],
        [man("a1", (11, 6))],
        go="h1",
        picks=["a1"],
        orbs={"home": {"at": [15, 4], "state": "lost"}, "away": {"holder": "a1"}},
    )
    game.do(end_go("h1"), dice=[15, 3])
    assert game.player("h1").prone
    assert game.orb("home").state == "lost"
    assert game.orb("away").holder == "a1"


@rule("ISH-Q-13")
def test_a_turn_cut_short_by_a_point_counts_as_one_of_the_set_number() -> None:
    game = about_to_score(turn=2, turns_total=3)
    game.do(act("h1", "propel", **SHOT), dice=[6])
    assert game.state.turn == 3
    assert game.outcome is None
    last = about_to_score(turn=3, turns_total=3)
    last.do(act("h1", "propel", **SHOT), dice=[6])
    assert last.outcome is not None


@rule("ISH-Q-14")
def test_a_level_match_is_a_draw() -> None:
    game = play(go="h1", picks=["a1"], turn=10, score=[1, 1])
    ended = only(game.do(end_go("h1")), MatchEnded)
    assert (ended.winner, ended.score) == (None, (1, 1))


@rule("ISH-Q-14")
def test_by_house_rule_a_level_match_goes_on_turn_by_turn_until_it_is_decided() -> None:
    game = play(go="h1", picks=["a1"], turn=10, score=[1, 1], house_rules={"tie": "extra_turns"})
    events = game.do(end_go("h1"), dice=[15, 3])
    assert only(events, ExtraTurnAdded).turns_total == 11
    assert (game.outcome, game.state.turn) == (None, 11)
    decided = play(go="h1", picks=["a1"], turn=10, score=[2, 1], house_rules={"tie": "extra_turns"})
    assert only(decided.do(end_go("h1")), MatchEnded).winner == "home"


@rule("ISH-Q-14")
def test_by_house_rule_no_extra_turn_is_added_when_nobody_can_play() -> None:
    away = [man("a1", status="out_match")]
    game = play([man("h1", (5, 1))], away, go="h1", turn=10, house_rules={"tie": "extra_turns"})
    events = game.do({"type": "dismiss", "player": "h1", "reason": "fireball"}, by="gm")
    assert not all_of(events, ExtraTurnAdded)
    assert only(events, MatchEnded).winner is None


def miss_into_the_vessel_square(**house_rules: str) -> Play:
    """h1 at (14,5) misses the home orb at (14,4) by 6: it scatters forward into (15,4), not from a scoring square."""
    orbs = {"home": {"at": [14, 4]}, "away": {"at": [8, 7]}}
    game = play([man("h1", (14, 5), reaction_used=True)], go="h1", orbs=orbs, house_rules=house_rules)
    game.do(act("h1", "control", orb="home", ability="str"), dice=[1, 2])  # 1 + 3 = 4 vs 10
    return game


@rule("ISH-Q-15")
def test_an_orb_enters_a_vessel_by_its_opening_only() -> None:
    game = miss_into_the_vessel_square()
    assert not all_of(game.events, OrbInVessel)
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (15, 4))


@rule("ISH-Q-15")
def test_by_house_rule_an_orb_enters_a_vessel_from_any_side() -> None:
    game = miss_into_the_vessel_square(vessel_entry="any_side")
    entered = only(game.events, OrbInVessel)
    assert (entered.orb, entered.vessel, entered.means) == ("home", "away", "scatter")
    assert only(game.events, OrbLost).orb == "home"  # home caused it, and did not propel
    assert game.orb("home").state == "lost"


@rule("ISH-Q-15")
def test_a_scatter_that_starts_in_a_vessel_square_leaves_it() -> None:
    orbs = {"home": {"at": [15, 4]}, "away": {"at": [8, 7]}}
    game = play([man("h1", (14, 5))], go="h1", orbs=orbs)
    game.do(act("h1", "control", orb="home", ability="str"), dice=[1, 2])  # 4 vs 10; forward
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (16, 4))


def propel_down(orb: str, **house_rules: str) -> Play:
    """h1 at (8,2) propels two squares to (8,4) with 1 + 5 = 6 vs 4: it lands and scatters one square, d8 2."""
    game = play([man("h1", (8, 2), reaction_used=True)], go="h1", orbs={orb: {"holder": "h1"}}, house_rules=house_rules)
    game.do(act("h1", "propel", direction=[0, 1], distance=2), dice=[1, 2])
    return game


@rule("ISH-Q-04")
@pytest.mark.parametrize(
    ("face", "to"),
    [(1, (4, 3)), (2, (4, 4)), (3, (4, 5)), (4, (3, 5)), (5, (2, 5)), (6, (2, 4)), (7, (2, 3)), (8, (3, 3))],
)
def test_the_d8_runs_clockwise_from_left_forward_of_the_causes_team(face: int, to: tuple[int, int]) -> None:
    # h1 misses the orb at (3,4) by 6, whose square it is: home looks toward +x, its left hand toward y = 1.
    # 6 is back, into the vessel square (2,4), which is not its opening.
    game = play([man("h1", (4, 4), reaction_used=True)], go="h1")
    game.do(act("h1", "control", orb="home", ability="str"), dice=[1, face])
    assert scattered(game) == [((3, 4), to)]


@rule("ISH-Q-04")
@pytest.mark.parametrize(("face", "to"), [(1, (8, 5)), (2, (8, 4)), (4, (9, 3)), (8, (9, 5))])
def test_for_away_the_frame_is_turned_about(face: int, to: tuple[int, int]) -> None:
    theirs = [man("a1", (9, 5), reaction_used=True)]
    game = play(away=theirs, go="a1", orbs={"home": {"at": [9, 4]}})
    game.do(act("a1", "control", orb="home", ability="str"), dice=[1, face])
    assert scattered(game) == [((9, 4), to)]


@rule("ISH-Q-04")
@pytest.mark.parametrize(
    ("switch", "to"),
    [("cause_team", (9, 4)), ("orb_team", (7, 4)), ("flight_direction", (8, 5))],
)
def test_forward_is_that_of_the_cause_or_by_house_rule_of_the_orb_or_of_the_flight(
    switch: str, to: tuple[int, int]
) -> None:
    # Home propels the away orb straight down.
    assert scattered(propel_down("away", scatter_frame=switch)) == [((8, 4), to)]


@rule("ISH-Q-04")
@pytest.mark.parametrize("switch", ["cause_team", "orb_team"])
def test_ones_own_orb_scatters_alike_in_the_frame_of_cause_and_orb(switch: str) -> None:
    assert scattered(propel_down("home", scatter_frame=switch)) == [((8, 4), (9, 4))]


@rule("ISH-Q-04")
@pytest.mark.parametrize(("face", "to"), [(1, (11, 4)), (2, (11, 5)), (3, (10, 5)), (4, (9, 5)), (6, (9, 3))])
def test_by_house_rule_the_d8_runs_clockwise_from_a_slanting_flight_too(face: int, to: tuple[int, int]) -> None:
    game = play(
        [man("h1", (8, 2), reaction_used=True)],
        go="h1",
        orbs={"home": {"holder": "h1"}},
        house_rules={"scatter_frame": "flight_direction"},
    )
    # 1 + 5 = 6 vs 4: it lands at (10, 4) and scatters one square; forward is (+1, +1).
    game.do(act("h1", "propel", direction=[1, 1], distance=2), dice=[1, face])
    assert scattered(game) == [((10, 4), to)]


def scatter_toward_a1() -> Play:
    """h1's propel to (9,4) lands with margin 2 and scatters 2 squares; the first is (10,4), beside a1 at (11,5)."""
    game = play([man("h1", (5, 4), reaction_used=True)], [man("a1", (11, 5))], go="h1", orbs={"home": {"holder": "h1"}})
    # 5 + 5 = 10 vs 2 × 4 = 8; ceil(4 / 3) = 2 squares; d8 2: forward for home.
    game.do(act("h1", "propel", direction=[1, 0], distance=4), dice=[5, 2])
    assert game.orb("home").at == (10, 4)
    return game


@rule("ISH-Q-05")
def test_a_control_that_misses_by_5_has_its_square_in_the_takers_frame_and_the_rest_in_the_old_one() -> None:
    game = scatter_toward_a1()
    # a1 with Str: 1 + 3 = 4 vs 10, missed by 6. Its square: forward for away. The square left: forward for home again.
    game.do(react("a1", "control", orb="home", ability="str"), dice=[1, 2, 2])
    assert scattered(game) == [((9, 4), (10, 4)), ((10, 4), (9, 4)), ((9, 4), (10, 4))]
    assert [event.cause for event in all_of(game.events, OrbScattered)] == ["h1", "a1", "h1"]


@rule("ISH-Q-05")
def test_a_control_that_misses_by_less_does_not_change_the_cause() -> None:
    game = scatter_toward_a1()
    game.do(react("a1", "control", orb="home", ability="str"), dice=[6, 2])  # 6 + 3 = 9 vs 10
    assert scattered(game) == [((9, 4), (10, 4)), ((10, 4), (11, 4))]
    assert all_of(game.events, OrbScattered)[-1].cause == "h1"


@rule("ISH-Q-05")
def test_what_a_push_shakes_loose_is_caused_by_the_pusher() -> None:
    theirs = [man("a1", (9, 4), reaction_used=True)]
    game = play([man("h1", (8, 4), reaction_used=True)], theirs, go="h1", orbs={"away": {"holder": "a1"}})
    game.do(act("h1", "push_pull", target="a1"))
    game.do({"type": "pass"}, dice=[12, 10])  # 17 against 15: margin 2
    # Straight on to (10,4); no Reaction left: not made; scatters 1, forward for home.
    game.do({"type": "choose", "option": "push", "squares": 1}, dice=[2])
    assert scattered(game) == [((10, 4), (11, 4))]
    assert all_of(game.events, OrbScattered)[0].cause == "h1"


@rule("ISH-Q-05")
def test_the_pusher_is_the_cause_when_its_lost_push_shakes_the_orb_loose() -> None:
    theirs = [man("a1", (9, 4), reaction_used=True)]
    game = play([man("h1", (8, 4), reaction_used=True)], theirs, go="h1", orbs={"away": {"holder": "a1"}})
    game.do(act("h1", "push_pull", target="a1"))
    game.do({"type": "pass"}, dice=[10, 11])  # 15 against 16: lost by 1; the free Control SR has DC 10 − 1 = 9
    # Str 1 + 3 − 4 = 0 vs 9, missed by 9: scatters, forward for home.
    game.do({"type": "forced_control", "player": "a1", "ability": "str"}, dice=[1, 2])
    assert scattered(game) == [((9, 4), (10, 4))]
    assert all_of(game.events, OrbScattered)[0].cause == "h1"


@rule("ISH-Q-08")
def test_by_house_rule_a_player_passes_over_a_mates_square_into_the_next() -> None:
    mates = [man("h1", (8, 1)), man("h2", (9, 1))]
    theirs = [man("a1", (9, 2), reaction_used=True)]
    off = play(mates, theirs, go="h1")
    off.refuses(step("h1", 10, 1), "not_adjacent")
    game = play(mates, theirs, go="h1", house_rules={"pass_allies": "on"})
    game.refuses(step("h1", 9, 1), "occupied")  # still one player a square
    game.refuses(step("h1", 10, 3), "not_adjacent")  # an opponent is no mate
    game.do(step("h1", 10, 1))
    game.pass_all()
    assert (game.player("h1").at, game.player("h1").move_used) == ((10, 1), 2)


@rule("ISH-Q-08")
def test_by_house_rule_passing_over_a_mate_needs_a_free_square_behind_and_the_movement() -> None:
    mates = [man("h1", (8, 1), move_used=5), man("h2", (9, 1)), man("h3", (9, 2)), man("h4", (10, 3))]
    game = play(mates, go="h1", house_rules={"pass_allies": "on"})
    game.refuses(step("h1", 10, 3), "occupied")
    game.refuses(step("h1", 10, 1), "no_movement")


@rule("ISH-Q-03")
def test_without_the_house_rule_there_are_no_substitutes() -> None:
    document = setup()
    document["teams"]["home"]["bench"] = [body(man("h2"))]
    with pytest.raises(Refused) as caught:
        Play.setup(ISHMEK, document)
    assert caught.value.code == "bad_setup"


@rule("ISH-Q-03")
def test_by_house_rule_a_substitute_may_come_in_after_a_point_and_only_then() -> None:
    document = setup()
    document["teams"]["home"]["bench"] = [body(man("h2"))]
    game = Play.setup(ISHMEK, document, house_rules={"subs": "after_point"})
    game.refuses(place("home", h2=(1, 1)), "bad_placement")
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[15, 3])
    game.do(pick("h1"))
    game.do({"type": "gm_effect", "note": "set the scene", "player": "h1", "move_to": [16, 4]}, by="gm")
    game.do({"type": "gm_effect", "note": "set the scene", "orb": {"orb": "home", "holder": "h1"}}, by="gm")
    game.do(act("h1", "propel", **SHOT), dice=[6])
    game.refuses(place("home", h1=(1, 1), h2=(1, 2)), "bad_placement")  # no more than played
    game.do(place("home", h2=(1, 4)))
    events = game.do(place("away", a1=(16, 1)), dice=[15, 3])
    assert only(events, PlayersPlaced).benched == ("h1",)
    assert (game.player("h2").at, game.player("h1").at) == ((1, 4), None)
    game.refuses(pick("h1"), "player_not_available")
    game.do(pick("h2"))


@rule("ISH-Q-66")
def test_start_positions_clear_places_prone_holders_and_lost_orbs_and_nothing_else() -> None:
    theirs = [
        man("a1", (12, 7), prone=True, injuries=["noodly_legs"]),
        man("a2", status="sitting_out", sit_out={"kind": "rounds", "back": 9}),
        man("a3", status="sitting_out", sit_out={"kind": "point"}),
    ]
    caster = man("h1", (16, 4), cast_mod=3, slots_l1=1)
    orbs = {"home": {"holder": "h1"}, "away": {"at": [2, 4], "state": "lost"}}
    game = play([caster], theirs, go="h1", orbs=orbs)
    game.do(act("h1", "propel", **SHOT), dice=[6])  # 6 + 5 = 11 vs 11
    game.do(place("home", h1=(1, 1)))
    game.refuses(place("away", a1=(16, 1), a2=(16, 2), a3=(16, 3)), "bad_placement")
    game.do(place("away", a1=(16, 1), a3=(16, 3)), dice=[15, 3])
    a1, a2, a3 = (game.player(name) for name in ("a1", "a2", "a3"))
    assert (a1.at, a1.prone) == ((16, 1), False)
    assert [injury.name for injury in a1.injuries] == ["noodly_legs"]
    assert (a2.status, a2.at) == ("sitting_out", None)
    assert (a3.status, a3.at) == ("on_field", (16, 3))
    assert game.player("h1").slots_l1 == 1
    for orb in ("home", "away"):
        assert (game.orb(orb).state, game.orb(orb).holder) == ("loose", None)


@rule("ISH-Q-76")
def test_a_team_with_nobody_on_the_field_is_skipped_and_play_goes_on() -> None:
    away = [man("a1", status="out_match"), man("a2", status="sitting_out", sit_out={"kind": "match"})]
    game = play([man("h1", (5, 1)), man("h2", (6, 1))], away, go="h1")
    game.do(end_go("h1"))
    assert [(ask.kind, ask.seat) for ask in game.asks()] == [("pick", "home")]
    game.do(pick("h2"))
    events = game.do(end_go("h2"), dice=[3, 15])
    assert only(events, TurnEnded).reason == "all_gone"
    # Away wins the initiative and has nobody: home picks.
    assert [(ask.kind, ask.seat) for ask in game.asks()] == [("pick", "home")]


@rule("ISH-Q-76")
def test_the_gm_may_forfeit_the_match_for_a_team() -> None:
    away = [man("a1", status="out_match")]
    game = play([man("h1", (5, 1))], away, go="h1")
    game.refuses({"type": "forfeit", "team": "away"}, "gm_only", by="home")
    events = game.do({"type": "forfeit", "team": "away", "reason": "nobody is left"}, by="gm")
    assert only(events, MatchForfeited).team == "away"
    ended = only(events, MatchEnded)
    assert (ended.winner, ended.termination) == ("home", "forfeit")
    assert not all_of(events, PointScored)


@rule("ISH-Q-80")
@pytest.mark.parametrize("variant", ["banak_open", "spheres", "balturan"])
def test_no_variant_but_banak_has_rules_here(variant: str) -> None:
    with pytest.raises(KernelError) as caught:
        match(variant=variant)
    assert getattr(caught.value, "code", "") == "unsupported_variant"
    assert match(variant="banak").asks("place")


@rule("ISH-Q-80")
def test_what_has_no_rules_is_done_by_the_gm_with_a_note() -> None:
    game = play(go="h1")
    game.cannot_read({"type": "bribe", "team": "home", "umpire": 1})
    game.do({"type": "gm_effect", "note": "umpire 1 was paid", "umpires": [0, 7]}, by="gm")
    assert game.state.umpires == (0, 7)
    game.cannot_read({"type": "gm_effect", "umpires": [0, 7]})
