"""Ways to far places: round what is in the way, over a Move and a Sprint, with who may shoot at the end.

A man has Finesse 5: 9 inches a Move, 4.5 a Sprint. Bases have a radius of half an inch, so that centres 2 inches
apart are 1 inch from edge to edge.
"""

import pytest

from rules.istra import commands as co
from rules.istra.questions import get
from rules.istra.ways import ways_to
from rules.kernel.reading import plain
from tests.rules.istra.battles import circle, man, piece, placed, position, wall
from tests.rules.istra.skirmish import Skirmish

FAR = man("b1", (4000, 4000))
HIGH = {"height": 600}


def field(*foes, friends=(), hero=None, terrain=(), **fields):
    """`a1` acts at (1000, 1000)."""
    one = {**man("a1", (1000, 1000)), **(hero or {})}
    return position([one, *friends], list(foes) or [FAR], active="a1", terrain=list(terrain), **fields)


def way(document, *path, kind=co.Move, house=None):
    state = placed(document, **(house or {}))
    return ways_to(state, get(state, "a1"), kind, path)


def movements(passage):
    """Each movement by its command, what it costs and how it ends."""
    return [(type(one.order).__name__, one.walked.cost, one.walked.stop) for one in passage.parts]


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ((1600, 1000), [("Move", 600, "end")]),  # IST-MOVE-01
        ((1900, 1000), [("Move", 900, "end")]),
        ((2200, 1000), [("Move", 900, "end"), ("Sprint", 300, "end")]),  # IST-MOVE-15
        ((2350, 1000), [("Move", 900, "end"), ("Sprint", 450, "end")]),
    ],
)
def test_a_far_place_takes_a_move_and_then_a_sprint(to, expected):
    assert movements(way(field(), to)) == expected


def test_a_way_that_needs_no_more_is_the_command_as_it_is_named():
    (only,) = way(field(), (1600, 1000), (1600, 1200)).parts
    assert only.order == co.Move(model="a1", path=((1600, 1000), (1600, 1200)))


@pytest.mark.parametrize(
    ("hero", "to", "hint"),
    [
        ({}, (2400, 1000), 'It costs 14" of 13.5": 9" by Move and 4.5" by Sprint.'),
        ({"standard_action": 0}, (2000, 1000), 'It costs 10" of 9".'),
    ],
)
def test_what_is_too_far_says_how_far_one_comes(hero, to, hint):
    passage = way(field(hero=hero), to)
    assert passage.parts == ()
    assert (passage.refused.code, passage.refused.rule) == ("move_too_far", "IST-MOVE-02")
    assert passage.refused.hint == hint


def test_it_goes_round_a_piece_that_cannot_be_climbed():
    # The wall is 1 inch thick and ends half an inch above the straight way: 0.5 · √5 twice, and 1 along its top.
    passage = way(field(terrain=[wall("w", 1100, 500, 1200, 1050, **HIGH)]), (1300, 1000))
    assert passage.round
    assert movements(passage) == [("Move", passage.walked.cost, "end")]
    assert 2 * 112 + 100 <= passage.walked.cost <= 2 * 112 + 100 + 20
    assert passage.walked.at == (1300, 1000, 0)


def test_it_goes_round_an_enemy_and_meets_nobody():
    # Tangents to 2 inches about the enemy, from 3 inches off: 2 · √5, and 83.6° of the circle between them: 2.92.
    passage = way(field(man("b1", (1300, 1000))), (1600, 1000))
    assert movements(passage) == [("Move", passage.walked.cost, "end")]
    assert 739 <= passage.walked.cost <= 739 + 40


def test_to_an_enemy_it_comes_into_contact_and_tells_who_may_shoot():
    archer = man("b1", (1500, 1000), equipment=["bow"], active_weapon="bow")
    for foe, shooters in ((archer, ("b1",)), (man("b1", (1500, 1000)), ()), (archer | {"move_action": 0}, ())):
        (only,) = way(field(foe), (1500, 1000)).parts
        # Up to 1 inch from edge to edge: 2 inches from its centre. [IST-MOVE-05, IST-REACT-02]
        assert (only.walked.cost, only.walked.stop, only.shooters) == (300, "engaged", shooters)


