"""Rulings on the match as a whole: rosters, placement, initiative, what a turn leaves behind, and their switches."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import (
    InitiativeRolled,
    MatchEnded,
    OrbInVessel,
    OrbLost,
    OrbScattered,
    PlacementMade,
    PlayersPlaced,
    TurnEnded,
)
from rules.ishmek.system import ISHMEK
from rules.kernel.agenda import Secret
from rules.kernel.errors import KernelError, Refused
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    by_gm,
    count,
    do,
    each,
    finds,
    illegal,
    never,
    once,
    orb,
    played,
    player,
    refused,
    seat_asked,
    state,
    unread,
)
from tests.rules.ishmek.arena import act, body, end_go, let_pass, man, match, pick, place, play, react, setup, step
from tests.rules.play import Play, all_of, rule

SHOT = act("h1", "propel", orb="home", direction=[-1, 0], distance=1)
MISSED = act("h1", "control", orb="home", ability="str")
PUSH = act("h1", "push_pull", target="a1")
HELD = {"home": {"holder": "h1"}}
QUIET: dict[str, Any] = {"reaction_used": True}
SIX = [man(f"h{i}") for i in range(1, 7)]
ROUND = [pick("h1"), end_go("h1"), pick("a1")]


def rolled(*ways: tuple[tuple[int, int], tuple[int, int]]) -> Step:
    """From where to where orbs have scattered."""
    return finds(list(ways), lambda game: [(event.start, event.to) for event in all_of(game.events, OrbScattered)])


def caused(*players: str) -> Step:
    return each(OrbScattered, cause=list(players))


def one_against_one(**more: Any) -> Callable[[], Play]:
    """Both teams have placed their one player; home has won the initiative 15 to 3."""

    def game() -> Play:
        opened = match(**more)
        opened.do(place("home", h1=(1, 1)))
        opened.do(place("away", a1=(16, 1)), dice=[15, 3])
        return opened

    return game


def control_of(at: tuple[int, int], player_at: tuple[int, int], **house_rules: str) -> Callable[[], Play]:
    """h1's go, the home orb at `at`; with Strength and a 1 a Control is missed by 6, 4 against 10, and it scatters."""
    orbs = {"home": {"at": list(at)}, "away": {"at": [8, 7]}}
    return lambda: play([man("h1", player_at, **QUIET)], go="h1", orbs=orbs, house_rules=house_rules)


def propel_down(team: str, way: tuple[int, int], face: int, **house_rules: str) -> tuple[Callable[[], Play], Step]:
    """h1 at (8,2) propels that orb two squares with 1 + 5 = 6 against 4: it lands and scatters one square."""
    orbs, propel = {team: {"holder": "h1"}}, act("h1", "propel", direction=list(way), distance=2)
    return lambda: play([man("h1", (8, 2), **QUIET)], go="h1", orbs=orbs, house_rules=house_rules), do(propel, 1, face)


def toward_a1() -> Play:
    """h1's propel to (9,4) lands with margin 2 and scatters 2 squares; the first is (10,4), beside a1 at (11,5)."""
    game = play([man("h1", (5, 4), **QUIET)], [man("a1", (11, 5))], go="h1", orbs=HELD)
    # 5 + 5 = 10 against 2 × 4 = 8; ceil(4 / 3) = 2 squares; d8 2: forward for home.
    game.do(act("h1", "propel", direction=[1, 0], distance=4), dice=[5, 2])
    assert game.orb("home").at == (10, 4)
    return game


def shaken() -> Play:
    """a1 holds the away orb beside h1, and has no Reaction."""
    theirs = [man("a1", (9, 4), **QUIET)]
    return play([man("h1", (8, 4), **QUIET)], theirs, go="h1", orbs={"away": {"holder": "a1"}})


def over_a_mate(**house_rules: str) -> Callable[[], Play]:
    theirs = [man("a1", (9, 2), **QUIET)]
    return lambda: play([man("h1", (8, 1)), man("h2", (9, 1))], theirs, go="h1", house_rules=house_rules)


