"""The list of rules: head-to-head, mini-tables with each kind of restart, lots, and who shares a place."""

import hashlib

import msgspec
import pytest

from rules.kernel.errors import Refused
from tests.tournaments.standings.crosstables import crosstable, league, ranked, reasons
from tournaments.domain.standings.points import ONE_POINT
from tournaments.domain.standings.ranking import cautions
from tournaments.domain.standings.rules import PRESETS, StandingRules
from tournaments.domain.standings.table import rank

# A beat B 1:0, B beat C 2:1, C beat A 1:0; against D, C won higher than B and B higher than A.
CIRCLE = league("A-B 1:0", "B-C 2:1", "C-A 1:0", "A-D 1:0", "B-D 2:0", "C-D 9:0")
MINI = ("points", "mini:points", "mini:score_difference", "mini:score_for", "score_difference", "score_for")


@pytest.mark.rule("KERNEL-TOUR-44")
def test_a_circle_starts_again_for_the_two_that_it_leaves():
    """Among A, B and C: 3 points and a difference of 0 each, scores of 1, 2 and 2. Between B and C, B won."""
    assert ranked(CIRCLE, *MINI, restart="after") == "B C A D"
    assert ranked(CIRCLE, *MINI, restart="at_once") == "B C A D"
    assert reasons(CIRCLE, *MINI, restart="after")["B"] == "above C on points among the tied: 3 to 0"


@pytest.mark.rule("KERNEL-TOUR-44")
def test_a_circle_that_never_starts_again_goes_on_with_all_games():
    """C has a difference of 9 in all games, B of 2."""
    assert ranked(CIRCLE, *MINI, restart="never") == "C B A D"
    assert reasons(CIRCLE, *MINI, restart="never")["C"] == "above B on score difference: 9 to 2"


@pytest.mark.rule("KERNEL-TOUR-44")
def test_group_c_of_the_european_championship_of_2004():
    """Sweden, Denmark and Italy drew with each other and had 5 points each: 3, 2 and 1 goals among the three."""
    group = league(
        "Denmark-Italy 0:0",
        "Sweden-Bulgaria 5:0",
        "Bulgaria-Denmark 0:2",
        "Italy-Sweden 1:1",
        "Italy-Bulgaria 2:1",
        "Denmark-Sweden 2:2",
    )
    assert ranked(group, *PRESETS["mini_table"]) == "Sweden Denmark Italy Bulgaria"
    why = reasons(group, *PRESETS["mini_table"])
    assert why["Sweden"] == "above Denmark on score among the tied: 3 to 2"
    assert why["Denmark"] == "above Italy on score among the tied: 2 to 1"
    assert why["Italy"] == "above Bulgaria on points: 5 to 0"


# Each of A, B and C has 6 points. Among them A and B have 4, C has 0; A and B drew, B beat C higher than A did.
SPLIT = league("A-B 1:1", "A-C 1:0", "B-C 5:0", "A-D 9:9", "A-E 9:9", "B-D 0:0", "B-E 0:0", "C-D 1:0", "C-E 1:0")


@pytest.mark.rule("KERNEL-TOUR-44")
@pytest.mark.parametrize("restart", ["after", "never"])
def test_a_block_of_mini_tables_is_finished_before_it_starts_again(restart):
    """The way of UEFA: in the table of the three B has a difference of 5, A of 1."""
    assert ranked(SPLIT, *MINI[:4], "score_for", restart=restart).startswith("B A C")


@pytest.mark.rule("KERNEL-TOUR-44")
def test_a_block_that_starts_again_at_once_forgets_who_is_out():
    """In the table of the two nothing separates A and B; in all games A has scored 20, B 6."""
    assert ranked(SPLIT, *MINI[:4], "score_for", restart="at_once").startswith("A B C")
    assert reasons(SPLIT, *MINI[:4], "score_for")["A"] == "above B on score: 20 to 6"


@pytest.mark.rule("KERNEL-TOUR-44")
def test_a_circle_of_series_is_separated_by_the_games_of_each():
    """Best of three, as leagues of esports do it: differences of +1 (A), 0 (C) and -1 (B) among the three."""
    series = league("A-B 2:0", "B-C 2:1", "C-A 2:1")
    assert ranked(series, "points", "mini:points", "mini:score_difference") == "A C B"
    assert reasons(series, *MINI[:3])["B"] == "below C on score difference among the tied: -1 to 0"


