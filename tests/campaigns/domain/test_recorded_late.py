"""Absences for a number of matches, and battles that are recorded late: what was sat out, by whom, for what.

No game of today bars anybody for a number of matches; here `League.bars` says which battles bar Ann's first hero.
"""

import pytest
from msgspec.structs import replace

from rules.istra.progression import PROGRESSION
from rules.kernel.progression import Absence
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

WHY = {"reason": "the wrong table"}
WITH, WITHOUT = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}, {"s1": ("ann", "h2"), "s2": ("bob", "h1")}


class League(Night):
    """A campaign in which each battle of `bars` bars Ann's first hero for why and so many matches, if it was in it."""

    bars: dict[str, tuple[str, int]]

    def settle(self, rules, played, dice):
        """As the game settles a battle, and the bans."""
        match = next(match for match, one in self.matches.items() if one.state is played.state)
        why, matches = self.bars.get(match, ("", 0))
        absence = Absence(why=why, matches=matches) if matches else None
        return tuple(
            replace(one, absence=absence) if played.models.get(one.figure) == "s1-h1" else one
            for one in SETTLE(rules, played, dice)
        )

    def begin_and_void(self, match, sides):
        """A battle that is played to its end, but void before it is recorded."""
        self.finish(match, self.start(match, sides))
        self.do("void_battle", match=match, **WHY)

    def again(self, match):
        self.do("record_again", match=match, **WHY)

    def void(self, match):
        self.do("void_battle", match=match, **WHY)

    @property
    def left(self):
        """For what, and for how many matches, Ann's first hero is still away."""
        absence = self.hero("ann").absence
        return None if absence is None else (absence.why, absence.matches)


SETTLE = PROGRESSION.settle


@pytest.fixture
def league(monkeypatch):
    league = League.running(ann=3, bob=1)
    league.bars = {}
    monkeypatch.setattr(type(PROGRESSION), "settle", staticmethod(league.settle))
    return league


@rule("KERNEL-CAMP-06")
@pytest.mark.parametrize("matches", [1, 2, 3])
def test_each_battle_of_its_company_without_it_is_one_less(league, matches):
    league.bars["m0"] = ("drunk", matches)
    league.fight("m0", WITH)
    for sat_out in range(matches):
        assert league.left == ("drunk", matches - sat_out)
        league.fight(f"m{sat_out + 1}", WITHOUT)
    assert league.left is None


@rule("KERNEL-CAMP-06", "KERNEL-CAMP-07")
def test_who_was_in_a_battle_has_not_sat_it_out(league):
    """The first battle was void while the second was fought, so that it was there; now it is barred by the first."""
    league.bars["m0"] = ("drunk", 2)
    league.fight("m0", WITH)
    league.void("m0")
    league.fight("m1", WITH)
    league.again("m0")
    for _ in range(2):
        assert league.left == ("drunk", 2)
        league.again("m1")


@rule("KERNEL-CAMP-07")
def test_a_battle_from_before_the_ban_was_not_sat_out_for_it(league):
    league.begin_and_void("m1", WITHOUT)
    league.bars["m2"] = ("drunk", 2)
    league.fight("m2", WITH)
    league.again("m1")
    assert league.left == ("drunk", 2)


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize("matches", [2, 3])
def test_a_battle_recorded_late_was_sat_out_if_the_ban_was_there(league, matches):
    league.bars["m0"] = ("drunk", matches)
    league.fight("m0", WITH)
    league.begin_and_void("m1", WITHOUT)
    league.fight("m2", WITHOUT)
    assert league.left == ("drunk", matches - 1)
    league.again("m1")
    assert league.left == (("drunk", matches - 2) if matches > 2 else None)
    league.void("m1")
    assert league.left == ("drunk", matches - 1)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_a_match_that_was_sat_out_for_one_thing_is_not_sat_out_for_another(league):
    """It sat out for being drunk, was pardoned, and is barred for a brawl since."""
    league.bars |= {"m0": ("drunk", 2), "m2": ("brawl", 3)}
    league.fight("m0", WITH)
    league.begin_and_void("m1", WITHOUT)
    league.do("correct", company="ann", hero="h1", field="absence", value=None, **WHY)
    league.fight("m2", WITH)
    league.again("m1")
    assert league.left == ("brawl", 3)


@rule("KERNEL-CAMP-07")
def test_a_ban_that_was_served_in_part_is_what_is_left_of_it_however_often_it_is_told(league):
    league.bars["m0"] = ("drunk", 3)
    league.fight("m0", WITH)
    league.fight("m1", WITHOUT)
    for _ in range(2):
        league.again("m0")
        assert league.left == ("drunk", 2)
    league.void("m0")
    assert league.left is None
    league.again("m0")
    assert league.left == ("drunk", 2)


@rule("KERNEL-CAMP-07")
def test_a_match_that_was_sat_out_counts_as_long_as_its_battle_does(league):
    league.bars["m0"] = ("drunk", 3)
    league.fight("m0", WITH)
    for match in ("m1", "m2"):
        league.fight(match, WITHOUT)
    assert league.left == ("drunk", 1)
    for turn, matches in (("m1", 2), ("m2", 3)):
        league.void(turn)
        assert league.left == ("drunk", matches)
    for turn, matches in (("m2", 2), ("m1", 1)):
        league.again(turn)
        assert league.left == ("drunk", matches)


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize(("now", "left"), [(1, None), (2, ("drunk", 1)), (4, ("drunk", 3))])
def test_a_ban_of_another_length_is_that_length_less_what_was_served(league, now, left):
    """Recorded again by a match that was corrected: 3 matches at first, of which one was sat out."""
    league.bars["m0"] = ("drunk", 3)
    league.fight("m0", WITH)
    league.fight("m1", WITHOUT)
    league.bars["m0"] = ("drunk", now)
    league.again("m0")
    assert league.left == left


@rule("KERNEL-CAMP-07")
def test_of_two_bans_the_one_that_was_told_last_keeps_it_away(league):
    """The first was void when it was fielded again."""
    league.bars |= {"m0": ("drunk", 2), "m1": ("brawl", 1)}
    league.fight("m0", WITH)
    league.void("m0")
    league.fight("m1", WITH)
    league.again("m0")
    assert league.left == ("drunk", 2)
    league.void("m0")
    assert league.left == ("brawl", 1)
    league.fight("m2", WITHOUT)
    assert league.left is None


@rule("KERNEL-CAMP-07")
def test_a_match_is_sat_out_for_the_ban_that_was_told_last_and_for_no_other(league):
    """The first ban is told anew after the second, so it is the one that is served."""
    league.bars |= {"m0": ("drunk", 2), "m1": ("brawl", 3)}
    league.fight("m0", WITH)
    league.void("m0")
    league.fight("m1", WITH)
    league.again("m0")
    league.fight("m2", WITHOUT)
    assert league.left == ("drunk", 1)
    league.void("m0")
    assert league.left == ("brawl", 3)
    league.again("m0")
    assert league.left == ("drunk", 1)