D8 = [(1, (4, 3)), (2, (4, 4)), (3, (4, 5)), (4, (3, 5)), (5, (2, 5)), (6, (2, 4)), (7, (2, 3)), (8, (3, 3))]
D8_AWAY = [(1, (8, 5)), (2, (8, 4)), (4, (9, 3)), (8, (9, 5))]
D8_SLANTING = [(1, (11, 4)), (2, (11, 5)), (3, (10, 5)), (4, (9, 5)), (6, (9, 3))]
SLANTING = {"scatter_frame": "flight_direction"}
TAKEN_UP = {"home": {"at": [15, 4], "state": "lost"}, "away": {"holder": "a1"}}
AWAY_OUT = [man("a1", status="out_match"), man("a2", status="sitting_out", sit_out={"kind": "match"})]
SECRET = Secret(("away",), "players_placed")


@pytest.mark.parametrize("case", [
    *(played("ISH-Q-02", f"{turns} turns", one_against_one(turns_total=turns),
        *[one for turn in range(1, turns) for one in [state(turn=turn), *ROUND, do(end_go("a1"), 15, 3)]],
        state(turn=turns), never(MatchEnded), *ROUND, end_go("a1"), once(MatchEnded, termination="turns"))
        for turns in (1, 3)),
    played("ISH-Q-03", "teams of unequal size", lambda: match(SIX, [man("a1")]),
        place("home", **{f"h{i}": (1, y) for i, y in enumerate((1, 2, 3, 4, 6, 7), start=1)}),
        do(place("away", a1=(16, 4)), 15, 3),
        finds(7, lambda game: sum(one.at is not None for one in game.state.players))),
    # rows 1 to 6, with 3, 4 and 5
    illegal("ISH-Q-03", "not all three scoring squares for six", lambda: match(SIX),
        place("home", **{f"h{i}": (1, i) for i in range(1, 7)}), "three_in_scoring_squares"),
    played("ISH-Q-10", "placements are hidden until both are in", match, seat_asked("place", "home", "away"),
        place("away", a1=(16, 2)), once(PlacementMade, secret=SECRET), player("a1", at=None),
        do(place("home", h1=(1, 6)), 15, 3), once(PlayersPlaced, squares={"h1": (1, 6), "a1": (16, 2)})),
    played("ISH-Q-10", "by house rule home places first, for all to see",
        lambda: match(house_rules={"placement": "home_first"}), seat_asked("place", "home"),
        refused(place("away", a1=(16, 2)), "decision_pending"), place("home", h1=(1, 6)),
        each(PlacementMade, secret=[None]), do(place("away", a1=(16, 2)), 15, 3), player("h1", at=(1, 6)),
        player("a1", at=(16, 2))),
    played("ISH-Q-11", "initiative every turn", one_against_one(), *ROUND, do(end_go("a1"), 2, 9),
        each(InitiativeRolled, total=[15, 3, 2, 9]), seat_asked("pick", "away")),
    played("ISH-Q-11", "by house rule once a match", one_against_one(house_rules={"initiative": "once_per_match"}),
        *ROUND, end_go("a1"), count(InitiativeRolled, 2), seat_asked("pick", "home")),
    played("ISH-Q-12", "prone and lost over the end of a turn",
        lambda: play([man("h1", (7, 3), prone=True)], [man("a1", (11, 6))], go="h1", picks=["a1"], orbs=TAKEN_UP),
        do(end_go("h1"), 15, 3), player("h1", prone=True), orb("home", state="lost"), orb("away", holder="a1")),
    # scattered forward from (14,4), which is no scoring square
    played("ISH-Q-15", "into a vessel by its opening only", control_of((14, 4), (14, 5)), do(MISSED, 1, 2),
        never(OrbInVessel), orb("home", state="loose", at=(15, 4))),
    # home caused it, and did not propel
    played("ISH-Q-15", "by house rule from any side", control_of((14, 4), (14, 5), vessel_entry="any_side"),
        do(MISSED, 1, 2), once(OrbInVessel, orb="home", vessel="away", means="scatter"), once(OrbLost, orb="home"),
        orb("home", state="lost")),
    played("ISH-Q-15", "out of a vessel square", control_of((15, 4), (14, 5)), do(MISSED, 1, 2),
        orb("home", state="loose", at=(16, 4))),
    # Home looks toward +x, its left hand toward y = 1. 6 is back, into the vessel square (2,4), not its opening.
    *(played("ISH-Q-04", f"d8 {face} for home", control_of((3, 4), (4, 4)), do(MISSED, 1, face), rolled(((3, 4), to)))
        for face, to in D8),
    *(played("ISH-Q-04", f"d8 {face} for away",
        lambda: play(away=[man("a1", (9, 5), **QUIET)], go="a1", orbs={"home": {"at": [9, 4]}}),
        do({**MISSED, "player": "a1"}, 1, face), rolled(((9, 4), to))) for face, to in D8_AWAY),
    # Home propels the away orb straight down.
    *(played("ISH-Q-04", f"forward by {mode}", *propel_down("away", (0, 1), 2, scatter_frame=mode),
        rolled(((8, 4), to)))
        for mode, to in [("cause_team", (9, 4)), ("orb_team", (7, 4)), ("flight_direction", (8, 5))]),
    *(played("ISH-Q-04", f"the own orb by {mode}", *propel_down("home", (0, 1), 2, scatter_frame=mode),
        rolled(((8, 4), (9, 4)))) for mode in ("cause_team", "orb_team")),
    # forward is that of the flight: one to the right and one down
    *(played("ISH-Q-04", f"d8 {face} of a slanting flight", *propel_down("home", (1, 1), face, **SLANTING),
        rolled(((10, 4), to))) for face, to in D8_SLANTING),
    # 1 + 3 = 4 against 10, missed by 6. Its square: forward for away; the square left: forward for home again.
    played("ISH-Q-05", "missed by 5: its square in the frame of who missed", toward_a1,
        do(react("a1", "control", orb="home", ability="str"), 1, 2, 2),
        rolled(((9, 4), (10, 4)), ((10, 4), (9, 4)), ((9, 4), (10, 4))), caused("h1", "a1", "h1")),
    # 6 + 3 = 9 against 10
    played("ISH-Q-05", "missed by less: the cause stays", toward_a1,
        do(react("a1", "control", orb="home", ability="str"), 6, 2),
        rolled(((9, 4), (10, 4)), ((10, 4), (11, 4))), caused("h1", "h1")),
    # 17 against 15, straight on to (10,4); no Reaction left: not made; scatters 1, forward for home.
    played("ISH-Q-05", "shaken loose: caused by the pusher", shaken, PUSH, do(let_pass(), 12, 10),
        do({"type": "choose", "option": "push", "squares": 1}, 2), rolled(((10, 4), (11, 4))), caused("h1")),
    # 15 against 16: the free Control has DC 10 − 1 = 9. 1 + 3 − 4 = 0, missed by 9: forward for home.
    played("ISH-Q-05", "also by a push that was lost", shaken, PUSH, do(let_pass(), 10, 11),
        do({"type": "forced_control", "player": "a1", "ability": "str"}, 1, 2), rolled(((9, 4), (10, 4))),
        caused("h1")),
    illegal("ISH-Q-08", "not over a mate", over_a_mate(), step("h1", 10, 1), "not_adjacent"),
    # still one player a square; an opponent is no mate
    played("ISH-Q-08", "by house rule over a mate", over_a_mate(pass_allies="on"),
        refused(step("h1", 9, 1), "occupied"), refused(step("h1", 10, 3), "not_adjacent"), step("h1", 10, 1), PASS,
        player("h1", at=(10, 1), move_used=2)),
    played("ISH-Q-08", "if there is room behind, and movement",
        lambda: play([man("h1", (8, 1), move_used=5), man("h2", (9, 1)), man("h3", (9, 2)), man("h4", (10, 3))],
        go="h1", house_rules={"pass_allies": "on"}), refused(step("h1", 10, 3), "occupied"),
        refused(step("h1", 10, 1), "no_movement")),
    # Away wins the initiative and has nobody: home picks.
    played("ISH-Q-76", "a team with nobody is skipped",
        lambda: play([man("h1", (5, 1)), man("h2", (6, 1))], AWAY_OUT, go="h1"), end_go("h1"),
        seat_asked("pick", "home"), pick("h2"), do(end_go("h2"), 3, 15), once(TurnEnded, reason="all_gone"),
        seat_asked("pick", "home")),
    played("ISH-Q-80", "what has no rules the GM does, with a note", lambda: play(go="h1"),
        unread({"type": "bribe", "team": "home", "umpire": 1}),
        by_gm({"type": "gm_effect", "note": "umpire 1 was paid", "umpires": [0, 7]}), state(umpires=(0, 7)),
        unread({"type": "gm_effect", "umpires": [0, 7]})),
])  # fmt: skip
def test_ruling(case: Played) -> None:
    case.check()