# Another circle: in all games A has a difference of 3, B and C of 1; C has scored 4, B 3.
LESSER = league("A-B 1:0", "B-C 2:1", "C-A 1:0", "A-D 3:0", "B-D 1:0", "C-D 2:1")


@pytest.mark.rule("KERNEL-TOUR-44")
def test_the_whole_list_can_start_again_for_those_that_a_later_rule_leaves():
    """The difference puts A first. B beat C, and where the list starts again that counts."""
    order = ("points", "mini:points", "score_difference", "score_for")
    assert ranked(LESSER, *order, restart="at_once") == "A C B D"
    assert ranked(LESSER, *order, restart="list") == "A B C D"
    assert reasons(LESSER, *order, restart="list")["B"] == "above C on points among the tied: 3 to 0"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_a_circle_is_not_separated_by_head_to_head():
    circle = crosstable("1 +2 -3 .\n2 -1 . +3\n3 . +1 -2")
    assert ranked(circle, "points", "head_to_head", points=ONE_POINT) == "(1 2 3)"
    assert reasons(circle, "points", points=ONE_POINT)["1"] == "level with 2 and 3 on every rule of the list"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_head_to_head_starts_again_for_those_it_leaves_tied():
    """1 has 2, 2 and 3 have 1½, 4 has 1. 2 beat 3, and so is above."""
    four = crosstable("1 +4 =2 =3\n2 +3 =1 -4\n3 -2 +4 =1\n4 -1 -3 +2")
    assert ranked(four, "head_to_head", points=ONE_POINT) == "1 2 3 4"
    why = reasons(four, "head_to_head", points=ONE_POINT)
    assert why["1"] == "above 2 on head-to-head: 2 to 1.5"
    assert why["2"] == "above 3 on head-to-head: 1 to 0"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_head_to_head_means_the_mean_of_several_games():
    """A beat B twice and lost once: the mean of ⅔, shown as 2 of 3 where all have met so often."""
    home_and_away = league("A-B 1:0", "B-A 1:0", "A-B 1:0", points=ONE_POINT)
    assert ranked(home_and_away, "head_to_head", points=ONE_POINT) == "A B"
    assert reasons(home_and_away, "head_to_head", points=ONE_POINT)["A"] == "above B on head-to-head: 2 to 1"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_in_a_swiss_who_is_first_for_certain_is_first():
    """1 beat 2 and 3, who have not met: whoever of them had won would have 1, and 1 has 2 (6.3)."""
    swiss = crosstable("""
    1 +2 +3 Z
    2 -1 +4 B
    3 +5 -1 B
    4 Z  -2 Z
    5 -3 Z  Z
    """)
    order = ("points", "head_to_head")
    assert ranked(swiss, *order, pairing="swiss", points=ONE_POINT) == "1 (2 3) (4 5)"
    assert reasons(swiss, *order, pairing="swiss", points=ONE_POINT)["1"] == "above 2 on head-to-head: 2 to at most 1"
    assert ranked(swiss, *order, pairing="swiss", edition="simple", points=ONE_POINT) == "(1 2 3) (4 5)"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_a_forfeit_is_no_encounter_of_a_swiss_unless_the_stage_says_so():
    """1 and 2 have a point each; 1 won against 2 by forfeit (6.1.1)."""
    three, order = crosstable("1 f+2 -3\n2 f-1 +4\n3 B +1\n4 Z -2"), ("points", "head_to_head")
    assert ranked(three, *order, points=ONE_POINT, pairing="swiss") == "3 (1 2) 4"
    for rules in ({"pairing": "swiss", "forfeits_meet": True}, {"pairing": "swiss", "edition": "simple"}):
        assert ranked(three, *order, points=ONE_POINT, **rules) == "3 1 2 4"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_many_are_counted_instead_of_named():
    """Six have a draw each."""
    first_round = league("A-B 0:0", "C-D 0:0", "E-F 0:0")
    notes = rank(first_round, StandingRules(order=("head_to_head",), pairing="fixed")).rows[0].notes
    assert notes == ("Head-to-head does not apply to 6 that are tied: A and C have not met",)
    assert reasons(first_round, "points")["A"] == "level with 5 others on every rule of the list"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_a_rule_that_does_not_apply_says_so():
    """A and B have not met; C beat both and is above on points."""
    apart = league("C-A 1:0", "C-B 1:0")
    table = rank(apart, StandingRules(order=("points", "head_to_head", "mini:points", "seed"), pairing="fixed"))
    assert [row.entrant for row in table.rows] == ["C", "A", "B"]
    assert table.rows[1].notes == (
        "Head-to-head does not apply to A and B: A and B have not met",
        "Points, among the tied does not apply to A and B: A and B have not met",
    )
    assert table.rows[1].values == ("0", "", "", "1")
    assert table.rows[1].reason == "above B by seed: 1 to 2 (the lowest is first)"