def test_rough_ground_is_walked_round_where_that_is_cheaper():
    # Straight through 4 inches of it, 8 inches of way cost 12. Round its corner: 2 · √(2² + 0.5²) + 4.
    marsh = piece("marsh", {"shape": "rect", "a": [1200, 950], "b": [1600, 2000]}, ground="rough")
    passage = way(field(terrain=[marsh]), (1800, 1000))
    assert 812 <= passage.walked.cost <= 812 + 20


@pytest.mark.parametrize(
    ("terrain", "friends", "to", "rule", "why"),
    [
        ([wall("w", 1400, 900, 1600, 1100, **HIGH, standable=False)], [], (1500, 1000), "IST-Q-128", "a solid piece"),
        ([piece("m", circle(1500, 1000, 100), ground="impassable")], [], (1500, 1000), "IST-Q-128", "impassable"),
        ([wall("w", 1400, 900, 1600, 1100, **HIGH)], [], (1500, 1000), "IST-MOVE-03", "No more than 3 inches"),
        ([], [man("a2", (1500, 1000))], (1500, 1000), "IST-Q-117", "on the base of a2"),
    ],
)
def test_where_nobody_comes_says_why(terrain, friends, to, rule, why):
    passage = way(field(terrain=terrain, friends=friends), to)
    assert passage.parts == ()
    code = "climb_too_high" if rule == "IST-MOVE-03" else "path_blocked"
    assert (passage.refused.code, passage.refused.rule) == (code, rule)
    assert why in passage.refused.message
    assert passage.refused.hint


def test_a_move_ends_before_a_friend_and_the_sprint_goes_on():
    # 9 inches on stands a friend: it may be passed, not ended on. [IST-Q-117]
    passage = way(field(friends=[man("a2", (1900, 1000))]), (2200, 1000))
    (move, sprint) = passage.parts
    assert move.walked.cost <= 800
    assert (sprint.walked.cost, sprint.walked.at) == (1200 - move.walked.cost, (2200, 1000, 0))


def test_a_climb_is_not_broken_off_between_two_movements():
    # 7.5 inches to the foot of a piece 2 inches high: up costs 2, more than is left. [IST-MOVE-02]
    passage = way(field(terrain=[wall("w", 1750, 0, 2500, 2000, height=200)]), (1950, 1000))
    (move, sprint) = passage.parts
    assert (move.walked.cost, move.walked.climbed) == (750, 0)
    assert (sprint.walked.cost, sprint.walked.climbed, sprint.walked.at) == (400, 200, (1950, 1000, 200))


def test_out_of_melee_it_disengages_and_sprints():
    engaged = field(man("b1", (1100, 1000)), engaged=[["a1", "b1"]])
    passage = way(engaged, (0, 1000), kind=co.Disengage)
    assert movements(passage) == [("Disengage", 900, "end"), ("Sprint", 100, "end")]


WALL = [wall("w", 1300, 500, 1400, 1300, **HIGH)]


@pytest.mark.parametrize(
    ("document", "to"),
    [
        (field(), (2300, 1200)),
        (field(terrain=WALL), (2000, 1000)),
        (field(man("b1", (1500, 1000)), man("b2", (1500, 1400)), terrain=WALL), (2000, 1000)),
        (field(man("b1", (1900, 1000)), terrain=WALL), (1900, 1000)),
        (field(friends=[man("a2", (1900, 1000))]), (2200, 1000)),
    ],
)
def test_each_movement_is_taken_by_the_game(document, to):
    passage = way(document, to)
    assert passage.parts
    game = Skirmish(document)
    for part in passage.parts:
        game.do(plain(part.order))
        if part.walked.stop == "end":
            assert get(game.state, "a1").pos == part.walked.at
    assert sum(part.walked.cost for part in passage.parts) == pytest.approx(passage.walked.cost, abs=1)
