"""Voided and recorded again, by turns: void it is as if it had not been, recorded it is as it was when it was first."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.domain.battles import battle_setup
from campaigns.domain.world import World
from rules.ishmek.system import ISHMEK
from rules.kernel.progression import Absence
from tests.campaigns.domain.nights import Night
from tests.examples import given, settings, st
from tests.rules.play import Play, rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
WHY = {"reason": "the wrong table"}
BARRED = Absence(why="dismissed", until="tournament")


def standing(night, company="ann"):
    return night.hero(company).standing


# Who has left since


def fallen(**rules):
    """A battle in which Ann's hero is taken out; it was never recorded, and is void."""
    night = Night.running({"fate": "deadly", **rules}, ann=2, bob=1)
    game = night.start("m1", PAIR)
    night.do("void_battle", match="m1", **WHY)
    night.finish("m1", game, out=("s1-h1",), won=("s2",))
    return night


@rule("KERNEL-CAMP-07", "IST-Q-100")
@pytest.mark.parametrize(("deed", "left"), [("retire_hero", "retired"), ("dismiss_hero", "dismissed")])
def test_who_has_left_does_not_die_of_a_battle_that_is_recorded_late(deed, left):
    night = fallen()
    night.do(deed, company="ann", hero="h1")
    for _ in range(2):
        night.do("record_again", match="m1", **WHY)
        assert standing(night) == left
        (fate,) = night.of("ann", "hero_fate_set")
        assert (fate.fate, fate.how) == ("taken_out", left)
        night.do("void_battle", match="m1", **WHY)
        assert standing(night) == left


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09", "IST-Q-100")
def test_who_had_left_and_was_brought_back_does_not_die_of_it_when_nothing_changes():
    night = fallen()
    night.do("retire_hero", company="ann", hero="h1")
    night.do("record_again", match="m1", **WHY)
    night.do("correct", company="ann", hero="h1", field="standing", value="ready", **WHY)
    for _ in range(2):
        night.do("record_again", match="m1", **WHY)
        assert standing(night) == "ready"