@pytest.mark.rule("KERNEL-TOUR-47")
def test_a_mini_table_needs_as_many_games_of_each_pair():
    three = league("A-B 1:0", "B-A 1:0", "B-C 1:0", "C-A 1:0")
    table = rank(three, StandingRules(order=("mini:points",), pairing="fixed"))
    assert table.rows[0].notes == (
        "Points, among the tied does not apply to A, B and C: they have not met equally often",
    )


@pytest.mark.rule("KERNEL-TOUR-47")
def test_head_to_head_between_two_alone():
    three = crosstable("1 +2 +3 .\n2 -1 . +3\n3 . -1 -2")
    assert ranked(three, "head_to_head", points=ONE_POINT) == "1 2 3"
    assert ranked(three, "head_to_head", points=ONE_POINT, two_only=True) == "(1 2 3)"


@pytest.mark.rule("KERNEL-TOUR-46")
def test_a_lot_follows_from_the_seed_of_the_stage():
    """The order of the SHA-256 of the seed, a new line and the id; another seed is another lot."""
    level = league("A-B 0:0", "A-C 0:0", "B-C 0:0")
    for seed in ("spring", "autumn"):
        digests = {one: hashlib.sha256(f"{seed}\n{one}".encode()).hexdigest() for one in "ABC"}
        assert ranked(level, "points", "lot", lot_seed=seed) == " ".join(sorted("ABC", key=digests.__getitem__))


@pytest.mark.rule("KERNEL-TOUR-46")
def test_a_lot_drawn_by_hand_goes_before_one_that_was_not_drawn():
    level = league("A-B 0:0", "A-C 0:0", "B-C 0:0")
    drawn = {"A": 2, "C": 1}
    entrants = tuple(msgspec.structs.replace(one, lot=drawn.get(one.entrant, 0)) for one in level.entrants)
    drawn_by_hand = msgspec.structs.replace(level, entrants=entrants)
    assert ranked(drawn_by_hand, "points", "lot") == "C A B"
    assert reasons(drawn_by_hand, "points", "lot")["C"] == "above A by lot: 1 before 2"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.rule("KERNEL-TOUR-43")
def test_the_lists_to_begin_with_leave_nobody_level(preset):
    level = league("A-B 0:0", "A-C 0:0", "B-C 0:0")
    table = rank(level, StandingRules(order=PRESETS[preset]))
    assert [row.place for row in table.rows] == [1, 2, 3]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"order": ("points", "lot")}, []),
        ({"order": ("points", "buchholz_cut_1", "seed")}, []),
        ({"order": ("points", "buchholz_cut_1", "lot"), "pairing": "fixed"}, ["Buchholz cut 1"]),
        ({"order": ("points", "buchholz", "lot"), "pairing": "fixed", "edition": "simple"}, []),
        ({"order": ("points", "score_for")}, ["share a place"]),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-43")
def test_lists_that_are_allowed_and_unwise(rules, words):
    found = cautions(StandingRules(**rules))
    assert len(found) == len(words)
    assert all(word in caution for word, caution in zip(words, found, strict=True))


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"order": ("points", "strength")}, "unknown_tie_break"),
        ({"order": ("points", "mini:head_to_head")}, "unknown_tie_break"),
        ({"order": ("points", "points")}, "listed_twice"),
        ({"restart": "sometimes"}, "unknown_choice"),
        ({"pairing": "none"}, "unknown_choice"),
        ({"edition": "fide-1990"}, "unknown_edition"),
    ],
)
@pytest.mark.rule("KERNEL-TOUR-43")
def test_it_refuses_rules_that_mean_nothing(rules, code):
    with pytest.raises(Refused) as refusal:
        rank(league("A-B 0:0"), StandingRules(**rules))
    assert refusal.value.code == code
    assert refusal.value.hint
