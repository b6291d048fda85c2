"""Campaigns of Hachigoku: Wounds, captives and weapons stay between Skirmishes; who is Down is barred by its event."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.domain.battles import battle_setup
from campaigns.domain.world import World
from campaigns.page_context import values
from campaigns.projection_fields import Standards
from campaigns.standings import standings, tallies
from rules.hachigoku import events as ev
from rules.hachigoku.system import HACHIGOKU
from tests.campaigns.domain.nights import Night
from tests.rules.hachigoku.campaign import SHEET
from tests.rules.play import Play, rule

SIDES = {"s1": {"company": "ann", "heroes": ["h1", "h2"]}, "s2": {"company": "bob", "heroes": ["h1"]}}
TREAT = {"company": "ann", "hero": "h1", "act": "treat", "details": {"healer": "h2"}}


class Feud(Night):
    """A campaign of Hachigoku."""

    def recruit(self, company: str, name: str) -> None:
        self.do("recruit_hero", by=company, company=company, name=name, calling="named", sheet=SHEET)

    def opened(self, match: str, **ground: Any) -> Play:
        self.do("start_battle", match=match, sides=SIDES, ground=ground)
        return Play.setup(HACHIGOKU, battle_setup(World(self.campaign, self.companies), match, ground))

    def fought(self, match: str, **wounds: int) -> Play:
        """A Skirmish in which the GM has told the Wounds, by id without its dash; it ends in a draw."""
        game = self.opened(match)
        game.do({"type": "start_skirmish"}, by="gm", dice=(1, 1, 2, 2, 3, 3))
        for name, number in wounds.items():
            order = {"type": "adjust", "figure": name.replace("_", "-"), "field": "wounds", "value": number}
            game.do({**order, "reason": "an arrow"}, by="gm")
        if game.outcome is None:
            game.do({"type": "end_skirmish", "reason": "dusk"}, by="gm")
        self.keep(match, game)
        self.do("record_battle", by="house", match=match)
        return game


@pytest.fixture
def feud() -> Feud:
    feud = Feud(game="hachigoku")
    feud.do("start_campaign")
    for owner, heroes in (("ann", 2), ("bob", 1)):
        feud.join(owner)
        feud.found(owner, heroes)
    return feud


@rule("HAC-Q-97")
def test_wounds_are_carried_into_the_next_skirmish(feud: Feud) -> None:
    feud.fought("m1", s1_h1=3)
    assert feud.hero("ann").carried == {"wounds": 3}
    assert [one.wounds for one in feud.opened("m2").state.characters] == [3, 0, 0]


@rule("HAC-WOUND-01", "HAC-Q-97")
def test_a_hero_page_tells_how_many_wounds_are_left_until_death(feud: Feud) -> None:
    """Earth 2: the seventh Wound kills. Of an unhurt hero nothing is left over; after three Wounds four are."""
    standards = Standards("hachigoku", feud.campaign)
    found = {one.field: one for one in values(standards, feud.hero("ann"))}["stats.wounds"]
    assert (found.name, found.full, found.left) == ("Wounds until death", 7, None)
    feud.fought("m1", s1_h1=3)
    found = {one.field: one for one in values(standards, feud.hero("ann"))}["stats.wounds"]
    assert (found.name, found.full, found.left) == ("Wounds until death", 7, 4)


@rule("HAC-WOUND-05", "HAC-Q-97")
def test_who_is_down_is_barred_by_the_event_until_the_gm_lowers_the_wounds(feud: Feud) -> None:
    game = feud.fought("m1", s1_h1=5)
    fallen = next(
        at for at, one in enumerate(game.events, 1) if isinstance(one, ev.WoundLevelChanged) and one.after == "down"
    )
    no = feud.refuses("start_battle", "barred_by_condition", match="m2", sides=SIDES, rule="HAC-WOUND-05")
    assert no.event == ("match-m1", fallen)
    feud.do("recover", company="ann", hero="h1", act="mend", details={"wounds": 4})
    assert (feud.hero("ann").carried, feud.hero("ann").conditions) == ({"wounds": 4}, ())
    assert feud.opened("m2").state.characters[0].wounds == 4


@rule("HAC-WOUND-07")
def test_the_dead_stay_dead_and_the_refusal_says_by_which_event(feud: Feud) -> None:
    game = feud.fought("m1", s2_h1=7)
    assert feud.hero("bob").standing == "dead"
    died = next(at for at, one in enumerate(game.events, 1) if isinstance(one, ev.WoundLevelChanged))
    no = feud.refuses("start_battle", "fighter_not_fit", match="m2", sides=SIDES, rule="HAC-WOUND-07")
    assert no.event == ("match-m1", died)


@rule("HAC-Q-97")
def test_treatment_is_rolled_by_the_campaign_once_a_day(feud: Feud) -> None:
    """3k2 against 5 × 3 = 15: 10 with 2 after it, and 3."""
    feud.fought("m1", s1_h1=3)
    told = feud.do("recover", by="ann", dice=(10, 3, 1, 2), **TREAT)
    assert told == ["recovery_rolled", "recovered"]
    (roll,) = feud.told["campaign-k1"]
    assert (roll.total, roll.target, roll.success, roll.rule) == (15, 15, True, "HAC-Q-97")
    assert feud.hero("ann").carried == {"wounds": 2}
    feud.refuses("recover", "already_recovered", by="ann", **TREAT, rule="HAC-Q-97")
    feud.do("advance_clock", hours=24, reason="a day")
    feud.do("recover", by="ann", dice=(1, 1, 1), **TREAT)
    assert feud.hero("ann").carried == {"wounds": 2}


@rule("HAC-Q-97")
def test_what_the_gm_alone_may_order(feud: Feud) -> None:
    feud.fought("m1", s1_h1=3)
    fewer: dict[str, Any] = {"company": "ann", "hero": "h1", "act": "mend", "details": {"wounds": 0}}
    feud.refuses("recover", "gm_only", by="ann", **fewer)


@rule("HAC-DISARM-03")
def test_a_weapon_that_was_lost_is_given_back_by_the_gm(feud: Feud) -> None:
    lost = {"company": "ann", "hero": "h1", "field": "items.katana", "reason": "in the river"}
    feud.do("correct", **lost, value="lost")
    game = feud.opened("m1")
    assert [len(one.weapons) for one in game.state.characters] == [0, 1, 1]
    game.do({"type": "end_skirmish", "reason": "dusk"}, by="gm")
    feud.keep("m1", game)
    feud.do("record_battle", by="house", match="m1")
    assert feud.hero("ann").item_states == {"katana": "lost"}
    feud.do("correct", **lost, value=None)
    assert [len(one.weapons) for one in feud.opened("m2").state.characters] == [1, 1, 1]


@rule("HAC-GRAP-02")
def test_who_is_held_at_the_end_belongs_to_the_company_of_the_holder(feud: Feud) -> None:
    game = feud.opened("m1")
    held = {"type": "set_condition", "character": "s1-h1", "condition": "captive", "source": "s2-h1"}
    game.do({**held, "reason": "beaten"}, by="gm")
    game.do({"type": "end_skirmish", "winner": "s2", "reason": "dusk"}, by="gm")
    feud.keep("m1", game)
    feud.do("record_battle", by="house", match="m1")
    captive = feud.hero("ann").captive
    assert (captive.captor, captive.company, captive.match) == ("h1", "bob", "m1")
    feud.refuses("start_battle", "captive", match="m2", sides=SIDES)


@rule("HAC-SCOPE-01")
def test_the_gm_brings_a_side_and_the_scene(feud: Feud) -> None:
    bandits = {"name": "Bandits", "characters": [{"id": "b1", "side": "bandits", "kind": "mook"}]}
    game = feud.opened("m1", sides={"bandits": bandits}, scene={"max_height": 2})
    assert [(side.id, side.seat, side.name) for side in game.state.sides] == [
        ("bandits", "s3", "Bandits"),
        ("s1", "s1", "Ann's"),
        ("s2", "s2", "Bob's"),
    ]
    assert [one.id for one in game.state.characters] == ["b1", "s1-h1", "s1-h2", "s2-h1"]
    assert game.state.scene.max_height == 2


@rule("HAC-WOUND-01", "HAC-WOUND-06")
def test_the_level_of_wounds_is_by_the_earth_of_now(feud: Feud) -> None:
    """4 Wounds are Heavy with Earth 2; with Earth 1 a fighter is Down with 3 and Out with 4."""
    about = {"company": "ann", "hero": "h2", "reason": "a curse"}
    feud.do("correct", **about, field="carried.wounds", value=4)
    feud.do("correct", **about, field="stats.earth", value=1)
    feud.refuses("start_battle", "fighter_not_fit", match="m1", sides=SIDES, rule="HAC-WOUND-06")


@rule("HAC-SCOPE-04", "HAC-END-04")
def test_the_standings_tell_whose_duels_they_were(feud: Feud) -> None:
    game = feud.opened("m1", scene={"duel": True})
    game.do({"type": "end_skirmish", "winner": "s1", "reason": "first blood"}, by="gm")
    feud.keep("m1", game)
    feud.do("record_battle", by="house", match="m1")
    rows: Any = [SimpleNamespace(pk=name, name=name, xp=0, worth=0, disbanded=False) for name in ("ann", "bob")]
    ann, bob = (dict(tallies(feud.campaign, line)) for line in standings(feud.campaign, rows))
    first, second = (feud.hero(company).name for company in ("ann", "bob"))
    assert (ann["Duels"], ann["Duels won"], bob["Duels"], bob["Duels won"]) == (1, 1, 1, 0)
    assert (ann[f"Duels: {first}"], ann[f"Duels: {second}"], bob[f"Duels: {second}"]) == (1, 0, 1)
    assert (ann[f"Duels won: {first}"], bob[f"Duels won: {first}"]) == (1, 0)