def with_bench() -> dict[str, Any]:
    document = setup()
    document["teams"]["home"]["bench"] = [body(man("h2"))]
    return document


def turnless() -> dict[str, Any]:
    return {name: value for name, value in setup().items() if name != "turns_total"}


@pytest.mark.parametrize(("document", "code"), [
    pytest.param(turnless(), "", marks=rule("ISH-Q-02")),
    pytest.param(setup([man(f"h{i}") for i in range(1, 8)]), "bad_setup", marks=rule("ISH-Q-03")),
    pytest.param(with_bench(), "bad_setup", marks=rule("ISH-Q-03")),
    *(pytest.param(setup(variant=one), "unsupported_variant", marks=rule("ISH-Q-80"))
        for one in ("banak_open", "spheres", "balturan")),
])  # fmt: skip
def test_it_refuses_a_setup(document: dict[str, Any], code: str) -> None:
    with pytest.raises(KernelError) as caught:
        Play.setup(ISHMEK, document)
    assert (caught.value.code if isinstance(caught.value, Refused) else "") == code


@rule("ISH-Q-03")
def test_by_house_rule_a_substitute_may_come_in_after_a_point_and_only_then() -> None:
    game = Play.setup(ISHMEK, with_bench(), house_rules={"subs": "after_point"})
    game.refuses(place("home", h2=(1, 1)), "bad_placement")
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[15, 3])
    game.do(pick("h1"))
    game.do({"type": "gm_effect", "note": "set the scene", "player": "h1", "move_to": [16, 4]}, by="gm")
    game.do({"type": "gm_effect", "note": "set the scene", "orb": {"orb": "home", "holder": "h1"}}, by="gm")
    game.do(SHOT, dice=[6])
    game.refuses(place("home", h1=(1, 1), h2=(1, 2)), "bad_placement")  # no more than played
    game.do(place("home", h2=(1, 4)))
    game.do(place("away", a1=(16, 1)), dice=[15, 3])
    assert all_of(game.events, PlayersPlaced)[-1].benched == ("h1",)
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
    orbs = {"home": {"holder": "h1"}, "away": {"at": [2, 4], "state": "lost"}}
    game = play([man("h1", (16, 4), cast_mod=3, slots_l1=1)], theirs, go="h1", orbs=orbs)
    game.do(SHOT, dice=[6])  # 6 + 5 = 11 against 11
    game.do(place("home", h1=(1, 1)))
    game.refuses(place("away", a1=(16, 1), a2=(16, 2), a3=(16, 3)), "bad_placement")
    game.do(place("away", a1=(16, 1), a3=(16, 3)), dice=[15, 3])
    a1, a2, a3 = (game.player(name) for name in ("a1", "a2", "a3"))
    assert (a1.at, a1.prone, [injury.name for injury in a1.injuries]) == ((16, 1), False, ["noodly_legs"])
    assert (a2.status, a2.at, a3.status, a3.at) == ("sitting_out", None, "on_field", (16, 3))
    assert game.player("h1").slots_l1 == 1
    assert [(orb.state, orb.holder) for orb in game.state.orbs] == [("loose", None), ("loose", None)]