@rule("KERNEL-CAMP-07", "IST-Q-100")
def test_who_has_left_rolls_no_second_time():
    night = fallen(fate="survival_roll", survival=6)
    night.do("retire_hero", company="ann", hero="h1")
    for faces in ((2,), ()):
        night.do("record_again", match="m1", dice=faces, **WHY)
        assert (standing(night), night.of("ann", "hero_fate_set")[0].faces) == ("retired", (2,))


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_who_was_declared_alive_and_has_retired_stays_retired():
    night = Night.running({"fate": "deadly"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    night.do("declare_fate", company="ann", hero="h1", fate="survived", match="m1", **WHY)
    night.do("retire_hero", company="ann", hero="h1")
    night.do("record_again", match="m1", **WHY)
    assert standing(night) == "retired"


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_who_was_declared_dead_was_brought_back_and_has_retired_stays_retired():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    night.do("declare_fate", company="ann", hero="h1", fate="dead", match="m1", **WHY)
    night.do("correct", company="ann", hero="h1", field="standing", value="ready", **WHY)
    night.do("retire_hero", company="ann", hero="h1")
    night.do("record_again", match="m1", **WHY)
    assert standing(night) == "retired"


@rule("KERNEL-CAMP-07", "IST-Q-100")
def test_who_has_died_since_is_dead_of_both():
    night = fallen()
    night.fight("m2", PAIR, out=("s1-h1",), won=("s2",))
    night.do("record_again", match="m1", **WHY)
    night.do("void_battle", match="m2", **WHY)
    assert standing(night) == "dead"
    night.do("void_battle", match="m1", **WHY)
    assert standing(night) == "ready"


# Bans


def squads() -> Night:
    night = Night(game="ishmek")
    night.do("start_campaign")
    for owner in ("ann", "bob"):
        night.join(owner)
        night.found(owner, 3)
    return night


def barring(night: Night, match: str, *players: str) -> None:
    """A match that ends with these players dismissed; it is recorded if it may be."""
    sides = {
        seat: {"company": name, "heroes": [one.id for one in night.companies[name].ready if one.absence is None]}
        for seat, name in (("home", "ann"), ("away", "bob"))
    }
    night.do("start_battle", match=match, sides=sides, ground={"turns_total": 4})
    game = Play.setup(ISHMEK, battle_setup(World(night.campaign, night.companies), match, {"turns_total": 4}))
    for player in players:
        game.do({"type": "dismiss", "player": player, "reason": "a knife"}, by="gm")
    game.do({"type": "forfeit", "team": "home", "reason": "dusk"}, by="gm")
    night.keep(match, game)
    night.do("record_battle", by="house", match=match)


def lift(night: Night, company: str = "ann", hero: str = "h1") -> None:
    night.do("correct", company=company, hero=hero, field="absence", value=None, reason="pardoned")


def bans(night: Night) -> tuple[Absence | None, Absence | None]:
    return night.hero("ann").absence, night.hero("bob").absence


@rule("KERNEL-CAMP-07")
def test_a_ban_comes_and_goes_with_its_match_however_often():
    night = squads()
    barring(night, "m1", "home-h1", "away-h1")
    for _ in range(3):
        night.do("record_again", match="m1", **WHY)
        assert bans(night) == (BARRED, BARRED)
        night.do("void_battle", match="m1", **WHY)
        assert bans(night) == (None, None)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_a_ban_that_the_gm_has_lifted_stays_lifted_and_no_other():
    night = squads()
    barring(night, "m1", "home-h1", "away-h1")
    lift(night)
    for deed in ("record_again", "void_battle", "record_again", "record_again"):
        night.do(deed, match="m1", **WHY)
        assert bans(night) == (None, BARRED if deed == "record_again" else None)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_to_lift_a_ban_says_nothing_of_one_that_was_void_then():
    """The first match is void when the GM lifts the ban of the second."""
    night = squads()
    barring(night, "m1", "home-h1")
    night.do("void_battle", match="m1", **WHY)
    barring(night, "m2", "home-h1")
    lift(night)
    night.do("record_again", match="m2", **WHY)
    assert night.hero("ann").absence is None
    night.do("record_again", match="m1", **WHY)
    assert night.hero("ann").absence == BARRED


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize("first", ["m1", "m2"])
def test_who_was_barred_twice_is_barred_until_both_are_void(first):
    """The first match was void when its player was fielded again, and was barred in the second, too."""
    night = squads()
    barring(night, "m1", "home-h1")
    night.do("void_battle", match="m1", **WHY)
    barring(night, "m2", "home-h1")
    night.do("record_again", match="m1", **WHY)
    night.do("void_battle", match=first, **WHY)
    assert night.hero("ann").absence == BARRED
    night.do("void_battle", match="m1" if first == "m2" else "m2", **WHY)
    assert night.hero("ann").absence is None


@rule("KERNEL-CAMP-07")
def test_a_ban_that_was_lifted_stays_so_by_whatever_fork_its_match_is_settled():
    night = squads()
    barring(night, "m1", "home-h1")
    for fork, of in (("f1", "m1"), ("f2", "f1")):
        night.matches[fork] = night.matches["m1"]._replace(sources=(of, "m1"))
    night.do("record_again", match="m1", played="f1", **WHY)
    lift(night)
    night.do("record_again", match="m1", played="f2", **WHY)
    night.do("record_again", match="m1", **WHY)
    assert night.hero("ann").absence is None


# Whatever comes between

TURNS = st.lists(
    st.one_of(
        st.tuples(st.just("turn"), st.sampled_from(("m1", "m2"))),
        st.tuples(st.just("again"), st.sampled_from(("m1", "m2"))),
        st.tuples(st.sampled_from(("lift", "retire", "dismiss", "teach")), st.sampled_from(("ann", "bob"))),
    ),
    max_size=14,
)


class Turning:
    """Two battles that are voided and recorded by turns, with deeds between that change what there is for good."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.known: dict[tuple[str, ...], dict[str, Any]] = {}

    def stages(self) -> tuple[str, ...]:
        return tuple(battle.stage for battle in self.night.campaign.battles.values())

    def heroes(self) -> dict[str, Any]:
        return {name: company.heroes for name, company in self.night.companies.items()}

    def step(self, what: str, which: str) -> None:
        if what in ("turn", "again"):
            self.turn(what, which)
        elif self.deed(what, which):
            self.known.clear()

    def turn(self, what: str, match: str) -> None:
        """After it the heroes are what they are whenever these battles count, and no deed came between."""
        was, before = self.stages(), self.heroes()
        recorded = self.night.campaign.battles[match].stage == "recorded"
        self.night.do("void_battle" if what == "turn" and recorded else "record_again", match=match, **WHY)
        if self.shed(before):
            self.known.clear()
        else:
            self.known.setdefault(was, before)
        assert self.heroes() == self.known.setdefault(self.stages(), self.heroes())

    def shed(self, before: dict[str, Any]) -> bool:
        """Whether somebody has lost a choice with a level: it is owed anew when the level comes back."""
        now = self.heroes()
        return any(now[name][hero].raised < one.raised for name in before for hero, one in before[name].items())

    def deed(self, what: str, company: str) -> bool:
        """Something that people do to the first hero of a company, if they may."""
        hero, about = self.night.hero(company), {"company": company, "hero": "h1"}
        if what == "lift" and hero.absence is not None:
            lift(self.night, company)
        elif what in ("retire", "dismiss") and hero.standing == "ready":
            self.night.do(f"{what}_hero", **about)
        elif what == "teach" and self.night.campaign.game == "istra":
            self.teach(about)
        else:
            return False
        return True

    def teach(self, about: dict[str, str]) -> None:
        """The GM gives what makes the next level, and what that has earned is chosen, as far as there is one."""
        hero = self.night.companies[about["company"]].heroes["h1"]
        if hero.standing == "ready":
            self.night.do("award_xp", amount=3, **about, **WHY)
        hero = self.night.companies[about["company"]].heroes["h1"]
        if hero.standing == "ready" and hero.level - 1 > hero.raised:
            self.night.do("raise_core", stat="power", **about)


@rule("KERNEL-CAMP-07", "ISH-FOUL-08")
@settings(max_examples=60)
@given(
    barred=st.lists(st.sets(st.sampled_from(("home-h1", "away-h1"))), min_size=2, max_size=2),
    early=st.booleans(),
    turns=TURNS,
)
def test_squads_are_the_same_whenever_the_same_matches_count(
    barred: list[set[str]], early: bool, turns: list[tuple[str, str]]
) -> None:
    """`early`: the first match is void when the second begins, so that the same may be barred in both."""
    turning = Turning(squads())
    barring(turning.night, "m1", *sorted(barred[0]))
    if early:
        turning.night.do("void_battle", match="m1", **WHY)
    fielded = {f"{seat}-h1" for seat, name in (("home", "ann"), ("away", "bob")) if able(turning.night, name)}
    barring(turning.night, "m2", *sorted(barred[1] & fielded))
    for what, which in turns:
        turning.step(what, which)


def able(night: Night, company: str) -> bool:
    return night.hero(company).absence is None


@rule("KERNEL-CAMP-07", "IST-Q-100", "IST-Q-101")
@settings(max_examples=60)
@given(
    fate=st.sampled_from(("deadly", "recover")),
    ends=st.lists(st.tuples(st.integers(1, 20), st.sampled_from(((), ("s1-h1",), ("s2-h1",)))), min_size=2, max_size=2),
    turns=TURNS,
)
def test_companies_are_the_same_whenever_the_same_battles_count(
    fate: str, ends: list[tuple[int, tuple[str, ...]]], turns: list[tuple[str, str]]
) -> None:
    """The first battle is void while the second is fought, so that whoever fell in it is there."""
    turning = Turning(Night.running({"fate": fate, "carry_damage": "on"}, ann=2, bob=2))
    night = turning.night
    for match, (health, out) in zip(("m1", "m2"), ends, strict=True):
        game = night.start(match, PAIR)
        wound = {"type": "gm_adjust", "model": "s1-h1", "field": "health", "reason": "x"}
        if health < game.player("s1-h1").health:
            game.do({**wound, "value": health}, by="gm")
        night.finish(match, game, out=out)
        night.do("record_battle", match=match)
        if match == "m1":
            night.do("void_battle", match=match, **WHY)
    for what, which in turns:
        turning.step(what, which)
